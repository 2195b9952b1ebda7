// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPI of a Python program: the one that the module `mpi4py.MPI` of its interpreter is linked with.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use elf::ElfStream;
use elf::abi::DT_NEEDED;
use elf::endian::AnyEndian;

use super::mpi::Family;

/// Finds the module without loading it. mpi4py's packages have several, and its own finder chooses one of them.
const FIND: &str = "import importlib.util as u; m = u.find_spec('mpi4py.MPI'); print(m.origin if m else '')";

/// Returns the family of the MPI of this interpreter's programs; `None` if it is no Python, or has no mpi4py.
///
/// Runs the interpreter, because environments, paths and variables determine what it finds. It has ended before the
/// program starts.
pub(crate) fn family(interpreter: &Path) -> Option<Family> {
    let name = interpreter.file_name()?.to_str()?;
    if !name.starts_with("python") && !name.starts_with("pypy") {
        return None;
    }
    let mut command = Command::new(interpreter);
    let said = command.args(["-c", FIND]).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let module = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim());
    // (A library may be named by its file.)
    needed(&module)?.iter().find_map(|library| Family::of_library(library.rsplit('/').next()?))
}

/// Returns the names of the libraries that a file is linked with.
pub(crate) fn needed(file: &Path) -> Option<Vec<String>> {
    let mut file = ElfStream::<AnyEndian, _>::open_stream(File::open(file).ok()?).ok()?;
    let entries = file.dynamic().ok()??.iter().filter(|entry| entry.d_tag == DT_NEEDED);
    let names: Vec<usize> = entries.map(|entry| entry.d_val() as usize).collect();
    let (_, strings) = file.dynamic_symbol_table().ok()??;
    names.into_iter().map(|name| strings.get(name).ok().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_the_libraries_that_it_needs() {
        let own = std::env::current_exe().unwrap();
        assert!(needed(&own).unwrap().iter().any(|library| library.starts_with("libc.so")));
        assert_eq!(needed(Path::new("/dev/null")), None);
    }

    #[test]
    fn other_interpreters_are_not_asked() {
        assert_eq!((family(Path::new("/bin/sh")), family(Path::new("/no/such/python3"))), (None, None));
    }
}
