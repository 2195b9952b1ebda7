/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Parts of a torus of 4 x 4 nodes: torus_parts [shuffled], 16 ranks, one a node. Four parts are four squares, two are
 * halves, in any order of the ranks; and unguided splits halve it down to the nodes. The nodes have their places in the
 * order of their numbers. */
#include "test.h"
#include "torus_nodes.h"

/* The part of a rank: four squares, or two halves along the first dimension. */
static int part_of(int rank, int parts)
{
    int x = node_of(rank) / SIDE, y = node_of(rank) % SIDE;

    return parts == 4 ? x / 2 * 2 + y / 2 : x / 2;
}

static void check_parts(int parts, const char *value)
{
    MPI_Info info = test_info("hsplit_parts", value);
    MPI_Comm newcomm = MPI_COMM_WORLD, rootscomm = MPI_COMM_WORLD;
    int members[RANKS], count = 0, size;

    for (int rank = 0; rank < RANKS; rank++) {
        if (part_of(rank, parts) == part_of(test_rank(), parts))
            members[count++] = rank;
    }
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    test_free(&newcomm);
    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &newcomm, &rootscomm));
    CHECK_MEMBERS(newcomm, members, count);
    if (members[0] == test_rank()) {
        MPI_Comm_size(rootscomm, &size);
        CHECK_INT(size, parts);
    }
    test_free(&newcomm);
    test_free(&rootscomm);
    MPI_Info_free(&info);
}

/* True if two nodes are in one half of the torus, in one half of that, and so on: along the first dimension, then along
 * the second, and so on again. */
static int together(int a, int b, int depth)
{
    int bits[] = {8, 2, 4, 1}, mask = 0;

    for (int level = 0; level < depth; level++)
        mask |= bits[level];
    return (a & mask) == (b & mask);
}

/* Unguided splits, and splits of the same parent at the level that each of them has named. */
static void check_descent(void)
{
    static const char *const types[] = {"Net_torus_half0", "Net_torus_half1", "Net_torus_half2", "hwloc://Machine"};
    MPI_Comm parent, newcomm, again, newcomms[8];
    int depth = -1;

    MPI_Comm_dup(MPI_COMM_WORLD, &parent);
    for (int level = 0; level < 4; level++) {
        MPI_Info info = test_info("answer", "wanted");
        int members[RANKS], count = 0, found = 0;
        char value[64] = "none";
        for (int rank = 0; rank < RANKS; rank++) {
            if (together(node_of(rank), node_of(test_rank()), level + 1))
                members[count++] = rank;
        }
        newcomm = again = MPI_COMM_WORLD;
        OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &newcomm));
        CHECK_MEMBERS(newcomm, members, count);
        MPI_Info_get(info, "mpi_hw_resource_type", 63, value, &found);
        CHECK_TEXT(value, types[level]);
        OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_HW_GUIDED, 0, info, &again));
        CHECK_MEMBERS(again, members, count);
        test_free(&again);
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &again));
        CHECK_MEMBERS(again, members, count);
        test_free(&again);
        MPI_Info_free(&info);
        test_free(&parent);
        parent = newcomm;
    }
    test_free(&parent);
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 8, &depth, newcomms, NULL));
    CHECK_INT(depth, 4);
    OK(HSPLIT_Comm_hierarchy_free(depth, newcomms, NULL));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    shuffled = argc > 1;
    check_parts(4, "4");
    check_parts(2, "2");
    check_descent();
    return test_end();
}
