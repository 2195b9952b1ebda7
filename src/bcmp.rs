// SPDX-License-Identifier: MIT OR Apache-2.0
//! `bcmp`, which the compiler calls to compare bytes, as the library's own.
//!
//! The C standard leaves this name to programs. A function of this name in a program would be called instead: the
//! linker exports every function of a program that a library needs.

/// Defines it as a jump. (A function of Rust could be compiled to a call of itself, and would be exported.)
macro_rules! bcmp {
    ($jump:literal) => {
        std::arch::global_asm!(
            ".pushsection .text.bcmp, \"ax\", %progbits",
            ".globl bcmp",
            ".hidden bcmp",
            ".type bcmp, %function",
            "bcmp:",
            $jump,
            ".size bcmp, . - bcmp",
            ".popsection",
        );
    };
}

#[cfg(target_arch = "x86_64")]
bcmp!("jmp memcmp@PLT");
#[cfg(target_arch = "aarch64")]
bcmp!("b memcmp");
