// SPDX-License-Identifier: MIT OR Apache-2.0
//! The number of threads in BLAS libraries that have their own: OpenBLAS, Intel's MKL, BLIS.

use std::ffi::{CStr, c_int, c_void};
use std::sync::Arc;

use crate::loader::{Found, Scope, pin};

/// A library: its functions that read and set the number, and its file names.
struct Known {
    get: &'static CStr,
    set: &'static CStr,
    files: &'static [&'static CStr],
}

const KNOWN: [Known; 3] = [
    Known {
        get: c"openblas_get_num_threads",
        set: c"openblas_set_num_threads",
        files: &[c"libopenblas.so.0", c"libopenblas.so"],
    },
    Known {
        get: c"MKL_Get_Max_Threads",
        set: c"MKL_Set_Num_Threads",
        files: &[c"libmkl_rt.so.2", c"libmkl_rt.so.1", c"libmkl_rt.so"],
    },
    Known {
        get: c"bli_thread_get_num_threads",
        set: c"bli_thread_set_num_threads",
        files: &[c"libblis.so.4", c"libblis.so.3", c"libblis.so"],
    },
];

/// BLIS passes 64-bit numbers, the others ints. Both use one register, whose low half is the int.
type Get = unsafe extern "C" fn() -> i64;
type Set = unsafe extern "C" fn(i64);

/// A loaded library.
#[derive(Clone, Copy, Debug)]
pub struct Blas {
    get: Get,
    set: Set,
}

impl Blas {
    fn find(known: &Known) -> Option<Self> {
        let scopes = std::iter::once(Some(Scope::Global)).chain(known.files.iter().map(|file| Scope::loaded(file)));
        scopes.flatten().find_map(|scope| {
            let (get, set) = (scope.find(known.get), scope.find(known.set));
            pin(set);
            // SAFETY: functions of these names have no arguments and return an integer. NULL becomes `None`.
            let get = unsafe { std::mem::transmute::<*mut c_void, Option<Get>>(get) };
            // SAFETY: functions of these names have one integer argument. NULL becomes `None`.
            let set = unsafe { std::mem::transmute::<*mut c_void, Option<Set>>(set) };
            get.zip(set).map(|(get, set)| Self { get, set })
        })
    }

    /// The number of threads of its calls. BLIS returns -1 if it is not set.
    pub fn threads(&self) -> c_int {
        // SAFETY: the function has no arguments, and may be called at any time outside the library's own calls.
        (unsafe { (self.get)() }) as c_int
    }

    /// Sets the number of threads of its calls.
    pub fn set_threads(&self, threads: c_int) {
        // SAFETY: the function accepts any positive number, and any number that its counterpart returns.
        unsafe { (self.set)(i64::from(threads)) };
    }
}

/// The libraries that are loaded now.
pub fn loaded() -> Arc<[Blas]> {
    static LIBRARIES: Found<Blas> = Found::nothing_yet();
    LIBRARIES.now(|| KNOWN.iter().filter_map(Blas::find).collect())
}
