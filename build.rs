// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles the parts of the MPI's mpi.h that only a C compiler can see, and names the shared object.

use std::error::Error;
use std::fs;

use hsplit_build::Mpi;

const CONSTANTS: &str = "src/pmpi/constants.c";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={CONSTANTS}");
    println!("cargo:rustc-check-cfg=cfg(mpi_family, values(\"openmpi\", \"mpich\", \"abi\", \"smpi\"))");
    let wrapper = hsplit_build::wrapper();
    let (family, mpi) = (hsplit_build::family(&wrapper)?, Mpi::behind(&wrapper)?);
    println!("cargo:rustc-cfg=mpi_family=\"{family}\"");
    cc::Build::new().compiler(&wrapper).file(CONSTANTS).compile("hsplit_c");
    println!("cargo:rustc-env=HSPLIT_MPI={}/{}", mpi.directory.display(), mpi.soname);
    // What a process can be expected to find before its MPI is loaded (src/pmpi/lacking.rs).
    let names: Vec<&str> = mpi.names.iter().map(String::as_str).filter(|name| name.starts_with("PMPI_")).collect();
    fs::write(hsplit_build::out_dir()?.join("names"), names.join("\n"))?;
    // The number changes only with the binary interface: programs linked against 0.1 find 0.2.
    let name = if family == "abi" { "libhsplit_abi" } else { "libhsplit" };
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{name}.so.{}", env!("CARGO_PKG_VERSION_MAJOR"));
    // Where this MPI is, for processes that have not loaded it before their first call.
    println!("cargo:rustc-cdylib-link-arg=-Wl,--enable-new-dtags,-rpath,{}", mpi.directory.display());
    // MPI keeps pointers to callbacks, and programs keep level names: the code must outlive a dlclose.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    Ok(())
}
