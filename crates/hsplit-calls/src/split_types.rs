// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers that programs pass: the split types of this library, the meaning of all split types' numbers, and the
//! length of a text.

use std::ffi::c_int;

/// Split type: split at the next level of the hardware hierarchy, or at the level that info names.
/// (RR-9077, section 3.2.1)
pub const MPI_COMM_TYPE_PHYSICAL_TOPOLOGY: c_int = 0x4853_0001;

/// Split type: another name of MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, with the same two modes.
/// (Mercier's thesis, section 4.2.2.1)
pub const MPI_COMM_TYPE_HW_SUBDOMAIN: c_int = 0x4853_0002;

/// Value of `MPI_COMM_TYPE_HW_UNGUIDED` if `mpi.h` does not define it; `hsplit.h` defines that name.
pub const HSPLIT_COMM_TYPE_HW_UNGUIDED: c_int = 0x4853_0003;

/// Value of `MPI_COMM_TYPE_HW_GUIDED` if `mpi.h` does not define it; `hsplit.h` defines that name.
pub const HSPLIT_COMM_TYPE_HW_GUIDED: c_int = 0x4853_0004;

/// Value of `MPI_COMM_TYPE_RESOURCE_GUIDED` if `mpi.h` does not define it; `hsplit.h` defines that name.
pub const HSPLIT_COMM_TYPE_RESOURCE_GUIDED: c_int = 0x4853_0005;

/// Value of `OMPI_COMM_TYPE_HWTHREAD` if `mpi.h` does not define it: split at the hardware thread.
pub const HSPLIT_COMM_TYPE_HWTHREAD: c_int = 0x4853_0006;

/// Value of `OMPI_COMM_TYPE_CORE` if `mpi.h` does not define it: split at the core.
pub const HSPLIT_COMM_TYPE_CORE: c_int = 0x4853_0007;

/// Value of `OMPI_COMM_TYPE_L1CACHE` if `mpi.h` does not define it: split at the L1 cache.
pub const HSPLIT_COMM_TYPE_L1CACHE: c_int = 0x4853_0008;

/// Value of `OMPI_COMM_TYPE_L2CACHE` if `mpi.h` does not define it: split at the L2 cache.
pub const HSPLIT_COMM_TYPE_L2CACHE: c_int = 0x4853_0009;

/// Value of `OMPI_COMM_TYPE_L3CACHE` if `mpi.h` does not define it: split at the L3 cache.
pub const HSPLIT_COMM_TYPE_L3CACHE: c_int = 0x4853_000a;

/// Value of `OMPI_COMM_TYPE_SOCKET` if `mpi.h` does not define it: split at the package.
pub const HSPLIT_COMM_TYPE_SOCKET: c_int = 0x4853_000b;

/// Value of `OMPI_COMM_TYPE_NUMA` if `mpi.h` does not define it: split at the NUMA node.
pub const HSPLIT_COMM_TYPE_NUMA: c_int = 0x4853_000c;

/// Value of `OMPI_COMM_TYPE_BOARD` if `mpi.h` does not define it: split at the node, which stands for the board.
pub const HSPLIT_COMM_TYPE_BOARD: c_int = 0x4853_000d;

/// Value of `OMPI_COMM_TYPE_HOST` if `mpi.h` does not define it: split at the node.
pub const HSPLIT_COMM_TYPE_HOST: c_int = 0x4853_000e;

/// Value of `OMPI_COMM_TYPE_CU` if `mpi.h` does not define it: split at the lowest level of switches.
pub const HSPLIT_COMM_TYPE_CU: c_int = 0x4853_000f;

/// Value of `OMPI_COMM_TYPE_CLUSTER` if `mpi.h` does not define it: one communicator of all processes.
pub const HSPLIT_COMM_TYPE_CLUSTER: c_int = 0x4853_0010;

/// Value of `MPIX_COMM_TYPE_NEIGHBORHOOD` if `mpi.h` does not define it; `hsplit.h` defines that name.
pub const HSPLIT_COMM_TYPE_NEIGHBORHOOD: c_int = 0x4853_0011;

/// Value of `OMPI_COMM_TYPE_NVLINK` if `mpi.h` does not define it: split into the processes near GPUs connected by
/// NVLink.
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

/// Returns the level of one of Open MPI's types.
pub(crate) fn open_mpi_level(split_type: c_int) -> Option<&'static str> {
    OPEN_MPI_LEVELS.iter().find(|(number, _)| *number == split_type).map(|(_, level)| *level)
}

/// The size of the buffer for HSPLIT_Get_library_version, including the terminating NUL.
pub const HSPLIT_MAX_LIBRARY_VERSION_STRING: c_int = 1024;

/// For the argument 'what' of HSPLIT_Monitor_get and HSPLIT_Monitor_levels: count bytes.
pub const HSPLIT_MONITOR_BYTES: c_int = 0x0001;

/// For the argument 'what': count messages.
pub const HSPLIT_MONITOR_MESSAGES: c_int = 0x0002;

/// Added to 'what' by a bitwise or: count point-to-point calls. If none of HSPLIT_MONITOR_P2P,
/// HSPLIT_MONITOR_COLLECTIVES and HSPLIT_MONITOR_RMA is given, all calls are counted.
pub const HSPLIT_MONITOR_P2P: c_int = 0x0010;

/// Added to 'what': count collective calls.
pub const HSPLIT_MONITOR_COLLECTIVES: c_int = 0x0020;

/// Added to 'what': count one-sided calls.
pub const HSPLIT_MONITOR_RMA: c_int = 0x0040;

/// Added to 'what', without the three above: count the messages that the library has sent for the program's collective
/// calls along the hierarchy, and not the messages of the program.
pub const HSPLIT_MONITOR_INTERNAL: c_int = 0x0080;

/// True if only this library knows a split type.
pub fn is_ours(split_type: c_int) -> bool {
    (MPI_COMM_TYPE_PHYSICAL_TOPOLOGY..=HSPLIT_COMM_TYPE_NVLINK).contains(&split_type)
}

/// The calls for which ranks compare by these numbers that all make the same one. (An enum: no two are equal.)
#[repr(i32)]
#[derive(Clone, Copy)]
pub(crate) enum Compared {
    /// `MPI_Comm_hsplit_with_roots`.
    WithRoots = 0x4853_0101,
    /// `HSPLIT_Placement_create`.
    Placement,
    /// `HSPLIT_Get_devices`.
    Devices,
    /// `HSPLIT_Comm_reorder`.
    Reorder,
    /// `HSPLIT_Comm_migrate`.
    Migrate,
    /// `HSPLIT_Win_allocate_shared`.
    SharedWindow,
    /// `MPI_Dist_graph_create`.
    DistGraph,
    /// `MPI_Dist_graph_create_adjacent`.
    DistGraphAdjacent,
    /// `MPI_Graph_create`.
    Graph,
    /// `MPI_Graph_map`.
    GraphMap,
    /// `MPI_Cart_create`.
    Cart,
    /// `MPI_Cart_map`.
    CartMap,
    /// `HSPLIT_Cart_create`.
    WeightedCart,
    /// `HSPLIT_Monitor_levels`.
    MonitorLevels,
    /// `HSPLIT_Monitor_flush`.
    MonitorFlush,
    /// `HSPLIT_Monitor_reorder`.
    MonitorReorder,
    /// A matrix that is gathered through the nodes.
    GatherMatrix,
    /// The first query to the map of a communicator.
    MinLevel,
}

impl Compared {
    /// Returns its number.
    pub(crate) const fn selector(self) -> c_int {
        self as c_int
    }
}

/// The number of `HSPLIT_Comm_hierarchy` in the comparison between ranks; the low half is for its arguments.
pub(crate) const HIERARCHY: c_int = 0x4854_0000;
