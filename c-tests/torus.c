/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A torus from text: torus [dealt|missing], 16 ranks on the cores of eight nodes, two a node, or in cyclic order over
 * the nodes. 'missing' lacks the first node. Two nodes hang on one router, and some routers have none. */
#include "test.h"

#define RANKS 16
#define NODES 8
#define DIMENSIONS 3

static const int coordinates[NODES][DIMENSIONS] = {
    {0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 0}, {1, 1, 1}, {1, 2, 1},
};
/* The number of rings along each dimension; the first node is alone on none. */
static const int rings[DIMENSIONS] = {5, 4, 5};

static int dealt, first_known;

static int node_of(int rank)
{
    return dealt ? rank % NODES : rank / 2;
}

/* True if two ranks are on one ring: all coordinates but that one are equal. */
static int on_one_ring(int a, int b, int dimension)
{
    if (node_of(a) < first_known || node_of(b) < first_known)
        return 0;
    for (int other = 0; other < DIMENSIONS; other++) {
        if (other != dimension && coordinates[node_of(a)][other] != coordinates[node_of(b)][other])
            return 0;
    }
    return 1;
}

/* The members of this rank's ring. Returns how many. */
static int ring(int *members, int dimension)
{
    int count = 0;

    for (int rank = 0; rank < RANKS; rank++) {
        if (dimension >= 0 && dimension < DIMENSIONS && on_one_ring(rank, test_rank(), dimension))
            members[count++] = rank;
    }
    return count;
}

/* Rings are numbered by their first ranks. */
static int number(int dimension)
{
    int number = 0;

    for (int rank = 0; rank < RANKS && !on_one_ring(rank, test_rank(), dimension); rank++) {
        int first = 1;
        for (int before = 0; before < rank; before++)
            first = first && !on_one_ring(before, rank, dimension);
        number += first && on_one_ring(rank, rank, dimension);
    }
    return number;
}

static void check_ring(MPI_Comm newcomm, int dimension, const char *value)
{
    static const char *const names[] = {"Net_torus0", "Net_torus1", "Net_torus2"};
    int members[RANKS], count = ring(members, dimension), before = test_failures;

    CHECK_MEMBERS(newcomm, members, count);
    if (count && newcomm != MPI_COMM_NULL)
        CHECK_LEVEL(newcomm, names[dimension], rings[dimension], number(dimension));
    if (test_failures > before)
        fprintf(stderr, "    (the value was '%s')\n", value);
}

/* The halves that a node is in: hosts are halved along the second dimension, which is the longest, and these halves
 * along the first. Then two hosts are left. The first node is in none if the text lacks it. */
static int half_of(int node, int level)
{
    int half = coordinates[node][1] > 0;

    if (node < first_known || level == 2)
        return 8 + node;
    return level ? half * 2 + coordinates[node][0] : half;
}

/* The nodes are those of a communicator that are not in one half: the expected result of the split below them. */
static void check_below(MPI_Comm newcomm, const int *nodes)
{
    static const char *const names[] = {"Net_torus_half0", "Net_torus_half1", "Machine"};
    int own = node_of(test_rank()), second = dealt ? test_rank() >= NODES : test_rank() % 2;

    for (int level = 0; level < 3; level++) {
        int count = 0, number = 0;
        for (int node = 0; node < NODES; node++) {
            int first = nodes[node];
            for (int other = 0; other < node; other++)
                first = first && !(nodes[other] && half_of(other, level) == half_of(node, level));
            if (first && half_of(node, level) == half_of(own, level))
                number = count;
            count += first;
        }
        if (count > 1) {
            CHECK_LEVEL(newcomm, own < first_known ? "Machine" : names[level], count, number);
            return;
        }
    }
    CHECK_LEVEL(newcomm, "Core", 2, second);
}

/* Below a ring are halves, if it is in several, then its nodes, if it has several, and below these the cores. */
static void below(MPI_Comm parent, int dimension)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    int nodes[NODES];

    for (int node = 0; node < NODES; node++)
        nodes[node] = on_one_ring(dealt ? node : node * 2, test_rank(), dimension);
    OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &newcomm));
    check_below(newcomm, nodes);
    test_free(&newcomm);
}

static void at(int type, const char *key, const char *value, int dimension)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info(key, value);

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, info, &newcomm));
    check_ring(newcomm, dimension, value);
    if (newcomm != MPI_COMM_NULL)
        below(newcomm, dimension);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

static void every_dimension(void)
{
    static const struct {
        const char *value;
        int dimension;
    } values[] = {
        {"Net_torus0", 0},
        {"Net_torus1", 1},
        {"Net_torus2", 2},
        {"net_TORUS1", 1},
        {"torus_dimension:0", 0},
        {"torus_dimension:1", 1},
        {"Torus_Dimension: 2", 2},
        /* The dimension does not exist: no rank gets a communicator, and that is no error. */
        {"Net_torus3", -1},
        {"Net_torus", -1},
        {"Net_torus00", -1},
        {"torus_dimension:3", -1},
        {"torus_dimension:-1", -1},
        {"torus_dimension:", -1},
        {"torus_dimension:x", -1},
        {"torus_dimension:99999999999999999999", -1},
        {"torus2", -1},
        /* A torus has no switches. */
        {"Net_level0", -1},
        {"switch_level:1", -1},
        {"cu", -1},
    };

    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        at(MPI_COMM_TYPE_HW_GUIDED, "mpi_hw_resource_type", values[i].value, values[i].dimension);
        at(MPI_COMM_TYPE_HW_SUBDOMAIN, "mpi_hw_subdomain_type", values[i].value, values[i].dimension);
        at(HSPLIT_COMM_TYPE_NEIGHBORHOOD, "network_topo", values[i].value, values[i].dimension);
    }
}

/* With the roots, and in the call for all levels, of which a guided split has one. */
static void roots(int dimension)
{
    static const char *const values[] = {"Net_torus0", "Net_torus1", "Net_torus2"};
    MPI_Info info = test_info("mpi_hw_resource_type", values[dimension]);
    MPI_Comm newcomm = MPI_COMM_WORLD, rootscomm = MPI_COMM_WORLD, newcomms[2], rootscomms[2];
    int members[RANKS], count = ring(members, dimension), size, rank, depth = -1;

    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &newcomm, &rootscomm));
    check_ring(newcomm, dimension, values[dimension]);
    if (count && members[0] == test_rank()) {
        MPI_Comm_size(rootscomm, &size);
        MPI_Comm_rank(rootscomm, &rank);
        CHECK_INT(size, rings[dimension]);
        CHECK_INT(rank, number(dimension));
    } else {
        CHECK(rootscomm == MPI_COMM_NULL);
    }
    test_free(&newcomm);
    test_free(&rootscomm);
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, info, 2, &depth, newcomms, rootscomms));
    CHECK_INT(depth, count > 0);
    if (depth > 0)
        check_ring(newcomms[0], dimension, values[dimension]);
    OK(HSPLIT_Comm_hierarchy_free(depth, newcomms, rootscomms));
    MPI_Info_free(&info);
}

/* A split of a communicator that the library made: of a node, which is on one ring along each dimension, and of a ring,
 * on which two dimensions leave the router. */
static void nested(int dimension)
{
    static const char *const values[] = {"Net_torus0", "Net_torus1", "Net_torus2"};
    MPI_Comm node = MPI_COMM_NULL, ring = MPI_COMM_NULL, newcomm = MPI_COMM_WORLD;
    MPI_Info of_node = test_info("mpi_hw_resource_type", "Machine"),
             one = test_info("mpi_hw_resource_type", values[dimension]);
    int next = (dimension + 1) % DIMENSIONS, members[RANKS], count = 0;
    MPI_Info other = test_info("mpi_hw_resource_type", values[next]);

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, of_node, &node));
    OK(MPI_Comm_split_type(node, MPI_COMM_TYPE_HW_GUIDED, 0, one, &newcomm));
    for (int rank = 0; rank < RANKS; rank++) {
        if (node_of(rank) == node_of(test_rank()) && node_of(rank) >= first_known)
            members[count++] = rank;
    }
    CHECK_MEMBERS(newcomm, members, count);
    test_free(&newcomm);
    test_free(&node);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, one, &ring));
    if (ring != MPI_COMM_NULL) {
        OK(MPI_Comm_split_type(ring, MPI_COMM_TYPE_HW_GUIDED, 0, other, &newcomm));
        count = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            if (on_one_ring(rank, test_rank(), dimension) && on_one_ring(rank, test_rank(), next))
                members[count++] = rank;
        }
        CHECK_MEMBERS(newcomm, members, count);
    }
    test_free(&newcomm);
    test_free(&ring);
    MPI_Info_free(&of_node);
    MPI_Info_free(&one);
    MPI_Info_free(&other);
}

/* The widest level of an unguided split are the halves. For other calls a torus is no hierarchy, and its nodes have
 * nothing in common. */
static void unguided(void)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    int members[RANKS], count = 0, other = (test_rank() + 1) % RANKS, pair[2] = {test_rank(), other};
    int nodes[NODES] = {1, 1, 1, 1, 1, 1, 1, 1};
    char *type = NULL;

    for (int rank = 0; rank < RANKS; rank++) {
        if (half_of(node_of(rank), 0) == half_of(node_of(test_rank()), 0))
            members[count++] = rank;
    }
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    check_below(newcomm, nodes);
    test_free(&newcomm);
    OK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 2, pair, &type));
    CHECK_TEXT(type, node_of(test_rank()) == node_of(other) ? "NUMANode" : "System - Cluster");
}

/* Both spellings of one dimension agree; two dimensions do not. */
static void agreement(void)
{
    static const char *const one[] = {"Net_torus1", "torus_dimension:1"}, *const two[] = {"Net_torus1", "Net_torus2"};
    MPI_Comm comm, newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("mpi_hw_resource_type", one[test_rank() % 2]);
    int class;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm));
    check_ring(newcomm, 1, one[test_rank() % 2]);
    test_free(&newcomm);
    MPI_Info_set(info, "mpi_hw_resource_type", two[test_rank() % 2]);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    newcomm = MPI_COMM_WORLD;
    MPI_Error_class(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm), &class);
    CHECK_INT(class, MPI_ERR_INFO);
    CHECK(newcomm == MPI_COMM_NULL);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
}

/* MPI_Get_hw_resource_info: every host is on a ring along every dimension. */
static void resources(void)
{
    static const char *const keys[] = {"Net_torus0", "Net_torus1",      "Net_torus2",
                                       "Net_torus3", "Net_torus_half1", "hwloc://Machine"};
    MPI_Info info = MPI_INFO_NULL;

    OK(MPI_Get_hw_resource_info(&info));
    for (int i = 0; i < 6; i++) {
        char value[16] = "none";
        int found = 0, known = i == 5 || (i != 3 && node_of(test_rank()) >= first_known);
        MPI_Info_get(info, keys[i], 15, value, &found);
        CHECK_TEXT(value, known ? "true" : "none");
    }
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), RANKS);
    dealt = argc > 1 && !strcmp(argv[1], "dealt");
    first_known = argc > 1 && !strcmp(argv[1], "missing");
    every_dimension();
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
        roots(dimension);
        nested(dimension);
    }
    unguided();
    agreement();
    resources();
    return test_end();
}
