// SPDX-License-Identifier: MIT OR Apache-2.0
//! Parallel regions, as compilers write them: calls of the OpenMP runtime, which is loaded when it is first needed. So
//! one program measures processes without a runtime and with any of them.

use std::ffi::{c_int, c_uint, c_void};
use std::mem::transmute;

use hsplit_host::loader::Scope;

type Region = unsafe extern "C" fn(*mut c_void);
type Number = unsafe extern "C" fn() -> c_int;
type Parallel = unsafe extern "C" fn(Region, *mut c_void, c_uint, c_uint);

/// A runtime with GNU's interface for compilers: libgomp, LLVM's, Intel's.
#[derive(Clone, Copy)]
pub(crate) struct OpenMp {
    parallel: Parallel,
    thread: Number,
    threads: Number,
}

/// The work of the threads of a region: `work` gets the thread's number and the number of threads.
struct Order<'a> {
    work: &'a (dyn Fn(usize, usize) + Sync),
    runtime: OpenMp,
}

impl OpenMp {
    /// Loads a runtime, for good. `None` where it cannot be had.
    pub(crate) fn load(library: &str) -> Option<Self> {
        // SAFETY: a runtime may be loaded at any time.
        let library = unsafe { Scope::load(library, libc::RTLD_NOW | libc::RTLD_GLOBAL) }?;
        // SAFETY: the functions of OpenMP and of GNU's interface for compilers, with these names and arguments. NULL
        // becomes `None`.
        unsafe {
            Some(Self {
                parallel: transmute::<*mut c_void, Option<Parallel>>(library.find(c"GOMP_parallel"))?,
                thread: transmute::<*mut c_void, Option<Number>>(library.find(c"omp_get_thread_num"))?,
                threads: transmute::<*mut c_void, Option<Number>>(library.find(c"omp_get_num_threads"))?,
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

/// The function that each thread of a region runs.
unsafe extern "C" fn each(order: *mut c_void) {
    // SAFETY: `region` passes an `Order`, which lives as long as the region.
    let order = unsafe { &*order.cast::<Order>() };
    // SAFETY: OpenMP allows these functions anywhere.
    let (thread, threads) = unsafe { ((order.runtime.thread)(), (order.runtime.threads)()) };
    (order.work)(thread as usize, threads as usize);
}
