/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program that is unaware of the library, whose messages HSPLIT_MONITOR counts:
 * monitor_unaware [threads|session|forgets].
 *
 * Rank r sends r + 1 bytes to the next one and to the next but one, twice, and rank 0 broadcasts 100 bytes. With
 * 'threads' another thread sends to the next but one, if the MPI supports that. With 'session' there is a session
 * around the program, and a barrier in it before MPI_Init; if the MPI has no sessions, it prints that and exits with
 * 77. With 'forgets' rank 0 removes the variable after MPI_Init. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Open MPI 5 has sessions, and reports MPI 3.1. */
#if MPI_VERSION >= 4 || (defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5)
static MPI_Session session;

static int begin_session(void)
{
    MPI_Group group;
    MPI_Comm comm;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "libhsplit-test", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    return 1;
}

static void end_session(void)
{
    MPI_Session_finalize(&session);
}
#else
static int begin_session(void)
{
    puts("this MPI has no sessions");
    return 0;
}

static void end_session(void)
{
}
#endif

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
    int in_session = argc > 1 && !strcmp(argv[1], "session");
    pthread_t other;

    if (in_session && !begin_session())
        return 77;
    MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && !strcmp(argv[1], "forgets") && rank == 0)
        unsetenv("HSPLIT_MONITOR");
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
    if (in_session)
        end_session();
    return 0;
}
