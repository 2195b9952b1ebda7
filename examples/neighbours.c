/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* neighbours.c: each rank finds its place, its nearest ranks, and a partner on the other node. */
#include <hsplit.h>
#include <stdio.h>

#define MAX 16

int main(int argc, char **argv)
{
    int rank, levels, coords[MAX], nearest, ranks[MAX], partners, partner[1], hops;
    const char *types[MAX], *shared;
    char place[256] = "", other[32] = "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    /* The first of these calls makes the map of the communicator: all ranks make it. The others are local. */
    HSPLIT_Comm_get_coords(MPI_COMM_WORLD, rank, MAX, &levels, coords, types);
    for (int i = 0, at = 0; i < levels && i < MAX && at < (int)sizeof place; i++)
        at += snprintf(place + at, sizeof place - at, " %s %d", types[i], coords[i]);

    /* Without a level: the nearest ranks, all equally far. */
    HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, rank, NULL, MAX, &nearest, ranks);
    HSPLIT_Comm_get_distance(MPI_COMM_WORLD, rank, ranks[0], &hops, &shared);

    /* The rank at the same place of the other node: all coordinates but the first stay. */
    coords[0] = 1 - coords[0];
    HSPLIT_Comm_get_rank(MPI_COMM_WORLD, levels, coords, 1, &partners, partner);
    if (partners > 0)
        snprintf(other, sizeof other, "; partner: %d", partner[0]);
    /* One call for a line: lines of several ranks do not mix. */
    printf("rank %d:%s; nearest: %d, %d hops, same %s%s\n", rank, place, ranks[0], hops, shared, other);
    MPI_Finalize();
    return 0;
}
