// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which processes of the world the ranks of a communicator are.
//!
//! They are found at the first message, and kept on the communicator as an attribute. Threads remember handles
//! (`threads`). A handle may be used again after its communicator was freed: the attribute's end raises a generation
//! number, after which no thread believes what it remembers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mpi_sys::MPI_Comm;

use super::{get, guarded};
use hsplit_monitor::Group;
use hsplit_mpi::attribute::Attribute;
use hsplit_mpi::{Failure, comm};

/// Raised whenever a communicator or a window with a mark is freed.
static GENERATION: AtomicUsize = AtomicUsize::new(0);

/// The generation that now is.
#[inline]
pub fn generation() -> usize {
    GENERATION.load(Ordering::Relaxed)
}

/// Makes all threads forget.
pub fn forget() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

/// The members of a communicator or window. There is one of these for each list of members, for ever.
#[derive(Debug)]
pub struct Members {
    group: &'static Group,
    is_inter: bool,
    /// Where ranks follow each other in the world too: the rank there of the first, and how many. Else 0 ranks.
    run: (u32, u32),
}

impl Members {
    /// The rank in the world that a message to this rank goes to.
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

    /// How many ranks can be sent to.
    pub fn count(&self) -> u32 {
        self.group.remote_size().unwrap_or_else(|| self.group.size())
    }

    /// The rank of this process in the local group.
    pub fn own(&self) -> u32 {
        self.group.own()
    }

    /// Whether it is an intercommunicator.
    pub fn is_inter(&self) -> bool {
        self.is_inter
    }

    /// The groups themselves.
    pub fn group(&self) -> &'static Group {
        self.group
    }

    /// The members in this list.
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
            // SAFETY: a group that is never given up: it lives for ever, as the counters keep it for ever.
            let group: &'static Group = unsafe { &*Arc::into_raw(group) };
            let mut members = Self { group, is_inter: remote.is_some(), run: (0, 0) };
            members.run = members.find_run();
            Box::leak(Box::new(members))
        });
        Some(members)
    }
}

/// What is kept on a communicator.
struct Mark(&'static Members);

impl Drop for Mark {
    fn drop(&mut self) {
        forget();
    }
}

/// Threads forget twice: when MPI deletes the mark, since another thread may have a new communicator of the same handle
/// before the call that frees this one returns; and when the mark ends, since callbacks of the program in that call may
/// send on the old one.
static MARK: Attribute<Mark> = Attribute::declare_uncopied().when_deleted(forget);

/// The members of a communicator.
#[cold]
pub fn of(comm: MPI_Comm) -> Option<&'static Members> {
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
