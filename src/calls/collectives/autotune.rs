// SPDX-License-Identifier: MIT OR Apache-2.0
//! Autotuning: calls of one kind go natively and along the hierarchy in turn, until it is known which is faster.

use std::sync::Arc;

use mpi_sys::MPI_Comm;

use super::hierarchy::Hierarchy;
use super::lock;
use super::tuning::{self, key};
use crate::calls::summary;
use crate::error::Error;
use hsplit_collectives::Operation;
use hsplit_collectives::autotune::{Autotune, Turn};
use hsplit_collectives::gain::{Expected, Route};
use hsplit_mpi::Comm;
use hsplit_mpi::clock::Moment;

/// One timed call of a trial.
pub struct Trial {
    /// The program's, for as long as its call lasts.
    comm: MPI_Comm,
    hierarchy: Arc<Hierarchy>,
    operation: Operation,
    bytes: usize,
    is_short: bool,
    begin: Moment,
}

/// The route whose turn it is, or the one that was found to be faster. A turn begins with a barrier. Collective.
///
/// # Errors
/// What the native MPI reports.
pub fn turn(
    comm: &Comm,
    hierarchy: &Arc<Hierarchy>,
    operation: Operation,
    bytes: usize,
    is_short: bool,
) -> Result<(Route, Expected, Option<Trial>), Error> {
    let (turn, is_first) = {
        let mut trials = lock(&hierarchy.trials);
        let key = key(operation, bytes, is_short);
        let known = || hierarchy.signature().and_then(|comm| tuning::known(comm, &key));
        let new = || known().map_or_else(|| Autotune::new(is_short), Autotune::known);
        let trial = trials.entry(key).or_insert_with(new);
        (trial.turn(), trial.is_first())
    };
    let route = match turn {
        Turn::Go(route, expected) => return Ok((route, expected, None)),
        Turn::Try(route) => route,
    };
    if is_first {
        comm.barrier()?;
    }
    let (comm, hierarchy) = (comm.handle(), hierarchy.clone());
    let trial = Trial { comm, hierarchy, operation, bytes, is_short, begin: Moment::now() };
    Ok((route, Expected::TRYING, Some(trial)))
}

impl Trial {
    /// Notes the time of a turn, and decides after the last one. Collective.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn end(self) -> Result<(), Error> {
        let Self { comm, hierarchy, operation, bytes, is_short, begin } = self;
        let seconds = begin.elapsed().as_secs_f64();
        let trial = || lock(&hierarchy.trials);
        let key = key(operation, bytes, is_short);
        let Some(mine) = trial().get_mut(&key).and_then(|trial| trial.note(seconds)) else { return Ok(()) };
        // SAFETY: `turn` took the handle from the `Comm` of the call that still runs, so it is an intracommunicator and
        // the program has not freed it.
        let longest = unsafe { Comm::new(comm) }?.greatest(mine)?;
        let route = trial().get_mut(&key).map_or(Route::Native, |trial| trial.decide(longest));
        if let Some(comm) = hierarchy.signature() {
            tuning::learn(comm, &key, longest);
        }
        let [native, along] = longest;
        let name = operation.name();
        summary::found(|| format!("{name} about {bytes} bytes: native {native:.3e} s, hierarchy {along:.3e} s"), route);
        let [native, along] = longest.map(|seconds| seconds * 1e6);
        log::debug!(
            "{name} of about {bytes} bytes: {native:.1} us native, {along:.1} us along the hierarchy: {route:?}"
        );
        Ok(())
    }
}
