// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everything that asks the operating system, hwloc or the environment: the [`source`]s that say where a process is,
//! the variables of the user, what a [`launcher`] says of a process, memory that the processes of a node share
//! ([`memory_file`], [`node_memory`], [`phase_memory`], [`board`]), on which they [`sleep`] and know which are
//! [`alive`], memory on NUMA nodes ([`numa_memory`]), the [`logger`], what is said of what is [`overdue`], and in which environment all of it computes
//! ([`floating`]).
//!
//! What changes the process: [`affinity`] the masks of threads, [`openmp`] and [`blas`] their numbers, [`rebind`] all
//! of these, [`preload`] the environment.

pub mod affinity;
pub mod alive;
pub mod blas;
pub mod board;
pub mod configuration;
pub mod file_name;
pub mod first_binding;
pub mod floating;
pub mod hwloc;
pub mod launcher;
pub mod loader;
mod local_socket;
mod locale;
pub mod logger;
pub mod memory_file;
#[cfg(all(loom, test))]
mod model;
pub mod node_memory;
pub mod numa_memory;
pub mod openmp;
pub mod overdue;
pub mod own_node;
pub mod phase_memory;
mod pmix;
pub mod preload;
pub(crate) mod proc_stat;
pub mod rebind;
pub mod roster;
mod said;
pub mod shared_file;
pub mod sleep;
pub mod source;
pub mod word_memory;
