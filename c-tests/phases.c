/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Work on cores, phase by phase: phases golden-5.1|golden-5.2|mistakes|disagree|handles|free|order|progress|quiet|
 * threads|real|open|aside|control|control-none|wait|killed WHERE|stopped.
 *
 * The goldens are elections on the machines of RR-9077, section 5, with 32 and 8 ranks. 'mistakes', 'disagree',
 * 'handles', 'free' and 'order' run 8 ranks on two nodes of two packages of two cores, 'quiet' behind c-tests/count.c.
 * 'real' has two ranks on a core each. In 'killed' rank 1 of four ends at some place, or, where that is a number, after
 * so many microseconds; its launcher may not see it. */
#define _GNU_SOURCE
#include "test.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MOST 32

/* That a call fails with this class, and its error says these words and names the call. */
#define FAILS(call, class, words) test_error(__FILE__, __LINE__, #call, call, class, words)

static HSPLIT_Placement make(MPI_Comm comm, const char *key, const char *value)
{
    HSPLIT_Placement p = -1;
    MPI_Info info = test_info(key, value);

    OK(HSPLIT_Placement_create(comm, info, &p));
    CHECK(p > 0);
    MPI_Info_free(&info);
    return p;
}

/* What the process is bound to, by the operating system's numbers. */
static void check_bound(int line, const char *expected)
{
    char text[64] = "";

    test_int(__FILE__, line, "HSPLIT_Bind_get", HSPLIT_Bind_get(text, sizeof text, NULL, NULL, NULL), MPI_SUCCESS);
    text[strcspn(text, " ")] = '\0';
    test_text(__FILE__, line, "the binding", text, expected);
}

#define CHECK_BOUND(expected) check_bound(__LINE__, expected)

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

/* What the ranks of all nodes do in a shape: each has its own row of the table, and all have the workers. */
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

/* ---- mistakes ---- */

/* What the ranks of a node of four cores are bound to. */
static const char *const CORES[4] = {"0", "1", "2", "3"};

static HSPLIT_Placement none;
static int worker, number;
static MPI_Comm found;

/* Rank 3 passes a wrong key; all ranks get an error. */
static void wrong_key(const char *key, const char *value, const char *words)
{
    MPI_Info info = test_info(test_rank() == 3 ? key : NULL, value);

    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, info, &none), MPI_ERR_INFO,
          test_rank() == 3 ? words : "rank 3 of the communicator passed a wrong argument");
    CHECK_INT(none, 0);
    MPI_Info_free(&info);
}

static void wrong_creations(void)
{
    MPI_Comm half, between;
    MPI_Info info;
    int me = test_rank();

    FAILS(HSPLIT_Placement_create(MPI_COMM_NULL, MPI_INFO_NULL, &none), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 1, &between);
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Placement_create(between, MPI_INFO_NULL, &none), MPI_ERR_COMM, "comm is an intercommunicator");
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, me == 3 ? NULL : &none), MPI_ERR_ARG,
          me == 3 ? "p is NULL" : "rank 3 of the communicator passed a wrong argument");
    wrong_key("hsplit_cpus", "zork", "hsplit_cpus");
    wrong_key("hsplit_progress", "-1", "hsplit_progress");
    info = test_info(me == 5 ? "hsplit_cpus" : NULL, "allowed");
    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, info, &none), MPI_ERR_ARG, "the ranks disagree");
    MPI_Info_free(&info);
    info = test_info("hsplit_cpus", "99");
    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, info, &none), MPI_ERR_ARG, "none of these processing units");
    MPI_Info_free(&info);
}

static void wrong_election(HSPLIT_Placement p, const char *key, const char *value)
{
    MPI_Info info = test_info(key, value);

    FAILS(HSPLIT_Placement_elect(p, "Package", info, &worker, NULL, NULL, NULL), MPI_ERR_INFO, key);
    FAILS(HSPLIT_Placement_comm(p, "Package", info, &found), MPI_ERR_INFO, key);
    CHECK(found == MPI_COMM_NULL);
    FAILS(HSPLIT_Phase_begin(p, "Package", info, &worker, NULL), MPI_ERR_INFO, key);
    MPI_Info_free(&info);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void wrong_shape(HSPLIT_Placement p, const char *shape, const char *words)
{
    FAILS(HSPLIT_Placement_elect(p, shape, MPI_INFO_NULL, &worker, &number, NULL, NULL), MPI_ERR_ARG, words);
    CHECK_INT(worker, 0);
    FAILS(HSPLIT_Placement_comm(p, shape, MPI_INFO_NULL, &found), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Phase_begin(p, shape, MPI_INFO_NULL, &worker, &found), MPI_ERR_ARG, words);
    CHECK_INT(worker, 0);
    CHECK(found == MPI_COMM_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A phase in which nobody is wrong: ranks 0 and 4 have all cores of their node. */
static void good_phase(HSPLIT_Placement p)
{
    worker = -1;
    OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    CHECK_INT(worker, test_rank() % 4 == 0);
    CHECK_BOUND(worker ? "0-3" : CORES[test_rank() % 4]);
    OK(HSPLIT_Phase_end(p));
}

static void mistakes(void)
{
    HSPLIT_Placement p;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    wrong_creations();
    p = make(MPI_COMM_WORLD, NULL, NULL);
    wrong_shape(p, NULL, "shape is NULL");
    wrong_shape(p, "", "empty");
    wrong_shape(p, "zork", "zork");
    wrong_shape(p, "Package*0", "Package*0");
    wrong_shape(p, "1:9", "9 threads");
    wrong_election(p, "hsplit_root", "8");
    wrong_election(p, "hsplit_adopt", "perhaps");
    wrong_election(p, "hsplit_smt", "two");
    good_phase(p);
    FAILS(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, NULL), MPI_ERR_ARG, "workers is NULL");
    FAILS(HSPLIT_Phase_begin(p, "Package", MPI_INFO_NULL, NULL, NULL), MPI_ERR_ARG, "worker is NULL");
    MPI_Barrier(MPI_COMM_WORLD);
    good_phase(p);
    FAILS(HSPLIT_Placement_free(NULL), MPI_ERR_ARG, "p is NULL");
    OK(HSPLIT_Placement_free(&p));
}

/* ---- ranks of a node that disagree: 1 of 0 to 3; the others of its node are told, and those of the other node are
 * not ---- */

/* The first error of a phase. A parked rank may learn of it where the phase ends. */
static int phase(HSPLIT_Placement p, const char *shape, MPI_Info info)
{
    int code = HSPLIT_Phase_begin(p, shape, info, &worker, NULL);

    return code == MPI_SUCCESS ? HSPLIT_Phase_end(p) : code;
}

static void check_told(int line, int code, const char *own, const char *others)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int class = MPI_SUCCESS, length, me = test_rank();

    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    test_int(__FILE__, line, "the class", class, me < 4 ? MPI_ERR_ARG : MPI_SUCCESS);
    if (me < 4)
        test_has(__FILE__, line, "the error", text, me == 1 ? own : others);
    MPI_Barrier(MPI_COMM_WORLD);
}

#define CHECK_TOLD(code, own, others) check_told(__LINE__, code, own, others)

/* Rank 5 asks for a communicator that there is, which takes no exchange, and frees the placement, when the others ask
 * for a new one. */
static void freed_elsewhere(HSPLIT_Placement p)
{
    HSPLIT_Placement copy = p;

    if (test_rank() == 5) {
        OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
        FAILS(HSPLIT_Placement_free(&copy), MPI_ERR_ARG, "the ranks disagree: rank 5 makes another call");
        CHECK_INT(copy, p);
    } else {
        FAILS(HSPLIT_Placement_comm(p, "Core", MPI_INFO_NULL, &found), MPI_ERR_ARG, "rank 5 makes another call");
    }
}

/* The communicator of a shape that all ranks have is asked for without an exchange, by a rank with a wrong argument,
 * too. */
static void known_communicator(HSPLIT_Placement p)
{
    MPI_Info info = test_info(test_rank() == 1 ? "hsplit_barrier" : NULL, "perhaps");
    int code;

    if (test_rank() == 1)
        FAILS(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, NULL), MPI_ERR_ARG, "workers is NULL");
    code = HSPLIT_Phase_begin(p, "Package", info, &worker, &found);
    if (test_rank() == 1)
        test_error(__FILE__, __LINE__, "HSPLIT_Phase_begin", code, MPI_ERR_INFO, "hsplit_barrier");
    else if (code == MPI_SUCCESS)
        code = HSPLIT_Phase_end(p);
    /* Rank 0 works on the cores of rank 1; ranks 2 and 3 may have ended before they could be told. */
    if (test_rank() == 0)
        test_error(__FILE__, __LINE__, "HSPLIT_Phase_begin", code, MPI_ERR_INFO, "rank 1 of the communicator");
    else if (test_rank() >= 4)
        CHECK_INT(code, MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Info_free(&info);
    good_phase(p);
}

/* Rank 1 is still in a phase when all ranks make a communicator together. */
static void new_communicator_in_phase(HSPLIT_Placement p)
{
    const char *wrong = "rank 1 of the communicator passed a wrong argument";
    int me = test_rank();

    OK(HSPLIT_Phase_begin(p, "all", MPI_INFO_NULL, &worker, NULL));
    if (me != 1)
        OK(HSPLIT_Phase_end(p));
    FAILS(HSPLIT_Phase_begin(p, "NUMANode", MPI_INFO_NULL, &worker, &found), MPI_ERR_ARG,
          me == 1 ? "has not ended" : wrong);
    MPI_Barrier(MPI_COMM_WORLD);
    /* Rank 1 still has to come to the phase that the others could not begin. */
    if (me == 1) {
        FAILS(HSPLIT_Phase_end(p), MPI_ERR_ARG, wrong);
        FAILS(HSPLIT_Phase_begin(p, "NUMANode", MPI_INFO_NULL, &worker, NULL), MPI_ERR_ARG, "passed a wrong argument");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    good_phase(p);
}

static void disagree(void)
{
    HSPLIT_Placement p;
    MPI_Info all = test_info("hsplit_barrier", "node");
    int me = test_rank(), code;
    const char *other = "begins a phase of another shape",
               *wrong = "rank 1 of the communicator passed a wrong argument";

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    CHECK_TOLD(phase(p, me == 1 ? "Machine" : "1:", MPI_INFO_NULL), other, other);
    good_phase(p);
    CHECK_TOLD(phase(p, "1:", me == 1 ? all : MPI_INFO_NULL), other, other);
    good_phase(p);
    CHECK_TOLD(phase(p, me == 1 ? "zork" : "1:", MPI_INFO_NULL), "zork", wrong);
    good_phase(p);
    CHECK_TOLD(phase(p, me == 1 ? "zork" : "1:", all), "zork", wrong);
    good_phase(p);
    /* Rank 1 ends what it has not begun, before the others begin. */
    code = me == 1 ? HSPLIT_Phase_end(p) : MPI_SUCCESS;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TOLD(me == 1 ? code : phase(p, "1:", MPI_INFO_NULL), "is in no phase", wrong);
    good_phase(p);
    /* Rank 1, which works, begins twice. */
    MPI_Info_set(all, "hsplit_root", "1");
    MPI_Info_set(all, "hsplit_barrier", "part");
    code = HSPLIT_Phase_begin(p, me < 4 ? "root" : "all", all, &worker, NULL);
    if (me == 1 || me >= 4) {
        OK(code);
        CHECK_INT(worker, 1);
    }
    if (me == 1)
        FAILS(HSPLIT_Phase_begin(p, "root", all, &worker, NULL), MPI_ERR_ARG, "has not ended");
    CHECK_TOLD(code == MPI_SUCCESS ? HSPLIT_Phase_end(p) : code, wrong, wrong);
    good_phase(p);
    /* A first communicator is for all ranks to make. */
    FAILS(HSPLIT_Placement_comm(p, me == 5 ? "Core" : "Package", MPI_INFO_NULL, &found), MPI_ERR_ARG,
          "the ranks disagree");
    FAILS(HSPLIT_Placement_comm(p, me == 5 ? "zork" : "Package", MPI_INFO_NULL, &found), MPI_ERR_ARG,
          me == 5 ? "zork" : "rank 5 of the communicator passed a wrong argument");
    OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    freed_elsewhere(p);
    good_phase(p);
    known_communicator(p);
    new_communicator_in_phase(p);
    OK(HSPLIT_Placement_free(&p));
    MPI_Info_free(&all);
}

static void no_handle(HSPLIT_Placement p)
{
    HSPLIT_Placement copy = p;
    const char *words = "p is not a handle";

    FAILS(HSPLIT_Placement_elect(p, "Package", MPI_INFO_NULL, &worker, NULL, NULL, NULL), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Node_barrier(p), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Phase_begin(p, "Package", MPI_INFO_NULL, &worker, NULL), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Phase_end(p), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Placement_free(&copy), MPI_ERR_ARG, words);
    CHECK_INT(copy, p);
}

/* Handles of freed placements, and the error handler of the communicator that a placement was made for. */
static void handles(void)
{
    HSPLIT_Placement p, old, other;
    MPI_Comm copy;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    no_handle(0);
    no_handle(-1);
    no_handle(12345);
    p = old = make(MPI_COMM_WORLD, NULL, NULL);
    other = make(MPI_COMM_SELF, NULL, NULL);
    CHECK(p != other);
    OK(HSPLIT_Node_barrier(other));
    OK(HSPLIT_Placement_free(&p));
    no_handle(old);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    CHECK(p != old);
    no_handle(old);
    good_phase(p);
    OK(HSPLIT_Placement_free(&p));
    OK(HSPLIT_Placement_free(&other));
    /* A placement outlives the program's communicator. */
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    p = make(copy, NULL, NULL);
    MPI_Comm_free(&copy);
    FAILS(HSPLIT_Placement_elect(p, "zork", MPI_INFO_NULL, &worker, NULL, NULL, NULL), MPI_ERR_ARG, "zork");
    OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    good_phase(p);
    OK(HSPLIT_Placement_free(&p));
}

/* A phase that is open anywhere keeps the placement. */
static void free_in_phase(void)
{
    HSPLIT_Placement p;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    if (test_rank() < 4)
        OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    FAILS(HSPLIT_Placement_free(&p), MPI_ERR_OTHER, "in a phase");
    CHECK(p > 0);
    if (test_rank() < 4)
        OK(HSPLIT_Phase_end(p));
    good_phase(p);
    OK(HSPLIT_Placement_free(&p));
}

/* ---- what waits for what ---- */

static void milliseconds(int time)
{
    struct timespec pause = {time / 1000, time % 1000 * 1000000L};

    nanosleep(&pause, NULL);
}

/* Many phases, with ranks that are late in turn. Nobody works beside an owner of its cores, and what a worker does
 * before it ends is there for those that were parked. */
static void order(void)
{
    static const char *const shapes[] = {"1:", "Package", "root", "all", "2:", "Core*1"};
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    MPI_Info all = test_info("hsplit_barrier", "node");
    MPI_Comm node;
    MPI_Win window;
    int *shared, *mine, size;
    MPI_Aint length;

    /* How many phases each rank has begun and ended, where the ranks of the node can see it. (The two nodes are
     * described, so one memory has the words of both.) */
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

/* No message: c-tests/count.c counts between the two calls of MPI_Pcontrol. */
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
static volatile int enough;

static void *ask(void *wrong)
{
    int works, workers;

    while (!enough) {
        if (HSPLIT_Placement_elect(asked, "Package", MPI_INFO_NULL, &works, NULL, NULL, &workers) != MPI_SUCCESS ||
            works != (test_rank() % 2 == 0) || workers != 2)
            ++*(int *)wrong;
    }
    return NULL;
}

/* Two threads ask, while others begin and end phases, and make and free placements. */
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
    enough = 1;
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

/* MPI_Finalize in a phase: rank 0 works, and never ends it; the others are woken. */
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
static void aside(void)
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

/* ---- programs that do not know the library ---- */

/* HSPLIT_PHASES='1=Package;7=1:' */
static void control(void)
{
    const char *package[] = {"0-1", "1", "2-3", "3"}, *one[] = {"0-3", "1", "2", "3"};
    int me = test_rank() % 4;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    OK(MPI_Pcontrol(2));
    OK(MPI_Pcontrol(0));
    for (int round = 0; round < 3; round++) {
        OK(MPI_Pcontrol(1, "more", 2.0, round));
        CHECK_BOUND(package[me]);
        OK(MPI_Pcontrol(-1));
        CHECK_BOUND(CORES[me]);
        OK(MPI_Pcontrol(7));
        CHECK_BOUND(one[me]);
        OK(MPI_Pcontrol(-7));
        CHECK_BOUND(CORES[me]);
    }
    FAILS(MPI_Pcontrol(-1), MPI_ERR_ARG, "is in no phase");
    MPI_Barrier(MPI_COMM_WORLD);
}

/* HSPLIT_PHASES is not the same in all processes: nothing happens. */
static void control_none(void)
{
    OK(MPI_Pcontrol(1));
    CHECK_BOUND(CORES[test_rank() % 4]);
    OK(MPI_Pcontrol(-1));
}

/* HSPLIT_WAIT=sleep:1000: the processor time of ranks that wait for rank 0, and barriers of other communicators. */
static void wait_asleep(void)
{
    struct rusage before, after;
    MPI_Comm half, between, copy;
    int me = test_rank();
    long used;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int round = 0; round < 3; round++) {
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Barrier(copy));
        OK(MPI_Barrier(MPI_COMM_SELF));
    }
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 1, &between);
    OK(MPI_Barrier(between));
    OK(MPI_Barrier(half));
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Barrier(MPI_COMM_NULL) != MPI_SUCCESS);
    getrusage(RUSAGE_SELF, &before);
    if (me == 0)
        milliseconds(1000);
    OK(MPI_Barrier(copy));
    getrusage(RUSAGE_SELF, &after);
    used = (after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec - before.ru_stime.tv_sec) * 1000000 +
           after.ru_utime.tv_usec - before.ru_utime.tv_usec + after.ru_stime.tv_usec - before.ru_stime.tv_usec;
    CHECK(used < 300000);
    MPI_Comm_free(&copy);
}

/* ---- ranks that end ---- */

/* Rank 1 of four ends at some place. The others are told: rank 0 works, ranks 2 and 3 are parked. */
static long long clock_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* What the ranks that live say: that they know, and how long they have waited since they began to wait. They go on for
 * so long that all others can say it, too. */
static void is_told(long long since, int ms)
{
    if (test_failures == 0)
        printf("rank %d is told after %lld ms\n", test_rank(), clock_ms() - since);
    fflush(stdout);
    milliseconds(ms);
    MPI_Abort(MPI_COMM_WORLD, 9);
}

/* A child of rank 1 kills it, whatever it does then. What the others say of it differs, but it is never nothing. */
static void killed_anywhere(long microseconds)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    long long since = 0;
    int code = MPI_SUCCESS, round = 0;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    OK(HSPLIT_Node_barrier(p));
    if (test_rank() == 1 && !fork()) {
        usleep((useconds_t)microseconds);
        kill(getppid(), SIGKILL);
        _exit(0);
    }
    while (code == MPI_SUCCESS) {
        const char *shapes[] = {"root", "Package", "all"};
        since = clock_ms();
        code = HSPLIT_Phase_begin(p, shapes[round++ % 3], MPI_INFO_NULL, &worker, NULL);
        if (code == MPI_SUCCESS)
            code = HSPLIT_Phase_end(p);
        if (code == MPI_SUCCESS)
            code = HSPLIT_Node_barrier(p);
    }
    test_error(__FILE__, __LINE__, "HSPLIT_(one of three)", code, MPI_ERR_OTHER,
               "rank 1 of the communicator has ended");
    is_told(since, 4000);
}

static void killed(const char *where)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    MPI_Info info = test_info("hsplit_root", "1");
    long long since;
    int me = test_rank(), code;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    OK(HSPLIT_Node_barrier(p));
    since = clock_ms();
    if (!strcmp(where, "barrier") && me != 1) {
        FAILS(HSPLIT_Node_barrier(p), MPI_ERR_OTHER, "rank 1 of the communicator has ended");
    } else if (!strcmp(where, "begin") && me != 1) {
        /* The worker waits for all; the others are parked, and told when they meet again. */
        code = HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &worker, NULL);
        if (me == 0)
            test_error(__FILE__, __LINE__, "HSPLIT_Phase_begin", code, MPI_ERR_OTHER, "rank 1 of the communicator");
        else
            OK(HSPLIT_Phase_end(p));
    } else if (!strcmp(where, "phase")) {
        /* Rank 1 works for all. */
        OK(HSPLIT_Phase_begin(p, "root", info, &worker, NULL));
        if (me != 1)
            FAILS(HSPLIT_Phase_end(p), MPI_ERR_OTHER, "rank 1 of the communicator has ended");
    } else if (!strcmp(where, "end")) {
        /* Rank 1 is parked, and ends before it sleeps. */
        OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &worker, NULL));
        if (me != 1) {
            OK(HSPLIT_Phase_end(p));
            FAILS(HSPLIT_Node_barrier(p), MPI_ERR_OTHER, "rank 1 of the communicator has ended");
        }
    }
    if (me == 1)
        raise(SIGKILL);
    is_told(since, 1000);
}

/* A child of rank 1 stops it for two seconds and lets it go on, at whatever it does then: nobody takes it for dead. */
static void stopped(void)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);

    for (int round = 0; round < 3; round++) {
        if (test_rank() == 1 && !fork()) {
            kill(getppid(), SIGSTOP);
            milliseconds(2200);
            kill(getppid(), SIGCONT);
            _exit(0);
        }
        good_phase(p);
        OK(HSPLIT_Node_barrier(p));
    }
    OK(HSPLIT_Placement_free(&p));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"golden-5.1", golden_5_1},
        {"golden-5.2", golden_5_2},
        {"mistakes", mistakes},
        {"disagree", disagree},
        {"handles", handles},
        {"free", free_in_phase},
        {"order", order},
        {"progress", progress},
        {"quiet", quiet},
        {"threads", threads},
        {"real", real},
        {"open", open_phase},
        {"aside", aside},
        {"control", control},
        {"control-none", control_none},
        {"wait", wait_asleep},
        {"stopped", stopped},
    };
    const char *what = argc > 1 ? argv[1] : "";
    int provided, known = 0;

    MPI_Init_thread(&argc, &argv, strcmp(what, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &provided);
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (!strcmp(what, tests[i].name)) {
            known = 1;
            if (strcmp(what, "threads") || provided == MPI_THREAD_MULTIPLE)
                tests[i].test();
        }
    }
    if (!strcmp(what, "killed") && argc > 2) {
        known = 1;
        if (atol(argv[2]) > 0)
            killed_anywhere(atol(argv[2]));
        else
            killed(argv[2]);
    }
    CHECK(known);
    return test_end();
}
