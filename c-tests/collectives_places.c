/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Different addresses of elements at the ranks of one collective call, for which all must choose the same algorithm:
 * collectives_places extents|bottom|absolute, see below. Each rank prints how many calls must have gone along the
 * hierarchy. */
#include "collectives_alike.h"
#include <stddef.h>
#include <stdint.h>

/* ---- extents: elements that go backwards, or lie far from the buffer's address ---- */

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

/* An operation that assigns whole elements, padding included. (Open MPI has no memory of its own for long padding.) */
#ifdef OMPI_MAJOR_VERSION
#define PADDING 52
#else
#define PADDING 8180
#endif

struct padded {
    double value;
    int owner;
    char padding[PADDING];
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
    padding(500);
    together();
}

/* ---- bottom: blocks by their absolute addresses, at one rank alone or at all ---- */

static void check_ring(const int *from)
{
    for (int side = 0; side < 2; side++)
        CHECK_INT(from[side], (world.rank + (side ? 1 : world.size - 1)) % world.size * 10 + !side);
}

/* `absolute`: this rank passes MPI_BOTTOM; `active`: it has data. */
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

/* MPICH refuses aliased buffers if both arrays are one; NULL twice is accepted. */
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

/* ---- absolute: blocks of all lengths whose datatypes have the addresses, and blocks in one buffer ---- */

enum { SPACE = 4 };

static int element_of(int from, int to, int at)
{
    return from * 1000003 + to * 1009 + at;
}

static MPI_Datatype every(int stride, int length, const int *at)
{
    int one = 1;
    MPI_Aint address = 0;
    MPI_Datatype vector, type;

    MPI_Type_vector(length, 1, stride, MPI_INT, &vector);
    if (at)
        MPI_Get_address(at, &address);
    MPI_Type_create_hindexed(1, &one, &address, vector, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&vector);
    return type;
}

static void fill_blocks(int *blocks, int length, int stride)
{
    memset(blocks, 0, (size_t)world.size * (size_t)length * SPACE * sizeof *blocks);
    for (int to = 0; to < world.size; to++)
        for (int at = 0; at < length; at++)
            blocks[(to * length * SPACE) + at * stride] = element_of(world.rank, to, at);
}

static void check_block(const int *block, int from, int to, int length, int stride)
{
    int wrong = 0;

    for (int at = 0; at < length; at++)
        wrong += block[at * stride] != element_of(from, to, at);
    CHECK_INT(wrong, 0);
}

static void absolute_blocks(MPI_Comm ring, int length, int sent_stride, int received_stride)
{
    size_t capacity = (size_t)world.size * (size_t)length * SPACE + 1;
    int *to = malloc(capacity * sizeof *to), *from = calloc(capacity, sizeof *from), ones[64], places[64];
    int around[2] = {(world.rank + world.size - 1) % world.size, (world.rank + 1) % world.size};
    MPI_Aint nowhere[2] = {0, 0};
    MPI_Datatype sent[64], received[64];

    fill_blocks(to, length, sent_stride);
    for (int i = 0; i < world.size; i++) {
        sent[i] = every(sent_stride, length, to + i * length * SPACE);
        received[i] = every(received_stride, length, from + i * length * SPACE);
        ones[i] = 1, places[i] = 0;
    }
    OK(MPI_Alltoallw(MPI_BOTTOM, ones, places, sent, MPI_BOTTOM, ones, places, received, world.comm));
    expect(&world, ALLTOALLW);
    for (int i = 0; i < world.size; i++)
        check_block(from + i * length * SPACE, i, world.rank, length, received_stride);
    together();
    OK(MPI_Neighbor_alltoallw(MPI_BOTTOM, ones, nowhere, sent, MPI_BOTTOM, ones, nowhere, received, ring));
    expect(&world, NEIGHBOR_ALLTOALLW);
    for (int i = 0; i < 2; i++)
        check_block(from + i * length * SPACE, around[i], !i, length, received_stride);
    together();
    for (int i = 0; i < world.size; i++) {
        MPI_Type_free(&sent[i]);
        MPI_Type_free(&received[i]);
    }
    free(to);
    free(from);
}

static void blocks_in_place(int length, int stride)
{
    size_t capacity = (size_t)world.size * (size_t)length * SPACE + 1;
    int *blocks = malloc(capacity * sizeof *blocks), ones[64], places[64];
    MPI_Datatype elements = every(stride, length, NULL), type, types[64];

    MPI_Type_create_resized(elements, 0, (MPI_Aint)sizeof(int) * SPACE * (length ? length : 1), &type);
    MPI_Type_commit(&type);
    for (int is_w = 0; is_w < 2; is_w++) {
        for (int i = 0; i < world.size; i++) {
            ones[i] = 1, types[i] = type;
            places[i] = is_w ? i * length * SPACE * (int)sizeof(int) : i;
        }
        fill_blocks(blocks, length, stride);
        if (is_w)
            OK(MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, blocks, ones, places, types, world.comm));
        else
            OK(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, blocks, ones, places, type, world.comm));
        expect(&world, is_w ? ALLTOALLW : ALLTOALLV);
        for (int i = 0; i < world.size; i++)
            check_block(blocks + i * length * SPACE, i, world.rank, length, stride);
        together();
    }
    MPI_Type_free(&type);
    MPI_Type_free(&elements);
    free(blocks);
}

/* MPICH 4.0 packs by a length that it reads out of the handle, which is wrong from the 769th datatype on. */
enum { KEPT = 800 };

static void absolute(void)
{
    static const int lengths[] = {0, 1, 7, 100, 1000, 5000, 20000, 100000};
    int around[2] = {(world.rank + world.size - 1) % world.size, (world.rank + 1) % world.size}, ones[2] = {1, 1};
    static MPI_Datatype kept[KEPT];
    MPI_Comm ring;

    for (int i = 0; i < KEPT; i++)
        kept[i] = every(1, 1, NULL);
    MPI_Dist_graph_create_adjacent(world.comm, 2, around, ones, 2, around, ones, MPI_INFO_NULL, 0, &ring);
    for (int i = 0; i < 8; i++)
        for (int sent = 1; sent < SPACE; sent++) {
            for (int received = 1; received < SPACE; received++)
                absolute_blocks(ring, lengths[i], sent, received);
            blocks_in_place(lengths[i], sent);
        }
    for (int i = 0; i < KEPT; i++)
        MPI_Type_free(&kept[i]);
    MPI_Comm_free(&ring);
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
    else if (!strcmp(what, "absolute"))
        absolute();
    else
        CHECK_TEXT(what, "a case");
    return end_alike();
}
