// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine that reduces operands on the way to the root and, if all ranks get the result, sends it down the tree
//! again.
//!
//! A segment's operands are combined in the order of the tree, whatever order they arrive in: the result is the same in
//! each run, and neighbours are combined with neighbours. The result of one segment travels down while the operands of
//! the next travel up.

use super::transport::{Combine, Done};

/// A rank's part in a reduction.
///
/// Incoming flows: one of each child, in the children's order, then the parent's with the result. Outgoing flows: the
/// one to the parent, if there is one, then the results to the children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReducePart {
    /// The number of children.
    pub children: usize,
    /// True if there is no parent.
    pub is_root: bool,
    /// The number of segments of the operand.
    pub segments: usize,
    /// True if all ranks get the result.
    pub to_all: bool,
}

impl ReducePart {
    /// Returns the index of the outgoing flow to a child.
    pub(crate) fn down_to(&self, child: usize) -> usize {
        usize::from(!self.is_root) + child
    }

    /// Runs the reduction, with at most `window` segments in progress.
    ///
    /// # Errors
    /// The transport fails; the flows are then left unfinished.
    pub fn run<T: Combine>(&self, window: usize, transport: &mut T) -> Result<(), T::Error> {
        let mut run = Reducing::new(self, window.max(1), transport);
        let mut done = vec![];
        loop {
            run.begin()?;
            if run.is_over() {
                return Ok(());
            }
            done.clear();
            run.transport.wait(&mut done)?;
            for done in &done {
                run.note(*done)?;
            }
        }
    }
}

struct Reducing<'a, T> {
    part: &'a ReducePart,
    window: usize,
    transport: &'a mut T,
    /// The number of segments whose operands are being received or have been.
    begun: usize,
    /// For each segment, the children whose operands have arrived.
    arrived: Vec<Vec<bool>>,
    /// For each segment, the number of children's operands that are combined.
    combined: Vec<usize>,
    /// Segments sent to the parent, or completed at the root.
    up: Sequence,
    /// Segments of the result that the parent sends.
    down: Sequence,
    /// The number of segments of the result that have arrived, in order.
    results: usize,
    /// Segments of the result sent to each child.
    passed: Vec<Sequence>,
}

/// Segments that begin in order and end in any order.
struct Sequence {
    begun: usize,
    /// All segments before this one have ended.
    ended: usize,
    early: Vec<usize>,
}

impl Sequence {
    fn new() -> Self {
        Self { begun: 0, ended: 0, early: vec![] }
    }

    fn end(&mut self, segment: usize) {
        self.early.push(segment);
        while let Some(at) = self.early.iter().position(|&early| early == self.ended) {
            self.early.swap_remove(at);
            self.ended += 1;
        }
    }

    fn under_way(&self) -> usize {
        self.begun - self.ended
    }
}

impl<'a, T: Combine> Reducing<'a, T> {
    fn new(part: &'a ReducePart, window: usize, transport: &'a mut T) -> Self {
        Self {
            part,
            window,
            transport,
            begun: 0,
            arrived: vec![vec![false; part.children]; part.segments],
            combined: vec![0; part.segments],
            up: Sequence::new(),
            down: Sequence::new(),
            results: 0,
            passed: (0..part.children).map(|_| Sequence::new()).collect(),
        }
    }

    /// Begins every transfer that can begin.
    fn begin(&mut self) -> Result<(), T::Error> {
        self.begin_up()?;
        if self.part.to_all {
            self.begin_down()?;
        }
        Ok(())
    }

    fn begin_up(&mut self) -> Result<(), T::Error> {
        loop {
            // A segment's buffer is free again after the segment has been sent up.
            while self.begun < self.part.segments && self.begun < self.up.ended + self.window {
                for child in 0..self.part.children {
                    self.transport.receive(child, self.begun)?;
                }
                self.begun += 1;
            }
            let segment = self.up.begun;
            if segment == self.begun || self.combined[segment] < self.part.children {
                return Ok(());
            }
            self.up.begun += 1;
            if self.part.is_root {
                self.transport.settle(segment)?;
                self.up.end(segment);
            } else {
                self.transport.send(0, segment)?;
            }
        }
    }

    fn begin_down(&mut self) -> Result<(), T::Error> {
        if self.part.is_root {
            self.results = self.up.ended;
        } else {
            // The result may overwrite the operand, whose send must therefore have completed.
            while self.down.begun < self.up.ended && self.down.under_way() < self.window {
                self.transport.receive(self.part.children, self.down.begun)?;
                self.down.begun += 1;
            }
            self.results = self.down.ended;
        }
        // The last child has the largest subtree.
        for child in (0..self.part.children).rev() {
            while self.passed[child].begun < self.results && self.passed[child].under_way() < self.window {
                let segment = self.passed[child].begun;
                self.transport.send(self.part.down_to(child), segment)?;
                self.passed[child].begun += 1;
            }
        }
        Ok(())
    }

    fn note(&mut self, done: Done) -> Result<(), T::Error> {
        match done {
            Done::Received { stream, segment } if stream < self.part.children => {
                self.arrived[segment][stream] = true;
                self.combine(segment)?;
            }
            Done::Received { segment, .. } => self.down.end(segment),
            Done::Sent { stream: 0, segment } if !self.part.is_root => self.up.end(segment),
            Done::Sent { stream, segment } => self.passed[stream - self.part.down_to(0)].end(segment),
        }
        Ok(())
    }

    fn combine(&mut self, segment: usize) -> Result<(), T::Error> {
        while self.arrived[segment].get(self.combined[segment]) == Some(&true) {
            self.transport.combine(self.combined[segment], segment)?;
            self.combined[segment] += 1;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        let all = self.part.segments;
        let passed = || self.results == all && self.passed.iter().all(|child| child.ended == all);
        self.up.ended == all && (!self.part.to_all || passed())
    }
}
