/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI_Alltoall among many nodes of one rank each, with blocks on both sides of the limit of Bruck's algorithm: plain
 * blocks, blocks with gaps at the receiver, and blocks in place. Each rank prints how many calls must have gone along
 * the hierarchy. */
#include "collectives.h"

static struct world world;

static int value(int from, int to, int i)
{
    return from * 1009 + to * 31 + i;
}

/* Blocks of `count` integers, `apart` elements from one integer to the next at the receiver. */
static void exchange(int count, int apart, int in_place)
{
    size_t size = (size_t)world.size;
    int *from = malloc(size * (size_t)count * sizeof *from), *to = malloc(size * (size_t)(count * apart) * sizeof *to);
    MPI_Datatype spread, block;

    MPI_Type_vector(count, 1, apart, MPI_INT, &spread);
    MPI_Type_create_resized(spread, 0, (MPI_Aint)sizeof(int) * count * apart, &block);
    MPI_Type_commit(&block);
    memset(to, 0xff, size * (size_t)(count * apart) * sizeof *to);
    for (int other = 0; other < world.size; other++)
        for (int i = 0; i < count; i++) {
            from[other * count + i] = value(world.rank, other, i);
            if (in_place)
                to[(other * count + i) * apart] = value(world.rank, other, i);
        }
    if (in_place)
        MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, 1, block, world.comm);
    else if (apart == 1)
        MPI_Alltoall(from, count, MPI_INT, to, count, MPI_INT, world.comm);
    else
        MPI_Alltoall(from, count, MPI_INT, to, 1, block, world.comm);
    expect(&world, ALLTOALL);
    for (int other = 0; other < world.size; other++)
        for (int i = 0; i < count * apart; i++)
            CHECK(to[other * count * apart + i] == (i % apart ? -1 : value(other, world.rank, i / apart)));
    MPI_Type_free(&spread);
    MPI_Type_free(&block);
    free(from);
    free(to);
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 64, 65, 1025};

    MPI_Init(&argc, &argv);
    world = world_of(MPI_COMM_WORLD, 1);
    CHECK(world.has_levels && !world.shares_node);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int apart = 1; apart <= 3; apart += 2)
            for (int in_place = 0; in_place < 2; in_place++)
                exchange(counts[i], apart, in_place);
    say_expected();
    return test_end();
}
