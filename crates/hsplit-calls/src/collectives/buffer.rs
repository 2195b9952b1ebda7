// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's buffers: as they come in with a call, and how they lie in memory once that matters.

use std::ffi::{c_int, c_void};

use mpi_sys::MPI_Datatype;

use hsplit_mpi::Failure;
use hsplit_mpi::constants::{datatype_null, in_place};
use hsplit_mpi::datatype::{self, Layout};
use hsplit_mpi::probe;
use hsplit_mpi::raw::Count;

/// A buffer of the program's, and what is in it.
///
/// It comes from the arguments of the call that runs: the program keeps the buffer until the call returns, and what is
/// in it is `count` elements of `datatype`, or room for them (the program's contract, `capi`). [`Self::bytes`] sorts
/// out what the native MPI refuses before anything here touches the buffer.
#[derive(Clone, Copy)]
pub struct Data {
    /// Where it is; `MPI_IN_PLACE` where the standard allows that.
    pub buffer: *mut c_void,
    /// How many elements.
    pub count: Count,
    /// Of what.
    pub datatype: MPI_Datatype,
}

/// Data as a call passes it.
pub fn data(buffer: *mut c_void, count: Count, datatype: MPI_Datatype) -> Data {
    Data { buffer, count, datatype }
}

impl Data {
    /// Whether the program passes `MPI_IN_PLACE` instead of a buffer.
    pub fn is_in_place(&self) -> bool {
        self.buffer == in_place()
    }

    /// The bytes of data, which ranks may count in different elements; `None` where the native MPI refuses the buffer.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn bytes(&self) -> Result<Option<u64>, Failure> {
        // Elements of a datatype that MPI has from the start, and has taken before.
        let is_data = !self.buffer.is_null() && !self.is_in_place();
        let layout = if is_data { Layout::known(self.datatype) } else { None };
        if let (Ok(count @ 1..), Some(layout)) = (u64::try_from(self.count), layout) {
            return Ok(Some(count.saturating_mul(layout.size as u64)));
        }
        let probed = c_int::try_from(self.count.min(c_int::MAX.into())).unwrap_or(-1);
        if probed < 0
            || self.datatype.0 == datatype_null().0
            || self.is_in_place()
            || !probe::takes_data(self.buffer, probed, self.datatype)?
        {
            return Ok(None);
        }
        datatype::bytes(self.count, self.datatype).map(Some)
    }

    /// Whether it has as many elements of the same datatype as the other one.
    pub fn is_like(&self, other: &Self) -> bool {
        self.count == other.count && self.datatype.0 == other.datatype.0
    }
}

/// A [`Data`] whose layout is known.
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
    /// A buffer without elements.
    pub fn nothing() -> Self {
        Self { layout: Layout::bytes(), address: std::ptr::null_mut(), count: 0 }
    }

    /// A buffer that the native MPI takes.
    ///
    /// # Errors
    /// What the native MPI reports.
    #[inline]
    pub fn of(data: Data) -> Result<Self, Failure> {
        Ok(Self::with(Layout::of(data.datatype)?, data))
    }

    /// Another buffer, which mostly has the datatype of this one.
    ///
    /// # Errors
    /// What the native MPI reports.
    pub fn beside(&self, data: Data) -> Result<Self, Failure> {
        let is_same = data.datatype.0 == self.layout.datatype.0;
        if is_same { Ok(Self::with(self.layout, data)) } else { Self::of(data) }
    }

    #[inline]
    fn with(layout: Layout, data: Data) -> Self {
        Self { layout, address: data.buffer.cast(), count: usize::try_from(data.count).unwrap_or(0) }
    }

    /// The bytes of data in it.
    pub fn bytes(&self) -> usize {
        self.layout.size.saturating_mul(self.count)
    }

    /// The buffer of equal length that begins `times` times the length of this one behind its start.
    pub fn behind(&self, times: u32) -> Self {
        Self {
            address: self.address.wrapping_offset(times as isize * self.count as isize * self.layout.extent),
            ..*self
        }
    }

    /// The buffer that begins this many bytes behind its start.
    pub fn moved(&self, bytes: isize) -> Self {
        Self { address: self.address.wrapping_offset(bytes), ..*self }
    }

    /// Its first elements, as many as `bytes` bytes of data fill.
    pub fn up_to(&self, bytes: usize) -> Self {
        Self { count: self.count.min(bytes.checked_div(self.layout.size).unwrap_or(0)), ..*self }
    }

    /// Writes its data one byte after the other.
    ///
    /// # Errors
    /// What the native MPI reports.
    ///
    /// # Safety
    /// It is the program's, and `to` has room for its data.
    pub unsafe fn pack(&self, to: *mut u8) -> Result<(), Failure> {
        // SAFETY: `address` and `count` are the program's buffer, by this function's contract; `to` has room for
        // `bytes()` bytes, by that contract too.
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
        // SAFETY: `address` and `count` are the program's buffer, by this function's contract; `from` has `bytes()`
        // bytes, by that contract too.
        unsafe { self.layout.unpack(from, self.address, self.count) }
    }
}
