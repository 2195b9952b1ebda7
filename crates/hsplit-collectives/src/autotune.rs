// SPDX-License-Identifier: MIT OR Apache-2.0
//! Autotuning: the first calls of an operation and a size on a communicator take both routes in turn, and the faster
//! route is chosen.
//!
//! All ranks count the same calls, so that they are at the same turn without a message. Only the times differ; the
//! ranks agree on them once, after the last call.
//!
//! Short calls are too short to be timed one by one: what ranks do between them, and the barrier before each, would
//! count for more than the call. A turn is a batch of them then, which counts as their times together.
//!
//! On a site that learns from all jobs (`site`) no job pays for it: calls are native, and of many there are two turns,
//! one of each route, so few that they and what belongs to them take at most [`BUDGET`] of the time of the calls so
//! far. The ranks agree on the times of both after each such pair, and so on when the next one is due.

use crate::gain::{Expected, Route, Source, faster};

/// How many calls take each route, after the first, which pays for connections.
pub const ROUNDS: usize = 4;
/// How many short calls a turn has.
pub const BATCH: usize = 16;
/// The part of the time of all calls of a kind that trials within a budget may take.
pub const BUDGET: f64 = 0.01;
/// How many short calls the messages take at most that belong to a pair of turns: two barriers, and an exchange of its
/// times.
const MESSAGES: f64 = 3.0;

/// The turn that a call has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Take this route, and [`Autotune::note`] how long it took.
    Try(Route),
    /// Go natively: the next trial is not due yet.
    Wait,
    /// Autotuning is over: take this route. The times of such calls by both.
    Go(Route, Expected),
}

/// What is known of an operation at a size.
#[derive(Clone, Debug, PartialEq)]
pub struct Autotune {
    /// The seconds of each turn, by turns native and hierarchical.
    times: Vec<f64>,
    /// How many calls a turn has.
    batch: usize,
    /// How many calls of this turn are over, and their seconds together.
    over: (usize, f64),
    decided: Option<(Route, Expected)>,
    budget: Option<Budget>,
}

/// The cost of the trials so far, and the call that the next one begins with.
#[derive(Clone, Debug, PartialEq)]
struct Budget {
    /// How many calls there were.
    calls: u64,
    /// The call that the next pair of turns begins with.
    next: u64,
    /// The seconds that trials have cost.
    paid: f64,
    /// The shortest barrier of this pair.
    barrier: f64,
    /// The agreed times of each pair.
    pairs: Vec<[f64; 2]>,
}

impl Budget {
    /// Until something is measured, a call along the hierarchy is taken for one of twice the native time.
    fn new(batch: usize) -> Self {
        let next = ((batch as f64 + MESSAGES) / BUDGET) as u64;
        Self { calls: 0, next, paid: 0.0, barrier: f64::INFINITY, pairs: vec![] }
    }

    /// Takes the agreed times of a pair, and sets when the next one is due: when that one, if it costs as much, is paid
    /// for. (The first one pays for connections, too.)
    fn pay(&mut self, times: [f64; 2], barrier: f64, batch: usize) {
        let [native, hierarchical] = times;
        let cost = MESSAGES * barrier + (hierarchical - native).max(0.0) * batch as f64;
        self.paid += cost;
        self.pairs.push(times);
        let usual = self.pairs.iter().map(|[native, _]| *native).fold(f64::INFINITY, f64::min);
        let is_first = self.pairs.len() == 1;
        let again = if is_first { cost.min(MESSAGES * barrier + usual * batch as f64) } else { cost };
        self.next = ((self.paid + again) / (BUDGET * usual)).min(u64::MAX as f64) as u64;
        self.barrier = f64::INFINITY;
    }
}

impl Autotune {
    /// Nothing is known yet. Calls are short, or each is a turn.
    pub fn new(is_short: bool) -> Self {
        let batch = if is_short { BATCH } else { 1 };
        Self { times: vec![], batch, over: (0, 0.0), decided: None, budget: None }
    }

    /// The same, with trials that cost no job more than [`BUDGET`].
    pub fn within_budget(is_short: bool) -> Self {
        let new = Self::new(is_short);
        Self { budget: Some(Budget::new(new.batch)), ..new }
    }

    /// How many calls there are until it is known.
    pub fn calls(is_short: bool) -> usize {
        2 * (ROUNDS + 1) * Self::new(is_short).batch
    }

    /// Whether the next call is the first one of a turn.
    pub fn is_first(&self) -> bool {
        self.over.0 == 0
    }

    /// Which route the next call takes. Asked once for each call.
    pub fn turn(&mut self) -> Turn {
        if let Some((route, expected)) = self.decided {
            return Turn::Go(route, expected);
        }
        let is_between_pairs = self.times.is_empty() && self.over.0 == 0;
        if let Some(budget) = &mut self.budget {
            budget.calls += 1;
            if is_between_pairs && budget.calls <= budget.next {
                return Turn::Wait;
            }
        }
        Turn::Try(if self.times.len() % 2 == 0 { Route::Native } else { Route::Hierarchical })
    }

    /// Takes the time of the barrier before a turn.
    pub fn waited(&mut self, seconds: f64) {
        if let Some(budget) = &mut self.budget {
            budget.barrier = budget.barrier.min(seconds);
        }
    }

    /// Takes the time of the call whose turn it was. Once there are enough of them it gives this rank's shortest times,
    /// native and hierarchical, and, below 0, that of a barrier. The greatest over all ranks are for
    /// [`Autotune::decide`].
    pub fn note(&mut self, seconds: f64) -> Option<[f64; 3]> {
        self.over = (self.over.0 + 1, self.over.1 + seconds);
        if self.over.0 < self.batch {
            return None;
        }
        self.times.push(std::mem::take(&mut self.over).1 / self.batch as f64);
        let (turns, first) = if self.budget.is_some() { (2, 0) } else { (2 * (ROUNDS + 1), 2) };
        let shortest =
            |route: usize| self.times.iter().skip(first + route).step_by(2).copied().fold(f64::INFINITY, f64::min);
        let barrier = self.budget.as_ref().map_or(0.0, |budget| -budget.barrier);
        (self.times.len() == turns).then(|| [shortest(0), shortest(1), barrier])
    }

    /// The native and hierarchical seconds are known from earlier jobs.
    pub fn known(seconds: [f64; 2]) -> Self {
        let expected = Expected::new(seconds, Source::Table);
        Self { decided: Some((faster(seconds), expected)), ..Self::new(false) }
    }

    /// Takes what all ranks agree on. Ends autotuning where that is enough, with the times and the route.
    pub fn decide(&mut self, [native, hierarchical, barrier]: [f64; 3]) -> Option<([f64; 2], Route)> {
        self.times = vec![];
        let mut seconds = [native, hierarchical];
        if let Some(budget) = &mut self.budget {
            budget.pay(seconds, -barrier, self.batch);
            // The first pair pays for connections.
            let counted = budget.pairs.get(1..).filter(|counted| counted.len() == ROUNDS)?;
            seconds = counted.iter().fold([f64::INFINITY; 2], |[a, b], [c, d]| [a.min(*c), b.min(*d)]);
        }
        let route = faster(seconds);
        self.decided = Some((route, Expected::new(seconds, Source::Trials)));
        Some((seconds, route))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_alternate_and_the_faster_stays() {
        for (slow, route) in [(3.0, Route::Native), (0.5, Route::Hierarchical), (0.99, Route::Native)] {
            let mut autotune = Autotune::new(false);
            for call in 0..2 * ROUNDS + 1 {
                assert_eq!(autotune.turn(), Turn::Try([Route::Native, Route::Hierarchical][call % 2]));
                // The first of each is slow, and does not count.
                assert_eq!(autotune.note(if call < 2 { 9.0 } else { [1.0, slow][call % 2] }), None);
            }
            let agreed = autotune.note(slow).expect("the last time");
            assert_eq!(agreed, [1.0, slow, 0.0]);
            assert_eq!(autotune.decide(agreed), Some(([1.0, slow], route)));
            assert_eq!(autotune.turn(), Turn::Go(route, Expected::new([1.0, slow], Source::Trials)));
        }
    }

    #[test]
    fn short_calls_take_turns_in_batches() {
        let mut autotune = Autotune::new(true);
        for call in 0..Autotune::calls(true) - 1 {
            let turn = call / BATCH;
            assert_eq!(autotune.is_first(), call % BATCH == 0);
            assert_eq!(autotune.turn(), Turn::Try([Route::Native, Route::Hierarchical][turn % 2]));
            // The last batch of each route is the shortest, and no call of it is.
            let seconds = if turn < 2 * ROUNDS { [1.0, 9.0][call % 2] } else { [4.0, 2.0][turn % 2] };
            assert_eq!(autotune.note(seconds), None);
        }
        assert_eq!(autotune.note(2.0), Some([4.0, 2.0, 0.0]));
        assert_eq!(autotune.decide([4.0, 2.0, 0.0]), Some(([4.0, 2.0], Route::Hierarchical)));
        let expected = Expected::new([4.0, 2.0], Source::Trials);
        assert_eq!(autotune.turn(), Turn::Go(Route::Hierarchical, expected));
    }

    /// The share of the time of this many calls that trials cost, and which route was found: a call takes 1 s natively.
    fn cost(is_short: bool, calls: u64, hierarchical: f64, barrier: f64) -> (f64, Option<Route>) {
        let (mut autotune, mut time, mut spent) = (Autotune::within_budget(is_short), 0.0, 0.0);
        for _ in 0..calls {
            let is_first = autotune.is_first();
            match autotune.turn() {
                Turn::Go(route, _) => return (spent / calls as f64, Some(route)),
                Turn::Wait => time += 1.0,
                Turn::Try(route) => {
                    if is_first {
                        autotune.waited(barrier);
                        spent += barrier;
                    }
                    let seconds = if route == Route::Native { 1.0 } else { hierarchical };
                    time += seconds;
                    spent += (seconds - 1.0).max(0.0);
                    if let Some(agreed) = autotune.note(seconds) {
                        spent += barrier;
                        autotune.decide(agreed);
                    }
                }
            }
            assert!(spent <= BUDGET * time, "{spent} of {time}");
        }
        (spent / calls as f64, None)
    }

    #[test]
    fn a_budget_is_kept_at_every_call() {
        for is_short in [false, true] {
            let barrier = if is_short { 1.0 } else { 0.01 };
            for hierarchical in [0.1, 0.9, 1.0, 1.2, 2.0] {
                assert_eq!(cost(is_short, 100, hierarchical, barrier), (0.0, None));
                let route = if hierarchical < 0.95 { Route::Hierarchical } else { Route::Native };
                assert_eq!(cost(is_short, 1_000_000, hierarchical, barrier).1, Some(route));
            }
            assert_eq!(cost(is_short, 10_000, 0.5, barrier).1, Some(Route::Hierarchical));
        }
    }
}
