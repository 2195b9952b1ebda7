// SPDX-License-Identifier: MIT OR Apache-2.0
//! Native communicators.

use std::ffi::c_int;
use std::mem::ManuallyDrop;
use std::ops::Deref;

use mpi_sys::{MPI_Comm, MPI_Errhandler};

use super::constants::{SUCCESS, byte, comm_null, comm_world, double, errors_return, max, status_ignore, sum, uint64};
use super::error_handler::ErrorHandler;
use super::functions;
use super::group::MpiGroup;
use super::{Failure, checked, has_world, is_usable};

/// An intracommunicator that something else keeps: the program for the time of its call, the MPI, or an [`OwnedComm`].
///
/// Invariant: the handle stands for an intracommunicator of this MPI that is not freed while the value is used. Each
/// constructor says why. Nothing changes the handle afterwards.
#[derive(Debug)]
pub struct Comm {
    handle: MPI_Comm,
    pub(super) rank: u32,
    pub(super) size: u32,
}

// SAFETY: a handle is a number, or the address of an object that the MPI itself guards; a communicator belongs to no
// thread. Which calls threads may make at once is the program's choice of a thread level: no thread here makes a call
// that a thread of the program has not asked for.
unsafe impl Send for Comm {}
// SAFETY: no method changes the handle, the rank or the size, and MPI takes the handle from any thread that the program
// lets call it.
unsafe impl Sync for Comm {}

impl Comm {
    /// The communicator behind a handle of the program.
    ///
    /// # Safety
    /// The handle stands for an intracommunicator: the program has passed it in a call that has not returned, and
    /// [`is_null`] and [`is_inter`] have excluded the rest. It is valid as long as that call lasts, since a program may
    /// not free what it uses; the value must not be kept for longer.
    ///
    /// # Errors
    /// What the native MPI says of the handle.
    pub unsafe fn new(handle: MPI_Comm) -> Result<Self, Failure> {
        Self::ask(handle)
    }

    /// The communicator behind a handle of the program whose rank and size are known.
    ///
    /// # Safety
    /// As for [`Self::new`]; the numbers are those of this communicator.
    pub unsafe fn known(handle: MPI_Comm, rank: u32, size: u32) -> Self {
        Self { handle, rank, size }
    }

    fn ask(handle: MPI_Comm) -> Result<Self, Failure> {
        let (mut rank, mut size) = (0, 0);
        // SAFETY: the handle is a communicator: `new` and `take_over` have it from their callers' contract, `of_output`
        // from a native call that has succeeded, and MPI_COMM_WORLD is MPI's own. `rank` and `size` are locals.
        unsafe {
            checked("PMPI_Comm_rank", functions::PMPI_Comm_rank(handle, &raw mut rank))?;
            checked("PMPI_Comm_size", functions::PMPI_Comm_size(handle, &raw mut size))?;
        }
        Ok(Self { handle, rank: rank as u32, size: size as u32 })
    }

    /// `MPI_COMM_WORLD`.
    ///
    /// # Errors
    /// What the native MPI says, for instance where there is no such communicator.
    pub fn world() -> Result<Self, Failure> {
        // Open MPI crashes where there is none.
        let none = Failure { call: "MPI_COMM_WORLD", code: mpi_sys::MPI_ERR_COMM as c_int };
        if has_world() { Self::ask(comm_world()) } else { Err(none) }
    }

    /// A communicator of the same ranks for the library's own messages. Nothing is inherited but the ranks, and errors
    /// come back as codes. Collective.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn private(&self) -> Result<OwnedComm, Failure> {
        self.same_ranks()?.kept()
    }

    /// A communicator of the same ranks. Nothing else is inherited, and under some MPIs not even the error handler.
    /// Collective.
    pub(super) fn same_ranks(&self) -> Result<OwnedComm, Failure> {
        let new = self.create_of(&self.group()?)?;
        new.ok_or(Failure { call: "PMPI_Comm_create", code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    /// Waits for all ranks.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn barrier(&self) -> Result<(), Failure> {
        // SAFETY: the handle is valid by the invariant of `Comm`, and there is no other argument.
        checked("PMPI_Barrier", unsafe { functions::PMPI_Barrier(self.handle) })
    }

    /// Lets the native MPI progress all messages that are under way.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn progress(&self) -> Result<(), Failure> {
        let mut flag = 0;
        // SAFETY: the handle is valid by the invariant of `Comm`, and the rank is its own. `flag` is a local. No rank
        // sends to itself here, so no message is found.
        let code =
            unsafe { functions::PMPI_Iprobe(self.rank as c_int, 0, self.handle, &raw mut flag, status_ignore()) };
        checked("PMPI_Iprobe", code)
    }

    /// The greatest of all ranks' numbers, element by element.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn greatest<const N: usize>(&self, mine: [f64; N]) -> Result<[f64; N], Failure> {
        let mut all = [0.0; N];
        // SAFETY: the handle is valid by the invariant of `Comm`. `mine` and `all` are arrays of N doubles.
        let code = unsafe {
            functions::PMPI_Allreduce(
                mine.as_ptr().cast(),
                all.as_mut_ptr().cast(),
                N as c_int,
                double(),
                max(),
                self.handle,
            )
        };
        checked("PMPI_Allreduce", code)?;
        Ok(all)
    }

    /// The native handle.
    pub fn handle(&self) -> MPI_Comm {
        self.handle
    }

    /// Sets an error handler that the caller holds, or a predefined one.
    fn set_error_handler(&self, handler: MPI_Errhandler) -> Result<(), Failure> {
        // SAFETY: the handle is valid by the invariant of `Comm`. Both callers hold the handler until this returns: one
        // is predefined, the other an `ErrorHandler`. MPI counts a reference of its own.
        checked("PMPI_Comm_set_errhandler", unsafe { functions::PMPI_Comm_set_errhandler(self.handle, handler) })
    }

    /// Gives a new communicator the error handler of this one, as the standard says (MPI 3.1 §8.3.1). Open MPI does so
    /// by itself. MPICH does in `MPI_Comm_split`, but not where it creates from a group.
    pub(super) fn hand_down_error_handler(&self, new: &Self) -> Result<(), Failure> {
        new.set_error_handler(ErrorHandler::of(self.handle)?.handle())
    }

    /// Gives this communicator the error handler of another one.
    ///
    /// # Errors
    /// What the native MPI says of the other handle.
    pub fn take_error_handler_of(&self, other: MPI_Comm) -> Result<(), Failure> {
        self.set_error_handler(ErrorHandler::of(other)?.handle())
    }

    /// A new communicator of some of this one's ranks. Collective over these alone, which all pass equal lists. This
    /// communicator has no cached values, as it is the library's own: Open MPI would copy them.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn create_group(&self, ranks: &[u32]) -> Result<OwnedComm, Failure> {
        const TAG: c_int = 0x4853;
        let group = self.group()?.of_ranks(ranks)?;
        let mut new = comm_null();
        // SAFETY: the handle is valid by the invariant of `Comm`, the group by that of `MpiGroup`; `new` is a local.
        let code = unsafe { functions::PMPI_Comm_create_group(self.handle, group.handle(), TAG, &raw mut new) };
        let new = OwnedComm::of_output("PMPI_Comm_create_group", code, new)?;
        new.ok_or(Failure { call: "PMPI_Comm_create_group", code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    /// A new communicator of the members of a group; `None` where this rank is none of them. Collective, with disjoint
    /// groups (MPI 2.2 §6.4.2).
    ///
    /// Not by PMPI_Comm_create_group: Open MPI's copies attributes, the program's and ours, and the topology.
    pub(super) fn create_of(&self, group: &MpiGroup) -> Result<Option<OwnedComm>, Failure> {
        let mut new = comm_null();
        // SAFETY: the handle is valid by the invariant of `Comm`, the group by that of `MpiGroup`; `new` is a local.
        // All ranks come here with disjoint groups, since each caller derives its members from what all ranks have
        // exchanged.
        let code = unsafe { functions::PMPI_Comm_create(self.handle, group.handle(), &raw mut new) };
        OwnedComm::of_output("PMPI_Comm_create", code, new)
    }

    pub(super) fn group(&self) -> Result<MpiGroup, Failure> {
        MpiGroup::of(self.handle)
    }

    /// The greatest tag (`MPI_TAG_UB`).
    pub(super) fn greatest_tag(&self) -> Result<c_int, Failure> {
        let (mut tag, mut found): (*const c_int, c_int) = (std::ptr::null(), 0);
        let (keyval, value) = (mpi_sys::MPI_TAG_UB as c_int, (&raw mut tag).cast());
        // SAFETY: the handle is valid by the invariant of `Comm`. The attribute is a pointer, which `tag` has room for.
        let code = unsafe { functions::PMPI_Comm_get_attr(self.handle, keyval, value, &raw mut found) };
        checked("PMPI_Comm_get_attr", code)?;
        // SAFETY: the MPI has the number for as long as it is there.
        Ok(if found == 0 { LEAST_GREATEST_TAG } else { unsafe { *tag } })
    }

    /// The ranks in another communicator of all members, in rank order; `UNDEFINED` for those that are not in it.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn ranks_in(&self, other: &Self) -> Result<Vec<c_int>, Failure> {
        self.group()?.ranks_in(&other.group()?)
    }

    /// Sends `bytes` from rank 0 to all ranks. The others pass a buffer of that length.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn broadcast(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        // SAFETY: the handle is valid by the invariant of `Comm`. The buffer is a slice of `bytes.len()` bytes. The
        // tables and texts that are broadcast here stay far below 2 GiB.
        let code =
            unsafe { functions::PMPI_Bcast(bytes.as_mut_ptr().cast(), bytes.len() as c_int, byte(), 0, self.handle) };
        checked("PMPI_Bcast", code)
    }

    /// The greatest of all ranks' numbers, element by element.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn largest<const N: usize>(&self, mine: [u64; N]) -> Result<[u64; N], Failure> {
        self.reduce_u64(mine, max())
    }

    /// The sums of all ranks' numbers, element by element. All pass as many.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn sums(&self, mine: &[u64]) -> Result<Vec<u64>, Failure> {
        let mut all = vec![0; mine.len()];
        let (from, to) = (mine.as_ptr().cast(), all.as_mut_ptr().cast());
        let count = mine.len() as c_int;
        // SAFETY: the handle is valid by the invariant of `Comm`. `mine` and `all` have `count` 64-bit numbers each.
        let code = unsafe { functions::PMPI_Allreduce(from, to, count, uint64(), sum(), self.handle) };
        checked("PMPI_Allreduce", code)?;
        Ok(all)
    }

    pub(super) fn reduce_u64<const N: usize>(&self, mine: [u64; N], op: mpi_sys::MPI_Op) -> Result<[u64; N], Failure> {
        let mut all = [0; N];
        // SAFETY: the handle is valid by the invariant of `Comm`. `mine` and `all` are arrays of N 64-bit numbers.
        let code = unsafe {
            functions::PMPI_Allreduce(
                mine.as_ptr().cast(),
                all.as_mut_ptr().cast(),
                N as c_int,
                uint64(),
                op,
                self.handle,
            )
        };
        checked("PMPI_Allreduce", code)?;
        Ok(all)
    }
}

/// Whether a handle is `MPI_COMM_NULL`.
pub fn is_null(handle: MPI_Comm) -> bool {
    handle.0 == comm_null().0
}

/// Whether a handle is an intercommunicator.
///
/// # Errors
/// What the native MPI says of the handle.
pub fn is_inter(handle: MPI_Comm) -> Result<bool, Failure> {
    let mut flag = 0;
    // SAFETY: this call is the one that looks whether a handle of the program is valid; `flag` is a local.
    checked("PMPI_Comm_test_inter", unsafe { functions::PMPI_Comm_test_inter(handle, &raw mut flag) })?;
    Ok(flag != 0)
}

/// Every MPI has tags up to this one (MPI 4.0 §9.1.2).
const LEAST_GREATEST_TAG: c_int = 32_767;

/// A communicator that this library has made, or has taken over: it is freed when it is dropped, unless its handle has
/// been given away.
#[derive(Debug)]
pub struct OwnedComm(Comm);

impl OwnedComm {
    /// What a native call has made; `None`: nothing at this rank.
    pub(super) fn of_output(call: &'static str, code: c_int, handle: MPI_Comm) -> Result<Option<Self>, Failure> {
        checked(call, code)?;
        if is_null(handle) {
            return Ok(None);
        }
        // Owned before the next call, which may fail: then it is freed.
        let mut new = Self(Comm { handle, rank: 0, size: 0 });
        new.0 = Comm::ask(handle)?;
        Ok(Some(new))
    }

    /// Takes over what the program has passed to be freed, or what a native call has made for it.
    ///
    /// # Safety
    /// The handle stands for a communicator, and the program does not use it from now on, unless it gets it back from
    /// [`Self::give_away`].
    ///
    /// # Errors
    /// What the native MPI says of the handle.
    pub unsafe fn take_over(handle: MPI_Comm) -> Result<Option<Self>, Failure> {
        Self::of_output("PMPI_Comm_rank", SUCCESS, handle)
    }

    /// The same communicator for the library's own messages: errors come back as codes.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn kept(self) -> Result<Self, Failure> {
        self.set_error_handler(errors_return())?;
        Ok(self)
    }

    /// The handle, for the program, which frees it.
    pub fn give_away(self) -> MPI_Comm {
        ManuallyDrop::new(self).0.handle
    }
}

impl Deref for OwnedComm {
    type Target = Comm;

    fn deref(&self) -> &Comm {
        &self.0
    }
}

impl Drop for OwnedComm {
    fn drop(&mut self) {
        // Statics may outlive the MPI.
        if is_usable() {
            // SAFETY: an `OwnedComm` alone has its handle: `give_away` forgets the value instead of dropping it.
            // `is_usable` has found MPI between its start and its end. Nothing more can be done where this fails.
            let _ = unsafe { functions::PMPI_Comm_free(&raw mut self.0.handle) };
        }
    }
}
