// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everything that asks the operating system, hwloc or the environment: the [`source`]s that say where a process is,
//! the variables of the user, what a [`launcher`] says of a process, the [`logger`], what is said of what is
//! [`overdue`], and in which environment all of it computes ([`floating`]).
//!
//! What changes the process: [`affinity`] the masks of threads, [`openmp`] and [`blas`] their numbers, [`rebind`] all
//! of these, [`preload`] the environment.

pub mod affinity;
pub mod blas;
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
pub mod numa_memory;
pub mod openmp;
pub mod overdue;
pub mod own_node;
mod pmix;
pub mod preload;
pub mod rebind;
pub mod roster;
mod said;
pub mod shared_file;
pub mod source;
