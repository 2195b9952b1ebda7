/* SPDX-License-Identifier: MIT OR Apache-2.0
 * late_hwloc LIBRARY HWLOC: the program loads the library in a scope of its own, and then another libhwloc in the
 * global scope, which precedes the library's own for every symbol that is not bound yet. Eight ranks on the cores of
 * one node as in RR-9077, Figure 1. */
#include "test.h"
#include <dlfcn.h>

typedef int (*init_t)(int *, char ***);
typedef int (*split_t)(MPI_Comm, int, int, MPI_Info, MPI_Comm *);

static void *load(const char *file, int scope)
{
    void *handle = dlopen(file, RTLD_LAZY | scope);

    if (!handle)
        fprintf(stderr, "%s\n", dlerror());
    return handle;
}

int main(int argc, char **argv)
{
    void *library = load(argv[1], RTLD_LOCAL), *hwloc = load(argv[2], RTLD_GLOBAL);
    init_t init = library ? (init_t)dlsym(library, "MPI_Init") : NULL;
    split_t split = library ? (split_t)dlsym(library, "MPI_Comm_split_type") : NULL;
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info;
    int members[4];

    if (!hwloc || !init || !split)
        return 1;
    init(&argc, &argv);
    info = test_info("mpi_hw_resource_type", "hwloc://L3Cache");
    for (int i = 0; i < 4; i++)
        members[i] = test_rank() / 4 * 4 + i;
    OK(split(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, 4);
    test_free(&newcomm);
    MPI_Info_free(&info);
    return test_end();
}
