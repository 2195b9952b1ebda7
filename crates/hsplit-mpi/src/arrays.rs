// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arrays among the arguments of a call, as C and Fortran pass them.

use std::ffi::c_int;

use mpi_sys::{MPI_Aint, MPI_Datatype, MPI_Request};

use super::fortran::{Fint, datatype_of, request_of};
use super::handle::number;
use super::raw::Count;

/// Numbers of elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// As ints.
    Small(*const c_int),
    /// As `MPI_Count`.
    Large(*const Count),
}

impl Counts {
    /// True if there is no array.
    pub fn is_null(self) -> bool {
        match self {
            Self::Small(counts) => counts.is_null(),
            Self::Large(counts) => counts.is_null(),
        }
    }

    /// Returns the element at `index`.
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

/// Displacements from the beginning of a buffer.
#[derive(Clone, Copy)]
pub enum Displacements {
    /// As ints.
    Small(*const c_int),
    /// As `MPI_Aint`.
    Large(*const MPI_Aint),
}

impl Displacements {
    /// True if there is no array.
    pub fn is_null(self) -> bool {
        match self {
            Self::Small(displacements) => displacements.is_null(),
            Self::Large(displacements) => displacements.is_null(),
        }
    }

    /// Returns the element at `index`.
    ///
    /// # Safety
    /// The array has more than `index` elements.
    #[allow(clippy::unnecessary_cast, reason = "MPI_Aint is isize under one MPI and a long under another")]
    pub unsafe fn get(self, index: usize) -> isize {
        // SAFETY: the index is inside the array, by this function's contract.
        unsafe {
            match self {
                Self::Small(displacements) => *displacements.add(index) as isize,
                Self::Large(displacements) => *displacements.add(index) as isize,
            }
        }
    }
}

/// Datatypes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Datatypes {
    /// Handles of C.
    C(*const MPI_Datatype),
    /// Handles of Fortran.
    Fortran(*const Fint),
}

impl Datatypes {
    /// True if there is no array.
    pub fn is_null(self) -> bool {
        match self {
            Self::C(datatypes) => datatypes.is_null(),
            Self::Fortran(datatypes) => datatypes.is_null(),
        }
    }

    /// Returns the element at `index`.
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

/// Requests, or the address of one request.
#[derive(Clone, Copy)]
pub enum Requests {
    /// Handles of C.
    C(*const MPI_Request),
    /// Handles of Fortran.
    Fortran(*const Fint),
}

impl Requests {
    /// True if the program passes no array.
    #[inline]
    pub fn is_null(self) -> bool {
        match self {
            Self::C(requests) => requests.is_null(),
            Self::Fortran(requests) => requests.is_null(),
        }
    }

    /// Returns the C handle of a request as a number.
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
