// SPDX-License-Identifier: MIT OR Apache-2.0
//! A row of bytes: the data of a call that forwards data, into which and from which flows transfer segments.

use std::collections::VecDeque;
use std::ffi::c_int;
use std::sync::Arc;
use std::time::Duration;

use super::memory::Memory;
use super::{Hierarchy, WINDOW};
use hsplit_collectives::Operation;
use hsplit_collectives::forward;
use hsplit_collectives::streams::{Peer, Stream, Streams};
use hsplit_collectives::transport::{Done, Transport};
use hsplit_memory::node_memory::{NodeMemory, Slot, copy};
use hsplit_mpi::Failure;
use hsplit_mpi::transfer::{Message, Transfer};

/// A sleeping rank progresses the program's other messages after this time, which then doubles.
const NAP: Duration = Duration::from_millis(1);
/// Number of doublings.
const LONGEST: u32 = 4;

/// The part of the row that is in this rank's memory.
pub struct Row {
    /// Owns memory that is not the program's.
    transfer: Transfer,
    rank: u32,
    operation: Operation,
    /// The memory that this node's ranks share, if a call has needed it.
    shared: Option<Arc<Memory>>,
    memory: RowMemory,
}

/// The location of the row in memory.
enum RowMemory {
    /// Contiguous memory, which begins at this place of the row.
    Whole(*mut u8, usize),
    /// The address of each share, and the bytes of a share.
    Shares(Vec<*mut u8>, usize),
}

impl RowMemory {
    /// Returns the address of a place of the row.
    fn address(&self, place: usize) -> *mut u8 {
        match self {
            Self::Whole(start, offset) => start.wrapping_add(place.wrapping_sub(*offset)),
            Self::Shares(addresses, share) => addresses[place / share].wrapping_add(place % share),
        }
    }
}

impl Row {
    /// Creates a row in the program's memory.
    pub fn at(on: &Hierarchy, memory: *mut u8, offset: usize) -> Result<Self, Failure> {
        Self::new(on, |_| RowMemory::Whole(memory, offset))
    }

    /// Creates a row of separate shares in the program's memory. No segment has parts of two shares.
    pub fn of_shares(on: &Hierarchy, addresses: Vec<*mut u8>, share: usize) -> Result<Self, Failure> {
        Self::new(on, |_| RowMemory::Shares(addresses, share))
    }

    /// Creates `bytes` bytes of a row in separate memory.
    pub fn apart(on: &Hierarchy, bytes: usize, offset: usize) -> Result<Self, Failure> {
        Self::new(on, |transfer| RowMemory::Whole(transfer.scratch(bytes), offset))
    }

    fn new(on: &Hierarchy, memory: impl FnOnce(&mut Transfer) -> RowMemory) -> Result<Self, Failure> {
        let mut transfer = on.transfer()?;
        let memory = memory(&mut transfer);
        Ok(Self { transfer, rank: on.member.rank, operation: on.operation(), shared: on.known_memory(), memory })
    }

    /// Returns the address of a place of the row.
    pub fn address(&self, place: usize) -> *mut u8 {
        self.memory.address(place)
    }

    /// Returns the messages of this row, and a function for the addresses of its places.
    pub(super) fn parts(&mut self) -> (&mut Transfer, impl Fn(usize) -> *mut u8) {
        let Self { transfer, memory, .. } = self;
        (transfer, |place| memory.address(place))
    }

    /// Transfers the flows completely.
    ///
    /// # Safety
    /// All their segments are in this rank's part of the row.
    pub unsafe fn carry(&mut self, streams: &Streams) -> Result<(), Failure> {
        // SAFETY: the only stage has the segments of `streams`, which are in this rank's part of the row, by this
        // function's contract.
        unsafe { self.carry_all(std::slice::from_ref(streams)) }
    }

    /// Transfers the flows of a call completely, one stage after the other. At most one stage uses memory.
    ///
    /// # Safety
    /// All their segments are in this rank's part of the row.
    pub unsafe fn carry_all(&mut self, stages: &[Streams]) -> Result<(), Failure> {
        let shared = self.shared.clone();
        // Every rank counts every call, so that all ranks of a node use the same number.
        let memory = shared.as_deref().map(|memory| (memory, memory.next_call(self.operation)));
        stages.iter().try_for_each(|streams| {
            let (coming, going) = (VecDeque::new(), VecDeque::new());
            forward::run(streams, WINDOW, &mut SegmentTransport { row: self, streams, memory, coming, going })
        })
    }
}

struct SegmentTransport<'a> {
    row: &'a mut Row,
    streams: &'a Streams,
    /// The memory that this node's ranks share, and the number of this call there, if flows use it.
    memory: Option<(&'a Memory, u32)>,
    /// Segments for which this rank waits in other ranks' slots, in order for each flow.
    coming: VecDeque<(usize, usize)>,
    /// Segments in this rank's slots that not all readers have read, in order for each flow.
    going: VecDeque<(usize, usize)>,
}

impl SegmentTransport<'_> {
    /// Returns the address and the length of a segment.
    fn place(&self, streams: &[Stream], stream: usize, segment: usize) -> (*mut u8, usize) {
        let stretch = &streams[stream].segments[segment];
        (self.row.address(stretch.start), stretch.len())
    }

    /// Returns the slot of a segment of a writer.
    fn slot(&self, writer: u32, segment: usize) -> Result<(&NodeMemory, Slot), Failure> {
        let (memory, call) = self.memory.ok_or(Failure { call: "mmap", code: mpi_sys::MPI_ERR_INTERN as c_int })?;
        Ok((memory.slots(), memory.slot(writer, call, segment)))
    }

    /// Writes a segment into a slot for its readers.
    fn write(&mut self, readers: usize, stream: usize, segment: usize) -> Result<(), Failure> {
        let (from, length) = self.place(&self.streams.sends, stream, segment);
        let (slots, slot) = self.slot(self.row.rank, segment)?;
        // SAFETY: the segment is in memory, by the contract of `carry`, and no longer than a slot, by
        // `Lengths::memory`. All readers have read the previous data of the slot: `forward::run` begins a segment only
        // after the one WINDOW before it has ended, which `is_read` reports.
        unsafe { copy(from, slots.place(slot), length) };
        slots.publish(slot, readers, segment + 1 == self.streams.sends[stream].segments.len());
        self.going.push_back((stream, segment));
        Ok(())
    }

    /// Reads a segment, if it has been written.
    fn read(&self, stream: usize, segment: usize) -> Result<bool, Failure> {
        let Peer::Writer(writer) = self.streams.receives[stream].peer else { return Ok(false) };
        let (slots, slot) = self.slot(writer, segment)?;
        if !slots.is_written(slot) {
            return Ok(false);
        }
        let (to, length) = self.place(&self.streams.receives, stream, segment);
        // SAFETY: memory for the segment exists, by the contract of `carry`. `is_written` has found it published, and
        // the writer does not write the slot until `leave` has counted every reader.
        unsafe { copy(slots.place(slot), to, length) };
        slots.leave(slot);
        Ok(true)
    }

    fn is_read(&self, segment: usize) -> Result<bool, Failure> {
        let (slots, slot) = self.slot(self.row.rank, segment)?;
        Ok(slots.is_read(slot))
    }

    /// Polls the slots.
    fn look(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        while let Some(&(stream, segment)) = self.going.front() {
            if !self.is_read(segment)? {
                break;
            }
            self.going.pop_front();
            done.push(Done::Sent { stream, segment });
        }
        for _ in 0..self.coming.len() {
            if let Some((stream, segment)) = self.coming.pop_front() {
                if self.read(stream, segment)? {
                    done.push(Done::Received { stream, segment });
                } else {
                    self.coming.push_back((stream, segment));
                }
            }
        }
        Ok(())
    }

    /// Returns the segment to wait for: the last of the flow, or one after which several more can be written.
    fn wanted(&self) -> usize {
        let last =
            self.going.back().filter(|(stream, segment)| segment + 1 == self.streams.sends[*stream].segments.len());
        last.or_else(|| self.going.get(self.going.len() / 2)).map_or(0, |(_, segment)| *segment)
    }

    /// Waits for one slot, longer after each wait without success. A rank that waits for several only yields.
    fn rest(&self, times: u32) -> Result<(), Failure> {
        let most = NAP * (1 << times.min(LONGEST));
        match (self.coming.front(), self.going.front()) {
            (Some(&(stream, segment)), None) if self.coming.iter().all(|&(other, _)| other == stream) => {
                let Peer::Writer(writer) = self.streams.receives[stream].peer else { return Ok(()) };
                let (slots, slot) = self.slot(writer, segment)?;
                slots.wait_until_written(slot, most);
            }
            (None, Some(_)) => {
                let segment = self.wanted();
                let (slots, slot) = self.slot(self.row.rank, segment)?;
                slots.wait_until_read(slot, most);
            }
            _ => std::thread::yield_now(),
        }
        Ok(())
    }
}

impl Transport for SegmentTransport<'_> {
    type Error = Failure;

    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let Peer::Rank(from) = self.streams.receives[stream].peer else {
            self.coming.push_back((stream, segment));
            return Ok(());
        };
        let (address, length) = self.place(&self.streams.receives, stream, segment);
        let message = Message::of_bytes(address, length, from);
        // SAFETY: memory for the segment exists, by the contract of `carry`. `forward::run` uses no segment until
        // `wait` has reported it, and `transfer` keeps scratch as long.
        unsafe { self.row.transfer.receive(message, Done::Received { stream, segment }) }
    }

    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Failure> {
        let to = match &self.streams.sends[stream].peer {
            Peer::Rank(to) => *to,
            Peer::Readers(readers) => return self.write(readers.len(), stream, segment),
            Peer::Writer(_) => return Ok(()),
        };
        let (address, length) = self.place(&self.streams.sends, stream, segment);
        let message = Message::of_bytes(address, length, to);
        // SAFETY: the segment is in memory, by the contract of `carry`. `forward::run` sends only received segments,
        // and every place of the row is received once, so it is not written any more.
        unsafe { self.row.transfer.send(message, Done::Sent { stream, segment }) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        let mut times = 0_u32;
        loop {
            if self.coming.is_empty() && self.going.is_empty() {
                return self.row.transfer.wait(done);
            }
            self.look(done)?;
            self.row.transfer.look(done)?;
            if !done.is_empty() {
                return Ok(());
            }
            if self.row.transfer.is_empty() {
                self.rest(times)?
            } else {
                std::thread::yield_now()
            }
            times = times.saturating_add(1);
        }
    }
}
