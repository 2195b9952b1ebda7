// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the ranks of a run have sent in all, and what of it has stayed inside each level.

use std::collections::BTreeMap;

use hsplit_mapping::{MapError, Mapping, Options, Slots, Traffic, map, metrics};

use crate::collectives::Operation;
use crate::counters::Count;
use crate::run::{Kind, Run, Unit};
use crate::snapshot::Classes;

/// The most pairs of ranks for which another order is looked for: the search keeps all of them in memory.
const MOST_PAIRS: usize = 4_000_000;

/// Sums over the matrix of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// What went from a rank to another one.
    pub all: Count,
    /// The same by kind ([`Kind::ALL`]).
    pub kinds: [Count; Kind::ALL.len()],
    /// What ranks sent to themselves.
    pub itself: Count,
    /// What went out of the run, and came from there by fetching.
    pub outside: Count,
    /// The levels, widest first.
    pub levels: Vec<Level>,
    /// How many pairs of ranks have traffic, each direction for itself.
    pub pairs: usize,
    /// The same of what the library has sent to carry collective operations, where it has.
    pub carried: Option<Box<Totals>>,
}

/// What has stayed inside a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The level's name.
    pub name: String,
    /// How many of its instances have ranks.
    pub instances: usize,
    /// What went from a rank to another one in the same instance.
    pub inside: Count,
    /// The most bytes that one instance exchanges with ranks that are not in it, and its number.
    pub busiest: (u64, u32),
}

/// What another order of ranks would keep inside a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The level.
    pub level: String,
    /// The share of the bytes that is inside now, from 0 to 1.
    pub now: f64,
    /// The share that would be.
    pub then: f64,
    /// The slot that each rank would have.
    pub mapping: Mapping,
}

/// Which instance of each level each rank is in.
struct Instances {
    /// By level and rank.
    of: Vec<Vec<Option<u32>>>,
    /// By level and instance: the bytes with ranks that are not in it.
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

    /// Whether two ranks are in one instance of a level; else what goes between them leaves those they are in.
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

    /// The instance that exchanges most with others.
    fn busiest(&self, level: usize) -> (u64, u32) {
        let all = (0..).zip(&self.leaving[level]).map(|(number, bytes)| (*bytes, number));
        all.max_by_key(|(bytes, number)| (*bytes, u32::MAX - number)).unwrap_or_default()
    }

    /// How many instances have ranks.
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
        let carried = run.carried().map(|carried| Box::new(Self::of(&carried, slots)));
        let mut totals = Self { outside: run.fetched_from_outside(), carried, ..Self::default() };
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

    /// The level that reordering is about: the node where there are several, else the widest one that tells ranks
    /// apart.
    pub fn decisive(&self) -> Option<&Level> {
        let several = || self.levels.iter().filter(|level| level.instances > 1);
        several().find(|level| level.name == hsplit_core::level::MACHINE).or_else(|| several().next())
    }

    /// The share of all bytes that a count has, from 0 to 1; 1 where there are none.
    pub fn share(&self, count: Count) -> f64 {
        if self.all.bytes == 0 { 1.0 } else { count.bytes as f64 / self.all.bytes as f64 }
    }
}

/// What goes between the ranks of a run, for a search.
pub fn traffic(run: &Run, unit: Unit) -> Traffic {
    let row = |from| {
        let row = run.row(from, Classes::ALL).into_iter().filter(|(to, _)| *to < run.ranks());
        row.map(move |(to, count)| (from, to, unit.of(count)))
    };
    Traffic::from_arcs(run.ranks() as usize, (0..run.ranks()).flat_map(row))
}

/// Looks for an order of ranks that keeps more inside, until `timed_out` says that it is enough. `None`: places are
/// unknown, all are alike, there is no traffic, or there are too many pairs.
///
/// # Errors
/// What the search reports.
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

/// The calls of each collective operation, over all processes, with the bytes that each process passed.
pub fn operations(run: &Run) -> BTreeMap<Operation, Count> {
    let mut all: BTreeMap<Operation, Count> = BTreeMap::new();
    for (call, count) in run.parts().flat_map(|part| part.counts.calls()) {
        *all.entry(call.operation).or_default() += *count;
    }
    all
}
