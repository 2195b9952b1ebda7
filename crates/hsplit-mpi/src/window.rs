// SPDX-License-Identifier: MIT OR Apache-2.0
//! A mark on a window, as an MPI attribute: the address of something that lives for ever, and a call when the window is
//! freed.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

use mpi_sys::MPI_Win;

use super::{Failure, checked, functions};

/// No keyval, as in `attribute`.
const NONE: c_int = c_int::MIN;

static KEYVAL: AtomicI32 = AtomicI32::new(NONE);
static MAKING: Mutex<()> = Mutex::new(());

/// A kind of mark.
pub trait Mark: Sized + Sync + 'static {
    /// Called when a window with a mark is freed.
    fn gone();
}

fn keyval<T: Mark>() -> Result<c_int, Failure> {
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut keyval = KEYVAL.load(Ordering::Acquire);
    if keyval == NONE {
        // SAFETY: `copy` and `delete` have the types of MPI's callbacks, which the compiler compares with `mpi_sys`.
        // `keyval` is a local.
        let code = unsafe {
            functions::PMPI_Win_create_keyval(Some(copy), Some(delete::<T>), &raw mut keyval, ptr::null_mut())
        };
        checked("PMPI_Win_create_keyval", code)?;
        KEYVAL.store(keyval, Ordering::Release);
    }
    Ok(keyval)
}

/// The mark on a window, which is made where there is none.
///
/// # Errors
/// What the native MPI says of the handle, and what fails in `make`.
pub fn marked<T: Mark>(
    win: MPI_Win,
    make: impl FnOnce() -> Result<&'static T, Failure>,
) -> Result<&'static T, Failure> {
    let keyval = keyval::<T>()?;
    let (mut mark, mut found): (*const T, c_int) = (ptr::null(), 0);
    // SAFETY: the program's call holds the window; `mark` and `found` are locals, and an attribute is a pointer.
    let code = unsafe { functions::PMPI_Win_get_attr(win, keyval, (&raw mut mark).cast(), &raw mut found) };
    checked("PMPI_Win_get_attr", code)?;
    if found != 0 {
        // SAFETY: under this keyval values of one type alone are set, below, and these live for ever.
        return Ok(unsafe { &*mark });
    }
    let made = make()?;
    let value: *const T = made;
    // SAFETY: the program's call holds the window. The value outlives it.
    let code = unsafe { functions::PMPI_Win_set_attr(win, keyval, value.cast_mut().cast()) };
    checked("PMPI_Win_set_attr", code)?;
    Ok(made)
}

/// Frees the native keyval.
pub fn release() {
    let mut keyval = KEYVAL.swap(NONE, Ordering::AcqRel);
    if keyval != NONE {
        // SAFETY: `swap` has taken the keyval out, so nothing else frees it. Nothing more can be done where this fails.
        let _ = unsafe { functions::PMPI_Win_free_keyval(&raw mut keyval) };
    }
}

/// No call of MPI copies windows.
unsafe extern "C" fn copy(
    _: MPI_Win,
    _: c_int,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: MPI passes a valid address for the flag.
    unsafe { *flag = 0 };
    super::constants::SUCCESS
}

/// Called when a window is freed.
unsafe extern "C" fn delete<T: Mark>(_: MPI_Win, _: c_int, _: *mut c_void, _: *mut c_void) -> c_int {
    T::gone();
    super::constants::SUCCESS
}
