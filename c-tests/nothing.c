/* SPDX-License-Identifier: MIT OR Apache-2.0
 * nothing LEVEL: a split at a level that gives no rank a communicator, twice. */
#include "test.h"

int main(int argc, char **argv)
{
    MPI_Info info;
    MPI_Init(&argc, &argv);
    info = test_info("mpi_hw_resource_type", argv[1]);
    for (int round = 0; round < 2; round++) {
        MPI_Comm comm = MPI_COMM_WORLD;
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &comm));
        CHECK(comm == MPI_COMM_NULL);
    }
    MPI_Info_free(&info);
    return test_end();
}
