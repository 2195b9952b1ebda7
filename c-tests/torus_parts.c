/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Parts of a torus of 4 x 4 nodes: torus_parts [shuffled], 16 ranks, one a node. Four parts are four squares, two are
 * halves, whatever the order of the ranks. The nodes have their places in the order of their numbers. */
#include "test.h"

#define RANKS 16
#define SIDE 4

static int shuffled;

static int node_of(int rank)
{
    return shuffled ? rank * 7 % RANKS : rank;
}

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

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    shuffled = argc > 1;
    check_parts(4, "4");
    check_parts(2, "2");
    return test_end();
}
