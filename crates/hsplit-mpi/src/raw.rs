// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPI functions that the program would call without this library, for arguments of any MPI. Intercepted calls that
//! are not changed are passed to them, so that a tool loaded after this library sees the same calls as without it.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::num::TryFromIntError;

use super::handle::number;
use super::symbol::{Optional, Typed};

/// A handle as a program passes it, as wide as the widest handle of any MPI.
///
/// A library preloaded into the program of another MPI gets that MPI's handles, which must reach the native call
/// unchanged. Therefore an intercepted call takes the whole register, and reads its own MPI's part of it only later.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct RawHandle(usize);

impl RawHandle {
    /// A handle of the MPI that this library was built for.
    pub fn of<T: Copy>(handle: T) -> Self {
        Self(number(handle))
    }

    /// The register as a handle of the MPI that this library was built for.
    ///
    /// # Safety
    /// `T` is that MPI's handle type.
    #[inline]
    pub unsafe fn get<T: Copy>(self) -> T {
        const { assert!(size_of::<T>() <= size_of::<usize>() && cfg!(target_endian = "little")) };
        // SAFETY: `T` is no wider than the register, and its bytes are the low ones: the assertion above says both.
        unsafe { std::mem::transmute_copy(&self.0) }
    }
}

/// `MPI_Count`, of 64 bits in every MPI that has it in its calls.
pub type Count = i64;

/// The functions, which hsplit-generate writes from its table of MPI's functions.
///
/// Every `unsafe` there has the same reasons. The function of a name takes these parameters under every MPI, except for
/// the width of a handle: every ABI that Rust and MPI share passes a narrow argument in a whole register or stack slot.
/// The contract of each is that the arguments are unchanged arguments of a call that the program makes of this
/// function.
#[allow(
    missing_docs,
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    clippy::undocumented_unsafe_blocks,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    pub mod functions;
}

pub use generated::functions::*;

/// A function for large counts (MPI 4.0), which not every MPI has.
struct Large<F> {
    symbol: Optional,
    function: PhantomData<F>,
}

impl<F: Copy> Large<F> {
    const fn new(name: &'static CStr) -> Self {
        Self { symbol: Optional::next_of_the_mpi(name), function: PhantomData }
    }

    /// The function, if there is one.
    ///
    /// # Safety
    /// The function of this name has the type `F`.
    #[inline]
    unsafe fn function(&self) -> Option<F> {
        // SAFETY: the function of this name has the type `F`, by this function's contract.
        unsafe { self.symbol.get() }
    }
}

/// Makes the native call for small counts in place of the one for large counts, which the MPI lacks: a program may find
/// this library's by name nevertheless. Possible if each count fits into an int.
pub fn narrowed(small: impl FnOnce() -> Result<c_int, TryFromIntError>) -> c_int {
    small().unwrap_or(too_large())
}

/// An array of large counts cannot be narrowed.
pub const fn too_large() -> c_int {
    mpi_sys::MPI_ERR_COUNT as c_int
}
