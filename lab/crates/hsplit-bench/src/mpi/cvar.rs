// SPDX-License-Identifier: MIT OR Apache-2.0
//! Control variables of the MPI (MPI 3.0, section 14.3.6), those that hold one int. Not every MPI has that interface
//! (SMPI has not), so its functions are looked up in this process.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

use hsplit_host::loader::Scope;

type Init = unsafe extern "C" fn(c_int, *mut c_int) -> c_int;
type GetIndex = unsafe extern "C" fn(*const c_char, *mut c_int) -> c_int;
type HandleAlloc = unsafe extern "C" fn(c_int, *mut c_void, *mut *mut c_void, *mut c_int) -> c_int;
type HandleFree = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
type Read = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;
type Write = unsafe extern "C" fn(*mut c_void, *const c_void) -> c_int;

/// The functions of the interface.
#[derive(Clone, Copy)]
struct Interface {
    get_index: GetIndex,
    handle_alloc: HandleAlloc,
    handle_free: HandleFree,
    read: Read,
    write: Write,
}

impl Interface {
    /// The interface, initialised; `None` where the MPI has none.
    fn start() -> Option<Self> {
        let find = |name: &CStr| Scope::Global.find(name);
        // SAFETY: MPI 3.0 gives the functions of these names these parameters. A NULL address becomes `None`.
        let (init, interface) = unsafe {
            use std::mem::transmute;
            (
                transmute::<*mut c_void, Option<Init>>(find(c"MPI_T_init_thread"))?,
                Self {
                    get_index: transmute::<*mut c_void, Option<GetIndex>>(find(c"MPI_T_cvar_get_index"))?,
                    handle_alloc: transmute::<*mut c_void, Option<HandleAlloc>>(find(c"MPI_T_cvar_handle_alloc"))?,
                    handle_free: transmute::<*mut c_void, Option<HandleFree>>(find(c"MPI_T_cvar_handle_free"))?,
                    read: transmute::<*mut c_void, Option<Read>>(find(c"MPI_T_cvar_read"))?,
                    write: transmute::<*mut c_void, Option<Write>>(find(c"MPI_T_cvar_write"))?,
                },
            )
        };
        let mut provided = 0;
        // SAFETY: MPI_T may be initialized at any time, here once; the output is a variable of this function.
        (unsafe { init(0, &raw mut provided) } == 0).then_some(interface)
    }
}

/// A control variable.
pub(crate) struct Cvar {
    interface: Interface,
    handle: *mut c_void,
}

impl Cvar {
    /// The variable with this name, where the MPI has one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        static INTERFACE: OnceLock<Option<Interface>> = OnceLock::new();
        let interface = (*INTERFACE.get_or_init(Interface::start))?;
        let (name, mut index, mut handle, mut count) = (CString::new(name).ok()?, 0, ptr::null_mut(), 0);
        // SAFETY: MPI_T has been initialized above. The name is a CString and the outputs are variables of this
        // function. NULL stands for no MPI object, to which the variables of `ForcedAlgorithm` are not bound.
        let found = unsafe {
            (interface.get_index)(name.as_ptr(), &raw mut index) == 0
                && (interface.handle_alloc)(index, ptr::null_mut(), &raw mut handle, &raw mut count) == 0
        };
        let variable = found.then_some(Self { interface, handle })?;
        (count == 1).then_some(variable)
    }

    /// Its value.
    pub(crate) fn get(&self) -> c_int {
        // Some variables hold a type that is wider than int.
        let mut value = [0 as c_int; 4];
        // SAFETY: `named` has made the handle, and only of a variable with one element; the widest type of one that the
        // standard allows is a double or an unsigned long long, of which this buffer holds two.
        unsafe { (self.interface.read)(self.handle, value.as_mut_ptr().cast()) };
        value[0]
    }

    /// Sets it. False where the MPI no longer allows a change.
    pub(crate) fn set(&self, value: c_int) -> bool {
        let value = [value, 0, 0, 0];
        // SAFETY: `named` has made the handle, and only of a variable with one element; the MPI reads that from a
        // buffer which is as wide as two of its widest type.
        unsafe { (self.interface.write)(self.handle, value.as_ptr().cast()) == 0 }
    }
}

impl Drop for Cvar {
    fn drop(&mut self) {
        // SAFETY: `named` has made the handle, and this value alone has it.
        unsafe { (self.interface.handle_free)(&raw mut self.handle) };
    }
}
