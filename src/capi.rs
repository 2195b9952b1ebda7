// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exported C names. No logic: each guards the boundary and hands its arguments on to `calls`.
//!
//! `include/hsplit.h` is generated from this folder, comments included; they are written for C programmers.

pub mod boundary;
pub mod extensions;
pub mod intercepted;
pub mod twins;
