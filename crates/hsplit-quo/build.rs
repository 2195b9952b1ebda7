// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links libhsplit_quo with the libhsplit of the same build, which it finds beside itself, and with no MPI: that is the
//! program's.

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
    let [name, below] = if family == "abi" { ["hsplit_quo_abi", "hsplit_abi"] } else { ["hsplit_quo", "hsplit"] };
    let soname = |name| format!("lib{name}.so.{}", env!("CARGO_PKG_VERSION_MAJOR"));
    for argument in [
        library.as_str(),
        &format!("-Wl,-soname,{}", soname(name)),
        // The loader searches what this library needs behind what the program names, thus libhsplit behind the MPI:
        // MPI_Init would be the MPI's. A library that this one is an auxiliary filter of comes right before it.
        &format!("-Wl,--auxiliary,{}", soname(below)),
        // By its second name, libquo.so.8, it is in a folder below.
        "-Wl,--enable-new-dtags,-rpath,$ORIGIN:$ORIGIN/..",
        // Contexts are kept here, and libhsplit stays as well.
        "-Wl,-z,nodelete",
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    Ok(())
}
