// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits MPI communicators along the hardware hierarchy.
//!
//! The core — places, levels, the split plan — knows no MPI, no hwloc and no `unsafe`. `source` finds out where
//! processes are, `pmpi` is the only place that calls `PMPI_*`, `capi` holds the exported names.

#[cfg(any(feature = "cli", feature = "bench"))]
pub mod chart;
pub mod collectives;
#[cfg(any(feature = "cli", feature = "bench"))]
pub mod command;
pub mod communicator;
pub mod device;
pub mod exchange;
pub mod hash;
pub mod hierarchy;
pub mod latency;
pub mod level;
pub mod logger;
pub mod machine;
pub mod memory_file;
pub mod min_level;
pub mod model;
pub mod name;
pub mod network;
pub mod node_memory;
pub mod place;
pub mod random;
pub mod ranks;
pub mod request;
pub mod room;
pub mod schedule;
pub mod settings;
pub mod source;
pub mod split;
pub mod tree;

#[cfg(feature = "mpi")]
pub mod calls;
#[cfg(feature = "mpi")]
pub mod capi;
#[cfg(feature = "mpi")]
pub mod error;
#[cfg(feature = "mpi")]
pub mod pmpi;
#[cfg(feature = "mpi")]
pub mod split_types;
