/* SPDX-License-Identifier: MIT OR Apache-2.0
 * asleep [killed]: ranks that wait in QUO_barrier sleep, by the kernel's account, and contexts can be freed without a
 * leak. For ranks of one node; rank 0 inspects the others. 'killed': rank 1 ends, its launcher does not detect it, and
 * the others get an error. */
#define _GNU_SOURCE
#include "quo_test.h"
#include <malloc.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* The state of a process and its processor time in ticks, from /proc. */
static int state_of(pid_t pid, char *state, unsigned long *ticks)
{
    char path[64], line[1024], *rest;
    unsigned long user, system;
    FILE *file;
    size_t length;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!(file = fopen(path, "r")))
        return 0;
    length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    if (!(rest = strrchr(line, ')')))
        return 0;
    if (sscanf(rest, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", state, &user, &system) != 3)
        return 0;
    *ticks = user + system;
    return 1;
}

/* Polls until a process has slept for a tenth of a second without running for a tick. A process that polls never
 * does. */
static void wait_for_sleep(pid_t pid)
{
    const struct timespec pause = {0, 10000000};
    unsigned long ticks = 0, before = 0;
    char state = '?';

    for (int asleep = 0; asleep < 10; asleep++) {
        if (!state_of(pid, &state, &ticks)) {
            failures++;
            return;
        }
        if (state != 'S' || ticks != before)
            asleep = 0;
        before = ticks;
        nanosleep(&pause, NULL);
    }
}

static void check_sleep(QUO_context q)
{
    int pid = (int)getpid(), size, pids[64];

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allgather(&pid, 1, MPI_INT, pids, 1, MPI_INT, MPI_COMM_WORLD);
    for (int round = 0; round < 2; round++) {
        if (world_rank() == 0)
            for (int rank = 1; rank < size; rank++)
                wait_for_sleep(pids[rank]);
        OK(QUO_barrier(q));
    }
    for (int i = 0; i < 1000; i++)
        OK(QUO_barrier(q));
}

/* No rank leaves the barrier before all have entered it. */
static void check_order(QUO_context q)
{
    int *seen = NULL, size, rank = world_rank();
    MPI_Win window;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(rank ? 0 : (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &seen,
                            &window);
    if (rank) {
        MPI_Aint bytes;
        int unit;

        MPI_Win_shared_query(window, 0, &bytes, &unit, &seen);
    } else {
        *seen = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 1; round <= 200; round++) {
        __atomic_fetch_add(seen, 1, __ATOMIC_SEQ_CST);
        OK(QUO_barrier(q));
        CHECK_INT(__atomic_load_n(seen, __ATOMIC_SEQ_CST), round * size);
        OK(QUO_barrier(q));
    }
    MPI_Win_free(&window);
}

static void check_memory(QUO_context q)
{
    size_t before = 0;
    int count;

    for (int i = 0; i < 20000; i++) {
        int *qids = NULL;
        char *words = NULL;

        OK(QUO_qids_in_type(q, QUO_OBJ_MACHINE, 0, &count, &qids));
        OK(QUO_stringify_cbind(q, &words));
        CHECK_INT(malloc_usable_size(qids) >= (size_t)count * sizeof *qids, 1);
        CHECK_INT(malloc_usable_size(words) > strlen(words), 1);
        free(qids);
        free(words);
        if (i == 1000)
            before = mallinfo2().uordblks;
    }
    CHECK_INT(mallinfo2().uordblks < before + 20000, 1);
}

/* Contexts are created and freed. */
static void check_contexts(void)
{
    for (int i = 0; i < 20; i++) {
        QUO_context a = NULL, b = NULL;

        OK(QUO_create(&a, MPI_COMM_WORLD));
        OK(QUO_create(&b, MPI_COMM_WORLD));
        CHECK_INT(a != b, 1);
        OK(QUO_barrier(a));
        OK(QUO_free(a));
        OK(QUO_barrier(b));
        OK(QUO_free(b));
    }
}

static void killed(QUO_context q)
{
    const struct timespec pause = {1, 0};

    OK(QUO_barrier(q));
    if (world_rank() == 1)
        raise(SIGKILL);
    CHECK_INT(QUO_barrier(q), QUO_ERR_SYS);
    if (failures == 0)
        printf("rank %d is told\n", world_rank());
    fflush(stdout);
    nanosleep(&pause, NULL);
    MPI_Abort(MPI_COMM_WORLD, 9);
}

int main(int argc, char **argv)
{
    QUO_context q = NULL;

    MPI_Init(&argc, &argv);
    OK(QUO_create(&q, MPI_COMM_WORLD));
    if (argc > 1 && !strcmp(argv[1], "killed"))
        killed(q);
    check_sleep(q);
    check_order(q);
    check_memory(q);
    OK(QUO_free(q));
    check_contexts();
    return finished();
}
