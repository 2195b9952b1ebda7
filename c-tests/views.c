/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Two ranks, each bound to a core and with an export of that core alone: the cores are two, and no placement can be
 * made of them, because the ranks cannot name each other's processing units. */
#include "test.h"

int main(int argc, char **argv)
{
    MPI_Comm inside;
    MPI_Info info;
    HSPLIT_Placement p = 7;
    int size, hops;

    MPI_Init(&argc, &argv);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &inside));
    CHECK(inside != MPI_COMM_NULL);
    MPI_Comm_size(inside, &size);
    CHECK_INT(size, 1);
    MPI_Comm_free(&inside);
    info = test_info("mpi_hw_resource_type", "hwloc://Core");
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &inside));
    MPI_Comm_size(inside, &size);
    CHECK_INT(size, 1);
    MPI_Comm_free(&inside);
    MPI_Info_set(info, "mpi_hw_resource_type", "hwloc://Machine");
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &inside));
    MPI_Comm_size(inside, &size);
    CHECK_INT(size, 2);
    MPI_Comm_free(&inside);
    MPI_Info_free(&info);
    OK(HSPLIT_Comm_get_distance(MPI_COMM_WORLD, 0, 1, &hops, NULL));
    CHECK(hops > 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    test_error(__FILE__, __LINE__, "HSPLIT_Placement_create",
               HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &p), MPI_ERR_OTHER, "see different machines");
    CHECK_INT(p, 0);
    return test_end();
}
