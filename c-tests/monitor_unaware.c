/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program that does not know the library, whose messages HSPLIT_MONITOR counts: monitor_unaware [threads].
 *
 * Rank r sends r + 1 bytes to the next one and to the next but one, twice, and rank 0 broadcasts 100 bytes. With
 * 'threads' another thread sends to the next but one, where the MPI lets it. */
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static int rank, size;

static void pass(int steps, int tag)
{
    char out[64] = "", in[64];

    for (int round = 0; round < 2; round++)
        MPI_Sendrecv(out, rank + 1, MPI_BYTE, (rank + steps) % size, tag, in, sizeof in, MPI_BYTE,
                     (rank + size - steps) % size, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void *second(void *unused)
{
    pass(2, 2);
    return unused;
}

int main(int argc, char **argv)
{
    char data[100] = "";
    int threads = argc > 1 && !strcmp(argv[1], "threads"), provided;
    pthread_t other;

    MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    threads = threads && provided == MPI_THREAD_MULTIPLE;
    if (threads)
        pthread_create(&other, NULL, second, NULL);
    pass(1, 1);
    if (threads)
        pthread_join(other, NULL);
    else
        pass(2, 2);
    MPI_Bcast(data, sizeof data, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
