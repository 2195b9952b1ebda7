// SPDX-License-Identifier: MIT OR Apache-2.0
//! A common start for all ranks, at an agreed time on clocks that are known to agree.
//!
//! Ranks leave a barrier at different times, which would be part of any time that is taken after it. So the clock of
//! every rank is compared with that of rank 0, all ranks agree on a moment in the near future, and begin at that
//! moment.

use crate::clock::{IS_SIMULATED, now, sleep};
use crate::mpi::Comm;

/// Ping-pongs for one clock; the quickest counts.
const PING_PONGS: usize = 20;
/// After this many seconds clocks are compared again, because they drift.
const TRUSTED: f64 = 20.0;
/// The seconds from the agreement to the start, at first and at most.
const FIRST_LEAD: f64 = 0.001;
const LONGEST_LEAD: f64 = 1.0;
/// The same where there is no second try.
const UNHURRIED: f64 = 0.05;
/// How many seconds a rank may be late by default.
pub(crate) const LATE_AFTER: f64 = 20e-6;
/// The share of a repetition by which a rank may be late by default, where that is longer. Where other processes use
/// the cores, short delays are frequent, and they change a long time little.
pub(crate) const LATE_SHARE: f64 = 0.05;
/// The last part of a wait is spent awake, because a process that sleeps wakes up late.
const AWAKE: f64 = 200e-6;

/// How a rank has spent its time, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parts {
    /// In communication.
    pub(crate) communication: f64,
    /// In computing.
    pub(crate) computing: f64,
    /// Used instead of the time from the start to the end on the last rank: the greatest of all ranks' numbers.
    pub(crate) counted: Option<f64>,
    /// The processor time of this process, where it is taken.
    pub(crate) processor: Option<Processor>,
}

/// The processor time of this process with all of its threads, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Processor {
    /// While it computed.
    pub(crate) computing: f64,
    /// While it waited.
    pub(crate) waiting: f64,
}

/// One repetition, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// From the agreed start to the end on the last rank, or what counts instead.
    pub(crate) total: f64,
    /// The ranks' average.
    pub(crate) average: Parts,
    /// This rank's own processor time, where it is taken.
    pub(crate) processor: Option<Processor>,
}

/// Starts all ranks of a communicator at once.
pub(crate) struct StartSync {
    /// A communicator of its own, whose messages never meet those that are measured.
    comm: Comm,
    node: Comm,
    /// The first ranks of the nodes.
    nodes: Option<Comm>,
    /// The difference of rank 0's clock and this node's.
    offset: f64,
    /// The time of the last comparison on rank 0's clock.
    compared: f64,
    error: f64,
    lead: f64,
    late_after: Option<f64>,
    shared_cores: bool,
}

impl StartSync {
    /// For the ranks of a communicator, which is duplicated. A rank may be late by `late_after` seconds, or as
    /// [`LATE_AFTER`] says.
    pub(crate) fn new(comm: &Comm, late_after: Option<f64>, shared_cores: bool) -> Self {
        let comm = comm.duplicate();
        let node = comm.native_shared().expect("every rank is on a node");
        let nodes = comm.split((node.rank() == 0).then_some(0), comm.rank());
        let mut start = Self {
            comm,
            node,
            nodes,
            offset: 0.0,
            compared: 0.0,
            error: 0.0,
            lead: FIRST_LEAD,
            late_after,
            shared_cores,
        };
        start.compare_clocks();
        start
    }

    /// The communicator of all ranks, for what is not measured.
    pub(crate) fn comm(&self) -> &Comm {
        &self.comm
    }

    /// How many seconds the clocks differed after any comparison, at the most.
    pub(crate) fn error(&self) -> f64 {
        self.error
    }

    /// Finds every node's offset. The true one is at the most half a ping-pong away from what is found (Cristian 1989).
    fn compare_clocks(&mut self) {
        if IS_SIMULATED {
            self.compared = f64::INFINITY;
            return;
        }
        let (mut offset, mut error) = (0.0, 0.0);
        if let Some(nodes) = &self.nodes {
            for other in 1..nodes.size() {
                if nodes.rank() == 0 {
                    ask(nodes, other);
                } else if nodes.rank() == other {
                    (offset, error) = answer(nodes);
                }
            }
        }
        let mut found = [offset, error];
        self.node.broadcast_doubles(&mut found, 0);
        self.offset = found[0];
        self.error = self.error.max(self.comm.greatest(&[found[1]])[0]);
        self.compared = self.comm.greatest(&[self.now()])[0];
    }

    /// The time on rank 0's clock.
    pub(crate) fn now(&self) -> f64 {
        now() + self.offset
    }

    /// Lets the next start be so late that every rank should be ready for it: a cold run has no second try.
    pub(crate) fn give_time(&mut self) {
        self.lead = self.lead.max(UNHURRIED);
    }

    /// Runs something once on every rank from a common start; `None` where a rank was late.
    pub(crate) fn repetition(&mut self, run: &mut dyn FnMut() -> Parts) -> Option<Times> {
        let ready = self.comm.greatest(&[self.now()])[0];
        // Both numbers are equal on all ranks, so all ranks take this branch or none.
        if ready - self.compared > TRUSTED {
            self.compare_clocks();
            return self.repetition(run);
        }
        let start = ready + self.lead;
        let (unready, late) = self.wait_until(start);
        let parts = run();
        let took = self.now() - start;
        let counted = parts.counted.unwrap_or(took);
        let [unready, late, took, total] = self.comm.greatest(&[unready, late, took, counted])[..] else {
            unreachable!()
        };
        let [communication, computing] = self.comm.sums(&[parts.communication, parts.computing])[..] else {
            unreachable!()
        };
        self.lead = next_lead(self.lead, unready);
        // A rank's own count does not begin at the agreed start. All ranks count, or none.
        if parts.counted.is_none() && late > self.late_after.unwrap_or(LATE_AFTER.max(took * LATE_SHARE)) {
            return None;
        }
        let ranks = self.comm.size() as f64;
        let average = Parts { communication: communication / ranks, computing: computing / ranks, ..Parts::default() };
        Some(Times { total, average, processor: parts.processor })
    }

    /// Waits, and says by how many seconds this rank was not ready, and by how many it is late.
    fn wait_until(&self, start: f64) -> (f64, f64) {
        let left = start - self.now();
        let unready = (-left).max(0.0);
        if self.shared_cores {
            // Awake, it would keep a core from other ranks. The delay until it gets a core counts as part of the time.
            sleep(left);
            return (unready, unready);
        }
        if IS_SIMULATED {
            sleep(left);
            return (unready, self.now() - start);
        }
        sleep(left - AWAKE);
        while self.now() < start {
            std::hint::spin_loop();
        }
        (unready, self.now() - start)
    }
}

/// Longer where a rank was not ready, otherwise a little shorter, so that one delay does not slow down the whole run.
fn next_lead(lead: f64, unready: f64) -> f64 {
    if unready > 0.0 { (lead * 1.5).min(LONGEST_LEAD) } else { (lead * 0.99).max(FIRST_LEAD) }
}

/// Rank 0's part in comparing its clock with another rank's, which gets the result.
fn ask(nodes: &Comm, other: usize) {
    for _ in 0..PING_PONGS {
        let asked = now();
        nodes.send(0.0, other);
        let there = nodes.receive(other);
        let back = now();
        nodes.send(f64::midpoint(asked, back) - there, other);
        nodes.send((back - asked) / 2.0, other);
    }
}

/// The other rank's part: the offset of its clock, and how far that may be off.
fn answer(nodes: &Comm) -> (f64, f64) {
    let once = |_| {
        nodes.receive(0);
        nodes.send(now(), 0);
        (nodes.receive(0), nodes.receive(0))
    };
    (0..PING_PONGS).map(once).min_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or_default()
}
