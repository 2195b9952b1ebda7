// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Fortran names that the native MPI has, too.

use std::ffi::CStr;
use std::ptr;

use super::arguments::{put, put_comm};
use super::next::{In, Out};
use crate::capi::again::PassedOn;
use crate::capi::boundary::quietly;
use crate::capi::{intercepted, pcontrol};
use hsplit_calls::communicator_tree;
use hsplit_calls::error::Error;
use hsplit_calls::function_id::FunctionId;
use hsplit_calls::monitor::{Function, timed};
use hsplit_calls::runtime;
use hsplit_calls::split_type::Arguments;
use hsplit_mpi::constants::{SUCCESS, comm_null, info_null};
use hsplit_mpi::fortran::{
    Fint, are_passed_on, comm_of, info_of, next_comm_free, next_finalize, next_hw_resource_info, next_init,
    next_init_thread, next_intercomm_merge, next_pcontrol, next_split_type, number_of, unchanged,
};
use hsplit_mpi::{foreign, raw};

/// The names. Each passes its own name on, to find the native function of this name.
///
/// Every `unsafe` there has one reason: the program has passed these references to the function of this name, and the
/// function here gets them unchanged.
#[allow(
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    mod names;
}

/// Calls the native Fortran function, which initialises Fortran's own constants.
unsafe fn init(name: &CStr, ierr: *mut Fint) {
    if let Some(native) = unchanged(name, next_init) {
        // SAFETY: as below.
        return unsafe { native(ierr) };
    }
    let mut code = SUCCESS;
    let before = intercepted::before();
    let again = PassedOn::begin(FunctionId::of("MPI_Init"));
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

unsafe fn init_thread(name: &CStr, required: *const Fint, provided: *mut Fint, ierr: *mut Fint) {
    if let Some(native) = unchanged(name, next_init_thread) {
        // SAFETY: as below.
        return unsafe { native(required, provided, ierr) };
    }
    let mut code = SUCCESS;
    let before = intercepted::before();
    let again = PassedOn::begin(FunctionId::of("MPI_Init_thread"));
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

/// Calls the native Fortran function: other tools may intercept the C call that some MPIs make from there.
unsafe fn finalize(name: &CStr, ierr: *mut Fint) {
    intercepted::before_finalize();
    let _again = PassedOn::begin(FunctionId::of("MPI_Finalize"));
    match next_finalize(name) {
        // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with its
        // own argument.
        Some(native) => unsafe { native(ierr) },
        // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
        // `capi`). MPI_Finalize has no argument.
        None => unsafe { put(ierr, intercepted::MPI_Finalize()) },
    }
}

unsafe fn intercomm_merge(
    name: &CStr,
    intercomm: *const Fint,
    high: *const Fint,
    newintracomm: *mut Fint,
    ierr: *mut Fint,
) {
    if let Some(native) = unchanged(name, next_intercomm_merge) {
        // SAFETY: as below.
        return unsafe { native(intercomm, high, newintracomm, ierr) };
    }
    // SAFETY: `intercomm` is an INTEGER of the program's (the program's contract, `capi`).
    let passed = unsafe { *intercomm };
    let native = || {
        let mut code = SUCCESS;
        let _again = PassedOn::begin(FunctionId::of("MPI_Intercomm_merge"));
        match next_intercomm_merge(name) {
            // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with
            // its own arguments. `passed` and `code` are locals.
            Some(native) => unsafe { native(&raw const passed, high, newintracomm, &raw mut code) },
            None => code = Error::WrongMpi.class(),
        }
        code
    };
    let is_known = runtime::get().check_mpi().is_ok();
    if is_known {
        // As in C, for calls that MPICH 5.0 refuses. (A program may pass one variable for both communicators.)
        // SAFETY: `newintracomm` is an INTEGER of the program's (the program's contract, `capi`).
        unsafe { put_comm(newintracomm, comm_null()) };
    }
    let code = timed(Function::TOPOLOGY, name.as_ptr().addr(), native);
    if code == SUCCESS && is_known {
        // SAFETY: there is a handle of this MPI, from above or from the native call.
        quietly(|| unsafe { foreign::inspect(comm_of(*newintracomm)) });
    }
    // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract, `capi`).
    unsafe { put(ierr, code) }
}

unsafe fn comm_free(name: &CStr, comm: *mut Fint, ierr: *mut Fint) {
    if let Some(native) = unchanged(name, next_comm_free) {
        // SAFETY: as below.
        return unsafe { native(comm, ierr) };
    }
    let free = || {
        match next_comm_free(name) {
            // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with
            // its own arguments.
            Some(native) => unsafe { native(comm, ierr) },
            // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's contract,
            // `capi`).
            None => unsafe { put(ierr, Error::WrongMpi.class()) },
        }
    };
    // SAFETY: `comm` is a reference to an INTEGER (the program's contract, `capi`).
    communicator_tree::free(|| Some(comm_of(unsafe { *comm })), free);
}

use comm_free as comm_disconnect;

/// The one call without an `ierror`.
unsafe fn pcontrol(name: &CStr, level: *const Fint) {
    // SAFETY: the level is a reference to an INTEGER (the program's contract, `capi`).
    let number = unsafe { *level };
    if pcontrol::control(number).is_some() {
        return;
    }
    match next_pcontrol(name) {
        // SAFETY: this is the function of this name behind the library's own, which the program meant to call, with its
        // own argument.
        Some(native) => unsafe { native(level) },
        None => {
            if let Some(next) = pcontrol::next_pcontrol() {
                // SAFETY: the function takes a level, and no tool gets further arguments from Fortran.
                unsafe { next(number) };
            }
        }
    }
}

unsafe fn comm_split_type(
    name: &CStr,
    comm: *const Fint,
    split_type: *const Fint,
    key: *const Fint,
    info: *const Fint,
    newcomm: *mut Fint,
    ierr: *mut Fint,
) {
    if let Some(native) = unchanged(name, next_split_type) {
        // SAFETY: as below.
        return unsafe { native(comm, split_type, key, info, newcomm, ierr) };
    }
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

unsafe fn get_hw_resource_info(name: &CStr, hw_info: *mut Fint, ierr: *mut Fint) {
    if are_passed_on() || runtime::get().check_mpi().is_err() {
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
