// SPDX-License-Identifier: MIT OR Apache-2.0
//! All processes of the job: those of `MPI_COMM_WORLD`, or of the process set `mpi://WORLD` in a program that has
//! sessions alone. Both number them alike in every MPI here.
//!
//! Their group is always there. A communicator is not: where there is no `MPI_COMM_WORLD`, the library makes one after
//! the program has made one of all processes (`calls::agreement`), since only then are all known to take part.

use std::ffi::c_int;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use super::constants::comm_world;
use super::group::MpiGroup;
use super::{Comm, Failure, OwnedComm, has_sessions_alone, has_world, session};
use hsplit_core::communicator::Communicator;

/// How long a process waits for the others where some may never come.
pub const LIMIT: Duration = Duration::from_secs(30);

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

/// A communicator of all processes.
pub enum Everyone {
    /// `MPI_COMM_WORLD`.
    World(Comm),
    /// That of a program which has sessions alone.
    Sessions(Arc<OwnedComm>),
}

impl Everyone {
    /// `None`: there is none.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn find() -> Result<Option<Self>, Failure> {
        if has_world() && !has_sessions_alone() {
            Comm::world().map(|world| Some(Self::World(world)))
        } else {
            Ok(session::all().map(Self::Sessions))
        }
    }

    /// The bytes of all processes at rank 0, at the end of the program; elsewhere nothing. `None`: not all have come.
    ///
    /// All processes come to `MPI_Finalize`. Of a program's sessions no process knows which one is the last of another
    /// process, and when that ends; so none waits for long there.
    ///
    /// # Errors
    /// What the native MPI reports; more than 2 GiB in all.
    pub fn gather_at_end(&self, mine: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        match self {
            Self::World(world) => world.gather_to_first(mine).map(Some),
            Self::Sessions(all) => all.gather_acknowledged(mine, LIMIT),
        }
    }
}

impl Deref for Everyone {
    type Target = Comm;

    fn deref(&self) -> &Comm {
        match self {
            Self::World(world) => world,
            Self::Sessions(all) => all,
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
