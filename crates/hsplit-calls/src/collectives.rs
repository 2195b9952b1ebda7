// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls of the program along the hierarchy (`HSPLIT_COLLECTIVES`), one file for each kind of call.
//!
//! A communicator's hierarchy is computed at the first call that needs it, and cached on the communicator. A duplicate
//! computes its own. Messages use a channel of the communicator (see [`hsplit_mpi::channel`]).
//!
//! # Decisions on a call
//! Every rank decides without a message: native or along the hierarchy, on which tree, in which segments, by messages
//! or through memory. All ranks must make the same decision, or the call never ends. Decisions therefore depend only on
//! values that the standard makes equal on all ranks of a call ([`Common`]), and on values that the ranks have
//! exchanged before ([`Hierarchy`]). Section numbers are those of MPI 4.0.
//!
//! The way a reduction combines data ([`Combining`]) is equal, too: all ranks pass the same operation.
//!
//! | operation | `bytes` | why all ranks know them | `root` | `any_order` |
//! |---|---|---|---|---|
//! | bcast | count times size | the type signature at every rank is that of the root (§6.4) | an argument, equal by §6.4 | yes |
//! | reduce | count times size | count and datatype are equal (§6.9.1) | equal by §6.9.1 | the operation commutes; it is equal, too |
//! | allreduce | count times size | as for reduce (§6.9.6) | – | as for reduce |
//! | barrier | 0 | | – | yes |
//! | gather | bytes received from one rank, at the root; bytes sent, elsewhere | the signatures are equal (§6.5); the data that a root sends to itself is ignored | equal by §6.5 | yes |
//! | scatter | bytes sent to one rank, at the root; bytes received, elsewhere | as for gather (§6.6) | equal by §6.6 | yes |
//! | allgather | bytes received from one rank | every rank receives from a rank what that rank sends (§6.7) | – | yes |
//! | allgatherv | bytes received from all ranks | as for allgather, rank by rank (§6.7) | – | yes |
//! | alltoall | bytes received from one rank | each rank receives from another what that rank sends to it (§6.8) | – | yes |
//! | reduce_scatter | all counts times size (the operand) | counts and datatype are equal (§6.10.2) | – | as for reduce |
//! | reduce_scatter_block | ranks times count times size | as for reduce_scatter (§6.10.1) | – | as for reduce |
//! | scan, exscan | count times size | count and datatype are equal (§6.11) | – | no |
//! | alltoallv, alltoallw | 0 | only the two ranks of a block know its length (§6.8): it decides nothing | – | yes |
//! | neighbor_allgather, neighbor_allgatherv, neighbor_alltoall, neighbor_alltoallv, neighbor_alltoallw | 0 | as for alltoallv, edge by edge (§8.6) | – | yes |
//!
//! | decision | made in | depends on |
//! |---|---|---|
//! | whether the library inspects the call | [`take`] | `HSPLIT_COLLECTIVES`, the kind and the size of the communicator |
//! | native: too little or too much data, or no gain | [`decide`](decision) | `bytes`, `HSPLIT_COLLECTIVES` |
//! | the levels, and whether there are any | [`hierarchy_of`](decision) | an exchange of all places and of the relevant settings |
//! | the parameters of the model, and whether there is one | [`adaptive::Adaptive::of`] | rank 0 determines them, all read its text |
//! | the model's choice | [`Hierarchy::planned`] | parameters, levels, operation, `bytes`, root: sums and products of equal numbers |
//! | the same as for the last call of this thread | [`choose`](decision) | that call was equal in everything that decides, and no trial is running |
//! | native, as an earlier call with the same arguments | [`known_native`] | the same |
//! | both routes in turn | [`autotune::turn`] | `bytes`, [`Combining`]; the number of such calls; the longest times of all ranks: an exchange |
//! | native: operands out of order | [`decide`](decision) | `any_order`, the tree, or the levels |
//! | the tree, the length of segments | [`CallPath`] | levels, operation, `bytes`, root, settings |
//! | rounds, and the messages of each | [`CallPath::rounds`] | operation, `bytes`, root, levels, settings; for a reduction the number of elements and their size, which are equal, too |
//! | the ranks that forward blocks of others | [`Hierarchy::exchange`] | levels, `bytes` |
//! | the same, and which blocks are sent together, for alltoallv and alltoallw | [`Hierarchy::exchange_of_unequal`] | levels; a message of several blocks contains their lengths, so a receiver relies only on the sender's counts |
//! | native: no two edges of the topology connect the same two nodes, or its lists do not match | [`decide`](decision) | the edges of all ranks: two reductions |
//! | the ranks that forward blocks between neighbours, and which blocks are sent together | [`neighbourhood`] | levels, the edges that the ranks of a node have exchanged; the longest parcel of all ranks |
//! | the matching of several edges between two ranks | [`hsplit_mpi::probe::neighbours`] | the MPI only |
//! | short calls in shared memory, and the leader of each node | [`decide`](decision), [`Hierarchy::short`] | operation, `bytes`, root, settings; whether all ranks have their memory: an exchange |
//! | messages or memory | [`Hierarchy::memory`] | `bytes`, levels, settings; whether all ranks have their memory: an exchange |
//!
//! Nothing else may decide. Local to a rank are: addresses (NULL, overlapping buffers), `MPI_IN_PLACE`, the memory
//! layout of a datatype, the type in which elements are counted, the language and the variant of the call
//! (`MPI_Bcast_c`), its clock, its free memory. They determine how a rank performs its part ([`Call::buffers`],
//! [`Call::run`]), never whether.
//!
//! # Invalid arguments
//! A call that the native MPI rejects is made natively at that rank, at once and without a message: a program may make
//! it on one rank only, to test the error. [`hsplit_mpi::probe`] determines exactly which arguments this MPI rejects.
//! Arguments that it accepts (overlapping buffers, under Open MPI) are no error here. The other ranks wait for such a
//! rank if they depend on its data, as they do natively; which ranks these are depends on the tree. A root that sends
//! itself more than a share holds performs its part and gets `MPI_ERR_TRUNCATE`.
//!
//! Such a rank cannot know whether the others make the call, and does not count it. Messages and memory therefore count
//! the calls of each operation separately ([`Hierarchy::begin`]): the calls of other operations still match. Natively
//! each operation has its own tag, with the same effect.

mod adaptive;
mod allgatherv;
mod alltoall;
mod alltoallv;
mod autotune;
mod bcast;
mod blocks;
mod buffer;
mod decision;
mod gather;
mod hierarchy;
pub mod known_native;
mod last;
mod memory;
mod neighbourhood;
mod neighbours;
mod packed;
mod plans;
mod recent;
mod reduce_scatter;
mod reduction;
mod rounds;
mod routes;
mod scan;
mod short;
mod short_memory;
pub mod tuning;
mod unequal;
mod words;

use adaptive::PlannedCall;
pub use allgatherv::Allgatherv;
pub use alltoall::Alltoall;
pub use alltoallv::{Alltoallv, Alltoallw};
use autotune::Trial;
pub use bcast::{Barrier, Bcast};
pub use blocks::{blocks, each};
pub use buffer::{Data, data};
use decision::{Choice, choose, hierarchy_of};
pub use gather::{Allgather, Gather, Scatter};
pub use hierarchy::{CallPath, Hierarchy};
use known_native::{Age, DecidingArguments};
pub use neighbours::{
    NeighborAllgather, NeighborAllgatherv, NeighborAlltoall, NeighborAlltoallv, NeighborAlltoallw, Share,
};
pub use reduce_scatter::{ReduceScatter, ReduceScatterBlock, Stretches};
pub use reduction::{Allreduce, Reduce};
pub use scan::{Exscan, Scan};
use words::Short;

use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mpi_sys::MPI_Comm;

use super::runtime;
use super::summary::{self, Timed};
use super::{NativeCall, Next};
use crate::error::Error;
use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_collectives::choice::Rule;
use hsplit_collectives::gain::{Expected, Route};
use hsplit_collectives::tuning::{Combining, Kind, class};
use hsplit_core::communicator::Communicator;
use hsplit_memory::node_memory::WINDOW;
use hsplit_mpi::channel;
use hsplit_mpi::constants::SUCCESS;
use hsplit_mpi::{Comm, Failure, comm, is_usable, probe};

/// The values that the standard makes equal on all ranks of a call: all on which a decision may depend (see the table
/// above).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Common {
    /// The bytes of the message, or of one rank's share.
    pub bytes: u64,
    /// The root, if the operation has one.
    pub root: Option<u32>,
    /// True if the data of ranks may be combined in any order.
    pub any_order: bool,
    /// The way data is combined.
    pub combining: Combining,
}

impl Common {
    /// The common values of a call that combines no data.
    fn moving(bytes: u64, root: Option<u32>) -> Self {
        Self { bytes, root, any_order: true, combining: Combining::None }
    }

    /// The kind of such a call: calls of one kind share a trial.
    fn kind(&self, operation: Operation, is_short: bool) -> Kind {
        Kind { operation, class: class(self.bytes), is_short, combining: self.combining }
    }
}

/// This rank among those of a communicator.
#[derive(Clone, Copy)]
pub struct Member {
    /// Its rank.
    pub rank: u32,
    /// The number of ranks.
    pub size: u32,
}

/// A collective call with its arguments.
pub trait Call {
    /// Its operation.
    const OPERATION: Operation;
    /// Its buffers, with their layouts.
    type Buffers;

    /// The communicator.
    fn comm(&self) -> MPI_Comm;

    /// Returns the arguments that decide on the call; `None` if arrays decide.
    fn deciding_arguments(&self) -> Option<DecidingArguments>;

    /// Returns the values that all ranks know of the call; `None` if the native MPI rejects it at this rank.
    ///
    /// # Errors
    /// A native call of the library fails.
    fn common(&self, at: Member) -> Result<Option<Common>, Failure>;

    /// Returns the bytes of the call for a summary: those that all ranks know, or those that this rank sends. Decides
    /// nothing.
    fn volume(&self, common: Common, _: Member) -> u64 {
        common.bytes
    }

    /// Determines the layout of the buffers that are significant at this rank. Decides nothing.
    ///
    /// # Errors
    /// A native call fails.
    fn buffers(&self, at: Member) -> Result<Self::Buffers, Failure>;

    /// Performs this rank's part as a short call in the shared memory of its node. Called only for operations that have
    /// short calls ([`choice::is_short`]).
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// As for [`Self::run`].
    unsafe fn run_short(&self, _: &Hierarchy, _: &Short, _: Common, _: &Self::Buffers) -> Result<(), Failure> {
        Err(Failure { call: "a short call", code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    /// Performs this rank's part along the hierarchy.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// The arguments are the program's, for a call that all ranks make along this path. The buffers are the result of
    /// [`Self::buffers`] at this rank.
    unsafe fn run(&self, on: &Hierarchy, path: &CallPath, buffers: &Self::Buffers) -> Result<(), Failure>;
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The native call of a collective. The same code makes it for all names of a function.
pub struct NativeCollective<'a> {
    call: &'a dyn Fn() -> c_int,
    /// The trial to which this call belongs, if native and hierarchical calls alternate.
    trial: Option<Trial>,
    /// The record of the call for a summary.
    timed: Option<Timed>,
}

impl NativeCall for NativeCollective<'_> {
    fn make(&self) -> c_int {
        (self.call)()
    }

    fn follow(self, code: c_int) -> Result<c_int, Error> {
        if let Some(timed) = self.timed {
            timed.end();
        }
        self.trial.map_or(Ok(()), Trial::end).map(|()| code)
    }
}

/// Makes a call along the hierarchy, or returns the native call.
///
/// # Errors
/// A native call of the library fails.
///
/// # Safety
/// The arguments are the program's own.
pub unsafe fn take<'a, C: Call>(call: &C, native: &'a dyn Fn() -> c_int) -> Result<Next<NativeCollective<'a>>, Error> {
    let settings = &runtime::get().settings;
    // A native call about which nothing else is known.
    let unseen = || Ok(natively(native, None, summary::begin(C::OPERATION, Route::Native, Expected::UNKNOWN, || 0)));
    if settings.collectives.rule(C::OPERATION) == Rule::Native && !settings.compares() {
        return unseen();
    }
    let (known, age) = (last::of(call.comm(), C::OPERATION), Age::now());
    // SAFETY: the program has passed the handle in this call, whose contract makes it valid.
    let comm = unsafe { intracommunicator(call.comm(), known.as_ref().map(|(hierarchy, _)| &**hierarchy))? };
    let Some(comm) = comm else { return unseen() };
    let member = Member { rank: comm.rank(), size: comm.size() };
    let Some(common) = call.common(member).map_err(Error::Inner)? else { return unseen() };
    let volume = || call.volume(common, member);
    let Choice { along, is_short, trial, expected, scope } = choose(C::OPERATION, &comm, known, common)?;
    let Some((hierarchy, strategy)) = along else {
        if let Some(scope) = scope {
            known_native::keep(call, scope, age);
        }
        let timed = summary::begin(C::OPERATION, Route::Native, expected, volume);
        return Ok(natively(native, trial, timed));
    };
    let buffers = call.buffers(member).map_err(Error::Inner)?;
    let timed = summary::begin(C::OPERATION, Route::Hierarchical, expected, volume);
    let short = if is_short { hierarchy.short(&comm)? } else { None };
    hierarchy.begin(C::OPERATION);
    // SAFETY: the arguments are the program's by this function's contract. All ranks get here with the same decision,
    // because `choose` uses only `Common` and exchanged values. `call` itself has just described `buffers`.
    let done = unsafe {
        match short {
            Some(short) => call.run_short(&hierarchy, short, common, &buffers),
            None => {
                let root = common.root.unwrap_or_else(|| hierarchy.first());
                // The bytes fit into an int.
                let path = hierarchy.route(&comm, C::OPERATION, (common.bytes as usize, root), strategy);
                call.run(&hierarchy, &path, &buffers)
            }
        }
    };
    if let Some(timed) = timed {
        timed.end();
    }
    // All ranks count this call, also a rank whose own data did not fit.
    let ended = trial.map_or(Ok(()), Trial::end);
    done.and(hierarchy.end()).map_err(Error::Inner)?;
    ended.map(|()| Next::Done(SUCCESS))
}

/// Returns a communicator whose calls may be made along the hierarchy: with more than one rank, and no
/// intercommunicator. `known`: its hierarchy, if it is known to have one.
///
/// # Safety
/// The program has passed the handle in a call that has not returned.
unsafe fn intracommunicator(handle: MPI_Comm, known: Option<&Hierarchy>) -> Result<Option<Comm>, Error> {
    if let Some(hierarchy) = known {
        let Member { rank, size } = hierarchy.member;
        // SAFETY: by this function's contract; the communicator has this hierarchy, which only an intracommunicator
        // has.
        return Ok(Some(unsafe { Comm::known(handle, rank, size) }));
    }
    if !is_usable() || !comm::is_intra(handle) {
        return Ok(None);
    }
    // SAFETY: by this function's contract. This is an intracommunicator.
    let comm = unsafe { Comm::new(handle) }?;
    Ok((comm.size() > 1).then_some(comm))
}

fn natively(call: &dyn Fn() -> c_int, trial: Option<Trial>, timed: Option<Timed>) -> Next<NativeCollective<'_>> {
    Next::Native(NativeCollective { call, trial, timed })
}

/// Fixes the strategy of a communicator's calls, and returns the predicted time and the path of one of them. `None`:
/// the operation has no model. Collective, with equal arguments.
///
/// # Errors
/// A native call fails.
pub fn predicted(
    handle: MPI_Comm,
    strategy: FixedStrategy,
    operation: Operation,
    bytes: usize,
    root: c_int,
) -> Result<Option<(f64, String)>, Error> {
    // SAFETY: the handle is an intracommunicator that the program holds, by the contract of
    // hsplit_internal_fix_strategy.
    let comm = unsafe { Comm::new(handle) }?;
    let Some(root) = rank_of(root, comm.size()) else { return Ok(None) };
    if comm.size() == 1 || runtime::get().settings.collectives.rule(operation) != Rule::Adaptive {
        return Ok(None);
    }
    let hierarchy = hierarchy_of(&comm)?;
    let Some(adaptive) = &hierarchy.adaptive else { return Ok(None) };
    adaptive.fix(strategy);
    known_native::forget();
    let words = |call: &PlannedCall| if call.is_taken { call.plan.words(operation) } else { "native".to_owned() };
    Ok(hierarchy.planned(operation, bytes, root).map(|call| (call.plan.seconds, words(&call))))
}

/// Frees the objects of hierarchies in the native MPI. Called before `MPI_Finalize`.
pub fn release() {
    hierarchy::release();
    probe::release();
    channel::release();
}

/// Returns the rank of a root, if a communicator of `size` ranks has it.
fn rank_of(root: c_int, size: u32) -> Option<u32> {
    u32::try_from(root).ok().filter(|root| *root < size)
}
