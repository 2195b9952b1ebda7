// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits MPI communicators along the hardware hierarchy.
//!
//! This crate has only the exported functions. `hsplit-calls` implements each call, `hsplit-mpi` wraps the functions
//! `PMPI_*`, `hsplit-core` has places and splits, `hsplit-collectives` collective operations, and `hsplit-host` calls
//! of the operating system.

#[cfg(not(test))]
mod bcmp;
mod capi;
