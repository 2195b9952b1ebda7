/* SPDX-License-Identifier: MIT OR Apache-2.0
 * RR-9077, section 5.1: 32 ranks on four nodes, rank 8k + i bound to core i of node k. */
#include "golden.h"

static void expect(int rank)
{
    int node = 8 * (rank / 8), l3 = 4 * (rank / 4), l1 = 2 * (rank / 2);
    struct seen *s = golden_steps;

    s[0] = (struct seen){.name = "Machine", .siblings = 4, .index = rank / 8};
    s[1] = (struct seen){.name = "L3Cache", .siblings = 2, .index = rank / 4 % 2};
    s[2] = (struct seen){.name = "L1dCache", .siblings = 2, .index = rank / 2 % 2};
    s[3] = (struct seen){.name = "Core", .siblings = 2, .index = rank % 2};
    s[0].count = golden_run(s[0].members, node, 1, 8);
    s[1].count = golden_run(s[1].members, l3, 1, 4);
    s[2].count = golden_run(s[2].members, l1, 1, 2);
    s[3].count = golden_run(s[3].members, rank, 1, 1);
    /* Every communicator's rank 0 is a root of its step. */
    if (rank == node)
        s[0].roots_count = golden_run(s[0].roots, 0, 8, 4);
    if (rank == l3)
        s[1].roots_count = golden_run(s[1].roots, node, 4, 2);
    if (rank == l1)
        s[2].roots_count = golden_run(s[2].roots, l3, 2, 2);
    s[3].roots_count = golden_run(s[3].roots, l1, 1, 2);
}

int main(int argc, char **argv)
{
    return golden(argc, argv, 32, expect);
}
