/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* monitor.c: count what ranks send, give them roles that fit it, move the data, and continue. */
#include <hsplit.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 8192, STEPS = 10, LEVELS = 16 };

/* The block that belongs to the role of this process, and that of its partner. */
static double block[POINTS], other[POINTS];

/* Each role exchanges its block with the role that is half of all further on. */
static void iterate(MPI_Comm comm)
{
    int role, size, partner;

    MPI_Comm_rank(comm, &role);
    MPI_Comm_size(comm, &size);
    partner = (role + size / 2) % size;
    for (int step = 0; step < STEPS; step++) {
        MPI_Sendrecv(block, POINTS, MPI_DOUBLE, partner, 0, other, POINTS, MPI_DOUBLE, partner, 0, comm,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < POINTS; i++)
            block[i] += 0.125 * other[i];
    }
}

/* How much of what was sent stayed inside nodes. */
static void report(HSPLIT_Monitor session, const char *when)
{
    const char *types[LEVELS];
    long long inside[LEVELS];
    int rank, depth;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    HSPLIT_Monitor_levels(session, HSPLIT_MONITOR_BYTES, LEVELS, &depth, inside, types);
    for (int i = 0; i < depth - 1 && rank == 0; i++)
        if (!strcmp(types[i], "Machine"))
            printf("rank 0: %s, %lld of %lld KiB stay inside nodes\n", when, inside[i] / 1024,
                   inside[depth - 1] / 1024);
}

int main(int argc, char **argv)
{
    int rank, role, receive_from, send_to;
    double weighted, sum;
    HSPLIT_Monitor session;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < POINTS; i++)
        block[i] = rank + 1;

    HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &session);
    iterate(MPI_COMM_WORLD);
    report(session, "before");

    /* The process on a core keeps its core, and gets another role. */
    HSPLIT_Monitor_reorder(session, MPI_INFO_NULL, &comm, &receive_from, &send_to);
    HSPLIT_Comm_migrate(MPI_COMM_WORLD, comm, block, POINTS, MPI_DOUBLE);
    HSPLIT_Monitor_free(&session);

    HSPLIT_Monitor_start(comm, MPI_INFO_NULL, &session);
    iterate(comm);
    report(session, "after");
    HSPLIT_Monitor_free(&session);

    MPI_Comm_rank(comm, &role);
    weighted = (role + 1) * block[0];
    MPI_Allreduce(&weighted, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    if (rank == 0)
        printf("rank 0: the blocks sum up to %.3f\n", sum);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
