/* SPDX-License-Identifier: MIT OR Apache-2.0
 * masks: the masks of the real machine, by the kernel's account, before, during and after pushes. There is a thread
 * that is bound as the process is, and one that has bound itself. For 2 ranks. */
#define _GNU_SOURCE
#include "quo_test.h"
#include <pthread.h>
#include <sched.h>

static cpu_set_t home, allowed;
static pthread_barrier_t begin, end;

static void *wait_for_end(void *own)
{
    if (own)
        pthread_setaffinity_np(pthread_self(), sizeof(cpu_set_t), own);
    pthread_barrier_wait(&begin);
    pthread_barrier_wait(&end);
    return NULL;
}

static cpu_set_t mask_of(pthread_t thread)
{
    cpu_set_t mask;

    CPU_ZERO(&mask);
    CHECK_INT(pthread_getaffinity_np(thread, sizeof mask, &mask), 0);
    return mask;
}

static void check_mask(int line, cpu_set_t actual, cpu_set_t expected)
{
    check_int(line, "CPU_EQUAL", CPU_EQUAL(&actual, &expected), 1);
}

/* The set that QUO writes. */
static cpu_set_t as_written(const char *list)
{
    cpu_set_t set;
    int first, last, length;

    CPU_ZERO(&set);
    for (; sscanf(list, "%d%n", &first, &length) == 1; list += *list == ',') {
        list += length;
        last = first;
        if (*list == '-' && sscanf(list + 1, "%d%n", &last, &length) == 1)
            list += 1 + length;
        for (int cpu = first; cpu <= last; cpu++)
            CPU_SET(cpu, &set);
    }
    return set;
}

static int first_of(const cpu_set_t *set)
{
    int cpu = 0;

    while (!CPU_ISSET(cpu, set))
        cpu++;
    return cpu;
}

/* The threads that are bound like the process follow, the other one stays. */
static void check_threads(QUO_context q)
{
    pthread_t alike, other;
    cpu_set_t own, pushed;

    CPU_ZERO(&own);
    CPU_SET(first_of(&allowed), &own);
    pthread_barrier_init(&begin, NULL, 3);
    pthread_barrier_init(&end, NULL, 3);
    pthread_create(&alike, NULL, wait_for_end, NULL);
    pthread_create(&other, NULL, wait_for_end, &own);
    pthread_barrier_wait(&begin);
    if (!CPU_EQUAL(&own, &home)) {
        OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_CORE, count_of(q, QUO_OBJ_CORE) - 1));
        pushed = mask_of(pthread_self());
        check_mask(__LINE__, mask_of(alike), pushed);
        check_mask(__LINE__, mask_of(other), own);
        OK(QUO_bind_pop(q));
        check_mask(__LINE__, mask_of(pthread_self()), home);
        check_mask(__LINE__, mask_of(alike), home);
        check_mask(__LINE__, mask_of(other), own);
    }
    pthread_barrier_wait(&end);
    pthread_join(alike, NULL);
    pthread_join(other, NULL);
}

static void check_pushes(QUO_context q)
{
    cpu_set_t all, core;

    check_mask(__LINE__, as_written(binding_of(q)), home);
    CHECK_INT(is_bound(q), !CPU_EQUAL(&home, &allowed));
    OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0));
    all = mask_of(pthread_self());
    check_mask(__LINE__, all, allowed);
    check_mask(__LINE__, as_written(binding_of(q)), all);
    CHECK_INT(is_bound(q), 0);
    for (int i = 0; i < count_of(q, QUO_OBJ_CORE); i++) {
        if (QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_CORE, i) != QUO_SUCCESS)
            continue; /* a core that a cgroup keeps from the process */
        core = mask_of(pthread_self());
        check_mask(__LINE__, as_written(binding_of(q)), core);
        CHECK_INT(is_inside(q, QUO_OBJ_CORE, i), 1);
        OK(QUO_bind_pop(q));
        check_mask(__LINE__, mask_of(pthread_self()), all);
    }
    OK(QUO_bind_pop(q));
    check_mask(__LINE__, mask_of(pthread_self()), home);
}

/* More pushes than the capacity of libquo's stack, and many in a row. */
static void check_many(QUO_context q)
{
    for (int i = 0; i < 200; i++)
        OK(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_MACHINE, -1));
    for (int i = 0; i < 200; i++)
        OK(QUO_bind_pop(q));
    CHECK_INT(QUO_bind_pop(q), QUO_ERR_POP);
    for (int i = 0; i < 10000; i++) {
        OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0));
        OK(QUO_bind_pop(q));
    }
    check_mask(__LINE__, mask_of(pthread_self()), home);
}

/* The others see the binding of a rank that has bound itself without QUO. */
static void check_by_hand(QUO_context q)
{
    cpu_set_t own, all;
    int last = count_of(q, QUO_OBJ_PU) - 1;

    if (CPU_COUNT(&allowed) < 2)
        return;
    OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0));
    all = mask_of(pthread_self());
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 1) {
        CPU_ZERO(&own);
        CPU_SET(first_of(&allowed), &own);
        sched_setaffinity(0, sizeof own, &own);
        CHECK_INT(is_bound(q), 1);
        check_mask(__LINE__, as_written(binding_of(q)), own);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 0) {
        CHECK_TEXT(qids_in(q, QUO_OBJ_MACHINE, 0), "0 1");
        CHECK_TEXT(qids_in(q, QUO_OBJ_PU, last), "0");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 1)
        sched_setaffinity(0, sizeof all, &all);
    OK(QUO_bind_pop(q));
    check_mask(__LINE__, mask_of(pthread_self()), home);
}

int main(int argc, char **argv)
{
    QUO_context q = NULL;
    cpu_set_t all;

    MPI_Init(&argc, &argv);
    home = mask_of(pthread_self());
    memset(&all, 255, sizeof all);
    pthread_setaffinity_np(pthread_self(), sizeof all, &all);
    allowed = mask_of(pthread_self());
    pthread_setaffinity_np(pthread_self(), sizeof home, &home);
    OK(QUO_create(&q, MPI_COMM_WORLD));
    check_mask(__LINE__, mask_of(pthread_self()), home);
    check_pushes(q);
    check_threads(q);
    check_many(q);
    check_by_hand(q);
    OK(QUO_free(q));
    check_mask(__LINE__, mask_of(pthread_self()), home);
    return finished();
}
