// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's names of the topology calls, from the table of hsplit-generate, as those in C (`capi::topology`).
//!
//! A LOGICAL is true if it is not 0, which every compiler accepts. MPICH's mpif.h and mpi make the public C calls and
//! are not handled here; its mpi_f08 and all of Open MPI's interfaces call `PMPI_` functions.

use std::ffi::c_int;

use mpi_sys::MPI_Comm;

use super::arguments::{put, put_comm};
use super::next::{Next, Out, before_a_tool};
use crate::capi::topology::{Topology, made};
use hsplit_calls::error::Error;
use hsplit_calls::function_id::FunctionId;
use hsplit_mpi::constants::comm_self;
use hsplit_mpi::fortran::are_passed_on;
use hsplit_mpi::native::{BUILT_FOR, Family};

/// The entries. For each function: its type, the body that all of its names share, and the names.
///
/// Every `unsafe` there has the same reasons. A function of a name takes these arguments in every MPI's Fortran:
/// references. It gets the arguments with which the program has called the entry, during this call, except `reorder`,
/// which may be false in any call. The arrays have the standard's length. `ierr` is NULL if it is left out, otherwise
/// an INTEGER of the program. The structure of a call reads its arguments only if the feature is enabled, and therefore
/// only if the library is not disabled: the handles are of the MPI for which this library was built.
#[allow(
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    clippy::too_many_arguments,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    mod entries;
}

/// The names that the entries use.
mod prelude {
    pub(super) use super::NO;
    pub use crate::capi::fortran::next::{Data, In, Next, Out, Spelled, spelled};
    pub use hsplit_calls::reorder::topology::{self as calls, Output, call, edges, side};
    pub use hsplit_mpi::fortran::{comm_of, info_of, weights_of};
}

/// A LOGICAL that is false.
static NO: hsplit_mpi::fortran::Fint = 0;

impl<F: Copy> Next<F> {
    /// Makes a call. `output`: the INTEGER for the new communicator, if the call makes one.
    ///
    /// # Safety
    /// The function of this name has the type `F`. `ierr` is NULL, or an INTEGER of the program's, and so is `output`.
    /// The rest is as for [`Topology::make`], where something is asked.
    unsafe fn topology<C: Topology>(
        &self,
        name: &'static str,
        ierr: Out,
        output: Out,
        native: impl Fn(F, bool, Out),
        call: impl FnOnce(*mut MPI_Comm) -> C,
    ) {
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        let next = unsafe { self.symbol.get() };
        let is_here = self.is_f08 || BUILT_FOR == Family::OpenMpi;
        if !is_here || are_passed_on() {
            return match next {
                Some(next) => native(next, true, ierr),
                // SAFETY: `ierr` is NULL or valid, by this function's contract.
                None => unsafe { put(ierr, Error::WrongMpi.class()) },
            };
        }
        let native = |wanted: bool| match next {
            Some(next) => {
                // In place of `ierr`, which may be left out.
                let mut code = 0;
                let _in_fortran = before_a_tool(&self.symbol, || FunctionId::of(name));
                native(next, wanted, &raw mut code);
                code
            }
            None => Error::WrongMpi.class(),
        };
        // SAFETY: by this function's contract.
        let code = unsafe { with_comm(output, |newcomm| made(name, native, || call(newcomm))) };
        // SAFETY: `ierr` is NULL or valid, by this function's contract.
        unsafe { put(ierr, code) };
    }
}

/// Makes a call whose result may be a communicator. If the native function has made it, it is already written to the
/// program.
///
/// # Safety
/// `output` is a reference to an INTEGER, or the call makes no communicator.
unsafe fn with_comm(output: Out, make: impl FnOnce(*mut MPI_Comm) -> c_int) -> c_int {
    // No call gives this one.
    let mut new = comm_self();
    let code = make(&raw mut new);
    if new.0 != comm_self().0 {
        // SAFETY: a reference to an INTEGER, by this function's contract.
        unsafe { put_comm(output, new) };
    }
    code
}
