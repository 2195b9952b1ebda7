// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles the functions of hwloc that hwlocality calls, which wait for a libhwloc (src/hwloc/functions.c).

const FUNCTIONS: &str = "src/hwloc/functions.c";

fn main() {
    println!("cargo:rerun-if-changed={FUNCTIONS}");
    // Whole: the linker takes them in place of those in libhwloc, whichever it meets first.
    println!("cargo:rustc-link-lib=static:+whole-archive=hsplit_hwloc");
    // They use no MPI: a build for SimGrid includes smpi.h in everything, whose mpi.h only its wrapper finds.
    cc::Build::new().file(FUNCTIONS).define("HSPLIT_SMPI_H", None).cargo_metadata(false).compile("hsplit_hwloc");
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    println!("cargo:rustc-link-search=native={out}");
}
