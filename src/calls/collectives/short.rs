// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short calls: through words in the memory of the nodes, and one message for each node and round between them.
//!
//! On one node of few ranks every rank publishes what it has, and all read all: each gets the same result, because all
//! combine in the same order. Elsewhere one rank, the leader, waits for its node, exchanges with the other leaders
//! ([`hsplit_collectives::short`]), and publishes the result. Data is packed on its way, so it is the same at ranks
//! whose datatypes lie differently in memory.
//!
//! A rank that gets an error, for instance because a message is too long, still sends and publishes what other ranks
//! wait for. Only this rank gets the error.

mod alltoall;
mod reduction;

use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard};

use super::bcast::{Barrier, Bcast};
use super::buffer::Buffer;
use super::gather::{Allgather, Whole};
use super::memory::Memory;
use super::{Hierarchy, Member, lock};
use crate::calls::{monitor, runtime};
use crate::pmpi::Failure;
use crate::pmpi::channel::Channel;
use crate::pmpi::transfer::Scratch;
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::short::{At, MOST, PUBLISHED, Wire};
use hsplit_host::memory_file::SharedMapping;
use hsplit_host::word_memory::{Awaited, LONGEST, WordMemory};

/// On one node of up to this many ranks all read what all have; with more ranks, one reads and combines for all.
const ALL_READ: usize = 8;

const _: () = assert!(MOST <= LONGEST && PUBLISHED <= LONGEST);

/// Scratch up to this many bytes stays with the communicator: two operands of the longest call without gaps.
const KEPT: usize = 2 * MOST;

/// What short calls on a communicator need.
pub struct Short {
    pub(super) nodes: Nodes,
    /// This rank's node, and its place there.
    node: usize,
    own: usize,
    /// Calls on a communicator follow each other, so no thread ever waits here.
    state: Mutex<State>,
}

struct State {
    words: WordMemory,
    scratch: Scratch,
}

impl Short {
    /// For a communicator whose nodes share `memory`; `None` where they cannot share any. Where each rank is on its own
    /// node, none is needed.
    ///
    /// # Errors
    /// No memory is left.
    pub fn of(on: &Hierarchy, memory: Option<&Memory>) -> Result<Option<Self>, Failure> {
        let words = match memory {
            Some(memory) => memory.words(runtime::get(), on.member.rank),
            None if on.shares_nodes() => return Ok(None),
            None => {
                let failed = |_| Failure { call: "mmap", code: mpi_sys::MPI_ERR_INTERN as c_int };
                let alone = SharedMapping::alone(WordMemory::length(1)).map_err(failed)?;
                WordMemory::new(alone.into(), 0, 1, 0, 1)
            }
        };
        let nodes = Nodes::ascending(&on.levels);
        let node = nodes.node_of(on.member.rank);
        let own = nodes.place(on.member.rank);
        Ok(Some(Self { nodes, node, own, state: Mutex::new(State { words, scratch: vec![] }) }))
    }

    /// Begins a call in which the longest data has this length.
    fn begin<'call>(&'call self, on: &'call Hierarchy, root: Option<u32>, longest: usize) -> Part<'call> {
        let (member, ranks, own) = (on.member, self.nodes.ranks(self.node), self.own);
        // Without a root here the first rank leads.
        let root_here = root.filter(|&root| self.nodes.node_of(root) == self.node);
        let leader = root_here.map_or(0, |root| self.nodes.place(root));
        let mut state = lock(&self.state);
        state.words.begin(longest);
        let all_read = root.is_none() && self.nodes.count() == 1 && ranks.len() <= ALL_READ;
        let owes = all_read || own == leader;
        Part { on, short: self, member, ranks, own, leader, root, all_read, owes, state }
    }
}

/// This rank's part in a call. Members of the node are named by their places among its ranks.
struct Part<'call> {
    on: &'call Hierarchy,
    short: &'call Short,
    member: Member,
    /// Those of this node.
    ranks: &'call [u32],
    own: usize,
    leader: usize,
    root: Option<u32>,
    /// Whether all read what all publish, and none leads.
    all_read: bool,
    /// Whether this rank has still to publish what members may wait for. After [`Self::end`] none does.
    owes: bool,
    state: MutexGuard<'call, State>,
}

impl<'call> Part<'call> {
    fn leads(&self) -> bool {
        self.own == self.leader
    }

    fn at(&self) -> At {
        At { node: self.short.node, nodes: self.short.nodes.count() }
    }

    /// What a rank does between two looks: messages of the program may need it.
    fn progress(on: &Hierarchy) -> impl FnMut() -> Result<(), Failure> {
        || on.channel()?.progress()
    }

    /// Where this rank may write, and what its node reads when it is published.
    fn room(&mut self, length: usize) -> Result<*mut u8, Failure> {
        let on = self.on;
        self.owes = true;
        self.state.words.room(length, Self::progress(on))
    }

    /// Where a member's data is.
    fn data(&self, member: usize, length: usize) -> *mut u8 {
        self.state.words.data(member, length)
    }

    /// Publishes for the leader, or for all where all read.
    fn hand_up(&mut self) {
        let but = (!self.all_read).then_some(self.leader);
        self.publish(Awaited::WithAll, but);
    }

    /// Publishes what the leader has for all.
    fn hand_down(&mut self) {
        if self.ranks.len() > 1 {
            self.publish(Awaited::Alone, None);
        }
    }

    fn publish(&mut self, awaited: Awaited, but: Option<usize>) {
        self.state.words.publish(awaited, but);
        self.owes = false;
    }

    /// Waits for all of the node, for all others if this rank leads.
    fn await_node(&self) -> Result<(), Failure> {
        self.state.words.wait_for_all(!self.all_read, Self::progress(self.on))
    }

    fn await_leader(&self) -> Result<(), Failure> {
        self.state.words.wait_for(self.leader, Self::progress(self.on))
    }

    /// Messages between the leaders, where there are any.
    fn leaders(&self) -> Result<Leaders<'call>, Failure> {
        Ok(Leaders { channel: self.on.channel()?, nodes: &self.short.nodes, root: self.root, failed: Ok(()) })
    }

    /// What the leaders do among themselves, with the first error of all their messages.
    fn among_leaders(&self, call: impl FnOnce(&mut Leaders<'call>) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut leaders = self.leaders()?;
        call(&mut leaders)?;
        leaders.failed
    }

    /// Memory of this rank alone, for as long as the part.
    fn scratch(&mut self, bytes: usize) -> *mut u8 {
        let scratch = &mut self.state.scratch;
        let length = bytes.div_ceil(size_of::<u128>());
        if scratch.len() < length {
            // Zeroed by the kernel, page by page as it is written: elements may lie far apart.
            *scratch = vec![0; length];
        }
        scratch.as_mut_ptr().cast()
    }

    /// The end of a part without an error.
    fn end(mut self) {
        self.owes = false;
    }
}

/// After an error this rank publishes what is missing, with undefined data, so that members stop waiting for it.
impl Drop for Part<'_> {
    fn drop(&mut self) {
        if self.owes && self.room(0).is_ok() {
            for awaited in [Awaited::WithAll, Awaited::Alone] {
                self.publish(awaited, None);
            }
        }
        self.state.words.end();
        if size_of_val(&*self.state.scratch) > KEPT {
            self.state.scratch = Scratch::new();
        }
    }
}

/// The leaders of all nodes. After an error a leader still sends and receives all messages of the call, because other
/// leaders wait for them: no step reports an error, and `failed` has the first one.
struct Leaders<'call> {
    channel: Arc<Channel>,
    nodes: &'call Nodes,
    root: Option<u32>,
    failed: Result<(), Failure>,
}

impl Leaders<'_> {
    fn of(&self, node: usize) -> u32 {
        self.nodes.leader(node, self.root)
    }

    /// The leader of a node, for a message to it, which is counted where messages are.
    fn receiver(&self, node: usize, data: &[u8]) -> u32 {
        let to = self.of(node);
        self.channel.tell(to, data.len(), monitor::carried);
        to
    }

    /// Keeps the error of a step in `failed`, if it is the first one.
    fn keep(&mut self, step: Result<(), Failure>) -> Result<(), Failure> {
        if self.failed.is_ok() {
            self.failed = step;
        }
        Ok(())
    }
}

impl Wire for Leaders<'_> {
    type Error = Failure;

    fn send(&mut self, to: usize, data: &[u8]) -> Result<(), Failure> {
        let sent = self.channel.send(self.receiver(to, data), data);
        self.keep(sent)
    }

    fn receive(&mut self, from: usize, data: &mut [u8]) -> Result<(), Failure> {
        let received = self.channel.receive(self.of(from), data);
        self.keep(received)
    }

    fn exchange(&mut self, to: usize, data: &[u8], from: usize, into: &mut [u8]) -> Result<(), Failure> {
        let exchanged = self.channel.exchange(self.receiver(to, data), data, self.of(from), into);
        self.keep(exchanged)
    }
}

impl Barrier {
    /// Waits for all ranks: one word from each member of a node and one for all of them, and rounds of the leaders.
    pub(super) fn run_through_words(on: &Hierarchy, short: &Short) -> Result<(), Failure> {
        let mut part = short.begin(on, None, 0);
        part.room(0)?;
        if part.all_read {
            part.hand_up();
            part.await_node()?;
        } else if part.leads() {
            part.await_node()?;
            part.among_leaders(|leaders| part.at().barrier(leaders))?;
            part.hand_down();
        } else {
            part.hand_up();
            part.await_leader()?;
        }
        part.end();
        Ok(())
    }
}

impl Bcast {
    /// Brings the root's data to all ranks.
    ///
    /// # Safety
    /// The buffer is the program's, and has `bytes` bytes of data.
    pub(super) unsafe fn run_through_words(
        on: &Hierarchy,
        short: &Short,
        root: u32,
        bytes: usize,
        buffer: &Buffer,
    ) -> Result<(), Failure> {
        let mut part = short.begin(on, Some(root), bytes);
        let is_root = root == part.member.rank;
        let data = if part.leads() {
            let room = part.room(bytes)?;
            // SAFETY: `room` has `bytes` bytes, which is as much as is packed, by this function's contract. No member
            // reads or writes there before they are published.
            let data = unsafe {
                if is_root {
                    buffer.pack(room)?;
                }
                std::slice::from_raw_parts_mut(room, bytes)
            };
            if part.at().nodes > 1 {
                part.among_leaders(|leaders| part.at().broadcast(leaders, short.nodes.node_of(root), data))?;
            }
            part.hand_down();
            room
        } else {
            part.await_leader()?;
            part.data(part.leader, bytes)
        };
        if !is_root {
            // SAFETY: the leader has published `bytes` bytes there, which stay until this part ends; the buffer has
            // room for them, by this function's contract.
            unsafe { buffer.unpack(data)? };
        }
        part.end();
        Ok(())
    }
}

impl Allgather {
    /// Brings the shares of all ranks to all.
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
            part.publish(Awaited::WithAll, None);
            part.state.words.wait_for_all(false, Part::progress(on))?;
            for (place, &rank) in part.ranks.iter().enumerate() {
                // SAFETY: the member has published a share, which stays until this part ends; the whole has room for
                // one of every rank.
                unsafe { whole.take(part.member, rank, part.data(place, share))? };
            }
        } else {
            // SAFETY: the buffers are the program's, with a share of this rank and room for one of every rank, as the
            // caller promises.
            let all = unsafe { part.gather(share, whole)? };
            for (place, rank) in short.nodes.order().enumerate() {
                // SAFETY: `gather` gives the shares of all ranks in this order, which stay until this part ends.
                unsafe { whole.take(part.member, rank, all.wrapping_add(place * share))? };
            }
        }
        part.end();
        whole.holds_own()
    }
}

impl Part<'_> {
    /// The shares of all ranks in the order of the nodes, as the leader publishes them.
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
        for place in 0..self.ranks.len() {
            let to = scratch.wrapping_add(place * share);
            // SAFETY: `scratch` has the bytes of all shares. The other members have published theirs.
            unsafe {
                if place == self.own {
                    whole.put_own(self.member, false, to)?;
                } else {
                    std::ptr::copy_nonoverlapping(self.data(place, share), to, share);
                }
            }
        }
        let (at, nodes) = (self.at(), &self.short.nodes);
        let block = |node: usize| nodes.ranks(node).len() * share;
        // SAFETY: `scratch` has `length` bytes, which nothing else uses meanwhile.
        let ring = unsafe { std::slice::from_raw_parts_mut(scratch, length) };
        self.among_leaders(|leaders| at.allgather(leaders, block, ring))?;
        let room = self.room(length)?;
        // In the ring, this node's block is the first one.
        let before: usize = (0..at.node).map(block).sum();
        let (from_here, wrapped) = ring.split_at(length - before);
        // SAFETY: `room` has `length` bytes, which no member reads before they are published.
        unsafe {
            std::ptr::copy_nonoverlapping(wrapped.as_ptr(), room, before);
            std::ptr::copy_nonoverlapping(from_here.as_ptr(), room.wrapping_add(before), length - before);
        }
        self.hand_down();
        Ok(room)
    }
}
