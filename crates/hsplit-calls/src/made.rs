// SPDX-License-Identifier: MIT OR Apache-2.0
//! The level of a communicator, and its index.

use hsplit_core::name::Name;

/// The level of a communicator, and its index among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The level's name.
    pub level: Name,
    /// The number of siblings that have members, including this one.
    pub siblings: u32,
    /// Its number among them.
    pub index: u32,
    /// The number of levels of the hierarchy down to it, including its own.
    pub depth: u32,
}
