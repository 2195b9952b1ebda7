/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Where ranks are: navigation simple|complicated|mistakes|first|torus|switches|threads|aside.
 *
 * 'simple' and 'complicated' are the examples of RR-9077, section 5, with 32 and 8 ranks; 'mistakes', 'first' and
 * 'threads' run 8 ranks on two nodes of two packages of two cores. 'torus' is 4x4x8 nodes, rank r on node 37 r mod 128.
 * 'switches' has two ranks on each of eight nodes below a tree of switches with coordinates. 'aside' has no library in
 * effect. */
#include "navigation.h"
#include <pthread.h>

static int common(int a, int b)
{
    int shared = 0;

    while (shared < spots[a].count && shared < spots[b].count && spots[a].coords[shared] == spots[b].coords[shared])
        shared++;
    return shared;
}

static int hops_between(int a, int b)
{
    return spots[a].count + spots[b].count - 2 * common(a, b);
}

static void check_list(int line, const char *what, const int *actual, int count, const int *expected, int wanted)
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

/* What a list looks like with too little room: as many elements as fit, the number of all, and nothing behind. */
static void short_of_room(MPI_Comm comm, int rank)
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

static void check_levels(MPI_Comm comm)
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
static void check_coords(MPI_Comm comm, int rank)
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

static void check_distances(MPI_Comm comm)
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
static int around(int rank, int depth, int *ranks)
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

static void check_neighbours(MPI_Comm comm, int rank)
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

static void check_group(MPI_Comm comm)
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

/* Two ranks have one color at a level exactly where they share it; the colors of a level are dense. */
static void check_colors(MPI_Comm comm)
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

static void every_question(MPI_Comm comm)
{
    check_levels(comm);
    for (int rank = 0; rank < test_size(); rank++) {
        check_coords(comm, rank);
        check_neighbours(comm, rank);
    }
    check_distances(comm);
    check_group(comm);
    check_colors(comm);
    short_of_room(comm, test_size() - 1);
}

/* RR-9077, section 5.1: rank 8k + i is bound to core i of node k. */
static void simple(void)
{
    static const char *const names[4] = {"Machine", "L3Cache", "L1dCache", "Core"};

    levels_count = 4;
    for (int i = 0; i < 4; i++) {
        level_names[i] = names[i];
        level_instances[i] = 4 << i;
    }
    for (int rank = 0; rank < test_size(); rank++)
        spots[rank] = (struct spot){4, {rank / 8, rank % 8 / 4, rank % 4 / 2, rank % 2}};
}

/* RR-9077, section 5.2: ranks 0 and 1 on a core each, 2 and 3 on an L2 cache, the others on a NUMA node. */
static void complicated(void)
{
    static const char *const names[4] = {"Machine", "L3Cache", "L1dCache", "Core"};
    static const int instances[4] = {1, 2, 2, 2};

    levels_count = 4;
    for (int i = 0; i < 4; i++) {
        level_names[i] = names[i];
        level_instances[i] = instances[i];
    }
    for (int rank = 0; rank < test_size(); rank++) {
        if (rank < 2)
            spots[rank] = (struct spot){4, {0, 0, 0, rank}};
        else if (rank < 4)
            spots[rank] = (struct spot){3, {0, 0, 1}};
        else
            spots[rank] = (struct spot){2, {0, 1}};
    }
}

/* Ranks count in the communicator that is asked; a duplicate has its original's map, and a new map is right again. */
static void other_communicators(void)
{
    MPI_Comm reversed, copy;
    int last = test_size() - 1, count, coords[4], hops;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -test_rank(), &reversed);
    OK(HSPLIT_Comm_map(reversed));
    MPI_Comm_dup(reversed, &copy);
    MPI_Comm_free(&reversed);
    if (test_rank() == 3) {
        OK(HSPLIT_Comm_get_distance(copy, last, last - 2, &hops, NULL));
        CHECK_INT(hops, hops_between(0, 2));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    OK(HSPLIT_Comm_map_update(copy));
    OK(HSPLIT_Comm_get_distance(copy, last, 0, &hops, NULL));
    CHECK_INT(hops, hops_between(0, last));
    MPI_Comm_free(&copy);
    OK(HSPLIT_Comm_get_coords(MPI_COMM_SELF, 0, 4, &count, coords, NULL));
    CHECK_INT(count, spots[test_rank()].count);
    for (int i = 0; i < count; i++)
        CHECK_INT(coords[i], 0);
    OK(HSPLIT_Comm_get_neighbours(MPI_COMM_SELF, 0, NULL, 0, &count, NULL));
    CHECK_INT(count, 0);
}

/* That a call fails with this class, and its error says these words and names the call. */
#define FAILS(call, class, words) test_error(__FILE__, __LINE__, #call, call, class, words)

static MPI_Comm found;
static MPI_Group group;
static int number, numbers[64];
static const char *type, *types[4];

/* Each call on a communicator that it does not work on. */
static void no_such_communicator(MPI_Comm comm, const char *words)
{
    const int zero = 0;

    FAILS(HSPLIT_Comm_get_parent(comm, &found), MPI_ERR_COMM, words);
    CHECK(found == MPI_COMM_NULL);
    FAILS(HSPLIT_Comm_get_children(comm, 1, &number, &found), MPI_ERR_COMM, words);
    CHECK_INT(number, 0);
    FAILS(HSPLIT_Comm_get_roots(comm, &found), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_depth(comm, &number, &type), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_map(comm), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_map_update(comm), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_levels(comm, 4, &number, types, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_coords(comm, 0, 4, &number, numbers, types), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_rank(comm, 1, &zero, 4, &number, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_distance(comm, 0, 0, &number, &type), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_distances(comm, 1, &zero, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, 4, &number, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_neighbour_group(comm, 2, &group), MPI_ERR_COMM, words);
    CHECK(group == MPI_GROUP_NULL);
    FAILS(HSPLIT_Comm_get_colors(comm, 4, &number, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, 4, &number, numbers, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, &zero, 4, &number, numbers), MPI_ERR_COMM, words);
}

static void null_arguments(MPI_Comm comm)
{
    const int zero = 0;

    FAILS(HSPLIT_Comm_get_parent(comm, NULL), MPI_ERR_ARG, "parent is NULL");
    FAILS(HSPLIT_Comm_get_children(comm, 1, NULL, &found), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_children(comm, 1, &number, NULL), MPI_ERR_ARG, "children is NULL");
    FAILS(HSPLIT_Comm_get_roots(comm, NULL), MPI_ERR_ARG, "roots is NULL");
    FAILS(HSPLIT_Comm_get_depth(comm, NULL, &type), MPI_ERR_ARG, "depth is NULL");
    OK(HSPLIT_Comm_get_depth(comm, &number, NULL));
    FAILS(HSPLIT_Comm_get_levels(comm, 4, NULL, types, numbers), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_levels(comm, 4, &number, NULL, numbers), MPI_ERR_ARG, "types is NULL");
    FAILS(HSPLIT_Comm_get_coords(comm, 0, 4, NULL, numbers, types), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_coords(comm, 0, 4, &number, NULL, types), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, NULL, 4, &number, numbers), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, &zero, 4, NULL, numbers), MPI_ERR_ARG, "nranks is NULL");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, &zero, 4, &number, NULL), MPI_ERR_ARG, "ranks is NULL");
    FAILS(HSPLIT_Comm_get_distance(comm, 0, 0, NULL, &type), MPI_ERR_ARG, "hops is NULL");
    FAILS(HSPLIT_Comm_get_distances(comm, 1, NULL, numbers), MPI_ERR_ARG, "ranks is NULL");
    FAILS(HSPLIT_Comm_get_distances(comm, 1, &zero, NULL), MPI_ERR_ARG, "matrix is NULL");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, 4, NULL, numbers), MPI_ERR_ARG, "nranks is NULL");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, 4, &number, NULL), MPI_ERR_ARG, "ranks is NULL");
    FAILS(HSPLIT_Comm_get_neighbour_group(comm, 2, NULL), MPI_ERR_ARG, "group is NULL");
    FAILS(HSPLIT_Comm_get_colors(comm, 4, NULL, numbers), MPI_ERR_ARG, "depth is NULL");
    FAILS(HSPLIT_Comm_get_colors(comm, 4, &number, NULL), MPI_ERR_ARG, "colors is NULL");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, 4, NULL, numbers, NULL), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, 4, &number, NULL, numbers), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, NULL, 4, &number, numbers), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, &zero, 4, NULL, numbers), MPI_ERR_ARG, "nranks is NULL");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, &zero, 4, &number, NULL), MPI_ERR_ARG, "ranks is NULL");
}

static void wrong_numbers(MPI_Comm comm)
{
    const int coords[2] = {0, -3}, ranks[2] = {0, 8};

    FAILS(HSPLIT_Comm_get_children(comm, -1, &number, &found), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_levels(comm, -1, &number, types, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_coords(comm, 0, -1, &number, numbers, types), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_coords(comm, 8, 4, &number, numbers, types), MPI_ERR_RANK, "rank is 8");
    FAILS(HSPLIT_Comm_get_coords(comm, -1, 4, &number, numbers, types), MPI_ERR_RANK, "rank is -1");
    CHECK_INT(number, 0);
    FAILS(HSPLIT_Comm_get_rank(comm, -1, coords, 4, &number, numbers), MPI_ERR_ARG, "count is -1");
    FAILS(HSPLIT_Comm_get_rank(comm, 2, coords, 4, &number, numbers), MPI_ERR_ARG, "coordinate is -3");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, coords, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_distance(comm, 8, 0, &number, &type), MPI_ERR_RANK, "a is 8");
    FAILS(HSPLIT_Comm_get_distance(comm, 0, -1, &number, &type), MPI_ERR_RANK, "b is -1");
    FAILS(HSPLIT_Comm_get_distances(comm, -1, ranks, numbers), MPI_ERR_ARG, "n is -1");
    FAILS(HSPLIT_Comm_get_distances(comm, 2, ranks, numbers), MPI_ERR_RANK, "ranks[1] is 8");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 8, NULL, 4, &number, numbers), MPI_ERR_RANK, "rank is 8");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_neighbour_group(comm, -1, &group), MPI_ERR_ARG, "hops is -1");
    CHECK(group == MPI_GROUP_NULL);
    FAILS(HSPLIT_Comm_get_colors(comm, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 8, 4, &number, numbers, numbers), MPI_ERR_RANK, "rank is 8");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, -1, &number, numbers, NULL), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_network_rank(comm, -1, coords, 4, &number, numbers), MPI_ERR_ARG, "count is -1");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 2, coords, 4, &number, numbers), MPI_ERR_ARG, "coordinate is -3");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, coords, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
}

static void mistakes(void)
{
    MPI_Comm comm, half, inter;
    int odd = test_rank() % 2;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    no_such_communicator(MPI_COMM_NULL, "comm is MPI_COMM_NULL");
    MPI_Comm_split(MPI_COMM_WORLD, odd, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    no_such_communicator(inter, "comm is an intercommunicator");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    /* Once with the exchange of the first call, and once more without. */
    null_arguments(comm);
    wrong_numbers(comm);
    null_arguments(comm);
    MPI_Comm_free(&comm);
}

/* Different ranks ask different things in the first call on a communicator, one of them with a mistake: the exchange
 * has all of them, and the others get their answers. */
static void first_calls(void)
{
    MPI_Comm comm;
    int me = test_rank();

    for (int turn = 0; turn < 12; turn++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        switch ((me + turn) % 12) {
        case 0:
            OK(HSPLIT_Comm_map(comm));
            break;
        case 1:
            check_levels(comm);
            break;
        case 2:
            check_coords(comm, (me + 3) % 8);
            break;
        case 3:
            FAILS(HSPLIT_Comm_get_coords(comm, 99, 4, &number, numbers, types), MPI_ERR_RANK, "rank is 99");
            break;
        case 4:
            FAILS(HSPLIT_Comm_get_distances(comm, 1, NULL, numbers), MPI_ERR_ARG, "ranks is NULL");
            break;
        case 5:
            check_neighbours(comm, me);
            break;
        case 6:
            check_group(comm);
            break;
        case 7:
            FAILS(HSPLIT_Comm_get_neighbour_group(comm, -4, &group), MPI_ERR_ARG, "hops is -4");
            break;
        case 8:
            OK(HSPLIT_Comm_map_update(comm));
            break;
        case 9:
            OK(MPI_Comm_get_min_hlevel(comm, 1, &me, (char **)&type));
            CHECK_TEXT(type, "Core");
            break;
        case 10:
            FAILS(HSPLIT_Comm_get_network_rank(comm, 1, NULL, 4, &number, numbers), MPI_ERR_ARG, "coords is NULL");
            break;
        default:
            OK(HSPLIT_Comm_get_distance(comm, me, me, &number, NULL));
            CHECK_INT(number, 0);
        }
        /* Local from now on. */
        if (me == turn % 8)
            check_distances(comm);
        MPI_Comm_free(&comm);
    }
}

/* Two threads ask one communicator while a third makes its map anew; others make maps of communicators of their own. */
static MPI_Comm asked, own[2];
static pthread_mutex_t failing = PTHREAD_MUTEX_INITIALIZER;

static void require(int holds, const char *what)
{
    if (holds)
        return;
    pthread_mutex_lock(&failing);
    if (test_failed(__FILE__, __LINE__))
        fprintf(stderr, "%s\n", what);
    pthread_mutex_unlock(&failing);
}

static void *ask_often(void *argument)
{
    int from = *(int *)argument, hops, count, coords[4];

    for (int round = 0; round < 2000; round++) {
        int to = (from + round) % 8;
        require(HSPLIT_Comm_get_distance(asked, from, to, &hops, NULL) == MPI_SUCCESS, "the distance fails");
        require(hops == hops_between(from, to), "the distance is another one");
        require(HSPLIT_Comm_get_coords(asked, to, 4, &count, coords, NULL) == MPI_SUCCESS, "the coordinates fail");
        require(count == 4 && coords[3] == to % 2, "the coordinates are others");
    }
    return NULL;
}

static void *update_often(void *argument)
{
    (void)argument;
    for (int round = 0; round < 20; round++)
        require(HSPLIT_Comm_map_update(asked) == MPI_SUCCESS, "the new map fails");
    return NULL;
}

static void *make_maps(void *argument)
{
    MPI_Comm comm = *(MPI_Comm *)argument, made, parent;

    for (int round = 0; round < 10; round++) {
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &made);
        require(HSPLIT_Comm_map(made) == MPI_SUCCESS, "the map fails");
        require(HSPLIT_Comm_get_parent(made, &parent) == MPI_SUCCESS && parent == comm, "the parent is another one");
        MPI_Comm_free(&made);
    }
    return NULL;
}

static void threads(void)
{
    pthread_t all[5];
    int from[2] = {1, 6};

    MPI_Comm_dup(MPI_COMM_WORLD, &asked);
    OK(HSPLIT_Comm_map(asked));
    for (int i = 0; i < 2; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
        pthread_create(&all[i], NULL, ask_often, &from[i]);
        pthread_create(&all[2 + i], NULL, make_maps, &own[i]);
    }
    pthread_create(&all[4], NULL, update_often, NULL);
    for (int i = 0; i < 5; i++)
        pthread_join(all[i], NULL);
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&own[i]);
    MPI_Comm_free(&asked);
}

/* A torus of 4x4x8 nodes; the rank's own node. */
static void torus_coords(int rank, int *coords)
{
    int node = 37 * rank % 128;

    coords[0] = node / 32;
    coords[1] = node / 8 % 4;
    coords[2] = node % 8;
}

static int ring_hops(int a, int b, int length)
{
    int way = abs(a - b);

    return way < length - way ? way : length - way;
}

static void torus(void)
{
    static const int lengths[3] = {4, 4, 8};
    int size = test_size(), count, coords[4], dims[4], expected[3], nranks, ranks[MOST];

    for (int a = 0; a < size; a++) {
        torus_coords(a, expected);
        OK(HSPLIT_Comm_get_network_coords(MPI_COMM_WORLD, a, 4, &count, coords, dims));
        CHECK_LIST(coords, count, expected, 3);
        CHECK_LIST(dims, count, lengths, 3);
        OK(HSPLIT_Comm_get_network_rank(MPI_COMM_WORLD, 3, coords, MOST, &nranks, ranks));
        CHECK_LIST(ranks, nranks, &a, 1);
        for (int b = 0; b < size; b++) {
            int hops = 0, other[3];
            torus_coords(b, other);
            for (int i = 0; i < 3; i++)
                hops += ring_hops(expected[i], other[i], lengths[i]);
            OK(HSPLIT_Comm_get_distance(MPI_COMM_WORLD, a, b, &number, &type));
            /* Between nodes the way is from the core to its node, over the torus and down again. */
            CHECK_INT(number, a == b ? 0 : hops + 2);
            CHECK_TEXT(type, a == b ? "Core" : "System - Cluster");
        }
        for (int dimension = 0; dimension < 3; dimension++) {
            char ring[16];
            int members = 0;
            snprintf(ring, sizeof ring, "Net_torus%d", dimension);
            for (int b = 0; b < size; b++) {
                int other[3], equal = 0;
                torus_coords(b, other);
                for (int i = 0; i < 3; i++)
                    equal += i == dimension || other[i] == expected[i];
                members += b != a && equal == 3;
            }
            OK(HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, a, ring, MOST, &nranks, ranks));
            CHECK_INT(nranks, members);
        }
    }
    coords[0] = coords[1] = 0;
    OK(HSPLIT_Comm_get_network_rank(MPI_COMM_WORLD, 2, coords, MOST, &nranks, ranks));
    CHECK_INT(nranks, 0);
}

/* Two ranks on each of eight nodes: the coordinates are those of the switches and the port. */
static void switches(void)
{
    static const int ports[8][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}, {0, 0, 1, 1},
                                    {0, 1, 0, 0}, {0, 1, 0, 1}, {0, 1, 0, 2}, {0, 1, 1, 0}};
    static const int lengths[4] = {1, 2, 2, 3};
    int count, coords[4], dims[4], nranks, ranks[MOST], expected[MOST];

    for (int rank = 0; rank < test_size(); rank++) {
        OK(HSPLIT_Comm_get_network_coords(MPI_COMM_WORLD, rank, 4, &count, coords, dims));
        CHECK_LIST(coords, count, ports[rank / 2], 4);
        CHECK_LIST(dims, count, lengths, 4);
        for (int depth = 0; depth <= 4; depth++) {
            int wanted = 0;
            for (int other = 0; other < test_size(); other++) {
                if (!memcmp(ports[other / 2], coords, (size_t)depth * sizeof *coords))
                    expected[wanted++] = other;
            }
            OK(HSPLIT_Comm_get_network_rank(MPI_COMM_WORLD, depth, coords, MOST, &nranks, ranks));
            CHECK_LIST(ranks, nranks, expected, wanted);
        }
    }
    /* Nodes 4 to 6 hang on one switch, and node 7 beside it; Open MPI's and MPICH's names for switches. */
    OK(HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, 8, "cu", MOST, &nranks, ranks));
    CHECK_INT(nranks, 5);
    OK(HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, 8, "switch_level:2", MOST, &nranks, ranks));
    CHECK_INT(nranks, 7);
}

/* The library steps aside: nothing is known, and nothing fails. */
static void aside(void)
{
    const int zero = 0;
    int size;

    for (int turn = 0; turn < 2; turn++) {
        MPI_Comm comm = turn ? MPI_COMM_SELF : MPI_COMM_WORLD;
        CHECK(parent_of(comm) == MPI_COMM_NULL && roots_of(comm) == MPI_COMM_NULL);
        CHECK_INT(children_of(comm, &found, 1), 0);
        CHECK_DEPTH(comm, MPI_UNDEFINED, "Unknown");
        OK(HSPLIT_Comm_map(comm));
        OK(HSPLIT_Comm_map_update(comm));
        OK(HSPLIT_Comm_get_levels(comm, 4, &number, types, numbers));
        CHECK_INT(number, 0);
        OK(HSPLIT_Comm_get_coords(comm, 0, 4, &number, numbers, types));
        CHECK_INT(number, 0);
        OK(HSPLIT_Comm_get_rank(comm, 1, &zero, 4, &number, numbers));
        CHECK_INT(number, 0);
        OK(HSPLIT_Comm_get_distance(comm, 0, 0, &number, &type));
        CHECK_INT(number, MPI_UNDEFINED);
        CHECK_TEXT(type, "Unknown");
        OK(HSPLIT_Comm_get_distances(comm, 1, &zero, numbers));
        CHECK_INT(numbers[0], MPI_UNDEFINED);
        OK(HSPLIT_Comm_get_neighbours(comm, 0, NULL, 4, &number, numbers));
        CHECK_INT(number, 0);
        OK(HSPLIT_Comm_get_neighbour_group(comm, 2, &group));
        MPI_Group_size(group, &size);
        CHECK_INT(size, 0);
        OK(HSPLIT_Comm_get_colors(comm, 4, &number, numbers));
        CHECK_INT(number, 0);
        OK(HSPLIT_Comm_get_network_coords(comm, 0, 4, &number, numbers, NULL));
        CHECK_INT(number, 0);
        OK(HSPLIT_Comm_get_network_rank(comm, 1, &zero, 4, &number, numbers));
        CHECK_INT(number, 0);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int provided;

    MPI_Init_thread(&argc, &argv, strcmp(what, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &provided);
    if (!strcmp(what, "simple") || !strcmp(what, "complicated")) {
        what[0] == 's' ? simple() : complicated();
        every_question(MPI_COMM_WORLD);
        other_communicators();
    } else if (!strcmp(what, "torus")) {
        torus();
    } else if (!strcmp(what, "switches")) {
        switches();
    } else if (!strcmp(what, "aside")) {
        aside();
    } else {
        two_nodes();
        if (!strcmp(what, "mistakes")) {
            mistakes();
        } else if (!strcmp(what, "first")) {
            first_calls();
        } else if (provided == MPI_THREAD_MULTIPLE) {
            threads();
        }
    }
    return test_end();
}
