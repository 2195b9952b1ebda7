// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parallel regions, as compilers write them: calls of the OpenMP runtime, which is loaded when it is first needed. So
//! one program measures processes without a runtime and with any of them.

use std::ffi::{CStr, CString, c_int, c_uint, c_void};

type Region = unsafe extern "C" fn(*mut c_void);
type Number = unsafe extern "C" fn() -> c_int;

/// A runtime with GNU's interface for compilers: libgomp, LLVM's, Intel's.
#[derive(Clone, Copy)]
pub(crate) struct OpenMp {
    parallel: unsafe extern "C" fn(Region, *mut c_void, c_uint, c_uint),
    thread: Number,
    threads: Number,
}

/// What the threads of a region do: `work` gets the thread's number and how many there are.
struct Order<'a> {
    work: &'a (dyn Fn(usize, usize) + Sync),
    runtime: OpenMp,
}

impl OpenMp {
    /// Loads a runtime, for good. `None` where it cannot be had.
    pub(crate) fn load(library: &str) -> Option<Self> {
        let library = CString::new(library).ok()?;
        // SAFETY: the name is a string. A runtime may be loaded at any time; it is never unloaded.
        let library = unsafe { libc::dlopen(library.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
        if library.is_null() {
            return None;
        }
        let find = |name: &CStr| {
            // SAFETY: the library is open, and the name is a string.
            let address = unsafe { libc::dlsym(library, name.as_ptr()) };
            (!address.is_null()).then_some(address)
        };
        // SAFETY: the functions of OpenMP and of GNU's interface for compilers, with these names and arguments.
        unsafe {
            Some(Self {
                parallel: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(Region, *mut c_void, c_uint, c_uint)>(
                    find(c"GOMP_parallel")?,
                ),
                thread: std::mem::transmute::<*mut c_void, Number>(find(c"omp_get_thread_num")?),
                threads: std::mem::transmute::<*mut c_void, Number>(find(c"omp_get_num_threads")?),
            })
        }
    }

    /// `#pragma omp parallel num_threads(threads)`; 0 is no such clause. `work` must not panic.
    pub(crate) fn region(self, threads: u32, work: &(dyn Fn(usize, usize) + Sync)) {
        let order = Order { work, runtime: self };
        // SAFETY: `each` reads an `Order`, which lives until the function returns, which is after all threads have.
        unsafe { (self.parallel)(each, std::ptr::from_ref(&order).cast_mut().cast(), threads, 0) };
    }
}

/// What each thread of a region runs.
unsafe extern "C" fn each(order: *mut c_void) {
    // SAFETY: `region` passes an `Order`, which lives as long as the region.
    let order = unsafe { &*order.cast::<Order>() };
    // SAFETY: OpenMP allows these functions anywhere.
    let (thread, threads) = unsafe { ((order.runtime.thread)(), (order.runtime.threads)()) };
    (order.work)(thread as usize, threads as usize);
}
