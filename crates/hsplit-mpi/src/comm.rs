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

/// An intracommunicator that this value does not own: the owner is the program (during its call), the MPI, or an
/// [`OwnedComm`].
///
/// Invariant: the handle is an intracommunicator of this MPI that is not freed while the value is used. Each
/// constructor states the reason. The handle never changes.
#[derive(Debug)]
pub struct Comm {
    handle: MPI_Comm,
    pub(super) rank: u32,
    pub(super) size: u32,
}

// SAFETY: a handle is a number, or the address of an object that the MPI itself guards; a communicator belongs to no
// thread. The program chooses a thread level for concurrent calls: a thread here makes calls only for the program's
// thread.
unsafe impl Send for Comm {}
// SAFETY: no method changes the handle, the rank or the size. MPI accepts the handle from any thread in which the
// program may call it.
unsafe impl Sync for Comm {}

impl Comm {
    /// Wraps a handle of the program.
    ///
    /// # Safety
    /// The handle is an intracommunicator: the program has passed it in a call that has not returned, and [`is_null`]
    /// and [`is_inter`] have excluded other handles. It is valid during that call, since a program may not free a
    /// communicator in use; the value must not be kept longer.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub unsafe fn new(handle: MPI_Comm) -> Result<Self, Failure> {
        Self::ask(handle)
    }

    /// Wraps a handle of the program, with its rank and size.
    ///
    /// # Safety
    /// As for [`Self::new`]; the rank and the size are those of this communicator.
    pub unsafe fn known(handle: MPI_Comm, rank: u32, size: u32) -> Self {
        Self { handle, rank, size }
    }

    fn ask(handle: MPI_Comm) -> Result<Self, Failure> {
        let (mut rank, mut size) = (0, 0);
        // SAFETY: the handle is a communicator: for `new` and `take_over` by their callers' contract, for `of_output`
        // after a successful native call, and MPI_COMM_WORLD is MPI's own. `rank` and `size` are locals.
        unsafe {
            checked("PMPI_Comm_rank", functions::PMPI_Comm_rank(handle, &raw mut rank))?;
            checked("PMPI_Comm_size", functions::PMPI_Comm_size(handle, &raw mut size))?;
        }
        is_written("PMPI_Comm_size", size > 0)?;
        Ok(Self { handle, rank: rank as u32, size: size as u32 })
    }

    /// `MPI_COMM_WORLD`.
    ///
    /// # Errors
    /// A native call fails, or there is no `MPI_COMM_WORLD`.
    pub fn world() -> Result<Self, Failure> {
        // Open MPI crashes if there is no MPI_COMM_WORLD.
        let none = Failure { call: "MPI_COMM_WORLD", code: mpi_sys::MPI_ERR_COMM as c_int };
        if has_world() { Self::ask(comm_world()) } else { Err(none) }
    }

    /// Creates a communicator of the same ranks for the library's own messages. It inherits only the ranks; errors are
    /// returned as codes. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn private(&self) -> Result<OwnedComm, Failure> {
        self.same_ranks()?.kept()
    }

    /// Creates a communicator of the same ranks. It inherits nothing else, under some MPIs not even the error handler.
    /// Collective.
    pub(super) fn same_ranks(&self) -> Result<OwnedComm, Failure> {
        let new = self.create_of(&self.group()?)?;
        new.ok_or(Failure { call: "PMPI_Comm_create", code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    /// Waits for all ranks.
    ///
    /// # Errors
    /// A native call fails.
    pub fn barrier(&self) -> Result<(), Failure> {
        // SAFETY: the handle is valid by the invariant of `Comm`, and there is no other argument.
        checked("PMPI_Barrier", unsafe { functions::PMPI_Barrier(self.handle) })
    }

    /// Lets the native MPI progress all pending messages.
    ///
    /// # Errors
    /// A native call fails.
    pub fn progress(&self) -> Result<(), Failure> {
        let mut flag = 0;
        // SAFETY: the handle is valid by the invariant of `Comm`, and the rank is its own. `flag` is a local. No rank
        // sends to itself here, so no message is found.
        let code =
            unsafe { functions::PMPI_Iprobe(self.rank as c_int, 0, self.handle, &raw mut flag, status_ignore()) };
        checked("PMPI_Iprobe", code)
    }

    /// Returns the maximum over all ranks, element by element. Collective.
    ///
    /// # Errors
    /// A native call fails.
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
        // is predefined, the other an `ErrorHandler`. MPI counts its own reference.
        checked("PMPI_Comm_set_errhandler", unsafe { functions::PMPI_Comm_set_errhandler(self.handle, handler) })
    }

    /// Sets the error handler of this communicator on a new one, as the standard requires (MPI 3.1 §8.3.1). Open MPI
    /// does so itself. MPICH does in `MPI_Comm_split`, but not if it creates from a group.
    pub(super) fn hand_down_error_handler(&self, new: &Self) -> Result<(), Failure> {
        new.set_error_handler(ErrorHandler::of(self.handle)?.handle())
    }

    /// Sets the error handler of another communicator on this one.
    ///
    /// # Errors
    /// The native MPI rejects the other handle.
    pub fn take_error_handler_of(&self, other: MPI_Comm) -> Result<(), Failure> {
        self.set_error_handler(ErrorHandler::of(other)?.handle())
    }

    /// Creates a communicator of some of this one's ranks. Collective over these ranks only, which all pass equal
    /// lists. This communicator belongs to the library and has no attributes, which Open MPI would copy.
    ///
    /// # Errors
    /// A native call fails.
    pub fn create_group(&self, ranks: &[u32]) -> Result<OwnedComm, Failure> {
        const TAG: c_int = 0x4853;
        let group = self.group()?.of_ranks(ranks)?;
        let mut new = comm_null();
        // SAFETY: the handle is valid by the invariant of `Comm`, the group by that of `MpiGroup`; `new` is a local.
        let code = unsafe { functions::PMPI_Comm_create_group(self.handle, group.handle(), TAG, &raw mut new) };
        let new = OwnedComm::of_output("PMPI_Comm_create_group", code, new)?;
        new.ok_or(Failure { call: "PMPI_Comm_create_group", code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    /// Creates a communicator of the members of a group; returns `None` if this rank is not a member. Collective, with
    /// disjoint groups (MPI 2.2 §6.4.2).
    ///
    /// PMPI_Comm_create_group is not used: Open MPI's copies attributes, the program's and the library's, and the
    /// topology.
    pub(super) fn create_of(&self, group: &MpiGroup) -> Result<Option<OwnedComm>, Failure> {
        let mut new = comm_null();
        // SAFETY: the handle is valid by the invariant of `Comm`, the group by that of `MpiGroup`; `new` is a local.
        // All ranks make this call with disjoint groups, since each caller derives its members from data that all ranks
        // have exchanged.
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
        // SAFETY: the handle is valid by the invariant of `Comm`. The attribute is a pointer, for which `tag` has the
        // size.
        let code = unsafe { functions::PMPI_Comm_get_attr(self.handle, keyval, value, &raw mut found) };
        checked("PMPI_Comm_get_attr", code)?;
        // SAFETY: the MPI keeps the number while it is initialised.
        Ok(if found == 0 { LEAST_GREATEST_TAG } else { unsafe { *tag } })
    }

    /// Returns the rank in another communicator of each member, in rank order; `UNDEFINED` for a member that is not in
    /// it.
    ///
    /// # Errors
    /// A native call fails.
    pub fn ranks_in(&self, other: &Self) -> Result<Vec<c_int>, Failure> {
        self.group()?.ranks_in(&other.group()?)
    }

    /// Sends `bytes` from rank 0 to all ranks. The others pass a buffer of that length.
    ///
    /// # Errors
    /// A native call fails.
    pub fn broadcast(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        // SAFETY: the handle is valid by the invariant of `Comm`. The buffer is a slice of `bytes.len()` bytes. The
        // tables and texts that are broadcast here are much shorter than 2 GiB.
        let code =
            unsafe { functions::PMPI_Bcast(bytes.as_mut_ptr().cast(), bytes.len() as c_int, byte(), 0, self.handle) };
        checked("PMPI_Bcast", code)
    }

    /// Returns the maximum over all ranks, element by element. Collective.
    ///
    /// # Errors
    /// A native call fails.
    pub fn largest<const N: usize>(&self, mine: [u64; N]) -> Result<[u64; N], Failure> {
        self.reduce_u64(mine, max())
    }

    /// Returns the sums over all ranks, element by element. All ranks pass slices of the same length. Collective.
    ///
    /// # Errors
    /// A native call fails.
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

/// True if a handle is `MPI_COMM_NULL`.
pub fn is_null(handle: MPI_Comm) -> bool {
    handle.0 == comm_null().0
}

/// Frees a communicator of the program.
///
/// # Safety
/// `comm` points to the handle of a communicator that the program may free.
pub unsafe fn free(comm: *mut MPI_Comm) -> c_int {
    // SAFETY: the handle is the program's, which gives it back, by this function's contract.
    unsafe { functions::PMPI_Comm_free(comm) }
}

/// True if a handle is an intercommunicator.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn is_inter(handle: MPI_Comm) -> Result<bool, Failure> {
    let mut flag = -1;
    // SAFETY: this call checks whether a handle of the program is valid; `flag` is a local.
    checked("PMPI_Comm_test_inter", unsafe { functions::PMPI_Comm_test_inter(handle, &raw mut flag) })?;
    is_written("PMPI_Comm_test_inter", flag >= 0)?;
    Ok(flag != 0)
}

/// True if a handle is an intracommunicator. A handle that the native MPI rejects is none: the native form of the
/// program's call reports it.
pub fn is_intra(handle: MPI_Comm) -> bool {
    !is_null(handle) && is_inter(handle).is_ok_and(|is_inter| !is_inter)
}

/// Rejects a handle for which a native call has written nothing. MPICH 5.0 returns `MPI_SUCCESS` after an error if an
/// error handler of the program has returned.
fn is_written(call: &'static str, is_written: bool) -> Result<(), Failure> {
    if is_written { Ok(()) } else { Err(Failure { call, code: mpi_sys::MPI_ERR_COMM as c_int }) }
}

/// Every MPI has tags up to this one (MPI 4.0 §9.1.2).
const LEAST_GREATEST_TAG: c_int = 32_767;

/// A communicator that this library has created or taken over. It is freed when it is dropped, unless its handle has
/// been given away.
#[derive(Debug)]
pub struct OwnedComm(Comm);

impl OwnedComm {
    /// Takes the output of a native call; `None` if it is null at this rank.
    pub(super) fn of_output(call: &'static str, code: c_int, handle: MPI_Comm) -> Result<Option<Self>, Failure> {
        checked(call, code)?;
        if is_null(handle) {
            return Ok(None);
        }
        // Owned before the next call, so that it is freed if that call fails.
        let mut new = Self(Comm { handle, rank: 0, size: 0 });
        new.0 = Comm::ask(handle)?;
        Ok(Some(new))
    }

    /// Takes over a handle that the program has passed to be freed, or that a native call has created for it.
    ///
    /// # Safety
    /// The handle is a communicator that the program does not use from now on, unless [`Self::give_away`] returns it to
    /// the program.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub unsafe fn take_over(handle: MPI_Comm) -> Result<Option<Self>, Failure> {
        Self::of_output("PMPI_Comm_rank", SUCCESS, handle)
    }

    /// Makes errors return as codes, for the library's own messages.
    ///
    /// # Errors
    /// A native call fails.
    pub fn kept(self) -> Result<Self, Failure> {
        self.set_error_handler(errors_return())?;
        Ok(self)
    }

    /// Returns the handle to the program, which frees it.
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
            // SAFETY: only an `OwnedComm` has its handle: `give_away` forgets the value instead of dropping it.
            // `is_usable` has checked that MPI is initialised and not finalised. A failure has no remedy here.
            let _ = unsafe { functions::PMPI_Comm_free(&raw mut self.0.handle) };
        }
    }
}
