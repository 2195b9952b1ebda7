// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls, intercepted for `HSPLIT_COLLECTIVES`, barriers for `HSPLIT_WAIT`, and all of them for counting and
//! timing. If no feature is enabled, a call reads one number and makes the native call.
//!
//! The entries in C are in `generated`, those in Fortran in `fortran::collectives`. hsplit-generate writes both from
//! one table, `crates/hsplit-generate/mpi.txt`. This file has their common part.

use std::ffi::c_int;

use super::again::is_a_tools;
use super::boundary::enter;
use hsplit_calls::active;
use hsplit_calls::collectives::{Call, known_native, take};
use hsplit_calls::function_id::FunctionId;
use hsplit_calls::inside::is_inside;
use hsplit_calls::monitor::{self, Amount, Function, timed};
use hsplit_calls::summary;
use hsplit_calls::wait;
use hsplit_collectives::Operation;
use hsplit_mpi::constants::SUCCESS;

/// The entries. For each form of a function: the entry, and the function of a call for which a feature may be enabled.
/// This is a separate function, so that a call without an enabled feature saves no register.
///
/// Every `unsafe` there has the same reasons. The native function gets the arguments with which the program has called
/// the entry, during this call. The structure and the amount of a call read them only if a feature is enabled, and
/// therefore only if the library is not disabled: the handles are of the MPI for which this library was built.
#[allow(
    non_snake_case,
    unsafe_op_in_unsafe_fn,
    clippy::undocumented_unsafe_blocks,
    clippy::too_many_arguments,
    clippy::useless_conversion,
    reason = "generated, and described above"
)]
mod generated {
    #[rustfmt::skip]
    mod entries;
}

/// The names that the entries in C use.
mod prelude {
    pub use std::ffi::{c_int, c_void};

    pub(super) use super::{made, may_ask};
    pub use hsplit_calls::collectives::{self as calls, Share, Stretches, blocks, data, each};
    pub use hsplit_calls::monitor;
    pub use hsplit_mpi::arrays::{Counts, Datatypes, Displacements};
    pub use hsplit_mpi::raw::{self, Count, RawHandle};
}

/// The features of a call that do not change its route.
pub(super) const NO_ROUTE: u32 = active::COLLECTIVES | active::TIMED | active::SUMMED;

/// The features of a call of this operation: counting, the route along the hierarchy, sleeping.
#[inline]
pub(super) const fn kinds(operation: Operation) -> u32 {
    match operation {
        Operation::Barrier => NO_ROUTE | active::BARRIERS,
        _ => NO_ROUTE | active::of(operation),
    }
}

/// Makes a call for which a feature is enabled, and counts it if counting is enabled. One function for all names of a
/// call.
///
/// # Safety
/// The arguments of `call` and `amount` are the program's own, with handles of the MPI that this library was built for.
pub(super) unsafe fn take_over<C: Call>(
    asked: u32,
    name: &str,
    call: &dyn Fn() -> C,
    native: &dyn Fn() -> c_int,
    amount: &dyn Fn() -> Option<Amount>,
) -> c_int {
    if asked == active::COLLECTIVES {
        return only_counted(name, native, amount);
    }
    if is_a_tools(|| FunctionId::of(name)) {
        return native();
    }
    // SAFETY: the caller's contract.
    let code = unsafe { routed(asked, name, call, native) };
    if code == SUCCESS && asked & active::COLLECTIVES != 0 {
        monitor::now(amount);
    }
    code
}

/// Makes a call for which nothing but counting is enabled.
#[inline(always)]
fn only_counted(name: &str, native: impl Fn() -> c_int, amount: &dyn Fn() -> Option<Amount>) -> c_int {
    if is_a_tools(|| FunctionId::of(name)) {
        return native();
    }
    let code = native();
    if code == SUCCESS {
        monitor::now(amount);
    }
    code
}

/// Makes the call by its route, and times it if timing is enabled.
///
/// # Safety
/// As for [`take_over`].
#[inline]
unsafe fn routed<C: Call>(asked: u32, name: &str, call: &dyn Fn() -> C, native: &dyn Fn() -> c_int) -> c_int {
    timed(Function::COLLECTIVE, name.as_ptr().addr(), || {
        if is_inside() {
            native()
        } else if asked & !NO_ROUTE == 0 {
            if asked & active::SUMMED == 0 { native() } else { summary::natively(C::OPERATION, native) }
        } else {
            // SAFETY: `call` has the program's own arguments, with handles of this library's MPI, as the caller
            // promises. They hold until the program's call returns.
            unsafe { make(name, &call(), native) }
        }
    })
}

/// Makes a call that may be sent along the hierarchy, or a barrier in which ranks may sleep.
///
/// # Safety
/// The arguments are the program's own, with handles of the MPI that this library was built for.
unsafe fn make<C: Call>(name: &str, call: &C, native: &dyn Fn() -> c_int) -> c_int {
    if C::OPERATION == Operation::Barrier && active::is(active::WAIT) {
        // SAFETY: the communicator is the program's own, and a handle of this library's MPI, as the caller promises.
        return enter(name, call.comm(), || unsafe { wait::barrier(call.comm(), || take(call, native)) });
    }
    // SAFETY: the buffers and handles of `call` are the program's own, with handles of this library's MPI, as the
    // caller promises.
    enter(name, call.comm(), || unsafe { take(call, native) })
}

/// True if a feature may be enabled for such a call.
#[inline(always)]
fn may_ask<C: Call>() -> bool {
    active::may_ask(kinds(C::OPERATION))
}

/// True if no feature is enabled, or the only one is the route along the hierarchy, and the call is known not to take
/// it.
#[inline(always)]
pub(super) fn is_native<C: Call>(asked: u32, call: &dyn Fn() -> C) -> bool {
    asked == 0 || asked == active::of(C::OPERATION) && known_native::is_known(call)
}

/// Makes a call for which a feature may be enabled.
///
/// # Safety
/// As for [`take_over`], where something is asked.
#[inline(always)]
unsafe fn made<C: Call>(
    name: &'static str,
    call: &dyn Fn() -> C,
    native: &impl Fn() -> c_int,
    amount: &dyn Fn() -> Option<Amount>,
) -> c_int {
    let asked = active::of_these(kinds(C::OPERATION));
    if is_native(asked, call) {
        return native();
    }
    if asked == active::COLLECTIVES {
        return only_counted(name, native, amount);
    }
    // SAFETY: something is asked only if `is_disabled` is false, so the handles are of the MPI that this library was
    // built for. The rest is the caller's contract.
    unsafe { take_over(asked, name, call, native, amount) }
}
