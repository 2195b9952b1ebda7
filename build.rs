// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names the shared object, and says for which MPI it is.

use std::error::Error;

use hsplit_build::Mpi;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(mpi_family, values(\"openmpi\", \"mpich\", \"abi\", \"smpi\"))");
    let wrapper = hsplit_build::wrapper();
    let (family, mpi) = (hsplit_build::family(&wrapper)?, Mpi::behind(&wrapper)?);
    println!("cargo:rustc-cfg=mpi_family=\"{family}\"");
    // The number changes only with the binary interface: programs linked against 0.1 find 0.2.
    let name = if family == "abi" { "libhsplit_abi" } else { "libhsplit" };
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{name}.so.{}", env!("CARGO_PKG_VERSION_MAJOR"));
    // Where this MPI is, for processes that have not loaded it before their first call.
    println!("cargo:rustc-cdylib-link-arg=-Wl,--enable-new-dtags,-rpath,{}", mpi.directory.display());
    // MPI keeps pointers to callbacks, and programs keep level names: the code must outlive a dlclose.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    Ok(())
}
