/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Every call that has forms, once in each of them. Included twice by monitor_forms.c: for small counts (SUFFIX is
 * empty), and for large ones (SUFFIX is _c). COUNT is the type of counts in arrays, PLACE that of displacements.
 * Amounts differ from call to call, and the send and receive types of a call differ. */

#define CONCATENATED(a, b) a##b
#define JOINED(a, b) CONCATENATED(a, b)
#define FORM(name) JOINED(name, SUFFIX)

/* A collective call: blocking, nonblocking, and three starts of a persistent one. */
#define EACH(name, nonblocking, ...)                                                                                   \
    do {                                                                                                               \
        OK(FORM(MPI_##name)(__VA_ARGS__));                                                                             \
        OK(FORM(MPI_##nonblocking)(__VA_ARGS__, &request));                                                            \
        wait_for(&request);                                                                                            \
        STARTS(FORM(MPI_##name##_init)(__VA_ARGS__, MPI_INFO_NULL, &request));                                         \
    } while (0)

/* A message: blocking and nonblocking in a mode, and three starts of a persistent one. */
#define SENDS(name, nonblocking, ...)                                                                                  \
    do {                                                                                                               \
        post(&in);                                                                                                     \
        OK(FORM(MPI_##name)(__VA_ARGS__));                                                                             \
        wait_for(&in);                                                                                                 \
        post(&in);                                                                                                     \
        OK(FORM(MPI_##nonblocking)(__VA_ARGS__, &request));                                                            \
        wait_for(&request);                                                                                            \
        wait_for(&in);                                                                                                 \
        OK(FORM(MPI_##name##_init)(__VA_ARGS__, &request));                                                            \
        for (int start = 0; start < 3; start++) {                                                                      \
            post(&in);                                                                                                 \
            OK(MPI_Start(&request));                                                                                   \
            wait_for(&request);                                                                                        \
            wait_for(&in);                                                                                             \
        }                                                                                                              \
        OK(MPI_Request_free(&request));                                                                                \
    } while (0)

static void FORM(messages)(void)
{
    int dest = (rank + 1) % size, source = (rank + size - 1) % size, capacity = 4096 + 8 * MPI_BSEND_OVERHEAD;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request, in;
    void *buffer = malloc((size_t)capacity);

    SENDS(Send, Isend, from, 3, MPI_INT, dest, 5, world);
    expect_often(P2P, dest, 5, 12);
    compare("sends");
    MPI_Buffer_attach(buffer, capacity);
    SENDS(Bsend, Ibsend, from, 4, MPI_INT, dest, 5, world);
    MPI_Buffer_detach(&buffer, &capacity);
    expect_often(P2P, dest, 5, 16);
    compare("buffered sends");
    SENDS(Ssend, Issend, from, 5, MPI_INT, dest, 5, world);
    expect_often(P2P, dest, 5, 20);
    compare("synchronous sends");
    SENDS(Rsend, Irsend, from, 6, MPI_INT, dest, 5, world);
    expect_often(P2P, dest, 5, 24);
    compare("ready sends");
    OK(FORM(MPI_Sendrecv)(from, 7, MPI_INT, dest, 5, to, 29, MPI_CHAR, source, 5, world, MPI_STATUS_IGNORE));
    expect(P2P, dest, 28);
    OK(FORM(MPI_Sendrecv_replace)(to, 8, MPI_INT, dest, 5, source, 5, world, MPI_STATUS_IGNORE));
    expect(P2P, dest, 32);
#ifdef HAS_PERSISTENT
    OK(FORM(MPI_Isendrecv)(from, 9, MPI_INT, dest, 5, to, 37, MPI_CHAR, source, 5, world, &request));
    wait_for(&request);
    expect(P2P, dest, 36);
    OK(FORM(MPI_Isendrecv_replace)(to, 10, MPI_INT, dest, 5, source, 5, world, &request));
    wait_for(&request);
    expect(P2P, dest, 40);
#endif
    compare("sends that receive");
    free(buffer);
}

/* The amounts that this rank passes to each rank, and gets from each: rank i passes (i + 2j) % 5 elements to rank j. */
typedef struct {
    COUNT *counts, *received, *ascending;
    PLACE *places, *bytes;
    MPI_Datatype *types;
} FORM(Lists);

static FORM(Lists) FORM(lists)(void)
{
    size_t n = (size_t)size;
    FORM(Lists) l;

    l.counts = malloc(n * sizeof *l.counts);
    l.received = malloc(n * sizeof *l.received);
    l.ascending = malloc(n * sizeof *l.ascending);
    l.places = malloc(n * sizeof *l.places);
    l.bytes = malloc(n * sizeof *l.bytes);
    l.types = malloc(n * sizeof(MPI_Datatype));
    for (int i = 0; i < size; i++) {
        l.counts[i] = (rank + 2 * i) % 5;
        l.received[i] = (i + 2 * rank) % 5;
        l.ascending[i] = i;
        l.places[i] = 5 * i;
        l.bytes[i] = 20 * i;
        l.types[i] = MPI_INT;
    }
    return l;
}

static void FORM(free_lists)(FORM(Lists) l)
{
    free(l.counts);
    free(l.received);
    free(l.ascending);
    free(l.places);
    free(l.bytes);
    free(l.types);
}

static void FORM(rooted)(int root)
{
    FORM(Lists) l = FORM(lists)();
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;
    int is_root = rank == root;

    EACH(Bcast, Ibcast, is_root ? from : to, 3, MPI_INT, root, world);
    from_root(root, TIMES, 12);
    compare("broadcasts");
    EACH(Reduce, Ireduce, from, to, 4, MPI_INT, MPI_SUM, root, world);
    to_root(root, TIMES, 16);
    compare("reductions");
    EACH(Gather, Igather, from, 20, MPI_CHAR, to, 5, MPI_INT, root, world);
    to_root(root, TIMES, 20);
    compare("gathers");
    EACH(Gather, Igather, is_root ? MPI_IN_PLACE : from, 20, MPI_CHAR, to, 5, MPI_INT, root, world);
    to_root(root, TIMES, 20);
    compare("gathers in place");
    start_once(1);
    EACH(Scatter, Iscatter, from, 6, MPI_INT, to, 24, MPI_CHAR, root, world);
    from_root(root, TIMES, 24);
    compare("scatters");
    EACH(Scatter, Iscatter, from, 6, MPI_INT, is_root ? MPI_IN_PLACE : to, 24, MPI_CHAR, root, world);
    from_root(root, TIMES, 24);
    compare("scatters in place");
    start_once(0);
    EACH(Gatherv, Igatherv, from, rank, MPI_INT, to, l.ascending, l.places, MPI_INT, root, world);
    if (rank)
        expect_often(COLLECTIVES, root, TIMES, 4 * rank);
    compare("irregular gathers");
    EACH(Scatterv, Iscatterv, from, l.ascending, l.places, MPI_INT, to, rank, MPI_INT, root, world);
    for (int i = 1; is_root && i < size; i++)
        expect_often(COLLECTIVES, i, TIMES, 4 * i);
    compare("irregular scatters");
    EACH(Scatterv, Iscatterv, from, l.ascending, l.places, MPI_INT, is_root ? MPI_IN_PLACE : to, rank, MPI_INT, root,
         world);
    for (int i = 1; is_root && i < size; i++)
        if (i != rank)
            expect_often(COLLECTIVES, i, TIMES, 4 * i);
    compare("irregular scatters in place");
    FORM(free_lists)(l);
}

static void FORM(rootless)(void)
{
    FORM(Lists) l = FORM(lists)();
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;

    EACH(Allgather, Iallgather, from, 3, MPI_INT, to, 12, MPI_CHAR, world);
    to_others(TIMES, 12);
    compare("all-gathers");
    EACH(Allgather, Iallgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, 3, MPI_INT, world);
    to_others(TIMES, 12);
    compare("all-gathers in place");
    EACH(Allgatherv, Iallgatherv, from, rank, MPI_INT, to, l.ascending, l.places, MPI_INT, world);
    to_others(TIMES, 4 * rank);
    compare("irregular all-gathers");
    EACH(Alltoall, Ialltoall, from, 4, MPI_INT, to, 16, MPI_CHAR, world);
    to_others(TIMES, 16);
    compare("all-to-alls");
    EACH(Alltoallv, Ialltoallv, from, l.counts, l.places, MPI_INT, to, l.received, l.places, MPI_INT, world);
    EACH(Alltoallw, Ialltoallw, from, l.counts, l.bytes, l.types, to, l.received, l.bytes, l.types, world);
    for (int i = 0; i < size; i++)
        if ((rank + 2 * i) % 5)
            expect_often(COLLECTIVES, i, 2 * TIMES, 4 * ((rank + 2 * i) % 5));
    compare("irregular all-to-alls");
    EACH(Allreduce, Iallreduce, from, to, 5, MPI_INT, MPI_MAX, world);
    through_first(TIMES, 20, 20);
    compare("all-reduces");
    for (int i = 0; i < size; i++)
        l.counts[i] = 2;
    EACH(Reduce_scatter, Ireduce_scatter, from, to, l.counts, MPI_INT, MPI_SUM, world);
    through_first(TIMES, 8 * size, 8);
    compare("reduce-scatters");
    EACH(Reduce_scatter_block, Ireduce_scatter_block, from, to, 3, MPI_INT, MPI_SUM, world);
    through_first(TIMES, 12 * size, 12);
    compare("reduce-scatters of blocks");
    EACH(Scan, Iscan, from, to, 2, MPI_INT, MPI_SUM, world);
    if (rank + 1 < size)
        expect_often(COLLECTIVES, rank + 1, TIMES, 0);
    compare("scans");
    EACH(Exscan, Iexscan, from, to, 2, MPI_INT, MPI_SUM, world);
    if (rank + 1 < size)
        expect_often(COLLECTIVES, rank + 1, TIMES, 0);
    compare("exclusive scans");
    FORM(free_lists)(l);
}

/* On a ring, to the next rank and the one after that, with different amounts. */
static void FORM(neighbours)(void)
{
    int out[2] = {(rank + 1) % size, (rank + 2) % size};
    int in[2] = {(rank + size - 1) % size, (rank + 2 * size - 2) % size};
    COUNT counts[2] = {1 + rank, 2 + rank}, received[2] = {1 + in[0], 2 + in[1]}, blocks[2] = {3, 3};
    PLACE places[2] = {0, 64};
    MPI_Aint bytes[2] = {0, 256};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Comm comm;
    MPI_Request request;
    /* Open MPI's is an address that compilers take for an array without elements. */
    int *volatile unweighted = MPI_UNWEIGHTED;

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, in, unweighted, 2, out, unweighted, MPI_INFO_NULL, 0, &comm);
    EACH(Neighbor_allgather, Ineighbor_allgather, from, 2, MPI_INT, to, 8, MPI_CHAR, comm);
    for (int i = 0; i < 2; i++)
        expect_often(COLLECTIVES, out[i], TIMES, 8);
    compare("all-gathers of neighbours");
    EACH(Neighbor_allgatherv, Ineighbor_allgatherv, from, 3, MPI_INT, to, blocks, places, MPI_INT, comm);
    for (int i = 0; i < 2; i++)
        expect_often(COLLECTIVES, out[i], TIMES, 12);
    compare("irregular all-gathers of neighbours");
    EACH(Neighbor_alltoall, Ineighbor_alltoall, from, 4, MPI_INT, to, 16, MPI_CHAR, comm);
    for (int i = 0; i < 2; i++)
        expect_often(COLLECTIVES, out[i], TIMES, 16);
    compare("all-to-alls of neighbours");
    EACH(Neighbor_alltoallv, Ineighbor_alltoallv, from, counts, places, MPI_INT, to, received, places, MPI_INT, comm);
    for (int i = 0; i < 2; i++)
        expect_often(COLLECTIVES, out[i], TIMES, 4 * (1 + i + rank));
    compare("irregular all-to-alls of neighbours");
    EACH(Neighbor_alltoallw, Ineighbor_alltoallw, from, counts, bytes, types, to, received, bytes, types, comm);
    for (int i = 0; i < 2; i++)
        expect_often(COLLECTIVES, out[i], TIMES, 4 * (1 + i + rank));
    compare("all-to-alls of neighbours with types");
    MPI_Comm_free(&comm);
}

static void FORM(accesses)(void)
{
    MPI_Win win;
    MPI_Request request;
    int *memory, target = (rank + 1) % size;

    MPI_Win_allocate(256, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, 256);
    MPI_Barrier(MPI_COMM_WORLD);
    forget();
    MPI_Win_lock_all(0, win);
    OK(FORM(MPI_Put)(from, 3, MPI_INT, target, 0, 12, MPI_CHAR, win));
    expect(RMA, target, 12);
    compare("MPI_Put");
    OK(FORM(MPI_Get)(to, 4, MPI_INT, target, 0, 16, MPI_CHAR, win));
    expect(RMA, target, 16);
    compare("MPI_Get");
    OK(FORM(MPI_Accumulate)(from, 5, MPI_INT, target, 0, 5, MPI_INT, MPI_SUM, win));
    expect(RMA, target, 20);
    compare("MPI_Accumulate");
    OK(FORM(MPI_Get_accumulate)(from, 6, MPI_INT, to, 6, MPI_INT, target, 0, 6, MPI_INT, MPI_SUM, win));
    expect_often(RMA, target, 2, 24);
    compare("MPI_Get_accumulate");
    OK(FORM(MPI_Get_accumulate)(NULL, 0, MPI_INT, to, 7, MPI_INT, target, 0, 7, MPI_INT, MPI_NO_OP, win));
    expect(RMA, target, 28);
    compare("MPI_Get_accumulate without an operation");
    OK(FORM(MPI_Rput)(from, 8, MPI_INT, target, 0, 32, MPI_CHAR, win, &request));
    wait_for(&request);
    expect(RMA, target, 32);
    compare("MPI_Rput");
    OK(FORM(MPI_Rget)(to, 9, MPI_INT, target, 0, 36, MPI_CHAR, win, &request));
    wait_for(&request);
    expect(RMA, target, 36);
    compare("MPI_Rget");
    OK(FORM(MPI_Raccumulate)(from, 10, MPI_INT, target, 0, 10, MPI_INT, MPI_SUM, win, &request));
    wait_for(&request);
    expect(RMA, target, 40);
    compare("MPI_Raccumulate");
    OK(FORM(MPI_Rget_accumulate)(from, 11, MPI_INT, to, 11, MPI_INT, target, 0, 11, MPI_INT, MPI_SUM, win, &request));
    wait_for(&request);
    expect_often(RMA, target, 2, 44);
    compare("MPI_Rget_accumulate");
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static void FORM(all_calls)(void)
{
    FORM(messages)();
    for (int root = 0; root < size; root++)
        FORM(rooted)(root);
    FORM(rootless)();
    FORM(neighbours)();
    FORM(accesses)();
}

#undef SENDS
#undef EACH
#undef FORM
#undef JOINED
#undef CONCATENATED
