/* SPDX-License-Identifier: MIT OR Apache-2.0
 * in-turn SIZES SCHEDULE BYTES...: broadcasts as MagPIe makes them. The first ranks of clusters of SIZES ("31,29,6")
 * send whole messages to each other by MPI_Send, one after the other, in the order of SCHEDULE ("0>1,2/2>3": cluster 0
 * sends to 1 and then to 2). Then each broadcasts inside its cluster. Prints a line for each size: bytes, microseconds.
 *
 * SCALE_SLOW_START=BYTES: each message begins with the slow start of TCP, as on a connection that was idle. Its window
 * is two segments at first, and twice as many after each acknowledgement, up to BYTES, the window of the platform.
 * SCALE_AT_ONCE=1: a cluster sends to all its receivers at the same time. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

static int first[MOST + 1], clusters, senders[MOST], receivers[MOST], sends;

/* Arguments are read without a copy: nothing here writes into them, and all ranks share them. */
static void read_arguments(const char *sizes, const char *schedule)
{
    char *rest = (char *)sizes;
    while (*rest && clusters < MOST) {
        first[clusters + 1] = first[clusters] + (int)strtol(rest, &rest, 10);
        clusters++;
        rest += *rest == ',';
    }
    for (rest = (char *)schedule; *rest && sends < MOST;) {
        int sender = (int)strtol(rest, &rest, 10);
        do {
            senders[sends] = sender;
            receivers[sends++] = (int)strtol(rest + 1, &rest, 10);
        } while (*rest == ',');
        rest += *rest == '/';
    }
}

static int number(const char *variable)
{
    const char *text = getenv(variable);
    return text ? atoi(text) : 0;
}

/* The parts that a slow start sends before the window is open. An empty message acknowledges each part. */
static int begin_slowly(char *bytes, int length, int other, int sending)
{
    enum { SEGMENT = 1448, BYTES = 1, ACKNOWLEDGEMENT };
    int done = 0;
    for (int open = 2 * SEGMENT; open < number("SCALE_SLOW_START") && done < length; open *= 2) {
        int part = open < length - done ? open : length - done;
        if (sending) {
            MPI_Send(bytes + done, part, MPI_BYTE, other, BYTES, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_BYTE, other, ACKNOWLEDGEMENT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(bytes + done, part, MPI_BYTE, other, BYTES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(NULL, 0, MPI_BYTE, other, ACKNOWLEDGEMENT, MPI_COMM_WORLD);
        }
        done += part;
    }
    return done;
}

static void broadcast(char *bytes, int length, int cluster, int rank, MPI_Comm own)
{
    MPI_Request requests[MOST];
    int waiting = 0;
    for (int i = 0; i < sends && rank == first[cluster]; i++)
        if (receivers[i] == cluster) {
            int from = first[senders[i]], done = begin_slowly(bytes, length, from, 0);
            MPI_Recv(bytes + done, length - done, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    for (int i = 0; i < sends && rank == first[cluster]; i++)
        if (senders[i] == cluster) {
            int to = first[receivers[i]], done = begin_slowly(bytes, length, to, 1);
            MPI_Isend(bytes + done, length - done, MPI_BYTE, to, 0, MPI_COMM_WORLD, &requests[waiting++]);
            if (!number("SCALE_AT_ONCE"))
                MPI_Wait(&requests[--waiting], MPI_STATUS_IGNORE);
        }
    MPI_Waitall(waiting, requests, MPI_STATUSES_IGNORE);
    MPI_Bcast(bytes, length, MPI_BYTE, 0, own);
}

int main(int argc, char **argv)
{
    int rank, cluster = 0;
    MPI_Comm own;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    read_arguments(argv[1], argv[2]);
    while (first[cluster + 1] <= rank)
        cluster++;
    MPI_Comm_split(MPI_COMM_WORLD, cluster, rank, &own);
    for (int i = 3; i < argc; i++) {
        int length = atoi(argv[i]);
        char *bytes = calloc(1, length);
        /* The first broadcast creates SMPI's data of a communicator. */
        for (int turn = 0; turn < 2; turn++) {
            double took, most;
            MPI_Barrier(MPI_COMM_WORLD);
            took = -MPI_Wtime();
            broadcast(bytes, length, cluster, rank, own);
            took += MPI_Wtime();
            MPI_Reduce(&took, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
            if (rank == 0 && turn == 1)
                printf("%d %.1f\n", length, most * 1e6);
        }
        free(bytes);
    }
    MPI_Finalize();
    return 0;
}
