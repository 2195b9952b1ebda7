// SPDX-License-Identifier: MIT OR Apache-2.0
//! Weak links between communicators: from a new one to the one that was split, and back.
//!
//! A communicator with links has its own attribute, which duplicates do not get. The attribute holds the only strong
//! reference to the link's target. `MPI_Comm_free` deletes the attribute, which ends all links to the communicator, so
//! a communicator that reuses its handle has none of them. No link keeps a communicator. MPICH deletes attributes only
//! when the communicator's pending operations have ended: there, the end is recorded with the target.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use mpi_sys::MPI_Comm;

use hsplit_mpi::Failure;
use hsplit_mpi::attribute::{self, Attribute};
use hsplit_mpi::comm;
use hsplit_mpi::handle::Handle;

/// A communicator as the target of links.
struct Member {
    handle: Handle,
    /// True if the program has freed it.
    is_freed: AtomicBool,
    /// The communicators that this process got by splits of it, in order of creation.
    children: Mutex<Vec<WeakComm>>,
}

impl Member {
    fn new(comm: MPI_Comm) -> Self {
        Self { handle: Handle::new(comm), is_freed: AtomicBool::new(false), children: Mutex::default() }
    }
}

static RELATIVES: Attribute<Member> = Attribute::declare_uncopied();

/// A link to a communicator. It ends when the communicator is freed.
#[derive(Clone)]
pub struct WeakComm(Weak<Member>);

impl WeakComm {
    /// Creates a link to a communicator, which gets the attribute that ends the link.
    ///
    /// # Errors
    /// A native call fails.
    pub fn to(comm: MPI_Comm) -> Result<Self, Failure> {
        let relative = match RELATIVES.get(comm)? {
            Some(relative) => relative,
            None => RELATIVES.keep(comm, Arc::new(Member::new(comm)))?,
        };
        Ok(Self(Arc::downgrade(&relative)))
    }

    /// The communicator, if it still exists.
    pub fn comm(&self) -> Option<MPI_Comm> {
        let relative = self.0.upgrade().filter(|relative| !relative.is_freed.load(Ordering::Relaxed));
        relative.map(|relative| relative.handle.get())
    }

    /// Records that `child` was split from this communicator.
    pub fn adopt(&self, child: Self) {
        let Some(relative) = self.0.upgrade() else { return };
        let mut children = relative.children.lock().unwrap_or_else(PoisonError::into_inner);
        // A loop that splits and frees must not make the list ever longer.
        if children.len() == children.capacity() {
            children.retain(|child| child.comm().is_some());
        }
        children.push(child);
    }
}

/// Frees a communicator of the program by a native call, whose result is returned. `comm` returns the program's handle,
/// and is called only if the library may have values on communicators, because it assumes a handle of this MPI.
///
/// The call has succeeded if the handle is MPI_COMM_NULL then: Fortran may leave out the code, and MPICH 5.0 returns
/// `MPI_SUCCESS` from a call that it has refused.
pub fn free<R>(comm: impl Fn() -> Option<MPI_Comm>, native: impl FnOnce() -> R) -> R {
    let before = if attribute::is_used() { comm() } else { None };
    let linked = before.filter(|&comm| RELATIVES.has_keyval() && !comm::is_null(comm));
    let target = linked.and_then(|comm| RELATIVES.get(comm).ok().flatten());
    let _freeing = before.map(attribute::freeing);
    let result = native();
    if let Some(target) = target.filter(|_| comm().is_some_and(comm::is_null)) {
        target.is_freed.store(true, Ordering::Relaxed);
    }
    result
}

/// Returns the communicators that were split from this one and still exist, in order of creation.
///
/// # Errors
/// The native MPI rejects the handle.
pub fn children(comm: MPI_Comm) -> Result<Vec<MPI_Comm>, Failure> {
    let found = RELATIVES.with(comm, |relative| {
        let children = relative.children.lock().unwrap_or_else(PoisonError::into_inner);
        children.iter().filter_map(WeakComm::comm).collect()
    })?;
    Ok(found.unwrap_or_default())
}

/// Frees the keyval in the native MPI. Called before `MPI_Finalize`.
pub fn release() {
    RELATIVES.release();
}
