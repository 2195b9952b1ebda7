// SPDX-License-Identifier: MIT OR Apache-2.0
//! `libhsplit_quo`: the interface of libquo 1.4 on top of libhsplit, for programs that use it.
//!
//! It is a library of its own, so that a preloaded libhsplit never takes the place of a real libquo. What moves a
//! process or sleeps is libhsplit's, by the C names of `hsplit.h`; what QUO counts, and the rule by which it selects
//! processes, is here. `quo.h` beside it declares the functions, `quo.f90` has them for Fortran.

// Tests leave out what calls MPI, because they are linked with none, and with it most uses of the rest.
#![cfg_attr(test, allow(dead_code))]

mod choice;
mod codes;
mod objects;

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
