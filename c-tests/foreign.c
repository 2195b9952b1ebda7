/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program of another MPI than the library's, which makes a call that no MPI has and ignores its code. */
#include "test.h"

int main(int argc, char **argv)
{
    MPI_Comm level = MPI_COMM_NULL, roots = MPI_COMM_NULL;
    int depth = -1, class;

    MPI_Init(&argc, &argv);
    if (argc > 1 && strcmp(argv[1], "returns") == 0) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Error_class(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 1, &depth, &level, &roots), &class);
        CHECK_INT(class, MPI_ERR_OTHER);
        return test_end();
    }
    HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 1, &depth, &level, &roots);
    puts("goes on");
    return test_end();
}
