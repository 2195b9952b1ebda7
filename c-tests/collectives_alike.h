/* SPDX-License-Identifier: MIT OR Apache-2.0
 * For tests of ranks whose arguments to one call differ. */
#ifndef COLLECTIVES_ALIKE_H
#define COLLECTIVES_ALIKE_H

#include "collectives.h"

static struct world world = {.has_levels = 1};

/* All ranks must pass this after each case: no rank may hang in the call before. */
static void together(void)
{
    int to[64], from[64];

    for (int i = 0; i < world.size; i++)
        to[i] = world.rank * 100 + i;
    OK(PMPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, world.comm));
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], i * 100 + world.rank);
}

/* A communicator on which no call has been made. */
static void afresh(void)
{
    if (world.comm)
        MPI_Comm_free(&world.comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &world.comm);
    MPI_Comm_rank(world.comm, &world.rank);
    MPI_Comm_size(world.comm, &world.size);
}

/* The end of a test: a call on the world is right. Returns the exit status. */
static int end_alike(void)
{
    int value = 3;

    OK(MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD));
    expect(&world, BCAST);
    MPI_Comm_free(&world.comm);
    say_expected();
    return test_end();
}

#endif
