/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The places of ranks: navigation simple|complicated|torus|switches|threads|disabled.
 *
 * 'simple' and 'complicated' are the examples of RR-9077, section 5, with 32 and 8 ranks; 'threads' has 8 ranks on two
 * nodes of two packages of two cores. 'torus' is 4x4x8 nodes, rank r on node 37 r mod 128. 'switches' has two ranks on
 * each of eight nodes below a tree of switches with coordinates. 'disabled' has no library in effect. */
#include "navigation_checks.h"
#include <pthread.h>

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

/* Ranks are those of the communicator that is passed; a duplicate has its original's map, and a new map is right
 * again. */
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

/* Two threads read the map of one communicator while a third makes it anew; others make maps of communicators of their
 * own. */
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

static int number, numbers[64];
static const char *type, *types[4];

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
            /* Between nodes the route is from the core to its node, over the torus and down again. */
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
    /* Nodes 4 to 6 are on one switch, and node 7 is next to it; Open MPI's and MPICH's names for switches. */
    OK(HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, 8, "cu", MOST, &nranks, ranks));
    CHECK_INT(nranks, 5);
    OK(HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, 8, "switch_level:2", MOST, &nranks, ranks));
    CHECK_INT(nranks, 7);
}

/* The library is disabled: no level is found, and nothing fails. */
static void disabled(void)
{
    const int zero = 0;
    MPI_Comm found;
    MPI_Group group;
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
    } else if (!strcmp(what, "disabled")) {
        disabled();
    } else {
        CHECK_TEXT(what, "threads");
        CHECK_INT(provided, MPI_THREAD_MULTIPLE);
        two_nodes();
        threads();
    }
    return test_end();
}
