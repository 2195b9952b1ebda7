// SPDX-License-Identifier: MIT OR Apache-2.0
//! The predicted cost of collective operations.
//!
//! The model is the parameterised LogP of Kielmann et al. ("Network performance-aware collective communication for
//! clustered wide area systems", 2001), as Steffenel uses it ("A framework for adaptive collective communications on
//! heterogeneous hierarchical networks", §2.2): a message of m bytes occupies its sender for the gap g(m) and arrives
//! the latency L after that. Each process has one port for sending and one for receiving, which work at the same time.
//! Times are in seconds, sizes in bytes.
//!
//! [`parameters`] are measured at the sizes that [`size_sampling`] selects and stored as [`text`]; a [`matrix`] of
//! latencies gives some, too. Each operation has its strategies, [`broadcast`] those of the paper's Table 1. The time
//! of a strategy is a formula of a [`case`]; tests compare it with the clock of [`crate::timing`], message by message.
//! [`segments`] computes the length of segments, [`choice`] the best strategy.

pub mod broadcast;
pub(crate) mod case;
pub mod choice;
pub mod matrix;
pub mod parameters;
pub(crate) mod personalised;
#[cfg(test)]
mod properties;
pub(crate) mod reduction;
pub(crate) mod segments;
#[cfg(test)]
mod sequence;
pub mod size_sampling;
pub mod text;
pub(crate) mod trees;
#[cfg(test)]
mod worked_examples;
