/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls along the hierarchy: how many of them must have gone there, printed in the format of the library. */
#ifndef COLLECTIVES_H
#define COLLECTIVES_H

#include "test.h"

enum {
    BCAST,
    REDUCE,
    ALLREDUCE,
    BARRIER,
    GATHER,
    SCATTER,
    ALLGATHER,
    ALLTOALL,
    ALLTOALLV,
    ALLTOALLW,
    ALLGATHERV,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    SCAN,
    EXSCAN,
    NEIGHBOR_ALLGATHER,
    NEIGHBOR_ALLGATHERV,
    NEIGHBOR_ALLTOALL,
    NEIGHBOR_ALLTOALLV,
    NEIGHBOR_ALLTOALLW,
    OPERATIONS
};
static const char *const NAMES[OPERATIONS] = {"bcast",
                                              "reduce",
                                              "allreduce",
                                              "barrier",
                                              "gather",
                                              "scatter",
                                              "allgather",
                                              "alltoall",
                                              "alltoallv",
                                              "alltoallw",
                                              "allgatherv",
                                              "reduce_scatter",
                                              "reduce_scatter_block",
                                              "scan",
                                              "exscan",
                                              "neighbor_allgather",
                                              "neighbor_allgatherv",
                                              "neighbor_alltoall",
                                              "neighbor_alltoallv",
                                              "neighbor_alltoallw"};
static long expected[OPERATIONS];

/* A communicator, and the properties of its hierarchy. */
struct world {
    MPI_Comm comm;
    int rank, size, has_levels, is_ordered, shares_node;
};

/* True if any rank shares its part of a split with others, provided that the type has a level. */
static inline int has_company(MPI_Comm comm, int type, MPI_Info info)
{
    MPI_Comm part;
    int size = 0;

    MPI_Comm_split_type(comm, type, 0, info, &part);
    if (part != MPI_COMM_NULL) {
        MPI_Comm_size(part, &size);
        MPI_Comm_free(&part);
    }
    PMPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_INT, MPI_MAX, comm);
    return size > 1;
}

/* There are levels if a split gives any rank a communicator of several ranks. */
static inline struct world world_of(MPI_Comm comm, int ordered)
{
    struct world world = {.comm = comm, .is_ordered = ordered};
    MPI_Info node = test_info("mpi_hw_resource_type", "Machine");

    MPI_Comm_rank(comm, &world.rank);
    MPI_Comm_size(comm, &world.size);
    world.has_levels = has_company(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_INFO_NULL);
    world.shares_node = has_company(comm, MPI_COMM_TYPE_HW_GUIDED, node);
    MPI_Info_free(&node);
    return world;
}

/* True if a call of one of the five operations is short: it goes along the hierarchy if any ranks share a node. */
static inline int is_short(const struct world *world, int operation, size_t bytes)
{
    const char *calls = getenv("HSPLIT_COLLECTIVES");

    return world->shares_node && !(calls && strstr(calls, "short=off")) && bytes <= 65536 - (operation == BCAST) &&
           (operation != ALLGATHER || bytes * (size_t)world->size <= 32768);
}

static inline void expect(const struct world *world, int operation)
{
    expected[operation] += world->has_levels;
}

/* The same for an operation that has short calls. */
static inline void expect_bytes(const struct world *world, int operation, size_t bytes)
{
    if (bytes > 0 || operation == BARRIER)
        expected[operation] += world->has_levels || is_short(world, operation, bytes);
}

/* A call without data is native. */
static inline void expect_data(const struct world *world, int operation, int count)
{
    if (count > 0)
        expect(world, operation);
}

/* In one write: launchers interleave the output of ranks. */
static inline void say_expected(void)
{
    char line[512];
    int at = snprintf(line, sizeof line, "hsplit[%d]: along the hierarchy: ", test_rank());

    for (int i = 0, words = 0; i < OPERATIONS; i++)
        if (expected[i])
            at += snprintf(line + at, sizeof line - (size_t)at, "%s%ld %s", words++ ? ", " : "", expected[i], NAMES[i]);
    puts(line);
    fflush(stdout);
}

#endif
