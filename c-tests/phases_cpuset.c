/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Phases of two ranks in a cpuset that shrinks and grows meanwhile: phases_cpuset FOLDER, the directory of their
 * cgroup. Each rank binds itself to a unit of its own. No phase names a unit that is gone, and the ranks agree in each.
 */
#define _GNU_SOURCE
#include "bind_masks.h"
#include "phases.h"
#include <omp.h>

static const char *folder;
static cpu_set_t units[3];
static char words[3][32];

enum { FIRST = 1, SECOND = 2, BOTH = 3 };

/* The mask of some of the two units. */
static const cpu_set_t *mask(int some)
{
    return &units[some - 1];
}

/* The resource manager leaves some of the two. */
static void leave(int some)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (test_rank() == 1)
        give_to_cpuset(folder, words[some - 1]);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The result of an election for this rank: the threads that it works with, or 0. */
static void check_election(int line, HSPLIT_Placement p, const char *shape, int expected)
{
    int works, threads;

    test_int(__FILE__, line, "HSPLIT_Placement_elect",
             HSPLIT_Placement_elect(p, shape, MPI_INFO_NULL, &works, &threads, NULL, NULL), MPI_SUCCESS);
    test_int(__FILE__, line, "the threads that are elected", works ? threads : 0, expected);
}

/* A phase in which the ranks work on these units; 0: parked. Each rank is once the first to begin it. */
static void phase(int line, HSPLIT_Placement p, const char *shape, int of_first, int of_second)
{
    int some = test_rank() ? of_second : of_first, threads = some ? CPU_COUNT(mask(some)) : 0, size;
    MPI_Comm comm;

    for (int first = 0; first < 2; first++) {
        if (test_rank() != first)
            milliseconds(20);
        test_int(__FILE__, line, "HSPLIT_Phase_begin", HSPLIT_Phase_begin(p, shape, MPI_INFO_NULL, &worker, &comm),
                 MPI_SUCCESS);
        test_int(__FILE__, line, "whether the rank works", worker, some != 0);
        check_election(line, p, shape, threads);
        if (some) {
            thread_has(line, "a worker", self(), mask(some));
            test_int(__FILE__, line, "its threads", omp_get_max_threads(), threads);
            MPI_Comm_size(comm, &size);
            test_int(__FILE__, line, "the workers", size, of_first && of_second ? 2 : 1);
        }
        OK(HSPLIT_Phase_end(p));
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

#define PHASE(p, shape, of_first, of_second) phase(__LINE__, p, shape, of_first, of_second)

static void every_shape(HSPLIT_Placement p, int root, int of_first, int of_second)
{
    PHASE(p, "root", root, 0);
    PHASE(p, "1:", root, 0);
    PHASE(p, "all", of_first, of_second);
    PHASE(p, "2:", of_first, of_second);
    PHASE(p, "PU", of_first, of_second);
    PHASE(p, "1:1", FIRST & root ? FIRST : SECOND, 0);
}

/* Two units, and each rank on its own. */
static void take_units(void)
{
    int numbers[2], count = 0;

    for (int unit = 0; unit < CPU_SETSIZE && count < 2; unit++)
        if (CPU_ISSET(unit, &all))
            numbers[count++] = unit;
    CHECK_INT(count, 2);
    for (int some = FIRST; some <= BOTH; some++) {
        CPU_ZERO(&units[some - 1]);
        for (int i = 0; i < 2; i++)
            if (some & 1 << i)
                CPU_SET(numbers[i], &units[some - 1]);
        words_of(mask(some), words[some - 1], sizeof words[0]);
    }
    CHECK_INT(sched_setaffinity(0, sizeof(cpu_set_t), mask(test_rank() ? SECOND : FIRST)), 0);
}

int main(int argc, char **argv)
{
    HSPLIT_Placement p, wide;

    MPI_Init(&argc, &argv);
    begin(0);
    folder = argc > 1 ? argv[1] : ".";
    take_units();
    leave(BOTH);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    wide = make(MPI_COMM_WORLD, "hsplit_cpus", "allowed");
    every_shape(p, BOTH, FIRST, SECOND);
    leave(FIRST);
    /* Until the next phase all ranks use their old results. */
    check_election(__LINE__, p, "1:", test_rank() ? 0 : 2);
    /* The second rank has lost its unit; it stays a worker if it was one. */
    every_shape(p, FIRST, FIRST, FIRST);
    every_shape(wide, FIRST, FIRST, FIRST);
    leave(SECOND);
    every_shape(p, SECOND, SECOND, SECOND);
    leave(BOTH);
    every_shape(p, BOTH, FIRST, SECOND);
    every_shape(wide, BOTH, FIRST, SECOND);
    /* Another placement elects anew. */
    leave(FIRST);
    OK(HSPLIT_Placement_free(&p));
    p = make(MPI_COMM_WORLD, NULL, NULL);
    PHASE(p, "PU", FIRST, 0);
    leave(BOTH);
    OK(HSPLIT_Placement_free(&wide));
    OK(HSPLIT_Placement_free(&p));
    return test_end();
}
