/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* loop.c: split MPI_COMM_WORLD level by level until nothing is left to split. */
#include <hsplit.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm oldcomm = MPI_COMM_WORLD, newcomm;
    int world_rank, rank, size, siblings, index;
    char *level;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    for (int step = 1; oldcomm != MPI_COMM_NULL; step++) {
        MPI_Comm_rank(oldcomm, &rank);
        MPI_Comm_split_type(oldcomm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, rank, MPI_INFO_NULL, &newcomm);
        if (newcomm != MPI_COMM_NULL) {
            MPI_Comm_size(newcomm, &size);
            MPI_Comm_get_hlevel_info(newcomm, &siblings, &index, &level);
            printf("rank %d, step %d: %s, communicator %d of %d, size %d\n", world_rank, step, level, index, siblings,
                   size);
        }
        if (oldcomm != MPI_COMM_WORLD)
            MPI_Comm_free(&oldcomm);
        oldcomm = newcomm;
    }
    MPI_Finalize();
    return 0;
}
