/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Comparison of counts. A program that includes this adds each of its messages to a row of its own, call by call, and
 * compares the rows of the library with these, rank by rank. Its own exchanges are made by PMPI functions, which
 * nothing counts. */
#ifndef MONITOR_H
#define MONITOR_H

#include "test.h"

/* Open MPI 5 has persistent collectives and partitioned messages, and reports MPI 3.1. */
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define HAS_PERSISTENT
#endif

enum { P2P, COLLECTIVES, RMA, KINDS };

static const int flags[KINDS] = {HSPLIT_MONITOR_P2P, HSPLIT_MONITOR_COLLECTIVES, HSPLIT_MONITOR_RMA};
static const char *const names[KINDS] = {"point-to-point", "collectives", "one-sided"};
static long long *expected_bytes[KINDS], *expected_messages[KINDS];
static int rank, size;
static HSPLIT_Monitor monitor;

static inline void expect(int kind, int peer, long long bytes)
{
    expected_bytes[kind][peer] += bytes;
    expected_messages[kind][peer]++;
}

static inline void forget(void)
{
    for (int kind = 0; kind < KINDS; kind++) {
        memset(expected_bytes[kind], 0, (size_t)size * sizeof **expected_bytes);
        memset(expected_messages[kind], 0, (size_t)size * sizeof **expected_messages);
    }
    OK(HSPLIT_Monitor_reset(monitor));
}

static inline void begin(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int kind = 0; kind < KINDS; kind++) {
        expected_bytes[kind] = calloc((size_t)size, sizeof **expected_bytes);
        expected_messages[kind] = calloc((size_t)size, sizeof **expected_messages);
    }
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &monitor));
}

static inline void compare_values(const char *after, int kind, int what, const long long *expected)
{
    long long *values = calloc((size_t)size, sizeof *values);

    OK(HSPLIT_Monitor_get(monitor, what | flags[kind], size, values));
    for (int peer = 0; peer < size; peer++)
        if (values[peer] != expected[peer] && test_failed(__FILE__, __LINE__))
            fprintf(stderr, "%s, %s: %lld %s to rank %d, expected %lld\n", after, names[kind], values[peer],
                    what == HSPLIT_MONITOR_BYTES ? "bytes" : "messages", peer, expected[peer]);
    free(values);
}

/* Compares all counts, and resets them. */
static inline void compare(const char *after)
{
    for (int kind = 0; kind < KINDS; kind++) {
        compare_values(after, kind, HSPLIT_MONITOR_BYTES, expected_bytes[kind]);
        compare_values(after, kind, HSPLIT_MONITOR_MESSAGES, expected_messages[kind]);
    }
    forget();
}

static inline void wait_for(MPI_Request *request)
{
    PMPI_Wait(request, MPI_STATUS_IGNORE);
}

static inline void wait_for_all(int count, MPI_Request *requests)
{
    for (int i = 0; i < count; i++)
        wait_for(&requests[i]);
}

#ifdef HAS_PERSISTENT
/* Starts a persistent collective three times. */
static inline void thrice(MPI_Request *request)
{
    for (int i = 0; i < 3; i++) {
        OK(MPI_Start(request));
        PMPI_Wait(request, MPI_STATUS_IGNORE);
    }
    OK(MPI_Request_free(request));
}
#endif

/* The messages by which a collective call is defined. */

static inline void to_others(int times, long long bytes)
{
    for (int peer = 0; peer < size; peer++)
        for (int time = 0; peer != rank && time < times; time++)
            expect(COLLECTIVES, peer, bytes);
}

static inline void to_root(int root, int times, long long bytes)
{
    for (int time = 0; rank != root && time < times; time++)
        expect(COLLECTIVES, root, bytes);
}

static inline void from_root(int root, int times, long long bytes)
{
    if (rank == root)
        to_others(times, bytes);
}

/* Reduced at rank 0, and back from there. */
static inline void through_first(int times, long long there, long long back)
{
    to_root(0, times, there);
    from_root(0, times, back);
}

/* A part of a program, which its first argument names. */
struct part {
    const char *name;
    void (*run)(void);
};

/* Runs the part of this name, if there is one. */
static inline int run_part(const struct part *parts, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, parts[i].name)) {
            parts[i].run();
            return 1;
        }
    return 0;
}

/* A datatype of 3 doubles and 2 chars in 48 bytes of memory: 26 bytes of data. */
static inline MPI_Datatype derived(void)
{
    int lengths[2] = {3, 2};
    MPI_Aint places[2] = {0, 32};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_CHAR}, structure, resized;

    MPI_Type_create_struct(2, lengths, places, types, &structure);
    MPI_Type_create_resized(structure, 0, 48, &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&structure);
    return resized;
}

#endif
