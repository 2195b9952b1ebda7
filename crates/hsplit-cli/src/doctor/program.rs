// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which MPI a program runs, as the loader of this machine resolves it.

use std::path::Path;
use std::process::Command;

use super::library::InstalledLibrary;
use crate::Failure;

/// The beginnings of the names of MPI libraries.
const MPI: &[&str] = &["libmpi.so", "libmpich.so", "libmpi_abi.so"];

/// The MPI of a program, and whether the library goes with it.
pub(crate) fn words(program: &Path, library: Option<&InstalledLibrary>) -> Result<String, Failure> {
    let origin = program.display().to_string();
    // A name without a slash is a file here, not a command.
    let path = program.canonicalize().map_err(|error| Failure::of(&origin, error))?;
    // The loader lists what it would load and does not start the program: what ldd does.
    let listed = Command::new(&path).env("LD_TRACE_LOADED_OBJECTS", "1").env_remove("LD_PRELOAD").output();
    let listed = listed.map_err(|error| Failure::of(&origin, error))?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let lines: Vec<&str> = listed.lines().map(str::trim).collect();
    let found = lines.iter().find(|line| MPI.iter().any(|name| line.starts_with(name)));
    let Some(found) = found else {
        return Ok(format!(
            "{origin}: needs no MPI library that the loader sees (a script, a static program, or one that loads it \
             later)"
        ));
    };
    let name = found.split_whitespace().next().unwrap_or_default();
    let linked = if lines.iter().any(|line| line.starts_with("libhsplit")) {
        "linked with libhsplit"
    } else {
        "not linked with libhsplit: preload it"
    };
    Ok(format!("{origin}: {found}\n{linked}\n{}", verdict(name, library)))
}

fn verdict(name: &str, library: Option<&InstalledLibrary>) -> String {
    match library.and_then(InstalledLibrary::built_for) {
        Some(own) if family(own) == family(name) => "The library goes with this MPI.".to_owned(),
        Some(own) => format!(
            "WRONG: the library was built for {own}, and would step aside. Use the libhsplit of this program's MPI."
        ),
        None => "There is no library to compare it with.".to_owned(),
    }
}

/// MPIs with one binary interface: MPICH is libmpich.so.12 on Debian and libmpi.so.12 elsewhere, Intel MPI included.
fn family(name: &str) -> &'static str {
    match name {
        _ if name.starts_with("libmpi_abi.so") => "abi",
        _ if name.starts_with("libmpich.so") || name.starts_with("libmpi.so.12") => "mpich",
        _ => "openmpi",
    }
}

#[cfg(test)]
mod tests {
    use super::family;

    #[test]
    fn one_build_serves_a_family() {
        assert_eq!(family("libmpich.so.12"), family("libmpi.so.12"));
        assert_ne!(family("libmpi.so.40"), family("libmpi.so.12"));
        assert_ne!(family("libmpi_abi.so.1"), family("libmpi.so.40"));
    }
}
