# SPDX-License-Identifier: MIT OR Apache-2.0
"""The declarations of hsplit.h: its version, its constants, and the arguments of its calls.

The numbers of the split types work with every MPI, also with an MPI that does not have these types.
Generated from the sources: change these, not this file.
"""

VERSION = "0.1.0"

COMM_TYPE_PHYSICAL_TOPOLOGY = 1213399041
COMM_TYPE_HW_SUBDOMAIN = 1213399042
COMM_TYPE_HW_UNGUIDED = 1213399043
COMM_TYPE_HW_GUIDED = 1213399044
COMM_TYPE_RESOURCE_GUIDED = 1213399045
COMM_TYPE_HWTHREAD = 1213399046
COMM_TYPE_CORE = 1213399047
COMM_TYPE_L1CACHE = 1213399048
COMM_TYPE_L2CACHE = 1213399049
COMM_TYPE_L3CACHE = 1213399050
COMM_TYPE_SOCKET = 1213399051
COMM_TYPE_NUMA = 1213399052
COMM_TYPE_BOARD = 1213399053
COMM_TYPE_HOST = 1213399054
COMM_TYPE_CU = 1213399055
COMM_TYPE_CLUSTER = 1213399056
COMM_TYPE_NEIGHBORHOOD = 1213399057
COMM_TYPE_NVLINK = 1213399058
MAX_LIBRARY_VERSION_STRING = 1024
MONITOR_BYTES = 1
MONITOR_MESSAGES = 2
MONITOR_P2P = 16
MONITOR_COLLECTIVES = 32
MONITOR_RMA = 64
MONITOR_INTERNAL = 128

CALLS = {
    "HSPLIT_Bind_get": ("char *", "int", "int *", "int *", "int *"),
    "HSPLIT_Bind_pop": (),
    "HSPLIT_Bind_push": ("char *", "MPI_Info"),
    "HSPLIT_Bind_push_comm": ("MPI_Comm", "MPI_Info"),
    "HSPLIT_Cart_create": ("MPI_Comm", "int", "double *", "int *", "MPI_Info", "int *", "MPI_Comm *"),
    "HSPLIT_Comm_get_children": ("MPI_Comm", "int", "int *", "MPI_Comm *"),
    "HSPLIT_Comm_get_colors": ("MPI_Comm", "int", "int *", "int *"),
    "HSPLIT_Comm_get_coords": ("MPI_Comm", "int", "int", "int *", "int *", "char **"),
    "HSPLIT_Comm_get_depth": ("MPI_Comm", "int *", "char **"),
    "HSPLIT_Comm_get_distance": ("MPI_Comm", "int", "int", "int *", "char **"),
    "HSPLIT_Comm_get_distances": ("MPI_Comm", "int", "int *", "int *"),
    "HSPLIT_Comm_get_levels": ("MPI_Comm", "int", "int *", "char **", "int *"),
    "HSPLIT_Comm_get_neighbour_group": ("MPI_Comm", "int", "MPI_Group *"),
    "HSPLIT_Comm_get_neighbours": ("MPI_Comm", "int", "char *", "int", "int *", "int *"),
    "HSPLIT_Comm_get_network_coords": ("MPI_Comm", "int", "int", "int *", "int *", "int *"),
    "HSPLIT_Comm_get_network_rank": ("MPI_Comm", "int", "int *", "int", "int *", "int *"),
    "HSPLIT_Comm_get_parent": ("MPI_Comm", "MPI_Comm *"),
    "HSPLIT_Comm_get_rank": ("MPI_Comm", "int", "int *", "int", "int *", "int *"),
    "HSPLIT_Comm_get_roots": ("MPI_Comm", "MPI_Comm *"),
    "HSPLIT_Comm_hierarchy": ("MPI_Comm", "MPI_Info", "int", "int *", "MPI_Comm *", "MPI_Comm *"),
    "HSPLIT_Comm_hierarchy_free": ("int", "MPI_Comm *", "MPI_Comm *"),
    "HSPLIT_Comm_map": ("MPI_Comm",),
    "HSPLIT_Comm_map_update": ("MPI_Comm",),
    "HSPLIT_Comm_migrate": ("MPI_Comm", "MPI_Comm", "void *", "int", "MPI_Datatype"),
    "HSPLIT_Comm_reorder": ("MPI_Comm", "int", "int *", "double *", "MPI_Info", "MPI_Comm *", "int *", "int *"),
    "HSPLIT_Dims_create": ("MPI_Comm", "int", "double *", "int *"),
    "HSPLIT_Get_devices": ("MPI_Comm", "char *", "int", "int *", "char **", "char **", "int *", "int *"),
    "HSPLIT_Get_library_version": ("char *", "int *"),
    "HSPLIT_Get_version": ("int *", "int *", "int *"),
    "HSPLIT_Monitor_continue": ("HSPLIT_Monitor",),
    "HSPLIT_Monitor_flush": ("HSPLIT_Monitor", "char *"),
    "HSPLIT_Monitor_free": ("HSPLIT_Monitor *",),
    "HSPLIT_Monitor_get": ("HSPLIT_Monitor", "int", "int", "long long *"),
    "HSPLIT_Monitor_levels": ("HSPLIT_Monitor", "int", "int", "int *", "long long *", "char **"),
    "HSPLIT_Monitor_reorder": ("HSPLIT_Monitor", "MPI_Info", "MPI_Comm *", "int *", "int *"),
    "HSPLIT_Monitor_reset": ("HSPLIT_Monitor",),
    "HSPLIT_Monitor_start": ("MPI_Comm", "MPI_Info", "HSPLIT_Monitor *"),
    "HSPLIT_Monitor_suspend": ("HSPLIT_Monitor",),
    "HSPLIT_Node_barrier": ("HSPLIT_Placement",),
    "HSPLIT_Phase_begin": ("HSPLIT_Placement", "char *", "MPI_Info", "int *", "MPI_Comm *"),
    "HSPLIT_Phase_end": ("HSPLIT_Placement",),
    "HSPLIT_Placement_comm": ("HSPLIT_Placement", "char *", "MPI_Info", "MPI_Comm *"),
    "HSPLIT_Placement_create": ("MPI_Comm", "MPI_Info", "HSPLIT_Placement *"),
    "HSPLIT_Placement_elect": ("HSPLIT_Placement", "char *", "MPI_Info", "int *", "int *", "int *", "int *"),
    "HSPLIT_Placement_free": ("HSPLIT_Placement *",),
    "HSPLIT_Win_allocate_shared": ("char *", "MPI_Aint", "int", "MPI_Info", "MPI_Comm", "void *", "MPI_Win *"),
    "HSPLIT_Win_query_level": ("MPI_Win", "char *", "char *", "int *", "int *"),
    "MPI_Comm_get_hlevel_info": ("MPI_Comm", "int *", "int *", "char **"),
    "MPI_Comm_get_hw_subdomain_info": ("MPI_Comm", "int *", "int *", "char *"),
    "MPI_Comm_get_min_hlevel": ("MPI_Comm", "int", "int *", "char **"),
    "MPI_Comm_hsplit_with_roots": ("MPI_Comm", "MPI_Info", "MPI_Comm *", "MPI_Comm *"),
    "MPI_Comm_split_type": ("MPI_Comm", "int", "int", "MPI_Info", "MPI_Comm *"),
    "MPI_Get_hw_resource_info": ("MPI_Info *",),
}
