/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * hsplit.h: split MPI communicators along the hardware hierarchy.
 *
 * Inputs come first and outputs last. Every function returns an MPI error code, and invokes the error handler of the
 * communicator before it returns an error. Link with -lhsplit before the MPI library: 'mpicc program.c -lhsplit'.
 * Generated from the sources by cbindgen: change these, not this file.
 */

#ifndef HSPLIT_H
#define HSPLIT_H

#include <mpi.h>

/* The version of this header. HSPLIT_Get_version returns the version of the loaded library. */
#define HSPLIT_VERSION "0.1.0"
#define HSPLIT_VERSION_MAJOR 0
#define HSPLIT_VERSION_MINOR 1
#define HSPLIT_VERSION_PATCH 0
/* The split types of MPI 4.0 and 4.1, if mpi.h does not have them. In Open MPI they are enum members, invisible to the
 * preprocessor, since version 5 (the third since 6); for other MPIs the version of the standard decides. */
#if defined(OPEN_MPI)
#  if OMPI_MAJOR_VERSION < 5
#    define MPI_COMM_TYPE_HW_UNGUIDED HSPLIT_COMM_TYPE_HW_UNGUIDED
#    define MPI_COMM_TYPE_HW_GUIDED HSPLIT_COMM_TYPE_HW_GUIDED
#  endif
#  if OMPI_MAJOR_VERSION < 6
#    define MPI_COMM_TYPE_RESOURCE_GUIDED HSPLIT_COMM_TYPE_RESOURCE_GUIDED
#  endif
#else
#  if MPI_VERSION < 4 && !defined(MPI_COMM_TYPE_HW_UNGUIDED)
#    define MPI_COMM_TYPE_HW_UNGUIDED HSPLIT_COMM_TYPE_HW_UNGUIDED
#  endif
#  if MPI_VERSION < 4 && !defined(MPI_COMM_TYPE_HW_GUIDED)
#    define MPI_COMM_TYPE_HW_GUIDED HSPLIT_COMM_TYPE_HW_GUIDED
#  endif
#  if (MPI_VERSION < 4 || (MPI_VERSION == 4 && MPI_SUBVERSION < 1)) && !defined(MPI_COMM_TYPE_RESOURCE_GUIDED)
#    define MPI_COMM_TYPE_RESOURCE_GUIDED HSPLIT_COMM_TYPE_RESOURCE_GUIDED
#  endif
#endif

/* The split types of Open MPI and of MPICH, if mpi.h does not have them. */
#if !defined(OPEN_MPI)
#  ifndef OMPI_COMM_TYPE_NODE
#    define OMPI_COMM_TYPE_NODE MPI_COMM_TYPE_SHARED
#  endif
#  ifndef OMPI_COMM_TYPE_HWTHREAD
#    define OMPI_COMM_TYPE_HWTHREAD HSPLIT_COMM_TYPE_HWTHREAD
#  endif
#  ifndef OMPI_COMM_TYPE_CORE
#    define OMPI_COMM_TYPE_CORE HSPLIT_COMM_TYPE_CORE
#  endif
#  ifndef OMPI_COMM_TYPE_L1CACHE
#    define OMPI_COMM_TYPE_L1CACHE HSPLIT_COMM_TYPE_L1CACHE
#  endif
#  ifndef OMPI_COMM_TYPE_L2CACHE
#    define OMPI_COMM_TYPE_L2CACHE HSPLIT_COMM_TYPE_L2CACHE
#  endif
#  ifndef OMPI_COMM_TYPE_L3CACHE
#    define OMPI_COMM_TYPE_L3CACHE HSPLIT_COMM_TYPE_L3CACHE
#  endif
#  ifndef OMPI_COMM_TYPE_SOCKET
#    define OMPI_COMM_TYPE_SOCKET HSPLIT_COMM_TYPE_SOCKET
#  endif
#  ifndef OMPI_COMM_TYPE_NUMA
#    define OMPI_COMM_TYPE_NUMA HSPLIT_COMM_TYPE_NUMA
#  endif
#  ifndef OMPI_COMM_TYPE_BOARD
#    define OMPI_COMM_TYPE_BOARD HSPLIT_COMM_TYPE_BOARD
#  endif
#  ifndef OMPI_COMM_TYPE_HOST
#    define OMPI_COMM_TYPE_HOST HSPLIT_COMM_TYPE_HOST
#  endif
#  ifndef OMPI_COMM_TYPE_CU
#    define OMPI_COMM_TYPE_CU HSPLIT_COMM_TYPE_CU
#  endif
#  ifndef OMPI_COMM_TYPE_CLUSTER
#    define OMPI_COMM_TYPE_CLUSTER HSPLIT_COMM_TYPE_CLUSTER
#  endif
#endif
#if (!defined(OPEN_MPI) || OMPI_MAJOR_VERSION < 6) && !defined(OMPI_COMM_TYPE_NVLINK)
#  define OMPI_COMM_TYPE_NVLINK HSPLIT_COMM_TYPE_NVLINK
#endif
#ifndef MPIX_COMM_TYPE_NEIGHBORHOOD
#  define MPIX_COMM_TYPE_NEIGHBORHOOD HSPLIT_COMM_TYPE_NEIGHBORHOOD
#endif

/* Defined if mpi.h declares MPI_Get_hw_resource_info (MPI 4.1). Open MPI has it since version 6, whatever its
 * MPI_VERSION is. */
#if defined(OPEN_MPI)
#  if OMPI_MAJOR_VERSION >= 6
#    define HSPLIT_MPI_HAS_HW_RESOURCE_INFO
#  endif
#elif MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
#  define HSPLIT_MPI_HAS_HW_RESOURCE_INFO
#endif

/**
 * Split type: split at the next level of the hardware hierarchy, or at the level that info names.
 * (RR-9077, section 3.2.1)
 */
#define MPI_COMM_TYPE_PHYSICAL_TOPOLOGY 1213399041

/**
 * Split type: another name of MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, with the same two modes.
 * (Mercier's thesis, section 4.2.2.1)
 */
#define MPI_COMM_TYPE_HW_SUBDOMAIN 1213399042

/**
 * Value of MPI_COMM_TYPE_HW_UNGUIDED if mpi.h does not define it; hsplit.h defines that name.
 */
#define HSPLIT_COMM_TYPE_HW_UNGUIDED 1213399043

/**
 * Value of MPI_COMM_TYPE_HW_GUIDED if mpi.h does not define it; hsplit.h defines that name.
 */
#define HSPLIT_COMM_TYPE_HW_GUIDED 1213399044

/**
 * Value of MPI_COMM_TYPE_RESOURCE_GUIDED if mpi.h does not define it; hsplit.h defines that name.
 */
#define HSPLIT_COMM_TYPE_RESOURCE_GUIDED 1213399045

/**
 * Value of OMPI_COMM_TYPE_HWTHREAD if mpi.h does not define it: split at the hardware thread.
 */
#define HSPLIT_COMM_TYPE_HWTHREAD 1213399046

/**
 * Value of OMPI_COMM_TYPE_CORE if mpi.h does not define it: split at the core.
 */
#define HSPLIT_COMM_TYPE_CORE 1213399047

/**
 * Value of OMPI_COMM_TYPE_L1CACHE if mpi.h does not define it: split at the L1 cache.
 */
#define HSPLIT_COMM_TYPE_L1CACHE 1213399048

/**
 * Value of OMPI_COMM_TYPE_L2CACHE if mpi.h does not define it: split at the L2 cache.
 */
#define HSPLIT_COMM_TYPE_L2CACHE 1213399049

/**
 * Value of OMPI_COMM_TYPE_L3CACHE if mpi.h does not define it: split at the L3 cache.
 */
#define HSPLIT_COMM_TYPE_L3CACHE 1213399050

/**
 * Value of OMPI_COMM_TYPE_SOCKET if mpi.h does not define it: split at the package.
 */
#define HSPLIT_COMM_TYPE_SOCKET 1213399051

/**
 * Value of OMPI_COMM_TYPE_NUMA if mpi.h does not define it: split at the NUMA node.
 */
#define HSPLIT_COMM_TYPE_NUMA 1213399052

/**
 * Value of OMPI_COMM_TYPE_BOARD if mpi.h does not define it: split at the node, which stands for the board.
 */
#define HSPLIT_COMM_TYPE_BOARD 1213399053

/**
 * Value of OMPI_COMM_TYPE_HOST if mpi.h does not define it: split at the node.
 */
#define HSPLIT_COMM_TYPE_HOST 1213399054

/**
 * Value of OMPI_COMM_TYPE_CU if mpi.h does not define it: split at the lowest level of switches.
 */
#define HSPLIT_COMM_TYPE_CU 1213399055

/**
 * Value of OMPI_COMM_TYPE_CLUSTER if mpi.h does not define it: one communicator of all processes.
 */
#define HSPLIT_COMM_TYPE_CLUSTER 1213399056

/**
 * Value of MPIX_COMM_TYPE_NEIGHBORHOOD if mpi.h does not define it; hsplit.h defines that name.
 */
#define HSPLIT_COMM_TYPE_NEIGHBORHOOD 1213399057

/**
 * Value of OMPI_COMM_TYPE_NVLINK if mpi.h does not define it: split into the processes near GPUs connected by
 * NVLink.
 */
#define HSPLIT_COMM_TYPE_NVLINK 1213399058

/**
 * The size of the buffer for HSPLIT_Get_library_version, including the terminating NUL.
 */
#define HSPLIT_MAX_LIBRARY_VERSION_STRING 1024

/**
 * For the argument 'what' of HSPLIT_Monitor_get and HSPLIT_Monitor_levels: count bytes.
 */
#define HSPLIT_MONITOR_BYTES 1

/**
 * For the argument 'what': count messages.
 */
#define HSPLIT_MONITOR_MESSAGES 2

/**
 * Added to 'what' by a bitwise or: count point-to-point calls. If none of HSPLIT_MONITOR_P2P,
 * HSPLIT_MONITOR_COLLECTIVES and HSPLIT_MONITOR_RMA is given, all calls are counted.
 */
#define HSPLIT_MONITOR_P2P 16

/**
 * Added to 'what': count collective calls.
 */
#define HSPLIT_MONITOR_COLLECTIVES 32

/**
 * Added to 'what': count one-sided calls.
 */
#define HSPLIT_MONITOR_RMA 64

/**
 * Added to 'what', without the three above: count the messages that the library has sent for the program's collective
 * calls along the hierarchy, and not the messages of the program.
 */
#define HSPLIT_MONITOR_INTERNAL 128

/**
 * A handle of a placement: the ranks of a communicator that take turns on the cores of their nodes. 0 is no placement.
 */
typedef int HSPLIT_Placement;

/**
 * A handle of a session of counting: the messages of a process to the ranks of a communicator. 0 is no session.
 */
typedef int HSPLIT_Monitor;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the levels of the hardware, and whether this process is bound inside one instance of each.
 *
 * The info object has a key for each name of each level of the calling process's node, and of the levels of switches
 * above it: hwloc://L3Cache and similar URIs for levels of the node, the plain name (Net_level0) for levels of
 * switches. The value is true if the process is bound inside one instance of the level at the time of the call,
 * otherwise false. It is always true for levels of switches, for the halves of a torus (Net_torus_half0) and for
 * its rings (Net_torus0, with a key for each dimension).
 *
 * A key is a valid value of mpi_hw_resource_type in a split at a named level. The split returns a communicator to
 * the process if the value of the key is true, and MPI_COMM_NULL if it is false.
 *
 * Keys longer than the MPI allows are left out.
 *
 * Local.
 *
 * Parameters:
 * - hw_info: A new info object, which the program frees with MPI_Info_free.
 *
 * Errors:
 * - MPI_ERR_ARG: hw_info is NULL.
 * - MPI_ERR_OTHER: The MPI has no info objects at this time; hw_info is MPI_INFO_NULL.
 *
 * Notes:
 * The call is allowed before MPI_Init and after MPI_Finalize if the MPI has info objects at that time, as MPI 4.0
 * requires. Open MPI 4 has none: the call returns an error, and prints a line on stderr.
 *
 * Before MPI_Init, the place of a process on the emulated machine of HSPLIT_EMULATE depends on the rank that the
 * launcher sets in the environment (OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK, SLURM_PROCID). If it sets none,
 * the info object describes the real node.
 *
 * The library intercepts this call also if the MPI has it, because the info objects of MPICH 5.0 and Intel MPI 2021.18
 * are empty. With HSPLIT_NATIVE=hw_resource_info, the call of the MPI is made, if the MPI has it. With
 * HSPLIT_DISABLE=1, the call of the MPI is made, or, if the MPI has none, the info object is empty.
 *
 * The library has no PMPI_ name for this call: that name belongs to the MPI.
 *
 * MPI 4.1, section 9.1.2.
 */
#ifndef HSPLIT_MPI_HAS_HW_RESOURCE_INFO
int MPI_Get_hw_resource_info(MPI_Info *hw_info);
#endif

/**
 * Splits oldcomm at the next level of the hardware hierarchy, and joins the roots in a communicator.
 *
 * The call finds the lowest level that all processes of oldcomm share. The processes that share an instance of the
 * next level below it get a communicator in newcomm, in the order of their ranks in oldcomm. Rank 0 of each new
 * communicator is a root. The roots of all new communicators form rootscomm, in the same order. A process without a
 * further level gets MPI_COMM_NULL in both.
 *
 * If info has one of the keys mpi_hw_resource_type, mpi_hw_subdomain_type and mpi_pset_name, the communicator
 * is split at the named level, or into the named process set; see hsplit(7). Otherwise, and if info is not
 * MPI_INFO_NULL, the call writes the name of the new level into the key mpi_hw_resource_type.
 *
 * Collective over oldcomm. The program frees both communicators with MPI_Comm_free.
 *
 * Parameters:
 * - oldcomm: The communicator to split: an intracommunicator.
 * - info: An info object, or MPI_INFO_NULL. If it names no level, the keys hsplit_criterion, hsplit_at_most,
 *   hsplit_at_least and hsplit_parts select another level than the next one; see hsplit(7).
 * - newcomm: The new communicator of this process, or MPI_COMM_NULL.
 * - rootscomm: The communicator of the roots if this process is a root, otherwise MPI_COMM_NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: oldcomm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: newcomm or rootscomm is NULL on some rank, or the ranks make different calls or pass different
 *   criteria.
 * - MPI_ERR_INFO: info is invalid on some rank, one of the keys above has an invalid value, or the ranks name
 *   different levels.
 *
 * An error of one rank is returned on every rank.
 *
 * Notes:
 * If rank 0 of oldcomm gets a new communicator, it is a root. It gets none if its binding has no further level.
 *
 * In this call, the name mpi_shared_memory means the node.
 *
 * Research report RR-9077, section 3.2.3.
 */
int MPI_Comm_hsplit_with_roots(MPI_Comm oldcomm, MPI_Info info, MPI_Comm *newcomm, MPI_Comm *rootscomm);

/**
 * Returns the hardware level of a communicator.
 *
 * The call returns the name of the level at which comm was split, the number of communicators that the split made
 * from the parent communicator, and the index of comm among them.
 *
 * For a communicator that this library has not made, num_comms is 0, index is MPI_UNDEFINED and type is
 * "Unknown"; this is no error. This applies also to communicators of the native MPI, such as those of
 * MPI_COMM_TYPE_SHARED. A duplicate made by MPI_Comm_dup has the values of the original.
 *
 * Local.
 *
 * The string in type belongs to the library and is valid until the process ends. The program must not change or free
 * it.
 *
 * Parameters:
 * - comm: A communicator.
 * - num_comms: The number of communicators that the split made, including comm.
 * - index: The index of comm among them, from 0: the rank of its root in the communicator of the roots.
 * - type: The name of the level, such as L3Cache, Machine or Net_level0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL.
 * - MPI_ERR_ARG: An output is NULL.
 *
 * Notes:
 * Research report RR-9077, section 3.3.1.
 */
int MPI_Comm_get_hlevel_info(MPI_Comm comm, int *num_comms, int *index, char **type);

/**
 * Returns the hardware level of a communicator, and copies its name into a buffer of the caller.
 *
 * The call returns the same values as MPI_Comm_get_hlevel_info. It differs in type only: the name is copied into a
 * buffer of the program.
 *
 * Local.
 *
 * Parameters:
 * - comm: A communicator.
 * - num_comms: The number of communicators that the split made, including comm.
 * - index: The index of comm among them, from 0: the rank of its root in the communicator of the roots.
 * - type: A buffer of MPI_MAX_OBJECT_NAME characters for the name of the level, such as L3Cache, Machine or
 *   Net_level0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL.
 * - MPI_ERR_ARG: An output is NULL.
 *
 * Notes:
 * Mercier's thesis, section 4.2.2.3.
 */
int MPI_Comm_get_hw_subdomain_info(MPI_Comm comm, int *num_comms, int *index, char *type);

/**
 * Returns the lowest hardware level that the listed processes share.
 *
 * The name has the form of MPI_Comm_get_hlevel_info. It is "Unknown" if the calling process is not in the list or the
 * list is empty, and "System - Cluster" if the processes are on different nodes and share no level of switches. Each
 * process may pass a different list.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local.
 * Every process makes the first call, with any list. The map has the bindings of the time when it was made, and is
 * kept until comm is freed, in one copy per node if the processes of the node can share memory files.
 *
 * The string in type belongs to the library and is valid until the process ends. The program must not change or free
 * it.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - nranks: The number of listed ranks.
 * - ranks: The ranks, in comm. May be NULL if nranks is 0.
 * - type: The name of the level.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is negative, ranks is NULL and nranks is not 0, or type is NULL.
 * - MPI_ERR_RANK: A listed rank is not in comm.
 *
 * In the first call, an invalid list is an error only on the process that passed it.
 *
 * Notes:
 * Research report RR-9077, section 3.3.2.
 */
int MPI_Comm_get_min_hlevel(MPI_Comm comm, int nranks, int *ranks, char **type);

/**
 * Splits comm level by level, down to the lowest level or to max levels.
 *
 * The call replaces repeated calls of MPI_Comm_hsplit_with_roots, each on the newcomm of the call before, until no
 * level is left or max levels are reached. newcomms[0] is the communicator of this process at the widest level,
 * newcomms[depth-1] the communicator at the narrowest level. All other elements of both arrays are MPI_COMM_NULL,
 * and so are the elements of rootscomms at levels at which this process is no root. The depth differs between
 * processes whose bindings end at different levels.
 *
 * If info names a level (see hsplit(7)), there is at most one level. The call never changes info.
 *
 * The arrays belong to the caller. HSPLIT_Comm_hierarchy_free frees the communicators.
 *
 * Collective over comm, with the same max on all processes.
 *
 * Parameters:
 * - comm: The communicator to split: an intracommunicator.
 * - info: An info object, or MPI_INFO_NULL. If it names no level, the keys hsplit_criterion, hsplit_at_most,
 *   hsplit_at_least and hsplit_parts select another level than the next one at each step; see hsplit(7).
 * - max: The number of elements of the arrays, and therefore the maximum number of levels. Equal on all ranks.
 * - depth: The number of levels of this process.
 * - newcomms: The communicators of this process, widest level first.
 * - rootscomms: The communicators of the roots of the same levels. NULL on all ranks if they are not wanted.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: max is negative; a required pointer is NULL; or the ranks make different calls, pass different
 *   max or different criteria, or only some of them pass rootscomms.
 * - MPI_ERR_INFO: info is invalid on some rank, one of the keys above has an invalid value, or the ranks name
 *   different levels.
 *
 * An error of one rank is returned on every rank. The communicators made before the error are freed.
 *
 * Notes:
 * Research report RR-9077, section 3.4.
 */
int HSPLIT_Comm_hierarchy(MPI_Comm comm, MPI_Info info, int max, int *depth, MPI_Comm *newcomms, MPI_Comm *rootscomms);

/**
 * Frees the communicators of HSPLIT_Comm_hierarchy, and sets the elements of both arrays to MPI_COMM_NULL.
 *
 * The arrays themselves belong to the caller. If MPI_Comm_free fails for one communicator, the others are freed
 * nevertheless, and the call returns the first error.
 *
 * Collective over every communicator that is freed.
 *
 * Parameters:
 * - depth: The number of levels that HSPLIT_Comm_hierarchy returned.
 * - newcomms: The communicators of the calling process.
 * - rootscomms: The communicators of the roots. May be NULL if there are none.
 *
 * Errors:
 * - MPI_ERR_ARG: depth is negative, or newcomms is NULL and depth is not 0.
 * - MPI_ERR_OTHER: The call is made before MPI_Init or after MPI_Finalize.
 */
int HSPLIT_Comm_hierarchy_free(int depth, MPI_Comm *newcomms, MPI_Comm *rootscomms);

/**
 * Returns the version of the loaded library.
 *
 * The version of the header, with which the program was compiled, is in the constants HSPLIT_VERSION_MAJOR,
 * HSPLIT_VERSION_MINOR and HSPLIT_VERSION_PATCH, and in the string HSPLIT_VERSION. Each output may be NULL.
 *
 * Local. The call is allowed at any time, also before MPI_Init and after MPI_Finalize.
 *
 * Parameters:
 * - major: The first number of the version.
 * - minor: The second number of the version.
 * - patch: The third number of the version.
 *
 * Returns:
 * Always MPI_SUCCESS.
 */
int HSPLIT_Get_version(int *major, int *minor, int *patch);

/**
 * Returns a text with the version of the library, the MPI for which it was built, and the MPI of this process.
 *
 * The MPI for which the library was built is given with its library file. The MPI of this process is given with its
 * version of the standard and the file of its functions. The command hsplit doctor prints the same text.
 *
 * Local. The call is allowed at any time, also before MPI_Init and after MPI_Finalize.
 *
 * Parameters:
 * - version: A buffer of HSPLIT_MAX_LIBRARY_VERSION_STRING characters, including the terminating NUL. In Fortran,
 *   the text is truncated or padded with blanks to the length of the variable.
 * - resultlen: The number of characters, without the NUL. May be NULL in C.
 *
 * Returns:
 * MPI_SUCCESS, or MPI_ERR_ARG if version is NULL.
 */
int HSPLIT_Get_library_version(char *version, int *resultlen);

/**
 * Returns the communicator that comm was split from.
 *
 * The call returns the program's own handle of the communicator from which a call of this library has made comm; no
 * new communicator is made. The handle is MPI_COMM_NULL if that communicator has been freed, if comm was not made by
 * a split of this library, and if comm is a communicator of roots. A duplicate made by MPI_Comm_dup has the parent
 * of the original.
 *
 * Local.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - parent: The parent communicator, or MPI_COMM_NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: parent is NULL.
 */
int HSPLIT_Comm_get_parent(MPI_Comm comm, MPI_Comm *parent);

/**
 * Lists the communicators that this process got by splits of comm and has not freed.
 *
 * The list has the program's own handles, in order of creation, without communicators of roots. A duplicate made by
 * MPI_Comm_dup has its own children.
 *
 * Local.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - max: The number of elements of children.
 * - count: The number of child communicators, which may be larger than max.
 * - children: The first max child communicators. May be NULL if max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, children is NULL and max is not 0, or max is negative.
 */
int HSPLIT_Comm_get_children(MPI_Comm comm, int max, int *count, MPI_Comm *children);

/**
 * Returns the communicator of the roots that was made together with comm.
 *
 * The call returns the program's own handle of the communicator of roots that MPI_Comm_hsplit_with_roots or
 * HSPLIT_Comm_hierarchy made together with comm. The handle is MPI_COMM_NULL if the calling process is no root, if
 * rootscomms was NULL in HSPLIT_Comm_hierarchy, and if the communicator of the roots has been freed. A duplicate
 * made by MPI_Comm_dup has the roots of the original.
 *
 * Local.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - roots: The communicator of the roots, or MPI_COMM_NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: roots is NULL.
 */
int HSPLIT_Comm_get_roots(MPI_Comm comm, MPI_Comm *roots);

/**
 * Returns the depth of comm in the hierarchy.
 *
 * The depth of a communicator that this library made is the number of levels from the top of the hierarchy down to its
 * own level, inclusive. Its processes share at least as many coordinates (HSPLIT_Comm_get_coords), except below halves
 * of a network, which are levels without a coordinate, and for devices' regions and bindset. A level counts also if
 * its instances hold the same processes as those of another level, so that no split was made there. A ring of a torus
 * and a process set have the depth 1.
 *
 * The depth of a communicator of all processes is 0, and its level "System - Cluster". For other communicators that
 * this library has not made, the call returns MPI_UNDEFINED and "Unknown". A duplicate made by MPI_Comm_dup has the
 * depth of the original.
 *
 * Local.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - depth: The depth.
 * - type: The name of the level of comm. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: depth is NULL.
 */
int HSPLIT_Comm_get_depth(MPI_Comm comm, int *depth, const char **type);

/**
 * Makes the map of comm: the places of all its ranks.
 *
 * If comm has a map, the call does nothing. A program need not make this call, because the first call that needs the
 * map makes it; this call selects the time. The map is kept until comm is freed, in one copy per node if the
 * processes of the node can share memory files. Duplicates made by MPI_Comm_dup share it.
 *
 * The first call that needs the map of comm is collective over comm; later calls are local. Such calls are this
 * one, MPI_Comm_get_min_hlevel, HSPLIT_Dims_create, and the calls HSPLIT_Comm_get_ for levels, coordinates, ranks,
 * colors, distances and neighbours; each rank may begin with another one of them. The map has the bindings of the time
 * when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 */
int HSPLIT_Comm_map(MPI_Comm comm);

/**
 * Replaces the map of comm by one with the present bindings of its processes, or, if bindings are pushed, with those
 * before the first push.
 *
 * Duplicates that share the map get the new one. If the call fails, the old map stays. Calls of other threads may use
 * the map at the same time; each of them uses the old map or the new one.
 *
 * Collective over comm.
 *
 * Parameters:
 * - comm: An intracommunicator.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 */
int HSPLIT_Comm_map_update(MPI_Comm comm);

/**
 * Lists the levels of the hardware inside which ranks of comm are bound, widest first.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * The names belong to the library and are valid until the process ends. The program must not change or free them.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - max: The number of elements of the arrays.
 * - count: The number of levels, which may be larger than max.
 * - types: The names of the first max levels. May be NULL if max is 0.
 * - instances: The number of instances of each level that contain ranks of comm. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, types is NULL and max is not 0, or max is negative.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_levels(MPI_Comm comm, int max, int *count, const char **types, int *instances);

/**
 * Returns the coordinates of a rank in the hierarchy.
 *
 * A rank has one coordinate for each level inside which it is bound. The coordinate is the number of its instance
 * among the instances that contain ranks of comm and lie in the same instance of the level above; they are numbered
 * from 0 in the order of their lowest ranks. Two ranks share as many levels as their coordinates have equal leading
 * elements. A rank that is not bound has coordinates for its node, and for the switches above it.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - rank: A rank of comm.
 * - max: The number of elements of the arrays.
 * - count: The number of coordinates, which may be larger than max.
 * - coords: The first max coordinates, widest level first. May be NULL if max is 0.
 * - types: The names of their levels. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, coords is NULL and max is not 0, or max is negative.
 * - MPI_ERR_RANK: rank is not in comm.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_coords(MPI_Comm comm, int rank, int max, int *count, int *coords, const char **types);

/**
 * Lists the ranks whose coordinates in the hierarchy begin with the given ones.
 *
 * The ranks are in ascending order. If count is 0, all ranks are listed. Coordinates of no rank are no error:
 * nranks is 0.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - count: The number of given coordinates.
 * - coords: The coordinates, widest level first. May be NULL if count is 0.
 * - max: The number of elements of ranks.
 * - nranks: The number of ranks found, which may be larger than max.
 * - ranks: The first max ranks found. May be NULL if max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is NULL, an array is NULL and its length is not 0, or count, max or a coordinate is
 *   negative.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_rank(MPI_Comm comm, int count, const int *coords, int max, int *nranks, int *ranks);

/**
 * Returns the colors of the calling process, one for each level inside which it is bound.
 *
 * Two processes have the same color at a level if and only if they share the level. The colors of the levels of one
 * depth, counted from the widest, are consecutive from 0. MPI_Comm_split with these colors makes the communicators of
 * that depth.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - max: The number of elements of colors.
 * - depth: The number of levels inside which the calling process is bound, which may be larger than max.
 * - colors: The colors of the first max levels, widest first. May be NULL if max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: depth is NULL, colors is NULL and max is not 0, or max is negative.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_colors(MPI_Comm comm, int max, int *depth, int *colors);

/**
 * Returns the coordinates of a rank's node in the network.
 *
 * The coordinates are those of the source "coordinates" (hsplit-topology(5)). In a torus they are the coordinates of
 * the node. In a tree of switches they are the number of the switch at each level, among the switches below the same
 * switch of the level above, and then the port. If no source has coordinates of the node, count is 0.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - rank: A rank of comm.
 * - max: The number of elements of the arrays.
 * - count: The number of coordinates, which may be larger than max.
 * - coords: The first max coordinates. May be NULL if max is 0.
 * - dims: The number of positions in each dimension of the torus, or below one switch of each level. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, coords is NULL and max is not 0, or max is negative.
 * - MPI_ERR_RANK: rank is not in comm.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_network_coords(MPI_Comm comm, int rank, int max, int *count, int *coords, int *dims);

/**
 * Lists the ranks whose nodes have the given coordinates in the network.
 *
 * The coordinates are those of HSPLIT_Comm_get_network_coords, and the ranks are in ascending order. In a tree of
 * switches, fewer coordinates may be given: then the ranks of all nodes below that switch are listed. Coordinates of
 * no node are no error: nranks is 0.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - count: The number of given coordinates.
 * - coords: The coordinates. May be NULL if count is 0.
 * - max: The number of elements of ranks.
 * - nranks: The number of ranks found, which may be larger than max.
 * - ranks: The first max ranks found. May be NULL if max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is NULL, an array is NULL and its length is not 0, or count, max or a coordinate is
 *   negative.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_network_rank(MPI_Comm comm, int count, const int *coords, int max, int *nranks, int *ranks);

/**
 * Returns the distance of two ranks in the hierarchy.
 *
 * The distance is the number of edges from the place of one rank up to the lowest level that both ranks share, and
 * down to the place of the other. It is 0 for ranks at the same place. Between nodes of a torus it is the length of
 * the shortest route. The distance is a metric: it is symmetric and satisfies the triangle inequality.
 *
 * If the ranks share no level, type is "System - Cluster".
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - a: A rank of comm.
 * - b: A rank of comm.
 * - hops: The distance.
 * - type: The name of the lowest level that both ranks share. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: hops is NULL.
 * - MPI_ERR_RANK: a or b is not in comm.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_distance(MPI_Comm comm, int a, int b, int *hops, const char **type);

/**
 * Returns the distances of all pairs of the listed ranks in the hierarchy.
 *
 * The element in row i and column j of matrix is the distance of the ranks i and j of the list, as returned by
 * HSPLIT_Comm_get_distance.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - n: The number of listed ranks.
 * - ranks: The ranks. May be NULL if n is 0.
 * - matrix: The distances, in n rows of n elements.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: n is negative, or an array is NULL and n is not 0.
 * - MPI_ERR_RANK: A listed rank is not in comm.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_distances(MPI_Comm comm, int n, const int *ranks, int *matrix);

/**
 * Lists the ranks that share a level with a rank, or the ranks nearest to it.
 *
 * The call lists the ranks that share the instance of the level type with rank, without rank itself: the nearest
 * first, and ranks with the same distance in ascending order. Levels have the names of splits at a named level,
 * including aliases and URIs; see hsplit_split_types(3). A ring of a torus is a valid level; halves of a network,
 * devices, their regions and bindset are not. A rank that is not bound inside the level has no neighbours there.
 *
 * If type is NULL, or blank in Fortran, the call lists the ranks with the smallest distance from rank, in
 * ascending order.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - rank: A rank of comm.
 * - type: The name of a level, or NULL.
 * - max: The number of elements of ranks.
 * - nranks: The number of neighbours, which may be larger than max.
 * - ranks: The first max neighbours. May be NULL if max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is NULL, ranks is NULL and max is not 0, or max is negative.
 * - MPI_ERR_RANK: rank is not in comm.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_neighbours(MPI_Comm comm, int rank, const char *type, int max, int *nranks, int *ranks);

/**
 * Makes the group of all ranks within a distance from the calling process.
 *
 * The group has the calling process and all ranks whose distance from it (HSPLIT_Comm_get_distance) is at most hops.
 * The groups of different processes may differ. The program frees the group with MPI_Group_free.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. The
 * map has the bindings of the time when it was made; HSPLIT_Comm_map_update makes a new one.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - hops: The largest distance.
 * - group: The group, in the order of the ranks in comm.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: group is NULL, or hops is negative.
 *
 * In the first call, an invalid argument is an error only on the process that passed it, after the map is made.
 */
int HSPLIT_Comm_get_neighbour_group(MPI_Comm comm, int hops, MPI_Group *group);

/**
 * Lists the devices of a type on the caller's node, nearest first.
 *
 * If several devices are equally near, ranks of the node get different ones first, as far as there are enough of them;
 * a number above 1 in ranks shows that ranks share the device. All ranks of a node compute their lists from the same
 * data: their bindings before any push, and the first rank's view of the node.
 *
 * The strings belong to the library and are valid until the process ends. In Fortran they are truncated or padded with
 * blanks.
 *
 * Collective over comm, in every call. The ranks may pass different types.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - type: A name of devices that a split at a named level accepts, such as gpu, nic, nvme, ib or mlx5_0;
 *   see hsplit_split_types(3).
 * - max: The number of elements of the arrays.
 * - count: The number of devices, which may be larger than max; 0 if the node has none. hbm is memory, and has
 *   none.
 * - names: The first name of each device: gpu3, mlx5_0, nvme0n1. May be NULL if max is 0.
 * - busids: The PCI address of each device (0000:c1:00.0), in the form that GPU runtimes accept; empty if the
 *   device has none. May be NULL.
 * - distances: The number of levels from the narrowest object around the caller's binding up to the first object
 *   that also contains the locality of the device. May be NULL.
 * - ranks: The number of ranks of comm on the node that have the device first. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: type or count is NULL, names is NULL and max is not 0, or max is negative.
 * - MPI_ERR_OTHER: Ranks of a node see different machines, because a variable of hwloc differs.
 *
 * An invalid argument of one rank is an error on every rank.
 */
int HSPLIT_Get_devices(MPI_Comm comm,
                       const char *type,
                       int max,
                       int *count,
                       const char **names,
                       const char **busids,
                       int *distances,
                       int *ranks);

/**
 * Binds the process to a part of its node, until HSPLIT_Bind_pop.
 *
 * The pushed bindings of a process form a stack. Splits of communicators use the binding on its top. Data that the
 * library stores (the hierarchies of collective calls, the map of a communicator) is based on the binding before the
 * first push.
 *
 * where is one of these:
 *
 * - LEVEL: All instances of the level that overlap the binding, completely; if the level is narrower than the
 *   binding, the first instance in the binding. Levels have all names that a split at a named level accepts.
 * - LEVEL:LIST: Instances of a level by their logical numbers on the node, such as Core:0-3,8.
 * - DEVICE:LIST: The parts of devices by their numbers, such as gpu:0; devices with the same locality divide its
 *   cores.
 * - home: The binding before the first push.
 * - allowed: All processing units that the operating system allows to the process.
 * - cpus:LIST: Processing units by the operating system's numbers.
 *
 * Processing units that the process may not use are left out.
 *
 * The call binds the calling thread and the threads of its OpenMP team, and sets the number of threads of the next
 * team to the number of cores. The supported OpenMP runtimes are GNU's, LLVM's and Intel's. If the operating system
 * grants fewer cores than requested, the number of threads for each core does not grow. Helper threads of the MPI keep
 * their bindings. Without an OpenMP runtime, threads that the program starts later inherit the binding.
 *
 * On an emulated machine (HSPLIT_EMULATE), the call changes the emulated binding, but no thread masks and no OpenMP
 * settings.
 *
 * Local.
 *
 * Info keys:
 * - hsplit_bind_threads: The threads that are bound. team (default): the calling thread and the threads of its
 *   OpenMP team. process: also every other thread with the caller's binding. caller: the calling thread only.
 * - hsplit_omp: set (default): the next OpenMP team has as many threads as the binding has cores. keep: the
 *   number of threads does not change.
 * - hsplit_threads: Another number of threads than the number of cores.
 * - hsplit_spread: yes: thread i of the team is bound to core i of the binding only. no (default): each thread
 *   may run on all cores of the binding.
 * - hsplit_blas: yes: OpenBLAS, MKL and BLIS, if the process has loaded them, get the same number of threads. no
 *   (default): their number of threads does not change.
 *
 * Values are not case-sensitive. An unknown key that begins with hsplit_ causes one warning.
 *
 * Parameters:
 * - where: The new binding.
 * - info: An info object with keys of this call, or MPI_INFO_NULL.
 *
 * Errors:
 * - MPI_ERR_ARG: where is NULL, names nothing on this node, or names only processing units that the process may not
 *   use.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 * - MPI_ERR_OTHER: The call is made in a parallel region of OpenMP, before MPI_Init or after MPI_Finalize, or the
 *   operating system refuses the binding.
 *
 * After an error, nothing has changed.
 */
int HSPLIT_Bind_push(const char *where, MPI_Info info);

/**
 * Binds the process to the part of its node that a communicator stands for, until HSPLIT_Bind_pop.
 *
 * The call binds the calling process to the instance of the level at which comm was split, without processing units
 * that the process may not use. A duplicate made by MPI_Comm_dup stands for the same instance as the original. The
 * threads that are bound, and the keys of info, are those of HSPLIT_Bind_push.
 *
 * Local.
 *
 * Parameters:
 * - comm: A communicator that this library has split at a level inside nodes.
 * - info: An info object with the keys of HSPLIT_Bind_push, or MPI_INFO_NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL, belongs to a level of the network, a ring of a torus, a process set or a
 *   binding, or was not split by this library.
 * - MPI_ERR_ARG: The process may use no processing unit of the instance.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 * - MPI_ERR_OTHER: The call is made in a parallel region of OpenMP, before MPI_Init or after MPI_Finalize, or the
 *   operating system refuses the binding.
 */
int HSPLIT_Bind_push_comm(MPI_Comm comm, MPI_Info info);

/**
 * Restores the binding and the number of OpenMP threads from before the last push.
 *
 * The call undoes the last HSPLIT_Bind_push or HSPLIT_Bind_push_comm: every thread that was bound gets exactly its
 * former binding, and OpenMP and BLAS their former numbers of threads. Threads of the OpenMP team that were started
 * since the push get the binding that the caller had before it. If the OpenMP runtime supports it (LLVM's and
 * Intel's), the threads of the team sleep at once.
 *
 * If the program has changed the binding since the push, the change is lost, and a line of the log reports it
 * (HSPLIT_LOG=info).
 *
 * Local. The call is allowed after MPI_Finalize. It may be made by another thread than the push; then the bindings are
 * restored, but not the number of OpenMP threads, which belongs to the thread that made the push.
 *
 * Errors:
 * - MPI_ERR_OTHER: No binding is pushed, the call is made in a parallel region of OpenMP, or the operating system
 *   refuses the former binding.
 */
int HSPLIT_Bind_pop(void);

/**
 * Returns the present binding of the process, as a text and in numbers.
 *
 * The text lists the processing units by the operating system's numbers, and then the narrowest instance of a level
 * that contains all of them, by its logical number on the node: 0-3 L3Cache:0. In C each output may be NULL.
 *
 * Local.
 *
 * Parameters:
 * - size: The number of characters of text. In Fortran this is the length of the variable.
 * - text: The binding, truncated to size characters.
 * - cores: The number of cores of the binding.
 * - units: The number of processing units of the binding.
 * - pushed: The number of pushed bindings.
 *
 * Errors:
 * - MPI_ERR_ARG: size is negative.
 * - MPI_ERR_OTHER: The call is made before MPI_Init or after MPI_Finalize.
 */
int HSPLIT_Bind_get(char *text, int size, int *cores, int *units, int *pushed);

/**
 * Makes a placement, in which ranks of comm take turns on the cores of their nodes.
 *
 * A placement has the ranks of comm on each node, their bindings, and the processing units that a phase may give to
 * its workers; see HSPLIT_Phase_begin. The bindings are the present ones, or, if bindings are pushed, those before the
 * first push. The ranks of a node synchronise in a shared memory file, without messages. The file disappears when the
 * last of these processes ends, also after a crash.
 *
 * info may have these keys:
 *
 * - hsplit_cpus: The processing units of a node that may be given to workers: job (default), those to which ranks
 *   of the placement are bound; allowed, also those to which no rank is bound, if the operating system allows them
 *   to a rank of the node; or a list by the operating system's numbers, such as 0-3,8, of which those that are not
 *   allowed are left out.
 * - hsplit_progress: The interval in microseconds at which a sleeping rank makes progress on its messages. 0
 *   (default): never. Without progress, a rank that sends a long message to a parked rank may wait until that rank
 *   wakes up.
 *
 * With HSPLIT_DISABLE=1, every rank works in every phase, with its own binding.
 *
 * Collective over comm. All ranks pass the same keys.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - info: An info object with keys of this call, or MPI_INFO_NULL.
 * - p: The placement, which the program frees with HSPLIT_Placement_free.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: p is NULL, ranks pass different keys, or none of the listed processing units is allowed.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 * - MPI_ERR_OTHER: Ranks of a node cannot share memory, for example from different containers, or see different
 *   machines, because a variable of hwloc differs.
 *
 * Every rank of comm returns an error. On the other ranks, the text names the rank that passed an invalid argument.
 *
 * Notes:
 * Mercier's thesis, section 4.2.6.
 */
int HSPLIT_Placement_create(MPI_Comm comm, MPI_Info info, HSPLIT_Placement *p);

/**
 * Frees a placement and the communicators of its workers, and sets p to 0.
 *
 * Copies of the handle become invalid: every call that gets one returns an error.
 *
 * Collective over the communicator of the placement. The call wakes no parked rank: a placement in a phase is not
 * freed.
 *
 * Parameters:
 * - p: A placement; 0 after the call.
 *
 * Errors:
 * - MPI_ERR_ARG: p is NULL, no placement, or a freed one.
 * - MPI_ERR_OTHER: A rank is in a phase. All ranks return this error, and nothing is freed.
 */
int HSPLIT_Placement_free(HSPLIT_Placement *p);

/**
 * Returns the ranks that would work in a phase of a shape, and their numbers of threads.
 *
 * shape is one of these:
 *
 * - LEVEL: One worker for each instance of a level. Levels have all names that a split at a named level accepts.
 * - DEVICE: One worker for each device of a name (gpu, nic, nvme, mlx5_0). Devices with the same locality
 *   divide its cores.
 * - LEVEL*K: K workers for each instance.
 * - M:T: M workers on each node with T threads each, spread over the level with the most instances among the
 *   levels whose number of instances divides M. With M:, the workers have as many threads as fit.
 * - all: Every rank works, with its own binding.
 * - root: One worker in the whole communicator, with all processing units of its node that may be given to workers.
 *
 * The workers of an instance are ranks that are bound inside it, spread over the objects inside it. Each worker gets a
 * contiguous part of the processing units of the instance; cores are not divided.
 *
 * info may have these keys:
 *
 * - hsplit_root: The rank of the communicator that is elected before all others, 0 by default.
 * - hsplit_adopt: yes (default): an instance in which no rank is bound gives its processing units to the nearest
 *   instance with ranks. no: they stay idle.
 * - hsplit_smt: all (default): a worker is bound to all processing units of its cores, with one thread for each
 *   core. one: it is bound to one processing unit of each core. threads: it has one thread for each processing
 *   unit.
 *
 * If the operating system has withdrawn processing units from the ranks, the election uses those that were left when
 * the calling rank began its last phase (HSPLIT_Phase_begin), so that all ranks get the same result.
 *
 * Local. The call sends no message.
 *
 * Parameters:
 * - p: A placement.
 * - shape: The shape.
 * - info: An info object with keys of this call, or MPI_INFO_NULL.
 * - worker: 1 if the calling process works, otherwise 0.
 * - threads: The number of threads of the calling process; 0 if it does not work.
 * - index: The index of the calling process among the workers of its node, from 0; MPI_UNDEFINED if it does not
 *   work.
 * - workers: The number of workers of the node.
 *
 * Outputs that are not wanted may be NULL.
 *
 * Errors:
 * - MPI_ERR_ARG: p is no placement, or a freed one; shape is NULL or invalid, or does not fit the node.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 */
int HSPLIT_Placement_elect(HSPLIT_Placement p,
                           const char *shape,
                           MPI_Info info,
                           int *worker,
                           int *threads,
                           int *index,
                           int *workers);

/**
 * Returns the communicator of the workers of all nodes.
 *
 * The communicator has the ranks that work in a phase of shape, in the order of their ranks. Code that only the
 * workers run uses it in place of the program's communicator.
 *
 * The communicator belongs to the placement: HSPLIT_Placement_free frees it, and the program must not. It has the
 * error handler of the communicator of the placement.
 *
 * The first call with a shape is collective over the communicator of the placement; later calls are local.
 *
 * Parameters:
 * - p: A placement.
 * - shape: A shape, as for HSPLIT_Placement_elect.
 * - info: An info object with the keys of HSPLIT_Placement_elect, or MPI_INFO_NULL.
 * - workers: The communicator of the workers; MPI_COMM_NULL if the calling process does not work.
 *
 * Errors:
 * A rank whose p is no placement returns an error alone, and the other ranks wait for it.
 *
 * - MPI_ERR_ARG: p is no placement, or a freed one; a required pointer is NULL; shape is invalid, or does not fit
 *   the node; in a first call, the ranks name different shapes or pass different keys.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 *
 * In a first call, every rank returns an error. On the other ranks, the text names the rank that passed an invalid
 * argument.
 */
int HSPLIT_Placement_comm(HSPLIT_Placement p, const char *shape, MPI_Info info, MPI_Comm *workers);

/**
 * Waits asleep until all ranks of the placement on the caller's node have made this call.
 *
 * A rank that waits sleeps, so that other ranks can use its core. If each rank of the node has a core of its own, it
 * polls for two microseconds before it sleeps.
 *
 * If a rank that has not arrived ends, the waiting ranks return an error within three seconds.
 *
 * Collective over the ranks of the placement on the node of the caller.
 *
 * Parameters:
 * - p: A placement.
 *
 * Errors:
 * A rank whose p is no placement returns an error alone, and the other ranks wait for it.
 *
 * - MPI_ERR_ARG: p is no placement, or a freed one.
 * - MPI_ERR_OTHER: A rank that has not arrived has ended, or has called MPI_Finalize; the text names it.
 */
int HSPLIT_Node_barrier(HSPLIT_Placement p);

/**
 * Begins a phase, in which the workers of a shape have the cores and all other ranks of the node are parked.
 *
 * A worker sleeps until all ranks that are bound to cores of its part have begun the phase; if no rank is bound to
 * some of these cores, until all ranks of the node have. Then it is bound to the part, as by HSPLIT_Bind_push with the
 * same info, its OpenMP team gets the number of threads that fits, and the call returns. A parked rank returns at
 * once, and sleeps in HSPLIT_Phase_end. Between these calls, it runs on cores that belong to workers.
 *
 * A worker that sends a long message to a parked rank may wait until that rank wakes up, which happens only after the
 * worker has ended the phase. The key hsplit_progress of HSPLIT_Placement_create prevents this deadlock.
 *
 * info may have the keys of HSPLIT_Placement_elect and HSPLIT_Bind_push, and hsplit_barrier. With the value
 * node, begin and end wait for all ranks of the node; the default is part.
 *
 * The first rank of the node that begins a phase queries the processing units that the operating system allows. Its
 * result is used by all ranks of the node: no worker is bound to a processing unit that was withdrawn since
 * HSPLIT_Placement_create. The same ranks work as before; a worker that has lost its whole part is bound to all
 * remaining processing units.
 *
 * Collective over the ranks of the placement on the node of the caller. If comm is not NULL, the first call with a
 * shape is collective over all ranks of the placement. One thread of a process begins and ends phases.
 *
 * Parameters:
 * - p: A placement.
 * - shape: A shape, as for HSPLIT_Placement_elect.
 * - info: An info object with keys of this call, or MPI_INFO_NULL.
 * - worker: 1 if the calling process works, 0 if it is parked.
 * - comm: The communicator of the workers, as returned by HSPLIT_Placement_comm. NULL on all ranks if it is not
 *   wanted.
 *
 * Errors:
 * A rank whose p is no placement returns an error alone, and the other ranks wait for it.
 *
 * - MPI_ERR_ARG: p is no placement, or a freed one; a required pointer is NULL; shape is invalid, or does not fit
 *   the node; the process is in a phase; ranks of the node begin different phases.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 * - MPI_ERR_OTHER: A rank that has not arrived has ended, or has called MPI_Finalize; or the process cannot be bound.
 *
 * After an error of one rank, the other ranks of its node return an error that names it, in this call or in
 * HSPLIT_Phase_end. A process whose call failed is in no phase, unless it was in one before.
 */
int HSPLIT_Phase_begin(HSPLIT_Placement p, const char *shape, MPI_Info info, int *worker, MPI_Comm *comm);

/**
 * Ends a phase, and restores the binding and the number of threads from before it.
 *
 * The call returns when all other workers on cores to which the calling rank is bound outside the phase have ended it:
 * a parked rank sleeps until then, and so does a worker whose part does not cover its own cores.
 *
 * If a rank that has not arrived ends, the waiting ranks return an error within three seconds. A rank that calls
 * MPI_Finalize in a phase wakes the ranks that wait for it, with a warning.
 *
 * Collective over the ranks of the placement on the node of the caller.
 *
 * Parameters:
 * - p: A placement.
 *
 * Errors:
 * A rank whose p is no placement returns an error alone, and the other ranks wait for it.
 *
 * - MPI_ERR_ARG: p is no placement, or a freed one; the process is in no phase; or another rank of the node has made
 *   an error in this phase.
 * - MPI_ERR_OTHER: A rank that has not arrived has ended, or has called MPI_Finalize; the former binding cannot be
 *   restored; or the caller is in a parallel region of OpenMP.
 *
 * After an error the phase is over, except if the caller is in a parallel region.
 */
int HSPLIT_Phase_end(HSPLIT_Placement p);

/**
 * Makes a communicator of the same processes, in which ranks with much traffic between them are close together.
 *
 * The role of a rank is its task in the program: rank r of newcomm has the role that rank r of comm had. Each rank
 * passes the traffic that its role sends. The traffic of two roles is added up in both directions; traffic of a role
 * to itself does not count. Rank 0 searches for the order with the smallest sum of traffic times distance. The
 * distance of two processes is that of HSPLIT_Comm_get_distance, with their bindings before any push. If no order is
 * cheaper by one percent, the present order stays, and newcomm is congruent to comm.
 *
 * The call does not change bindings. HSPLIT_Comm_migrate moves data to the new owners of the roles.
 *
 * Keys of info, the same on all ranks:
 *
 * - hsplit_reorder: yes (default), or no: the present order stays.
 * - hsplit_metric: bytes (default): weights are used; messages: each entry with a weight above 0 counts as one.
 *   The cost model always uses the weights.
 * - hsplit_cost: The cost of traffic, as the option cost= of HSPLIT_REORDER.
 * - hsplit_threshold: The part of the cost by which another order must be cheaper, such as 0.01 (default) or 1%.
 * - hsplit_seed: Seed of the random search. Equal inputs give equal orders.
 *
 * If the search fails for any reason, rank 0 logs a warning, and the call succeeds with the present order. The search
 * stops after the processor time of the option limit= of HSPLIT_REORDER (10 seconds by default), with the best order
 * found by then.
 *
 * Collective over comm.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - n: The number of entries of peers and weights.
 * - peers: The ranks of comm to which the caller sends. A rank may occur more than once. Entries that are
 *   MPI_PROC_NULL, as returned by MPI_Cart_shift at the ends of a grid, are ignored. May be NULL if n is 0.
 * - weights: The traffic to each peer, in any unit that is the same on all ranks. If it is NULL, every weight is 1.
 * - info: An info object with keys of this call, or MPI_INFO_NULL.
 * - newcomm: The new communicator, which the program frees with MPI_Comm_free.
 * - receive_from: The rank in comm that had the caller's new role; it is equal to the caller's rank in newcomm.
 *   May be NULL.
 * - send_to: The rank in comm that has the caller's former role now. May be NULL.
 *
 * Errors:
 * Every rank of comm returns an error.
 *
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: n is negative, a weight is negative, infinite or not a number, peers is NULL and n is not 0,
 *   newcomm is NULL, or ranks pass different keys or make different calls.
 * - MPI_ERR_RANK: A peer is not in comm.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 *
 * Notes:
 * Mercier's thesis, section 3.3.3.
 */
int HSPLIT_Comm_reorder(MPI_Comm comm,
                        int n,
                        const int *peers,
                        const double *weights,
                        MPI_Info info,
                        MPI_Comm *newcomm,
                        int *receive_from,
                        int *send_to);

/**
 * Moves the data of each role to the process that has the role in a reordered communicator.
 *
 * After the call, buf of rank r of newcomm has the data that buf of rank r of comm had before. Every rank
 * passes the same amount of data, of the same types in the same order. The call does not match pending messages of the
 * program on either communicator.
 *
 * Collective over comm.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - newcomm: A communicator of the same processes, such as one that HSPLIT_Comm_reorder has made from comm.
 * - count: The number of elements.
 * - type: The datatype of the elements.
 * - buf: The data.
 *
 * Errors:
 * Every rank of comm returns an error, and no data moves.
 *
 * - MPI_ERR_COMM: A communicator is MPI_COMM_NULL or an intercommunicator, or newcomm does not have the processes of
 *   comm.
 * - MPI_ERR_ARG: buf is NULL or MPI_IN_PLACE, count is negative, or ranks pass different amounts of data, pass
 *   communicators newcomm with different orders of ranks, or make different calls.
 * - MPI_ERR_TYPE: type is MPI_DATATYPE_NULL, or not committed.
 *
 * Notes:
 * Mercier's thesis, section 3.3.4.
 */
int HSPLIT_Comm_migrate(MPI_Comm comm, MPI_Comm newcomm, void *buf, int count, MPI_Datatype type);

/**
 * Makes a Cartesian grid whose neighbours are close together, and chooses the lengths of dimensions that are 0.
 *
 * The call combines MPI_Dims_create and MPI_Cart_create with reorder, and uses the places of the processes.
 *
 * The lengths are chosen so that the least traffic crosses the widest level of the hierarchy; among equal choices, so
 * that the least traffic crosses the next level, and so on. The domain that the ranks divide has a fixed size: the
 * longer a dimension of the grid is, the more often the domain is cut across it. For this choice all dimensions count
 * as open, even if periods makes them rings, so that HSPLIT_Dims_create chooses the same lengths. If the number of
 * ranks can be written as a grid in more than 300 ways, only those with the least total traffic are compared. If all
 * lengths are given, the grid may have fewer points than comm_old has ranks; the library chooses the ranks that are
 * left out.
 *
 * Then the ranks are ordered for the smallest sum of traffic times distance, as by HSPLIT_Comm_reorder. If all
 * instances of a level have the same number of instances of the next level and the grid fills them, the search tries
 * every division of the grid into nested blocks. If no order is cheaper by one percent, all ranks keep their numbers.
 *
 * Keys of info, the same on all ranks:
 *
 * - hsplit_stencil: star (default): each rank exchanges data with its neighbours along each dimension. A list of
 *   offsets such as (1,0),(1,1), with a number for each dimension: each rank exchanges data with the ranks at these
 *   offsets and at the opposite ones. The weight of an offset is the smallest weight of its dimensions.
 * - hsplit_reorder: yes (default), or no: all ranks keep their numbers.
 * - hsplit_metric: bytes (default): weights are used; messages: each pair of neighbours counts as one.
 * - hsplit_cost: The cost of traffic, as the option cost= of HSPLIT_REORDER.
 * - hsplit_threshold: The part of the cost by which another order must be cheaper, such as 0.01 (default) or 1%.
 * - hsplit_seed: Seed of the random search. Equal inputs give equal orders.
 *
 * If the search fails for any reason, rank 0 logs a warning, and the call succeeds with the present order.
 *
 * Collective over comm_old.
 *
 * Parameters:
 * - comm_old: An intracommunicator.
 * - ndims: The number of dimensions.
 * - weights: The traffic between two neighbours along each dimension, in any unit. If it is NULL, every weight is 1.
 * - periods: The dimensions that are rings.
 * - info: An info object with keys of this call, or MPI_INFO_NULL.
 * - dims: The length of each dimension. Elements that are 0 are chosen.
 * - comm_cart: A communicator with the grid, whose ranks are in row-major order (the last dimension fastest);
 *   MPI_COMM_NULL on processes that are left out. The program frees it with MPI_Comm_free.
 *
 * Errors:
 * Every rank of comm_old returns an error, and dims does not change.
 *
 * - MPI_ERR_COMM: comm_old is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: ndims is negative, a weight is negative, infinite or not a number, periods, dims or comm_cart
 *   is NULL, or ranks pass different arguments or make different calls.
 * - MPI_ERR_DIMS: A length is negative, the product of the given lengths is larger than the number of ranks, or
 *   lengths are to be chosen and the product does not divide the number of ranks.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 *
 * Notes:
 * mpi-forum/mpi-issues 120.
 */
int HSPLIT_Cart_create(MPI_Comm comm_old,
                       int ndims,
                       const double *weights,
                       const int *periods,
                       MPI_Info info,
                       int *dims,
                       MPI_Comm *comm_cart);

/**
 * Chooses the lengths of a grid's dimensions, as HSPLIT_Cart_create does.
 *
 * The lengths are those that HSPLIT_Cart_create chooses without info keys, with any periods: the least traffic
 * crosses the widest level of the hierarchy, then the next level, and so on. MPI_Dims_create uses the number of ranks
 * only.
 *
 * The first call that needs the map of comm (HSPLIT_Comm_map) is collective over comm; later calls are local. Each
 * rank may pass other lengths and weights.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - ndims: The number of dimensions.
 * - weights: The traffic between two neighbours along each dimension, in any unit. If it is NULL, every weight is 1.
 * - dims: The length of each dimension. Elements that are 0 are chosen.
 *
 * Errors:
 * After an error, dims has not changed.
 *
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: ndims is negative, a weight is negative, infinite or not a number, or dims is NULL.
 * - MPI_ERR_DIMS: A length is negative, the product of the given lengths is larger than the number of ranks, or
 *   lengths are to be chosen and the product does not divide the number of ranks.
 *
 * Notes:
 * mpi-forum/mpi-issues 120.
 */
int HSPLIT_Dims_create(MPI_Comm comm, int ndims, const double *weights, int *dims);

/**
 * Starts a session, which counts the messages of this process to the ranks of comm.
 *
 * A session counts the messages from its start on, to ranks of comm, over any communicator. Sessions may overlap, on
 * one communicator or on several.
 *
 * The first session turns counting on in this process, if HSPLIT_MONITOR has not; counting stays on until
 * MPI_Finalize. Messages are counted at the sender, after the call has succeeded: point-to-point messages in all
 * modes, persistent ones at each start, the calls that put, get and accumulate, and collective calls. Receives, waits
 * and probes are not intercepted. The monitoring pages of the book list all calls.
 *
 * Keys of info:
 *
 * - hsplit_collectives: The messages that a collective call counts as: meaning, trees or none. The default is
 *   the option as= of HSPLIT_MONITOR; see hsplit-environment(7).
 *
 * Local. MPI_T has no variables for sessions, because a library above PMPI cannot add any.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - info: An info object with keys of this call, or MPI_INFO_NULL.
 * - m: The session, which the program frees with HSPLIT_Monitor_free.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: m is NULL.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 * - MPI_ERR_OTHER: The library was built without monitoring.
 *
 * Notes:
 * Mercier's thesis, section 3.3.1.
 */
int HSPLIT_Monitor_start(MPI_Comm comm, MPI_Info info, HSPLIT_Monitor *m);

/**
 * Suspends a session: messages are not counted in it until HSPLIT_Monitor_continue.
 *
 * Other sessions continue.
 *
 * Local.
 *
 * Parameters:
 * - m: A session.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, or a suspended one.
 */
int HSPLIT_Monitor_suspend(HSPLIT_Monitor m);

/**
 * Continues a suspended session.
 *
 * Messages that were sent while the session was suspended are not counted in it.
 *
 * Local.
 *
 * Parameters:
 * - m: A session.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, or is not suspended.
 */
int HSPLIT_Monitor_continue(HSPLIT_Monitor m);

/**
 * Sets all counts of a session to 0.
 *
 * A suspended session stays suspended.
 *
 * Local.
 *
 * Parameters:
 * - m: A session.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, or a freed one.
 */
int HSPLIT_Monitor_reset(HSPLIT_Monitor m);

/**
 * Frees a session, and sets m to 0.
 *
 * Copies of the handle become invalid: every call that gets one returns an error. Counting stays on in this process.
 *
 * Local. MPI_Finalize frees the sessions that the program has not freed.
 *
 * Parameters:
 * - m: A session; 0 after the call.
 *
 * Errors:
 * - MPI_ERR_ARG: m is NULL, no session, or a freed one.
 */
int HSPLIT_Monitor_free(HSPLIT_Monitor *m);

/**
 * Returns the bytes or messages that this process has sent to each rank of the session's communicator.
 *
 * The call returns this process's row of the traffic matrix, from the start of the session or its last reset on,
 * without the times in which it was suspended. The element of the caller's own rank has the traffic to itself.
 *
 * Irregular and neighbourhood collective calls are counted pair by pair. Other collective calls count as the messages
 * that the option as= of HSPLIT_MONITOR describes. Data that a one-sided call gets from a rank counts in the row of
 * the caller, though the data moves in the other direction. The elements of ranks outside MPI_COMM_WORLD (after
 * MPI_Comm_spawn) are 0.
 *
 * Local. The session continues.
 *
 * Parameters:
 * - m: A session.
 * - what: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES. To count some kinds of calls only, add
 *   HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES or HSPLIT_MONITOR_RMA by a bitwise or; if none of them is given,
 *   all calls are counted. With HSPLIT_MONITOR_INTERNAL, which excludes these three, the messages are counted that the
 *   library has sent for the program's collective calls (HSPLIT_COLLECTIVES), and not those of the program.
 * - n: The number of elements of values, at least the number of ranks of the communicator.
 * - values: The bytes or messages to each rank of the communicator.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, what is invalid, n is less than the number of ranks, or values is NULL.
 */
int HSPLIT_Monitor_get(HSPLIT_Monitor m, int what, int n, long long *values);

/**
 * Returns, for each level of the hardware, the traffic between ranks inside one instance of the level.
 *
 * The levels are those of HSPLIT_Comm_get_levels, widest first. The last element has all traffic between the ranks of
 * the communicator, under the name "System - Cluster". The traffic inside nodes is the element of Machine. Traffic
 * of a rank to itself does not count.
 *
 * The places of the ranks are those of HSPLIT_Comm_map, with the bindings before any push.
 *
 * Collective over the communicator of the session. The results are the same on all ranks.
 *
 * Parameters:
 * - m: A session.
 * - what: As for HSPLIT_Monitor_get. It is equal on all ranks.
 * - max: The number of elements of the arrays.
 * - depth: The number of levels plus one, which may be larger than max.
 * - inside: The bytes or messages inside the instances of the first max levels. May be NULL if max is 0.
 * - types: The names of these levels, which belong to the library. May be NULL.
 *
 * Errors:
 * Every rank of the communicator returns an error. The exception is a rank whose m is no session: only this rank
 * returns an error, and the other ranks wait for it.
 *
 * - MPI_ERR_ARG: m is no session, what is invalid, max is negative, depth is NULL, inside is NULL and max
 *   is not 0, or ranks pass different values of what or make different calls.
 * - MPI_ERR_COMM: The communicator of the session was freed.
 *
 * Notes:
 * Mercier's thesis, section 3.3.1.
 */
int HSPLIT_Monitor_levels(HSPLIT_Monitor m, int what, int max, int *depth, long long *inside, const char **types);

/**
 * Writes the counts of a session on all ranks to files.
 *
 * Rank 0 of the communicator of the session writes these files:
 *
 * - file.bytes.mtx, file.messages.mtx: The traffic matrices in Matrix Market format, for hsplit map and other
 *   programs.
 * - file.json: The places of all ranks, and the totals by level, operation and message size.
 * - file.parts: The counts of all processes. hsplit monitor, described in hsplit(1), prints, draws and compares
 *   them; hsplit map searches for a better order of the ranks.
 * - file.txt: The report.
 *
 * Existing files of these names are replaced, each atomically; a symbolic link is replaced, not followed.
 *
 * Collective over the communicator of the session. The session continues.
 *
 * Parameters:
 * - m: A session.
 * - file: The path of the files without their suffixes, in UTF-8, the same on all ranks. After a path that ends with
 *   /, the default name of HSPLIT_MONITOR is added.
 *
 * Errors:
 * Every rank of the communicator returns an error. The exception is a rank whose m is no session: only this rank
 * returns an error, and the other ranks wait for it.
 *
 * - MPI_ERR_ARG: m is no session, file is NULL, empty or not UTF-8, or ranks name different files or make
 *   different calls.
 * - MPI_ERR_COMM: The communicator of the session was freed.
 * - MPI_ERR_OTHER: A file cannot be written. The error text of rank 0 has the reason.
 */
int HSPLIT_Monitor_flush(HSPLIT_Monitor m, const char *file);

/**
 * Makes a communicator of the same processes, in which ranks that exchanged much data are close together.
 *
 * The call is HSPLIT_Comm_reorder for the communicator of the session, with the traffic that the session has counted,
 * and with the same keys of info. With hsplit_metric=messages, the numbers of messages are used instead of the
 * bytes. If the best order saves less than hsplit_threshold, all ranks keep their numbers.
 *
 * HSPLIT_Comm_migrate moves data to the new owners of the roles. The session continues; it counts by the ranks of its
 * own communicator.
 *
 * With HSPLIT_LOG=info, rank 0 logs the saving of the new order, and the additional bytes inside each level, for one
 * step of the program. The key hsplit_steps of info is the number of steps that the session has counted, 1 by
 * default. If bytes are counted, the line also has the cost of migrating one byte of each rank, in the unit of the
 * option cost= of HSPLIT_REORDER, and the number of bytes for each rank whose migration costs as much as one step
 * saves.
 *
 * Collective over the communicator of the session.
 *
 * Parameters:
 * - m: A session.
 * - info: An info object with keys, or MPI_INFO_NULL.
 * - newcomm: The new communicator, which the program frees with MPI_Comm_free.
 * - receive_from: The rank that had the caller's new role; it is equal to the caller's rank in newcomm. May be
 *   NULL.
 * - send_to: The rank that has the caller's former role now. May be NULL.
 *
 * Errors:
 * Every rank of the communicator returns an error. The exception is a rank whose m is no session: only this rank
 * returns an error, and the other ranks wait for it.
 *
 * - MPI_ERR_ARG: m is no session, newcomm is NULL, or ranks pass different keys or make different calls.
 * - MPI_ERR_COMM: The communicator of the session was freed.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 *
 * Notes:
 * Mercier's thesis, section 3.3.4.
 */
int HSPLIT_Monitor_reorder(HSPLIT_Monitor m, MPI_Info info, MPI_Comm *newcomm, int *receive_from, int *send_to);

/**
 * Makes a shared window for each instance of a level, in the memory of the instance.
 *
 * The call does the same as MPI_Win_allocate_shared, for the ranks of comm that are bound inside the caller's
 * instance of the level, in the order of their ranks in comm. MPI_Win_get_group returns these ranks. If a rank of a
 * node is in no instance of the level (it is not bound, its binding spans two instances, or the node has none), the
 * window has all ranks of this node, and the operating system places its memory.
 *
 * Each segment is bound to the NUMA nodes inside the instance, or, if there are none inside, to those around it, and
 * its pages are allocated there. If these NUMA nodes have no memory of the wanted kind, or less memory than all
 * segments of the window need, nothing is bound: the pages are allocated where they are first written, and a warning
 * is logged. HSPLIT_Win_query_level returns the result. On an emulated machine nothing is bound.
 *
 * info may have these keys, and keys of the MPI:
 *
 * - hsplit_memory: The kind of memory, if an instance has two: dram (default if there is any), memory to which
 *   hwloc gives no other kind; or hbm (default at the level hbm), high-bandwidth memory.
 * - hsplit_segment: each (default): each rank has a segment of the size that it passes. first: only the first
 *   rank of each instance has a segment, of the size that it passes, and baseptr returns its address on all ranks:
 *   one copy for each instance.
 *
 * With HSPLIT_DISABLE=1, the window has all ranks of the node.
 *
 * Collective over comm. All ranks pass the same level and the same keys.
 *
 * Parameters:
 * - level: A level inside nodes, by any name that a split at a named level accepts: NUMANode, L3Cache, hbm.
 * - size: The length of the caller's segment in bytes; 0 or more.
 * - disp_unit: The unit of displacements in bytes.
 * - info: An info object with keys, or MPI_INFO_NULL.
 * - comm: An intracommunicator.
 * - baseptr: In C the address of a pointer, to which the call writes the address of the caller's segment, or of the
 *   only segment.
 * - win: The window, which the program frees with MPI_Win_free.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: A pointer is NULL, or ranks pass different levels or keys.
 * - MPI_ERR_SIZE: size is negative.
 * - MPI_ERR_DISP: disp_unit is 0 or negative.
 * - MPI_ERR_INFO: info is invalid, or a key has an invalid value.
 *
 * The call also returns the errors of MPI_Win_allocate_shared. An invalid argument of one rank is an error on every
 * rank.
 */
int HSPLIT_Win_allocate_shared(const char *level,
                               MPI_Aint size,
                               int disp_unit,
                               MPI_Info info,
                               MPI_Comm comm,
                               void *baseptr,
                               MPI_Win *win);

/**
 * Returns the level of a window of HSPLIT_Win_allocate_shared, and the placement of its pages.
 *
 * In C each output may be NULL.
 *
 * Local.
 *
 * Parameters:
 * - win: A window.
 * - level: The name of the level: Machine if the window has all ranks of a node, Unknown if another call than
 *   HSPLIT_Win_allocate_shared has made it. In C the buffer has MPI_MAX_OBJECT_NAME characters.
 * - memory: The NUMA nodes that were to hold the memory, by the operating system's numbers (0-1); empty if there
 *   are none. In C the buffer has MPI_MAX_OBJECT_NAME characters.
 * - pages: The number of pages of the segments of all ranks when the window was made. A page that two segments share
 *   counts twice.
 * - placed: The number of these pages on these NUMA nodes; 0 if nothing was bound.
 *
 * Errors:
 * If win is invalid, the call returns the error of MPI_Win_get_attr.
 */
int HSPLIT_Win_query_level(MPI_Win win, char *level, char *memory, int *pages, int *placed);

/**
 * Profiling name of MPI_Comm_hsplit_with_roots.
 */
int PMPI_Comm_hsplit_with_roots(MPI_Comm oldcomm, MPI_Info info, MPI_Comm *newcomm, MPI_Comm *rootscomm);

/**
 * Profiling name of MPI_Comm_get_hlevel_info.
 */
int PMPI_Comm_get_hlevel_info(MPI_Comm comm, int *num_comms, int *index, char **type);

/**
 * Profiling name of MPI_Comm_get_hw_subdomain_info.
 */
int PMPI_Comm_get_hw_subdomain_info(MPI_Comm comm, int *num_comms, int *index, char *type);

/**
 * Profiling name of MPI_Comm_get_min_hlevel.
 */
int PMPI_Comm_get_min_hlevel(MPI_Comm comm, int nranks, int *ranks, char **type);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HSPLIT_H */
