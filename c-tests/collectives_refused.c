/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls with arguments that an MPI refuses, or accepts though the standard forbids them: collectives_refused
 * aliases [BYTES]|alone|own|after|threads [ROUNDS], see below. Each rank prints how many calls must have gone along the
 * hierarchy. */
#include "collectives_refused.h"
#include <pthread.h>

/* Open MPI accepts buffers that are the same at both ends; every other MPI here reports them. */
#ifdef OPEN_MPI
enum { NOTICES = 0 };
#else
enum { NOTICES = 1 };
#endif

/* ---- aliases: a rank's own share at its place in the whole, an operand in the result's buffer ---- */

static void allgather_from_own_place(int count)
{
    int *all = malloc((size_t)(count * world.size) * sizeof(int)), code;

    for (int i = 0; i < count * world.size; i++)
        all[i] = i / count == world.rank ? value_at(world.rank, i % count) : -1;
    code = MPI_Allgather(all + world.rank * count, count, MPI_INT, all, count, MPI_INT, world.comm);
    if (NOTICES)
        REFUSED(code, MPI_ERR_BUFFER, MPI_ERR_BUFFER);
    else {
        OK(code);
        expect(&world, ALLGATHER);
    }
    for (int i = 0; i < count * world.size; i++)
        CHECK_INT(all[i], NOTICES && i / count != world.rank ? -1 : value_at(i / count, i % count));
    free(all);
}

static void shares_in_their_places(int count, int root)
{
    int is_root = world.rank == root, *own, *all = malloc((size_t)(count * world.size) * sizeof(int));

    own = is_root ? all + root * count : malloc((size_t)count * sizeof(int));
    for (int i = 0; i < count; i++)
        own[i] = value_at(world.rank, i);
    OK(MPI_Gather(own, count, MPI_INT, all, count, MPI_INT, root, world.comm));
    expect(&world, GATHER);
    for (int i = 0; i < count * world.size && is_root; i++)
        CHECK_INT(all[i], value_at(i / count, i % count));
    for (int i = 0; i < count * world.size && is_root; i++)
        all[i] = value_at(i / count, i % count) + 5;
    OK(MPI_Scatter(all, count, MPI_INT, own, count, MPI_INT, root, world.comm));
    expect(&world, SCATTER);
    for (int i = 0; i < count; i++)
        CHECK_INT(own[i], value_at(world.rank, i) + 5);
    for (int i = 0; i < count * world.size && is_root; i++)
        CHECK_INT(all[i], value_at(i / count, i % count) + 5);
    if (!is_root)
        free(own);
    free(all);
}

static void alltoall_in_one_buffer(int count)
{
    int ints = count * world.size, *all = malloc((size_t)ints * sizeof(int)), code;

    for (int i = 0; i < ints; i++)
        all[i] = value_at(world.rank, i);
    code = MPI_Alltoall(all, count, MPI_INT, all, count, MPI_INT, world.comm);
    if (NOTICES) {
        REFUSED(code, MPI_ERR_BUFFER, MPI_ERR_BUFFER);
        for (int i = 0; i < ints; i++)
            CHECK_INT(all[i], value_at(world.rank, i));
    } else {
        OK(code);
        expect(&world, ALLTOALL);
        for (int i = 0; i < ints; i++)
            CHECK_INT(all[i], value_at(i / count, world.rank * count + i % count));
    }
    free(all);
}

/* MPICH 4.0 refuses one buffer for both sides only if the counts of both are one array. */
static void unequal_in_one_buffer(int count, int of_each)
{
    int all[64 * 8], counts[64], places[64], code;
    MPI_Datatype types[64];

    if (count > 8)
        count = 8;
    for (int i = 0; i < world.size; i++) {
        counts[i] = count;
        places[i] = i * count * (of_each ? (int)sizeof(int) : 1);
        types[i] = MPI_INT;
    }
    for (int i = 0; i < count * world.size; i++)
        all[i] = value_at(world.rank, i);
    code = of_each ? MPI_Alltoallw(all, counts, places, types, all, counts, places, types, world.comm)
                   : MPI_Alltoallv(all, counts, places, MPI_INT, all, counts, places, MPI_INT, world.comm);
    if (NOTICES) {
        REFUSED(code, MPI_ERR_BUFFER, MPI_ERR_BUFFER);
    } else {
        OK(code);
        expect(&world, of_each ? ALLTOALLW : ALLTOALLV);
    }
    for (int i = 0; i < count * world.size; i++)
        CHECK_INT(all[i], NOTICES ? value_at(world.rank, i) : value_at(i / count, world.rank * count + i % count));
}

/* Shares of different lengths, of which each rank's own is at its place in the whole. */
static void allgatherv_from_own_place(void)
{
    int all[64 * 65 / 2], counts[64], places[64], code, whole = 0;

    for (int i = 0; i < world.size; i++) {
        counts[i] = i + 1;
        places[i] = whole;
        whole += i + 1;
    }
    for (int i = 0; i < whole; i++)
        all[i] = -1;
    for (int i = 0; i <= world.rank; i++)
        all[places[world.rank] + i] = value_at(world.rank, i);
    code = MPI_Allgatherv(all + places[world.rank], world.rank + 1, MPI_INT, all, counts, places, MPI_INT, world.comm);
    if (NOTICES) {
        REFUSED(code, MPI_ERR_BUFFER, MPI_ERR_BUFFER);
    } else {
        OK(code);
        expect(&world, ALLGATHERV);
    }
    for (int rank = 0; rank < world.size; rank++)
        for (int i = 0; i <= rank; i++)
            CHECK_INT(all[places[rank] + i], NOTICES && rank != world.rank ? -1 : value_at(rank, i));
}

static void operand_for_result(void)
{
    int values[2] = {world.rank, 1};
    int code = MPI_Allreduce(values, values, 2, MPI_INT, MPI_SUM, world.comm);

    REFUSED(code, MPI_ERR_BUFFER, MPI_ERR_BUFFER);
    CHECK_INT(values[0], world.rank);
    code = MPI_Allreduce(values, values, 1, MPI_INT, MPI_SUM, world.comm);
    if (NOTICES) {
        REFUSED(code, MPI_ERR_BUFFER, MPI_ERR_BUFFER);
        return;
    }
    OK(code);
    expect(&world, ALLREDUCE);
    CHECK_INT(values[0], world.size * (world.size - 1) / 2);
}

/* Calls that give each rank another result. */
static void operand_for_part_of_result(int count)
{
    int *values = malloc((size_t)(count * world.size) * sizeof *values), code;

#define WITH_ONE_BUFFER(call, operation, right)                                                                        \
    do {                                                                                                               \
        for (int i = 0; i < count * world.size; i++)                                                                   \
            values[i] = world.rank + i;                                                                                \
        code = call;                                                                                                   \
        if (NOTICES) {                                                                                                 \
            REFUSED(code, MPI_ERR_BUFFER, MPI_ERR_BUFFER);                                                             \
        } else {                                                                                                       \
            OK(code);                                                                                                  \
            expect(&world, operation);                                                                                 \
        }                                                                                                              \
        for (int i = 0; i < count; i++)                                                                                \
            CHECK_INT(values[i], NOTICES ? world.rank + i : (right));                                                  \
    } while (0)
    WITH_ONE_BUFFER(MPI_Scan(values, values, count, MPI_INT, MPI_SUM, world.comm), SCAN,
                    world.rank * (world.rank + 1) / 2 + (world.rank + 1) * i);
    WITH_ONE_BUFFER(MPI_Exscan(values, values, count, MPI_INT, MPI_SUM, world.comm), EXSCAN,
                    world.rank == 0 ? i : world.rank * (world.rank - 1) / 2 + world.rank * i);
    WITH_ONE_BUFFER(MPI_Reduce_scatter_block(values, values, count, MPI_INT, MPI_MAX, world.comm), REDUCE_SCATTER_BLOCK,
                    world.size - 1 + world.rank * count + i);
    free(values);
}

static void aliases(int bytes)
{
    int count = bytes / (int)sizeof(int);

    allgather_from_own_place(count);
    together();
    alltoall_in_one_buffer(count);
    together();
    unequal_in_one_buffer(count, 0);
    together();
    unequal_in_one_buffer(count, 1);
    together();
    /* If the MPI detects it, the root gets an error and the others send, or wait, as they do natively. */
    for (int root = 0; root < world.size && !NOTICES; root++) {
        shares_in_their_places(count, root);
        together();
    }
    allgatherv_from_own_place();
    together();
    operand_for_result();
    together();
    operand_for_part_of_result(count);
    together();
}

/* ---- alone: a rank that makes a call alone, with a wrong argument, gets its error at once ---- */

static void alone(void)
{
    int data[128] = {0}, other[128], size = world.size, ones[64], negative[64], places[64];
    MPI_Datatype ints[64], loose_ones[64];

    if (world.rank == world.size - 1) {
        int root = world.rank;
        MPI_Datatype loose;
        MPI_Type_contiguous(2, MPI_INT, &loose);
        for (int i = 0; i < size; i++) {
            ones[i] = 1;
            negative[i] = i == size - 1 ? -1 : 1;
            places[i] = i;
            ints[i] = MPI_INT;
            loose_ones[i] = i == size - 1 ? loose : MPI_INT;
        }
        if (NOTICES) {
            REFUSED(MPI_Gather(data + root, 1, MPI_INT, data, 1, MPI_INT, root, world.comm), MPI_ERR_BUFFER,
                    MPI_ERR_BUFFER);
            REFUSED(MPI_Scatter(data, 1, MPI_INT, data + root, 1, MPI_INT, root, world.comm), MPI_ERR_BUFFER,
                    MPI_ERR_BUFFER);
            REFUSED(MPI_Allgather(NULL, 1, MPI_INT, data, 1, MPI_INT, world.comm), MPI_ERR_BUFFER, MPI_ERR_BUFFER);
            REFUSED(MPI_Bcast(NULL, 1, MPI_INT, 0, world.comm), MPI_ERR_BUFFER, MPI_ERR_BUFFER);
            /* Open MPI's own call does not check these counts. */
            REFUSED(MPI_Allgatherv(data, 1, MPI_INT, other, negative, places, MPI_INT, world.comm), MPI_ERR_COUNT,
                    MPI_ERR_COUNT);
            REFUSED(MPI_Alltoall(data, 1, MPI_INT, data, 1, MPI_INT, world.comm), MPI_ERR_BUFFER, MPI_ERR_BUFFER);
        } else {
            REFUSED(MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, data, 1, MPI_INT, 0, world.comm), MPI_ERR_ARG, MPI_ERR_ARG);
            REFUSED(MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, world.comm), MPI_ERR_ARG, MPI_ERR_ARG);
            REFUSED(MPI_Scan(data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, world.comm), MPI_ERR_ARG, MPI_ERR_ARG);
            REFUSED(MPI_Reduce_scatter(data, MPI_IN_PLACE, ones, MPI_INT, MPI_SUM, world.comm), MPI_ERR_ARG,
                    MPI_ERR_ARG);
            /* MPICH does not check these counts. */
            REFUSED(MPI_Reduce_scatter_block(data, other, -1, MPI_INT, MPI_SUM, world.comm), MPI_ERR_COUNT,
                    MPI_ERR_COUNT);
        }
        REFUSED(MPI_Reduce(data, data, 1, MPI_INT, MPI_SUM, root, world.comm), MPI_ERR_BUFFER, MPI_ERR_ARG);
        REFUSED(MPI_Reduce(data, other, 1, MPI_DOUBLE, MPI_BAND, 0, world.comm), MPI_ERR_OP, MPI_ERR_OP);
        REFUSED(MPI_Allreduce(data, data, 2, MPI_INT, MPI_SUM, world.comm), MPI_ERR_BUFFER, MPI_ERR_BUFFER);
        REFUSED(MPI_Allreduce(data, other, 1, MPI_INT, MPI_OP_NULL, world.comm), MPI_ERR_OP, MPI_ERR_OP);
        REFUSED(MPI_Scan(data, other, 1, MPI_INT, MPI_OP_NULL, world.comm), MPI_ERR_OP, MPI_ERR_OP);
        REFUSED(MPI_Exscan(data, other, 1, MPI_DOUBLE, MPI_BAND, world.comm), MPI_ERR_OP, MPI_ERR_OP);
        REFUSED(MPI_Reduce_scatter(data, other, ones, MPI_DOUBLE, MPI_BAND, world.comm), MPI_ERR_OP, MPI_ERR_OP);
        REFUSED(MPI_Reduce_scatter_block(data, other, 1, MPI_DOUBLE, MPI_BAND, world.comm), MPI_ERR_OP, MPI_ERR_OP);
        REFUSED(MPI_Bcast(data, 1, loose, 0, world.comm), MPI_ERR_TYPE, MPI_ERR_TYPE);
        REFUSED(MPI_Bcast(data, 1, MPI_INT, size, world.comm), MPI_ERR_ROOT, MPI_ERR_ROOT);
        REFUSED(MPI_Bcast(data, -1, MPI_INT, 0, world.comm), MPI_ERR_COUNT, MPI_ERR_COUNT);
        REFUSED(MPI_Alltoall(data, 1, MPI_INT, other, -1, MPI_INT, world.comm), MPI_ERR_COUNT, MPI_ERR_COUNT);
        REFUSED(MPI_Alltoall(data, 1, loose, other, 1, MPI_INT, world.comm), MPI_ERR_TYPE, MPI_ERR_TYPE);
        REFUSED(MPI_Alltoallv(data, negative, places, MPI_INT, other, ones, places, MPI_INT, world.comm), MPI_ERR_COUNT,
                MPI_ERR_COUNT);
        REFUSED(MPI_Alltoallv(data, ones, places, MPI_INT, other, negative, places, MPI_INT, world.comm), MPI_ERR_COUNT,
                MPI_ERR_COUNT);
        REFUSED(MPI_Alltoallv(data, ones, places, loose, other, ones, places, MPI_INT, world.comm), MPI_ERR_TYPE,
                MPI_ERR_TYPE);
        REFUSED(MPI_Allgatherv(data, 1, loose, other, ones, places, MPI_INT, world.comm), MPI_ERR_TYPE, MPI_ERR_TYPE);
        REFUSED(MPI_Alltoallw(data, ones, places, ints, other, negative, places, ints, world.comm), MPI_ERR_COUNT,
                MPI_ERR_COUNT);
        REFUSED(MPI_Alltoallw(data, ones, places, loose_ones, other, ones, places, ints, world.comm), MPI_ERR_TYPE,
                MPI_ERR_TYPE);
        REFUSED(MPI_Gather(data, 1, MPI_DATATYPE_NULL, other, 1, MPI_INT, 0, world.comm), MPI_ERR_TYPE, MPI_ERR_TYPE);
        MPI_Type_free(&loose);
    }
    together();
}

/* ---- own: a rank that sends itself more than fits. Open MPI detects it first, and the others wait for the rank; with
 * the other ranks it succeeds under every MPI. ---- */

static void own_block(int of_each)
{
    int data[64], all[128], counts[64], places[64], bytes[64], capacity[64], code, smaller = NOTICES && world.rank == 1;
    MPI_Datatype types[64];

    for (int i = 0; i < world.size; i++) {
        data[i] = value_at(world.rank, i);
        all[2 * i] = all[2 * i + 1] = -1;
        counts[i] = 1;
        capacity[i] = i == world.rank && smaller ? 0 : 1;
        places[i] = i;
        bytes[i] = i * (int)sizeof(int);
        types[i] = MPI_INT;
    }
    code = of_each ? MPI_Alltoallw(data, counts, bytes, types, all, capacity, bytes, types, world.comm)
                   : MPI_Alltoallv(data, counts, places, MPI_INT, all, capacity, places, MPI_INT, world.comm);
    REFUSED(code, smaller ? MPI_ERR_TRUNCATE : MPI_SUCCESS, smaller ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    expect(&world, of_each ? ALLTOALLW : ALLTOALLV);
    for (int i = 0; i < world.size; i++)
        CHECK_INT(all[i], capacity[i] ? value_at(i, world.rank) : -1);
    together();
}

/* ---- own: a root that sends itself more than a share, or receives less, does its part for the others ---- */

static void own(void)
{
    int data[256], all[256], root = 1 % world.size, is_root = world.rank == root;

    for (int i = 0; i < 256; i++)
        data[i] = value_at(world.rank, i), all[i] = -1;
    REFUSED(MPI_Gather(data, is_root ? 3 : 2, MPI_INT, all, 2, MPI_INT, root, world.comm),
            is_root ? MPI_ERR_TRUNCATE : MPI_SUCCESS, is_root ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    expect(&world, GATHER);
    for (int i = 0; i < 2 * world.size && is_root; i++)
        CHECK(i / 2 == root || all[i] == value_at(i / 2, i % 2));
    REFUSED(MPI_Scatter(data, 2, MPI_INT, all, is_root ? 1 : 2, MPI_INT, root, world.comm),
            is_root ? MPI_ERR_TRUNCATE : MPI_SUCCESS, is_root ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    expect(&world, SCATTER);
    for (int i = 0; i < 2 && !is_root; i++)
        CHECK_INT(all[i], value_at(root, world.rank * 2 + i));
    /* A buffer that is larger than its data is accepted everywhere. */
    for (int i = 0; i < 256; i++)
        all[i] = -1;
    OK(MPI_Scatter(data, 2, MPI_INT, all, is_root ? 200 : 2, MPI_INT, root, world.comm));
    expect(&world, SCATTER);
    for (int i = 0; i < 256; i++)
        CHECK_INT(all[i], i < 2 ? value_at(root, world.rank * 2 + i) : -1);
    OK(MPI_Gather(data, is_root ? 1 : 2, MPI_INT, all, 2, MPI_INT, root, world.comm));
    expect(&world, GATHER);
    for (int i = 0; i < 2 * world.size && is_root; i++)
        CHECK(i == root * 2 + 1 || all[i] == value_at(i / 2, i % 2));
    together();
    own_block(0);
    own_block(1);
}

/* ---- after: the MPI refuses a call at the root, and the others make theirs, in which they need not wait. Later calls
 * of other operations are right. ---- */

static void after(void)
{
    int data[4], all[4 * 64], result[4], root = 0, is_root = world.rank == root, size = world.size;

    together();
    for (int round = 0; round < 4; round++) {
        data[0] = value_at(world.rank, round);
        REFUSED(MPI_Reduce(data, is_root ? data : result, 1, MPI_INT, MPI_SUM, root, world.comm),
                is_root ? MPI_ERR_BUFFER : MPI_SUCCESS, is_root ? MPI_ERR_ARG : MPI_SUCCESS);
        expected[REDUCE] += !is_root;
        together();
        REFUSED(MPI_Gather(data, 1, MPI_INT, all, is_root ? -1 : 1, MPI_INT, root, world.comm),
                is_root ? MPI_ERR_COUNT : MPI_SUCCESS, is_root ? MPI_ERR_COUNT : MPI_SUCCESS);
        expected[GATHER] += !is_root;
        together();
        result[0] = is_root ? round : -1;
        OK(MPI_Bcast(result, 1, MPI_INT, root, world.comm));
        expect(&world, BCAST);
        CHECK_INT(result[0], round);
        OK(MPI_Barrier(world.comm));
        expect(&world, BARRIER);
        OK(MPI_Allgather(data, 1, MPI_INT, all, 1, MPI_INT, world.comm));
        expect(&world, ALLGATHER);
        for (int rank = 0; rank < size; rank++)
            CHECK_INT(all[rank], value_at(rank, round));
    }
}

/* ---- threads: each on a communicator of its own, with data that no other thread has ---- */

enum { THREADS = 3, PAIRS = 60 };
struct pair {
    double value;
    int index;
};
struct work {
    MPI_Comm comm;
    int thread, rounds, wrong;
};

/* The element's greatest value, and the rank that has it. */
static struct pair pair_of(int thread, int round, int i, int rank, int size)
{
    return (struct pair){(rank + i) % size + thread * 1e6 + round * 10, rank};
}

static void *maxloc(void *argument)
{
    struct work *work = argument;
    struct pair pairs[PAIRS];
    int rank, size;

    MPI_Comm_rank(work->comm, &rank);
    MPI_Comm_size(work->comm, &size);
    for (int round = 0; round < work->rounds; round++) {
        for (int i = 0; i < PAIRS; i++)
            pairs[i] = pair_of(work->thread, round, i, rank, size);
        MPI_Allreduce(MPI_IN_PLACE, pairs, PAIRS, MPI_DOUBLE_INT, MPI_MAXLOC, work->comm);
        for (int i = 0; i < PAIRS; i++) {
            int where = ((size - 1 - i) % size + size) % size;
            struct pair right = pair_of(work->thread, round, i, where, size);
            work->wrong += pairs[i].value != right.value || pairs[i].index != where;
        }
    }
    return NULL;
}

static void threads(int rounds)
{
    struct work work[THREADS];
    pthread_t ids[THREADS];

    for (int i = 0; i < THREADS; i++) {
        work[i] = (struct work){.thread = i, .rounds = rounds};
        MPI_Comm_dup(MPI_COMM_WORLD, &work[i].comm);
        /* The hierarchies are set up one after the other. */
        OK(MPI_Barrier(work[i].comm));
        expect(&world, BARRIER);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, maxloc, &work[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        CHECK_INT(work[i].wrong, 0);
        MPI_Comm_free(&work[i].comm);
    }
    expected[ALLREDUCE] += (long)THREADS * rounds;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "aliases";
    int number = argc > 2 ? atoi(argv[2]) : 0, provided;

    MPI_Init_thread(&argc, &argv, !strcmp(what, "threads") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(world.comm, &world.rank);
    MPI_Comm_size(world.comm, &world.size);
    if (!strcmp(what, "aliases"))
        aliases(number ? number : 8);
    else if (!strcmp(what, "alone"))
        alone();
    else if (!strcmp(what, "own"))
        own();
    else if (!strcmp(what, "after"))
        after();
    else if (!strcmp(what, "threads"))
        threads(number ? number : 1000);
    else
        CHECK_TEXT(what, "a case");
    say_expected();
    return test_end();
}
