// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program's floating-point environment during a call of the library.
//!
//! A program may trap invalid operations, divisions by zero and overflows, as fluid dynamics codes do, or use another
//! rounding mode. The library and the libraries that it calls (libxml2 computes with NaN) are written for the default
//! environment, and decisions must not depend on a rank's rounding mode. So [`Held`] sets the default environment at
//! the boundary, and restores the program's, with the flags that were raised, and `errno` when the call returns. Native
//! functions, and the program's operations and error handlers that they call, run in the program's environment
//! ([`natively`]).
//!
//! If the program has the default environment, the usual case, only registers are read.

use std::cell::Cell;
use std::ffi::c_int;

thread_local! {
    /// The program's environment during a call in this thread.
    static PROGRAM: Cell<Option<Environment>> = const { Cell::new(None) };
}

/// A scope with the default environment. Nested scopes have no effect.
pub struct Held {
    /// The value of `errno`, in the outermost scope.
    errno: Option<c_int>,
}

impl Held {
    /// Enters the scope.
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

/// This thread's `errno`.
#[inline]
fn errno<'a>() -> &'a mut c_int {
    // SAFETY: the address of this thread's `errno` is valid as long as the thread lives. Callers use the reference only
    // within one statement.
    unsafe { &mut *libc::__errno_location() }
}

/// Makes a native call in the program's environment, and keeps the changes that the call makes to it.
#[inline]
pub fn natively<R>(call: impl FnOnce() -> R) -> R {
    let Some(program) = PROGRAM.get() else { return call() };
    let _back = Back::after(program);
    call()
}

/// Restores the default environment on drop.
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

    /// The control bits of MXCSR: masks of traps, rounding, and the treatment of denormal numbers. The rest are flags.
    const CONTROL: u32 = 0xffc0;
    const DEFAULT: u32 = 0x1f80;
    /// The used bits of the x87 control word, and their default.
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
            // SAFETY: the instructions store registers in locals, and do not wait for pending exceptions.
            unsafe {
                asm!(
                    "stmxcsr [{sse}]", "fnstcw [{control}]", "fnstsw [{flags}]",
                    sse = in(reg) &raw mut sse, control = in(reg) &raw mut control, flags = in(reg) &raw mut flags,
                    options(nostack, preserves_flags)
                );
            }
            Self { sse, control, flags: flags & X87_FLAGS }
        }

        /// Sets the default control bits; flags are not changed.
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
        // SAFETY: the value is a former value of the register, in which traps may be masked.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
    }

    fn set_control(value: u16) {
        // SAFETY: the value is a former value of the register, or its default. No flag with an unmasked trap is raised,
        // because flags are restored first.
        unsafe { asm!("fldcw [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
    }

    #[cold]
    fn set_flags(flags: u16) {
        let mut all = [0_u32; 7];
        // SAFETY: the instruction stores the environment of the x87 unit, 28 bytes, and masks its traps.
        unsafe { asm!("fnstenv [{}]", in(reg) all.as_mut_ptr(), options(nostack, preserves_flags)) };
        all[1] = all[1] & !u32::from(X87_FLAGS) & !0x8080 | u32::from(flags);
        // SAFETY: the environment is the stored one with other flags.
        unsafe { asm!("fldenv [{}]", in(reg) all.as_ptr(), options(nostack, preserves_flags, readonly)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod architecture {
    //! FPCR controls traps, rounding and denormal numbers; FPSR has the flags.

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
            // SAFETY: the instructions only read registers.
            unsafe {
                asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) control, out(reg) flags,
                     options(nostack, preserves_flags));
            }
            Self { control, flags }
        }

        /// Sets the default control bits; flags are not changed.
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
                // SAFETY: the flags are a former value of the register.
                unsafe { asm!("msr fpsr, {}", in(reg) self.flags, options(nostack, preserves_flags)) };
            }
            if now.control != self.control {
                set_control(self.control);
            }
        }
    }

    fn set_control(value: u64) {
        // SAFETY: the value is a former value of the register, or its default.
        unsafe { asm!("msr fpcr, {}", in(reg) value, options(nostack, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod architecture {
    //! On other processors the program's environment stays in force.

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

    /// One test for everything, because the environment belongs to the thread.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_program_gets_back_what_it_had() {
        let traps = INVALID | ZERO | OVERFLOW;
        // SAFETY: the C functions change only this thread's environment, which is restored at the end.
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
            // A change by a native call belongs to the program.
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
