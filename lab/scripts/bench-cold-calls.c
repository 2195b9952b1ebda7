/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls whose code is not in the caches: between two calls each rank reads and writes BYTES of memory.
 * bench-cold-calls BYTES times MPI_Bcast of 8 B and PMPI_Bcast in turn, and prints the medians of 301 calls at the
 * root, in microseconds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CALLS 301

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static double timed(int (*bcast)(void *, int, MPI_Datatype, int, MPI_Comm), volatile char *memory, size_t bytes)
{
    char data[8] = {0};
    double begin;

    for (size_t i = 0; i < bytes; i++)
        memory[i]++;
    PMPI_Barrier(MPI_COMM_WORLD);
    begin = PMPI_Wtime();
    bcast(data, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    return (PMPI_Wtime() - begin) * 1e6;
}

int main(int argc, char **argv)
{
    const size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    static double native[CALLS], called[CALLS];
    char *memory = calloc(bytes + 1, 1);
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < CALLS; i++) {
        native[i] = timed(PMPI_Bcast, memory, bytes);
        called[i] = timed(MPI_Bcast, memory, bytes);
    }
    qsort(native, CALLS, sizeof *native, by_size);
    qsort(called, CALLS, sizeof *called, by_size);
    if (rank == 0)
        printf("%zu bytes between calls: PMPI_Bcast %.2f us, MPI_Bcast %.2f us\n", bytes, native[CALLS / 2],
               called[CALLS / 2]);
    free(memory);
    MPI_Finalize();
    return 0;
}
