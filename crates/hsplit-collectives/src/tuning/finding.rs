// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of the trials of a kind of call.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::gain::{Way, fastest};

/// Trials that count in a mean, so that a change of the network shows.
pub(super) const MOST_TRIALS: u64 = 20;
/// Times that a table has. A call that seems to take no time takes the least.
pub(super) const SECONDS: RangeInclusive<f64> = 1e-12..=1e5;

/// The times of a kind of call that took one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// Their mean in seconds.
    pub seconds: f64,
    /// Their standard deviation in seconds.
    pub spread: f64,
    /// How many trials these are.
    pub trials: u64,
    /// The day of the last one, since 1970.
    pub day: u64,
}

impl Times {
    /// The result of one trial.
    pub fn once(seconds: f64, day: u64) -> Self {
        Self { seconds, spread: 0.0, trials: 1, day }
    }

    /// As a table has them.
    fn within_limits(self) -> Self {
        let (least, most) = (*SECONDS.start(), *SECONDS.end());
        let spread = if self.spread < least { 0.0 } else { self.spread.min(most) };
        Self { seconds: self.seconds.clamp(least, most), spread, ..self }
    }

    fn joined(self, other: Self) -> Self {
        let trials = self.trials + other.trials;
        let mean = |one: f64, two: f64| (one * self.trials as f64 + two * other.trials as f64) / trials as f64;
        let seconds = mean(self.seconds, other.seconds);
        let square = |times: Self| times.spread.powi(2) + (times.seconds - seconds).powi(2);
        Self {
            seconds,
            spread: mean(square(self), square(other)).sqrt(),
            trials: trials.min(MOST_TRIALS),
            day: self.day.max(other.day),
        }
        .within_limits()
    }
}

/// The times of a kind of call by the way that it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    times: BTreeMap<Way, Times>,
}

impl Finding {
    /// One way's.
    pub fn of(way: Way, times: Times) -> Self {
        Self { times: BTreeMap::from([(way, times)]) }
    }

    /// The times of one trial: the seconds of each way.
    pub fn once(seconds: impl IntoIterator<Item = (Way, f64)>, day: u64) -> Self {
        Self { times: seconds.into_iter().map(|(way, seconds)| (way, Times::once(seconds, day))).collect() }
    }

    /// The times by way.
    pub fn times(&self) -> impl Iterator<Item = (Way, &Times)> {
        self.times.iter().map(|(way, times)| (*way, times))
    }

    /// The fastest way, as a trial chooses it, with the seconds of the native call and of the fastest way along the
    /// hierarchy; `None`: the native ones are not known, or those of a call that goes as usual along the hierarchy.
    /// `by_strategy`: whether such calls may go by a strategy.
    pub fn fastest(&self, by_strategy: bool) -> Option<(Way, [f64; 2])> {
        let of = |way| self.times.get(&way).map(|times| times.seconds);
        let strategies = self.times.iter().filter_map(|(way, times)| match way {
            Way::Along(Some(strategy)) if by_strategy => Some((*strategy, times.seconds)),
            _ => None,
        });
        Some(fastest(of(Way::Native)?, of(Way::USUAL)?, strategies))
    }

    /// Joins each way's times with another finding's.
    pub(super) fn join(&mut self, other: &Self) {
        for (way, times) in &other.times {
            let times = times.within_limits();
            self.times.entry(*way).and_modify(|known| *known = known.joined(times)).or_insert(times);
        }
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Times) -> bool) {
        self.times.retain(|_, times| keep(times));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.times.is_empty()
    }
}
