/* SPDX-License-Identifier: MIT OR Apache-2.0
 * shared_level GROUPS...: a split of MPI_COMM_WORLD by MPI_COMM_TYPE_SHARED for each argument, which has a letter for
 * each rank: equal letters share a communicator and the window on it, '-' passes MPI_UNDEFINED. The program is unaware
 * of the library. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, wrong;

static void expect(int value, int expected, const char *what, const char *groups)
{
    if (value != expected) {
        fprintf(stderr, "rank %d, %s: %s is %d, expected %d\n", rank, groups, what, value, expected);
        wrong = 1;
    }
}

/* The members have the same letter, in the order of their ranks; all read the data that the first one writes. */
static void shares(MPI_Comm comm, const char *groups)
{
    MPI_Win window;
    MPI_Aint bytes;
    int own, size, first = strchr(groups, groups[rank]) - groups, before = 0, all = 0, unit, *cell;

    for (int other = 0; groups[other]; other++) {
        all += groups[other] == groups[rank];
        before += other < rank && groups[other] == groups[rank];
    }
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    expect(size, all, "the size", groups);
    expect(own, before, "the rank", groups);
    MPI_Win_allocate_shared(own == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, comm, &cell, &window);
    MPI_Win_shared_query(window, 0, &bytes, &unit, &cell);
    if (own == 0)
        *cell = rank;
    MPI_Win_fence(0, window);
    expect(*cell, first, "what the first rank wrote", groups);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
}

int main(int argc, char **argv)
{
    MPI_Comm comm;
    int all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 1; i < argc; i++) {
        int is_member = argv[i][rank] != '-';
        MPI_Comm_split_type(MPI_COMM_WORLD, is_member ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED, 0, MPI_INFO_NULL, &comm);
        expect(comm != MPI_COMM_NULL, is_member, "membership", argv[i]);
        if (comm != MPI_COMM_NULL) {
            shares(comm, argv[i]);
            MPI_Comm_free(&comm);
        }
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return all;
}
