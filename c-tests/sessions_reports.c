/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program that uses sessions alone, and the output of HSPLIT_SHOW, HSPLIT_SUMMARY and HSPLIT_MONITOR at its end:
 * sessions_reports [whole|pieces|halves|late|differ].
 *
 * Process r of mpi://WORLD sends r + 1 bytes to the next one and to the next but one, twice, and process 0 broadcasts
 * 100 bytes. The communicator of all has the processes in the opposite order, so that its ranks are not their numbers.
 * With 'pieces' there is no communicator of all: each process has one of its own. With 'halves' there are two, of every
 * second process, and nothing needs the library. With 'late' process 1 ends its session 40 seconds after the others.
 * With 'differ' the settings of processes differ: a reduction then still has the right result. Prints so and exits with
 * 77 if the MPI has no sessions. */
#include <hsplit.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Open MPI 5 has sessions, and reports MPI 3.1. */
#if MPI_VERSION < 4 && !(defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5)
int main(void)
{
    puts("this MPI has no sessions");
    return 77;
}
#else
static int process, processes;

/* A communicator of every 'step'-th process from 'first' on, the last one first. */
static MPI_Comm of_every(MPI_Group world, int first, int step)
{
    MPI_Comm comm;
    MPI_Group group;
    int members[64], count = 0;

    for (int i = processes - 1; i >= 0; i--)
        if (i % step == first)
            members[count++] = i;
    MPI_Group_incl(world, count, members, &group);
    MPI_Comm_create_from_group(group, "libhsplit-test", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    return comm;
}

static int pass(MPI_Comm comm)
{
    char out[64] = "", in[64], data[100] = "";
    int size, rank, sum = 0;

    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    /* The next process has the rank before. */
    for (int steps = 1; steps <= 2; steps++)
        for (int round = 0; round < 2; round++)
            MPI_Sendrecv(out, process + 1, MPI_BYTE, (rank - steps + 2 * size) % size, steps, in, sizeof in, MPI_BYTE,
                         (rank + steps) % size, steps, comm, MPI_STATUS_IGNORE);
    MPI_Bcast(data, sizeof data, MPI_BYTE, size - 1, comm);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum != size * (size - 1) / 2;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "whole";
    int step, failed;
    MPI_Session session;
    MPI_Group world;
    MPI_Comm comm, node;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Group_rank(world, &process);
    MPI_Group_size(world, &processes);
    step = !strcmp(mode, "pieces") ? processes : !strcmp(mode, "halves") ? 2 : 1;
    comm = of_every(world, process % step, step);
    MPI_Group_free(&world);
    node = MPI_COMM_NULL;
    if (step != 2)
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &node);
    if (node != MPI_COMM_NULL)
        MPI_Comm_free(&node);
    failed = pass(comm);
    MPI_Comm_free(&comm);
    if (!strcmp(mode, "late") && process == 1)
        sleep(40);
    MPI_Session_finalize(&session);
    /* The values that a process has published are available until it ends. Without a communicator of all, processes end
     * one by one. */
    if (step > 1)
        sleep(3);
    return failed;
}
#endif
