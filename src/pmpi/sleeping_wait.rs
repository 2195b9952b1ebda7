// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waits that leave the processor to other processes.
//!
//! MPIs poll while they wait, and some never yield. While latencies are measured, processes that have nothing to
//! measure sleep, and those that wait for an answer yield after each poll. Otherwise the scheduler would be measured on
//! nodes with more processes than cores.

use std::ffi::{c_int, c_void};
use std::time::Duration;

use mpi_sys::MPI_Request;

use super::clock::{IS_SIMULATED, Moment};
use super::constants::{byte, status_ignore};
use super::{Comm, Failure, checked, functions};

/// How long a process that only waits sleeps between two polls.
const NAP: Duration = Duration::from_millis(1);
/// Round trips that are not counted: the first message between two processes sets up their connection.
const WARM_UP: usize = 3;
/// The least round trips that count, for a median.
const LEAST: usize = 9;
/// The most round trips that count.
const MOST: usize = 40;
/// No more round trips after this time, once there are enough.
const LONG_ENOUGH: Duration = Duration::from_millis(40);
/// Sent to the process that answers: another round trip follows, or none does.
const GO_ON: u8 = 1;
const STOP: u8 = 0;
const TAG: c_int = 0x4853;

impl Comm {
    /// Sends `bytes` from rank 0 to all ranks, which sleep while they wait. The others pass a buffer of that length.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn broadcast_sleeping(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // fills it in.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. The slice is borrowed until this returns, and
        // `complete` has waited for the request then.
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

    /// The text of rank 0 at every rank. Ranks sleep while they wait. Bytes that are no UTF-8 give an empty text.
    ///
    /// # Errors
    /// What the native MPI reports.
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

    /// The times of some round trips of a byte between this rank and another one, in microseconds. Both call this; the
    /// lower rank has the times, the higher one answers and has none.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn round_trips(&self, other: u32) -> Result<Vec<f64>, Failure> {
        use hsplit_core::communicator::Communicator;
        let mut times = vec![];
        if self.rank() > other {
            while self.receive(other)? == GO_ON {
                self.send(other, GO_ON)?;
            }
            return Ok(times);
        }
        let begin = Moment::now();
        for trip in 0..WARM_UP + MOST {
            let start = Moment::now();
            self.send(other, GO_ON)?;
            self.receive(other)?;
            if trip >= WARM_UP {
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
            if times.len() >= LEAST && begin.elapsed() > LONG_ENOUGH {
                break;
            }
        }
        self.send(other, STOP)?;
        Ok(times)
    }

    /// Sends a byte.
    pub(super) fn send(&self, to: u32, word: u8) -> Result<(), Failure> {
        // SAFETY: the handle is valid by the invariant of `Comm`. MPI reads the one byte of `word`, and is done with it
        // when the call returns.
        let code =
            unsafe { functions::PMPI_Send((&raw const word).cast(), 1, byte(), to as c_int, TAG, self.handle()) };
        checked("PMPI_Send", code)
    }

    /// Receives a byte.
    pub(super) fn receive(&self, from: u32) -> Result<u8, Failure> {
        let mut word = 0_u8;
        let buffer = &raw mut word;
        // SAFETY: `buffer` has room for the one byte, and `complete` waits for the request before it is read or
        // dropped.
        complete(unsafe { self.begin_receive(buffer.cast(), 1, from)? }, std::thread::yield_now)?;
        // SAFETY: `word` was a byte before, and the message has written one.
        Ok(unsafe { buffer.read() })
    }

    /// Begins to send bytes.
    ///
    /// # Safety
    /// The bytes stay as they are until the request is complete.
    pub(super) unsafe fn begin_send(&self, bytes: &[u8], to: u32) -> Result<MPI_Request, Failure> {
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // fills it in.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. The slice has `bytes.len()` bytes, and stays until
        // the request is complete by this function's contract.
        let code = unsafe {
            functions::PMPI_Isend(
                bytes.as_ptr().cast(),
                bytes.len() as c_int,
                byte(),
                to as c_int,
                TAG,
                self.handle(),
                &raw mut request,
            )
        };
        checked("PMPI_Isend", code)?;
        Ok(request)
    }

    /// Begins to receive `bytes` bytes.
    ///
    /// # Safety
    /// `scratch` has room for them until the request is complete, and is not used until then.
    pub(super) unsafe fn begin_receive(
        &self,
        scratch: *mut c_void,
        bytes: usize,
        from: u32,
    ) -> Result<MPI_Request, Failure> {
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // fills it in.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid by the invariant of `Comm`. `scratch` has room for `bytes` bytes until the
        // request is complete, by this function's contract.
        let code = unsafe {
            functions::PMPI_Irecv(scratch, bytes as c_int, byte(), from as c_int, TAG, self.handle(), &raw mut request)
        };
        checked("PMPI_Irecv", code)?;
        Ok(request)
    }
}

/// Polls until the request is complete, with a pause after each poll. Where time is simulated, it waits.
pub(super) fn complete(mut request: MPI_Request, pause: impl Fn()) -> Result<(), Failure> {
    if IS_SIMULATED {
        // SAFETY: the caller has started the request and hands it over.
        return checked("PMPI_Wait", unsafe { functions::PMPI_Wait(&raw mut request, status_ignore()) });
    }
    loop {
        let mut done = 0;
        // SAFETY: the caller has started the request and hands it over, and the loop ends when it is done. `done` is a
        // local.
        checked("PMPI_Test", unsafe { functions::PMPI_Test(&raw mut request, &raw mut done, status_ignore()) })?;
        if done != 0 {
            return Ok(());
        }
        pause();
    }
}
