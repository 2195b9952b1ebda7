/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Shared by all test programs: checks that print the line and the rank at which they failed, and an agreed result at
 * the end.
 *
 * Compiled with PRELOADED a program is linked against its MPI alone, and the library's own calls are weak. */
#ifndef TEST_H
#define TEST_H

#include <hsplit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PRELOADED
#include "weak.h"
#pragma weak MPI_Get_hw_resource_info
#endif

/* Failures on this rank. Static: every test is one source file. */
static int test_failures;

static inline int test_rank(void)
{
    int rank = -1;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static inline int test_size(void)
{
    int size = -1;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

/* A wrong loop must not hide its first failure among thousands of others. */
static inline int test_failed(const char *file, int line)
{
    if (++test_failures > 20)
        return 0;
    fprintf(stderr, "%s:%d: rank %d: ", file, line, test_rank());
    return 1;
}

static inline void test_true(const char *file, int line, const char *text, int holds)
{
    if (!holds && test_failed(file, line))
        fprintf(stderr, "not so: %s\n", text);
}

static inline void test_int(const char *file, int line, const char *text, long actual, long expected)
{
    if (actual != expected && test_failed(file, line))
        fprintf(stderr, "%s is %ld, expected %ld\n", text, actual, expected);
}

static inline void test_text(const char *file, int line, const char *text, const char *actual, const char *expected)
{
    if (strcmp(actual ? actual : "(null)", expected) && test_failed(file, line))
        fprintf(stderr, "%s is '%s', expected '%s'\n", text, actual ? actual : "(null)", expected);
}

static inline void test_has(const char *file, int line, const char *text, const char *actual, const char *part)
{
    if (!strstr(actual, part) && test_failed(file, line))
        fprintf(stderr, "%s is '%s', which lacks '%s'\n", text, actual, part);
}

/* A call has failed with this class, and its error names the call and contains these words. */
static inline void test_error(const char *file, int line, const char *call, int code, int expected, const char *words)
{
    char text[MPI_MAX_ERROR_STRING] = "", name[64] = "";
    int class, length;

    MPI_Error_class(code, &class);
    test_int(file, line, call, class, expected);
    MPI_Error_string(code, text, &length);
    memcpy(name, call, strcspn(call, "("));
    test_has(file, line, call, text, name);
    test_has(file, line, call, text, words);
}

#define CHECK(condition) test_true(__FILE__, __LINE__, #condition, !!(condition))
#define CHECK_INT(actual, expected) test_int(__FILE__, __LINE__, #actual, (long)(actual), (long)(expected))
#define CHECK_TEXT(actual, expected) test_text(__FILE__, __LINE__, #actual, actual, expected)
/* A text has a part. */
#define CHECK_HAS(actual, part) test_has(__FILE__, __LINE__, #actual, actual, part)
/* A call succeeds. */
#define OK(call) CHECK_INT(call, MPI_SUCCESS)
/* A communicator has exactly these members, by their ranks in MPI_COMM_WORLD and in this order; none: MPI_COMM_NULL. */
#define CHECK_MEMBERS(comm, members, count) test_members(__FILE__, __LINE__, #comm, comm, members, count)
/* A communicator stands for this level, and has this index among its siblings. */
#define CHECK_LEVEL(comm, name, siblings, number) test_level(__FILE__, __LINE__, comm, name, siblings, number)

/* The ranks of a communicator's members in MPI_COMM_WORLD, in its own order. Returns how many. */
static inline int test_world_ranks(MPI_Comm comm, int *ranks, int capacity)
{
    MPI_Group group, world;
    int size;
    int *own;

    MPI_Comm_size(comm, &size);
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    own = malloc((size_t)size * sizeof *own);
    for (int i = 0; i < size; i++)
        own[i] = i;
    MPI_Group_translate_ranks(group, size < capacity ? size : capacity, own, world, ranks);
    free(own);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return size;
}

static inline void test_list(char *text, size_t capacity, const int *ranks, int count)
{
    size_t at = 0;

    *text = '\0';
    for (int i = 0; i < count && at + 12 < capacity; i++)
        at += (size_t)snprintf(text + at, capacity - at, i ? " %d" : "%d", ranks[i]);
}

static inline void test_members(const char *file, int line, const char *text, MPI_Comm comm, const int *members,
                                int count)
{
    int actual[1024], size = comm == MPI_COMM_NULL ? 0 : test_world_ranks(comm, actual, 1024);
    char is[4096], should[4096];

    if (size == count && !memcmp(actual, members, (size_t)count * sizeof *members))
        return;
    test_list(is, sizeof is, actual, size);
    test_list(should, sizeof should, members, count);
    if (test_failed(file, line))
        fprintf(stderr, "%s has the members {%s}, expected {%s}\n", text, is, should);
}

static inline void test_level(const char *file, int line, MPI_Comm comm, const char *name, int siblings, int number)
{
    int num_comms = -1, index = -1;
    char *type = NULL;
    char copy[MPI_MAX_OBJECT_NAME] = "";

    test_int(file, line, "MPI_Comm_get_hlevel_info", MPI_Comm_get_hlevel_info(comm, &num_comms, &index, &type),
             MPI_SUCCESS);
    test_text(file, line, "type", type, name);
    test_int(file, line, "num_comms", num_comms, siblings);
    test_int(file, line, "index", index, number);
    num_comms = index = -1;
    test_int(file, line, "MPI_Comm_get_hw_subdomain_info",
             MPI_Comm_get_hw_subdomain_info(comm, &num_comms, &index, copy), MPI_SUCCESS);
    test_text(file, line, "type of MPI_Comm_get_hw_subdomain_info", copy, name);
    test_int(file, line, "num_comms of MPI_Comm_get_hw_subdomain_info", num_comms, siblings);
    test_int(file, line, "index of MPI_Comm_get_hw_subdomain_info", index, number);
}

/* Makes an info object with one key. */
static inline MPI_Info test_info(const char *key, const char *value)
{
    MPI_Info info;

    MPI_Info_create(&info);
    if (key)
        MPI_Info_set(info, (char *)key, (char *)value);
    return info;
}

static inline void test_free(MPI_Comm *comm)
{
    if (*comm != MPI_COMM_NULL)
        MPI_Comm_free(comm);
}

/* The memory that this rank has now. */
static inline long test_resident_kib(void)
{
    char line[256];
    long kib = -1;
    FILE *file = fopen("/proc/self/status", "r");

    while (file && fgets(line, sizeof line, file))
        sscanf(line, "VmRSS: %ld", &kib);
    if (file)
        fclose(file);
    return kib;
}

/* Ends a test: every rank's exit status is 0 only if no rank has failed. */
static inline int test_end(void)
{
    int all = 0;

    PMPI_Allreduce(&test_failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all ? 1 : 0;
}

#endif
