// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which MPI a program runs, as the loader of this machine resolves it.

use std::path::Path;

use crate::Failure;
use crate::executable;
use crate::library::InstalledLibrary;
use crate::mpi::Family;

/// A program, and the libraries that it is linked with.
pub(super) struct Program {
    origin: String,
    libraries: Vec<String>,
}

impl Program {
    /// Looks at a program. A name without a slash is a file here, not a command.
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let origin = path.display().to_string();
        let libraries = path.canonicalize().and_then(|path| executable::libraries(&path));
        let libraries = libraries.map_err(|error| Failure::of(&origin, error))?;
        Ok(Self { origin, libraries })
    }

    /// Its MPI, and the loader's line of it.
    fn mpi(&self) -> Option<(Family, &str)> {
        self.libraries.iter().find_map(|line| Family::of_library(line).map(|family| (family, line.as_str())))
    }

    /// The family of its MPI.
    pub(super) fn family(&self) -> Option<Family> {
        self.mpi().map(|(family, _)| family)
    }

    /// Its MPI, and whether the library goes with it.
    pub(super) fn words(&self, library: Option<&InstalledLibrary>) -> String {
        let origin = &self.origin;
        let Some((family, found)) = self.mpi() else {
            return format!(
                "{origin}: needs no MPI library that the loader sees (a script, a static program, or one that loads \
                 it later)"
            );
        };
        let linked = if self.libraries.iter().any(|line| line.starts_with("libhsplit")) {
            "linked with libhsplit"
        } else {
            "not linked with libhsplit: preload it, or put 'hsplit run' in front of it"
        };
        format!("{origin}: {found}\n{linked}\n{}", verdict(family, library))
    }
}

fn verdict(family: Family, library: Option<&InstalledLibrary>) -> String {
    match library.and_then(InstalledLibrary::built_for) {
        Some(own) if Family::of_library(own) == Some(family) => "The library goes with this MPI.".to_owned(),
        Some(own) => format!(
            "WRONG: the library was built for {own}, and would step aside. Use the libhsplit of this program's MPI."
        ),
        None => "There is no library to compare it with.".to_owned(),
    }
}
