/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Where a launcher says by PMIx that the node is in a torus: pmix_coords known|unknown, two ranks on one node of the
 * launcher pmix_server. */
#include "test.h"

int main(int argc, char **argv)
{
    static const int at[] = {1, 2, 5}, lengths[] = {4, 4, 8};
    int known = argc > 1 && !strcmp(argv[1], "known"), count = -1, coords[8], dims[8], both[] = {0, 1};
    MPI_Info info;
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), 2);
    OK(HSPLIT_Comm_get_network_coords(MPI_COMM_WORLD, 1 - test_rank(), 8, &count, coords, dims));
    CHECK_INT(count, known ? 3 : 0);
    for (int i = 0; i < count && i < 3; i++) {
        CHECK_INT(coords[i], at[i]);
        CHECK_INT(dims[i], lengths[i]);
    }
    info = test_info("mpi_hw_resource_type", "torus_dimension:1");
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &ring));
    CHECK_MEMBERS(ring, both, known ? 2 : 0);
    test_free(&ring);
    MPI_Info_free(&info);
    return test_end();
}
