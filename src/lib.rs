// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits MPI communicators along the hardware hierarchy.
//!
//! This package is what touches MPI: `capi` holds the exported names, `calls` what each call does, `pmpi` is the only
//! place that calls `PMPI_*`. Places and splits are in `hsplit-core`, collective operations in `hsplit-collectives`, what
//! asks the operating system in `hsplit-host`.

mod calls;
mod capi;
mod error;
mod pmpi;
mod split_types;
