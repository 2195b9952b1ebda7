/* SPDX-License-Identifier: MIT OR Apache-2.0
 * switches RANKS [packages|late]: run on hosts n0, n1, ... with RANKS consecutive ranks each, two hosts on each switch
 * and one switch above these, as in c-tests/netns-cluster/specs/2x2. The hierarchy must be Net_level1 > Machine, on
 * every rank, from whichever source. With 'packages' every node has two packages, on which the ranks are bound to
 * cores. With 'late' the switches are unknown until all ranks split: half of them do first, then all, some of them with
 * MPI_UNDEFINED. */
#include "test.h"

/* Ranks per host. */
static int ranks;

/* One step down: this rank's block of 'block' ranks, among its siblings in the parent's block of 'above' ranks. */
static MPI_Comm step(MPI_Comm parent, const char *name, int block, int above)
{
    int me = test_rank(), members[64], roots[64];
    int first = me / above * above, siblings = above / block;
    MPI_Comm newcomm, rootscomm;

    for (int i = 0; i < block; i++)
        members[i] = me / block * block + i;
    for (int i = 0; i < siblings; i++)
        roots[i] = first + i * block;
    OK(MPI_Comm_hsplit_with_roots(parent, MPI_INFO_NULL, &newcomm, &rootscomm));
    CHECK_MEMBERS(newcomm, members, block);
    CHECK_MEMBERS(rootscomm, roots, me % block ? 0 : siblings);
    if (newcomm != MPI_COMM_NULL)
        CHECK_LEVEL(newcomm, name, siblings, (me - first) / block);
    test_free(&rootscomm);
    if (parent != MPI_COMM_WORLD)
        test_free(&parent);
    return newcomm;
}

static void down(int packages)
{
    MPI_Comm comm, next, roots;

    comm = step(MPI_COMM_WORLD, "Net_level1", 2 * ranks, test_size());
    comm = step(comm, "Machine", ranks, 2 * ranks);
    if (packages) {
        comm = step(comm, "Package", ranks / 2, ranks);
        comm = step(comm, "Core", 1, ranks / 2);
    }
    OK(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &next, &roots));
    CHECK_MEMBERS(next, NULL, 0);
    CHECK_MEMBERS(roots, NULL, 0);
    test_free(&comm);
}

static void named(const char *name, int block)
{
    int me = test_rank(), members[64];
    MPI_Info info;
    MPI_Comm comm;

    for (int i = 0; i < block; i++)
        members[i] = me / block * block + i;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpi_hw_resource_type", name));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &comm));
    CHECK_MEMBERS(comm, members, block);
    test_free(&comm);
    OK(MPI_Info_free(&info));
}

static void min_hlevel(void)
{
    int me = test_rank(), pair[2] = {me, 0};
    char *type = NULL;

    for (pair[1] = 0; pair[1] < test_size(); pair[1]++) {
        OK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 2, pair, &type));
        if (pair[1] / (2 * ranks) != me / (2 * ranks))
            CHECK_TEXT(type, "Net_level0");
        else if (pair[1] / ranks != me / ranks)
            CHECK_TEXT(type, "Net_level1");
        else
            CHECK(strncmp(type, "Net_level", 9) && strcmp(type, "System - Cluster") && strcmp(type, "Unknown"));
    }
}

static void late(void)
{
    int me = test_rank(), half = test_size() / 2, members[64];
    MPI_Comm comm, newcomm;

    for (int i = 0; i < ranks; i++)
        members[i] = me / ranks * ranks + i;
    OK(MPI_Comm_split(MPI_COMM_WORLD, me / half, 0, &comm));
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &newcomm));
    CHECK_MEMBERS(newcomm, members, ranks);
    if (newcomm != MPI_COMM_NULL)
        CHECK_LEVEL(newcomm, "Machine", 2, me % half / ranks);
    test_free(&newcomm);
    test_free(&comm);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, me % 2 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &newcomm));
    for (int i = 0; i < ranks / 2; i++)
        members[i] = me / ranks * ranks + 2 * i;
    CHECK_MEMBERS(newcomm, members, me % 2 ? 0 : ranks / 2);
    test_free(&newcomm);
}

int main(int argc, char **argv)
{
    int failures;

    MPI_Init(&argc, &argv);
    ranks = argc > 1 ? atoi(argv[1]) : 4;
    if (argc > 2 && !strcmp(argv[2], "late"))
        late();
    down(argc > 2 && !strcmp(argv[2], "packages"));
    min_hlevel();
    named("Net_level1", 2 * ranks);
    named("Net_level0", test_size());
    named("Machine", ranks);
    MPI_Allreduce(&test_failures, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (test_rank() == 0 && failures == 0)
        printf("%d ranks are right\n", test_size());
    /* An MPI may hang in MPI_Finalize. */
    fflush(stdout);
    return test_end();
}
