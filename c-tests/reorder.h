/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Shared by the programs that reorder ranks by the library's own calls. */
#ifndef REORDER_H
#define REORDER_H

#include "test.h"

static MPI_Comm made;

/* A call fails with this class, its error contains these words and names the call, and its output is MPI_COMM_NULL. */
#define FAILS(call, class, words) (made = MPI_COMM_WORLD, expect(__LINE__, #call, call, class, words))

static void expect(int line, const char *call, int code, int expected, const char *words)
{
    test_error(__FILE__, line, call, code, expected, words);
    if (strstr(call, "&made") && made != MPI_COMM_NULL)
        test_true(__FILE__, line, "the output is MPI_COMM_NULL", 0);
}

/* Equal on every rank. */
static unsigned int next_random(unsigned int *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

#endif
