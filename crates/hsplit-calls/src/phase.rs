// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Phase_begin` and `HSPLIT_Phase_end`: some ranks of a node work on the cores of others, which sleep.
//!
//! A worker begins when the owners of its cores have arrived. A parked rank continues at once. At the end a rank sleeps
//! until the other workers that hold its cores have ended. The ranks synchronise in the memory of their node, without a
//! message.

use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use mpi_sys::{MPI_Comm, MPI_Info};

use super::placement::options::{CreateOptions, PhaseOptions};
use super::placement::state::{Open, State};
use super::placement::{self, Placement, Plan, creation};
use super::runtime::{self, Runtime};
use super::{bind, not_null, peers};
use crate::error::Error;
use hsplit_core::hash::hash_parts;
use hsplit_core::shape::Shape;
use hsplit_host::logger::NODE;
use hsplit_host::rebind::RebindError;
use hsplit_mpi::constants::{comm_null, info_null};
use hsplit_mpi::has_world;
use hsplit_settings::Feature;

/// The interval at which sleeping ranks make progress on messages in programs that do not call the library: a worker
/// may wait for a parked rank's part in a long message or in a one-sided access.
const PROGRESS: Duration = Duration::from_millis(1);

/// The phase that a rank requests.
struct PhaseRequest {
    plan: Arc<Plan>,
    options: PhaseOptions,
    /// True if the communicator of the workers is requested.
    wants_comm: bool,
}

impl PhaseRequest {
    /// Returns a number that is equal if the ranks of a node request the same phase.
    fn hash(&self) -> u32 {
        let flags = [u8::from(self.options.waits_for_all), u8::from(self.wants_comm)];
        hash_parts(&[&self.plan.hash.to_le_bytes(), &flags]) as u32
    }
}

/// Begins a phase. Over the ranks of a node; collective over all ranks if a communicator is requested for the first
/// time.
///
/// # Errors
/// An argument is invalid, or ranks of the node disagree or have ended.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn begin(handle: c_int, shape: *const c_char, info: MPI_Info, outputs: Outputs) -> Result<(), Error> {
    // SAFETY: each output is NULL or a place of the program's until this call returns.
    let put = |works, comm| unsafe { outputs.put(works, comm) };
    put(false, comm_null());
    let placement = placement::find(handle)?;
    // SAFETY: `shape` is NULL or a string, by this function's contract.
    let text = unsafe { placement::text(shape) };
    let plan = || text.and_then(|shape| placement.plan(shape, info));
    let output = not_null(outputs.worker, "worker");
    let (works, comm) = begin_in(runtime::get(), &placement, output, plan, info, !outputs.comm.is_null())?;
    put(works, comm);
    Ok(())
}

/// The outputs of `HSPLIT_Phase_begin`.
#[derive(Clone, Copy)]
pub struct Outputs {
    /// Output: 1 if the rank works, else 0; required.
    pub worker: *mut c_int,
    /// The communicator of the workers; NULL if it is not requested.
    pub comm: *mut MPI_Comm,
}

impl Outputs {
    /// # Safety
    /// Each is NULL or valid.
    unsafe fn put(&self, works: bool, comm: MPI_Comm) {
        // SAFETY: an output that is not NULL is a place of its type, by this function's contract.
        unsafe {
            if !self.worker.is_null() {
                *self.worker = c_int::from(works);
            }
            if !self.comm.is_null() {
                *self.comm = comm;
            }
        }
    }
}

/// Begins a phase; returns whether this rank works, and the communicator of the workers if it is requested.
fn begin_in(
    runtime: &Runtime,
    placement: &Placement,
    output: Result<(), Error>,
    plan: impl FnOnce() -> Result<Arc<Plan>, Error>,
    info: MPI_Info,
    wants_comm: bool,
) -> Result<(bool, MPI_Comm), Error> {
    let mut state = placement.state.lock().unwrap_or_else(PoisonError::into_inner);
    let may_begin = if let State::Inside(_) = *state {
        Err(Error::InPhase)
    } else {
        // Valid until the phase has begun.
        *state = State::Refused;
        placement.settle_lost(runtime);
        output
    };
    let plan = plan();
    // A rank that takes part in the exchange in this call sends its request there.
    let goes_on_alone = may_begin.is_ok() && !(wants_comm && placement.will_exchange(&plan));
    if goes_on_alone {
        placement.object_if_awaited(1, 0).inspect_err(|error| placement.memory.refuse(error.class() as u16))?;
    }
    let options = may_begin.and_then(|()| PhaseOptions::read(info));
    let comm = if wants_comm { placement.workers(&plan, options.as_ref().err()) } else { Ok(comm_null()) };
    let request = options.and_then(|options| Ok(PhaseRequest { plan: plan?, options, wants_comm }));
    let (request, comm) = match request.and_then(|request| Ok((request, comm?))) {
        Ok(both) => both,
        Err(error) => {
            placement.memory.refuse(error.class() as u16);
            return Err(error);
        }
    };
    let mut new = Open { plan: request.plan.clone(), waits_for_all: request.options.waits_for_all, pushed: None };
    let begun = placement.memory.begin(request.hash(), new.part(), || {
        // The phase is refused while this rank is in it: later, the next phase would be refused.
        placement.between_sleeps().inspect_err(|error| placement.memory.refuse(error.class() as u16))
    });
    begun.map_err(|why| placement.error(why))?;
    if let Some((_, worker)) = request.plan.own.as_ref().filter(|_| !runtime.is_disabled()) {
        let push = request.options.push.with_threads(worker.threads);
        match bind::push_cpus(runtime, &worker.cpus, &push) {
            Ok(depth) => new.pushed = Some(depth),
            Err(error) => {
                placement.memory.refuse(error.class() as u16);
                // The refusal reports the error to the others; this rank returns the first error.
                let _ = placement.memory.end(new.part(), || placement.between_sleeps());
                return Err(error);
            }
        }
    }
    let works = new.plan.own.is_some();
    *state = State::Inside(new);
    Ok((works, comm))
}

/// Ends a phase. Over the ranks of a node.
///
/// # Errors
/// An argument is invalid, or ranks of the node disagree or have ended.
pub fn end(handle: c_int) -> Result<(), Error> {
    end_in(&*placement::find(handle)?)
}

fn end_in(placement: &Placement) -> Result<(), Error> {
    let mut state = placement.state.lock().unwrap_or_else(PoisonError::into_inner);
    let phase = match std::mem::take(&mut *state) {
        State::Inside(phase) => phase,
        State::Refused => return Err(Error::NotInPhase),
        State::Outside => {
            placement.memory.stray(Error::NotInPhase.class() as u16);
            return Err(Error::NotInPhase);
        }
    };
    // Bindings that the program has pushed inside the phase are popped with it: the owners of the cores are about to
    // continue.
    let popped = phase.pushed.map_or(Ok(()), bind::pop_to);
    if let Err(Error::Rebind(RebindError::InParallel)) = popped {
        *state = State::Inside(phase);
        return popped;
    }
    let ended = placement.memory.end(phase.part(), || placement.between_sleeps());
    let alone = placement.object_if_awaited(0, 0);
    popped.and(ended.map_err(|why| placement.error(why))).and(alone)
}

/// The phases of a program that begins them by `MPI_Pcontrol`.
struct Controlled {
    /// The placement of all ranks; 0 before the first phase.
    placement: c_int,
    /// True if the last phase was left out, because it could not begin.
    is_left_out: bool,
}

static CONTROLLED: Mutex<Controlled> = Mutex::new(Controlled { placement: 0, is_left_out: false });

impl Controlled {
    fn begin(&mut self, runtime: &Runtime, shape: &Shape) -> Result<(), Error> {
        if self.placement == 0 {
            let together = peers::together(Feature::Phases)?.ok_or(Error::NotUsable)?;
            let options = CreateOptions { progress: Some(PROGRESS), ..CreateOptions::default() };
            self.placement = creation::new(runtime, together.handle(), Ok(options))?;
        }
        let placement = placement::find(self.placement)?;
        let plan = || placement.plan(&shape.to_string(), info_null());
        begin_in(runtime, &placement, Ok(()), plan, info_null(), false).map(drop)
    }

    fn end(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.is_left_out) {
            return Ok(());
        }
        if self.placement == 0 { Err(Error::NotInPhase) } else { end_in(&*placement::find(self.placement)?) }
    }
}

/// True if a phase fails because a node cannot have it: the calls of the program are right.
fn is_of_the_node(error: &Error) -> bool {
    match error {
        Error::Shape(..) | Error::Election(_) => true,
        Error::TooMany | Error::Unshared(_) | Error::ViewsDiffer(..) | Error::PlacementElsewhere => true,
        Error::Rebind(why) => !matches!(why, RebindError::InParallel),
        // The error of another rank that cannot be bound.
        Error::OtherRank { class, .. } => *class == mpi_sys::MPI_ERR_OTHER as c_int,
        _ => false,
    }
}

/// The meaning of a level of `MPI_Pcontrol` by `HSPLIT_PHASES`.
pub enum Control<'a> {
    /// A phase of this shape begins.
    Begin(&'a Shape),
    /// The phase ends.
    End,
}

impl<'a> Control<'a> {
    /// Returns the meaning of a level; `None`: `HSPLIT_PHASES` does not have it.
    pub fn of(runtime: &'a Runtime, level: c_int) -> Option<Self> {
        // All ranks of MPI_COMM_WORLD that have the variable take part. In a program that uses sessions only there are
        // none.
        if runtime.is_disabled() || !has_world() {
            return None;
        }
        let phases = &runtime.settings.phases;
        let shape = |level: c_int| phases.iter().find(|(number, _)| *number == level).map(|(_, shape)| shape);
        match shape(level) {
            Some(shape) => Some(Self::Begin(shape)),
            None => level.checked_neg().and_then(shape).map(|_| Self::End),
        }
    }

    /// Begins or ends the phase. A phase that a node cannot have is left out, with a warning: such a program expects no
    /// error of this call, and would end.
    ///
    /// # Errors
    /// As for [`begin`] and [`end`], if the program's calls are wrong; or a native call fails.
    pub fn carry_out(self, runtime: &Runtime) -> Result<(), Error> {
        static SAID: Once = Once::new();
        let mut controlled = CONTROLLED.lock().unwrap_or_else(PoisonError::into_inner);
        let result = match self {
            Self::Begin(shape) => controlled.begin(runtime, shape),
            Self::End => controlled.end(),
        };
        let Err(error) = result else { return Ok(()) };
        if !is_of_the_node(&error) {
            return Err(error);
        }
        controlled.is_left_out = matches!(self, Self::Begin(_));
        SAID.call_once(|| log::warn!(target: NODE, "HSPLIT_PHASES: a phase is left out: {error}"));
        Ok(())
    }
}
