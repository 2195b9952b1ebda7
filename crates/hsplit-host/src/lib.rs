// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everything that asks the operating system, hwloc or the environment: the [`source`]s that say where a process is,
//! the [`settings`] of the user, memory that the processes of a node share ([`memory_file`], [`node_memory`]), and the
//! [`logger`].

pub mod logger;
pub mod memory_file;
pub mod node_memory;
pub mod settings;
pub mod source;
