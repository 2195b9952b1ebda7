// SPDX-License-Identifier: MIT OR Apache-2.0
//! Renderings of a tree that the library does not need: JSON for programs, SVG for people.

pub(crate) mod json;
mod layout;
pub(crate) mod svg;
