/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* tables.c: a table of which each NUMA node has one copy, in its own memory. */
#include <hsplit.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Info info;
    MPI_Win window;
    double *table;
    char level[MPI_MAX_OBJECT_NAME], memory[MPI_MAX_OBJECT_NAME];
    int world_rank, rank;
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "hsplit_segment", "first");
    HSPLIT_Win_allocate_shared("NUMANode", 1000 * sizeof(double), sizeof(double), info, MPI_COMM_WORLD, &table,
                               &window);
    MPI_Info_free(&info);

    MPI_Win_get_group(window, &group);
    MPI_Group_rank(group, &rank);
    MPI_Group_free(&group);
    if (rank == 0)
        table[0] = world_rank;
    MPI_Win_fence(0, window);
    HSPLIT_Win_query_level(window, level, memory, NULL, NULL);
    printf("rank %d reads the copy of rank %.0f, in the memory %s of a %s\n", world_rank, table[0], memory, level);

    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
