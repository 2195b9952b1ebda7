// SPDX-License-Identifier: MIT OR Apache-2.0
//! Native groups.

use std::ffi::c_int;
use std::mem::ManuallyDrop;

use mpi_sys::{MPI_Comm, MPI_Group};

use super::constants::{UNDEFINED, group_null};
use super::{Failure, checked, functions};

/// A group that is freed when it is dropped.
///
/// Invariant: a native call has made the group for this value alone.
pub(super) struct MpiGroup(MPI_Group);

// SAFETY: a handle is a number, or the address of an object that the MPI itself guards; a group belongs to no thread.
unsafe impl Send for MpiGroup {}
// SAFETY: no method changes the handle, and MPI accepts it from any thread in which the program may call it.
unsafe impl Sync for MpiGroup {}

impl MpiGroup {
    /// Returns the group of a valid communicator: of an intercommunicator, the local group.
    pub(super) fn of(comm: MPI_Comm) -> Result<Self, Failure> {
        let (mut group, mut size) = (group_null(), 0);
        // SAFETY: all callers hold the communicator: by a `Comm`, or in the program's call. `group` is a local.
        checked("PMPI_Comm_group", unsafe { functions::PMPI_Comm_group(comm, &raw mut group) })?;
        let group = Self(group);
        // SAFETY: as above; `size` is a local.
        checked("PMPI_Comm_size", unsafe { functions::PMPI_Comm_size(comm, &raw mut size) })?;
        if group.size()? <= size {
            return Ok(group);
        }
        // MPICH 5.0 returns the group of all ranks for a grid or graph of the first ranks of its communicator.
        group.of_ranks(&(0..size as u32).collect::<Vec<_>>())
    }

    /// Takes over a group that a native call has just made, and that no other owner frees.
    pub(super) fn owned(group: MPI_Group) -> Self {
        Self(group)
    }

    pub(super) fn handle(&self) -> MPI_Group {
        self.0
    }

    /// Returns the handle to the program, which frees it.
    pub(super) fn give_away(self) -> MPI_Group {
        ManuallyDrop::new(self).0
    }

    /// Returns the group of some ranks of this group, in the given order; without ranks, the empty group.
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

    /// Returns the number of members.
    pub(super) fn size(&self) -> Result<c_int, Failure> {
        let mut size = 0;
        // SAFETY: the group is valid by the invariant of `MpiGroup`; `size` is a local.
        checked("PMPI_Group_size", unsafe { functions::PMPI_Group_size(self.0, &raw mut size) })?;
        Ok(size)
    }

    /// Returns the ranks of all members in another group, in rank order; `UNDEFINED` for a member that is not in it.
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

/// Creates a group of some ranks of a communicator, for the program, which frees it.
///
/// # Errors
/// A native call fails.
pub fn of_ranks(comm: MPI_Comm, ranks: &[u32]) -> Result<MPI_Group, Failure> {
    Ok(MpiGroup::of(comm)?.of_ranks(ranks)?.give_away())
}

/// Identity of a communicator's group object, for an MPI whose communicators share these objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(usize);

/// Returns the identity of a communicator's group object. Local. Communicators with different group objects differ,
/// even if their ranks are equal.
///
/// # Errors
/// The native MPI rejects the handle.
pub(super) fn identity(comm: MPI_Comm) -> Result<Identity, Failure> {
    const { assert!(size_of::<MPI_Group>() <= size_of::<usize>()) };
    let group = MpiGroup::of(comm)?;
    let mut number = 0;
    // SAFETY: by the assertion above, a handle is no wider than `number`. Its bytes are only compared.
    unsafe { std::ptr::copy_nonoverlapping(&raw const group.0, (&raw mut number).cast(), 1) };
    Ok(Identity(number))
}

impl Drop for MpiGroup {
    fn drop(&mut self) {
        // SAFETY: only this value has the handle, by the invariant of `MpiGroup`. MPI_GROUP_EMPTY may also be freed
        // (MPI 3.1 §6.3.2).
        let _ = unsafe { functions::PMPI_Group_free(&raw mut self.0) };
    }
}
