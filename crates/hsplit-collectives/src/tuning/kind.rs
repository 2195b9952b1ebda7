// SPDX-License-Identifier: MIT OR Apache-2.0
//! Kinds of calls: calls of one kind are tried together.

use crate::Operation;

/// The way a call combines data, as far as all ranks have the same information.
///
/// Ranks pass equal operations, so this is equal at all of them. The memory layout of a datatype need not be: two ranks
/// of a broadcast may describe the same data differently. A predefined operation accepts only predefined datatypes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Combining {
    /// Does not combine: it moves data.
    None,
    /// A predefined operation.
    Predefined,
    /// A user-defined operation that commutes.
    Commutative,
    /// A user-defined operation that does not commute.
    Ordered,
}

impl Combining {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Predefined, Self::Commutative, Self::Ordered];

    /// Returns its word in a table.
    pub fn name(self) -> &'static str {
        ["-", "predefined", "commutative", "ordered"][self as usize]
    }
}

/// A kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind {
    /// The operation.
    pub operation: Operation,
    /// The [`class`] of its bytes.
    pub class: u32,
    /// True for short calls.
    pub is_short: bool,
    /// The way the calls combine data.
    pub combining: Combining,
}

/// Returns the size class, the number of binary digits; sizes of one class are tried together.
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
