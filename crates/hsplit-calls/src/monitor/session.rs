// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sessions (`HSPLIT_Monitor_*`): the data that this process sends to the ranks of a communicator between two times.
//!
//! The process has one set of counters. A session is a difference of snapshots of them, so sessions may overlap, and
//! starting one adds nothing to the cost of a message.

use std::ffi::{c_int, c_longlong};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::output::Since;
use super::what::What;
use crate::communicator_tree::WeakComm;
use crate::counters;
use crate::error::Error;
use crate::handles::Handles;
use crate::{info_value, intracommunicator, not_null, runtime};
use hsplit_core::communicator::Communicator;
use hsplit_monitor::{Count, Expansion, Snapshot};
use hsplit_mpi::constants::comm_null;
use hsplit_mpi::{Comm, info, is_usable};
use hsplit_settings::EXPANSIONS;

/// A session of one process.
pub struct Session {
    /// The communicator on which the program has started it.
    program: WeakComm,
    /// The ranks of the members in `MPI_COMM_WORLD`, by their ranks in the communicator; [`OUTSIDE`] for processes of
    /// another world.
    members: Vec<u32>,
    /// The ranks in the communicator, in ascending order of those in `MPI_COMM_WORLD`.
    sorted: Vec<u32>,
    /// The caller's rank.
    own: u32,
    /// The messages that represent a collective call.
    expansion: Expansion,
    counted: Mutex<Counted>,
}

/// No rank in `MPI_COMM_WORLD`.
const OUTSIDE: u32 = u32::MAX;

/// The counts of a session.
struct Counted {
    /// The beginning of counting.
    begin: Since,
    /// The counts until the last suspension.
    before: Snapshot,
    /// The counters when it was started or continued; `None` if it is suspended.
    since: Option<Snapshot>,
}

impl Counted {
    fn total(&self) -> Snapshot {
        let mut total = self.before.clone();
        if let Some(since) = &self.since {
            total.add(&now().since(since));
        }
        total
    }
}

fn now() -> Snapshot {
    counters::get().map_or_else(Snapshot::default, Snapshot::of)
}

static SESSIONS: Handles<Session> = Handles::new();

/// Returns the communicator of a session, whose error handler a call uses; `MPI_COMM_NULL` if there is none.
pub fn comm_of(handle: c_int) -> MPI_Comm {
    SESSIONS.get(handle).and_then(|session| session.program.comm()).unwrap_or_else(comm_null)
}

/// Returns the session of a handle.
///
/// # Errors
/// There is no such session, or MPI cannot be used.
pub(super) fn find(handle: c_int) -> Result<Arc<Session>, Error> {
    // MPI_Finalize removes all sessions, so a session that is found may be used.
    let nothing = || if is_usable() { Error::Handle("m") } else { Error::NotUsable };
    SESSIONS.get(handle).ok_or_else(nothing)
}

/// Starts a session. Local.
///
/// # Errors
/// An argument is invalid, or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn start(handle: MPI_Comm, info: MPI_Info, session: *mut c_int) -> Result<(), Error> {
    not_null(session, "m")?;
    // SAFETY: not NULL, and a place for a handle by the contract of HSPLIT_Monitor_start.
    unsafe { *session = 0 };
    intracommunicator(handle, "comm")?;
    info::warn_of_unknown(info).map_err(Error::of_info)?;
    let expansion = info_value(info, c"hsplit_collectives", EXPANSIONS, Expansion::of_name)?;
    // SAFETY: the program has passed the handle in this call; `intracommunicator` has excluded everything else.
    let comm = unsafe { Comm::new(handle) }?;
    let runtime = runtime::get();
    if !runtime.is_disabled() {
        if !counters::IS_BUILT {
            return Err(Error::Unmonitored);
        }
        super::begin();
    }
    let members: Vec<u32> = comm.world_ranks()?.into_iter().map(|rank| rank.try_into().unwrap_or(OUTSIDE)).collect();
    let mut sorted: Vec<u32> = (0..comm.size()).collect();
    sorted.sort_unstable_by_key(|&rank| members[rank as usize]);
    let session_ = Session {
        program: WeakComm::to(handle)?,
        members,
        sorted,
        own: comm.rank(),
        expansion: expansion.unwrap_or(runtime.settings.monitor_collectives),
        counted: Mutex::new(Counted { begin: Since::now(), before: Snapshot::default(), since: Some(now()) }),
    };
    let number = SESSIONS.add(Arc::new(session_)).ok_or(Error::TooMany)?;
    // SAFETY: not NULL, and the program's place for a handle until this call returns.
    unsafe { *session = number };
    Ok(())
}

/// Suspends counting. Local.
///
/// # Errors
/// An argument is invalid.
pub fn suspend(handle: c_int) -> Result<(), Error> {
    let session = find(handle)?;
    let mut counted = session.counted();
    if counted.since.is_none() {
        return Err(Error::Suspended);
    }
    counted.before = counted.total();
    counted.since = None;
    Ok(())
}

/// Continues counting. Local.
///
/// # Errors
/// An argument is invalid.
pub fn resume(handle: c_int) -> Result<(), Error> {
    let session = find(handle)?;
    let mut counted = session.counted();
    if counted.since.is_some() {
        return Err(Error::NotSuspended);
    }
    counted.since = Some(now());
    Ok(())
}

/// Clears the counts. Local.
///
/// # Errors
/// An argument is invalid.
pub fn reset(handle: c_int) -> Result<(), Error> {
    let session = find(handle)?;
    let mut counted = session.counted();
    (counted.begin, counted.before) = (Since::now(), Snapshot::default());
    if counted.since.is_some() {
        counted.since = Some(now());
    }
    Ok(())
}

/// Frees a session. Local.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn free(handle: *mut c_int) -> Result<(), Error> {
    not_null(handle, "m")?;
    // SAFETY: not NULL, and a handle by the contract of HSPLIT_Monitor_free.
    let session = unsafe { &mut *handle };
    find(*session)?;
    SESSIONS.remove(*session);
    *session = 0;
    Ok(())
}

/// Writes this process's row, by rank of the communicator. Local.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn get(handle: c_int, what: c_int, n: c_int, values: *mut c_longlong) -> Result<(), Error> {
    let session = find(handle)?;
    let what = What::of(what)?;
    if i64::from(n) < i64::from(session.size()) {
        return Err(Error::TooFew { n, ranks: session.size() });
    }
    not_null(values, "values")?;
    // SAFETY: not NULL, and `n` elements long by the contract of HSPLIT_Monitor_get, at least the number of ranks.
    let values = unsafe { std::slice::from_raw_parts_mut(values, session.size() as usize) };
    values.fill(0);
    for (rank, number) in session.row(what) {
        values[rank as usize] =
            values[rank as usize].saturating_add(c_longlong::try_from(number).unwrap_or(c_longlong::MAX));
    }
    Ok(())
}

/// Ends all sessions that the program has not freed. Called before `MPI_Finalize`.
pub fn release() {
    SESSIONS.drain();
}

impl Session {
    fn counted(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the counts so far, by rank in the communicator, and their beginning.
    pub(super) fn of_members(&self) -> (Snapshot, Since) {
        let counted = self.counted();
        (counted.total().among(&self.members), counted.begin.clone())
    }

    /// Returns the messages that represent a collective call.
    pub(super) fn expansion(&self) -> Expansion {
        self.expansion
    }

    fn size(&self) -> u32 {
        self.members.len() as u32
    }

    /// The caller's rank.
    pub(super) fn own(&self) -> u32 {
        self.own
    }

    /// Returns the rank of a member, by its rank in `MPI_COMM_WORLD`.
    fn rank_of(&self, of_world: u32) -> Option<u32> {
        let at = self.sorted.binary_search_by_key(&of_world, |&rank| self.members[rank as usize]).ok()?;
        Some(self.sorted[at])
    }

    /// Returns the data that this process has sent to each rank, without zeros.
    pub(super) fn row(&self, what: What) -> Vec<(u32, u64)> {
        let row = what.row(&self.counted().total(), self.expansion);
        let rank = |(peer, count): (u32, Count)| Some((self.rank_of(peer)?, what.number(count)));
        row.into_iter().filter_map(rank).filter(|(_, number)| *number > 0).collect()
    }

    /// Returns the communicator, for a collective call.
    ///
    /// # Errors
    /// The program has freed it, or a native call fails.
    pub(super) fn comm(&self) -> Result<Comm, Error> {
        let handle = self.program.comm().ok_or(Error::CommunicatorFreed("m"))?;
        // SAFETY: the link has ended if the program has freed the communicator, so the handle is that of an existing
        // one, which the program may not free during a call on its session.
        Ok(unsafe { Comm::new(handle) }?)
    }
}
