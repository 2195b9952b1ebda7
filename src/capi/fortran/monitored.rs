// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's names of the functions whose messages are counted, from the table of hsplit-generate, as those in C
//! (`capi::monitored`).
//!
//! MPICH's and Intel MPI's Fortran makes the public C calls, which count, but for the functions without a buffer in
//! mpi_f08. Open MPI's calls `PMPI_` functions. So one entry counts a call under each of them.

use std::ffi::CStr;
use std::marker::PhantomData;

use super::arguments::put;
use super::next::Out;
use crate::capi::monitored::{Asked, Hook, timed, times};
use hsplit_calls::active;
use hsplit_calls::error::Error;
use hsplit_calls::monitor::Function;
use hsplit_mpi::symbol::Optional;

/// The entries. For each function: its type, the body that all of its names share, and the names. Functions with a
/// buffer are in `buffers`, others in `plain`; `spellings` has the names without the suffix of mpi_f08.
///
/// Every `unsafe` there has the same reasons. A function of a name takes these arguments in every MPI's Fortran:
/// references, and buffers by their address. It gets those with which the program has called the entry, while that call
/// lasts. `ierr` is NULL where it is left out, else an INTEGER of the program's. What counts gets handles, numbers, and
/// arrays as long as the standard says. It is asked only where the library does not step aside, so that the handles are
/// of the MPI that this library was built for. Before the native call has taken a handle, it is compared, and nothing
/// else is done with it.
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

/// What the entries use.
mod prelude {
    pub(super) use super::Next;
    #[cfg(mpi_family = "openmpi")]
    pub(super) use super::{Spelled, spelled};
    pub use crate::capi::fortran::next::{Data, In, Out};
    pub use crate::capi::monitored::{
        Before, Collectives, Communicators, Later, Now, Once, Starts, Time, Waits, Windows,
    };
    #[cfg(mpi_family = "openmpi")]
    pub use crate::capi::monitored::{P2p, Receives, Rma, Sent};
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

/// The function that the program would call under a name without this library, and what asks for its calls.
struct Next<F, A> {
    symbol: Optional,
    times: Function,
    kind: PhantomData<(F, A)>,
}

/// A function under the names that compilers give it: with no, one and two underscores, and in capitals.
#[cfg(mpi_family = "openmpi")]
type Spelled<F, A> = [Next<F, A>; 4];

/// The names.
#[cfg(mpi_family = "openmpi")]
const fn spelled<F: Copy, A: Asked>(names: [&'static CStr; 4]) -> Spelled<F, A> {
    [Next::new(names[0]), Next::new(names[1]), Next::new(names[2]), Next::new(names[3])]
}

impl<F: Copy, A: Asked> Next<F, A> {
    /// The function of this name in Fortran.
    const fn new(name: &'static CStr) -> Self {
        Self { symbol: Optional::next(name), times: times::<A>(name), kind: PhantomData }
    }

    /// Makes the native call, counted as is asked for.
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
        if !active::asks(A::KINDS | active::TIMED) {
            return native(next, ierr);
        }
        let counted = move || {
            // In place of `ierr`, which may be left out.
            let mut code = 0;
            native(next, &raw mut code);
            code
        };
        let code = timed::<A>(self.times, (&raw const *self).addr(), counted, hook);
        // SAFETY: as above.
        unsafe { put(ierr, code) };
    }
}
