/* SPDX-License-Identifier: MIT OR Apache-2.0
 * two_hwlocs FILE global|local before|after: the program itself has loaded another libhwloc, in the global scope or
 * in its own, before MPI_Init or after it. Eight ranks on the cores of one node as in RR-9077, Figure 1. */
#include "test.h"
#include <dlfcn.h>

static void *load(const char *file, const char *scope)
{
    void *handle = dlopen(file, RTLD_NOW | (strcmp(scope, "global") ? RTLD_LOCAL : RTLD_GLOBAL));

    if (!handle)
        fprintf(stderr, "%s\n", dlerror());
    return handle;
}

/* A guided split puts 'width' neighbours together. */
static void expect(const char *value, int width, const char *name)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("mpi_hw_resource_type", value);
    int members[8];

    for (int i = 0; i < width; i++)
        members[i] = test_rank() / width * width + i;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, width);
    if (newcomm != MPI_COMM_NULL)
        CHECK_LEVEL(newcomm, name, 8 / width, test_rank() / width);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    int before = argc > 3 && !strcmp(argv[3], "before");
    void *handle = before ? load(argv[1], argv[2]) : NULL;

    MPI_Init(&argc, &argv);
    if (argc > 3 && !before)
        handle = load(argv[1], argv[2]);
    CHECK(handle != NULL);
    CHECK_INT(test_size(), 8);
    expect("hwloc://L3Cache", 4, "L3Cache");
    expect("NUMANode", 4, "L3Cache");
    expect("L1dCache", 2, "L1dCache");
    expect("hwloc://Core", 1, "Core");
    expect("Machine", 8, "Machine");
    return test_end();
}
