// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles the parts of mpi.h that only a C compiler can see, and names the shared object.

use std::env;

fn main() {
    let sources = ["src/pmpi/constants.c", "src/pmpi/handles.c"];
    sources.iter().for_each(|source| println!("cargo:rerun-if-changed={source}"));
    println!("cargo:rerun-if-env-changed=MPICC");
    if env::var_os("CARGO_FEATURE_MPI").is_none() {
        return;
    }
    let wrapper = env::var("MPICC").unwrap_or_else(|_| "mpicc".to_owned());
    cc::Build::new().compiler(wrapper).files(sources).compile("hsplit_c");
    // The number changes only with the binary interface: programs linked against 0.1 find 0.2.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libhsplit.so.{}", env!("CARGO_PKG_VERSION_MAJOR"));
    // MPI keeps pointers to callbacks, and programs keep level names: the code must outlive a dlclose.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
