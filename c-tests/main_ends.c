/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program whose first thread ends, as pthread_exit permits, while MPI runs in another one: the ranks of a node share
 * memory, and a rank that waits in a phase knows that the others live. */
#include "phases.h"
#include <pthread.h>

static void *run(void *nothing)
{
    HSPLIT_Placement p;
    int worker = -1;

    /* (The first thread has ended by then.) */
    milliseconds(300);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    if (test_rank())
        milliseconds(2500);
    OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    OK(HSPLIT_Phase_end(p));
    OK(HSPLIT_Placement_free(&p));
    exit(test_end());
    return nothing;
}

int main(void)
{
    pthread_t thread;
    int provided;

    /* (MPICH's own shared memory fails if the first thread has ended before.) */
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_create(&thread, NULL, run, NULL);
    pthread_exit(NULL);
}
