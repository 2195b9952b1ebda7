/* SPDX-License-Identifier: MIT OR Apache-2.0
 * orders WAY,... SIZE...: an alltoall of blocks of these bytes, in several ways, without the library. Prints
 * "SIZE,WAY,MICROSECONDS". WAY:
 *   native   PMPI_Alltoall
 *   bruck    the messages of Bruck's algorithm; packing takes no simulated time
 *   WxS      each block by itself: in round r to the rank r S places further on, and no round begins before all have
 *            ended that are more than W rounds before it (the library has W = 8); S and the ranks have no common
 *            divisor
 *   WgM      the same, with ranks in groups of M, each of which sends to all groups at a time */
#include "together.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Microseconds in which no rank calls anything, before and after a call. They are enough for all ranks of a grid to
 * learn when to start. */
enum { REST_US = 200000 };

static int rank, ranks, stride, group;
static char *from, *to, *transit[2];

static int around(int place)
{
    return (place % ranks + ranks) % ranks;
}

/* The rank to which this one sends a block in a round, or from which it receives one. */
static int peer(int round, int is_receiver)
{
    if (!group)
        return around(is_receiver ? rank - round * stride : rank + round * stride);
    int groups = ranks / group, far = round / group, near = round % group, own = rank / group, place = rank % group;
    if (!is_receiver)
        return (own + far + place) % groups * group + (place + near) % group;
    place = (place + group - near) % group;
    return ((own - far - place) % groups + groups) % groups * group + place;
}

static void direct(int bytes, int window)
{
    MPI_Request *receives = malloc(sizeof *receives * ranks), *sends = malloc(sizeof *sends * ranks);
    for (int round = 0, begun = 0; round < ranks + window; round++) {
        for (; begun < ranks && begun <= round + window + 1; begun++) {
            int source = peer(begun, 1);
            receives[begun] = MPI_REQUEST_NULL;
            if (source != rank)
                MPI_Irecv(to + (size_t)source * bytes, bytes, MPI_BYTE, source, 0, MPI_COMM_WORLD, &receives[begun]);
        }
        if (round < ranks) {
            int target = peer(round, 0);
            sends[round] = MPI_REQUEST_NULL;
            if (target != rank)
                MPI_Isend(from + (size_t)target * bytes, bytes, MPI_BYTE, target, 0, MPI_COMM_WORLD, &sends[round]);
        }
        if (round >= window) {
            MPI_Wait(&sends[round - window], MPI_STATUS_IGNORE);
            MPI_Wait(&receives[round - window], MPI_STATUS_IGNORE);
        }
    }
    free(receives);
    free(sends);
}

static void bruck(int bytes)
{
    for (int hop = 1; hop < ranks; hop *= 2) {
        int blocks = 0;
        for (int distance = 1; distance < ranks; distance++)
            blocks += (distance & hop) != 0;
        MPI_Sendrecv(transit[0], blocks * bytes, MPI_BYTE, around(rank + hop), 1, transit[1], blocks * bytes, MPI_BYTE,
                     around(rank - hop), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void go(const char *way, int bytes)
{
    const char *kind = strpbrk(way, "xg");
    if (*way == 'n') {
        PMPI_Alltoall(from, bytes, MPI_BYTE, to, bytes, MPI_BYTE, MPI_COMM_WORLD);
    } else if (*way == 'b') {
        bruck(bytes);
    } else {
        stride = kind && *kind == 'x' ? atoi(kind + 1) : 1;
        group = kind && *kind == 'g' ? atoi(kind + 1) : 0;
        direct(bytes, atoi(way));
    }
}

/* The time of one call from a common start to its end on the last rank. */
static double once(const char *way, int bytes)
{
    double start = start_together(1e-6 * REST_US), took, longest = 0;
    go(way, bytes);
    took = MPI_Wtime() - start;
    sg_actor_sleep_for(1e-6 * REST_US);
    MPI_Reduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return longest * 1e6;
}

int main(int arguments, char **argument)
{
    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int at = 2; at < arguments; at++) {
        int bytes = atoi(argument[at]);
        char **buffers[] = {&from, &to, &transit[0], &transit[1]}, *ways = strdup(argument[1]), *rest;
        for (int i = 0; i < 4; i++)
            *buffers[i] = calloc(ranks, bytes);
        /* All ranks are in one process, so they share strtok's state. */
        for (char *way = strtok_r(ways, ",", &rest); way; way = strtok_r(NULL, ",", &rest)) {
            once(way, bytes);
            double took = once(way, bytes);
            if (rank == 0)
                printf("%d,%s,%.2f\n", bytes, way, took);
            fflush(stdout);
        }
        for (int i = 0; i < 4; i++)
            free(*buffers[i]);
        free(ways);
    }
    return MPI_Finalize();
}
