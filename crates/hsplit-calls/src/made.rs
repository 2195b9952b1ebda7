// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a communicator was made for.

use hsplit_core::name::Name;

/// Which level a communicator stands for, and where it stands among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The level's name.
    pub level: Name,
    /// How many siblings have members, this one counted.
    pub siblings: u32,
    /// Its number among them.
    pub index: u32,
    /// How many levels of the hierarchy lead to it, its own counted.
    pub depth: u32,
}
