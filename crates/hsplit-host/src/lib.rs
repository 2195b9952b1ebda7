// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everything that asks the operating system, hwloc or the environment: the [`source`]s that say where a process is,
//! the [`settings`] of the user, memory that the processes of a node share ([`memory_file`], [`node_memory`]), and the
//! [`logger`].
//!
//! What changes the process: [`affinity`] the masks of threads, [`openmp`] and [`blas`] their numbers, [`rebind`] all of
//! these.

pub mod affinity;
pub mod blas;
mod loader;
pub mod logger;
pub mod memory_file;
pub mod node_memory;
pub mod openmp;
pub mod rebind;
pub mod settings;
pub mod source;
