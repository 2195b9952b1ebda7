/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Every intercepted collective call against its PMPI_ alias or against its definition, byte for byte: collectives
 * all|ordered, the second for ranks that are placed on the machine in their order. Each rank prints how many calls must
 * have gone along the hierarchy. */
#define _POSIX_C_SOURCE 200809L
#include "collectives_data.h"
#include <time.h>

static void rest(long milliseconds)
{
    struct timespec time = {0, milliseconds * 1000000};

    nanosleep(&time, NULL);
}

/* The same clock for all processes of the machine, unlike some MPI_Wtime. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static size_t data_of(int count, MPI_Datatype type)
{
    int size;

    MPI_Type_size(type, &size);
    return (size_t)count * (size_t)size;
}

/* ---- calls that pass data on ---- */

static void bcast(const struct world *world, int count, int type, int root)
{
    size_t bytes = bytes_of(count, types[type]);
    unsigned char *native = filled(bytes, world->rank), *ours = copy_of(native, bytes);

    PMPI_Bcast(native, count, types[type], root, world->comm);
    OK(EITHER(Bcast, ours, count, types[type], root, world->comm));
    expect_bytes(world, BCAST, data_of(count, types[type]));
    check_same("bcast", ours, native, bytes, count, type, root);
    free(native);
    free(ours);
}

/* Ranks may count the same data in other elements. */
static void bcast_differently(const struct world *world, int root)
{
    int type = world->rank % 3 == 0   ? 4
               : world->rank % 3 == 1 ? 0
                                      : 5,
        count = type == 0   ? 600 * 12
                : type == 4 ? 200 * 12
                            : 150 * 12;
    size_t bytes = bytes_of(count, types[type]);
    unsigned char *native = filled(bytes, world->rank), *ours = copy_of(native, bytes);

    PMPI_Bcast(native, count, types[type], root, world->comm);
    OK(EITHER(Bcast, ours, count, types[type], root, world->comm));
    expect_bytes(world, BCAST, data_of(count, types[type]));
    check_same("bcast of different types", ours, native, bytes, count, type, root);
    free(native);
    free(ours);
}

/* More elements than an int can count, of no data, at one rank; no element at the others. (A later broadcast of MPICH
 * 5.0.2 itself then fails, with or without the library: "message sizes do not match". A broadcast of Intel MPI
 * 2021.18.1 gives wrong data.) */
static void bcast_of_nothing(const struct world *world, int root)
{
#if MPI_VERSION == 4 && !defined I_MPI_VERSION
    MPI_Datatype nothing;
    int value = 7;

    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    OK(MPI_Bcast_c(&value, world->rank == root ? (MPI_Count)1 << 33 : 0, world->rank == root ? nothing : MPI_INT, root,
                   world->comm));
    CHECK_INT(value, 7);
    MPI_Type_free(&nothing);
#else
    (void)world;
    (void)root;
#endif
}

/* The packed shares of all ranks, at every rank. MPICH 4.0's own gather is wrong for data with gaps, so the expected
 * result is computed from bytes. */
static unsigned char *packed_shares(const struct world *world, unsigned char *share, int count, MPI_Datatype type,
                                    int *bytes)
{
    unsigned char *packed, *all;
    int size, position = 0;

    MPI_Type_size(type, &size);
    *bytes = size * count;
    packed = malloc((size_t)*bytes + 16);
    all = malloc((size_t)*bytes * (size_t)world->size + 16);
    MPI_Pack(share, count, type, packed, *bytes, &position, MPI_COMM_SELF);
    PMPI_Allgather(packed, *bytes, MPI_BYTE, all, *bytes, MPI_BYTE, world->comm);
    free(packed);
    return all;
}

static void shares(const struct world *world, int count, int type, int root, int in_place)
{
    size_t own_bytes = bytes_of(count, types[type]), all_bytes = bytes_of(count * world->size, types[type]);
    unsigned char *own = filled(own_bytes, world->rank), *all = filled(all_bytes, world->rank + 1000), *packed;
    unsigned char *native = copy_of(all, all_bytes), *ours = copy_of(all, all_bytes),
                  *at_root = filled(all_bytes, root + 1000);
    unsigned char *native_own = copy_of(own, own_bytes), *ours_own = copy_of(own, own_bytes);
    int is_root = world->rank == root, bytes;
    MPI_Datatype t = types[type];
    MPI_Aint lb, extent;

    MPI_Type_get_extent(t, &lb, &extent);
    packed = packed_shares(world, in_place ? all + world->rank * count * extent : own, count, t, &bytes);
    for (int rank = 0; rank < world->size; rank++)
        unpack(packed + rank * bytes, bytes, native + rank * count * extent, count, t);
    OK(EITHER(Allgather, in_place ? MPI_IN_PLACE : own, count, t, ours, count, t, world->comm));
    expect_bytes(world, ALLGATHER, data_of(count, t));
    check_same("allgather", ours, native, all_bytes, count, type, root);
    free(packed);

    /* Ignored arguments must not be read: counts, types and buffers of other ranks than the root. */
    memcpy(native, all, all_bytes);
    memcpy(ours, all, all_bytes);
    packed = packed_shares(world, in_place && is_root ? all + world->rank * count * extent : own, count, t, &bytes);
    for (int rank = 0; rank < world->size && is_root; rank++)
        unpack(packed + rank * bytes, bytes, native + rank * count * extent, count, t);
    OK(EITHER(Gather, in_place && is_root ? MPI_IN_PLACE : own, count, t, is_root ? ours : NULL, is_root ? count : -1,
              is_root ? t : MPI_DATATYPE_NULL, root, world->comm));
    expect_data(world, GATHER, count);
    check_same("gather", ours, native, all_bytes, count, type, root);
    free(packed);

    packed = packed_shares(world, at_root + world->rank * count * extent, count, t, &bytes);
    if (!in_place || !is_root)
        unpack(packed + world->rank * bytes, bytes, native_own, count, t);
    OK(EITHER(Scatter, is_root ? all : NULL, is_root ? count : -1, is_root ? t : MPI_DATATYPE_NULL,
              in_place && is_root ? MPI_IN_PLACE : ours_own, count, t, root, world->comm));
    expect_data(world, SCATTER, count);
    check_same("scatter", ours_own, native_own, own_bytes, count, type, root);
    free(packed);
    free(own);
    free(all);
    free(native);
    free(ours);
    free(at_root);
    free(native_own);
    free(ours_own);
}

/* One element in another type than it is received in. */
static void shares_differently(const struct world *world, int root)
{
    int count = 12 * 5; /* ints: 60 of type 0 are 20 of type 4, and 12 of type 6 */
    size_t all_bytes = bytes_of(count * world->size, MPI_INT);
    unsigned char *own = filled(bytes_of(count, MPI_INT), world->rank), *native = filled(all_bytes, 7),
                  *ours = filled(all_bytes, 7);

    PMPI_Gather(own, count, MPI_INT, native, 20, types[4], root, world->comm);
    OK(EITHER(Gather, own, count, MPI_INT, ours, 20, types[4], root, world->comm));
    expect(world, GATHER);
    check_same("gather of another type", ours, native, all_bytes, count, 4, root);
    PMPI_Allgather(own, 12, types[6], native, 20, types[4], world->comm);
    OK(EITHER(Allgather, own, 12, types[6], ours, 20, types[4], world->comm));
    expect_bytes(world, ALLGATHER, 12 * 5 * sizeof(int));
    check_same("allgather of another type", ours, native, all_bytes, count, 4, root);
    free(own);
    free(native);
    free(ours);
}

/* ---- a block for every rank ---- */

/* The final data of all ranks, computed from bytes. */
static unsigned char *exchanged(const struct world *world, unsigned char *blocks, int count, MPI_Datatype type,
                                int *bytes)
{
    unsigned char *packed, *all;
    int size, position = 0;

    MPI_Type_size(type, &size);
    *bytes = size * count;
    packed = malloc((size_t)(*bytes * world->size) + 16);
    all = malloc((size_t)(*bytes * world->size) + 16);
    MPI_Pack(blocks, count * world->size, type, packed, *bytes * world->size, &position, MPI_COMM_SELF);
    PMPI_Alltoall(packed, *bytes, MPI_BYTE, all, *bytes, MPI_BYTE, world->comm);
    free(packed);
    return all;
}

static void alltoall(const struct world *world, int count, int type, int in_place)
{
    MPI_Datatype t = types[type];
    size_t bytes = bytes_of(count * world->size, t);
    unsigned char *own = filled(bytes, world->rank), *right = filled(bytes, world->rank + 1000), *ours, *packed;
    int block;

    if (in_place)
        memcpy(right, own, bytes);
    ours = copy_of(right, bytes);
    packed = exchanged(world, own, count, t, &block);
    unpack(packed, block * world->size, right, count * world->size, t);
    OK(EITHER(Alltoall, in_place ? MPI_IN_PLACE : own, in_place ? 0 : count, in_place ? MPI_DATATYPE_NULL : t, ours,
              count, t, world->comm));
    expect_data(world, ALLTOALL, count);
    check_same("alltoall", ours, right, bytes, count, type, -1);
    free(own);
    free(right);
    free(ours);
    free(packed);
}

/* Blocks are sent in other elements than they are received in, and in different ones at different ranks. (Open MPI's
 * own algorithm for short blocks then mixes up the elements.) */
static void alltoall_differently(const struct world *world)
{
    int type = world->rank % 2 ? 4 : 0, count = type ? 20 : 60, block;
    size_t bytes = bytes_of(60 * world->size, MPI_INT);
    unsigned char *own = filled(bytes, world->rank), *right = filled(bytes, 7), *ours = filled(bytes, 7), *packed;

    packed = exchanged(world, own, count, types[type], &block);
    unpack(packed, block * world->size, right, 12 * world->size, types[6]);
    OK(EITHER(Alltoall, own, count, types[type], ours, 12, types[6], world->comm));
    expect(world, ALLTOALL);
    check_same("alltoall of another type", ours, right, bytes, count, type, -1);
    free(own);
    free(right);
    free(ours);
    free(packed);
}

/* ---- reductions ---- */

static void reduce(const struct world *world, int count, int which, int root, int in_place)
{
    const struct reduction *r = &reductions[which];
    size_t bytes = bytes_of(count, r->type);
    unsigned char *own = filled(bytes, world->rank), *right = filled(bytes, world->rank + 500), *ours, *packed;
    int is_root = world->rank == root, own_bits = r->fill == fill_nothing && r->type == matrix, packed_bytes;

    if (own_bits)
        fill_ints(own, count * 4, world->rank);
    r->fill(own, count, world->rank);
    packed = combined(world, world->size, own, count, r, &packed_bytes);
    /* Gaps are unchanged. */
    if (in_place)
        memcpy(right, own, bytes);
    ours = copy_of(right, bytes);
    if (is_root)
        unpack(packed, packed_bytes, right, count, r->type);
    OK(EITHER(Reduce, in_place && is_root ? MPI_IN_PLACE : own, is_root ? ours : NULL, count, r->type, r->op, root,
              world->comm));
    if (r->commutes || ((world->is_ordered || !world->has_levels) && root == 0))
        expect_bytes(world, REDUCE, data_of(count, r->type));
    check_reduced(r->name, ours, right, bytes, count, which, root);

    if (in_place)
        memcpy(ours, own, bytes);
    memcpy(right, ours, bytes);
    unpack(packed, packed_bytes, right, count, r->type);
    OK(EITHER(Allreduce, in_place ? MPI_IN_PLACE : own, ours, count, r->type, r->op, world->comm));
    if (r->commutes || world->is_ordered || !world->has_levels)
        expect_bytes(world, ALLREDUCE, data_of(count, r->type));
    check_reduced(r->name, ours, right, bytes, count, which, -1);
    free(own);
    free(packed);
    free(right);
    free(ours);
}

/* Sums of fractions depend on the order of the operands: twice the same, and near the native one. */
static void fractions(const struct world *world, int root)
{
    enum { COUNT = 3001 };
    static double own[COUNT], first[COUNT], second[COUNT], native[COUNT];

    for (int i = 0; i < COUNT; i++)
        own[i] = 1.0 / (1 + i + 3 * world->rank);
    PMPI_Allreduce(own, native, COUNT, MPI_DOUBLE, MPI_SUM, world->comm);
    OK(EITHER(Allreduce, own, first, COUNT, MPI_DOUBLE, MPI_SUM, world->comm));
    expect(world, ALLREDUCE);
    for (int run = 0; run < 5; run++) {
        if (world->rank == run % world->size)
            rest(2);
        OK(EITHER(Allreduce, own, second, COUNT, MPI_DOUBLE, MPI_SUM, world->comm));
        expect(world, ALLREDUCE);
        CHECK(!memcmp(first, second, sizeof first));
    }
    for (int i = 0; i < COUNT; i++)
        CHECK(first[i] - native[i] < 1e-9 && native[i] - first[i] < 1e-9);
    OK(EITHER(Reduce, own, second, COUNT, MPI_DOUBLE, MPI_SUM, root, world->comm));
    expect(world, REDUCE);
}

/* No rank leaves a barrier before all have entered it. */
static void barrier(const struct world *world)
{
    for (int late = 0; late < world->size; late += 3) {
        double begin, end, latest;
        if (world->rank == late)
            rest(3);
        begin = now();
        OK(MPI_Barrier(world->comm));
        expect_bytes(world, BARRIER, 0);
        end = now();
        PMPI_Allreduce(&begin, &latest, 1, MPI_DOUBLE, MPI_MAX, world->comm);
        CHECK(end >= latest);
    }
}

static void everything_on(const struct world *world)
{
    /* Blocks of up to 60, of some thousand and of more bytes use different algorithms. */
    static const int counts[] = {0, 1, 7, 1501}, block_counts[] = {0, 3, 180, 1201};
    int roots[] = {0, world->size / 2, world->size - 1};

    for (int r = 0; r < 3; r++) {
        if (r > 0 && roots[r] == roots[r - 1])
            continue;
        for (int c = 0; c < 4; c++) {
            for (int type = 0; type < TYPES; type++) {
                bcast(world, counts[c], type, roots[r]);
                shares(world, c == 3 ? 211 : counts[c], type, roots[r], (type + c) % 2);
            }
            for (int which = 0; which < REDUCTIONS; which++)
                reduce(world, counts[c], which, roots[r], (which + c + r) % 2);
        }
        bcast_differently(world, roots[r]);
        bcast_of_nothing(world, roots[r]);
        shares_differently(world, roots[r]);
        fractions(world, roots[r]);
    }
    for (int type = 0; type < TYPES; type++)
        for (int c = 0; c < 4; c++)
            alltoall(world, block_counts[c], type, (type + c) % 2);
    alltoall_differently(world);
    bcast(world, 100003, 0, world->size - 1);
    reduce(world, 100003, 0, world->size - 1, 0);
    reduce(world, 50001, 4, 0, 1);
    barrier(world);
}

static void on_parts_of(MPI_Comm comm, int ordered)
{
    int rank, size;
    MPI_Comm part;
    struct world world = world_of(comm, ordered);

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    everything_on(&world);
    /* A duplicate has a hierarchy of its own, also after its original is freed. */
    MPI_Comm_dup(comm, &part);
    world = world_of(part, ordered);
    bcast(&world, 1000, 0, size - 1);
    MPI_Comm_free(&part);
    /* In reverse; every second; in an order that is unrelated to the machine. */
    MPI_Comm_split(comm, 0, -rank, &part);
    world = world_of(part, ordered);
    everything_on(&world);
    MPI_Comm_free(&part);
    MPI_Comm_split(comm, rank % 2, rank, &part);
    world = world_of(part, ordered);
    everything_on(&world);
    MPI_Comm_free(&part);
    MPI_Comm_split(comm, 0, rank * 5 % size, &part);
    world = world_of(part, 0);
    everything_on(&world);
    MPI_Comm_free(&part);
    /* A single level: one node's ranks, and one rank. */
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &part);
    if (part != MPI_COMM_NULL) {
        world = world_of(part, 0);
        bcast(&world, 1000, 2, 0);
        barrier(&world);
        MPI_Comm_free(&part);
    }
    world = world_of(MPI_COMM_SELF, 1);
    bcast(&world, 1000, 2, 0);
    reduce(&world, 10, 0, 0, 0);
}

/* Between two groups the calls are the native ones. */
static void between_groups(void)
{
    MPI_Comm half, inter;
    int rank = test_rank(), size = test_size(), side = rank < size / 2, value = -1, remote;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? size / 2 : 0, 1, &inter);
    MPI_Comm_remote_size(inter, &remote);
    OK(MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_MAX, inter));
    CHECK_INT(value, side ? size - 1 : size / 2 - 1);
    OK(MPI_Barrier(inter));
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
    int is_ordered;

    MPI_Init(&argc, &argv);
    is_ordered = argc > 1 && !strcmp(argv[1], "ordered");
    make_types();
    make_reductions();
    on_parts_of(MPI_COMM_WORLD, is_ordered);
    between_groups();
    free_reductions();
    free_types();
    say_expected();
    return test_end();
}
