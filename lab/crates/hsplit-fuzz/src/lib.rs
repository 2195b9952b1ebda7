// SPDX-License-Identifier: MIT OR Apache-2.0
//! A target for each parser of texts and bytes from outside.
//!
//! A target takes any bytes. It must not panic, must take neither much time nor much memory, and checks what has to
//! hold of everything that the parser accepts: what is printed reads back equal, what is counted is there, what is
//! limited is below its limit. The folder `corpus/NAME` has inputs that reach all code that a fuzzer has reached; a
//! test runs every target over them. `run` feeds a target with new inputs, guided by coverage.
#![forbid(unsafe_code)]

mod targets;

/// A parser, and what has to hold of it.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the target and of its corpus.
    pub name: &'static str,
    /// Feeds the parser. Panics where something does not hold.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: &[Target] = targets::ALL;

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
