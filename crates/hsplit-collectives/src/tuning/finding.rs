// SPDX-License-Identifier: MIT OR Apache-2.0
//! The results of the trials of a kind of call.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::gain::{Route, faster};

/// Trials that count in a mean, so that a change of the network shows.
pub(super) const MOST_TRIALS: u64 = 20;
/// Times that a table has. A call that seems to take no time takes the least.
pub(super) const SECONDS: RangeInclusive<f64> = 1e-12..=1e5;

/// The times of a kind of call by one route.
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

    /// A table's.
    pub(super) fn within_limits(self) -> Self {
        let end = *SECONDS.end();
        Self { seconds: self.seconds.clamp(*SECONDS.start(), end), spread: self.spread.clamp(0.0, end), ..self }
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
    }
}

/// The times of a kind of call by route.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    times: BTreeMap<Route, Times>,
}

impl Finding {
    /// One route's.
    pub fn of(route: Route, times: Times) -> Self {
        Self { times: BTreeMap::from([(route, times)]) }
    }

    /// Those of one trial: the native seconds and those along the hierarchy.
    pub fn once([native, hierarchical]: [f64; 2], day: u64) -> Self {
        let both = [(Route::Native, native), (Route::Hierarchical, hierarchical)];
        Self { times: BTreeMap::from(both.map(|(route, seconds)| (route, Times::once(seconds, day)))) }
    }

    /// The times by route.
    pub fn times(&self) -> impl Iterator<Item = (Route, &Times)> {
        self.times.iter().map(|(route, times)| (*route, times))
    }

    /// The native seconds and those along the hierarchy; `None`: one of them is not known.
    pub fn seconds(&self) -> Option<[f64; 2]> {
        let of = |route| self.times.get(&route).map(|times| times.seconds);
        Some([of(Route::Native)?, of(Route::Hierarchical)?])
    }

    /// The faster route, as a trial chooses it, if both are known.
    pub fn route(&self) -> Option<Route> {
        self.seconds().map(faster)
    }

    /// Joins each route's times with another finding's.
    pub(super) fn join(&mut self, other: &Self) {
        for (route, times) in &other.times {
            let times = times.within_limits();
            self.times.entry(*route).and_modify(|known| *known = known.joined(times)).or_insert(times);
        }
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Times) -> bool) {
        self.times.retain(|_, times| keep(times));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.times.is_empty()
    }
}
