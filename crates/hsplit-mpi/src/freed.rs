// SPDX-License-Identifier: MIT OR Apache-2.0
//! Communicators that the program is freeing, and what the library keeps on them until they are gone.
//!
//! `MPI_Comm_free` deletes the attributes of a communicator in an order of its own (MPI 4.0 §7.4.3), and calls the
//! program's callbacks on the way. These may make calls on the communicator, collective ones too. So a value that MPI
//! has deleted already is kept here until the native call returns: ranks whose attributes are deleted in another order
//! decide alike. A value that is new then must not become an attribute. MPI would never delete it, and it would outlive
//! its communicator.
//!
//! Callbacks run in the thread that frees. No other thread looks here: it may have a new communicator of the same
//! handle before the native call returns.

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
    /// By their keyvals; the last one of a keyval counts.
    values: Vec<(c_int, Value)>,
}

thread_local! {
    /// The innermost one comes last: a callback may free another communicator.
    static FREED: RefCell<Vec<Freed>> = const { RefCell::new(vec![]) };
}

/// The time in which a communicator is freed.
pub struct Freeing(usize);

impl Freeing {
    /// It begins before the native call.
    pub(super) fn begin(comm: MPI_Comm) -> Self {
        let comm = number(comm);
        // (A thread that ends has no list any more. Values go with their attributes then.)
        let _ = FREED.try_with(|freed| freed.borrow_mut().push(Freed { comm, values: vec![] }));
        Self(comm)
    }
}

impl Drop for Freeing {
    fn drop(&mut self) {
        // The values end when nothing is borrowed: they may free communicators of the library.
        let gone = FREED.try_with(|freed| {
            let mut freed = freed.borrow_mut();
            // (SimGrid's ranks are coroutines, which do not end in order.)
            let last = freed.iter().rposition(|freed| freed.comm == self.0);
            last.map(|last| freed.remove(last))
        });
        drop(gone);
    }
}

/// Keeps a value of a communicator that this thread is freeing. Gives back that of another one.
pub(super) fn keep(comm: MPI_Comm, keyval: c_int, value: Value) -> Result<(), Value> {
    let mut value = Some(value);
    // (A thread that ends has no list any more.)
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
    // (A thread that ends has no list any more.)
    FREED.try_with(find).ok().flatten()
}
