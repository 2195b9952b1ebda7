/* SPDX-License-Identifier: MIT OR Apache-2.0
 * latency [BYTES [ROUNDS]]: the time of a message of this many bytes (1) from rank 0 to each other rank, as half of a
 * round trip, the shortest and the median of 41: a line 'n0 n1 501.2 508.9', in microseconds. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 3 };

static int bytes = 1, rounds = 41;
static char *message;

static double round_trip(int me, int other)
{
    double start = MPI_Wtime();

    if (me == 0)
        MPI_Send(message, bytes, MPI_CHAR, other, 0, MPI_COMM_WORLD);
    MPI_Recv(message, bytes, MPI_CHAR, me == 0 ? other : 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me != 0)
        MPI_Send(message, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static void measure(int me, int other, const char *from, const char *to)
{
    double *times = malloc((size_t)rounds * sizeof *times);

    for (int i = -WARM_UP; i < rounds; i++) {
        double time = round_trip(me, other);
        if (i >= 0)
            times[i] = time / 2 * 1e6;
    }
    qsort(times, (size_t)rounds, sizeof *times, compare);
    if (me == 0)
        printf("%s %s %.1f %.1f\n", from, to, times[0], times[rounds / 2]);
    free(times);
}

int main(int argc, char **argv)
{
    int me, size, length;
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    char *names;

    MPI_Init(&argc, &argv);
    if (argc > 1)
        bytes = atoi(argv[1]);
    if (argc > 2)
        rounds = atoi(argv[2]);
    message = calloc((size_t)bytes, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Get_processor_name(name, &length);
    names = malloc((size_t)size * sizeof name);
    MPI_Allgather(name, sizeof name, MPI_CHAR, names, sizeof name, MPI_CHAR, MPI_COMM_WORLD);
    for (int other = 1; other < size; other++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (me == 0 || me == other)
            measure(me, other, names, names + (size_t)other * sizeof name);
    }
    free(names);
    free(message);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
