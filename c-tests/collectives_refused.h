/* SPDX-License-Identifier: MIT OR Apache-2.0
 * For tests of calls with arguments that do not fit: an MPI may return certain errors, and no rank hangs. */
#ifndef COLLECTIVES_REFUSED_H
#define COLLECTIVES_REFUSED_H

#include "collectives.h"

static struct world world = {.comm = MPI_COMM_WORLD, .has_levels = 1};

static int value_at(int owner, int i)
{
    return owner * 1000003 + i * 7;
}

static int class_of(int code)
{
    int class = -1;

    MPI_Error_class(code, &class);
    return class;
}

/* The MPI returns an error of one of these classes. */
#define REFUSED(call, one, other) refused(#call, call, one, other)
static void refused(const char *what, int code, int one, int other)
{
    int class = class_of(code);

    if (class != one && class != other && test_failed(__FILE__, __LINE__))
        fprintf(stderr, "%s gives class %d, expected %d or %d\n", what, class, one, other);
}

/* All ranks must pass this after each case: no rank may hang in the call before. */
static void together(void)
{
    int to[64], from[64], sum = 0;

    for (int i = 0; i < world.size; i++)
        to[i] = world.rank * 100 + i;
    OK(PMPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, world.comm));
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], i * 100 + world.rank);
    OK(MPI_Allreduce(&world.rank, &sum, 1, MPI_INT, MPI_SUM, world.comm));
    expect(&world, ALLREDUCE);
    CHECK_INT(sum, world.size * (world.size - 1) / 2);
}

#endif
