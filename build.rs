// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds out which MPI a compiler wrapper belongs to, compiles the parts of its mpi.h that only a C compiler can see,
//! and names the shared object.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CONSTANTS: &str = "src/pmpi/constants.c";
const BENCH_CONSTANTS: &str = "src/bench/mpi/constants.c";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={CONSTANTS}");
    println!("cargo:rerun-if-changed={BENCH_CONSTANTS}");
    println!("cargo:rerun-if-env-changed=MPICC");
    println!("cargo:rerun-if-env-changed=LIBHSPLIT");
    println!("cargo:rustc-check-cfg=cfg(mpi_family, values(\"openmpi\", \"mpich\", \"abi\"))");
    let wrapper = env::var("MPICC").unwrap_or_else(|_| "mpicc".to_owned());
    let (library, program) =
        (env::var_os("CARGO_FEATURE_MPI").is_some(), env::var_os("CARGO_FEATURE_BENCH_MPI").is_some());
    if !library && !program {
        return Ok(());
    }
    let (family, mpi) = (family(&wrapper)?, Mpi::behind(&wrapper)?);
    println!("cargo:rustc-cfg=mpi_family=\"{family}\"");
    if library {
        for_the_library(&wrapper, family, &mpi);
    }
    if program {
        for_the_program(&wrapper, &mpi)?;
    }
    Ok(())
}

fn for_the_library(wrapper: &str, family: &str, mpi: &Mpi) {
    cc::Build::new().compiler(wrapper).file(CONSTANTS).compile("hsplit_c");
    println!("cargo:rustc-env=HSPLIT_MPI={}/{}", mpi.directory.display(), mpi.soname);
    // The number changes only with the binary interface: programs linked against 0.1 find 0.2.
    let name = if family == "abi" { "libhsplit_abi" } else { "libhsplit" };
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{name}.so.{}", env!("CARGO_PKG_VERSION_MAJOR"));
    // Where this MPI is, for processes that have not loaded it before their first call.
    println!("cargo:rustc-cdylib-link-arg=-Wl,--enable-new-dtags,-rpath,{}", mpi.directory.display());
    // MPI keeps pointers to callbacks, and programs keep level names: the code must outlive a dlclose.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}

/// hsplit-bench is linked as a user's program is: with the library in front of the MPI. It finds the one beside its own
/// folder, wherever both are installed, and the other where it is now.
fn for_the_program(wrapper: &str, mpi: &Mpi) -> Result<(), Box<dyn Error>> {
    let library =
        env::var("LIBHSPLIT").map_err(|_| "LIBHSPLIT has to name the libhsplit.so that hsplit-bench is linked with")?;
    cc::Build::new()
        .compiler(wrapper)
        .include("include")
        .file(BENCH_CONSTANTS)
        .cargo_metadata(false)
        .compile("hsplit_bench");
    let constants = out_dir()?.join("libhsplit_bench.a");
    let places = format!("-Wl,--enable-new-dtags,-rpath,$ORIGIN/../lib:$ORIGIN/../lib64:{}", mpi.directory.display());
    for argument in [&constants.to_string_lossy(), library.as_str(), &mpi.file.to_string_lossy(), &places] {
        println!("cargo:rustc-link-arg-bin=hsplit-bench={argument}");
    }
    Ok(())
}

/// Whose binary interface the wrapper's mpi.h describes.
fn family(wrapper: &str) -> Result<&'static str, Box<dyn Error>> {
    let source = out_dir()?.join("family.c");
    let text = "#include <mpi.h>\n#if defined(OPEN_MPI)\nfamily=openmpi\n#elif defined(MPI_ABI_VERSION)\nfamily=abi\n#else\nfamily=mpich\n#endif\n";
    fs::write(&source, text)?;
    let output = run(wrapper, &["-E", "-P", &source.to_string_lossy()])?;
    ["openmpi", "abi", "mpich"]
        .into_iter()
        .find(|family| output.contains(&format!("family={family}")))
        .ok_or_else(|| format!("{wrapper}: cannot make sense of its mpi.h").into())
}

/// The shared library that programs of this wrapper need for MPI's functions.
struct Mpi {
    file: PathBuf,
    soname: String,
    directory: PathBuf,
}

impl Mpi {
    /// Links a program with the wrapper and looks at what the linker took.
    fn behind(wrapper: &str) -> Result<Self, Box<dyn Error>> {
        let (source, program) = (out_dir()?.join("program.c"), out_dir()?.join("program"));
        fs::write(&source, "#include <mpi.h>\nint main(int c, char **v) { return MPI_Init(&c, &v); }\n")?;
        let traced = run(wrapper, &[&source.to_string_lossy(), "-o", &program.to_string_lossy(), "-Wl,-t"])?;
        let defines_mpi = |file: &&Path| {
            let names = run("nm", &["-D", "--defined-only", &file.to_string_lossy()]).unwrap_or_default();
            names.lines().any(|line| {
                line.split_whitespace()
                    .last()
                    .is_some_and(|name| name.split('@').next() == Some("PMPI_Comm_split_type"))
            })
        };
        let files: Vec<&Path> =
            traced.split_whitespace().map(|word| Path::new(word.trim_matches(['(', ')']))).collect();
        let shared = files
            .into_iter()
            .filter(|file| file.file_name().is_some_and(|name| name.to_string_lossy().contains(".so")));
        let file = shared.filter(|file| file.is_file()).find(defines_mpi);
        let file = file.ok_or_else(|| format!("{wrapper}: no shared MPI library among what it links:\n{traced}"))?;
        let dynamic = run("readelf", &["-d", &file.to_string_lossy()])?;
        let soname =
            dynamic.lines().find(|line| line.contains("(SONAME)")).and_then(|line| line.split(['[', ']']).nth(1));
        let soname = soname.ok_or_else(|| format!("{}: it has no SONAME", file.display()))?.to_owned();
        // What the linker took may be a link to it from a folder for developers.
        let real = fs::canonicalize(file)?;
        Ok(Self { file: file.to_owned(), soname, directory: real.parent().unwrap_or(Path::new("/")).to_owned() })
    }
}

fn out_dir() -> Result<PathBuf, Box<dyn Error>> {
    Ok(env::var_os("OUT_DIR").ok_or("cargo did not set OUT_DIR")?.into())
}

fn run(command: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    // Linkers translate what they say.
    let output = Command::new(command)
        .args(arguments)
        .env("LC_ALL", "C")
        .output()
        .map_err(|error| format!("{command}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!("{command} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
    }
}
