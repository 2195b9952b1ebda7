// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Get_library_version`: the version of this library, and the MPIs for which it was built and which it uses.

use hsplit_mpi::native::{BUILT_FOR, Native};
use hsplit_mpi::symbol;

/// Returns the version, the MPI that the library was built for, and the MPI of this process. Does not create the
/// library's state.
pub fn text() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let built_for = format!("libhsplit {version}, built for {BUILT_FOR} ({})", symbol::BUILT_FOR);
    if symbol::file_of_mpi().is_none() {
        return format!("{built_for}; no MPI is found in this process");
    }
    let Native { description, standard: (major, minor), file, .. } = Native::ask();
    format!("{built_for}; this process has {description} (MPI {major}.{minor}, {file})")
}
