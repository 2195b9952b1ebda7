// SPDX-License-Identifier: MIT OR Apache-2.0
//! The core of libhsplit: the places of processes, and the communicators that a split gives them. It uses no MPI, no
//! hwloc and no environment variables.
//!
//! - Hardware: a [`place`] is the path of hardware [`level`]s around a process's binding. [`machine`] computes such
//!   paths from the objects of a node, [`network`] the switches above the node, [`position`] the coordinates in a
//!   torus. [`cpus`] are sets of processing units; [`region`]s are named sets; [`memory`] is the memory near them.
//! - Splits: a [`request`] is one rank's arguments of a [`split`]. Every split begins with one [`exchange`] over the
//!   trait [`communicator::Communicator`]. [`criteria`] select a level other than the next one; a [`partition`] cuts a
//!   network that is no tree. [`hierarchy`] and [`tree`] describe and draw the result.
//! - Phases: a [`shape`] selects the ranks that work in a phase, and an [`election`] computes them on a node.
#![forbid(unsafe_code)]

pub mod communicator;
pub mod cpus;
pub mod criteria;
pub mod device;
pub mod election;
pub mod emulation;
pub mod exchange;
pub mod hash;
pub mod hierarchy;
pub mod latency;
pub mod level;
pub mod machine;
pub mod memory;
pub mod message;
pub mod name;
pub mod near;
pub mod network;
pub mod partition;
pub mod place;
pub mod position;
pub mod random;
pub mod ranks;
pub mod region;
pub mod request;
pub mod routers;
pub mod shape;
pub mod split;
pub mod table;
pub mod target;
pub mod tree;
pub mod units;
mod varint;
pub mod visible;
