// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waits that leave the processor to other processes.
//!
//! MPIs poll while they wait, and some never yield. While latencies are measured, processes that do not measure sleep,
//! and processes that wait for an answer yield after each poll. Otherwise the measurement would include the scheduler
//! on nodes with more processes than cores.

use std::ffi::c_int;
use std::time::Duration;

use mpi_sys::MPI_Request;

use super::clock::IS_SIMULATED;
use super::constants::{byte, status_ignore};
use super::{Comm, Failure, checked, functions};

/// Sleep between two polls of a process that only waits.
pub(super) const NAP: Duration = Duration::from_millis(1);

impl Comm {
    /// Sends `bytes` from rank 0 to all ranks, which sleep while they wait. The others pass a buffer of that length.
    fn broadcast_sleeping(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // writes it.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. The slice is borrowed until this returns, when
        // `complete` has waited for the request.
        let code = unsafe {
            functions::PMPI_Ibcast(
                bytes.as_mut_ptr().cast(),
                bytes.len() as c_int,
                byte(),
                0,
                self.handle(),
                &raw mut request,
            )
        };
        checked("PMPI_Ibcast", code)?;
        complete(request, || std::thread::sleep(NAP))
    }

    /// Returns the text of rank 0 at every rank. Ranks sleep while they wait. Bytes that are not UTF-8 give an empty
    /// text. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn tell_sleeping(&self, text: String) -> Result<String, Failure> {
        let mut bytes = text.into_bytes();
        let mut length = (bytes.len() as u64).to_le_bytes();
        self.broadcast_sleeping(&mut length)?;
        bytes.resize(u64::from_le_bytes(length) as usize, 0);
        // (Open MPI 4 refuses to broadcast nothing from a vector without memory.)
        if !bytes.is_empty() {
            self.broadcast_sleeping(&mut bytes)?;
        }
        Ok(String::from_utf8(bytes).unwrap_or_default())
    }
}

/// Polls until the request is complete, with a pause after each poll. If time is simulated, it blocks.
pub(super) fn complete(mut request: MPI_Request, pause: impl Fn()) -> Result<(), Failure> {
    if IS_SIMULATED {
        // SAFETY: the caller has started the request and passes its ownership.
        return checked("PMPI_Wait", unsafe { functions::PMPI_Wait(&raw mut request, status_ignore()) });
    }
    loop {
        let mut done = 0;
        // SAFETY: the caller has started the request and passes its ownership. The loop ends when it is complete.
        // `done` is a local.
        checked("PMPI_Test", unsafe { functions::PMPI_Test(&raw mut request, &raw mut done, status_ignore()) })?;
        if done != 0 {
            return Ok(());
        }
        pause();
    }
}
