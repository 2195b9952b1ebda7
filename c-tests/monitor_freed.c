/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Another thread has a new communicator of the same handle before the call that frees the old one returns: its messages
 * count to the new one's ranks.
 *
 * A tool loaded after the library (freeing.c) calls this program when the MPI has freed the old one, and returns to the
 * library only after that thread has sent. */
#define _GNU_SOURCE
#include "freeing.h"
#include "monitor.h"

enum { TRIALS = 20 };

static MPI_Group orders[2];
static MPI_Comm comm;

/* With both ranks in another order. (Collective: both ranks make equally many, whichever handles they get.) */
static void make_again(MPI_Comm old)
{
    MPI_Comm others[OTHERS];
    int chosen = -1;

    for (int i = 0; i < OTHERS; i++) {
        PMPI_Comm_create_group(MPI_COMM_WORLD, orders[1], 2, &others[i]);
        if (others[i] == old)
            chosen = i;
    }
    /* Each rank sends to itself, so the other one need not have got the same handle again. */
    comm = chosen < 0 ? others[0] : others[chosen];
    reused += chosen >= 0;
    let_other_thread_call(others);
}

static void send(int count, int dest)
{
    MPI_Request request;

    PMPI_Irecv(&(char[8]){0}, 8, MPI_CHAR, dest, 1, comm, &request);
    OK(MPI_Send("message", count, MPI_CHAR, dest, 1, comm));
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void *sender(void *unused)
{
    (void)unused;
    for (int trial = 0; trial < TRIALS; trial++) {
        pthread_barrier_wait(&turn);
        /* To the other rank, in the old communicator; to itself, in the new one, in which the ranks have changed
         * places. */
        send(3, 1 - rank);
        send(3, 1 - rank);
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        send(5, 1 - rank);
        pthread_barrier_wait(&turn);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    MPI_Group world;
    int provided;

    if (!watch_freeing())
        return 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    begin();
    CHECK(provided == MPI_THREAD_MULTIPLE);
    CHECK_INT(size, 2);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, (int[]){0, 1}, &orders[0]);
    MPI_Group_incl(world, 2, (int[]){1, 0}, &orders[1]);
    pthread_barrier_init(&turn, NULL, 2);
    pthread_create(&thread, NULL, sender, NULL);
    for (int trial = 0; trial < TRIALS; trial++) {
        MPI_Comm old;
        PMPI_Comm_create_group(MPI_COMM_WORLD, orders[0], 1, &old);
        comm = old;
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        is_waited_for = 1;
        OK(MPI_Comm_free(&old));
        CHECK_INT(is_waited_for, 0);
        expect(P2P, 1 - rank, 3);
        expect(P2P, 1 - rank, 3);
        expect(P2P, rank, 5);
    }
    pthread_join(thread, NULL);
    compare("a handle of a communicator that is being freed");
    /* Otherwise nothing was tested. */
    CHECK(reused > 0);
    pthread_barrier_destroy(&turn);
    MPI_Group_free(&orders[0]);
    MPI_Group_free(&orders[1]);
    MPI_Group_free(&world);
    OK(HSPLIT_Monitor_free(&monitor));
    return test_end();
}
