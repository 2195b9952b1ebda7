/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI_THREAD_MULTIPLE: threads that split different communicators at the same time, two levels deep: threads [rounds].
 * Four ranks on the cores of one node of two packages. */
#include "test.h"
#include <pthread.h>

#define THREADS 4

static int rounds = 100;

static pthread_mutex_t failing = PTHREAD_MUTEX_INITIALIZER;

static void require(int holds, const char *what, int round)
{
    if (holds)
        return;
    pthread_mutex_lock(&failing);
    if (test_failed(__FILE__, __LINE__))
        fprintf(stderr, "%s in round %d\n", what, round);
    pthread_mutex_unlock(&failing);
}

static int has(MPI_Comm comm, int first, int count)
{
    int ranks[8];

    if (comm == MPI_COMM_NULL || test_world_ranks(comm, ranks, 8) != count)
        return 0;
    for (int i = 0; i < count; i++)
        if (ranks[i] != first + i)
            return 0;
    return 1;
}

static void *split(void *argument)
{
    MPI_Comm world = *(MPI_Comm *)argument, package, core, none, roots;
    int me = test_rank(), siblings, index, pair[2] = {0, 1};
    char *type;

    for (int round = 0; round < rounds; round++) {
        roots = none = MPI_COMM_NULL;
        MPI_Comm_split_type(world, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &package);
        require(has(package, me / 2 * 2, 2), "the package has other members", round);
        if (package == MPI_COMM_NULL)
            break;
        MPI_Comm_hsplit_with_roots(package, MPI_INFO_NULL, &core, &roots);
        require(has(core, me, 1), "the core has other members", round);
        require(has(roots, me / 2 * 2, 2), "the roots are others", round);
        MPI_Comm_get_hlevel_info(package, &siblings, &index, &type);
        require(siblings == 2 && index == me / 2 && !strcmp(type, "Package"), "the package's info", round);
        MPI_Comm_get_min_hlevel(package, 2, pair, &type);
        require(!strcmp(type, "Package"), "the lowest level", round);
        if (core != MPI_COMM_NULL)
            MPI_Comm_split_type(core, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &none);
        require(none == MPI_COMM_NULL, "below the core", round);
        test_free(&roots);
        test_free(&core);
        test_free(&package);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    MPI_Comm worlds[THREADS];
    pthread_t threads[THREADS];
    int provided;

    if (argc > 1)
        rounds = atoi(argv[1]);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        if (test_rank() == 0)
            puts("this MPI has no MPI_THREAD_MULTIPLE");
        return test_end();
    }
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &worlds[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, split, &worlds[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&worlds[i]);
    return test_end();
}
