// SPDX-License-Identifier: MIT OR Apache-2.0
//! Handles as values: a communicator's handle that is stored for the program, and any handle as a number.

use mpi_sys::MPI_Comm;

/// A stored handle, which the library neither compares nor passes to a native call here.
#[derive(Clone, Copy)]
pub struct Handle(MPI_Comm);

// SAFETY: a handle is a number, or the address of an object that is never dereferenced here.
unsafe impl Send for Handle {}
// SAFETY: the handle never changes; threads only copy it.
unsafe impl Sync for Handle {}

impl Handle {
    /// Keeps a handle.
    pub fn new(comm: MPI_Comm) -> Self {
        Self(comm)
    }

    /// The handle, valid while its communicator exists.
    pub fn get(self) -> MPI_Comm {
        self.0
    }
}

/// Returns a handle as a number.
#[inline]
pub fn number<T: Copy>(handle: T) -> usize {
    const { assert!(size_of::<T>() <= size_of::<usize>() && cfg!(target_endian = "little")) };
    let mut number = 0usize;
    // SAFETY: by the assertion above, a handle is no wider than the number. Its bytes are only compared.
    unsafe {
        std::ptr::copy_nonoverlapping((&raw const handle).cast::<u8>(), (&raw mut number).cast(), size_of::<T>())
    };
    number
}
