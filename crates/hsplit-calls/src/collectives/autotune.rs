// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trials: calls of one kind are made natively and along the hierarchy in turn, until the faster route is known.

use std::sync::Arc;

use mpi_sys::MPI_Comm;

use super::hierarchy::Hierarchy;
use super::tuning;
use super::{Common, lock};
use crate::error::Error;
use crate::{runtime, summary};
use hsplit_collectives::autotune::{Autotune, Turn};
use hsplit_collectives::choice::Rule;
use hsplit_collectives::gain::{Expected, Route, Way};
use hsplit_collectives::tuning::Kind;
use hsplit_mpi::Comm;
use hsplit_mpi::clock::Moment;

/// One timed call of a trial. All ranks count it: a rank that leaves the call early (an error handler that throws an
/// exception, an error of the library) counts it when this is dropped.
pub struct Trial {
    /// The program's communicator, valid as long as its call lasts.
    comm: MPI_Comm,
    /// `None` once the turn has ended.
    hierarchy: Option<Arc<Hierarchy>>,
    kind: Kind,
    bytes: u64,
    begin: Moment,
}

/// The route of a call in a trial.
pub struct Turned {
    pub way: Way,
    pub expected: Expected,
    pub trial: Option<Trial>,
    /// True if all further calls take this route.
    pub is_settled: bool,
}

/// Returns the route whose turn it is, or the one that was found to be the fastest. A turn begins and ends with a
/// barrier. Collective.
///
/// # Errors
/// A native call fails.
pub fn turn(comm: &Comm, hierarchy: &Arc<Hierarchy>, kind: Kind, common: Common) -> Result<Turned, Error> {
    let Kind { operation, is_short, .. } = kind;
    let (turn, is_first) = {
        let mut trials = lock(&hierarchy.trials);
        let by_strategy = || hierarchy.by_strategy(kind, common.any_order);
        let known = || tuning::known(hierarchy.signature()?, kind, by_strategy().is_some());
        let strategies = || {
            let (bytes, root) = (common.bytes as usize, common.root.unwrap_or_else(|| hierarchy.first()));
            by_strategy().map_or(vec![], |model| model.proposals(&hierarchy.levels, operation, bytes, root))
        };
        let within_budget = || Autotune::within_budget(is_short, by_strategy().is_some());
        let of_site = || runtime::get().settings.collectives.rule(operation) == Rule::Site;
        let unknown = || if of_site() { within_budget() } else { Autotune::new(is_short) };
        let new = || known().map_or_else(unknown, Autotune::known);
        let trial = trials.entry(kind).or_insert_with(new);
        if trial.lacks_strategies() {
            let begin = Moment::now();
            trial.propose(&strategies());
            trial.spent(begin.elapsed().as_secs_f64());
        }
        let is_first = trial.is_first();
        (trial.turn(), is_first)
    };
    let way = match turn {
        Turn::Go(way, expected) => return Ok(Turned { way, expected, trial: None, is_settled: true }),
        Turn::Wait => {
            let (way, expected) = (Way::Native, Expected::UNKNOWN);
            return Ok(Turned { way, expected, trial: None, is_settled: false });
        }
        Turn::Try(way) => way,
    };
    if is_first {
        let begin = Moment::now();
        comm.barrier()?;
        let waited = begin.elapsed().as_secs_f64();
        if let Some(trial) = lock(&hierarchy.trials).get_mut(&kind) {
            trial.waited(waited);
            trial.spent(hierarchy.set_up());
        }
    }
    let (comm, hierarchy) = (comm.handle(), Some(hierarchy.clone()));
    let trial = Trial { comm, hierarchy, kind, bytes: common.bytes, begin: Moment::now() };
    Ok(Turned { way, expected: Expected::TRYING, trial: Some(trial), is_settled: false })
}

impl Trial {
    /// Records the time of a turn, and decides after the last one. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn end(mut self) -> Result<(), Error> {
        self.finish()
    }

    fn finish(&mut self) -> Result<(), Error> {
        let Some(hierarchy) = self.hierarchy.take() else { return Ok(()) };
        let Self { comm, kind, bytes, begin, .. } = *self;
        // SAFETY: `turn` took the handle from the `Comm` of the call that is still active, so it is an
        // intracommunicator that the program has not freed.
        let comm = unsafe { Comm::new(comm) }?;
        let trial = || lock(&hierarchy.trials);
        if trial().get(&kind).is_some_and(Autotune::is_last) {
            comm.barrier()?;
        }
        let seconds = begin.elapsed().as_secs_f64();
        let Some(mine) = trial().get_mut(&kind).and_then(|trial| trial.note(seconds)) else { return Ok(()) };
        let longest = comm.greatest(mine)?;
        let Some(found) = trial().get_mut(&kind).and_then(|trial| trial.decide(longest)) else {
            return Ok(());
        };
        if let Some(comm) = hierarchy.signature() {
            tuning::learn(comm, kind, &found);
        }
        let route = found.first().map_or(Route::Native, |(way, _)| way.route());
        let seconds = |wanted: Way| found.iter().find(|(way, _)| *way == wanted).map_or(0.0, |(_, seconds)| *seconds);
        let strategies = found.iter().filter(|(way, _)| !matches!(way, Way::Native | Way::Along(None)));
        let strategies: String = strategies.map(|(way, seconds)| format!(", {way} {seconds:.3e} s")).collect();
        let [native, along] = [Way::Native, Way::USUAL].map(seconds);
        let name = kind.operation.name();
        summary::found(
            || format!("{name} about {bytes} bytes: native {native:.3e} s, hierarchy {along:.3e} s{strategies}"),
            route,
        );
        let [native, along] = [native, along].map(|seconds| seconds * 1e6);
        log::debug!(
            "{name} of about {bytes} bytes: {native:.1} us native, {along:.1} us along the hierarchy: {route:?}"
        );
        Ok(())
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        // The program already gets an error or an exception.
        let _ = self.finish();
    }
}
