/* SPDX-License-Identifier: MIT OR Apache-2.0
 * RR-9077, section 5.2: one node, ranks 0 and 1 on a core each, 2 and 3 on the second L2, 4 to 7 on the second NUMA
 * node. */
#include "golden.h"

static void expect(int rank)
{
    int l3 = 4 * (rank / 4), l1 = 2 * (rank / 2);
    struct seen *s = golden_steps;

    s[0] = (struct seen){.name = "L3Cache", .siblings = 2, .index = rank / 4};
    s[0].count = golden_run(s[0].members, l3, 1, 4);
    if (rank == l3)
        s[0].roots_count = golden_run(s[0].roots, 0, 4, 2);
    /* A rank that is bound to the NUMA node may be anywhere inside it: nothing lies below. */
    if (rank >= 4)
        return;
    s[1] = (struct seen){.name = "L1dCache", .siblings = 2, .index = rank / 2};
    s[1].count = golden_run(s[1].members, l1, 1, 2);
    if (rank == l1)
        s[1].roots_count = golden_run(s[1].roots, 0, 2, 2);
    if (rank >= 2)
        return;
    s[2] = (struct seen){.name = "Core", .siblings = 2, .index = rank};
    s[2].count = golden_run(s[2].members, rank, 1, 1);
    s[2].roots_count = golden_run(s[2].roots, 0, 1, 2);
}

int main(int argc, char **argv)
{
    return golden(argc, argv, 8, expect);
}
