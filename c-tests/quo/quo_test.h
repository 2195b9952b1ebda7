/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Shared by the test programs of libhsplit_quo, which use libquo's interface alone. */
#ifndef QUO_TEST_H
#define QUO_TEST_H

#include <mpi.h>
#include <quo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* The rank; -1 once MPI has ended. */
static inline int world_rank(void)
{
    int rank = -1, ended = 0;

    MPI_Finalized(&ended);
    if (!ended)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static inline void check_int(int line, const char *text, long actual, long expected)
{
    if (actual == expected)
        return;
    failures++;
    fprintf(stderr, "line %d: rank %d: %s is %ld, expected %ld\n", line, world_rank(), text, actual, expected);
}

static inline void check_text(int line, const char *text, const char *actual, const char *expected)
{
    if (!strcmp(actual, expected))
        return;
    failures++;
    fprintf(stderr, "line %d: rank %d: %s is '%s', expected '%s'\n", line, world_rank(), text, actual, expected);
}

#define CHECK_INT(actual, expected) check_int(__LINE__, #actual, (long)(actual), (long)(expected))
#define CHECK_TEXT(actual, expected) check_text(__LINE__, #actual, actual, expected)
#define OK(call) CHECK_INT(call, QUO_SUCCESS)

static inline int count_of(QUO_context q, QUO_obj_type_t type)
{
    int count = -7;

    OK(QUO_nobjs_by_type(q, type, &count));
    return count;
}

static inline int count_inside(QUO_context q, QUO_obj_type_t in, int index, QUO_obj_type_t type)
{
    int count = -7;

    OK(QUO_nobjs_in_type_by_type(q, in, index, type, &count));
    return count;
}

static inline int is_inside(QUO_context q, QUO_obj_type_t type, int index)
{
    int inside = -7;

    OK(QUO_cpuset_in_type(q, type, index, &inside));
    return inside;
}

static inline int is_bound(QUO_context q)
{
    int bound = -7;

    OK(QUO_bound(q, &bound));
    return bound;
}

static inline int is_selected(QUO_context q, QUO_obj_type_t type, int most)
{
    int selected = -7;

    OK(QUO_auto_distrib(q, type, most, &selected));
    return selected;
}

/* The binding, valid until the next call. */
static inline const char *binding_of(QUO_context q)
{
    static char text[256];
    char *words = NULL;

    OK(QUO_stringify_cbind(q, &words));
    snprintf(text, sizeof text, "%s", words ? words : "(null)");
    free(words);
    return text;
}

/* The processes in an object as a list "0 1 2", valid until the next call. */
static inline const char *qids_in(QUO_context q, QUO_obj_type_t type, int index)
{
    static char text[1024];
    int count = -7, *qids = NULL;
    size_t at = 0;

    OK(QUO_qids_in_type(q, type, index, &count, &qids));
    text[0] = '\0';
    for (int i = 0; i < count && at + 12 < sizeof text; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, i ? " %d" : "%d", qids[i]);
    free(qids);
    return text;
}

/* Ends the program, which fails if any rank has failed. */
static inline int finished(void)
{
    int all = 0;

    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all != 0;
}

#endif
