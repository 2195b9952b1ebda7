// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short `MPI_Alltoall`.
//!
//! Every rank publishes its blocks, in the order of the ranks. On one node each rank reads the blocks for it. Between
//! nodes the leaders exchange one message for each pair of nodes, with all blocks from the ranks of one to those of the
//! other. A leader publishes the received blocks after its own: node by node, and within a node sender by sender.

use super::{Alltoall, Blocks};
use crate::collectives::Hierarchy;
use crate::collectives::gather::check_fits;
use crate::collectives::short::ShortPart;
use crate::collectives::words::Short;
use hsplit_collectives::transport::Done;
use hsplit_mpi::Failure;
use hsplit_mpi::transfer::Message;

/// The bytes of the parts of a call.
#[derive(Clone, Copy)]
struct Lengths {
    /// A block.
    block: usize,
    /// All blocks of a rank.
    own: usize,
    /// The data that a leader publishes.
    leader: usize,
}

impl Alltoall {
    /// Transfers to every rank the blocks for it.
    ///
    /// # Safety
    /// The buffers are the program's, with blocks of `bytes` bytes for and from every rank.
    pub(super) unsafe fn run_through_words(
        on: &Hierarchy,
        short: &Short,
        bytes: usize,
        blocks: &Blocks,
    ) -> Result<(), Failure> {
        let (ranks, here) = (on.member.size as usize, short.nodes.ranks(short.node).len());
        let own = ranks * bytes;
        let lengths = Lengths { block: bytes, own, leader: own + here * (ranks - here) * bytes };
        let mut part = short.begin(on, None, lengths.leader);
        // SAFETY: the buffers are the program's, with a block of `bytes` bytes for each rank, and the capacity for one
        // from each, by this function's contract. `publish_blocks` returns when the blocks for this rank can be read.
        unsafe {
            part.publish_blocks(lengths, blocks)?;
            part.take_blocks(lengths, blocks)?;
        }
        part.end();
        check_fits(blocks.sent.bytes(), bytes)
    }
}

impl ShortPart<'_> {
    /// Publishes this rank's blocks, and returns when all blocks for it can be read.
    ///
    /// # Safety
    /// As for [`Alltoall::run_through_words`].
    unsafe fn publish_blocks(&mut self, lengths: Lengths, blocks: &Blocks) -> Result<(), Failure> {
        let is_alone = self.at().nodes == 1;
        let room = self.room(if self.leads() { lengths.leader } else { lengths.own })?;
        for rank in 0..self.member.size {
            // SAFETY: the program has a block for each rank, by this function's contract, and `room` has as many.
            // `up_to` passes no more than a block.
            unsafe {
                blocks.sent.behind(rank).up_to(lengths.block).pack(room.wrapping_add(rank as usize * lengths.block))?;
            }
        }
        if is_alone {
            return self.meet();
        }
        if !self.leads() {
            self.hand_up();
            return self.await_leader();
        }
        self.await_node()?;
        // SAFETY: the others have published their blocks, and `room` has the bytes that a leader publishes.
        unsafe { self.exchange_blocks(lengths, room)? };
        self.hand_down();
        Ok(())
    }

    /// Returns the address of the blocks of a member of this node.
    fn blocks_of(&self, place: usize, lengths: Lengths) -> *mut u8 {
        self.data(place, if place == self.leader { lengths.leader } else { lengths.own })
    }

    /// Returns the bytes of all blocks from the ranks of another node to those of this one, or back.
    fn between(&self, node: usize, lengths: Lengths) -> usize {
        self.ranks.len() * self.short.nodes.ranks(node).len() * lengths.block
    }

    /// Returns the offset of another node's blocks in the data that this node's leader publishes.
    fn begin_of(&self, node: usize, lengths: Lengths) -> usize {
        let before = (0..node).filter(|&other| other != self.short.node);
        lengths.own + before.map(|other| self.between(other, lengths)).sum::<usize>()
    }

    /// Performs the part of a leader: a message to each other node, and one from each, received at its place in `room`.
    /// All are pending at the same time.
    ///
    /// # Safety
    /// All members have published their blocks, and `room` has the bytes that a leader publishes.
    unsafe fn exchange_blocks(&mut self, lengths: Lengths, room: *mut u8) -> Result<(), Failure> {
        let (at, nodes) = (self.at(), &self.short.nodes);
        let ahead = |distance: usize| (at.node + distance) % at.nodes;
        let mut transfer = self.on.transfer()?;
        for from in (1..at.nodes).rev().map(ahead) {
            let into = room.wrapping_add(self.begin_of(from, lengths));
            let message = Message::of_bytes(into, self.between(from, lengths), nodes.leader(from, None));
            // SAFETY: the blocks of `from` have their own place in `room`, which no member reads before it is
            // published: when no message is pending any more.
            unsafe { transfer.receive(message, Done::Received { stream: from, segment: 0 })? };
        }
        for to in (1..at.nodes).map(ahead) {
            let (packed, length) = (transfer.scratch(self.between(to, lengths)), self.between(to, lengths));
            // SAFETY: `packed` has the capacity for the blocks, and is separate memory.
            unsafe {
                self.pack_blocks(to, lengths, packed);
                let message = Message::of_bytes(packed, length, nodes.leader(to, None));
                transfer.send(message, Done::Sent { stream: to, segment: 0 })?;
            }
        }
        transfer.finish()
    }

    /// Copies the blocks of this node's ranks for another node, sender by sender.
    ///
    /// # Safety
    /// All members have published their blocks, and `to` has the capacity for them.
    unsafe fn pack_blocks(&self, node: usize, lengths: Lengths, mut to: *mut u8) {
        for place in 0..self.ranks.len() {
            let blocks = self.blocks_of(place, lengths);
            for &receiver in self.short.nodes.ranks(node) {
                let from = blocks.wrapping_add(receiver as usize * lengths.block);
                // SAFETY: the member has published a block for each rank, and `to` has the capacity for those of all
                // members for that node, by this function's contract.
                unsafe { std::ptr::copy_nonoverlapping(from, to, lengths.block) };
                to = to.wrapping_add(lengths.block);
            }
        }
    }

    /// Copies the blocks for this rank into the program's buffer.
    ///
    /// # Safety
    /// The buffers are the program's, with the capacity for a block of every rank, and all blocks can be read.
    unsafe fn take_blocks(&self, lengths: Lengths, blocks: &Blocks) -> Result<(), Failure> {
        let take = |rank, from| {
            // SAFETY: `from` is a published block for this rank, which can be read until this part ends, and the
            // program has the capacity for a block of `rank`, by this function's contract.
            unsafe { blocks.received.behind(rank).unpack(from) }
        };
        for (place, &rank) in self.ranks.iter().enumerate() {
            self.fits(place, if place == self.leader { lengths.leader } else { lengths.own })?;
            take(rank, self.blocks_of(place, lengths).wrapping_add(self.member.rank as usize * lengths.block))?;
        }
        for node in (0..self.at().nodes).filter(|&node| node != self.short.node) {
            let begin = self.data(self.leader, lengths.leader).wrapping_add(self.begin_of(node, lengths));
            for (sender, &rank) in self.short.nodes.ranks(node).iter().enumerate() {
                take(rank, begin.wrapping_add((sender * self.ranks.len() + self.own) * lengths.block))?;
            }
        }
        Ok(())
    }
}
