// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hierarchy of a communicator, which all its ranks know: levels, trees, and the routes of earlier calls.

use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use super::adaptive::{self, Adaptive, PlannedCall};
use super::known_native;
use super::memory::Memory;
use super::plans::Plans;
use super::recent::{self, Recent};
use super::routes::{Neighbourhoods, Routes};
use super::short_memory;
use super::tuning;
use super::words::Short;
use super::{Common, Member, lock};
use crate::error::Error;
use crate::runtime::{self, Runtime};
use crate::{monitor, peers};
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::plan::is_planned;
use hsplit_collectives::adaptive::proposals;
use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_collectives::autotune::Autotune;
use hsplit_collectives::choice::{self, Rule};
use hsplit_collectives::exchange::Exchange;
use hsplit_collectives::exchange::routes::Routing;
use hsplit_collectives::gain::{Expected, Source};
use hsplit_collectives::levels::{LevelGroup, Part, Position};
use hsplit_collectives::nodes::Nodes;
use hsplit_collectives::reduce_scatter::Plan;
use hsplit_collectives::reduce_scatter::plan::plan;
use hsplit_collectives::streams::Lengths;
use hsplit_collectives::tree::{Neighbour, Shape, Spread, Tree};
use hsplit_collectives::tuning::{Kind, signature};
use hsplit_core::communicator::Communicator;
use hsplit_memory::node_memory::{NodeMemory, SLOT};
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::channel::Channel;
use hsplit_mpi::clock::{IS_SIMULATED, Moment};
use hsplit_mpi::native::{BUILT_FOR, Family};
use hsplit_mpi::transfer::Transfer;
use hsplit_mpi::{Comm, Failure, has_world};
use hsplit_settings::Feature;

/// The native and hierarchical seconds of a call.
type Both = [f64; 2];

/// The hierarchy of a communicator.
pub struct Hierarchy {
    /// The levels; without any, every call is native, except short ones of ranks on one node.
    pub(super) levels: LevelGroup,
    pub(super) has_levels: bool,
    pub(super) node_count: usize,
    pub(super) member: Member,
    pub(super) longest_segment: usize,
    /// Number of bytes from which data is read in shared memory.
    memory_from: Option<usize>,
    /// `None` after `MPI_Finalize`, and if there are neither levels nor short calls.
    channel: Mutex<Option<Arc<Channel>>>,
    /// The operation of the current call: its place in [`Operation::ALL`].
    operation: AtomicUsize,
    trees: Mutex<Recent<(Shape, u32), Arc<Tree>>>,
    nodes: OnceLock<Nodes>,
    /// The exchange for each routing that earlier calls have used.
    exchanges: Mutex<Vec<(Routing, Arc<Exchange>)>>,
    /// The plans of calls in rounds.
    pub(super) rounds: Plans,
    /// The exchanges between neighbours, after a call has needed them.
    pub(super) neighbours: Neighbourhoods,
    pub(super) trials: Mutex<HashMap<Kind, Autotune>>,
    /// The times of calls that are not in a trial, if earlier jobs have measured them, by their kind and whether they
    /// take the usual route.
    found: Mutex<HashMap<(Kind, bool), Option<Both>>>,
    /// The key of such communicators in the results of trials, if it is known.
    signature: OnceLock<Option<String>>,
    /// The memory that the ranks of this node share, after a call has needed it.
    memory: Mutex<Option<Option<Arc<Memory>>>>,
    /// The state of short calls, after the first one.
    short: OnceLock<Option<Short>>,
    /// The model, if `HSPLIT_COLLECTIVES` names it and there is one.
    pub(super) adaptive: Option<Adaptive>,
    /// The nanoseconds of this set-up that no trial has counted yet.
    set_up: AtomicU64,
    /// The model of a typical network, after strategies have been tried or are known.
    usual: OnceLock<Option<Adaptive>>,
}

/// The path of a call along the hierarchy.
pub struct CallPath<'a> {
    pub(super) on: &'a Hierarchy,
    pub(super) comm: &'a Comm,
    pub(super) operation: Operation,
    pub(super) root: u32,
    /// [`Common::bytes`].
    pub(super) bytes: usize,
    /// The lengths of segments, at all ranks.
    pub(super) lengths: Lengths,
    /// Number of segments of a reduction that this rank sends before its parent takes them; `None`: it does not wait
    /// for that.
    pub(super) ahead: Option<usize>,
    /// The model's plan, if there is one.
    pub(super) planned: Option<Arc<PlannedCall>>,
}

impl CallPath<'_> {
    /// Returns the tree of a call that uses one. Collective.
    pub(super) fn tree(&self) -> Result<Arc<Tree>, Failure> {
        match self.planned.as_ref().and_then(|planned| planned.tree.as_ref()) {
            Some(tree) => Ok(tree.clone()),
            None => self.on.unplanned(self.comm, self.operation, self.bytes, self.root),
        }
    }
}

/// Calls that are known to be native are forgotten twice: when MPI deletes the hierarchy, since another thread may get
/// a new communicator of the same handle before the call that frees this one returns; and when it is dropped.
static HIERARCHY: Attribute<Hierarchy> = Attribute::declare_uncopied().stored_by_handle(known_native::forget);

/// The hierarchies of communicators that the program has not freed: `MPI_Finalize` frees them.
static LIVING: Mutex<Vec<Weak<Hierarchy>>> = Mutex::new(vec![]);

impl Drop for Hierarchy {
    fn drop(&mut self) {
        self.close();
    }
}

impl Hierarchy {
    fn close(&self) {
        known_native::forget();
        lock(&self.channel).take();
    }

    /// Creates the messages of a call, none of which is pending yet.
    pub(super) fn transfer(&self) -> Result<Transfer, Failure> {
        Ok(Transfer::new(self.channel()?, monitor::internal))
    }

    /// Begins a call. Calls are counted for each operation (see [`hsplit_mpi::channel`]).
    pub(super) fn begin(&self, operation: Operation) {
        self.operation.store(operation as usize, Ordering::Relaxed);
    }

    /// Returns the operation of the current call.
    pub(super) fn operation(&self) -> Operation {
        Operation::ALL[self.operation.load(Ordering::Relaxed)]
    }

    /// Ends a call, and reports whether one of its messages has failed.
    ///
    /// # Errors
    /// The first failure.
    pub(super) fn end(&self) -> Result<(), Failure> {
        lock(&self.channel).as_ref().map_or(Ok(()), |channel| channel.end(self.operation()))
    }

    /// Returns the channel, for messages of the current call.
    pub(super) fn channel(&self) -> Result<Arc<Channel>, Failure> {
        let channel = lock(&self.channel).clone();
        let channel = channel.inspect(|channel| channel.begin(self.operation()));
        channel.ok_or(Failure { call: "PMPI_Isend", code: mpi_sys::MPI_ERR_COMM as c_int })
    }

    /// Returns the model's plan for a call, if the model is used. (Here and below, the bytes are [`Common::bytes`].)
    pub(super) fn planned(&self, operation: Operation, bytes: usize, root: u32) -> Option<Arc<PlannedCall>> {
        let is_adaptive = runtime::get().settings.collectives.rule(operation) == Rule::Adaptive;
        let is_planned = is_adaptive && is_planned(operation, self.member.size as usize);
        let adaptive = self.adaptive.as_ref().filter(|_| is_planned)?;
        Some(adaptive.planned(&self.levels, (operation, bytes, root), None, self.member.rank))
    }

    /// Returns the model of a typical network, if calls of this kind may use a strategy. Equal on all ranks.
    pub(super) fn by_strategy(&self, kind: Kind, any_order: bool) -> Option<&Adaptive> {
        let has_strategies = proposals::has_strategies(kind.operation) && !kind.is_short && any_order;
        let usual = || self.usual.get_or_init(|| Adaptive::usual(&self.levels, self.longest_segment)).as_ref();
        if has_strategies { usual() } else { None }
    }

    /// Returns the known times of a call that is not in a trial: from earlier jobs, or by the model. `is_usual`: it
    /// takes the usual route along the hierarchy.
    pub(super) fn expected(&self, operation: Operation, common: Common, is_usual: bool) -> Expected {
        let of_table = |is_short| {
            let kind = common.kind(operation, is_short);
            let by_strategy = !is_usual && self.by_strategy(kind, common.any_order).is_some();
            tuning::known(self.signature()?, kind, by_strategy).map(|(_, seconds)| seconds)
        };
        let found = *lock(&self.found)
            .entry((common.kind(operation, false), is_usual))
            .or_insert_with(|| of_table(true).or_else(|| of_table(false)));
        if let Some(seconds) = found {
            return Expected::new(seconds, Source::Table);
        }
        let Ok(bytes) = usize::try_from(common.bytes) else { return Expected::UNKNOWN };
        let root = common.root.unwrap_or_else(|| self.first());
        let planned = self.planned(operation, bytes, root).map(|planned| [planned.plan.baseline, planned.plan.seconds]);
        let modelled = planned.filter(|seconds| seconds.iter().all(|seconds| seconds.is_finite()));
        modelled.map_or(Expected::UNKNOWN, |seconds| Expected::new(seconds, Source::Model))
    }

    /// Returns the path of an operation along the hierarchy.
    pub(super) fn route<'a>(
        &'a self,
        comm: &'a Comm,
        operation: Operation,
        (bytes, root): (usize, u32),
        strategy: Option<FixedStrategy>,
    ) -> CallPath<'a> {
        // A plan for each root would cost more than it gains.
        let usual = strategy.filter(|_| root == self.first()).and_then(|_| self.usual.get()?.as_ref());
        let planned = match usual {
            Some(usual) => Some(usual.planned(&self.levels, (operation, bytes, root), strategy, self.member.rank)),
            None => self.planned(operation, bytes, root),
        };
        let message = match &planned {
            Some(planned) => planned.plan.segment,
            None => choice::segment(self.whole(operation, bytes), self.levels.nodes(), self.longest_segment),
        };
        let lengths = Lengths { message, memory: SLOT.min(self.longest_segment.saturating_mul(2)) };
        let ahead = planned.as_ref().and_then(|planned| planned.ahead);
        CallPath { on: self, comm, operation, root, bytes, lengths, ahead, planned }
    }

    /// Returns the tree without a model. Collective.
    fn unplanned(&self, comm: &Comm, operation: Operation, bytes: usize, root: u32) -> Result<Arc<Tree>, Failure> {
        let mut shape = choice::shape(operation, self.whole(operation, bytes), &self.levels);
        if self.is_read(comm, operation, bytes)? {
            shape.inside = Spread::Memory;
        }
        let tree = || Arc::new(Tree::new(&self.levels, shape, root, self.member.rank));
        Ok(lock(&self.trees).get((shape, root), tree))
    }

    /// True if the ranks of a node read a call's data in shared memory. Collective.
    fn is_read(&self, comm: &Comm, operation: Operation, bytes: usize) -> Result<bool, Failure> {
        let is_long = self.memory_from.is_some_and(|from| self.whole(operation, bytes) >= from);
        Ok(choice::is_read(operation) && is_long && self.memory(comm)?.is_some())
    }

    /// True if an operation that has rounds uses them. Collective.
    pub(super) fn goes_in_rounds(&self, path: &CallPath) -> Result<bool, Failure> {
        let CallPath { comm, operation, bytes, .. } = *path;
        let is_short = choice::is_in_rounds(operation, self.whole(operation, bytes), &self.levels);
        Ok(is_short && !self.is_read(comm, operation, bytes)?)
    }

    /// Returns the key of such communicators in the results of trials; `None`: results are neither used nor stored for
    /// this one.
    pub(super) fn signature(&self) -> Option<&str> {
        self.signature.get_or_init(|| signature(&self.levels)).as_deref()
    }

    /// The ranks by nodes.
    pub(super) fn nodes(&self) -> &Nodes {
        self.nodes.get_or_init(|| Nodes::of(&self.levels))
    }

    /// True if blocks of this length are exchanged between all ranks by short calls.
    pub(super) fn has_short_exchange(&self, bytes: usize) -> bool {
        let limit = runtime::get().settings.short;
        self.has_levels && choice::is_short_exchange(self.nodes(), self.member.size as usize, bytes, limit)
    }

    /// Returns the exchange of blocks of this length between all ranks.
    pub(super) fn exchange(&self, bytes: usize) -> Arc<Exchange> {
        let nodes = self.nodes();
        self.exchange_along(nodes, choice::routing(nodes, self.member.size as usize, bytes))
    }

    /// Returns the routes of blocks whose lengths only their two ranks know.
    pub(super) fn exchange_of_unequal(&self) -> Routes {
        let nodes = self.nodes();
        let limit = choice::together(nodes, self.member.size as usize);
        // On one node all blocks may be sent at the same time: nothing is forwarded there.
        let direct = if nodes.count() == 1 { Routing::Leaders } else { Routing::Direct };
        let together = limit.map(|limit| (self.exchange_along(nodes, Routing::Leaders), limit));
        Routes::between_ranks(self.member.rank, together, self.exchange_along(nodes, direct))
    }

    /// Returns this rank's part of a reduction whose result is scattered to these places. A segment has at most
    /// `longest` elements.
    pub(super) fn reduce_scatter(&self, places: &[usize], bytes: usize, longest: usize) -> Plan {
        let nodes = self.nodes();
        let grain = choice::grain(nodes, self.member.size as usize, bytes);
        plan(nodes, self.member.rank, places, grain, longest)
    }

    fn exchange_along(&self, nodes: &Nodes, routing: Routing) -> Arc<Exchange> {
        let mut exchanges = lock(&self.exchanges);
        if let Some((_, known)) = exchanges.iter().find(|(known, _)| *known == routing) {
            return known.clone();
        }
        let exchange = Arc::new(nodes.exchange(routing, self.member.rank));
        exchanges.push((routing, exchange.clone()));
        exchange
    }

    /// Returns the state of short calls; `None` if the ranks of some node cannot share memory. Collective at the first
    /// call.
    pub(super) fn short(&self, comm: &Comm) -> Result<Option<&Short>, Failure> {
        if self.short.get().is_none() {
            let begin = Moment::now();
            let memory = self.memory(comm)?;
            let made = if IS_SIMULATED { None } else { Short::of(comm, &self.levels, self.member, memory.as_deref())? };
            if made.is_some() && lock(&self.channel).is_none() {
                *lock(&self.channel) = Some(Arc::new(Channel::between(comm)?));
            }
            let _ = self.short.set(made);
            self.has_set_up(begin);
        }
        Ok(self.short.get().and_then(Option::as_ref))
    }

    fn has_set_up(&self, begin: Moment) {
        self.set_up.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    /// Returns the seconds of the set-up since the last call of this function.
    pub(super) fn set_up(&self) -> f64 {
        self.set_up.swap(0, Ordering::Relaxed) as f64 * 1e-9
    }

    /// True if calls use a fixed strategy.
    pub(super) fn is_forced(&self) -> bool {
        self.adaptive.as_ref().is_some_and(Adaptive::is_forced)
    }

    /// True if a node has several ranks.
    pub(super) fn shares_nodes(&self) -> bool {
        self.node_count < self.member.size as usize
    }

    /// Returns the memory that the ranks of this node share; `None` if no node has several ranks, or if the ranks of
    /// some node cannot share any. Collective.
    fn memory(&self, comm: &Comm) -> Result<Option<Arc<Memory>>, Failure> {
        if !self.shares_nodes() {
            return Ok(None);
        }
        if let Some(known) = lock(&self.memory).as_ref() {
            return Ok(known.clone());
        }
        let found = Memory::of(comm, &self.levels)?.map(Arc::new);
        *lock(&self.memory) = Some(found.clone());
        Ok(found)
    }

    /// Logs the most memory that a communicator needs at a rank: the table of the guide
    /// (`docs/src/guide/collectives.md`).
    fn tell_memory(&self) {
        if !log::log_enabled!(log::Level::Info) {
            return;
        }
        let ranks = self.member.size as usize;
        let tree = ranks * (size_of::<u32>() + size_of::<usize>() + size_of::<Neighbour>());
        let plans = if self.adaptive.is_some() { adaptive::MAX_PLANS } else { 0 };
        let always = ranks * (size_of::<Part>() + size_of::<u32>());
        let routes = Routing::ALL.len() * Exchange::bytes(ranks, self.nodes().widest());
        let kept = always + (recent::CAPACITY + plans) * tree + routes + 2 * Nodes::bytes(ranks) + Plans::bytes(ranks);
        let node = if self.shares_nodes() { NodeMemory::length(1) + short_memory::length(1) } else { 0 };
        log::info!(
            "collective calls on a communicator of {ranks} ranks take up to {} KiB of each rank, and {} KiB of the \
             memory of its node, as they are used",
            kept.div_ceil(1 << 10),
            node.div_ceil(1 << 10)
        );
    }

    /// Returns the rank that serves as root of calls without one: the first in every order.
    pub(super) fn first(&self) -> u32 {
        self.levels.parts[0].first()
    }

    /// Returns the memory that the ranks of this node share, if a call has needed it.
    pub(super) fn known_memory(&self) -> Option<Arc<Memory>> {
        lock(&self.memory).clone().flatten()
    }

    /// Returns the bytes of a message, or of all shares.
    fn whole(&self, operation: Operation, bytes: usize) -> usize {
        if operation.has_shares() { bytes * self.member.size as usize } else { bytes }
    }
}

/// Returns the hierarchy of a communicator, if a call has computed it.
pub(super) fn known(comm: &Comm) -> Result<Option<Arc<Hierarchy>>, Failure> {
    HIERARCHY.get(comm.handle())
}

/// Returns the hierarchy of a communicator. The first call computes it and is collective.
pub(super) fn of(runtime: &Runtime, comm: &Comm) -> Result<Arc<Hierarchy>, Error> {
    if let Some(known) = known(comm)? {
        return Ok(known);
    }
    let begin = Moment::now();
    // If not all ranks have the same settings for this communicator, it has no levels: its calls are native.
    let is_shared = peers::share(comm, Feature::Collectives)?;
    let Found { levels, is_in_order, is_tuned } =
        if is_shared { levels_of(runtime, comm)? } else { Found::nothing(comm) };
    let (has_levels, node_count) = (levels.has_levels() || is_in_order, levels.nodes());
    let channel = if has_levels { Some(Arc::new(Channel::between(comm)?)) } else { None };
    let is_adaptive = has_levels && runtime.settings.collectives.any_adaptive();
    let adaptive = if is_adaptive { Adaptive::of(runtime, comm, &levels)? } else { None };
    log::debug!(
        "the hierarchy of a communicator of {} ranks: {} levels, {} nodes",
        comm.size(),
        levels.depth(),
        node_count
    );
    let hierarchy = Hierarchy {
        levels,
        has_levels,
        node_count,
        member: Member { rank: comm.rank(), size: comm.size() },
        longest_segment: runtime.settings.segment,
        memory_from: runtime.settings.memory,
        channel: Mutex::new(channel),
        operation: AtomicUsize::new(0),
        trees: Mutex::default(),
        nodes: OnceLock::new(),
        exchanges: Mutex::default(),
        rounds: Plans::default(),
        neighbours: Neighbourhoods::default(),
        trials: Mutex::default(),
        found: Mutex::default(),
        signature: if is_tuned { OnceLock::new() } else { OnceLock::from(None) },
        memory: Mutex::default(),
        short: OnceLock::new(),
        adaptive,
        set_up: AtomicU64::new(0),
        usual: OnceLock::new(),
    };
    hierarchy.has_set_up(begin);
    if comm.rank() == 0 {
        hierarchy.tell_memory();
    }
    let hierarchy = HIERARCHY.keep(comm.handle(), Arc::new(hierarchy))?;
    let mut living = lock(&LIVING);
    living.retain(|hierarchy| hierarchy.strong_count() > 0);
    living.push(Arc::downgrade(&hierarchy));
    Ok(hierarchy)
}

/// The places of all ranks, as far as all ranks know them.
struct Found {
    levels: LevelGroup,
    /// True if a network without levels determines which nodes are near each other.
    is_in_order: bool,
    /// True if all ranks have the same results of earlier jobs (`tuning=`).
    is_tuned: bool,
}

impl Found {
    /// No levels are known: all calls of the communicator are native.
    fn nothing(comm: &Comm) -> Self {
        let levels = LevelGroup::of(&vec![Position::default(); comm.size() as usize]);
        Self { levels, is_in_order: false, is_tuned: false }
    }
}

/// The levels of a communicator; none if its ranks have different settings, or if a rank cannot combine data.
fn levels_of(runtime: &Runtime, comm: &Comm) -> Result<Found, Error> {
    let fingerprint = runtime.settings.fingerprint().to_le_bytes();
    let tuning = tuning::fingerprint().to_le_bytes();
    // Open MPI's MPI_Reduce_local crashes in programs that use sessions only (5.0.11).
    let combines = u8::from(BUILT_FOR != Family::OpenMpi || has_world());
    let mine = [&fingerprint[..], &[combines], &tuning, &Position::of(&runtime.home_place()?).encode()].concat();
    let all = comm.gather_to_all(&mine)?;
    if all.iter().any(|record| record.get(fingerprint.len()) == Some(&0)) {
        return Ok(Found::nothing(comm));
    }
    let rest = fingerprint.len() + 1;
    let tunings: Vec<_> = all.iter().map(|record| record.get(rest..rest + tuning.len())).collect();
    // A spawned world reads the files later than the world that spawns it.
    let is_tuned = tuning::fingerprint() != 0 && tunings.windows(2).all(|two| two[0] == two[1]);
    let position = |record: &Vec<u8>| Position::decode(record.strip_prefix(&fingerprint)?.get(1 + tuning.len()..)?);
    let positions: Option<Vec<Position>> = all.iter().map(position).collect();
    let Some(positions) = positions else {
        log::warn!("HSPLIT_COLLECTIVES is not the same on all ranks of a communicator; its calls stay native");
        return Ok(Found { is_tuned, ..Found::nothing(comm) });
    };
    let levels = LevelGroup::of(&positions);
    let is_in_order = Position::are_in_order(&positions, levels.nodes());
    Ok(Found { levels, is_in_order, is_tuned })
}

/// Frees the hierarchies of the program's communicators. Called before `MPI_Finalize`.
pub(super) fn release() {
    let mut living = std::mem::take(&mut *lock(&LIVING));
    living.drain(..).filter_map(|hierarchy| hierarchy.upgrade()).for_each(|hierarchy| hierarchy.close());
    HIERARCHY.release();
}
