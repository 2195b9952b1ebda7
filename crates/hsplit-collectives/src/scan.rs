// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine of prefix reductions (`MPI_Scan`, `MPI_Exscan`), along a tree with the ranks in their order.
//!
//! The subtree of a rank is an interval of ranks that begins with the rank itself. A rank therefore combines its
//! operand with the results of its children, one after the other, and keeps each intermediate result: combined with the
//! result of all ranks before it (its *prefix*, which its parent sends it), these are its children's prefixes. A rank
//! sends a result up only if a later rank needs it: never from the last child of a rank whose own result no other rank
//! needs. A chain therefore sends data in one direction.

use std::ops::Range;

use super::transport::{Done, Transport};
use super::tree::Tree;

/// A rank's part in a prefix reduction.
///
/// Incoming flows: those of the children whose results are needed, in order, then the parent's with the prefix.
/// Outgoing flows: the one to the parent, if that needs the result, then the prefixes to all children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanPart {
    /// The number of children.
    pub children: usize,
    /// The number of children that send their results.
    pub needed: usize,
    /// True if there is no parent, and thus no prefix.
    pub is_root: bool,
    /// True if the parent needs the result.
    pub goes_up: bool,
    /// The number of segments of the operand.
    pub segments: usize,
}

/// A transport whose segments can be combined.
pub trait Combine: Transport {
    /// Combines this rank's intermediate result of a segment with the result of `child`, this rank's on the left. For
    /// the first child that is this rank's own operand, for the others the result of the child before. All intermediate
    /// results are kept.
    ///
    /// # Errors
    /// The operation fails.
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Self::Error>;

    /// Computes this rank's result of a segment, and the prefixes of its children, from the prefix and the intermediate
    /// results. No pending transfer uses their buffers any more.
    ///
    /// # Errors
    /// The operation fails.
    fn spread(&mut self, segment: usize) -> Result<(), Self::Error>;
}

impl ScanPart {
    /// Returns the part of a rank in a tree with the ranks in their own order.
    pub fn of(tree: &Tree, segments: usize) -> Self {
        let has_ranks_behind = |below: &Range<usize>| below.end < tree.order.len();
        Self {
            children: tree.children.len(),
            needed: tree.children.iter().filter(|child| has_ranks_behind(&child.subtree)).count(),
            is_root: tree.parent.is_none(),
            goes_up: tree.parent.is_some() && has_ranks_behind(&tree.subtree),
            segments,
        }
    }

    /// Returns the peers of the incoming and of the outgoing flows.
    pub fn peers(&self, tree: &Tree) -> (Vec<u32>, Vec<u32>) {
        let children = || tree.children.iter().map(|child| child.rank);
        let up = tree.parent.filter(|_| self.goes_up);
        (children().take(self.needed).chain(tree.parent).collect(), up.into_iter().chain(children()).collect())
    }

    /// Runs the reduction, with at most `window` segments in progress.
    ///
    /// # Errors
    /// The transport fails; the flows are then left unfinished.
    pub fn run<T: Combine>(&self, window: usize, transport: &mut T) -> Result<(), T::Error> {
        let states = vec![State::default(); self.segments];
        let mut run = Scanning { part: self, transport, states, begun: 0, spread: 0, over: 0 };
        let mut done = vec![];
        loop {
            run.begin(window.max(1))?;
            if run.over == self.segments {
                return Ok(());
            }
            done.clear();
            run.transport.wait(&mut done)?;
            for done in &done {
                run.note(*done)?;
            }
        }
    }

    /// Returns the index of the outgoing flow to a child.
    pub fn down_to(&self, child: usize) -> usize {
        usize::from(self.goes_up) + child
    }
}

/// The progress of a segment.
#[derive(Clone, Debug, Default)]
struct State {
    /// The children whose results have arrived.
    arrived: Vec<bool>,
    /// The number of them that are combined.
    combined: usize,
    has_prefix: bool,
    is_sent: bool,
    has_gone_up: bool,
    /// The number of children whose prefix has been sent.
    passed: usize,
}

struct Scanning<'a, T> {
    part: &'a ScanPart,
    transport: &'a mut T,
    states: Vec<State>,
    /// The number of segments whose receives have begun.
    begun: usize,
    /// The number of segments whose prefixes are computed.
    spread: usize,
    /// The number of segments whose buffers are free again.
    over: usize,
}

impl<T: Combine> Scanning<'_, T> {
    /// Begins every transfer that can begin, segment by segment in order on every flow.
    fn begin(&mut self, window: usize) -> Result<(), T::Error> {
        loop {
            let before = (self.begun, self.spread, self.over);
            self.receive(window)?;
            self.send_up()?;
            self.spread()?;
            while self.over < self.spread && self.states[self.over].passed == self.part.children {
                self.over += 1;
            }
            if before == (self.begun, self.spread, self.over) {
                return Ok(());
            }
        }
    }

    fn receive(&mut self, window: usize) -> Result<(), T::Error> {
        while self.begun < self.part.segments && self.begun < self.over + window {
            self.states[self.begun].arrived = vec![false; self.part.needed];
            let streams = self.part.needed + usize::from(!self.part.is_root);
            (0..streams).try_for_each(|stream| self.transport.receive(stream, self.begun))?;
            self.begun += 1;
        }
        Ok(())
    }

    fn send_up(&mut self) -> Result<(), T::Error> {
        for segment in self.spread..self.begun {
            let state = &mut self.states[segment];
            if !self.part.goes_up || state.combined < self.part.needed {
                return Ok(());
            }
            if !state.is_sent {
                state.is_sent = true;
                self.transport.send(0, segment)?;
            }
        }
        Ok(())
    }

    fn spread(&mut self) -> Result<(), T::Error> {
        while self.spread < self.begun {
            let (part, segment, state) = (self.part, self.spread, &self.states[self.spread]);
            let is_ready = state.combined == part.needed
                && (part.is_root || state.has_prefix)
                && (!part.goes_up || state.has_gone_up);
            if !is_ready {
                return Ok(());
            }
            self.transport.spread(segment)?;
            // The last child has the largest subtree.
            (0..part.children).rev().try_for_each(|child| self.transport.send(part.down_to(child), segment))?;
            self.spread += 1;
        }
        Ok(())
    }

    fn note(&mut self, done: Done) -> Result<(), T::Error> {
        let part = self.part;
        match done {
            Done::Received { stream, segment } if stream < part.needed => {
                self.states[segment].arrived[stream] = true;
                self.combine(segment)?;
            }
            Done::Received { segment, .. } => self.states[segment].has_prefix = true,
            Done::Sent { stream: 0, segment } if part.goes_up => self.states[segment].has_gone_up = true,
            Done::Sent { segment, .. } => self.states[segment].passed += 1,
        }
        Ok(())
    }

    fn combine(&mut self, segment: usize) -> Result<(), T::Error> {
        let state = &mut self.states[segment];
        while state.arrived.get(state.combined) == Some(&true) {
            self.transport.combine(state.combined, segment)?;
            state.combined += 1;
        }
        Ok(())
    }
}
