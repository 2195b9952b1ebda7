/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls along the hierarchy: how many of them must have gone there, told in the words of the library. */
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
    GATHERV,
    SCATTERV,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    SCAN,
    EXSCAN,
    OPERATIONS
};
static const char *const NAMES[OPERATIONS] = {
    "bcast",      "reduce",    "allreduce", "barrier",        "gather",
    "scatter",    "allgather", "alltoall",  "alltoallv",      "alltoallw",
    "allgatherv", "gatherv",   "scatterv",  "reduce_scatter", "reduce_scatter_block",
    "scan",       "exscan"};
static long expected[OPERATIONS];

/* A communicator, and what the hierarchy can do on it. */
struct world {
    MPI_Comm comm;
    int rank, size, has_levels, is_ordered;
};

/* There are levels where a split gives any rank a communicator of several ranks. */
static inline struct world world_of(MPI_Comm comm, int ordered)
{
    struct world world = {.comm = comm, .is_ordered = ordered};
    MPI_Comm part;
    int size = 0;

    MPI_Comm_rank(comm, &world.rank);
    MPI_Comm_size(comm, &world.size);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &part);
    if (part != MPI_COMM_NULL) {
        MPI_Comm_size(part, &size);
        MPI_Comm_free(&part);
    }
    PMPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_INT, MPI_MAX, comm);
    world.has_levels = size > 1;
    return world;
}

static inline void expect(const struct world *world, int operation)
{
    expected[operation] += world->has_levels;
}

/* What has no data is the native call's. */
static inline void expect_data(const struct world *world, int operation, int count)
{
    if (count > 0)
        expect(world, operation);
}

/* In one piece: launchers mix what ranks say. */
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
