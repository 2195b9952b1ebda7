/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Shared by the tests of navigation (c-tests/navigation.c, c-tests/navigation_errors.c, c-tests/communicator_tree.c):
 * the expected places of ranks, and calls for parents and children of communicators. */
#ifndef NAVIGATION_H
#define NAVIGATION_H

#include "test.h"

#define MOST 128

/* The expected place of a rank: its coordinates, and their levels. */
struct spot {
    int count, coords[4];
};

static const char *level_names[4];
static int levels_count, level_instances[4];
static struct spot spots[MOST];

/* Two nodes of one NUMA node, two packages and four cores. */
static inline void two_nodes(void)
{
    static const char *const names[4] = {"Machine", "NUMANode", "Package", "Core"};
    static const int instances[4] = {2, 2, 4, 8};

    levels_count = 4;
    for (int i = 0; i < 4; i++) {
        level_names[i] = names[i];
        level_instances[i] = instances[i];
    }
    for (int rank = 0; rank < test_size(); rank++)
        spots[rank] = (struct spot){4, {rank / 4, 0, rank % 4 / 2, rank % 2}};
}

/* The communicator that a call returns. */
static inline MPI_Comm parent_of(MPI_Comm comm)
{
    MPI_Comm parent = MPI_COMM_SELF;

    OK(HSPLIT_Comm_get_parent(comm, &parent));
    return parent;
}

static inline MPI_Comm roots_of(MPI_Comm comm)
{
    MPI_Comm roots = MPI_COMM_SELF;

    OK(HSPLIT_Comm_get_roots(comm, &roots));
    return roots;
}

static inline int children_of(MPI_Comm comm, MPI_Comm *children, int max)
{
    int count = -1;

    OK(HSPLIT_Comm_get_children(comm, max, &count, children));
    return count;
}

static inline void check_depth(int line, MPI_Comm comm, int expected, const char *name)
{
    int depth = -1;
    const char *type = NULL;

    test_int(__FILE__, line, "HSPLIT_Comm_get_depth", HSPLIT_Comm_get_depth(comm, &depth, &type), MPI_SUCCESS);
    test_int(__FILE__, line, "depth", depth, expected);
    test_text(__FILE__, line, "type", type, name);
}

#define CHECK_DEPTH(comm, expected, name) check_depth(__LINE__, comm, expected, name)

#endif
