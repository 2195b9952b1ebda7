// SPDX-License-Identifier: MIT OR Apache-2.0
//! The contexts that there are. What a program holds is a number in the form of a pointer, which is never given twice:
//! a context that has been freed is found, and nothing is read through what a program passes.

use std::collections::BTreeMap;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::codes::Code;
use crate::context::Context;

/// The type `QUO_t`, of which programs have pointers alone.
#[repr(C)]
pub struct Opaque {
    nothing: [u8; 0],
}

struct Contexts {
    last: usize,
    all: BTreeMap<usize, Arc<Context>>,
}

/// As far apart as what malloc gives.
const APART: usize = 16;

fn contexts() -> MutexGuard<'static, Contexts> {
    static CONTEXTS: Mutex<Contexts> = Mutex::new(Contexts { last: 0, all: BTreeMap::new() });
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a context for the program.
pub(crate) fn keep(context: Context) -> *mut Opaque {
    let mut contexts = contexts();
    contexts.last += APART;
    let number = contexts.last;
    contexts.all.insert(number, Arc::new(context));
    ptr::without_provenance_mut(number)
}

/// The context that a program means.
pub(crate) fn of(pointer: *mut Opaque) -> Result<Arc<Context>, Code> {
    if pointer.is_null() {
        return Err(Code::InvalidArgument);
    }
    contexts().all.get(&pointer.addr()).cloned().ok_or(Code::CallBeforeInit)
}

/// Forgets a context.
pub(crate) fn forget(pointer: *mut Opaque) -> Result<Arc<Context>, Code> {
    contexts().all.remove(&pointer.addr()).ok_or(Code::CallBeforeInit)
}
