// SPDX-License-Identifier: MIT OR Apache-2.0
//! The ranks of a communicator as processes of the world.
//!
//! They are determined at the first message, and stored on the communicator as an attribute. Threads cache handles
//! (`threads`). A handle may be reused after its communicator was freed: the end of the attribute increments a
//! generation number, which invalidates the caches of all threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mpi_sys::MPI_Comm;

use super::{get, guarded};
use hsplit_monitor::Group;
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::{Failure, comm};

/// Incremented whenever a communicator or a window with a mark is freed.
static GENERATION: AtomicUsize = AtomicUsize::new(0);

/// Returns the current generation.
#[inline]
pub fn generation() -> usize {
    GENERATION.load(Ordering::Relaxed)
}

/// Invalidates the caches of all threads.
pub fn forget() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

/// The members of a communicator or window. Each list of members has one of these, which is never freed.
#[derive(Debug)]
pub struct Members {
    group: &'static Group,
    is_inter: bool,
    /// If the ranks are consecutive in the world: the first rank there, and their number. Otherwise 0 ranks.
    run: (u32, u32),
}

impl Members {
    /// Returns the rank in the world that receives a message to this rank.
    #[inline]
    pub fn to(&self, rank: u32) -> Option<u32> {
        let (first, count) = self.run;
        if rank < count { Some(first + rank) } else { self.listed(rank) }
    }

    #[inline]
    fn listed(&self, rank: u32) -> Option<u32> {
        if self.is_inter { self.group.remote_member(rank) } else { self.group.member(rank) }
    }

    fn find_run(&self) -> (u32, u32) {
        let Some(first) = self.listed(0) else { return (0, 0) };
        let follows = |rank: u32| self.listed(rank) == first.checked_add(rank);
        if (0..self.count()).all(follows) { (first, self.count()) } else { (0, 0) }
    }

    /// Returns the number of possible receivers.
    pub fn count(&self) -> u32 {
        self.group.remote_size().unwrap_or_else(|| self.group.size())
    }

    /// The rank of this process in the local group.
    pub fn own(&self) -> u32 {
        self.group.own()
    }

    /// True if it is an intercommunicator.
    pub fn is_inter(&self) -> bool {
        self.is_inter
    }

    /// The groups themselves.
    pub fn group(&self) -> &'static Group {
        self.group
    }

    /// Returns the entry for this list of members.
    pub fn known(
        local: &hsplit_mpi::members::Members,
        remote: Option<&hsplit_mpi::members::Members>,
    ) -> Option<&'static Self> {
        static KNOWN: Mutex<Option<HashMap<usize, &'static Members>>> = Mutex::new(None);
        let counters = get()?;
        let numbers = |members: &hsplit_mpi::members::Members| -> Vec<u32> {
            members.in_world.iter().map(|rank| rank.unwrap_or(counters.world())).collect()
        };
        let (own, groups) = (local.own.unwrap_or(0), counters.groups());
        let group = match remote {
            None => groups.intern(own, &numbers(local)),
            Some(remote) => groups.intern_inter(own, &numbers(local), &numbers(remote)),
        };
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let members = known.get_or_insert_default().entry(Arc::as_ptr(&group) as usize).or_insert_with(|| {
            // SAFETY: a group that is never released lives for ever, as the counters keep it for ever.
            let group: &'static Group = unsafe { &*Arc::into_raw(group) };
            let mut members = Self { group, is_inter: remote.is_some(), run: (0, 0) };
            members.run = members.find_run();
            Box::leak(Box::new(members))
        });
        Some(members)
    }
}

/// The attribute of a communicator.
struct Mark(&'static Members);

impl Drop for Mark {
    fn drop(&mut self) {
        forget();
    }
}

/// Caches are invalidated twice: when MPI deletes the mark, since another thread may get a new communicator of the same
/// handle before the call that frees this one returns; and when the mark is dropped, since callbacks of the program in
/// that call may send on the old one.
static MARK: Attribute<Mark> = Attribute::declare_uncopied().stored_by_handle(forget);

/// The members of a communicator. MPI_COMM_NULL has none: after an error handler of the program, MPICH 5.0 returns
/// `MPI_SUCCESS` from a call that it has refused.
#[cold]
pub fn of(comm: MPI_Comm) -> Option<&'static Members> {
    if comm::is_null(comm) {
        return None;
    }
    guarded(|| find(comm).inspect_err(|failure| log::debug!("a message is not counted: {failure}")).ok().flatten())
}

fn find(handle: MPI_Comm) -> Result<Option<&'static Members>, Failure> {
    if let Some(members) = MARK.with(handle, |mark| mark.0)? {
        return Ok(Some(members));
    }
    let local = hsplit_mpi::members::Members::local(handle)?;
    let remote = if comm::is_inter(handle)? { Some(hsplit_mpi::members::Members::remote(handle)?) } else { None };
    let Some(members) = Members::known(&local, remote.as_ref()) else { return Ok(None) };
    MARK.keep(handle, Arc::new(Mark(members))).map(|mark| Some(mark.0))
}

/// Frees the native keyval.
pub fn release() {
    MARK.release();
}
