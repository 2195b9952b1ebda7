// SPDX-License-Identifier: MIT OR Apache-2.0
//! Short calls: through the shared memory of the nodes, and one message for each node and round between them.
//!
//! On one node with few ranks, every rank publishes its data, and all read all: each gets the same result, because all
//! combine in the same order. Otherwise one rank, the leader, waits for its node, exchanges with the other leaders
//! ([`hsplit_collectives::short`]), and publishes the result. Data is packed during the transfer, so it is the same at
//! ranks whose datatypes have different layouts.
//!
//! A rank that gets an error, for instance because a message is too long, still sends and publishes the data for which
//! other ranks wait. Only this rank gets the error.
//!
//! This module has the common steps. The calls are with their operations, in the `short` of [`super::bcast`],
//! [`super::gather`], [`super::alltoall`] and [`super::reduction`].

use std::ffi::c_int;
use std::sync::{Arc, MutexGuard};

use super::words::{Short, State};
use super::{Hierarchy, Member, lock};
use crate::monitor;
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::short::{At, MOST, Wire};
use hsplit_memory::word_memory::Awaited;
use hsplit_mpi::Failure;
use hsplit_mpi::channel::Channel;
use hsplit_mpi::transfer::Scratch;

/// Maximum number of ranks on one node that all read the data of all; with more ranks, one reads and combines for all.
const ALL_READ: usize = 8;

/// Maximum number of bytes of scratch that the communicator keeps: two operands of the longest call without gaps.
const KEPT: usize = 2 * MOST;

/// The error of a rank for which another one has published more than it expects.
const TOO_LONG: Failure = Failure { call: "a short call", code: mpi_sys::MPI_ERR_TRUNCATE as c_int };

impl Short {
    /// Begins a call whose longest data has this length.
    pub(super) fn begin<'call>(
        &'call self,
        on: &'call Hierarchy,
        root: Option<u32>,
        longest: usize,
    ) -> ShortPart<'call> {
        let (member, ranks, own) = (on.member, self.nodes.ranks(self.node), self.own);
        // Without a root on this node, the first rank leads.
        let root_here = root.filter(|&root| self.nodes.node_of(root) == self.node);
        let leader = root_here.map_or(0, |root| self.nodes.place(root));
        let mut state = lock(&self.state);
        state.words.select(on.operation());
        state.words.begin(longest);
        let all_read = root.is_none() && self.nodes.count() == 1 && ranks.len() <= ALL_READ;
        let owes = all_read || own == leader;
        ShortPart { on, short: self, member, ranks, own, leader, root, all_read, owes, state }
    }
}

/// This rank's part in a call. Members of the node are identified by their index among its ranks.
pub(super) struct ShortPart<'call> {
    pub(super) on: &'call Hierarchy,
    pub(super) short: &'call Short,
    pub(super) member: Member,
    /// The ranks of this node.
    pub(super) ranks: &'call [u32],
    pub(super) own: usize,
    pub(super) leader: usize,
    pub(super) root: Option<u32>,
    /// True if all ranks read the data of all, without a leader.
    pub(super) all_read: bool,
    /// True if this rank still has to publish data for which members may wait. After [`Self::end`] it has not.
    owes: bool,
    state: MutexGuard<'call, State>,
}

impl<'call> ShortPart<'call> {
    /// True if this rank is the leader of its node.
    pub(super) fn leads(&self) -> bool {
        self.own == self.leader
    }

    /// Returns this node's position among all.
    pub(super) fn at(&self) -> At<'_> {
        At { node: self.short.node, nodes: self.short.nodes.count(), borders: self.short.nodes.borders() }
    }

    /// Returns the work of a rank between two polls: messages of the program may need it.
    fn progress(on: &Hierarchy) -> impl FnMut() -> Result<(), Failure> {
        || on.channel()?.progress()
    }

    /// Returns the address at which this rank may write the data that it will publish to its node.
    pub(super) fn room(&mut self, length: usize) -> Result<*mut u8, Failure> {
        let on = self.on;
        self.owes = true;
        self.state.words.room(length, Self::progress(on))
    }

    /// Returns the address of a member's data.
    pub(super) fn data(&self, member: usize, length: usize) -> *mut u8 {
        self.state.words.data(member, length)
    }

    /// Fails if a member has published more than `length` bytes. Called when no other rank waits for this one.
    pub(super) fn fits(&self, member: usize, length: usize) -> Result<(), Failure> {
        if self.state.words.published(member) <= length { Ok(()) } else { Err(TOO_LONG) }
    }

    /// Returns the address and the length of the data of the leader, of which this rank takes at most `length` bytes.
    /// (After an error the leader publishes nothing, and the contents are undefined.)
    pub(super) fn sent(&self, length: usize) -> Result<(*mut u8, usize), Failure> {
        self.fits(self.leader, length)?;
        let published = self.state.words.published(self.leader);
        let length = if published == 0 { length } else { published };
        Ok((self.data(self.leader, length), length))
    }

    /// Publishes for the leader, or for all if all ranks read.
    pub(super) fn hand_up(&mut self) {
        let but = (!self.all_read).then_some(self.leader);
        self.publish(Awaited::WithAll, but);
    }

    /// Publishes the leader's data for all.
    pub(super) fn hand_down(&mut self) {
        if self.ranks.len() > 1 {
            self.publish(Awaited::Alone, None);
        }
    }

    /// Publishes for all ranks of the node, and waits for all.
    pub(super) fn meet(&mut self) -> Result<(), Failure> {
        self.publish(Awaited::WithAll, None);
        self.state.words.wait_for_all(false, Self::progress(self.on))
    }

    fn publish(&mut self, awaited: Awaited, but: Option<usize>) {
        self.state.words.publish(awaited, but);
        self.owes = false;
    }

    /// Waits for all ranks of the node, or for all others if this rank leads.
    pub(super) fn await_node(&self) -> Result<(), Failure> {
        self.state.words.wait_for_all(!self.all_read, Self::progress(self.on))
    }

    /// Waits for the leader.
    pub(super) fn await_leader(&self) -> Result<(), Failure> {
        self.state.words.wait_for(self.leader, Self::progress(self.on))
    }

    /// Returns the messages between the leaders, if there are any.
    pub(super) fn leaders(&self) -> Result<Leaders<'call>, Failure> {
        Ok(Leaders { channel: self.on.channel()?, nodes: &self.short.nodes, root: self.root, failed: Ok(()) })
    }

    /// Performs the exchange of the leaders, and returns the first error of all their messages.
    pub(super) fn among_leaders(
        &self,
        call: impl FnOnce(&mut Leaders<'call>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut leaders = self.leaders()?;
        call(&mut leaders)?;
        leaders.failed
    }

    /// Returns memory of this rank alone, valid as long as the part.
    pub(super) fn scratch(&mut self, bytes: usize) -> *mut u8 {
        let scratch = &mut self.state.scratch;
        let length = bytes.div_ceil(size_of::<u128>());
        if scratch.len() < length {
            // Zeroed by the kernel, page by page when it is written: elements may be far apart.
            *scratch = vec![0; length];
        }
        scratch.as_mut_ptr().cast()
    }

    /// Ends a part without an error.
    pub(super) fn end(mut self) {
        self.owes = false;
    }
}

/// After an error this rank publishes the missing data, with undefined contents, so that members stop waiting for it.
impl Drop for ShortPart<'_> {
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
/// leaders wait for them: no step returns an error, and `failed` has the first one.
pub(super) struct Leaders<'call> {
    channel: Arc<Channel>,
    nodes: &'call Nodes,
    root: Option<u32>,
    pub(super) failed: Result<(), Failure>,
}

impl Leaders<'_> {
    fn of(&self, node: usize) -> u32 {
        self.nodes.leader(node, self.root)
    }

    /// Returns the leader of a node as the receiver of a message, which is counted if messages are counted.
    fn receiver(&self, node: usize, data: &[u8]) -> u32 {
        let to = self.of(node);
        self.channel.tell(to, data.len(), monitor::internal);
        to
    }

    /// Stores the error of a step in `failed`, if it is the first one.
    pub(super) fn keep(&mut self, step: Result<(), Failure>) -> Result<(), Failure> {
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
