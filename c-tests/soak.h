/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The random program of soak.c: its dice, its communicators, and its reports of mismatches. */
#ifndef SOAK_H
#define SOAK_H

#include "test.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

/* Ranks of the world, communicators at a time, and pending operations at a time, at most. */
enum { MOST = 64, FAMILIES = 16, PENDING = 6 };

/* The kinds of calls that are counted. */
enum kind {
    SPLIT_TYPE,
    WITH_ROOTS,
    HIERARCHY,
    LEVEL_INFO,
    MIN_LEVEL,
    RESOURCE_INFO,
    BCAST,
    REDUCE,
    ALLREDUCE,
    GATHER,
    SCATTER,
    ALLGATHER,
    ALLTOALL,
    BARRIER,
    ALLTOALLV,
    ALLTOALLW,
    ALLGATHERV,
    GATHERV,
    REDUCE_SCATTER,
    SCAN,
    NEIGHBOURS,
    LOCATIONS,
    REORDERED,
    BINDINGS,
    PLACEMENTS,
    SESSIONS,
    MISTAKE,
    NATIVE,
    PENDING_CALL,
    KINDS
};
static const char *const KIND_NAMES[KINDS] = {"split_type",     "hsplit_with_roots",
                                              "hierarchy",      "hlevel_info",
                                              "min_hlevel",     "hw_resource_info",
                                              "bcast",          "reduce",
                                              "allreduce",      "gather",
                                              "scatter",        "allgather",
                                              "alltoall",       "barrier",
                                              "alltoallv",      "alltoallw",
                                              "allgatherv",     "gatherv",
                                              "reduce_scatter", "scan",
                                              "neighbours",     "places",
                                              "reordered",      "bindings",
                                              "placements",     "sessions",
                                              "errors",         "native",
                                              "nonblocking"};

/* Equal dice roll alike: on all ranks, on those of one communicator, or on one rank alone. */
struct dice {
    uint64_t state;
};

static inline uint64_t mixed_bits(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

static inline struct dice dice_of(uint64_t a, uint64_t b, uint64_t c)
{
    struct dice dice = {mixed_bits(mixed_bits(mixed_bits(a + 1) + b + 1) + c + 1)};

    return dice;
}

static inline uint64_t roll_bits(struct dice *dice)
{
    dice->state += UINT64_C(0x9e3779b97f4a7c15);
    return mixed_bits(dice->state);
}

/* A number from 0 to sides - 1. */
static inline int roll(struct dice *dice, int sides)
{
    return (int)(roll_bits(dice) % (uint64_t)sides);
}

static inline int one_in(struct dice *dice, int sides)
{
    return roll(dice, sides) == 0;
}

/* The members of a communicator, by their ranks in MPI_COMM_WORLD; none if this rank has no communicator. */
struct members {
    int size, rank, world[MOST];
};

/* One communicator for each group of ranks that one call has made; every rank stores its own. */
struct family {
    int used;
    MPI_Comm comm;
    struct members members;
    /* The level that MPI_Comm_get_hlevel_info must return; NULL: any. */
    const char *level;
    int siblings, index;
    /* True if MPI_Comm_get_min_hlevel has been called on it, and if a receive of any message is pending on it. */
    int is_asked, has_trap;
    /* The value of the program's attribute; 0: none. */
    long attribute;
};

struct pending {
    int used, kind, slot, size, rank, value, expected;
    MPI_Request requests[2];
    int *sent, *received;
};

/* One thread's part of the program; a program without threads has one. */
struct soak {
    uint64_t seed;
    long step;
    int thread, rank, size;
    /* The dice of this step: of all ranks, of this rank's part of a family, of this rank alone. */
    struct dice all, part, own;
    struct family families[FAMILIES];
    struct pending pending[PENDING];
    long calls[KINDS], communicators, mismatches, native_mismatches;
    MPI_Comm control;
    MPI_Group world;
    int keyval, keyval_copied_by_group;
    /* True if communicators are made and freed now. */
    int makes;
    /* True if the native call is made too, if the data is accepted by every native call, and if the library is sure to
     * take a call over. */
    int is_native, is_tame, is_along;
    /* The current call, for a message about it. */
    char call[512];
    long heartbeat; /* atomic: another thread reads it */
};

/* The options of the command line. */
static struct {
    uint64_t seed;
    long steps, seconds, limit;
    int threads, machine, native, wild, verbose;
    const char *without;
} options = {1, 0, 0, 100, 0, 0, 1, 0, 0, ""};

/* True if the library is loaded, and if it makes all possible calls along the hierarchy. */
static int has_library, is_all_along;

#ifdef I_MPI_VERSION
enum { IS_INTEL = 1 };
#else
enum { IS_INTEL = 0 };
#endif
#ifdef OPEN_MPI
enum { IS_OPEN_MPI = 1 };
#else
enum { IS_OPEN_MPI = 0 };
#endif

static pthread_mutex_t speaking = PTHREAD_MUTEX_INITIALIZER;

static inline void say(struct soak *soak, const char *what, const char *format, ...)
{
    char text[1024];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&speaking);
    fprintf(stderr, "soak: %s: seed %llu, step %ld, thread %d, rank %d: %s: %s\n", what,
            (unsigned long long)options.seed, soak->step, soak->thread, soak->rank, soak->call, text);
    pthread_mutex_unlock(&speaking);
}

#define MISMATCH(soak, ...)                                                                                            \
    do {                                                                                                               \
        if (++(soak)->mismatches <= 20)                                                                                \
            say(soak, "mismatch", __VA_ARGS__);                                                                        \
    } while (0)

/* A mismatch after which the calls of ranks would no longer match. */
#define BROKEN(soak, ...)                                                                                              \
    do {                                                                                                               \
        say(soak, "mismatch", __VA_ARGS__);                                                                            \
        sleep(1);                                                                                                      \
        MPI_Abort(MPI_COMM_WORLD, 2);                                                                                  \
    } while (0)

/* Records a call with its arguments, before it is made. */
static inline void calling(struct soak *soak, enum kind kind, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(soak->call, sizeof soak->call, format, arguments);
    va_end(arguments);
    soak->calls[kind]++;
    __atomic_fetch_add(&soak->heartbeat, 1, __ATOMIC_RELAXED);
    if (options.verbose)
        say(soak, "call", "...");
}

/* True if the command line leaves this out. */
static inline int is_left_out(const char *word)
{
    const char *found = strstr(options.without, word);
    char end = found ? found[strlen(word)] : 'x';

    return found && (end == ',' || end == '\0') && (found == options.without || found[-1] == ',');
}

static inline int class_of(int code)
{
    int class = code;

    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    return class;
}

static inline void succeeds(struct soak *soak, int code)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    if (code == MPI_SUCCESS)
        return;
    MPI_Error_string(code, text, &length);
    BROKEN(soak, "fails: %s", text);
}

#endif
