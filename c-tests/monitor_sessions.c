/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Sessions of counting: monitor_sessions PART.
 *
 * 'sessions' and 'collectives' take four ranks or more, an even number; 'requests' any number; 'levels' the 32 ranks of
 * RR-9077 §5.1; 'flush FILE' any number; 'internal' four on two nodes; 'threads' two. In 'disabled' the library is
 * disabled, and 'unmonitored' is for one without monitoring. */
#include "monitor_sessions.h"
#include <pthread.h>

#define MESSAGES HSPLIT_MONITOR_MESSAGES

static int size;

/* The session has counted this to one rank, this to another one, and nothing to the rest. */
#define HAS(m, what, to, number, other, more) has(__LINE__, m, what, to, number, other, more)

static void has(int line, HSPLIT_Monitor m, int what, int to, long long number, int other, long long more)
{
    long long values[MOST];
    char text[64];

    for (int i = 0; i < MOST; i++)
        values[i] = -1;
    test_int(__FILE__, line, "HSPLIT_Monitor_get", HSPLIT_Monitor_get(m, what, MOST, values), MPI_SUCCESS);
    for (int i = 0; i < MOST && values[i] >= 0; i++) {
        snprintf(text, sizeof text, "values[%d]", i);
        test_int(__FILE__, line, text, (long)values[i], (i == to ? number : 0) + (i == other ? more : 0));
    }
}

/* Starts a persistent send to the right twice, and frees it. */
static void start_twice(MPI_Request *request, int left)
{
    static char received[sizeof data];

    for (int start = 0; start < 2; start++) {
        MPI_Start(request);
        MPI_Recv(received, sizeof received, MPI_BYTE, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(request);
}

/* A persistent request that is older than the first session is not counted. The first session enables counting, so a
 * later request counts in later sessions. */
static void requests(void)
{
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    HSPLIT_Monitor m;
    MPI_Request request;

    MPI_Send_init(data, 100, MPI_BYTE, right, 6, MPI_COMM_WORLD, &request);
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    start_twice(&request, left);
    HAS(m, MESSAGES, 0, 0, 0, 0);
    OK(HSPLIT_Monitor_free(&m));
    MPI_Send_init(data, 200, MPI_BYTE, right, 6, MPI_COMM_WORLD, &request);
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    start_twice(&request, left);
    HAS(m, MESSAGES, right, 2, 0, 0);
    HAS(m, BYTES, right, 400, 0, 0);
    OK(HSPLIT_Monitor_free(&m));
}

/* Sessions overlap, and each counts the messages to its own ranks during its own time. */
static void sessions(void)
{
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    const int second = (rank + 2) % size, second_left = (rank + size - 2) % size;
    MPI_Comm half;
    HSPLIT_Monitor a, b, c, stale;
    int half_rank, half_size, half_right, half_left;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &half_rank);
    MPI_Comm_size(half, &half_size);
    half_right = (half_rank + 1) % half_size;
    half_left = (half_rank + half_size - 1) % half_size;
    pass(MPI_COMM_WORLD, right, left, 1000);
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &a));
    CHECK(a != 0);
    HAS(a, BYTES, 0, 0, 0, 0);
    pass(MPI_COMM_WORLD, right, left, 10);
    OK(HSPLIT_Monitor_start(half, MPI_INFO_NULL, &b));
    CHECK(b != 0 && b != a);
    /* The other half is not in b, whose ranks are in reverse order. */
    pass(MPI_COMM_WORLD, right, left, 20);
    pass(MPI_COMM_WORLD, second, second_left, 30);
    HAS(a, BYTES, right, 30, second, 30);
    HAS(a, MESSAGES, right, 2, second, 1);
    HAS(b, BYTES, half_left, 30, 0, 0);
    OK(HSPLIT_Monitor_suspend(a));
    pass(MPI_COMM_WORLD, right, left, 40);
    pass(half, half_left, half_right, 50);
    HAS(a, BYTES, right, 30, second, 30);
    HAS(b, BYTES, half_left, 80, 0, 0);
    HAS(b, MESSAGES | HSPLIT_MONITOR_P2P, half_left, 2, 0, 0);
    OK(HSPLIT_Monitor_continue(a));
    /* A message over another communicator counts to the same process. */
    pass(half, half_left, half_right, 60);
    HAS(a, BYTES, right, 30, second, 90);
    OK(HSPLIT_Monitor_reset(b));
    HAS(b, BYTES, 0, 0, 0, 0);
    OK(HSPLIT_Monitor_suspend(b));
    pass(half, half_left, half_right, 70);
    OK(HSPLIT_Monitor_reset(b));
    pass(half, half_left, half_right, 80);
    HAS(b, BYTES, 0, 0, 0, 0);
    OK(HSPLIT_Monitor_continue(b));
    pass(half, half_left, half_right, 7);
    HAS(b, BYTES, half_left, 7, 0, 0);
    /* To oneself, and to MPI_PROC_NULL. */
    OK(HSPLIT_Monitor_reset(a));
    pass(MPI_COMM_WORLD, rank, rank, 9);
    pass(MPI_COMM_WORLD, MPI_PROC_NULL, MPI_PROC_NULL, 11);
    HAS(a, BYTES, rank, 9, 0, 0);
    HAS(a, MESSAGES, rank, 1, 0, 0);
    /* A session outlives its communicator. */
    MPI_Comm_free(&half);
    pass(MPI_COMM_WORLD, second, second_left, 3);
    HAS(b, BYTES, half_left, 10, half_rank, 9);
    stale = b;
    OK(HSPLIT_Monitor_free(&b));
    CHECK_INT(b, 0);
    OK(HSPLIT_Monitor_start(MPI_COMM_SELF, MPI_INFO_NULL, &c));
    CHECK(c != stale);
    pass(MPI_COMM_SELF, 0, 0, 5);
    pass(MPI_COMM_WORLD, right, left, 5);
    HAS(c, BYTES, 0, 5, 0, 0);
    OK(HSPLIT_Monitor_free(&c));
    OK(HSPLIT_Monitor_free(&a));
    /* One session is left to MPI_Finalize. */
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &a));
}

/* The messages that all ranks have sent in a session. */
static long long in_all(HSPLIT_Monitor m, int what)
{
    long long values[MOST], own = 0, all = 0;

    OK(HSPLIT_Monitor_get(m, what, MOST, values));
    for (int i = 0; i < size; i++)
        own += values[i];
    PMPI_Allreduce(&own, &all, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* The library's own messages of a collective call are counted apart: along two nodes of two cores, a broadcast is sent
 * between the nodes once, and a barrier up the tree and down again. Short calls send nothing inside a node, and a
 * barrier then is one message from each node to the other. If the MPI makes all calls, nothing is counted. */
static void internal(void)
{
    const char *calls = getenv("HSPLIT_COLLECTIVES");
    const int carries = calls && strcmp(calls, "none");
    const int tree = calls && strstr(calls, "short=off");
    long long inside[16];
    const char *types[16];
    int depth;
    HSPLIT_Monitor m;
    MPI_Comm backwards;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    MPI_Bcast(data, 1000, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (!carries)
        HAS(m, BYTES | HSPLIT_MONITOR_INTERNAL, 0, 0, 0, 0);
    else if (rank == 0)
        HAS(m, BYTES | HSPLIT_MONITOR_INTERNAL, 1, tree ? 1000 : 0, 2, 1000);
    else
        HAS(m, BYTES | HSPLIT_MONITOR_INTERNAL, 3, tree && rank == 2 ? 1000 : 0, 0, 0);
    /* The program's call counts by its definition. */
    CHECK_INT(in_all(m, BYTES), 3000);
    OK(HSPLIT_Monitor_levels(m, BYTES | HSPLIT_MONITOR_INTERNAL, 16, &depth, inside, types));
    CHECK_TEXT(types[0], "Machine");
    CHECK_INT(inside[0], carries && tree ? 2000 : 0);
    CHECK_INT(inside[depth - 1], !carries ? 0 : tree ? 3000 : 1000);
    /* Ranks of another communicator, in another order; another datatype. */
    OK(HSPLIT_Monitor_reset(m));
    MPI_Bcast(data, 10, MPI_INT, 0, backwards);
    if (rank == 3)
        HAS(m, BYTES | HSPLIT_MONITOR_INTERNAL, 2, carries && tree ? 40 : 0, 1, carries ? 40 : 0);
    CHECK_INT(in_all(m, MESSAGES | HSPLIT_MONITOR_INTERNAL), !carries ? 0 : tree ? 3 : 1);
    OK(HSPLIT_Monitor_reset(m));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_INT(in_all(m, MESSAGES | HSPLIT_MONITOR_INTERNAL), !carries ? 0 : tree ? 6 : 2);
    CHECK_INT(in_all(m, BYTES | HSPLIT_MONITOR_INTERNAL), 0);
    /* A suspended session does not count. */
    OK(HSPLIT_Monitor_suspend(m));
    MPI_Bcast(data, 1000, MPI_BYTE, 0, MPI_COMM_WORLD);
    CHECK_INT(in_all(m, BYTES | HSPLIT_MONITOR_INTERNAL), 0);
    OK(HSPLIT_Monitor_free(&m));
    MPI_Comm_free(&backwards);
}

/* Collective calls count as messages according to the keys of the session, and one-sided ones by the data that they put
 * and get. */
static void collectives(void)
{
    const int right = (rank + 1) % size;
    MPI_Info info = test_info("hsplit_collectives", "none");
    HSPLIT_Monitor meaning, none, trees;
    long long values[MOST];
    int *counts = calloc((size_t)size, sizeof *counts), *offsets = calloc((size_t)size, sizeof *offsets);
    char memory[64], got[64];
    MPI_Win window;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &meaning));
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, info, &none));
    MPI_Info_set(info, "hsplit_collectives", "Trees");
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, info, &trees));
    MPI_Bcast(data, 100, MPI_BYTE, 1, MPI_COMM_WORLD);
    OK(HSPLIT_Monitor_get(meaning, BYTES, size, values));
    for (int i = 0; i < size; i++)
        CHECK_INT(values[i], rank == 1 && i != 1 ? 100 : 0);
    HAS(meaning, BYTES | HSPLIT_MONITOR_P2P | HSPLIT_MONITOR_RMA, 0, 0, 0, 0);
    CHECK_INT(in_all(meaning, BYTES | HSPLIT_MONITOR_COLLECTIVES), 100 * (size - 1));
    CHECK_INT(in_all(trees, MESSAGES), size - 1);
    CHECK_INT(in_all(none, BYTES), 0);
    /* Irregular ones count pair by pair, by their arguments. */
    OK(HSPLIT_Monitor_reset(meaning));
    counts[right] = 8;
    offsets[right] = 16;
    {
        int *from = calloc((size_t)size, sizeof *from);

        from[(rank + size - 1) % size] = 8;
        MPI_Alltoallv(data, counts, offsets, MPI_BYTE, got, from, offsets, MPI_BYTE, MPI_COMM_WORLD);
        free(from);
    }
    HAS(meaning, BYTES | HSPLIT_MONITOR_COLLECTIVES, right, 8, 0, 0);
    OK(HSPLIT_Monitor_reset(meaning));
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(data, 8, MPI_BYTE, right, 0, 8, MPI_BYTE, window);
    MPI_Win_fence(0, window);
    MPI_Get(got, 16, MPI_BYTE, right, 16, 16, MPI_BYTE, window);
    MPI_Win_fence(0, window);
    HAS(meaning, BYTES | HSPLIT_MONITOR_RMA, right, 24, 0, 0);
    HAS(meaning, MESSAGES | HSPLIT_MONITOR_RMA, right, 2, 0, 0);
    HAS(meaning, MESSAGES | HSPLIT_MONITOR_P2P, 0, 0, 0, 0);
    MPI_Win_free(&window);
    OK(HSPLIT_Monitor_free(&trees));
    OK(HSPLIT_Monitor_free(&none));
    OK(HSPLIT_Monitor_free(&meaning));
    free(counts);
    free(offsets);
    MPI_Info_free(&info);
}

/* Rank 8k + i is on core i of node k; each sends inside its pair, its L3 cache, its node, and to another node. */
static void levels(void)
{
    const int bytes[4] = {1, 10, 100, 1000};
    const long long inside[5] = {32 * 111, 32 * 11, 32 * 1, 0, 32 * 1111};
    const char *types[MOST], *known[MOST];
    long long found[MOST];
    int depth, count;
    HSPLIT_Monitor m;

    CHECK_INT(size, 32);
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    for (int i = 0; i < 4; i++)
        pass(MPI_COMM_WORLD, rank ^ (1 << i), rank ^ (1 << i), bytes[i]);
    pass(MPI_COMM_WORLD, rank, rank, 5000);
    OK(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, found, types));
    CHECK_INT(depth, 5);
    for (int i = 0; i < 5; i++)
        CHECK_INT(found[i], inside[i]);
    OK(HSPLIT_Comm_get_levels(MPI_COMM_WORLD, MOST, &count, known, NULL));
    CHECK_INT(count, 4);
    for (int i = 0; i < 4; i++)
        CHECK_TEXT(types[i], known[i]);
    CHECK_TEXT(types[0], "Machine");
    CHECK_TEXT(types[4], "System - Cluster");
    OK(HSPLIT_Monitor_levels(m, MESSAGES | HSPLIT_MONITOR_P2P, MOST, &depth, found, NULL));
    for (int i = 0; i < 5; i++)
        CHECK_INT(found[i], 32 * (i == 4 ? 4 : 3 - i));
    OK(HSPLIT_Monitor_levels(m, BYTES | HSPLIT_MONITOR_RMA, MOST, &depth, found, types));
    for (int i = 0; i < 5; i++)
        CHECK_INT(found[i], 0);
    /* Arrays that are too short, and none. */
    found[2] = -7;
    OK(HSPLIT_Monitor_levels(m, BYTES, 2, &depth, found, types));
    CHECK_INT(depth, 5);
    CHECK_INT(found[1], 32 * 11);
    CHECK_INT(found[2], -7);
    depth = 0;
    OK(HSPLIT_Monitor_levels(m, BYTES, rank % 2 ? 0 : 3, &depth, rank % 2 ? NULL : found, NULL));
    CHECK_INT(depth, 5);
    OK(HSPLIT_Monitor_free(&m));
}

/* Each rank sends its number and one in bytes to the next, twice, and 3 bytes to rank 0. */
static void flush(const char *file)
{
    HSPLIT_Monitor m;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    for (int round = 0; round < 2; round++) {
        MPI_Request request;

        MPI_Irecv(data + 2048, 1024, MPI_BYTE, (rank + size - 1) % size, 1, MPI_COMM_WORLD, &request);
        MPI_Send(data, rank + 1, MPI_BYTE, (rank + 1) % size, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        OK(HSPLIT_Monitor_flush(m, file));
    }
    OK(HSPLIT_Monitor_free(&m));
}

/* The library was built without monitoring. */
static void unmonitored(void)
{
    HSPLIT_Monitor m = 1;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    test_error(__FILE__, __LINE__, "HSPLIT_Monitor_start", HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m),
               MPI_ERR_OTHER, "built without monitoring");
    CHECK_INT(m, 0);
}

#define ROUNDS 500

/* An error that a thread has found, which the main thread reports. */
static int wrong[2];
static HSPLIT_Monitor common;

static void *count(void *argument)
{
    const int number = *(int *)argument, other = 1 - rank;
    char out[16] = "", in[16];
    HSPLIT_Monitor own;
    long long values[2];

    for (int round = 0; round < ROUNDS; round++) {
        wrong[number] += HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &own) != MPI_SUCCESS;
        MPI_Sendrecv(out, 3 + number, MPI_BYTE, other, number, in, 16, MPI_BYTE, other, number, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        wrong[number] += HSPLIT_Monitor_get(own, BYTES, 2, values) != MPI_SUCCESS;
        /* The other thread may have sent meanwhile. */
        wrong[number] += values[other] < 3 + number || values[rank] != 0;
        wrong[number] += HSPLIT_Monitor_free(&own) != MPI_SUCCESS;
    }
    return NULL;
}

static void threads(void)
{
    int numbers[2] = {0, 1};
    pthread_t other;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &common));
    pthread_create(&other, NULL, count, &numbers[1]);
    count(&numbers[0]);
    pthread_join(other, NULL);
    CHECK_INT(wrong[0] + wrong[1], 0);
    HAS(common, BYTES, 1 - rank, 7 * ROUNDS, 0, 0);
    HAS(common, MESSAGES, 1 - rank, 2 * ROUNDS, 0, 0);
    OK(HSPLIT_Monitor_free(&common));
}

static void disabled(void)
{
    HSPLIT_Monitor m;
    MPI_Comm newcomm;
    long long inside[MOST];
    int depth = -1, receive_from, send_to;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    pass(MPI_COMM_WORLD, (rank + 1) % size, (rank + size - 1) % size, 10);
    HAS(m, BYTES, 0, 0, 0, 0);
    OK(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, inside, NULL));
    CHECK_INT(depth, 0);
    OK(HSPLIT_Monitor_flush(m, "monitor-never-written"));
    OK(HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, &newcomm, &receive_from, &send_to));
    CHECK_INT(receive_from, rank);
    CHECK_INT(send_to, rank);
    MPI_Comm_free(&newcomm);
    OK(HSPLIT_Monitor_free(&m));
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "sessions", *file = argc > 2 ? argv[2] : "";
    int provided;

    MPI_Init_thread(&argc, &argv, strcmp(mode, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &provided);
    rank = test_rank();
    size = test_size();
    if (!strcmp(mode, "collectives"))
        collectives();
    else if (!strcmp(mode, "requests"))
        requests();
    else if (!strcmp(mode, "levels"))
        levels();
    else if (!strcmp(mode, "flush"))
        flush(file);
    else if (!strcmp(mode, "internal"))
        internal();
    else if (!strcmp(mode, "threads") && provided < MPI_THREAD_MULTIPLE)
        puts("this MPI has no MPI_THREAD_MULTIPLE");
    else if (!strcmp(mode, "threads"))
        threads();
    else if (!strcmp(mode, "disabled"))
        disabled();
    else if (!strcmp(mode, "unmonitored"))
        unmonitored();
    else
        sessions();
    return test_end();
}
