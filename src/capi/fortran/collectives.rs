// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's names of the collective calls, from the table of hsplit-generate, as those in C (`capi::collectives`).
//!
//! Buffers may be Fortran's own `MPI_IN_PLACE` and `MPI_BOTTOM`, whose addresses belong to the native MPI. MPICH's
//! Fortran converts them and makes the public C calls, which are not handled here. Open MPI's does not, but its
//! addresses can be looked up. `MPI_BARRIER` has no buffer: MPICH's mpi_f08 calls an internal function for it, so this
//! name is handled here under every MPI.

use super::arguments::put;
use super::next::{Next, Out, before_a_tool};
use crate::capi::collectives::{is_native, kinds, take_over};
use hsplit_calls::active;
use hsplit_calls::collectives::Call;
use hsplit_calls::error::Error;
use hsplit_calls::function_id::FunctionId;
use hsplit_calls::inside::Inside;
use hsplit_calls::monitor::Amount;
use hsplit_collectives::Operation;
use hsplit_mpi::fortran::are_passed_on;
use hsplit_mpi::native::{BUILT_FOR, Family};

/// The entries. For each function: its type, the body that all of its names share, and the names.
///
/// Every `unsafe` there has the same reasons. A function of a name takes these arguments in every MPI's Fortran:
/// references, and buffers by their address. It gets the arguments with which the program has called the entry, during
/// this call. `ierr` is NULL if it is left out, otherwise an INTEGER of the program. The structure and the amount of a
/// call read them only if a feature is enabled, and therefore only if the library is not disabled: the handles are of
/// the MPI for which this library was built.
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
    pub use crate::capi::fortran::next::{Data, In, Next, Out, Spelled, spelled};
    pub use hsplit_calls::collectives::{self as calls, Share, Stretches, blocks, data, each};
    pub use hsplit_calls::monitor;
    pub use hsplit_mpi::arrays::{Counts, Datatypes, Displacements};
    pub use hsplit_mpi::fortran::{buffer_of, comm_of, datatype_of, op_of};
}

impl<F: Copy> Next<F> {
    /// Makes a call. If no feature is enabled for it, the native function gets its arguments.
    ///
    /// # Safety
    /// The function of this name has the type `F`. `ierr` is NULL, or an INTEGER of the program's. The rest is as for
    /// [`take_over`], where something is asked.
    #[inline(always)]
    unsafe fn make<C: Call>(
        &self,
        name: &'static str,
        ierr: Out,
        native: impl Fn(F, Out),
        call: &dyn Fn() -> C,
        amount: &dyn Fn() -> Option<Amount>,
    ) {
        let asked = asked(C::OPERATION, self.is_f08);
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        let next = unsafe { self.symbol.get() };
        if is_native(asked, call) {
            return match next {
                Some(next) => native(next, ierr),
                // SAFETY: `ierr` is NULL or valid, by this function's contract.
                None => unsafe { put(ierr, Error::WrongMpi.class()) },
            };
        }
        let native = || match next {
            Some(next) => {
                // In place of `ierr`, which may be left out.
                let mut code = 0;
                let (_inside, _in_fortran) =
                    (native_inside(asked), before_a_tool(&self.symbol, || FunctionId::of(name)));
                native(next, &raw mut code);
                code
            }
            None => Error::WrongMpi.class(),
        };
        // SAFETY: something is asked only if `is_disabled` is false, so the handles are of the MPI that this library
        // was built for. The rest is the caller's contract.
        let code = unsafe { take_over(asked, name, call, &native, amount) };
        // SAFETY: `ierr` is NULL or valid, by this function's contract.
        unsafe { put(ierr, code) };
    }
}

/// The enabled features of a call that is intercepted here.
fn asked(operation: Operation, is_f08: bool) -> u32 {
    let is_here = BUILT_FOR == Family::OpenMpi || is_f08 && operation == Operation::Barrier;
    let asked = if is_here { active::of_these(kinds(operation)) } else { 0 };
    if asked != 0 && are_passed_on() { 0 } else { asked }
}

/// If native Fortran makes the public C call, the route that was decided here is not decided again there.
fn native_inside(asked: u32) -> Option<Inside> {
    let is_decided = asked & !(active::COLLECTIVES | active::TIMED) != 0;
    (BUILT_FOR != Family::OpenMpi && is_decided).then(Inside::enter)
}
