/* SPDX-License-Identifier: MIT OR Apache-2.0
 * gain SIZE CALLS: a job that makes CALLS calls of each operation, and prints how long they took until the last rank
 * had ended each. HSPLIT_SUMMARY prints an estimate of the times along the hierarchy. SIZE is in bytes: of a rank's
 * share in gather, scatter and allgather, of a block in alltoall. Rank 0 prints "OPERATION SECONDS". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPERATIONS = 8 };

int main(int arguments, char **argument)
{
    static const char *names[OPERATIONS] = {"bcast",   "reduce",    "allreduce", "gather",
                                            "scatter", "allgather", "alltoall",  "scan"};
    int rank, ranks, count = atoi(argument[1]) / (int)sizeof(int), calls = atoi(argument[2]);
    double took[OPERATIONS] = {0}, begin;
    MPI_Comm world = MPI_COMM_WORLD;

    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    int *from = calloc((size_t)(count + 1) * ranks, sizeof(int)),
        *to = calloc((size_t)(count + 1) * ranks, sizeof(int));
    for (int call = 0; call < calls; call++)
        for (int which = 0; which < OPERATIONS; which++) {
            PMPI_Barrier(world);
            begin = PMPI_Wtime();
            switch (which) {
            case 0:
                MPI_Bcast(to, count, MPI_INT, 0, world);
                break;
            case 1:
                MPI_Reduce(from, to, count, MPI_INT, MPI_SUM, 0, world);
                break;
            case 2:
                MPI_Allreduce(from, to, count, MPI_INT, MPI_SUM, world);
                break;
            case 3:
                MPI_Gather(from, count, MPI_INT, to, count, MPI_INT, 0, world);
                break;
            case 4:
                MPI_Scatter(from, count, MPI_INT, to, count, MPI_INT, 0, world);
                break;
            case 5:
                MPI_Allgather(from, count, MPI_INT, to, count, MPI_INT, world);
                break;
            case 6:
                MPI_Alltoall(from, count, MPI_INT, to, count, MPI_INT, world);
                break;
            default:
                MPI_Scan(from, to, count, MPI_INT, MPI_SUM, world);
            }
            PMPI_Barrier(world);
            took[which] += PMPI_Wtime() - begin;
        }
    for (int which = 0; rank == 0 && which < OPERATIONS; which++)
        printf("%s %.9f\n", names[which], took[which]);
    free(from);
    free(to);
    return MPI_Finalize();
}
