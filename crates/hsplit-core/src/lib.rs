// SPDX-License-Identifier: MIT OR Apache-2.0
//! The core of libhsplit: where processes are, and which communicators a split gives them.
//!
//! A [`place`] is the path of hardware [`level`]s that a process's binding lies inside; [`machine`] turns a node's
//! objects into such paths, [`network`] the switches above it, and a [`position`] its coordinates there; [`cpus`] are
//! sets of a node's processing units, some of which have names ([`region`]), and [`memory`] is near them. A [`request`]
//! is what one rank asks of a [`split`], which begins with one [`exchange`] through the trait
//! [`communicator::Communicator`]; [`criteria`] lead it to another level than the next one. [`hierarchy`] and [`tree`]
//! show what came out. A [`shape`] says which ranks work in a phase, and an [`election`] finds them on a node. A
//! [`partition`] cuts a network that is no tree. Nothing here knows MPI, hwloc or the environment.
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
pub mod visible;
