// SPDX-License-Identifier: MIT OR Apache-2.0
//! libquo, where the user names one: what phases are compared with.

use std::ffi::{CStr, CString, c_int, c_void};
use std::ptr;

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
        let failure = || Failure::of(VARIABLE, format!("{file} cannot be loaded as a libquo"));
        let name = CString::new(file).map_err(|_| failure())?;
        // SAFETY: the name is a string. What the library does when it is loaded is for the user who names it.
        let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
        if library.is_null() {
            return Err(failure());
        }
        let find = |name: &CStr| {
            // SAFETY: the library is open, and the name is a string.
            let address = unsafe { libc::dlsym(library, name.as_ptr()) };
            if address.is_null() { Err(failure()) } else { Ok(address) }
        };
        // SAFETY: the functions of libquo's interface, with these names and arguments.
        unsafe {
            Ok(Self {
                create: std::mem::transmute::<*mut c_void, Create>(find(c"QUO_create")?),
                free: std::mem::transmute::<*mut c_void, OfContext>(find(c"QUO_free")?),
                push: std::mem::transmute::<*mut c_void, Push>(find(c"QUO_bind_push")?),
                pop: std::mem::transmute::<*mut c_void, OfContext>(find(c"QUO_bind_pop")?),
                barrier: std::mem::transmute::<*mut c_void, OfContext>(find(c"QUO_barrier")?),
                distribute: std::mem::transmute::<*mut c_void, Distribute>(find(c"QUO_auto_distrib")?),
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
