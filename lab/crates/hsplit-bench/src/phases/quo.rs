// SPDX-License-Identifier: MIT OR Apache-2.0
//! libquo, where the user names one: what phases are compared with.

use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::ptr;

use hsplit_host::loader::Scope;
use hsplit_program::Failure;

use crate::mpi::{Comm, Handle};

/// The variable that names the library.
const VARIABLE: &str = "QUO_LIBRARY";
/// The numbers of `quo.h`.
const MACHINE: c_int = 0;
const PROVIDED: c_int = 0;

type Context = *mut c_void;
type OfContext = unsafe extern "C" fn(Context) -> c_int;
type Create = unsafe extern "C" fn(*mut Context, Handle) -> c_int;
type Push = unsafe extern "C" fn(Context, c_int, c_int, c_int) -> c_int;
type Distribute = unsafe extern "C" fn(Context, c_int, c_int, *mut c_int) -> c_int;

/// The functions of a libquo.
#[derive(Clone, Copy)]
pub(crate) struct Quo {
    create: Create,
    free: OfContext,
    push: Push,
    pop: OfContext,
    barrier: OfContext,
    distribute: Distribute,
}

/// A context of a communicator.
pub(crate) struct QuoContext {
    quo: Quo,
    context: Context,
}

impl Quo {
    /// The one that the user names, if any.
    ///
    /// # Errors
    /// It cannot be loaded, or is no libquo.
    pub(crate) fn from_environment() -> Result<Option<Self>, Failure> {
        match std::env::var(VARIABLE) {
            Ok(file) if !file.is_empty() => Self::load(&file).map(Some),
            _ => Ok(None),
        }
    }

    fn load(file: &str) -> Result<Self, Failure> {
        // SAFETY: what the library does when it is loaded is up to the user.
        let library = unsafe { Scope::load(file, libc::RTLD_NOW) };
        let quo = library.and_then(Self::of);
        quo.ok_or_else(|| Failure::of(VARIABLE, format!("{file} cannot be loaded as a libquo")))
    }

    /// The functions of a library that has all of them.
    fn of(library: Scope) -> Option<Self> {
        // SAFETY: the functions of libquo's interface, with these names and arguments. NULL becomes `None`.
        unsafe {
            Some(Self {
                create: transmute::<*mut c_void, Option<Create>>(library.find(c"QUO_create"))?,
                free: transmute::<*mut c_void, Option<OfContext>>(library.find(c"QUO_free"))?,
                push: transmute::<*mut c_void, Option<Push>>(library.find(c"QUO_bind_push"))?,
                pop: transmute::<*mut c_void, Option<OfContext>>(library.find(c"QUO_bind_pop"))?,
                barrier: transmute::<*mut c_void, Option<OfContext>>(library.find(c"QUO_barrier"))?,
                distribute: transmute::<*mut c_void, Option<Distribute>>(library.find(c"QUO_auto_distrib"))?,
            })
        }
    }

    /// `QUO_create`. Freeing the context is collective, too.
    pub(crate) fn create(self, comm: &Comm) -> QuoContext {
        let mut context = ptr::null_mut();
        // SAFETY: a variable of this function, and a communicator that its value keeps alive.
        let code = unsafe { (self.create)(&raw mut context, comm.handle()) };
        assert!(code == 0 && !context.is_null(), "QUO_create gives {code}");
        QuoContext { quo: self, context }
    }
}

impl QuoContext {
    /// `QUO_bind_push` to the whole node.
    pub(crate) fn push(&self) {
        // SAFETY: the context is that of `create`.
        unsafe { (self.quo.push)(self.context, PROVIDED, MACHINE, 0) };
    }

    /// `QUO_bind_pop`.
    pub(crate) fn pop(&self) {
        // SAFETY: the context is that of `create`.
        unsafe { (self.quo.pop)(self.context) };
    }

    /// `QUO_barrier`.
    pub(crate) fn barrier(&self) {
        // SAFETY: the context is that of `create`.
        unsafe { (self.quo.barrier)(self.context) };
    }

    /// `QUO_auto_distrib` of one worker a node.
    pub(crate) fn distribute(&self) -> bool {
        let mut selected = 0;
        // SAFETY: the context is that of `create`; the output is a variable of this function.
        unsafe { (self.quo.distribute)(self.context, MACHINE, 1, &raw mut selected) };
        selected != 0
    }
}

impl Drop for QuoContext {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // SAFETY: `create` has made the context, and this value alone has it.
            unsafe { (self.quo.free)(self.context) };
        }
    }
}
