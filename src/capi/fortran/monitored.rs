// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's names of the functions whose messages are counted, from the table of `capi::monitored`.
//!
//! MPICH's and Intel MPI's Fortran makes the public C calls, which count, but for the functions without a buffer in
//! mpi_f08. Open MPI's calls `PMPI_` functions. So one entry counts a call under each of them.

use std::ffi::c_void;
use std::ptr;

use super::arguments::put;
use crate::calls::active;
use crate::calls::monitor;
#[cfg(mpi_family = "openmpi")]
use crate::capi::monitored::count_sent;
use crate::capi::monitored::{argument, category, monitored, row, timed};
use crate::error::Error;
use hsplit_mpi::arrays::Requests;
#[cfg(mpi_family = "openmpi")]
use hsplit_mpi::arrays::{Counts, Datatypes};
use hsplit_mpi::constants::SUCCESS;
use hsplit_mpi::fortran::{Fint, comm_of};
#[cfg(mpi_family = "openmpi")]
use hsplit_mpi::fortran::{buffer_of, datatype_of, op_of, win_of};
#[cfg(mpi_family = "openmpi")]
use hsplit_mpi::raw::Count;
use hsplit_mpi::symbol::{Optional, c_text};

/// The type of an argument in Fortran: a reference, or the address of a buffer.
macro_rules! fortran_type {
    (buffer) => { *mut c_void };
    (displacements) => { *const c_void };
    (displacement) => { *const isize };
    (elements) => { *const Count };
    (request) => { *mut Fint };
    (requests) => { *mut Fint };
    (status) => { *mut c_void };
    (output) => { *mut c_void };
    ($integer:ident) => { *const Fint };
}

/// An argument of Fortran as the code that counts takes it.
macro_rules! fortran_value {
    (buffer $value:ident) => {
        buffer_of($value)
    };
    (count $value:ident) => {
        Count::from(*$value)
    };
    (counts $value:ident) => {
        Counts::Small($value)
    };
    (datatype $value:ident) => {
        datatype_of(*$value)
    };
    (datatypes $value:ident) => {
        Datatypes::Fortran($value)
    };
    (number $value:ident) => {
        *$value
    };
    (elements $value:ident) => {
        *$value
    };
    (comm $value:ident) => {
        comm_of(*$value)
    };
    (win $value:ident) => {
        win_of(*$value)
    };
    (op $value:ident) => {
        op_of(*$value)
    };
    (request $value:ident) => {
        Requests::Fortran($value)
    };
    (requests $value:ident) => {
        Requests::Fortran($value)
    };
}

/// A function under the names that compilers give it. All of them do what `made` does.
macro_rules! function {
    ($kind:ident $function:ident ($($argument:ident),*) $how:ident $count:tt $counted:tt $($name:expr),+) => {
        const _: () = {
            type Native = unsafe extern "C-unwind" fn($(argument!($argument fortran_type),)* *mut Fint);

            #[allow(clippy::too_many_arguments)]
            unsafe fn made(entry: &Optional, $($argument: argument!($argument fortran_type),)* ierr: *mut Fint) {
                // SAFETY: a function of this name takes these arguments in every MPI's Fortran: references, and buffers
                // by their address. A NULL address becomes `None`.
                let next = unsafe { std::mem::transmute::<*mut c_void, Option<Native>>(entry.function()) };
                let Some(next) = next else {
                    // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's (the program's
                    // contract, `capi`).
                    return unsafe { put(ierr, Error::WrongMpi.class()) };
                };
                if !active::asks(active::$kind | active::TIMED) {
                    // SAFETY: `next` is the native function of this name, and gets the references and buffers with
                    // which the program has called this one, while that call lasts.
                    return unsafe { next($($argument,)* ierr) };
                }
                let native = || {
                    let mut code = 0;
                    // SAFETY: `next` is the native function of this name, and gets the references and buffers with
                    // which the program has called this one, while that call lasts. `code` is a local in place of
                    // `ierr`, which may be left out.
                    unsafe { next($($argument,)* &raw mut code) };
                    code
                };
                const FUNCTION: monitor::Function = monitor::Function::of(stringify!($function), category!($kind));
                let native = || monitor::timed(FUNCTION, ptr::from_ref(entry).addr(), native);
                let code = if active::asks(active::$kind) { counted!($how native $count $counted) } else { native() };
                // SAFETY: `ierr` is NULL where it is left out, else an INTEGER of the program's until this call
                // returns.
                unsafe { put(ierr, code) };
            }

            spellings! { ($($argument),*) $($name),+ }
        };
    };
}

/// The names themselves.
macro_rules! spellings {
    ($arguments:tt $($name:expr),+) => { $(spelling! { $arguments $name })+ };
}

macro_rules! spelling {
    (($($argument:ident),*) $name:expr) => {
        const _: () = {
            static NEXT: Optional = Optional::next(c_text(concat!($name, "\0")));

            // SAFETY: the name is a function's of MPI's Fortran, which takes these arguments.
            #[unsafe(export_name = $name)]
            unsafe extern "C-unwind" fn entry($($argument: argument!($argument fortran_type),)* ierr: *mut Fint) {
                // SAFETY: `made` has the parameters of this function, and gets the program's arguments unchanged.
                unsafe { made(&NEXT, $($argument,)* ierr) };
            }
        };
    };
}

/// What the code that counts makes of the arguments of a native call.
macro_rules! count_with {
    ($count:ident ($($counted:ident),*)) => {
        // SAFETY: these are arguments of the program's call, which has not returned yet: handles, numbers, and arrays
        // as long as the standard says. `active::asks` is true only where `steps_aside` is not, so the handles are of
        // the MPI that this library was built for. Before the native call has taken a handle, it is compared, and
        // nothing else is done with it.
        unsafe { monitor::$count($(argument!($counted fortran_value $counted)),*) }
    };
}

/// A native call and what is counted of it.
macro_rules! counted {
    (nothing $native:ident $count:ident $counted:tt) => {
        $native()
    };
    (once $native:ident sent $counted:tt) => {
        count_sent!(
            $native,
            count_with!(passes_nothing $counted),
            count_with!(tally $counted),
            count_with!(sent $counted)
        )
    };
    (once $native:ident $count:ident $counted:tt) => { {
        let code = $native();
        if code == SUCCESS {
            count_with!($count $counted);
        }
        code
    } };
    (before $native:ident $count:ident $counted:tt) => { {
        count_with!($count $counted);
        $native()
    } };
    (now $native:ident $count:ident $counted:tt) => { {
        let code = $native();
        if code == SUCCESS {
            monitor::now(|| count_with!($count $counted));
        }
        code
    } };
    (later $native:ident ($request:ident $count:ident) $counted:tt) => { {
        let code = $native();
        if code == SUCCESS {
            let amount = || count_with!($count $counted);
            // SAFETY: the native call has succeeded, so it has written a request where the program's argument points.
            unsafe { monitor::at_starts(Requests::Fortran($request), amount) };
        }
        code
    } };
}

/// The names of a function, of which MPICH's Fortran needs those of mpi_f08 where there is no buffer.
macro_rules! names {
    (plain $kind:ident $capitals:ident $name:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        #[cfg(not(mpi_family = "openmpi"))]
        function! { $kind $name $arguments $how $count $counted concat!(stringify!($name), "_f08_") }
        all_names! { $kind $capitals $name $arguments $how $count $counted }
    };
    ($forms:ident $kind:ident $capitals:ident $name:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        all_names! { $kind $capitals $name $arguments $how $count $counted }
    };
}

macro_rules! all_names {
    ($kind:ident $capitals:ident $name:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        #[cfg(mpi_family = "openmpi")]
        function! {
            $kind $name $arguments $how $count $counted
            stringify!($name), concat!(stringify!($name), "_"), concat!(stringify!($name), "__"), stringify!($capitals),
            concat!(stringify!($name), "_f08_")
        }
    };
}

macro_rules! export {
    ($(
        $often:ident $forms:ident $kind:ident $arguments:tt => $count:ident $counted:tt {
            $($name:ident $capitals:ident $fortran:ident;)+
        }
    )+) => { $(row! { $often names $forms $kind $arguments $count $counted $($capitals $fortran)+ })+ };
}

monitored! { export }

macro_rules! export_timed {
    ($(
        $forms:ident $kind:ident $arguments:tt { $($name:ident $capitals:ident $fortran:ident;)+ }
    )+) => { $($(names! { $forms $kind $capitals $fortran $arguments nothing none () })+)+ };
}

timed! { export_timed }
