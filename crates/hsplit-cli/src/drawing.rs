// SPDX-License-Identifier: MIT OR Apache-2.0
//! Renderings that the library does not need: a tree as JSON for programs and as SVG for people, and tables of ranks.
//! What a phase looks like (`hsplit place`) is drawn with the same means.

pub(crate) mod colour;
pub(crate) mod json;
pub(crate) mod layout;
pub(crate) mod ranks;
pub(crate) mod svg;
pub(crate) mod terminal;
