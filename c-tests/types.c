/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The split types of other MPIs: Open MPI's, each at its level, and MPICH's neighbourhood with its keys. With an
 * argument, its key nbhd_common_dirname alone, or MPICH's type if HSPLIT_NATIVE passes it through to MPICH.
 *
 * 32 ranks on cores: two islands of two leaf switches of two nodes of two packages of two cores, with an L3 a package.
 */
#include "test.h"

static int block(int *ranks, int width, int step)
{
    for (int i = 0; i < width; i++)
        ranks[i] = test_rank() / width * width + (step > 0 ? i : width - 1 - i);
    return width;
}

static void expect(int type, int key, MPI_Info info, int width, const char *name, const char *value)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    int members[32], count = width ? block(members, width, key < 0 ? -1 : 1) : 0, before = test_failures;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, type, key, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    if (newcomm != MPI_COMM_NULL && name)
        CHECK_LEVEL(newcomm, name, test_size() / width, test_rank() / width);
    if (test_failures > before)
        fprintf(stderr, "    (the type was %d, the value '%s')\n", type, value);
    test_free(&newcomm);
}

static void open_mpi(void)
{
    static const struct {
        int type, width;
        const char *name;
    } table[] = {
        {HSPLIT_COMM_TYPE_CLUSTER, 32, "System - Cluster"},
        {HSPLIT_COMM_TYPE_CU, 8, "Net_level1"},
        {HSPLIT_COMM_TYPE_HOST, 4, "Machine"},
        {HSPLIT_COMM_TYPE_BOARD, 4, "Machine"},
        {HSPLIT_COMM_TYPE_SOCKET, 2, "L3Cache"},
        {HSPLIT_COMM_TYPE_NUMA, 2, "L3Cache"},
        {HSPLIT_COMM_TYPE_L3CACHE, 2, "L3Cache"},
        {HSPLIT_COMM_TYPE_L2CACHE, 0, NULL},
        {HSPLIT_COMM_TYPE_L1CACHE, 0, NULL},
        {HSPLIT_COMM_TYPE_CORE, 1, "Core"},
        {HSPLIT_COMM_TYPE_HWTHREAD, 1, "Core"},
        {HSPLIT_COMM_TYPE_NVLINK, 0, NULL},
    };
    static const char *const values[] = {"cluster", "cu",      "host",    "board", "socket",   "numanode",
                                         "l3cache", "l2cache", "l1cache", "core",  "hwthread", "nvlink"};
    /* The types ignore the info object. */
    MPI_Info other = test_info("mpi_hw_resource_type", "Machine");

    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
        MPI_Info info = test_info("mpi_hw_resource_type", values[i]);
        expect(table[i].type, 0, MPI_INFO_NULL, table[i].width, table[i].name, values[i]);
        expect(table[i].type, -1 - test_rank(), other, table[i].width, NULL, values[i]);
        expect(MPI_COMM_TYPE_HW_GUIDED, 0, info, table[i].width, table[i].name, values[i]);
        MPI_Info_free(&info);
    }
    MPI_Info_free(&other);
#ifndef OPEN_MPI
    CHECK_INT(OMPI_COMM_TYPE_HWTHREAD, HSPLIT_COMM_TYPE_HWTHREAD);
    CHECK_INT(OMPI_COMM_TYPE_CORE, HSPLIT_COMM_TYPE_CORE);
    CHECK_INT(OMPI_COMM_TYPE_L1CACHE, HSPLIT_COMM_TYPE_L1CACHE);
    CHECK_INT(OMPI_COMM_TYPE_L2CACHE, HSPLIT_COMM_TYPE_L2CACHE);
    CHECK_INT(OMPI_COMM_TYPE_L3CACHE, HSPLIT_COMM_TYPE_L3CACHE);
    CHECK_INT(OMPI_COMM_TYPE_SOCKET, HSPLIT_COMM_TYPE_SOCKET);
    CHECK_INT(OMPI_COMM_TYPE_NUMA, HSPLIT_COMM_TYPE_NUMA);
    CHECK_INT(OMPI_COMM_TYPE_BOARD, HSPLIT_COMM_TYPE_BOARD);
    CHECK_INT(OMPI_COMM_TYPE_HOST, HSPLIT_COMM_TYPE_HOST);
    CHECK_INT(OMPI_COMM_TYPE_CU, HSPLIT_COMM_TYPE_CU);
    CHECK_INT(OMPI_COMM_TYPE_CLUSTER, HSPLIT_COMM_TYPE_CLUSTER);
    CHECK_INT(OMPI_COMM_TYPE_NVLINK, HSPLIT_COMM_TYPE_NVLINK);
#else
    CHECK_INT(MPIX_COMM_TYPE_NEIGHBORHOOD, HSPLIT_COMM_TYPE_NEIGHBORHOOD);
#endif
    CHECK_INT(OMPI_COMM_TYPE_NODE, MPI_COMM_TYPE_SHARED);
}

/* The type by its own name means the same; but if no rank gets anything from the library, MPICH itself is called. */
static const int neighbourhoods[] = {HSPLIT_COMM_TYPE_NEIGHBORHOOD, MPIX_COMM_TYPE_NEIGHBORHOOD};

static void neighbourhood(void)
{
    static const struct {
        const char *key, *value;
        int width;
        const char *name;
    } table[] = {
        {"network_topo", "switch_level:1", 8, "Net_level1"},
        {"network_topo", "switch_level:2", 16, "Net_level0"},
        {"network_topo", "Switch_Level:2", 16, "Net_level0"},
        {"network_topo", "Net_level0", 16, "Net_level0"},
        {"network_topo", "switch_level:3", 0, NULL},
        {"network_topo", "switch_level:0", 0, NULL},
        {"network_topo", "switch_level:", 0, NULL},
        {"network_topo", "switch_level:-1", 0, NULL},
        {"network_topo", "torus_dimension:2", 0, NULL},
        {"network_topo", "subcomm_min_size:2", 0, NULL},
        {"network_topo", "min_mem_size:512", 0, NULL},
        {"network_topo", "L3Cache", 0, NULL},
        {"shmem_topo", "machine", 4, "Machine"},
        {"shmem_topo", "package", 2, "L3Cache"},
        {"shmem_topo", "numanode", 2, "L3Cache"},
        {"shmem_topo", "l3cache", 2, "L3Cache"},
        {"shmem_topo", "core", 1, "Core"},
        {"shmem_topo", "hwthread", 1, "Core"},
        {"shmem_topo", "zork", 0, NULL},
        {"mpix_tooth_fairy", "enable", 0, NULL},
        {"mpi_hw_resource_type", "Core", 0, NULL},
    };

    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
        MPI_Info info = test_info(table[i].key, table[i].value);
        for (int type = 0; type < 2; type++)
            expect(neighbourhoods[type], 0, info, table[i].width, table[i].name, table[i].value);
        MPI_Info_free(&info);
    }
    for (int type = 0; type < 2; type++)
        expect(neighbourhoods[type], 0, MPI_INFO_NULL, 0, NULL, "none");
}

/* Ranks that name different levels, and ranks that pass different types, all get an error. */
static void disagreement(void)
{
    MPI_Comm comm, newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("network_topo", test_rank() == 3 ? "switch_level:1" : "switch_level:2");
    int class;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Comm_split_type(comm, HSPLIT_COMM_TYPE_NEIGHBORHOOD, 0, info, &newcomm), &class);
    CHECK_INT(class, MPI_ERR_INFO);
    CHECK(newcomm == MPI_COMM_NULL);
    newcomm = MPI_COMM_WORLD;
    MPI_Error_class(MPI_Comm_split_type(comm, test_rank() % 2 ? HSPLIT_COMM_TYPE_CORE : HSPLIT_COMM_TYPE_HWTHREAD, 0,
                                        info, &newcomm),
                    &class);
    CHECK_INT(class, MPI_ERR_ARG);
    CHECK(newcomm == MPI_COMM_NULL);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
}

/* MPI_UNDEFINED together with a type. */
static void undefined(void)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    int members[2] = {test_rank() / 4 * 4, test_rank() / 4 * 4 + 2};

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, test_rank() % 2 ? MPI_UNDEFINED : HSPLIT_COMM_TYPE_HOST, 0, MPI_INFO_NULL,
                           &newcomm));
    CHECK_MEMBERS(newcomm, members, test_rank() % 2 ? 0 : 2);
    test_free(&newcomm);
    /* Also if the calls of the others are passed through to MPICH. */
    MPI_Info info = test_info("network_topo", "switch_level:9");
    newcomm = MPI_COMM_WORLD;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, test_rank() % 2 ? MPI_UNDEFINED : MPIX_COMM_TYPE_NEIGHBORHOOD, 0, info,
                           &newcomm));
    CHECK_MEMBERS(newcomm, members, 0);
    MPI_Info_free(&info);
}

/* Only MPICH itself can determine which ranks share a directory, and not under the standard ABI, which has no number
 * for it. */
static void directory(void)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("nbhd_common_dirname", ".");
    int size = 0;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPIX_COMM_TYPE_NEIGHBORHOOD, 0, info, &newcomm));
    test_free(&newcomm);
    newcomm = MPI_COMM_WORLD;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_NEIGHBORHOOD, 0, info, &newcomm));
    if (newcomm != MPI_COMM_NULL)
        MPI_Comm_size(newcomm, &size);
#if defined(OPEN_MPI) || defined(MPI_ABI_VERSION)
    CHECK_INT(size, 0);
#else
    CHECK_INT(size, test_size());
#endif
    test_free(&newcomm);
    MPI_Info_free(&info);
}

/* Passed through, the type is MPICH's alone, which has no switches here. The library's name for it stays the
 * library's. */
static void handed_back(void)
{
    MPI_Info info = test_info("network_topo", "switch_level:1");

    expect(MPIX_COMM_TYPE_NEIGHBORHOOD, 0, info, 0, NULL, "switch_level:1");
    expect(HSPLIT_COMM_TYPE_NEIGHBORHOOD, 0, info, 8, "Net_level1", "switch_level:1");
    MPI_Info_free(&info);
}

/* Two splits that the native MPI makes: by node, and at a level that only MPICH might have. */
static void unanswered(void)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("network_topo", "switch_level:9");

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &newcomm));
    test_free(&newcomm);
    newcomm = MPI_COMM_WORLD;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPIX_COMM_TYPE_NEIGHBORHOOD, 0, info, &newcomm));
    test_free(&newcomm);
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 1) {
        if (!strcmp(argv[1], "native"))
            handed_back();
        else if (!strcmp(argv[1], "unanswered"))
            unanswered();
        else
            directory();
        return test_end();
    }
    CHECK_INT(test_size(), 32);
    open_mpi();
    neighbourhood();
    disagreement();
    undefined();
    return test_end();
}
