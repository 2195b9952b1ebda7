// SPDX-License-Identifier: MIT OR Apache-2.0
//! The native functions of a call by their Fortran names.

use std::ffi::CStr;
use std::marker::PhantomData;

use crate::capi::again::PassedOn;
use hsplit_calls::active;
use hsplit_calls::function_id::FunctionId;
use hsplit_mpi::fortran::Fint;
use hsplit_mpi::symbol::Optional;

/// The address of data, or of an argument that is no INTEGER.
pub type Data = *mut std::ffi::c_void;
/// An INTEGER, or an array of them, that the call reads.
pub type In = *const Fint;
/// An INTEGER, or an array of them, that the call may write.
pub type Out = *mut Fint;

/// The function that the program would call under a name without this library.
pub struct Next<F> {
    pub symbol: Optional,
    pub is_f08: bool,
    kind: PhantomData<F>,
}

/// A function by the names of compilers (with one and two underscores, and in capitals) and by the name of mpi_f08.
pub type Spelled<F> = [Next<F>; 4];

/// The names.
pub const fn spelled<F: Copy>([one, two, capitals, f08]: [&'static CStr; 4]) -> Spelled<F> {
    [Next::new(one, false), Next::new(two, false), Next::new(capitals, false), Next::new(f08, true)]
}

impl<F: Copy> Next<F> {
    const fn new(name: &'static CStr, is_f08: bool) -> Self {
        Self { symbol: Optional::next(name), is_f08, kind: PhantomData }
    }
}

/// For the call of the next function, if that is a tool's.
#[inline]
pub(in crate::capi) fn before_a_tool(next: &Optional, function: impl FnOnce() -> FunctionId) -> Option<PassedOn> {
    if !next.is_of_a_tool() {
        return None;
    }
    if active::known(active::TOOL_IN_FORTRAN) == 0 {
        active::add(active::TOOL_IN_FORTRAN);
    }
    Some(PassedOn::begin(function()))
}
