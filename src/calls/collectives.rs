// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls of the program that go along the hierarchy (`HSPLIT_COLLECTIVES`), one file for each kind of them.
//!
//! A communicator's hierarchy is found at the first call that asks for it, and stays on the communicator; a duplicate
//! finds its own. Messages go over one private communicator of the same ranks. Whatever the hierarchy cannot do in the
//! standard's sense, and whatever the native call has to complain of, is the native call's, on every rank.

mod adaptive;
mod bcast;
mod buffer;
mod gather;
mod memory;
mod packed;
mod reduction;

use adaptive::{Adaptive, Way as Planned};
pub use bcast::{Barrier, Bcast};
pub use buffer::Data;
pub use gather::{Allgather, Gather, Scatter};
use memory::Memory;
pub use reduction::{Allreduce, Reduce};

use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use mpi_sys::MPI_Comm;

use super::runtime::{self, Runtime};
use crate::error::Error;
use crate::pmpi::attribute::Attribute;
use crate::pmpi::constants::SUCCESS;
use crate::pmpi::{Comm, Failure, comm, datatype, is_usable};
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::Strategy;
use hsplit_collectives::autotune::{Autotune, Route, Turn, class};
use hsplit_collectives::choice::{self, Decision, Rule};
use hsplit_collectives::levels::{Group, Position};
use hsplit_collectives::streams::Lengths;
use hsplit_collectives::tree::{Shape, Spread, Tree};
use hsplit_core::communicator::Communicator;
use hsplit_host::node_memory::{SLOT, WINDOW};

/// So many trees are kept with a communicator; more are made again.
const KEPT: usize = 8;

/// A collective call with its arguments.
pub trait Call {
    /// Which operation it is.
    const OPERATION: Operation;
    /// Its buffers, looked at once.
    type Buffers;

    /// The communicator.
    fn comm(&self) -> MPI_Comm;

    /// Who begins or ends it, where one rank does.
    fn root(&self) -> Option<u32> {
        None
    }

    /// The bytes that say whether it is worth while, the same on all ranks; `None` where the native call has something
    /// to complain of, or where the hierarchy has nothing to offer. `size` and `rank` are those of the communicator.
    ///
    /// # Errors
    /// What the native MPI reports of its own.
    fn bytes(&self, rank: u32, size: u32) -> Result<Option<usize>, Failure>;

    /// How those buffers lie in memory that count at this rank. `None` where the hierarchy of this communicator cannot
    /// do the call in the standard's sense, the same on all ranks.
    ///
    /// # Errors
    /// What the native MPI reports.
    fn buffers(&self, on: &Hierarchy) -> Result<Option<Self::Buffers>, Failure>;

    /// Does it along the hierarchy.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// The arguments are the program's, for a call that all ranks make, and the buffers are those of the call.
    unsafe fn run(&self, on: &Hierarchy, buffers: &Self::Buffers) -> Result<(), Failure>;
}

/// The hierarchy of a communicator.
pub struct Hierarchy {
    /// The levels; without any, every call is native.
    levels: Group,
    rank: u32,
    size: u32,
    longest_segment: usize,
    /// From how many bytes on data is read in memory.
    memory_from: Option<usize>,
    /// Gone after `MPI_Finalize`, and where there are no levels.
    private: Mutex<Option<Private>>,
    trees: Mutex<Vec<(Shape, u32, Arc<Tree>)>>,
    trials: Mutex<HashMap<(Operation, u32), Autotune>>,
    /// What the ranks of this node share, once a call has had use for it.
    memory: Mutex<Option<Option<Arc<Memory>>>>,
    /// Where a model is asked, and there is one.
    adaptive: Option<Adaptive>,
}

/// How a call goes along the hierarchy.
struct CallPath {
    tree: Arc<Tree>,
    /// How long the segments are of what all ranks have in common.
    lengths: Lengths,
    /// How many segments of a reduction this rank sends before its parent takes them; `None`: it does not wait for
    /// that.
    ahead: Option<usize>,
}

#[derive(Clone, Copy)]
struct Private(Comm);

// SAFETY: MPI handles may be used from any thread.
unsafe impl Send for Private {}

static HIERARCHY: Attribute<Hierarchy> = Attribute::declare_uncopied();

/// All hierarchies that are on communicators, to be given back in `MPI_Finalize` where the program does not free these.
static LIVING: Mutex<Vec<Weak<Hierarchy>>> = Mutex::new(vec![]);

/// How many calls of each operation went along the hierarchy and have not been spoken of. Some MPIs end twice, in
/// Fortran and in C.
static TAKEN: [AtomicU64; Operation::ALL.len()] = [const { AtomicU64::new(0) }; Operation::ALL.len()];

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Hierarchy {
    fn drop(&mut self) {
        self.close();
    }
}

impl Hierarchy {
    fn close(&self) {
        if let Some(Private(comm)) = lock(&self.private).take()
            && is_usable()
        {
            comm.free();
        }
    }

    fn private(&self) -> Result<Comm, Failure> {
        let private = *lock(&self.private);
        private
            .map(|private| private.0)
            .ok_or(Failure { call: "PMPI_Comm_create", code: mpi_sys::MPI_ERR_COMM as c_int })
    }

    /// How the model says that a call of so many bytes goes, where it is asked. (Here and below the bytes are those of
    /// [`Call::bytes`].)
    fn way(&self, operation: Operation, bytes: usize, root: u32) -> Option<Arc<Planned>> {
        let asked = runtime::get().settings.collectives.rule(operation) == Rule::Adaptive;
        let adaptive = self.adaptive.as_ref().filter(|_| asked)?;
        Some(adaptive.way(&self.levels, operation, bytes, root, self.rank))
    }

    /// The tree for an operation on so many bytes. Collective.
    fn tree(&self, operation: Operation, bytes: usize, root: u32) -> Result<Arc<Tree>, Failure> {
        Ok(self.route(operation, bytes, root)?.tree)
    }

    /// The way of an operation on so many bytes. Collective.
    fn route(&self, operation: Operation, bytes: usize, root: u32) -> Result<CallPath, Failure> {
        let lengths = |message| Lengths { message, memory: SLOT.min(self.longest_segment.saturating_mul(2)) };
        if let Some(way) = self.way(operation, bytes, root) {
            return Ok(CallPath { tree: way.tree.clone(), lengths: lengths(way.plan.segment), ahead: way.ahead });
        }
        let whole = self.whole(operation, bytes);
        let segment = choice::segment(whole, self.levels.nodes(), self.longest_segment);
        Ok(CallPath { tree: self.unplanned(operation, whole, root)?, lengths: lengths(segment), ahead: None })
    }

    /// The tree that nobody has planned, for so many bytes in all. Collective.
    fn unplanned(&self, operation: Operation, whole: usize, root: u32) -> Result<Arc<Tree>, Failure> {
        let mut shape = choice::shape(operation, whole, &self.levels);
        if choice::is_read(operation) && self.memory_from.is_some_and(|from| whole >= from) && self.memory()?.is_some()
        {
            shape.inside = Spread::Memory;
        }
        let mut trees = lock(&self.trees);
        if let Some(at) = trees.iter().position(|(known, of, _)| (*known, *of) == (shape, root)) {
            return Ok(trees[at].2.clone());
        }
        let tree = Arc::new(Tree::new(&self.levels, shape, root, self.rank));
        if trees.len() == KEPT {
            trees.remove(0);
        }
        trees.push((shape, root, tree.clone()));
        Ok(tree)
    }

    /// What the ranks of this node share; `None` where no node has several ranks, or some of them cannot. Collective.
    fn memory(&self) -> Result<Option<Arc<Memory>>, Failure> {
        if self.levels.nodes() == self.size as usize {
            return Ok(None);
        }
        if let Some(known) = lock(&self.memory).as_ref() {
            return Ok(known.clone());
        }
        let found = Memory::of(&self.private()?, &self.levels)?.map(Arc::new);
        *lock(&self.memory) = Some(found.clone());
        Ok(found)
    }

    /// The rank through which data goes that has no root: the first in every order.
    fn first(&self) -> u32 {
        self.levels.parts[0].first()
    }

    /// What the ranks of this node share, as far as a call has had use for it.
    fn known_memory(&self) -> Option<Arc<Memory>> {
        lock(&self.memory).clone().flatten()
    }

    /// The bytes of a message, or of all shares.
    fn whole(&self, operation: Operation, bytes: usize) -> usize {
        match operation {
            Operation::Gather | Operation::Scatter | Operation::Allgather => bytes * self.size as usize,
            _ => bytes,
        }
    }
}

/// Makes a call, along the hierarchy or natively, and returns the native code where that was made.
///
/// # Errors
/// What the native MPI reports of the library's own doings.
///
/// # Safety
/// The arguments are the program's own.
pub unsafe fn take<C: Call>(call: &C, native: impl Fn() -> c_int) -> Result<c_int, Error> {
    let library = runtime::get();
    let choices = &library.settings.collectives;
    if choices.rule(C::OPERATION) == Rule::Native
        || !is_usable()
        || comm::is_null(call.comm())
        || comm::is_inter(call.comm())?
    {
        return Ok(native());
    }
    let comm = Comm::new(call.comm())?;
    if comm.size() == 1 {
        return Ok(native());
    }
    let Some(bytes) =
        call.bytes(comm.rank(), comm.size()).map_err(Error::Inner)?.filter(|bytes| choices.may(C::OPERATION, *bytes))
    else {
        return Ok(native());
    };
    let hierarchy = hierarchy_of(library, &comm)?;
    let decision = choices.decide(C::OPERATION, &hierarchy.levels);
    let decision = match decision {
        Decision::Modelled => {
            let root = call.root().unwrap_or_else(|| hierarchy.first());
            match hierarchy.way(C::OPERATION, bytes, root) {
                Some(way) if way.is_taken => Decision::Hierarchical,
                None if choices.unmodelled(C::OPERATION, bytes) => Decision::Autotune,
                _ => Decision::Native,
            }
        }
        decided => decided,
    };
    if decision == Decision::Native {
        return Ok(native());
    }
    let Some(buffers) = call.buffers(&hierarchy).map_err(Error::Inner)? else { return Ok(native()) };
    // SAFETY: the caller's promise.
    let along = || unsafe { run(call, &hierarchy, &buffers) };
    if decision == Decision::Autotune { tried::<C>(&hierarchy, bytes, along, native) } else { along() }
}

/// Fixes how the calls of a communicator go, and gives what one of them takes, as predicted, and how it goes. `None`:
/// there is no model for it. Collective.
///
/// # Errors
/// What the native MPI reports.
pub fn predicted(
    handle: MPI_Comm,
    strategy: Strategy,
    operation: Operation,
    bytes: usize,
    root: c_int,
) -> Result<Option<(f64, String)>, Error> {
    let comm = Comm::new(handle)?;
    if comm.size() == 1
        || !is_rank(root, comm.size())
        || runtime::get().settings.collectives.rule(operation) != Rule::Adaptive
    {
        return Ok(None);
    }
    let hierarchy = hierarchy_of(runtime::get(), &comm)?;
    let Some(adaptive) = &hierarchy.adaptive else { return Ok(None) };
    adaptive.fix(strategy);
    let words = |way: &Planned| if way.is_taken { way.plan.words(operation) } else { "native".to_owned() };
    Ok(hierarchy.way(operation, bytes, root as u32).map(|way| (way.plan.seconds, words(&way))))
}

unsafe fn run<C: Call>(call: &C, hierarchy: &Hierarchy, buffers: &C::Buffers) -> Result<c_int, Error> {
    TAKEN[C::OPERATION as usize].fetch_add(1, Ordering::Relaxed);
    // SAFETY: the caller's promise.
    unsafe { call.run(hierarchy, buffers) }.map_err(Error::Inner)?;
    Ok(SUCCESS)
}

/// Goes the way whose turn it is, or the one that was found to be faster.
fn tried<C: Call>(
    hierarchy: &Hierarchy,
    bytes: usize,
    along: impl Fn() -> Result<c_int, Error>,
    native: impl Fn() -> c_int,
) -> Result<c_int, Error> {
    let key = (C::OPERATION, class(bytes));
    let go = |way| if way == Route::Native { Ok(native()) } else { along() };
    let way = match lock(&hierarchy.trials).entry(key).or_default().turn() {
        Turn::Go(way) => return go(way),
        Turn::Try(way) => way,
    };
    let private = hierarchy.private().map_err(Error::Inner)?;
    private.barrier().map_err(Error::Inner)?;
    let begin = Instant::now();
    let code = go(way)?;
    let seconds = begin.elapsed().as_secs_f64();
    let mine = lock(&hierarchy.trials).entry(key).or_default().note(seconds);
    if let Some(mine) = mine {
        let [native, along] = private.greatest(mine).map_err(Error::Inner)?;
        let way = lock(&hierarchy.trials).entry(key).or_default().decide([native, along]);
        log::debug!(
            "{} of about {bytes} bytes: {:.0} us native, {:.0} us along the hierarchy: {way:?}",
            C::OPERATION.name(),
            native * 1e6,
            along * 1e6
        );
    }
    Ok(code)
}

/// The hierarchy of a communicator, found now where that has not been done. Collective then.
fn hierarchy_of(library: &Runtime, comm: &Comm) -> Result<Arc<Hierarchy>, Error> {
    if let Some(known) = HIERARCHY.get(comm.handle())? {
        return Ok(known);
    }
    let levels = levels_of(library, comm)?;
    let private = if levels.has_levels() { Some(Private(comm.private()?)) } else { None };
    let adaptive = match &private {
        Some(Private(comm)) if library.settings.collectives.any_adaptive() => {
            Adaptive::of(library, comm, &levels).map_err(Error::Inner)?
        }
        _ => None,
    };
    log::debug!(
        "the hierarchy of a communicator of {} ranks: {} levels, {} nodes",
        comm.size(),
        levels.depth(),
        levels.nodes()
    );
    let hierarchy = Arc::new(Hierarchy {
        levels,
        rank: comm.rank(),
        size: comm.size(),
        longest_segment: library.settings.segment,
        memory_from: library.settings.memory,
        private: Mutex::new(private),
        trees: Mutex::default(),
        trials: Mutex::default(),
        memory: Mutex::default(),
        adaptive,
    });
    HIERARCHY.set(comm.handle(), hierarchy.clone())?;
    let mut living = lock(&LIVING);
    living.retain(|hierarchy| hierarchy.strong_count() > 0);
    living.push(Arc::downgrade(&hierarchy));
    Ok(hierarchy)
}

/// The levels of a communicator; none where its ranks do not agree on what they do with them.
fn levels_of(library: &Runtime, comm: &Comm) -> Result<Group, Error> {
    let fingerprint = library.settings.fingerprint().to_le_bytes();
    let mine = [&fingerprint[..], &Position::of(&library.place()?).encode()].concat();
    let all = comm.gather_to_all(&mine)?;
    let seats: Option<Vec<Position>> =
        all.iter().map(|record| Position::decode(record.strip_prefix(&fingerprint)?)).collect();
    Ok(Group::of(&seats.unwrap_or_else(|| {
        log::warn!("HSPLIT_COLLECTIVES is not the same on all ranks of a communicator; its calls stay native");
        vec![Position::default(); comm.size() as usize]
    })))
}

/// Gives back what the native MPI keeps for this, before `MPI_Finalize`.
pub fn release() {
    let mut living = std::mem::take(&mut *lock(&LIVING));
    living.drain(..).filter_map(|hierarchy| hierarchy.upgrade()).for_each(|hierarchy| hierarchy.close());
    HIERARCHY.release();
    datatype::release();
}

/// How many calls of each operation went along the hierarchy since this was last asked: `3 bcast, 1 reduce`.
pub fn taken() -> String {
    let counts = Operation::ALL.map(|operation| (operation, TAKEN[operation as usize].swap(0, Ordering::Relaxed)));
    let words = counts.iter().filter(|(_, count)| *count > 0);
    words.map(|(operation, count)| format!("{count} {}", operation.name())).collect::<Vec<_>>().join(", ")
}

/// Whether a root is one of so many ranks.
fn is_rank(root: c_int, size: u32) -> bool {
    u32::try_from(root).is_ok_and(|root| root < size)
}
