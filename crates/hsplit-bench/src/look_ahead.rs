// SPDX-License-Identifier: MIT OR Apache-2.0
//! Broadcasts ahead of the steps of SUMMA that need them: panels that are under way along a row or a column while
//! others are multiplied.
//!
//! A panel's next stage begins as soon as this process has it from the one before. In every communicator the processes
//! must begin their broadcasts in the same order (MPI 3.1, section 5.12), so no panel begins a stage before the panel
//! of the step before has begun it.

use std::collections::VecDeque;

use super::line::{Line, Stage};
use super::mpi::{Pending, test_some, wait_some};

type Progress = fn(&mut [&mut Pending]);

/// A panel on its way.
struct Flight<'a> {
    stages: Vec<Option<Stage<'a>>>,
    /// How many stages have begun, or have nothing for this process.
    begun: usize,
    panel: Panel,
}

enum Panel {
    Here(Vec<f64>),
    Moving(Pending),
}

impl Flight<'_> {
    /// Begins what can begin: not more stages than the panel before.
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

/// The panels that are under way along a line, in the order of the steps.
pub struct Queue<'a> {
    line: &'a Line,
    flights: VecDeque<Flight<'a>>,
}

impl<'a> Queue<'a> {
    /// None as yet.
    pub fn new(line: &'a Line) -> Self {
        Self { line, flights: VecDeque::new() }
    }

    /// Sends the next panel on its way.
    pub fn send(&mut self, values: Vec<f64>, owner: usize) {
        self.flights.push_back(Flight { stages: self.line.stages(owner), begun: 0, panel: Panel::Here(values) });
        self.advance();
    }

    /// The same by calls that return when it is there, as in the paper.
    pub fn send_and_wait(&mut self, mut values: Vec<f64>, owner: usize) {
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

/// The next panels of a row and of a column, when both are there.
pub fn arrive<'a>(row: &mut Queue<'a>, column: &mut Queue<'a>) -> (Vec<f64>, Vec<f64>) {
    // Whatever is there by now goes on before anything is waited for or computed.
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

/// Those that are there are no longer moving.
fn settle(panels: &mut [&mut Panel], progress: Progress) {
    let mut moving: Vec<&mut Pending> = panels
        .iter_mut()
        .filter_map(|panel| if let Panel::Moving(pending) = panel { Some(pending) } else { None })
        .collect();
    if !moving.is_empty() {
        progress(&mut moving);
    }
    for panel in panels {
        let there = if let Panel::Moving(pending) = panel { pending.take() } else { None };
        if let Some(values) = there {
            **panel = Panel::Here(values);
        }
    }
}
