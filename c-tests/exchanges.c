/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Splits from MPI_COMM_WORLD down to the bottom, for c-tests/count.c to count the calls of rank 0 at each step. With
 * 'arguments', only a call with further arguments for that tool. */
#include <hsplit.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD, next;
    int rank, step = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1) {
        int code = MPI_Pcontrol(2, "a region", 2.5, -3, -0.125, 1L << 40);
        MPI_Finalize();
        return code != MPI_SUCCESS;
    }
    do {
        if (rank == 0)
            printf("step %d:", ++step);
        MPI_Pcontrol(1);
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &next);
        MPI_Pcontrol(0);
        if (rank == 0)
            printf("\n");
        fflush(stdout);
        if (comm != MPI_COMM_WORLD)
            MPI_Comm_free(&comm);
        comm = next;
    } while (comm != MPI_COMM_NULL);
    MPI_Finalize();
    return 0;
}
