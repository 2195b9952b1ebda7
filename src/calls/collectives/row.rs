// SPDX-License-Identifier: MIT OR Apache-2.0
//! A row of bytes that streams come into and go out of: the data of every call that passes data on.

use std::ffi::c_int;

use super::{Hierarchy, WINDOW};
use crate::collectives::copying;
use crate::collectives::streams::Streams;
use crate::collectives::transport::{Done, Transport};
use crate::pmpi::Failure;
use crate::pmpi::constants::byte;
use crate::pmpi::transfer::Transfer;

/// The part of the row that is in this rank's memory.
pub struct Row {
    /// Keeps memory that is not the program's.
    transfer: Transfer,
    /// Where that part begins in memory.
    memory: *mut u8,
    /// And in the row.
    offset: usize,
}

impl Row {
    /// A row in the program's memory.
    pub fn at(on: &Hierarchy, memory: *mut u8, offset: usize) -> Result<Self, Failure> {
        Ok(Self { transfer: Transfer::new(on.private()?), memory, offset })
    }

    /// `bytes` bytes of a row in memory of its own.
    pub fn apart(on: &Hierarchy, bytes: usize, offset: usize) -> Result<Self, Failure> {
        let mut transfer = Transfer::new(on.private()?);
        let memory = transfer.room(bytes);
        Ok(Self { transfer, memory, offset })
    }

    /// Where a place of the row is in memory.
    pub fn address(&self, place: usize) -> *mut u8 {
        self.memory.wrapping_add(place.wrapping_sub(self.offset))
    }

    /// Carries the streams to their ends.
    ///
    /// # Safety
    /// All their segments are in this rank's part of the row.
    pub unsafe fn carry(&mut self, streams: &Streams) -> Result<(), Failure> {
        copying::run(streams, WINDOW, &mut Carrier { row: self, streams })
    }
}

struct Carrier<'a> {
    row: &'a mut Row,
    streams: &'a Streams,
}

impl Transport for Carrier<'_> {
    type Error = Failure;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let from = &self.streams.receives[stream];
        let (address, length) = (self.row.address(from.segments[segment].start), from.segments[segment].len());
        // SAFETY: the segment is in memory, by the promise of `carry`.
        unsafe { self.row.transfer.receive(address.cast(), length as c_int, byte(), from.peer, Done::Received { stream, segment }) }
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let to = &self.streams.sends[stream];
        let (address, length) = (self.row.address(to.segments[segment].start), to.segments[segment].len());
        // SAFETY: as above; what has come is not changed any more.
        unsafe { self.row.transfer.send(address.cast(), length as c_int, byte(), to.peer, Done::Sent { stream, segment }) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.row.transfer.wait(done)
    }
}
