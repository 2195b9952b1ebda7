// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits MPI communicators along the hardware hierarchy.
//!
//! The library itself: `capi` has the exported names, `calls` what each call does, and `pmpi` all calls of `PMPI_*`.
//! Places and splits are in `hsplit-core`, collective operations in `hsplit-collectives`, and calls of the
//! operating system in `hsplit-host`.

// What counts is there without those that call it.
#![cfg_attr(not(feature = "monitor"), allow(dead_code, unused_imports))]

mod calls;
mod capi;
mod error;
mod pmpi;
mod split_types;
