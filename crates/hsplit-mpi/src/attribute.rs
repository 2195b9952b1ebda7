// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data of the library on a communicator, as an MPI attribute.
//!
//! The papers store it in the communicator's info (RR-9077 §3.3.1), but every MPI drops unknown info keys. An attribute
//! survives `MPI_Comm_dup` and ends with `MPI_Comm_free`, so a reused handle never has an old value. During
//! `MPI_Comm_free` values stay until the call returns (see [`super::freed`]).
//!
//! Open MPI (4.1 and 5.0) copies attributes also in `MPI_Comm_create_group`, with the callback of `MPI_Comm_dup`. Such
//! a value does not apply to the new communicator, which has other ranks. Values that are copied therefore store their
//! group: under Open MPI only a duplicate has the group object of its original. A value that does not apply is not
//! copied again: its group may be freed, and another group may have its address.
//!
//! Several threads may read and set the value of a communicator at the same time. Therefore the first value stays, and
//! no value is dropped before the communicator is freed.

use std::ffi::{c_int, c_void};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mpi_sys::MPI_Comm;

use super::freed::{self, Freeing};
use super::group;
use super::lost;
use super::native::{BUILT_FOR, Family};
use super::{Failure, checked, functions};

/// True if a keyval was ever created.
static IS_USED: AtomicBool = AtomicBool::new(false);

/// True if there may be values on communicators.
pub fn is_used() -> bool {
    IS_USED.load(Ordering::Relaxed)
}

/// Returns a guard for the time in which a communicator is freed, if the library may have values on it.
pub fn freeing(comm: MPI_Comm) -> Freeing {
    let freeing = Freeing::begin(comm);
    lost::end(comm);
    freeing
}

/// True if this thread is freeing a communicator.
pub fn is_freeing() -> bool {
    freed::is_any()
}

/// No keyval. `MPI_KEYVAL_INVALID` differs between MPIs; no MPI uses this number.
const NONE: c_int = c_int::MIN;

/// The target of an attribute.
struct Cached<T> {
    /// The group for which the value was set; `None` if every copy is valid.
    group: Option<group::Identity>,
    value: Arc<T>,
    /// The value of another group that this value replaced: another thread may still use it.
    _instead_of: Option<Arc<Cached<T>>>,
}

impl<T> Cached<T> {
    /// True if the value was set for this communicator or for a communicator of which it is a duplicate.
    fn applies_to(&self, comm: MPI_Comm) -> Result<bool, Failure> {
        self.group.map_or(Ok(true), |group| Ok(group == group::identity(comm)?))
    }
}

/// A kind of attribute: an `Arc<T>` on a communicator.
pub struct Attribute<T> {
    /// True if duplicates share the value.
    copied: bool,
    /// `NONE` until the first use, and again after the last.
    keyval: AtomicI32,
    /// Called when MPI deletes a value, while the communicator still has its handle. (A value may outlive its
    /// attribute.)
    deleted: fn(),
    /// True if `deleted` invalidates data that is stored by the handle: a lost value would stay in use.
    is_by_handle: bool,
    /// Held while the keyval is made or a value is put on a communicator. No callback of MPI takes it.
    changing: Mutex<()>,
    value: PhantomData<fn() -> T>,
}

impl<T: Send + Sync + 'static> Attribute<T> {
    /// A new kind that duplicates of a communicator share. The native keyval is created at the first use.
    pub const fn declare() -> Self {
        Self {
            copied: true,
            keyval: AtomicI32::new(NONE),
            deleted: || (),
            is_by_handle: false,
            changing: Mutex::new(()),
            value: PhantomData,
        }
    }

    /// A new kind that duplicates of a communicator do not have.
    pub const fn declare_uncopied() -> Self {
        Self { copied: false, ..Self::declare() }
    }

    /// The same kind, with a function that is called when MPI deletes a value.
    pub const fn when_deleted(self, deleted: fn()) -> Self {
        Self { deleted, ..self }
    }

    /// The same kind, with a function that invalidates data which threads store by the handle of a communicator with a
    /// value. It is called when the value ends, also if MPI has lost it.
    pub const fn stored_by_handle(self, ended: fn()) -> Self {
        Self { deleted: ended, is_by_handle: true, ..self }
    }

    /// True between the first use and [`Self::release`].
    pub fn has_keyval(&self) -> bool {
        self.keyval.load(Ordering::Acquire) != NONE
    }

    fn keyval(&self) -> Result<c_int, Failure> {
        let known = self.keyval.load(Ordering::Acquire);
        if known != NONE {
            return Ok(known);
        }
        let _changing = self.lock();
        let mut keyval = self.keyval.load(Ordering::Acquire);
        if keyval == NONE {
            let copy = if self.copied { copy::<T> } else { leave };
            // SAFETY: `copy`, `leave` and `delete` have the types of MPI's callbacks, which the compiler compares with
            // `mpi_sys`. `keyval` is a local.
            let code = unsafe {
                functions::PMPI_Comm_create_keyval(
                    Some(copy),
                    Some(delete::<T>),
                    &raw mut keyval,
                    self.deleted as *mut c_void,
                )
            };
            checked("PMPI_Comm_create_keyval", code)?;
            self.keyval.store(keyval, Ordering::Release);
            IS_USED.store(true, Ordering::Relaxed);
        }
        Ok(keyval)
    }

    /// Frees the native keyval. Values that are still on communicators stay until these are freed.
    pub fn release(&self) {
        let mut keyval = self.keyval.swap(NONE, Ordering::AcqRel);
        if keyval != NONE {
            lost::release(keyval);
            // SAFETY: `swap` has taken the keyval out, so no other thread frees it or uses it for a new value. A
            // failure has no remedy here.
            let _ = unsafe { functions::PMPI_Comm_free_keyval(&raw mut keyval) };
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets a value on a communicator and returns it, or returns the value that another thread has set before.
    ///
    /// # Errors
    /// A native call fails.
    pub fn keep(&self, comm: MPI_Comm, value: Arc<T>) -> Result<Arc<T>, Failure> {
        let keyval = self.keyval()?;
        let is_checked = self.copied && BUILT_FOR == Family::OpenMpi;
        let group = if is_checked { Some(group::identity(comm)?) } else { None };
        let _changing = self.lock();
        let there = Self::cached(comm, keyval)?;
        if let Some(first) = there.filter(|there| there.group == group) {
            return Ok(first.value.clone());
        }
        let _instead_of = there.map(|there| {
            // SAFETY: `there` points to the target of an `Arc` made below. The communicator, or the list of `freed`,
            // keeps a count of it: only this function replaces values, under the lock.
            unsafe {
                Arc::increment_strong_count(ptr::from_ref(there));
                Arc::from_raw(ptr::from_ref(there))
            }
        });
        let cached = Arc::new(Cached { group, value: value.clone(), _instead_of });
        if freed::keep(comm, keyval, cached.clone()).is_ok() {
            return Ok(value);
        }
        if self.is_by_handle {
            lost::keep(comm, keyval, cached.clone(), self.deleted);
        }
        let raw = Arc::into_raw(cached);
        // SAFETY: `raw` owns one count of a `Cached<T>`, the type that `copy::<T>` and `delete::<T>` of this keyval
        // expect. The caller's communicator is valid, or the call rejects it.
        let code = unsafe { functions::PMPI_Comm_set_attr(comm, keyval, raw.cast_mut().cast()) };
        checked("PMPI_Comm_set_attr", code).inspect_err(|_| {
            lost::forget(comm, keyval);
            // SAFETY: MPI has not taken the value, so this function still owns the count of `Arc::into_raw` above.
            drop(unsafe { Arc::from_raw(raw) });
        })?;
        Ok(value)
    }

    /// Calls `look` with the value on a communicator, if there is one.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub fn with<R>(&self, comm: MPI_Comm, look: impl FnOnce(&T) -> R) -> Result<Option<R>, Failure> {
        Ok(self.find(comm)?.map(|value| look(value)))
    }

    /// Returns the value on a communicator. It may be kept after the communicator is freed.
    ///
    /// # Errors
    /// The native MPI rejects the handle.
    pub fn get(&self, comm: MPI_Comm) -> Result<Option<Arc<T>>, Failure> {
        Ok(self.find(comm)?.cloned())
    }

    /// Returns the value that applies to a communicator.
    fn find<'call>(&self, comm: MPI_Comm) -> Result<Option<&'call Arc<T>>, Failure> {
        let Some(cached) = Self::cached(comm, self.keyval()?)? else { return Ok(None) };
        Ok(cached.applies_to(comm)?.then_some(&cached.value))
    }

    /// Returns the attribute of a communicator, valid during the program's call. By the standard a program must not
    /// free a communicator that another of its threads uses.
    fn cached<'call>(comm: MPI_Comm, keyval: c_int) -> Result<Option<&'call Cached<T>>, Failure> {
        let mut value: *const Cached<T> = ptr::null();
        let mut found = 0;
        // SAFETY: `value` and `found` are locals; an attribute is a pointer, for which `value` has the size.
        let code = unsafe { functions::PMPI_Comm_get_attr(comm, keyval, (&raw mut value).cast(), &raw mut found) };
        checked("PMPI_Comm_get_attr", code)?;
        if found == 0 {
            let kept = freed::find(comm, keyval).or_else(|| lost::find(comm, keyval));
            let kept = kept.as_ref().and_then(|value| value.downcast_ref()).map(ptr::from_ref);
            // SAFETY: the list of `freed` has a count of the value until the native `MPI_Comm_free` returns, and this
            // call comes from one of its callbacks; that of `lost` has one until the communicator is freed, or
            // the keyval is released, which no call of the program overlaps.
            return Ok(kept.map(|value| unsafe { &*value }));
        }
        // SAFETY: under this keyval only `keep` and `copy` set values, which are `Cached<T>`. The communicator has a
        // count of each until it is freed; a value that `keep` replaces is kept by its successor.
        Ok(Some(unsafe { &*value }))
    }
}

/// Called by `MPI_Comm_dup`, and by Open MPI's `MPI_Comm_create_group`: the new communicator shares the value if the
/// value applies to the old one.
unsafe extern "C" fn copy<T>(
    old: MPI_Comm,
    _: c_int,
    _: *mut c_void,
    value: *mut c_void,
    copied: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: MPI passes the value of the communicator that is copied, which keeps its count meanwhile. It passes valid
    // addresses for both outputs; the output for the attribute is the address of a pointer.
    unsafe {
        let is_own = (*value.cast::<Cached<T>>()).applies_to(old).unwrap_or(false);
        *flag = c_int::from(is_own);
        if is_own {
            Arc::increment_strong_count(value.cast::<Cached<T>>());
            *copied.cast::<*mut c_void>() = value;
        }
    }
    super::constants::SUCCESS
}

/// Called by `MPI_Comm_dup`: the duplicate has no such value.
unsafe extern "C" fn leave(
    _: MPI_Comm,
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

/// Called by `MPI_Comm_free`, or when `keep` replaces the value.
unsafe extern "C" fn delete<T: Send + Sync + 'static>(
    comm: MPI_Comm,
    keyval: c_int,
    value: *mut c_void,
    deleted: *mut c_void,
) -> c_int {
    // SAFETY: `keyval` has given MPI a function of this type, and MPI gives it back.
    let deleted = unsafe { std::mem::transmute::<*mut c_void, fn()>(deleted) };
    // A panic in a destructor must not unwind into MPI.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        deleted();
        lost::forget(comm, keyval);
        // SAFETY: MPI calls this once for each value that `keep` or `copy` has counted, and does not use the value
        // afterwards.
        let value = unsafe { Arc::from_raw(value.cast::<Cached<T>>()) };
        drop(freed::keep(comm, keyval, value));
    }));
    super::constants::SUCCESS
}
