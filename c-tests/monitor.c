/* SPDX-License-Identifier: MIT OR Apache-2.0
 * What is counted. The program knows its traffic: it adds each message to a row of its own, call by call, and compares
 * the rows of the library with these, rank by rank. Its own exchanges are made by PMPI functions, which nothing counts.
 *
 * monitor PART: modes, persistent, comms, irregular, neighbours, collectives, rma, threads, spawn, reused N, or
 * random SEED, which prints its messages for comparison with the MPI's own monitoring. */
#include "test.h"
#include <pthread.h>

enum { P2P, COLLECTIVES, RMA, KINDS };

static const int flags[KINDS] = {HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_RMA};
static const char *const names[KINDS] = {"point-to-point", "collectives", "one-sided"};
static long long *expected_bytes[KINDS], *expected_messages[KINDS];
static int rank, size;
static HSPLIT_Monitor monitor;

static void expect(int kind, int peer, long long bytes)
{
    expected_bytes[kind][peer] += bytes;
    expected_messages[kind][peer]++;
}

/* Messages of no bytes are none, in irregular calls. */
static void expect_some(int peer, long long bytes)
{
    if (bytes)
        expect(COLLECTIVES, peer, bytes);
}

static void forget(void)
{
    for (int kind = 0; kind < KINDS; kind++) {
        memset(expected_bytes[kind], 0, (size_t)size * sizeof **expected_bytes);
        memset(expected_messages[kind], 0, (size_t)size * sizeof **expected_messages);
    }
    OK(HSPLIT_Monitor_reset(monitor));
}

static void begin(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int kind = 0; kind < KINDS; kind++) {
        expected_bytes[kind] = calloc((size_t)size, sizeof **expected_bytes);
        expected_messages[kind] = calloc((size_t)size, sizeof **expected_messages);
    }
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &monitor));
}

static void compare_values(const char *after, int kind, int what, const long long *expected)
{
    long long *values = calloc((size_t)size, sizeof *values);

    OK(HSPLIT_Monitor_get(monitor, what | flags[kind], size, values));
    for (int peer = 0; peer < size; peer++)
        if (values[peer] != expected[peer] && test_failed(__FILE__, __LINE__))
            fprintf(stderr, "%s, %s: %lld %s to rank %d, expected %lld\n", after, names[kind], values[peer],
                    what == HSPLIT_MONITOR_BYTES ? "bytes" : "messages", peer, expected[peer]);
    free(values);
}

/* Compares all counts, and begins anew. */
static void compare(const char *after)
{
    for (int kind = 0; kind < KINDS; kind++) {
        compare_values(after, kind, HSPLIT_MONITOR_BYTES, expected_bytes[kind]);
        compare_values(after, kind, HSPLIT_MONITOR_MESSAGES, expected_messages[kind]);
    }
    forget();
}

static void wait_for(MPI_Request *request)
{
    PMPI_Wait(request, MPI_STATUS_IGNORE);
}

static void wait_for_all(int count, MPI_Request *requests)
{
    for (int i = 0; i < count; i++)
        wait_for(&requests[i]);
}

/* Point-to-point messages. */

enum { ROOM = 1 << 16 };
static char from[ROOM], to[ROOM];

/* A datatype of 3 doubles and 2 chars in 48 bytes of memory: 26 bytes of data. */
static MPI_Datatype derived(void)
{
    int lengths[2] = {3, 2};
    MPI_Aint places[2] = {0, 32};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_CHAR}, structure, resized;

    MPI_Type_create_struct(2, lengths, places, types, &structure);
    MPI_Type_create_resized(structure, 0, 48, &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&structure);
    return resized;
}

typedef struct {
    int count;
    MPI_Datatype type;
    long long bytes;
} Data;

/* To the rank that is `step` further, from the one that is as far behind, with the receive posted before. */
static void receive(Data data, int source, MPI_Comm comm, MPI_Request *request)
{
    PMPI_Irecv(to, data.count, data.type, source, 5, comm, request);
    PMPI_Barrier(MPI_COMM_WORLD);
}

static void send_in_all_modes(Data data, int step)
{
    int dest = (rank + step) % size, source = (rank + size - step % size) % size, attached;
    int room = 4 * (int)data.bytes + 8 * MPI_BSEND_OVERHEAD + 4096;
    void *buffer = malloc((size_t)room);
    MPI_Request in, out;
    MPI_Comm world = MPI_COMM_WORLD;

    PMPI_Buffer_attach(buffer, room);
#define MODE(call)                                                                                                     \
    do {                                                                                                               \
        receive(data, source, world, &in);                                                                             \
        OK(call);                                                                                                      \
        PMPI_Wait(&in, MPI_STATUS_IGNORE);                                                                             \
        expect(P2P, dest, data.bytes);                                                                                 \
    } while (0)
#define NONBLOCKING(call)                                                                                              \
    do {                                                                                                               \
        receive(data, source, world, &in);                                                                             \
        OK(call);                                                                                                      \
        PMPI_Wait(&out, MPI_STATUS_IGNORE);                                                                            \
        PMPI_Wait(&in, MPI_STATUS_IGNORE);                                                                             \
        expect(P2P, dest, data.bytes);                                                                                 \
    } while (0)
    MODE(MPI_Send(from, data.count, data.type, dest, 5, world));
    MODE(MPI_Bsend(from, data.count, data.type, dest, 5, world));
    /* To itself, a blocking synchronous send has its receive posted. */
    MODE(MPI_Ssend(from, data.count, data.type, dest, 5, world));
    MODE(MPI_Rsend(from, data.count, data.type, dest, 5, world));
    NONBLOCKING(MPI_Isend(from, data.count, data.type, dest, 5, world, &out));
    NONBLOCKING(MPI_Ibsend(from, data.count, data.type, dest, 5, world, &out));
    NONBLOCKING(MPI_Issend(from, data.count, data.type, dest, 5, world, &out));
    NONBLOCKING(MPI_Irsend(from, data.count, data.type, dest, 5, world, &out));
    OK(MPI_Sendrecv(from, data.count, data.type, dest, 6, to, data.count, data.type, source, 6, world,
                    MPI_STATUS_IGNORE));
    expect(P2P, dest, data.bytes);
    OK(MPI_Sendrecv_replace(to, data.count, data.type, dest, 6, source, 6, world, MPI_STATUS_IGNORE));
    expect(P2P, dest, data.bytes);
#if MPI_VERSION >= 4
    MODE(MPI_Send_c(from, data.count, data.type, dest, 5, world));
    NONBLOCKING(MPI_Isend_c(from, data.count, data.type, dest, 5, world, &out));
    OK(MPI_Sendrecv_c(from, data.count, data.type, dest, 6, to, data.count, data.type, source, 6, world,
                      MPI_STATUS_IGNORE));
    expect(P2P, dest, data.bytes);
    /* (MPICH 4.0's own two functions give a derived datatype back once too often.) */
    OK(MPI_Isendrecv(from, (int)data.bytes, MPI_CHAR, dest, 6, to, (int)data.bytes, MPI_CHAR, source, 6, world, &out));
    PMPI_Wait(&out, MPI_STATUS_IGNORE);
    expect(P2P, dest, data.bytes);
    OK(MPI_Isendrecv_replace(to, (int)data.bytes, MPI_CHAR, dest, 6, source, 6, world, &out));
    PMPI_Wait(&out, MPI_STATUS_IGNORE);
    expect(P2P, dest, data.bytes);
#endif
    PMPI_Buffer_detach(&buffer, &attached);
    free(buffer);
}

static void modes(void)
{
    MPI_Datatype type = derived();
    MPI_Request request;
    Data kinds[] = {{7, MPI_INT, 28}, {0, MPI_INT, 0}, {3, type, 78}, {5000, MPI_DOUBLE, 40000}, {1, MPI_CHAR, 1}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int step = 0; step < size; step++) {
            Data data = kinds[i];
            /* Other amounts of each rank to each. */
            if (data.count == 7)
                data = (Data){7 + step, MPI_INT, 4 * (7 + step)};
            send_in_all_modes(data, step);
        }
    compare("all modes");
    OK(MPI_Send(from, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD));
    OK(MPI_Isend(from, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Sendrecv(from, 4, MPI_INT, MPI_PROC_NULL, 1, to, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
    compare("MPI_PROC_NULL");
    /* What fails was not sent. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Send(from, 4, MPI_INT, size, 1, MPI_COMM_WORLD) != MPI_SUCCESS);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    compare("a send that fails");
    MPI_Type_free(&type);
}

/* Persistent requests. */

static void start_often(MPI_Request *request, int dest, long long bytes, int source, Data data)
{
    MPI_Request in;

    for (int i = 0; i < 5; i++) {
        PMPI_Irecv(to, data.count, data.type, source, 5, MPI_COMM_WORLD, &in);
        PMPI_Barrier(MPI_COMM_WORLD);
        OK(i % 2 ? MPI_Startall(1, request) : MPI_Start(request));
        PMPI_Wait(request, MPI_STATUS_IGNORE);
        PMPI_Wait(&in, MPI_STATUS_IGNORE);
        expect(P2P, dest, bytes);
    }
    OK(MPI_Request_free(request));
}

static void persistent(void)
{
    enum { MANY = 200 };
    Data data = {9, MPI_INT, 36};
    int dest = (rank + 1) % size, source = (rank + size - 1) % size, room = 1 << 16, attached;
    void *buffer = malloc((size_t)room);
    MPI_Request request, many[MANY], in[MANY];
    MPI_Comm world = MPI_COMM_WORLD;

    PMPI_Buffer_attach(buffer, room);
    for (int round = 0; round < 20; round++) {
        OK(MPI_Send_init(from, data.count, data.type, dest, 5, world, &request));
        start_often(&request, dest, data.bytes, source, data);
        OK(MPI_Bsend_init(from, data.count, data.type, dest, 5, world, &request));
        start_often(&request, dest, data.bytes, source, data);
        OK(MPI_Ssend_init(from, data.count, data.type, dest, 5, world, &request));
        start_often(&request, dest, data.bytes, source, data);
        OK(MPI_Rsend_init(from, data.count, data.type, dest, 5, world, &request));
        start_often(&request, dest, data.bytes, source, data);
#if MPI_VERSION >= 4
        OK(MPI_Send_init_c(from, data.count, data.type, dest, 5, world, &request));
        start_often(&request, dest, data.bytes, source, data);
#endif
    }
    compare("persistent sends");
    /* A request that was never started; one to no process; a persistent receive. */
    OK(MPI_Send_init(from, 1, MPI_INT, dest, 5, world, &request));
    OK(MPI_Request_free(&request));
    OK(MPI_Send_init(from, 1, MPI_INT, MPI_PROC_NULL, 5, world, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
    OK(MPI_Recv_init(to, 1, MPI_INT, MPI_PROC_NULL, 5, world, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
    compare("persistent requests that send nothing");
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < MANY; i++) {
            OK(MPI_Send_init(from, i, MPI_CHAR, dest, i, world, &many[i]));
            PMPI_Irecv(to, i, MPI_CHAR, source, i, world, &in[i]);
        }
        OK(MPI_Startall(MANY, many));
        wait_for_all(MANY, many);
        wait_for_all(MANY, in);
        for (int i = 0; i < MANY; i++) {
            expect(P2P, dest, i);
            OK(MPI_Request_free(&many[(i * 7 + round) % MANY]));
        }
    }
    compare("many persistent sends");
    PMPI_Buffer_detach(&buffer, &attached);
    free(buffer);
}

/* Communicators: those of some ranks, in another order, and between two groups. */

/* Each rank of a communicator sends to each other one; `world` has its ranks in MPI_COMM_WORLD. */
static void all_to_all(MPI_Comm comm, int own, const int *world, int peers)
{
    MPI_Request *requests = malloc((size_t)peers * 2 * sizeof *requests);

    for (int peer = 0; peer < peers; peer++)
        PMPI_Irecv(to, ROOM, MPI_CHAR, peer, 3, comm, &requests[peer]);
    for (int peer = 0; peer < peers; peer++) {
        OK(MPI_Isend(from, own * 10 + peer, MPI_CHAR, peer, 3, comm, &requests[peers + peer]));
        expect(P2P, world[peer], own * 10 + peer);
    }
    wait_for_all(2 * peers, requests);
    free(requests);
}

static void on_members(MPI_Comm comm)
{
    int own, *world = malloc((size_t)size * sizeof *world), peers = test_world_ranks(comm, world, size);

    MPI_Comm_rank(comm, &own);
    all_to_all(comm, own, world, peers);
    free(world);
}

static void between_halves(void)
{
    MPI_Comm half, inter, duplicate;
    int colour = rank % 2, own, peers, *world = malloc((size_t)size * sizeof *world);

    if (size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, colour, -rank, &half);
    MPI_Comm_rank(half, &own);
    /* Rank 0 of a half is its last rank in the world. */
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, size - 1 - ((size - 1) % 2 == 1 - colour ? 0 : 1), 9, &inter);
    MPI_Comm_remote_size(inter, &peers);
    for (int peer = 0, next = size - 1; next >= 0; next--)
        if (next % 2 != colour)
            world[peer++] = next;
    all_to_all(inter, own, world, peers);
    MPI_Comm_dup(inter, &duplicate);
    MPI_Comm_free(&inter);
    all_to_all(duplicate, own, world, peers);
    MPI_Comm_free(&duplicate);
    MPI_Comm_free(&half);
    free(world);
}

static void comms(void)
{
    MPI_Comm comm, duplicate, reversed;

    for (int round = 0; round < 10; round++) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 3, round % 2 ? -rank : rank, &comm);
        on_members(comm);
        MPI_Comm_dup(comm, &duplicate);
        on_members(duplicate);
        MPI_Comm_free(&comm);
        on_members(duplicate);
        MPI_Comm_free(&duplicate);
        MPI_Comm_split(MPI_COMM_WORLD, 0, (rank * 7 + round) % size, &reversed);
        on_members(reversed);
        on_members(MPI_COMM_WORLD);
        on_members(MPI_COMM_SELF);
        MPI_Comm_free(&reversed);
    }
    compare("communicators");
    between_halves();
    compare("intercommunicators");
}

/* Handles of communicators that are used again: each pair of ranks is now in this order, now in that. */
static void reused(long creations)
{
    MPI_Group world, two[2];
    MPI_Comm comm;
    int partner = rank ^ 1;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int order = 0; partner < size && order < 2; order++) {
        int ranks[2] = {order ? rank | 1 : rank & ~1, order ? rank & ~1 : rank | 1};
        MPI_Group_incl(world, 2, ranks, &two[order]);
    }
    for (long i = 0; partner < size && i < creations; i++) {
        int own = rank & 1, order = (int)(i / 3 % 2), self = own ^ order;
        PMPI_Comm_create_group(MPI_COMM_WORLD, two[order], 1, &comm);
        PMPI_Sendrecv(from, 1, MPI_CHAR, 1 - self, 1, to, 1, MPI_CHAR, 1 - self, 1, comm, MPI_STATUS_IGNORE);
        OK(MPI_Sendrecv(from, 3, MPI_CHAR, 1 - self, 1, to, 3, MPI_CHAR, 1 - self, 1, comm, MPI_STATUS_IGNORE));
        expect(P2P, partner, 3);
        PMPI_Comm_free(&comm);
    }
    compare("reused handles");
    for (int order = 0; partner < size && order < 2; order++)
        MPI_Group_free(&two[order]);
    MPI_Group_free(&world);
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

#if MPI_VERSION >= 4
/* Starts a persistent collective three times. */
static void thrice(MPI_Request *request)
{
    for (int i = 0; i < 3; i++) {
        OK(MPI_Start(request));
        PMPI_Wait(request, MPI_STATUS_IGNORE);
    }
    OK(MPI_Request_free(request));
}
#endif

/* How often data is passed by a blocking call, a nonblocking one, and where MPI has them a persistent one. */
#if MPI_VERSION >= 4
enum { TIMES = 5 };
#else
enum { TIMES = 2 };
#endif

static void irregular(void)
{
    Lists l = lists();
    int *in = calloc((size_t)size * 5, sizeof *in), *out = calloc((size_t)size * 5, sizeof *out), *bytes;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;

    OK(MPI_Alltoallv(in, l.counts, l.places, MPI_INT, out, l.received, l.received_at, MPI_INT, world));
    OK(MPI_Ialltoallv(in, l.counts, l.places, MPI_INT, out, l.received, l.received_at, MPI_INT, world, &request));
    wait_for(&request);
#if MPI_VERSION >= 4
    OK(MPI_Alltoallv_init(in, l.counts, l.places, MPI_INT, out, l.received, l.received_at, MPI_INT, world,
                          MPI_INFO_NULL, &request));
    thrice(&request);
#endif
    for (int i = 0; i < size; i++)
        for (int time = 0; time < TIMES; time++)
            expect_some(i, 4 * l.counts[i]);
    compare("alltoallv");

    bytes = malloc((size_t)size * sizeof *bytes);
    for (int i = 0; i < size; i++)
        bytes[i] = 20 * i;
    OK(MPI_Alltoallw(in, l.counts, bytes, l.types, out, l.received, bytes, l.types, world));
    OK(MPI_Ialltoallw(in, l.counts, bytes, l.types, out, l.received, bytes, l.types, world, &request));
    wait_for(&request);
#if MPI_VERSION >= 4
    OK(MPI_Alltoallw_init(in, l.counts, bytes, l.types, out, l.received, bytes, l.types, world, MPI_INFO_NULL,
                          &request));
    thrice(&request);
#endif
    for (int i = 0; i < size; i++)
        for (int time = 0; time < TIMES; time++)
            expect_some(i, 4 * l.counts[i]);
    compare("alltoallw");

    /* In place, what rank i sends to j is as much as j sends to i. */
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
    int room = (count > sources ? count : sources) + 1, *in = calloc((size_t)room * 4, sizeof *in);
    int *out = calloc((size_t)room * 4, sizeof *out), *counts = malloc((size_t)room * sizeof *counts);
    int *places = malloc((size_t)room * sizeof *places);
    MPI_Aint *bytes = malloc((size_t)room * sizeof *bytes);
    MPI_Datatype *types = malloc((size_t)room * sizeof *types);
    MPI_Request request;

    for (int i = 0; i < room; i++) {
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

/* Other collectives, by what they mean. */

static void to_others(int times, long long bytes)
{
    for (int peer = 0; peer < size; peer++)
        for (int time = 0; peer != rank && time < times; time++)
            expect(COLLECTIVES, peer, bytes);
}

static void to_root(int root, int times, long long bytes)
{
    for (int time = 0; rank != root && time < times; time++)
        expect(COLLECTIVES, root, bytes);
}

static void from_root(int root, int times, long long bytes)
{
    if (rank == root)
        to_others(times, bytes);
}

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
#if MPI_VERSION >= 4
    OK(MPI_Bcast_init(out, 3, MPI_INT, root, world, MPI_INFO_NULL, &request));
    thrice(&request);
    from_root(root, 3, 12);
    OK(MPI_Reduce_init(in, out, 4, MPI_INT, MPI_SUM, root, world, MPI_INFO_NULL, &request));
    thrice(&request);
    to_root(root, 3, 16);
    OK(MPI_Bcast_c(out, 3, MPI_INT, root, world));
    from_root(root, 1, 12);
    OK(MPI_Gather_c(in, 2, MPI_INT, out, 2, MPI_INT, root, world));
    to_root(root, 1, 8);
#endif
    compare("collectives with a root");
}

/* Reduced at rank 0, and back from there. */
static void through_first(int times, long long there, long long back)
{
    to_root(0, times, there);
    from_root(0, times, back);
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
#if MPI_VERSION >= 4
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
    free(counts);
    free(in);
    free(out);
}

/* One-sided accesses. */

static void rma(void)
{
    MPI_Win win;
    MPI_Request request;
    MPI_Comm comm;
    MPI_Datatype type = derived();
    int *memory, in[24] = {1}, out[24] = {0}, target;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    for (int round = 0; round < 3; round++) {
        /* The windows are on one communicator and on another, and their handles are used again. */
        int world;
        MPI_Win_allocate(256, 1, MPI_INFO_NULL, round % 2 ? MPI_COMM_WORLD : comm, &memory, &win);
        memset(memory, 0, 256);
        MPI_Win_fence(0, win);
        target = rank % 2 ? (rank + 1) % size : rank;
        world = round % 2 ? target : size - 1 - target;
        OK(MPI_Put(in, 3, MPI_INT, target, 0, 3, MPI_INT, win));
        expect(RMA, world, 12);
        MPI_Win_fence(0, win);
        OK(MPI_Put(in, 1, type, target, 0, 26, MPI_BYTE, win));
        expect(RMA, world, 26);
        MPI_Win_fence(0, win);
        OK(MPI_Get(out, 5, MPI_INT, target, 0, 5, MPI_INT, win));
        expect(RMA, world, 20);
        MPI_Win_fence(0, win);
        OK(MPI_Accumulate(in, 2, MPI_INT, target, 0, 2, MPI_INT, MPI_SUM, win));
        expect(RMA, world, 8);
        MPI_Win_fence(0, win);
        OK(MPI_Put(in, 3, MPI_INT, MPI_PROC_NULL, 0, 3, MPI_INT, win));
        OK(MPI_Get(out, 3, MPI_INT, MPI_PROC_NULL, 0, 3, MPI_INT, win));
        MPI_Win_fence(0, win);
        MPI_Win_lock_all(0, win);
        OK(MPI_Get_accumulate(in, 2, MPI_INT, out, 2, MPI_INT, target, 0, 2, MPI_INT, MPI_SUM, win));
        expect(RMA, world, 8);
        expect(RMA, world, 8);
        OK(MPI_Get_accumulate(NULL, 0, MPI_INT, out, 2, MPI_INT, target, 0, 2, MPI_INT, MPI_NO_OP, win));
        expect(RMA, world, 8);
        OK(MPI_Fetch_and_op(in, out, MPI_INT, target, 0, MPI_SUM, win));
        expect(RMA, world, 4);
        expect(RMA, world, 4);
        OK(MPI_Compare_and_swap(in, in, out, MPI_INT, target, 0, win));
        expect(RMA, world, 4);
        expect(RMA, world, 4);
        OK(MPI_Rput(in, 3, MPI_INT, target, 0, 3, MPI_INT, win, &request));
        wait_for(&request);
        expect(RMA, world, 12);
        OK(MPI_Rget(out, 3, MPI_INT, target, 0, 3, MPI_INT, win, &request));
        wait_for(&request);
        expect(RMA, world, 12);
        OK(MPI_Raccumulate(in, 3, MPI_INT, target, 0, 3, MPI_INT, MPI_SUM, win, &request));
        wait_for(&request);
        expect(RMA, world, 12);
        OK(MPI_Rget_accumulate(in, 1, MPI_INT, out, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win, &request));
        wait_for(&request);
        expect(RMA, world, 4);
        expect(RMA, world, 4);
        MPI_Win_unlock_all(win);
        compare("one-sided accesses");
        MPI_Win_free(&win);
    }
    MPI_Comm_free(&comm);
    MPI_Type_free(&type);
}

/* Threads. */

enum { THREADS = 4, SENDS = 400 };

static void *send_in_thread(void *argument)
{
    int thread = (int)(size_t)argument, peer = (rank + 1 + thread % size) % size;
    int source = (rank + 2 * size - 1 - thread % size) % size;
    MPI_Comm comm;
    char in[64], out[64] = {0};

    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    for (int i = 0; i < SENDS; i++) {
        MPI_Request request;
        PMPI_Irecv(in, 64, MPI_CHAR, source, thread, MPI_COMM_WORLD, &request);
        OK(MPI_Send(out, thread + 1, MPI_CHAR, peer, thread, MPI_COMM_WORLD));
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
        if (i % 100 == 0) {
            /* Communicators of other threads come and go meanwhile. */
            MPI_Comm other;
            PMPI_Comm_dup(comm, &other);
            OK(MPI_Sendrecv(out, 5, MPI_CHAR, 0, 1, in, 64, MPI_CHAR, 0, 1, other, MPI_STATUS_IGNORE));
            PMPI_Comm_free(&other);
        }
    }
    PMPI_Comm_free(&comm);
    return NULL;
}

static void threads(void)
{
    pthread_t all[THREADS];

    /* Threads that end give what they have to others. */
    for (int round = 0; round < 3; round++) {
        for (int thread = 0; thread < THREADS; thread++)
            pthread_create(&all[thread], NULL, send_in_thread, (void *)(size_t)thread);
        for (int thread = 0; thread < THREADS; thread++)
            pthread_join(all[thread], NULL);
        for (int thread = 0; thread < THREADS; thread++)
            for (int i = 0; i < SENDS; i++) {
                expect(P2P, (rank + 1 + thread % size) % size, thread + 1);
                if (i % 100 == 0)
                    expect(P2P, rank, 5);
            }
        compare("threads");
    }
}

/* Processes outside MPI_COMM_WORLD: what is sent to them is no rank's here. */

static void spawn(char *program)
{
    MPI_Comm children;
    char *arguments[] = {"child", NULL};

    OK(MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE));
    OK(MPI_Send(from, 10 + rank, MPI_CHAR, rank % 2, 4, children));
    on_members(MPI_COMM_WORLD);
    compare("spawned processes");
    MPI_Comm_disconnect(&children);
}

static void child(void)
{
    MPI_Comm parents;
    int count;

    MPI_Comm_get_parent(&parents);
    MPI_Comm_remote_size(parents, &count);
    for (int parent = rank; parent < count; parent += 2)
        MPI_Recv(to, ROOM, MPI_CHAR, parent, 4, parents, MPI_STATUS_IGNORE);
    on_members(MPI_COMM_WORLD);
    compare("a spawned process");
    MPI_Comm_disconnect(&parents);
}

/* Messages at random, the same on all ranks: who sends how much to whom, on which communicator, in which mode. Open
 * MPI's own monitoring does not see persistent sends: MPI_Start does not go through it. */

static long long *persistent_bytes, *persistent_messages;

static unsigned seed;

static int below(int limit)
{
    seed = seed * 1103515245u + 12345u;
    return (int)(seed / 65536u % 32768u) % limit;
}

static void one_of_many(MPI_Comm comm, int own, const int *world, int members, MPI_Datatype type)
{
    int sender = below(members), receiver = below(members), count = below(50), mode = below(6), is_int = below(2);
    MPI_Datatype used = is_int ? MPI_INT : type;
    long long bytes = count * (is_int ? 4 : 26);
    MPI_Request in = MPI_REQUEST_NULL, out;

    if (own == receiver)
        PMPI_Irecv(to, count, used, sender, 2, comm, &in);
    if (own == sender) {
        expect(P2P, world[receiver], bytes);
        switch (mode) {
        case 0:
            OK(MPI_Send(from, count, used, receiver, 2, comm));
            break;
        case 1:
            OK(MPI_Ssend(from, count, used, receiver, 2, comm));
            break;
        case 2:
            OK(MPI_Isend(from, count, used, receiver, 2, comm, &out));
            wait_for(&out);
            break;
        case 3:
            OK(MPI_Issend(from, count, used, receiver, 2, comm, &out));
            wait_for(&out);
            break;
        case 4:
            OK(MPI_Sendrecv(from, count, used, receiver, 2, to, 0, MPI_INT, MPI_PROC_NULL, 2, comm, MPI_STATUS_IGNORE));
            break;
        default:
            OK(MPI_Send_init(from, count, used, receiver, 2, comm, &out));
            OK(MPI_Start(&out));
            wait_for(&out);
            OK(MPI_Request_free(&out));
            persistent_bytes[world[receiver]] += bytes;
            persistent_messages[world[receiver]]++;
        }
    }
    wait_for(&in);
}

static void at_random(unsigned number)
{
    MPI_Comm comms[3] = {MPI_COMM_WORLD};
    MPI_Datatype type = derived();
    int own[3], members[3], *world[3];

    seed = number;
    persistent_bytes = calloc((size_t)size, sizeof *persistent_bytes);
    persistent_messages = calloc((size_t)size, sizeof *persistent_messages);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, (rank * 5 + 3) % (size + 1), &comms[2]);
    for (int i = 0; i < 3; i++) {
        world[i] = malloc((size_t)size * sizeof **world);
        members[i] = test_world_ranks(comms[i], world[i], size);
        MPI_Comm_rank(comms[i], &own[i]);
    }
    for (int i = 0; i < 300; i++) {
        int which = below(3);
        /* The other half's ranks draw the same numbers. */
        if (which == 1) {
            unsigned before = seed;
            one_of_many(comms[1], own[1], world[1], members[1], type);
            seed = before + 77u;
        } else {
            one_of_many(comms[which], own[which], world[which], members[which], type);
        }
    }
    for (int peer = 0; peer < size; peer++)
        if (expected_messages[P2P][peer] > persistent_messages[peer])
            printf("E %d %d %lld %lld\n", rank, peer, expected_bytes[P2P][peer] - persistent_bytes[peer],
                   expected_messages[P2P][peer] - persistent_messages[peer]);
    compare("messages at random");
    for (int i = 0; i < 3; i++)
        free(world[i]);
    free(persistent_bytes);
    free(persistent_messages);
    MPI_Comm_free(&comms[1]);
    MPI_Comm_free(&comms[2]);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    const char *part = argc > 1 ? argv[1] : "modes";
    int provided, wanted = strcmp(part, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE;

    MPI_Init_thread(&argc, &argv, wanted, &provided);
    begin();
    CHECK(provided >= wanted);
    if (!strcmp(part, "modes"))
        modes();
    else if (!strcmp(part, "persistent"))
        persistent();
    else if (!strcmp(part, "comms"))
        comms();
    else if (!strcmp(part, "irregular"))
        irregular();
    else if (!strcmp(part, "neighbours"))
        neighbours();
    else if (!strcmp(part, "collectives"))
        collectives();
    else if (!strcmp(part, "rma"))
        rma();
    else if (!strcmp(part, "spawn"))
        spawn(argv[0]);
    else if (!strcmp(part, "child"))
        child();
    else if (!strcmp(part, "reused"))
        reused(strtol(argv[2], NULL, 10));
    else if (!strcmp(part, "random"))
        at_random((unsigned)strtoul(argv[2], NULL, 10));
    else if (!strcmp(part, "threads"))
        threads();
    else
        CHECK_TEXT(part, "a part");
    OK(HSPLIT_Monitor_free(&monitor));
    return test_end();
}
