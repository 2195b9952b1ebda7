/* SPDX-License-Identifier: MIT OR Apache-2.0
 * hosts RANKS [bound|ring]: run on hosts n0, n1, ... with RANKS consecutive ranks each, as
 * 'c-tests/netns-cluster/cluster run' starts them. Every host must be a node, for the library as for the MPI. Ranks are
 * unbound, or bound to a core each. With 'ring' the topology file has four hosts in a ring, and the first level has its
 * halves. */
#include "test.h"

/* Ranks per host. */
static int ranks;

static void names(void)
{
    char name[MPI_MAX_PROCESSOR_NAME], expected[32];
    int length;

    MPI_Get_processor_name(name, &length);
    snprintf(expected, sizeof expected, "n%d", test_rank() / ranks);
    CHECK_TEXT(name, expected);
}

/* Splits the ring into its halves. */
static MPI_Comm half_of_ring(void)
{
    int members[64], half = test_rank() / ranks / 2;
    MPI_Comm comm;

    for (int i = 0; i < 2 * ranks; i++)
        members[i] = half * 2 * ranks + i;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &comm));
    CHECK_MEMBERS(comm, members, 2 * ranks);
    CHECK_LEVEL(comm, "Net_torus_half0", 2, half);
    return comm;
}

static void down(MPI_Comm comm, int bound)
{
    int me = test_rank(), size, hosts, first;
    int host[64], roots[64];
    MPI_Comm machine, shared, rootscomm, core;

    MPI_Comm_size(comm, &size);
    hosts = size / ranks;
    first = me / size * hosts;

    for (int i = 0; i < ranks; i++)
        host[i] = me / ranks * ranks + i;
    for (int i = 0; i < hosts; i++)
        roots[i] = (first + i) * ranks;
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared));
    CHECK_MEMBERS(shared, host, ranks);
    test_free(&shared);
    OK(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &machine, &rootscomm));
    CHECK_MEMBERS(machine, host, ranks);
    CHECK_MEMBERS(rootscomm, roots, me % ranks ? 0 : hosts);
    test_free(&rootscomm);
    test_free(&machine);
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &machine));
    CHECK_MEMBERS(machine, host, ranks);
    if (machine == MPI_COMM_NULL)
        return;
    CHECK_LEVEL(machine, "Machine", hosts, me / ranks - first);
    OK(MPI_Comm_split_type(machine, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &core));
    CHECK_MEMBERS(core, &me, bound ? 1 : 0);
    test_free(&core);
    test_free(&machine);
}

static void min_hlevel(void)
{
    int me = test_rank(), pair[2] = {me, 0};
    char *type = NULL;

    for (pair[1] = 0; pair[1] < test_size(); pair[1]++) {
        OK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 2, pair, &type));
        if (pair[1] / ranks != me / ranks)
            CHECK_TEXT(type, "System - Cluster");
        else
            CHECK(strcmp(type, "System - Cluster") && strcmp(type, "Unknown"));
    }
}

/* Ranks that exchange much, and are far from each other in a communicator in no order, are on one host afterwards. The
 * ranks list different numbers of arcs. */
static void reordered(void)
{
    int size = test_size(), rank, peer, from, to, host, other;
    MPI_Comm mixed, newcomm;

    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, test_rank() * 5 % size, &mixed));
    MPI_Comm_rank(mixed, &rank);
    peer = (rank + size / 2) % size;
    OK(HSPLIT_Comm_reorder(mixed, 1 + rank % 3, (int[]){peer, peer, peer}, (double[]){1000, 1, 1}, MPI_INFO_NULL,
                           &newcomm, &from, &to));
    MPI_Comm_rank(newcomm, &rank);
    peer = (rank + size / 2) % size;
    host = test_rank() / ranks;
    OK(MPI_Sendrecv(&host, 1, MPI_INT, peer, 0, &other, 1, MPI_INT, peer, 0, newcomm, MPI_STATUS_IGNORE));
    CHECK_INT(other, host);
    test_free(&newcomm);
    test_free(&mixed);
}

int main(int argc, char **argv)
{
    const char *how = argc > 2 ? argv[2] : "";
    int failures, in_ring = !strcmp(how, "ring");
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    ranks = argc > 1 ? atoi(argv[1]) : 1;
    names();
    if (in_ring)
        comm = half_of_ring();
    down(comm, !strcmp(how, "bound"));
    if (in_ring)
        test_free(&comm);
    min_hlevel();
    reordered();
    MPI_Allreduce(&test_failures, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (test_rank() == 0 && failures == 0)
        printf("%d ranks are right\n", test_size());
    /* An MPI may hang in MPI_Finalize. */
    fflush(stdout);
    return test_end();
}
