// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processes of the job: those of `MPI_COMM_WORLD`, or of the process set `mpi://WORLD` in a program that has
//! sessions alone. Both number them alike in every MPI here.
//!
//! Their group is always there. A communicator is not: where there is no `MPI_COMM_WORLD`, or where only some processes
//! have the library, those that have something to do together make one of their own.

use std::collections::BTreeMap;
use std::ffi::{CString, c_int};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::constants::comm_world;
use super::group::MpiGroup;
use super::{Comm, Failure, OwnedComm, functions, has_sessions_alone, has_world, session};
use hsplit_core::communicator::Communicator;

/// How long a process waits for the others at the end of its last session.
const LIMIT: Duration = Duration::from_secs(30);

/// Communicators of some processes, by what these have in common.
static JOINED: Mutex<BTreeMap<usize, Arc<OwnedComm>>> = Mutex::new(BTreeMap::new());

fn lock() -> MutexGuard<'static, BTreeMap<usize, Arc<OwnedComm>>> {
    JOINED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The group of all processes. Local.
///
/// # Errors
/// What the native MPI reports.
pub(super) fn group() -> Result<Arc<MpiGroup>, Failure> {
    if has_world() { Ok(Arc::new(MpiGroup::of(comm_world())?)) } else { session::world() }
}

/// This process's number among all, and how many they are. Local.
///
/// # Errors
/// What the native MPI reports.
pub fn rank_and_size() -> Result<(u32, u32), Failure> {
    let group = group()?;
    Ok((group.own()?.unwrap_or(0), group.size()? as u32))
}

/// Makes a communicator of these processes, given in order, for what they have in common. It stays until [`release`].
/// Collective over them.
///
/// # Errors
/// What the native MPI reports.
pub fn join(common: usize, ranks: &[u32]) -> Result<(), Failure> {
    let comm = if has_sessions_alone() {
        let tag = CString::new(format!("libhsplit {common}")).unwrap_or_default();
        session::make(&session::world()?.of_ranks(ranks)?, &tag)?
    } else {
        // Nothing is cached on MPI_COMM_WORLD yet in MPI_Init, so that Open MPI has nothing to copy.
        Comm::world()?.create_group(ranks)?
    };
    lock().insert(common, Arc::new(comm.kept()?));
    Ok(())
}

/// The communicator of the processes that have something in common, if they have made one.
pub fn joined(common: usize) -> Option<Together> {
    let comm = lock().get(&common).cloned()?;
    Some(Together::Joined { comm, is_of_sessions: has_sessions_alone() })
}

/// Frees these communicators, before `MPI_Finalize` or the end of the last session.
pub fn release() {
    let joined = std::mem::take(&mut *lock());
    drop(joined);
}

/// Ends the job, from a thread that the program does not know.
pub fn abort() -> ! {
    // SAFETY: MPI_Init has returned, so there is MPI_COMM_WORLD. The call ends the process; the other thread waits.
    unsafe { functions::PMPI_Abort(comm_world(), 1) };
    std::process::abort()
}

/// A communicator of processes that have something in common.
pub enum Together {
    /// `MPI_COMM_WORLD`: all processes.
    World(Comm),
    /// One that they have made.
    Joined {
        /// The communicator.
        comm: Arc<OwnedComm>,
        /// Whether the program has sessions alone.
        is_of_sessions: bool,
    },
}

impl Together {
    /// The bytes of all members at the first one, at the end of the program; elsewhere nothing. `None`: not all have
    /// come.
    ///
    /// All processes come to `MPI_Finalize`. Of a program's sessions no process knows which one is the last of another
    /// process, and when that ends; so none waits for long there.
    ///
    /// # Errors
    /// What the native MPI reports; more than 2 GiB in all.
    pub fn gather_at_end(&self, mine: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        match self {
            Self::Joined { comm, is_of_sessions: true } => comm.gather_acknowledged(mine, LIMIT),
            _ => self.gather_to_first(mine).map(Some),
        }
    }
}

impl Deref for Together {
    type Target = Comm;

    fn deref(&self) -> &Comm {
        match self {
            Self::World(world) => world,
            Self::Joined { comm, .. } => comm,
        }
    }
}

impl Comm {
    /// The numbers of all members among all processes of the job, in rank order; `UNDEFINED` for processes of another
    /// world.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn world_ranks(&self) -> Result<Vec<c_int>, Failure> {
        self.group()?.ranks_in(&*group()?)
    }

    /// [`Self::gather_unless_overdue`], of which every rank learns whether rank 0 has got it all: a short message goes
    /// out though its receiver has given up.
    fn gather_acknowledged(&self, mine: &[u8], limit: Duration) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        let Some(told) = self.gather_unless_overdue(mine, limit)? else { return Ok(None) };
        let has_come = self.smallest_unless_overdue([0], |passed| passed >= limit)?.is_some();
        Ok((has_come || self.rank() == 0).then_some(told))
    }
}
