// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which MPI is really loaded, and what its split types are called by number.
//!
//! The numbers differ between the MPIs and between their versions (4 is `MPIX_COMM_TYPE_NEIGHBORHOOD` on MPICH 4.0 and
//! `MPI_COMM_TYPE_RESOURCE_GUIDED` from MPI 4.1 on), and one build of this library serves a whole family, so they are
//! looked up at run time from the library's own version string.

use std::ffi::{CStr, c_int};

use mpi_sys::MPI_Comm;

/// A family of MPIs with one binary interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Open MPI: handles are pointers.
    OpenMpi,
    /// MPICH and everything that keeps its interface, Intel MPI among them: handles are ints.
    Mpich,
    /// Something else.
    Other,
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
    /// Its own version.
    pub version: (u32, u32),
    /// The version of the standard that it implements.
    pub standard: (u32, u32),
    /// The first line of what it says of itself.
    pub description: String,
}

impl Native {
    /// Asks the MPI that is loaded. Possible even before `MPI_Init`.
    pub fn ask() -> Self {
        // MPICH's string is 32 times as long as Open MPI's, and it may not be the one that we were built for.
        let mut text = vec![0u8; 8192.max(mpi_sys::MPI_MAX_LIBRARY_VERSION_STRING as usize) + 1];
        let mut length: c_int = 0;
        let (mut major, mut minor): (c_int, c_int) = (0, 0);
        // SAFETY: the buffer has room for the longest version string and a NUL; both calls are allowed at any time.
        unsafe {
            mpi_sys::PMPI_Get_library_version(text.as_mut_ptr().cast(), &raw mut length);
            mpi_sys::PMPI_Get_version(&raw mut major, &raw mut minor);
        }
        let text = CStr::from_bytes_until_nul(&text).map(CStr::to_string_lossy).unwrap_or_default();
        Self::from_description(&text, (major as u32, minor as u32))
    }

    fn from_description(text: &str, standard: (u32, u32)) -> Self {
        let family = if text.starts_with("Open MPI") {
            Family::OpenMpi
        } else if ["MPICH", "Intel(R) MPI", "MVAPICH", "CRAY MPICH"].iter().any(|name| text.contains(name)) {
            Family::Mpich
        } else {
            Family::Other
        };
        let description = text.split(['\n', ',']).next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        Self { family, version: first_version(text), standard, description }
    }

    /// Whether this library was built for the MPI that is loaded: its handles are as wide.
    pub fn is_what_we_were_built_for(&self) -> bool {
        match self.family {
            Family::OpenMpi => BUILT_FOR == Family::OpenMpi,
            Family::Mpich => BUILT_FOR == Family::Mpich,
            Family::Other => true,
        }
    }

    /// What a split type's number means to this MPI; `None` for numbers that it alone knows.
    pub fn standard_type(&self, number: c_int) -> Option<StandardType> {
        use StandardType::{HwGuided, HwUnguided, ResourceGuided, Shared};
        match (self.family, number) {
            (_, n) if n == shared() => Some(Shared),
            (Family::Mpich, 2) if self.standard >= (4, 0) => Some(HwGuided),
            (Family::Mpich, 3) if self.standard >= (4, 0) => Some(HwUnguided),
            (Family::Mpich, 4) if self.standard >= (4, 1) => Some(ResourceGuided),
            (Family::OpenMpi, 12) if self.version >= (5, 0) => Some(HwUnguided),
            (Family::OpenMpi, 13) if self.version >= (5, 0) => Some(HwGuided),
            (Family::OpenMpi, 14) if self.version >= (6, 0) => Some(ResourceGuided),
            _ => None,
        }
    }

    /// This MPI's own number of `MPIX_COMM_TYPE_NEIGHBORHOOD`, where it has that type.
    pub fn neighbourhood(&self) -> Option<c_int> {
        match (self.family, self.standard) {
            (Family::Mpich, standard) if standard >= (4, 1) => Some(5),
            (Family::Mpich, standard) if standard >= (4, 0) => Some(4),
            _ => None,
        }
    }

    /// Whether info objects can be had before `MPI_Init` and after `MPI_Finalize` (MPI 4.0 §11.4.1). Open MPI 4 ends the
    /// program that tries.
    pub fn has_info_at_any_time(&self) -> bool {
        match self.family {
            Family::OpenMpi => self.version >= (5, 0),
            _ => self.standard >= (4, 0),
        }
    }
}

/// The family of the `mpi.h` that this library was built with.
pub const BUILT_FOR: Family = if size_of::<MPI_Comm>() == size_of::<c_int>() { Family::Mpich } else { Family::OpenMpi };

/// `MPI_COMM_TYPE_SHARED` of this MPI.
pub fn shared() -> c_int {
    // SAFETY: a constant of the C side, never written.
    unsafe { mpi_sys::RSMPI_COMM_TYPE_SHARED }
}

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
        let ompi4 = Native::from_description("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4", (3, 1));
        assert_eq!((ompi4.family, ompi4.version, ompi4.description.as_str()), (Family::OpenMpi, (4, 1), "Open MPI v4.1.4"));
        assert_eq!(ompi4.standard_type(12), None);
        let ompi5 = Native::from_description("Open MPI v5.0.11, package: x", (3, 1));
        assert_eq!((ompi5.standard_type(12), ompi5.standard_type(13), ompi5.standard_type(14)), (Some(HwUnguided), Some(HwGuided), None));
        let mpich4 = Native::from_description("MPICH Version:\t4.0.2\nMPICH Release date: x", (4, 0));
        assert_eq!(mpich4.version, (4, 0));
        assert_eq!((mpich4.standard_type(2), mpich4.standard_type(3), mpich4.standard_type(4)), (Some(HwGuided), Some(HwUnguided), None));
        let intel = Native::from_description("Intel(R) MPI Library 2021.18 for Linux* OS\n", (4, 1));
        assert_eq!((intel.family, intel.standard_type(4)), (Family::Mpich, Some(ResourceGuided)));
        assert_eq!([&ompi5, &mpich4, &intel].map(Native::neighbourhood), [None, Some(4), Some(5)]);
        assert_eq!([&ompi4, &ompi5, &mpich4, &intel].map(Native::has_info_at_any_time), [false, true, true, true]);
    }
}
