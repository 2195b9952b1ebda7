// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's names of the functions whose messages are counted, from the table of hsplit-generate, as those in C
//! (`capi::monitored`).
//!
//! The Fortran of MPICH and Intel MPI makes the public C calls, which count, except for the functions without a buffer
//! in mpi_f08. Open MPI's calls `PMPI_` functions. Thus exactly one entry counts a call under each of them.

use std::ffi::CStr;
use std::marker::PhantomData;

use super::arguments::put;
use super::next::{Out, before_a_tool};
use crate::capi::monitored::{Asked, Hook, timed, times};
use hsplit_calls::active;
use hsplit_calls::error::Error;
use hsplit_calls::monitor::Function;
use hsplit_mpi::fortran::are_passed_on;
use hsplit_mpi::symbol::Optional;

/// The entries. For each function: its type, the body that all of its names share, and the names. Functions with a
/// buffer are in `buffers`, others in `plain`; `spellings` has the names without the suffix of mpi_f08.
///
/// Every `unsafe` there has the same reasons. A function of a name takes these arguments in every MPI's Fortran:
/// references, and buffers by their address. It gets the arguments with which the program has called the entry, during
/// this call. `ierr` is NULL if it is left out, otherwise an INTEGER of the program. The code that counts gets handles,
/// numbers, and arrays of the standard's length. It runs only if the library is not disabled, so that the handles are
/// of the MPI for which this library was built. Before the native call has accepted a handle, the handle is only
/// compared.
#[allow(
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    clippy::too_many_arguments,
    reason = "generated, and described above"
)]
mod generated {
    #[cfg(mpi_family = "openmpi")]
    #[rustfmt::skip]
    mod buffers;
    #[rustfmt::skip]
    mod plain;
    #[cfg(mpi_family = "openmpi")]
    #[rustfmt::skip]
    mod spellings;
}

/// The names that the entries use.
mod prelude {
    pub(super) use super::Next;
    #[cfg(mpi_family = "openmpi")]
    pub(super) use super::{Spelled, spelled};
    pub use crate::capi::fortran::next::{Data, In, Out};
    pub use crate::capi::monitored::{
        Before, Collectives, Communicators, Frees, Later, Now, Started, Starts, Time, Waits, Windows,
    };
    #[cfg(mpi_family = "openmpi")]
    pub use crate::capi::monitored::{Once, P2p, Receives, Rma, Sent};
    pub use hsplit_calls::monitor;
    pub use hsplit_mpi::arrays::Requests;
    #[cfg(mpi_family = "openmpi")]
    pub use hsplit_mpi::arrays::{Counts, Datatypes};
    pub use hsplit_mpi::fortran::comm_of;
    #[cfg(mpi_family = "openmpi")]
    pub use hsplit_mpi::fortran::{buffer_of, datatype_of, op_of, win_of};
    #[cfg(mpi_family = "openmpi")]
    pub use hsplit_mpi::raw::Count;
}

/// The function that the program would call by a name without this library, and the features that need its calls.
struct Next<F, A> {
    symbol: Optional,
    times: Function,
    kind: PhantomData<(F, A)>,
}

/// A function by the names of compilers: with one and two underscores, and in capitals.
#[cfg(mpi_family = "openmpi")]
type Spelled<F, A> = [Next<F, A>; 3];

/// The names.
#[cfg(mpi_family = "openmpi")]
const fn spelled<F: Copy, A: Asked>(names: [&'static CStr; 3]) -> Spelled<F, A> {
    [Next::new(names[0]), Next::new(names[1]), Next::new(names[2])]
}

impl<F: Copy, A: Asked> Next<F, A> {
    /// The function of this name in Fortran.
    const fn new(name: &'static CStr) -> Self {
        Self { symbol: Optional::next(name), times: times::<A>(name), kind: PhantomData }
    }

    /// Makes the native call, and counts it by the enabled features.
    ///
    /// # Safety
    /// The function of this name has the type `F`. `ierr` is NULL, or an INTEGER of the program's.
    #[inline(always)]
    unsafe fn call(&self, ierr: Out, native: impl Fn(F, Out) + Copy, hook: impl Hook) {
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        let Some(next) = (unsafe { self.symbol.get() }) else {
            // SAFETY: `ierr` is NULL or valid, by this function's contract.
            return unsafe { put(ierr, Error::WrongMpi.class()) };
        };
        if !active::asks(A::KINDS | active::TIMED) || are_passed_on() {
            return native(next, ierr);
        }
        let counted = move || {
            // In place of `ierr`, which may be left out.
            let mut code = 0;
            let _in_fortran = before_a_tool(&self.symbol, || self.times.id);
            native(next, &raw mut code);
            code
        };
        let code = timed::<A>(self.times, (&raw const *self).addr(), counted, hook);
        // SAFETY: as above.
        unsafe { put(ierr, code) };
    }
}
