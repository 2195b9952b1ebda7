/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The binding stack on emulated machines, on which a push changes no mask, and the errors of wrong calls: bind
 * simple|complicated|errors|unknown|disabled|outside|threads|started.
 *
 * 'simple' and 'complicated' are the examples of RR-9077, section 5, with 32 and 8 ranks. 'errors' and 'threads' run
 * 4 ranks on the cores of such a node below a level of the network, 'disabled' has no library in effect, and 'outside'
 * makes calls before MPI_Init and after MPI_Finalize. 'started' really binds the threads of one rank. */
#define _GNU_SOURCE
#include "test.h"
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

/* The current binding of the process. */
#define BOUND(text, cores, units, pushed) is_bound(__LINE__, text, cores, units, pushed)

static void is_bound(int line, const char *expected, int cores, int units, int pushed)
{
    char text[64] = "", cut[4] = "###";
    int numbers[3] = {-1, -1, -1};

    OK(HSPLIT_Bind_get(text, (int)sizeof text, &numbers[0], &numbers[1], &numbers[2]));
    test_text(__FILE__, line, "the binding", text, expected);
    test_int(__FILE__, line, "cores", numbers[0], cores);
    test_int(__FILE__, line, "units", numbers[1], units);
    test_int(__FILE__, line, "pushed", numbers[2], pushed);
    /* Each output may be NULL, and a text is truncated. */
    OK(HSPLIT_Bind_get(NULL, 64, NULL, NULL, NULL));
    OK(HSPLIT_Bind_get(cut, 0, NULL, NULL, NULL));
    test_text(__FILE__, line, "no space", cut, "###");
    OK(HSPLIT_Bind_get(cut, 3, NULL, NULL, NULL));
    test_int(__FILE__, line, "space for two", (long)strlen(cut), 2);
    test_int(__FILE__, line, "the beginning", memcmp(cut, expected, 2), 0);
}

static void pushes(const char *where)
{
    OK(HSPLIT_Bind_push(where, MPI_INFO_NULL));
}

/* The depth of the hierarchy for this rank, and the name of its last level. */
static int depth_of(char *last, size_t size)
{
    MPI_Comm newcomms[8];
    int depth = -1, siblings, index;
    char *type = "none";

    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 8, &depth, newcomms, NULL));
    if (depth > 0)
        OK(MPI_Comm_get_hlevel_info(newcomms[depth - 1], &siblings, &index, &type));
    snprintf(last, size, "%s", type);
    OK(HSPLIT_Comm_hierarchy_free(depth, newcomms, NULL));
    return depth;
}

static void ends_at(int line, int depth, const char *level)
{
    char last[64];

    test_int(__FILE__, line, "depth", depth_of(last, sizeof last), depth);
    test_text(__FILE__, line, "the last level", last, level);
}

#define ENDS_AT(depth, level) ends_at(__LINE__, depth, level)

/* The lowest level of this rank in the map of a new communicator. */
static void home_is(int line, const char *level)
{
    MPI_Comm copy;
    int rank = test_rank();
    char *type = "";

    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &copy);
    OK(MPI_Comm_get_min_hlevel(copy, 1, &rank, &type));
    test_text(__FILE__, line, "the level by the map", type, level);
    MPI_Comm_free(&copy);
}

#define HOME_IS(level) home_is(__LINE__, level)

static void guided(const char *level, int first, int count)
{
    MPI_Info info = test_info("mpi_hw_resource_type", level);
    MPI_Comm newcomm = MPI_COMM_WORLD;
    int members[8];

    for (int i = 0; i < count; i++)
        members[i] = first + i;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

/* Rank 8k + i is on core i of node k. */
static void simple(void)
{
    static const char *const by_list[] = {"Core:0-3,7", "cpus:7,0-3", "hwloc://Core:7,0-3", "hwthread:0-3,7"};
    MPI_Comm newcomms[4], copy;
    int depth, me = test_rank(), core = me % 8, l3 = core / 4, pair = core / 2;
    char own[32], numa[32], cache[32], first[32];

    snprintf(own, sizeof own, "%d Core:%d", core, core);
    snprintf(numa, sizeof numa, "%d-%d L3Cache:%d", 4 * l3, 4 * l3 + 3, l3);
    snprintf(cache, sizeof cache, "%d-%d L1dCache:%d", 2 * pair, 2 * pair + 1, pair);
    snprintf(first, sizeof first, "%d Core:%d", 4 * l3, 4 * l3);
    BOUND(own, 1, 1, 0);
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 4, &depth, newcomms, NULL));
    CHECK_INT(depth, 4);

    /* Splits end at the level that is pushed; the library's own tables use the binding from before the push. */
    pushes("NUMANode");
    BOUND(numa, 4, 4, 1);
    ENDS_AT(2, "L3Cache");
    guided("L3Cache", me - me % 4, 4);
    guided("Core", 0, 0);
    HOME_IS("Core");
    /* Narrower than the binding: the first one in it. No rank is alone on a core then. */
    pushes("Core");
    BOUND(first, 1, 1, 2);
    guided("Core", me - me % 4, 4);
    HOME_IS("Core");
    pushes("home");
    BOUND(own, 1, 1, 3);
    guided("Core", me, 1);
    pushes(" l2 ");
    BOUND(cache, 2, 2, 4);
    pushes("ALLOWED");
    BOUND("0-7 Machine:0", 8, 8, 5);
    ENDS_AT(1, "Machine");
    pushes("host");
    BOUND("0-7 Machine:0", 8, 8, 6);
    for (int i = 0; i < 6; i++) {
        static const int cores[] = {8, 2, 1, 1, 4, 1};
        int now = -1;
        OK(HSPLIT_Bind_pop());
        OK(HSPLIT_Bind_get(NULL, 0, &now, NULL, NULL));
        CHECK_INT(now, cores[i]);
    }
    BOUND(own, 1, 1, 0);
    ENDS_AT(4, "Core");

    for (int i = 0; i < 4; i++) {
        pushes(by_list[i]);
        BOUND("0-3,7 Machine:0", 5, 5, 1);
        OK(HSPLIT_Bind_pop());
    }
    /* The parts of the machine that communicators and their duplicates stand for. */
    for (int i = 0; i < 4; i++) {
        const char *texts[] = {"0-7 Machine:0", numa, cache, own};
        static const int cores[] = {8, 4, 2, 1};
        OK(MPI_Comm_dup(newcomms[i], &copy));
        OK(HSPLIT_Bind_push_comm(i % 2 ? copy : newcomms[i], MPI_INFO_NULL));
        MPI_Comm_free(&copy);
        BOUND(texts[i], cores[i], cores[i], i + 1);
    }
    for (int i = 0; i < 4; i++)
        OK(HSPLIT_Bind_pop());
    BOUND(own, 1, 1, 0);
    OK(HSPLIT_Comm_hierarchy_free(depth, newcomms, NULL));

    /* Only some ranks push: the others keep their bindings. */
    if (me % 4 == 0)
        pushes("NUMANode");
    guided("Core", me, me % 4 != 0);
    if (me % 4 == 0)
        OK(HSPLIT_Bind_pop());
    guided("Core", me, 1);
}

/* Ranks 0 and 1 on a core each, 2 and 3 on the second L2, the others on the second NUMA node. */
static void complicated(void)
{
    static const char *const before[] = {"0 Core:0", "1 Core:1", "2-3 L1dCache:1", "4-7 L3Cache:1"};
    static const char *const core[] = {"0 Core:0", "1 Core:1", "2 Core:2", "4 Core:4"};
    static const int cores[] = {1, 1, 2, 4};
    int me = test_rank(), kind = me < 2 ? me : me < 4 ? 2 : 3;

    BOUND(before[kind], cores[kind], cores[kind], 0);
    pushes("NUMANode");
    BOUND(me < 4 ? "0-3 L3Cache:0" : "4-7 L3Cache:1", 4, 4, 1);
    guided("L3Cache", me < 4 ? 0 : 4, 4);
    ENDS_AT(1, "L3Cache");
    HOME_IS(kind < 2 ? "Core" : kind == 2 ? "L1dCache" : "L3Cache");
    OK(HSPLIT_Bind_pop());
    BOUND(before[kind], cores[kind], cores[kind], 0);
    pushes("Core");
    BOUND(core[kind], 1, 1, 1);
    guided("Core", kind < 2 ? me : kind == 2 ? 2 : 4, kind < 2 ? 1 : kind == 2 ? 2 : 4);
    OK(HSPLIT_Bind_pop());
    BOUND(before[kind], cores[kind], cores[kind], 0);
}

#define FAILS(call, class, words) test_error(__FILE__, __LINE__, #call, call, class, words)

/* A key with this value makes the push fail. */
static void bad_value(const char *key, const char *value)
{
    MPI_Info info = test_info(key, value);
    char words[64];

    snprintf(words, sizeof words, "%s is '%s'", key, value);
    FAILS(HSPLIT_Bind_push("Machine", info), MPI_ERR_INFO, words);
    FAILS(HSPLIT_Bind_push_comm(MPI_COMM_NULL, info), MPI_ERR_COMM, "MPI_COMM_NULL");
    MPI_Info_free(&info);
}

static void good_value(const char *key, const char *value)
{
    MPI_Info info = test_info(key, value);

    OK(HSPLIT_Bind_push("Machine", info));
    OK(HSPLIT_Bind_pop());
    MPI_Info_free(&info);
}

/* Switches with two nodes each; the ranks are on the first switch. */
static void errors(void)
{
    static const char *const forms[] = {"", "  ", "hwloc://", "Core:", ":0", "cpus", "cpus:"};
    static const char *const lists[] = {"Core:x", "Core:3-1", "cpus:0-", "cpus:a", "Core:0:1"};
    static const char *const levels[] = {"zork", "L4Cache", "zork:0", "Net_level0", "switch_level:1"};
    static const char *const values[][2] = {
        {"hsplit_bind_threads", "all"}, {"hsplit_omp", "yes"},    {"hsplit_threads", "0"},    {"hsplit_threads", "-1"},
        {"hsplit_threads", "8193"},     {"hsplit_threads", "2x"}, {"hsplit_spread", "maybe"}, {"hsplit_blas", "2"}};
    static const char *const good[][2] = {{"hsplit_bind_threads", "Process"},
                                          {"hsplit_bind_threads", "caller"},
                                          {"hsplit_bind_threads", "TEAM"},
                                          {"hsplit_omp", "keep"},
                                          {"hsplit_omp", "set"},
                                          {"hsplit_threads", " 3 "},
                                          {"hsplit_spread", "yes"},
                                          {"hsplit_spread", "0"},
                                          {"hsplit_blas", "True"},
                                          {"other", "x"}};
    char own[32], text[32];
    MPI_Comm island = MPI_COMM_NULL, bindset = MPI_COMM_NULL, inter = MPI_COMM_NULL, half;
    MPI_Info info = test_info("mpi_hw_resource_type", "Net_level0"),
             binding = test_info("mpi_hw_resource_type", "bindset");
    const MPI_Info none = MPI_INFO_NULL;
    int core = test_rank();

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    snprintf(own, sizeof own, "%d Core:%d", core, core);
    FAILS(HSPLIT_Bind_pop(), MPI_ERR_OTHER, "no binding is pushed");
    FAILS(HSPLIT_Bind_push(NULL, none), MPI_ERR_ARG, "where is NULL");
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        FAILS(HSPLIT_Bind_push(forms[i], none), MPI_ERR_ARG, "is none of LEVEL");
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        FAILS(HSPLIT_Bind_push(lists[i], none), MPI_ERR_ARG, lists[i]);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        FAILS(HSPLIT_Bind_push(levels[i], none), MPI_ERR_ARG, "the node has no such level");
    FAILS(HSPLIT_Bind_push("Core:8", none), MPI_ERR_ARG, "the node has 8 of these");
    FAILS(HSPLIT_Bind_push("cpus:99", none), MPI_ERR_ARG, "may use (0-7");
    FAILS(HSPLIT_Bind_push("Core:local", none), MPI_ERR_ARG, "the launcher does not report");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        bad_value(values[i][0], values[i][1]);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        good_value(good[i][0], good[i][1]);
    FAILS(HSPLIT_Bind_get(text, -1, NULL, NULL, NULL), MPI_ERR_ARG, "size is -1");

    /* Communicators that stand for no part of a node. */
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &island));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, binding, &bindset));
    CHECK(island != MPI_COMM_NULL && bindset != MPI_COMM_NULL);
    MPI_Comm_split(MPI_COMM_WORLD, core % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - core % 2, 7, &inter);
    for (int i = 0; i < 5; i++) {
        MPI_Comm wrong[5] = {MPI_COMM_WORLD, MPI_COMM_SELF, half, inter, island};
        MPI_Comm_set_errhandler(wrong[i], MPI_ERRORS_RETURN);
        FAILS(HSPLIT_Bind_push_comm(wrong[i], none), MPI_ERR_COMM, "is not a part of a node");
    }
    MPI_Comm_set_errhandler(bindset, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Bind_push_comm(bindset, none), MPI_ERR_COMM, "is not a part of a node");
    FAILS(HSPLIT_Bind_push_comm(MPI_COMM_NULL, none), MPI_ERR_COMM, "MPI_COMM_NULL");
    test_free(&inter);
    test_free(&half);
    test_free(&island);
    test_free(&bindset);
    MPI_Info_free(&info);
    MPI_Info_free(&binding);
    /* Nothing was changed. */
    BOUND(own, 1, 1, 0);
    FAILS(HSPLIT_Bind_pop(), MPI_ERR_OTHER, "no binding is pushed");
}

/* Each unknown key of the library gives one warning, which the calling test checks. */
static void unknown_key(void)
{
    MPI_Info info = test_info("hsplit_spred", "yes");

    for (int i = 0; i < 3; i++) {
        OK(HSPLIT_Bind_push("Machine", info));
        OK(HSPLIT_Bind_pop());
    }
    MPI_Info_free(&info);
}

static void disabled(void)
{
    char text[8] = "#";
    int cores = -1, units = -1, pushed = -1;

    OK(HSPLIT_Bind_push("zork", MPI_INFO_NULL));
    OK(HSPLIT_Bind_push_comm(MPI_COMM_WORLD, MPI_INFO_NULL));
    OK(HSPLIT_Bind_get(text, 8, &cores, &units, &pushed));
    CHECK_TEXT(text, "");
    CHECK(cores == 0 && units == 0 && pushed == 0);
    OK(HSPLIT_Bind_pop());
}

static void *push_and_pop(void *where)
{
    for (int i = 0; i < 2000; i++) {
        OK(HSPLIT_Bind_push(where, MPI_INFO_NULL));
        OK(HSPLIT_Bind_pop());
    }
    return NULL;
}

/* A thread with a binding of its own, which runs until the barrier `over`. */
struct bound {
    pthread_barrier_t ready, over;
    int unit;
};

static void *bound_thread(void *argument)
{
    struct bound *bound = argument;
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(bound->unit, &set);
    CHECK_INT(sched_setaffinity(0, sizeof set, &set), 0);
    pthread_barrier_wait(&bound->ready);
    pthread_barrier_wait(&bound->over);
    return NULL;
}

/* The process is bound to the present binding of its threads, whichever was requested before. For a rank on one of two
 * units or more. */
static void started(void)
{
    int own = -1, other = -1, units = 0, pushed = -1;
    struct bound bound;
    cpu_set_t allowed, one;
    pthread_t thread;

    CHECK_INT(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    for (int unit = 0; unit < CPU_SETSIZE && other < 0; unit++)
        if (CPU_ISSET(unit, &allowed)) {
            other = own < 0 ? -1 : unit;
            own = own < 0 ? unit : own;
        }
    if (other < 0) {
        printf("there is one unit alone\n");
        return;
    }
    CPU_ZERO(&one);
    CPU_SET(own, &one);
    CHECK_INT(sched_setaffinity(0, sizeof one, &one), 0);
    OK(HSPLIT_Bind_get(NULL, 0, NULL, &units, &pushed));
    CHECK_INT(units, 1);
    bound.unit = other;
    pthread_barrier_init(&bound.ready, NULL, 2);
    pthread_barrier_init(&bound.over, NULL, 2);
    pthread_create(&thread, NULL, bound_thread, &bound);
    pthread_barrier_wait(&bound.ready);
    OK(HSPLIT_Bind_get(NULL, 0, NULL, &units, &pushed));
    CHECK_INT(units, 2);
    pthread_barrier_wait(&bound.over);
    pthread_join(thread, NULL);
    /* The kernel lists a thread for a moment after it has been joined. */
    for (int tries = 0; units != 1 && tries < 1000; tries++) {
        usleep(1000);
        OK(HSPLIT_Bind_get(NULL, 0, NULL, &units, &pushed));
    }
    CHECK_INT(units, 1);
    CHECK_INT(pushed, 0);
    CHECK_INT(sched_setaffinity(0, sizeof allowed, &allowed), 0);
}

/* One stack for all threads: every push and every pop is whole. */
static void threads(void)
{
    static const char *const where[] = {"NUMANode", "Machine", "Core", "home"};
    pthread_t others[4];
    int core = test_rank();
    char own[32];

    snprintf(own, sizeof own, "%d Core:%d", core, core);
    for (int i = 0; i < 4; i++)
        CHECK_INT(pthread_create(&others[i], NULL, push_and_pop, (void *)where[i]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(others[i], NULL);
    BOUND(own, 1, 1, 0);
}

/* Pushes need MPI. A pop does not, so a program may clean up late. */
static int outside(int argc, char **argv)
{
    const MPI_Info none = MPI_INFO_NULL;
    int bad = 0, cores;

    bad += HSPLIT_Bind_push("Machine", none) != MPI_ERR_OTHER;
    bad += HSPLIT_Bind_push_comm(MPI_COMM_WORLD, none) != MPI_ERR_OTHER;
    bad += HSPLIT_Bind_get(NULL, 0, &cores, NULL, NULL) != MPI_ERR_OTHER;
    bad += HSPLIT_Bind_pop() != MPI_ERR_OTHER;
    MPI_Init(&argc, &argv);
    bad += HSPLIT_Bind_push("Machine", none) != MPI_SUCCESS;
    MPI_Finalize();
    bad += HSPLIT_Bind_push("Machine", none) != MPI_ERR_OTHER;
    bad += HSPLIT_Bind_get(NULL, 0, &cores, NULL, NULL) != MPI_ERR_OTHER;
    bad += HSPLIT_Bind_pop() != MPI_SUCCESS;
    bad += HSPLIT_Bind_pop() != MPI_ERR_OTHER;
    if (bad)
        fprintf(stderr, "%d calls outside MPI's time did not do what they should\n", bad);
    return bad != 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {{"simple", simple},     {"complicated", complicated}, {"errors", errors},  {"unknown", unknown_key},
                 {"disabled", disabled}, {"threads", threads},         {"started", started}};
    const char *name = argc > 1 ? argv[1] : "";
    cpu_set_t before, after;
    int provided, known = 0;

    if (!strcmp(name, "outside"))
        return outside(argc, argv);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    sched_getaffinity(0, sizeof before, &before);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (!strcmp(name, tests[i].name)) {
            tests[i].run();
            known = 1;
        }
    CHECK(known);
    sched_getaffinity(0, sizeof after, &after);
    CHECK(CPU_EQUAL(&before, &after));
    return test_end();
}
