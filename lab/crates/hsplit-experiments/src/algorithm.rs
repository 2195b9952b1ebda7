// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms of Open MPI's collectives, by the papers' names.

use std::ffi::c_int;
use std::fmt;

use clap::ValueEnum;

/// A collective operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "comments on variants would be part of the help")]
pub enum Operation {
    Bcast,
    Reduce,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Bcast { "bcast" } else { "reduce" })
    }
}

/// An algorithm of the MPI's collectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "comments on the other variants would be part of the help")]
pub enum Algorithm {
    /// The library's own choice
    Default,
    /// The choice of Open MPI's coll/tuned, without coll/han
    Tuned,
    /// Open MPI's own hierarchical collectives
    Han,
    Linear,
    Chain,
    Pipeline,
    SplitBinary,
    Binary,
    Binomial,
    InOrderBinary,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default().as_str())
    }
}

impl Algorithm {
    /// The algorithms of the papers' figures, which have to be forced.
    pub const FORCED: [Self; 7] = [
        Self::Linear,
        Self::Chain,
        Self::Pipeline,
        Self::SplitBinary,
        Self::Binary,
        Self::Binomial,
        Self::InOrderBinary,
    ];

    /// Its number in `coll_tuned_bcast_algorithm` or `coll_tuned_reduce_algorithm`, which is equal in Open MPI 2 to 5.
    /// With 0 coll/tuned chooses; `None` where the operation does not have the algorithm.
    pub fn number(self, operation: Operation) -> Option<c_int> {
        use Operation::{Bcast, Reduce};
        match (self, operation) {
            (Self::Default | Self::Tuned | Self::Han, _) => Some(0),
            (Self::Linear, _) => Some(1),
            (Self::Chain, _) => Some(2),
            (Self::Pipeline, _) => Some(3),
            (Self::SplitBinary, Bcast) | (Self::Binary, Reduce) => Some(4),
            (Self::Binary, Bcast) | (Self::Binomial, Reduce) => Some(5),
            (Self::Binomial, Bcast) | (Self::InOrderBinary, Reduce) => Some(6),
            (Self::SplitBinary, Reduce) | (Self::InOrderBinary, Bcast) => None,
        }
    }

    /// True if it has to be forced.
    pub fn is_forced(self) -> bool {
        Self::FORCED.contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_for_each_operation() {
        let names = |operation: Operation| {
            Algorithm::FORCED
                .into_iter()
                .filter_map(|a| a.number(operation).map(|n| format!("{n} {a}")))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            names(Operation::Bcast),
            ["1 linear", "2 chain", "3 pipeline", "4 split-binary", "5 binary", "6 binomial"]
        );
        assert_eq!(
            names(Operation::Reduce),
            ["1 linear", "2 chain", "3 pipeline", "4 binary", "5 binomial", "6 in-order-binary"]
        );
        assert_eq!(Algorithm::Han.number(Operation::Bcast), Some(0));
    }
}
