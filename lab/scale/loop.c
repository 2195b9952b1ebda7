/* SPDX-License-Identifier: MIT OR Apache-2.0
 * loop OPERATION BLOCK...: RR-9077's loop over the communicators of the roots against one call on all ranks, for
 * experiments with the cost of the simulation; it needs no library. OPERATION: bcast or reduce. BLOCK: how many
 * neighbouring ranks a part of the machine has, the largest first. No rank makes a call before and after a measured
 * call, so that no other messages wait in a queue. Prints "OPERATION,BYTES,FLAT us,LOOP us,FACTOR,ROUND ROBIN us,
 * FACTOR": the last two for one call on all ranks in cyclic order over the largest blocks. */
#include "together.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 16 };

/* Seconds in which no rank makes a call. */
#define REST 0.05

enum { BY_NODE, LOOP, ROUND_ROBIN, WAYS };

static MPI_Comm comms[MOST_LEVELS], orders[WAYS];
static int rank, ranks, levels, *data, *result;

static void broadcast(int count, int way)
{
    if (way != LOOP)
        MPI_Bcast(data, count, MPI_INT, 0, orders[way]);
    for (int level = 0; way == LOOP && level < levels; level++)
        if (comms[level] != MPI_COMM_NULL)
            MPI_Bcast(data, count, MPI_INT, 0, comms[level]);
}

static void reduce(int count, int way)
{
    if (way != LOOP)
        MPI_Reduce(data, result, count, MPI_INT, MPI_SUM, 0, orders[way]);
    for (int level = levels - 1; way == LOOP && level >= 0; level--)
        if (comms[level] != MPI_COMM_NULL) {
            MPI_Reduce(data, result, count, MPI_INT, MPI_SUM, 0, comms[level]);
            memcpy(data, result, sizeof(int) * count);
        }
}

static double once(int is_bcast, int count, int way)
{
    double start, took, longest;
    int right = 1;
    for (int i = 0; i < count; i++)
        data[i] = !is_bcast || rank == 0;
    start = start_together(REST);
    (is_bcast ? broadcast : reduce)(count, way);
    took = MPI_Wtime() - start;
    sg_actor_sleep_for(REST);
    MPI_Allreduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        right = right && (is_bcast ? data[i] == 1 : rank > 0 || result[i] == ranks);
    if (!right) {
        fprintf(stderr, "loop: rank %d has wrong data\n", rank);
        exit(1);
    }
    return longest * 1e6;
}

int main(int arguments, char **argument)
{
    static const int sizes[] = {8, 1024, 65536, 1 << 20};
    int width, is_bcast = arguments > 1 && !strcmp(argument[1], "bcast");
    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    width = ranks;
    for (int i = 2; i <= arguments && levels < MOST_LEVELS; i++) {
        int part = i < arguments ? atoi(argument[i]) : 1;
        MPI_Comm_split(MPI_COMM_WORLD, rank % part ? MPI_UNDEFINED : rank / width, rank, &comms[levels++]);
        width = part;
    }
    width = arguments > 2 ? atoi(argument[2]) : 1;
    orders[BY_NODE] = MPI_COMM_WORLD;
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank % width * ranks + rank / width, &orders[ROUND_ROBIN]);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double took[WAYS];
        data = malloc(sizes[i]);
        result = malloc(sizes[i]);
        /* The first calls are slower. */
        for (int turn = 0; turn < 2; turn++)
            for (int way = BY_NODE; way < WAYS; way++)
                took[way] = once(is_bcast, sizes[i] / (int)sizeof(int), way);
        if (rank == 0)
            printf("%s,%d,%.2f,%.2f,%.2f,%.2f,%.2f\n", is_bcast ? "bcast" : "reduce", sizes[i], took[BY_NODE],
                   took[LOOP], took[BY_NODE] / took[LOOP], took[ROUND_ROBIN], took[ROUND_ROBIN] / took[LOOP]);
        free(data);
        free(result);
    }
    return MPI_Finalize();
}
