// SPDX-License-Identifier: MIT OR Apache-2.0
//! Handles as such: a communicator's that is kept to be given back to the program, and any as a number.

use mpi_sys::MPI_Comm;

/// A handle that the library stores and compares with nothing; no native call is made with it here.
#[derive(Clone, Copy)]
pub struct Handle(MPI_Comm);

// SAFETY: a handle is a number, or the address of an object that is never followed here.
unsafe impl Send for Handle {}
// SAFETY: nothing changes the handle, which threads only copy.
unsafe impl Sync for Handle {}

impl Handle {
    /// Keeps a handle.
    pub fn new(comm: MPI_Comm) -> Self {
        Self(comm)
    }

    /// The handle, which may be used as long as its communicator is there.
    pub fn get(self) -> MPI_Comm {
        self.0
    }
}

/// A handle as a number.
#[inline]
pub fn number<T: Copy>(handle: T) -> usize {
    const { assert!(size_of::<T>() <= size_of::<usize>() && cfg!(target_endian = "little")) };
    let mut number = 0usize;
    // SAFETY: the assertion above says that a handle is no wider than the number. Its bytes are compared, and nothing
    // else is done with them.
    unsafe {
        std::ptr::copy_nonoverlapping((&raw const handle).cast::<u8>(), (&raw mut number).cast(), size_of::<T>())
    };
    number
}
