// SPDX-License-Identifier: MIT OR Apache-2.0
//! A collective operation that some processes may never come to, because they have not loaded the library.

use std::ffi::c_int;
use std::time::{Duration, Instant};

use mpi_sys::MPI_Request;

use super::clock::IS_SIMULATED;
use super::constants::{min, status_ignore, uint64};
use super::{Comm, Failure, checked, functions};

/// For this time the process polls without sleeping, since all processes mostly leave `MPI_Init` together.
const BUSY: Duration = Duration::from_millis(20);
/// How long it sleeps between two polls after that. Shorter sleeps do harm: 32 processes on two processors that wake
/// every 200 us slow the busy ones down for minutes (seen with Open MPI over TCP).
const NAP: Duration = Duration::from_millis(5);

impl Comm {
    /// The smallest of all ranks' numbers, element by element. Collective, but a waiting rank does not block: it calls
    /// `overdue` repeatedly with the elapsed time, and gives up where that returns true.
    ///
    /// `None`: the rank has given up. The operation then stays open for the life of the process, with its memory, and
    /// the others still get this rank's contribution.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn smallest_unless_overdue<const N: usize>(
        &self,
        mine: [u64; N],
        mut overdue: impl FnMut(Duration) -> bool,
    ) -> Result<Option<[u64; N]>, Failure> {
        if IS_SIMULATED {
            // All ranks are in one process, which has loaded the library. (SMPI's nonblocking operations send a message
            // from each rank to each other one: a thousand ranks would begin for minutes.)
            return self.reduce_u64(mine, min()).map(Some);
        }
        let buffers = Box::into_raw(Box::new((mine, [0u64; N])));
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // fills it in.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. Each half of `buffers` holds N numbers. The box is
        // given back only after the operation is complete, and otherwise never.
        let code = unsafe {
            functions::PMPI_Iallreduce(
                (&raw const (*buffers).0).cast(),
                (&raw mut (*buffers).1).cast(),
                N as c_int,
                uint64(),
                min(),
                self.handle(),
                &raw mut request,
            )
        };
        checked("PMPI_Iallreduce", code)?;
        let begin = Instant::now();
        loop {
            let mut done = 0;
            // SAFETY: PMPI_Iallreduce has started the request, and the loop ends when it is done. `done` is a local.
            checked("PMPI_Test", unsafe { functions::PMPI_Test(&raw mut request, &raw mut done, status_ignore()) })?;
            if done != 0 {
                // SAFETY: the operation is complete, so MPI does not use the buffers any more. The pointer is the one
                // of `Box::into_raw` above, and is given back once.
                return Ok(Some(unsafe { Box::from_raw(buffers) }.1));
            }
            let passed = begin.elapsed();
            if overdue(passed) {
                return Ok(None);
            }
            if passed < BUSY { std::thread::yield_now() } else { std::thread::sleep(NAP) }
        }
    }
}
