// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links libhsplit_quo with the libhsplit of the same build, which the loader finds in the same folder, and with no
//! MPI: the program has one.

use std::env;
use std::error::Error;

const CONSTANTS: &str = "src/mpi/constants.c";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={CONSTANTS}");
    println!("cargo:rerun-if-env-changed=LIBHSPLIT");
    println!("cargo:rustc-check-cfg=cfg(mpi_family, values(\"openmpi\", \"mpich\", \"abi\", \"smpi\"))");
    let wrapper = hsplit_build::wrapper();
    let family = hsplit_build::family(&wrapper)?;
    println!("cargo:rustc-cfg=mpi_family=\"{family}\"");
    let library = env::var("LIBHSPLIT")
        .map_err(|_| "LIBHSPLIT has to name the libhsplit.so that libhsplit_quo is linked with")?;
    cc::Build::new().compiler(&wrapper).file(CONSTANTS).compile("hsplit_quo_c");
    let name = if family == "abi" { "libhsplit_quo_abi" } else { "libhsplit_quo" };
    for argument in [
        library.as_str(),
        &format!("-Wl,-soname,{name}.so.{}", env!("CARGO_PKG_VERSION_MAJOR")),
        // Its second name, libquo.so.8, is in a subfolder.
        "-Wl,--enable-new-dtags,-rpath,$ORIGIN:$ORIGIN/..",
        // Contexts are stored here, and libhsplit stays loaded as well.
        "-Wl,-z,nodelete",
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    Ok(())
}
