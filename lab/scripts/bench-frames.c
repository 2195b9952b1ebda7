/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls and nothing else, whose frames are counted from outside: OPERATION BYTES CALLS. BYTES is the size of
 * a rank's block for each other one (alltoall, alltoallv), of a rank's share (allgather, allgatherv, reduce-scatter),
 * or of all data. In alltoallv counts are drawn at random up to BYTES, in allgatherv rank 0 has ten times as much.
 * Roots take turns, so that no rank runs far ahead, which would put messages of several calls into one frame. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, bytes;
static char *sent, *received;
static int *counts, *places, *other_counts, *other_places;

/* The same on all ranks. */
static int drawn(int from, int to)
{
    unsigned number = 2654435761U * (unsigned)(from * size + to + 1);

    return (int)((number >> 8) % (unsigned)(bytes + 1));
}

static void lay_out(int *of, int *at)
{
    at[0] = 0;
    for (int i = 1; i < size; i++)
        at[i] = at[i - 1] + of[i - 1];
}

static void call(const char *operation, int root)
{
    if (!strcmp(operation, "alltoall"))
        MPI_Alltoall(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, MPI_COMM_WORLD);
    else if (!strcmp(operation, "alltoallv"))
        MPI_Alltoallv(sent, counts, places, MPI_BYTE, received, other_counts, other_places, MPI_BYTE, MPI_COMM_WORLD);
    else if (!strcmp(operation, "allgather"))
        MPI_Allgather(sent, bytes, MPI_BYTE, received, bytes, MPI_BYTE, MPI_COMM_WORLD);
    else if (!strcmp(operation, "allgatherv"))
        MPI_Allgatherv(sent, counts[rank], MPI_BYTE, received, counts, places, MPI_BYTE, MPI_COMM_WORLD);
    else if (!strcmp(operation, "reduce-scatter"))
        MPI_Reduce_scatter(sent, received, counts, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    else if (!strcmp(operation, "allreduce"))
        MPI_Allreduce(sent, received, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    else if (!strcmp(operation, "reduce"))
        MPI_Reduce(sent, received, bytes, MPI_BYTE, MPI_BOR, root, MPI_COMM_WORLD);
    else if (!strcmp(operation, "bcast"))
        MPI_Bcast(sent, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    else if (!strcmp(operation, "barrier"))
        MPI_Barrier(MPI_COMM_WORLD);
    else
        MPI_Abort(MPI_COMM_WORLD, 2);
}

int main(int argc, char **argv)
{
    int calls = argc == 4 ? atoi(argv[3]) : -1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (calls < 0 || (bytes = atoi(argv[2])) < 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    sent = calloc((size_t)(10 + size), (size_t)bytes + 1);
    received = calloc((size_t)(10 + size), (size_t)bytes + 1);
    counts = calloc((size_t)size, sizeof(int));
    places = calloc((size_t)size, sizeof(int));
    other_counts = calloc((size_t)size, sizeof(int));
    other_places = calloc((size_t)size, sizeof(int));
    if (!sent || !received || !counts || !places || !other_counts || !other_places)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 0; i < size; i++) {
        int is_random = !strcmp(argv[1], "alltoallv"), is_long = !strcmp(argv[1], "allgatherv") && i == 0;

        counts[i] = is_random ? drawn(rank, i) : is_long ? 10 * bytes : bytes;
        other_counts[i] = is_random ? drawn(i, rank) : counts[i];
    }
    lay_out(counts, places);
    lay_out(other_counts, other_places);
    for (int i = 0; i < calls; i++)
        call(argv[1], i % size);
    MPI_Finalize();
    return 0;
}
