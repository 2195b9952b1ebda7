// SPDX-License-Identifier: MIT OR Apache-2.0
//! The native functions of a call by their Fortran names.

use std::ffi::CStr;
use std::marker::PhantomData;
use std::sync::Once;

use hsplit_calls::active;
use hsplit_calls::function_id::FunctionId;
use hsplit_calls::inside::InFortran;
use hsplit_mpi::fortran::{Fint, has_tool};
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

/// For the call of the next function, if that may be a tool's.
pub fn before_a_tool(function: impl FnOnce() -> FunctionId) -> Option<InFortran> {
    static IS_SET: Once = Once::new();
    if !IS_SET.is_completed() {
        IS_SET.call_once(|| {
            if has_tool() {
                active::add(active::TOOL_IN_FORTRAN);
            }
        });
    }
    (active::known(active::TOOL_IN_FORTRAN) != 0).then(|| InFortran::enter(function()))
}
