/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The results of all calls of navigation, compared with the expected places (c-tests/navigation.h). */
#ifndef NAVIGATION_CHECKS_H
#define NAVIGATION_CHECKS_H

#include "navigation.h"

static inline int common(int a, int b)
{
    int shared = 0;

    while (shared < spots[a].count && shared < spots[b].count && spots[a].coords[shared] == spots[b].coords[shared])
        shared++;
    return shared;
}

static inline int hops_between(int a, int b)
{
    return spots[a].count + spots[b].count - 2 * common(a, b);
}

static inline void check_list(int line, const char *what, const int *actual, int count, const int *expected, int wanted)
{
    char is[4096], should[4096];

    if (count == wanted && !memcmp(actual, expected, (size_t)wanted * sizeof *expected))
        return;
    test_list(is, sizeof is, actual, count);
    test_list(should, sizeof should, expected, wanted);
    if (test_failed(__FILE__, line))
        fprintf(stderr, "%s: {%s}, expected {%s}\n", what, is, should);
}

#define CHECK_LIST(actual, count, expected, wanted) check_list(__LINE__, #actual, actual, count, expected, wanted)

/* A list that is too short gets as many elements as fit and the number of all, and nothing is written after it. */
static inline void short_of_room(MPI_Comm comm, int rank)
{
    int count = -1, coords[4] = {-7, -7, -7, -7};
    const char *types[4] = {"kept", "kept", "kept", "kept"};

    OK(HSPLIT_Comm_get_coords(comm, rank, 0, &count, NULL, NULL));
    CHECK_INT(count, spots[rank].count);
    OK(HSPLIT_Comm_get_coords(comm, rank, 1, &count, coords, types));
    CHECK_INT(count, spots[rank].count);
    CHECK_INT(coords[0], spots[rank].coords[0]);
    CHECK_INT(coords[1], -7);
    CHECK_TEXT(types[0], level_names[0]);
    CHECK_TEXT(types[1], "kept");
    OK(HSPLIT_Comm_get_levels(comm, 0, &count, NULL, NULL));
    CHECK_INT(count, levels_count);
    OK(HSPLIT_Comm_get_rank(comm, 0, NULL, 0, &count, NULL));
    CHECK_INT(count, test_size());
    OK(HSPLIT_Comm_get_neighbours(comm, rank, "Machine", 0, &count, NULL));
    CHECK(count > 0);
    OK(HSPLIT_Comm_get_colors(comm, 0, &count, NULL));
    CHECK_INT(count, spots[test_rank()].count);
    OK(HSPLIT_Comm_get_network_coords(comm, rank, 0, &count, NULL, NULL));
    CHECK_INT(count, 0);
    OK(HSPLIT_Comm_get_network_rank(comm, 0, NULL, 0, &count, NULL));
    CHECK_INT(count, 0);
}

static inline void check_levels(MPI_Comm comm)
{
    int count = -1, instances[8];
    const char *types[8];

    OK(HSPLIT_Comm_get_levels(comm, 8, &count, types, instances));
    CHECK_INT(count, levels_count);
    for (int i = 0; i < count && i < levels_count; i++) {
        CHECK_TEXT(types[i], level_names[i]);
        CHECK_INT(instances[i], level_instances[i]);
    }
    OK(HSPLIT_Comm_get_levels(comm, 8, &count, types, NULL));
    CHECK_INT(count, levels_count);
}

/* The coordinates of a rank, and the ranks below each prefix of them. */
static inline void check_coords(MPI_Comm comm, int rank)
{
    int count = -1, coords[8], found[MOST], nranks, expected[MOST], wanted;
    const char *types[8];

    OK(HSPLIT_Comm_get_coords(comm, rank, 8, &count, coords, types));
    CHECK_LIST(coords, count, spots[rank].coords, spots[rank].count);
    for (int i = 0; i < count && i < 4; i++)
        CHECK_TEXT(types[i], level_names[i]);
    for (int depth = 0; depth <= spots[rank].count; depth++) {
        wanted = 0;
        for (int other = 0; other < test_size(); other++) {
            if (common(rank, other) >= depth)
                expected[wanted++] = other;
        }
        OK(HSPLIT_Comm_get_rank(comm, depth, coords, MOST, &nranks, found));
        CHECK_LIST(found, nranks, expected, wanted);
    }
    coords[0] = 99;
    OK(HSPLIT_Comm_get_rank(comm, 1, coords, MOST, &nranks, found));
    CHECK_INT(nranks, 0);
}

static inline void check_distances(MPI_Comm comm)
{
    static int matrix[MOST * MOST], ranks[MOST];
    int size = test_size(), hops;
    const char *type;

    for (int a = 0; a < size; a++) {
        ranks[a] = size - 1 - a;
        for (int b = 0; b < size; b++) {
            int shared = common(a, b);
            OK(HSPLIT_Comm_get_distance(comm, a, b, &hops, &type));
            CHECK_INT(hops, hops_between(a, b));
            CHECK_TEXT(type, shared ? level_names[shared - 1] : "System - Cluster");
        }
    }
    OK(HSPLIT_Comm_get_distance(comm, 0, size - 1, &hops, NULL));
    CHECK_INT(hops, hops_between(0, size - 1));
    OK(HSPLIT_Comm_get_distances(comm, size, ranks, matrix));
    for (int i = 0; i < size * size; i++)
        CHECK_INT(matrix[i], hops_between(size - 1 - i / size, size - 1 - i % size));
    OK(HSPLIT_Comm_get_distances(comm, 0, NULL, NULL));
}

/* Ranks that share 'depth' levels with a rank, nearest first. Returns how many. */
static inline int around(int rank, int depth, int *ranks)
{
    int count = 0;

    for (int hops = 0; hops <= 8; hops++) {
        for (int other = 0; other < test_size(); other++) {
            if (other != rank && common(rank, other) >= depth && hops_between(rank, other) == hops)
                ranks[count++] = other;
        }
    }
    return count;
}

static inline void check_neighbours(MPI_Comm comm, int rank)
{
    int found[MOST], nranks, expected[MOST], wanted, nearest;

    for (int depth = 0; depth <= spots[rank].count; depth++) {
        wanted = around(rank, depth, expected);
        OK(HSPLIT_Comm_get_neighbours(comm, rank, depth ? level_names[depth - 1] : "cluster", MOST, &nranks, found));
        CHECK_LIST(found, nranks, expected, wanted);
    }
    wanted = around(rank, 0, expected);
    for (nearest = 0; nearest < wanted; nearest++) {
        if (hops_between(rank, expected[nearest]) != hops_between(rank, expected[0]))
            break;
    }
    OK(HSPLIT_Comm_get_neighbours(comm, rank, NULL, MOST, &nranks, found));
    CHECK_LIST(found, nranks, expected, nearest);
    OK(HSPLIT_Comm_get_neighbours(comm, rank, "zork", MOST, &nranks, found));
    CHECK_INT(nranks, 0);
}

static inline void check_group(MPI_Comm comm)
{
    int me = test_rank(), found[MOST], count, expected[MOST], own[MOST];
    MPI_Group group, all;

    MPI_Comm_group(comm, &all);
    for (int hops = 0; hops <= 8; hops++) {
        int wanted = 0;
        for (int rank = 0; rank < test_size(); rank++) {
            own[rank] = rank;
            if (hops_between(me, rank) <= hops)
                expected[wanted++] = rank;
        }
        OK(HSPLIT_Comm_get_neighbour_group(comm, hops, &group));
        MPI_Group_size(group, &count);
        MPI_Group_translate_ranks(group, count, own, all, found);
        CHECK_LIST(found, count, expected, wanted);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&all);
}

/* Two ranks have one color at a level if and only if they share it; the colors of a level are dense. */
static inline void check_colors(MPI_Comm comm)
{
    int me = test_rank(), size = test_size(), depth = -1, mine[6] = {0, -1, -1, -1, -1, -1}, all[MOST * 6];

    OK(HSPLIT_Comm_get_colors(comm, 5, &depth, mine + 1));
    mine[0] = depth;
    CHECK_INT(depth, spots[me].count);
    PMPI_Allgather(mine, 6, MPI_INT, all, 6, MPI_INT, MPI_COMM_WORLD);
    for (int level = 1; level <= 4; level++) {
        int highest = -1;
        for (int rank = 0; rank < size; rank++) {
            int color = all[6 * rank + level];
            CHECK(color < 0 || color <= highest + 1 || spots[0].count != spots[rank].count);
            highest = color > highest ? color : highest;
            if (level <= mine[0] && level <= all[6 * rank])
                CHECK_INT(color == mine[level], common(me, rank) >= level);
        }
        for (int color = 0; color <= highest; color++) {
            int there = 0;
            for (int rank = 0; rank < size; rank++)
                there = there || all[6 * rank + level] == color;
            CHECK(there);
        }
    }
}

#endif
