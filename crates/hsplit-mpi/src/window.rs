// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared windows, and marks on a window, as MPI attributes. A mark is the address of a value that lives for ever, or
//! of a value that is dropped with the window; a function is called when the window is freed.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

use mpi_sys::{MPI_Aint, MPI_Info, MPI_Win};

use super::constants::win_null;
use super::{Comm, Failure, checked, functions};

/// No keyval, as in `attribute`.
const NONE: c_int = c_int::MIN;

static MAKING: Mutex<()> = Mutex::new(());

/// Allocates a shared window; returns it with the address of this rank's segment of `size` bytes. Collective.
///
/// # Errors
/// A native call fails.
pub fn allocate_shared(
    size: MPI_Aint,
    unit: c_int,
    info: MPI_Info,
    comm: &Comm,
) -> Result<(*mut c_void, MPI_Win), Failure> {
    let (mut base, mut win) = (ptr::null_mut::<c_void>(), win_null());
    // SAFETY: the communicator is valid, and MPI checks the info object, which the program's call holds. `base` and
    // `win` are locals; `base` has the size of an address.
    let code = unsafe {
        functions::PMPI_Win_allocate_shared(size, unit, info, comm.handle(), (&raw mut base).cast(), &raw mut win)
    };
    checked("PMPI_Win_allocate_shared", code)?;
    Ok((base, win))
}

/// Returns the address of the segment of the first rank.
///
/// # Errors
/// A native call fails.
pub fn first_segment(win: MPI_Win) -> Result<*mut c_void, Failure> {
    let (mut size, mut unit, mut base): (MPI_Aint, c_int, *mut c_void) = (0, 0, ptr::null_mut());
    let address = (&raw mut base).cast();
    // SAFETY: MPI has made the window in the program's call. The outputs are locals; `base` has the size of an address.
    let code = unsafe { functions::PMPI_Win_shared_query(win, 0, &raw mut size, &raw mut unit, address) };
    checked("PMPI_Win_shared_query", code)?;
    Ok(base)
}

/// The native keyval of a kind of mark.
pub struct Keyval(AtomicI32);

impl Keyval {
    /// No keyval yet.
    pub const fn declare() -> Self {
        Self(AtomicI32::new(NONE))
    }

    /// Frees the native keyval.
    pub fn release(&self) {
        let mut keyval = self.0.swap(NONE, Ordering::AcqRel);
        if keyval != NONE {
            // SAFETY: `swap` has taken the keyval out, so nothing else frees it. A failure has no remedy here.
            let _ = unsafe { functions::PMPI_Win_free_keyval(&raw mut keyval) };
        }
    }
}

/// A kind of mark.
pub trait Mark: Sized + Send + Sync + 'static {
    /// True if a mark is dropped with its window.
    const IS_OWNED: bool;

    /// Its keyval, which no other kind has.
    fn keyval() -> &'static Keyval;

    /// Called when a window with a mark is freed.
    fn gone() {}
}

fn keyval<T: Mark>() -> Result<c_int, Failure> {
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut keyval = T::keyval().0.load(Ordering::Acquire);
    if keyval == NONE {
        // SAFETY: `copy` and `delete` have the types of MPI's callbacks, which the compiler compares with `mpi_sys`.
        // `keyval` is a local.
        let code = unsafe {
            functions::PMPI_Win_create_keyval(Some(copy), Some(delete::<T>), &raw mut keyval, ptr::null_mut())
        };
        checked("PMPI_Win_create_keyval", code)?;
        T::keyval().0.store(keyval, Ordering::Release);
    }
    Ok(keyval)
}

/// Returns the mark on a window, and makes it if there is none.
///
/// # Errors
/// The native MPI rejects the handle, or `make` fails.
pub fn marked<T: Mark>(
    win: MPI_Win,
    make: impl FnOnce() -> Result<&'static T, Failure>,
) -> Result<&'static T, Failure> {
    const { assert!(!T::IS_OWNED) };
    if let Some(mark) = found(win)? {
        return Ok(mark);
    }
    let made = make()?;
    set(win, ptr::from_ref(made))?;
    Ok(made)
}

/// Returns the mark on a window, valid during the program's call: a program must not free a window that another of its
/// threads uses.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn found<'call, T: Mark>(win: MPI_Win) -> Result<Option<&'call T>, Failure> {
    let (mut mark, mut found): (*const T, c_int) = (ptr::null(), 0);
    let keyval = keyval::<T>()?;
    // SAFETY: the program's call holds the window; `mark` and `found` are locals, and an attribute is a pointer.
    let code = unsafe { functions::PMPI_Win_get_attr(win, keyval, (&raw mut mark).cast(), &raw mut found) };
    checked("PMPI_Win_get_attr", code)?;
    // SAFETY: under this keyval only `set` sets values, all of one type, and the window has each until it is freed.
    Ok((found != 0).then(|| unsafe { &*mark }))
}

/// Sets a mark on a window that has none of this kind.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn keep<T: Mark>(win: MPI_Win, mark: T) -> Result<(), Failure> {
    const { assert!(T::IS_OWNED) };
    let mark = Box::into_raw(Box::new(mark));
    set(win, mark.cast_const()).inspect_err(|_| {
        // SAFETY: MPI has not taken the address, which is that of the box above.
        drop(unsafe { Box::from_raw(mark) });
    })
}

fn set<T: Mark>(win: MPI_Win, mark: *const T) -> Result<(), Failure> {
    let keyval = keyval::<T>()?;
    // SAFETY: the program's call holds the window. The value lives as long as the window.
    let code = unsafe { functions::PMPI_Win_set_attr(win, keyval, mark.cast_mut().cast()) };
    checked("PMPI_Win_set_attr", code)
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
unsafe extern "C" fn delete<T: Mark>(_: MPI_Win, _: c_int, mark: *mut c_void, _: *mut c_void) -> c_int {
    T::gone();
    if T::IS_OWNED {
        // SAFETY: `keep` has made the box, and MPI returns its address once.
        drop(unsafe { Box::from_raw(mark.cast::<T>()) });
    }
    super::constants::SUCCESS
}
