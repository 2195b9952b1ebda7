// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Fortran names that the native MPI has too.

use std::ffi::CStr;
use std::ptr;

use super::arguments::{put, put_comm};
use crate::calls::monitor::{Function, timed};
use crate::calls::runtime;
use crate::calls::split_type::Arguments;
use crate::capi::again::PassedOn;
use crate::capi::boundary::quietly;
use crate::capi::intercepted;
use crate::error::Error;
use hsplit_monitor::Category;
use hsplit_mpi::attribute::freeing;
use hsplit_mpi::constants::{SUCCESS, comm_null, info_null};
use hsplit_mpi::fortran::{
    Fint, comm_of, info_of, next_comm_free, next_finalize, next_hw_resource_info, next_init, next_init_thread,
    next_intercomm_merge, next_pcontrol, next_split_type, number_of,
};
use hsplit_mpi::{raw, strangers};

/// Exports a function under several names. Each passes its name on, to find the native function of that name.
macro_rules! named {
    ($function:ident: $($name:ident)+; $arguments:tt) => { $(named_one!($function $name $arguments);)+ };
}

macro_rules! named_one {
    ($function:ident $name:ident ($($argument:ident: $type:ty),+)) => {
        /// Intercepts the native call of this name.
        ///
        /// # Safety
        /// The program's contract (`capi`).
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),+) {
            let name = CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes());
            // SAFETY: the program has passed these references to the function of this name, and the function gets them
            // unchanged.
            unsafe { $function(name.unwrap_or_default(), $($argument),+) }
        }
    };
}

named! { init:
mpi_init mpi_init_ mpi_init__ MPI_INIT mpi_init_f08_;
(ierr: *mut Fint) }

/// Calls the native Fortran function, which sets Fortran's own constants up.
unsafe fn init(name: &CStr, ierr: *mut Fint) {
    let mut code = SUCCESS;
    let before = intercepted::before();
    let again = PassedOn::begin("MPI_Init");
    match next_init(name) {
        // SAFETY: this is the function of this name behind the library's own, which the program meant to call. `code`
        // is a local.
        Some(native) => unsafe { native(&raw mut code) },
        // SAFETY: MPI_Init takes NULL for both (MPI 3.1 §8.7).
        None => code = unsafe { raw::init(ptr::null_mut(), ptr::null_mut()) },
    }
    drop(again);
    // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract, `capi`).
    unsafe { put(ierr, intercepted::begin(&before, code)) }
}

named! { init_thread:
mpi_init_thread mpi_init_thread_ mpi_init_thread__ MPI_INIT_THREAD mpi_init_thread_f08_;
(required: *const Fint, provided: *mut Fint, ierr: *mut Fint) }

unsafe fn init_thread(name: &CStr, required: *const Fint, provided: *mut Fint, ierr: *mut Fint) {
    let mut code = SUCCESS;
    let before = intercepted::before();
    let again = PassedOn::begin("MPI_Init_thread");
    match next_init_thread(name) {
        // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with its
        // own arguments. `code` is a local.
        Some(native) => unsafe { native(required, provided, &raw mut code) },
        // SAFETY: MPI_Init_thread takes NULL for the first two (MPI 3.1 §12.4.3). The others are references to INTEGERs
        // (the program's contract, `capi`), which are ints of C.
        None => code = unsafe { raw::init_thread(ptr::null_mut(), ptr::null_mut(), *required, provided) },
    }
    drop(again);
    // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract, `capi`).
    unsafe { put(ierr, intercepted::begin(&before, code)) }
}

named! { finalize:
mpi_finalize mpi_finalize_ mpi_finalize__ MPI_FINALIZE mpi_finalize_f08_;
(ierr: *mut Fint) }

/// Calls the native Fortran function: other tools may intercept the C call that some MPIs make from there.
unsafe fn finalize(name: &CStr, ierr: *mut Fint) {
    intercepted::show();
    let _again = PassedOn::begin("MPI_Finalize");
    match next_finalize(name) {
        // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with its
        // own argument.
        Some(native) => unsafe { native(ierr) },
        // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
        // `capi`). MPI_Finalize has no argument.
        None => unsafe { put(ierr, intercepted::MPI_Finalize()) },
    }
}

named! { intercomm_merge:
mpi_intercomm_merge mpi_intercomm_merge_ mpi_intercomm_merge__ MPI_INTERCOMM_MERGE mpi_intercomm_merge_f08_;
(intercomm: *const Fint, high: *const Fint, newintracomm: *mut Fint, ierr: *mut Fint) }

unsafe fn intercomm_merge(
    name: &CStr,
    intercomm: *const Fint,
    high: *const Fint,
    newintracomm: *mut Fint,
    ierr: *mut Fint,
) {
    let native = || {
        let mut code = SUCCESS;
        let _again = PassedOn::begin("MPI_Intercomm_merge");
        match next_intercomm_merge(name) {
            // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with
            // its own arguments. `code` is a local.
            Some(native) => unsafe { native(intercomm, high, newintracomm, &raw mut code) },
            None => code = Error::WrongMpi.class(),
        }
        code
    };
    let code = timed(Function::waiting(Category::Topology), name.as_ptr().addr(), native);
    if code == SUCCESS && runtime::get().check_mpi().is_ok() {
        // SAFETY: the native call has succeeded, so it has written the handle of a new communicator there.
        quietly(|| unsafe { strangers::look_at(comm_of(*newintracomm)) });
    }
    // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract, `capi`).
    unsafe { put(ierr, code) }
}

named! { free:
mpi_comm_free mpi_comm_free_ mpi_comm_free__ MPI_COMM_FREE mpi_comm_free_f08_
mpi_comm_disconnect mpi_comm_disconnect_ mpi_comm_disconnect__ MPI_COMM_DISCONNECT mpi_comm_disconnect_f08_;
(comm: *mut Fint, ierr: *mut Fint) }

unsafe fn free(name: &CStr, comm: *mut Fint, ierr: *mut Fint) {
    // SAFETY: `comm` is a reference to an INTEGER (the program's contract, `capi`).
    let _freeing = freeing(|| Some(comm_of(unsafe { *comm })));
    match next_comm_free(name) {
        // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with its
        // own arguments.
        Some(native) => unsafe { native(comm, ierr) },
        // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
        // `capi`).
        None => unsafe { put(ierr, Error::WrongMpi.class()) },
    }
}

named! { pcontrol:
mpi_pcontrol mpi_pcontrol_ mpi_pcontrol__ MPI_PCONTROL mpi_pcontrol_f08_;
(level: *const Fint) }

/// The one call without an `ierror`.
unsafe fn pcontrol(name: &CStr, level: *const Fint) {
    // SAFETY: the level is a reference to an INTEGER (the program's contract, `capi`).
    let number = unsafe { *level };
    if intercepted::control(number).is_some() {
        return;
    }
    match next_pcontrol(name) {
        // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with its
        // own argument.
        Some(native) => unsafe { native(level) },
        // SAFETY: MPI_Pcontrol has a level alone here.
        None => unsafe {
            intercepted::MPI_Pcontrol(number);
        },
    }
}

named! { split:
mpi_comm_split_type mpi_comm_split_type_ mpi_comm_split_type__ MPI_COMM_SPLIT_TYPE mpi_comm_split_type_f08_;
(comm: *const Fint, split_type: *const Fint, key: *const Fint, info: *const Fint, newcomm: *mut Fint, ierr: *mut Fint) }

unsafe fn split(
    name: &CStr,
    comm: *const Fint,
    split_type: *const Fint,
    key: *const Fint,
    info: *const Fint,
    newcomm: *mut Fint,
    ierr: *mut Fint,
) {
    // SAFETY: both are references to INTEGERs (the program's contract, `capi`), which are the same under every MPI.
    let (number, key_) = unsafe { (*split_type, *key) };
    if runtime::get().check_mpi().is_err() {
        let number = intercepted::native_type(number);
        return match next_split_type(name) {
            // SAFETY: this is the function of this name behind the library's own, which the program meant to call. Its
            // handles are untouched; `number` is a local.
            Some(native) => unsafe { native(comm, &raw const number, key, info, newcomm, ierr) },
            // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
            // `capi`).
            None => unsafe { put(ierr, Error::WrongMpi.class()) },
        };
    }
    let mut new = comm_null();
    // SAFETY: all are references to INTEGERs (the program's contract, `capi`). `check_mpi` has made sure that handles
    // are of this MPI; `new` is a local.
    unsafe {
        let arguments = Arguments {
            comm: comm_of(*comm),
            split_type: number,
            key: key_,
            info: info_of(*info),
            newcomm: &raw mut new,
        };
        let code = intercepted::split_type_or_native(arguments);
        put_comm(newcomm, new);
        put(ierr, code);
    }
}

named! { hw_resource_info:
mpi_get_hw_resource_info mpi_get_hw_resource_info_ mpi_get_hw_resource_info__ MPI_GET_HW_RESOURCE_INFO
mpi_get_hw_resource_info_f08_;
(hw_info: *mut Fint, ierr: *mut Fint) }

unsafe fn hw_resource_info(name: &CStr, hw_info: *mut Fint, ierr: *mut Fint) {
    if runtime::get().check_mpi().is_err() {
        return match next_hw_resource_info(name) {
            // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with
            // its own arguments.
            Some(native) => unsafe { native(hw_info, ierr) },
            // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
            // `capi`).
            None => unsafe { put(ierr, Error::WrongMpi.class()) },
        };
    }
    let mut info = info_null();
    // SAFETY: both are references to INTEGERs, or NULL for an `ierr` that is left out (the program's contract, `capi`).
    // `info` is a local.
    unsafe {
        let code = intercepted::MPI_Get_hw_resource_info(&raw mut info);
        // Where there are no info objects yet, there is no handle to look up.
        if code == SUCCESS {
            put(hw_info, number_of(info));
        }
        put(ierr, code);
    }
}
