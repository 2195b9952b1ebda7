// SPDX-License-Identifier: MIT OR Apache-2.0
//! Autotuning: the first calls of an operation and a size on a communicator are made natively and along the hierarchy
//! in turn, and the faster way is chosen. Every second round has the reverse order: a program may make two different
//! calls in turn, and one way would get all the shorter ones.
//!
//! All ranks count the same calls, so that they are at the same turn without a message. Only the times differ; the
//! ranks agree on them once, after the last call.
//!
//! Short calls are too short to be timed one by one: the work of ranks between them, and the barriers around each,
//! would take longer than the call. A turn is then a batch of them, whose total time is used.
//!
//! On a site that learns from all jobs (`site`) no job pays for trials: calls are native, except for a few turns, one
//! of each way. These are so rare that they and their overhead take at most [`BUDGET`] of the time of the calls so far.
//! After each round the ranks agree on the times of all, and therefore on the time of the next round. The ways along
//! the hierarchy are the usual one and the strategies that the model proposes.

use crate::adaptive::proposals;
use crate::adaptive::strategy::FixedStrategy;
use crate::gain::{Expected, Source, Way, fastest};

/// Number of calls of each way, after the first, which sets up connections.
pub const ROUNDS: usize = 4;
/// Number of short calls of a turn.
pub const BATCH: usize = 16;
/// The fraction of the time of all calls of a kind that trials with a budget may take.
pub const BUDGET: f64 = 0.01;
/// Maximum number of ways: the native one, the usual one along the hierarchy, and the proposed strategies.
pub const WAYS: usize = 2 + proposals::MOST;

/// The result of a round, on which the ranks agree: the seconds of each way, then those of a barrier, and those of the
/// work that is done once.
pub type Agreed = [f64; WAYS + 2];

/// Returns the maximum number of short calls that the messages of a round of this many turns take: a barrier before
/// each and one after it, and an exchange of its times.
fn messages(ways: usize) -> f64 {
    2.0 * ways as f64 + 1.0
}

/// The turn of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Use this way, and [`Autotune::note`] its time.
    Try(Way),
    /// Use the native call: the next trial is not due yet.
    Wait,
    /// Autotuning is complete: use this way. With the times of such calls by both routes.
    Go(Way, Expected),
}

/// The state of an operation at a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Autotune {
    /// The ways; the native one and the usual one are the first.
    ways: Vec<Way>,
    /// The seconds of each turn, in the order of turns.
    times: Vec<f64>,
    /// Number of calls of a turn.
    batch: usize,
    /// Number of completed calls of this turn, and their total time in seconds.
    over: (usize, f64),
    /// The shortest barrier before a turn since the last decision, in seconds.
    barrier: f64,
    decided: Option<(Way, Expected)>,
    budget: Option<Budget>,
}

/// The cost of the trials so far, and the first call of the next one.
#[derive(Clone, Debug, PartialEq)]
struct Budget {
    /// Number of calls so far.
    calls: u64,
    /// The first call of the next round.
    next: u64,
    /// The seconds that trials have cost.
    paid: f64,
    /// The seconds that this rank has spent on work that is done once.
    once: f64,
    /// The ways of a round.
    ways: usize,
    /// The agreed times of each round.
    rounds: Vec<[f64; WAYS]>,
}

impl Budget {
    /// Until a time is measured, a call along the hierarchy is assumed to take twice the native time.
    fn new(batch: usize, ways: usize) -> Self {
        let next = (((ways - 1) * batch) as f64 + messages(ways)) / BUDGET;
        Self { calls: 0, next: next as u64, paid: 0.0, once: 0.0, ways, rounds: vec![] }
    }

    /// Adds the times of a round, of a barrier, and of work that is done once. Determines the next round: when that
    /// one, at the same cost, is paid for. (The first one also pays for connections.)
    fn pay(&mut self, times: [f64; WAYS], barrier: f64, once: f64, batch: usize) {
        let ways = self.ways;
        let barriers = messages(ways) * barrier;
        let slower = times[1..ways].iter().map(|seconds| (seconds - times[0]).max(0.0));
        let cost = barriers + slower.sum::<f64>() * batch as f64;
        self.paid += cost + once;
        self.once = 0.0;
        self.rounds.push(times);
        let usual = self.rounds.iter().map(|times| times[0]).fold(f64::INFINITY, f64::min);
        let is_first = self.rounds.len() == 1;
        let again = if is_first { cost.min(barriers + usual * ((ways - 1) * batch) as f64) } else { cost };
        // Calls along the hierarchy may have been too short to pay for anything.
        let along = (self.rounds.len() + 1) * (ways - 1) * batch;
        self.next = ((self.paid + again) / (BUDGET * usual) + along as f64).min(u64::MAX as f64) as u64;
    }
}

impl Autotune {
    /// Begins without results. Calls are short, or each is a turn.
    pub fn new(is_short: bool) -> Self {
        let batch = if is_short { BATCH } else { 1 };
        let ways = vec![Way::Native, Way::USUAL];
        Self { ways, times: vec![], batch, over: (0, 0.0), barrier: f64::INFINITY, decided: None, budget: None }
    }

    /// Begins with trials that cost no job more than [`BUDGET`], and try strategies if calls may use them.
    pub fn within_budget(is_short: bool, by_strategy: bool) -> Self {
        let new = Self::new(is_short);
        let ways = if by_strategy { WAYS } else { new.ways.len() };
        Self { budget: Some(Budget::new(new.batch, ways)), ..new }
    }

    /// True if the next call begins the first round, and [`Autotune::propose`] has not set its strategies.
    pub fn lacks_strategies(&self) -> bool {
        let is_due = |budget: &Budget| budget.ways > self.ways.len() && budget.calls >= budget.next;
        self.budget.as_ref().is_some_and(is_due)
    }

    /// Adds the strategies that are tried.
    pub fn propose(&mut self, strategies: &[FixedStrategy]) {
        self.ways.extend(strategies.iter().take(proposals::MOST).map(|strategy| Way::Along(Some(*strategy))));
        if let Some(budget) = &mut self.budget {
            budget.ways = self.ways.len();
        }
    }

    /// Adds the time of work that this rank has done once, for this and later calls.
    pub fn spent(&mut self, seconds: f64) {
        if let Some(budget) = &mut self.budget {
            budget.once += seconds;
        }
    }

    /// Returns the number of calls until the decision.
    pub fn calls(is_short: bool) -> usize {
        2 * (ROUNDS + 1) * Self::new(is_short).batch
    }

    /// True if the next call is the first one of a turn.
    pub fn is_first(&self) -> bool {
        self.over.0 == 0
    }

    /// True if the call whose turn it is is the last one of the turn.
    pub fn is_last(&self) -> bool {
        self.over.0 + 1 == self.batch
    }

    /// Returns the way of the next call. Called once for each call.
    pub fn turn(&mut self) -> Turn {
        if let Some((way, expected)) = self.decided {
            return Turn::Go(way, expected);
        }
        let is_between_rounds = self.times.is_empty() && self.over.0 == 0;
        if let Some(budget) = &mut self.budget {
            budget.calls += 1;
            if is_between_rounds && budget.calls <= budget.next {
                return Turn::Wait;
            }
        }
        Turn::Try(self.ways[self.way_of(self.times.len())])
    }

    /// Returns the place among the ways of a turn since the last decision.
    fn way_of(&self, turn: usize) -> usize {
        let (ways, before) = (self.ways.len(), self.budget.as_ref().map_or(0, |budget| budget.rounds.len()));
        let place = turn % ways;
        if (before + turn / ways) % 2 == 0 { place } else { ways - 1 - place }
    }

    /// Adds the time of the barrier before a turn.
    pub fn waited(&mut self, seconds: f64) {
        self.barrier = self.barrier.min(seconds);
    }

    /// Adds the time of the call whose turn it was; that of a turn's last call includes the barrier after it. (Ranks
    /// leave a barrier one after the other. From the end of one to the end of the next, the time is the same at all
    /// ranks.) After the last turn it returns this rank's shortest times. The maxima over all ranks are for
    /// [`Autotune::decide`].
    pub fn note(&mut self, seconds: f64) -> Option<Agreed> {
        self.over = (self.over.0 + 1, self.over.1 + seconds);
        if self.over.0 < self.batch {
            return None;
        }
        self.times.push(std::mem::take(&mut self.over).1 / self.batch as f64);
        let ways = self.ways.len();
        let (turns, first) = if self.budget.is_some() { (ways, 0) } else { (ways * (ROUNDS + 1), ways) };
        if self.times.len() < turns {
            return None;
        }
        let mut mine = [0.0; WAYS + 2];
        mine[..ways].fill(f64::INFINITY);
        for turn in first..self.times.len() {
            let shortest = &mut mine[self.way_of(turn)];
            *shortest = shortest.min(self.times[turn]);
        }
        if self.barrier.is_finite() {
            mine[WAYS] = -self.barrier;
        }
        mine[WAYS + 1] = self.budget.as_ref().map_or(0.0, |budget| budget.once);
        Some(mine)
    }

    /// Begins with the fastest way from earlier jobs, with the native seconds and those along the hierarchy.
    pub fn known((way, seconds): (Way, [f64; 2])) -> Self {
        let expected = Expected::new(seconds, Source::Table);
        Self { decided: Some((way, expected)), ..Self::new(false) }
    }

    /// Adds the times on which all ranks agree. If they suffice, ends autotuning and returns the seconds of each way,
    /// the fastest first.
    pub fn decide(&mut self, agreed: Agreed) -> Option<Vec<(Way, f64)>> {
        (self.times, self.barrier) = (vec![], f64::INFINITY);
        let barrier = -agreed[WAYS];
        // A barrier that overlaps with the call takes less than one alone.
        let call = |way: usize| (agreed[way] - barrier / self.batch as f64).max(1e-9);
        let mut seconds: [f64; WAYS] = std::array::from_fn(call);
        if let Some(budget) = &mut self.budget {
            budget.pay(seconds, barrier, agreed[WAYS + 1], self.batch);
            // The first round pays for connections.
            let counted = budget.rounds.get(1..).filter(|counted| counted.len() == ROUNDS)?;
            let shortest = |way: usize| counted.iter().map(|round| round[way]).fold(f64::INFINITY, f64::min);
            seconds = std::array::from_fn(shortest);
        }
        let mut all: Vec<(Way, f64)> = self.ways.iter().copied().zip(seconds).collect();
        let strategies = all[2..].iter().filter_map(|(way, seconds)| match way {
            Way::Along(Some(strategy)) => Some((*strategy, *seconds)),
            _ => None,
        });
        let (way, both) = fastest(seconds[0], seconds[1], strategies);
        self.decided = Some((way, Expected::new(both, Source::Trials)));
        all.sort_by_key(|(other, _)| *other != way);
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Way; 2] = [Way::Native, Way::USUAL];

    fn agreed(seconds: &[f64]) -> Agreed {
        std::array::from_fn(|at| seconds.get(at).copied().unwrap_or(0.0))
    }

    /// The place of a turn's way: both in turn, in every second round in the reverse order.
    fn way_of(turn: usize) -> usize {
        [0, 1, 1, 0][turn % 4]
    }

    #[test]
    fn turns_alternate_and_the_faster_stays() {
        for (slow, way) in [(3.0, Way::Native), (0.5, Way::USUAL), (0.99, Way::Native)] {
            let mut autotune = Autotune::new(false);
            let mut found = None;
            for call in 0..2 * (ROUNDS + 1) {
                assert_eq!((autotune.turn(), found), (Turn::Try(BOTH[way_of(call)]), None));
                // The first of each is slow, and does not count.
                found = autotune.note(if call < 2 { 9.0 } else { [1.0, slow][way_of(call)] });
            }
            let found = found.expect("the last time");
            assert_eq!(found, agreed(&[1.0, slow]));
            let mut both = vec![(Way::Native, 1.0), (Way::USUAL, slow)];
            both.sort_by_key(|(other, _)| *other != way);
            assert_eq!(autotune.decide(found), Some(both));
            assert_eq!(autotune.turn(), Turn::Go(way, Expected::new([1.0, slow], Source::Trials)));
        }
    }

    #[test]
    fn two_calls_in_turn_are_tried_both_ways() {
        let mut autotune = Autotune::new(false);
        let mut found = None;
        // Both ways take as long.
        (0..2 * (ROUNDS + 1)).for_each(|call| {
            autotune.turn();
            found = autotune.note([1.0, 0.55][call % 2]);
        });
        assert_eq!(autotune.decide(found.expect("the last time")).map(|ways| ways[0].0), Some(Way::Native));
    }

    #[test]
    fn the_barrier_after_a_call_does_not_count() {
        for (hierarchical, way) in [(0.9, Way::USUAL), (0.96, Way::Native)] {
            let mut autotune = Autotune::new(false);
            let mut last = None;
            for call in 0..2 * (ROUNDS + 1) {
                assert!(autotune.is_first() && autotune.is_last());
                autotune.waited(9.0 + call as f64);
                last = autotune.note([1.0, hierarchical][way_of(call)] + 9.0);
            }
            let found = autotune.decide(last.expect("the last time")).expect("a decision");
            let seconds = found.iter().find(|(other, _)| *other == Way::USUAL).map(|(_, seconds)| *seconds);
            assert!(found[0].0 == way && seconds.is_some_and(|seconds| (seconds - hierarchical).abs() < 1e-9));
        }
    }

    #[test]
    fn short_calls_take_turns_in_batches() {
        let mut autotune = Autotune::new(true);
        for call in 0..Autotune::calls(true) - 1 {
            let turn = call / BATCH;
            assert_eq!(autotune.is_first(), call % BATCH == 0);
            assert_eq!(autotune.turn(), Turn::Try(BOTH[way_of(turn)]));
            // The last batch of each way is the shortest, and no call of it is.
            let seconds = if turn < 2 * ROUNDS { [1.0, 9.0][call % 2] } else { [4.0, 2.0][way_of(turn)] };
            assert_eq!(autotune.note(seconds), None);
        }
        let last = [4.0, 2.0][way_of(2 * ROUNDS + 1)];
        assert_eq!(autotune.note(last), Some(agreed(&[4.0, 2.0])));
        assert_eq!(autotune.decide(agreed(&[4.0, 2.0])), Some(vec![(Way::USUAL, 2.0), (Way::Native, 4.0)]));
        let expected = Expected::new([4.0, 2.0], Source::Trials);
        assert_eq!(autotune.turn(), Turn::Go(Way::USUAL, expected));
    }

    /// The seconds of work that is done once.
    const ONCE: f64 = 50.0;

    fn strategies() -> [FixedStrategy; 2] {
        ["chain,segment=8192", "pipelined"].map(|text| FixedStrategy::parse(text).expect("a strategy"))
    }

    /// Returns the fraction of the time of this many calls that trials cost, and the chosen way: a call takes 1 s
    /// natively. `along`: as usual, and by each strategy.
    fn cost(is_short: bool, calls: u64, along: &[f64], barrier: f64) -> (f64, Option<Way>) {
        let strategies = &strategies()[..along.len() - 1];
        let (mut autotune, mut time, mut spent) = (Autotune::within_budget(is_short, along.len() > 1), 0.0, 0.0);
        autotune.spent(ONCE);
        for _ in 0..calls {
            let is_first = autotune.is_first();
            if autotune.lacks_strategies() {
                autotune.propose(strategies);
                assert!(!autotune.lacks_strategies());
            }
            match autotune.turn() {
                Turn::Go(way, _) => return (spent / calls as f64, Some(way)),
                Turn::Wait => time += 1.0,
                Turn::Try(way) => {
                    if is_first {
                        autotune.waited(barrier);
                        spent += barrier;
                    }
                    let seconds = match way {
                        Way::Native => 1.0,
                        Way::Along(None) => along[0],
                        Way::Along(Some(one)) => {
                            along[1 + strategies.iter().position(|other| *other == one).expect("one of them")]
                        }
                    };
                    time += seconds;
                    spent += (seconds - 1.0).max(0.0);
                    let after = if autotune.is_last() { barrier } else { 0.0 };
                    spent += after;
                    if let Some(agreed) = autotune.note(seconds + after) {
                        spent += barrier;
                        autotune.decide(agreed);
                    }
                }
            }
            // A cost that comes once is paid for by waiting longer after the first round.
            let paid = if autotune.budget.as_ref().is_some_and(|budget| budget.rounds.len() > 1) { ONCE } else { 0.0 };
            assert!(spent + paid <= BUDGET * time, "{spent} and {paid} of {time}");
        }
        (spent / calls as f64, None)
    }

    #[test]
    fn a_budget_is_kept_at_every_call() {
        let [chain, pipelined] = strategies().map(|strategy| Way::Along(Some(strategy)));
        for is_short in [false, true] {
            let barrier = if is_short { 1.0 } else { 0.01 };
            for hierarchical in [0.1, 0.9, 1.0, 1.2, 2.0] {
                assert_eq!(cost(is_short, 100, &[hierarchical], barrier), (0.0, None));
                let way = if hierarchical < 0.95 { Way::USUAL } else { Way::Native };
                assert_eq!(cost(is_short, 1_000_000, &[hierarchical], barrier).1, Some(way));
                assert_eq!(cost(is_short, 1_000_000, &[hierarchical, 0.05, 0.07], barrier).1, Some(chain));
                assert_eq!(cost(is_short, 1_000_000, &[hierarchical, 2.0, 0.09], barrier).1, Some(pipelined));
                assert_eq!(cost(is_short, 1_000_000, &[hierarchical, 2.0, 1.5], barrier).1, Some(way));
            }
            assert_eq!(cost(is_short, 20_000, &[0.5], barrier).1, Some(Way::USUAL));
        }
    }
}
