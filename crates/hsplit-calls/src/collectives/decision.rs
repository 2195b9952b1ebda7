// SPDX-License-Identifier: MIT OR Apache-2.0
//! The decision on a collective call: native or along the hierarchy, by the values of the tables in
//! [`collectives`](super).

use std::ffi::c_int;
use std::sync::Arc;

use super::autotune::{Trial, Turned, turn};
use super::known_native::{Age, Scope};
use super::last::{self, Settled};
use super::{Common, Hierarchy, hierarchy, tuning};
use crate::error::Error;
use crate::{peers, runtime, summary};
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_collectives::choice::{self, Decision, Rule};
use hsplit_collectives::gain::{Expected, Way};
use hsplit_core::communicator::Communicator;
use hsplit_mpi::Comm;
use hsplit_settings::Feature;

/// The route of a call: along the hierarchy, with or without a fixed strategy, or native; possibly in a trial.
pub struct Choice {
    pub along: Option<(Arc<Hierarchy>, Option<FixedStrategy>)>,
    pub is_short: bool,
    pub trial: Option<Trial>,
    pub expected: Expected,
    /// The calls that take the same route from now on; `None`: this may change.
    pub scope: Option<Scope>,
}

impl Choice {
    fn of(way: Way, hierarchy: Arc<Hierarchy>, is_short: bool, expected: Expected) -> Self {
        let along = if let Way::Along(strategy) = way { Some((hierarchy, strategy)) } else { None };
        Self { along, is_short, trial: None, expected, scope: Some(Scope::Communicator) }
    }

    fn native(expected: Expected, scope: Option<Scope>) -> Self {
        Self { along: None, is_short: false, trial: None, expected, scope }
    }
}

/// The decision on a call, before trials.
enum Decided {
    Along(Chosen),
    /// The native call, and the calls for which this holds.
    Native(Option<Scope>),
}

/// A call along the hierarchy, or of a trial.
struct Chosen {
    hierarchy: Arc<Hierarchy>,
    is_tried: bool,
    /// True if it is a short call.
    is_short: bool,
}

/// Returns the route of a call: that of the last one, if the two are alike. `known`: the hierarchy of the last one.
/// Collective.
///
/// # Errors
/// A native call fails.
pub fn choose(
    operation: Operation,
    comm: &Comm,
    known: Option<(Arc<Hierarchy>, Option<Settled>)>,
    common: Common,
) -> Result<Choice, Error> {
    let known = match known {
        Some((hierarchy, Some(settled))) if (settled.operation, settled.common) == (operation, common) => {
            return Ok(Choice::of(settled.way, hierarchy, settled.is_short, settled.expected));
        }
        known => known.map(|(hierarchy, _)| hierarchy),
    };
    let chosen = match decide(operation, comm, known.clone(), common)? {
        Decided::Along(chosen) => chosen,
        Decided::Native(scope) => {
            let expected = expected_of(operation, comm, known, common, false)?;
            last::settle(comm.handle(), Settled { operation, common, way: Way::Native, is_short: false, expected });
            return Ok(Choice::native(expected, scope));
        }
    };
    let Chosen { hierarchy, is_tried, is_short } = chosen;
    let Turned { way, expected, trial, is_settled } = if is_tried {
        turn(comm, &hierarchy, common.kind(operation, is_short), common)?
    } else {
        let expected = expected_of(operation, comm, Some(hierarchy.clone()), common, true)?;
        Turned { way: Way::USUAL, expected, trial: None, is_settled: true }
    };
    if is_settled {
        last::settle(comm.handle(), Settled { operation, common, way, is_short, expected });
    }
    let scope = is_settled.then_some(Scope::Communicator);
    Ok(Choice { trial, scope, ..Choice::of(way, hierarchy, is_short, expected) })
}

/// Returns the known times of a call that is not in a trial, for a summary. With `tuning=`, the first call on a
/// communicator computes its hierarchy for that, and is collective. `is_usual`: the call takes the usual route along
/// the hierarchy.
fn expected_of(
    operation: Operation,
    comm: &Comm,
    known: Option<Arc<Hierarchy>>,
    common: Common,
    is_usual: bool,
) -> Result<Expected, Error> {
    if !summary::is_wanted() {
        return Ok(Expected::UNKNOWN);
    }
    let hierarchy = match known {
        Some(hierarchy) => Some(hierarchy),
        None if tuning::is_read() && peers::share(comm, Feature::Summary)? => Some(hierarchy_of(comm)?),
        None => hierarchy::known(comm)?,
    };
    Ok(hierarchy.map_or(Expected::UNKNOWN, |hierarchy| hierarchy.expected(operation, common, is_usual)))
}

/// Decides on the route of a call. Depends only on values that are equal on all ranks. Collective.
fn decide(operation: Operation, comm: &Comm, known: Option<Arc<Hierarchy>>, common: Common) -> Result<Decided, Error> {
    let settings = &runtime::get().settings;
    let choices = &settings.collectives;
    // MPI counts messages by ints.
    let Some(bytes) = c_int::try_from(common.bytes).ok().map(|bytes| bytes as usize) else {
        return Ok(Decided::Native(None));
    };
    let has_data = bytes > 0 || operation == Operation::Barrier;
    let ranks = comm.size() as usize;
    let fits_words = |nodes| has_data && choice::is_short(operation, bytes, ranks, nodes, settings.short);
    let may_go = |short| choices.may(operation, bytes) || short && choices.rule(operation) == Rule::Default;
    if !may_go(fits_words(1)) {
        // The operand of a reduction whose result is scattered is as long as the number of ranks makes it.
        let is_by_size = matches!(choices.rule(operation), Rule::From(_)) && operation != Operation::ReduceScatterBlock;
        return Ok(Decided::Native(is_by_size.then_some(Scope::Every)));
    }
    let native = Decided::Native(Some(Scope::Communicator));
    let hierarchy = known.map_or_else(|| hierarchy_of(comm), Ok)?;
    let root = common.root.unwrap_or_else(|| hierarchy.first());
    let is_short = fits_words(hierarchy.node_count) && (hierarchy.has_levels || hierarchy.shares_nodes())
        || has_data && operation == Operation::Alltoall && hierarchy.has_short_exchange(bytes);
    if !may_go(is_short) || !is_short && !hierarchy.has_levels {
        return Ok(native);
    }
    let decision = route_of(operation, &hierarchy, bytes, root, is_short);
    if decision == Decision::Native {
        return Ok(native);
    }
    if operation.is_neighbourly() && hierarchy.between_neighbours(comm, operation)?.is_none() {
        return Ok(native);
    }
    let short = if is_short && !hierarchy.is_forced() { hierarchy.short(comm)? } else { None };
    // Short calls combine node by node. A planned tree may keep the order of ranks even if it differs from that of the
    // nodes.
    let keeps_order = common.any_order
        || (short.is_none() || hierarchy.levels.is_in_rank_order())
            && hierarchy.route(comm, operation, (bytes, root), None).keeps_rank_order()?;
    let is_possible = keeps_order && (short.is_some() || hierarchy.has_levels);
    let (is_tried, has_words) = (decision == Decision::Autotune, short.is_some());
    let chosen = Chosen { hierarchy, is_tried, is_short: has_words };
    Ok(if is_possible { Decided::Along(chosen) } else { native })
}

/// Returns the hierarchy of a communicator, and stores it for this thread's next call. The first call computes it and
/// is collective.
///
/// # Errors
/// A native call fails.
pub fn hierarchy_of(comm: &Comm) -> Result<Arc<Hierarchy>, Error> {
    let age = Age::now();
    let hierarchy = hierarchy::of(runtime::get(), comm)?;
    last::keep(comm.handle(), &hierarchy, age);
    Ok(hierarchy)
}

/// Returns the decision by `HSPLIT_COLLECTIVES`, the levels and the model; never [`Decision::Modelled`].
fn route_of(operation: Operation, hierarchy: &Hierarchy, bytes: usize, root: u32, is_short: bool) -> Decision {
    let choices = &runtime::get().settings.collectives;
    match choices.decide(operation, hierarchy.node_count) {
        // If no node has several ranks, a short call has no gain.
        Decision::Autotune if is_short && !hierarchy.shares_nodes() && choices.rule(operation) == Rule::Default => {
            Decision::Native
        }
        Decision::Modelled => match hierarchy.planned(operation, bytes, root) {
            Some(planned) if planned.is_taken => Decision::Hierarchical,
            None if choices.unmodelled(operation, bytes) || is_short => Decision::Autotune,
            _ => Decision::Native,
        },
        decided => decided,
    }
}
