// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values that an MPI may lose: MPICH 4.0 drops an attribute that is set while its `MPI_Comm_delete_attr` calls the
//! program, and never deletes it. Ranks that still have the value in a cache would then use it, and others would make
//! a new one, which is collective. A second reference is therefore kept here until the communicator is freed.

use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mpi_sys::MPI_Comm;

use super::freed::{self, Value};
use super::handle::number;
use super::native::{BUILT_FOR, Family};

/// A value: its keyval, and the function that is called when it ends.
type Entry = (c_int, Value, fn());

/// The values of each communicator.
static VALUES: Mutex<Option<HashMap<usize, Vec<Entry>>>> = Mutex::new(None);

fn values() -> MutexGuard<'static, Option<HashMap<usize, Vec<Entry>>>> {
    VALUES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a value that becomes an attribute.
pub(super) fn keep(comm: MPI_Comm, keyval: c_int, value: Value, ended: fn()) {
    if BUILT_FOR == Family::Mpich {
        values().get_or_insert_default().entry(number(comm)).or_default().push((keyval, value, ended));
    }
}

/// The value that was set on a communicator which has no attribute.
pub(super) fn find(comm: MPI_Comm, keyval: c_int) -> Option<Value> {
    let values = values();
    let of_comm = values.as_ref()?.get(&number(comm))?;
    of_comm.iter().find(|(of, ..)| *of == keyval).map(|(_, value, _)| value.clone())
}

/// Drops a value: MPI has deleted it, or has not taken it.
pub(super) fn forget(comm: MPI_Comm, keyval: c_int) {
    let forget = |values: &mut HashMap<usize, Vec<Entry>>| {
        let of_comm = values.get_mut(&number(comm))?;
        let at = of_comm.iter().position(|(of, ..)| *of == keyval)?;
        let gone = of_comm.swap_remove(at);
        if of_comm.is_empty() {
            values.remove(&number(comm));
        }
        Some(gone)
    };
    // (It is dropped when nothing is locked: a value may free communicators of the library.)
    let gone = values().as_mut().and_then(forget);
    drop(gone);
}

/// Drops all values of a keyval that is released: nothing looks for them any more.
pub(super) fn release(keyval: c_int) {
    let mut gone = vec![];
    if let Some(values) = values().as_mut() {
        values.retain(|_, of_comm| {
            gone.extend(of_comm.iter().filter(|(of, ..)| *of == keyval).map(|(_, value, _)| value.clone()));
            of_comm.retain(|(of, ..)| *of != keyval);
            !of_comm.is_empty()
        });
    }
    drop(gone);
}

/// Ends the values of a communicator that this thread is freeing; they are valid until the call returns.
pub(super) fn end(comm: MPI_Comm) {
    let ended = values().as_mut().and_then(|values| values.remove(&number(comm)));
    for (keyval, value, ended) in ended.into_iter().flatten() {
        ended();
        drop(freed::keep(comm, keyval, value));
    }
}
