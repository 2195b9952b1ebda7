/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The binding that determines the place of a rank (HSPLIT_BINDING): threads_bound WHO, for two ranks on a node with two
 * cores or more. WHO is the value of the variable. The threads that the MPI has started keep the wide binding of
 * before. */
#define _GNU_SOURCE
#include "test.h"
#include <omp.h>
#include <sched.h>

static cpu_set_t ALLOWED;

/* The only processing unit, of those that were allowed, with this number among them. */
static cpu_set_t unit(int number)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &ALLOWED) && number-- == 0)
            CPU_SET(i, &set);
    return set;
}

static void bind_caller(int number)
{
    cpu_set_t set = unit(number);

    CHECK_INT(sched_setaffinity(0, sizeof set, &set), 0);
}

/* True if this rank is inside a core, by its own table of places. */
static int is_on_core(void)
{
    int me = 0;
    char *level = "";
    MPI_Comm self;
    int is_inside;

    MPI_Comm_split(MPI_COMM_WORLD, test_rank(), 0, &self);
    OK(MPI_Comm_get_min_hlevel(self, 1, &me, &level));
    is_inside = !strcmp(level, "Core");
    MPI_Comm_free(&self);
    return is_inside;
}

int main(int argc, char **argv)
{
    const char *who = argc > 1 ? argv[1] : "threads";
    const int is_caller = !strcmp(who, "caller"), is_process = !strcmp(who, "process");
    int provided, on_core;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    sched_getaffinity(0, sizeof ALLOWED, &ALLOWED);
    CHECK(CPU_COUNT(&ALLOWED) >= 2);

    /* A program that binds itself after MPI_Init. */
    CHECK(!is_on_core());
    bind_caller(test_rank() % 2);
    on_core = is_on_core();
    if (!is_process)
        CHECK(on_core);
    /* With 'process', the MPI's threads count: an MPI that has none leaves the rank on its core. */
    if (!test_rank())
        printf("%s: %s\n", who, on_core ? "on a core" : "not on a core");

        /* Threads of the program that are bound to different cores. */
#pragma omp parallel num_threads(2)
    bind_caller(omp_get_thread_num());
    CHECK_INT(is_on_core(), is_caller);
    /* All of them on one core. */
#pragma omp parallel num_threads(2)
    bind_caller(1);
    CHECK_INT(is_on_core(), on_core);
    return test_end();
}
