/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Counts of point-to-point messages and one-sided accesses.
 *
 * monitor PART: modes, persistent, comms, rma, threads, spawn, or reused N. */
#define _POSIX_C_SOURCE 200809L
#include "monitor.h"
#include <pthread.h>

enum { ROOM = 1 << 16 };
static char from[ROOM], to[ROOM];

typedef struct {
    int count;
    MPI_Datatype type;
    long long bytes;
} Data;

/* To the rank that is `step` further, from the one that is `step` before, with the receive posted first. */
static void receive(Data data, int source, MPI_Comm comm, MPI_Request *request)
{
    PMPI_Irecv(to, data.count, data.type, source, 5, comm, request);
    PMPI_Barrier(MPI_COMM_WORLD);
}

static void send_in_all_modes(Data data, int step)
{
    int dest = (rank + step) % size, source = (rank + size - step % size) % size, attached;
    int capacity = 4 * (int)data.bytes + 8 * MPI_BSEND_OVERHEAD + 4096;
    void *buffer = malloc((size_t)capacity);
    MPI_Request in, out;
    MPI_Comm world = MPI_COMM_WORLD;

    PMPI_Buffer_attach(buffer, capacity);
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
    /* (MPICH 4.0's own two functions free a derived datatype once too often.) */
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
            /* Each rank sends a different amount to each other one. */
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
    /* A message that fails is not counted. */
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
    int dest = (rank + 1) % size, source = (rank + size - 1) % size, capacity = 1 << 16, attached;
    void *buffer = malloc((size_t)capacity);
    MPI_Request request, many[MANY], in[MANY];
    MPI_Comm world = MPI_COMM_WORLD;

    PMPI_Buffer_attach(buffer, capacity);
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

/* Handles of communicators that are reused: each pair of ranks is in this order, then in that. */
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
        /* The windows are on one communicator and on another, and their handles are reused. */
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
            /* Meanwhile other threads create and free communicators. */
            MPI_Comm other;
            PMPI_Comm_dup(comm, &other);
            OK(MPI_Sendrecv(out, 5, MPI_CHAR, 0, 1, in, 64, MPI_CHAR, 0, 1, other, MPI_STATUS_IGNORE));
            PMPI_Comm_free(&other);
        }
    }
    PMPI_Comm_free(&comm);
    return NULL;
}

/* The first messages on communicators, by all threads at once. */

enum { FRESH = 300 };

static MPI_Comm fresh[FRESH];
static pthread_barrier_t together;

static void *send_first(void *argument)
{
    int thread = (int)(size_t)argument, next = (rank + 1) % size, previous = (rank + size - 1) % size;
    char in[THREADS], out[THREADS] = {0};

    for (int i = 0; i < FRESH; i++) {
        pthread_barrier_wait(&together);
        OK(MPI_Sendrecv(out, thread, MPI_CHAR, next, thread, in, THREADS, MPI_CHAR, previous, thread, fresh[i],
                        MPI_STATUS_IGNORE));
    }
    return NULL;
}

static void all_first(void)
{
    pthread_t all[THREADS];

    for (int i = 0; i < FRESH; i++)
        PMPI_Comm_dup(MPI_COMM_WORLD, &fresh[i]);
    pthread_barrier_init(&together, NULL, THREADS);
    for (int thread = 0; thread < THREADS; thread++)
        pthread_create(&all[thread], NULL, send_first, (void *)(size_t)thread);
    for (int thread = 0; thread < THREADS; thread++)
        pthread_join(all[thread], NULL);
    pthread_barrier_destroy(&together);
    for (int i = 0; i < FRESH; i++) {
        for (int thread = 0; thread < THREADS; thread++)
            expect(P2P, (rank + 1) % size, thread);
        PMPI_Comm_free(&fresh[i]);
    }
    compare("first messages of threads");
}

static void threads(void)
{
    pthread_t all[THREADS];

    all_first();

    /* Threads that end hand their counts over to others. */
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

/* Processes outside MPI_COMM_WORLD: a message to them counts to no rank here, before and after messages to ranks. */

static void spawn(char *program)
{
    MPI_Comm children;
    char *arguments[] = {"child", NULL};

    OK(MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE));
    for (int i = 0; i < 3; i++) {
        OK(MPI_Send(from, 10 + rank, MPI_CHAR, rank % 2, 4, children));
        OK(MPI_Sendrecv(from, 1, MPI_CHAR, rank, 5, to, 1, MPI_CHAR, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        expect(P2P, rank, 1);
    }
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
    for (int i = 0; i < 3; i++)
        for (int parent = rank; parent < count; parent += 2)
            MPI_Recv(to, ROOM, MPI_CHAR, parent, 4, parents, MPI_STATUS_IGNORE);
    on_members(MPI_COMM_WORLD);
    compare("a spawned process");
    MPI_Comm_disconnect(&parents);
}

int main(int argc, char **argv)
{
    static const struct part parts[] = {{"modes", modes}, {"persistent", persistent}, {"comms", comms},
                                        {"rma", rma},     {"threads", threads},       {"child", child}};
    const char *part = argc > 1 ? argv[1] : "";
    int provided, known, wanted = strcmp(part, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE;

    MPI_Init_thread(&argc, &argv, wanted, &provided);
    begin();
    CHECK(provided >= wanted);
    known = run_part(parts, sizeof parts / sizeof *parts, part);
    if (!strcmp(part, "reused") && argc > 2) {
        reused(strtol(argv[2], NULL, 10));
        known = 1;
    }
    if (!strcmp(part, "spawn")) {
        spawn(argv[0]);
        known = 1;
    }
    CHECK(known);
    OK(HSPLIT_Monitor_free(&monitor));
    return test_end();
}
