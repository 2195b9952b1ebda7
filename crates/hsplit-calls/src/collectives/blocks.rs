// SPDX-License-Identifier: MIT OR Apache-2.0
//! Blocks of different lengths in one buffer, as programs describe them: by arrays.

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
/// They come from the arguments of the call that runs. The arrays have an element for each rank or neighbour, and the
/// buffer has all elements, or room for them (the program's contract, `capi`).
#[derive(Clone, Copy)]
pub struct Blocks {
    /// Where displacements begin; `MPI_IN_PLACE` where the standard allows that.
    pub buffer: *mut c_void,
    /// How many elements each block has.
    pub counts: Counts,
    /// Where each begins.
    pub displacements: Displacements,
    /// Of what they are.
    pub types: Types,
}

/// The datatypes of blocks.
#[derive(Clone, Copy)]
pub enum Types {
    /// One for all. Displacements are in its extents.
    One(MPI_Datatype),
    /// One for each. Displacements are in bytes.
    Each(Datatypes),
}

/// Blocks of one datatype as a call passes them.
pub fn blocks(buffer: *mut c_void, counts: Counts, displacements: Displacements, datatype: MPI_Datatype) -> Blocks {
    Blocks { buffer, counts, displacements, types: Types::One(datatype) }
}

/// Blocks of a datatype each as a call passes them.
pub fn each(buffer: *mut c_void, counts: Counts, displacements: Displacements, datatypes: Datatypes) -> Blocks {
    Blocks { buffer, counts, displacements, types: Types::Each(datatypes) }
}

impl Types {
    /// That of one block.
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
    /// Whether the program passes `MPI_IN_PLACE` instead of a buffer.
    pub fn is_in_place(&self) -> bool {
        self.data(0, byte()).is_in_place()
    }

    fn data(&self, count: Count, datatype: MPI_Datatype) -> Data {
        Data { buffer: self.buffer, count, datatype }
    }

    /// The block for, or from, a rank, as if it began where displacements begin.
    pub fn block(&self, rank: u32) -> Data {
        // SAFETY: the arrays have an element for each rank, by the contract of `Blocks`, and `is_taken` has found that
        // they are there.
        unsafe { self.data(self.counts.get(rank as usize), self.types.of(rank)) }
    }

    /// Where the block of a rank begins, in the units of displacements.
    fn displacement(&self, rank: u32) -> isize {
        // SAFETY: the array has an element for each rank, by the contract of `Blocks`, and `is_taken` has found that it
        // is there.
        unsafe { self.displacements.get(rank as usize) }
    }

    /// The block for, or from, a rank, as the native MPI looks at it. Under `MPI_BOTTOM`, which is NULL in some MPIs, a
    /// block is where its displacement says; only one without a displacement is at NULL.
    fn looked_at(&self, rank: u32) -> Data {
        static SOMEWHERE: u8 = 0;
        let block = self.block(rank);
        if !block.buffer.is_null() || self.displacement(rank) == 0 {
            return block;
        }
        Data { buffer: (&raw const SOMEWHERE).cast_mut().cast(), ..block }
    }

    /// The bytes of all blocks, whose arguments the native MPI takes ([`Self::is_taken`]).
    pub fn bytes(&self, ranks: u32) -> u64 {
        let blocks = (0..ranks).map(|rank| self.block(rank));
        blocks.map(|block| bytes_passed(block.count, block.datatype)).fold(0, u64::saturating_add)
    }

    /// Whether the native call refuses a rank's own share because it already is at its place in the whole. (MPICH
    /// compares the address with as many bytes of data as the displacement has elements, whatever their extent.)
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn is_refused_beside(&self, own: &Data, rank: u32) -> Result<bool, Failure> {
        let share = self.block(rank);
        let size = bytes_passed(1, share.datatype) as isize;
        let place = self.buffer.wrapping_byte_offset(self.displacement(rank).wrapping_mul(size));
        if !own.is_like(&share) || own.count == 0 || own.buffer != place {
            return Ok(false);
        }
        // SAFETY: the share is not empty, so the buffer holds an element. It is inside the whole. At the root of a
        // gathering, and where all gather, the program lets MPI write there; the whole of a scattering is only copied
        // onto itself.
        Ok(!unsafe { probe::takes_share_in_whole(own.buffer, own.datatype)? })
    }

    /// Whether the native MPI takes the arguments.
    ///
    /// # Errors
    /// What the native MPI reports.
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

    /// The blocks, where they are and how they lie there.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn list(&self, ranks: u32) -> Result<Vec<Buffer>, Failure> {
        let mut list: Vec<Buffer> = Vec::with_capacity(ranks as usize);
        for rank in 0..ranks {
            // Without elements a datatype may be none.
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
