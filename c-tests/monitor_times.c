/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Calls of each category, and waiting of a known least length, on two ranks. Rank 0 is late by LATE milliseconds in
 * each of five calls, in which rank 1 waits for it: a receive, a wait, a collective call, a fence, a split. */
#include "test.h"
#include <time.h>

#define LATE 200
#define SHORT 1000

static int rank;

static void late(void)
{
    const struct timespec time = {0, LATE * 1000000L};

    if (rank == 0)
        nanosleep(&time, NULL);
}

/* Two calls for each of three windows. */
static void more_windows(void)
{
    int *memory;
    MPI_Win win;

    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_free(&win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
}

/* Four communicators, and one call that waits. */
static void more_communicators(void)
{
    MPI_Comm made, merged;
    MPI_Request request;

    MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &made);
    MPI_Comm_free(&made);
    MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&made);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 1, &made);
    MPI_Intercomm_merge(made, rank, &merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&made);
}

int main(int argc, char **argv)
{
    int value = 0, flag, size;
    MPI_Request request, done = MPI_REQUEST_NULL;
    MPI_Comm made;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(size == 2);

    late();
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    late();
    if (rank == 0)
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    late();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_create(&value, sizeof value, sizeof value, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    late();
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    late();
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
    MPI_Comm_free(&made);
    more_windows();
    more_communicators();
    /* Short calls, of which few are timed. */
    for (int i = 0; i < SHORT; i++)
        MPI_Test(&done, &flag, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return test_failures != 0;
}
