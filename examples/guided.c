/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* guided.c: one communicator for each L3 cache. */
#include <hsplit.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm comm;
    MPI_Info info;
    int world_rank, rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "L3Cache");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, world_rank, info, &comm);
    MPI_Info_free(&info);
    if (comm == MPI_COMM_NULL) {
        printf("rank %d: not bound inside one L3 cache\n", world_rank);
    } else {
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        printf("rank %d: rank %d of %d in my L3 cache\n", world_rank, rank, size);
        MPI_Comm_free(&comm);
    }
    MPI_Finalize();
    return 0;
}
