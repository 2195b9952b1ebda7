// SPDX-License-Identifier: MIT OR Apache-2.0
//! Blocks of different lengths in one buffer, described by a program's arrays.

use std::ffi::c_void;

use mpi_sys::MPI_Datatype;

use super::Data;
use super::buffer::Buffer;
use hsplit_mpi::arrays::{Counts, Datatypes, Displacements};
use hsplit_mpi::constants::{byte, datatype_null};
use hsplit_mpi::datatype::bytes_passed;
use hsplit_mpi::raw::Count;
use hsplit_mpi::{Failure, probe};

/// The blocks of a rank as a program describes them, one for each rank, or one for each neighbour.
///
/// They are arguments of the active call. The arrays have an element for each rank or neighbour, and the buffer has all
/// elements, or the capacity for them (the program's contract, `capi`).
#[derive(Clone, Copy)]
pub struct Blocks {
    /// The origin of displacements; `MPI_IN_PLACE` if the standard allows that.
    pub buffer: *mut c_void,
    /// The number of elements of each block.
    pub counts: Counts,
    /// The displacement of each block.
    pub displacements: Displacements,
    /// Their datatypes.
    pub types: Types,
}

/// The datatypes of blocks.
#[derive(Clone, Copy)]
pub enum Types {
    /// One datatype for all. Displacements are in its extents.
    One(MPI_Datatype),
    /// A datatype for each. Displacements are in bytes.
    Each(Datatypes),
}

/// Blocks of one datatype, as arguments of a call.
pub fn blocks(buffer: *mut c_void, counts: Counts, displacements: Displacements, datatype: MPI_Datatype) -> Blocks {
    Blocks { buffer, counts, displacements, types: Types::One(datatype) }
}

/// Blocks with a datatype each, as arguments of a call.
pub fn each(buffer: *mut c_void, counts: Counts, displacements: Displacements, datatypes: Datatypes) -> Blocks {
    Blocks { buffer, counts, displacements, types: Types::Each(datatypes) }
}

impl Types {
    /// Returns the datatype of one block.
    ///
    /// # Safety
    /// There is a block for this rank.
    unsafe fn of(self, rank: u32) -> MPI_Datatype {
        match self {
            Self::One(datatype) => datatype,
            // SAFETY: there is a block for this rank, so the program's array has an element for it.
            Self::Each(datatypes) => unsafe { datatypes.get(rank as usize) },
        }
    }

    fn is_null(self) -> bool {
        match self {
            Self::One(datatype) => datatype.0 == datatype_null().0,
            Self::Each(datatypes) => datatypes.is_null(),
        }
    }
}

impl Blocks {
    /// True if the program passes `MPI_IN_PLACE` instead of a buffer.
    pub fn is_in_place(&self) -> bool {
        self.data(0, byte()).is_in_place()
    }

    fn data(&self, count: Count, datatype: MPI_Datatype) -> Data {
        Data { buffer: self.buffer, count, datatype }
    }

    /// Returns the block for, or from, a rank, as if its displacement were 0.
    pub fn block(&self, rank: u32) -> Data {
        // SAFETY: the arrays have an element for each rank, by the contract of `Blocks`, and `is_taken` has found that
        // they are not NULL.
        unsafe { self.data(self.counts.get(rank as usize), self.types.of(rank)) }
    }

    /// Returns the displacement of a rank's block, in the units of displacements.
    fn displacement(&self, rank: u32) -> isize {
        // SAFETY: the array has an element for each rank, by the contract of `Blocks`, and `is_taken` has found that it
        // is not NULL.
        unsafe { self.displacements.get(rank as usize) }
    }

    /// Returns the block for, or from, a rank, as the native MPI checks it. With `MPI_BOTTOM`, which is NULL in some
    /// MPIs, the address of a block is its displacement; only a block with displacement 0 is at NULL.
    fn looked_at(&self, rank: u32) -> Data {
        static SOMEWHERE: u8 = 0;
        let block = self.block(rank);
        if !block.buffer.is_null() || self.displacement(rank) == 0 {
            return block;
        }
        Data { buffer: (&raw const SOMEWHERE).cast_mut().cast(), ..block }
    }

    /// Returns the bytes of all blocks, whose arguments the native MPI accepts ([`Self::is_taken`]).
    pub fn bytes(&self, ranks: u32) -> u64 {
        let blocks = (0..ranks).map(|rank| self.block(rank));
        blocks.map(|block| bytes_passed(block.count, block.datatype)).fold(0, u64::saturating_add)
    }

    /// True if the native call rejects a rank's own share because it is already at its place in the whole. (MPICH
    /// compares the address with as many bytes of data as the displacement has elements, regardless of their extent.)
    ///
    /// # Errors
    /// A native call fails.
    pub fn is_refused_beside(&self, own: &Data, rank: u32) -> Result<bool, Failure> {
        let share = self.block(rank);
        let size = bytes_passed(1, share.datatype) as isize;
        let place = self.buffer.wrapping_byte_offset(self.displacement(rank).wrapping_mul(size));
        if !own.is_like(&share) || own.count == 0 || own.buffer != place {
            return Ok(false);
        }
        // SAFETY: the share is not empty, so the buffer holds an element. It is inside the whole. At the root of a
        // gather, and in an allgather, the program lets MPI write there; the whole of a scatter is only copied onto
        // itself.
        Ok(!unsafe { probe::takes_share_in_whole(own.buffer, own.datatype)? })
    }

    /// True if the native MPI accepts the arguments.
    ///
    /// # Errors
    /// A native call fails.
    pub fn is_taken(&self, ranks: u32) -> Result<bool, Failure> {
        if self.counts.is_null() || self.displacements.is_null() || self.types.is_null() {
            return Ok(false);
        }
        let blocks = || (0..ranks).map(|rank| self.looked_at(rank));
        if blocks().any(|block| block.count < 0) {
            return Ok(false);
        }
        if let Types::One(datatype) = self.types {
            let longest =
                |is_null| blocks().filter(|block| block.buffer.is_null() == is_null).max_by_key(|block| block.count);
            let of_no_rank = (ranks == 0).then(|| self.data(0, datatype));
            for block in [longest(true), longest(false), of_no_rank].into_iter().flatten() {
                if block.bytes()?.is_none() {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        for block in blocks() {
            let is_null = block.datatype.0 == datatype_null().0;
            let is_taken = match block.count {
                0 if is_null => probe::takes_no_elements(block.datatype)?,
                _ => block.bytes()?.is_some(),
            };
            if !is_taken {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the blocks, with their addresses and layouts.
    ///
    /// # Errors
    /// A native call fails.
    pub fn list(&self, ranks: u32) -> Result<Vec<Buffer>, Failure> {
        let mut list: Vec<Buffer> = Vec::with_capacity(ranks as usize);
        for rank in 0..ranks {
            // Without elements, the datatype may be null.
            let block = match self.block(rank) {
                Data { count: 0, .. } => self.data(0, list.last().map_or(byte(), |last| last.layout.datatype)),
                block => block,
            };
            let block = list.last().map_or_else(|| Buffer::of(block), |last| last.beside(block))?;
            let unit = if matches!(self.types, Types::One(_)) { block.layout.extent } else { 1 };
            list.push(block.moved(self.displacement(rank).wrapping_mul(unit)));
        }
        Ok(list)
    }
}
