/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Neighbourhood calls: collectives_neighbours all [SEED [TOPOLOGIES]]|threads [TOPOLOGIES]|errors|pairs|pending. Each
 * rank prints how many calls must have gone along the hierarchy: the calls on graphs in which several edges lead from
 * one node to another. */
#include "collectives.h"
#include "neighbours.h"
#include <pthread.h>

static const int OPERATION[NEIGHBOUR_CALLS] = {NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL,
                                               NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW};
static int has_levels, nodes[RANKS];
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;

static void check_call(const struct graph *graph, int call, int lengths, int kind, int is_large, int is_along)
{
    /* A native call does not test datatypes. */
    struct answer answer = neighbour_call(graph, call, lengths, is_along ? kind : INTS_ALONE, is_large);

    pthread_mutex_lock(&counting);
    if ((answer.code != MPI_SUCCESS || answer.wrong >= 0 || (!answer.is_alike && answer.native_wrong < 0)) &&
        test_failed(__FILE__, __LINE__))
        fprintf(stderr,
                "%s%s, lengths %d, kind %d: code %d, int %d is wrong; natively code %d, int %d; "
                "%d sources, %d destinations\n",
                NAMES[OPERATION[call]], is_large ? "_c" : "", lengths, kind, answer.code, answer.wrong,
                answer.native_code, answer.native_wrong, graph->in, graph->out);
    expected[OPERATION[call]] += is_along;
    pthread_mutex_unlock(&counting);
}

/* Every call on a topology, and one again, which reuses the results that are stored for the topology. */
static void check_topology(MPI_Comm comm, int topology, uint64_t *state)
{
    struct graph graph = random_topology(comm, topology, state);
    int is_along = has_levels && most_between_nodes(&graph, nodes) > 1;

    for (int i = 0; i <= NEIGHBOUR_CALLS; i++) {
        int call = i < NEIGHBOUR_CALLS ? i : some(state, NEIGHBOUR_CALLS), lengths = some(state, LENGTHS);
        int kind = some(state, ELEMENTS), is_large = some(state, 3) == 0;
        if (is_along || can_be_native(call))
            check_call(&graph, call, lengths, kind, is_large, is_along);
    }
    MPI_Comm_free(&graph.comm);
}

static void check_all(MPI_Comm comm, uint64_t seed, int topologies)
{
    for (int i = 0; i < topologies; i++) {
        uint64_t state = seed * 1000003 + (uint64_t)i;
        some(&state, 2);
        check_topology(comm, i % TOPOLOGIES, &state);
    }
}

/* ---- threads ---- */

struct thread {
    MPI_Comm comm;
    uint64_t seed;
    int topologies;
};

static void *run_thread(void *argument)
{
    struct thread *thread = argument;

    check_all(thread->comm, thread->seed, thread->topologies);
    return NULL;
}

/* Each thread has communicators of its own. */
static void check_threads(int topologies)
{
    struct thread threads[2];
    pthread_t handles[2];

    /* Open MPI 4 crashes if two threads make the first topology of its kind at a time. */
    check_all(MPI_COMM_WORLD, 1, TOPOLOGIES);
    for (int i = 0; i < 2; i++) {
        threads[i] = (struct thread){.seed = (uint64_t)(i + 1), .topologies = topologies};
        MPI_Comm_dup(MPI_COMM_WORLD, &threads[i].comm);
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&handles[i], NULL, run_thread, &threads[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(handles[i], NULL);
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&threads[i].comm);
}

/* ---- errors ---- */

static int class_of(int code)
{
    int class = code;

    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    return class;
}

/* An error has the class that the native call gives it. */
#define ALIKE(name, ...)                                                                                               \
    do {                                                                                                               \
        int natively = class_of(PMPI_##name(__VA_ARGS__)), class = class_of(MPI_##name(__VA_ARGS__));                  \
        CHECK_INT(class, natively);                                                                                    \
        CHECK(natively != MPI_SUCCESS);                                                                                \
    } while (0)

/* Every rank sends to the next two. */
static struct graph ring(MPI_Comm comm)
{
    struct graph graph = {.in = 2, .out = 2};
    int *volatile unweighted = MPI_UNWEIGHTED; /* gcc takes it for an array */

    MPI_Comm_rank(comm, &graph.rank);
    MPI_Comm_size(comm, &graph.size);
    for (int i = 0; i < 2; i++) {
        graph.destinations[i] = (graph.rank + i + 1) % graph.size;
        graph.sources[i] = (graph.rank + graph.size - i - 1) % graph.size;
    }
    OK(MPI_Dist_graph_create_adjacent(comm, 2, graph.sources, unweighted, 2, graph.destinations, unweighted,
                                      MPI_INFO_NULL, 0, &graph.comm));
    MPI_Comm_set_errhandler(graph.comm, MPI_ERRORS_RETURN);
    return graph;
}

static void bad_vectors(MPI_Comm comm, MPI_Datatype raw)
{
    int own[2] = {0}, all[2] = {0}, one[2] = {1, 1}, places[2] = {0, 1}, bad[2] = {1, -1};
    MPI_Aint far[2] = {0, sizeof(int)};
    MPI_Datatype ints[2] = {MPI_INT, MPI_INT}, none[2] = {MPI_INT, MPI_DATATYPE_NULL};

    ALIKE(Neighbor_alltoallv, own, bad, places, MPI_INT, all, one, places, MPI_INT, comm);
    ALIKE(Neighbor_alltoallv, own, one, places, MPI_INT, all, bad, places, MPI_INT, comm);
    ALIKE(Neighbor_alltoallv, own, one, places, MPI_DATATYPE_NULL, all, one, places, MPI_INT, comm);
    ALIKE(Neighbor_alltoallv, own, one, places, MPI_INT, all, one, places, raw, comm);
    ALIKE(Neighbor_alltoallw, own, bad, far, ints, all, one, far, ints, comm);
    ALIKE(Neighbor_alltoallw, own, one, far, none, all, one, far, ints, comm);
    ALIKE(Neighbor_allgatherv, own, 1, MPI_INT, all, bad, places, MPI_INT, comm);
    ALIKE(Neighbor_allgatherv, own, 1, MPI_INT, all, one, places, MPI_DATATYPE_NULL, comm);
    ALIKE(Neighbor_allgatherv, own, -1, MPI_INT, all, one, places, MPI_INT, comm);
#ifdef OPEN_MPI
    /* Other MPIs do not check this. */
    ALIKE(Neighbor_alltoallv, own, NULL, places, MPI_INT, all, one, places, MPI_INT, comm);
    ALIKE(Neighbor_alltoallv, own, one, places, MPI_INT, all, one, NULL, MPI_INT, comm);
    ALIKE(Neighbor_alltoallv, MPI_IN_PLACE, one, places, MPI_INT, all, one, places, MPI_INT, comm);
    ALIKE(Neighbor_alltoallw, own, one, far, NULL, all, one, far, ints, comm);
    ALIKE(Neighbor_allgatherv, MPI_IN_PLACE, 1, MPI_INT, all, one, places, MPI_INT, comm);
#else
    ALIKE(Neighbor_alltoallv, NULL, one, places, MPI_INT, all, one, places, MPI_INT, comm);
    ALIKE(Neighbor_allgatherv, own, 1, MPI_INT, NULL, one, places, MPI_INT, comm);
#endif
}

static void bad_blocks(MPI_Comm comm, MPI_Datatype raw)
{
    int own[2] = {0}, all[2] = {0};

    ALIKE(Neighbor_alltoall, own, -1, MPI_INT, all, 1, MPI_INT, comm);
    ALIKE(Neighbor_alltoall, own, 1, MPI_INT, all, -1, MPI_INT, comm);
    ALIKE(Neighbor_alltoall, own, 1, MPI_DATATYPE_NULL, all, 1, MPI_INT, comm);
    ALIKE(Neighbor_alltoall, own, 1, raw, all, 1, MPI_INT, comm);
    ALIKE(Neighbor_allgather, own, 1, MPI_INT, all, 1, MPI_DATATYPE_NULL, comm);
    ALIKE(Neighbor_allgather, own, -1, MPI_INT, all, 1, MPI_INT, comm);
#ifdef OPEN_MPI
    ALIKE(Neighbor_alltoall, MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, comm);
    ALIKE(Neighbor_allgather, MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, comm);
#else
    ALIKE(Neighbor_alltoall, NULL, 1, MPI_INT, all, 1, MPI_INT, comm);
    ALIKE(Neighbor_allgather, own, 1, MPI_INT, NULL, 1, MPI_INT, comm);
#endif
}

/* Without a topology. (Open MPI's other calls read the arrays of counts then, as if there were one.) */
static void no_topology(void)
{
    int own[RANKS] = {0}, all[RANKS] = {0};
    MPI_Comm plain;

    MPI_Comm_dup(MPI_COMM_WORLD, &plain);
    MPI_Comm_set_errhandler(plain, MPI_ERRORS_RETURN);
    ALIKE(Neighbor_alltoall, own, 1, MPI_INT, all, 1, MPI_INT, plain);
    ALIKE(Neighbor_allgather, own, 1, MPI_INT, all, 1, MPI_INT, plain);
    MPI_Comm_free(&plain);
}

/* Arguments that a rank without neighbours may pass: no buffer, no datatypes, and no arrays as far as the MPI does not
 * check them. */
static int call_for_nothing(MPI_Comm comm, int call, int is_native)
{
    static int none[1];
    static MPI_Aint nowhere[1];
    static MPI_Datatype untyped[1];
    int *counts = none, some = 1;

    /* Open MPI looks at no buffer without a neighbour, MPICH at no counts. */
#ifndef OPEN_MPI
    counts = NULL;
    some = 0;
#endif
    switch (call) {
    case ALLGATHER_N:
        return (is_native ? PMPI_Neighbor_allgather : MPI_Neighbor_allgather)(NULL, some, MPI_INT, NULL, some, MPI_INT,
                                                                              comm);
    case ALLGATHERV_N:
        return (is_native ? PMPI_Neighbor_allgatherv : MPI_Neighbor_allgatherv)(NULL, some, MPI_INT, NULL, counts, none,
                                                                                MPI_INT, comm);
    case ALLTOALL_N:
        return (is_native ? PMPI_Neighbor_alltoall : MPI_Neighbor_alltoall)(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm);
    case ALLTOALLV_N:
        return (is_native ? PMPI_Neighbor_alltoallv : MPI_Neighbor_alltoallv)(NULL, counts, counts, MPI_INT, NULL,
                                                                              counts, counts, MPI_INT, comm);
    default:
        return (is_native ? PMPI_Neighbor_alltoallw : MPI_Neighbor_alltoallw)(NULL, none, nowhere, untyped, NULL, none,
                                                                              nowhere, untyped, comm);
    }
}

/* Rank 0 has no neighbour; each of the others sends to the next two. */
static void nothing_at_all(int rank, int size)
{
    struct graph apart = {.rank = rank, .size = size};
    int is_along, *volatile unweighted = MPI_UNWEIGHTED;

    for (int i = 0; i < 2 && rank > 0; i++) {
        apart.sources[i] = 1 + (rank + size - 3 - i) % (size - 1);
        apart.destinations[i] = 1 + (rank + i) % (size - 1);
        apart.in = apart.out = 2;
    }
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, apart.in, apart.sources, unweighted, apart.out,
                                      apart.destinations, unweighted, MPI_INFO_NULL, 0, &apart.comm));
    MPI_Comm_set_errhandler(apart.comm, MPI_ERRORS_RETURN);
    is_along = has_levels && most_between_nodes(&apart, nodes) > 1;
    for (int call = 0; call < NEIGHBOUR_CALLS; call++) {
        if (rank > 0) {
            check_call(&apart, call, 0, 0, 0, is_along);
        } else {
            OK(call_for_nothing(apart.comm, call, 1));
            OK(call_for_nothing(apart.comm, call, 0));
            expected[OPERATION[call]] += is_along;
        }
    }
    MPI_Comm_free(&apart.comm);
}

static void check_errors(void)
{
    struct graph graph = ring(MPI_COMM_WORLD);
    int is_along = has_levels && most_between_nodes(&graph, nodes) > 1;
    MPI_Datatype raw;

    /* Open MPI reports MPI_IN_PLACE there. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(2, MPI_INT, &raw);
    bad_vectors(graph.comm, raw);
    bad_blocks(graph.comm, raw);
    MPI_Type_free(&raw);
    no_topology();
    nothing_at_all(graph.rank, graph.size);
    for (int call = 0; call < NEIGHBOUR_CALLS; call++)
        check_call(&graph, call, 0, 0, 0, is_along);
    MPI_Comm_free(&graph.comm);
}

/* ---- how many messages ---- */

/* One call of each kind on a ring. */
static void check_pairs(void)
{
    struct graph graph = ring(MPI_COMM_WORLD);
    int own[2] = {1, 2}, all[2], counts[2] = {1, 1}, places[2] = {0, 1};

    OK(MPI_Neighbor_alltoallv(own, counts, places, MPI_INT, all, counts, places, MPI_INT, graph.comm));
    OK(MPI_Neighbor_allgather(own, 1, MPI_INT, all, 1, MPI_INT, graph.comm));
    MPI_Comm_free(&graph.comm);
}

/* The first calls on topologies with several edges between two ranks, while half of the ranks have begun to duplicate a
 * communicator, which the others do only afterwards. */
static void check_pending(void)
{
    int rank, size, sent[4], received[4], dims[2] = {2, 0}, periods[2] = {1, 1};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm grid, duplicate;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    dims[1] = size / 2;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid));
    if (rank % 2 == 0)
        OK(MPI_Comm_idup(MPI_COMM_WORLD, &duplicate, &request));
    for (int i = 0; i < 4; i++) {
        sent[i] = rank;
        received[i] = -1;
    }
    OK(MPI_Neighbor_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, grid));
    for (int i = 0; i < 4; i++) {
        int from[2];
        OK(MPI_Cart_shift(grid, i / 2, 1, from, from + 1));
        CHECK_INT(received[i], from[i % 2]);
    }
    if (rank % 2)
        OK(MPI_Comm_idup(MPI_COMM_WORLD, &duplicate, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Comm_free(&duplicate));
    OK(MPI_Comm_free(&grid));
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "all";
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    make_kinds();
    has_levels = world_of(MPI_COMM_WORLD, 0).has_levels;
    nodes_of(MPI_COMM_WORLD, nodes);
    if (!strcmp(mode, "errors"))
        check_errors();
    else if (!strcmp(mode, "pairs"))
        check_pairs();
    else if (!strcmp(mode, "pending"))
        check_pending();
    else if (strcmp(mode, "threads"))
        check_all(MPI_COMM_WORLD, argc > 2 ? (uint64_t)atol(argv[2]) : 1, argc > 3 ? atoi(argv[3]) : 30);
    else if (provided == MPI_THREAD_MULTIPLE)
        check_threads(argc > 2 ? atoi(argv[2]) : 12);
    if (strcmp(mode, "pairs") && strcmp(mode, "pending"))
        say_expected();
    free_kinds();
    return test_end();
}
