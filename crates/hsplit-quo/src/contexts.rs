// SPDX-License-Identifier: MIT OR Apache-2.0
//! All contexts. A program holds a number in the form of a pointer, which is never reused: a context that has been
//! freed is detected, and no memory is read through a pointer of the program.

use std::collections::BTreeMap;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::codes::Code;
use crate::context::Context;

/// The type `QUO_t`. Programs have only pointers to it.
#[repr(C)]
pub struct Opaque {
    nothing: [u8; 0],
}

struct Contexts {
    last: usize,
    all: BTreeMap<usize, Arc<Context>>,
}

/// Distance of the numbers, like the alignment of malloc.
const APART: usize = 16;

fn contexts() -> MutexGuard<'static, Contexts> {
    static CONTEXTS: Mutex<Contexts> = Mutex::new(Contexts { last: 0, all: BTreeMap::new() });
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stores a context for the program.
pub(crate) fn keep(context: Context) -> *mut Opaque {
    let mut contexts = contexts();
    contexts.last += APART;
    let number = contexts.last;
    contexts.all.insert(number, Arc::new(context));
    ptr::without_provenance_mut(number)
}

/// Returns the context of a program's pointer.
pub(crate) fn of(pointer: *mut Opaque) -> Result<Arc<Context>, Code> {
    if pointer.is_null() {
        return Err(Code::InvalidArgument);
    }
    contexts().all.get(&pointer.addr()).cloned().ok_or(Code::CallBeforeInit)
}

/// Removes a context and returns it.
pub(crate) fn forget(pointer: *mut Opaque) -> Result<Arc<Context>, Code> {
    contexts().all.remove(&pointer.addr()).ok_or(Code::CallBeforeInit)
}
