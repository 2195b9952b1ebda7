// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers that programs pass: the split types that this library adds, what any split type's number means, and the
//! length of a text.

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

/// `OMPI_COMM_TYPE_HWTHREAD` where `mpi.h` lacks it: a hardware thread.
pub const HSPLIT_COMM_TYPE_HWTHREAD: c_int = 0x4853_0006;

/// `OMPI_COMM_TYPE_CORE` where `mpi.h` lacks it: a core.
pub const HSPLIT_COMM_TYPE_CORE: c_int = 0x4853_0007;

/// `OMPI_COMM_TYPE_L1CACHE` where `mpi.h` lacks it: an L1 cache.
pub const HSPLIT_COMM_TYPE_L1CACHE: c_int = 0x4853_0008;

/// `OMPI_COMM_TYPE_L2CACHE` where `mpi.h` lacks it: an L2 cache.
pub const HSPLIT_COMM_TYPE_L2CACHE: c_int = 0x4853_0009;

/// `OMPI_COMM_TYPE_L3CACHE` where `mpi.h` lacks it: an L3 cache.
pub const HSPLIT_COMM_TYPE_L3CACHE: c_int = 0x4853_000a;

/// `OMPI_COMM_TYPE_SOCKET` where `mpi.h` lacks it: a package.
pub const HSPLIT_COMM_TYPE_SOCKET: c_int = 0x4853_000b;

/// `OMPI_COMM_TYPE_NUMA` where `mpi.h` lacks it: a NUMA node.
pub const HSPLIT_COMM_TYPE_NUMA: c_int = 0x4853_000c;

/// `OMPI_COMM_TYPE_BOARD` where `mpi.h` lacks it: a board, which here is a node.
pub const HSPLIT_COMM_TYPE_BOARD: c_int = 0x4853_000d;

/// `OMPI_COMM_TYPE_HOST` where `mpi.h` lacks it: a node.
pub const HSPLIT_COMM_TYPE_HOST: c_int = 0x4853_000e;

/// `OMPI_COMM_TYPE_CU` where `mpi.h` lacks it: the lowest level of switches.
pub const HSPLIT_COMM_TYPE_CU: c_int = 0x4853_000f;

/// `OMPI_COMM_TYPE_CLUSTER` where `mpi.h` lacks it: everything.
pub const HSPLIT_COMM_TYPE_CLUSTER: c_int = 0x4853_0010;

/// `MPIX_COMM_TYPE_NEIGHBORHOOD` where `mpi.h` lacks it; `hsplit.h` gives it that name.
pub const HSPLIT_COMM_TYPE_NEIGHBORHOOD: c_int = 0x4853_0011;

/// `OMPI_COMM_TYPE_NVLINK` where `mpi.h` lacks it: the processes near GPUs that NVLinks connect.
pub const HSPLIT_COMM_TYPE_NVLINK: c_int = 0x4853_0012;

/// The level at which each of Open MPI's types splits, by the name that `mpi_hw_resource_type` takes.
const OPEN_MPI_LEVELS: &[(c_int, &str)] = &[
    (HSPLIT_COMM_TYPE_HWTHREAD, "hwthread"),
    (HSPLIT_COMM_TYPE_CORE, "core"),
    (HSPLIT_COMM_TYPE_L1CACHE, "l1cache"),
    (HSPLIT_COMM_TYPE_L2CACHE, "l2cache"),
    (HSPLIT_COMM_TYPE_L3CACHE, "l3cache"),
    (HSPLIT_COMM_TYPE_SOCKET, "socket"),
    (HSPLIT_COMM_TYPE_NUMA, "numanode"),
    (HSPLIT_COMM_TYPE_BOARD, "board"),
    (HSPLIT_COMM_TYPE_HOST, "host"),
    (HSPLIT_COMM_TYPE_CU, "cu"),
    (HSPLIT_COMM_TYPE_CLUSTER, "cluster"),
    (HSPLIT_COMM_TYPE_NVLINK, "nvlink"),
];

/// The level that one of Open MPI's types stands for.
pub(crate) fn open_mpi_level(split_type: c_int) -> Option<&'static str> {
    OPEN_MPI_LEVELS.iter().find(|(number, _)| *number == split_type).map(|(_, level)| *level)
}

/// The size of the buffer for HSPLIT_Get_library_version, including the NUL at the end.
pub const HSPLIT_MAX_LIBRARY_VERSION_STRING: c_int = 1024;

/// Bytes, for the calls HSPLIT_Monitor_*; this or HSPLIT_MONITOR_MESSAGES.
pub const HSPLIT_MONITOR_BYTES: c_int = 0x0001;

/// The number of messages.
pub const HSPLIT_MONITOR_MESSAGES: c_int = 0x0002;

/// Those of point-to-point calls. Without one of these three: of all calls.
pub const HSPLIT_MONITOR_P2P: c_int = 0x0010;

/// Those of collective calls.
pub const HSPLIT_MONITOR_COLLECTIVES: c_int = 0x0020;

/// Those of one-sided calls.
pub const HSPLIT_MONITOR_RMA: c_int = 0x0040;

/// Not the program's messages, but those by which the library carried its collective calls along the hierarchy.
pub const HSPLIT_MONITOR_CARRIED: c_int = 0x0080;

/// Whether a split type is one that only this library knows.
pub fn is_ours(split_type: c_int) -> bool {
    (MPI_COMM_TYPE_PHYSICAL_TOPOLOGY..=HSPLIT_COMM_TYPE_NVLINK).contains(&split_type)
}

/// Stands for `MPI_Comm_hsplit_with_roots` where ranks compare what they call.
pub(crate) const WITH_ROOTS: c_int = 0x4853_0101;
/// Stands for `HSPLIT_Comm_hierarchy` where ranks compare what they call; the low half is for its arguments.
pub(crate) const HIERARCHY: c_int = 0x4854_0000;
/// Stands for `HSPLIT_Placement_create` where ranks compare what they call.
pub(crate) const PLACEMENT: c_int = 0x4853_0104;
/// Stands for `HSPLIT_Get_devices`.
pub(crate) const DEVICES: c_int = 0x4853_0130;
/// Stands for `HSPLIT_Comm_reorder` where ranks compare what they call.
pub(crate) const REORDER: c_int = 0x4853_0105;
/// Stands for `HSPLIT_Comm_migrate`.
pub(crate) const MIGRATE: c_int = 0x4853_0106;
/// Stands for `HSPLIT_Win_allocate_shared`.
pub(crate) const SHARED_WINDOW: c_int = 0x4853_0107;
/// Stands for `MPI_Dist_graph_create`.
pub(crate) const DIST_GRAPH: c_int = 0x4853_0108;
/// Stands for `MPI_Dist_graph_create_adjacent`.
pub(crate) const DIST_GRAPH_ADJACENT: c_int = 0x4853_0109;
/// Stands for `MPI_Graph_create`.
pub(crate) const GRAPH: c_int = 0x4853_010a;
/// Stands for `MPI_Graph_map`.
pub(crate) const GRAPH_MAP: c_int = 0x4853_010b;
/// Stands for `MPI_Cart_create`.
pub(crate) const CART: c_int = 0x4853_010c;
/// Stands for `MPI_Cart_map`.
pub(crate) const CART_MAP: c_int = 0x4853_010d;
/// Stands for `HSPLIT_Cart_create`.
pub(crate) const WEIGHTED_CART: c_int = 0x4853_010e;
/// Stands for `HSPLIT_Monitor_levels`.
pub(crate) const MONITOR_LEVELS: c_int = 0x4853_0120;
/// Stands for `HSPLIT_Monitor_flush`.
pub(crate) const MONITOR_FLUSH: c_int = 0x4853_0121;
/// Stands for `HSPLIT_Monitor_reorder`.
pub(crate) const MONITOR_REORDER: c_int = 0x4853_0122;
/// Stands for the way of a matrix through the nodes.
pub(crate) const GATHER_MATRIX: c_int = 0x4853_0107;
/// Stands for the first question to the map of a communicator.
pub(crate) const MIN_LEVEL: c_int = 0x4853_0103;
/// Stands for a split type whose info names `mpi_shared_memory`; the low byte is the type's.
const SHARED_MEMORY: c_int = 0x4853_0200;

/// What stands for a split type whose info names `mpi_shared_memory`, where ranks compare what they call.
pub(crate) fn by_shared_memory(selector: c_int) -> c_int {
    SHARED_MEMORY | selector & 0xff
}

/// Whether ranks that agree on this all name `mpi_shared_memory`.
pub(crate) fn is_by_shared_memory(selector: c_int) -> bool {
    selector & !0xff == SHARED_MEMORY
}
