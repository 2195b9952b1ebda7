/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Pushes in a process whose functions of OpenMP's names are no runtime (c-tests/stubs.c): bind_stubs
 * lone|nothing|serial|alone|beside. 'beside' has GNU's runtime, too, whose team must be bound and counted. On two
 * processing units or more, with one rank that is bound to one. */
#define _GNU_SOURCE
#include "test.h"
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST = 64 };

static int cores;
static cpu_set_t before, whole;

static void *address_of(const char *name)
{
    return dlsym(RTLD_DEFAULT, name);
}

static void check_mask(int line, const char *what, pid_t thread, const cpu_set_t *expected)
{
    cpu_set_t mask;

    CPU_ZERO(&mask);
    sched_getaffinity(thread, sizeof mask, &mask);
    if (!CPU_EQUAL(&mask, expected) && test_failed(__FILE__, line))
        fprintf(stderr, "%s is bound to %d units, expected %d\n", what, CPU_COUNT(&mask), CPU_COUNT(expected));
}

/* A thread of the program, with the mask of its start. */
static pid_t helper_id;
static pthread_barrier_t both;

static void *help(void *nothing)
{
    (void)nothing;
    helper_id = (pid_t)syscall(SYS_gettid);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&both);
    return NULL;
}

/* The masks in GNU's team. */
static struct {
    int (*number)(void), count, wrong;
} team;

static void look(void *expected)
{
    cpu_set_t mask;

    CPU_ZERO(&mask);
    sched_getaffinity(0, sizeof mask, &mask);
    __atomic_add_fetch(&team.count, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&team.wrong, !CPU_EQUAL(&mask, (cpu_set_t *)expected), __ATOMIC_SEQ_CST);
}

/* How many threads GNU's next team has. */
static int most_of(void *gnu)
{
    int (*most)(void);

    *(void **)&most = dlsym(gnu, "omp_get_max_threads");
    return most ? most() : -1;
}

static void check_team(void *gnu, cpu_set_t *expected, int threads)
{
    void (*parallel)(void (*)(void *), void *, unsigned, unsigned);

    *(void **)&parallel = dlsym(gnu, "GOMP_parallel");
    CHECK(parallel);
    if (!parallel)
        return;
    CHECK_INT(most_of(gnu), threads);
    team.count = team.wrong = 0;
    parallel(look, expected, 0, 0);
    CHECK_INT(team.count, threads);
    CHECK_INT(team.wrong, 0);
}

/* Pushes the whole node and pops again. */
static void check_push(const char *name)
{
    int *told = address_of("stubs_threads"), *calls = address_of("stubs_calls");
    int is_told = strcmp(name, "lone") != 0, by_mask = strcmp(name, "alone") != 0 && is_told;
    /* A number that the process does not report is not returned either. */
    int is_told_back = is_told && strcmp(name, "nothing") != 0;
    void *gnu = strcmp(name, "beside") ? NULL : dlopen("libgomp.so.1", RTLD_NOW | RTLD_NOLOAD);
    /* The binding that the launcher has given. */
    int threads = gnu ? most_of(gnu) : 1;
    pthread_t helper;

    CHECK(told && calls && (gnu || strcmp(name, "beside")));
    if (!told || !calls)
        return;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&helper, NULL, help, NULL);
    pthread_barrier_wait(&both);
    for (int turn = 0; turn < 3; turn++) {
        *calls = 0;
        *told = 1;
        OK(HSPLIT_Bind_push("allowed", MPI_INFO_NULL));
        check_mask(__LINE__, "the caller", 0, &whole);
        check_mask(__LINE__, "another thread", helper_id, by_mask ? &whole : &before);
        CHECK_INT(*told, is_told ? cores : 1);
        if (gnu)
            check_team(gnu, &whole, cores);
        OK(HSPLIT_Bind_pop());
        check_mask(__LINE__, "the caller after the pop", 0, &before);
        check_mask(__LINE__, "another thread after the pop", helper_id, &before);
        CHECK_INT(*told, is_told && !is_told_back ? cores : 1);
        CHECK_INT(*calls, is_told + is_told_back);
        if (gnu)
            check_team(gnu, &before, threads);
    }
    pthread_barrier_wait(&both);
    pthread_join(helper, NULL);
}

static void bind_to_one(void)
{
    cpu_set_t all, one;
    int unit = 0;

    sched_getaffinity(0, sizeof all, &all);
    while (!CPU_ISSET(unit, &all))
        unit++;
    CPU_ZERO(&one);
    CPU_SET(unit, &one);
    sched_setaffinity(0, sizeof one, &one);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    /* Intel MPI gives a rank that is alone all cores. */
    bind_to_one();
    sched_getaffinity(0, sizeof before, &before);
    CHECK_INT(CPU_COUNT(&before), 1);
    OK(HSPLIT_Bind_push("allowed", MPI_INFO_NULL));
    sched_getaffinity(0, sizeof whole, &whole);
    OK(HSPLIT_Bind_get(NULL, 0, &cores, NULL, NULL));
    OK(HSPLIT_Bind_pop());
    CHECK(cores >= 2);
    check_push(argc > 1 ? argv[1] : "");
    return test_end();
}
