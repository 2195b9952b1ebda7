// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exported names, in C and in `fortran`. No logic: each guards the boundary and hands its arguments on to `calls`.
//!
//! `include/hsplit.h` is generated from this folder, comments included; they are written for C programmers. What
//! `strategy` exports is for `hsplit-bench` alone.

pub mod boundary;
pub mod collectives;
pub mod extensions;
pub mod fortran;
pub mod intercepted;
pub mod strategy;
pub mod twins;
