// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links hsplit-bench as a user's program is linked: with the library in front of the MPI. It finds the library beside
//! its own folder, wherever both are installed, and the other one where it is now.

use std::env;
use std::error::Error;

use hsplit_build::{Mpi, out_dir};

const CONSTANTS: &str = "src/mpi/constants.c";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={CONSTANTS}");
    println!("cargo:rerun-if-env-changed=LIBHSPLIT");
    println!("cargo:rustc-check-cfg=cfg(mpi_family, values(\"openmpi\", \"mpich\", \"abi\", \"smpi\"))");
    let wrapper = hsplit_build::wrapper();
    let (family, mpi) = (hsplit_build::family(&wrapper)?, Mpi::behind(&wrapper)?);
    println!("cargo:rustc-cfg=mpi_family=\"{family}\"");
    let library =
        env::var("LIBHSPLIT").map_err(|_| "LIBHSPLIT has to name the libhsplit.so that hsplit-bench is linked with")?;
    cc::Build::new()
        .compiler(&wrapper)
        .include("../../../include")
        .file(CONSTANTS)
        .cargo_metadata(false)
        .compile("hsplit_bench");
    let constants = out_dir()?.join("libhsplit_bench.a");
    // The last one: where one prefix has libraries for several MPIs, each has its own folder, and bin/ in it.
    let own = "$ORIGIN/../lib:$ORIGIN/../lib64:$ORIGIN/..";
    let places = format!("-Wl,--enable-new-dtags,-rpath,{own}:{}", mpi.directory.display());
    if family == "smpi" {
        // SimGrid loads a program as it loads a library, once for each rank. If such a file exported more than the
        // function that SimGrid calls, the linker would keep functions of hwloc that nothing calls or defines.
        let exported = out_dir()?.join("exported");
        std::fs::write(&exported, "{ global: main; local: *; };")?;
        println!("cargo:rustc-link-arg-bins=-shared");
        println!("cargo:rustc-link-arg-bins=-Wl,--version-script={}", exported.display());
    }
    for argument in [&constants.to_string_lossy(), library.as_str(), &mpi.file.to_string_lossy(), &places] {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
    Ok(())
}
