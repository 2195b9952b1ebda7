// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages between two ranks that measure a link. A waiting rank yields after each poll.

use std::ffi::{c_int, c_void};
use std::time::Duration;

use mpi_sys::{MPI_Comm, MPI_Request};

use super::clock::Moment;
use super::constants::byte;
use super::sleeping_wait::complete;
use super::{Comm, Failure, checked, functions};
use hsplit_core::communicator::Communicator;

/// Number of uncounted round trips: the first message between two processes sets up their connection.
const WARM_UP: usize = 3;
/// Minimum number of counted round trips, for a median.
const LEAST: usize = 9;
/// Maximum number of counted round trips.
const MOST: usize = 40;
/// No more round trips after this time, once the minimum is reached.
const LONG_ENOUGH: Duration = Duration::from_millis(40);
/// Sent to the answering process: another round trip follows, or none does.
const GO_ON: u8 = 1;
const STOP: u8 = 0;
/// The tag on a communicator that has no other messages.
const TAG: c_int = 0x4853;

/// The destination of messages to another rank: its rank in a communicator, and a tag there. The communicator is valid
/// as long as the value that returned this.
pub struct Line {
    /// The communicator.
    pub comm: MPI_Comm,
    /// The rank of the other process there.
    pub peer: c_int,
    /// The tag.
    pub tag: c_int,
}

/// Ranks that send each other messages.
pub trait Pairs {
    /// This rank.
    fn own(&self) -> u32;

    /// Returns the destination of messages to another rank.
    fn line(&self, other: u32) -> Line;

    /// Measures some round trips of one byte between this rank and another one, in microseconds. Both call this; the
    /// lower rank gets the times, the higher one answers and gets none.
    ///
    /// # Errors
    /// A native call fails.
    fn round_trips(&self, other: u32) -> Result<Vec<f64>, Failure> {
        let mut times = vec![];
        if self.own() > other {
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
    ///
    /// # Errors
    /// A native call fails.
    fn send(&self, to: u32, word: u8) -> Result<(), Failure> {
        let Line { comm, peer, tag } = self.line(to);
        // SAFETY: the communicator is valid as long as `self`. MPI reads the one byte of `word` during the call only.
        let code = unsafe { functions::PMPI_Send((&raw const word).cast(), 1, byte(), peer, tag, comm) };
        checked("PMPI_Send", code)
    }

    /// Receives a byte.
    ///
    /// # Errors
    /// A native call fails.
    fn receive(&self, from: u32) -> Result<u8, Failure> {
        let mut word = 0_u8;
        let buffer = &raw mut word;
        // SAFETY: `buffer` has one byte, and `complete` waits for the request before the byte is read or dropped.
        complete(unsafe { self.begin_receive(buffer.cast(), 1, from)? }, std::thread::yield_now)?;
        // SAFETY: `word` was a byte before, and the message has written one.
        Ok(unsafe { buffer.read() })
    }

    /// Begins to send bytes.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// The bytes do not change until the request is complete.
    unsafe fn begin_send(&self, bytes: &[u8], to: u32) -> Result<MPI_Request, Failure> {
        let Line { comm, peer, tag } = self.line(to);
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // writes it.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        let (data, count) = (bytes.as_ptr().cast(), bytes.len() as c_int);
        // SAFETY: the communicator is valid as long as `self`. The slice has `bytes.len()` bytes, and does not change
        // until the request is complete, by this function's contract.
        let code = unsafe { functions::PMPI_Isend(data, count, byte(), peer, tag, comm, &raw mut request) };
        checked("PMPI_Isend", code)?;
        Ok(request)
    }

    /// Begins to receive `bytes` bytes.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// `scratch` has this capacity, and nothing else uses it, until the request is complete.
    unsafe fn begin_receive(&self, scratch: *mut c_void, bytes: usize, from: u32) -> Result<MPI_Request, Failure> {
        let Line { comm, peer, tag } = self.line(from);
        // SAFETY: a request is a number or a pointer under every MPI, and zeros are valid for both. The call below
        // writes it.
        let mut request: MPI_Request = unsafe { std::mem::zeroed() };
        let count = bytes as c_int;
        // SAFETY: the communicator is valid as long as `self`. `scratch` has the capacity for `bytes` bytes until the
        // request is complete, by this function's contract.
        let code = unsafe { functions::PMPI_Irecv(scratch, count, byte(), peer, tag, comm, &raw mut request) };
        checked("PMPI_Irecv", code)?;
        Ok(request)
    }
}

impl Pairs for Comm {
    fn own(&self) -> u32 {
        self.rank()
    }

    fn line(&self, other: u32) -> Line {
        Line { comm: self.handle(), peer: other as c_int, tag: TAG }
    }
}
