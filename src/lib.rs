// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits MPI communicators along the hardware hierarchy.
//!
//! The library itself: `capi` has the exported names, and `calls` what each call does. All calls of `PMPI_*` are in
//! `hsplit-mpi`, places and splits in `hsplit-core`, collective operations in `hsplit-collectives`, and calls of the
//! operating system in `hsplit-host`.

// What counts is there without those that call it.
#![cfg_attr(not(feature = "monitor"), allow(dead_code, unused_imports))]

mod calls;
mod capi;
mod error;
mod split_types;
