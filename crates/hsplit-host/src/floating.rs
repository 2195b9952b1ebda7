// SPDX-License-Identifier: MIT OR Apache-2.0
//! The floating-point environment of the program, while a call of it works.
//!
//! A program may trap invalid operations, divisions by zero and overflows, as codes of fluid dynamics do, or round in
//! another direction. Code of ours and of the libraries that it calls (libxml2 computes with NaN) is written for the
//! default environment, and what it decides must not depend on how a rank rounds. So [`Held`] puts the default in force
//! at the boundary, and gives back what was there, with the flags that were raised, when the call returns. `errno` is
//! kept in the same way. Native functions, and through them the program's own (operations, error handlers), run in the
//! program's environment ([`natively`]).
//!
//! Where the program has the default environment, as nearly all have, only registers are read.

use std::cell::Cell;
use std::ffi::c_int;

thread_local! {
    /// The program's environment, while this thread works for a call.
    static PROGRAM: Cell<Option<Environment>> = const { Cell::new(None) };
}

/// The default environment, for as long as this lives. One inside another does nothing.
pub struct Held {
    /// `errno`, where this is the outermost.
    errno: Option<c_int>,
}

impl Held {
    /// From now on.
    #[inline]
    pub fn enter() -> Self {
        if PROGRAM.get().is_some() {
            return Self { errno: None };
        }
        let program = Environment::read();
        PROGRAM.set(Some(program));
        program.put_default_in_force();
        Self { errno: Some(*errno()) }
    }
}

impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        let Some(before) = self.errno else { return };
        if let Some(program) = PROGRAM.take() {
            program.put_in_force();
        }
        *errno() = before;
    }
}

/// `errno` of this thread.
#[inline]
fn errno<'a>() -> &'a mut c_int {
    // SAFETY: the address is that of this thread's `errno`, which lives as long as the thread. The reference ends in
    // the statement that asks for it.
    unsafe { &mut *libc::__errno_location() }
}

/// Makes a native call in the program's environment, as that is and as the call leaves it.
#[inline]
pub fn natively<R>(call: impl FnOnce() -> R) -> R {
    let Some(program) = PROGRAM.get() else { return call() };
    let _back = Back::after(program);
    call()
}

/// The program's environment, until this goes.
struct Back;

impl Back {
    #[inline]
    fn after(program: Environment) -> Self {
        PROGRAM.set(None);
        program.put_in_force();
        Self
    }
}

impl Drop for Back {
    #[inline]
    fn drop(&mut self) {
        let program = Environment::read();
        PROGRAM.set(Some(program));
        program.put_default_in_force();
    }
}

use architecture::Environment;

#[cfg(target_arch = "x86_64")]
mod architecture {
    //! SSE has control and flags in one register. The x87 unit, which computes with `long double`, has two.

    use std::arch::asm;

    /// What decides in MXCSR: masks of traps, rounding, and what becomes of denormal numbers. The rest are flags.
    const CONTROL: u32 = 0xffc0;
    const DEFAULT: u32 = 0x1f80;
    /// The control word of x87 without bits that mean nothing, and its default.
    const X87_CONTROL: u16 = 0x0f3f;
    const X87_DEFAULT: u16 = 0x037f;
    const X87_FLAGS: u16 = 0x003f;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Environment {
        sse: u32,
        control: u16,
        flags: u16,
    }

    impl Environment {
        #[inline]
        pub fn read() -> Self {
            let (mut sse, mut control, mut flags) = (0_u32, 0_u16, 0_u16);
            // SAFETY: the instructions store registers in locals, and wait for no exception.
            unsafe {
                asm!(
                    "stmxcsr [{sse}]", "fnstcw [{control}]", "fnstsw [{flags}]",
                    sse = in(reg) &raw mut sse, control = in(reg) &raw mut control, flags = in(reg) &raw mut flags,
                    options(nostack, preserves_flags)
                );
            }
            Self { sse, control, flags: flags & X87_FLAGS }
        }

        /// Leaves the flags as they are.
        #[inline]
        pub fn put_default_in_force(self) {
            if self.sse & CONTROL != DEFAULT {
                set_sse(self.sse & !CONTROL | DEFAULT);
            }
            if self.control & X87_CONTROL != X87_DEFAULT & X87_CONTROL {
                set_control(X87_DEFAULT);
            }
        }

        #[inline]
        pub fn put_in_force(self) {
            let now = Self::read();
            if now.flags != self.flags {
                set_flags(self.flags);
            }
            if now.control != self.control {
                set_control(self.control);
            }
            if now.sse != self.sse {
                set_sse(self.sse);
            }
        }
    }

    fn set_sse(value: u32) {
        // SAFETY: the value is one that the register has had, but for traps that are masked.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
    }

    fn set_control(value: u16) {
        // SAFETY: the value is one that the register has had, or its default. Flags whose traps it does not mask are
        // not raised: they are given back first.
        unsafe { asm!("fldcw [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
    }

    #[cold]
    fn set_flags(flags: u16) {
        let mut all = [0_u32; 7];
        // SAFETY: the instruction stores the environment of the x87 unit, 28 bytes, and masks its traps.
        unsafe { asm!("fnstenv [{}]", in(reg) all.as_mut_ptr(), options(nostack, preserves_flags)) };
        all[1] = all[1] & !u32::from(X87_FLAGS) & !0x8080 | u32::from(flags);
        // SAFETY: the environment is the one that was stored, but for its flags.
        unsafe { asm!("fldenv [{}]", in(reg) all.as_ptr(), options(nostack, preserves_flags, readonly)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod architecture {
    //! FPCR has traps, rounding and what becomes of denormal numbers, FPSR has the flags.

    use std::arch::asm;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Environment {
        control: u64,
        flags: u64,
    }

    impl Environment {
        #[inline]
        pub fn read() -> Self {
            let (control, flags): (u64, u64);
            // SAFETY: reading the registers changes nothing.
            unsafe {
                asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) control, out(reg) flags,
                     options(nostack, preserves_flags));
            }
            Self { control, flags }
        }

        /// Leaves the flags as they are.
        #[inline]
        pub fn put_default_in_force(self) {
            if self.control != 0 {
                set_control(0);
            }
        }

        #[inline]
        pub fn put_in_force(self) {
            let now = Self::read();
            if now.flags != self.flags {
                // SAFETY: the flags are those that the register has had.
                unsafe { asm!("msr fpsr, {}", in(reg) self.flags, options(nostack, preserves_flags)) };
            }
            if now.control != self.control {
                set_control(self.control);
            }
        }
    }

    fn set_control(value: u64) {
        // SAFETY: the value is one that the register has had, or its default.
        unsafe { asm!("msr fpcr, {}", in(reg) value, options(nostack, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod architecture {
    //! Other processors keep the program's environment.

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Environment;

    impl Environment {
        pub fn read() -> Self {
            Self
        }

        pub fn put_default_in_force(self) {}

        pub fn put_in_force(self) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" {
        fn feenableexcept(traps: c_int) -> c_int;
        fn fedisableexcept(traps: c_int) -> c_int;
        fn fegetexcept() -> c_int;
        fn fesetround(direction: c_int) -> c_int;
        fn fegetround() -> c_int;
        fn fetestexcept(flags: c_int) -> c_int;
        fn feclearexcept(flags: c_int) -> c_int;
        fn feraiseexcept(flags: c_int) -> c_int;
    }

    #[cfg(target_arch = "x86_64")]
    const INVALID: c_int = 1;
    #[cfg(target_arch = "x86_64")]
    const ZERO: c_int = 4;
    #[cfg(target_arch = "x86_64")]
    const OVERFLOW: c_int = 8;
    #[cfg(target_arch = "x86_64")]
    const INEXACT: c_int = 0x20;
    #[cfg(target_arch = "x86_64")]
    const UPWARD: c_int = 0x800;

    /// Everything in one test: the environment is that of the thread.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_program_gets_back_what_it_had() {
        let traps = INVALID | ZERO | OVERFLOW;
        // SAFETY: the functions of the C library change this thread's environment, which is put right in the end.
        unsafe {
            assert_eq!(feclearexcept(traps | INEXACT), 0);
            assert_eq!(feraiseexcept(INEXACT), 0);
            feenableexcept(INVALID | ZERO);
            fesetround(UPWARD);
            *errno() = 77;
            let held = Held::enter();
            assert_eq!((fegetexcept(), fegetround()), (0, 0));
            assert!((std::hint::black_box(0.0_f64) / std::hint::black_box(0.0)).is_nan());
            assert_eq!(feraiseexcept(ZERO), 0);
            {
                let _inner = Held::enter();
                assert_eq!(fegetexcept(), 0);
            }
            assert_eq!(fegetexcept(), 0);
            natively(|| {
                assert_eq!((fegetexcept(), fegetround()), (INVALID | ZERO, UPWARD));
                assert_eq!(fetestexcept(traps | INEXACT), INEXACT);
                let _inner = Held::enter();
                assert_eq!(fegetexcept(), 0);
            });
            assert_eq!((fegetexcept(), fegetround()), (0, 0));
            // What a native call changes is the program's.
            natively(|| feenableexcept(OVERFLOW));
            *errno() = 5;
            drop(held);
            assert_eq!((fegetexcept(), fegetround(), *errno()), (traps, UPWARD, 77));
            assert_eq!(fetestexcept(traps | INEXACT), INEXACT);
            natively(|| assert_eq!(fegetexcept(), traps));
            fedisableexcept(traps);
            fesetround(0);
            feclearexcept(traps | INEXACT);
        }
    }
}
