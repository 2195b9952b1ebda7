// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators that the program is freeing, and the library's values on them until the end of the call.
//!
//! `MPI_Comm_free` deletes the attributes of a communicator in an order of its own (MPI 4.0 §7.4.3), and calls the
//! program's callbacks meanwhile. These may make calls on the communicator, also collective ones. Therefore a value
//! that MPI has already deleted is kept here until the native call returns, so that ranks with another order decide
//! alike. A new value must not become an attribute at that time: MPI would never delete it, and it would outlive its
//! communicator.
//!
//! Callbacks run in the thread that frees, and only this thread uses the list: another thread may get a new
//! communicator of the same handle before the native call returns.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::c_int;
use std::sync::Arc;

use mpi_sys::MPI_Comm;

use super::handle::number;

/// A value of any attribute.
pub type Value = Arc<dyn Any + Send + Sync>;

/// A communicator that is being freed.
struct Freed {
    comm: usize,
    /// By keyval; the last value of a keyval is valid.
    values: Vec<(c_int, Value)>,
}

thread_local! {
    /// The innermost communicator is the last one: a callback may free another communicator.
    static FREED: RefCell<Vec<Freed>> = const { RefCell::new(vec![]) };
}

/// The time in which a communicator is freed.
pub struct Freeing(usize);

impl Freeing {
    /// Begins before the native call.
    pub(super) fn begin(comm: MPI_Comm) -> Self {
        let comm = number(comm);
        // (At the end of a thread there is no list any more. Values then end with their attributes.)
        let _ = FREED.try_with(|freed| {
            let mut freed = freed.borrow_mut();
            // An error handler has left an earlier, failed call for this communicator by longjmp.
            let left = freed.iter().position(|freed| freed.comm == comm).map(|left| freed.remove(left));
            freed.push(left.unwrap_or(Freed { comm, values: vec![] }));
        });
        Self(comm)
    }
}

impl Drop for Freeing {
    fn drop(&mut self) {
        // The values are dropped when nothing is borrowed: they may free communicators of the library.
        let gone = FREED.try_with(|freed| {
            let mut freed = freed.borrow_mut();
            // (SimGrid's ranks are coroutines, which do not end in order.)
            let last = freed.iter().rposition(|freed| freed.comm == self.0);
            last.map(|last| freed.remove(last))
        });
        drop(gone);
    }
}

/// True if this thread is freeing a communicator.
pub(super) fn is_any() -> bool {
    FREED.try_with(|freed| !freed.borrow().is_empty()).unwrap_or(true)
}

/// Keeps a value of a communicator that this thread is freeing. Returns the value of any other communicator to the
/// caller.
pub(super) fn keep(comm: MPI_Comm, keyval: c_int, value: Value) -> Result<(), Value> {
    let mut value = Some(value);
    // (At the end of a thread there is no list any more.)
    let _ = FREED.try_with(|freed| {
        let mut freed = freed.borrow_mut();
        let this = freed.iter_mut().rev().find(|freed| freed.comm == number(comm));
        if let Some(this) = this {
            this.values.extend(value.take().map(|value| (keyval, value)));
        }
    });
    value.map_or(Ok(()), Err)
}

/// The value of a keyval on a communicator that this thread is freeing.
pub(super) fn find(comm: MPI_Comm, keyval: c_int) -> Option<Value> {
    let find = |freed: &RefCell<Vec<Freed>>| {
        let freed = freed.borrow();
        let this = freed.iter().rev().filter(|freed| freed.comm == number(comm));
        let mut values = this.flat_map(|freed| freed.values.iter().rev());
        values.find(|(of, _)| *of == keyval).map(|(_, value)| value.clone())
    };
    // (At the end of a thread there is no list any more.)
    FREED.try_with(find).ok().flatten()
}
