// SPDX-License-Identifier: MIT OR Apache-2.0
//! Control variables of the MPI (MPI 3.0, section 14.3.6), those that hold one int.

use std::ffi::{CString, c_int, c_void};
use std::ptr;
use std::sync::Once;

use super::raw;

/// A control variable.
pub(crate) struct Cvar(*mut c_void);

impl Cvar {
    /// The variable with this name, where the MPI has one.
    pub(crate) fn named(name: &str) -> Option<Self> {
        static START: Once = Once::new();
        START.call_once(|| {
            let mut provided = 0;
            // SAFETY: MPI_T may be initialized at any time, here once; the output is a variable of this closure.
            unsafe { raw::MPI_T_init_thread(0, &raw mut provided) };
        });
        let (name, mut index, mut handle, mut count) = (CString::new(name).ok()?, 0, ptr::null_mut(), 0);
        // SAFETY: MPI_T has been initialized above. The name is a CString and the outputs are variables of this
        // function. NULL stands for no MPI object, to which the variables of `ForcedAlgorithm` are not bound.
        let found = unsafe {
            raw::MPI_T_cvar_get_index(name.as_ptr(), &raw mut index) == 0
                && raw::MPI_T_cvar_handle_alloc(index, ptr::null_mut(), &raw mut handle, &raw mut count) == 0
        };
        let variable = found.then_some(Self(handle))?;
        (count == 1).then_some(variable)
    }

    /// Its value.
    pub(crate) fn get(&self) -> c_int {
        // Some variables hold a type that is wider than int.
        let mut value = [0 as c_int; 4];
        // SAFETY: `named` has made the handle, and only of a variable with one element; the widest type of one that the
        // standard allows is a double or an unsigned long long, of which this buffer holds two.
        unsafe { raw::MPI_T_cvar_read(self.0, value.as_mut_ptr().cast()) };
        value[0]
    }

    /// Sets it. False where the MPI no longer allows a change.
    pub(crate) fn set(&self, value: c_int) -> bool {
        let value = [value, 0, 0, 0];
        // SAFETY: as in `get`: the MPI reads one element from a buffer that is as wide as the widest type.
        unsafe { raw::MPI_T_cvar_write(self.0, value.as_ptr().cast()) == 0 }
    }
}

impl Drop for Cvar {
    fn drop(&mut self) {
        // SAFETY: `named` has made the handle, and this value alone has it.
        unsafe { raw::MPI_T_cvar_handle_free(&raw mut self.0) };
    }
}
