// SPDX-License-Identifier: MIT OR Apache-2.0
//! The splits of the library and of the MPI, and what the library says of their results.

use std::ffi::{CStr, CString, c_int};
use std::ptr;

use super::raw::{self, Handle};
use super::{Comm, constants, count};

/// More levels than any machine has.
const MOST_LEVELS: usize = 64;

/// The level that a communicator stands for.
pub(crate) struct Level {
    /// Its name.
    pub(crate) name: String,
    /// The communicator's number among its siblings.
    pub(crate) index: usize,
    /// The number of siblings, the communicator itself included.
    pub(crate) siblings: usize,
}

/// The communicators of this rank, level by level, from `HSPLIT_Comm_hierarchy`.
pub(crate) struct Hierarchy {
    /// The communicators that this rank is in.
    pub(crate) newcomms: Vec<Comm>,
    /// For each of them the communicator of the roots, where this rank is a root.
    pub(crate) rootscomms: Vec<Option<Comm>>,
}

/// An `MPI_Info` with one key.
pub(super) struct Info(pub(super) Handle);

impl Info {
    pub(super) fn with(key: &CStr, value: &str) -> Self {
        let (mut info, value) = (constants().info_null, CString::new(value).unwrap_or_default());
        // SAFETY: a handle of this function for the result; key and value end with a NUL, and MPI copies both.
        unsafe {
            raw::MPI_Info_create(&raw mut info);
            raw::MPI_Info_set(info, key.as_ptr(), value.as_ptr());
        }
        Self(info)
    }
}

impl Drop for Info {
    fn drop(&mut self) {
        // SAFETY: `with` has created the object, and this value alone has its handle.
        unsafe { raw::MPI_Info_free(&raw mut self.0) };
    }
}

impl Comm {
    /// The ranks of one node, as the MPI knows them, not the library.
    pub(crate) fn native_shared(&self) -> Option<Self> {
        self.native_split_type(constants().shared)
    }

    /// True if the MPI itself has `MPI_COMM_TYPE_HW_UNGUIDED`.
    pub(crate) fn has_native_hw_unguided() -> bool {
        constants().native_hw_unguided != constants().undefined
    }

    /// The MPI's own split at the next level. Only where it has that.
    pub(crate) fn native_hw_unguided(&self) -> Option<Self> {
        self.native_split_type(constants().native_hw_unguided)
    }

    fn native_split_type(&self, split_type: c_int) -> Option<Self> {
        let mut new = constants().comm_null;
        // SAFETY: a communicator that this value keeps alive, and a handle of this function for the result.
        unsafe {
            raw::PMPI_Comm_split_type(self.handle, split_type, count(self.rank), constants().info_null, &raw mut new)
        };
        Self::of(new)
    }

    fn split_type(&self, split_type: c_int, info: Handle) -> Option<Self> {
        let mut new = constants().comm_null;
        // SAFETY: a communicator that this value keeps alive, and a handle of this function for the result.
        unsafe { raw::MPI_Comm_split_type(self.handle, split_type, count(self.rank), info, &raw mut new) };
        Self::of(new)
    }

    /// `MPI_COMM_TYPE_SHARED` through the library.
    pub(crate) fn shared(&self) -> Option<Self> {
        self.split_type(constants().shared, constants().info_null)
    }

    /// The library's split at the next level.
    pub(crate) fn unguided(&self) -> Option<Self> {
        const MPI_COMM_TYPE_PHYSICAL_TOPOLOGY: c_int = 0x4853_0001;
        self.split_type(MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, constants().info_null)
    }

    /// The library's split at a level that is named.
    pub(crate) fn guided(&self, level: &str) -> Option<Self> {
        let info = Info::with(c"mpi_hw_resource_type", level);
        self.split_type(constants().hw_guided, info.0)
    }

    /// `MPI_Comm_hsplit_with_roots`.
    pub(crate) fn with_roots(&self) -> (Option<Self>, Option<Self>) {
        let (mut new, mut roots) = (constants().comm_null, constants().comm_null);
        // SAFETY: a communicator that this value keeps alive, and handles of this function for the results.
        unsafe { raw::MPI_Comm_hsplit_with_roots(self.handle, constants().info_null, &raw mut new, &raw mut roots) };
        (Self::of(new), Self::of(roots))
    }

    /// `HSPLIT_Comm_hierarchy`.
    pub(crate) fn hierarchy(&self) -> Hierarchy {
        let (mut depth, null) = (0, constants().comm_null);
        let (mut newcomms, mut rootscomms) = (vec![null; MOST_LEVELS], vec![null; MOST_LEVELS]);
        // SAFETY: both arrays have MOST_LEVELS elements, the number that is passed with them.
        unsafe {
            raw::HSPLIT_Comm_hierarchy(
                self.handle,
                constants().info_null,
                count(MOST_LEVELS),
                &raw mut depth,
                newcomms.as_mut_ptr(),
                rootscomms.as_mut_ptr(),
            );
        }
        let depth = depth as usize;
        let (newcomms, rootscomms) = (newcomms[..depth].iter().copied(), rootscomms[..depth].iter().copied());
        Hierarchy { newcomms: newcomms.filter_map(Self::of).collect(), rootscomms: rootscomms.map(Self::of).collect() }
    }

    /// `MPI_Comm_get_hlevel_info`.
    pub(crate) fn level(&self) -> Level {
        let (mut siblings, mut index, mut name) = (0, 0, ptr::null_mut());
        // SAFETY: the outputs are variables of this function. The library sets the name for every communicator, also
        // for one that stands for no level, and never frees the text.
        let name = unsafe {
            raw::MPI_Comm_get_hlevel_info(self.handle, &raw mut siblings, &raw mut index, &raw mut name);
            CStr::from_ptr(name).to_string_lossy().into_owned()
        };
        Level { name, index: index.max(0) as usize, siblings: siblings.max(0) as usize }
    }
}
