/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI_Finalize calls the callbacks that delete attributes of MPI_COMM_SELF: there, rank 0 makes the collective calls
 * that the other ranks make before MPI_Finalize. */
#include "test.h"

enum { COUNT = 5000 };

static int collective_calls(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int rank = test_rank(), size = test_size(), sum = -1;
    int *numbers = malloc(COUNT * sizeof *numbers);
    MPI_Comm again;

    (void)comm, (void)keyval, (void)value, (void)extra;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK_INT(sum, size * (size - 1) / 2);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = rank == size - 1 ? i : -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    MPI_Bcast(numbers, COUNT, MPI_INT, size - 1, again);
    CHECK_INT(numbers[COUNT - 1], COUNT - 1);
    MPI_Comm_free(&again);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf(test_failures ? "wrong\n" : "rank 0 has made its calls in MPI_Finalize\n");
    free(numbers);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int keyval;

    MPI_Init(&argc, &argv);
    collective_calls(MPI_COMM_SELF, 0, NULL, NULL);
    if (test_rank() == 0) {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, collective_calls, &keyval, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
    } else {
        collective_calls(MPI_COMM_SELF, 0, NULL, NULL);
    }
    MPI_Finalize();
    return test_failures != 0;
}
