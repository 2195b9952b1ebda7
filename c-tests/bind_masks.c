/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Real masks of every thread after a push and after a pop, as the kernel has them: bind_masks
 * team|process|caller|spread|threads|keep|change|fork|every|drift before|after.
 *
 * On two processing units or more. 'every' is the first eight one after the other. With 'after' the program has had a
 * parallel region before the first push. The OpenMP runtime is the one that is loaded: LLVM's if it is preloaded.
 * 'drift' pushes and pops a hundred thousand times, or as often as the second argument requests. */
#define _GNU_SOURCE
#include "bind_masks.h"
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* All threads of the team may run on every unit of the new binding; the other threads keep their masks. */
static void whole_team(const char *key, const char *value)
{
    int ids[MOST], count;
    struct seen now;
    cpu_set_t one;

    push("allowed", key, value);
    CHECK_INT(omp_get_max_threads(), CPU_COUNT(&all));
    count = team_of(CPU_COUNT(&all), ids);
    CHECK_INT(count, CPU_COUNT(&all));
    now = look();
    for (int i = 0; i < count; i++)
        SAME_MASK("a thread of the team", found(&now, ids[i]), &all);
    for (int i = 0; i < first.count; i++)
        if (!is_of(ids, count, first.ids[i]) && found(&now, first.ids[i]))
            SAME_MASK("another thread", found(&now, first.ids[i]), &first.masks[i]);
    /* Nested: one core, and back. */
    push("Core", key, value);
    CHECK_INT(omp_get_max_threads(), 1);
    one = mask_of(self());
    CHECK_INT(CPU_COUNT(&one), 1);
    OK(HSPLIT_Bind_pop());
    CHECK_INT(omp_get_max_threads(), CPU_COUNT(&all));
    count = team_of(CPU_COUNT(&all), ids);
    for (int i = 0; i < count; i++)
        THREAD_HAS("a thread of the team again", ids[i], &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static void team(void)
{
    whole_team("hsplit_bind_threads", "team");
}

static volatile int stop;

static void *wait_for_stop(void *own)
{
    cpu_set_t narrow;

    CPU_ZERO(&narrow);
    for (int i = 0; own && i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &narrow);
            sched_setaffinity(0, sizeof narrow, &narrow);
            break;
        }
    while (!stop)
        usleep(1000);
    return NULL;
}

/* Threads of the program: one with the caller's mask, which is wide, and one with its own. */
static void process(void)
{
    pthread_t like, other;
    struct seen now;
    cpu_set_t one;
    int bound = 0;

    sched_setaffinity(0, sizeof all, &all);
    pthread_create(&like, NULL, wait_for_stop, NULL);
    pthread_create(&other, NULL, wait_for_stop, &all);
    usleep(100000);
    first = look();
    push("Core:0", "hsplit_bind_threads", "process");
    one = mask_of(self());
    CHECK_INT(CPU_COUNT(&one) < CPU_COUNT(&all), 1);
    now = look();
    for (int i = 0; i < now.count; i++) {
        const cpu_set_t *before = found(&first, now.ids[i]);
        const int was_like = before && CPU_EQUAL(before, &all);
        if (before)
            SAME_MASK(was_like ? "a thread like the caller" : "a thread of its own", &now.masks[i],
                      was_like ? &one : before);
        bound += was_like;
    }
    CHECK(bound >= 2);
    OK(HSPLIT_Bind_pop());
    now = look();
    for (int i = 0; i < first.count; i++)
        if (found(&now, first.ids[i]))
            SAME_MASK("a thread", found(&now, first.ids[i]), &first.masks[i]);
    stop = 1;
    pthread_join(like, NULL);
    pthread_join(other, NULL);
    sched_setaffinity(0, sizeof start, &start);
}

/* The calling thread alone; the number of threads is set nevertheless. */
static void caller(void)
{
    struct seen now;

    push("allowed", "hsplit_bind_threads", "caller");
    now = look();
    for (int i = 0; i < first.count; i++)
        if (found(&now, first.ids[i]))
            SAME_MASK("a thread", found(&now, first.ids[i]), first.ids[i] == self() ? &all : &first.masks[i]);
    CHECK_INT(now.count, first.count);
    CHECK_INT(omp_get_max_threads(), CPU_COUNT(&all));
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

/* Each thread of the team on a core of its own, whether other threads are bound too or not. */
static void spread_with(const char *which)
{
    MPI_Info info = test_info("hsplit_spread", "yes");
    int ids[MOST], count;
    cpu_set_t together, one;

    MPI_Info_set(info, "hsplit_bind_threads", which);
    OK(HSPLIT_Bind_push("allowed", info));
    MPI_Info_free(&info);
    count = team_of(CPU_COUNT(&all), ids);
    CPU_ZERO(&together);
    for (int i = 0; i < count; i++) {
        one = mask_of(ids[i]);
        CHECK_INT(CPU_COUNT(&one), 1);
        CPU_OR(&together, &together, &one);
    }
    SAME_MASK("all threads together", &together, &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static void spread(void)
{
    spread_with("team");
    spread_with("process");
}

/* A number of threads that differs from the number of cores: a greater one, and 1. */
static void threads(void)
{
    int ids[MOST], count;

    push("allowed", "hsplit_threads", "5");
    CHECK_INT(omp_get_max_threads(), 5);
    count = team_of(5, ids);
    for (int i = 0; i < count; i++)
        THREAD_HAS("a thread of five", ids[i], &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
    push("allowed", "hsplit_threads", "1");
    CHECK_INT(omp_get_max_threads(), 1);
    THREAD_HAS("the caller", self(), &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

/* The number of threads stays; the existing threads follow. */
static void keep(void)
{
    int ids[MOST], count;

    push("allowed", "hsplit_omp", "keep");
    CHECK_INT(omp_get_max_threads(), number_before);
    count = team_of(number_before, ids);
    for (int i = 0; i < count; i++)
        THREAD_HAS("a thread of the team", ids[i], &all);
    /* The pop restores the number of before, whatever has changed it. */
    omp_set_num_threads(3);
    team_of(3, ids);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static void *pops(void *nothing)
{
    OK(HSPLIT_Bind_pop());
    return nothing;
}

/* The program changes the mask itself; a push and a pop in a parallel region; another thread that pops. */
static void change(void)
{
    cpu_set_t one;
    int in_region[2] = {-1, -1};
    pthread_t other;

    push("allowed", NULL, NULL);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    sched_setaffinity(0, sizeof one, &one);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        in_region[0] = HSPLIT_Bind_push("Core:0", MPI_INFO_NULL);
    }
    test_error(__FILE__, __LINE__, "HSPLIT_Bind_push(in a region)", in_region[0], MPI_ERR_OTHER, "parallel region");
    push("allowed", NULL, NULL);
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        in_region[1] = HSPLIT_Bind_pop();
    }
    test_error(__FILE__, __LINE__, "HSPLIT_Bind_pop(in a region)", in_region[1], MPI_ERR_OTHER, "parallel region");
    THREAD_HAS("the caller", self(), &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
    push("allowed", "hsplit_omp", "keep");
    pthread_create(&other, NULL, pops, NULL);
    pthread_join(other, NULL);
    check_back(__LINE__);
}

/* A child gets the pushed mask, and takes it back for itself alone. */
static void in_child(void)
{
    int status = -1;
    pid_t child;

    push("allowed", NULL, NULL);
    fflush(NULL);
    child = fork();
    if (!child) {
        int popped = HSPLIT_Bind_pop();
        cpu_set_t now = mask_of(self());
        _exit(popped != MPI_SUCCESS || !CPU_EQUAL(&now, &start));
    }
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
    THREAD_HAS("the parent", self(), &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static long resident(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void back_and_forth(long times, const char *key, const char *value)
{
    MPI_Info info = test_info(key, value);

    for (long i = 0; i < times; i++) {
        OK(HSPLIT_Bind_push(i % 2 ? "allowed" : "Core:0", info));
        OK(HSPLIT_Bind_pop());
    }
    MPI_Info_free(&info);
}

/* No leak after this many pushes and pops, and no mask or number that drifts. A team is slow if other programs run on
 * its cores, so only one push in a hundred has a team. */
static void drift(long times)
{
    long before;

    back_and_forth(times / 10, "hsplit_bind_threads", "caller");
    back_and_forth(times / 1000, "hsplit_bind_threads", "team");
    before = resident();
    back_and_forth(times, "hsplit_bind_threads", "caller");
    check_back(__LINE__);
    back_and_forth(times / 100, "hsplit_bind_threads", "team");
    check_back(__LINE__);
    /* Kilobytes. */
    CHECK(resident() - before < 512);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {{"team", team},       {"process", process}, {"caller", caller}, {"spread", spread},
                 {"threads", threads}, {"keep", keep},       {"change", change}, {"fork", in_child}};
    const char *name = argc > 1 ? argv[1] : "", *second = argc > 2 ? argv[2] : "";
    int provided, known = !strcmp(name, "drift");

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    begin(!strcmp(second, "after"));
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (!strcmp(name, tests[i].name) || !strcmp(name, "every")) {
            if (known)
                begin(0);
            tests[i].run();
            known = 1;
        }
    CHECK(known);
    if (!strcmp(name, "drift"))
        drift(*second ? atol(second) : 100000);
    return test_end();
}
