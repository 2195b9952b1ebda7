/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Data for collective calls: datatypes of every kind, operations on them, the contents of buffers, and the expected
 * results. */
#ifndef COLLECTIVES_DATA_H
#define COLLECTIVES_DATA_H

#include "collectives.h"
#include <stddef.h>

struct mixed {
    char c;
    double d;
    int i;
};

enum { TYPES = 7 };
static MPI_Datatype types[TYPES];

static void make_types(void)
{
    int lengths[3] = {1, 1, 1}, backwards[3] = {2, 1, 0}, far[2] = {3, 7};
    MPI_Aint places[3] = {offsetof(struct mixed, c), offsetof(struct mixed, d), offsetof(struct mixed, i)};
    MPI_Datatype parts[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, bare;

    types[0] = MPI_INT;
    types[1] = MPI_DOUBLE;
    MPI_Type_create_struct(3, lengths, places, parts, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct mixed), &types[2]);
    MPI_Type_free(&bare);
    /* Holes, and a gap at the end. */
    MPI_Type_vector(3, 2, 4, MPI_SHORT, &bare);
    MPI_Type_create_resized(bare, 0, 26, &types[3]);
    MPI_Type_free(&bare);
    /* No gap, but another order. */
    MPI_Type_indexed(3, lengths, backwards, MPI_INT, &types[4]);
    /* Begins after its lower bound. */
    MPI_Type_create_indexed_block(2, 2, far, MPI_INT, &types[5]);
#if MPI_VERSION >= 4
    /* MPI_Type_get_envelope is an error for a datatype that was made by a call with large counts. */
    MPI_Type_contiguous_c(5, MPI_INT, &types[6]);
#else
    MPI_Type_contiguous(5, MPI_INT, &types[6]);
#endif
    for (int i = 2; i < TYPES; i++)
        MPI_Type_commit(&types[i]);
}

static void free_types(void)
{
    for (int i = 2; i < TYPES; i++)
        MPI_Type_free(&types[i]);
}

static size_t bytes_of(int count, MPI_Datatype type)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    return (size_t)(count > 0 ? (count - 1) * extent + true_lb + true_extent : 0) + 8;
}

/* Bytes that differ from rank to rank and place to place. */
static unsigned char *filled(size_t bytes, int seed)
{
    unsigned char *buffer = malloc(bytes + 16);
    unsigned state = (unsigned)seed * 2654435761u + 12345u;

    for (size_t i = 0; i < bytes; i++) {
        state = state * 1664525u + 1013904223u;
        buffer[i] = (unsigned char)(state >> 24);
    }
    return buffer;
}

static unsigned char *copy_of(const unsigned char *buffer, size_t bytes)
{
    unsigned char *copy = malloc(bytes + 16);

    memcpy(copy, buffer, bytes);
    return copy;
}

/* ---- reductions ---- */

/* Modulo a prime, so that nothing overflows. */
static void add_mixed(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct mixed *a = in, *b = inout;

    (void)type;
    for (int i = 0; i < *count; i++) {
        b[i].c = (char)(a[i].c ^ b[i].c);
        b[i].d = a[i].d + b[i].d;
        b[i].i = (int)(((long)a[i].i + b[i].i) % 1000003);
    }
}

/* Products of matrices of two rows do not commute. */
static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int(*a)[4] = in, (*b)[4] = inout;

    (void)type;
    for (int i = 0; i < *count; i++) {
        int product[4];
        for (int row = 0; row < 2; row++)
            for (int column = 0; column < 2; column++)
                product[row * 2 + column] =
                    (int)(((long)a[i][row * 2] * b[i][column] + (long)a[i][row * 2 + 1] * b[i][2 + column]) % 10007);
        memcpy(b[i], product, sizeof product);
    }
}

/* On elements with holes: every other short. */
static void greatest_of(void *in, void *inout, long count)
{
    for (long i = 0; i < count; i++) {
        for (int k = 0; k < 6; k++) {
            size_t at = (size_t)i * 26 + (size_t)(k / 2) * 8 + (size_t)(k % 2) * 2;
            short a, b;
            memcpy(&a, (char *)in + at, sizeof a);
            memcpy(&b, (char *)inout + at, sizeof b);
            if (a > b)
                memcpy((char *)inout + at, &a, sizeof a);
        }
    }
}

/* An operation for large counts does for small ones too. */
#if MPI_VERSION >= 4
static void greatest(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
#else
static void greatest(void *in, void *inout, int *count, MPI_Datatype *type)
#endif
{
    (void)type;
    greatest_of(in, inout, (long)*count);
}

struct reduction {
    const char *name;
    MPI_Datatype type;
    MPI_Op op;
    int commutes;
    void (*fill)(unsigned char *buffer, int count, int rank);
};

static void fill_ints(unsigned char *buffer, int count, int rank)
{
    for (int i = 0; i < count; i++)
        ((int *)(void *)buffer)[i] = (i * 7919 + rank * 104729) % 65537;
}

/* Whole numbers: sums are exact in any order. */
static void fill_doubles(unsigned char *buffer, int count, int rank)
{
    for (int i = 0; i < count; i++)
        ((double *)(void *)buffer)[i] = (i * 31 + rank * 17) % 1009;
}

static void fill_pairs(unsigned char *buffer, int count, int rank)
{
    struct pair {
        double value;
        int index;
    } *pairs = (void *)buffer;

    for (int i = 0; i < count; i++) {
        pairs[i].value = (i + rank * 5) % 7;
        pairs[i].index = rank;
    }
}

static void fill_mixed(unsigned char *buffer, int count, int rank)
{
    for (int i = 0; i < count; i++) {
        struct mixed *element = (struct mixed *)(void *)buffer + i;
        element->c = (char)(i + rank);
        element->d = i % 100 + rank;
        element->i = i * 13 + rank;
    }
}

static void fill_nothing(unsigned char *buffer, int count, int rank)
{
    (void)buffer;
    (void)count;
    (void)rank;
}

enum { REDUCTIONS = 9 };
static struct reduction reductions[REDUCTIONS];

static MPI_Datatype matrix;

static void make_reductions(void)
{
    MPI_Op sum, product, most;

    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(add_mixed, 1, &sum);
    MPI_Op_create(multiply, 0, &product);
#if MPI_VERSION >= 4
    MPI_Op_create_c(greatest, 1, &most);
#else
    MPI_Op_create(greatest, 1, &most);
#endif
    reductions[0] = (struct reduction){"int sum", MPI_INT, MPI_SUM, 1, fill_ints};
    reductions[1] = (struct reduction){"int min", MPI_INT, MPI_MIN, 1, fill_ints};
    reductions[2] = (struct reduction){"int band", MPI_INT, MPI_BAND, 1, fill_ints};
    reductions[3] = (struct reduction){"double max", MPI_DOUBLE, MPI_MAX, 1, fill_doubles};
    reductions[4] = (struct reduction){"double sum", MPI_DOUBLE, MPI_SUM, 1, fill_doubles};
    reductions[5] = (struct reduction){"minloc", MPI_DOUBLE_INT, MPI_MINLOC, 1, fill_pairs};
    reductions[6] = (struct reduction){"own sum", types[2], sum, 1, fill_mixed};
    reductions[7] = (struct reduction){"matrix product", matrix, product, 0, fill_nothing};
    reductions[8] = (struct reduction){"own max with holes", types[3], most, 1, fill_nothing};
}

static void free_reductions(void)
{
    for (int i = 6; i < REDUCTIONS; i++)
        MPI_Op_free(&reductions[i].op);
    MPI_Type_free(&matrix);
}

/* Every third call is the one for large counts, if the MPI has these. */
#if MPI_VERSION >= 4
static int made;
#define EITHER(name, ...) (made++ % 3 ? MPI_##name(__VA_ARGS__) : MPI_##name##_c(__VA_ARGS__))
#else
#define EITHER(name, ...) MPI_##name(__VA_ARGS__)
#endif

static void check_same(const char *what, const unsigned char *ours, const unsigned char *native, size_t bytes,
                       int count, int type, int root)
{
    for (size_t i = 0; i < bytes; i++) {
        if (ours[i] != native[i]) {
            if (test_failed(__FILE__, __LINE__))
                fprintf(stderr, "%s of %d elements of type %d, root %d: byte %zu is %d, should be %d\n", what, count,
                        type, root, i, ours[i], native[i]);
            return;
        }
    }
}

/* The same for the result of reductions[which]. Intel MPI 2021.18.1 writes the padding of MPI_DOUBLE_INT, too. */
static void check_reduced(const char *what, unsigned char *ours, unsigned char *right, size_t bytes, int count,
                          int which, int root)
{
    if (reductions[which].type == MPI_DOUBLE_INT) {
        for (size_t at = sizeof(double) + sizeof(int); at + sizeof(int) <= bytes; at += 2 * sizeof(double)) {
            memset(ours + at, 0, sizeof(int));
            memset(right + at, 0, sizeof(int));
        }
    }
    check_same(what, ours, right, bytes, count, which, root);
}

static void unpack(unsigned char *packed, int bytes, unsigned char *to, int count, MPI_Datatype type)
{
    int position = 0;

    MPI_Unpack(packed, bytes, &position, to, count, type, MPI_COMM_SELF);
}

/* The operands of the first ranks, combined one after the other in their order: the result of every reduction, packed.
 * The native calls are no measure. MPICH 4.0's long reduction in place ends the program if the root is not rank 0.
 * Intel MPI 2021.18.1's MPI_Reduce among the ranks of a node gives wrong data for datatypes with gaps if count times
 * extent is more than 16384 bytes (and the data less than about 20 KiB): with 3 ranks, 1025 elements of MPI_DOUBLE_INT
 * {rank, rank} and MPI_MINLOC, the root finds {1, 1} in the last one. It is right with I_MPI_ADJUST_REDUCE=1 to 7 and
 * with I_MPI_COLL_INTRANODE=pt2pt, which do not reduce in shared memory. */
static unsigned char *combined(const struct world *world, int ranks, unsigned char *own, int count,
                               const struct reduction *r, int *packed_bytes)
{
    size_t bytes = bytes_of(count, r->type);
    unsigned char *all = malloc(bytes * (size_t)world->size), *packed, *result;
    int position = 0;

    PMPI_Allgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, world->comm);
    result = all + bytes * (size_t)(ranks - 1);
    for (int rank = ranks - 1; rank-- > 0;)
        MPI_Reduce_local(all + bytes * (size_t)rank, result, count, r->type, r->op);
    MPI_Type_size(r->type, packed_bytes);
    *packed_bytes *= count;
    packed = malloc((size_t)*packed_bytes + 16);
    MPI_Pack(result, count, r->type, packed, *packed_bytes, &position, MPI_COMM_SELF);
    free(all);
    return packed;
}

#endif
