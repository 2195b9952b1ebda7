// SPDX-License-Identifier: MIT OR Apache-2.0
//! A barrier in which ranks sleep, made of the native nonblocking one (`HSPLIT_WAIT`).

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::time::Duration;

use mpi_sys::{MPI_Comm, MPI_Request};

use super::constants::SUCCESS;
use super::sleeping_wait::complete;
use super::symbol::Optional;

/// Duration of the first sleep.
const SHORTEST: Duration = Duration::from_micros(1);

type Ibarrier = unsafe extern "C-unwind" fn(MPI_Comm, *mut MPI_Request) -> c_int;

/// Waits for all ranks, sleeping at most `longest` at a time, with doubling durations. Returns the code for the
/// program; `None` if the MPI has no nonblocking barrier.
///
/// # Safety
/// The handle is a communicator that the program has passed in a call that has not returned.
pub unsafe fn barrier(comm: MPI_Comm, longest: Duration) -> Option<c_int> {
    static SYMBOL: Optional = Optional::of_the_mpi(c"PMPI_Ibarrier");
    // SAFETY: MPI 3.0 gives the function of this name these parameters. A NULL address becomes `None`.
    let begin = unsafe { std::mem::transmute::<*mut c_void, Option<Ibarrier>>(SYMBOL.function()) }?;
    // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below writes
    // it.
    let mut request: MPI_Request = unsafe { std::mem::zeroed() };
    // SAFETY: the communicator is the program's, by this function's contract; `request` is a local.
    let code = unsafe { begin(comm, &raw mut request) };
    if code != SUCCESS {
        return Some(code);
    }
    let nap = Cell::new(SHORTEST);
    let waited = complete(request, || {
        std::thread::sleep(nap.get());
        nap.set((nap.get() * 2).min(longest));
    });
    Some(waited.map_or_else(|failure| failure.code, |()| SUCCESS))
}
