// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Pcontrol`: the standard's call from a program to tools.

use std::ffi::{c_int, c_void};

use super::boundary::enter_own;
use hsplit_calls::phase::Control;
use hsplit_calls::{active, runtime};
use hsplit_mpi::constants::{SUCCESS, comm_world};
use hsplit_mpi::symbol::Optional;

/// Intercepts MPI_Pcontrol: its levels begin and end the phases of HSPLIT_PHASES. Declared by mpi.h.
///
/// The C function has further arguments for tools. These parameters are the registers in which further arguments are:
/// integers and addresses, and numbers of floating point. (Rust defines no function with variable arguments. Processors
/// that have numbers in the same registers as integers leave the latter parameters undefined, and no tool reads them.)
///
/// # Safety
/// The program's contract (`capi`).
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "all registers of arguments")]
pub unsafe extern "C-unwind" fn MPI_Pcontrol(
    level: c_int,
    i1: usize,
    i2: usize,
    i3: usize,
    i4: usize,
    i5: usize,
    #[cfg(not(target_arch = "x86_64"))] i6: usize,
    #[cfg(not(target_arch = "x86_64"))] i7: usize,
    f0: f64,
    f1: f64,
    f2: f64,
    f3: f64,
    f4: f64,
    f5: f64,
    f6: f64,
    f7: f64,
) -> c_int {
    let (after_control, next) = (control(level), next_pcontrol());
    after_control.unwrap_or_else(|| {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the function is the next one of this name, and gets what the program has passed, in the same
        // registers.
        return next.map_or(SUCCESS, |next| unsafe { next(level, i1, i2, i3, i4, i5, f0, f1, f2, f3, f4, f5, f6, f7) });
        #[cfg(not(target_arch = "x86_64"))]
        // SAFETY: as above.
        return next.map_or(SUCCESS, |next| unsafe {
            next(level, i1, i2, i3, i4, i5, i6, i7, f0, f1, f2, f3, f4, f5, f6, f7)
        });
    })
}

type Pcontrol = unsafe extern "C-unwind" fn(c_int, ...) -> c_int;

/// Returns the next function: a tool behind this library may have it, or the MPI has.
pub(super) fn next_pcontrol() -> Option<Pcontrol> {
    static NEXT: Optional = Optional::next(c"MPI_Pcontrol");
    // SAFETY: the standard gives the function of this name these parameters. A NULL address becomes `None`.
    unsafe { std::mem::transmute::<*mut c_void, Option<Pcontrol>>(NEXT.function()) }
}

/// Begins or ends the phase of a level of MPI_Pcontrol; `None`: the level has no phase.
pub(super) fn control(level: c_int) -> Option<c_int> {
    if !active::is(active::PHASES) {
        return None;
    }
    let runtime = runtime::get();
    let control = Control::of(runtime, level)?;
    Some(enter_own("MPI_Pcontrol", comm_world(), || control.carry_out(runtime)))
}
