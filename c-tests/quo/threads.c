/* SPDX-License-Identifier: MIT OR Apache-2.0
 * threads: two threads of each process query the bindings by one context, and the error handler of MPI_COMM_WORLD is
 * the program's own afterwards. For 4 ranks on one node of two packages of two cores. */
#include "quo_test.h"
#include <pthread.h>

enum { ROUNDS = 2000 };

static QUO_context q;

static void *ask(void *wrong)
{
    for (int round = 0; round < ROUNDS; round++) {
        int bound = -7, count = -7, *ids = NULL, *bad = wrong;
        if (QUO_bound(q, &bound) != QUO_SUCCESS || bound != 1)
            ++*bad;
        if (QUO_qids_in_type(q, QUO_OBJ_CORE, world_rank(), &count, &ids) != QUO_SUCCESS || count != 1 ||
            *ids != world_rank())
            ++*bad;
        free(ids);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int wrong[2] = {0, 0}, provided = -7;
    MPI_Errhandler handler;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK_INT(provided, MPI_THREAD_MULTIPLE);
    OK(QUO_create(&q, MPI_COMM_WORLD));
    for (int i = 0; i < 2; i++)
        pthread_create(threads + i, NULL, ask, wrong + i);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        CHECK_INT(wrong[i], 0);
    }
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    CHECK_INT(handler == MPI_ERRORS_ARE_FATAL, 1);
    MPI_Errhandler_free(&handler);
    OK(QUO_free(q));
    return finished();
}
