/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Hardware counters and the time of each MPI call, as in figure 3.9 of Mercier's thesis: a library to be preloaded into
 * any C program, before libhsplit. At the end rank 0 prints a table, the sums of all ranks. Counters that the kernel
 * does not have are left out, and a line names them. They count the thread that has started MPI, in the kernel too if
 * that is allowed. Times include the reading of the counters; the last line prints its time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_CALLS = 64, READINGS = 1000 };

static const struct counter {
    const char *name;
    unsigned type;
    unsigned long long config;
} counters[] = {
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"last-level accesses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {"last-level misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"stalled cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"page faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
};

enum { COUNTERS = sizeof counters / sizeof *counters };

/* The columns of a call: the number of calls, nanoseconds, counters. */
static struct call {
    const char *name;
    long long sums[2 + COUNTERS];
} calls[MOST_CALLS];

/* Files of the counters, and the reason if there is none. */
static int files[COUNTERS], reasons[COUNTERS], count_of_calls;
static _Thread_local int depth;

static void open_counters(void)
{
    for (int i = 0; i < COUNTERS; i++) {
        struct perf_event_attr attributes = {
            .type = counters[i].type, .size = sizeof attributes, .config = counters[i].config};
        files[i] = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
        /* Users may count their own work outside the kernel. */
        attributes.exclude_kernel = attributes.exclude_hv = 1;
        if (files[i] < 0 && (errno == EACCES || errno == EPERM))
            files[i] = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
        reasons[i] = files[i] < 0 ? errno : 0;
    }
}

static void read_all(long long *values)
{
    values[1] = (long long)(PMPI_Wtime() * 1e9);
    for (int i = 0; i < COUNTERS; i++)
        if (files[i] <= 0 || read(files[i], &values[2 + i], sizeof *values) != sizeof *values)
            values[2 + i] = 0;
}

static void add(struct call *call, const long long *before)
{
    long long after[2 + COUNTERS];
    read_all(after);
    call->sums[0]++;
    for (int i = 1; i < 2 + COUNTERS; i++)
        call->sums[i] += after[i] - before[i];
}

static void show(void)
{
    long long sums[MOST_CALLS][2 + COUNTERS], mine[MOST_CALLS][2 + COUNTERS], values[2 + COUNTERS];
    int rank, missing[COUNTERS], lacks = 0;
    double begin = PMPI_Wtime(), took;
    for (int i = 0; i < READINGS; i++)
        read_all(values);
    took = (PMPI_Wtime() - begin) / READINGS;
    for (int nth = 0; nth < count_of_calls; nth++)
        memcpy(mine[nth], calls[nth].sums, sizeof *mine);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Reduce(mine, sums, count_of_calls * (2 + COUNTERS), MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    PMPI_Reduce(reasons, missing, COUNTERS, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank != 0)
        return;
    printf("| call | calls | time, ms |");
    for (int i = 0; i < COUNTERS; i++)
        if (!missing[i])
            printf(" %s |", counters[i].name);
    printf("\n|---|---|---|");
    for (int i = 0; i < COUNTERS; i++)
        if (!missing[i])
            printf("---|");
    for (int nth = 0; nth < count_of_calls; nth++) {
        if (sums[nth][0] == 0)
            continue;
        printf("\n| `MPI_%s` | %lld | %.2f |", calls[nth].name, sums[nth][0], (double)sums[nth][1] * 1e-6);
        for (int i = 0; i < COUNTERS; i++)
            if (!missing[i])
                printf(" %lld |", sums[nth][2 + i]);
    }
    printf("\n\n");
    for (int i = 0; i < COUNTERS; i++)
        if (missing[i])
            printf("%s%s", lacks++ ? ", " : "counters: the kernel has no ", counters[i].name);
    for (int i = 0; i < COUNTERS; i++)
        if (missing[i]) {
            printf(": %s\n", strerror(missing[i]));
            break;
        }
    printf("counters: a reading takes %.2f us; each call has two\n", took * 1e6);
    fflush(stdout);
}

/* All calls have a row from the start, in one order on all ranks. */
static struct call *row(const char *name)
{
    calls[count_of_calls].name = name;
    return &calls[count_of_calls++];
}

#define CALL(NAME, PARAMETERS, ARGUMENTS)                                                                              \
    static struct call *row_##NAME;                                                                                    \
    __attribute__((constructor)) static void name_##NAME(void)                                                         \
    {                                                                                                                  \
        row_##NAME = row(#NAME);                                                                                       \
    }                                                                                                                  \
    int MPI_##NAME PARAMETERS                                                                                          \
    {                                                                                                                  \
        static int(*next) PARAMETERS;                                                                                  \
        long long before[2 + COUNTERS];                                                                                \
        int result;                                                                                                    \
        if (!next)                                                                                                     \
            *(void **)&next = dlsym(RTLD_NEXT, "MPI_" #NAME);                                                          \
        if (depth++ == 0)                                                                                              \
            read_all(before);                                                                                          \
        result = next ARGUMENTS;                                                                                       \
        if (--depth == 0)                                                                                              \
            add(row_##NAME, before);                                                                                   \
        return result;                                                                                                 \
    }

CALL(Send, (const void *a, int b, MPI_Datatype c, int d, int e, MPI_Comm f), (a, b, c, d, e, f))
CALL(Recv, (void *a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Status *g), (a, b, c, d, e, f, g))
CALL(Isend, (const void *a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request *g), (a, b, c, d, e, f, g))
CALL(Irecv, (void *a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request *g), (a, b, c, d, e, f, g))
CALL(Sendrecv,
     (const void *a, int b, MPI_Datatype c, int d, int e, void *f, int g, MPI_Datatype h, int i, int j, MPI_Comm k,
      MPI_Status *l),
     (a, b, c, d, e, f, g, h, i, j, k, l))
CALL(Wait, (MPI_Request * a, MPI_Status *b), (a, b))
CALL(Waitall, (int a, MPI_Request *b, MPI_Status *c), (a, b, c))
CALL(Waitany, (int a, MPI_Request *b, int *c, MPI_Status *d), (a, b, c, d))
CALL(Test, (MPI_Request * a, int *b, MPI_Status *c), (a, b, c))
CALL(Probe, (int a, int b, MPI_Comm c, MPI_Status *d), (a, b, c, d))
CALL(Iprobe, (int a, int b, MPI_Comm c, int *d, MPI_Status *e), (a, b, c, d, e))
CALL(Barrier, (MPI_Comm a), (a))
CALL(Bcast, (void *a, int b, MPI_Datatype c, int d, MPI_Comm e), (a, b, c, d, e))
CALL(Reduce, (const void *a, void *b, int c, MPI_Datatype d, MPI_Op e, int f, MPI_Comm g), (a, b, c, d, e, f, g))
CALL(Allreduce, (const void *a, void *b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f), (a, b, c, d, e, f))
CALL(Gather, (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, int g, MPI_Comm h),
     (a, b, c, d, e, f, g, h))
CALL(Gatherv,
     (const void *a, int b, MPI_Datatype c, void *d, const int *e, const int *f, MPI_Datatype g, int h, MPI_Comm i),
     (a, b, c, d, e, f, g, h, i))
CALL(Scatter, (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, int g, MPI_Comm h),
     (a, b, c, d, e, f, g, h))
CALL(Scatterv,
     (const void *a, const int *b, const int *c, MPI_Datatype d, void *e, int f, MPI_Datatype g, int h, MPI_Comm i),
     (a, b, c, d, e, f, g, h, i))
CALL(Allgather, (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, MPI_Comm g),
     (a, b, c, d, e, f, g))
CALL(Allgatherv,
     (const void *a, int b, MPI_Datatype c, void *d, const int *e, const int *f, MPI_Datatype g, MPI_Comm h),
     (a, b, c, d, e, f, g, h))
CALL(Alltoall, (const void *a, int b, MPI_Datatype c, void *d, int e, MPI_Datatype f, MPI_Comm g),
     (a, b, c, d, e, f, g))
CALL(Alltoallv,
     (const void *a, const int *b, const int *c, MPI_Datatype d, void *e, const int *f, const int *g, MPI_Datatype h,
      MPI_Comm i),
     (a, b, c, d, e, f, g, h, i))
CALL(Dist_graph_create,
     (MPI_Comm a, int b, const int *c, const int *d, const int *e, const int *f, MPI_Info g, int h, MPI_Comm *i),
     (a, b, c, d, e, f, g, h, i))
CALL(Comm_split, (MPI_Comm a, int b, int c, MPI_Comm *d), (a, b, c, d))
CALL(Comm_split_type, (MPI_Comm a, int b, int c, MPI_Info d, MPI_Comm *e), (a, b, c, d, e))

int MPI_Init(int *argc, char ***argv)
{
    int (*next)(int *, char ***), result;
    *(void **)&next = dlsym(RTLD_NEXT, "MPI_Init");
    result = next(argc, argv);
    open_counters();
    return result;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int (*next)(int *, char ***, int, int *), result;
    *(void **)&next = dlsym(RTLD_NEXT, "MPI_Init_thread");
    result = next(argc, argv, required, provided);
    open_counters();
    return result;
}

int MPI_Finalize(void)
{
    int (*next)(void);
    *(void **)&next = dlsym(RTLD_NEXT, "MPI_Finalize");
    show();
    return next();
}
