// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of MPI whose messages are counted: all names come from one [`table`], in C (small and large counts)
//! and in Fortran (`fortran::monitored`). Where nothing is counted, a call reads one number and makes the native call.
//!
//! Blocking collectives that may also go along the hierarchy are in `collectives`: a function has one entry.

mod table;
mod timed;

use std::ffi::{c_int, c_void};
use std::num::TryFromIntError;

use crate::calls::active;
use crate::calls::monitor;
use hsplit_mpi::arrays::{Counts, Datatypes, Requests};
use hsplit_mpi::constants::SUCCESS;
use hsplit_mpi::raw::{Count, RawHandle};
use hsplit_mpi::symbol::{Optional, Symbol, c_text};
pub(super) use table::monitored;
pub(super) use timed::timed;

/// Hands the kind of an argument on to another macro.
macro_rules! argument {
    (buf $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (sendbuf $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (recvbuf $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (origin $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (result $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (compare $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (count $($then:tt)+) => { argument! { @count $($then)+ } };
    (sendcount $($then:tt)+) => { argument! { @count $($then)+ } };
    (recvcount $($then:tt)+) => { argument! { @count $($then)+ } };
    (origin_count $($then:tt)+) => { argument! { @count $($then)+ } };
    (result_count $($then:tt)+) => { argument! { @count $($then)+ } };
    (target_count $($then:tt)+) => { argument! { @count $($then)+ } };
    (sendcounts $($then:tt)+) => { argument! { @counts $($then)+ } };
    (recvcounts $($then:tt)+) => { argument! { @counts $($then)+ } };
    (displs $($then:tt)+) => { argument! { @displacements $($then)+ } };
    (sdispls $($then:tt)+) => { argument! { @displacements $($then)+ } };
    (rdispls $($then:tt)+) => { argument! { @displacements $($then)+ } };
    (datatype $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (sendtype $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (recvtype $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (origin_type $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (result_type $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (target_type $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (sendtypes $($then:tt)+) => { argument! { @datatypes $($then)+ } };
    (recvtypes $($then:tt)+) => { argument! { @datatypes $($then)+ } };
    (dest $($then:tt)+) => { argument! { @number $($then)+ } };
    (source $($then:tt)+) => { argument! { @number $($then)+ } };
    (root $($then:tt)+) => { argument! { @number $($then)+ } };
    (target $($then:tt)+) => { argument! { @number $($then)+ } };
    (tag $($then:tt)+) => { argument! { @number $($then)+ } };
    (sendtag $($then:tt)+) => { argument! { @number $($then)+ } };
    (recvtag $($then:tt)+) => { argument! { @number $($then)+ } };
    (partitions $($then:tt)+) => { argument! { @number $($then)+ } };
    (number $($then:tt)+) => { argument! { @number $($then)+ } };
    (elements $($then:tt)+) => { argument! { @elements $($then)+ } };
    (disp $($then:tt)+) => { argument! { @displacement $($then)+ } };
    (comm $($then:tt)+) => { argument! { @comm $($then)+ } };
    (win $($then:tt)+) => { argument! { @win $($then)+ } };
    (op $($then:tt)+) => { argument! { @op $($then)+ } };
    (info $($then:tt)+) => { argument! { @info $($then)+ } };
    (request $($then:tt)+) => { argument! { @request $($then)+ } };
    (requests $($then:tt)+) => { argument! { @requests $($then)+ } };
    (status $($then:tt)+) => { argument! { @status $($then)+ } };
    (statuses $($then:tt)+) => { argument! { @status $($then)+ } };
    (flag $($then:tt)+) => { argument! { @output $($then)+ } };
    (index $($then:tt)+) => { argument! { @output $($then)+ } };
    (indices $($then:tt)+) => { argument! { @output $($then)+ } };
    (outcount $($then:tt)+) => { argument! { @output $($then)+ } };
    (message $($then:tt)+) => { argument! { @output $($then)+ } };
    (newcomm $($then:tt)+) => { argument! { @output $($then)+ } };
    (newwin $($then:tt)+) => { argument! { @output $($then)+ } };
    (baseptr $($then:tt)+) => { argument! { @output $($then)+ } };
    (size $($then:tt)+) => { argument! { @displacement $($then)+ } };
    (unit $($then:tt)+) => { argument! { @count $($then)+ } };
    (peers $($then:tt)+) => { argument! { @comm $($then)+ } };
    (group $($then:tt)+) => { argument! { @group $($then)+ } };
    (rank $($then:tt)+) => { argument! { @number $($then)+ } };
    (assertion $($then:tt)+) => { argument! { @number $($then)+ } };
    (lock $($then:tt)+) => { argument! { @number $($then)+ } };
    (color $($then:tt)+) => { argument! { @number $($then)+ } };
    (key $($then:tt)+) => { argument! { @number $($then)+ } };
    (@$kind:ident $macro:ident $($more:tt)*) => { $macro! { $kind $($more)* } };
}
pub(super) use argument;

/// The type of an argument in C.
macro_rules! c_type {
    (buffer $counts:ident) => { *mut c_void };
    (count small) => { c_int };
    (count large) => { Count };
    (counts small) => { *const c_int };
    (counts large) => { *const Count };
    (displacements $counts:ident) => { *const c_void };
    (datatypes $counts:ident) => { *const c_void };
    (number $counts:ident) => { c_int };
    (elements $counts:ident) => { Count };
    (displacement $counts:ident) => { isize };
    (request $counts:ident) => { *mut c_void };
    (requests $counts:ident) => { *mut c_void };
    (status $counts:ident) => { *mut c_void };
    (output $counts:ident) => { *mut c_void };
    ($handle:ident $counts:ident) => { RawHandle };
}

/// An argument of C as the code that counts takes it.
macro_rules! c_value {
    (buffer $counts:ident $value:ident) => {
        $value
    };
    (count $counts:ident $value:ident) => {
        Count::from($value)
    };
    (counts small $value:ident) => {
        Counts::Small($value)
    };
    (counts large $value:ident) => {
        Counts::Large($value)
    };
    (datatypes $counts:ident $value:ident) => {
        Datatypes::C($value.cast())
    };
    (number $counts:ident $value:ident) => {
        $value
    };
    (elements $counts:ident $value:ident) => {
        $value
    };
    (request $counts:ident $value:ident) => {
        Requests::C($value.cast())
    };
    (requests $counts:ident $value:ident) => {
        Requests::C($value.cast())
    };
    ($handle:ident $counts:ident $value:ident) => {
        $value.get()
    };
}

/// An argument of the function for large counts as the one for small counts takes it, where that is possible.
macro_rules! narrowed {
    (count $value:ident) => {
        $value.try_into()?
    };
    (counts $value:ident) => {{
        let _ = $value;
        c_int::try_from(Count::MAX)?;
        std::ptr::null()
    }};
    ($kind:ident $value:ident) => {
        $value
    };
}

/// The native function of a name, with the arguments as they came.
macro_rules! native {
    (small $name:ident $symbol:ident $($argument:ident)*) => { {
        type Function = unsafe extern "C-unwind" fn($(argument!($argument c_type small)),*) -> c_int;
        // SAFETY: the function of this name takes these parameters under every MPI, but for the width of a handle.
        // Every ABI that Rust and MPI share passes a narrow argument in a whole register, or in a whole place of the
        // stack. Where no MPI has the function, the address is that of `absent`, which reads no argument.
        let function = unsafe { std::mem::transmute::<*mut c_void, Function>($symbol.function()) };
        // SAFETY: `function` is the native function of this name, and gets the arguments with which the program has
        // called this one, while that call lasts.
        unsafe { function($($argument),*) }
    } };
    (large $name:ident $symbol:ident $($argument:ident)*) => { {
        type Function = unsafe extern "C-unwind" fn($(argument!($argument c_type large)),*) -> c_int;
        // SAFETY: MPI 4.0 gives the function of this name these parameters. A narrow handle is passed in a whole
        // register or place of the stack, whatever its width. A NULL address becomes `None`.
        let function = unsafe { std::mem::transmute::<*mut c_void, Option<Function>>($symbol.function()) };
        match function {
            // SAFETY: `function` is the native function of this name for large counts, and gets the arguments with
            // which the program has called this one, while that call lasts.
            Some(function) => unsafe { function($($argument),*) },
            None => {
                static SMALL: Symbol = symbol!(small $name);
                // A program under an MPI without the function may still find this one by name. Then the function for
                // small counts is called, where each count fits into an int and there is no array of counts.
                let small = || -> Result<c_int, TryFromIntError> {
                    $(let $argument = argument!($argument narrowed $argument);)*
                    Ok(native!(small $name SMALL $($argument)*))
                };
                small().unwrap_or(mpi_sys::MPI_ERR_COUNT as c_int)
            }
        }
    } };
}

/// The name of a native function.
macro_rules! symbol {
    (small $name:ident) => {
        Symbol::next(c_text(concat!(stringify!($name), "\0")))
    };
    (large $name:ident) => {
        Optional::next_of_the_mpi(c_text(concat!(stringify!($name), "_c\0")))
    };
}

macro_rules! symbol_type {
    (small) => {
        Symbol
    };
    (large) => {
        Optional
    };
}

/// A function in C. Where nothing is counted and the native function is known, the call goes straight on to it: no
/// register is saved, and no argument is touched. All else is in a function of its own.
macro_rules! c_function {
    (
        $counts:ident $kind:ident $name:ident $exported:expr, ($($argument:ident),*), $how:ident $count:tt $counted:tt
    ) => {
        const _: () = {
            static SYMBOL: symbol_type!($counts) = symbol!($counts $name);

            // SAFETY: the name is a function's of MPI, which has this type (see `native`).
            #[unsafe(export_name = $exported)]
            unsafe extern "C-unwind" fn entry($($argument: argument!($argument c_type $counts)),*) -> c_int {
                type Function = unsafe extern "C-unwind" fn($(argument!($argument c_type $counts)),*) -> c_int;
                const MAY_ASK: u32 = active::$kind | active::TIMED;
                // SAFETY: `known` gives the native function of this name, which has these parameters under every MPI,
                // with handles of any width, or NULL, which becomes `None`.
                let known = unsafe { std::mem::transmute::<*mut c_void, Option<Function>>(SYMBOL.known()) };
                match known {
                    // SAFETY: `function` is the native function of this name, and gets the program's arguments
                    // unchanged, while the program's call lasts.
                    Some(function) if !active::may_ask(MAY_ASK) => unsafe { function($($argument),*) },
                    // SAFETY: `made` has the parameters of this function, and gets the program's arguments unchanged.
                    _ => unsafe { made($($argument),*) },
                }
            }

            /// The call is counted, or its symbol is not known yet.
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            unsafe extern "C-unwind" fn made($($argument: argument!($argument c_type $counts)),*) -> c_int {
                let asked = active::known(active::TIMED | active::$kind);
                if asked & active::TIMED != 0 {
                    // SAFETY: `timed` has the parameters of this function, and gets the program's arguments unchanged.
                    return unsafe { timed($($argument),*) };
                }
                let native = move || native!($counts $name SYMBOL $($argument)*);
                if asked == 0 {
                    return native();
                }
                c_counted!($how $counts native $count $counted)
            }

            /// Its time is taken, or the settings are not known yet.
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            unsafe extern "C-unwind" fn timed($($argument: argument!($argument c_type $counts)),*) -> c_int {
                const FUNCTION: monitor::Function = monitor::Function::of(stringify!($name), category!($kind));
                let native = || {
                    let native = || native!($counts $name SYMBOL $($argument)*);
                    monitor::timed(FUNCTION, (&raw const SYMBOL).addr(), native)
                };
                if !active::asks(active::$kind) {
                    return native();
                }
                c_counted!($how $counts native $count $counted)
            }
        };
    };
}

/// What calls of a kind are for.
macro_rules! category {
    (P2P) => {
        hsplit_monitor::Category::PointToPoint
    };
    (STARTS) => {
        hsplit_monitor::Category::PointToPoint
    };
    (RECEIVES) => {
        hsplit_monitor::Category::PointToPoint
    };
    (WAITS) => {
        hsplit_monitor::Category::Waiting
    };
    (COLLECTIVES) => {
        hsplit_monitor::Category::Collective
    };
    (RMA) => {
        hsplit_monitor::Category::OneSided
    };
    (WINDOWS) => {
        hsplit_monitor::Category::OneSided
    };
    (COMMUNICATORS) => {
        hsplit_monitor::Category::Topology
    };
}
pub(super) use category;

/// What the code that counts makes of the arguments of a native call.
macro_rules! c_count_with {
    ($counts:ident $count:ident ($($counted:ident),*)) => {
        // SAFETY: these are arguments of the program's call, which has not returned yet: handles, numbers, and arrays
        // as long as the standard says. `active::asks` is true only where `steps_aside` is not, so the handles are of
        // the MPI that this library was built for. Before the native call has taken a handle, it is compared, and
        // nothing else is done with it.
        unsafe { monitor::$count($(argument!($counted c_value $counts $counted)),*) }
    };
}

/// Runs what is rare in a function of its own, for which its caller need not save registers.
#[cold]
#[inline(never)]
pub(super) fn apart<R>(body: impl FnOnce() -> R) -> R {
    body()
}

/// A native call that sends a message, and the counting of that: whether there is no message, where it is counted if it
/// is like one before, and the counting of any other.
macro_rules! count_sent {
    ($native:ident, $passes_nothing:expr, $tally:expr, $count:expr) => {
        if $passes_nothing {
            $native()
        } else {
            match $tally {
                Some(tally) => {
                    let code = $native();
                    if code == SUCCESS {
                        tally.add();
                    }
                    code
                }
                None => $crate::capi::monitored::apart(move || {
                    let code = $native();
                    if code == SUCCESS {
                        $count;
                    }
                    code
                }),
            }
        }
    };
}
#[cfg(mpi_family = "openmpi")]
pub(super) use count_sent;

/// A native call and what is counted of it.
macro_rules! c_counted {
    (nothing $counts:ident $native:ident $count:ident $counted:tt) => {
        $native()
    };
    (once $counts:ident $native:ident sent $counted:tt) => {
        count_sent!(
            $native,
            c_count_with!($counts passes_nothing $counted),
            c_count_with!($counts tally $counted),
            c_count_with!($counts sent $counted)
        )
    };
    (once $counts:ident $native:ident $count:ident $counted:tt) => { {
        let code = $native();
        if code == SUCCESS {
            c_count_with!($counts $count $counted);
        }
        code
    } };
    (before $counts:ident $native:ident $count:ident $counted:tt) => { {
        c_count_with!($counts $count $counted);
        $native()
    } };
    (now $counts:ident $native:ident $count:ident $counted:tt) => { {
        let code = $native();
        if code == SUCCESS {
            monitor::now(|| c_count_with!($counts $count $counted));
        }
        code
    } };
    (later $counts:ident $native:ident ($request:ident $count:ident) $counted:tt) => { {
        let code = $native();
        if code == SUCCESS {
            let amount = || c_count_with!($counts $count $counted);
            // SAFETY: the native call has succeeded, so it has written a request where the program's argument points.
            unsafe { monitor::at_starts(Requests::C($request.cast()), amount) };
        }
        code
    } };
}

/// Hands each function of a row on to a macro, with its arguments and with how it is counted.
macro_rules! row {
    (
        once $make:ident $forms:ident $kind:ident $arguments:tt $count:ident $counted:tt
        $($name:ident $fortran:ident)+
    ) => {
        $($make! { $forms $kind $name $fortran $arguments once $count $counted })+
    };
    (whole $make:ident $forms:ident $kind:ident $arguments:tt $count:ident $counted:tt $name:ident $fortran:ident) => {
        $make! { $forms $kind $name $fortran $arguments now $count $counted }
    };
    (before $make:ident $forms:ident $kind:ident $arguments:tt $count:ident $counted:tt $name:ident $fortran:ident) => {
        $make! { $forms $kind $name $fortran $arguments before $count $counted }
    };
    (
        kept $make:ident $forms:ident $kind:ident $arguments:tt $count:ident $counted:tt
        $($name:ident $fortran:ident)+
    ) => {
        $(row! { @kept $make $forms $kind $arguments $count $counted $name $fortran })+
    };
    (
        @kept $make:ident $forms:ident $kind:ident ($($argument:ident),*) $count:ident $counted:tt
        $name:ident $fortran:ident
    ) => {
        row! { @last $make $forms $kind ($($argument),*) ($($argument)*) $count $counted $name $fortran }
    };
    (
        @last $make:ident $forms:ident $kind:ident $arguments:tt ($request:ident) $count:ident $counted:tt
        $name:ident $fortran:ident
    ) => {
        $make! { $forms $kind $name $fortran $arguments later ($request $count) $counted }
    };
    (
        @last $make:ident $forms:ident $kind:ident $arguments:tt ($first:ident $($rest:ident)+) $count:ident $counted:tt
        $name:ident $fortran:ident
    ) => {
        row! { @last $make $forms $kind $arguments ($($rest)+) $count $counted $name $fortran }
    };
    (
        twice $make:ident $forms:ident $kind:ident ($($argument:ident),*) $count:ident $counted:tt
        $nonblocking:ident $nonblocking_fortran:ident $persistent:ident $persistent_fortran:ident
    ) => {
        $make! {
            $forms $kind $nonblocking $nonblocking_fortran ($($argument,)* request) now $count $counted
        }
        $make! {
            $forms $kind $persistent $persistent_fortran ($($argument,)* info, request) later (request $count) $counted
        }
    };
}
pub(super) use row;

/// The forms of a function in C.
macro_rules! forms {
    (both $kind:ident $name:ident $capitals:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        c_function! { small $kind $name stringify!($name), $arguments, $how $count $counted }
        c_function! { large $kind $name concat!(stringify!($name), "_c"), $arguments, $how $count $counted }
    };
    (arrays $kind:ident $name:ident $capitals:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        c_function! { small $kind $name stringify!($name), $arguments, $how $count $counted }
        // mpi4py takes a name that it finds for the MPI's own.
        #[cfg(not(mpi_family = "openmpi"))]
        c_function! { large $kind $name concat!(stringify!($name), "_c"), $arguments, $how $count $counted }
    };
    ($one:ident $kind:ident $name:ident $capitals:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        c_function! { small $kind $name stringify!($name), $arguments, $how $count $counted }
    };
}

macro_rules! export {
    ($(
        $often:ident $forms:ident $kind:ident $arguments:tt => $count:ident $counted:tt {
            $($name:ident $capitals:ident $fortran:ident;)+
        }
    )+) => { $(row! { $often forms $forms $kind $arguments $count $counted $($name $capitals)+ })+ };
}

monitored! { export }

macro_rules! export_timed {
    ($(
        $forms:ident $kind:ident $arguments:tt { $($name:ident $capitals:ident $fortran:ident;)+ }
    )+) => { $($(forms! { $forms $kind $name $capitals $arguments nothing none () })+)+ };
}

timed! { export_timed }
