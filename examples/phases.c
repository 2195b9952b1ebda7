/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* phases.c: a stencil on all ranks alternates with a threaded kernel on one rank of each NUMA node. */
#include <hsplit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, COLUMNS = 32, POINTS = ROWS * COLUMNS, STEPS = 10, ROUNDS = 3 };

/* The rows of this rank, between the last row of the rank above and the first row of the rank below. */
static double grid[ROWS + 2][COLUMNS], next[ROWS + 2][COLUMNS];

/* MPI everywhere: heat spreads. */
static void stencil(int above, int below)
{
    for (int step = 0; step < STEPS; step++) {
        MPI_Sendrecv(grid[1], COLUMNS, MPI_DOUBLE, above, 0, grid[ROWS + 1], COLUMNS, MPI_DOUBLE, below, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(grid[ROWS], COLUMNS, MPI_DOUBLE, below, 0, grid[0], COLUMNS, MPI_DOUBLE, above, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        memcpy(next, grid, sizeof grid);
        for (int i = 1; i <= ROWS; i++)
            for (int j = 1; j < COLUMNS - 1; j++)
                next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]);
        memcpy(grid[1], next[1], POINTS * sizeof(double));
    }
}

/* Threads: every point of the NUMA node burns by itself. The workers of all nodes agree on what is left. */
static double burn(double *points, int count, MPI_Comm workers)
{
    double left = 0, all;
#pragma omp parallel for reduction(+ : left)
    for (int i = 0; i < count; i++) {
        for (int step = 0; step < 100; step++)
            points[i] -= 0.001 * points[i] * points[i];
        left += points[i];
    }
    MPI_Allreduce(&left, &all, 1, MPI_DOUBLE, MPI_SUM, workers);
    return all;
}

int main(int argc, char **argv)
{
    int rank, size, members, worker, threads, index, count, mine, root;
    double *node, left = 0;
    HSPLIT_Placement placement;
    MPI_Comm numa, workers;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* The ranks of a NUMA node, and the one of them that will work. */
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "NUMANode");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, rank, info, &numa);
    MPI_Info_free(&info);
    HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &placement);
    HSPLIT_Placement_elect(placement, "NUMANode", MPI_INFO_NULL, &worker, &threads, &index, &count);
    MPI_Comm_rank(numa, &mine);
    MPI_Comm_size(numa, &members);
    mine = worker ? mine : -1;
    MPI_Allreduce(&mine, &root, 1, MPI_INT, MPI_MAX, numa);
    if (worker)
        printf("rank %d: worker %d of %d on my node, %d threads, %d ranks\n", rank, index, count, threads, members);
    else
        printf("rank %d: parked\n", rank);

    node = malloc((size_t)members * POINTS * sizeof *node);
    for (int i = 0; i < ROWS + 2; i++)
        for (int j = 0; j < COLUMNS; j++)
            grid[i][j] = 1 + (rank * ROWS + i + j) % 8;
    for (int round = 0; round < ROUNDS; round++) {
        stencil(rank > 0 ? rank - 1 : MPI_PROC_NULL, rank < size - 1 ? rank + 1 : MPI_PROC_NULL);
        MPI_Gather(grid[1], POINTS, MPI_DOUBLE, node, POINTS, MPI_DOUBLE, root, numa);
        HSPLIT_Phase_begin(placement, "NUMANode", MPI_INFO_NULL, &worker, &workers);
        if (worker)
            left = burn(node, members * POINTS, workers); /* on all cores of the NUMA node */
        HSPLIT_Phase_end(placement);                      /* the others sleep here */
        MPI_Scatter(node, POINTS, MPI_DOUBLE, grid[1], POINTS, MPI_DOUBLE, root, numa);
    }
    if (rank == 0)
        printf("rank 0: %.6f is left\n", left);

    free(node);
    HSPLIT_Placement_free(&placement);
    MPI_Comm_free(&numa);
    MPI_Finalize();
    return 0;
}
