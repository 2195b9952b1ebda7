// SPDX-License-Identifier: MIT OR Apache-2.0
//! `libhsplit_quo`: the interface of libquo 1.4 on top of libhsplit, for programs that use it.
//!
//! It is a separate library, so that a preloaded libhsplit never replaces a real libquo. It binds processes and waits
//! through libhsplit, by the C names of `hsplit.h`; QUO's counts, and the rule by which it selects processes, are here.
//! `quo.h` declares the functions, `quo.f90` has them for Fortran.

// Tests are linked without an MPI and leave out all calls of it, and with them most uses of the other functions.
#![cfg_attr(test, allow(dead_code))]

mod choice;
mod codes;
mod objects;

#[cfg(not(test))]
#[path = "../../../src/bcmp.rs"]
mod bcmp;
#[cfg(not(test))]
mod bindings;
#[cfg(not(test))]
mod capi;
#[cfg(not(test))]
mod context;
#[cfg(not(test))]
mod contexts;
#[cfg(not(test))]
mod forward;
#[cfg(not(test))]
mod mpi;
