// SPDX-License-Identifier: MIT OR Apache-2.0
//! The total traffic between the ranks of a run, and the traffic inside each level.

use std::collections::BTreeMap;

use hsplit_mapping::{MapError, Mapping, Options, Slots, Traffic, map, metrics};

use crate::collectives::Operation;
use crate::counters::Count;
use crate::run::{Kind, Run, Unit};
use crate::snapshot::Classes;

/// The most pairs of ranks for which another order is searched, because the search keeps all of them in memory.
const MOST_PAIRS: usize = 4_000_000;

/// Sums over the matrix of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// The traffic between different ranks.
    pub all: Count,
    /// The same by kind ([`Kind::ALL`]).
    pub kinds: [Count; Kind::ALL.len()],
    /// The traffic of ranks with themselves.
    pub itself: Count,
    /// The traffic to outside the run, and fetched from there.
    pub outside: Count,
    /// The levels, widest first.
    pub levels: Vec<Level>,
    /// The number of ordered pairs of ranks with traffic.
    pub pairs: usize,
    /// The same for the internal traffic of hierarchical collective operations, if there is any.
    pub internal: Option<Box<Totals>>,
}

/// The traffic inside a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The level's name.
    pub name: String,
    /// The number of its instances with ranks.
    pub instances: usize,
    /// The traffic between ranks in the same instance.
    pub inside: Count,
    /// The most bytes of one instance with ranks outside it, and the number of the instance.
    pub busiest: (u64, u32),
}

/// The traffic that another order of ranks would keep inside a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The level.
    pub level: String,
    /// The present share of bytes inside, from 0 to 1.
    pub now: f64,
    /// The share with the other order.
    pub then: f64,
    /// The slot that each rank would have.
    pub mapping: Mapping,
}

/// The instance of each level that each rank is in.
struct Instances {
    of: Vec<Vec<Option<u32>>>,
    /// By level and instance: the bytes with ranks outside it.
    leaving: Vec<Vec<u64>>,
}

impl Instances {
    fn new(run: &Run, slots: &Slots) -> Self {
        let of = |level| (0..run.ranks()).map(|rank| slots.ancestor(slots.slot_of_place(rank), level)).collect();
        let of: Vec<Vec<Option<u32>>> = (0..slots.levels().len()).map(of).collect();
        let count = |of: &Vec<Option<u32>>| of.iter().flatten().max().map_or(0, |most| *most as usize + 1);
        let leaving = of.iter().map(|of| vec![0; count(of)]).collect();
        Self { of, leaving }
    }

    /// True if two ranks are in one instance of a level; otherwise the bytes are added to those leaving their
    /// instances.
    fn share(&mut self, level: usize, from: u32, to: u32, bytes: u64) -> bool {
        let (a, b) = (self.of[level][from as usize], self.of[level][to as usize]);
        if a.is_some() && a == b {
            return true;
        }
        for instance in [a, b].into_iter().flatten() {
            let leaving = &mut self.leaving[level][instance as usize];
            *leaving = leaving.saturating_add(bytes);
        }
        false
    }

    fn busiest(&self, level: usize) -> (u64, u32) {
        let all = (0..).zip(&self.leaving[level]).map(|(number, bytes)| (*bytes, number));
        all.max_by_key(|(bytes, number)| (*bytes, u32::MAX - number)).unwrap_or_default()
    }

    fn count(&self, level: usize) -> usize {
        let mut all: Vec<u32> = self.of[level].iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    }
}

impl Totals {
    /// Sums up a run whose rank r is at place r of these slots.
    pub fn of(run: &Run, slots: &Slots) -> Self {
        let internal = run.internal().map(|internal| Box::new(Self::of(&internal, slots)));
        let mut totals = Self { outside: run.fetched_from_outside(), internal, ..Self::default() };
        let mut inside = vec![Count::default(); slots.levels().len()];
        let mut instances = Instances::new(run, slots);
        for from in 0..run.ranks() {
            for (to, count) in run.row(from, Classes::ALL) {
                if to == from {
                    totals.itself += count;
                } else if to == run.ranks() {
                    totals.outside += count;
                } else {
                    totals.all += count;
                    totals.pairs += 1;
                    for (level, inside) in inside.iter_mut().enumerate() {
                        if instances.share(level, from, to, count.bytes) {
                            *inside += count;
                        }
                    }
                }
            }
            for (kind, sum) in Kind::ALL.into_iter().zip(&mut totals.kinds) {
                let others = run.row(from, kind.classes).into_iter().filter(|(to, _)| *to != from && *to < run.ranks());
                *sum += others.map(|(_, count)| count).sum();
            }
        }
        let level = |(level, inside): (usize, Count)| Level {
            name: slots.levels()[level].clone(),
            instances: instances.count(level),
            inside,
            busiest: instances.busiest(level),
        };
        totals.levels = inside.into_iter().enumerate().map(level).collect();
        totals
    }

    /// The level for which ranks should be reordered: the node if there are several, else the widest level with several
    /// instances.
    pub fn decisive(&self) -> Option<&Level> {
        let several = || self.levels.iter().filter(|level| level.instances > 1);
        several().find(|level| level.name == hsplit_core::level::MACHINE).or_else(|| several().next())
    }

    /// The share of a count in all bytes, from 0 to 1; 1 if there are none.
    pub fn share(&self, count: Count) -> f64 {
        if self.all.bytes == 0 { 1.0 } else { count.bytes as f64 / self.all.bytes as f64 }
    }
}

/// The traffic between the ranks of a run, as input of a search.
pub fn traffic(run: &Run, unit: Unit) -> Traffic {
    let row = |from| {
        let row = run.row(from, Classes::ALL).into_iter().filter(|(to, _)| *to < run.ranks());
        row.map(move |(to, count)| (from, to, unit.of(count)))
    };
    Traffic::from_arcs(run.ranks() as usize, (0..run.ranks()).flat_map(row))
}

/// Searches for an order of ranks that keeps more traffic inside, until `timed_out` returns true. `None` if places are
/// unknown or all equal, there is no traffic, or there are too many pairs.
pub fn advice(
    run: &Run,
    slots: &Slots,
    totals: &Totals,
    timed_out: &dyn Fn() -> bool,
) -> Result<Option<Advice>, MapError> {
    let Some(level) = totals.decisive() else { return Ok(None) };
    if run.missing().next().is_some() || totals.all.bytes == 0 || totals.pairs > MOST_PAIRS {
        return Ok(None);
    }
    let (traffic, options) = (traffic(run, Unit::Bytes), Options::default());
    let present = Mapping::identity(traffic.roles(), slots)?;
    let mapping = map(&traffic, slots, Some(&present), &options, timed_out)?;
    let worth = metrics(&traffic, slots, &mapping, &options.cost)?;
    let then = worth.levels.iter().find(|other| other.level == level.name).map_or(0.0, |level| level.share);
    Ok(Some(Advice { level: level.name.clone(), now: totals.share(level.inside), then, mapping }))
}

/// The calls of each collective operation over all processes, with the bytes that each process passed.
pub fn operations(run: &Run) -> BTreeMap<Operation, Count> {
    let mut all: BTreeMap<Operation, Count> = BTreeMap::new();
    for (call, count) in run.parts().flat_map(|part| part.counts.calls()) {
        *all.entry(call.operation).or_default() += *count;
    }
    all
}
