/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Work on cores, phase by phase: phases golden-5.1|golden-5.2|order|progress|quiet|threads|real|open|disabled|
 * displaced.
 *
 * The goldens are elections on the machines of RR-9077, section 5, with 32 and 8 ranks. 'order' runs 8 ranks on two
 * nodes of two packages of two cores, 'quiet' with c-tests/count.c. 'real' has two ranks on a core each. */
#define _GNU_SOURCE
#include "phases.h"
#include <pthread.h>
#include <sched.h>

#define MOST 32

static MPI_Comm found;

/* ---- elections ---- */

struct golden {
    const char *shape;
    int count;
    struct {
        int rank;
        const char *cpus;
        int threads;
    } workers[4];
};

static const struct golden GOLDEN_5_1[] = {
    {"NUMANode", 2, {{0, "0-3", 4}, {4, "4-7", 4}}},
    {"L3Cache*2", 4, {{0, "0-1", 2}, {2, "2-3", 2}, {4, "4-5", 2}, {6, "6-7", 2}}},
    {"L2Cache", 4, {{0, "0-1", 2}, {2, "2-3", 2}, {4, "4-5", 2}, {6, "6-7", 2}}},
    {"2:", 2, {{0, "0-3", 4}, {4, "4-7", 4}}},
    {"3:", 3, {{0, "0-2", 3}, {4, "3-5", 3}, {1, "6-7", 2}}},
    {"1:4", 1, {{0, "0-3", 4}}},
    {"root", 1, {{0, "0-7", 8}}},
};
static const struct golden GOLDEN_5_2[] = {
    {"NUMANode", 2, {{0, "0-3", 4}, {4, "4-7", 4}}},
    {"L3Cache*2", 4, {{0, "0-1", 2}, {2, "2-3", 2}, {4, "4-5", 2}, {5, "6-7", 2}}},
    {"L2Cache", 4, {{0, "0-1", 2}, {2, "2-3", 2}, {4, "4-5", 2}, {5, "6-7", 2}}},
    {"2:", 2, {{0, "0-3", 4}, {4, "4-7", 4}}},
    {"3:", 3, {{0, "0-2", 3}, {4, "3-5", 3}, {1, "6-7", 2}}},
    {"1:4", 1, {{0, "0-3", 4}}},
    {"root", 1, {{0, "0-7", 8}}},
};

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The work of the ranks of all nodes in a shape: each has its own row of the table, and all have the workers. */
static void golden(HSPLIT_Placement p, const struct golden *row, const char *home)
{
    int me = test_rank(), local = me % 8, nodes = strcmp(row->shape, "root") ? test_size() / 8 : 1, at = -1;
    int worker = -1, threads = -1, index = -1, workers = -1, members[MOST], count = 0;
    int on_node = me / 8 < nodes ? row->count : 0;
    MPI_Comm comm = MPI_COMM_SELF, again = MPI_COMM_SELF;

    for (int node = 0; node < nodes; node++)
        for (int i = 0; i < row->count; i++)
            members[count++] = 8 * node + row->workers[i].rank;
    qsort(members, (size_t)count, sizeof *members, ascending);
    for (int i = 0; i < on_node; i++)
        at = row->workers[i].rank == local ? i : at;
    OK(HSPLIT_Placement_elect(p, row->shape, MPI_INFO_NULL, &worker, &threads, &index, &workers));
    CHECK_INT(worker, at >= 0);
    CHECK_INT(threads, at < 0 ? 0 : row->workers[at].threads);
    CHECK_INT(index, at < 0 ? MPI_UNDEFINED : at);
    CHECK_INT(workers, on_node);
    OK(HSPLIT_Placement_elect(p, row->shape, MPI_INFO_NULL, NULL, NULL, NULL, NULL));
    for (int turn = 0; turn < 2; turn++) {
        worker = -1;
        OK(HSPLIT_Phase_begin(p, row->shape, MPI_INFO_NULL, &worker, turn ? NULL : &comm));
        CHECK_INT(worker, at >= 0);
        CHECK_BOUND(at < 0 ? home : row->workers[at].cpus);
        if (!turn)
            CHECK_MEMBERS(comm, members, at < 0 ? 0 : count);
        OK(HSPLIT_Phase_end(p));
        CHECK_BOUND(home);
    }
    OK(HSPLIT_Placement_comm(p, row->shape, MPI_INFO_NULL, &again));
    CHECK(again == comm);
}

static void goldens(const struct golden *table, int rows, const char *const homes[8])
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);

    for (int row = 0; row < rows; row++)
        golden(p, table + row, homes[test_rank() % 8]);
    OK(HSPLIT_Node_barrier(p));
    OK(HSPLIT_Placement_free(&p));
    CHECK_INT(p, 0);
}

static void golden_5_1(void)
{
    static const char *const homes[8] = {"0", "1", "2", "3", "4", "5", "6", "7"};

    goldens(GOLDEN_5_1, sizeof GOLDEN_5_1 / sizeof *GOLDEN_5_1, homes);
}

static void golden_5_2(void)
{
    static const char *const homes[8] = {"0", "1", "2-3", "2-3", "4-7", "4-7", "4-7", "4-7"};

    goldens(GOLDEN_5_2, sizeof GOLDEN_5_2 / sizeof *GOLDEN_5_2, homes);
}

/* ---- waiting of ranks for each other ---- */

/* Many phases, with ranks that are late in turn. No worker runs at the same time as an owner of its cores, and all
 * writes of a worker before it ends are visible to the parked ranks. */
static void order(void)
{
    static const char *const shapes[] = {"1:", "Package", "root", "all", "2:", "Core*1"};
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    MPI_Info all = test_info("hsplit_barrier", "node");
    MPI_Comm node;
    MPI_Win window;
    int *shared, *mine, size;
    MPI_Aint length;

    /* The number of phases that each rank has begun and ended, in memory of the node's ranks. (The two nodes are
     * emulated, so one memory has the numbers of both.) */
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &window);
    MPI_Win_shared_query(window, 0, &length, &size, &shared);
    mine[0] = mine[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 1; round <= 60; round++) {
        int first = test_rank() / 4 * 4, me = test_rank() % 4, shape = round % 6, works;
        volatile int *words = shared + 2 * first;
        if ((round + me) % 7 == 0)
            milliseconds(2);
        words[2 * me] = round;
        OK(HSPLIT_Phase_begin(p, shapes[shape], round % 4 ? MPI_INFO_NULL : all, &works, NULL));
        if (shape == 0 && works)
            for (int other = 0; other < 4; other++)
                CHECK(words[2 * other] >= round);
        if (shape == 1 && works)
            CHECK(words[2 * (me + 1)] >= round);
        if (works && round % 5 == 0)
            milliseconds(1);
        words[2 * me + 1] = round;
        OK(HSPLIT_Phase_end(p));
        if (shape == 0)
            CHECK(words[1] >= round);
        if (shape == 1)
            CHECK(words[2 * (me / 2 * 2) + 1] >= round);
        OK(HSPLIT_Node_barrier(p));
        for (int other = 0; other < 4; other++)
            CHECK(words[2 * other + 1] >= round);
        OK(HSPLIT_Node_barrier(p));
    }
    MPI_Win_free(&window);
    MPI_Comm_free(&node);
    MPI_Info_free(&all);
    OK(HSPLIT_Placement_free(&p));
}

/* Three cores for two workers: rank 0 has the first two, rank 1 that of rank 2. No rank leaves the phase while another
 * one holds its core: rank 1 waits for rank 0, and rank 2 for rank 1. */
static void displaced(void)
{
    static const char *const parts[3] = {"0-1", "2", "2"};
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    int me = test_rank(), ended = -1;
    MPI_Win win;
    int *ends;

    MPI_Win_allocate_shared(me ? 0 : 3 * (MPI_Aint)sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &ends, &win);
    if (me) {
        MPI_Aint bytes;
        int unit;

        MPI_Win_shared_query(win, 0, &bytes, &unit, &ends);
    }
    for (int i = 0; i < 2; i++) {
        ends[me] = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        OK(HSPLIT_Phase_begin(p, "NUMANode*2", MPI_INFO_NULL, &worker, NULL));
        CHECK_INT(worker, me < 2);
        CHECK_BOUND(parts[me]);
        milliseconds(me ? 0 : 300);
        __atomic_store_n(ends + me, 1, __ATOMIC_SEQ_CST);
        OK(HSPLIT_Phase_end(p));
        ended = __atomic_load_n(ends + (me ? me - 1 : 0), __ATOMIC_SEQ_CST);
        CHECK_INT(ended, 1);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    OK(HSPLIT_Placement_free(&p));
}

/* A worker sends a long message to a parked rank, which makes progress while it sleeps. */
static void progress(void)
{
    enum { LENGTH = 4 << 20 };
    HSPLIT_Placement p = make(MPI_COMM_WORLD, "hsplit_progress", "1000");
    char *data = calloc(LENGTH, 1);
    MPI_Request request;
    int me = test_rank();

    if (me == 1)
        MPI_Irecv(data, LENGTH, MPI_CHAR, 0, 7, MPI_COMM_WORLD, &request);
    OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &worker, NULL));
    if (me == 0) {
        memset(data, 5, LENGTH);
        MPI_Send(data, LENGTH, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
    }
    OK(HSPLIT_Phase_end(p));
    if (me == 1) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(data[0] == 5 && data[LENGTH - 1] == 5);
    }
    free(data);
    OK(HSPLIT_Placement_free(&p));
}

/* No message is sent: c-tests/count.c counts between the two calls of MPI_Pcontrol. */
static void quiet(void)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    int threads, index, workers;

    OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    MPI_Pcontrol(1);
    for (int round = 0; round < 3; round++) {
        OK(HSPLIT_Placement_elect(p, "Package", MPI_INFO_NULL, &worker, &threads, &index, &workers));
        OK(HSPLIT_Placement_elect(p, "Core", MPI_INFO_NULL, &worker, &threads, &index, &workers));
        OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
        OK(HSPLIT_Phase_begin(p, "Package", MPI_INFO_NULL, &worker, &found));
        OK(HSPLIT_Phase_end(p));
        OK(HSPLIT_Phase_begin(p, "Core", MPI_INFO_NULL, &worker, NULL));
        OK(HSPLIT_Phase_end(p));
        OK(HSPLIT_Node_barrier(p));
    }
    if (!test_rank())
        printf("counted:");
    MPI_Pcontrol(0);
    if (!test_rank())
        printf("\n");
    OK(HSPLIT_Placement_free(&p));
}

static HSPLIT_Placement asked;
static int enough;

static void *ask(void *wrong)
{
    int works, workers;

    while (!__atomic_load_n(&enough, __ATOMIC_ACQUIRE)) {
        if (HSPLIT_Placement_elect(asked, "Package", MPI_INFO_NULL, &works, NULL, NULL, &workers) != MPI_SUCCESS ||
            works != (test_rank() % 2 == 0) || workers != 2)
            ++*(int *)wrong;
    }
    return NULL;
}

/* Two threads elect, while others begin and end phases, and make and free placements. */
static void threads(void)
{
    pthread_t asking[2];
    int wrong[2] = {0, 0};

    asked = make(MPI_COMM_WORLD, NULL, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(asking + i, NULL, ask, wrong + i);
    for (int round = 0; round < 10; round++) {
        HSPLIT_Placement other = make(MPI_COMM_WORLD, NULL, NULL);
        good_phase(asked);
        OK(HSPLIT_Node_barrier(asked));
        good_phase(other);
        OK(HSPLIT_Placement_free(&other));
    }
    __atomic_store_n(&enough, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < 2; i++) {
        pthread_join(asking[i], NULL);
        CHECK_INT(wrong[i], 0);
    }
    OK(HSPLIT_Placement_free(&asked));
}

/* Two ranks on a core each of the real machine: the first has both for a phase. */
static void real(void)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    cpu_set_t before, during, after, both[2];

    sched_getaffinity(0, sizeof before, &before);
    MPI_Allgather(&before, sizeof before, MPI_BYTE, both, sizeof before, MPI_BYTE, MPI_COMM_WORLD);
    for (int round = 0; round < 20; round++) {
        OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
        CHECK_INT(worker, test_rank() == 0);
        sched_getaffinity(0, sizeof during, &during);
        if (worker)
            CPU_XOR(&during, &during, both + 1);
        CHECK(CPU_EQUAL(&during, &before));
        OK(HSPLIT_Phase_end(p));
        sched_getaffinity(0, sizeof after, &after);
        CHECK(CPU_EQUAL(&after, &before));
    }
    OK(HSPLIT_Placement_free(&p));
}

/* MPI_Finalize in a phase: rank 0 works, and never ends the phase; the others are woken. */
static void open_phase(void)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);

    OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    if (!worker)
        OK(HSPLIT_Phase_end(p));
    /* Without the exchange of test_end, in which rank 0 would wait for ranks that sleep. */
    MPI_Finalize();
    exit(test_failures != 0);
}

/* With HSPLIT_DISABLE=1 all ranks work, bound as they are; barriers are barriers. */
static void disabled(void)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    int size = -1;

    OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, &found));
    CHECK_INT(worker, 1);
    MPI_Comm_size(found, &size);
    CHECK_INT(size, test_size());
    OK(HSPLIT_Phase_end(p));
    OK(HSPLIT_Node_barrier(p));
    OK(HSPLIT_Placement_free(&p));
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {
        {"golden-5.1", golden_5_1}, {"golden-5.2", golden_5_2}, {"order", order}, {"progress", progress},
        {"quiet", quiet},           {"threads", threads},       {"real", real},   {"open", open_phase},
        {"disabled", disabled},     {"displaced", displaced},
    };
    const char *what = argc > 1 ? argv[1] : "";
    int wanted = strcmp(what, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, provided;

    MPI_Init_thread(&argc, &argv, wanted, &provided);
    CHECK(provided >= wanted);
    RUN_TEST(what, tests);
    return test_end();
}
