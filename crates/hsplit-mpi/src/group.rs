// SPDX-License-Identifier: MIT OR Apache-2.0
//! Native groups.

use std::ffi::c_int;
use std::mem::ManuallyDrop;

use mpi_sys::{MPI_Comm, MPI_Group};

use super::constants::{UNDEFINED, group_null};
use super::{Failure, checked, functions};

/// A group that is freed when it is dropped.
///
/// Invariant: the handle is a group that a native call has made for this value alone.
pub(super) struct MpiGroup(MPI_Group);

// SAFETY: a handle is a number, or the address of an object that the MPI itself guards; a group belongs to no thread.
unsafe impl Send for MpiGroup {}
// SAFETY: no method changes the handle, and MPI takes it from any thread that the program lets call it.
unsafe impl Sync for MpiGroup {}

impl MpiGroup {
    /// The group of a communicator that is there: the local one of an intercommunicator.
    pub(super) fn of(comm: MPI_Comm) -> Result<Self, Failure> {
        let (mut group, mut size) = (group_null(), 0);
        // SAFETY: all callers hold the communicator: a `Comm`, or the program's call. `group` is a local.
        checked("PMPI_Comm_group", unsafe { functions::PMPI_Comm_group(comm, &raw mut group) })?;
        let group = Self(group);
        // SAFETY: as above; `size` is a local.
        checked("PMPI_Comm_size", unsafe { functions::PMPI_Comm_size(comm, &raw mut size) })?;
        if group.size()? <= size {
            return Ok(group);
        }
        // Of a grid or a graph of its communicator's first ranks MPICH 5.0 gives the group of all.
        group.of_ranks(&(0..size as u32).collect::<Vec<_>>())
    }

    /// Takes over a group that a native call has just made, and that nothing else frees.
    pub(super) fn owned(group: MPI_Group) -> Self {
        Self(group)
    }

    pub(super) fn handle(&self) -> MPI_Group {
        self.0
    }

    /// The handle, for the program, which frees it.
    pub(super) fn give_away(self) -> MPI_Group {
        ManuallyDrop::new(self).0
    }

    /// The group of some of its ranks, in their order here; of none, the empty group.
    pub(super) fn of_ranks(&self, ranks: &[u32]) -> Result<Self, Failure> {
        let ranks: Vec<c_int> = ranks.iter().map(|&rank| rank as c_int).collect();
        let mut group = group_null();
        // SAFETY: the group is valid by the invariant of `MpiGroup`. MPI reads as many ranks as the vector has; `group`
        // is a local.
        checked("PMPI_Group_incl", unsafe {
            functions::PMPI_Group_incl(self.0, ranks.len() as c_int, ranks.as_ptr(), &raw mut group)
        })?;
        Ok(Self(group))
    }

    /// The rank of this process, if it is in the group.
    pub(super) fn own(&self) -> Result<Option<u32>, Failure> {
        let mut rank = UNDEFINED;
        // SAFETY: the group is valid by the invariant of `MpiGroup`; `rank` is a local.
        checked("PMPI_Group_rank", unsafe { functions::PMPI_Group_rank(self.0, &raw mut rank) })?;
        Ok(u32::try_from(rank).ok())
    }

    /// How many members it has.
    pub(super) fn size(&self) -> Result<c_int, Failure> {
        let mut size = 0;
        // SAFETY: the group is valid by the invariant of `MpiGroup`; `size` is a local.
        checked("PMPI_Group_size", unsafe { functions::PMPI_Group_size(self.0, &raw mut size) })?;
        Ok(size)
    }

    /// The ranks of all members in another group, in rank order; `UNDEFINED` for those that are not in it.
    pub(super) fn ranks_in(&self, other: &Self) -> Result<Vec<c_int>, Failure> {
        let size = self.size()?;
        let ranks: Vec<c_int> = (0..size).collect();
        let mut translated = vec![UNDEFINED; ranks.len()];
        // SAFETY: both groups are valid by the invariant of `MpiGroup`. MPI reads `size` ranks from `ranks` and writes
        // as many to `translated`; both vectors have that length.
        let code = unsafe {
            functions::PMPI_Group_translate_ranks(self.0, size, ranks.as_ptr(), other.0, translated.as_mut_ptr())
        };
        checked("PMPI_Group_translate_ranks", code)?;
        Ok(translated)
    }
}

/// A new group of some ranks of a communicator, for the program, which frees it.
///
/// # Errors
/// What the native MPI reports.
pub fn of_ranks(comm: MPI_Comm, ranks: &[u32]) -> Result<MPI_Group, Failure> {
    Ok(MpiGroup::of(comm)?.of_ranks(ranks)?.give_away())
}

/// Which group object a communicator has, under an MPI whose communicators share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(usize);

/// Local. Communicators with different group objects differ, even where their ranks are equal.
///
/// # Errors
/// What the native MPI says of the handle.
pub(super) fn identity(comm: MPI_Comm) -> Result<Identity, Failure> {
    const { assert!(size_of::<MPI_Group>() <= size_of::<usize>()) };
    let group = MpiGroup::of(comm)?;
    let mut number = 0;
    // SAFETY: the assertion above says that a handle is no wider than `number`. Its bytes are compared, and nothing
    // else is done with them.
    unsafe { std::ptr::copy_nonoverlapping(&raw const group.0, (&raw mut number).cast(), 1) };
    Ok(Identity(number))
}

impl Drop for MpiGroup {
    fn drop(&mut self) {
        // SAFETY: this value alone has the handle, by the invariant of `MpiGroup`. MPI_GROUP_EMPTY may be freed as well
        // (MPI 3.1 §6.3.2).
        let _ = unsafe { functions::PMPI_Group_free(&raw mut self.0) };
    }
}
