// SPDX-License-Identifier: MIT OR Apache-2.0
//! Blocks whose lengths only their two ranks know.
//!
//! A parcel begins with the lengths of its blocks. Short blocks follow in the same parcel. A long block is a separate
//! message, from the sender's buffer to the receiver's, after all parcels are received. If no blocks are sent together
//! (on one node, or with one rank per node), every block with data is a separate message.

use super::Hierarchy;
use super::buffer::Buffer;
use super::gather::check_fits;
use super::routes::Routes;
use hsplit_collectives::exchange::{self, BlockRange, Parcel, ParcelTransport, Parcels, Store};
use hsplit_collectives::transport::{Done, Transport};
use hsplit_mpi::Failure;
use hsplit_mpi::datatype::Layout;
use hsplit_mpi::transfer::{Message, Transfer};

/// A value for each rank or neighbour, or for only one, by place: the rank, or the index in the list of neighbours.
pub enum ByPlace<T> {
    /// For each, or for none.
    All(Vec<T>),
    /// For one.
    One(u32, T),
}

impl<T> ByPlace<T> {
    fn get(&self, place: usize) -> Option<&T> {
        match self {
            Self::All(all) => all.get(place),
            Self::One(of, one) => (*of as usize == place).then_some(one),
        }
    }

    fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        match self {
            Self::All(all) => all.get_mut(place),
            Self::One(of, one) => (*of as usize == place).then_some(one),
        }
    }

    /// Applies `make` to each value.
    fn map<U>(&self, mut make: impl FnMut(&T) -> Result<U, Failure>) -> Result<ByPlace<U>, Failure> {
        Ok(match self {
            Self::All(all) => ByPlace::All(all.iter().map(make).collect::<Result<_, _>>()?),
            Self::One(place, one) => ByPlace::One(*place, make(one)?),
        })
    }
}

/// The blocks of a call.
pub struct Lists {
    /// The buffer that is sent to each rank or neighbour.
    pub sent: ByPlace<Buffer>,
    /// The buffer that is received from each.
    pub received: ByPlace<Buffer>,
    /// True if this rank's own block is already at its place.
    pub in_place: bool,
    /// True if data may be received in the buffer of the sent blocks.
    pub is_one_buffer: bool,
}

/// Transfers all blocks of a call.
///
/// # Errors
/// A native call fails; `MPI_ERR_TRUNCATE` if a block is longer than its buffer.
///
/// # Safety
/// The buffers are the program's, and the routes have parcels only for blocks that are not empty.
pub unsafe fn carry(on: &Hierarchy, lists: &Lists, routes: &Routes) -> Result<(), Failure> {
    // SAFETY: the buffers of `lists` are the program's until this call returns, by this function's contract.
    let mut blocks = unsafe { Carried::of(on, lists, routes)? };
    if let Some((exchange, _)) = &routes.together {
        let parcels = exchange.parcels();
        let mut labelled = Labelled::new(&mut blocks, &parcels, exchange.transit);
        exchange::run(&parcels.rounds, 0, &mut labelled)?;
        for &(transit, place) in &routes.copies {
            let piece = labelled.transit[transit];
            // SAFETY: all parcels are received, so the piece is in one of them, and the buffers are the program's.
            unsafe { labelled.deliver(place, piece)? };
        }
    }
    let limit = blocks.limit;
    let long = routes.direct.only(
        |parcel| blocks.source(place_of(parcel)).length > limit,
        |parcel| blocks.announced(place_of(parcel)) > limit,
    );
    exchange::run(&long.rounds, routes.direct.overlap(), &mut Direct { blocks: &mut blocks, parcels: &long })?;
    let (length, room) = blocks.too_long.unwrap_or((0, 0));
    check_fits(length, room)
}

/// The place of the only block of a parcel.
fn place_of(parcel: &Parcel) -> usize {
    parcel.only_run().map_or(0, |run| run.first)
}

/// Bytes in memory.
#[derive(Clone, Copy)]
struct Piece {
    address: *mut u8,
    length: usize,
}

impl Piece {
    const NONE: Self = Self { address: std::ptr::null_mut(), length: 0 };
}

/// The blocks of one call at this rank.
struct Carried<'a> {
    lists: &'a Lists,
    transfer: Transfer,
    /// Blocks of up to this length are sent together.
    limit: usize,
    /// The data for each rank or neighbour: packed, or in the program's buffer.
    sources: ByPlace<Piece>,
    /// The length of the block that each sends to this rank.
    announced: ByPlace<usize>,
    /// The lengths of a block and of its buffer, if the block is longer.
    too_long: Option<(usize, usize)>,
}

impl<'a> Carried<'a> {
    /// Collects all blocks that this rank sends; its own block is copied to its place.
    ///
    /// # Safety
    /// The buffers are the program's.
    unsafe fn of(on: &Hierarchy, lists: &'a Lists, routes: &Routes) -> Result<Self, Failure> {
        let (mut transfer, limit) = (on.transfer()?, routes.together.as_ref().map_or(0, |(_, limit)| *limit));
        let sources = lists.sent.map(|block| {
            let length = block.bytes();
            let is_packed = length > 0 && (lists.is_one_buffer || length <= limit && !block.layout.is_dense());
            let address = if is_packed { transfer.scratch(length) } else { block.address };
            if is_packed {
                // SAFETY: the block is the program's, by this function's contract, and the scratch has its length.
                unsafe { block.pack(address)? };
            }
            Ok(Piece { address, length })
        })?;
        let announced = lists.received.map(|block| Ok(block.bytes()))?;
        let mut blocks = Self { lists, transfer, limit, sources, announced, too_long: None };
        for &(from, to) in routes.own.iter().filter(|_| !lists.in_place) {
            // SAFETY: the blocks of `lists` are the program's until the call returns, by this function's contract, and
            // `routes.own` names places in them.
            unsafe { blocks.keep_own(from, to)? };
        }
        Ok(blocks)
    }

    /// Returns the data for a place.
    fn source(&self, place: usize) -> Piece {
        self.sources.get(place).copied().unwrap_or(Piece::NONE)
    }

    /// Returns the length of the block from a place.
    fn announced(&self, place: usize) -> usize {
        self.announced.get(place).copied().unwrap_or(0)
    }

    /// Copies a block of this rank for itself, if there is one, from its place among the sent blocks to its place among
    /// the received ones.
    ///
    /// # Safety
    /// The buffers are the program's.
    unsafe fn keep_own(&mut self, from: usize, to: usize) -> Result<(), Failure> {
        let Some(&block) = self.lists.sent.get(from) else { return Ok(()) };
        let Piece { address, length } = self.source(from);
        let piece = if block.layout.is_dense() || address != block.address || length == 0 {
            Piece { address, length }
        } else {
            let packed = self.transfer.scratch(length);
            // SAFETY: the block is the program's, by this function's contract, and the scratch has its length.
            unsafe { block.pack(packed)? };
            Piece { address: packed, length }
        };
        // SAFETY: the piece has the block; the buffer is the program's, by this function's contract.
        unsafe { self.arrive(to, piece) }
    }

    /// Records the length of a received block; returns false if it is longer than its buffer.
    fn fits(&mut self, place: usize, length: usize) -> bool {
        let room = self.lists.received.get(place).map_or(0, Buffer::bytes);
        if length > room {
            self.too_long = Some((length, room));
        }
        length <= room
    }

    /// Writes a block into the program's buffer.
    ///
    /// # Safety
    /// The piece has the bytes of the block, and the buffers are the program's.
    unsafe fn arrive(&mut self, place: usize, piece: Piece) -> Result<(), Failure> {
        let is_taken = self.fits(place, piece.length) && piece.length > 0;
        let Some(room) = self.lists.received.get(place).filter(|_| is_taken) else { return Ok(()) };
        // SAFETY: the piece has the bytes of the block, of which `up_to` takes no more than there are; the program has
        // the capacity for them, as `fits` has found.
        unsafe { room.up_to(piece.length).unpack(piece.address) }
    }
}

/// The length of a block at the beginning of a parcel.
type Label = u32;
const LABEL: usize = size_of::<Label>();

/// Transfers parcels of short blocks, and the lengths of all.
struct Labelled<'a, 'b> {
    blocks: &'a mut Carried<'b>,
    parcels: &'a Parcels<'a>,
    /// Forwarded blocks of other ranks, in the parcels in which they were received.
    transit: Vec<Piece>,
    /// The address at which each parcel is received, from its own round on.
    received: Vec<*mut u8>,
}

impl<'a, 'b> Labelled<'a, 'b> {
    fn new(blocks: &'a mut Carried<'b>, parcels: &'a Parcels<'a>, transit: usize) -> Self {
        Self { blocks, parcels, transit: vec![Piece::NONE; transit], received: vec![] }
    }

    /// Returns the blocks of a parcel, all of which this rank has.
    fn pieces(&self, parcel: &Parcel) -> Vec<Piece> {
        let piece = |store, at: usize| if store == Store::Source { self.blocks.source(at) } else { self.transit[at] };
        let run =
            |&BlockRange { store, first, count }: &BlockRange| (first..first + count).map(move |at| piece(store, at));
        parcel.runs.iter().flat_map(run).collect()
    }

    /// Records the length of a received block, and writes it into the program's buffer, unless it is sent separately.
    ///
    /// # Safety
    /// The piece has the bytes of the block, if they are in a parcel, and the buffers are the program's.
    unsafe fn deliver(&mut self, place: usize, piece: Piece) -> Result<(), Failure> {
        if let Some(announced) = self.blocks.announced.get_mut(place) {
            *announced = piece.length;
        }
        // SAFETY: a block of up to the limit is in its parcel, so the piece has its bytes; the buffers are the
        // program's, by this function's contract.
        if piece.length <= self.blocks.limit { unsafe { self.blocks.arrive(place, piece) } } else { Ok(()) }
    }

    /// Returns the bytes that a block of this length has in a parcel.
    fn put_together(&self, length: usize) -> usize {
        if length <= self.blocks.limit { length } else { 0 }
    }
}

impl Transport for Labelled<'_, '_> {
    type Error = Failure;

    fn receive(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let (number, parcel) = (parcel, self.parcels.receives[parcel]);
        let room = parcel.blocks() * (LABEL + self.blocks.limit);
        let buffer = self.blocks.transfer.scratch(room);
        self.received.push(buffer);
        let message = Message::of_bytes(buffer, room, parcel.peer);
        // SAFETY: the scratch has the capacity for the longest parcel of these blocks. Nothing reads it before `wait`
        // has reported the message.
        unsafe { self.blocks.transfer.receive(message, Done::Received { stream: number, segment }) }
    }

    fn send(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let (number, parcel) = (parcel, self.parcels.sends[parcel]);
        let pieces = self.pieces(parcel);
        let data: usize = pieces.iter().map(|piece| self.put_together(piece.length)).sum();
        let length = pieces.len() * LABEL + data;
        let buffer = self.blocks.transfer.scratch(length);
        let (mut label, mut to) = (buffer, buffer.wrapping_add(pieces.len() * LABEL));
        for Piece { address, length } in pieces {
            let (text, bytes) =
                (Label::try_from(length).unwrap_or(Label::MAX).to_le_bytes(), self.put_together(length));
            // SAFETY: the scratch has a label for each piece, followed by the bytes of the short ones. `exchange::run`
            // sends only blocks that this rank has, so `address` has the block.
            unsafe {
                std::ptr::copy_nonoverlapping(text.as_ptr(), label, LABEL);
                std::ptr::copy_nonoverlapping(address, to, bytes);
            }
            (label, to) = (label.wrapping_add(LABEL), to.wrapping_add(bytes));
        }
        let message = Message::of_bytes(buffer, length, parcel.peer);
        // SAFETY: the scratch has the parcel, and nothing writes it any more.
        unsafe { self.blocks.transfer.send(message, Done::Sent { stream: number, segment }) }
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.blocks.transfer.wait(done)
    }
}

impl ParcelTransport for Labelled<'_, '_> {
    fn open(&mut self, parcel: usize) -> Result<(), Failure> {
        let (mut label, parcel) = (self.received[parcel], self.parcels.receives[parcel]);
        let mut address = label.wrapping_add(parcel.blocks() * LABEL);
        for &BlockRange { store, first, count } in &parcel.runs {
            for at in first..first + count {
                let mut text = [0; LABEL];
                // SAFETY: the message is received, so the parcel begins with a label for each block.
                unsafe { std::ptr::copy_nonoverlapping(label, text.as_mut_ptr(), LABEL) };
                let length = Label::from_le_bytes(text) as usize;
                let piece = Piece { address, length };
                match store {
                    // SAFETY: the parcel has the bytes of this block after those of the blocks before it. The buffers
                    // are the program's, by the contract of `Carried::of`.
                    Store::Result => unsafe { self.deliver(at, piece)? },
                    Store::Transit => self.transit[at] = piece,
                    // No block is received there.
                    Store::Source => {}
                }
                (label, address) = (label.wrapping_add(LABEL), address.wrapping_add(self.put_together(length)));
            }
        }
        Ok(())
    }
}

/// Transfers long blocks, each as a separate message.
struct Direct<'a, 'b> {
    blocks: &'a mut Carried<'b>,
    parcels: &'a Parcels<'a>,
}

impl Transport for Direct<'_, '_> {
    type Error = Failure;

    fn receive(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let (done, parcel) = (Done::Received { stream: parcel, segment }, self.parcels.receives[parcel]);
        let (peer, place) = (parcel.peer, place_of(parcel));
        let length = self.blocks.announced(place);
        let room = self.blocks.lists.received.get(place).copied().unwrap_or(Buffer::nothing());
        let is_taken = self.blocks.fits(place, length);
        let transfer = &mut self.blocks.transfer;
        // A block without capacity must be received nevertheless: its sender may wait for that.
        let (layout, buffer, count) = if is_taken {
            (room.layout, room.address, room.count)
        } else {
            (Layout::bytes(), transfer.scratch(length), length)
        };
        layout.counted(count, |count, datatype| {
            let message = Message { buffer: buffer.cast(), count, datatype, peer };
            // SAFETY: the buffer is the program's buffer for this block, where nothing else is received, or scratch of
            // the block's length. Nothing reads it before `wait` has reported the message.
            unsafe { transfer.receive(message, done) }
        })
    }

    fn send(&mut self, parcel: usize, segment: usize) -> Result<(), Failure> {
        let (done, parcel) = (Done::Sent { stream: parcel, segment }, self.parcels.sends[parcel]);
        let (peer, place) = (parcel.peer, place_of(parcel));
        let block = self.blocks.lists.sent.get(place).copied().unwrap_or(Buffer::nothing());
        let Piece { address, length } = self.blocks.source(place);
        let is_packed = self.blocks.lists.is_one_buffer;
        let (layout, count) = if is_packed { (Layout::bytes(), length) } else { (block.layout, block.count) };
        let transfer = &mut self.blocks.transfer;
        layout.counted(count, |count, datatype| {
            let message = Message { buffer: address.cast(), count, datatype, peer };
            // SAFETY: the buffer is the program's block, or scratch with its bytes, and nothing writes it.
            unsafe { transfer.send(message, done) }
        })
    }

    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Failure> {
        self.blocks.transfer.wait(done)
    }
}

impl ParcelTransport for Direct<'_, '_> {
    fn open(&mut self, _: usize) -> Result<(), Failure> {
        // The block was received at its place.
        Ok(())
    }
}
