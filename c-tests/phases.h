/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Shared by the tests of phases. */
#ifndef PHASES_H
#define PHASES_H

#include "test.h"
#include <time.h>

/* A call fails with this class, its error contains these words and names the call. */
#define FAILS(call, class, words) test_error(__FILE__, __LINE__, #call, call, class, words)

static inline HSPLIT_Placement make(MPI_Comm comm, const char *key, const char *value)
{
    HSPLIT_Placement p = -1;
    MPI_Info info = test_info(key, value);

    OK(HSPLIT_Placement_create(comm, info, &p));
    CHECK(p > 0);
    MPI_Info_free(&info);
    return p;
}

/* The binding of the process, by the operating system's numbers. */
static inline void check_bound(int line, const char *expected)
{
    char text[64] = "";

    test_int(__FILE__, line, "HSPLIT_Bind_get", HSPLIT_Bind_get(text, sizeof text, NULL, NULL, NULL), MPI_SUCCESS);
    text[strcspn(text, " ")] = '\0';
    test_text(__FILE__, line, "the binding", text, expected);
}

#define CHECK_BOUND(expected) check_bound(__LINE__, expected)

/* The bindings of the ranks of a node of four cores. */
static const char *const CORES[4] = {"0", "1", "2", "3"};

static int worker;

/* A phase without an error: ranks 0 and 4 have all cores of their node. */
static inline void good_phase(HSPLIT_Placement p)
{
    worker = -1;
    OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    CHECK_INT(worker, test_rank() % 4 == 0);
    CHECK_BOUND(worker ? "0-3" : CORES[test_rank() % 4]);
    OK(HSPLIT_Phase_end(p));
}

static inline void milliseconds(int time)
{
    struct timespec pause = {time / 1000, time % 1000 * 1000000L};

    nanosleep(&pause, NULL);
}

struct test {
    const char *name;
    void (*run)(void);
};

/* Runs the test of this name. */
static inline void run_test(const char *name, const struct test *tests, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (!strcmp(name, tests[i].name)) {
            tests[i].run();
            return;
        }
    }
    CHECK_TEXT(name, "the name of a test");
}

#define RUN_TEST(name, tests) run_test(name, tests, sizeof(tests) / sizeof *(tests))

#endif
