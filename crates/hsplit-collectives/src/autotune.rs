// SPDX-License-Identifier: MIT OR Apache-2.0
//! Autotuning: the first calls of an operation and a size on a communicator take both routes in turn, and the faster
//! route is chosen.
//!
//! All ranks count the same calls, so that they are at the same turn without a message. Only the times differ; the
//! ranks agree on them once, after the last call.

/// How many calls take each route, after the first, which pays for connections.
pub const ROUNDS: usize = 4;
/// The part of the native time that the hierarchy may take to be chosen.
const MARGIN: f64 = 0.95;

/// How a call is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The native call.
    Native,
    /// Along the hierarchy.
    Hierarchical,
}

/// The turn that a call has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Take this route, and [`Autotune::note`] how long it took.
    Try(Route),
    /// Autotuning is over: take this route.
    Go(Route),
}

/// What is known of an operation at a size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Autotune {
    /// The seconds of each call, by turns native and hierarchical.
    times: Vec<f64>,
    chosen: Option<Route>,
}

impl Autotune {
    /// Which route the next call takes.
    pub fn turn(&self) -> Turn {
        let route = if self.times.len() % 2 == 0 { Route::Native } else { Route::Hierarchical };
        self.chosen.map_or(Turn::Try(route), Turn::Go)
    }

    /// Takes the time of the call whose turn it was. Once there are enough of them it gives this rank's shortest times,
    /// native and hierarchical, of which the longest over all ranks are for [`Autotune::decide`].
    pub fn note(&mut self, seconds: f64) -> Option<[f64; 2]> {
        self.times.push(seconds);
        let enough = self.times.len() == 2 * (ROUNDS + 1);
        let shortest =
            |route: usize| self.times.iter().skip(2 + route).step_by(2).copied().fold(f64::INFINITY, f64::min);
        enough.then(|| [shortest(0), shortest(1)])
    }

    /// Ends autotuning with the times that all ranks agree on.
    pub fn decide(&mut self, [native, hierarchical]: [f64; 2]) -> Route {
        let route = if hierarchical < native * MARGIN { Route::Hierarchical } else { Route::Native };
        self.chosen = Some(route);
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
            let mut autotune = Autotune::default();
            for call in 0..2 * ROUNDS + 1 {
                assert_eq!(autotune.turn(), Turn::Try([Route::Native, Route::Hierarchical][call % 2]));
                // The first of each is slow, and does not count.
                assert_eq!(autotune.note(if call < 2 { 9.0 } else { [1.0, slow][call % 2] }), None);
            }
            let agreed = autotune.note(slow).expect("the last time");
            assert_eq!(agreed, [1.0, slow]);
            assert_eq!(autotune.decide(agreed), route);
            assert_eq!(autotune.turn(), Turn::Go(route));
        }
    }

    #[test]
    fn classes_double() {
        assert_eq!([0, 1, 2, 3, 4, 1 << 20].map(class), [0, 1, 2, 2, 3, 21]);
    }
}
