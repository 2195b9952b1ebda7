// SPDX-License-Identifier: MIT OR Apache-2.0
//! Output formats that only the command needs: a tree as JSON and as SVG, and tables of ranks. `hsplit place` draws its
//! phases with the same modules.

pub(crate) mod colour;
pub(crate) mod json;
pub(crate) mod layout;
pub(crate) mod ranks;
pub(crate) mod svg;
pub(crate) mod terminal;
