/* SPDX-License-Identifier: MIT OR Apache-2.0
 * HSPLIT_Get_devices on two nodes of c-tests/topologies/gpus.xml, with the bindings of 'devices' in 5-devices.sh: every
 * list is compared with those of all ranks of the node. With the argument 'unknown', on a node of which no source has
 * the inside. */
#include "test.h"

enum { MOST = 16, RANKS = 10 };

/* The node of each rank, and its package; -1 if it is bound to both. */
static const int nodes[RANKS] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 0}, packages[RANKS] = {0, 0, 1, 1, -1, 1, 0, 1, 0, -1};

static int count, distances[MOST], sharers[MOST];
static const char *names[MOST], *busids[MOST];

/* The package that a device of these nodes is near. */
static int package_of(const char *name)
{
    return !strcmp(name, "gpu2") || !strcmp(name, "gpu3") || !strcmp(name, "mlx5_1");
}

/* The distribution of the node's ranks over the devices that they have first. */
static void check_type(const char *type, int all)
{
    int me = test_rank(), firsts[MOST] = {0}, total = 0;
    char first[32] = "", every[RANKS][32];

    OK(HSPLIT_Get_devices(MPI_COMM_WORLD, type, MOST, &count, names, busids, distances, sharers));
    CHECK_INT(count, all);
    if (count > 0)
        snprintf(first, sizeof first, "%s", names[0]);
    MPI_Allgather(first, sizeof first, MPI_CHAR, every, sizeof first, MPI_CHAR, MPI_COMM_WORLD);
    for (int i = 0; i < count && i < MOST; i++) {
        int is_near = packages[me] < 0 || package_of(names[i]) == packages[me];
        for (int rank = 0; rank < RANKS; rank++)
            firsts[i] += nodes[rank] == nodes[me] && !strcmp(every[rank], names[i]);
        CHECK_INT(sharers[i], firsts[i]);
        total += firsts[i];
        if (i > 0) {
            CHECK(distances[i - 1] <= distances[i]);
            CHECK(strcmp(names[i - 1], names[i]));
        }
        /* Near: all ranks that share the least distance. */
        CHECK_INT(distances[i] == distances[0], is_near || !all);
    }
    CHECK_INT(total, nodes[me] ? 3 : 7);
}

/* Two ranks of a package with two GPUs have one each, independently of the others. */
static void check_first(void)
{
    int me = test_rank();

    check_type("gpu", 4);
    if (me == 0 || me == 6) {
        CHECK_TEXT(names[0], "gpu0");
        CHECK_TEXT(busids[0], "0000:10:00.0");
        CHECK_INT(distances[0], 1);
        CHECK_INT(distances[2], 2);
    }
    if (me == 1)
        CHECK_TEXT(names[0], "gpu1");
    if (nodes[me] == 0)
        for (int i = 0; i < 4; i++)
            CHECK(sharers[i] == 1 || sharers[i] == 2);
    check_type("hwloc://GPU", 4);
    check_type("ib", 2);
}

static void check_errors(void)
{
    int me = test_rank();
    MPI_Comm comm;

    OK(HSPLIT_Get_devices(MPI_COMM_WORLD, "zork", MOST, &count, names, NULL, NULL, NULL));
    CHECK_INT(count, 0);
    OK(HSPLIT_Get_devices(MPI_COMM_WORLD, me % 2 ? "nic" : "gpu", 0, &count, NULL, NULL, NULL, NULL));
    CHECK_INT(count, me % 2 ? 3 : 4);
    names[1] = "untouched";
    OK(HSPLIT_Get_devices(MPI_COMM_WORLD, "gpu", 1, &count, names, NULL, NULL, NULL));
    CHECK_INT(count, 4);
    CHECK_TEXT(names[1], "untouched");
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (me == 3)
        test_error(__FILE__, __LINE__, "HSPLIT_Get_devices",
                   HSPLIT_Get_devices(comm, NULL, MOST, &count, names, NULL, NULL, NULL), MPI_ERR_ARG, "type is NULL");
    else
        test_error(__FILE__, __LINE__, "HSPLIT_Get_devices",
                   HSPLIT_Get_devices(comm, "gpu", MOST, &count, names, NULL, NULL, NULL), MPI_ERR_ARG, "rank 3");
    CHECK_INT(count, 0);
    MPI_Comm_free(&comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    test_error(__FILE__, __LINE__, "HSPLIT_Get_devices",
               HSPLIT_Get_devices(MPI_COMM_WORLD, "gpu", -1, &count, names, NULL, NULL, NULL), MPI_ERR_ARG,
               "max is -1");
    test_error(__FILE__, __LINE__, "HSPLIT_Get_devices",
               HSPLIT_Get_devices(MPI_COMM_NULL, "gpu", MOST, &count, names, NULL, NULL, NULL), MPI_ERR_COMM, "comm");
}

/* No source has the inside of the node. */
static void check_unknown(void)
{
    OK(HSPLIT_Get_devices(MPI_COMM_WORLD, "gpu", MOST, &count, names, busids, distances, sharers));
    CHECK_INT(count, 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 1) {
        check_unknown();
        return test_end();
    }
    CHECK_INT(test_size(), RANKS);
    check_first();
    check_errors();
    return test_end();
}
