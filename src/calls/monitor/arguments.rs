// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arrays among the arguments of a call, as C and Fortran pass them.

use std::ffi::c_int;

use mpi_sys::{MPI_Datatype, MPI_Request};

use crate::pmpi::fortran::{Fint, datatype_of, request_of};
use crate::pmpi::raw::Count;

/// Numbers of elements.
#[derive(Clone, Copy)]
pub enum Counts {
    /// As ints.
    Small(*const c_int),
    /// As `MPI_Count`.
    #[cfg_attr(mpi_family = "openmpi", expect(dead_code, reason = "no function of Open MPI has them"))]
    Large(*const Count),
}

impl Counts {
    /// One of them.
    ///
    /// # Safety
    /// The array has more than `index` elements.
    pub unsafe fn get(self, index: usize) -> Count {
        // SAFETY: the index is inside the array, by this function's contract.
        unsafe {
            match self {
                Self::Small(counts) => Count::from(*counts.add(index)),
                Self::Large(counts) => *counts.add(index),
            }
        }
    }
}

/// Datatypes.
#[derive(Clone, Copy)]
pub enum Datatypes {
    /// Handles of C.
    C(*const MPI_Datatype),
    /// Handles of Fortran.
    #[cfg_attr(not(mpi_family = "openmpi"), expect(dead_code, reason = "the Fortran of others makes the C calls"))]
    Fortran(*const Fint),
}

impl Datatypes {
    /// One of them.
    ///
    /// # Safety
    /// The array has more than `index` elements.
    pub unsafe fn get(self, index: usize) -> MPI_Datatype {
        // SAFETY: the index is inside the array, by this function's contract.
        unsafe {
            match self {
                Self::C(datatypes) => *datatypes.add(index),
                Self::Fortran(datatypes) => datatype_of(*datatypes.add(index)),
            }
        }
    }
}

/// Requests, or the address of one.
#[derive(Clone, Copy)]
pub enum Requests {
    /// Handles of C.
    C(*const MPI_Request),
    /// Handles of Fortran.
    Fortran(*const Fint),
}

impl Requests {
    /// The number of a request's handle in C.
    ///
    /// # Safety
    /// The array has more than `index` elements.
    #[inline]
    pub unsafe fn key(self, index: usize) -> usize {
        // SAFETY: the index is inside the array, by this function's contract.
        unsafe {
            match self {
                Self::C(requests) => number(*requests.add(index)),
                Self::Fortran(requests) => number(request_of(*requests.add(index))),
            }
        }
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
