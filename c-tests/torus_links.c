/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A torus of 4 x 4 switches, each with one node, described by the links alone: torus_links whole|less [shuffled], 16
 * ranks, one a node. Parts are equal and connected, in any order of the ranks, and so are the halves of unguided splits
 * down to the nodes. The whole torus has rings; one without a link in each row has none. */
#include "test.h"
#include "torus_nodes.h"

static int is_whole;

static int are_linked(int a, int b)
{
    int x = (a / SIDE - b / SIDE + SIDE) % SIDE, y = (a % SIDE - b % SIDE + SIDE) % SIDE;

    /* The link of a row that is missing begins at the node in the diagonal. */
    if (!is_whole && x == 0 && (y == 1 ? b % SIDE == b / SIDE : y == SIDE - 1 && a % SIDE == a / SIDE))
        return 0;
    return (x == 0 && (y == 1 || y == SIDE - 1)) || (y == 0 && (x == 1 || x == SIDE - 1));
}

/* The number of connected pieces of a communicator's nodes. */
static int pieces_of(MPI_Comm comm, int *size)
{
    int ranks[RANKS], piece[RANKS], pieces;

    *size = comm == MPI_COMM_NULL ? 0 : test_world_ranks(comm, ranks, RANKS);
    pieces = *size;
    for (int i = 0; i < *size; i++)
        piece[i] = i;
    for (int a = 0; a < *size; a++) {
        for (int b = 0; b < a; b++) {
            int old = piece[a], new = piece[b];
            if (old == new || !are_linked(node_of(ranks[a]), node_of(ranks[b])))
                continue;
            pieces--;
            for (int i = 0; i < *size; i++)
                piece[i] = piece[i] == old ? new : piece[i];
        }
    }
    return pieces;
}

static void check_parts(int parts, const char *value)
{
    MPI_Info info = test_info("hsplit_parts", value);
    MPI_Comm newcomm = MPI_COMM_WORLD, rootscomm = MPI_COMM_WORLD;
    int size, again;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &newcomm));
    CHECK_INT(pieces_of(newcomm, &size), 1);
    CHECK(size == RANKS / parts || size == (RANKS + parts - 1) / parts);
    test_free(&newcomm);
    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &newcomm, &rootscomm));
    CHECK_INT(pieces_of(newcomm, &again), 1);
    CHECK_INT(again, size);
    if (rootscomm != MPI_COMM_NULL) {
        MPI_Comm_size(rootscomm, &size);
        CHECK_INT(size, parts);
    }
    test_free(&newcomm);
    test_free(&rootscomm);
    MPI_Info_free(&info);
}

/* Four parts of 12 ranks, which may be linked over switches of the other ranks, which pass MPI_UNDEFINED. */
static void check_some(void)
{
    MPI_Info info = test_info("hsplit_parts", "4");
    MPI_Comm newcomm = MPI_COMM_WORLD;
    int is_in = node_of(test_rank()) < 12, size;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, is_in ? MPI_COMM_TYPE_HW_UNGUIDED : MPI_UNDEFINED, 0, info, &newcomm));
    pieces_of(newcomm, &size);
    CHECK_INT(size, is_in ? 3 : 0);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

/* Unguided splits, and splits of the same parent at the level that each of them has named. */
static void check_descent(void)
{
    static const char *const types[2][4] = {
        {"Net_half0", "Net_half1", "Net_half2", "hwloc://Machine"},
        {"Net_torus_half0", "Net_torus_half1", "Net_torus_half2", "hwloc://Machine"}};
    MPI_Comm parent, newcomm, again;
    int size, relation;

    MPI_Comm_dup(MPI_COMM_WORLD, &parent);
    for (int level = 0; level < 4; level++) {
        MPI_Info info = test_info("answer", "wanted");
        int found = 0;
        char value[64] = "none";
        newcomm = again = MPI_COMM_WORLD;
        OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &newcomm));
        CHECK_INT(pieces_of(newcomm, &size), 1);
        CHECK_INT(size, RANKS >> (level + 1));
        MPI_Info_get(info, "mpi_hw_resource_type", 63, value, &found);
        CHECK_TEXT(value, types[is_whole][level]);
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &again));
        MPI_Comm_compare(newcomm, again, &relation);
        CHECK_INT(relation, MPI_CONGRUENT);
        test_free(&again);
        MPI_Info_free(&info);
        test_free(&parent);
        parent = newcomm;
    }
    test_free(&parent);
}

/* Each ring is a walk of four neighbours; those along both dimensions have the rank itself in common. */
static void check_rings(void)
{
    static const char *const names[] = {"Net_torus0", "torus_dimension:1", "Net_torus2"};
    int ranks[RANKS], size, others[2] = {0, 0};

    for (int dimension = 0; dimension < 3; dimension++) {
        MPI_Info info = test_info("mpi_hw_resource_type", names[dimension]);
        MPI_Comm ring = MPI_COMM_WORLD;
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &ring));
        MPI_Info_free(&info);
        CHECK_INT(ring != MPI_COMM_NULL, is_whole && dimension < 2);
        if (ring == MPI_COMM_NULL)
            continue;
        CHECK_INT(pieces_of(ring, &size), 1);
        CHECK_INT(size, SIDE);
        test_world_ranks(ring, ranks, RANKS);
        for (int i = 0; i < size; i++) {
            int neighbours = 0;
            for (int j = 0; j < size; j++)
                neighbours += are_linked(node_of(ranks[i]), node_of(ranks[j]));
            CHECK_INT(neighbours, 2);
            others[dimension] |= ranks[i] == test_rank() ? 0 : 1 << ranks[i];
        }
        test_free(&ring);
    }
    CHECK_INT(others[0] & others[1], 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    is_whole = argc > 1 && !strcmp(argv[1], "whole");
    shuffled = argc > 2;
    check_parts(4, "4");
    check_parts(3, "3");
    check_parts(2, "2");
    check_some();
    check_descent();
    check_rings();
    return test_end();
}
