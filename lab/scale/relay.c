/* SPDX-License-Identifier: MIT OR Apache-2.0
 * relay SEGMENT COUNT RANK RANK...: a message of COUNT segments of SEGMENT bytes from the first of these ranks to the
 * next and so on. Each rank forwards a segment when it has received it, with up to 8 receives pending, as the library
 * does. Prints the microseconds from the start of the first rank to the end of the last one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { WINDOW = 8 };

static int segment, count;

static void receive(char *bytes, int number, int from, MPI_Request *request)
{
    MPI_Irecv(bytes + (size_t)number * segment, segment, MPI_BYTE, from, 0, MPI_COMM_WORLD, request);
}

static void send(char *bytes, int number, int to, MPI_Request *request)
{
    MPI_Isend(bytes + (size_t)number * segment, segment, MPI_BYTE, to, 0, MPI_COMM_WORLD, request);
}

/* Forwards the message; a missing neighbour is MPI_PROC_NULL. */
static void pass(char *bytes, int from, int to, MPI_Request *receives, MPI_Request *sends)
{
    for (int number = 0; number < count && number < WINDOW; number++)
        receive(bytes, number, from, &receives[number]);
    for (int number = 0; number < count; number++) {
        MPI_Wait(&receives[number], MPI_STATUS_IGNORE);
        if (number + WINDOW < count)
            receive(bytes, number + WINDOW, from, &receives[number + WINDOW]);
        send(bytes, number, to, &sends[number]);
    }
    MPI_Waitall(count, sends, MPI_STATUSES_IGNORE);
}

int main(int arguments, char **argument)
{
    int rank, place = 0;
    double begin = 0, end;
    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    segment = atoi(argument[1]);
    count = atoi(argument[2]);
    for (int i = 3; i < arguments; i++)
        if (atoi(argument[i]) == rank)
            place = i;
    if (place) {
        char *bytes = calloc(count, segment);
        MPI_Request *requests = malloc(2 * count * sizeof *requests);
        int from = place > 3 ? atoi(argument[place - 1]) : MPI_PROC_NULL;
        int to = place + 1 < arguments ? atoi(argument[place + 1]) : MPI_PROC_NULL;
        begin = MPI_Wtime();
        pass(bytes, from, to, requests, requests + count);
        free(requests);
        free(bytes);
    }
    end = place == arguments - 1 ? MPI_Wtime() : 0;
    begin = place == 3 ? begin : 0;
    MPI_Allreduce(MPI_IN_PLACE, &begin, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.0f\n", (end - begin) * 1e6);
    return MPI_Finalize();
}
