/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Calls with blocks of every length, in elements of different types at the sender and the receiver: collectives_vectors
 * all|large. The data that each rank must receive follows from the ranks of a block's sender and receiver and from the
 * position of a number in it. Each rank prints how many calls must have gone along the hierarchy. */
#include "collectives.h"
#include "kinds.h"
#include <stdint.h>

enum { MOST = 64 };

static int value_at(int from, int to, int i)
{
    return from * 1000003 + to * 10007 + i * 7;
}

/* How many units the block from one rank for another has. The last two patterns are alike in both directions. */
enum { PATTERNS = 8, IN_PLACE = 6 };
static int units_of(int pattern, int from, int to, int size)
{
    switch (pattern) {
    case 0:
        return (from * 7 + to * 3) % 5;
    case 1: /* On both sides of the length up to which blocks are combined into one message: 4,096 bytes. */
        return 84 + (from + 2 * to) % 3;
    case 2:
        return (from + 2 * to) % 4 == 0 ? 900 : 1;
    case 3:
        return from == 1 ? 40 : 4;
    case 4:
        return to == 0 ? 100 : from == to;
    case 5:
        return 0;
    case 6:
        return (from + to) % 3 * ((from + to) % 2 ? 1 : 90);
    default:
        return from == to || (from + to) % size == 1 ? 2 : 0;
    }
}

/* The blocks of a rank for, or from, all ranks: the blocks of the last rank first, with gaps between them. */
struct side {
    int size, ints[MOST], kinds[MOST], counts[MOST], displacements[MOST], bytes[MOST], starts[MOST], length, *buffer;
    MPI_Datatype types[MOST];
};

static struct side side_of(const struct world *world, int pattern, int receives, int kind, int kind_of_each)
{
    struct side side = {.size = world->size};

    for (int rank = world->size; rank-- > 0;) {
        int from = receives ? rank : world->rank, to = receives ? world->rank : rank;
        int k = kind_of_each ? (kind + rank) % ELEMENTS : kind;
        side.kinds[rank] = k;
        side.types[rank] = kinds[k];
        side.ints[rank] = units_of(pattern, from, to, world->size) * UNIT;
        side.counts[rank] = side.ints[rank] / INTS[k];
        side.starts[rank] = side.length;
        side.displacements[rank] = side.length / EXTENT[k];
        side.bytes[rank] = side.length * (int)sizeof(int);
        side.length += (side.counts[rank] + 1) * EXTENT[k];
    }
    side.buffer = malloc(((size_t)side.length + 1) * sizeof(int));
    for (int i = 0; i < side.length; i++)
        side.buffer[i] = -1;
    return side;
}

/* The data that this rank sends, also if it receives in place. */
static void fill(const struct world *world, struct side *side)
{
    for (int to = 0; to < side->size; to++)
        for (int i = 0; i < side->ints[to]; i++)
            side->buffer[side->starts[to] + int_in(side->kinds[to], i)] = value_at(world->rank, to, i);
}

/* The side's buffer is right. Frees the buffer. */
static void compare(const char *what, int pattern, const struct side *side, int *right)
{
    for (int i = 0; i < side->length; i++) {
        if (side->buffer[i] != right[i]) {
            if (test_failed(__FILE__, __LINE__))
                fprintf(stderr, "%s, pattern %d: int %d is %d, should be %d\n", what, pattern, i, side->buffer[i],
                        right[i]);
            break;
        }
    }
    free(right);
}

static void check(const struct world *world, const char *what, int pattern, struct side *side)
{
    int *right = malloc(((size_t)side->length + 1) * sizeof(int));

    for (int i = 0; i < side->length; i++)
        right[i] = -1;
    for (int from = 0; from < side->size; from++)
        for (int i = 0; i < side->ints[from]; i++)
            right[side->starts[from] + int_in(side->kinds[from], i)] = value_at(from, world->rank, i);
    compare(what, pattern, side, right);
}

#if MPI_VERSION >= 4
/* Every third call is the one for large counts. */
static int made;

/* The arrays of a side as calls for large counts take them. */
struct large {
    MPI_Count counts[MOST];
    MPI_Aint displacements[MOST], bytes[MOST];
};

static struct large large_of(const struct side *side)
{
    struct large large;

    for (int i = 0; i < side->size; i++) {
        large.counts[i] = side->counts[i];
        large.displacements[i] = side->displacements[i];
        large.bytes[i] = side->bytes[i];
    }
    return large;
}
#endif

static int alltoallv(const struct world *world, int in_place, const struct side *own, const struct side *all)
{
    const void *from = in_place ? MPI_IN_PLACE : own->buffer;

#if MPI_VERSION >= 4
    if (made++ % 3 == 0) {
        struct large sent = large_of(own), received = large_of(all);
        return MPI_Alltoallv_c(from, sent.counts, sent.displacements, own->types[0], all->buffer, received.counts,
                               received.displacements, all->types[0], world->comm);
    }
#endif
    return MPI_Alltoallv(from, own->counts, own->displacements, own->types[0], all->buffer, all->counts,
                         all->displacements, all->types[0], world->comm);
}

static int alltoallw(const struct world *world, int in_place, const struct side *own, const struct side *all)
{
    const void *from = in_place ? MPI_IN_PLACE : own->buffer;

#if MPI_VERSION >= 4
    if (made++ % 3 == 0) {
        struct large sent = large_of(own), received = large_of(all);
        return MPI_Alltoallw_c(from, sent.counts, sent.bytes, own->types, all->buffer, received.counts, received.bytes,
                               all->types, world->comm);
    }
#endif
    return MPI_Alltoallw(from, own->counts, own->bytes, own->types, all->buffer, all->counts, all->bytes, all->types,
                         world->comm);
}

/* The library sends nothing if there are no levels; some native calls then mix up elements of different datatypes. */
static void exchange(const struct world *world, int pattern, int kind, int in_place, int of_each)
{
    int alike = !world->has_levels, ours = alike ? 0 : kind, theirs = alike ? 0 : (kind + world->rank) % ELEMENTS;
    struct side own = side_of(world, pattern, 0, ours, of_each && !alike);
    struct side all = side_of(world, pattern, 1, in_place ? ours : theirs, of_each && !alike);

    fill(world, in_place ? &all : &own);
    if (of_each) {
        OK(alltoallw(world, in_place, &own, &all));
        expect(world, ALLTOALLW);
    } else {
        OK(alltoallv(world, in_place, &own, &all));
        expect(world, ALLTOALLV);
    }
    check(world, of_each ? "alltoallw" : "alltoallv", pattern, &all);
    free(own.buffer);
    free(all.buffer);
}

/* How many units each rank contributes. */
static int share_of(int pattern, int rank)
{
    return pattern == 0 ? rank % 3 : pattern == 1 ? (rank == 1) * 2000 : pattern == 2 ? 3 + rank : 0;
}

static int allgatherv(const struct world *world, const int *own, int count, MPI_Datatype type, const struct side *all,
                      int in_place)
{
    const void *from = in_place ? MPI_IN_PLACE : own;

#if MPI_VERSION >= 4
    if (made++ % 3 == 0) {
        struct large received = large_of(all);
        return MPI_Allgatherv_c(from, count, type, all->buffer, received.counts, received.displacements, all->types[0],
                                world->comm);
    }
#endif
    return MPI_Allgatherv(from, count, type, all->buffer, all->counts, all->displacements, all->types[0], world->comm);
}

/* The shares of all ranks: contiguous in the order of the ranks, or the last one first with gaps between. */
static void gather_to_all(const struct world *world, int pattern, int kind, int in_place, int side_by_side)
{
    int alike = !world->has_levels, ours = alike ? 0 : kind, theirs = alike ? 0 : (kind + world->rank) % ELEMENTS;
    int ints = share_of(pattern, world->rank) * UNIT, whole = 0, *right,
        *own = malloc(((size_t)ints + 1) * 3 * sizeof *own);
    struct side all = {.size = world->size};

    for (int i = 0; i < world->size; i++) {
        int rank = side_by_side ? i : world->size - 1 - i;
        all.kinds[rank] = theirs;
        all.types[rank] = kinds[theirs];
        all.ints[rank] = share_of(pattern, rank) * UNIT;
        whole += all.ints[rank];
        all.counts[rank] = all.ints[rank] / INTS[theirs];
        all.starts[rank] = all.length;
        all.displacements[rank] = all.length / EXTENT[theirs];
        all.length += (all.counts[rank] + !side_by_side) * EXTENT[theirs];
    }
    all.buffer = malloc(((size_t)all.length + 1) * sizeof(int));
    right = malloc(((size_t)all.length + 1) * sizeof(int));
    for (int i = 0; i < all.length; i++)
        all.buffer[i] = right[i] = -1;
    for (int rank = 0; rank < world->size; rank++)
        for (int i = 0; i < all.ints[rank]; i++) {
            int place = all.starts[rank] + int_in(theirs, i);
            right[place] = value_at(rank, 0, i);
            if (in_place && rank == world->rank)
                all.buffer[place] = right[place];
        }
    for (int i = 0; i < ints; i++)
        own[int_in(ours, i)] = value_at(world->rank, 0, i);
    OK(allgatherv(world, own, ints / INTS[ours], kinds[ours], &all, in_place));
    expect_data(world, ALLGATHERV, whole);
    compare("allgatherv", pattern, &all, right);
    free(own);
    free(all.buffer);
}

static void everything_on(const struct world *world)
{
    for (int which = 0; which < 4 * ELEMENTS * 4; which++)
        gather_to_all(world, which % 4, which / 4 % ELEMENTS, which / 16 % 2, which / 32);
    for (int pattern = 0; pattern < PATTERNS; pattern++)
        for (int kind = 0; kind < ELEMENTS; kind++)
            for (int of_each = 0; of_each < 2; of_each++) {
                exchange(world, pattern, kind, 0, of_each);
                /* In place, elements must be alike at both ends of a block only in their ints. */
                if (pattern >= IN_PLACE)
                    exchange(world, pattern, kind, 1, of_each);
            }
}

static void all_on(MPI_Comm comm)
{
    int rank, size;
    MPI_Comm part;
    struct world world;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    world = world_of(comm, 1);
    everything_on(&world);
    MPI_Comm_split(comm, rank % 2, -rank, &part);
    world = world_of(part, 1);
    everything_on(&world);
    MPI_Comm_free(&part);
    MPI_Comm_split(comm, 0, rank * 5 % size, &part);
    world = world_of(part, 0);
    everything_on(&world);
    MPI_Comm_free(&part);
    /* One node's ranks. */
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &part);
    if (part != MPI_COMM_NULL) {
        world = world_of(part, 0);
        everything_on(&world);
        MPI_Comm_free(&part);
    }
}

/* A block of more elements than an int counts, from rank 0 for the last one, and short ones for all. */
static void more_than_an_int_counts(void)
{
#if MPI_VERSION >= 4
    struct world world = {.comm = MPI_COMM_WORLD, .rank = test_rank(), .size = test_size(), .has_levels = 1};
    MPI_Count huge = ((MPI_Count)1 << 31) + 5, counts[MOST], received[MOST];
    MPI_Aint places[MOST], received_at[MOST];
    int last = world.size - 1, sends = world.rank == 0, receives = world.rank == last;
    unsigned char *from, *to;

    for (int rank = 0; rank < world.size; rank++) {
        counts[rank] = sends && rank == last ? huge : 3;
        received[rank] = receives && rank == 0 ? huge : 3;
        /* The long ones after all others. */
        places[rank] = received_at[rank] = 3 * rank;
    }
    if (sends)
        places[last] = 3 * world.size;
    if (receives)
        received_at[0] = 3 * world.size;
    from = malloc((size_t)(3 * world.size) + (sends ? (size_t)huge : 0));
    to = malloc((size_t)(3 * world.size) + (receives ? (size_t)huge : 0));
    memset(from, world.rank + 1, (size_t)(3 * world.size) + (sends ? (size_t)huge : 0));
    for (MPI_Count i = 0; sends && i < huge; i += 4099)
        from[places[last] + i] = (unsigned char)(i % 251);
    OK(MPI_Alltoallv_c(from, counts, places, MPI_BYTE, to, received, received_at, MPI_BYTE, world.comm));
    expect(&world, ALLTOALLV);
    for (int rank = receives; rank < world.size; rank++)
        CHECK_INT(to[received_at[rank] + 2], rank + 1);
    for (MPI_Count i = 0; receives && i < huge; i += 4099)
        CHECK_INT(to[received_at[0] + i], (int)(i % 251));
    free(from);
    free(to);
#endif
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    make_kinds();
    if (argc > 1 && !strcmp(argv[1], "large"))
        more_than_an_int_counts();
    else
        all_on(MPI_COMM_WORLD);
    free_kinds();
    say_expected();
    return test_end();
}
