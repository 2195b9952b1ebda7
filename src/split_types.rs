// SPDX-License-Identifier: MIT OR Apache-2.0
//! The split types that this library adds, and what any split type's number means.

use std::ffi::c_int;

/// Split along the physical topology: at the next level of the hierarchy, or at the level that info names.
/// (RR-9077, section 3.2.1)
pub const MPI_COMM_TYPE_PHYSICAL_TOPOLOGY: c_int = 0x4853_0001;

/// Split into hardware subdomains: the later name of the same, with the same two modes.
/// (Mercier's thesis, section 4.2.2.1)
pub const MPI_COMM_TYPE_HW_SUBDOMAIN: c_int = 0x4853_0002;

/// `MPI_COMM_TYPE_HW_UNGUIDED` where `mpi.h` lacks it; `hsplit.h` gives it that name.
pub const HSPLIT_COMM_TYPE_HW_UNGUIDED: c_int = 0x4853_0003;

/// `MPI_COMM_TYPE_HW_GUIDED` where `mpi.h` lacks it; `hsplit.h` gives it that name.
pub const HSPLIT_COMM_TYPE_HW_GUIDED: c_int = 0x4853_0004;

/// `MPI_COMM_TYPE_RESOURCE_GUIDED` where `mpi.h` lacks it; `hsplit.h` gives it that name.
pub const HSPLIT_COMM_TYPE_RESOURCE_GUIDED: c_int = 0x4853_0005;

/// Whether a split type is one that only this library knows.
pub(crate) fn is_ours(split_type: c_int) -> bool {
    (MPI_COMM_TYPE_PHYSICAL_TOPOLOGY..=HSPLIT_COMM_TYPE_RESOURCE_GUIDED).contains(&split_type)
}

/// Stands for `MPI_Comm_hsplit_with_roots` where ranks compare what they call.
pub(crate) const WITH_ROOTS: c_int = 0x4853_0101;
/// Stands for `HSPLIT_Comm_hierarchy` where ranks compare what they call; the low half is for its arguments.
pub(crate) const HIERARCHY: c_int = 0x4854_0000;
/// Stands for the first `MPI_Comm_get_min_hlevel` on a communicator.
pub(crate) const MIN_LEVEL: c_int = 0x4853_0103;
