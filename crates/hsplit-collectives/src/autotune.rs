// SPDX-License-Identifier: MIT OR Apache-2.0
//! Autotuning: the first calls of an operation and a size on a communicator take both routes in turn, and the faster
//! route is chosen.
//!
//! All ranks count the same calls, so that they are at the same turn without a message. Only the times differ; the
//! ranks agree on them once, after the last call.
//!
//! Short calls are too short to be timed one by one: what ranks do between them, and the barrier before each, would
//! count for more than the call. A turn is a batch of them then, which counts as their times together.

use crate::gain::{Expected, Route, Source, faster};

/// How many calls take each route, after the first, which pays for connections.
pub const ROUNDS: usize = 4;
/// How many short calls a turn has.
pub const BATCH: usize = 16;
/// The turn that a call has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Take this route, and [`Autotune::note`] how long it took.
    Try(Route),
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
}

impl Autotune {
    /// Nothing is known yet. Calls are short, or each is a turn.
    pub fn new(is_short: bool) -> Self {
        Self { times: vec![], batch: if is_short { BATCH } else { 1 }, over: (0, 0.0), decided: None }
    }

    /// How many calls there are until it is known.
    pub fn calls(is_short: bool) -> usize {
        2 * (ROUNDS + 1) * Self::new(is_short).batch
    }

    /// Whether the next call is the first one of a turn.
    pub fn is_first(&self) -> bool {
        self.over.0 == 0
    }

    /// Which route the next call takes.
    pub fn turn(&self) -> Turn {
        let route = if self.times.len() % 2 == 0 { Route::Native } else { Route::Hierarchical };
        self.decided.map_or(Turn::Try(route), |(route, expected)| Turn::Go(route, expected))
    }

    /// Takes the time of the call whose turn it was. Once there are enough of them it gives this rank's shortest times,
    /// native and hierarchical, of which the longest over all ranks are for [`Autotune::decide`].
    pub fn note(&mut self, seconds: f64) -> Option<[f64; 2]> {
        self.over = (self.over.0 + 1, self.over.1 + seconds);
        if self.over.0 < self.batch {
            return None;
        }
        self.times.push(std::mem::take(&mut self.over).1 / self.batch as f64);
        let enough = self.times.len() == 2 * (ROUNDS + 1);
        let shortest =
            |route: usize| self.times.iter().skip(2 + route).step_by(2).copied().fold(f64::INFINITY, f64::min);
        enough.then(|| [shortest(0), shortest(1)])
    }

    /// The native and hierarchical seconds are known from earlier jobs.
    pub fn known(seconds: [f64; 2]) -> Self {
        let expected = Expected::new(seconds, Source::Table);
        Self { decided: Some((faster(seconds), expected)), ..Self::new(false) }
    }

    /// Ends autotuning with the times that all ranks agree on.
    pub fn decide(&mut self, seconds: [f64; 2]) -> Route {
        let route = faster(seconds);
        self.decided = Some((route, Expected::new(seconds, Source::Trials)));
        self.times = vec![];
        route
    }
}

/// Sizes that are tried together: those with the same number of binary digits.
pub fn class(bytes: usize) -> u32 {
    usize::BITS - bytes.leading_zeros()
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
            assert_eq!(agreed, [1.0, slow]);
            assert_eq!(autotune.decide(agreed), route);
            assert_eq!(autotune.turn(), Turn::Go(route, Expected::new(agreed, Source::Trials)));
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
        assert_eq!(autotune.note(2.0), Some([4.0, 2.0]));
        assert_eq!(autotune.decide([4.0, 2.0]), Route::Hierarchical);
        let expected = Expected::new([4.0, 2.0], Source::Trials);
        assert_eq!(autotune.turn(), Turn::Go(Route::Hierarchical, expected));
    }

    #[test]
    fn classes_double() {
        assert_eq!([0, 1, 2, 3, 4, 1 << 20].map(class), [0, 1, 2, 2, 3, 21]);
    }
}
