/* SPDX-License-Identifier: MIT OR Apache-2.0
 * For programs whose other thread makes calls on a new communicator of the same handle before the call that frees the
 * old one returns. A tool loaded after the library (freeing.c) calls the program when the MPI has freed the old one. */
#ifndef FREEING_H
#define FREEING_H

#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>

enum { OTHERS = 8 };

static pthread_barrier_t turn;
static int is_waited_for, reused;

/* The program's: makes communicators until one has the handle. */
static void make_again(MPI_Comm old);

static void freed(MPI_Comm handle)
{
    if (is_waited_for) {
        is_waited_for = 0;
        make_again(handle);
    }
}

/* The other thread makes its calls on one of the new communicators. */
static void let_other_thread_call(MPI_Comm *others)
{
    pthread_barrier_wait(&turn);
    pthread_barrier_wait(&turn);
    for (int i = 0; i < OTHERS; i++)
        PMPI_Comm_free(&others[i]);
}

/* Returns 0 without the tool. */
static int watch_freeing(void)
{
    void (**after_free)(MPI_Comm) = (void (**)(MPI_Comm))dlsym(RTLD_DEFAULT, "after_free");

    if (after_free)
        *after_free = freed;
    return after_free != NULL;
}

#endif
