/* SPDX-License-Identifier: MIT OR Apache-2.0
 * HSPLIT_DISABLE=1: native calls run untouched, calls of the library's own succeed and find no level. */
#include "test.h"

int main(int argc, char **argv)
{
    MPI_Comm newcomm = MPI_COMM_WORLD, rootscomm = MPI_COMM_WORLD;
    int depth = -1, rank = 0;
    char *type = NULL;

    MPI_Init(&argc, &argv);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &newcomm));
    CHECK_LEVEL(newcomm, "Unknown", 0, MPI_UNDEFINED);
    test_free(&newcomm);
    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, &newcomm, &rootscomm));
    CHECK(newcomm == MPI_COMM_NULL && rootscomm == MPI_COMM_NULL);
    newcomm = MPI_COMM_WORLD;
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 1, &depth, &newcomm, &rootscomm));
    CHECK_INT(depth, 0);
    CHECK(newcomm == MPI_COMM_NULL);
    OK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, &rank, &type));
    CHECK_TEXT(type, "Unknown");
    /* A program that requests a level gets none, as on a machine of one core. */
    newcomm = MPI_COMM_WORLD;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &newcomm));
    CHECK(newcomm == MPI_COMM_NULL);
    return test_end();
}
