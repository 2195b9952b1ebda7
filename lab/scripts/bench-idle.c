/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program that never calls the library, to measure the cost of preloading alone. */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 1000; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
