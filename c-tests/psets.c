/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Process sets (MPI 4.1, mpi_pset_name): sets that every process has, and names that no process has. With an argument:
 * a set of all ranks that this MPI alone has. */
#include "test.h"

static const char *const KEY = "mpi_pset_name";

static int all(int *ranks)
{
    for (int i = 0; i < test_size(); i++)
        ranks[i] = i;
    return test_size();
}

static void split(MPI_Comm comm, int type, const char *value, const int *members, int count, const char *name,
                  int siblings, int number)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info(KEY, value);
    int before = test_failures;

    OK(MPI_Comm_split_type(comm, type, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    if (newcomm != MPI_COMM_NULL)
        CHECK_LEVEL(newcomm, name, siblings, number);
    if (test_failures > before)
        fprintf(stderr, "    (the set was '%s', the type %d)\n", value, type);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

/* The sets of the standard, of the whole and of every second rank, with every type that takes the key. */
static void standard(void)
{
    static const int types[] = {MPI_COMM_TYPE_RESOURCE_GUIDED, HSPLIT_COMM_TYPE_RESOURCE_GUIDED,
                                MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_COMM_TYPE_HW_SUBDOMAIN};
    MPI_Comm half;
    int members[64], me = test_rank(), count = all(members), halves[64], own, halfsize = 0;

    MPI_Comm_split(MPI_COMM_WORLD, me % 2, 0, &half);
    MPI_Comm_rank(half, &own);
    for (int i = me % 2; i < test_size(); i += 2)
        halves[halfsize++] = i;
    for (int i = 0; i < 4; i++) {
        split(MPI_COMM_WORLD, types[i], "mpi://WORLD", members, count, "mpi://WORLD", 1, 0);
        split(MPI_COMM_WORLD, types[i], "MPI://world", members, count, "MPI://world", 1, 0);
        split(MPI_COMM_WORLD, types[i], "mpi://SELF", &me, 1, "mpi://SELF", test_size(), me);
        split(half, types[i], "mpi://WORLD", halves, halfsize, "mpi://WORLD", 1, 0);
        split(half, types[i], "mpi://SELF", &me, 1, "mpi://SELF", halfsize, own);
        split(MPI_COMM_WORLD, types[i], "mpi://zork", members, 0, NULL, 0, 0);
        split(MPI_COMM_WORLD, types[i], "zork", members, 0, NULL, 0, 0);
        split(MPI_COMM_WORLD, types[i], "hwloc://Machine", members, count, "Machine", 1, 0);
        split(half, types[i], "HWLOC://machine", halves, halfsize, "Machine", 1, 0);
        split(MPI_COMM_WORLD, types[i], "hwloc://L5Cache", members, 0, NULL, 0, 0);
    }
    /* The key is none of this type's. */
    split(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, "mpi://WORLD", members, 0, NULL, 0, 0);
    MPI_Comm_free(&half);
}

/* Together with the key for a level: an error for the standard's type, the level for the library's types. */
static void both_keys(void)
{
    MPI_Comm comm, newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info(KEY, "mpi://SELF");
    char text[MPI_MAX_ERROR_STRING];
    int class, code, length, members[64], count = all(members);

    MPI_Info_set(info, "mpi_hw_resource_type", "Machine");
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    code = MPI_Comm_split_type(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &newcomm);
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    CHECK_INT(class, MPI_ERR_INFO);
    CHECK_HAS(text, "mpi_pset_name");
    CHECK(newcomm == MPI_COMM_NULL);
    /* On one rank alone it is an error on every rank. */
    if (test_rank() > 0)
        MPI_Info_delete(info, KEY);
    newcomm = MPI_COMM_WORLD;
    MPI_Error_class(MPI_Comm_split_type(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &newcomm), &class);
    CHECK_INT(class, MPI_ERR_INFO);
    CHECK(newcomm == MPI_COMM_NULL);
    MPI_Info_set(info, (char *)KEY, "mpi://SELF");
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    test_free(&newcomm);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
}

/* The library's own calls accept process sets as they accept levels. */
static void own_calls(void)
{
    MPI_Comm newcomm, rootscomm, newcomms[3], rootscomms[3];
    MPI_Info info = test_info(KEY, "mpi://SELF");
    int members[64], me = test_rank(), count = all(members), depth;

    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &newcomm, &rootscomm));
    CHECK_MEMBERS(newcomm, &me, 1);
    CHECK_MEMBERS(rootscomm, members, count);
    test_free(&newcomm);
    test_free(&rootscomm);
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, info, 3, &depth, newcomms, rootscomms));
    CHECK_INT(depth, 1);
    CHECK_MEMBERS(newcomms[0], &me, 1);
    OK(HSPLIT_Comm_hierarchy_free(depth, newcomms, rootscomms));
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 1) {
        int members[64], count = all(members);
        split(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, argv[1], members, count, argv[1], 1, 0);
    } else {
        standard();
        both_keys();
        own_calls();
    }
    return test_end();
}
