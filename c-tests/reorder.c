/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Topologies whose ranks are reordered: reorder dist_graph|adjacent|graph|cart|same|errors|kept.
 *
 * Every process compares its lists with those that were given for its new rank. The first four run any number of ranks
 * with HSPLIT_REORDER=all in cyclic order on an emulated machine; with 7 ranks or more, some order must change. 'same'
 * compares the other properties of a new communicator with the native one. 'kept' expects that ranks never change. */
#include "test.h"

#define MOST 256
#define EDGES (8 * MOST)

/* A directed multigraph, the same on all ranks: edge i leads from from[i] to to[i], with weight weight[i]. */
static int edges, from[EDGES], to[EDGES], weight[EDGES];

static unsigned int state;

/* Equal on every rank. */
static int next_random(int below)
{
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (unsigned)below);
}

/* Most edges go to the ranks of a block, so that a better order exists; some are loops, some are repeated. Nothing
 * leads to or from the last rank. */
static void make_graph(int size, int round)
{
    int last = size > 2 ? size - 1 : size;

    state = 77u + (unsigned)round;
    edges = 1 + next_random(8 * size < EDGES ? 8 * size : EDGES - 1);
    for (int i = 0; i < edges; i++) {
        from[i] = next_random(last);
        to[i] = next_random(4) ? (from[i] / 4 * 4 + next_random(4)) % last : next_random(last);
        weight[i] = 10 * i + next_random(10);
        if (i && !next_random(10)) {
            from[i] = from[i - 1];
            to[i] = to[i - 1];
        }
    }
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, 2 * sizeof(int));
}

/* Pairs of a rank and a weight, sorted if the order is the MPI's. */
static void check_side(int line, const int *ranks, const int *weights, int count, int pairs[][2], int expected,
                       int in_order)
{
    int actual[EDGES][2];

    test_int(__FILE__, line, "degree", count, expected);
    if (count != expected)
        return;
    for (int i = 0; i < count; i++) {
        actual[i][0] = ranks[i];
        actual[i][1] = weights ? weights[i] : 0;
        if (!weights)
            pairs[i][1] = 0;
    }
    if (!in_order) {
        qsort(actual, (size_t)count, sizeof *actual, compare);
        qsort(pairs, (size_t)count, sizeof *pairs, compare);
    }
    if (memcmp(actual, pairs, (size_t)count * sizeof *actual) && test_failed(__FILE__, line))
        fprintf(stderr, "the neighbours are not those of this rank\n");
}

/* The neighbours of this process are those of its rank in the communicator. */
static void check_neighbours(MPI_Comm comm, int weighted, int in_order)
{
    int rank, kind, in, out, has_weights, sources[EDGES], destinations[EDGES], heard[EDGES], pairs[EDGES][2], count;
    int source_weights[EDGES], destination_weights[EDGES];

    MPI_Comm_rank(comm, &rank);
    MPI_Topo_test(comm, &kind);
    CHECK_INT(kind, MPI_DIST_GRAPH);
    OK(MPI_Dist_graph_neighbors_count(comm, &in, &out, &has_weights));
    CHECK_INT(!!has_weights, weighted);
    if (in > EDGES || out > EDGES)
        return CHECK_INT(in, out);
    OK(MPI_Dist_graph_neighbors(comm, in, sources, weighted ? source_weights : MPI_UNWEIGHTED, out, destinations,
                                weighted ? destination_weights : MPI_UNWEIGHTED));
    count = 0;
    for (int i = 0; i < edges; i++) {
        if (to[i] == rank) {
            pairs[count][0] = from[i];
            pairs[count++][1] = weight[i];
        }
    }
    check_side(__LINE__, sources, weighted ? source_weights : NULL, in, pairs, count, in_order);
    count = 0;
    for (int i = 0; i < edges; i++) {
        if (from[i] == rank) {
            pairs[count][0] = to[i];
            pairs[count++][1] = weight[i];
        }
    }
    check_side(__LINE__, destinations, weighted ? destination_weights : NULL, out, pairs, count, in_order);
    /* The data of neighbours is received from them. */
    OK(MPI_Neighbor_allgather(&rank, 1, MPI_INT, heard, 1, MPI_INT, comm));
    CHECK(!memcmp(heard, sources, (size_t)in * sizeof *heard));
}

/* How many processes have another rank than before; the processes are the same. */
static int changes(MPI_Comm comm, MPI_Comm newcomm)
{
    int own[2], relation, all;

    MPI_Comm_rank(comm, &own[0]);
    MPI_Comm_rank(newcomm, &own[1]);
    own[0] = own[0] != own[1];
    MPI_Allreduce(&own[0], &all, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_compare(comm, newcomm, &relation);
    CHECK_INT(relation, all ? MPI_SIMILAR : MPI_CONGRUENT);
    return all;
}

/* Any process names each edge. Weights are those of the graph, or MPI_UNWEIGHTED. */
static void dist_graph(MPI_Comm comm, int weighted, int reorder, MPI_Info info, MPI_Comm *newcomm)
{
    int rank, size, n = 0, count = 0, sources[EDGES], degrees[EDGES], destinations[EDGES], weights[EDGES];
    int *given;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < edges; i++) {
        if ((3 * from[i] + i / 5) % size != rank)
            continue;
        if (n && sources[n - 1] == from[i]) {
            degrees[n - 1]++;
        } else {
            sources[n] = from[i];
            degrees[n++] = 1;
        }
        destinations[count] = to[i];
        weights[count++] = weight[i];
    }
    given = !weighted ? MPI_UNWEIGHTED : count ? weights : MPI_WEIGHTS_EMPTY;
    OK(MPI_Dist_graph_create(comm, n, sources, degrees, destinations, given, info, reorder, newcomm));
}

/* Each process names the edges of its rank. */
static void adjacent(MPI_Comm comm, int weighted, int reorder, MPI_Info info, MPI_Comm *newcomm)
{
    int rank, in = 0, out = 0, sources[EDGES], destinations[EDGES], source_weights[EDGES], destination_weights[EDGES];

    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < edges; i++) {
        if (to[i] == rank) {
            sources[in] = from[i];
            source_weights[in++] = weight[i];
        }
        if (from[i] == rank) {
            destinations[out] = to[i];
            destination_weights[out++] = weight[i];
        }
    }
    OK(MPI_Dist_graph_create_adjacent(comm, in, sources,
                                      !weighted ? MPI_UNWEIGHTED
                                      : in      ? source_weights
                                                : MPI_WEIGHTS_EMPTY,
                                      out, destinations,
                                      !weighted ? MPI_UNWEIGHTED
                                      : out     ? destination_weights
                                                : MPI_WEIGHTS_EMPTY,
                                      info, reorder, newcomm));
}

typedef void Create(MPI_Comm comm, int weighted, int reorder, MPI_Info info, MPI_Comm *newcomm);

/* Random graphs on all ranks, and on some of them in another order. 'changed': some order must change. */
static void graphs(Create *create, int in_order, int may_change)
{
    int size, all = 0, weighted;
    MPI_Comm comm, newcomm;
    MPI_Info info = test_info("hsplit_threshold", "0");

    for (int round = 0; round < 16; round++) {
        MPI_Comm_split(MPI_COMM_WORLD, round % 4 == 3 && test_rank() % 3 == 1, round % 8 < 4 ? 0 : -test_rank(), &comm);
        MPI_Comm_size(comm, &size);
        make_graph(size, round);
        weighted = round % 2;
        MPI_Info_set(info, "hsplit_reorder", round == 14 ? "no" : "yes");
        create(comm, weighted, 1, round % 3 || round == 14 ? info : MPI_INFO_NULL, &newcomm);
        if (round == 14)
            CHECK_INT(changes(comm, newcomm), 0);
        else
            all += changes(comm, newcomm);
        check_neighbours(newcomm, weighted, in_order);
        MPI_Comm_free(&newcomm);
        create(comm, weighted, 0, MPI_INFO_NULL, &newcomm);
        CHECK_INT(changes(comm, newcomm), 0);
        check_neighbours(newcomm, weighted, in_order);
        MPI_Comm_free(&newcomm);
        MPI_Comm_free(&comm);
    }
    if (!may_change)
        CHECK_INT(all, 0);
    else if (test_size() >= 7)
        CHECK(all > 0);
    MPI_Info_free(&info);
}

/* A process in a communicator has the rank that the map call returned, and the number of processes is right. The map
 * calls of Open MPI give ranks to excluded processes, so only the library's are checked. Returns how many have another
 * rank than before. */
static int check_members(MPI_Comm newcomm, int newrank, int expected, int ours)
{
    int members = newcomm != MPI_COMM_NULL, all, rank = MPI_UNDEFINED, moved;

    MPI_Allreduce(&members, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK_INT(all, expected);
    if (members)
        MPI_Comm_rank(newcomm, &rank);
    if (ours)
        CHECK_INT(rank, newrank);
    moved = rank != (test_rank() < expected ? test_rank() : MPI_UNDEFINED);
    MPI_Allreduce(MPI_IN_PLACE, &moved, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return moved;
}

/* Graphs that all processes pass, on as many processes as there are and on fewer. */
static void known_graphs(int may_change)
{
    int size = test_size(), all = 0, index[MOST], list[EDGES], found[EDGES], count, newrank, rank;
    MPI_Comm newcomm;

    for (int round = 0; round < 8; round++) {
        int nodes = round % 2 ? size : size - size / 3;
        make_graph(nodes, round);
        count = 0;
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < edges; i++) {
                if (from[i] == node)
                    list[count++] = to[i];
            }
            index[node] = count;
        }
        OK(MPI_Graph_map(MPI_COMM_WORLD, nodes, index, list, &newrank));
        OK(MPI_Graph_create(MPI_COMM_WORLD, nodes, index, list, 1, &newcomm));
        all += check_members(newcomm, newrank, nodes, may_change);
        if (newcomm == MPI_COMM_NULL)
            continue;
        MPI_Comm_rank(newcomm, &rank);
        OK(MPI_Graph_neighbors_count(newcomm, rank, &count));
        CHECK_INT(count, index[rank] - (rank ? index[rank - 1] : 0));
        OK(MPI_Graph_neighbors(newcomm, rank, count, found));
        CHECK(!memcmp(found, list + index[rank] - count, (size_t)count * sizeof *found));
        MPI_Comm_free(&newcomm);
    }
    /* A graph without nodes gives no communicator. */
    OK(MPI_Graph_create(MPI_COMM_WORLD, 0, index, list, 1, &newcomm));
    CHECK(newcomm == MPI_COMM_NULL);
    if (!may_change)
        CHECK_INT(all, 0);
    else if (size >= 7)
        CHECK(all > 0);
}

/* Grids of any shape that fits. */
static void grids(int may_change)
{
    int size = test_size(), all = 0, newrank, rank, dims[3], periods[3], got[3], is[3], coords[3], ndims;
    MPI_Comm newcomm;

    for (int round = 0; round < 8; round++) {
        int roles = round % 2 ? size : size - size / 3;
        ndims = 1 + round % 3;
        memset(dims, 0, sizeof dims);
        MPI_Dims_create(roles, ndims, dims);
        for (int i = 0; i < ndims; i++)
            periods[i] = (round + i) % 2;
        OK(MPI_Cart_map(MPI_COMM_WORLD, ndims, dims, periods, &newrank));
        OK(MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 1, &newcomm));
        all += check_members(newcomm, newrank, roles, may_change);
        if (newcomm == MPI_COMM_NULL)
            continue;
        MPI_Comm_rank(newcomm, &rank);
        OK(MPI_Cart_get(newcomm, ndims, got, is, coords));
        for (int i = ndims - 1; i >= 0; i--) {
            CHECK_INT(got[i], dims[i]);
            CHECK_INT(!!is[i], periods[i]);
            CHECK_INT(coords[i], rank % dims[i]);
            rank /= dims[i];
        }
        MPI_Comm_free(&newcomm);
    }
    /* A grid without dimensions is one point. */
    OK(MPI_Cart_create(MPI_COMM_WORLD, 0, dims, periods, 1, &newcomm));
    check_members(newcomm, 0, 1, 0);
    if (newcomm != MPI_COMM_NULL)
        MPI_Comm_free(&newcomm);
    if (!may_change)
        CHECK_INT(all, 0);
    else if (size >= 7)
        CHECK(all > 0);
}

static int copied;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    *(void **)out = in;
    *flag = 1;
    copied++;
    return MPI_SUCCESS;
}

/* A reordered communicator has the error handler and the attributes that the native one has. */
static void same(void)
{
    int keyval, flags[2], calls[2];
    void *value;
    MPI_Comm comm, newcomm;
    MPI_Errhandler handlers[2];

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &keyval);
    make_graph(test_size(), 1);
    for (Create *const *create = (Create *const[]){dist_graph, adjacent, NULL}; *create; create++) {
        for (int reorder = 0; reorder < 2; reorder++) {
            copied = 0;
            (*create)(comm, 1, reorder, MPI_INFO_NULL, &newcomm);
            CHECK(changes(comm, newcomm) > 0 || !reorder);
            calls[reorder] = copied;
            MPI_Comm_get_attr(newcomm, keyval, &value, &flags[reorder]);
            MPI_Comm_get_errhandler(newcomm, &handlers[reorder]);
            MPI_Comm_free(&newcomm);
        }
        CHECK(!flags[1] || flags[0]);
        CHECK(calls[1] <= calls[0]);
        CHECK(handlers[0] == handlers[1]);
    }
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&comm);
}

static MPI_Comm made;

/* A call, written as a macro or not, fails with this class, and its error contains these words. */
#define FAILS(call, class, words) FAILS_(call, class, words)
#define FAILS_(call, class, words) (made = MPI_COMM_WORLD, test_error(__FILE__, __LINE__, #call, call, class, words))

/* Rank 1 makes an error, and all ranks get its class; or the last rank makes another call. */
static void errors(void)
{
    const int mine = test_rank() == 1, last = test_rank() == test_size() - 1, size = test_size(), own = test_rank();
    const char *others = "rank 1 of the communicator passed a wrong argument";
    int one = 1, wrong = mine ? size : 0, minus = mine ? -1 : 1, index[2] = {1, 2}, dims[2] = {1, mine ? 0 : 1};
    int periods[2] = {0, 0}, newrank;
    const MPI_Info none = MPI_INFO_NULL;
    MPI_Info info = test_info("hsplit_metric", mine ? "hops" : "bytes");
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    /* MPI_Dist_graph_create. */
    FAILS(MPI_Dist_graph_create(comm, minus, &own, &one, &one, &one, none, 1, &made), MPI_ERR_ARG,
          mine ? "n is -1" : others);
    FAILS(MPI_Dist_graph_create(comm, 1, &wrong, &one, &one, &one, none, 1, &made), MPI_ERR_RANK,
          mine ? "sources[0] is" : others);
    FAILS(MPI_Dist_graph_create(comm, 1, &own, &minus, &one, &one, none, 1, &made), MPI_ERR_ARG,
          mine ? "a degree is -1" : others);
    FAILS(MPI_Dist_graph_create(comm, 1, &own, &one, &wrong, &one, none, 1, &made), MPI_ERR_RANK,
          mine ? "destinations[0] is" : others);
    FAILS(MPI_Dist_graph_create(comm, 1, &own, &one, &one, &minus, none, 1, &made), MPI_ERR_ARG,
          mine ? "weights[0] is -1" : others);
    FAILS(MPI_Dist_graph_create(comm, 1, &own, &one, &one, &one, info, 1, &made), MPI_ERR_INFO,
          mine ? "hsplit_metric is 'hops'" : others);
    FAILS(MPI_Dist_graph_create(comm, 1, &own, &one, &one, last ? MPI_UNWEIGHTED : &one, none, 1, &made), MPI_ERR_ARG,
          "disagree");
    FAILS(MPI_Dist_graph_create(comm, 1, &own, &one, &one, &one, none, last, &made), MPI_ERR_ARG, "disagree");
    /* MPI_Dist_graph_create_adjacent. */
#define ADJACENT(in, source, weight, out, destination, reorder)                                                        \
    MPI_Dist_graph_create_adjacent(comm, in, source, weight, out, destination, &one, none, reorder, &made)
    FAILS(ADJACENT(minus, &own, &one, 1, &own, 1), MPI_ERR_ARG, mine ? "indegree is -1" : others);
    FAILS(ADJACENT(1, &wrong, &one, 1, &own, 1), MPI_ERR_RANK, mine ? "sources[0] is" : others);
    FAILS(ADJACENT(1, &own, &minus, 1, &own, 1), MPI_ERR_ARG, mine ? "sourceweights[0] is -1" : others);
    FAILS(ADJACENT(1, &own, &one, minus, &own, 1), MPI_ERR_ARG, mine ? "outdegree is -1" : others);
    FAILS(ADJACENT(1, &own, &one, 1, &wrong, 1), MPI_ERR_RANK, mine ? "destinations[0] is" : others);
    FAILS(ADJACENT(1, &own, last ? MPI_UNWEIGHTED : &one, 1, &own, 1), MPI_ERR_ARG, "disagree");
    FAILS(ADJACENT(1, &own, &one, 1, &own, !last), MPI_ERR_ARG, "disagree");
    /* Graphs and grids, which are equal on all ranks. */
    FAILS(MPI_Graph_create(comm, mine ? -1 : 2, index, periods, 1, &made), MPI_ERR_ARG, mine ? "nnodes is -1" : others);
    FAILS(MPI_Graph_create(comm, 2, index, mine ? dims : periods, last, &made), MPI_ERR_ARG, "disagree");
    FAILS(MPI_Graph_map(comm, last ? 1 : 2, index, periods, &newrank), MPI_ERR_ARG, "disagree");
    FAILS(MPI_Cart_create(comm, 2, dims, periods, 1, &made), MPI_ERR_DIMS, mine ? "dims[1] is 0" : others);
    dims[1] = mine ? size + 1 : 1;
    FAILS(MPI_Cart_create(comm, 2, dims, periods, 1, &made), MPI_ERR_ARG, mine ? "roles" : others);
    dims[1] = last ? 2 : 1;
    FAILS(MPI_Cart_create(comm, 2, dims, periods, 1, &made), MPI_ERR_ARG, "disagree");
    FAILS(MPI_Cart_map(comm, 2, dims, periods, &newrank), MPI_ERR_ARG, "disagree");
    /* Another call. */
    if (last)
        FAILS(ADJACENT(1, &own, &one, 1, &own, 1), MPI_ERR_ARG, "disagree");
    else
        FAILS(MPI_Dist_graph_create(comm, 1, &own, &one, &one, &one, none, 1, &made), MPI_ERR_ARG, "disagree");
    MPI_Info_free(&info);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "dist_graph";

    MPI_Init(&argc, &argv);
    if (!strcmp(mode, "adjacent")) {
        graphs(adjacent, 1, 1);
    } else if (!strcmp(mode, "graph")) {
        known_graphs(1);
    } else if (!strcmp(mode, "cart")) {
        grids(1);
    } else if (!strcmp(mode, "same")) {
        same();
    } else if (!strcmp(mode, "errors")) {
        errors();
    } else if (!strcmp(mode, "kept")) {
        graphs(dist_graph, 0, 0);
        graphs(adjacent, 1, 0);
        known_graphs(0);
        grids(0);
    } else {
        graphs(dist_graph, 0, 1);
    }
    return test_end();
}
