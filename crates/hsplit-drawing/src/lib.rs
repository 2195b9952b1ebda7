// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pictures as SVG: what all of them have in common ([`page`]), and a matrix as a [`Heatmap`].
//!
//! The command `hsplit` draws with it, and so does the library, which writes the matrix of a run.
#![forbid(unsafe_code)]

mod heatmap;
mod page;

pub use heatmap::{Boundaries, Heatmap, by_hierarchy, positions};
pub use page::{LETTER, LINE, MARGIN, char_width, cut, frame, page, text};
