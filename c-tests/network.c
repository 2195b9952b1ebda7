/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Switches from text: network named|unnamed|told|kinds|missing|broken, 32 ranks on the cores of eight nodes.
 *
 *     s0: p0: leaf0: node0, node1
 *             leaf1: node2, node3
 *         p1: leaf2: node4, node5, node6
 *             leaf3: node7
 *
 * The text of 'named' has all of this, of 'unnamed' all but the names, of 'kinds' also that p0 and p1 are pods. 'told'
 * does not show that leaf3 has a single node. 'missing' lacks node0, 'broken' the whole network. */
#include "test.h"

static int first, count, named, kinds, merged;

/* The ranks that this rank shares a level with: 0 all, 1 pod, 2 leaf, 3 node, 4 package, 5 core. */
static void block(int rank, int level)
{
    static const int widths[] = {32, 16, 8, 4, 2, 1};

    first = rank / widths[level] * widths[level];
    count = widths[level];
    if (level == 2 && rank >= 16) {
        first = rank < 28 ? 16 : 28;
        count = rank < 28 ? 12 : 4;
    }
}

static void expect_block(MPI_Comm comm)
{
    int members[32];

    for (int i = 0; i < count; i++)
        members[i] = first + i;
    CHECK_MEMBERS(comm, members, count);
}

static const char *name_of(int rank, int level)
{
    static const char *const names[] = {"Net_level0", "Net_level1", "Net_level2", "Machine", "Package", "Core"};

    return level == 2 && rank >= 28 && merged ? "Machine" : names[level];
}

/* All the way down: members, names, siblings and roots of every step. */
static void descent(int rank)
{
    MPI_Comm parent = MPI_COMM_WORLD, newcomm, rootscomm;

    for (int level = 1; level <= 6; level++) {
        int siblings = 2, index = 0;
        if (level == 3 && rank >= 28)
            continue;
        OK(MPI_Comm_hsplit_with_roots(parent, MPI_INFO_NULL, &newcomm, &rootscomm));
        if (parent != MPI_COMM_WORLD)
            MPI_Comm_free(&parent);
        if (level == 6) {
            CHECK(newcomm == MPI_COMM_NULL && rootscomm == MPI_COMM_NULL);
            break;
        }
        block(rank, level);
        expect_block(newcomm);
        switch (level) {
        case 1:
            index = rank / 16;
            break;
        case 2:
            index = rank < 16 ? rank / 8 : rank >= 28;
            break;
        case 3:
            index = rank < 16 ? rank / 4 % 2 : rank / 4 - 4;
            siblings = rank < 16 ? 2 : 3;
            break;
        case 4:
            index = rank / 2 % 2;
            break;
        default:
            index = rank % 2;
        }
        CHECK_LEVEL(newcomm, name_of(rank, level), siblings, index);
        if (rank == first) {
            int size, own;
            MPI_Comm_size(rootscomm, &size);
            MPI_Comm_rank(rootscomm, &own);
            CHECK_INT(size, siblings);
            CHECK_INT(own, index);
            MPI_Comm_free(&rootscomm);
        } else {
            CHECK(rootscomm == MPI_COMM_NULL);
        }
        parent = newcomm;
    }
}

/* A split at a name: the ranks inside get their block of a level, the others nothing. */
static void at(const char *value, int inside, int level, int siblings, int index)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("mpi_hw_resource_type", value);
    int rank = test_rank(), before = test_failures;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm));
    block(rank, level);
    count = inside ? count : 0;
    expect_block(newcomm);
    if (inside)
        CHECK_LEVEL(newcomm, name_of(rank, level), siblings, index);
    if (test_failures > before)
        fprintf(stderr, "    (the value was '%s')\n", value);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

static void guided(int rank)
{
    int leaf = rank < 16 ? rank / 8 : 2 + (rank >= 28);

    at("Net_level0", 1, 0, 1, 0);
    at("net_level1", 1, 1, 2, rank / 16);
    at("Net_level2", 1, 2, 4, leaf);
    at("Net_level3", 0, 2, 0, 0);
    at("Machine", 1, 3, 8, rank / 4);
    at("cu", 1, 2, 4, leaf);
    /* A switch's name means the processes below that switch. */
    at("p1", named && rank >= 16, 1, 1, 0);
    at("LEAF1", named && leaf == 1, 2, 1, 0);
    at("leaf3", named && leaf == 3, 2, 1, 0);
    at("leaf4", 0, 2, 0, 0);
    /* A kind means all switches of that kind. */
    at("pod", kinds, 1, 2, rank / 16);
}

static void lowest(int rank)
{
    for (int other = 0; other < 32; other++) {
        int pair[2] = {rank, other}, level = 6;
        char *type = NULL;
        do {
            block(rank, --level);
        } while (other < first || other >= first + count);
        OK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 2, pair, &type));
        /* Two ranks of a node also share the memory of that node; so do two ranks of a switch with one node. */
        CHECK_TEXT(type, level == 3 || (level == 2 && rank >= 28) ? "NUMANode" : name_of(rank, level));
    }
}

/* One step in which some ranks lack a switch. */
static void one_step(int low, int high, const char *name, int siblings, int index)
{
    MPI_Comm newcomm;
    int pair[2] = {test_rank(), (test_rank() + 16) % 32};
    char *type = NULL;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &newcomm));
    first = low;
    count = high - low;
    expect_block(newcomm);
    CHECK_LEVEL(newcomm, name, siblings, index);
    test_free(&newcomm);
    OK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 2, pair, &type));
    CHECK_TEXT(type, pair[0] / 4 == 0 || pair[1] / 4 == 0 || siblings == 8 ? "System - Cluster" : "Net_level0");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const char *mode = argc > 1 ? argv[1] : "";
    int rank = test_rank();
    CHECK_INT(test_size(), 32);
    kinds = !strcmp(mode, "kinds");
    named = strcmp(mode, "unnamed") != 0;
    merged = strcmp(mode, "told") != 0;
    if (!strcmp(mode, "missing")) {
        one_step(rank < 4 ? 0 : 4, rank < 4 ? 4 : 32, rank < 4 ? "Machine" : "Net_level0", 2, rank >= 4);
    } else if (!strcmp(mode, "broken")) {
        one_step(rank / 4 * 4, rank / 4 * 4 + 4, "Machine", 8, rank / 4);
    } else {
        descent(rank);
        guided(rank);
        lowest(rank);
    }
    return test_end();
}
