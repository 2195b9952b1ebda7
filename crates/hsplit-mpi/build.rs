// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles the parts of `mpi.h` that only a C compiler can read, and determines the MPI family.

use std::error::Error;
use std::fs;

use hsplit_build::Mpi;

const CONSTANTS: &str = "src/constants.c";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={CONSTANTS}");
    println!("cargo:rustc-check-cfg=cfg(mpi_family, values(\"openmpi\", \"mpich\", \"abi\", \"smpi\"))");
    let wrapper = hsplit_build::wrapper();
    let mpi = Mpi::behind(&wrapper)?;
    println!("cargo:rustc-cfg=mpi_family=\"{}\"", hsplit_build::family(&wrapper)?);
    cc::Build::new().compiler(&wrapper).file(CONSTANTS).compile("hsplit_c");
    println!("cargo:rustc-env=HSPLIT_MPI={}/{}", mpi.directory.display(), mpi.soname);
    // The names that every process finds before its MPI is loaded (src/lacking.rs).
    let names: Vec<&str> = mpi.names.iter().map(String::as_str).filter(|name| name.starts_with("PMPI_")).collect();
    fs::write(hsplit_build::out_dir()?.join("names"), names.join("\n"))?;
    Ok(())
}
