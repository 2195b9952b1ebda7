// SPDX-License-Identifier: MIT OR Apache-2.0
//! Placements (`HSPLIT_Placement_*`): the ranks that may work on the cores of a node, phase by phase (thesis, section
//! 4.2.6).
//!
//! A placement holds the bindings of all ranks of a node, and shared memory for their synchronisation. It is created
//! collectively ([`creation`]). This module has its operations: elections, which are local, communicators of workers,
//! barriers, and the data for phases ([`super::phase`]).

use std::ffi::{CStr, c_char, c_int};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::communicator_tree::WeakComm;
use super::handles::Handles;
use super::list_output::number;
use super::not_null;
use super::runtime::{self, Runtime};
use crate::error::Error;
use hsplit_core::communicator::Communicator;
use hsplit_core::cpus::Cpus;
use hsplit_core::election;
use hsplit_core::shape::Shape;
use hsplit_host::logger::NODE;
use hsplit_memory::phase_memory::{Interrupted, Lost, PhaseMemory};
use hsplit_mpi::constants::{UNDEFINED, comm_null};
use hsplit_mpi::{OwnedComm, is_usable};

pub mod creation;
pub(super) mod options;
mod plan;
pub(super) mod state;
mod workers;

use plan::Ground;
pub(super) use plan::Plan;
use state::State;
use workers::Workers;

/// A placement of one rank.
pub struct Placement {
    /// All its ranks.
    comm: OwnedComm,
    /// The communicator for which the program has created it.
    program: WeakComm,
    /// The node and its ranks.
    ground: Ground,
    /// The index of this rank among the ranks of the node.
    own: usize,
    /// The memory for the synchronisation of the node's ranks.
    pub(super) memory: PhaseMemory,
    /// True if a sleeping rank makes progress on messages.
    progresses: bool,
    /// Held in a barrier.
    barrier: Mutex<()>,
    /// The units that this rank might use when the placement was created.
    allowed: Cpus,
    /// The plans of the shapes so far.
    plans: Mutex<Plans>,
    /// The communicators of the workers of shapes.
    workers: Mutex<Workers>,
    /// The state of this rank: in a phase or not.
    pub(super) state: Mutex<State>,
}

/// The plans of shapes.
#[derive(Default)]
struct Plans {
    /// The units that the node has lost since the placement was created, as of the last phase.
    lost: Lost,
    /// The plans for these lost units.
    known: Vec<Known>,
}

/// A shape as a program writes it, with its options, and its plan.
struct Known {
    text: String,
    options: election::Options,
    plan: Arc<Plan>,
}

static PLACEMENTS: Handles<Placement> = Handles::new();

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the communicator of a placement, whose error handler a call uses; `MPI_COMM_NULL` if there is none.
pub fn comm_of(handle: c_int) -> MPI_Comm {
    PLACEMENTS.get(handle).and_then(|placement| placement.program.comm()).unwrap_or_else(comm_null)
}

/// Returns the placement of a handle.
///
/// # Errors
/// There is no such placement, or MPI cannot be used.
pub(super) fn find(handle: c_int) -> Result<Arc<Placement>, Error> {
    // MPI_Finalize removes all placements, so a placement that is found may be used.
    let nothing = || if is_usable() { Error::Handle("p") } else { Error::NotUsable };
    PLACEMENTS.get(handle).ok_or_else(nothing)
}

/// Frees a placement. Collective over its ranks.
///
/// # Errors
/// An argument is invalid, a rank is in a phase, or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn free(handle: *mut c_int) -> Result<(), Error> {
    not_null(handle, "p")?;
    // SAFETY: not NULL, and a handle by the contract of HSPLIT_Placement_free.
    let placement = find(unsafe { *handle })?;
    workers::may_free(&placement.comm, &placement.memory, placement.memory.open_phase().is_some())?;
    // SAFETY: not NULL, and a handle of the program, which nothing else writes until this call returns.
    unsafe {
        PLACEMENTS.remove(*handle);
        *handle = 0;
    }
    Ok(())
}

/// Waits, sleeping, for all ranks of the node.
///
/// # Errors
/// An argument is invalid, or a rank of the node has ended.
pub fn barrier(handle: c_int) -> Result<(), Error> {
    let placement = find(handle)?;
    let _one_at_a_time = lock(&placement.barrier);
    placement.memory.barrier(|| placement.between_sleeps()).map_err(|why| placement.error(why))
}

/// The outputs of `HSPLIT_Placement_elect`; NULL if they are not requested.
#[derive(Clone, Copy)]
pub struct Elected {
    /// Output: 1 if the caller is a worker, else 0.
    pub worker: *mut c_int,
    /// The number of its threads.
    pub threads: *mut c_int,
    /// Its index among the workers of the node.
    pub index: *mut c_int,
    /// The number of workers of the node.
    pub workers: *mut c_int,
}

impl Elected {
    /// # Safety
    /// Each is NULL or valid.
    unsafe fn put(&self, numbers: [c_int; 4]) {
        for (output, number) in [self.worker, self.threads, self.index, self.workers].into_iter().zip(numbers) {
            if !output.is_null() {
                // SAFETY: not NULL, and therefore valid by this function's contract.
                unsafe { *output = number };
            }
        }
    }
}

/// Elects the workers of a shape. Local.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn elect(handle: c_int, shape: *const c_char, info: MPI_Info, outputs: Elected) -> Result<(), Error> {
    // SAFETY: each output is NULL or a place of the program until this call returns, by this function's contract.
    let put = |numbers| unsafe { outputs.put(numbers) };
    put([0, 0, UNDEFINED, 0]);
    let placement = find(handle)?;
    // SAFETY: `shape` is NULL or a string, by this function's contract.
    let plan = placement.plan(unsafe { text(shape) }?, info)?;
    let workers = number(plan.workers as u64);
    let numbers = match &plan.own {
        Some((index, worker)) => [1, number(u64::from(worker.threads)), number(*index as u64), workers],
        None => [0, 0, UNDEFINED, workers],
    };
    put(numbers);
    Ok(())
}

/// Returns the text of a shape that the program passes.
///
/// # Safety
/// It is NULL or a string that exists as long as the program's call lasts.
pub(super) unsafe fn text<'a>(shape: *const c_char) -> Result<&'a str, Error> {
    not_null(shape, "shape")?;
    // SAFETY: not NULL, and therefore a string by this function's contract.
    let text = unsafe { CStr::from_ptr(shape) };
    text.to_str().map_err(|_| Error::Shape(hsplit_core::shape::ShapeError::Level(text.to_string_lossy().into_owned())))
}

/// Returns the communicator of the workers of all nodes.
///
/// # Errors
/// An argument is invalid, or ranks request different communicators.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn comm(handle: c_int, shape: *const c_char, info: MPI_Info, workers: *mut MPI_Comm) -> Result<(), Error> {
    if !workers.is_null() {
        // SAFETY: not NULL, and a place for a handle by the contract of HSPLIT_Placement_comm.
        unsafe { *workers = comm_null() };
    }
    let placement = find(handle)?;
    // SAFETY: `shape` is NULL or a string, by this function's contract.
    let plan = unsafe { text(shape) }.and_then(|shape| placement.plan(shape, info));
    let output = not_null(workers, "workers");
    let comm = placement.workers(&plan, output.as_ref().err());
    output.and(plan)?;
    let comm = comm?;
    // SAFETY: `workers` is not NULL, because `output` was no error, and therefore the program's place for a handle
    // until this call returns.
    unsafe { *workers = comm };
    Ok(())
}

/// Reports that a cpuset has become smaller, or larger again. The first time is a warning.
fn say_lost(ground: &Ground, lost: &Cpus) {
    static SAID: Once = Once::new();
    let in_words = |units: &Cpus| ground.machine.to_os(units);
    let (lost, left) = (in_words(lost), in_words(&ground.allowed.difference(lost)));
    let text = if lost.is_empty() {
        format!("phases have all processing units again ({left})")
    } else {
        format!(
            "the operating system has taken the processing units {lost}; phases continue with {left} (its own numbers)"
        )
    };
    let mut level = log::Level::Info;
    SAID.call_once(|| level = log::Level::Warn);
    log::log!(target: NODE, level, "{text}");
}

impl Placement {
    /// Returns the plan of a shape for this rank. It is stored, so the next call with the shape finds it.
    pub(super) fn plan(&self, text: &str, info: MPI_Info) -> Result<Arc<Plan>, Error> {
        let options = options::election(info, self.comm.size())?;
        let mut plans = lock(&self.plans);
        if let Some(known) = plans.known.iter().find(|known| known.text == text && known.options == options) {
            return Ok(known.plan.clone());
        }
        // A disabled library changes nothing: all ranks work.
        let is_disabled = runtime::get().is_disabled();
        let shape = Shape::parse(text)?;
        let shape = if is_disabled { &Shape::All } else { &shape };
        let plan = Arc::new(Plan::new(&self.ground, &plans.lost.units, self.own, shape, &options)?);
        plans.known.push(Known { text: text.to_owned(), options, plan: plan.clone() });
        Ok(plan)
    }

    /// Agrees with the ranks of the node on its lost units, before the next phase begins. The first rank determines
    /// them: ranks that could use the same units at the start are in one cpuset.
    pub(super) fn settle_lost(&self, runtime: &Runtime) {
        if runtime.is_disabled() {
            return;
        }
        let mut plans = lock(&self.plans);
        let Plans { lost, known } = &mut *plans;
        let new = self.memory.lost(lost, || self.lost_now(runtime, &lost.units));
        if new.units != lost.units {
            say_lost(&self.ground, &new.units);
            known.clear();
        }
        *lost = new;
    }

    /// Returns the currently lost units of the node; `before`: those of the last phase. Units that this rank could not
    /// use at the start are not changed.
    fn lost_now(&self, runtime: &Runtime, before: &Cpus) -> Cpus {
        match runtime.allowed_now() {
            Ok(Some(now)) => before.difference(&self.allowed).union(&self.allowed.difference(&now)),
            _ => before.clone(),
        }
    }

    /// Returns the communicator of the workers of a plan. Collective if a plan is requested for the first time; then
    /// all ranks take part, including ranks with an invalid shape or another error. (A rank with an invalid shape
    /// cannot know whether it is the first time for the others.)
    pub(super) fn workers(&self, plan: &Result<Arc<Plan>, Error>, fault: Option<&Error>) -> Result<MPI_Comm, Error> {
        let handler = self.program.comm();
        let plan = plan.as_deref().map_err(Error::class);
        lock(&self.workers).comm(&self.comm, &self.memory, handler, plan, fault.map(Error::class))
    }

    /// True if all ranks take part if the communicator of a plan's workers is requested.
    pub(super) fn will_exchange(&self, plan: &Result<Arc<Plan>, Error>) -> bool {
        !plan.as_ref().is_ok_and(|plan| lock(&self.workers).knows(plan))
    }

    /// Performs the work of a rank between two sleeps: it makes progress on messages, if the program requests that, and
    /// checks whether others wait for it in an exchange.
    ///
    /// # Errors
    /// A native call fails, or the ranks disagree.
    pub(super) fn between_sleeps(&self) -> Result<(), Error> {
        if self.progresses {
            self.comm.progress().map_err(Error::Inner)?;
        }
        self.object_if_awaited(0, 0)
    }

    /// Takes part in an exchange of all ranks in which others of the node wait, while this rank continues to this many
    /// more phases and barriers. All get an error.
    ///
    /// # Errors
    /// The ranks disagree.
    pub(super) fn object_if_awaited(&self, phases: u32, barriers: u32) -> Result<(), Error> {
        if !self.memory.is_awaited(phases, barriers) {
            return Ok(());
        }
        // No other thread of this process is in an exchange.
        let _alone = lock(&self.workers);
        Err(workers::object(&self.comm, &self.memory))
    }

    /// Returns the error of a wait that has ended early.
    pub(super) fn error(&self, why: Interrupted<Error>) -> Error {
        let rank = |member: usize| self.ground.members.get(member).map_or(0, |member| member.rank);
        match why {
            Interrupted::Dead(member) => Error::Dead(rank(member)),
            Interrupted::Meanwhile(error) => error,
            Interrupted::Refused(refusal) => match refusal.class {
                Some(class) => Error::OtherRank { rank: rank(refusal.member), class: c_int::from(class) },
                None => Error::PhasesDiffer(rank(refusal.member)),
            },
        }
    }
}

/// Ends all placements that the program has not freed, and wakes the ranks that wait for this one. Called before
/// `MPI_Finalize`.
pub fn release() {
    let mut is_open = false;
    for placement in PLACEMENTS.drain() {
        if placement.memory.misses_exchange() {
            let _alone = lock(&placement.workers);
            // The others get the error.
            let _ = workers::object(&placement.comm, &placement.memory);
        }
        is_open |= placement.memory.leave();
    }
    if is_open {
        log::warn!(target: NODE, "MPI_Finalize is called in a phase that has not ended; all waiting ranks continue");
    }
}
