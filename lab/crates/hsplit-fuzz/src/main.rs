// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fuzzer: libFuzzer with the target that `FUZZ_TARGET` names. `run`, beside this crate's manifest, builds and
//! starts it.
#![no_main]

use std::sync::OnceLock;

use hsplit_fuzz::Target;

static TARGET: OnceLock<&Target> = OnceLock::new();

fn target() -> &'static Target {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    hsplit_fuzz::target(&name).unwrap_or_else(|| panic!("FUZZ_TARGET={name} is no target"))
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    (TARGET.get_or_init(target).run)(input);
});
