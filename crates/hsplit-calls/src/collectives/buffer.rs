// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's buffers: as arguments of a call, and with their memory layout.

use std::ffi::{c_int, c_void};

use mpi_sys::MPI_Datatype;

use hsplit_mpi::Failure;
use hsplit_mpi::constants::{datatype_null, in_place};
use hsplit_mpi::datatype::{self, Layout};
use hsplit_mpi::probe;
use hsplit_mpi::raw::Count;

/// A buffer of the program, and its contents.
///
/// It is an argument of the active call: the program keeps the buffer until the call returns, and it contains `count`
/// elements of `datatype`, or has the capacity for them (the program's contract, `capi`). [`Self::bytes`] excludes
/// buffers that the native MPI rejects before any code here uses the buffer.
#[derive(Clone, Copy)]
pub struct Data {
    /// Its address; `MPI_IN_PLACE` if the standard allows that.
    pub buffer: *mut c_void,
    /// The number of elements.
    pub count: Count,
    /// Their datatype.
    pub datatype: MPI_Datatype,
}

/// Data as arguments of a call.
pub fn data(buffer: *mut c_void, count: Count, datatype: MPI_Datatype) -> Data {
    Data { buffer, count, datatype }
}

impl Data {
    /// True if the program passes `MPI_IN_PLACE` instead of a buffer.
    pub fn is_in_place(&self) -> bool {
        self.buffer == in_place()
    }

    /// Returns the bytes of data, which ranks may count in different elements; `None` if the native MPI rejects the
    /// buffer.
    ///
    /// # Errors
    /// A native call fails.
    pub fn bytes(&self) -> Result<Option<u64>, Failure> {
        // Elements of a predefined datatype that MPI has accepted before.
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

    /// True if it has as many elements of the same datatype as the other one.
    pub fn is_like(&self, other: &Self) -> bool {
        self.count == other.count && self.datatype.0 == other.datatype.0
    }
}

/// A [`Data`] whose layout is known.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// The layout of its elements.
    pub layout: Layout,
    /// Its address.
    pub address: *mut u8,
    /// The number of elements.
    pub count: usize,
}

impl Buffer {
    /// A buffer without elements.
    pub fn nothing() -> Self {
        Self { layout: Layout::bytes(), address: std::ptr::null_mut(), count: 0 }
    }

    /// Creates a buffer that the native MPI accepts.
    ///
    /// # Errors
    /// A native call fails.
    #[inline]
    pub fn of(data: Data) -> Result<Self, Failure> {
        Ok(Self::with(Layout::of(data.datatype)?, data))
    }

    /// Creates another buffer, which usually has the datatype of this one.
    ///
    /// # Errors
    /// A native call fails.
    pub fn beside(&self, data: Data) -> Result<Self, Failure> {
        let is_same = data.datatype.0 == self.layout.datatype.0;
        if is_same { Ok(Self::with(self.layout, data)) } else { Self::of(data) }
    }

    #[inline]
    fn with(layout: Layout, data: Data) -> Self {
        Self { layout, address: data.buffer.cast(), count: usize::try_from(data.count).unwrap_or(0) }
    }

    /// Returns the bytes of data.
    pub fn bytes(&self) -> usize {
        self.layout.size.saturating_mul(self.count)
    }

    /// Returns the buffer of equal length that begins `times` lengths of this one after its beginning.
    pub fn behind(&self, times: u32) -> Self {
        Self {
            address: self.address.wrapping_offset(times as isize * self.count as isize * self.layout.extent),
            ..*self
        }
    }

    /// Returns the buffer that begins this many bytes after its beginning.
    pub fn moved(&self, bytes: isize) -> Self {
        Self { address: self.address.wrapping_offset(bytes), ..*self }
    }

    /// Returns its first elements, with at most `bytes` bytes of data.
    pub fn up_to(&self, bytes: usize) -> Self {
        Self { count: self.count.min(bytes.checked_div(self.layout.size).unwrap_or(0)), ..*self }
    }

    /// Packs its data contiguously into `to`.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// It is the program's, and `to` has the capacity for its data.
    pub unsafe fn pack(&self, to: *mut u8) -> Result<(), Failure> {
        // SAFETY: `address` and `count` are the program's buffer, and `to` has the capacity for `bytes()` bytes, by
        // this function's contract.
        unsafe { self.layout.pack(self.address, self.count, to) }
    }

    /// Unpacks contiguous data into it.
    ///
    /// # Errors
    /// A native call fails.
    ///
    /// # Safety
    /// It is the program's, and `from` has its data.
    pub unsafe fn unpack(&self, from: *const u8) -> Result<(), Failure> {
        // SAFETY: `address` and `count` are the program's buffer, and `from` has `bytes()` bytes, by this function's
        // contract.
        unsafe { self.layout.unpack(from, self.address, self.count) }
    }
}
