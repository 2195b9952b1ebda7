// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPI of a program, as the loader of this machine resolves it.

use std::path::Path;

use crate::Failure;
use crate::executable;
use crate::library::{self, InstalledLibrary};
use crate::mpi::Family;
use crate::python;

/// A program, or the interpreter of a script.
pub(super) struct Program {
    origin: String,
    /// The libraries that it is linked with, as the loader names them.
    libraries: Vec<String>,
    /// The MPI of the mpi4py that it finds, if it is a Python linked with no MPI.
    mpi4py: Option<Family>,
}

impl Program {
    /// Examines a program: a file here, or a command.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let origin = path.display().to_string();
        let wrong = |error| Failure::of(&origin, error);
        let command = || executable::find(&origin).filter(|_| !path.exists());
        // (Links are not followed: a Python finds its environment by its own path.)
        let file = std::path::absolute(command().unwrap_or_else(|| path.to_owned())).map_err(wrong)?;
        let file = executable::interpreted_by(file);
        let libraries = executable::libraries(&file).map_err(wrong)?;
        let mut program = Self { origin, libraries, mpi4py: None };
        if program.linked().is_none() {
            program.mpi4py = python::family(&file);
        }
        Ok(program)
    }

    /// Returns the MPI that it is linked with, and the loader's line for it.
    fn linked(&self) -> Option<(Family, String)> {
        self.libraries.iter().find_map(|line| Family::of_library(line).map(|family| (family, line.clone())))
    }

    /// Returns its MPI, and how that was detected.
    fn mpi(&self) -> Option<(Family, String)> {
        let by_python = |family: Family| (family, format!("its mpi4py runs an MPI of the family {}", family.name()));
        self.linked().or_else(|| self.mpi4py.map(by_python))
    }

    /// Returns the family of its MPI.
    pub(super) fn family(&self) -> Option<Family> {
        self.mpi().map(|(family, _)| family)
    }

    /// Returns the libraries that it is linked with, as the loader names them.
    pub(super) fn libraries(&self) -> &[String] {
        &self.libraries
    }

    /// Describes its MPI, and whether the library is for the same MPI.
    pub(super) fn words(&self, library: Option<&InstalledLibrary>) -> String {
        let origin = &self.origin;
        let openmp = openmp(&self.libraries);
        let Some((family, found)) = self.mpi() else {
            return format!(
                "{origin}: needs no MPI library that can be seen (a static program, or one that loads it later)\n\
                 {openmp}"
            );
        };
        let linked = match library::is_behind(&self.libraries) {
            Some(mpi) => format!(
                "WRONG: linked with libhsplit after {}, so that its calls bypass the library: link -lhsplit before \
                 the MPI, or preload it",
                mpi.split(' ').next().unwrap_or_default()
            ),
            None if library::is_linked(&self.libraries) => "linked with libhsplit".to_owned(),
            None => "not linked with libhsplit: preload it, or put 'hsplit run' in front of it".to_owned(),
        };
        format!("{origin}: {found}\n{linked}\n{}\n{openmp}", verdict(family, library))
    }
}

/// Describes the effect of pushes and phases on the threads of the OpenMP runtime among a program's libraries.
fn openmp(libraries: &[String]) -> String {
    let runtime = |names: &[&'static str]| {
        let name = names.iter().find(|name| libraries.iter().any(|line| line.starts_with(**name)))?;
        Some(name.trim_end_matches(".so"))
    };
    if let Some(name) = runtime(&["libgomp.so", "libomp.so", "libiomp5.so"]) {
        format!("OpenMP by {name}: HSPLIT_Bind_push and phases bind its threads, and set their number.")
    } else if let Some(name) = runtime(&["libnvomp.so", "libcraymp.so"]) {
        format!(
            "OpenMP by {name}: HSPLIT_Bind_push and phases set the number of its threads, and bind all threads \
                 that have the mask of the caller."
        )
    } else {
        "No OpenMP runtime that can be seen: HSPLIT_Bind_push and phases bind the calling thread alone, unless one is \
         loaded later."
            .to_owned()
    }
}

fn verdict(family: Family, library: Option<&InstalledLibrary>) -> String {
    match library.and_then(InstalledLibrary::built_for) {
        Some(own) if Family::of_library(own) == Some(family) => "The library goes with this MPI.".to_owned(),
        Some(own) => format!(
            "WRONG: the library was built for {own}, and would pass all calls to the MPI. Use the libhsplit of this \
             program's MPI."
        ),
        None => "There is no library to compare it with.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::openmp;

    #[test]
    fn the_openmp_runtime_is_told_by_the_libraries() {
        let of = |lines: &[&str]| openmp(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
        assert!(of(&["libm.so.6 => /m", "libgomp.so.1 => /g"]).starts_with("OpenMP by libgomp: "));
        assert!(of(&["libiomp5.so => /i"]).starts_with("OpenMP by libiomp5: "));
        assert!(of(&["libomp.so.5 => /o"]).ends_with("bind its threads, and set their number."));
        assert!(of(&["libnvomp.so => /n"]).ends_with("all threads that have the mask of the caller."));
        assert!(of(&["libgompx.so => /g", "libc.so.6 => /c"]).starts_with("No OpenMP runtime that can be seen"));
    }
}
