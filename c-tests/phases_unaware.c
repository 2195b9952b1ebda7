/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Phases and sleeping barriers of programs that are unaware of the library: phases_unaware
 * control|control-some|control-left-out|messages|wait. */
#include "phases.h"
#include <sys/resource.h>

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

/* Rank 1 lacks HSPLIT_PHASES: the others have phases, without its core. */
static void control_some(void)
{
    const char *package[] = {"0", "1", "2-3", "3"};
    int me = test_rank();

    OK(MPI_Pcontrol(1));
    CHECK_BOUND(package[me]);
    OK(MPI_Pcontrol(-1));
    CHECK_BOUND(CORES[me]);
}

/* HSPLIT_PHASES='1=nowhere;2=Package': phases that the node cannot have are left out, whatever the error handler. */
static void control_left_out(void)
{
    const char *package[] = {"0-1", "1", "2-3", "3"};
    int me = test_rank();
    struct rlimit limit;
    rlim_t before;

    /* No file may have any bytes, also no memory file. */
    getrlimit(RLIMIT_FSIZE, &limit);
    before = limit.rlim_cur;
    limit.rlim_cur = 0;
    CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
    OK(MPI_Pcontrol(2));
    limit.rlim_cur = before;
    CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
    CHECK_BOUND(CORES[me]);
    OK(MPI_Pcontrol(-2));
    for (int round = 0; round < 2; round++) {
        OK(MPI_Pcontrol(1));
        CHECK_BOUND(CORES[me]);
        OK(MPI_Pcontrol(-1));
        OK(MPI_Pcontrol(2));
        CHECK_BOUND(package[me]);
        OK(MPI_Pcontrol(-2));
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(MPI_Pcontrol(-1), MPI_ERR_ARG, "is in no phase");
    MPI_Barrier(MPI_COMM_WORLD);
}

/* HSPLIT_PHASES=1=Package: ranks 1 and 3 sleep while they receive, and while their windows are accessed. */
static void messages(void)
{
    enum { COUNT = 300000 };
    int me = test_rank(), is_worker = me % 2 == 0, one = 1, *data = malloc(COUNT * sizeof *data), *window;
    MPI_Win win;

    MPI_Alloc_mem(sizeof *window, MPI_INFO_NULL, &window);
    *window = 0;
    MPI_Win_create(window, sizeof *window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int round = 0; round < 3; round++) {
        MPI_Request request = MPI_REQUEST_NULL;

        for (int i = 0; i < COUNT; i++)
            data[i] = is_worker ? i + round : -1;
        if (!is_worker)
            MPI_Irecv(data, COUNT, MPI_INT, me - 1, 0, MPI_COMM_WORLD, &request);
        OK(MPI_Pcontrol(1));
        if (is_worker) {
            OK(MPI_Send(data, COUNT, MPI_INT, me + 1, 0, MPI_COMM_WORLD));
            MPI_Win_lock(MPI_LOCK_SHARED, me + 1, 0, win);
            OK(MPI_Accumulate(&one, 1, MPI_INT, me + 1, 0, 1, MPI_INT, MPI_SUM, win));
            MPI_Win_unlock(me + 1, win);
        }
        OK(MPI_Pcontrol(-1));
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < COUNT; i += 997)
            CHECK_INT(data[i], i + round);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
    CHECK_INT(*window, is_worker ? 0 : 3);
    MPI_Win_unlock(me, win);
    MPI_Win_free(&win);
    MPI_Free_mem(window);
    free(data);
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

int main(int argc, char **argv)
{
    static const struct test tests[] = {
        {"control", control},   {"control-some", control_some}, {"control-left-out", control_left_out},
        {"messages", messages}, {"wait", wait_asleep},
    };

    MPI_Init(&argc, &argv);
    RUN_TEST(argc > 1 ? argv[1] : "", tests);
    return test_end();
}
