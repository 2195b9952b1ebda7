/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The masks of a worker's OpenMP threads in a phase: phases_team before|after. Two ranks on a core each; with 'after'
 * a parallel region precedes the first phase. 'home UNITS' is one rank whose initial thread the runtime has bound to a
 * place; it may use this number of processing units. */
#define _GNU_SOURCE
#include "bind_masks.h"
#include <omp.h>

/* All places are the rank's, although none of its threads is there yet. */
static void home(int units)
{
    MPI_Info info = test_info("hsplit_smt", "threads");
    HSPLIT_Placement p;
    int worker, threads;

    OK(HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &p));
    OK(HSPLIT_Placement_elect(p, "all", info, &worker, &threads, NULL, NULL));
    CHECK_INT(worker, 1);
    CHECK_INT(threads, units);
    OK(HSPLIT_Placement_free(&p));
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    HSPLIT_Placement p;
    cpu_set_t both[2], share;
    int worker;

    MPI_Init(&argc, &argv);
    if (argc > 2) {
        home(atoi(argv[2]));
        return test_end();
    }
    begin(argc > 1 && !strcmp(argv[1], "after"));
    MPI_Allgather(&start, sizeof start, MPI_BYTE, both, sizeof start, MPI_BYTE, MPI_COMM_WORLD);
    CPU_OR(&share, both, both + 1);
    OK(HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &p));
    for (int round = 0; round < 5; round++) {
        OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
        CHECK_INT(worker, test_rank() == 0);
        THREAD_HAS("the caller in a phase", self(), worker ? &share : &start);
        if (worker) {
            int ids[MOST], threads = omp_get_max_threads(), count;
            CHECK_INT(threads, 2);
            count = team_of(threads, ids);
            CHECK_INT(count, 2);
            CHECK(!is_of(ids, 1, ids[1]));
            for (int i = 0; i < count; i++)
                THREAD_HAS("a thread of the worker's team", ids[i], &share);
        }
        OK(HSPLIT_Phase_end(p));
        check_back(__LINE__);
    }
    OK(HSPLIT_Placement_free(&p));
    return test_end();
}
