// SPDX-License-Identifier: MIT OR Apache-2.0
//! A native communicator as the split needs it.

use std::ffi::{c_int, c_void};
use std::ptr;

use mpi_sys::{MPI_Comm, MPI_Group};

use super::alone;
use super::constants::{
    UNDEFINED, byte, comm_null, comm_self, comm_world, double, errors_are_fatal, errors_return, group_null, max, min,
    status_ignore, sum, uint64,
};
use super::functions;
use super::native::{BUILT_FOR, Family};
use super::reduction::Reduction;
use super::{Failure, checked};
use hsplit_core::communicator::Communicator;
use hsplit_core::exchange::{SUMMARY, Summary};

/// An intracommunicator. Copies are the same communicator; [`Communicator::free`] gives it back.
#[derive(Clone, Copy, Debug)]
pub struct Comm {
    handle: MPI_Comm,
    rank: u32,
    size: u32,
}

impl Comm {
    /// The communicator behind a handle that is known to be a valid intracommunicator.
    ///
    /// # Errors
    /// What the native MPI says of the handle.
    pub fn new(handle: MPI_Comm) -> Result<Self, Failure> {
        let (mut rank, mut size) = (0, 0);
        // SAFETY: the outputs are valid; the native call checks the handle.
        checked("PMPI_Comm_rank", unsafe { functions::PMPI_Comm_rank(handle, &raw mut rank) })?;
        // SAFETY: as above.
        checked("PMPI_Comm_size", unsafe { functions::PMPI_Comm_size(handle, &raw mut size) })?;
        Ok(Self { handle, rank: rank as u32, size: size as u32 })
    }

    /// `MPI_COMM_WORLD`.
    ///
    /// # Errors
    /// What the native MPI says, for instance where there is no such communicator.
    pub fn world() -> Result<Self, Failure> {
        Self::new(comm_world())
    }

    /// A communicator of the same ranks for messages that the program must not meet. Nothing is inherited but the
    /// ranks, and errors come back as codes. Collective.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn private(&self) -> Result<Self, Failure> {
        let all: Vec<u32> = (0..self.size).collect();
        let private =
            self.create(&all)?.ok_or(Failure { call: "PMPI_Comm_create", code: mpi_sys::MPI_ERR_INTERN as c_int })?;
        // SAFETY: the communicator is valid, and the handler is a predefined one.
        checked("PMPI_Comm_set_errhandler", unsafe {
            functions::PMPI_Comm_set_errhandler(private.handle, errors_return())
        })?;
        Ok(private)
    }

    /// `MPI_COMM_SELF`.
    ///
    /// # Errors
    /// What the native MPI says.
    pub fn own() -> Result<Self, Failure> {
        Self::new(comm_self())
    }

    /// Waits for all ranks.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn barrier(&self) -> Result<(), Failure> {
        // SAFETY: nothing but the communicator.
        checked("PMPI_Barrier", unsafe { functions::PMPI_Barrier(self.handle) })
    }

    /// Lets the native MPI work on messages that are under way, of whomever.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn progress(&self) -> Result<(), Failure> {
        let mut flag = 0;
        // SAFETY: a message from this rank itself, which nobody sends here, is looked for; the output is valid.
        let code =
            unsafe { functions::PMPI_Iprobe(self.rank as c_int, 0, self.handle, &raw mut flag, status_ignore()) };
        checked("PMPI_Iprobe", code)
    }

    /// The greatest of everybody's numbers, one by one.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn greatest<const N: usize>(&self, mine: [f64; N]) -> Result<[f64; N], Failure> {
        let mut all = [0.0; N];
        // SAFETY: both buffers hold N numbers.
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

    fn from_output(handle: MPI_Comm) -> Result<Option<Self>, Failure> {
        if is_null(handle) { Ok(None) } else { Self::new(handle).map(Some) }
    }

    /// Gives a new communicator the error handler of this one, as the standard says (MPI 3.1 §8.3.1). Open MPI does it by
    /// itself, MPICH in `MPI_Comm_split`, but not where it creates from a group.
    fn hand_down_error_handler(&self, new: MPI_Comm) -> Result<(), Failure> {
        if is_null(new) {
            return Ok(());
        }
        let mut handler = errors_are_fatal();
        // SAFETY: the output is valid; the handler is given back after use, as the standard asks.
        unsafe {
            checked("PMPI_Comm_get_errhandler", functions::PMPI_Comm_get_errhandler(self.handle, &raw mut handler))?;
            let set = checked("PMPI_Comm_set_errhandler", functions::PMPI_Comm_set_errhandler(new, handler));
            checked("PMPI_Errhandler_free", functions::PMPI_Errhandler_free(&raw mut handler))?;
            set
        }
    }

    /// A new communicator of these members; `None` where this rank is none of them.
    fn of_members(&self, handle: MPI_Comm, members: &[u32]) -> Option<Self> {
        let rank = members.iter().position(|&member| member == self.rank)?;
        Some(Self { handle, rank: rank as u32, size: members.len() as u32 })
    }

    pub(super) fn group(&self) -> Result<MpiGroup, Failure> {
        let mut group = group_null();
        // SAFETY: the output is valid.
        checked("PMPI_Comm_group", unsafe { functions::PMPI_Comm_group(self.handle, &raw mut group) })?;
        Ok(MpiGroup(group))
    }

    fn group_of(&self, members: &[u32]) -> Result<MpiGroup, Failure> {
        let all = self.group()?;
        let ranks: Vec<c_int> = members.iter().map(|&rank| rank as c_int).collect();
        let mut group = group_null();
        // SAFETY: `ranks` holds as many ranks as stated; the output is valid.
        checked("PMPI_Group_incl", unsafe {
            functions::PMPI_Group_incl(all.0, ranks.len() as c_int, ranks.as_ptr(), &raw mut group)
        })?;
        Ok(MpiGroup(group))
    }

    /// The ranks in `MPI_COMM_WORLD` of all members, in rank order; `UNDEFINED` for processes of another world.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn world_ranks(&self) -> Result<Vec<c_int>, Failure> {
        self.group()?.ranks_in(&Self::world()?.group()?)
    }

    /// Sends `bytes` from rank 0 to everybody; the others pass a buffer of the same length.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn broadcast(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        // SAFETY: the buffer is as long as stated.
        let code =
            unsafe { functions::PMPI_Bcast(bytes.as_mut_ptr().cast(), bytes.len() as c_int, byte(), 0, self.handle) };
        checked("PMPI_Bcast", code)
    }

    fn reduce_u64<const N: usize>(&self, mine: [u64; N], op: mpi_sys::MPI_Op) -> Result<[u64; N], Failure> {
        let mut all = [0; N];
        // SAFETY: both buffers hold N numbers.
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
    // SAFETY: the output is valid; the native call checks the handle.
    checked("PMPI_Comm_test_inter", unsafe { functions::PMPI_Comm_test_inter(handle, &raw mut flag) })?;
    Ok(flag != 0)
}

impl Communicator for Comm {
    type Error = Failure;

    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.size
    }

    fn allgather(&self, mine: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut all = vec![0u8; mine.len() * self.size as usize];
        let count = mine.len() as c_int;
        let (from, to) = (mine.as_ptr().cast::<c_void>(), all.as_mut_ptr().cast::<c_void>());
        // SAFETY: `mine` holds `count` bytes and `all` as many for every rank.
        let code = unsafe { functions::PMPI_Allgather(from, count, byte(), to, count, byte(), self.handle) };
        checked("PMPI_Allgather", code)?;
        Ok(all)
    }

    fn merge_all(&self, mine: Summary) -> Result<Summary, Failure> {
        let (mine, mut all) = (mine.encode(), [0u8; SUMMARY]);
        let reduction = Reduction::get()?;
        // SAFETY: both buffers hold one element of the reduction's datatype.
        let code = unsafe {
            functions::PMPI_Allreduce(
                mine.as_ptr().cast(),
                all.as_mut_ptr().cast(),
                1,
                reduction.datatype,
                reduction.op,
                self.handle,
            )
        };
        checked("PMPI_Allreduce", code)?;
        Summary::decode(&all).ok_or(Failure { call: "PMPI_Allreduce", code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    fn sum(&self, mine: u64) -> Result<u64, Failure> {
        self.reduce_u64([mine], sum()).map(|[all]| all)
    }

    fn sum_before(&self, mine: u64) -> Result<u64, Failure> {
        let mut before = 0u64;
        // SAFETY: both buffers hold one number.
        let code = unsafe {
            functions::PMPI_Exscan((&raw const mine).cast(), (&raw mut before).cast(), 1, uint64(), sum(), self.handle)
        };
        checked("PMPI_Exscan", code)?;
        // The standard leaves the buffer of rank 0 undefined.
        Ok(if self.rank == 0 { 0 } else { before })
    }

    fn all_equal(&self, mine: u64) -> Result<bool, Failure> {
        self.reduce_u64([mine, !mine], min()).map(|smallest| smallest == [mine, !mine])
    }

    fn what_first_says(&self, mine: u64) -> Result<u64, Failure> {
        let mut bytes = mine.to_le_bytes();
        self.broadcast(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn create(&self, members: &[u32]) -> Result<Option<Self>, Failure> {
        let group = self.group_of(members)?;
        let mut new = comm_null();
        // Not PMPI_Comm_create_group: Open MPI's copies attributes, the program's and ours, and the topology.
        // SAFETY: the output is valid; all ranks of the communicator call this, with disjoint groups (MPI 2.2 §6.4.2).
        checked("PMPI_Comm_create", unsafe { functions::PMPI_Comm_create(self.handle, group.0, &raw mut new) })?;
        if BUILT_FOR != Family::OpenMpi {
            self.hand_down_error_handler(new)?;
        }
        Ok(self.of_members(new, members))
    }

    fn create_alone(&self) -> Result<Self, Failure> {
        let new = alone::create()?;
        self.hand_down_error_handler(new.handle)?;
        Ok(new)
    }

    fn split(&self, colour: Option<u32>, key: i32) -> Result<Option<Self>, Failure> {
        let colour = colour.map_or(UNDEFINED, |colour| colour as c_int);
        let mut new = comm_null();
        // SAFETY: the output is valid.
        checked("PMPI_Comm_split", unsafe { functions::PMPI_Comm_split(self.handle, colour, key, &raw mut new) })?;
        Self::from_output(new)
    }

    fn free(self) {
        let mut handle = self.handle;
        // SAFETY: the handle is valid and not used afterwards. Nothing more can be done where this fails.
        let _ = unsafe { functions::PMPI_Comm_free(ptr::addr_of_mut!(handle)) };
    }
}

/// A native group, freed when it goes.
pub(super) struct MpiGroup(MPI_Group);

impl MpiGroup {
    /// Takes over a group that a native call has made.
    pub(super) fn owned(group: MPI_Group) -> Self {
        Self(group)
    }

    /// The ranks of all members in another group, in rank order; `UNDEFINED` for those that are not in it.
    pub(super) fn ranks_in(&self, other: &Self) -> Result<Vec<c_int>, Failure> {
        let mut size = 0;
        // SAFETY: the output is valid.
        checked("PMPI_Group_size", unsafe { functions::PMPI_Group_size(self.0, &raw mut size) })?;
        let ranks: Vec<c_int> = (0..size).collect();
        let mut translated = vec![UNDEFINED; ranks.len()];
        // SAFETY: both arrays hold as many ranks as stated.
        let code = unsafe {
            functions::PMPI_Group_translate_ranks(self.0, size, ranks.as_ptr(), other.0, translated.as_mut_ptr())
        };
        checked("PMPI_Group_translate_ranks", code)?;
        Ok(translated)
    }
}

impl Drop for MpiGroup {
    fn drop(&mut self) {
        // SAFETY: the group is owned by this value. MPI_GROUP_EMPTY may be freed as well (MPI 3.1 §6.3.2).
        let _ = unsafe { functions::PMPI_Group_free(&raw mut self.0) };
    }
}
