// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that the processes of a node share ([`memory_file`]), and the protocols in it: segments of long messages
//! ([`node_memory`]), short messages ([`word_memory`]), barriers and phases ([`phase_memory`]), words that each process
//! publishes for the others ([`status_table`]). Waiting processes sleep ([`sleep`]) and check that the others are
//! [`alive`].

pub mod alive;
pub mod memory_file;
#[cfg(all(loom, test))]
mod model;
pub mod node_memory;
pub mod phase_memory;
pub mod proc_stat;
pub mod signals;
pub mod sleep;
pub mod status_table;
pub mod word_memory;
