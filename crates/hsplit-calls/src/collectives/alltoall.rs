// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Alltoall`: every rank has a block for every rank.
//!
//! Blocks are sent from and received in the program's buffers if the elements have no gaps and a parcel is contiguous
//! there. Otherwise they are packed.

mod short;

use mpi_sys::MPI_Comm;

use super::buffer::Buffer;
use super::gather::check_fits;
use super::words::Short;
use super::{Call, CallPath, Common, Data, DecidingArguments, Hierarchy, Member};
use hsplit_collectives::Operation;
use hsplit_collectives::exchange::{self, BlockRange, Parcel, ParcelTransport, Parcels, Store};
use hsplit_collectives::transport::{Done, Transport};
use hsplit_mpi::transfer::{Message, Transfer};
use hsplit_mpi::{Failure, probe};

/// `MPI_Alltoall`.
pub struct Alltoall {
    /// The data that this rank sends; the count is that of one block.
    pub own: Data,
    /// The data that it receives; the count is that of one block.
    pub all: Data,
    /// The ranks that exchange blocks.
    pub comm: MPI_Comm,
}

/// The buffers of a call.
pub struct Blocks {
    received: Buffer,
    sent: Buffer,
    /// True if blocks are received in the buffer of the sent ones.
    in_place: bool,
}

impl Alltoall {
    /// True if the native call rejects one buffer for both.
    fn is_refused(&self) -> Result<bool, Failure> {
        if !self.own.is_like(&self.all) || self.own.buffer != self.all.buffer {
            return Ok(false);
        }
        // SAFETY: `common` calls this only if there are bytes of data, so the buffer holds an element, and the program
        // lets MPI write there.
        Ok(!unsafe { probe::takes_blocks_in_one_buffer(self.all.buffer, self.all.datatype)? })
    }
}

impl Call for Alltoall {
    const OPERATION: Operation = Operation::Alltoall;
    type Buffers = Blocks;

    fn comm(&self) -> MPI_Comm {
        self.comm
    }

    #[inline]
    fn deciding_arguments(&self) -> Option<DecidingArguments> {
        Some(DecidingArguments::of(self.comm).with(&self.all, Some(&self.own)))
    }

    fn common(&self, _: Member) -> Result<Option<Common>, Failure> {
        let Some(bytes) = self.all.bytes()? else { return Ok(None) };
        let is_taken = self.own.is_in_place() || self.own.bytes()?.is_some() && (bytes == 0 || !self.is_refused()?);
        Ok(is_taken.then_some(Common::moving(bytes, None)))
    }

    fn buffers(&self, _: Member) -> Result<Blocks, Failure> {
        let received = Buffer::of(self.all)?;
        let sent = if self.own.is_in_place() { received } else { received.beside(self.own)? };
        Ok(Blocks { received, sent, in_place: sent.address == received.address })
    }

    unsafe fn run_short(&self, on: &Hierarchy, short: &Short, common: Common, blocks: &Blocks) -> Result<(), Failure> {
        // SAFETY: the buffers are the program's, by the contract of `Call::run_short`, and its bytes are those of a
        // block.
        unsafe { Self::run_through_words(on, short, common.bytes as usize, blocks) }
    }

    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, blocks: &Blocks) -> Result<(), Failure> {
        let exchange = on.exchange(path.bytes);
        let parcels = exchange.parcels();
        // SAFETY: the buffers are the program's, by the contract of `Call::run`, with blocks for and from every rank.
        // Each store of `Stores` has as many as the exchange names.
        unsafe {
            let mut stores = Stores::of(on, &parcels, exchange.transit, path.bytes, blocks)?;
            stores.keep_own(on.member);
            exchange::run(&parcels.rounds, exchange.overlap(), &mut stores)?;
            stores.hand_over(on.member, &blocks.received)?;
        }
        check_fits(blocks.sent.bytes(), path.bytes)
    }
}

/// The blocks of one call at this rank, and the messages that transfer them.
struct Stores<'a> {
    transfer: Transfer,
    parcels: &'a Parcels<'a>,
    /// Bytes of a block.
    bytes: usize,
    /// The address of each [`Store`].
    begins: [*mut u8; 3],
    /// The address at which each parcel is received, from its own round on.
    received: Vec<*mut u8>,
    /// True if blocks are received at their places in the program's buffer.
    is_received_in_place: bool,
}

impl<'a> Stores<'a> {
    /// Creates the stores of a call, with all blocks that this rank sends, and memory for blocks in transit.
    ///
    /// # Safety
    /// The buffers are the program's.
    unsafe fn of(
        on: &Hierarchy,
        parcels: &'a Parcels<'a>,
        transit: usize,
        bytes: usize,
        blocks: &Blocks,
    ) -> Result<Self, Failure> {
        let (ranks, Blocks { received, sent, in_place }) = (on.member.size as usize, blocks);
        let mut transfer = on.transfer()?;
        let is_sent_in_place = sent.layout.is_dense() && sent.bytes() == bytes && !in_place;
        let source = if is_sent_in_place { sent.address } else { transfer.scratch(ranks * bytes) };
        for rank in (0..on.member.size).filter(|_| !is_sent_in_place) {
            let block = sent.behind(rank).up_to(bytes);
            // SAFETY: the program has a block for each rank. The scratch has `bytes` bytes for each, and `up_to` passes
            // no more.
            unsafe { block.pack(source.wrapping_add(rank as usize * bytes))? };
        }
        let transit = transfer.scratch(transit * bytes);
        let is_received_in_place = received.layout.is_dense();
        let result = if is_received_in_place { received.address } else { transfer.scratch(ranks * bytes) };
        Ok(Self { transfer, parcels, bytes, begins: [source, transit, result], received: vec![], is_received_in_place })
    }

    /// Returns the address of blocks, and their bytes.
    fn place(&self, BlockRange { store, first, count }: BlockRange) -> (*mut u8, usize) {
        (self.begins[store as usize].wrapping_add(first * self.bytes), count * self.bytes)
    }

    fn length(&self, parcel: &Parcel) -> usize {
        parcel.blocks() * self.bytes
    }

    /// Copies this rank's block for itself.
    ///
    /// # Safety
    /// Both stores have a block for each rank.
    unsafe fn keep_own(&self, Member { rank, .. }: Member) {
        let [(from, length), (to, _)] = [Store::Source, Store::Result]
            .map(|store| self.place(BlockRange { store, first: rank as usize, count: 1 }));
        // SAFETY: both places have the bytes of a block, by this function's contract. (They may be the same: a program
        // that passes one buffer twice copies it onto itself.)
        unsafe { std::ptr::copy(from, to, length) };
    }

    /// Copies received blocks into the program's buffer, unless they are there.
    ///
    /// # Safety
    /// The buffer is the program's, with the capacity for a block of each rank.
    unsafe fn hand_over(&self, member: Member, received: &Buffer) -> Result<(), Failure> {
        for rank in (0..member.size).filter(|_| !self.is_received_in_place) {
            let (from, _) = self.place(BlockRange { store: Store::Result, first: rank as usize, count: 1 });
            // SAFETY: the buffer has the capacity for each rank's block, by this function's contract, and the store has
            // all blocks.
            unsafe { received.behind(rank).unpack(from)? };
        }
        Ok(())
    }
}

impl Transport for Stores<'_> {
    type Error = Failure;

    fn receive(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let (number, parcel) = (parcel, self.parcels.receives[parcel]);
        let length = self.length(parcel);
        let place = parcel.only_run().map(|run| self.place(run).0);
        let buffer = place.unwrap_or_else(|| self.transfer.scratch(length));
        self.received.push(buffer);
        let message = Message::of_bytes(buffer, length, parcel.peer);
        // SAFETY: the buffer has the capacity for the parcel: it is scratch of that length, or the place of its blocks,
        // where no other parcel is received. Nothing reads it before `wait` has reported the message.
        unsafe { self.transfer.receive(message, Done::Received { stream: number, segment }) }
    }

    fn send(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let (number, parcel) = (parcel, self.parcels.sends[parcel]);
        let length = self.length(parcel);
        let buffer = match parcel.only_run() {
            Some(run) => self.place(run).0,
            None => {
                let packed = self.transfer.scratch(length);
                let mut to = packed;
                for &run in &parcel.runs {
                    let (from, bytes) = self.place(run);
                    // SAFETY: `exchange::run` sends only received blocks, so `from` has them. `packed` has the capacity
                    // for all runs of the parcel, one after the other, and is separate memory.
                    unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
                    to = to.wrapping_add(bytes);
                }
                packed
            }
        };
        let message = Message::of_bytes(buffer, length, parcel.peer);
        // SAFETY: the buffer has the parcel. It is separate memory, or holds blocks that nothing writes any more: each
        // is received once, and the program's blocks are in other memory than the received ones.
        unsafe { self.transfer.send(message, Done::Sent { stream: number, segment }) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.transfer.wait(done)
    }
}

impl ParcelTransport for Stores<'_> {
    fn open(&mut self, parcel: usize) -> Result<(), Failure> {
        let (mut from, parcel) = (self.received[parcel].cast_const(), self.parcels.receives[parcel]);
        if parcel.only_run().is_some() {
            return Ok(());
        }
        for &run in &parcel.runs {
            let (to, bytes) = self.place(run);
            // SAFETY: the message is received, so `from` has the parcel's runs, one after the other, in separate
            // scratch. The places of blocks are in the stores, which have the capacity for all blocks that the exchange
            // names.
            unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
            from = from.wrapping_add(bytes);
        }
        Ok(())
    }
}
