// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of the trials of a kind of call.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::FRESH_DAYS;
use crate::gain::{Way, fastest};

/// The greatest number of trials in a mean, so that a change of the network has an effect.
pub(super) const MOST_TRIALS: u64 = 20;
/// The range of times in a table. A shorter time is replaced by the least.
pub(super) const SECONDS: RangeInclusive<f64> = 1e-12..=1e5;

/// The times of a kind of call on one route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// The mean in seconds.
    pub seconds: f64,
    /// The standard deviation in seconds.
    pub spread: f64,
    /// The number of trials.
    pub trials: u64,
    /// The day of the last one, counted from 1970.
    pub day: u64,
}

impl Times {
    /// Returns the result of one trial.
    pub fn once(seconds: f64, day: u64) -> Self {
        Self { seconds, spread: 0.0, trials: 1, day }
    }

    /// Returns the times limited to the range of a table.
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

/// The times of a kind of call by route.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    times: BTreeMap<Way, Times>,
}

impl Finding {
    /// Returns the times of one route.
    pub fn of(way: Way, times: Times) -> Self {
        Self { times: BTreeMap::from([(way, times)]) }
    }

    /// Returns the times of one trial: the seconds of each route.
    pub fn once(seconds: impl IntoIterator<Item = (Way, f64)>, day: u64) -> Self {
        Self { times: seconds.into_iter().map(|(way, seconds)| (way, Times::once(seconds, day))).collect() }
    }

    /// Returns the times by route.
    pub fn times(&self) -> impl Iterator<Item = (Way, &Times)> {
        self.times.iter().map(|(way, times)| (*way, times))
    }

    /// Returns the fastest route, as a trial chooses it, with the seconds of the native call and of the fastest route
    /// along the hierarchy; `None` if there are no native times, or none of the default route along the hierarchy.
    /// `by_strategy` permits routes by a strategy.
    pub fn fastest(&self, by_strategy: bool) -> Option<(Way, [f64; 2])> {
        let of = |way| self.times.get(&way).map(|times| times.seconds);
        let strategies = self.times.iter().filter_map(|(way, times)| match way {
            Way::Along(Some(strategy)) if by_strategy => Some((*strategy, times.seconds)),
            _ => None,
        });
        Some(fastest(of(Way::Native)?, of(Way::USUAL)?, strategies))
    }

    /// Joins each route's times with another finding's.
    pub(super) fn join(&mut self, other: &Self) {
        for (way, times) in &other.times {
            let times = times.within_limits();
            self.times.entry(*way).and_modify(|known| *known = known.joined(times)).or_insert(times);
        }
    }

    /// Takes another finding's times, if they are worth more, and otherwise those of the routes that are missing here.
    pub(super) fn unite(&mut self, other: &Self) {
        let mut rest = other.clone();
        if rest.worth() > self.worth() {
            std::mem::swap(self, &mut rest);
        }
        for (way, times) in rest.times {
            self.times.entry(way).or_insert(times);
        }
    }

    /// Returns the quarter of the last trials, counted from 1970, their number, and their day.
    fn worth(&self) -> Option<(u64, u64, u64)> {
        self.times.values().map(|times| (times.day / FRESH_DAYS, times.trials, times.day)).max()
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Times) -> bool) {
        self.times.retain(|_, times| keep(times));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.times.is_empty()
    }
}
