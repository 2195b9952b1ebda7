// SPDX-License-Identifier: MIT OR Apache-2.0
//! Networks found by latency, against hierarchies that are known beforehand.

mod grouping;
mod levels;
mod probe;
mod survey;
mod text;
