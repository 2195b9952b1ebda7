// SPDX-License-Identifier: MIT OR Apache-2.0
//! Networks found by latency, compared with known hierarchies.

mod grouping;
mod levels;
mod probe;
mod survey;
mod text;
