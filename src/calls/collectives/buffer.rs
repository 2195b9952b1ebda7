// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's buffers: as they come in with a call, and how they lie in memory once that matters.

use std::ffi::{c_int, c_void};

use mpi_sys::MPI_Datatype;

use crate::pmpi::Failure;
use crate::pmpi::constants::{datatype_null, in_place};
use crate::pmpi::datatype::{self, Layout};
use crate::pmpi::raw::Count;

/// A buffer of the program's, and what is in it.
#[derive(Clone, Copy)]
pub struct Data {
    /// Where it is; `MPI_IN_PLACE` where the standard allows that.
    pub buffer: *mut c_void,
    /// How many elements.
    pub count: Count,
    /// Of what.
    pub datatype: MPI_Datatype,
}

impl Data {
    /// Whether there is `MPI_IN_PLACE` instead of a buffer.
    pub fn is_in_place(&self) -> bool {
        self.buffer == in_place()
    }

    /// The bytes of data, where the native MPI has nothing to say against them.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn bytes(&self) -> Result<Option<usize>, Failure> {
        let probed = c_int::try_from(self.count.min(c_int::MAX.into())).unwrap_or(-1);
        if probed < 0
            || self.datatype.0 == datatype_null().0
            || self.is_in_place()
            || !datatype::is_data(self.buffer, probed, self.datatype)?
        {
            return Ok(None);
        }
        let bytes = datatype::size(self.datatype)?.checked_mul(self.count as usize);
        Ok(bytes.filter(|bytes| *bytes <= c_int::MAX as usize))
    }
}

/// A buffer whose layout is known.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// How its elements lie.
    pub layout: Layout,
    /// Where it is.
    pub address: *mut u8,
    /// How many elements.
    pub count: usize,
}

impl Buffer {
    /// A buffer that a call has nothing to complain of.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn of(data: Data) -> Result<Self, Failure> {
        Ok(Self::with(Layout::of(data.datatype)?, data))
    }

    /// Another one, which will mostly have the same datatype.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn beside(&self, data: Data) -> Result<Self, Failure> {
        let is_same = data.datatype.0 == self.layout.datatype.0;
        if is_same { Ok(Self::with(self.layout, data)) } else { Self::of(data) }
    }

    fn with(layout: Layout, data: Data) -> Self {
        // More elements than an int can count are none of data: the call would have been the native one's.
        Self {
            layout,
            address: data.buffer.cast(),
            count: c_int::try_from(data.count).map_or(0, |count| count as usize),
        }
    }

    /// The bytes of data in it.
    pub fn bytes(&self) -> usize {
        self.layout.size * self.count
    }

    /// The one that begins so many times its elements behind this one, with as many.
    pub fn behind(&self, times: u32) -> Self {
        Self {
            address: self.address.wrapping_offset(times as isize * self.count as isize * self.layout.extent),
            ..*self
        }
    }

    /// Writes its data one byte after the other.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// It is the program's, and `to` has room for its data.
    pub unsafe fn pack(&self, to: *mut u8) -> Result<(), Failure> {
        // SAFETY: the caller's promise.
        unsafe { self.layout.pack(self.address, self.count, to) }
    }

    /// Takes such data.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// It is the program's, and `from` has its data.
    pub unsafe fn unpack(&self, from: *const u8) -> Result<(), Failure> {
        // SAFETY: the caller's promise.
        unsafe { self.layout.unpack(from, self.address, self.count) }
    }
}
