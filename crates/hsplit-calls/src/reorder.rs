// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reordering: assigns roles to ranks so that heavy traffic stays between near ranks.
//!
//! A *role* is the task of a rank in a program: its place in a graph, its row of a matrix. All calls here have the same
//! steps. The ranks compare their arguments ([`Terms::agree`]). The traffic, and the places of all ranks, are sent to
//! rank 0; with more than [`split::GATHER_LIMIT`] ranks, through the first rank of each node. Rank 0 computes an order,
//! and sends the new numbers of all ranks to each rank. If this fails, the ranks keep their order, with one warning.

mod advice;
mod cart;
mod explicit;
mod gather;
mod grid;
mod model;
pub(super) mod options;
pub mod topology;

pub use cart::{WeightedCart, cart_create, dims_create};
pub(super) use explicit::ReorderRequest;
pub use explicit::{Data, Outputs, Row, migrate, reorder};

use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use super::runtime::Runtime;
use super::{latency_probe, peers};
use crate::error::Error;
use crate::split_types::Compared;
use advice::Migration;
use gather::Told;
use hsplit_core::communicator::Communicator;
use hsplit_core::level::MACHINE;
use hsplit_core::request::SplitSpec;
use hsplit_core::split::{self, SplitError};
use hsplit_core::table::{self, Table};
use hsplit_mapping::{Cost, Grid, Mapping, Metrics, Slots, Traffic, map, map_grid, metrics};
use hsplit_mpi::{Comm, OwnedComm};
use options::Options;

/// No role.
const NONE: u32 = u32::MAX;

/// The values on which the ranks of a call must agree.
pub(super) struct Terms<'a> {
    /// The call.
    pub compared: Compared,
    /// The other values that must be equal on all ranks.
    pub values: String,
    /// The name of these values in an error message.
    pub words: &'static str,
    /// This rank's own error.
    pub own_error: Option<&'a Error>,
    /// True if this rank requests an order; if not, its other values are ignored.
    pub reorders: bool,
}

impl Terms<'_> {
    /// Compares the values of all ranks. Collective.
    ///
    /// # Errors
    /// They disagree, or one of them has an invalid argument.
    pub fn agree(&self, comm: &Comm) -> Result<(), Error> {
        peers::complete(comm)?;
        let question = match self.reorders {
            true => SplitSpec::guided(self.compared.selector(), &self.values),
            false => SplitSpec::native(self.compared.selector()),
        };
        let fault = self.own_error.map(Error::class);
        split::agree(comm, question, fault, peers::exchange(comm)?).map_err(|error| match error {
            SplitError::Disagree { first, other, .. } => Error::ArgumentsDiffer { first, other, what: self.words },
            error => error.into(),
        })
    }
}

/// The new order of a communicator, equal on all ranks.
#[derive(Debug, PartialEq, Eq)]
struct Order {
    /// The new number of each rank; [`NONE`] for a rank without a role.
    new_of: Vec<u32>,
}

impl Order {
    /// The order in which each of the first `roles` ranks keeps its number.
    fn kept(size: u32, roles: u32) -> Self {
        Self { new_of: (0..size).map(|rank| if rank < roles { rank } else { NONE }).collect() }
    }

    /// True if no rank has another number.
    fn is_kept(&self) -> bool {
        (0..).zip(&self.new_of).all(|(old, &new)| new == old || new == NONE)
    }

    /// The new number of a rank.
    fn new_of(&self, old: u32) -> Option<u32> {
        Some(self.new_of[old as usize]).filter(|&new| new != NONE)
    }

    /// Returns the rank that has a role from now on.
    fn player(&self, role: u32) -> Option<u32> {
        self.new_of.iter().position(|&new| new == role).map(|old| old as u32)
    }

    fn changed(&self) -> usize {
        (0..).zip(&self.new_of).filter(|(old, new)| *new != old).count()
    }
}

/// Creates a communicator of the ranks with roles, in the order of the roles. Collective.
fn reordered(comm: &Comm, order: &Order) -> Result<Option<OwnedComm>, Error> {
    let role = order.new_of(comm.rank());
    Ok(comm.split(role.map(|_| 0), role.unwrap_or(0) as i32)?)
}

fn lost() -> Error {
    Error::Internal("an order without a role for each rank".into())
}

/// Checks an element of a program's list that is one of `count` ranks or nodes.
fn peer(argument: &'static str, index: usize, number: c_int, count: u32) -> Result<u32, Error> {
    let peer = u32::try_from(number).ok().filter(|&peer| peer < count);
    peer.ok_or(Error::Peer { argument, index, rank: number, last: count.saturating_sub(1) })
}

/// A search for an order.
struct Search<'a> {
    runtime: &'a Runtime,
    comm: &'a Comm,
    /// The name of the call, for messages.
    call: &'a str,
    roles: u32,
    options: &'a Options,
}

/// The amount of data that each role sends to each other one.
pub(super) enum Pattern {
    /// The part that this rank knows, in bytes or another unit.
    Arcs(Vec<Arc>),
    /// The part that this rank knows, in bytes and in messages.
    Counted {
        /// The bytes.
        bytes: Vec<Arc>,
        /// The messages.
        messages: Vec<Arc>,
    },
    /// The whole, which all ranks know.
    Grid(Grid),
}

impl Search<'_> {
    /// Returns the order in which traffic costs least. Collective, and the same on all ranks.
    ///
    /// # Errors
    /// A native call fails. After any other failure the order is kept.
    fn order(&self, pattern: Pattern) -> Result<Order, Error> {
        let counts_messages = self.options.counts_messages;
        let is_counted = matches!(pattern, Pattern::Counted { .. });
        let (arcs, messages, grid) = match pattern {
            Pattern::Arcs(arcs) if counts_messages && !self.uses_model()? => (ones(arcs), vec![], None),
            Pattern::Arcs(arcs) => (arcs, vec![], None),
            Pattern::Counted { bytes, messages } if self.uses_model()? => (bytes, messages, None),
            Pattern::Counted { messages, .. } if counts_messages => (messages, vec![], None),
            Pattern::Counted { bytes, .. } => (bytes, vec![], None),
            Pattern::Grid(grid) => (vec![], vec![], Some(grid)),
        };
        latency_probe::before(self.runtime, self.comm.handle())?;
        let place = self.runtime.home_place().unwrap_or_default();
        let position = self.runtime.network_position().unwrap_or_default();
        let entry = table::entry(self.comm.rank(), &place, position.as_ref());
        let told = gather::to_first(self.comm, &place, Told { entries: entry, arcs, messages })?;
        let kept = Order::kept(self.comm.size(), self.roles);
        let order = told.map_or(kept, |told| self.find(&told, grid.as_ref(), is_counted));
        let mut bytes: Vec<u8> = order.new_of.iter().flat_map(|new| new.to_le_bytes()).collect();
        self.comm.broadcast(&mut bytes)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
        Ok(Order { new_of: bytes.chunks_exact(4).map(number).collect() })
    }

    /// True if a model determines the cost of traffic; it needs bytes. Rank 0, which searches the order, decides.
    /// Collective.
    fn uses_model(&self) -> Result<bool, Error> {
        let mut said = [u8::from(self.options.is_model(&self.runtime.settings))];
        self.comm.broadcast(&mut said)?;
        Ok(said != [0])
    }

    /// Computes the order, on rank 0. `is_counted`: the library has counted the traffic. Catches panics, which would
    /// leave the other ranks waiting.
    fn find(&self, told: &Told, grid: Option<&Grid>, is_counted: bool) -> Order {
        let found = catch_unwind(AssertUnwindSafe(|| self.mapped(told, grid, is_counted)));
        let why = match found {
            Ok(Ok(order)) => return order,
            Ok(Err(why)) => why,
            Err(_) => "an internal error of libhsplit".to_owned(),
        };
        log::warn!("{}: the order is unchanged, because none was found: {why}", self.call);
        Order::kept(self.comm.size(), self.roles)
    }

    fn mapped(&self, told: &Told, grid: Option<&Grid>, is_counted: bool) -> Result<Order, String> {
        let table = Table::open(table::build(&told.entries, self.comm.size()));
        let slots = Slots::from_table(&table.ok_or("the places of the ranks cannot be read")?);
        let options = self.options.of_mapping(&self.runtime.settings, &slots)?;
        let traffic = match (grid, &options.cost) {
            (Some(grid), _) => grid.traffic(),
            (None, Cost::Model(_)) => model::traffic(told, self.roles as usize),
            (None, _) => self.traffic(&told.arcs),
        };
        let words = |error: hsplit_mapping::MapError| error.to_string();
        let present = Mapping::identity(self.roles as usize, &slots).map_err(words)?;
        let timed_out = time_limit(self.runtime.settings.reorder_limit);
        let best = match grid {
            Some(grid) => map_grid(grid, &slots, Some(&present), &options, &timed_out),
            None => map(&traffic, &slots, Some(&present), &options, &timed_out),
        };
        let best = best.map_err(words)?;
        let mut order = Order { new_of: vec![NONE; self.comm.size() as usize] };
        for (role, place) in (0..).zip(best.places(&slots)) {
            order.new_of[place as usize] = role;
        }
        self.warn_of_gathers(&order, &slots);
        if log::log_enabled!(log::Level::Info) {
            let worth = |mapping| metrics(&traffic, &slots, mapping, &options.cost).map_err(words);
            let bytes = told.arcs.iter().map(|(_, _, bytes)| bytes);
            let weighs_bytes = !self.options.counts_messages || self.options.is_model(&self.runtime.settings);
            let is_in_bytes = is_counted && weighs_bytes && are_whole(bytes, MOST_TRAFFIC);
            let migration = is_in_bytes.then(|| Migration::of(&order, &slots, &options.cost).map_err(words));
            let migration = migration.transpose()?;
            self.say(&order, &worth(&present)?, &worth(&best)?, unit(&options.cost), migration.as_ref());
        }
        Ok(order)
    }

    /// Warns of an MPI whose `MPI_Gather` may give wrong data in another order of ranks, unless its algorithms were
    /// chosen by the user.
    fn warn_of_gathers(&self, order: &Order, slots: &Slots) {
        let is_real = self.runtime.settings.places.emulate.is_none();
        let has_nodes = slots.level(MACHINE).is_some_and(|level| slots.instances(level) > 1);
        let is_chosen = || std::env::vars_os().any(|(name, _)| name.as_encoded_bytes().starts_with(b"OMPI_MCA_coll"));
        if self.runtime.native.mixes_up_gathers() && is_real && has_nodes && !order.is_kept() && !is_chosen() {
            log::warn!(
                "{}: MPI_Gather and MPI_Scatter of Open MPI 5.0 give wrong data in some orders of ranks; \
                 OMPI_MCA_coll=^han in the environment of the job prevents it",
                self.call
            );
        }
    }

    fn traffic(&self, arcs: &[Arc]) -> Traffic {
        let weights: Vec<f64> = arcs.iter().map(|(_, _, weight)| *weight).collect();
        let weights = whole_numbers(&weights, MOST_TRAFFIC);
        let arcs = arcs.iter().zip(weights).map(|(&(from, to, _), weight)| (from, to, weight));
        Traffic::from_arcs(self.roles as usize, arcs)
    }

    /// Logs the value of an order: the cost of the traffic, and its part inside each level; and the saving of a step if
    /// the cost of migration is known in the same unit.
    fn say(&self, order: &Order, before: &Metrics, after: &Metrics, unit: &str, migration: Option<&Migration>) {
        let levels = before.levels.iter().zip(&after.levels).filter(|(before, after)| before.inside != after.inside);
        let inside: Vec<String> = levels
            .map(|(before, after)| format!("; inside {} {} -> {}", before.level, before.inside, after.inside))
            .collect();
        let migration = migration.filter(|_| !order.is_kept());
        let advice = migration.map(|migration| advice::text(self.options.steps, before, after, migration));
        log::info!(
            "{}: {} of {} ranks change; {unit} {} -> {}{}{}",
            self.call,
            order.changed(),
            self.comm.size(),
            before.cost,
            after.cost,
            inside.concat(),
            advice.unwrap_or_default()
        );
    }
}

/// Returns a function that tests whether a search that begins now has used its time. The processor time of this thread
/// is used, not the time of day: if ranks share cores, a search must give the same result, and `MPI_Graph_map` must
/// predict `MPI_Graph_create`.
pub(super) fn time_limit(limit: Duration) -> impl Fn() -> bool {
    let used = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default();
    let begin = used();
    move || used().saturating_sub(begin) > limit
}

fn unit(cost: &Cost) -> &'static str {
    match cost {
        Cost::Hops => "traffic times hops",
        Cost::Levels(_) | Cost::Numbered(_) => "traffic times cost",
        Cost::Model(_) => "picoseconds of traffic",
    }
}

/// An arc: sender, receiver, and amount.
pub(super) type Arc = (u32, u32, f64);

/// The greatest sum of weights that are not scaled: it fits into 64 bits for two directions.
const MOST_TRAFFIC: f64 = (1_u64 << 62) as f64;
/// The same for the weights of a grid's dimensions, which are multiplied by lengths.
const MOST_OF_GRID: f64 = (1_u64 << 44) as f64;

/// True if weights are whole numbers, and not too great.
fn are_whole<'a>(mut weights: impl Iterator<Item = &'a f64> + Clone, most: f64) -> bool {
    weights.clone().sum::<f64>() <= most && weights.all(|weight| weight.fract() == 0.0)
}

/// Returns arcs that count as one each, before arcs between the same ranks are added up.
fn ones(arcs: Vec<Arc>) -> Vec<Arc> {
    arcs.into_iter().map(|(from, to, weight)| (from, to, as_message(weight))).collect()
}

/// A weight if messages are counted: one, regardless of its value.
fn as_message(weight: f64) -> f64 {
    f64::from(weight > 0.0)
}

/// Converts weights for the mapping: whole numbers are not changed, others keep their proportions.
fn whole_numbers(weights: &[f64], most: f64) -> Vec<u64> {
    /// The value of the greatest weight if weights have fractions.
    const SCALE: f64 = (1_u64 << 40) as f64;
    let greatest = weights.iter().fold(0.0_f64, |most, weight| most.max(*weight));
    let is_whole = are_whole(weights.iter(), most);
    let whole = |&weight: &f64| match weight {
        _ if is_whole => weight as u64,
        0.0 => 0,
        _ => (weight / greatest * SCALE).round().max(1.0) as u64,
    };
    weights.iter().map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_search_that_waits_keeps_its_time() {
        let timed_out = time_limit(Duration::from_millis(20));
        thread::sleep(Duration::from_millis(60));
        assert!(!timed_out());
        while !timed_out() {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn weights_keep_their_proportions() {
        let whole = |weights: &[f64]| whole_numbers(weights, MOST_OF_GRID);
        assert_eq!(whole(&[0.0, 3.0, 1e9]), [0, 3, 1_000_000_000]);
        assert_eq!(whole(&[0.0, 0.25, 1.0]), [0, 1 << 38, 1 << 40]);
        assert_eq!(whole(&[1e300, 5e299, 1e-300]), [1 << 40, 1 << 39, 1]);
        assert_eq!(whole(&[0.0, 0.25, 7.0].map(as_message)), [0, 1, 1]);
        assert!(whole(&[]).is_empty());
        // Bytes stay bytes, however many: the ranks of a long run send more than 2^44.
        let bytes = [(1_u64 << 53) - 1, 1 << 61, 1].map(|bytes| bytes as f64);
        assert_eq!(whole_numbers(&bytes, MOST_TRAFFIC), [(1 << 53) - 1, 1 << 61, 1]);
        assert_eq!(whole_numbers(&[4e18, 8e18], MOST_TRAFFIC), [1 << 39, 1 << 40]);
    }
}
