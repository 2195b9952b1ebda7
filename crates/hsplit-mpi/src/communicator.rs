// SPDX-License-Identifier: MIT OR Apache-2.0
//! Implements the core's `Communicator` for a native communicator.

use std::ffi::{c_int, c_void};

use super::constants::{UNDEFINED, byte, comm_null, min, sum, uint64};
use super::native::{BUILT_FOR, Family};
use super::reduction::Reduction;
use super::{Comm, Failure, OwnedComm, alone, checked, functions};
use hsplit_core::communicator::Communicator;
use hsplit_core::exchange::{SUMMARY, Summary};

impl Communicator for Comm {
    type Error = Failure;
    type Owned = OwnedComm;

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
        self.meet(|| {
            // SAFETY: the handle is valid by the invariant of `Comm`. `mine` holds `count` bytes, and `all` was made
            // with `count` bytes for each of `size` ranks.
            let code = unsafe { functions::PMPI_Allgather(from, count, byte(), to, count, byte(), self.handle()) };
            checked("PMPI_Allgather", code)
        })?;
        Ok(all)
    }

    fn merge_all(&self, mine: Summary) -> Result<Summary, Failure> {
        let (mine, mut all) = (mine.encode(), [0u8; SUMMARY]);
        let reduction = Reduction::get()?;
        let (from, to) = (mine.as_ptr().cast(), all.as_mut_ptr().cast());
        self.meet(|| {
            // SAFETY: the handle is valid by the invariant of `Comm`. `mine` and `all` are SUMMARY bytes long, the size
            // of one element of the reduction's datatype.
            let code =
                unsafe { functions::PMPI_Allreduce(from, to, 1, reduction.datatype, reduction.op, self.handle()) };
            checked("PMPI_Allreduce", code)
        })?;
        Summary::decode(&all).ok_or(Failure { call: "PMPI_Allreduce", code: mpi_sys::MPI_ERR_INTERN as c_int })
    }

    fn sum(&self, mine: u64) -> Result<u64, Failure> {
        self.reduce_u64([mine], sum()).map(|[all]| all)
    }

    fn sum_before(&self, mine: u64) -> Result<u64, Failure> {
        let mut before = 0u64;
        // SAFETY: the handle is valid by the invariant of `Comm`. `mine` and `before` are one 64-bit number each.
        let code = unsafe {
            functions::PMPI_Exscan(
                (&raw const mine).cast(),
                (&raw mut before).cast(),
                1,
                uint64(),
                sum(),
                self.handle(),
            )
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

    fn create(&self, members: &[u32]) -> Result<Option<OwnedComm>, Failure> {
        let Some(new) = self.create_of(&self.group()?.of_ranks(members)?)? else { return Ok(None) };
        if BUILT_FOR != Family::OpenMpi {
            self.hand_down_error_handler(&new)?;
        }
        Ok(Some(new))
    }

    fn create_alone(&self) -> Result<OwnedComm, Failure> {
        let new = alone::create()?;
        self.hand_down_error_handler(&new)?;
        Ok(new)
    }

    fn split(&self, colour: Option<u32>, key: i32) -> Result<Option<OwnedComm>, Failure> {
        let colour = colour.map_or(UNDEFINED, |colour| colour as c_int);
        let mut new = comm_null();
        // SAFETY: the handle is valid by the invariant of `Comm`, and `new` is a local. Colours are numbers of ranks or
        // groups, so they are smaller than 2^31.
        let code = unsafe { functions::PMPI_Comm_split(self.handle(), colour, key, &raw mut new) };
        OwnedComm::of_output("PMPI_Comm_split", code, new)
    }
}
