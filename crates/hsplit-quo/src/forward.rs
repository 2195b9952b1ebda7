// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Init`, `MPI_Init_thread` and `MPI_Finalize` in C and Fortran, forwarded to libhsplit.
//!
//! The loader searches the libraries that this one needs after those that the program names. A program that names this
//! library and an MPI therefore gets the MPI's functions and not libhsplit's. libhsplit must intercept the start of
//! MPI: threads that the MPI starts then do not belong to the program. The other calls are passed to the MPI, unless
//! the program also names or preloads libhsplit.

use std::ffi::{CStr, c_char, c_int, c_void};

use crate::mpi::Fint;

/// libhsplit, which is always loaded: this library is linked with it.
const LIBRARY: &CStr = if cfg!(mpi_family = "abi") { c"libhsplit_abi.so.0" } else { c"libhsplit.so.0" };

/// Returns the function of this name in libhsplit. If libhsplit is in front of this library (preloaded, or named
/// first), it has made this call: then returns the function that follows.
fn next(name: &CStr) -> *mut c_void {
    // SAFETY: the names end with NUL; the library is already loaded and stays so, and no initialiser runs.
    unsafe {
        let follows = !libc::dlsym(libc::RTLD_NEXT, c"HSPLIT_Get_version".as_ptr()).is_null();
        let open = || libc::dlopen(LIBRARY.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        let library = if follows { open() } else { std::ptr::null_mut() };
        let own = if library.is_null() { library } else { libc::dlsym(library, name.as_ptr()) };
        if own.is_null() { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) } else { own }
    }
}

/// Functions with these arguments, each of which calls libhsplit's function of its name and returns its result.
macro_rules! forward {
    ($($name:literal $function:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?;)*) => {$(
        /// Calls libhsplit's function of this name.
        ///
        /// # Safety
        /// As the MPI declares it.
        #[unsafe(export_name = $name)]
        pub unsafe extern "C-unwind" fn $function($($argument: $kind),*) $(-> $result)? {
            const NAME: &CStr = match CStr::from_bytes_with_nul(concat!($name, "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a NUL inside"),
            };
            type Function = unsafe extern "C-unwind" fn($($kind),*) $(-> $result)?;
            // SAFETY: the MPI and libhsplit declare the function of this name with this type. NULL becomes `None`.
            let function = unsafe { std::mem::transmute::<*mut c_void, Option<Function>>(next(NAME)) };
            let function = function.expect($name);
            // SAFETY: the arguments are the program's, unchanged.
            unsafe { function($($argument),*) }
        }
    )*};
}

type Count = *mut c_int;
type Words = *mut *mut *mut c_char;

forward! {
    "MPI_Init" init(argc: Count, argv: Words) -> c_int;
    "MPI_Init_thread" init_thread(argc: Count, argv: Words, required: c_int, provided: *mut c_int) -> c_int;
    "MPI_Finalize" finalize() -> c_int;
    "mpi_init_" init_fortran(ierror: *mut Fint);
    "mpi_init_f08_" init_f08(ierror: *mut Fint);
    "mpi_init_thread_" init_thread_fortran(required: *const Fint, provided: *mut Fint, ierror: *mut Fint);
    "mpi_init_thread_f08_" init_thread_f08(required: *const Fint, provided: *mut Fint, ierror: *mut Fint);
    "mpi_finalize_" finalize_fortran(ierror: *mut Fint);
    "mpi_finalize_f08_" finalize_f08(ierror: *mut Fint);
}
