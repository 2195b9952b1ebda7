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
 * `MPI_COMM_TYPE_HW_UNGUIDED` where `mpi.h` lacks it; `hsplit.h` gives it that name.
 */
#define HSPLIT_COMM_TYPE_HW_UNGUIDED 1213399043

/**
 * `MPI_COMM_TYPE_HW_GUIDED` where `mpi.h` lacks it; `hsplit.h` gives it that name.
 */
#define HSPLIT_COMM_TYPE_HW_GUIDED 1213399044

/**
 * `MPI_COMM_TYPE_RESOURCE_GUIDED` where `mpi.h` lacks it; `hsplit.h` gives it that name.
 */
#define HSPLIT_COMM_TYPE_RESOURCE_GUIDED 1213399045

/**
 * `OMPI_COMM_TYPE_HWTHREAD` where `mpi.h` lacks it: a hardware thread.
 */
#define HSPLIT_COMM_TYPE_HWTHREAD 1213399046

/**
 * `OMPI_COMM_TYPE_CORE` where `mpi.h` lacks it: a core.
 */
#define HSPLIT_COMM_TYPE_CORE 1213399047

/**
 * `OMPI_COMM_TYPE_L1CACHE` where `mpi.h` lacks it: an L1 cache.
 */
#define HSPLIT_COMM_TYPE_L1CACHE 1213399048

/**
 * `OMPI_COMM_TYPE_L2CACHE` where `mpi.h` lacks it: an L2 cache.
 */
#define HSPLIT_COMM_TYPE_L2CACHE 1213399049

/**
 * `OMPI_COMM_TYPE_L3CACHE` where `mpi.h` lacks it: an L3 cache.
 */
#define HSPLIT_COMM_TYPE_L3CACHE 1213399050

/**
 * `OMPI_COMM_TYPE_SOCKET` where `mpi.h` lacks it: a package.
 */
#define HSPLIT_COMM_TYPE_SOCKET 1213399051

/**
 * `OMPI_COMM_TYPE_NUMA` where `mpi.h` lacks it: a NUMA node.
 */
#define HSPLIT_COMM_TYPE_NUMA 1213399052

/**
 * `OMPI_COMM_TYPE_BOARD` where `mpi.h` lacks it: a board, which here is a node.
 */
#define HSPLIT_COMM_TYPE_BOARD 1213399053

/**
 * `OMPI_COMM_TYPE_HOST` where `mpi.h` lacks it: a node.
 */
#define HSPLIT_COMM_TYPE_HOST 1213399054

/**
 * `OMPI_COMM_TYPE_CU` where `mpi.h` lacks it: the lowest level of switches.
 */
#define HSPLIT_COMM_TYPE_CU 1213399055

/**
 * `OMPI_COMM_TYPE_CLUSTER` where `mpi.h` lacks it: everything.
 */
#define HSPLIT_COMM_TYPE_CLUSTER 1213399056

/**
 * `MPIX_COMM_TYPE_NEIGHBORHOOD` where `mpi.h` lacks it; `hsplit.h` gives it that name.
 */
#define HSPLIT_COMM_TYPE_NEIGHBORHOOD 1213399057

/**
 * `OMPI_COMM_TYPE_NVLINK` where `mpi.h` lacks it: the processes near GPUs that NVLinks connect.
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
 * hw_info: a new info object, which the program frees with MPI_Info_free. Its keys name levels, as values of
 * mpi_hw_resource_type do: hwloc://L3Cache, Net_level0. A value is "true" where the calling process is bound inside
 * one instance of the level, else "false".
 *
 * Local. Possible before MPI_Init and after MPI_Finalize where the MPI has info objects then (MPI 4.0).
 * Errors: MPI_ERR_ARG (NULL).
 * (MPI 4.1, section 9.1.2)
 */
#ifndef HSPLIT_MPI_HAS_HW_RESOURCE_INFO
int MPI_Get_hw_resource_info(MPI_Info *hw_info);
#endif

/**
 * Splits oldcomm at the next level of the hardware hierarchy and joins the roots.
 *
 * The processes of oldcomm that share the next level below what all of them share get a communicator in newcomm, in
 * the order of their ranks in oldcomm. Rank 0 of every such communicator is a root; the roots of this call are joined
 * in rootscomm. Processes without a further level get MPI_COMM_NULL in newcomm, processes that are no root get
 * MPI_COMM_NULL in rootscomm. Where info has one of the keys mpi_hw_resource_type, mpi_hw_subdomain_type or
 * mpi_pset_name, the split is at the level, or into the process set, that it names instead. Otherwise its keys
 * hsplit_criterion, hsplit_at_most, hsplit_at_least and hsplit_parts may lead to another level than the next one, and
 * unless info is MPI_INFO_NULL, mpi_hw_resource_type is set in it to the level that was found.
 *
 * Collective over oldcomm. Both results are freed with MPI_Comm_free.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, ranks that make different calls, or
 * that pass different criteria), MPI_ERR_INFO (an invalid info, a value that one of these keys cannot
 * have, or ranks that name different levels). Every rank of oldcomm gets one.
 * (Research report RR-9077, section 3.2.3)
 */
int MPI_Comm_hsplit_with_roots(MPI_Comm oldcomm,
                               MPI_Info info,
                               MPI_Comm *newcomm,
                               MPI_Comm *rootscomm);

/**
 * Says which level a communicator stands for.
 *
 * num_comms: how many communicators the split that made comm has made, this one counted. index: the number of this one
 * among them, from 0, which is the rank of its root in the communicator of the roots. type: the name of the level,
 * such as L3Cache, Machine or Net_level0; it belongs to the library, must not be changed or freed, and lives as long
 * as the process. A communicator that this library has not made gives 0, MPI_UNDEFINED and "Unknown". Duplicates made
 * by MPI_Comm_dup give what the original gives.
 *
 * Local. Errors: MPI_ERR_COMM, MPI_ERR_ARG (NULL).
 * (Research report RR-9077, section 3.3.1)
 */
int MPI_Comm_get_hlevel_info(MPI_Comm comm,
                             int *num_comms,
                             int *index,
                             char **type);

/**
 * Says which level a communicator stands for, with the name copied into a buffer of the caller.
 *
 * As MPI_Comm_get_hlevel_info; type has room for MPI_MAX_OBJECT_NAME characters.
 *
 * Local. Errors: MPI_ERR_COMM, MPI_ERR_ARG (NULL).
 * (Mercier's thesis, section 4.2.2.3)
 */
int MPI_Comm_get_hw_subdomain_info(MPI_Comm comm, int *num_comms, int *index, char *type);

/**
 * Says which is the lowest level that some processes share.
 *
 * ranks lists nranks ranks of comm. type: the name of the level, as MPI_Comm_get_hlevel_info gives it; "Unknown" where
 * the calling process is not in the list or the list is empty; "System - Cluster" where the processes are on different
 * nodes and share no level of the network. The lists may differ from process to process.
 *
 * The first call on a communicator is collective over it; later calls are local. Bindings count as they were at the
 * first call. The places of all processes are kept once per node, until the communicator is freed.
 * Errors: MPI_ERR_COMM, MPI_ERR_ARG (NULL, a negative nranks), MPI_ERR_RANK.
 * (Research report RR-9077, section 3.3.2)
 */
int MPI_Comm_get_min_hlevel(MPI_Comm comm,
                            int nranks,
                            int *ranks,
                            char **type);

/**
 * Splits comm level by level, down to the bottom or to max levels.
 *
 * newcomms[0] is the communicator of this process at the widest level, newcomms[depth - 1] the one at the narrowest;
 * the rest of the array is MPI_COMM_NULL. rootscomms has the communicators of the roots beside them, and may be NULL,
 * on all processes, where they are not wanted. Both arrays belong to the caller and have max elements; depth differs
 * between processes whose bindings end at different levels. With a level named in info there is one level at the most;
 * keys of info that lead a split to another level than the next one count at every step.
 *
 * Collective over comm, with the same max on all processes. HSPLIT_Comm_hierarchy_free frees the communicators.
 * Errors: as MPI_Comm_hsplit_with_roots; nothing is created then.
 * (Research report RR-9077, section 3.4)
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
 * depth is what HSPLIT_Comm_hierarchy gave. rootscomms may be NULL where there are none.
 *
 * Collective over every communicator that is freed. Errors: MPI_ERR_ARG (a negative depth, NULL); what MPI_Comm_free
 * reports first, after all have been freed.
 */
int HSPLIT_Comm_hierarchy_free(int depth,
                               MPI_Comm *newcomms,
                               MPI_Comm *rootscomms);

/**
 * Returns the version of the loaded library; HSPLIT_VERSION_MAJOR, _MINOR and _PATCH have that of the header.
 *
 * Local, at any time. Any output may be NULL. Always succeeds.
 */
int HSPLIT_Get_version(int *major, int *minor, int *patch);

/**
 * Describes the library in words: its version, the MPI that it was built for, and the MPI of this process.
 *
 * version has room for HSPLIT_MAX_LIBRARY_VERSION_STRING characters; what does not fit is cut off. resultlen: how many
 * characters there are, without the NUL at the end. It may be NULL.
 *
 * Local, at any time. Errors: MPI_ERR_ARG (NULL).
 */
int HSPLIT_Get_library_version(char *version,
                               int *resultlen);

/**
 * Gives the communicator that comm was split from.
 *
 * parent: its handle, which is not to be freed by this call's user, since it is the program's own already;
 * MPI_COMM_NULL where it has been freed, and where comm was not split by this library. Communicators of roots have no
 * parent. A duplicate made by MPI_Comm_dup gives what its original gives.
 *
 * Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL).
 */
int HSPLIT_Comm_get_parent(MPI_Comm comm,
                           MPI_Comm *parent);

/**
 * Lists the communicators that this process got by splits of comm and has not freed, in order of creation.
 *
 * count: how many there are, which may be more than max. children: the first max of them; their handles are the
 * program's own already. NULL is allowed where max is 0. Communicators of roots are not among them. A duplicate made
 * by MPI_Comm_dup has children of its own.
 *
 * Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max).
 */
int HSPLIT_Comm_get_children(MPI_Comm comm,
                             int max,
                             int *count,
                             MPI_Comm *children);

/**
 * Gives the communicator of the roots that was made together with comm.
 *
 * roots: its handle, which is the program's own already; MPI_COMM_NULL where this process is no root, where the roots
 * were not asked for or have been freed, and where comm was not split by this library. A duplicate made by
 * MPI_Comm_dup gives what its original gives.
 *
 * Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL).
 */
int HSPLIT_Comm_get_roots(MPI_Comm comm,
                          MPI_Comm *roots);

/**
 * Says how deep in the hierarchy comm is.
 *
 * depth: how many levels of the hierarchy lead to it, its own counted; 0 for a communicator of all processes;
 * MPI_UNDEFINED for others that this library has not split. Its processes share as many coordinates. type: the name of
 * its level, as MPI_Comm_get_hlevel_info gives it; "System - Cluster" at depth 0, "Unknown" at MPI_UNDEFINED. It may
 * be NULL. A ring of a torus or a process set is one level below all processes.
 *
 * Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL).
 */
int HSPLIT_Comm_get_depth(MPI_Comm comm,
                          int *depth,
                          const char **type);

/**
 * Makes the map of comm, which says where all its ranks are.
 *
 * It does nothing where comm has one. The first call that needs the map makes it; this call only says when. The map is
 * kept once per node until comm is freed, and its duplicates made by MPI_Comm_dup share it. It has the bindings as
 * they were when it was made.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator).
 */
int HSPLIT_Comm_map(MPI_Comm comm);

/**
 * Makes the map of comm anew, with the bindings that processes have now.
 *
 * Duplicates that share the map get the new one. Where the call fails the old one stays.
 *
 * Collective over comm. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator).
 */
int HSPLIT_Comm_map_update(MPI_Comm comm);

/**
 * Lists the levels of the hardware that ranks of comm have, widest first.
 *
 * count: how many there are, which may be more than max. types: the names of the first max, as
 * MPI_Comm_get_hlevel_info gives them; they belong to the library and live as long as the process. instances: how many
 * instances of each level have members. types may be NULL where max is 0, and instances always.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max). A first call reports
 * wrong arguments after the map is made.
 */
int HSPLIT_Comm_get_levels(MPI_Comm comm,
                           int max,
                           int *count,
                           const char **types,
                           int *instances);

/**
 * Lists the coordinates of a rank in the hierarchy.
 *
 * At each level that the rank is bound inside, widest first, the coordinate is the number of the rank's instance among
 * those that have members and share the level above, from 0, in the order of their lowest ranks. Two ranks share the
 * levels at which their coordinates begin equally. count: how many there are, which may be more than max. types: the
 * names of these levels. coords may be NULL where max is 0, and types always.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max), MPI_ERR_RANK. A
 * first call reports wrong arguments after the map is made.
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
 * coords has count coordinates; with a count of 0 all ranks are listed. nranks: how many ranks there are, which may be
 * more than max. ranks: the first max of them; NULL is allowed where max is 0. No rank at the coordinates is no error.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max, count or coordinate).
 * A first call reports wrong arguments after the map is made.
 */
int HSPLIT_Comm_get_rank(MPI_Comm comm,
                         int count,
                         const int *coords,
                         int max,
                         int *nranks,
                         int *ranks);

/**
 * Says how far two ranks are from each other in the hierarchy.
 *
 * hops: the edges on the way between their places, up to the lowest level that both share and down again; 0 for one
 * place. Between the nodes of a torus the way is the shortest one of the torus. The distance is a metric. type: the
 * name of that level, "System - Cluster" where they share none. It may be NULL.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL), MPI_ERR_RANK. A first call reports
 * wrong arguments after the map is made.
 */
int HSPLIT_Comm_get_distance(MPI_Comm comm,
                             int a,
                             int b,
                             int *hops,
                             const char **type);

/**
 * Says how far all pairs of some ranks are from each other in the hierarchy.
 *
 * matrix has n rows of n elements: the element in row i and column j is the distance between ranks[i] and ranks[j], as
 * HSPLIT_Comm_get_distance gives it. Both arrays may be NULL where n is 0.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative n), MPI_ERR_RANK. A first
 * call reports wrong arguments after the map is made.
 */
int HSPLIT_Comm_get_distances(MPI_Comm comm,
                              int n,
                              const int *ranks,
                              int *matrix);

/**
 * Lists the ranks around a rank.
 *
 * type: a level by any name that a guided split takes, which is no device; the ranks in the rank's instance of it are
 * listed without the rank itself, nearest first, equally near ones ascending. NULL: the nearest ranks, all equally
 * far, ascending. nranks: how many ranks there are, which may be more than max; 0 where the rank has no such level.
 * ranks: the first max of them; NULL is allowed where max is 0.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max), MPI_ERR_RANK. A
 * first call reports wrong arguments after the map is made.
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
 * hops: a distance as HSPLIT_Comm_get_distance gives it. group: their group, in the order of their ranks in comm,
 * freed with MPI_Group_free. Groups of different processes may differ.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, negative hops). A first call reports
 * wrong arguments after the map is made.
 */
int HSPLIT_Comm_get_neighbour_group(MPI_Comm comm,
                                    int hops,
                                    MPI_Group *group);

/**
 * Lists the colors of the calling process, one for each level that it is bound inside.
 *
 * Two processes that have a level have the same color there exactly when they share it. At each level, counted from
 * the widest, colors are dense from 0. depth: how many levels there are, which may be more than max. colors: those of
 * the first max; NULL is allowed where max is 0.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max). A first call reports
 * wrong arguments after the map is made.
 */
int HSPLIT_Comm_get_colors(MPI_Comm comm,
                           int max,
                           int *depth,
                           int *colors);

/**
 * Lists the coordinates of a rank's node in its network, as the source coordinates has them.
 *
 * In a torus these are the node's coordinates; below switches, the number of the switch at each level and the port.
 * count: how many there are, which may be more than max; 0 where no source tells coordinates of the node. dims: how
 * many there are in each dimension, or at each level below one switch. coords may be NULL where max is 0, and dims
 * always.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max), MPI_ERR_RANK. A
 * first call reports wrong arguments after the map is made.
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
 * coords has count coordinates, as HSPLIT_Comm_get_network_coords gives them. Below switches they may be fewer: then
 * the ranks of all nodes below that switch are listed. nranks: how many ranks there are, which may be more than max.
 * ranks: the first max of them; NULL is allowed where max is 0. No rank at the coordinates is no error.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative max, count or coordinate).
 * A first call reports wrong arguments after the map is made.
 */
int HSPLIT_Comm_get_network_rank(MPI_Comm comm,
                                 int count,
                                 const int *coords,
                                 int max,
                                 int *nranks,
                                 int *ranks);

/**
 * Lists the devices of a type on the caller's node, nearest first.
 *
 * type: gpu, nic, nvme, or another name of devices that a guided split takes (cuda, ib, mlx5_0). count: how many there
 * are, which may be more than max; 0 where the node has none. The arrays have the first max of them; busids, distances
 * and ranks may be NULL, and names where max is 0. names: the device's first name (gpu3, mlx5_0, nvme0n1). busids: its
 * place on the PCI bus (0000:c1:00.0), as the runtimes of GPUs take it; empty where it has none. The texts belong to
 * the library and live as long as the process. distances: how many levels lead from the narrowest object around the
 * caller's binding up to one that the device's locality lies inside. ranks: how many ranks of comm on the node have
 * the device first; more than 1 is shared. Of devices that are equally near, ranks have different ones first, as far
 * as there are enough. Bindings are those before any push.
 *
 * Collective over comm, at every call. The ranks may ask for different types. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an
 * intercommunicator), MPI_ERR_ARG (NULL, a negative max); wrong arguments of one rank are an error on all.
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
 * where: a level by any name that a guided split takes (NUMANode: the instances that the process is bound to now, or
 * the first one in its binding where the level is narrower); LEVEL:LIST, instances by their logical numbers on the
 * node (Core:0-3,8); home, the binding before the first push; allowed, all that the operating system lets the process
 * have; cpus:LIST, processing units by the operating system's numbers. What is not allowed is left out. The calling
 * thread is bound, and the threads of its OpenMP team, of which there is one for each core then. Where the operating
 * system gives fewer cores than are allowed, there are no more threads a core than there would have been. info may
 * have the keys hsplit_bind_threads (team, process, caller), hsplit_omp (set, keep), hsplit_threads (a number),
 * hsplit_spread (yes, no) and hsplit_blas (yes, no). Splits of communicators see the new binding.
 *
 * Local. Errors: MPI_ERR_ARG (NULL; where names nothing on this node, or nothing that is allowed), MPI_ERR_INFO (an
 * invalid info, a wrong value), MPI_ERR_OTHER (inside a parallel region of OpenMP; the operating system refuses).
 * Nothing is changed then.
 */
int HSPLIT_Bind_push(const char *where,
                     MPI_Info info);

/**
 * Binds the process to the part of its node that a communicator stands for, until HSPLIT_Bind_pop.
 *
 * comm: a communicator that this library has split at a level inside nodes, or a duplicate of one. What is not allowed
 * is left out. Threads and info are as in HSPLIT_Bind_push.
 *
 * Local. Errors: MPI_ERR_COMM (MPI_COMM_NULL; a communicator of a network level; one that this library has not split),
 * MPI_ERR_ARG (nothing of it is allowed), MPI_ERR_INFO, MPI_ERR_OTHER (as in HSPLIT_Bind_push). Nothing is changed
 * then.
 */
int HSPLIT_Bind_push_comm(MPI_Comm comm,
                          MPI_Info info);

/**
 * Gives the process the binding of before the last push, and its OpenMP team the number of threads that was set then.
 *
 * A binding that something else has changed after the push is replaced, too. The call is possible after MPI_Finalize.
 *
 * Local. Errors: MPI_ERR_OTHER (nothing is pushed; inside a parallel region of OpenMP; the operating system refuses).
 */
int HSPLIT_Bind_pop(void);

/**
 * Says what the process is bound to.
 *
 * text: its processing units by the operating system's numbers, then the narrowest instance of a level that holds all
 * of them, by its logical number on the node (0-3 L3Cache:0). At most size characters are written, the NUL counted.
 * cores: how many cores these are of. units: how many they are. pushed: how many bindings are pushed. Each output may
 * be NULL.
 *
 * Local. Errors: MPI_ERR_ARG (a negative size).
 */
int HSPLIT_Bind_get(char *text,
                    int size,
                    int *cores,
                    int *units,
                    int *pushed);

/**
 * Makes a placement, with which ranks of comm take turns on the cores of their nodes.
 *
 * The bindings count that processes have now, or had before a push. info may have the keys hsplit_cpus, the processing
 * units of a node that may be handed out (job, the default: those that its ranks are bound to; allowed: those that the
 * operating system lets them have; or a list by the operating system's numbers, of which what is not allowed is left
 * out), and hsplit_progress, how often, in microseconds, a rank that sleeps makes progress on messages (0, the
 * default: never).
 *
 * Collective over comm. HSPLIT_Placement_free frees the placement. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an
 * intercommunicator), MPI_ERR_ARG (NULL, ranks that pass different keys, a list of which nothing is allowed),
 * MPI_ERR_INFO (an invalid info, a wrong value), MPI_ERR_OTHER (ranks of a node that cannot share memory, or that see
 * different machines). Every rank of comm gets one. (Mercier's thesis, section 4.2.6)
 */
int HSPLIT_Placement_create(MPI_Comm comm,
                            MPI_Info info,
                            HSPLIT_Placement *p);

/**
 * Frees a placement and the communicators of its workers, and sets p to 0.
 *
 * Collective over the communicator of the placement.
 * Errors: MPI_ERR_ARG (NULL, no placement), MPI_ERR_OTHER (a rank is in a phase: all ranks get it, and nothing is
 * freed).
 */
int HSPLIT_Placement_free(HSPLIT_Placement *p);

/**
 * Says what a shape would do: which ranks work, with how many threads.
 *
 * shape: LEVEL, one worker for each instance of a level; DEVICE, one for each device of a name (gpu, nic), and devices
 * of one locality divide its cores; LEVEL*K, K for each; M:T, M workers on each node with T threads each; M:, with as
 * many threads as fit; all, every rank with its own binding; root, one worker in the whole communicator. info may have
 * the keys hsplit_root (the rank that comes first, 0), hsplit_adopt (yes; no: cores whose instance has no rank stay
 * idle) and hsplit_smt (all; one: a worker is bound to one processing unit of each core; threads: it has a thread for
 * each). worker: 1 where the caller works, else 0. threads: how many threads it has. index: which worker of its node
 * it is, from 0; MPI_UNDEFINED where it does not work. workers: how many its node has. Outputs that are not wanted may
 * be NULL.
 *
 * Local. Errors: MPI_ERR_ARG (no placement, NULL, no shape, one that does not fit the node), MPI_ERR_INFO (an invalid
 * info, a wrong value).
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
 * shape and info as in HSPLIT_Placement_elect. workers: MPI_COMM_NULL where the caller does not work. The communicator
 * belongs to the placement, and is not to be freed.
 *
 * The first call with a shape is collective over the communicator of the placement; later ones are local.
 * Errors: MPI_ERR_ARG (no placement, NULL, no shape, one that does not fit the node, ranks that name different ones),
 * MPI_ERR_INFO (an invalid info, a wrong value).
 */
int HSPLIT_Placement_comm(HSPLIT_Placement p,
                          const char *shape,
                          MPI_Info info,
                          MPI_Comm *workers);

/**
 * Waits until all ranks of the node have called this, asleep.
 *
 * A rank that has ended, and does not come, is noticed within three seconds.
 *
 * Collective over the ranks of the placement on the node of the caller.
 * Errors: MPI_ERR_ARG (no placement), MPI_ERR_OTHER (a rank that is waited for has ended).
 */
int HSPLIT_Node_barrier(HSPLIT_Placement p);

/**
 * Begins a phase, in which the workers of a shape have the cores and all other ranks of the node are parked.
 *
 * shape and info as in HSPLIT_Placement_elect. A parked rank returns at once, with 0 in worker. A worker sleeps until
 * all ranks that are bound to cores of its part have begun the phase; then it is bound to the part, as by
 * HSPLIT_Bind_push with the same info, its OpenMP team has the threads that fit, and it returns with 1 in worker.
 * comm: the communicator of the workers, as HSPLIT_Placement_comm gives it; NULL, on all ranks, where it is not
 * wanted. With the key hsplit_barrier=node begin and end wait for all ranks of the node.
 *
 * Collective over the ranks of the placement on the node of the caller. Where comm is wanted, the first call with a
 * shape is collective over all ranks of the placement. One thread of a process begins and ends phases.
 * Errors: MPI_ERR_ARG (no placement, NULL, no shape, one that does not fit the node, a phase that has not ended, ranks
 * of the node that begin different phases), MPI_ERR_INFO (an invalid info, a wrong value), MPI_ERR_OTHER (a rank that
 * is waited for has ended; as in HSPLIT_Bind_push). Ranks of the node that have begun the phase already get an error
 * where they end it.
 */
int HSPLIT_Phase_begin(HSPLIT_Placement p,
                       const char *shape,
                       MPI_Info info,
                       int *worker,
                       MPI_Comm *comm);

/**
 * Ends a phase.
 *
 * A worker is bound as before; bindings that it has pushed inside the phase are taken back, too. A rank to whose cores
 * other workers are bound, parked or a worker elsewhere, sleeps until they have ended the phase.
 *
 * Collective over the ranks of the placement on the node of the caller.
 * Errors: MPI_ERR_ARG (no placement, no phase, a phase that other ranks of the node were wrong about), MPI_ERR_OTHER
 * (a rank that is waited for has ended; inside a parallel region of OpenMP, where the phase goes on). The phase is
 * over otherwise.
 */
int HSPLIT_Phase_end(HSPLIT_Placement p);

/**
 * Makes a communicator of the same processes, ordered so that ranks that send each other much are close together.
 *
 * n, peers, weights: the ranks of comm that the caller sends to, and how much to each, in any unit; weights may be
 * NULL, and stands for 1 each then. A rank may be named more than once; what it sends to itself does not count, nor do
 * entries that are MPI_PROC_NULL. The rank of a process in newcomm is the role that it plays from now on: the part of
 * the work that this rank had in comm. Where nothing is gained, all keep their ranks (MPI_CONGRUENT). receive_from:
 * the rank in comm that had the caller's new role, which is the caller's rank in newcomm. send_to: the rank in comm
 * that has the caller's old role now. Either may be NULL. info may have the keys hsplit_reorder (yes; no: all keep
 * their ranks), hsplit_metric (bytes; messages: each entry counts as one), hsplit_cost (as cost= of HSPLIT_REORDER),
 * hsplit_threshold (by which part another order must be cheaper, 0.01) and hsplit_seed (a number).
 *
 * Collective over comm. The new communicator is freed with MPI_Comm_free.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative n, a weight below 0, ranks
 * that pass different keys), MPI_ERR_RANK (no rank of comm), MPI_ERR_INFO (an invalid info, a wrong value). Every rank
 * of comm gets one. Where no order can be found, the call succeeds, and all keep their ranks.
 * (Mercier's thesis, section 3.3.3)
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
 * newcomm: a communicator of the same processes as comm, such as one that HSPLIT_Comm_reorder or
 * MPI_Dist_graph_create has made from it. buf, count, type: the data that belongs to the caller's role in comm; behind
 * the call, that which belongs to its role in newcomm. All ranks pass as much data.
 *
 * Collective over comm.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator, other processes in newcomm than in comm), MPI_ERR_ARG
 * (NULL, a negative count, ranks that pass more data than others, or communicators with other orders), MPI_ERR_TYPE
 * (MPI_DATATYPE_NULL, a datatype that is not committed). Every rank of comm gets one, and no data moves.
 * (Mercier's thesis, section 3.3.4)
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
 * weights: how much two neighbours along each dimension exchange, in any unit; NULL stands for 1 each. periods: which
 * dimensions are rings. dims: the length of each dimension; those that are 0 are chosen for least traffic across the
 * widest level of the hierarchy, then across the next one, and all are written to it. Where all are given, their
 * product may be less than the number of ranks: then the library chooses which ranks stay out and get MPI_COMM_NULL.
 * Ranks in comm_cart are row by row in the grid, as MPI_Cart_create has them; where nothing is gained, all keep
 * theirs. info may have the key hsplit_stencil (star, which is the neighbours along each dimension; or offsets of
 * partners such as (1,0),(1,1), each of which stands for its opposite, too) and the keys of HSPLIT_Comm_reorder.
 *
 * Collective over comm_old. The new communicator is freed with MPI_Comm_free.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative ndims, a weight below 0,
 * ranks that pass different arguments), MPI_ERR_DIMS (a negative length, lengths that do not fit the number of ranks),
 * MPI_ERR_INFO (an invalid info, a wrong value). Every rank of comm_old gets one. Where no order can be found, the
 * call succeeds, and all keep their ranks.
 * (mpi-forum/mpi-issues 120)
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
 * weights: how much two neighbours along each dimension exchange, in any unit; NULL stands for 1 each. dims: those
 * that are 0 are chosen; it is as in MPI_Dims_create, but by where the ranks of comm are. Where none is 0, their
 * product may be less than the number of ranks, as for HSPLIT_Cart_create. That call chooses the same lengths where it
 * has no keys, whatever its periods are.
 *
 * The first call is collective over comm, together with other first calls that need the map; later ones are local.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, a negative ndims, a weight below 0),
 * MPI_ERR_DIMS (a negative length, lengths that do not fit the number of ranks).
 * (mpi-forum/mpi-issues 120)
 */
int HSPLIT_Dims_create(MPI_Comm comm,
                       int ndims,
                       const double *weights,
                       int *dims);

/**
 * Starts a session: what this process sends from now on to ranks of comm is counted.
 *
 * It counts what goes to a rank over any communicator. Sessions may overlap. The first one turns counting on in this
 * process, also for calls that are under way in other threads; it stays on until MPI_Finalize. info may have the key
 * hsplit_collectives: the messages that a collective call counts as, as for the option 'as' of HSPLIT_MONITOR
 * (meaning; trees; none).
 *
 * Local. HSPLIT_Monitor_free frees the session.
 * Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL), MPI_ERR_INFO (an invalid info, a
 * wrong value).
 * (Mercier's thesis, section 3.3.1)
 */
int HSPLIT_Monitor_start(MPI_Comm comm,
                         MPI_Info info,
                         HSPLIT_Monitor *m);

/**
 * Suspends a session: what is sent from now on does not count in it.
 *
 * Local. Errors: MPI_ERR_ARG (no session, one that is suspended).
 */
int HSPLIT_Monitor_suspend(HSPLIT_Monitor m);

/**
 * Continues a session that is suspended.
 *
 * Local. Errors: MPI_ERR_ARG (no session, one that is not suspended).
 */
int HSPLIT_Monitor_continue(HSPLIT_Monitor m);

/**
 * Sets all that a session has counted to 0. A suspended session stays suspended.
 *
 * Local. Errors: MPI_ERR_ARG (no session).
 */
int HSPLIT_Monitor_reset(HSPLIT_Monitor m);

/**
 * Frees a session, and sets m to 0.
 *
 * Local. Errors: MPI_ERR_ARG (NULL, no session).
 */
int HSPLIT_Monitor_free(HSPLIT_Monitor *m);

/**
 * Gives what this process has sent to each rank of the session's communicator.
 *
 * what: HSPLIT_MONITOR_BYTES or HSPLIT_MONITOR_MESSAGES; or'ed with HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES,
 * HSPLIT_MONITOR_RMA, that of these calls alone; or'ed with HSPLIT_MONITOR_CARRIED, not what the program has sent, but
 * what the library has to carry its collective calls along the hierarchy (HSPLIT_COLLECTIVES). n: the length of
 * values, as many as the communicator has ranks or more. values: by rank; that of the caller itself is what it has
 * sent to itself. What one-sided calls have got from a rank counts as if sent to it. Ranks outside MPI_COMM_WORLD have
 * 0.
 *
 * Local. Errors: MPI_ERR_ARG (no session, NULL, another number in what, an n that is too small).
 */
int HSPLIT_Monitor_get(HSPLIT_Monitor m,
                       int what,
                       int n,
                       long long *values);

/**
 * Says for each level how much of what the ranks sent each other stayed inside one instance of it.
 *
 * what: as in HSPLIT_Monitor_get. depth: how many levels there are, and one more; it may exceed max. inside: the
 * levels widest first, as HSPLIT_Comm_get_levels lists them; the last element is all that was sent, with the name
 * "System - Cluster". What ranks sent to themselves does not count. types: the names of the levels, which belong to
 * the library; NULL where they are not wanted.
 *
 * Collective over the communicator of the session.
 * Errors: MPI_ERR_ARG (no session, NULL, a negative max, another number in what, ranks that pass different ones),
 * MPI_ERR_COMM (a communicator that was freed). Every rank gets one; but a rank that passes no session cannot tell the
 * others.
 * (Mercier's thesis, section 3.3.1)
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
 * file: the path of the files without their ends, the same on all ranks. FILE.bytes.mtx and FILE.messages.mtx are the
 * matrices, FILE.json has the places of all ranks and the totals, FILE.parts what each process has counted, for the
 * commands hsplit monitor and hsplit map, and FILE.txt the report. Files that are there already are replaced.
 *
 * Collective over the communicator of the session.
 * Errors: MPI_ERR_ARG (no session, NULL, an empty file, ranks that name different files), MPI_ERR_COMM (a communicator
 * that was freed), MPI_ERR_OTHER (files that cannot be written). Every rank gets one; but a rank that passes no
 * session cannot tell the others.
 */
int HSPLIT_Monitor_flush(HSPLIT_Monitor m,
                         const char *file);

/**
 * Makes a communicator of the same processes, ordered so that ranks that have sent each other much are close together.
 *
 * As HSPLIT_Comm_reorder, with what the session has counted: bytes, or with the key hsplit_metric=messages the number
 * of messages. info, newcomm, receive_from and send_to are as there. Where the gain is below hsplit_threshold, all
 * keep their ranks (MPI_CONGRUENT), and receive_from and send_to are the caller's own. HSPLIT_Comm_migrate moves the
 * data. With HSPLIT_LOG=info rank 0 says what a step of the program saves, where the key hsplit_steps is the number of
 * steps that the session has counted (1), and what migrating costs.
 *
 * Collective over the communicator of the session. The new communicator is freed with MPI_Comm_free.
 * Errors: MPI_ERR_ARG (no session, NULL, ranks that pass different keys), MPI_ERR_COMM (a communicator that was
 * freed), MPI_ERR_INFO (an invalid info, a wrong value). Every rank gets one; but a rank that passes no session cannot
 * tell the others. Where no order can be found, the call succeeds, and all keep their ranks.
 * (Mercier's thesis, section 3.3.4)
 */
int HSPLIT_Monitor_reorder(HSPLIT_Monitor m,
                           MPI_Info info,
                           MPI_Comm *newcomm,
                           int *receive_from,
                           int *send_to);

/**
 * Makes a shared window for each instance of a level, in the memory of the level.
 *
 * It does what MPI_Win_allocate_shared does, on the ranks of comm that are bound inside the caller's instance of
 * level, in the order of their ranks in comm. level: a level inside nodes by any name that a guided split takes
 * (NUMANode, L3Cache, hbm). If one rank of a node is in no instance of it, the window is that of all ranks of the node
 * that are in comm. Each rank's segment is bound to the NUMA nodes inside the instance, or to the one around it, and
 * its pages are made there. Where these have no memory, or less than all segments need, nothing is bound, and one line
 * says so. HSPLIT_Win_query_level says what was had. info may have the keys hsplit_memory (dram: ordinary memory, the
 * default where there is any; hbm: that of high bandwidth, the default at the level hbm) and hsplit_segment (each, the
 * default: each rank has a segment of its size; first: only the first rank of each instance has one, which all use),
 * and keys of the MPI. baseptr: the address of a pointer, which gets the address of the caller's segment, or of the
 * first one. MPI_Win_free frees the window.
 *
 * Collective over comm. Errors: MPI_ERR_COMM (MPI_COMM_NULL, an intercommunicator), MPI_ERR_ARG (NULL, ranks that pass
 * different levels or keys), MPI_ERR_SIZE (a negative size), MPI_ERR_INFO (an invalid info, a wrong value),
 * and those of MPI_Win_allocate_shared.
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
 * level: the name of the level, Machine where the window is that of a whole node, and Unknown where another call has
 * made it. memory: the NUMA nodes that its memory is wanted on, by the operating system's numbers (0-1); empty where
 * there are none. Both have MPI_MAX_OBJECT_NAME characters. pages: how many pages the segments of all ranks had when
 * the window was made. placed: how many of these were on these NUMA nodes; 0 where nothing was bound, as on an
 * emulated machine. Outputs that are not wanted may be NULL.
 *
 * Local. Errors: those of MPI_Win_get_attr for the window.
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
