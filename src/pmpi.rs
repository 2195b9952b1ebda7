// SPDX-License-Identifier: MIT OR Apache-2.0
//! The native MPI underneath: the only place that calls `PMPI_*`.
//!
//! Always the `PMPI_` names: an `MPI_` call from here would come back to us. Every call goes through [`checked`], so that
//! an error names the function that failed.

use std::ffi::c_int;

pub mod attribute;
pub mod comm;
pub mod constants;
pub mod fortran;
pub mod functions;
pub mod gather;
pub mod info;
pub mod native;
pub mod optional;
pub mod patient;
pub mod raise;
pub mod reduction;
pub mod symbol;

pub use comm::Comm;

use symbol::Symbol;

/// A native call that failed. Its error handler has already been told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{call} failed with error code {code}")]
pub struct Failure {
    /// The C name of the function.
    pub call: &'static str,
    /// What it returned.
    pub code: c_int,
}

/// Turns a native return code into a result.
pub(crate) fn checked(call: &'static str, code: c_int) -> Result<(), Failure> {
    if code == constants::SUCCESS { Ok(()) } else { Err(Failure { call, code }) }
}

/// Whether MPI calls are possible: after `MPI_Init` (or `MPI_Session_init`) and before `MPI_Finalize`.
pub fn is_usable() -> bool {
    let (mut initialized, mut finalized) = (0, 0);
    // SAFETY: both may be called at any time, and write one int each.
    unsafe {
        functions::PMPI_Initialized(&raw mut initialized);
        functions::PMPI_Finalized(&raw mut finalized);
    }
    initialized != 0 && finalized == 0
}

/// A handle as it comes in from a program: as wide as the widest that any MPI has.
///
/// A library preloaded into the program of another MPI gets that MPI's handles. They must reach the native call unharmed,
/// so an intercepted call takes all of a register and looks at its own MPI's part of it only afterwards.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct RawHandle(usize);

impl RawHandle {
    /// The register as a handle of the MPI that this library was built for.
    ///
    /// # Safety
    /// `T` is that MPI's handle type.
    pub unsafe fn get<T: Copy>(self) -> T {
        const { assert!(size_of::<T>() <= size_of::<usize>() && cfg!(target_endian = "little")) };
        // SAFETY: `T` is no wider than the register, and its bytes are the low ones.
        unsafe { std::mem::transmute_copy(&self.0) }
    }
}

/// `MPI_Comm_split_type` as any MPI has it.
pub type RawSplitType = unsafe extern "C" fn(RawHandle, c_int, c_int, RawHandle, *mut std::ffi::c_void) -> c_int;

/// The native `PMPI_Comm_split_type`, for arguments of whatever MPI is loaded.
pub fn raw_split_type() -> RawSplitType {
    static SYMBOL: Symbol = Symbol::new(c"PMPI_Comm_split_type");
    // SAFETY: narrow arguments are passed in whole registers by every ABI that Rust and MPI share.
    unsafe { std::mem::transmute::<*mut std::ffi::c_void, RawSplitType>(SYMBOL.function()) }
}
