// SPDX-License-Identifier: MIT OR Apache-2.0
//! Autotuning: calls of one kind go natively and along the hierarchy in turn, until it is known which is faster.

use std::sync::Arc;

use mpi_sys::MPI_Comm;

use super::hierarchy::Hierarchy;
use super::lock;
use super::tuning;
use crate::calls::{runtime, summary};
use crate::error::Error;
use hsplit_collectives::autotune::{Autotune, Turn};
use hsplit_collectives::choice::Rule;
use hsplit_collectives::gain::{Expected, Route};
use hsplit_collectives::tuning::Kind;
use hsplit_mpi::Comm;
use hsplit_mpi::clock::Moment;

/// One timed call of a trial.
pub struct Trial {
    /// The program's, for as long as its call lasts.
    comm: MPI_Comm,
    hierarchy: Arc<Hierarchy>,
    kind: Kind,
    bytes: u64,
    begin: Moment,
}

/// How a call goes that is tried.
pub struct Turned {
    pub route: Route,
    pub expected: Expected,
    pub trial: Option<Trial>,
    /// True if all further calls take this route.
    pub is_settled: bool,
}

/// The route whose turn it is, or the one that was found to be faster. A turn begins with a barrier. Collective.
///
/// # Errors
/// What the native MPI reports.
pub fn turn(comm: &Comm, hierarchy: &Arc<Hierarchy>, kind: Kind, bytes: u64) -> Result<Turned, Error> {
    let Kind { operation, is_short, .. } = kind;
    let (turn, is_first) = {
        let mut trials = lock(&hierarchy.trials);
        let known = || hierarchy.signature().and_then(|comm| tuning::known(comm, kind));
        let of_site = || runtime::get().settings.collectives.rule(operation) == Rule::Site;
        let unknown = || if of_site() { Autotune::within_budget(is_short) } else { Autotune::new(is_short) };
        let new = || known().map_or_else(unknown, Autotune::known);
        let trial = trials.entry(kind).or_insert_with(new);
        let is_first = trial.is_first();
        (trial.turn(), is_first)
    };
    let route = match turn {
        Turn::Go(route, expected) => return Ok(Turned { route, expected, trial: None, is_settled: true }),
        Turn::Wait => {
            let (route, expected) = (Route::Native, Expected::UNKNOWN);
            return Ok(Turned { route, expected, trial: None, is_settled: false });
        }
        Turn::Try(route) => route,
    };
    if is_first {
        let begin = Moment::now();
        comm.barrier()?;
        let waited = begin.elapsed().as_secs_f64();
        if let Some(trial) = lock(&hierarchy.trials).get_mut(&kind) {
            trial.waited(waited);
        }
    }
    let (comm, hierarchy) = (comm.handle(), hierarchy.clone());
    let trial = Trial { comm, hierarchy, kind, bytes, begin: Moment::now() };
    Ok(Turned { route, expected: Expected::TRYING, trial: Some(trial), is_settled: false })
}

impl Trial {
    /// Notes the time of a turn, and decides after the last one. Collective.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn end(self) -> Result<(), Error> {
        let Self { comm, hierarchy, kind, bytes, begin } = self;
        let seconds = begin.elapsed().as_secs_f64();
        let trial = || lock(&hierarchy.trials);
        let Some(mine) = trial().get_mut(&kind).and_then(|trial| trial.note(seconds)) else { return Ok(()) };
        // SAFETY: `turn` took the handle from the `Comm` of the call that still runs, so it is an intracommunicator and
        // the program has not freed it.
        let longest = unsafe { Comm::new(comm) }?.greatest(mine)?;
        let Some((longest, route)) = trial().get_mut(&kind).and_then(|trial| trial.decide(longest)) else {
            return Ok(());
        };
        if let Some(comm) = hierarchy.signature() {
            tuning::learn(comm, kind, longest);
        }
        let [native, along] = longest;
        let name = kind.operation.name();
        summary::found(|| format!("{name} about {bytes} bytes: native {native:.3e} s, hierarchy {along:.3e} s"), route);
        let [native, along] = longest.map(|seconds| seconds * 1e6);
        log::debug!(
            "{name} of about {bytes} bytes: {native:.1} us native, {along:.1} us along the hierarchy: {route:?}"
        );
        Ok(())
    }
}
