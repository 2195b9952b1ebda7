// SPDX-License-Identifier: MIT OR Apache-2.0
//! Kinds of calls: those of one kind are tried together.

use crate::Operation;

/// How a call combines data, as far as all ranks know it.
///
/// Ranks pass equal operations, so that this is equal at all of them. How a datatype lies in memory is not: two ranks
/// of a broadcast may describe the same data differently. A predefined operation takes predefined datatypes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Combining {
    /// Not at all: it moves data.
    None,
    /// With an operation of MPI's own.
    Predefined,
    /// With one of the program's that commutes.
    Commutative,
    /// With one of the program's that does not.
    Ordered,
}

impl Combining {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Predefined, Self::Commutative, Self::Ordered];

    /// Its word in a table.
    pub fn name(self) -> &'static str {
        ["-", "predefined", "commutative", "ordered"][self as usize]
    }
}

/// A kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// The operation.
    pub operation: Operation,
    /// [`class`] of its bytes.
    pub class: u32,
    /// True for short calls.
    pub is_short: bool,
    /// How they combine data.
    pub combining: Combining,
}

/// Sizes that are tried together: those with the same number of binary digits.
pub fn class(bytes: u64) -> u32 {
    u64::BITS - bytes.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_double() {
        assert_eq!([0, 1, 2, 3, 4, 1 << 20].map(class), [0, 1, 2, 2, 3, 21]);
    }
}
