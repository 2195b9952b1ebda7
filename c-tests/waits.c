/* SPDX-License-Identifier: MIT OR Apache-2.0
 * waits hierarchy|question: rank 0 makes a collective call eleven seconds before the others. */
#include "test.h"

#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (test_rank() > 0)
        sleep(11);
    if (!strcmp(argv[1], "hierarchy")) {
        MPI_Comm comms[8], roots[8];
        int depth;
        OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 8, &depth, comms, roots));
        OK(HSPLIT_Comm_hierarchy_free(depth, comms, roots));
    } else {
        int rank = 0;
        char *level;
        OK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, &rank, &level));
    }
    return test_end();
}
