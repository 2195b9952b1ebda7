// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles the functions that hwlocality calls in place of hwloc's, which call the libhwloc found at run time
//! (src/hwloc/functions.c).

const FUNCTIONS: &str = "src/hwloc/functions.c";

fn main() {
    println!("cargo:rerun-if-changed={FUNCTIONS}");
    // The whole archive, so that the linker uses these functions and not libhwloc's, in any order of libraries.
    println!("cargo:rustc-link-lib=static:+whole-archive=hsplit_hwloc");
    // Without smpi.h, which a build for SimGrid includes in every file, and whose mpi.h only SimGrid's wrapper finds.
    cc::Build::new().file(FUNCTIONS).define("HSPLIT_SMPI_H", None).cargo_metadata(false).compile("hsplit_hwloc");
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    println!("cargo:rustc-link-search=native={out}");
}
