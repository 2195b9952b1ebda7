/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Effects of the info keys of placements and shapes, and the progress of parked ranks: phases_keys
 * keys|unaided|one-sided|ahead.
 *
 * 'keys' runs two ranks on the first package of a node of two, where a core has two processing units; the second
 * package has no rank. 'unaided' and 'one-sided' run four ranks on a node, 'ahead' sixteen. */
#define _GNU_SOURCE
#include "phases.h"
#include <unistd.h>

/* ---- keys ---- */

static const struct row {
    const char *share, *key, *value, *shape;
    /* The units that each rank works on; NULL: it is parked. */
    const char *cpus[2];
    int threads[2];
} ROWS[] = {
    {"job", NULL, NULL, "Package", {"0-3", NULL}, {2, 0}},
    {"allowed", NULL, NULL, "Package", {"0-7", NULL}, {4, 0}},
    {"0-1,4-5", NULL, NULL, "Package", {"0-1,4-5", NULL}, {2, 0}},
    {"allowed", "hsplit_adopt", "yes", "Package", {"0-7", NULL}, {4, 0}},
    {"allowed", "hsplit_adopt", "no", "Package", {"0-3", NULL}, {2, 0}},
    {"allowed", NULL, NULL, "Package*2", {"0-3", "4-7"}, {2, 2}},
    {"allowed", "hsplit_adopt", "no", "Package*2", {"0-1", "2-3"}, {1, 1}},
    {"job", "hsplit_smt", "all", "Package", {"0-3", NULL}, {2, 0}},
    {"job", "hsplit_smt", "one", "Package", {"0,2", NULL}, {2, 0}},
    {"job", "hsplit_smt", "threads", "Package", {"0-3", NULL}, {4, 0}},
    {"allowed", "hsplit_smt", "one", "1:", {"0,2,4,6", NULL}, {4, 0}},
    {"allowed", "hsplit_smt", "threads", "1:", {"0-7", NULL}, {8, 0}},
    {"job", "hsplit_root", "1", "Package", {NULL, "0-3"}, {0, 2}},
    {"allowed", "hsplit_root", "1", "root", {NULL, "0-7"}, {0, 4}},
};

static void keys(void)
{
    static const char *const homes[2] = {"0-1", "2-3"};

    for (unsigned at = 0; at < sizeof ROWS / sizeof *ROWS; at++) {
        const struct row *row = ROWS + at;
        const char *own = row->cpus[test_rank()];
        HSPLIT_Placement p = make(MPI_COMM_WORLD, "hsplit_cpus", row->share);
        MPI_Info info = test_info(row->key, row->value);
        int works = -1, threads = -1, before = test_failures;

        OK(HSPLIT_Placement_elect(p, row->shape, info, &works, &threads, NULL, NULL));
        CHECK_INT(works, own != NULL);
        CHECK_INT(threads, row->threads[test_rank()]);
        OK(HSPLIT_Phase_begin(p, row->shape, info, &works, NULL));
        CHECK_INT(works, own != NULL);
        CHECK_BOUND(own ? own : homes[test_rank()]);
        OK(HSPLIT_Phase_end(p));
        CHECK_BOUND(homes[test_rank()]);
        if (test_failures > before)
            fprintf(stderr, "(%s, %s %s, %s)\n", row->share, row->key ? row->key : "no key",
                    row->value ? row->value : "", row->shape);
        MPI_Info_free(&info);
        OK(HSPLIT_Placement_free(&p));
    }
}

/* ---- parked ranks ---- */

/* A parked rank that sleeps takes no part in a long message; one that makes progress does. */
static void unaided(void)
{
    enum { LENGTH = 4 << 20 };
    char *data = calloc(LENGTH, 1);
    int me = test_rank();

    for (int helps = 0; helps < 2; helps++) {
        HSPLIT_Placement p = make(MPI_COMM_WORLD, helps ? "hsplit_progress" : NULL, helps ? "1000" : NULL);
        MPI_Request request = MPI_REQUEST_NULL;
        int works, done = 0;
        double begun;

        if (me == 1)
            MPI_Irecv(data, LENGTH, MPI_CHAR, 0, 7, MPI_COMM_WORLD, &request);
        OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &works, NULL));
        if (works) {
            memset(data, 5 + helps, LENGTH);
            MPI_Isend(data, LENGTH, MPI_CHAR, 1, 7, MPI_COMM_WORLD, &request);
            begun = MPI_Wtime();
            while (!done && MPI_Wtime() < begun + (helps ? 60 : 0.3))
                MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            CHECK_INT(done, helps);
        }
        OK(HSPLIT_Phase_end(p));
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (me == 1)
            CHECK(data[0] == 5 + helps && data[LENGTH - 1] == 5 + helps);
        OK(HSPLIT_Placement_free(&p));
    }
    free(data);
}

/* One-sided accesses to parked ranks proceed if these make progress. */
static void one_sided(void)
{
    enum { LENGTH = 1 << 18 };
    HSPLIT_Placement p = make(MPI_COMM_WORLD, "hsplit_progress", "1000");
    int me = test_rank(), size = test_size(), *window_of, *values = malloc(LENGTH * sizeof *values), works, old = -1;
    const int one = 1;
    MPI_Win window;

    MPI_Win_allocate(LENGTH * sizeof *window_of, sizeof *window_of, MPI_INFO_NULL, MPI_COMM_WORLD, &window_of, &window);
    for (int i = 0; i < LENGTH; i++)
        window_of[i] = 1000 * me + i;
    MPI_Barrier(MPI_COMM_WORLD);
    OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &works, NULL));
    for (int target = 1; works && target < size; target++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, window);
        MPI_Get(values, LENGTH, MPI_INT, target, 0, LENGTH, MPI_INT, window);
        MPI_Win_flush(target, window);
        CHECK(values[0] == 1000 * target && values[LENGTH - 1] == 1000 * target + LENGTH - 1);
        for (int i = 0; i < LENGTH; i++)
            values[i] = -i;
        MPI_Put(values, LENGTH, MPI_INT, target, 0, LENGTH, MPI_INT, window);
        MPI_Win_flush(target, window);
        MPI_Fetch_and_op(&one, &old, MPI_INT, target, 7, MPI_SUM, window);
        MPI_Accumulate(&one, 1, MPI_INT, target, 8, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_unlock(target, window);
        CHECK_INT(old, -7);
    }
    OK(HSPLIT_Phase_end(p));
    MPI_Win_lock(MPI_LOCK_SHARED, me, 0, window);
    for (int i = 0; i < LENGTH; i++)
        if (window_of[i] != (me ? -i + (i == 7 || i == 8) : i)) {
            CHECK_INT(window_of[i], me ? -i + (i == 7 || i == 8) : i);
            break;
        }
    MPI_Win_unlock(me, window);
    MPI_Win_free(&window);
    free(values);
    OK(HSPLIT_Placement_free(&p));
}

/* Most ranks do not wait for the worker of the first phase, and sleep in the second one when rank 2 begins to wait for
 * it. The end of the first phase wakes rank 2, too: otherwise it would sleep for a second in nearly every round. */
static void ahead(void)
{
    enum { ROUNDS = 20 };
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    int works, naps = 0;

    for (int round = 0; round < ROUNDS; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (test_rank() == 2)
            usleep(20000);
        OK(HSPLIT_Phase_begin(p, "1:4", MPI_INFO_NULL, &works, NULL));
        double begun = MPI_Wtime();
        if (works)
            usleep(50000);
        OK(HSPLIT_Phase_end(p));
        naps += MPI_Wtime() - begun > 0.5;
        OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &works, NULL));
        CHECK_INT(works, test_rank() == 0);
        OK(HSPLIT_Phase_end(p));
    }
    CHECK(naps < ROUNDS / 2);
    OK(HSPLIT_Placement_free(&p));
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {
        {"keys", keys}, {"unaided", unaided}, {"one-sided", one_sided}, {"ahead", ahead}};

    MPI_Init(&argc, &argv);
    RUN_TEST(argc > 1 ? argv[1] : "", tests);
    return test_end();
}
