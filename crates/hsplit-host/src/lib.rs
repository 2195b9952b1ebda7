// SPDX-License-Identifier: MIT OR Apache-2.0
//! All access to the operating system, hwloc and the environment: the [`source`]s of a process's place, the user's
//! variables, the variables of a [`launcher`], the [`logger`], warnings about [`overdue`] work, and the floating-point
//! environment of all of it ([`floating`]).
//!
//! Four modules change the process: [`affinity`] the masks of threads, [`openmp`] and [`blas`] the numbers of threads,
//! [`rebind`] all of these, [`preload`] the environment.

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
