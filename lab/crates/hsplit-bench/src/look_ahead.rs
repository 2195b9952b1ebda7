// SPDX-License-Identifier: MIT OR Apache-2.0
//! Look-ahead for SUMMA: panels travel along a row or a column while panels of earlier steps are multiplied.
//!
//! A panel's next stage begins as soon as this process has received it from the stage before. All processes of a
//! communicator must begin its broadcasts in one order (MPI 3.1, section 5.12), so a panel begins a stage only after
//! the panel of the step before.

use std::collections::VecDeque;

use crate::line::{Line, Stage};
use crate::mpi::{Pending, test_some, wait_some};

type Progress = fn(&mut [&mut Pending]);

/// A panel that travels.
struct Flight<'a> {
    stages: Vec<Option<Stage<'a>>>,
    /// How many stages have begun or leave this process out.
    begun: usize,
    panel: Panel,
}

enum Panel {
    Here(Vec<f64>),
    Moving(Pending),
}

impl Flight<'_> {
    /// Begins the stages that can begin, at most as many as the panel before has begun.
    fn advance(&mut self, limit: usize) {
        while self.begun < self.stages.len().min(limit) {
            let Panel::Here(values) = &mut self.panel else {
                return;
            };
            if let Some((comm, root)) = self.stages[self.begun] {
                self.panel = Panel::Moving(comm.begin_broadcast_doubles(std::mem::take(values), root));
            }
            self.begun += 1;
        }
    }

    fn has_arrived(&self) -> bool {
        self.begun == self.stages.len() && matches!(self.panel, Panel::Here(_))
    }
}

/// The panels that travel along a line, in the order of the steps.
pub(crate) struct Queue<'a> {
    line: &'a Line,
    flights: VecDeque<Flight<'a>>,
}

impl<'a> Queue<'a> {
    /// An empty queue.
    pub(crate) fn new(line: &'a Line) -> Self {
        Self { line, flights: VecDeque::new() }
    }

    /// Sends the next panel off, without waiting.
    pub(crate) fn send(&mut self, values: Vec<f64>, owner: usize) {
        self.flights.push_back(Flight { stages: self.line.stages(owner), begun: 0, panel: Panel::Here(values) });
        self.advance();
    }

    /// Sends the next panel by blocking broadcasts, as in the paper.
    pub(crate) fn send_and_wait(&mut self, mut values: Vec<f64>, owner: usize) {
        let stages = self.line.stages(owner);
        for (comm, root) in stages.iter().flatten() {
            comm.broadcast_doubles(&mut values, *root);
        }
        self.flights.push_back(Flight { begun: stages.len(), stages, panel: Panel::Here(values) });
    }

    fn advance(&mut self) {
        let mut limit = usize::MAX;
        for flight in &mut self.flights {
            flight.advance(limit);
            limit = flight.begun;
        }
    }

    fn has_first(&self) -> bool {
        self.flights.front().is_some_and(Flight::has_arrived)
    }

    fn take(&mut self) -> Option<Vec<f64>> {
        match self.flights.pop_front()?.panel {
            Panel::Here(values) => Some(values),
            Panel::Moving(_) => None,
        }
    }
}

/// Waits for the next panels of a row and of a column.
pub(crate) fn arrive<'a>(row: &mut Queue<'a>, column: &mut Queue<'a>) -> (Vec<f64>, Vec<f64>) {
    // Panels that have arrived go on to their next stages before this process waits or computes.
    let mut progress: Progress = test_some;
    loop {
        let mut panels: Vec<&mut Panel> =
            row.flights.iter_mut().chain(&mut column.flights).map(|flight| &mut flight.panel).collect();
        settle(&mut panels, progress);
        row.advance();
        column.advance();
        if row.has_first() && column.has_first() {
            return row.take().zip(column.take()).expect("both are there");
        }
        progress = wait_some;
    }
}

/// Takes the panels that have arrived out of their requests.
fn settle(panels: &mut [&mut Panel], progress: Progress) {
    let mut moving: Vec<&mut Pending> = panels
        .iter_mut()
        .filter_map(|panel| if let Panel::Moving(pending) = panel { Some(pending) } else { None })
        .collect();
    if !moving.is_empty() {
        progress(&mut moving);
    }
    for panel in panels {
        let arrived = if let Panel::Moving(pending) = panel { pending.take() } else { None };
        if let Some(values) = arrived {
            **panel = Panel::Here(values);
        }
    }
}
