// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processes of the job: those of `MPI_COMM_WORLD`, or of the process set `mpi://WORLD` in a program with sessions
//! only. Both have the same numbers in every MPI here.
//!
//! Their group always exists. A communicator does not: without `MPI_COMM_WORLD`, or if only some processes have the
//! library, processes with a common task create one of their own.

use std::collections::BTreeMap;
use std::ffi::{CString, c_int};
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::constants::comm_world;
use super::group::MpiGroup;
use super::{Comm, Failure, OwnedComm, functions, has_sessions_alone, has_world, session};
use hsplit_core::communicator::Communicator;

/// Time that a process waits for the others at the end of its last session, in all gathers together.
const LIMIT: Duration = Duration::from_secs(30);
/// The least time for one of them, after another one has taken too long.
const LEAST: Duration = Duration::from_secs(1);

/// Communicators of some processes, by their common key.
static JOINED: Mutex<BTreeMap<usize, Arc<OwnedComm>>> = Mutex::new(BTreeMap::new());

fn lock() -> MutexGuard<'static, BTreeMap<usize, Arc<OwnedComm>>> {
    JOINED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The group of all processes. Local.
///
/// # Errors
/// A native call fails.
pub(super) fn group() -> Result<Arc<MpiGroup>, Failure> {
    if has_world() { Ok(Arc::new(MpiGroup::of(comm_world())?)) } else { session::world() }
}

/// Returns this process's number among all, and the number of all. Local.
///
/// # Errors
/// A native call fails.
pub fn rank_and_size() -> Result<(u32, u32), Failure> {
    let group = group()?;
    Ok((group.own()?.unwrap_or(0), group.size()? as u32))
}

/// Creates a communicator of these processes, given in order, under the key `common`. It exists until [`release`].
/// Collective over them.
///
/// # Errors
/// A native call fails.
pub fn join(common: usize, ranks: &[u32]) -> Result<(), Failure> {
    let comm = if has_sessions_alone() {
        let tag = CString::new(format!("libhsplit {common}")).unwrap_or_default();
        session::make(&session::world()?.of_ranks(ranks)?, &tag)?
    } else {
        // In MPI_Init, MPI_COMM_WORLD has no attributes yet that Open MPI would copy.
        Comm::world()?.create_group(ranks)?
    };
    lock().insert(common, Arc::new(comm.kept()?));
    Ok(())
}

/// Returns the communicator that processes have created under this key, if there is one.
pub fn joined(common: usize) -> Option<Together> {
    let comm = lock().get(&common).cloned()?;
    Some(Together::Joined { comm, is_of_sessions: has_sessions_alone() })
}

/// Frees these communicators, before `MPI_Finalize` or the end of the last session.
pub fn release() {
    let joined = std::mem::take(&mut *lock());
    drop(joined);
}

/// Ends the job, from a thread of the library.
pub fn abort() -> ! {
    // SAFETY: MPI_Init has returned, so MPI_COMM_WORLD exists. The call ends the process; the other thread waits.
    unsafe { functions::PMPI_Abort(comm_world(), 1) };
    std::process::abort()
}

/// A communicator of processes with a common key.
pub enum Together {
    /// `MPI_COMM_WORLD`: all processes.
    World(Comm),
    /// A communicator that they have created.
    Joined {
        /// The communicator.
        comm: Arc<OwnedComm>,
        /// True if the program uses sessions only.
        is_of_sessions: bool,
    },
}

impl Together {
    /// Returns the bytes of all members at the first one, at the end of the program, and nothing at the others. `None`:
    /// a member is missing.
    ///
    /// All processes call `MPI_Finalize`. With sessions, no process knows which session is the last one of another
    /// process, nor when it ends; so none waits long there.
    ///
    /// # Errors
    /// A native call fails, or the data is longer than 2 GiB in all.
    pub fn gather_at_end(&self, mine: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        match self {
            Self::Joined { comm, is_of_sessions: true } => comm.gather_acknowledged(mine),
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
    /// Returns the numbers of all members among all processes of the job, in rank order; `UNDEFINED` for processes of
    /// another world.
    ///
    /// # Errors
    /// A native call fails.
    pub fn world_ranks(&self) -> Result<Vec<c_int>, Failure> {
        self.group()?.ranks_in(&*group()?)
    }

    /// As [`Self::gather_unless_overdue`], but every rank also learns whether rank 0 has received all data: a short
    /// message is sent even if its receiver has given up.
    fn gather_acknowledged(&self, mine: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        static WAITED: Mutex<Duration> = Mutex::new(Duration::ZERO);
        let mut waited = WAITED.lock().unwrap_or_else(PoisonError::into_inner);
        let (begin, limit) = (Instant::now(), LIMIT.saturating_sub(*waited).max(LEAST));
        let told = self.gather_unless_overdue(mine, limit);
        let acknowledged = match &told {
            Ok(Some(_)) => {
                self.smallest_unless_overdue([0], |_| begin.elapsed() >= limit).map(|passed| passed.is_some())
            }
            _ => Ok(false),
        };
        *waited += begin.elapsed();
        let (told, has_come) = (told?, acknowledged?);
        Ok(told.filter(|_| has_come || self.rank() == 0))
    }
}
