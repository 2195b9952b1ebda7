/* SPDX-License-Identifier: MIT OR Apache-2.0
 * exiting: MPI calls and MPI_Finalize in an atexit handler, after the thread-local variables of the main thread are
 * destroyed, as in destructors of static objects in C++. */
#include "test.h"

static MPI_Comm node, copy;

static void at_exit(void)
{
    int one = 1, sum = 0, size;

    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_INT(sum, size);
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, copy));
    CHECK_INT(sum, size);
    OK(MPI_Comm_free(&copy));
    OK(MPI_Comm_free(&node));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_free(&node));
    if (test_end())
        _Exit(1);
}

int main(int argc, char **argv)
{
    int one = 1, sum;

    MPI_Init(&argc, &argv);
    if (atexit(at_exit))
        return 1;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, copy));
    return 0;
}
