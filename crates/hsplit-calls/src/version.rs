// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Get_library_version`: what this library is, and which MPI it stands on.

use hsplit_mpi::native::{BUILT_FOR, Native};
use hsplit_mpi::symbol;

/// Version, the MPI that the library was built for, and the MPI of this process. Nothing else of the library is
/// started.
pub fn text() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let built_for = format!("libhsplit {version}, built for {BUILT_FOR} ({})", symbol::BUILT_FOR);
    if symbol::file_of_mpi().is_none() {
        return format!("{built_for}; no MPI is found in this process");
    }
    let Native { description, standard: (major, minor), file, .. } = Native::ask();
    format!("{built_for}; this process has {description} (MPI {major}.{minor}, {file})")
}
