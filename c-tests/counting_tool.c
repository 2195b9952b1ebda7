/* SPDX-License-Identifier: MIT OR Apache-2.0
 * An ordinary tool: it counts calls under the names of MPI, makes the PMPI_ calls, and rank 0 prints its counts in
 * MPI_Finalize. A library to preload or to link. */
#include <mpi.h>
#include <stdio.h>

enum {
    SEND,
    ISEND,
    RECV,
    WAITALL,
    BARRIER,
    BCAST,
    ALLREDUCE,
    IALLREDUCE,
    ALLTOALL,
    DUP,
    SPLIT,
    SPLIT_TYPE,
    FREE,
    CART
};

static const char *const NAMES[] = {"Send",       "Isend",           "Recv",       "Waitall",    "Barrier",
                                    "Bcast",      "Allreduce",       "Iallreduce", "Alltoall",   "Comm_dup",
                                    "Comm_split", "Comm_split_type", "Comm_free",  "Cart_create"};
static long counts[sizeof NAMES / sizeof *NAMES];

#define COUNTED(number, name, parameters, arguments)                                                                   \
    int MPI_##name parameters                                                                                          \
    {                                                                                                                  \
        counts[number]++;                                                                                              \
        return PMPI_##name arguments;                                                                                  \
    }

COUNTED(SEND, Send, (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm),
        (buf, count, type, dest, tag, comm))
COUNTED(ISEND, Isend,
        (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request),
        (buf, count, type, dest, tag, comm, request))
COUNTED(RECV, Recv, (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status),
        (buf, count, type, source, tag, comm, status))
COUNTED(WAITALL, Waitall, (int count, MPI_Request requests[], MPI_Status statuses[]), (count, requests, statuses))
COUNTED(BARRIER, Barrier, (MPI_Comm comm), (comm))
COUNTED(BCAST, Bcast, (void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm),
        (buf, count, type, root, comm))
COUNTED(ALLREDUCE, Allreduce, (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
        (from, to, count, type, op, comm))
COUNTED(IALLREDUCE, Iallreduce,
        (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request),
        (from, to, count, type, op, comm, request))
COUNTED(ALLTOALL, Alltoall,
        (const void *from, int count, MPI_Datatype type, void *to, int tocount, MPI_Datatype totype, MPI_Comm comm),
        (from, count, type, to, tocount, totype, comm))
COUNTED(DUP, Comm_dup, (MPI_Comm comm, MPI_Comm *newcomm), (comm, newcomm))
COUNTED(SPLIT, Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *newcomm), (comm, color, key, newcomm))
COUNTED(SPLIT_TYPE, Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *newcomm),
        (comm, type, key, info, newcomm))
COUNTED(FREE, Comm_free, (MPI_Comm * comm), (comm))
COUNTED(CART, Cart_create,
        (MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *newcomm),
        (comm, ndims, dims, periods, reorder, newcomm))

int MPI_Finalize(void)
{
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; rank == 0 && i < sizeof counts / sizeof *counts; i++)
        printf("tool: %s %ld\n", NAMES[i], counts[i]);
    fflush(stdout);
    return PMPI_Finalize();
}
