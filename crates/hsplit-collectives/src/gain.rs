// SPDX-License-Identifier: MIT OR Apache-2.0
//! The seconds that collective calls save along the hierarchy, or would save, if the times of both routes are known.

use std::fmt;

use crate::Operation;
use crate::adaptive::strategy::FixedStrategy;

/// The fraction of the native time that the hierarchy may take to be chosen.
const MARGIN: f64 = 0.95;

/// The smallest fraction of a job's time that counts as a gain.
pub const WORTH: f64 = 0.001;

/// The route of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Route {
    /// The native call.
    Native,
    /// Along the hierarchy.
    Hierarchical,
}

impl Route {
    /// Returns its word in a summary.
    pub fn name(self) -> &'static str {
        if self == Self::Native { "native" } else { "hierarchy" }
    }
}

/// Returns the faster route by the native and hierarchical seconds.
pub fn faster([native, hierarchical]: [f64; 2]) -> Route {
    if hierarchical < native * MARGIN { Route::Hierarchical } else { Route::Native }
}

/// The way of a call: the route, and the strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// The native call.
    Native,
    /// Along the hierarchy, as usual without a model, or by a strategy.
    Along(Option<FixedStrategy>),
}

impl Way {
    /// Along the hierarchy, as usual without a model.
    pub const USUAL: Self = Self::Along(None);

    /// Its route.
    pub fn route(self) -> Route {
        if self == Self::Native { Route::Native } else { Route::Hierarchical }
    }

    /// Parses the text of a way.
    pub fn parse(text: &str) -> Option<Self> {
        let usual = [Self::Native, Self::USUAL].into_iter().find(|way| way.route().name() == text);
        let strategy = || FixedStrategy::parse(text).filter(FixedStrategy::is_forced);
        usual.or_else(|| Some(Self::Along(Some(strategy()?))))
    }
}

impl fmt::Display for Way {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Along(Some(strategy)) => strategy.fmt(form),
            other => form.write_str(other.route().name()),
        }
    }
}

/// Returns the fastest way, and the seconds of the native call and of the fastest way along the hierarchy. A strategy
/// must be faster than the usual way by the same margin as the hierarchy than the native call.
pub fn fastest(native: f64, usual: f64, strategies: impl IntoIterator<Item = (FixedStrategy, f64)>) -> (Way, [f64; 2]) {
    let best = strategies.into_iter().min_by(|one, other| one.1.total_cmp(&other.1));
    let (strategy, along) = match best.filter(|(_, seconds)| *seconds < usual * MARGIN) {
        Some((strategy, seconds)) => (Some(strategy), seconds),
        None => (None, usual),
    };
    let way = if faster([native, along]) == Route::Native { Way::Native } else { Way::Along(strategy) };
    (way, [native, along])
}

/// The origin of the times of both routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Trials of this job.
    Trials,
    /// Results of earlier jobs' trials.
    Table,
    /// The model.
    Model,
    /// The times are not known.
    Unknown,
    /// The calls are part of a trial.
    Trying,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Trials, Self::Table, Self::Model, Self::Unknown, Self::Trying];

    /// The sources of known times.
    pub const KNOWN: [Self; 3] = [Self::Trials, Self::Table, Self::Model];

    /// Returns its word in a summary.
    pub fn name(self) -> &'static str {
        ["trials", "table", "model", "unknown", "trial"][self as usize]
    }

    /// True if both times are known.
    pub fn is_known(self) -> bool {
        Self::KNOWN.contains(&self)
    }
}

/// The nanoseconds that a call is expected to take by either route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    native: u64,
    along: u64,
    /// The origin of these times.
    pub source: Source,
}

impl Expected {
    /// The times of such calls are unknown.
    pub const UNKNOWN: Self = Self { native: 0, along: 0, source: Source::Unknown };
    /// A call of a trial.
    pub const TRYING: Self = Self { source: Source::Trying, ..Self::UNKNOWN };

    /// The native seconds and those along the hierarchy.
    pub fn new(seconds: [f64; 2], source: Source) -> Self {
        let [native, along] = seconds.map(|seconds| (seconds * 1e9) as u64);
        Self { native, along, source }
    }

    /// Returns the native nanoseconds, and those along the hierarchy for a call by this route. A native call that is
    /// the faster one has no possible gain.
    pub fn of(self, route: Route) -> [u64; 2] {
        let is_faster = faster([self.native, self.along].map(|time| time as f64)) == Route::Hierarchical;
        [self.native, if is_faster || route == Route::Hierarchical { self.along } else { self.native }]
    }
}

/// Calls of an operation by one route, with the same source of expected times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// The operation.
    pub operation: Operation,
    /// The route that they took.
    pub route: Route,
    /// The origin of the expected times.
    pub source: Source,
    /// The number of calls.
    pub calls: f64,
    /// The seconds in these calls.
    pub seconds: f64,
    /// The seconds that the hierarchy has saved, negative for a loss, or would have saved in native calls.
    pub gain: f64,
    /// The part of the expected time that the calls took, at most 1; of several ranks at the one that took longest,
    /// since the others may have left them early. The gain is multiplied by it.
    share: f64,
}

impl Spent {
    /// The length of [`Spent::encode`].
    pub const BYTES: usize = 35;

    /// The calls, their seconds, and the seconds that are expected of them: natively and along the hierarchy.
    pub fn new(
        (operation, route, source): (Operation, Route, Source),
        calls: u64,
        seconds: f64,
        expected: [f64; 2],
    ) -> Self {
        let [native, along] = if source.is_known() { expected } else { [0.0; 2] };
        let measured = if route == Route::Native { native } else { along };
        let share = if measured > 0.0 { (seconds / measured).min(1.0) } else { 0.0 };
        Self { operation, route, source, calls: calls as f64, seconds, gain: native - along, share }
    }

    /// Encodes a record for another process of this job.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..3].copy_from_slice(&[self.operation as u8, u8::from(self.route == Route::Native), self.source as u8]);
        for (place, number) in bytes[3..].chunks_exact_mut(8).zip([self.calls, self.seconds, self.gain, self.share]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Reads a record of [`Spent::encode`].
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let ([operation, native, source], numbers) = bytes.split_first_chunk()?;
        let mut numbers = numbers.chunks_exact(8).map(|number| number.try_into().ok().map(f64::from_le_bytes));
        let mut number = || numbers.next().flatten();
        Some(Self {
            operation: *Operation::ALL.get(usize::from(*operation))?,
            route: if *native == 1 { Route::Native } else { Route::Hierarchical },
            source: *Source::ALL.get(usize::from(*source))?,
            calls: number()?,
            seconds: number()?,
            gain: number()?,
            share: number()?,
        })
    }

    /// Computes the means over this many ranks, from the records of all.
    ///
    /// A call also waits for late ranks, and a rank that only sends may leave a call before the others. There are
    /// therefore two estimates of a gain, of which the lower one is used: the difference of the expected times, and
    /// that fraction of the time that the slowest rank has measured.
    pub fn means(all: impl IntoIterator<Item = Self>, ranks: usize) -> Vec<Self> {
        let mut means: Vec<Self> = vec![];
        let key = |spent: &Self| (spent.operation, spent.route == Route::Native, spent.source);
        for spent in all {
            let place = means.binary_search_by_key(&key(&spent), key).unwrap_or_else(|place| {
                means.insert(place, Self { calls: 0.0, seconds: 0.0, gain: 0.0, share: 0.0, ..spent });
                place
            });
            let mean = &mut means[place];
            mean.calls += spent.calls / ranks as f64;
            mean.seconds += spent.seconds / ranks as f64;
            mean.gain += spent.gain / ranks as f64;
            mean.share = mean.share.max(spent.share);
        }
        means.iter_mut().for_each(|mean| mean.gain *= mean.share);
        means
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BCAST: (Operation, Route, Source) = (Operation::Bcast, Route::Hierarchical, Source::Trials);

    #[test]
    fn a_gain_is_the_smaller_estimate() {
        let gain = |route, seconds, expected| {
            Spent::means([Spent::new((Operation::Bcast, route, Source::Table), 1, seconds, expected)], 1)[0].gain
        };
        // Ranks wait for each other in the calls.
        assert_eq!(gain(Route::Hierarchical, 9.0, [2.0, 1.0]), 1.0);
        assert_eq!(gain(Route::Native, 9.0, [2.0, 1.0]), 1.0);
        // They leave them early.
        assert_eq!(gain(Route::Hierarchical, 0.5, [2.0, 1.0]), 0.5);
        assert_eq!(gain(Route::Native, 1.0, [2.0, 1.0]), 0.5);
        // A loss.
        assert_eq!(gain(Route::Hierarchical, 4.0, [1.0, 2.0]), -1.0);
        assert_eq!(gain(Route::Hierarchical, 0.0, [0.0, 0.0]), 0.0);
        assert_eq!(Spent::new((Operation::Bcast, Route::Native, Source::Unknown), 1, 9.0, [2.0, 1.0]).gain, 0.0);
    }

    #[test]
    fn a_strategy_must_be_worth_it() {
        let [one, other] = ["chain,segment=8192", "pipelined"].map(|text| FixedStrategy::parse(text).expect("a text"));
        let of = |native, usual, seconds: [f64; 2]| fastest(native, usual, [(one, seconds[0]), (other, seconds[1])]);
        assert_eq!(of(2.0, 1.0, [0.99, 0.97]), (Way::USUAL, [2.0, 1.0]));
        assert_eq!(of(2.0, 1.0, [0.9, 0.8]), (Way::Along(Some(other)), [2.0, 0.8]));
        assert_eq!(of(1.0, 3.0, [1.5, 0.98]), (Way::Native, [1.0, 0.98]));
        for way in [Way::Native, Way::USUAL, Way::Along(Some(one)), Way::Along(Some(other))] {
            assert_eq!(Way::parse(&way.to_string()), Some(way));
        }
        assert_eq!(["", "model", "chain=1", "Native"].map(Way::parse), [None; 4]);
    }

    #[test]
    fn native_calls_that_are_faster_gain_nothing() {
        let slower = Expected::new([2e-6, 3e-6], Source::Trials);
        assert_eq!(slower.of(Route::Native), [2000, 2000]);
        assert_eq!(slower.of(Route::Hierarchical), [2000, 3000]);
        assert_eq!(Expected::new([2e-6, 1e-6], Source::Trials).of(Route::Native), [2000, 1000]);
        // Within the margin of a trial.
        assert_eq!(Expected::new([2e-6, 1.95e-6], Source::Trials).of(Route::Native), [2000, 2000]);
    }

    #[test]
    fn ranks_are_averaged() {
        let one = Spent::new(BCAST, 4, 1.0, [2.0, 1.0]);
        let other = Spent::new((Operation::Bcast, Route::Native, Source::Unknown), 2, 0.5, [0.0, 0.0]);
        let records = [one, other, one].map(|spent| spent.encode());
        let means = Spent::means(records.iter().filter_map(|record| Spent::decode(record)), 4);
        assert_eq!(
            means,
            [Spent { calls: 2.0, seconds: 0.5, gain: 0.5, ..one }, Spent { calls: 0.5, seconds: 0.125, ..other }]
        );
        // One rank waits for the result of a reduction, and three have sent their part long before.
        let reduction = (Operation::Reduce, Route::Native, Source::Table);
        let all = [2.0, 0.1, 0.2, 0.1].map(|seconds| Spent::new(reduction, 1, seconds, [2.0, 1.0]));
        assert_eq!(Spent::means(all, 4)[0].gain, 1.0);
        // The others are not in this communicator.
        assert_eq!(Spent::means(all[..2].iter().copied(), 4)[0].gain, 0.5);
        for length in 0..Spent::BYTES {
            assert_eq!(Spent::decode(&records[0][..length]), None);
        }
        assert_eq!(Spent::decode(&[99; Spent::BYTES]), None);
    }
}
