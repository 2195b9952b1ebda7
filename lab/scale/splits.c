/* SPDX-License-Identifier: MIT OR Apache-2.0
 * splits NODES: the cost of splits of MPI_COMM_WORLD in a simulation whose ranks are spread over this number of nodes.
 * Each call is made twice, with all ranks at rest before and after. Prints "NAME,NTH,MICROSECONDS,MESSAGES,BYTES"; the
 * last two need count.cpp. */
#include "together.h"
#include <hsplit.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_LEVELS = 32 };

/* Seconds in which no rank calls anything, before and after a call. */
#define REST 1.0

void scale_counted(double *messages, double *bytes) __attribute__((weak));

static int rank, ranks, node;

static void native_split(void)
{
    MPI_Comm comm;
    PMPI_Comm_split(MPI_COMM_WORLD, node, rank, &comm);
    PMPI_Comm_free(&comm);
}

static void native_shared(void)
{
    MPI_Comm comm;
    PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
    PMPI_Comm_free(&comm);
}

static void shared(void)
{
    MPI_Comm comm;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm);
    MPI_Comm_free(&comm);
}

static void physical(void)
{
    MPI_Comm comm;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, rank, MPI_INFO_NULL, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

/* Level by level, as a program splits by hand. */
static void loop(void)
{
    MPI_Comm comm = MPI_COMM_WORLD, next;
    for (; comm != MPI_COMM_NULL; comm = next) {
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, rank, MPI_INFO_NULL, &next);
        if (comm != MPI_COMM_WORLD)
            MPI_Comm_free(&comm);
    }
}

static void hierarchy(void)
{
    MPI_Comm comms[MOST_LEVELS];
    int depth;
    HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, MOST_LEVELS, &depth, comms, NULL);
    HSPLIT_Comm_hierarchy_free(depth, comms, NULL);
}

static void measure(const char *name, void (*call)(void))
{
    for (int nth = 1; nth <= 2; nth++) {
        double begin = start_together(REST), took, longest = 0, before[2] = {0, 0}, after[2] = {0, 0};
        if (rank == 0 && scale_counted)
            scale_counted(&before[0], &before[1]);
        call();
        took = PMPI_Wtime() - begin;
        rest_before_counting(rank, REST);
        if (rank == 0 && scale_counted)
            scale_counted(&after[0], &after[1]);
        PMPI_Reduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (rank == 0)
            printf("%s,%d,%.2f,%.0f,%.0f\n", name, nth, longest * 1e6, after[0] - before[0], after[1] - before[1]);
        fflush(stdout);
    }
}

int main(int arguments, char **argument)
{
    int nodes = arguments > 1 ? atoi(argument[1]) : 1;
    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    node = (int)((long)rank * nodes / ranks);
    measure("MPI_Comm_split", native_split);
    measure("MPI: SHARED", native_shared);
    measure("library: SHARED", shared);
    measure("library: PHYSICAL_TOPOLOGY", physical);
    measure("library: level by level", loop);
    measure("library: HSPLIT_Comm_hierarchy", hierarchy);
    return MPI_Finalize();
}
