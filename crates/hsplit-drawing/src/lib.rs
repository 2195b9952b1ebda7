// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pictures as SVG: the elements of a [`page`], and a matrix as a [`Heatmap`]. Used by the command `hsplit`, and by the
//! library for the matrix of a run.
#![forbid(unsafe_code)]

mod heatmap;
mod page;

pub use heatmap::{Boundaries, Heatmap, by_hierarchy, positions};
pub use page::{LETTER, LINE, MARGIN, char_width, cut, frame, page, text};
