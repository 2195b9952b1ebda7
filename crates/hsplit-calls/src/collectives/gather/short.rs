// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short `MPI_Allgather`.

use super::{Allgather, Whole};
use crate::collectives::Hierarchy;
use crate::collectives::short::ShortPart;
use crate::collectives::words::Short;
use hsplit_mpi::Failure;

impl Allgather {
    /// Transfers the shares of all ranks to all.
    ///
    /// # Safety
    /// The buffers are the program's, and shares have `share` bytes.
    pub(super) unsafe fn run_through_words(
        on: &Hierarchy,
        short: &Short,
        share: usize,
        whole: &Whole,
    ) -> Result<(), Failure> {
        let is_on_one_node = short.nodes.count() == 1;
        let longest = if is_on_one_node { share } else { share * on.member.size as usize };
        let mut part = short.begin(on, None, longest);
        if is_on_one_node {
            let room = part.room(share)?;
            // SAFETY: `room` has the bytes of a share, and the buffers are the program's.
            unsafe { whole.put_own(part.member, false, room)? };
            part.meet()?;
            for (place, &rank) in part.ranks.iter().enumerate() {
                // SAFETY: the member has published a share, which stays until this part ends; the whole has the
                // capacity for one of every rank.
                unsafe { whole.take(part.member, rank, part.data(place, share))? };
            }
            (0..part.ranks.len()).try_for_each(|place| part.fits(place, share))?;
        } else {
            // SAFETY: the buffers are the program's, with a share of this rank and the capacity for one of every rank,
            // by this function's contract.
            let all = unsafe { part.gather(share, whole)? };
            for (place, rank) in short.nodes.order().enumerate() {
                // SAFETY: `gather` returns the shares of all ranks in this order, which stay until this part ends.
                unsafe { whole.take(part.member, rank, all.wrapping_add(place * share))? };
            }
        }
        part.end();
        whole.holds_own()
    }
}

impl ShortPart<'_> {
    /// Returns the shares of all ranks in the order of the nodes, as the leader publishes them.
    ///
    /// # Safety
    /// The buffers are the program's, and shares have `share` bytes.
    unsafe fn gather(&mut self, share: usize, whole: &Whole) -> Result<*mut u8, Failure> {
        let length = share * self.member.size as usize;
        if !self.leads() {
            let room = self.room(share)?;
            // SAFETY: `room` has the bytes of a share, and the buffers are the program's.
            unsafe { whole.put_own(self.member, false, room)? };
            self.hand_up();
            self.await_leader()?;
            return Ok(self.data(self.leader, length));
        }
        self.await_node()?;
        let scratch = self.scratch(length);
        let (at, nodes) = (self.at(), &self.short.nodes);
        let block = |node: usize| nodes.ranks(node).len() * share;
        let first = at.first_gathered();
        let before_own: usize = (first..at.node).map(block).sum();
        for place in 0..self.ranks.len() {
            let to = scratch.wrapping_add(before_own + place * share);
            // SAFETY: `scratch` has the bytes of all shares. The other members have published theirs.
            unsafe {
                if place == self.own {
                    whole.put_own(self.member, false, to)?;
                } else {
                    std::ptr::copy_nonoverlapping(self.data(place, share), to, share);
                }
            }
        }
        // SAFETY: `scratch` has `length` bytes, which nothing else uses meanwhile.
        let ring = unsafe { std::slice::from_raw_parts_mut(scratch, length) };
        self.among_leaders(|leaders| at.allgather(leaders, block, ring))?;
        let room = self.room(length)?;
        let before: usize = (0..first).map(block).sum();
        let (from_first, wrapped) = ring.split_at(length - before);
        // SAFETY: `room` has `length` bytes, which no member reads before they are published.
        unsafe {
            std::ptr::copy_nonoverlapping(wrapped.as_ptr(), room, before);
            std::ptr::copy_nonoverlapping(from_first.as_ptr(), room.wrapping_add(before), length - before);
        }
        self.hand_down();
        Ok(room)
    }
}
