/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Counts of collective calls.
 *
 * monitor_collectives PART: irregular, neighbours, or collectives. */
#include "monitor.h"

/* Messages of no bytes are not counted in irregular calls. */
static void expect_some(int peer, long long bytes)
{
    if (bytes)
        expect(COLLECTIVES, peer, bytes);
}

/* Irregular collectives. */

typedef struct {
    int *counts, *places, *received, *received_at;
    MPI_Datatype *types;
} Lists;

/* Rank i sends (i + 2j) % 5 elements to rank j. */
static int elements(int i, int j)
{
    return (i + 2 * j) % 5;
}

static Lists lists(void)
{
    size_t n = (size_t)size;
    Lists l = {malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)),
               malloc(n * sizeof(MPI_Datatype))};

    for (int i = 0; i < size; i++) {
        l.counts[i] = elements(rank, i);
        l.received[i] = elements(i, rank);
        l.places[i] = l.received_at[i] = 5 * i;
        l.types[i] = MPI_INT;
    }
    return l;
}

static void free_lists(Lists l)
{
    free(l.counts);
    free(l.places);
    free(l.received);
    free(l.received_at);
    free(l.types);
}

/* How often data is passed: by a blocking call, a nonblocking one, and if the MPI has it a persistent one. */
#ifdef HAS_PERSISTENT
enum { TIMES = 5 };
#else
enum { TIMES = 2 };
#endif

/* This number of ints is passed to each rank, equally often. */
static void expect_counts(const int *counts)
{
    for (int i = 0; i < size; i++)
        for (int time = 0; time < TIMES; time++)
            expect_some(i, 4 * counts[i]);
}

static void irregular(void)
{
    Lists l = lists();
    int *in = calloc((size_t)size * 5, sizeof *in), *out = calloc((size_t)size * 5, sizeof *out), *bytes;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;

    OK(MPI_Alltoallv(in, l.counts, l.places, MPI_INT, out, l.received, l.received_at, MPI_INT, world));
    OK(MPI_Ialltoallv(in, l.counts, l.places, MPI_INT, out, l.received, l.received_at, MPI_INT, world, &request));
    wait_for(&request);
#ifdef HAS_PERSISTENT
    OK(MPI_Alltoallv_init(in, l.counts, l.places, MPI_INT, out, l.received, l.received_at, MPI_INT, world,
                          MPI_INFO_NULL, &request));
    thrice(&request);
#endif
    expect_counts(l.counts);
    compare("alltoallv");

    bytes = malloc((size_t)size * sizeof *bytes);
    for (int i = 0; i < size; i++)
        bytes[i] = 20 * i;
    OK(MPI_Alltoallw(in, l.counts, bytes, l.types, out, l.received, bytes, l.types, world));
    OK(MPI_Ialltoallw(in, l.counts, bytes, l.types, out, l.received, bytes, l.types, world, &request));
    wait_for(&request);
#ifdef HAS_PERSISTENT
    OK(MPI_Alltoallw_init(in, l.counts, bytes, l.types, out, l.received, bytes, l.types, world, MPI_INFO_NULL,
                          &request));
    thrice(&request);
#endif
    expect_counts(l.counts);
    compare("alltoallw");

    /* In place, rank i sends as much to j as j sends to i. */
    for (int i = 0; i < size; i++) {
        l.received[i] = (i + rank) % 4;
        if (i != rank)
            expect_some(i, 4 * l.received[i]);
    }
    OK(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, l.received, l.received_at, MPI_INT, world));
    compare("alltoallv in place");

    for (int root = 0; root < size; root++) {
        for (int i = 0; i < size; i++)
            l.received[i] = i;
        OK(MPI_Gatherv(in, rank, MPI_INT, out, l.received, l.received_at, MPI_INT, root, world));
        OK(MPI_Igatherv(in, rank, MPI_INT, out, l.received, l.received_at, MPI_INT, root, world, &request));
        wait_for(&request);
        for (int time = 0; time < 2; time++)
            expect_some(root, 4 * rank);
        OK(MPI_Gatherv(rank == root ? MPI_IN_PLACE : in, rank, MPI_INT, out, l.received, l.received_at, MPI_INT, root,
                       world));
        if (rank != root)
            expect_some(root, 4 * rank);
        OK(MPI_Scatterv(in, l.received, l.received_at, MPI_INT, out, rank, MPI_INT, root, world));
        OK(MPI_Iscatterv(in, l.received, l.received_at, MPI_INT, out, rank, MPI_INT, root, world, &request));
        wait_for(&request);
        OK(MPI_Scatterv(in, l.received, l.received_at, MPI_INT, rank == root ? MPI_IN_PLACE : out, rank, MPI_INT, root,
                        world));
        for (int i = 0; rank == root && i < size; i++)
            for (int time = 0; time < (i == root ? 2 : 3); time++)
                expect_some(i, 4 * i);
        compare("gatherv and scatterv");
    }
    /* Each rank contributes as many elements as its rank; nothing moves to itself. */
    for (int i = 0; i < size; i++)
        l.received[i] = i;
    OK(MPI_Allgatherv(in, rank, MPI_INT, out, l.received, l.received_at, MPI_INT, world));
    OK(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, l.received, l.received_at, MPI_INT, world));
    OK(MPI_Iallgatherv(in, rank, MPI_INT, out, l.received, l.received_at, MPI_INT, world, &request));
    wait_for(&request);
    for (int i = 0; i < size; i++)
        for (int time = 0; i != rank && time < 3; time++)
            expect(COLLECTIVES, i, 4 * rank);
    compare("allgatherv");
    free(bytes);
    free(in);
    free(out);
    free_lists(l);
}

/* Neighbourhood collectives. */

static void on_topology(MPI_Comm comm, const int *neighbours, int count, int sources)
{
    int capacity = (count > sources ? count : sources) + 1, *in = calloc((size_t)capacity * 4, sizeof *in);
    int *out = calloc((size_t)capacity * 4, sizeof *out), *counts = malloc((size_t)capacity * sizeof *counts);
    int *places = malloc((size_t)capacity * sizeof *places);
    MPI_Aint *bytes = malloc((size_t)capacity * sizeof *bytes);
    MPI_Datatype *types = malloc((size_t)capacity * sizeof *types);
    MPI_Request request;

    for (int i = 0; i < capacity; i++) {
        counts[i] = 2;
        places[i] = 2 * i;
        bytes[i] = 8 * i;
        types[i] = MPI_INT;
    }
    OK(MPI_Neighbor_allgather(in, 2, MPI_INT, out, 2, MPI_INT, comm));
    OK(MPI_Neighbor_allgatherv(in, 2, MPI_INT, out, counts, places, MPI_INT, comm));
    OK(MPI_Neighbor_alltoall(in, 2, MPI_INT, out, 2, MPI_INT, comm));
    OK(MPI_Neighbor_alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, comm));
    OK(MPI_Neighbor_alltoallw(in, counts, bytes, types, out, counts, bytes, types, comm));
    OK(MPI_Ineighbor_allgather(in, 2, MPI_INT, out, 2, MPI_INT, comm, &request));
    wait_for(&request);
    OK(MPI_Ineighbor_allgatherv(in, 2, MPI_INT, out, counts, places, MPI_INT, comm, &request));
    wait_for(&request);
    OK(MPI_Ineighbor_alltoall(in, 2, MPI_INT, out, 2, MPI_INT, comm, &request));
    wait_for(&request);
    OK(MPI_Ineighbor_alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, comm, &request));
    wait_for(&request);
    OK(MPI_Ineighbor_alltoallw(in, counts, bytes, types, out, counts, bytes, types, comm, &request));
    wait_for(&request);
    for (int i = 0; i < count; i++)
        for (int time = 0; neighbours[i] >= 0 && time < 10; time++)
            expect(COLLECTIVES, neighbours[i], 8);
    free(in);
    free(out);
    free(counts);
    free(places);
    free(bytes);
    free(types);
}

static void neighbours(void)
{
    MPI_Comm comm;
    int dims[2] = {0, 0}, periods[2] = {1, 0}, list[4], coords[2], next = (rank + 1) % size, after = (rank + 2) % size;
    int previous = (rank + size - 1) % size, before = (rank + 2 * size - 2) % size;
    int sources[2] = {previous, before}, destinations[2] = {next, after};
    /* Open MPI's is an address that compilers take for an array without elements. */
    int *volatile unweighted = MPI_UNWEIGHTED;
    int *index = malloc((size_t)size * sizeof *index), *edges = malloc((size_t)size * 2 * sizeof *edges);

    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    MPI_Cart_coords(comm, rank, 2, coords);
    for (int dimension = 0; dimension < 2; dimension++)
        MPI_Cart_shift(comm, dimension, 1, &list[2 * dimension], &list[2 * dimension + 1]);
    on_topology(comm, list, 4, 4);
    compare("a grid");
    MPI_Comm_free(&comm);

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, unweighted, 2, destinations, unweighted, MPI_INFO_NULL,
                                   0, &comm);
    on_topology(comm, destinations, 2, 2);
    compare("a distributed graph");
    MPI_Comm_free(&comm);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, sources, 2, destinations, destinations, MPI_INFO_NULL, 0,
                                   &comm);
    on_topology(comm, destinations, 2, 2);
    compare("a distributed graph with weights");
    MPI_Comm_free(&comm);

    for (int i = 0; i < size; i++) {
        index[i] = 2 * (i + 1);
        edges[2 * i] = (i + size - 1) % size;
        edges[2 * i + 1] = (i + 1) % size;
    }
    if (size > 2) {
        MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &comm);
        on_topology(comm, edges + 2 * rank, 2, 2);
        compare("a graph");
        MPI_Comm_free(&comm);
    }
    free(index);
    free(edges);
}

/* Other collectives, by their definition. */

static void rooted(int root, int *in, int *out)
{
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;
    int is_root = rank == root;

    OK(MPI_Bcast(out, 3, MPI_INT, root, world));
    OK(MPI_Ibcast(out, 3, MPI_INT, root, world, &request));
    wait_for(&request);
    from_root(root, 2, 12);
    OK(MPI_Reduce(in, out, 4, MPI_INT, MPI_SUM, root, world));
    OK(MPI_Reduce(is_root ? MPI_IN_PLACE : in, is_root ? out : NULL, 4, MPI_INT, MPI_SUM, root, world));
    OK(MPI_Ireduce(in, out, 4, MPI_INT, MPI_SUM, root, world, &request));
    wait_for(&request);
    to_root(root, 3, 16);
    OK(MPI_Gather(in, 2, MPI_INT, out, 2, MPI_INT, root, world));
    OK(MPI_Gather(is_root ? MPI_IN_PLACE : in, 2, MPI_INT, out, 2, MPI_INT, root, world));
    OK(MPI_Igather(in, 2, MPI_INT, out, 2, MPI_INT, root, world, &request));
    wait_for(&request);
    to_root(root, 3, 8);
    OK(MPI_Scatter(in, 2, MPI_INT, out, 2, MPI_INT, root, world));
    OK(MPI_Scatter(in, 2, MPI_INT, is_root ? MPI_IN_PLACE : out, 2, MPI_INT, root, world));
    OK(MPI_Iscatter(in, 2, MPI_INT, out, 2, MPI_INT, root, world, &request));
    wait_for(&request);
    from_root(root, 3, 8);
#ifdef HAS_PERSISTENT
    OK(MPI_Bcast_init(out, 3, MPI_INT, root, world, MPI_INFO_NULL, &request));
    thrice(&request);
    from_root(root, 3, 12);
    OK(MPI_Reduce_init(in, out, 4, MPI_INT, MPI_SUM, root, world, MPI_INFO_NULL, &request));
    thrice(&request);
    to_root(root, 3, 16);
#endif
#if MPI_VERSION >= 4
    OK(MPI_Bcast_c(out, 3, MPI_INT, root, world));
    from_root(root, 1, 12);
    OK(MPI_Gather_c(in, 2, MPI_INT, out, 2, MPI_INT, root, world));
    to_root(root, 1, 8);
#endif
    compare("collectives with a root");
}

static void collectives(void)
{
    MPI_Comm world = MPI_COMM_WORLD, comm;
    MPI_Request request;
    int *in = calloc((size_t)size * 4, sizeof *in), *out = calloc((size_t)size * 4, sizeof *out), *counts, sum = 0;

    for (int root = 0; root < size; root++)
        rooted(root, in, out);
    OK(MPI_Allgather(in, 2, MPI_INT, out, 2, MPI_INT, world));
    OK(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 2, MPI_INT, world));
    OK(MPI_Iallgather(in, 2, MPI_INT, out, 2, MPI_INT, world, &request));
    wait_for(&request);
    to_others(3, 8);
    compare("allgather");
    OK(MPI_Alltoall(in, 3, MPI_INT, out, 3, MPI_INT, world));
    OK(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 3, MPI_INT, world));
    OK(MPI_Ialltoall(in, 3, MPI_INT, out, 3, MPI_INT, world, &request));
    wait_for(&request);
    to_others(3, 12);
    compare("alltoall");
    OK(MPI_Allreduce(in, out, 3, MPI_INT, MPI_MAX, world));
    OK(MPI_Allreduce(MPI_IN_PLACE, out, 3, MPI_INT, MPI_MAX, world));
    OK(MPI_Iallreduce(in, out, 3, MPI_INT, MPI_MAX, world, &request));
    wait_for(&request);
    through_first(3, 12, 12);
    compare("allreduce");
    OK(MPI_Reduce_scatter_block(in, out, 2, MPI_INT, MPI_SUM, world));
    OK(MPI_Ireduce_scatter_block(in, out, 2, MPI_INT, MPI_SUM, world, &request));
    wait_for(&request);
    through_first(2, 8 * size, 8);
    compare("reduce_scatter_block");
    counts = malloc((size_t)size * sizeof *counts);
    for (int i = 0; i < size; i++)
        sum += counts[i] = 2;
    OK(MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, world));
    OK(MPI_Ireduce_scatter(in, out, counts, MPI_INT, MPI_SUM, world, &request));
    wait_for(&request);
    through_first(2, 4 * sum, 8);
    compare("reduce_scatter");
    /* One rank gets the whole result. */
    for (int i = 0; i < size; i++)
        counts[i] = i == 1 % size ? 2 * size : 0;
    OK(MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, world));
    OK(MPI_Ireduce_scatter(in, out, counts, MPI_INT, MPI_SUM, world, &request));
    wait_for(&request);
    for (int time = 0; time < 2; time++)
        for (int to = 1; rank == 0 && to < size; to++)
            expect(COLLECTIVES, to, to == 1 ? 8 * size : 0);
    for (int time = 0; rank > 0 && time < 2; time++)
        expect(COLLECTIVES, 0, 8 * size);
    compare("reduce_scatter, unequal");
    OK(MPI_Barrier(world));
    OK(MPI_Ibarrier(world, &request));
    wait_for(&request);
    OK(MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, world));
    OK(MPI_Iscan(in, out, 1, MPI_INT, MPI_SUM, world, &request));
    wait_for(&request);
    OK(MPI_Exscan(in, out, 1, MPI_INT, MPI_SUM, world));
    OK(MPI_Iexscan(in, out, 1, MPI_INT, MPI_SUM, world, &request));
    wait_for(&request);
    for (int time = 0; rank + 1 < size && time < 6; time++)
        expect(COLLECTIVES, rank + 1, 0);
    compare("barriers and scans");
#ifdef HAS_PERSISTENT
    OK(MPI_Barrier_init(world, MPI_INFO_NULL, &request));
    thrice(&request);
    for (int time = 0; rank + 1 < size && time < 3; time++)
        expect(COLLECTIVES, rank + 1, 0);
    OK(MPI_Allreduce_init(in, out, 3, MPI_INT, MPI_MAX, world, MPI_INFO_NULL, &request));
    thrice(&request);
    through_first(3, 12, 12);
    compare("persistent collectives");
#endif
    /* In the opposite order of ranks. */
    MPI_Comm_split(world, 0, -rank, &comm);
    OK(MPI_Bcast(out, 3, MPI_INT, 0, comm));
    from_root(size - 1, 1, 12);
    compare("a communicator in another order");
    MPI_Comm_free(&comm);
    /* MPICH 5.0 returns a wrong group of it. */
    if (size > 1)
        MPI_Cart_create(world, 1, &(int){size - 1}, &(int){0}, 0, &comm);
    if (comm != MPI_COMM_NULL) {
        OK(MPI_Alltoall(in, 2, MPI_INT, out, 2, MPI_INT, comm));
        for (int to = 0; to < size - 1; to++)
            if (to != rank)
                expect(COLLECTIVES, to, 8);
        MPI_Comm_free(&comm);
    }
    compare("a grid of all ranks but one");
    free(counts);
    free(in);
    free(out);
}

int main(int argc, char **argv)
{
    static const struct part parts[] = {
        {"irregular", irregular}, {"neighbours", neighbours}, {"collectives", collectives}};
    const char *part = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    begin();
    CHECK(run_part(parts, sizeof parts / sizeof *parts, part));
    OK(HSPLIT_Monitor_free(&monitor));
    return test_end();
}
