// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds out which MPI a compiler wrapper belongs to, for the build scripts of the library and of `hsplit-bench`.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler wrapper that `MPICC` names, and that the build script is to run again for if the name changes.
pub fn wrapper() -> String {
    println!("cargo:rerun-if-env-changed=MPICC");
    env::var("MPICC").unwrap_or_else(|_| "mpicc".to_owned())
}

/// The binary interface that the wrapper's `mpi.h` describes: `openmpi`, `mpich`, `abi`, the standard's
/// own, or `smpi`, SimGrid's.
///
/// # Errors
/// The wrapper cannot be run, or its `mpi.h` is none that is known.
pub fn family(wrapper: &str) -> Result<&'static str, Box<dyn Error>> {
    let source = out_dir()?.join("family.c");
    let text = "\
#include <mpi.h>
#if defined(OPEN_MPI)
family=openmpi
#elif defined(MPI_ABI_VERSION)
family=abi
#elif defined(SMPI_H)
family=smpi
#else
family=mpich
#endif
";
    fs::write(&source, text)?;
    let output = run(wrapper, &["-E", "-P", &source.to_string_lossy()])?;
    ["openmpi", "abi", "smpi", "mpich"]
        .into_iter()
        .find(|family| output.contains(&format!("family={family}")))
        .ok_or_else(|| format!("{wrapper}: cannot make sense of its mpi.h").into())
}

/// The shared library that programs of this wrapper need for MPI's functions.
pub struct Mpi {
    /// The file as the linker found it.
    pub file: PathBuf,
    /// Its SONAME.
    pub soname: String,
    /// The folder that it really is in.
    pub directory: PathBuf,
    /// The names that it exports.
    pub names: BTreeSet<String>,
}

impl Mpi {
    /// Links a program with the wrapper and looks at what the linker took.
    ///
    /// # Errors
    /// The wrapper cannot be run, or links no shared MPI library.
    pub fn behind(wrapper: &str) -> Result<Self, Box<dyn Error>> {
        let (source, program) = (out_dir()?.join("program.c"), out_dir()?.join("program"));
        fs::write(&source, "#include <mpi.h>\nint main(int c, char **v) { return MPI_Init(&c, &v); }\n")?;
        let traced = run(wrapper, &[&source.to_string_lossy(), "-o", &program.to_string_lossy(), "-Wl,-t"])?;
        let files: Vec<&Path> =
            traced.split_whitespace().map(|word| Path::new(word.trim_matches(['(', ')']))).collect();
        let shared = files
            .into_iter()
            .filter(|file| file.file_name().is_some_and(|name| name.to_string_lossy().contains(".so")));
        let with_names = |file: &Path| (file.to_owned(), exported(file));
        let mut candidates = shared.filter(|file| file.is_file()).map(with_names);
        let mpi = candidates.find(|(_, names)| names.contains("PMPI_Comm_split_type"));
        let (file, names) =
            mpi.ok_or_else(|| format!("{wrapper}: no shared MPI library among what it links:\n{traced}"))?;
        let dynamic = run("readelf", &["-d", &file.to_string_lossy()])?;
        let soname =
            dynamic.lines().find(|line| line.contains("(SONAME)")).and_then(|line| line.split(['[', ']']).nth(1));
        let soname = soname.ok_or_else(|| format!("{}: it has no SONAME", file.display()))?.to_owned();
        // The linker's file may be a link to it from a folder for developers.
        let directory = fs::canonicalize(&file)?.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(Self { file, soname, directory, names })
    }
}

/// The names that a shared object exports, without their versions.
fn exported(file: &Path) -> BTreeSet<String> {
    let names = run("nm", &["-D", "--defined-only", &file.to_string_lossy()]).unwrap_or_default();
    let name = |line: &str| line.split_whitespace().last()?.split('@').next().map(str::to_owned);
    names.lines().filter_map(name).collect()
}

/// Cargo's folder for what a build script writes.
///
/// # Errors
/// This is no build script.
pub fn out_dir() -> Result<PathBuf, Box<dyn Error>> {
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
        Err(format!("{command} {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)).into())
    }
}
