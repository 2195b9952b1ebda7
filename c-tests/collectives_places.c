/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Where ranks have the elements of one collective call, which all of them must take to go one way:
 * collectives_places extents|bottom, see below. Each rank prints how many calls must have gone along the hierarchy. */
#include "collectives_alike.h"
#include <stddef.h>
#include <stdint.h>

/* ---- extents: elements that go backwards, or lie far from where the buffer is said to be ---- */

static void add_ints_at(void *in, void *inout, int count, MPI_Aint extent, MPI_Aint first)
{
    for (MPI_Aint i = 0; i < count; i++)
        *(int *)((uintptr_t)inout + (uintptr_t)(first + i * extent)) +=
            *(int *)((uintptr_t)in + (uintptr_t)(first + i * extent));
}

static void add_ints(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint lb, extent, first, span;

    MPI_Type_get_extent(*type, &lb, &extent);
    MPI_Type_get_true_extent(*type, &first, &span);
    add_ints_at(in, inout, *count, extent, first);
}

static void sums_of(MPI_Datatype type, void *own, void *result, int *own_ints, int *result_ints, int count, int step)
{
    MPI_Op op;
    int root = 1 % world.size;

    MPI_Op_create(add_ints, 1, &op);
    for (int round = 0; round < 4; round++) {
        int to_all = round % 2, in_place = round / 2, counts = to_all || world.rank == root;
        void *operand = in_place && counts ? MPI_IN_PLACE : own;
        for (int i = 0; i < count * step; i++)
            own_ints[i] = i + world.rank, result_ints[i] = in_place ? i + world.rank : -1;
        if (to_all)
            OK(MPI_Allreduce(operand, result, count, type, op, world.comm));
        else
            OK(MPI_Reduce(operand, result, count, type, op, root, world.comm));
        expect(&world, to_all ? ALLREDUCE : REDUCE);
        for (int i = 0; i < count * step && counts; i++)
            CHECK_INT(result_ints[i],
                      i % step ? (in_place ? i + world.rank : -1) : world.size * i + world.size * (world.size - 1) / 2);
    }
    MPI_Op_free(&op);
}

/* An operation that assigns whole elements, padding included. */
struct padded {
    double value;
    int owner;
    char padding[52];
};

static void greater(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct padded *left = in, *right = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        if (left[i].value > right[i].value)
            right[i] = left[i];
}

static void padding(int count)
{
    struct padded *own = calloc((size_t)count, sizeof *own), *result = calloc((size_t)count, sizeof *own);
    int lengths[] = {1, 1};
    MPI_Aint places[] = {offsetof(struct padded, value), offsetof(struct padded, owner)};
    MPI_Datatype members[] = {MPI_DOUBLE, MPI_INT}, bare, type;
    MPI_Op op;

    MPI_Type_create_struct(2, lengths, places, members, &bare);
    MPI_Type_create_resized(bare, 0, sizeof *own, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&bare);
    MPI_Op_create(greater, 1, &op);
    for (int i = 0; i < count; i++)
        own[i].value = (world.rank + i) % world.size, own[i].owner = world.rank;
    OK(MPI_Allreduce(own, result, count, type, op, world.comm));
    expect(&world, ALLREDUCE);
    for (int i = 0; i < count; i++)
        CHECK_INT(result[i].owner, (2 * world.size - 1 - i % world.size) % world.size);
    OK(MPI_Reduce(own, result, count, type, op, 0, world.comm));
    expect(&world, REDUCE);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(own);
    free(result);
}

static void extents(void)
{
    enum { COUNT = 300, STEP = 3 };
    static int own[COUNT * STEP], result[COUNT * STEP];
    MPI_Datatype backwards, far;
    MPI_Aint address, displacement[1];
    int length = 1;

    MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint)(STEP * sizeof(int)), &backwards);
    MPI_Type_commit(&backwards);
    sums_of(backwards, own + (COUNT - 1) * STEP, result + (COUNT - 1) * STEP, own, result, COUNT, STEP);
    for (int i = 0; i < COUNT * STEP; i++)
        own[i] = world.rank == 1 ? i : -1;
    OK(MPI_Bcast(own + (COUNT - 1) * STEP, COUNT, backwards, 1, world.comm));
    expect(&world, BCAST);
    for (int i = 0; i < COUNT * STEP; i++)
        CHECK_INT(own[i], i % STEP && world.rank != 1 ? -1 : i);
    MPI_Type_free(&backwards);

    /* One element, by its absolute address: operand and result are one buffer, so it is in place. */
    MPI_Get_address(result, &address);
    displacement[0] = address;
    MPI_Type_create_hindexed(1, &length, displacement, MPI_INT, &far);
    MPI_Type_commit(&far);
    for (int root = -1; root < world.size; root++) {
        MPI_Op op;
        int is_in_place = root < 0 || root == world.rank;
        MPI_Op_create(add_ints, 1, &op);
        result[0] = world.rank + 5;
        if (root < 0)
            OK(MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, far, op, world.comm));
        else
            OK(MPI_Reduce(is_in_place ? MPI_IN_PLACE : MPI_BOTTOM, MPI_BOTTOM, 1, far, op, root, world.comm));
        expect(&world, root < 0 ? ALLREDUCE : REDUCE);
        CHECK_INT(result[0], is_in_place ? 5 * world.size + world.size * (world.size - 1) / 2 : world.rank + 5);
        MPI_Op_free(&op);
    }
    MPI_Type_free(&far);
    padding(1);
    padding(5);
    padding(5000);
    together();
}

/* ---- bottom: blocks by their absolute addresses, at one rank alone or at all ---- */

static void check_ring(const int *from)
{
    for (int side = 0; side < 2; side++)
        CHECK_INT(from[side], (world.rank + (side ? 1 : world.size - 1)) % world.size * 10 + !side);
}

/* `absolute`: whether this rank passes MPI_BOTTOM; `active`: whether it has data. */
static void ring(MPI_Comm graph, int absolute, int active)
{
    int to[2] = {world.rank * 10, world.rank * 10 + 1}, from[2] = {-1, -1}, counts[2] = {active, active};
    MPI_Aint sent[2] = {0, sizeof(int)}, received[2] = {0, sizeof(int)};
    MPI_Datatype ints[2] = {MPI_INT, MPI_INT};

    for (int i = 0; i < 2 && absolute; i++) {
        MPI_Get_address(&to[i], &sent[i]);
        MPI_Get_address(&from[i], &received[i]);
    }
    OK(MPI_Neighbor_alltoallw(absolute ? MPI_BOTTOM : to, counts, sent, ints, absolute ? MPI_BOTTOM : from, counts,
                              received, ints, graph));
    expect(&world, NEIGHBOR_ALLTOALLW);
    if (active)
        check_ring(from);
    together();
}

/* MPICH refuses aliased buffers where both arrays are one; NULL twice is none of these. */
static void null_twice(int rank)
{
    int to[64], from[64], counts[64], places[64];
    MPI_Datatype sent[64], received[64];

    for (int i = 0; i < world.size; i++) {
        counts[i] = i != rank && world.rank != rank;
        to[i] = world.rank * 100 + i, from[i] = -1, places[i] = i * (int)sizeof(int);
        sent[i] = received[i] = MPI_INT;
    }
    OK(MPI_Alltoallw(world.rank == rank ? NULL : to, counts, places, sent, world.rank == rank ? NULL : from, counts,
                     places, received, world.comm));
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], counts[i] ? i * 100 + world.rank : -1);
    expect(&world, ALLTOALLW);
    together();
}

#if MPI_VERSION >= 4
static void vectors(int rank)
{
    char to[64], from[64];
    MPI_Count sizes[64], others[64];
    MPI_Aint sent[64], received[64];
    int absolute = world.rank == rank;

    for (int i = 0; i < world.size; i++) {
        MPI_Get_address(&to[i], &sent[i]);
        MPI_Get_address(&from[i], &received[i]);
        if (!absolute)
            sent[i] = received[i] = i;
        sizes[i] = others[i] = 1;
        to[i] = (char)(world.rank * 8 + i), from[i] = -1;
    }
    void *source = absolute ? MPI_BOTTOM : to, *result = absolute ? MPI_BOTTOM : from;
    OK(MPI_Alltoallv_c(source, sizes, sent, MPI_CHAR, result, others, received, MPI_CHAR, world.comm));
    expect(&world, ALLTOALLV);
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], i * 8 + world.rank);
    together();
    OK(MPI_Gatherv_c(to, 1, MPI_CHAR, result, sizes, received, MPI_CHAR, rank, world.comm));
    expect(&world, GATHERV);
    for (int i = 0; i < world.size && absolute; i++)
        CHECK_INT(from[i], i * 8);
    together();
    OK(MPI_Scatterv_c(source, sizes, sent, MPI_CHAR, from, 1, MPI_CHAR, rank, world.comm));
    expect(&world, SCATTERV);
    CHECK_INT(from[0], rank * 8 + world.rank);
    together();
    OK(MPI_Allgatherv_c(to, 1, MPI_CHAR, result, sizes, received, MPI_CHAR, world.comm));
    expect(&world, ALLGATHERV);
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], i * 8);
    together();
}
#endif

static void bottom(void)
{
    int around[2] = {(world.rank + world.size - 1) % world.size, (world.rank + 1) % world.size}, ones[2] = {1, 1};
    MPI_Comm graph;

    MPI_Dist_graph_create_adjacent(world.comm, 2, around, ones, 2, around, ones, MPI_INFO_NULL, 0, &graph);
    for (int rank = 0; rank < world.size; rank++) {
        ring(graph, world.rank == rank, 1);
        ring(graph, world.rank != rank, 1);
        null_twice(rank);
#if MPI_VERSION >= 4
        vectors(rank);
#endif
    }
    ring(graph, 1, 1);
    MPI_Comm_free(&graph);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "extents";

    MPI_Init(&argc, &argv);
    afresh();
    if (!strcmp(what, "extents"))
        extents();
    else if (!strcmp(what, "bottom"))
        bottom();
    else
        CHECK_TEXT(what, "a case");
    return end_alike();
}
