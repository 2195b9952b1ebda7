// SPDX-License-Identifier: MIT OR Apache-2.0
//! Renderings of a tree that the library does not need: JSON for programs, SVG for people.

pub mod json;
mod layout;
pub mod svg;
