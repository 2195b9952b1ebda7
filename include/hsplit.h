/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * hsplit.h: split MPI communicators along the hardware hierarchy.
 *
 * Inputs come first and outputs last; every function returns an MPI error code and tells the communicator's error
 * handler. Link with -lhsplit before the MPI library: 'mpicc program.c -lhsplit' does.
 * Generated from the sources by cbindgen; changes belong there.
 */

#ifndef HSPLIT_H
#define HSPLIT_H

#include <mpi.h>

/* The version compiled against; HSPLIT_Get_version gives the one that is loaded. */
#define HSPLIT_VERSION "0.1.0"
#define HSPLIT_VERSION_MAJOR 0
#define HSPLIT_VERSION_MINOR 1
#define HSPLIT_VERSION_PATCH 0
/* The split types of MPI 4.0 and 4.1, where mpi.h does not have them: in Open MPI they are enum members that the
 * preprocessor cannot see, from version 5 on (the third from 6 on); elsewhere the version of the standard tells. */
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

/* Open MPI's own types, where the MPI is another one, and MPICH's, where it is not MPICH. */
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

/* Whether mpi.h declares MPI_Get_hw_resource_info (MPI 4.1). Open MPI has it from version 6 on, whatever it reports. */
#if defined(OPEN_MPI)
#  if OMPI_MAJOR_VERSION >= 6
#    define HSPLIT_MPI_HAS_HW_RESOURCE_INFO
#  endif
#elif MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
#  define HSPLIT_MPI_HAS_HW_RESOURCE_INFO
#endif

/**
 * Split along the physical topology: at the next level of the hierarchy, or at the level that info names.
 * (RR-9077, section 3.2.1)
 */
#define MPI_COMM_TYPE_PHYSICAL_TOPOLOGY 1213399041

/**
 * Split into hardware subdomains: the later name of the same, with the same two modes.
 * (Mercier's thesis, section 4.2.2.1)
 */
#define MPI_COMM_TYPE_HW_SUBDOMAIN 1213399042

/**
 * MPI_COMM_TYPE_HW_UNGUIDED where mpi.h lacks it; hsplit.h gives it that name.
 */
#define HSPLIT_COMM_TYPE_HW_UNGUIDED 1213399043

/**
 * MPI_COMM_TYPE_HW_GUIDED where mpi.h lacks it; hsplit.h gives it that name.
 */
#define HSPLIT_COMM_TYPE_HW_GUIDED 1213399044

/**
 * MPI_COMM_TYPE_RESOURCE_GUIDED where mpi.h lacks it; hsplit.h gives it that name.
 */
#define HSPLIT_COMM_TYPE_RESOURCE_GUIDED 1213399045

/**
 * OMPI_COMM_TYPE_HWTHREAD where mpi.h lacks it: a hardware thread.
 */
#define HSPLIT_COMM_TYPE_HWTHREAD 1213399046

/**
 * OMPI_COMM_TYPE_CORE where mpi.h lacks it: a core.
 */
#define HSPLIT_COMM_TYPE_CORE 1213399047

/**
 * OMPI_COMM_TYPE_L1CACHE where mpi.h lacks it: an L1 cache.
 */
#define HSPLIT_COMM_TYPE_L1CACHE 1213399048

/**
 * OMPI_COMM_TYPE_L2CACHE where mpi.h lacks it: an L2 cache.
 */
#define HSPLIT_COMM_TYPE_L2CACHE 1213399049

/**
 * OMPI_COMM_TYPE_L3CACHE where mpi.h lacks it: an L3 cache.
 */
#define HSPLIT_COMM_TYPE_L3CACHE 1213399050

/**
 * OMPI_COMM_TYPE_SOCKET where mpi.h lacks it: a package.
 */
#define HSPLIT_COMM_TYPE_SOCKET 1213399051

/**
 * OMPI_COMM_TYPE_NUMA where mpi.h lacks it: a NUMA node.
 */
#define HSPLIT_COMM_TYPE_NUMA 1213399052

/**
 * OMPI_COMM_TYPE_BOARD where mpi.h lacks it: a board, which here is a node.
 */
#define HSPLIT_COMM_TYPE_BOARD 1213399053

/**
 * OMPI_COMM_TYPE_HOST where mpi.h lacks it: a node.
 */
#define HSPLIT_COMM_TYPE_HOST 1213399054

/**
 * OMPI_COMM_TYPE_CU where mpi.h lacks it: the lowest level of switches.
 */
#define HSPLIT_COMM_TYPE_CU 1213399055

/**
 * OMPI_COMM_TYPE_CLUSTER where mpi.h lacks it: everything.
 */
#define HSPLIT_COMM_TYPE_CLUSTER 1213399056

/**
 * MPIX_COMM_TYPE_NEIGHBORHOOD where mpi.h lacks it; hsplit.h gives it that name.
 */
#define HSPLIT_COMM_TYPE_NEIGHBORHOOD 1213399057

/**
 * OMPI_COMM_TYPE_NVLINK where mpi.h lacks it: the processes near GPUs that NVLinks connect.
 */
#define HSPLIT_COMM_TYPE_NVLINK 1213399058

/**
 * The size of the buffer for HSPLIT_Get_library_version, including the NUL at the end.
 */
#define HSPLIT_MAX_LIBRARY_VERSION_STRING 1024

/**
 * Bytes, for the calls HSPLIT_Monitor_*; this or HSPLIT_MONITOR_MESSAGES.
 */
#define HSPLIT_MONITOR_BYTES 1

/**
 * The number of messages.
 */
#define HSPLIT_MONITOR_MESSAGES 2

/**
 * Those of point-to-point calls. Without one of these three: of all calls.
 */
#define HSPLIT_MONITOR_P2P 16

/**
 * Those of collective calls.
 */
#define HSPLIT_MONITOR_COLLECTIVES 32

/**
 * Those of one-sided calls.
 */
#define HSPLIT_MONITOR_RMA 64

/**
 * Not the program's messages, but those by which the library carried its collective calls along the hierarchy.
 */
#define HSPLIT_MONITOR_CARRIED 128

/**
 * A placement: which ranks of a communicator may work on which cores. 0 is none.
 */
typedef int HSPLIT_Placement;

/**
 * A session of counting: what a process sends to the ranks of a communicator. 0 is none.
 */
typedef int HSPLIT_Monitor;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Says which levels of the hardware there are, and inside which of them this process is bound.
 *
 * The info object has a key for each name of each level of the calling process's node, and of the levels of switches
 * above it: hwloc://L3Cache and the like for levels of the node, the bare name (Net_level0) for levels of
 * switches. A value is true where the process is bound inside one instance of the level at the time of the call,
 * otherwise false. Levels of switches are always true, and so are the halves of a torus (Net_torus_half0) and
 * its rings (Net_torus0), which have a key for each dimension.
 *
 * A key is a value for mpi_hw_resource_type in a split at a named level. Where it is true, the process gets a
 * communicator from that split, otherwise MPI_COMM_NULL.
 *
 * A key that is too long for the MPI is left out.
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
 * The call is possible before MPI_Init and after MPI_Finalize where the MPI has info objects then, as MPI 4.0
 * requires. Open MPI 4 has none: there the call returns an error, with a line on stderr.
 *
 * Before MPI_Init, the place of a process on the emulated machine of HSPLIT_EMULATE depends on the rank that the
 * launcher sets in the environment (OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK, SLURM_PROCID). Where it sets
 * none, the info object describes the real node.
 *
 * The library takes the call over even where the MPI has it: the info objects of MPICH 5.0 and Intel MPI 2021.18 are
 * empty. HSPLIT_NATIVE=hw_resource_info hands it back where the MPI has it. With HSPLIT_DISABLE=1, the native call
 * is made, or the info object is empty.
 *
 * The library has no PMPI_ name for this call: that one is the MPI's own.
 *
 * MPI 4.1, section 9.1.2.
 */
#ifndef HSPLIT_MPI_HAS_HW_RESOURCE_INFO
int MPI_Get_hw_resource_info(MPI_Info *hw_info);
#endif

/**
 * Splits oldcomm at the next level of the hardware hierarchy and joins the roots.
 *
 * The processes of oldcomm that share the next level below what all of them share get a communicator in newcomm,
 * in the order of their ranks in oldcomm. Rank 0 of every such communicator is a root. The roots of all
 * communicators that one call makes from one oldcomm are joined in rootscomm, in that order, too. A process
 * without a further level gets MPI_COMM_NULL in both.
 *
 * Where info has one of the keys mpi_hw_resource_type, mpi_hw_subdomain_type, mpi_pset_name, the split is at
 * the level, or into the process set, that it names instead; see hsplit(7). Otherwise, and unless info is
 * MPI_INFO_NULL, the level that was found is written into mpi_hw_resource_type.
 *
 * Collective over oldcomm. Both communicators are freed with MPI_Comm_free.
 *
 * Parameters:
 * - oldcomm: The communicator to split: an intracommunicator.
 * - info: An info object that names a level, or none, or MPI_INFO_NULL. Where it names none, the keys
 *   hsplit_criterion, hsplit_at_most, hsplit_at_least and hsplit_parts lead to another level than the next
 *   one; see hsplit(7).
 * - newcomm: The new communicator of this process, or MPI_COMM_NULL.
 * - rootscomm: The communicator of the roots, where this process is one; otherwise MPI_COMM_NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: oldcomm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: newcomm or rootscomm is NULL on some rank, or the ranks make different calls, or pass different
 *   criteria.
 * - MPI_ERR_INFO: info is invalid on some rank, or one of the keys above has a value that it cannot have, or the
 *   ranks name different levels.
 *
 * A mistake of one rank is an error on every rank.
 *
 * Notes:
 * A root of oldcomm that gets a new communicator is a root there, too. Where processes are bound to different
 * levels, rank 0 of oldcomm may be no root.
 *
 * The name mpi_shared_memory means the node here.
 *
 * Research report RR-9077, section 3.2.3.
 */
int MPI_Comm_hsplit_with_roots(MPI_Comm oldcomm,
                               MPI_Info info,
                               MPI_Comm *newcomm,
                               MPI_Comm *rootscomm);

/**
 * Says which level a communicator stands for.
 *
 * The call gives the level of the hardware that comm stands for, its index among the communicators of one split, and
 * their number. These are all the communicators that one call has made from one communicator.
 *
 * For a communicator that the library has not made, the values are 0, MPI_UNDEFINED and "Unknown", which is no error.
 * This includes communicators that the native MPI has made, such as those of MPI_COMM_TYPE_SHARED. A duplicate made by
 * MPI_Comm_dup gives the values of the original.
 *
 * Local.
 *
 * The text that type points to belongs to the library. It must not be changed or freed, and lives as long as the
 * process.
 *
 * Parameters:
 * - comm: A communicator.
 * - num_comms: The number of communicators that the split made, including this one.
 * - index: The index of this one among them, from 0: the rank of its root in the communicator of the roots.
 * - type: The name of the level, such as L3Cache, Machine or Net_level0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL.
 * - MPI_ERR_ARG: An output is NULL.
 *
 * Notes:
 * Research report RR-9077, section 3.3.1.
 */
int MPI_Comm_get_hlevel_info(MPI_Comm comm,
                             int *num_comms,
                             int *index,
                             char **type);

/**
 * Says which level a communicator stands for, with the name copied into a buffer of the caller.
 *
 * The call gives the level of the hardware that comm stands for, its index among the communicators of one split, and
 * their number. These are all the communicators that one call has made from one communicator.
 *
 * For a communicator that the library has not made, the values are 0, MPI_UNDEFINED and "Unknown", which is no error.
 * This includes communicators that the native MPI has made, such as those of MPI_COMM_TYPE_SHARED. A duplicate made by
 * MPI_Comm_dup gives the values of the original.
 *
 * Local.
 *
 * Parameters:
 * - comm: A communicator.
 * - num_comms: The number of communicators that the split made, including this one.
 * - index: The index of this one among them, from 0: the rank of its root in the communicator of the roots.
 * - type: A buffer of the caller with room for MPI_MAX_OBJECT_NAME characters, for the name of the level, such as
 *   L3Cache, Machine or Net_level0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL.
 * - MPI_ERR_ARG: An output is NULL.
 *
 * Notes:
 * The call differs from MPI_Comm_get_hlevel_info in type alone.
 *
 * Mercier's thesis, section 4.2.2.3.
 */
int MPI_Comm_get_hw_subdomain_info(MPI_Comm comm,
                                   int *num_comms,
                                   int *index,
                                   char *type);

/**
 * Says which is the lowest level that some processes share.
 *
 * The call names the lowest level that all listed processes share, in the form of MPI_Comm_get_hlevel_info. It is
 * "Unknown" where the calling process is not in the list, or the list is empty. It is "System - Cluster" where the
 * processes are on different nodes and share no level of switches.
 *
 * The lists may differ from process to process.
 *
 * The first call on a communicator is collective over it; later calls are local. Every process makes the first one,
 * with any list. Bindings count as they were at the first call. The places of all processes are
 * kept until the communicator is freed. There is one copy per node, where its processes can share memory files.
 *
 * The text that type points to belongs to the library. It must not be changed or freed, and lives as long as the
 * process.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - nranks: The number of listed ranks.
 * - ranks: The ranks, in comm. May be NULL where nranks is 0.
 * - type: The name of the level.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is negative, ranks is NULL and nranks is not 0, or type is NULL.
 * - MPI_ERR_RANK: A listed rank is not in comm.
 *
 * In the first call a wrong list is an error only on the process that passed it.
 *
 * Notes:
 * Research report RR-9077, section 3.3.2.
 */
int MPI_Comm_get_min_hlevel(MPI_Comm comm,
                            int nranks,
                            int *ranks,
                            char **type);

/**
 * Splits comm level by level, down to the bottom or to max levels.
 *
 * HSPLIT_Comm_hierarchy replaces repeated calls of MPI_Comm_hsplit_with_roots, each on the newcomm of the one
 * before, until nothing is left to split or max levels are reached. newcomms[0] is the communicator of this
 * process at the widest level, newcomms[depth-1] the one at the narrowest. The rest of both arrays is
 * MPI_COMM_NULL. So are the elements of rootscomms where this process is no root. depth differs between processes
 * whose bindings end at different levels.
 *
 * Where info names a level (see hsplit(7)), there is one level at the most. info is never changed.
 *
 * The arrays belong to the caller. HSPLIT_Comm_hierarchy_free frees the communicators.
 *
 * Collective over comm, with the same max on all processes.
 *
 * Parameters:
 * - comm: The communicator to split: an intracommunicator.
 * - info: An info object that names a level, or none, or MPI_INFO_NULL. Where it names none, the keys
 *   hsplit_criterion, hsplit_at_most, hsplit_at_least and hsplit_parts lead each step to another level than
 *   the next one; see hsplit(7).
 * - max: The number of elements of the arrays, and so the greatest number of levels. It must be equal on all ranks.
 * - depth: The number of levels that this process got.
 * - newcomms: The communicators of this process, that of the widest level first.
 * - rootscomms: The communicators of the roots beside them. NULL, on all ranks, where they are not wanted.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: max or the depth to free is negative; a required pointer is NULL; or the ranks make different
 *   calls, pass different max, or different criteria, or only some of them want the roots.
 * - MPI_ERR_INFO: info is invalid on some rank, or one of the keys above has a value that it cannot have; or the
 *   ranks name different levels.
 *
 * A mistake of one rank is an error on every rank. Communicators that were made until then are freed.
 *
 * Notes:
 * Research report RR-9077, section 3.4.
 */
int HSPLIT_Comm_hierarchy(MPI_Comm comm,
                          MPI_Info info,
                          int max,
                          int *depth,
                          MPI_Comm *newcomms,
                          MPI_Comm *rootscomms);

/**
 * Frees the communicators of HSPLIT_Comm_hierarchy and sets them to MPI_COMM_NULL; the arrays stay the caller's.
 *
 * Where MPI_Comm_free fails for one, the others are freed all the same, and the call reports what failed first.
 *
 * Collective over every communicator that is freed.
 *
 * Parameters:
 * - depth: What HSPLIT_Comm_hierarchy gave.
 * - newcomms: The communicators of the calling process.
 * - rootscomms: Those of the roots beside them. May be NULL where there are none.
 *
 * Errors:
 * - MPI_ERR_ARG: depth is negative, or newcomms is NULL and depth is not 0.
 */
int HSPLIT_Comm_hierarchy_free(int depth,
                               MPI_Comm *newcomms,
                               MPI_Comm *rootscomms);

/**
 * Returns the version of the loaded library; HSPLIT_VERSION_MAJOR, _MINOR and _PATCH have that of the header.
 *
 * The call gives the version of the library that the program runs with. Any of the outputs may be NULL. Local, at any
 * time: before MPI_Init and after MPI_Finalize too.
 *
 * The version that the program was compiled with is in the constants HSPLIT_VERSION_MAJOR, HSPLIT_VERSION_MINOR,
 * HSPLIT_VERSION_PATCH and the string HSPLIT_VERSION.
 *
 * Parameters:
 * - major: The first number of the version.
 * - minor: The second.
 * - patch: The third.
 *
 * Returns:
 * Always MPI_SUCCESS.
 */
int HSPLIT_Get_version(int *major,
                       int *minor,
                       int *patch);

/**
 * Describes the library in words: its version, the MPI that it was built for, and the MPI of this process.
 *
 * The text has the version of the library, the MPI that it was built for, with the library file of that MPI, and the
 * MPI of this process. The latter is given with its version of the standard and the file of its functions.
 *
 * Local, at any time: before MPI_Init and after MPI_Finalize too. hsplit doctor prints this text, too.
 *
 * Parameters:
 * - version: A buffer of HSPLIT_MAX_LIBRARY_VERSION_STRING characters, including the NUL at the end. In Fortran the
 *   text is cut off at, or filled with blanks to, the length of the variable.
 * - resultlen: The number of characters, without the NUL. NULL is allowed in C.
 *
 * Returns:
 * MPI_SUCCESS, or MPI_ERR_ARG where version is NULL.
 */
int HSPLIT_Get_library_version(char *version,
                               int *resultlen);

/**
 * Gives the communicator that comm was split from.
 *
 * The call gives the handle of the communicator that comm was split from by a call of this library. The handle is
 * the one that the program has already; the call makes no communicator. It is MPI_COMM_NULL where that communicator
 * has been freed, where comm was not split by this library, and for communicators of roots. A duplicate made by
 * MPI_Comm_dup gives what the original gives.
 *
 * Local.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - parent: The communicator, or MPI_COMM_NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: parent is NULL.
 */
int HSPLIT_Comm_get_parent(MPI_Comm comm,
                           MPI_Comm *parent);

/**
 * Lists the communicators that this process got by splits of comm and has not freed, in order of creation.
 *
 * The call lists the communicators that the calling process got by splits of comm and has not freed, in order of
 * creation. The handles are those that the program has already. Communicators of roots are not among them. A duplicate
 * made by MPI_Comm_dup has children of its own.
 *
 * Local.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - max: The length of children.
 * - count: How many there are, which may be more than max.
 * - children: The first max of them. May be NULL where max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, children is NULL and max is not 0, or max is negative.
 */
int HSPLIT_Comm_get_children(MPI_Comm comm,
                             int max,
                             int *count,
                             MPI_Comm *children);

/**
 * Gives the communicator of the roots that was made together with comm.
 *
 * The call gives the handle of the communicator of roots that MPI_Comm_hsplit_with_roots or HSPLIT_Comm_hierarchy made
 * together with comm. The handle is the one that the program has already. It is MPI_COMM_NULL where the calling
 * process is no root, where the roots were not asked for, and where their communicator has been freed. A duplicate
 * made by MPI_Comm_dup gives what the original gives.
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
int HSPLIT_Comm_get_roots(MPI_Comm comm,
                          MPI_Comm *roots);

/**
 * Says how deep in the hierarchy comm is.
 *
 * The call says how many levels of the hierarchy lead to a communicator that this library made, its own counted. Its
 * processes share as many coordinates; see HSPLIT_Comm_get_coords. A level at which nothing was split, because it
 * holds the same processes as another one, counts too. A ring of a torus and a process set are one level below all
 * processes.
 *
 * The depth of a communicator of all processes is 0, and its level "System - Cluster". Other communicators that this
 * library has not made give MPI_UNDEFINED and "Unknown". A duplicate made by MPI_Comm_dup gives what the original
 * gives.
 *
 * Local.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - depth: How many levels of the hierarchy lead to it, its own counted.
 * - type: The name of its level. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: depth is NULL.
 */
int HSPLIT_Comm_get_depth(MPI_Comm comm,
                          int *depth,
                          const char **type);

/**
 * Makes the map of comm, which says where all its ranks are.
 *
 * The map says where all ranks of comm are. The call makes it, and does nothing where comm has one. The first of
 * the calls that need the map makes it by itself; this call only says when. The map is kept until comm is freed,
 * once per node where its processes can share memory files. Duplicates made by MPI_Comm_dup share it.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 */
int HSPLIT_Comm_map(MPI_Comm comm);

/**
 * Makes the map of comm anew, with the bindings that processes have now.
 *
 * The call makes the map of comm with the bindings that its processes have now, in place of the one that it has.
 * Duplicates that share the map get the new one. Where the call fails the old one stays. Other threads may ask the map
 * meanwhile; they get answers of the old one or of the new one.
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
 * Lists the levels of the hardware that ranks of comm have, widest first.
 *
 * The call lists the levels that a rank of comm is bound inside, widest first.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * The names belong to the library. They must not be changed or freed, and live as long as the process.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - max: The length of the arrays.
 * - count: How many levels there are, which may be more than max.
 * - types: The names of the first max levels. May be NULL where max is 0.
 * - instances: How many instances of each have members. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, types is NULL and max is not 0, or max is negative.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_levels(MPI_Comm comm,
                           int max,
                           int *count,
                           const char **types,
                           int *instances);

/**
 * Lists the coordinates of a rank in the hierarchy.
 *
 * The call lists where a rank is, with a coordinate for each level that it is bound inside. A coordinate is the number
 * of an instance among those that have members and share the level above, from 0, in the order of their lowest ranks.
 * Two ranks share the levels at which their coordinates begin equally. A rank that is not bound has a coordinate for
 * its node, and for switches above it.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - rank: A rank of comm.
 * - max: The length of the arrays.
 * - count: How many coordinates there are, which may be more than max.
 * - coords: The first max of them, widest level first. May be NULL where max is 0.
 * - types: The names of their levels. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, coords is NULL and max is not 0, or max is negative.
 * - MPI_ERR_RANK: rank is not in comm.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_coords(MPI_Comm comm,
                           int rank,
                           int max,
                           int *count,
                           int *coords,
                           const char **types);

/**
 * Lists the ranks whose coordinates in the hierarchy begin with some coordinates, ascending.
 *
 * The call lists the ranks whose coordinates begin with those that are given, ascending. With no coordinates these are
 * all ranks. Coordinates at which no rank is are no error: nranks is 0.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - count: How many coordinates are given.
 * - coords: The coordinates, widest level first. May be NULL where count is 0.
 * - max: The length of ranks.
 * - nranks: How many ranks there are, which may be more than max.
 * - ranks: The first max of them. May be NULL where max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is NULL, an array is NULL and should have elements, or count, max or a coordinate is
 *   negative.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_rank(MPI_Comm comm,
                         int count,
                         const int *coords,
                         int max,
                         int *nranks,
                         int *ranks);

/**
 * Lists the colors of the calling process, one for each level that it is bound inside.
 *
 * Two processes have the same color at a level exactly when they share it. At each level, counted from the widest,
 * colors are dense from 0. So MPI_Comm_split with them makes the communicators of that level.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - max: The length of colors.
 * - depth: How many levels the calling process is bound inside, which may be more than max.
 * - colors: The colors of the first max levels, widest first. May be NULL where max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: depth is NULL, colors is NULL and max is not 0, or max is negative.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_colors(MPI_Comm comm,
                           int max,
                           int *depth,
                           int *colors);

/**
 * Lists the coordinates of a rank's node in its network, as the source coordinates has them.
 *
 * The call lists what the source "coordinates" says of a rank's node. In a torus these are the coordinates of the
 * node. Below switches they are the number of the switch at each level, among those below one switch of the level
 * above, and the port. Where no source tells coordinates of the node, count is 0.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - rank: A rank of comm.
 * - max: The length of the arrays.
 * - count: How many coordinates there are, which may be more than max.
 * - coords: The first max of them. May be NULL where max is 0.
 * - dims: How many there are in each dimension, or at each level below one switch. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: count is NULL, coords is NULL and max is not 0, or max is negative.
 * - MPI_ERR_RANK: rank is not in comm.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_network_coords(MPI_Comm comm,
                                   int rank,
                                   int max,
                                   int *count,
                                   int *coords,
                                   int *dims);

/**
 * Lists the ranks whose nodes have some coordinates in the network, ascending.
 *
 * The call lists the ranks whose nodes are at these coordinates, ascending, as HSPLIT_Comm_get_network_coords gives
 * them. Below switches there may be fewer coordinates: then the ranks of all nodes below that switch are listed.
 * Coordinates at which no rank is are no error: nranks is 0.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - count: How many coordinates are given.
 * - coords: The coordinates. May be NULL where count is 0.
 * - max: The length of ranks.
 * - nranks: How many ranks there are, which may be more than max.
 * - ranks: The first max of them. May be NULL where max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is NULL, an array is NULL and should have elements, or count, max or a coordinate is
 *   negative.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_network_rank(MPI_Comm comm,
                                 int count,
                                 const int *coords,
                                 int max,
                                 int *nranks,
                                 int *ranks);

/**
 * Says how far two ranks are from each other in the hierarchy.
 *
 * The distance is the number of edges on the way from one place to the other in the hierarchy: up to the lowest level
 * that both ranks share, and down again. It is 0 for ranks at one place. Between the nodes of a torus the way is the
 * shortest one of the torus. The distance is a metric: equal both ways, and never longer than a detour.
 *
 * Where the ranks share no level, type is "System - Cluster".
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - a: A rank of comm.
 * - b: Another one.
 * - hops: The distance.
 * - type: The name of the lowest level that both share. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: hops is NULL.
 * - MPI_ERR_RANK: a or b is not in comm.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_distance(MPI_Comm comm,
                             int a,
                             int b,
                             int *hops,
                             const char **type);

/**
 * Says how far all pairs of some ranks are from each other in the hierarchy.
 *
 * The element in row i and column j of matrix is the distance between the ranks i and j of the list, as
 * HSPLIT_Comm_get_distance gives it.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - n: How many ranks are given.
 * - ranks: The ranks. May be NULL where n is 0.
 * - matrix: The distances, n rows of n elements.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: n is negative, or an array is NULL and n is not 0.
 * - MPI_ERR_RANK: A listed rank is not in comm.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_distances(MPI_Comm comm,
                              int n,
                              const int *ranks,
                              int *matrix);

/**
 * Lists the ranks around a rank.
 *
 * The call lists the ranks that share an instance of type with rank, itself left out, nearest first and equally
 * near ones ascending. Levels have the names of guided splits, aliases and URIs included; see hsplit_split_types(3). A
 * ring of a torus is one of them, a device is none. A rank without such a level has no neighbours there.
 *
 * Where type is NULL, or blank in Fortran, the call lists the ranks that are nearest, all equally far, ascending.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - rank: A rank of comm.
 * - type: The name of a level, or NULL.
 * - max: The length of ranks.
 * - nranks: How many ranks there are, which may be more than max.
 * - ranks: The first max of them. May be NULL where max is 0.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: nranks is NULL, ranks is NULL and max is not 0, or max is negative.
 * - MPI_ERR_RANK: rank is not in comm.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_neighbours(MPI_Comm comm,
                               int rank,
                               const char *type,
                               int max,
                               int *nranks,
                               int *ranks);

/**
 * Makes the group of all ranks within some hops of the calling process, which is one of them.
 *
 * The call makes the group of all ranks whose distance from the calling process is at most hops, as
 * HSPLIT_Comm_get_distance gives it. The calling process is one of them. The groups of different processes may differ.
 * MPI_Group_free frees the group.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Bindings count as they were when the map was made; HSPLIT_Comm_map_update makes it anew.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - hops: A distance.
 * - group: The group, in the order of the ranks in comm.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: group is NULL, or hops is negative.
 *
 * In a first call a wrong argument is an error on the process that passed it, found after the map is made.
 */
int HSPLIT_Comm_get_neighbour_group(MPI_Comm comm,
                                    int hops,
                                    MPI_Group *group);

/**
 * Lists the devices of a type on the caller's node, nearest first.
 *
 * The call lists the devices of the caller's node that go by type, nearest first. Of devices that are equally near,
 * ranks have different ones first, as far as there are enough of them; a number above 1 in ranks says that the
 * device is shared. All ranks of a node compute the lists from the same: their bindings before any push, and the first
 * rank's view of the node.
 *
 * Texts belong to the library and live as long as the process. In Fortran they are cut, or filled with blanks.
 *
 * Collective over comm, at every call. The ranks may ask for different types.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - type: A name of devices that a guided split takes, such as gpu, nic, nvme, ib or mlx5_0; see
 *   hsplit_split_types(3).
 * - max: The length of the arrays.
 * - count: How many devices there are, which may be more than max; 0 where the node has none.
 * - names: The first name of each device: gpu3, mlx5_0, nvme0n1. May be NULL where max is 0.
 * - busids: The place of each on the PCI bus (0000:c1:00.0), as the runtimes of GPUs take it; empty where it has
 *   none. May be NULL.
 * - distances: How many levels lead from the narrowest object around the caller's binding up to one that the
 *   locality of the device lies inside. May be NULL.
 * - ranks: How many ranks of comm on the node have the device first. May be NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: type or count is NULL, names is NULL and max is not 0, or max is negative. A wrong argument
 *   of one rank is an error on all of them.
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
 * The call binds the calling process to a part of its node until HSPLIT_Bind_pop. Bindings that are pushed make a
 * stack. Splits of communicators see the binding on top of it; what the library keeps by itself (the hierarchies of
 * collective calls, the map of a communicator) goes by the binding before the first push.
 *
 * where is one of these:
 *
 * - LEVEL: All instances of a level that the binding touches, whole; where the level is narrower than the binding,
 *   the first instance in it. Levels have all names that a guided split takes.
 * - LEVEL:LIST: Instances of a level by their logical numbers on the node, such as Core:0-3,8.
 * - home: The binding before the first push.
 * - allowed: All processing units that the operating system lets the process have.
 * - cpus:LIST: Processing units by the operating system's numbers.
 *
 * What the process may not use is left out.
 *
 * The calling thread is bound, and each thread of its OpenMP team, of which the next one has a thread for each core.
 * GNU's, LLVM's and Intel's runtimes are known. Where the operating system gives fewer cores than are allowed, there
 * are no more threads a core than there would have been. Helper threads of the MPI stay where they are. Where there is
 * no runtime, the threads that the program starts afterwards inherit the binding.
 *
 * On an emulated machine (HSPLIT_EMULATE) the emulated binding changes, and neither masks of threads nor OpenMP.
 *
 * Local.
 *
 * Info keys:
 * - hsplit_bind_threads: Which threads are bound. team (default): the calling thread and the threads of its OpenMP
 *   team. process: also every other thread whose binding was the caller's. caller: the calling thread alone.
 * - hsplit_omp: set (default): the next OpenMP team has as many threads as the binding has cores. keep: the
 *   number stays as it is.
 * - hsplit_threads: That number, where it is to be another one.
 * - hsplit_spread: yes: thread i of the team is bound to core i of the binding alone. no (default): all threads
 *   may run anywhere in the binding.
 * - hsplit_blas: yes: OpenBLAS, MKL and BLIS, where the process has them, get the same number of threads. no
 *   (default): they keep theirs.
 *
 * Values count in either case of letters. A key that begins with hsplit_ and is none of this library's is one
 * warning.
 *
 * Parameters:
 * - where: What the process is to be bound to.
 * - info: Keys of the push, or MPI_INFO_NULL.
 *
 * Errors:
 * - MPI_ERR_ARG: where is NULL, names nothing on this node, or nothing that the process may use.
 * - MPI_ERR_INFO: info is invalid, or a key has a value that it cannot have.
 * - MPI_ERR_OTHER: The call is made in a parallel region of OpenMP, before MPI_Init or after MPI_Finalize, or the
 *   operating system refuses the binding.
 *
 * Nothing is changed then.
 */
int HSPLIT_Bind_push(const char *where,
                     MPI_Info info);

/**
 * Binds the process to the part of its node that a communicator stands for, until HSPLIT_Bind_pop.
 *
 * The call binds the calling process to the instance of a level that comm stands for, as far as the process may use
 * it, until HSPLIT_Bind_pop. A duplicate made by MPI_Comm_dup stands for what the original stands for. Threads, and
 * the keys of info, are as in HSPLIT_Bind_push.
 *
 * Local.
 *
 * Parameters:
 * - comm: A communicator that this library has split at a level inside nodes.
 * - info: Keys of the push, or MPI_INFO_NULL.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL, stands for a level of the network, a ring of a torus, a process set or a
 *   binding, or was not split by this library.
 * - MPI_ERR_ARG: The process may use nothing of the instance.
 * - MPI_ERR_INFO: info is invalid, or a key has a value that it cannot have.
 * - MPI_ERR_OTHER: The call is made in a parallel region of OpenMP, before MPI_Init or after MPI_Finalize, or the
 *   operating system refuses the binding.
 */
int HSPLIT_Bind_push_comm(MPI_Comm comm,
                          MPI_Info info);

/**
 * Gives the process the binding of before the last push, and its OpenMP team the number of threads that was set then.
 *
 * The call takes back the last HSPLIT_Bind_push or HSPLIT_Bind_push_comm: every thread that was bound gets exactly its
 * binding of before, and OpenMP and BLAS the number of threads that was set then. Threads of the OpenMP team that were
 * started meanwhile get the binding that the caller had before the push. The team sleeps at once where the runtime
 * lets it (LLVM's and Intel's).
 *
 * Where something else has changed the binding after the push, it is replaced, and the log says so
 * (HSPLIT_LOG=info).
 *
 * Local. It is possible after MPI_Finalize. Another thread than that of the push may make it; then the threads that
 * were bound get their bindings back, and the number of threads of OpenMP, which belongs to the thread of the push,
 * stays.
 *
 * Errors:
 * - MPI_ERR_OTHER: Nothing is pushed, the call is made in a parallel region of OpenMP, or the operating system refuses
 *   the former binding.
 */
int HSPLIT_Bind_pop(void);

/**
 * Says what the process is bound to.
 *
 * The call says what the process is bound to: what was pushed last, or its own binding where nothing is pushed.
 *
 * In words a binding is the list of its processing units by the operating system's numbers, then the narrowest
 * instance of a level that holds all of them, by its logical number on the node: 0-3 L3Cache:0.
 *
 * Local.
 *
 * Parameters:
 * - size: How many characters text has. In Fortran the variable has that length.
 * - text: The binding in words, cut where it is longer.
 * - cores: How many cores the binding is of.
 * - units: How many processing units it has.
 * - pushed: How many bindings are pushed.
 *
 * In C each may be NULL.
 *
 * Errors:
 * - MPI_ERR_ARG: size is negative.
 * - MPI_ERR_OTHER: The call is made before MPI_Init or after MPI_Finalize.
 */
int HSPLIT_Bind_get(char *text,
                    int size,
                    int *cores,
                    int *units,
                    int *pushed);

/**
 * Makes a placement, with which ranks of comm take turns on the cores of their nodes.
 *
 * A placement knows which ranks of comm are on each node, what they are bound to, and which processing units may be
 * handed out to those that work in a phase; see HSPLIT_Phase_begin. The bindings count that processes have now, or had
 * before the first push. The ranks of a node share a memory file, in which they meet without messages. It vanishes
 * with the last of them, however it ends.
 *
 * info may have these keys:
 *
 * - hsplit_cpus: The processing units of a node that may be handed out: job (the default), those that its ranks
 *   are bound to; allowed, also those that no rank is bound to, as far as the operating system lets a rank of the
 *   node have them; or a list by the operating system's numbers, such as 0-3,8, of which what is not allowed is left
 *   out.
 * - hsplit_progress: How often, in microseconds, a rank that sleeps makes progress on messages to it. 0, the
 *   default: never. Without it a rank that sends a long message to a parked one may wait until that one is awake.
 *
 * With HSPLIT_DISABLE=1 every rank works in every phase, bound as it is.
 *
 * Collective over comm. All ranks pass the same keys.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - info: Keys, or MPI_INFO_NULL.
 * - p: The placement, to be freed with HSPLIT_Placement_free.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: p is NULL; ranks pass different keys; none of the listed processing units is allowed.
 * - MPI_ERR_INFO: info is not a valid info object, or a key has a wrong value.
 * - MPI_ERR_OTHER: Ranks of a node cannot share memory, for instance from different containers, or see different
 *   machines, because a variable of hwloc differs.
 *
 * Every rank of comm gets an error. The text at the others names the rank that has passed a wrong argument.
 *
 * Notes:
 * Mercier's thesis, section 4.2.6.
 */
int HSPLIT_Placement_create(MPI_Comm comm,
                            MPI_Info info,
                            HSPLIT_Placement *p);

/**
 * Frees a placement and the communicators of its workers, and sets p to 0.
 *
 * The call frees a placement, and with it the communicators of its workers. Handles that the program has copied are no
 * longer valid, which every call finds.
 *
 * Collective over the communicator of the placement. It wakes no rank: a placement in a phase is not freed.
 *
 * Parameters:
 * - p: A placement; 0 afterwards.
 *
 * Errors:
 * - MPI_ERR_ARG: p is NULL, no placement, or one that was freed.
 * - MPI_ERR_OTHER: A rank is in a phase. All ranks get this error, and nothing is freed.
 */
int HSPLIT_Placement_free(HSPLIT_Placement *p);

/**
 * Says what a shape would do: which ranks work, with how many threads.
 *
 * The call says what a shape would do. shape is one of these:
 *
 * - LEVEL: One worker for each instance of a level. Levels have all names that a guided split takes.
 * - DEVICE: One worker for each device of a name (gpu, nic, nvme, mlx5_0). Devices of one locality divide
 *   its cores.
 * - LEVEL*K: K workers for each instance.
 * - M:T: M workers on each node with T threads each, spread over the widest level that divides M; without T
 *   as many threads as fit.
 * - all: Every rank works with its own binding.
 * - root: One worker in the whole communicator, with all processing units of its node that may be handed out.
 *
 * In an instance those ranks work that are bound inside it, dealt out over what is inside; the processing units of the
 * instance are cut into a contiguous part for each worker, and cores are not cut.
 *
 * info may have these keys:
 *
 * - hsplit_root: The rank of the communicator that is elected before all others, 0 by default.
 * - hsplit_adopt: yes (the default): an instance in which no rank is bound gives its processing units to the
 *   nearest one that has ranks; no: they stay idle.
 * - hsplit_smt: all (the default): a worker is bound to all processing units of its cores, and has a thread for
 *   each core; one: it is bound to one processing unit of each core; threads: it has a thread for each processing
 *   unit.
 *
 * Where the operating system has taken processing units from the ranks, an election goes by what was left when the
 * calling rank began its last phase (HSPLIT_Phase_begin), so that all ranks give one answer.
 *
 * Local. The call sends no message.
 *
 * Parameters:
 * - p: A placement.
 * - shape: The ranks that work.
 * - info: Keys, or MPI_INFO_NULL.
 * - worker: 1 where the calling process works, else 0.
 * - threads: How many threads it has then; 0 where it does not work.
 * - index: Which worker of its node it is, from 0; MPI_UNDEFINED where it does not work.
 * - workers: How many workers its node has.
 *
 * Outputs that are not wanted may be NULL.
 *
 * Errors:
 * - MPI_ERR_ARG: p is no placement, or one that was freed; a pointer that is needed is NULL; shape is no shape, or
 *   does not fit the node.
 * - MPI_ERR_INFO: info is not a valid info object, or a key has a wrong value.
 */
int HSPLIT_Placement_elect(HSPLIT_Placement p,
                           const char *shape,
                           MPI_Info info,
                           int *worker,
                           int *threads,
                           int *index,
                           int *workers);

/**
 * Gives the communicator of the workers of all nodes, in the order of their ranks.
 *
 * The call gives the communicator of those that work in a phase of a shape. A kernel for workers takes it in the place
 * of the program's communicator.
 *
 * The communicator belongs to the placement: the program does not free it, and HSPLIT_Placement_free does. It has the
 * error handler of the communicator of the placement.
 *
 * The first call with a shape is collective over the communicator of the placement; later ones are local.
 *
 * Parameters:
 * - p: A placement.
 * - shape: The ranks that work, as HSPLIT_Placement_elect says.
 * - info: Keys, or MPI_INFO_NULL.
 * - workers: The communicator of the workers of all nodes, in the order of their ranks; MPI_COMM_NULL where the
 *   calling process does not work.
 *
 * Errors:
 * - MPI_ERR_ARG: p is no placement, or one that was freed; a pointer that is needed is NULL; shape is no shape, or
 *   does not fit the node; in a first call: ranks name different shapes, or pass different keys.
 * - MPI_ERR_INFO: info is not a valid info object, or a key has a wrong value.
 *
 * In a first call every rank gets an error. The text at the others names the rank that has passed a wrong argument.
 */
int HSPLIT_Placement_comm(HSPLIT_Placement p,
                          const char *shape,
                          MPI_Info info,
                          MPI_Comm *workers);

/**
 * Waits until all ranks of the node have called this, asleep.
 *
 * The call returns when all ranks of the placement on the node of the caller have called it. A rank that waits sleeps,
 * so that others have its core. Where each rank of the node has a core of its own, it looks for two microseconds
 * before it sleeps.
 *
 * A rank that has ended, and is waited for, is noticed within three seconds.
 *
 * Collective over the ranks of the placement on the node of the caller.
 *
 * Parameters:
 * - p: A placement.
 *
 * Errors:
 * - MPI_ERR_ARG: p is no placement, or one that was freed.
 * - MPI_ERR_OTHER: A rank that is waited for has ended, or has called MPI_Finalize; the text names it.
 */
int HSPLIT_Node_barrier(HSPLIT_Placement p);

/**
 * Begins a phase, in which the workers of a shape have the cores and all other ranks of the node are parked.
 *
 * In a phase the workers of a shape have the cores of their nodes, and all other ranks are parked.
 *
 * A worker sleeps until all ranks that are bound to cores of its part have begun the phase. Then it is bound to the
 * part, its OpenMP team has the threads that fit, as after HSPLIT_Bind_push with the same info, and the call
 * returns. A parked rank returns at once. It sleeps in HSPLIT_Phase_end. What it computes until then, it computes on
 * cores that others have.
 *
 * A worker that sends a long message to a parked rank may wait until that one is awake, which it is not before the
 * worker has ended the phase. The key hsplit_progress of HSPLIT_Placement_create prevents that.
 *
 * info may have the keys of HSPLIT_Placement_elect and of HSPLIT_Bind_push, and hsplit_barrier: with the value
 * node begin and end wait for all ranks of the node; part is the default.
 *
 * The first rank of the node that begins a phase asks the operating system which processors there are. Its answer
 * counts for all ranks of the node: no worker is bound to a processor that was taken since HSPLIT_Placement_create.
 * The same ranks work; where nothing is left of a worker's part, it has all that is left.
 *
 * Collective over the ranks of the placement on the node of the caller. Where comm is wanted, the first call with a
 * shape is collective over all ranks of the placement. One thread of a process begins and ends phases.
 *
 * Parameters:
 * - p: A placement.
 * - shape: The ranks that work, as HSPLIT_Placement_elect says.
 * - info: Keys, or MPI_INFO_NULL.
 * - worker: 1 where the calling process works, 0 where it is parked.
 * - comm: The communicator of the workers, as HSPLIT_Placement_comm gives it. NULL where it is not wanted, on all
 *   ranks.
 *
 * Errors:
 * - MPI_ERR_ARG: p is no placement, or one that was freed; a pointer that is needed is NULL; shape is no shape, or
 *   does not fit the node; the process is in a phase; ranks of the node begin different phases.
 * - MPI_ERR_INFO: info is not a valid info object, or a key has a wrong value.
 * - MPI_ERR_OTHER: A rank that is waited for has ended, or has called MPI_Finalize; the process cannot be bound.
 *
 * Where a rank of the node makes a mistake, the others of the node get an error that names it, here or in
 * HSPLIT_Phase_end. After an error the process is in no phase, unless it was in one before.
 */
int HSPLIT_Phase_begin(HSPLIT_Placement p,
                       const char *shape,
                       MPI_Info info,
                       int *worker,
                       MPI_Comm *comm);

/**
 * Ends a phase.
 *
 * A worker gets back the binding and the number of threads that it had before the phase. A rank sleeps until the other
 * workers that hold cores to which it is bound have ended the phase: every parked rank, and a worker whose part does
 * not cover them.
 *
 * A rank that has ended, and is waited for, is noticed within three seconds. A rank that calls MPI_Finalize in a phase
 * wakes those that wait for it, with a warning.
 *
 * Collective over the ranks of the placement on the node of the caller.
 *
 * Parameters:
 * - p: A placement.
 *
 * Errors:
 * - MPI_ERR_ARG: p is no placement, or one that was freed; the process is in no phase; another rank of the node was
 *   wrong about the phase.
 * - MPI_ERR_OTHER: A rank that is waited for has ended, or has called MPI_Finalize; the binding of before cannot be
 *   restored; the caller is inside a parallel region of OpenMP.
 *
 * The phase is over then, but for the last of these.
 */
int HSPLIT_Phase_end(HSPLIT_Placement p);

/**
 * Makes a communicator of the same processes, ordered so that ranks that send each other much are close together.
 *
 * A role is what a rank does in a program: the part of the work that rank r of comm had belongs to rank r of
 * newcomm. Each rank tells what its role sends. What two roles send each other is added up, and what a role sends to
 * itself does not count. Rank 0 looks for an order in which traffic times distance is least; the distance of two
 * processes is that of HSPLIT_Comm_get_distance, by their bindings before any push. The order stays as it is, and
 * newcomm is congruent to comm, unless another one is cheaper by one percent.
 *
 * Processes are never bound elsewhere. Data goes to the new owner of its role with HSPLIT_Comm_migrate.
 *
 * Keys of info, the same on all ranks:
 *
 * - hsplit_reorder: yes; no: the order stays.
 * - hsplit_metric: bytes: weights count; messages: each entry counts as one.
 * - hsplit_cost: As cost= of HSPLIT_REORDER.
 * - hsplit_threshold: By which part of the cost another order must be cheaper, 0.01 or 1%.
 * - hsplit_seed: A number that leads what is random. Equal input gives equal orders.
 *
 * Where no order can be found, for whatever reason, rank 0 warns, and the call succeeds with the order that is there.
 * The search ends after limit= of HSPLIT_REORDER seconds of processor time with the best order by then.
 *
 * Collective over comm.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - n: How many entries the caller's row of the traffic has.
 * - peers: The ranks of comm that the caller sends to. A rank may be named more than once. Entries that are
 *   MPI_PROC_NULL, as MPI_Cart_shift gives them at the ends of a grid, do not count. May be NULL where n is 0.
 * - weights: How much the caller sends to each, in any unit, the same on all ranks. NULL: 1 to each.
 * - info: MPI_INFO_NULL or an info object with keys.
 * - newcomm: A communicator of the same processes. The program frees it with MPI_Comm_free.
 * - receive_from: The rank in comm that had the caller's new role, which is the caller's rank in newcomm. May be
 *   NULL.
 * - send_to: The rank in comm that has the caller's old role now. May be NULL.
 *
 * Errors:
 * Every rank of comm gets one.
 *
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: n or a weight is negative, a weight is infinite or no number, an array or newcomm is NULL, or
 *   ranks pass different keys or make different calls.
 * - MPI_ERR_RANK: A peer is not in comm.
 * - MPI_ERR_INFO: info is invalid, or a key has a wrong value.
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
 * Moves each rank's data to the process that plays its role in a reordered communicator.
 *
 * Rank r of newcomm has in buf afterwards what rank r of comm had there before. Every rank passes as much data,
 * of the same types in the same order. Messages of the program that are under way on either communicator are not
 * touched.
 *
 * Collective over comm.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - newcomm: A communicator of the same processes, such as one that HSPLIT_Comm_reorder has made from comm.
 * - count: How many elements there are.
 * - type: What they are.
 * - buf: The data.
 *
 * Errors:
 * Every rank of comm gets one, and no data moves.
 *
 * - MPI_ERR_COMM: A communicator is MPI_COMM_NULL or an intercommunicator, or newcomm has not the processes of
 *   comm.
 * - MPI_ERR_ARG: buf is NULL, count is negative, or ranks pass different amounts of data, communicators with
 *   different orders of ranks in newcomm, or make different calls.
 * - MPI_ERR_TYPE: type is MPI_DATATYPE_NULL, or not committed.
 *
 * Notes:
 * Mercier's thesis, section 3.3.4.
 */
int HSPLIT_Comm_migrate(MPI_Comm comm,
                        MPI_Comm newcomm,
                        void *buf,
                        int count,
                        MPI_Datatype type);

/**
 * Makes a grid, of which the library chooses the lengths that are 0, with ranks that bring neighbours close to each
 * other.
 *
 * The call does what MPI_Dims_create and MPI_Cart_create with reorder do, by where the processes are.
 *
 * Lengths that are 0 are chosen so that the least traffic goes across the widest level of the hierarchy, of those with
 * equally little the one with the least across the next level, and so on. The ranks are taken to divide a domain of
 * one size: the longer a dimension is, the more often the domain is cut across it. Dimensions count as open for this
 * choice, also those that periods makes rings, so that HSPLIT_Dims_create chooses the same lengths. Of more than 300
 * ways to write the number of ranks as a grid, those with the least traffic in all are looked at. Where all lengths
 * are given, the grid may have fewer points than comm_old has ranks; the library chooses which ranks stay out.
 *
 * Then the ranks get an order in which traffic times distance is least, as in HSPLIT_Comm_reorder. Where all parts of
 * the hierarchy have equally many parts and the grid fills them, all ways to write it as blocks of blocks are tried.
 * All ranks keep their numbers unless another order is cheaper by one percent.
 *
 * Keys of info, the same on all ranks:
 *
 * - hsplit_stencil: star: each rank exchanges with its neighbours along each dimension (default). A list of
 *   offsets such as (1,0),(1,1), with a number for each dimension: with the ranks at these offsets and at their
 *   opposites. An offset weighs what the least of its dimensions does.
 * - hsplit_reorder: yes; no: all ranks keep their numbers.
 * - hsplit_metric: bytes: weights count; messages: each pair of neighbours counts as one.
 * - hsplit_cost: As cost= of HSPLIT_REORDER.
 * - hsplit_threshold: By which part of the cost another order must be cheaper, 0.01 or 1%.
 * - hsplit_seed: A number that leads what is random. Equal input gives equal orders.
 *
 * Where no order can be found, for whatever reason, rank 0 warns, and the call succeeds with the order that is there.
 *
 * Collective over comm_old.
 *
 * Parameters:
 * - comm_old: An intracommunicator.
 * - ndims: How many dimensions the grid has.
 * - weights: How much two neighbours along each dimension exchange, in any unit. NULL: 1 along each.
 * - periods: Which dimensions are rings.
 * - info: MPI_INFO_NULL or an info object with keys.
 * - dims: The length of each dimension. Those that are 0 are chosen.
 * - comm_cart: A communicator with the grid, whose ranks are row by row in it, the last dimension fastest;
 *   MPI_COMM_NULL on processes that have no place in it. The program frees it with MPI_Comm_free.
 *
 * Errors:
 * Every rank of comm_old gets one, and dims stays as it is.
 *
 * - MPI_ERR_COMM: comm_old is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: ndims or a weight is negative, a weight is infinite or no number, periods, dims or comm_cart
 *   is NULL, or ranks pass different arguments or make different calls.
 * - MPI_ERR_DIMS: A length is negative, the product of those that are given is larger than the number of ranks, or it
 *   does not divide it and others are to be chosen.
 * - MPI_ERR_INFO: info is invalid, or a key has a wrong value.
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
 * The lengths are those that HSPLIT_Cart_create chooses without keys, whatever its periods are: the least traffic
 * goes across the widest level of the hierarchy, then across the next one. MPI_Dims_create knows the number of ranks
 * alone.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * What ranks ask may differ.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - ndims: How many dimensions the grid has.
 * - weights: How much two neighbours along each dimension exchange, in any unit. NULL: 1 along each.
 * - dims: The length of each dimension. Those that are 0 are chosen.
 *
 * Errors:
 * dims stays as it is.
 *
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: ndims or a weight is negative, a weight is infinite or no number, or dims is NULL.
 * - MPI_ERR_DIMS: A length is negative, the product of those that are given is larger than the number of ranks, or it
 *   does not divide it and others are to be chosen.
 *
 * Notes:
 * mpi-forum/mpi-issues 120.
 */
int HSPLIT_Dims_create(MPI_Comm comm,
                       int ndims,
                       const double *weights,
                       int *dims);

/**
 * Starts a session: what this process sends from now on to ranks of comm is counted.
 *
 * The call starts a session: a difference of what this process has sent before and after. What goes to a rank of
 * comm counts, over whatever communicator it goes. Sessions may overlap, on one communicator or on several.
 *
 * The first session turns counting on in this process, where HSPLIT_MONITOR has not; it stays on until MPI_Finalize.
 * Messages are counted where they are sent, when the call has succeeded: point-to-point messages in all modes,
 * persistent ones at each start, the calls that put, get and accumulate, and collective calls. Receives, waits and
 * probes are not looked at. The pages of the book on monitoring have the whole list.
 *
 * Keys of info:
 *
 * - hsplit_collectives: The messages that a collective call counts as, as as= of HSPLIT_MONITOR of
 *   hsplit-environment(7), which is the default: meaning, trees, none.
 *
 * Local. MPI_T has no variables for sessions: a library above PMPI cannot add any.
 *
 * Parameters:
 * - comm: An intracommunicator.
 * - info: MPI_INFO_NULL or an info object with keys.
 * - m: The session. The program frees it with HSPLIT_Monitor_free.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: m is NULL.
 * - MPI_ERR_INFO: info is invalid, or a key has a wrong value.
 *
 * Notes:
 * Mercier's thesis, section 3.3.1.
 */
int HSPLIT_Monitor_start(MPI_Comm comm,
                         MPI_Info info,
                         HSPLIT_Monitor *m);

/**
 * Suspends a session: what is sent from now on does not count in it.
 *
 * What is sent from now on does not count in the session, until HSPLIT_Monitor_continue. Other sessions go on.
 *
 * Local.
 *
 * Parameters:
 * - m: A session.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, or one that is suspended already.
 */
int HSPLIT_Monitor_suspend(HSPLIT_Monitor m);

/**
 * Continues a session that is suspended.
 *
 * A session that was suspended goes on counting. What was sent meanwhile does not count in it.
 *
 * Local.
 *
 * Parameters:
 * - m: A session.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, or one that is not suspended.
 */
int HSPLIT_Monitor_continue(HSPLIT_Monitor m);

/**
 * Sets all that a session has counted to 0. A suspended session stays suspended.
 *
 * All counts of the session become 0. A session that is suspended stays so.
 *
 * Local.
 *
 * Parameters:
 * - m: A session.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, or one that was freed.
 */
int HSPLIT_Monitor_reset(HSPLIT_Monitor m);

/**
 * Frees a session, and sets m to 0.
 *
 * The call frees a session. Handles that the program has copied are no longer valid, which every call finds. Counting
 * stays on in this process.
 *
 * Local. MPI_Finalize frees what the program has not freed.
 *
 * Parameters:
 * - m: A session; 0 afterwards.
 *
 * Errors:
 * - MPI_ERR_ARG: m is NULL, no session, or one that was freed.
 */
int HSPLIT_Monitor_free(HSPLIT_Monitor *m);

/**
 * Gives what this process has sent to each rank of the session's communicator.
 *
 * The call gives this process's row of the matrix: what it has sent to each rank of the communicator of the session,
 * from the start of the session or its last reset on, without the times in which it was suspended. The element of the
 * caller's own rank is what it has sent to itself.
 *
 * Irregular and neighbourhood collective calls count pair by pair. Other collective calls count as the messages that
 * as= of HSPLIT_MONITOR says. What one-sided calls have got from a rank counts in the row of the caller, though the
 * data went the other way. Ranks outside MPI_COMM_WORLD (after MPI_Comm_spawn) have 0.
 *
 * Local. The session goes on.
 *
 * Parameters:
 * - m: A session.
 * - what: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES, or'ed with HSPLIT_MONITOR_P2P,
 *   HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_RMA. Without one of these three: of all calls. Or'ed with
 *   HSPLIT_MONITOR_CARRIED alone: not what the program has sent, but the messages by which the library has carried its
 *   collective calls along the hierarchy (HSPLIT_COLLECTIVES).
 * - n: The length of values, as many as the communicator has ranks or more.
 * - values: By rank of the communicator.
 *
 * Errors:
 * - MPI_ERR_ARG: m is no session, what is another number, n is less than the number of ranks, or values is
 *   NULL.
 */
int HSPLIT_Monitor_get(HSPLIT_Monitor m,
                       int what,
                       int n,
                       long long *values);

/**
 * Says for each level how much of what the ranks sent each other stayed inside one instance of it.
 *
 * The call says how much of what the ranks of the communicator have sent each other stayed inside one instance of each
 * level, widest first, as HSPLIT_Comm_get_levels lists them. The last element is all that was sent, under the name
 * "System - Cluster". The share that stays inside nodes is that of Machine. What ranks have sent to themselves does
 * not count.
 *
 * Places are those of HSPLIT_Comm_map, by the bindings before any push.
 *
 * Collective over the communicator of the session. The results are the same on all ranks.
 *
 * Parameters:
 * - m: A session.
 * - what: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES, or'ed with HSPLIT_MONITOR_P2P,
 *   HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_RMA. Without one of these three: of all calls. Or'ed with
 *   HSPLIT_MONITOR_CARRIED alone: the messages by which the library has carried collective calls. It is equal on all
 *   ranks.
 * - max: The length of the arrays.
 * - depth: How many levels there are, and one; it may be more than max.
 * - inside: What stayed inside the instances of the first max levels.
 * - types: The names of these levels, which belong to the library. May be NULL.
 *
 * Errors:
 * Every rank of the communicator gets one. A rank that passes no session cannot tell the others, which wait for it.
 *
 * - MPI_ERR_ARG: m is no session, what is another number, max is negative, depth or inside is NULL, or ranks
 *   pass different numbers in what or make different calls.
 * - MPI_ERR_COMM: The communicator of the session was freed.
 *
 * Notes:
 * Mercier's thesis, section 3.3.1.
 */
int HSPLIT_Monitor_levels(HSPLIT_Monitor m,
                          int what,
                          int max,
                          int *depth,
                          long long *inside,
                          const char **types);

/**
 * Writes what the ranks have sent each other to files, from rank 0.
 *
 * Rank 0 of the communicator writes what the session has counted on all ranks:
 *
 * - file.bytes.mtx, file.messages.mtx: The matrices, in Matrix Market form, for hsplit map and other programs.
 * - file.json: The places of all ranks, and the totals of each level, operation and size of messages.
 * - file.parts: What all processes have counted: hsplit monitor, described in hsplit(1), prints, draws and
 *   compares it; hsplit map looks for a better order of ranks.
 * - file.txt: The report.
 *
 * Files of these names are replaced, each at once; a link is replaced, not followed.
 *
 * Collective over the communicator of the session. The session goes on.
 *
 * Parameters:
 * - m: A session.
 * - file: A path without an end, the same on all ranks.
 *
 * Errors:
 * Every rank of the communicator gets one. A rank that passes no session cannot tell the others, which wait for it.
 *
 * - MPI_ERR_ARG: m is no session, file is NULL or empty, or ranks name different files or make different calls.
 * - MPI_ERR_COMM: The communicator of the session was freed.
 * - MPI_ERR_OTHER: A file cannot be written. The error of rank 0 says why.
 */
int HSPLIT_Monitor_flush(HSPLIT_Monitor m,
                         const char *file);

/**
 * Makes a communicator of the same processes, ordered so that ranks that have sent each other much are close together.
 *
 * The call is HSPLIT_Comm_reorder with the traffic that the session has counted, over its communicator. The keys of
 * info are those of that call; hsplit_metric=messages takes the number of messages instead of their bytes. Where
 * less than hsplit_threshold is gained, all keep their ranks.
 *
 * Data goes to the new owner of its role with HSPLIT_Comm_migrate. The session goes on; it counts by the ranks of its
 * own communicator.
 *
 * With HSPLIT_LOG=info rank 0 says what the order saves, and how many bytes more stay inside each level, in a step
 * of the program. The key hsplit_steps of info is the number of steps that the session has counted, 1 without it.
 * Beside it stands what migrating costs for each byte that a rank has, in the unit of cost= of HSPLIT_REORDER, and
 * how many bytes a rank have the price of what one step saves. Where messages are counted instead of bytes, it says
 * neither.
 *
 * Collective over the communicator of the session.
 *
 * Parameters:
 * - m: A session.
 * - info: MPI_INFO_NULL or an info object with keys.
 * - newcomm: A communicator of the same processes. The program frees it with MPI_Comm_free.
 * - receive_from: The rank that had the caller's new role, which is the caller's rank in newcomm. May be NULL.
 * - send_to: The rank that has the caller's old role now. May be NULL.
 *
 * Errors:
 * Every rank of the communicator gets one. A rank that passes no session cannot tell the others, which wait for it.
 *
 * - MPI_ERR_ARG: m is no session, newcomm is NULL, or ranks pass different keys or make different calls.
 * - MPI_ERR_COMM: The communicator of the session was freed.
 * - MPI_ERR_INFO: info is invalid, or a key has a wrong value.
 *
 * Notes:
 * Mercier's thesis, section 3.3.4.
 */
int HSPLIT_Monitor_reorder(HSPLIT_Monitor m,
                           MPI_Info info,
                           MPI_Comm *newcomm,
                           int *receive_from,
                           int *send_to);

/**
 * Makes a shared window for each instance of a level, in the memory of the level.
 *
 * The call does what MPI_Win_allocate_shared does, on the ranks of comm that are bound inside the caller's instance
 * of the level, in the order of their ranks in comm. MPI_Win_get_group gives them. If one rank of a node is in no
 * instance of the level (it is not bound, it spans two of them, or the node has none), the window is that of all ranks
 * of this node, and its memory is left to the operating system.
 *
 * Each segment is bound to the NUMA nodes inside the instance, or to the one around it where it has none inside, and
 * its pages are made there. Where these have no memory, or less than all segments of the window need, nothing is
 * bound; the pages are then where they are first written, and one line says so. HSPLIT_Win_query_level says what was
 * had. On an emulated machine nothing is bound.
 *
 * info may have these keys, and keys of the MPI:
 *
 * - hsplit_memory: Which kind of memory, where an instance has two: dram (the default where there is any), that of
 *   which hwloc says nothing else; or hbm (the default at the level hbm), that of high bandwidth.
 * - hsplit_segment: each (the default): each rank has a segment of the size that it passes. first: only the
 *   first rank of each instance has one, of the size that it passes, and baseptr gets its address on all ranks: one
 *   copy for each instance.
 *
 * With HSPLIT_DISABLE=1 the window is that of the whole node.
 *
 * Collective over comm. All ranks pass the same level and the same keys.
 *
 * Parameters:
 * - level: A level inside nodes, by any name that a guided split takes: NUMANode, L3Cache, hbm.
 * - size: The length of the caller's segment in bytes; 0 or more.
 * - disp_unit: The unit of displacements in bytes.
 * - info: Keys, or MPI_INFO_NULL.
 * - comm: An intracommunicator.
 * - baseptr: In C the address of a pointer, which gets the address of the caller's segment, or of the only one.
 * - win: The window, to be freed with MPI_Win_free.
 *
 * Errors:
 * - MPI_ERR_COMM: comm is MPI_COMM_NULL or an intercommunicator.
 * - MPI_ERR_ARG: A pointer is NULL; ranks pass different levels or keys.
 * - MPI_ERR_SIZE: size is negative.
 * - MPI_ERR_INFO: info is not a valid info object, or a key has a wrong value.
 *
 * And those of MPI_Win_allocate_shared. Every rank of comm gets an error of the arguments.
 */
int HSPLIT_Win_allocate_shared(const char *level,
                               MPI_Aint size,
                               int disp_unit,
                               MPI_Info info,
                               MPI_Comm comm,
                               void *baseptr,
                               MPI_Win *win);

/**
 * Says which level a window of HSPLIT_Win_allocate_shared belongs to, and where its memory is.
 *
 * The call says which level a window belongs to, which memory it was to have, and what the operating system has given.
 * Local.
 *
 * Parameters:
 * - win: A window.
 * - level: The name of the level: Machine where the window is that of a whole node, Unknown where another call
 *   than HSPLIT_Win_allocate_shared has made it. In C it has MPI_MAX_OBJECT_NAME characters.
 * - memory: The NUMA nodes that its memory is wanted on, by the operating system's numbers (0-1); empty where
 *   there are none. In C it has MPI_MAX_OBJECT_NAME characters.
 * - pages: How many pages the segments of all ranks had when the window was made. A page that two segments share
 *   counts twice.
 * - placed: How many of these pages were on these NUMA nodes; 0 where nothing was bound.
 *
 * In C each may be NULL.
 *
 * Errors:
 * Those of MPI_Win_get_attr for a window that is none.
 */
int HSPLIT_Win_query_level(MPI_Win win,
                           char *level,
                           char *memory,
                           int *pages,
                           int *placed);

/**
 * MPI_Comm_hsplit_with_roots for the profiling interface.
 */
int PMPI_Comm_hsplit_with_roots(MPI_Comm oldcomm, MPI_Info info, MPI_Comm *newcomm, MPI_Comm *rootscomm);

/**
 * MPI_Comm_get_hlevel_info for the profiling interface.
 */
int PMPI_Comm_get_hlevel_info(MPI_Comm comm, int *num_comms, int *index, char **type);

/**
 * MPI_Comm_get_hw_subdomain_info for the profiling interface.
 */
int PMPI_Comm_get_hw_subdomain_info(MPI_Comm comm, int *num_comms, int *index, char *type);

/**
 * MPI_Comm_get_min_hlevel for the profiling interface.
 */
int PMPI_Comm_get_min_hlevel(MPI_Comm comm, int nranks, int *ranks, char **type);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HSPLIT_H */
