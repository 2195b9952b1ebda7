/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* copies.c: a table that the ranks of a node share, as programs for MPI 3 have it. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm near;
    MPI_Win window;
    MPI_Aint size;
    double *table;
    int world_rank, rank, unit, copies;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
    MPI_Comm_rank(near, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 1000 * sizeof(double) : 0, sizeof(double), MPI_INFO_NULL, near, &table,
                            &window);
    MPI_Win_shared_query(window, 0, &size, &unit, &table);
    if (rank == 0)
        table[0] = world_rank;
    MPI_Win_fence(0, window);
    printf("rank %d reads the copy of rank %.0f\n", world_rank, table[0]);

    copies = rank == 0;
    MPI_Allreduce(MPI_IN_PLACE, &copies, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (world_rank == 0)
        printf("%d copies\n", copies);
    MPI_Win_free(&window);
    MPI_Comm_free(&near);
    MPI_Finalize();
    return 0;
}
