/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A communicator that the library makes inherits nothing that is cached on its parent: no attribute of the program,
 * whose copy callbacks never run, no attribute of the library, no topology. Eight ranks on two nodes of two packages.
 */
#include "test.h"

static int keyval, copies;

static int copied(MPI_Comm comm, int key, void *state, void *value, void *copy, int *flag)
{
    (void)comm, (void)key, (void)state;
    copies++;
    *(void **)copy = value;
    *flag = 1;
    return MPI_SUCCESS;
}

/* An attribute of the program, its error handler, and the places that the library keeps. */
static void burden(MPI_Comm comm)
{
    int own;
    char *type;

    MPI_Comm_rank(comm, &own);
    MPI_Comm_set_attr(comm, keyval, &keyval);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    OK(MPI_Comm_get_min_hlevel(comm, 1, &own, &type));
    CHECK_TEXT(type, "Core");
}

/* All members share the new communicator, which inherits nothing from its parent. */
static void check_new(const char *what, MPI_Comm comm, const char *shared)
{
    MPI_Errhandler handler;
    int ranks[8], size, found = 0, topology, length;
    char name[MPI_MAX_OBJECT_NAME], *type;
    void *value;
    int before = test_failures;

    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_get_attr(comm, keyval, &value, &found);
    CHECK(!found);
    MPI_Topo_test(comm, &topology);
    CHECK_INT(topology, MPI_UNDEFINED);
    MPI_Comm_get_name(comm, name, &length);
    CHECK_TEXT(name, "");
    MPI_Comm_get_errhandler(comm, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < size; i++)
        ranks[i] = i;
    OK(MPI_Comm_get_min_hlevel(comm, size, ranks, &type));
    CHECK_TEXT(type, shared);
    if (test_failures > before)
        fprintf(stderr, "rank %d: (%s)\n", test_rank(), what);
}

/* A communicator of one level of the way down, and of its roots. */
static void check_level(const char *what, MPI_Comm newcomm, MPI_Comm rootscomm, int depth)
{
    static const char *names[] = {NULL, "Machine", "Package", "Core"};
    /* A described node without caches has one NUMA node of its size. */
    static const char *shared[] = {"System - Cluster", "NUMANode", "Package", "Core"};

    CHECK(newcomm != MPI_COMM_NULL);
    if (newcomm == MPI_COMM_NULL)
        return;
    CHECK_LEVEL(newcomm, names[depth], 2, test_rank() >> (3 - depth) & 1);
    check_new(what, newcomm, shared[depth]);
    if (rootscomm == MPI_COMM_NULL)
        return;
    CHECK_LEVEL(rootscomm, "Unknown", 0, MPI_UNDEFINED);
    check_new("roots", rootscomm, shared[depth - 1]);
}

/* Every kind of split of a communicator at the given depth, and the same again on the last communicator, down to the
 * bottom. */
static void split(MPI_Comm comm, int depth)
{
    static const char *levels[] = {"Machine", "Package", "Core"};
    MPI_Comm newcomm, rootscomm, newcomms[4], rootscomms[4];
    MPI_Info info;
    int levels_below;

    burden(comm);
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &newcomm));
    if (depth == 3) {
        CHECK(newcomm == MPI_COMM_NULL);
        return;
    }
    check_level("unguided", newcomm, MPI_COMM_NULL, depth + 1);
    test_free(&newcomm);
    info = test_info("mpi_hw_resource_type", levels[depth]);
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, info, &newcomm));
    check_level("guided", newcomm, MPI_COMM_NULL, depth + 1);
    test_free(&newcomm);
    OK(MPI_Comm_hsplit_with_roots(comm, info, &newcomm, &rootscomm));
    check_level("guided, with roots", newcomm, rootscomm, depth + 1);
    test_free(&rootscomm);
    test_free(&newcomm);
    MPI_Info_free(&info);
    OK(HSPLIT_Comm_hierarchy(comm, MPI_INFO_NULL, 4, &levels_below, newcomms, rootscomms));
    CHECK_INT(levels_below, 3 - depth);
    for (int i = 0; i < levels_below; i++)
        check_level("hierarchy", newcomms[i], rootscomms[i], depth + 1 + i);
    OK(HSPLIT_Comm_hierarchy_free(levels_below, newcomms, rootscomms));
    OK(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &newcomm, &rootscomm));
    check_level("unguided, with roots", newcomm, rootscomm, depth + 1);
    MPI_Barrier(comm);
    if (newcomm != MPI_COMM_NULL)
        split(newcomm, depth + 1);
    test_free(&rootscomm);
    test_free(&newcomm);
}

/* A communicator that the program derived from one with a level and a table of places has neither of the two. */
static void check_foreign(const char *what, MPI_Comm comm, const char *shared)
{
    int ranks[8], size, before = test_failures;
    char *type;

    if (comm == MPI_COMM_NULL)
        return;
#ifdef OPEN_MPI
    /* For the group of a whole communicator, only the call distinguishes the result from a duplicate. */
    if (strcmp(what, "MPI_Comm_create_group of all"))
#endif
        CHECK_LEVEL(comm, "Unknown", 0, MPI_UNDEFINED);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < size; i++)
        ranks[i] = i;
    OK(MPI_Comm_get_min_hlevel(comm, size, ranks, &type));
    CHECK_TEXT(type, shared);
    if (test_failures > before)
        fprintf(stderr, "rank %d: (%s)\n", test_rank(), what);
    MPI_Comm_free(&comm);
}

/* Derives a communicator from a node's communicator of four ranks, by each call in turn. If Open MPI's
 * MPI_Comm_create_group copies attributes, those of the library have no effect. A duplicate has the level of its
 * original. */
static void made_by_program(void)
{
    static const int pair[] = {0, 1}, corners[] = {0, 2}, turned[] = {3, 2, 1, 0};
    static const struct {
        int size;
        const int *ranks;
        const char *shared;
    } subsets[] = {{2, pair, "Package"}, {2, corners, "NUMANode"}, {4, turned, "NUMANode"}};
    MPI_Comm node, new, copy;
    MPI_Group all, some;
    int dims[1] = {4}, periods[1] = {0}, rank;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &node));
    burden(node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_group(node, &all);
    for (int i = 0; i < 3; i++) {
        MPI_Group_incl(all, subsets[i].size, (int *)subsets[i].ranks, &some);
        MPI_Comm_create(node, some, &new);
        check_foreign("MPI_Comm_create", new, subsets[i].shared);
        MPI_Group_rank(some, &rank);
        if (rank != MPI_UNDEFINED) {
            MPI_Comm_create_group(node, some, i, &new);
            check_foreign("MPI_Comm_create_group", new, subsets[i].shared);
        }
        MPI_Group_free(&some);
    }
    MPI_Comm_create_group(node, all, 9, &new);
    check_foreign("MPI_Comm_create_group of all", new, "NUMANode");
    MPI_Comm_split(node, 0, 0, &new);
    check_foreign("MPI_Comm_split", new, "NUMANode");
    MPI_Cart_create(node, 1, dims, periods, 0, &new);
    check_foreign("MPI_Cart_create", new, "NUMANode");
    MPI_Comm_dup(node, &copy);
    MPI_Comm_dup(copy, &new);
    MPI_Comm_free(&copy);
    CHECK_LEVEL(new, "Machine", 2, test_rank() / 4);
    MPI_Group_free(&all);
    MPI_Comm_group(new, &all);
    MPI_Group_incl(all, 4, (int *)turned, &some);
    MPI_Comm_create_group(new, some, 10, &copy);
    check_foreign("MPI_Comm_create_group of a duplicate", copy, "NUMANode");
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    MPI_Comm_free(&new);
    MPI_Comm_free(&node);
}

/* Communicators of groups, each made of the one before, the first of one with a level. The latter is freed, so a new
 * group may be at the address of its group. */
static void made_in_turn(void)
{
    static const int turned[] = {3, 2, 1, 0};
    MPI_Comm comm, new;
    MPI_Group all, some;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &comm));
    for (int i = 0; i < 100; i++) {
        MPI_Comm_group(comm, &all);
        MPI_Group_incl(all, 4, (int *)turned, &some);
        MPI_Group_free(&all);
        MPI_Comm_create_group(comm, some, i, &new);
        MPI_Group_free(&some);
        MPI_Comm_free(&comm);
        CHECK_LEVEL(new, "Unknown", 0, MPI_UNDEFINED);
        comm = new;
    }
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Comm grid, copy;
    int dims[2] = {2, 4}, periods[2] = {0, 0};

    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), 8);
    MPI_Comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    split(MPI_COMM_WORLD, 0);
    CHECK_INT(copies, 0);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    split(grid, 0);
    CHECK_INT(copies, 0);
    /* The callback does run. */
    MPI_Comm_dup(grid, &copy);
    CHECK_INT(copies, 1);
    copies = 0;
    split(copy, 0);
    CHECK_INT(copies, 0);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&grid);
    made_by_program();
    made_in_turn();
    return test_end();
}
