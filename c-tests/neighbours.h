/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Random topologies, and neighbourhood calls on them. Each call is made natively, too. The data has the rank of its
 * sender, its place there, and the rank of its receiver; the native call decides which of several edges between two
 * ranks belong together. */
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include "kinds.h"
#include <stdint.h>

/* Neighbours of a rank, and ranks, at most. */
enum { PLACES = 64, RANKS = 64 };
enum { ALLGATHER_N, ALLGATHERV_N, ALLTOALL_N, ALLTOALLV_N, ALLTOALLW_N, NEIGHBOUR_CALLS };
enum { DIST_GRAPH, GRAPH, GRID, TOPOLOGIES };

/* A communicator with a topology. MPI_PROC_NULL is the neighbour of borders. */
struct graph {
    MPI_Comm comm;
    int rank, size, in, out, sources[PLACES], destinations[PLACES];
};

static inline int some(uint64_t *state, int sides)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((*state >> 33) % (uint64_t)sides);
}

static inline void shuffle(uint64_t *state, int *list, int length)
{
    for (int i = length; i > 1; i--) {
        int other = some(state, i), kept = list[i - 1];
        list[i - 1] = list[other];
        list[other] = kept;
    }
}

/* An edge, as far as it concerns this rank. */
static inline void add_edge(struct graph *graph, int from, int to)
{
    if (from == graph->rank)
        graph->destinations[graph->out++] = to;
    if (to == graph->rank)
        graph->sources[graph->in++] = from;
}

/* The same ranks without a topology. Open MPI 5 takes a distributed graph of ranks on a grid for that grid, and its
 * neighbourhood calls fail there with any error (up to 5.0.11). */
static inline MPI_Comm without_topology(MPI_Comm comm)
{
    MPI_Comm plain = comm;
    int topology;

    MPI_Topo_test(comm, &topology);
    if (topology != MPI_UNDEFINED)
        OK(PMPI_Comm_split(comm, 0, 0, &plain));
    return plain;
}

/* Some ranks have no edge, some one to themselves, and some several to one rank. */
static inline MPI_Comm random_dist_graph(MPI_Comm comm, struct graph *graph, uint64_t *state)
{
    uint64_t own = *state + (uint64_t)graph->rank;
    int edges = some(state, 5 * graph->size), *volatile unweighted = MPI_UNWEIGHTED; /* gcc takes it for an array */
    MPI_Comm made, plain = without_topology(comm);

    for (int i = 0; i < edges; i++) {
        int from = some(state, graph->size), to = some(state, graph->size), times = 1 + some(state, 4) / 3;
        /* Lists of some ranks would grow too long. */
        for (int j = 0; j < times && i < 4 * PLACES / 5; j++)
            add_edge(graph, from, to);
    }
    shuffle(&own, graph->sources, graph->in);
    shuffle(&own, graph->destinations, graph->out);
    OK(MPI_Dist_graph_create_adjacent(plain, graph->in, graph->sources, unweighted, graph->out, graph->destinations,
                                      unweighted, MPI_INFO_NULL, 0, &made));
    if (plain != comm)
        PMPI_Comm_free(&plain);
    return made;
}

/* Edges in both directions, as the standard requires for neighbourhood calls. */
static inline MPI_Comm random_graph(MPI_Comm comm, struct graph *graph, uint64_t *state)
{
    static __thread int edges[RANKS * RANKS * 2];
    int index[RANKS], times[RANKS][RANKS] = {{0}}, count = 0;
    MPI_Comm made;

    for (int i = some(state, 2 * graph->size); i > 0; i--) {
        int a = some(state, graph->size), b = some(state, graph->size), more = 1 + some(state, 4) / 3;
        if (times[a][b] < 2)
            times[b][a] = times[a][b] += more;
    }
    for (int rank = 0; rank < graph->size; rank++) {
        for (int other = 0; other < graph->size; other++)
            for (int j = 0; j < times[rank][other]; j++, count++)
                edges[count] = other;
        index[rank] = count;
    }
    OK(MPI_Graph_create(comm, graph->size, index, edges, 0, &made));
    OK(MPI_Graph_neighbors_count(made, graph->rank, &graph->in));
    OK(MPI_Graph_neighbors(made, graph->rank, PLACES, graph->sources));
    graph->out = graph->in;
    memcpy(graph->destinations, graph->sources, sizeof graph->sources);
    return made;
}

/* Periodic or not in each dimension, of which some have one or two ranks. */
static inline MPI_Comm random_grid(MPI_Comm comm, struct graph *graph, uint64_t *state)
{
    int dims[3] = {0}, periods[3], count = 1 + some(state, 3);
    MPI_Comm made;

    if (some(state, 3) == 0)
        dims[some(state, count)] = graph->size % 2 == 0 ? 2 : 1;
    if (count == 1 && dims[0])
        dims[0] = graph->size;
    MPI_Dims_create(graph->size, count, dims);
    for (int i = 0; i < count; i++)
        periods[i] = some(state, 2);
    OK(MPI_Cart_create(comm, count, dims, periods, 0, &made));
    for (int i = 0; i < count; i++)
        MPI_Cart_shift(made, i, 1, &graph->sources[2 * i], &graph->sources[2 * i + 1]);
    graph->in = graph->out = 2 * count;
    memcpy(graph->destinations, graph->sources, sizeof graph->sources);
    return made;
}

/* All ranks make this graph from equal states. Errors are returned. */
static inline struct graph random_topology(MPI_Comm comm, int topology, uint64_t *state)
{
    struct graph graph = {.comm = MPI_COMM_NULL};

    MPI_Comm_rank(comm, &graph.rank);
    MPI_Comm_size(comm, &graph.size);
    graph.comm = topology == DIST_GRAPH ? random_dist_graph(comm, &graph, state)
                 : topology == GRAPH    ? random_graph(comm, &graph, state)
                                        : random_grid(comm, &graph, state);
    MPI_Comm_set_errhandler(graph.comm, MPI_ERRORS_RETURN);
    return graph;
}

/* The most edges that lead from one node to another. `nodes`: the node of each rank. */
static inline int most_between_nodes(const struct graph *graph, const int *nodes)
{
    static __thread int edges[RANKS][RANKS];
    int most = 0;

    memset(edges, 0, sizeof edges);
    for (int i = 0; i < graph->out; i++)
        if (graph->destinations[i] != MPI_PROC_NULL && nodes[graph->rank] != nodes[graph->destinations[i]])
            edges[nodes[graph->rank]][nodes[graph->destinations[i]]]++;
    PMPI_Allreduce(MPI_IN_PLACE, edges, RANKS * RANKS, MPI_INT, MPI_SUM, graph->comm);
    for (int i = 0; i < RANKS * RANKS; i++)
        most = (&edges[0][0])[i] > most ? (&edges[0][0])[i] : most;
    return most;
}

/* The node of each rank: the lowest rank there. */
static inline void nodes_of(MPI_Comm comm, int *nodes)
{
    MPI_Info info = test_info("mpi_hw_resource_type", "Machine");
    MPI_Comm node;
    int rank, lowest;

    MPI_Comm_rank(comm, &rank);
    lowest = rank;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, info, &node);
    MPI_Info_free(&info);
    if (node != MPI_COMM_NULL) {
        PMPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, node);
        MPI_Comm_free(&node);
    }
    PMPI_Allgather(&lowest, 1, MPI_INT, nodes, 1, MPI_INT, comm);
}

/* ---- data ---- */

/* An int has the sender, its place, the receiver and a number; 63 stands for all ranks. */
enum { EVERYONE = 63 };
static inline int int_at(int from, int place, int to, int i)
{
    return from << 24 | place << 16 | to << 8 | (i & 255);
}

/* The number of units along an edge. Blocks of 4,096 bytes and less are combined into one message. */
enum { LENGTHS = 5 };
static inline int units_along(int lengths, int from, int to)
{
    switch (lengths) {
    case 0:
        return (from * 7 + to * 3) % 5;
    case 1:
        return 84 + (from + 2 * to) % 3;
    case 2:
        return (from + 2 * to) % 4 == 0 ? 900 : 1;
    case 3:
        return 0;
    default:
        return 1;
    }
}

/* The same for calls in which all blocks have one length. */
static inline int equal_units(int lengths)
{
    static const int units[LENGTHS] = {3, 85, 86, 0, 1};

    return units[lengths];
}

/* The data for the neighbours of a rank, or from them. Blocks of no rank have data, too. */
struct side {
    int places, kinds[PLACES], ints[PLACES], counts[PLACES], displacements[PLACES], starts[PLACES], length, *buffer;
    MPI_Aint bytes[PLACES];
    MPI_Datatype types[PLACES];
#if MPI_VERSION >= 4
    MPI_Count large_counts[PLACES];
    MPI_Aint large_displacements[PLACES];
#endif
};

static inline void add_block(struct side *side, int place, int kind, int units, int capacity)
{
    side->kinds[place] = kind;
    side->types[place] = kinds[kind];
    side->ints[place] = units * UNIT;
    side->counts[place] = units * UNIT / INTS[kind];
    side->starts[place] = side->length;
    side->displacements[place] = side->length / EXTENT[kind];
    side->bytes[place] = side->length * (MPI_Aint)sizeof(int);
#if MPI_VERSION >= 4
    side->large_counts[place] = side->counts[place];
    side->large_displacements[place] = side->displacements[place];
#endif
    side->length += (side->counts[place] + capacity) * EXTENT[kind];
}

static inline void make_buffer(struct side *side)
{
    side->buffer = malloc(((size_t)side->length + 1) * sizeof(int));
    for (int i = 0; i < side->length; i++)
        side->buffer[i] = -1;
}

static inline int is_equal(int call)
{
    return call == ALLGATHER_N || call == ALLTOALL_N;
}

/* The datatype of a block, if the datatypes of a call begin with this one; INTS_ALONE: ints. */
enum { INTS_ALONE = -1 };
static inline int kind_at(int call, int kind, int place)
{
    return kind == INTS_ALONE ? 0 : call == ALLTOALLW_N ? (kind + place) % ELEMENTS : kind;
}

/* The type and count that a rank without neighbours passes. (Open MPI compares both sides there, too.) */
static inline void without_places(struct side *side, int call, int lengths, int kind)
{
    kind = kind_at(call, kind, 0);
    side->types[0] = kinds[kind];
    side->counts[0] = is_equal(call) ? equal_units(lengths) * UNIT / INTS[kind] : 0;
}

/* The data that this rank receives. Blocks of different lengths have gaps between them. */
static inline struct side received_blocks(const struct graph *graph, int call, int lengths, int kind)
{
    struct side side = {.places = graph->in};

    without_places(&side, call, lengths, kind);
    for (int place = 0; place < graph->in; place++) {
        int from = graph->sources[place] == MPI_PROC_NULL ? 1 : graph->sources[place];
        int to = call == ALLGATHERV_N ? 0 : graph->rank;
        add_block(&side, place, kind_at(call, kind, place),
                  is_equal(call) ? equal_units(lengths) : units_along(lengths, from, to), !is_equal(call));
    }
    make_buffer(&side);
    return side;
}

/* The data that it sends. */
static inline struct side sent_blocks(const struct graph *graph, int call, int lengths, int kind)
{
    int is_one = call == ALLGATHER_N || call == ALLGATHERV_N;
    struct side side = {.places = is_one ? 1 : graph->out};

    without_places(&side, call, lengths, kind);
    for (int place = 0; place < side.places; place++) {
        int to = is_one ? 0 : graph->destinations[place] == MPI_PROC_NULL ? 1 : graph->destinations[place];
        add_block(&side, place, kind_at(call, kind, place),
                  is_equal(call) ? equal_units(lengths) : units_along(lengths, graph->rank, to), !is_equal(call));
    }
    make_buffer(&side);
    for (int place = 0; place < side.places; place++)
        for (int i = 0; i < side.ints[place]; i++)
            side.buffer[side.starts[place] + int_in(side.kinds[place], i)] =
                int_at(graph->rank, place, is_one ? EVERYONE : graph->destinations[place] & 127, i);
    return side;
}

/* ---- calls ---- */

/* A call by its name in C, with small or large counts. */
#define MAKE(P, SUFFIX, COUNTS, DISPLS, BYTES)                                                                         \
    (call == ALLGATHER_N                                                                                               \
         ? P##Neighbor_allgather##SUFFIX(own->buffer, own->counts[0], own->types[0], to, count, type, graph->comm)     \
     : call == ALLGATHERV_N ? P##Neighbor_allgatherv##SUFFIX(own->buffer, own->counts[0], own->types[0], to,           \
                                                             all->COUNTS, all->DISPLS, type, graph->comm)              \
     : call == ALLTOALL_N                                                                                              \
         ? P##Neighbor_alltoall##SUFFIX(own->buffer, own_count, own_type, to, count, type, graph->comm)                \
     : call == ALLTOALLV_N ? P##Neighbor_alltoallv##SUFFIX(own->buffer, own->COUNTS, own->DISPLS, own_type, to,        \
                                                           all->COUNTS, all->DISPLS, type, graph->comm)                \
                           : P##Neighbor_alltoallw##SUFFIX(own->buffer, own->COUNTS, own->BYTES, own->types, to,       \
                                                           all->COUNTS, all->BYTES, all->types, graph->comm))

/* The call, natively or as the program makes it. */
static inline int make_call(const struct graph *graph, int call, int is_native, int is_large, const struct side *own,
                            const struct side *all)
{
    int *to = all->buffer;
    MPI_Datatype type = all->types[0], own_type = own->types[0];
    int count = all->counts[0], own_count = own->counts[0];

#if MPI_VERSION >= 4
    if (is_large)
        return is_native ? MAKE(PMPI_, _c, large_counts, large_displacements, bytes)
                         : MAKE(MPI_, _c, large_counts, large_displacements, bytes);
#endif
    (void)is_large;
    return is_native ? MAKE(PMPI_, , counts, displacements, bytes) : MAKE(MPI_, , counts, displacements, bytes);
}

/* All received data is from the neighbours and for this rank, and nothing else has changed. Returns the place of a
 * wrong int; -1: there is none. */
static inline int wrong_int(const struct graph *graph, int call, const struct side *all)
{
    const int *buffer = all->buffer;
    char *is_data = calloc((size_t)all->length + 1, 1);
    int wrong = -1, to = call == ALLGATHER_N || call == ALLGATHERV_N ? EVERYONE : graph->rank;

    for (int place = 0; place < all->places; place++)
        for (int i = 0; i < all->ints[place] && graph->sources[place] != MPI_PROC_NULL; i++) {
            int at = all->starts[place] + int_in(all->kinds[place], i);
            int sent_from = buffer[at] >> 16 & 255;
            is_data[at] = 1;
            if (buffer[at] != int_at(graph->sources[place], sent_from, to, i))
                wrong = at;
        }
    for (int i = 0; i < all->length; i++)
        if (!is_data[i] && buffer[i] != -1)
            wrong = i;
    free(is_data);
    return wrong;
}

/* True if both have the same data, in whichever elements. */
static inline int is_alike(const struct side *one, const struct side *other)
{
    for (int place = 0; place < one->places; place++)
        for (int i = 0; i < one->ints[place]; i++)
            if (one->buffer[one->starts[place] + int_in(one->kinds[place], i)] !=
                other->buffer[other->starts[place] + int_in(other->kinds[place], i)])
                return 0;
    return 1;
}

/* The result of a call: codes, wrong ints, and true if it equals the native call's. */
struct answer {
    int code, native_code, wrong, native_wrong, is_alike;
};

/* MPICH 4.0's own MPI_Neighbor_alltoallw hangs occasionally. */
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40100000 && !defined(I_MPI_VERSION)
enum { IS_W_BROKEN = 1 };
#else
enum { IS_W_BROKEN = 0 };
#endif
static inline int can_be_native(int call)
{
    return call != ALLTOALLW_N || !IS_W_BROKEN;
}

/* The native call has plain ints: with other elements that of MPICH 4.0 is wrong. */
static inline struct answer neighbour_call(const struct graph *graph, int call, int lengths, int kind, int is_large)
{
    struct side own = sent_blocks(graph, call, lengths, kind), plain = sent_blocks(graph, call, lengths, INTS_ALONE);
    struct side all =
        received_blocks(graph, call, lengths, kind == INTS_ALONE ? INTS_ALONE : (kind + graph->rank) % ELEMENTS);
    struct side native = received_blocks(graph, call, lengths, INTS_ALONE);
    struct answer answer = {.native_code = MPI_SUCCESS};

    if (can_be_native(call))
        answer.native_code = make_call(graph, call, 1, is_large, &plain, &native);
    answer.code = make_call(graph, call, 0, is_large, &own, &all);
    answer.native_wrong = can_be_native(call) ? wrong_int(graph, call, &native) : 0;
    answer.wrong = wrong_int(graph, call, &all);
    answer.is_alike = is_alike(&all, &native);
    free(own.buffer);
    free(plain.buffer);
    free(all.buffer);
    free(native.buffer);
    return answer;
}

#endif
