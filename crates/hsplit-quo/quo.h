/* SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * quo.h: the interface of libquo 1.4 on top of libhsplit, for existing programs.
 *
 * Names, types and values are those of libquo; the text is this project's. Link with -lhsplit_quo. The differences are
 * in the chapter "QUO programs" of the book and in hsplit-quo(7).
 *
 * A context describes the processes of a communicator, and the node that each of them runs on. All functions return a
 * code below and call no MPI error handler. Objects of a type are counted from 0 in hwloc's logical order. */
#ifndef QUO_H_INCLUDED
#define QUO_H_INCLUDED

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether this is a quo.h, whether it has a version, and the version: 1.4.1. */
#define LIBQUO 1
#define QUO_HAS_API_VERSIONING 1
#define QUO_API_VERSION 0x00010401

struct QUO_t;
typedef struct QUO_t QUO_t;
/** A context; NULL is none. */
typedef QUO_t *QUO_context;

/** What all functions return. */
enum {
    QUO_SUCCESS = 0,
    /** Nothing was left to do. */
    QUO_SUCCESS_ALREADY_DONE = 1,
    /** The arguments of another process are wrong, or the library has failed. */
    QUO_ERR = 2,
    /** The operating system has refused something, or a process of the node has died. */
    QUO_ERR_SYS = 3,
    /** No memory. */
    QUO_ERR_OOR = 4,
    /** A wrong argument. */
    QUO_ERR_INVLD_ARG = 5,
    /** The context has been freed, or never was one. */
    QUO_ERR_CALL_BEFORE_INIT = 6,
    /** The hardware of the node is not known. */
    QUO_ERR_TOPO = 7,
    /** MPI is not running, or a call of it has failed. After MPI_Finalize only counts and QUO_bind_pop work. */
    QUO_ERR_MPI = 8,
    /** This process cannot be bound so, or libhsplit is switched off. */
    QUO_ERR_NOT_SUPPORTED = 9,
    /** A pop of nothing. */
    QUO_ERR_POP = 10,
    /** There is no such object. */
    QUO_ERR_NOT_FOUND = 11
};

/** Types of hardware objects. */
typedef enum {
    QUO_OBJ_MACHINE = 0,
    QUO_OBJ_NUMANODE = 1,
    QUO_OBJ_PACKAGE = 2,
    /** Another name of QUO_OBJ_PACKAGE. */
    QUO_OBJ_SOCKET = 3,
    QUO_OBJ_CORE = 4,
    /** Processing units: hardware threads. */
    QUO_OBJ_PU = 5
} QUO_obj_type_t;

/** What QUO_bind_push binds to. */
typedef enum {
    /** The object that the arguments name. */
    QUO_BIND_PUSH_PROVIDED = 0,
    /** The first object of the type that has a unit of the present binding; the index is ignored. */
    QUO_BIND_PUSH_OBJ = 1
} QUO_bind_push_policy_t;

/** How QUO_create_with_flags makes a context. */
typedef enum {
    QUO_CREATE_NO_FLAGS = 0,
    /** Only the first processing unit of each core counts. */
    QUO_CREATE_NO_MT = 1
} QUO_create_flags_t;

/** The numbers of libquo's interface that this library has: 8 and 0. Needs no context. */
int QUO_version(int *version, int *subversion);

/** Makes a context. Collective over comm, an intracommunicator, after MPI_Init. */
int QUO_create(QUO_context *q, MPI_Comm comm);

/** QUO_create with flags, which are equal at all processes. */
int QUO_create_with_flags(QUO_context *q, MPI_Comm comm, QUO_create_flags_t flags);

/** Frees a context; NULL is fine. Collective over its communicator, before MPI_Finalize. Bindings stay as they are. */
int QUO_free(QUO_context q);

/** How many objects of a type the node has; 0 where it has no such type. */
int QUO_nobjs_by_type(QUO_context q, QUO_obj_type_t target_type, int *out_nobjs);

/** How many objects of a type lie inside an object. */
int QUO_nobjs_in_type_by_type(QUO_context q, QUO_obj_type_t in_type, int in_type_index, QUO_obj_type_t type,
                              int *out_result);

/** Whether the binding of the caller has a processing unit of an object: 1 or 0. */
int QUO_cpuset_in_type(QUO_context q, QUO_obj_type_t type, int in_type_index, int *out_result);

/** The processes of the node whose bindings have a processing unit of an object, by their numbers (QUO_id), ascending.
 * The array is for free(3); it is NULL where there are none. */
int QUO_qids_in_type(QUO_context q, QUO_obj_type_t type, int in_type_index, int *out_nqids, int **out_qids);

/** How many NUMA nodes the node has. */
int QUO_nnumanodes(QUO_context q, int *out_nnumanodes);

/** How many packages the node has. */
int QUO_nsockets(QUO_context q, int *out_nsockets);

/** How many cores the node has. */
int QUO_ncores(QUO_context q, int *out_ncores);

/** How many processing units the node has. */
int QUO_npus(QUO_context q, int *out_npus);

/** On how many nodes the processes of the communicator run. */
int QUO_nnodes(QUO_context q, int *out_nodes);

/** How many processes of the communicator run on this node. */
int QUO_nqids(QUO_context q, int *out_nqids);

/** The number of the caller among the processes of its node, from 0, in the order of their ranks. */
int QUO_id(QUO_context q, int *out_qid);

/** Whether the caller is bound: 0 where it has all processing units that the operating system lets it have, else 1. */
int QUO_bound(QUO_context q, int *bound);

/** The binding of the caller as a list of the operating system's numbers ("0-3,8"). For free(3). */
int QUO_stringify_cbind(QUO_context q, char **cbind_str);

/** Binds the process, all its threads that were bound alike, and remembers the binding before. Local. */
int QUO_bind_push(QUO_context q, QUO_bind_push_policy_t policy, QUO_obj_type_t type, int obj_index);

/** Returns to the binding before the last push. Local. */
int QUO_bind_pop(QUO_context q);

/** Waits, asleep, for all processes of the node. */
int QUO_barrier(QUO_context q);

/** Selects at most max_qids_per_res_type processes for each object of a type: 1 where the caller is one of them, else
 * 0. Collective over the processes of the node. */
int QUO_auto_distrib(QUO_context q, QUO_obj_type_t distrib_over_this, int max_qids_per_res_type, int *out_selected);

/** A communicator of the processes of the node that are bound inside one object of a type, in the order of their
 * numbers. The caller frees it. A process that is bound inside none gets MPI_COMM_NULL and QUO_ERR_NOT_FOUND.
 * Collective over the processes of the node. */
int QUO_get_mpi_comm_by_type(QUO_context q, QUO_obj_type_t target_type, MPI_Comm *out_comm);

#ifdef __cplusplus
}
#endif

#endif
