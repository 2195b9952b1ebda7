// SPDX-License-Identifier: MIT OR Apache-2.0
//! The collective operations that are counted by calls and not by pairs.

use std::sync::Arc;

use crate::groups::Group;

/// A collective operation in all its forms: blocking, nonblocking, persistent, with large counts.
///
/// | operation | the bytes of a call |
/// |---|---|
/// | `Barrier` | 0 |
/// | `Bcast`, `Reduce`, `Allreduce`, `Scan`, `Exscan` | the vector |
/// | `Gather`, `Allgather` | the contribution of this rank only |
/// | `Scatter`, `Alltoall` | the data for one rank |
/// | `ReduceScatter`, `ReduceScatterUnequal` | the whole vector |
/// | `ReduceScatterShare` | the share of one rank in the latter; the rank is stored as the root |
/// | `ReduceScatterBlock` | the share of one rank |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Operation {
    /// `MPI_Barrier`
    Barrier,
    /// `MPI_Bcast`
    Bcast,
    /// `MPI_Gather`
    Gather,
    /// `MPI_Scatter`
    Scatter,
    /// `MPI_Allgather` and `MPI_Allgatherv`
    Allgather,
    /// `MPI_Alltoall`
    Alltoall,
    /// `MPI_Reduce`
    Reduce,
    /// `MPI_Allreduce`
    Allreduce,
    /// `MPI_Reduce_scatter` with equal shares
    ReduceScatter,
    /// `MPI_Reduce_scatter_block`
    ReduceScatterBlock,
    /// `MPI_Scan`
    Scan,
    /// `MPI_Exscan`
    Exscan,
    /// `MPI_Reduce_scatter` with unequal shares, without the bytes of these
    ReduceScatterUnequal,
    /// Bytes of such a share; counted only by processes that send some of them
    ReduceScatterShare,
}

impl Operation {
    /// All operations, by their numbers.
    pub const ALL: [Self; 14] = [
        Self::Barrier,
        Self::Bcast,
        Self::Gather,
        Self::Scatter,
        Self::Allgather,
        Self::Alltoall,
        Self::Reduce,
        Self::Allreduce,
        Self::ReduceScatter,
        Self::ReduceScatterBlock,
        Self::Scan,
        Self::Exscan,
        Self::ReduceScatterUnequal,
        Self::ReduceScatterShare,
    ];

    /// Its name in files and reports: that of the C function without `MPI_`, in lower case, and the kind of its shares.
    pub fn name(self) -> &'static str {
        match self {
            Self::Barrier => "barrier",
            Self::Bcast => "bcast",
            Self::Gather => "gather",
            Self::Scatter => "scatter",
            Self::Allgather => "allgather",
            Self::Alltoall => "alltoall",
            Self::Reduce => "reduce",
            Self::Allreduce => "allreduce",
            Self::ReduceScatter => "reduce_scatter",
            Self::ReduceScatterBlock => "reduce_scatter_block",
            Self::Scan => "scan",
            Self::Exscan => "exscan",
            Self::ReduceScatterUnequal => "reduce_scatter_unequal",
            Self::ReduceScatterShare => "reduce_scatter_share",
        }
    }

    pub(crate) fn of(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The operation of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }
}

/// The common data of calls of a collective operation.
#[derive(Clone, Debug)]
pub struct Call {
    /// The communicator's members.
    pub group: Arc<Group>,
    /// The operation.
    pub operation: Operation,
    /// The root's rank in the communicator.
    pub root: u32,
}

impl Call {
    /// The key by which calls are sorted.
    pub(crate) fn key(&self) -> (u32, Operation, u32) {
        (self.group.id(), self.operation, self.root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_lead_back() {
        for (number, operation) in (0..).zip(Operation::ALL) {
            assert_eq!(operation as u8, number);
            assert_eq!(Operation::of(number), Some(operation));
            assert_eq!(Operation::of_name(operation.name()), Some(operation));
        }
        assert_eq!((Operation::of(14), Operation::of_name("send")), (None, None));
    }
}
