/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Real bindings, read at every call: binding bound|free. Two ranks on one node; 'bound' on a core each. */
#define _GNU_SOURCE
#include "test.h"
#include <dirent.h>
#include <sched.h>

static MPI_Comm at_core(void)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("mpi_hw_resource_type", "Core");

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm));
    MPI_Info_free(&info);
    return newcomm;
}

/* A rank that may run on all units of the node is inside nothing smaller. */
static void check_free(void)
{
    MPI_Comm newcomm = MPI_COMM_WORLD, rootscomm = MPI_COMM_WORLD;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &newcomm));
    CHECK(newcomm == MPI_COMM_NULL);
    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, &newcomm, &rootscomm));
    CHECK(newcomm == MPI_COMM_NULL && rootscomm == MPI_COMM_NULL);
    CHECK(at_core() == MPI_COMM_NULL);
}

static void check_bound(void)
{
    int me = test_rank(), comparison;
    MPI_Comm core = at_core(), parent = MPI_COMM_WORLD, newcomm;

    CHECK_MEMBERS(core, &me, 1);
    CHECK_LEVEL(core, "Core", 2, me);
    test_free(&core);
    /* Level by level it ends alone, on the core. */
    for (;;) {
        OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &newcomm));
        if (newcomm == MPI_COMM_NULL)
            break;
        if (parent != MPI_COMM_WORLD)
            MPI_Comm_free(&parent);
        parent = newcomm;
    }
    OK(MPI_Comm_compare(parent, MPI_COMM_SELF, &comparison));
    CHECK_INT(comparison, MPI_CONGRUENT);
    test_free(&parent);
}

/* Moves all threads: the threads of the MPI library count as much as the program's own. */
static void move(const cpu_set_t *set)
{
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;

    while ((task = readdir(tasks)))
        if (task->d_name[0] != '.')
            CHECK_INT(sched_setaffinity(atoi(task->d_name), sizeof *set, set), 0);
    closedir(tasks);
}

/* After a rank moves, the next call finds its new place. */
static void check_moving(void)
{
    int me = test_rank(), both[2] = {0, 1};
    cpu_set_t own, other, all;
    MPI_Comm core;

    CPU_ZERO(&own);
    sched_getaffinity(0, sizeof own, &own);
    MPI_Allreduce(&own, &all, (int)sizeof own, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    /* Rank 1 joins rank 0 on its core ... */
    other = own;
    MPI_Bcast(&other, (int)sizeof other, MPI_BYTE, 0, MPI_COMM_WORLD);
    move(&other);
    core = at_core();
    CHECK_MEMBERS(core, both, 2);
    test_free(&core);
    /* ... is allowed everywhere ... */
    if (me == 1)
        move(&all);
    core = at_core();
    CHECK_MEMBERS(core, &me, me == 0 ? 1 : 0);
    test_free(&core);
    /* ... and returns. */
    move(&own);
    core = at_core();
    CHECK_MEMBERS(core, &me, 1);
    test_free(&core);
}

int main(int argc, char **argv)
{
    int bound = argc > 1 && !strcmp(argv[1], "bound");

    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), 2);
    if (bound) {
        check_bound();
        check_moving();
    } else {
        check_free();
    }
    return test_end();
}
