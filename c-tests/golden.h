/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The worked examples of RR-9077, section 5, compared with the results of every call that can make them.
 *
 * A test gives the expected result of a rank at every step; 'golden' descends the hierarchy by each call in turn. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "test.h"

#define GOLDEN_STEPS 4
#define GOLDEN_MOST 32

/* The expected result of one rank at one step; no members: MPI_COMM_NULL. */
struct seen {
    const char *name;
    int members[GOLDEN_MOST], count, siblings, index;
    int roots[GOLDEN_MOST], roots_count;
};

/* The expected result of the rank at each step, with ranks in their old order. */
static struct seen golden_steps[GOLDEN_STEPS];

/* A run of ranks: first, first + stride, ... */
static int golden_run(int *ranks, int first, int stride, int count)
{
    for (int i = 0; i < count; i++)
        ranks[i] = first + i * stride;
    return count;
}

enum golden_call { SPLIT, REVERSED, ROOTS };

/* The same members if the keys reverse the order. */
static struct seen golden_turned(struct seen seen, int step)
{
    for (int i = 0; i < seen.count / 2; i++) {
        int other = seen.members[i];
        seen.members[i] = seen.members[seen.count - 1 - i];
        seen.members[seen.count - 1 - i] = other;
    }
    /* Siblings are numbered by their roots' ranks in the parent, which is reversed too from the second step on. */
    if (step > 0)
        seen.index = seen.siblings - 1 - seen.index;
    return seen;
}

static void golden_check(const struct seen *seen, MPI_Comm parent, MPI_Comm newcomm, MPI_Comm rootscomm, int with_roots)
{
    int comparison;

    CHECK_MEMBERS(newcomm, seen->members, seen->count);
    if (with_roots)
        CHECK_MEMBERS(rootscomm, seen->roots, seen->roots_count);
    if (newcomm == MPI_COMM_NULL)
        return;
    CHECK_LEVEL(newcomm, seen->name, seen->siblings, seen->index);
    OK(MPI_Comm_compare(newcomm, parent, &comparison));
    CHECK_INT(comparison, MPI_UNEQUAL);
    if (rootscomm != MPI_COMM_NULL) {
        int rank;
        MPI_Comm_rank(rootscomm, &rank);
        CHECK_INT(rank, seen->index);
    }
    if (seen->count == 1) {
        OK(MPI_Comm_compare(newcomm, MPI_COMM_SELF, &comparison));
        CHECK_INT(comparison, MPI_CONGRUENT);
    }
}

/* The loop of RR-9077, section 5. */
static void golden_loop(enum golden_call call, int split_type, MPI_Info info)
{
    MPI_Comm parent = MPI_COMM_WORLD;
    int key = call == REVERSED ? -test_rank() : 0;

    for (int step = 0; parent != MPI_COMM_NULL; step++) {
        MPI_Comm newcomm = MPI_COMM_WORLD, rootscomm = call == ROOTS ? MPI_COMM_WORLD : MPI_COMM_NULL;
        struct seen seen = {0};
        if (step < GOLDEN_STEPS)
            seen = call == REVERSED ? golden_turned(golden_steps[step], step) : golden_steps[step];
        if (call == ROOTS)
            OK(MPI_Comm_hsplit_with_roots(parent, info, &newcomm, &rootscomm));
        else
            OK(MPI_Comm_split_type(parent, split_type, key, info, &newcomm));
        golden_check(&seen, parent, newcomm, rootscomm, call == ROOTS);
        test_free(&rootscomm);
        if (parent != MPI_COMM_WORLD)
            MPI_Comm_free(&parent);
        parent = newcomm;
        if (step > GOLDEN_STEPS)
            break;
    }
}

/* All levels in one call, to the bottom and to 'max' of them. */
static void golden_hierarchy(int max, int with_roots)
{
    MPI_Comm newcomms[8], rootscomms[8];
    int depth = -1, expected = 0;

    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, max, &depth, newcomms, with_roots ? rootscomms : NULL));
    while (expected < GOLDEN_STEPS && expected < max && golden_steps[expected].count)
        expected++;
    CHECK_INT(depth, expected);
    for (int i = 0; i < max; i++) {
        struct seen none = {0};
        MPI_Comm parent = i ? newcomms[i - 1] : MPI_COMM_WORLD;
        MPI_Comm roots = with_roots ? rootscomms[i] : MPI_COMM_NULL;
        golden_check(i < expected ? &golden_steps[i] : &none, parent, newcomms[i], roots, with_roots);
    }
    OK(HSPLIT_Comm_hierarchy_free(depth, newcomms, with_roots ? rootscomms : NULL));
    for (int i = 0; i < max; i++)
        CHECK(newcomms[i] == MPI_COMM_NULL && (!with_roots || rootscomms[i] == MPI_COMM_NULL));
}

/* Down the hierarchy by every call. */
static int golden(int argc, char **argv, int ranks, void (*expect)(int rank))
{
    static const int types[] = {MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_COMM_TYPE_HW_SUBDOMAIN, MPI_COMM_TYPE_HW_UNGUIDED};

    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), ranks);
    if (test_failures)
        return test_end();
    expect(test_rank());
    for (int i = 0; i < 3; i++)
        golden_loop(SPLIT, types[i], MPI_INFO_NULL);
    golden_loop(REVERSED, types[0], MPI_INFO_NULL);
    golden_loop(ROOTS, 0, MPI_INFO_NULL);
    /* One info object for the whole loop: the value that a step returns in it is no request for the next step. */
    MPI_Info info = test_info(NULL, NULL);
    golden_loop(SPLIT, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, info);
    golden_loop(ROOTS, 0, info);
    MPI_Info_free(&info);
    golden_hierarchy(8, 1);
    golden_hierarchy(8, 0);
    golden_hierarchy(2, 1);
    golden_hierarchy(0, 1);
    return test_end();
}

#endif
