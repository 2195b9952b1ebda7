// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits MPI communicators along the hardware hierarchy.
//!
//! The exported names alone. `hsplit-calls` has what each call does, `hsplit-mpi` all calls of `PMPI_*`, `hsplit-core`
//! places and splits, `hsplit-collectives` collective operations, and `hsplit-host` calls of the operating system.

mod capi;
