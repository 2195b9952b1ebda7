// SPDX-License-Identifier: MIT OR Apache-2.0
//! The loaded MPI, and its numbers of the split types.
//!
//! The numbers differ between the MPIs and between their versions (4 is `MPIX_COMM_TYPE_NEIGHBORHOOD` in MPICH 4.0 and
//! `MPI_COMM_TYPE_RESOURCE_GUIDED` from MPI 4.1 on), and one build of this library serves a whole family. They are
//! therefore determined at run time from the MPI's version string.

use std::ffi::{CStr, c_int};

use super::constants::comm_type_shared;
use super::{functions, symbol};

/// A family of MPIs with one binary interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Open MPI: handles are pointers.
    OpenMpi,
    /// MPICH and the MPIs with its interface, Intel MPI among them: handles are ints.
    Mpich,
    /// The standard ABI of MPI 5.0 (chapter 20), of any implementation: handles are pointers with fixed values.
    StandardAbi,
    /// SimGrid's SMPI, which runs all ranks in one process, in simulated time.
    Smpi,
    /// Another MPI.
    Other,
}

impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OpenMpi => "Open MPI",
            Self::Mpich => "MPICH",
            Self::StandardAbi => "the MPI standard ABI",
            Self::Smpi => "SMPI",
            Self::Other => "an unknown MPI",
        })
    }
}

/// The split types of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardType {
    /// `MPI_COMM_TYPE_SHARED`.
    Shared,
    /// `MPI_COMM_TYPE_HW_GUIDED`.
    HwGuided,
    /// `MPI_COMM_TYPE_HW_UNGUIDED`.
    HwUnguided,
    /// `MPI_COMM_TYPE_RESOURCE_GUIDED`.
    ResourceGuided,
}

/// The MPI that this process has loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Native {
    /// Its family.
    pub family: Family,
    /// The version of the implementation.
    pub version: (u32, u32),
    /// The version of the standard that it implements.
    pub standard: (u32, u32),
    /// The first line of its version string.
    pub description: String,
    /// The file of its functions.
    pub file: String,
}

impl Native {
    /// Queries the loaded MPI. Possible also before `MPI_Init`.
    pub fn ask() -> Self {
        // MPICH's string may be 32 times as long as Open MPI's, and the loaded MPI may differ from this library's.
        let mut text = vec![0u8; 8192.max(mpi_sys::MPI_MAX_LIBRARY_VERSION_STRING as usize) + 1];
        let mut length: c_int = 0;
        let (mut major, mut minor): (c_int, c_int) = (0, 0);
        // SAFETY: the buffer is longer than the longest version string of any MPI, and the other outputs are locals.
        // MPI allows both calls at any time (MPI 4.0 §11.4.1).
        unsafe {
            functions::PMPI_Get_library_version(text.as_mut_ptr().cast(), &raw mut length);
            functions::PMPI_Get_version(&raw mut major, &raw mut minor);
        }
        let text = CStr::from_bytes_until_nul(&text).map(CStr::to_string_lossy).unwrap_or_default();
        let file = symbol::file_of_mpi().unwrap_or_default();
        let native = Self::from_description(&text, (major as u32, minor as u32), file);
        // An MPI with an unknown version string is one of a family if it has a symbol of the family's MPI.
        let is = |family, name| native.family == Family::Other && BUILT_FOR == family && symbol::mpi_has(name);
        let is_of_ours = is(Family::OpenMpi, c"ompi_mpi_comm_world") || is(Family::Mpich, c"MPII_Comm_get_attr");
        if is_of_ours { Self { family: BUILT_FOR, ..native } } else { native }
    }

    fn from_description(text: &str, standard: (u32, u32), file: String) -> Self {
        // The version string does not show the interface: one implementation has a library for each of its interfaces.
        let is_abi = file.rsplit('/').next().is_some_and(|name| name.starts_with("libmpi_abi"));
        let family = if is_abi {
            Family::StandardAbi
        } else if text.starts_with("SMPI") {
            Family::Smpi
        } else if text.starts_with("Open MPI") {
            Family::OpenMpi
        } else if ["MPICH", "Intel(R) MPI", "MVAPICH", "CRAY MPICH"].iter().any(|name| text.contains(name)) {
            Family::Mpich
        } else {
            Family::Other
        };
        let description =
            text.split(['\n', ',']).next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        Self { family, version: first_version(text), standard, description, file }
    }

    /// True if this library was built for the loaded MPI, so that handles have the same type.
    pub fn is_what_we_were_built_for(&self) -> bool {
        self.family == BUILT_FOR
    }

    /// `MPI_COMM_WORLD` of this MPI as a register value, independent of the MPI that this library was built for.
    pub(super) fn world(&self) -> Option<usize> {
        match self.family {
            Family::OpenMpi => Some(symbol::find(c"ompi_mpi_comm_world").addr()).filter(|&address| address != 0),
            Family::Mpich => Some(0x4400_0000),
            Family::StandardAbi => Some(0x101),
            Family::Smpi | Family::Other => None,
        }
    }

    /// `MPI_ERR_OTHER` of this MPI, independent of the MPI that this library was built for.
    pub(super) fn err_other(&self) -> c_int {
        if self.family == Family::Mpich { 15 } else { 16 }
    }

    /// Returns the standard's split type of this number under this MPI; `None` for the MPI's own types.
    pub fn standard_type(&self, number: c_int) -> Option<StandardType> {
        use StandardType::{HwGuided, HwUnguided, ResourceGuided, Shared};
        match (self.family, number) {
            (_, n) if n == comm_type_shared() => Some(Shared),
            (Family::StandardAbi, 222) => Some(HwUnguided),
            (Family::StandardAbi, 223) => Some(HwGuided),
            (Family::StandardAbi, 224) => Some(ResourceGuided),
            (Family::Mpich, 2) if self.standard >= (4, 0) => Some(HwGuided),
            (Family::Mpich, 3) if self.standard >= (4, 0) => Some(HwUnguided),
            (Family::Mpich, 4) if self.standard >= (4, 1) => Some(ResourceGuided),
            (Family::OpenMpi, 12) if self.version >= (5, 0) => Some(HwUnguided),
            (Family::OpenMpi, 13) if self.version >= (5, 0) => Some(HwGuided),
            (Family::OpenMpi, 14) if self.version >= (6, 0) => Some(ResourceGuided),
            _ => None,
        }
    }

    /// This MPI's number of `MPIX_COMM_TYPE_NEIGHBORHOOD`, if it has that type.
    pub fn neighbourhood(&self) -> Option<c_int> {
        match (self.family, self.standard) {
            (Family::Mpich, standard) if standard >= (4, 1) => Some(5),
            (Family::Mpich, standard) if standard >= (4, 0) => Some(4),
            _ => None,
        }
    }

    /// True if `MPI_Gather` and `MPI_Scatter` may give wrong data on several nodes, unless the ranks of each node have
    /// consecutive numbers.
    pub fn mixes_up_gathers(&self) -> bool {
        self.family == Family::OpenMpi && self.version.0 == 5
    }

    /// True if info objects can be created before `MPI_Init` and after `MPI_Finalize` (MPI 4.0 §11.4.1). Open MPI 4
    /// ends a program that does so.
    pub fn has_info_at_any_time(&self) -> bool {
        match self.family {
            Family::OpenMpi => self.version >= (5, 0),
            _ => self.standard >= (4, 0),
        }
    }
}

/// The family of the `mpi.h` that this library was built with.
pub const BUILT_FOR: Family = if cfg!(mpi_family = "openmpi") {
    Family::OpenMpi
} else if cfg!(mpi_family = "abi") {
    Family::StandardAbi
} else if cfg!(mpi_family = "smpi") {
    Family::Smpi
} else {
    Family::Mpich
};

/// The first `N.N` in a text.
fn first_version(text: &str) -> (u32, u32) {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let candidates = text.split(|c| !is_part(c)).filter(|word| word.contains('.'));
    candidates
        .filter_map(|word| {
            let mut numbers = word.split('.').map(str::parse::<u32>);
            Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
        })
        .next()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_each_mpi() {
        use StandardType::{HwGuided, HwUnguided, ResourceGuided};
        let ompi4 = Native::from_description(
            "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4",
            (3, 1),
            "/usr/lib/libmpi.so.40".into(),
        );
        assert_eq!(
            (ompi4.family, ompi4.version, ompi4.description.as_str()),
            (Family::OpenMpi, (4, 1), "Open MPI v4.1.4")
        );
        assert_eq!(ompi4.standard_type(12), None);
        let ompi5 = Native::from_description("Open MPI v5.0.11, package: x", (3, 1), "/usr/lib/libmpi.so.40".into());
        assert_eq!(
            (ompi5.standard_type(12), ompi5.standard_type(13), ompi5.standard_type(14)),
            (Some(HwUnguided), Some(HwGuided), None)
        );
        let mpich4 = Native::from_description(
            "MPICH Version:\t4.0.2\nMPICH Release date: x",
            (4, 0),
            "/usr/lib/libmpich.so.12".into(),
        );
        assert_eq!(mpich4.version, (4, 0));
        assert_eq!(
            (mpich4.standard_type(2), mpich4.standard_type(3), mpich4.standard_type(4)),
            (Some(HwGuided), Some(HwUnguided), None)
        );
        let intel = Native::from_description(
            "Intel(R) MPI Library 2021.18 for Linux* OS\n",
            (4, 1),
            "/opt/lib/libmpi.so.12".into(),
        );
        assert_eq!((intel.family, intel.standard_type(4)), (Family::Mpich, Some(ResourceGuided)));
        let abi = Native::from_description("MPICH Version:\t5.0.2", (5, 0), "/opt/libmpi_abi.so.1.0".into());
        let smpi = Native::from_description(
            "SMPI Version 3.32. Copyright The SimGrid Team 2007-2022",
            (3, 1),
            "/usr/lib/libsimgrid.so.3.32".into(),
        );
        assert_eq!((smpi.family, smpi.version, smpi.standard_type(2)), (Family::Smpi, (3, 32), None));
        assert_eq!(
            (abi.family, abi.standard_type(223), abi.standard_type(2)),
            (Family::StandardAbi, Some(HwGuided), None)
        );
        assert_eq!([&ompi5, &mpich4, &intel].map(Native::neighbourhood), [None, Some(4), Some(5)]);
        assert_eq!([&ompi4, &ompi5, &mpich4, &intel].map(Native::has_info_at_any_time), [false, true, true, true]);
    }
}
