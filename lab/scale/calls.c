/* SPDX-License-Identifier: MIT OR Apache-2.0
 * calls OPERATIONS SIZES: collective calls, the MPI's own against those through the library, as 'hsplit-bench calls'
 * measures them. It is a hundredth of hsplit-bench's size: each of a thousand ranks has a copy of it. Both arguments
 * are lists with commas; sizes are those of a rank's share in allgather and alltoall. Ranks have the order of their
 * numbers. Prints "OPERATION,SIZE,NATIVE us,LIBRARY us,RATIO,MESSAGES,MESSAGES,BYTES,BYTES,RIGHT", the native call's
 * messages and bytes first; they need count.cpp. */
#include "together.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Microseconds in which no rank calls anything, before and after a call. They are enough for all ranks of a grid to
 * learn when to start. */
enum { REST_US = 200000 };

void scale_counted(double *messages, double *bytes) __attribute__((weak));

static int rank, ranks, *from, *to;

typedef void call_function(int count);

#define BOTH(name, arguments)                                                                                          \
    static void native_##name(int count)                                                                               \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        PMPI_##name arguments;                                                                                         \
    }                                                                                                                  \
    static void library_##name(int count)                                                                              \
    {                                                                                                                  \
        (void)count;                                                                                                   \
        MPI_##name arguments;                                                                                          \
    }

BOTH(Bcast, (to, count, MPI_INT, 0, MPI_COMM_WORLD))
BOTH(Reduce, (from, to, count, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD))
BOTH(Allreduce, (from, to, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD))
BOTH(Allgather, (from, count, MPI_INT, to, count, MPI_INT, MPI_COMM_WORLD))
BOTH(Alltoall, (from, count, MPI_INT, to, count, MPI_INT, MPI_COMM_WORLD))
BOTH(Barrier, (MPI_COMM_WORLD))

static const struct operation {
    const char *name;
    call_function *calls[2];
    /* The numbers of blocks that a rank sends and receives. */
    int of_all_from, of_all_to;
} operations[] = {
    {"bcast", {native_Bcast, library_Bcast}, 0, 0},
    {"reduce", {native_Reduce, library_Reduce}, 0, 0},
    {"allreduce", {native_Allreduce, library_Allreduce}, 0, 0},
    {"allgather", {native_Allgather, library_Allgather}, 0, 1},
    {"alltoall", {native_Alltoall, library_Alltoall}, 1, 1},
    {"barrier", {native_Barrier, library_Barrier}, 0, 0},
};

static int value(int from_rank, int to_rank, int i)
{
    return from_rank * 7 + to_rank * 3 + i % 11;
}

static void fill(const struct operation *of, int count)
{
    int blocks = of->of_all_from ? ranks : 1;
    for (int block = 0; block < blocks; block++)
        for (int i = 0; i < count; i++)
            from[block * count + i] = value(rank, block, i);
    memset(to, 0xff, sizeof(int) * count * (of->of_all_to ? ranks : 1));
    if (!strcmp(of->name, "bcast") && rank == 0)
        memcpy(to, from, sizeof(int) * count);
}

static int is_right(const struct operation *of, int count)
{
    long all = (long)ranks * (ranks - 1) / 2 * 7;
    if (!strcmp(of->name, "barrier") || (!strcmp(of->name, "reduce") && rank != 0))
        return 1;
    for (int block = 0; block < (of->of_all_to ? ranks : 1); block++)
        for (int i = 0; i < count; i++) {
            int expected = value(block, of->of_all_from ? rank : 0, i);
            if (strstr(of->name, "reduce"))
                expected = (int)(all + (long)ranks * (i % 11));
            if (to[block * count + i] != expected)
                return 0;
        }
    return 1;
}

/* The time of one call from a common start to its end on the last rank. */
static double once(call_function *call, int count, double counted[2])
{
    double start = start_together(1e-6 * REST_US), took, longest, before[2] = {0, 0}, after[2] = {0, 0};
    if (rank == 0 && scale_counted)
        scale_counted(&before[0], &before[1]);
    call(count);
    took = PMPI_Wtime() - start;
    rest_before_counting(rank, 1e-6 * REST_US);
    if (rank == 0 && scale_counted)
        scale_counted(&after[0], &after[1]);
    for (int i = 0; i < 2; i++)
        counted[i] = after[i] - before[i];
    PMPI_Reduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return longest * 1e6;
}

static void compare(const struct operation *of, int bytes)
{
    double took[2], counted[2][2];
    int count = bytes / (int)sizeof(int), right[2] = {1, 1}, everywhere[2];
    from = malloc(sizeof(int) * (size_t)(count + 1) * (of->of_all_from ? ranks : 1));
    to = malloc(sizeof(int) * (size_t)(count + 1) * (of->of_all_to ? ranks : 1));
    for (int which = 0; which < 2; which++) {
        fill(of, count);
        of->calls[which](count);
        right[which] = is_right(of, count);
        took[which] = once(of->calls[which], count, counted[which]);
    }
    PMPI_Allreduce(right, everywhere, 2, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s,%d,%.3f,%.3f,%.3f,%.0f,%.0f,%.0f,%.0f,%s\n", of->name, bytes, took[0], took[1], took[0] / took[1],
               counted[0][0], counted[1][0], counted[0][1], counted[1][1],
               everywhere[0] && everywhere[1] ? "yes" : "NO");
    fflush(stdout);
    free(from);
    free(to);
}

static void measure(const struct operation *of, const char *sizes)
{
    for (const char *size = sizes; size; size = strchr(size, ',')) {
        size += *size == ',';
        compare(of, strcmp(of->name, "barrier") ? atoi(size) : 0);
        if (!strcmp(of->name, "barrier"))
            return;
    }
}

/* True if a name is in a list with commas. */
static int is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *word = list; word; word = strchr(word, ',')) {
        word += *word == ',';
        if (!strncmp(word, name, length) && (!word[length] || word[length] == ','))
            return 1;
    }
    return 0;
}

int main(int arguments, char **argument)
{
    MPI_Init(&arguments, &argument);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (size_t i = 0; arguments > 2 && i < sizeof operations / sizeof *operations; i++)
        if (is_listed(argument[1], operations[i].name))
            measure(&operations[i], argument[2]);
    return MPI_Finalize();
}
