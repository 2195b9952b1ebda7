/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Reductions that give each rank another result, with every operation and every datatype: collectives_reductions
 * all|ordered|threads, the second for ranks that are placed on the machine in their order. The expected result of each
 * rank is computed from all operands. Each rank prints how many calls must have gone along the hierarchy. */
#include "collectives_data.h"
#include <pthread.h>

/* Operands of this rank. */
static unsigned char *operands(const struct world *world, int count, const struct reduction *r)
{
    unsigned char *own = filled(bytes_of(count, r->type), world->rank);

    if (r->type == matrix)
        fill_ints(own, count * 4, world->rank);
    r->fill(own, count, world->rank);
    return own;
}

/* ---- prefixes ---- */

static void scan(const struct world *world, int count, int which, int in_place, int exclusive)
{
    const struct reduction *r = &reductions[which];
    int ranks = world->rank + !exclusive, packed_bytes;
    size_t bytes = bytes_of(count, r->type);
    unsigned char *own = operands(world, count, r), *right = filled(bytes, world->rank + 500), *ours, *packed;
    const void *from = in_place ? MPI_IN_PLACE : own;

    packed = combined(world, ranks ? ranks : 1, own, count, r, &packed_bytes);
    /* Gaps are unchanged, and so is the first rank's buffer in an exclusive prefix. */
    if (in_place)
        memcpy(right, own, bytes);
    ours = copy_of(right, bytes);
    if (ranks)
        unpack(packed, packed_bytes, right, count, r->type);
#ifdef OPEN_MPI
    /* A call without a result needs no buffer. (The other MPIs require one.) */
    void *to = exclusive && !world->rank && !in_place ? NULL : ours;
#else
    void *to = ours;
#endif
    if (exclusive)
        OK(EITHER(Exscan, from, to, count, r->type, r->op, world->comm));
    else
        OK(EITHER(Scan, from, to, count, r->type, r->op, world->comm));
    if (world->is_ordered)
        expect_data(world, exclusive ? EXSCAN : SCAN, count);
    check_reduced(exclusive ? "exscan" : "scan", ours, right, bytes, count, which, -1);
    free(own);
    free(packed);
    free(right);
    free(ours);
}

/* ---- blocks of a reduction's result ---- */

/* The number of elements that each rank gets: the same for all in the first patterns, which are for blocks of one
 * length. With more than 4 KiB for each rank, blocks are sent separately, in segments. */
enum { BLOCKS = 4, PATTERNS = 8, MOST = 64 };
static int stretch_of(int pattern, int rank, int size, int bytes)
{
    switch (pattern) {
    case 0:
    case 1:
        return pattern;
    case 2:
        return 70;
    case 3:
        return 4400 / bytes;
    case 4:
        return rank % 3;
    case 5: /* One rank has it all. */
        return rank == size / 2 ? 2800 / bytes : 0;
    case 6: /* Long ones, and none. */
        return rank % 2 ? 0 : (9000 + 160 * rank) / bytes;
    default:
        return 5;
    }
}

static int reduce_scatter(const void *from, void *to, const int *counts, const struct reduction *r, MPI_Comm comm)
{
#if MPI_VERSION >= 4
    if (made++ % 3 == 0) {
        MPI_Count large[MOST];
        int size;
        MPI_Comm_size(comm, &size);
        for (int i = 0; i < size; i++)
            large[i] = counts[i];
        return MPI_Reduce_scatter_c(from, to, large, r->type, r->op, comm);
    }
#endif
    return MPI_Reduce_scatter(from, to, counts, r->type, r->op, comm);
}

static void scatter(const struct world *world, int pattern, int which, int in_place)
{
    const struct reduction *r = &reductions[which];
    int counts[MOST], count = 0, before = 0, own_count, packed_bytes, size_of_one, goes_along, is_block;
    unsigned char *own, *packed, *right, *ours;
    size_t bytes;

    is_block = pattern < BLOCKS;
    MPI_Type_size(r->type, &size_of_one);
    for (int i = 0; i < world->size; i++) {
        counts[i] = stretch_of(pattern, i, world->size, size_of_one);
        before += i < world->rank ? counts[i] : 0;
        count += counts[i];
    }
    own_count = counts[world->rank];
    goes_along = r->commutes || world->is_ordered;
    own = operands(world, count, r);
    packed = combined(world, world->size, own, count, r, &packed_bytes);
    bytes = bytes_of(in_place ? count : own_count, r->type);
    right = in_place ? copy_of(own, bytes) : filled(bytes, world->rank + 500);
    ours = copy_of(right, bytes);
    unpack(packed + before * size_of_one, own_count * size_of_one, right, own_count, r->type);
    if (is_block) {
        OK(EITHER(Reduce_scatter_block, in_place ? MPI_IN_PLACE : own, ours, own_count, r->type, r->op, world->comm));
        if (goes_along)
            expect_data(world, REDUCE_SCATTER_BLOCK, count);
    } else {
        OK(reduce_scatter(in_place ? MPI_IN_PLACE : own, ours, counts, r, world->comm));
        if (goes_along)
            expect_data(world, REDUCE_SCATTER, count);
    }
    /* Natively the data after the result may change, too. */
    if (!goes_along || !world->has_levels)
        bytes = bytes_of(own_count, r->type) - 8;
    check_reduced(is_block ? "reduce_scatter_block" : "reduce_scatter", ours, right, bytes, own_count, which, pattern);
    free(own);
    free(packed);
    free(right);
    free(ours);
}

static void everything_on(const struct world *world)
{
    /* In one segment and in several. */
    static const int counts[] = {0, 1, 300};

    for (int which = 0; which < REDUCTIONS; which++) {
        for (int c = 0; c < 3; c++)
            for (int exclusive = 0; exclusive < 2; exclusive++)
                scan(world, counts[c], which, (which + c) % 2, exclusive);
        for (int pattern = 0; pattern < PATTERNS; pattern++)
            scatter(world, pattern, which, (which + pattern) % 2);
    }
    /* So long that the nodes are a chain. */
    scan(world, 40001, 0, 0, 0);
    scan(world, 10001, 7, 1, 1);
}

static void on_parts_of(MPI_Comm comm, int ordered)
{
    int rank, size;
    MPI_Comm part;
    struct world world = world_of(comm, ordered);

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    everything_on(&world);
    /* In reverse, every second, in an order that is unrelated to the machine, and one rank. */
    MPI_Comm_split(comm, rank % 2, -rank, &part);
    world = world_of(part, ordered);
    everything_on(&world);
    MPI_Comm_free(&part);
    MPI_Comm_split(comm, 0, rank * 5 % size, &part);
    world = world_of(part, 0);
    everything_on(&world);
    MPI_Comm_free(&part);
    world = world_of(MPI_COMM_SELF, 1);
    everything_on(&world);
}

/* ---- threads: each on a communicator of its own ---- */

enum { THREADS = 3, ROUNDS = 30, INTS = 1500 };
struct work {
    MPI_Comm comm;
    int thread, wrong;
};

static void *work_on(void *argument)
{
    struct work *work = argument;
    int rank, size, *operand, counts[MOST], result[INTS];

    MPI_Comm_rank(work->comm, &rank);
    MPI_Comm_size(work->comm, &size);
    operand = malloc((size_t)(INTS * size) * sizeof *operand);
    for (int round = 0; round < ROUNDS; round++) {
        int block = round % 2 ? INTS : 3, base = work->thread * 1000 + round, sum = 0, before;
        for (int i = 0; i < block * size; i++)
            operand[i] = base + i + rank;
        for (int i = 0; i < size; i++)
            counts[i] = block;
        MPI_Reduce_scatter_block(operand, result, block, MPI_INT, MPI_SUM, work->comm);
        before = size * (size - 1) / 2;
        work->wrong += result[block - 1] != size * (base + rank * block + block - 1) + before;
        MPI_Reduce_scatter(operand, result, counts, MPI_INT, MPI_MAX, work->comm);
        work->wrong += result[0] != base + rank * block + size - 1;
        sum = base + rank;
        MPI_Scan(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, work->comm);
        work->wrong += sum != (rank + 1) * base + rank * (rank + 1) / 2;
        MPI_Exscan(operand, result, INTS / 2, MPI_INT, MPI_SUM, work->comm);
        work->wrong += rank && result[0] != rank * base + rank * (rank - 1) / 2;
    }
    free(operand);
    return NULL;
}

static void threads(void)
{
    struct work work[THREADS];
    pthread_t ids[THREADS];

    for (int i = 0; i < THREADS; i++) {
        work[i] = (struct work){.thread = i};
        MPI_Comm_dup(MPI_COMM_WORLD, &work[i].comm);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, work_on, &work[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        CHECK_INT(work[i].wrong, 0);
        MPI_Comm_free(&work[i].comm);
    }
    for (int operation = REDUCE_SCATTER; operation <= EXSCAN; operation++)
        expected[operation] += THREADS * ROUNDS;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "all";
    int provided;

    MPI_Init_thread(&argc, &argv, !strcmp(what, "threads") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    make_types();
    make_reductions();
    if (!strcmp(what, "threads"))
        threads();
    else
        on_parts_of(MPI_COMM_WORLD, !strcmp(what, "ordered"));
    free_reductions();
    free_types();
    say_expected();
    return test_end();
}
