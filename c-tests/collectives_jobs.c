/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls along the hierarchy in jobs: collectives_jobs growth [CALLS]|threads|errors|trial|site
 * CALLS|operations|kill|few|broadcasts, see below. Each rank prints how many calls must have gone along the hierarchy.
 */
#include "collectives.h"
#include <pthread.h>

/* ---- growth: many small calls and communicators leak nothing ---- */

static void many_calls(int calls)
{
    struct world world = {.comm = MPI_COMM_WORLD, .has_levels = 1};
    int rank = test_rank(), size = test_size(), value, sum, all[64], blocks[64], counts[32], places[32];

    for (int i = 0; i < calls; i++) {
        value = i + rank;
        switch (i % 6) {
        case 0:
            MPI_Bcast(&value, 1, MPI_INT, i % size, MPI_COMM_WORLD);
            expect(&world, BCAST);
            CHECK_INT(value, i + i % size);
            break;
        case 1:
            MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            expect(&world, ALLREDUCE);
            CHECK_INT(sum, size * i + size * (size - 1) / 2);
            break;
        case 2:
            MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
            expect(&world, ALLGATHER);
            CHECK_INT(all[size - 1], i + size - 1);
            break;
        case 3:
            for (int to = 0; to < size; to++)
                blocks[to] = value * 100 + to;
            MPI_Alltoall(blocks, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
            expect(&world, ALLTOALL);
            CHECK_INT(all[size - 1], (i + size - 1) * 100 + rank);
            break;
        case 4:
            for (int to = 0; to < size; to++) {
                counts[to] = (rank + to) % 3;
                places[to] = 2 * to;
                blocks[2 * to] = blocks[2 * to + 1] = value * 100 + to;
            }
            MPI_Alltoallv(blocks, counts, places, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
            expect(&world, ALLTOALLV);
            for (int from = 0; from < size; from++)
                CHECK(counts[from] == 0 || all[2 * from] == (i + from) * 100 + rank);
            break;
        default:
            MPI_Barrier(MPI_COMM_WORLD);
            expect(&world, BARRIER);
        }
    }
}

static void many_communicators(int communicators)
{
    struct world world = {.has_levels = 1};
    int value = 5;

    for (int i = 0; i < communicators; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &world.comm);
        MPI_Bcast(&value, 1, MPI_INT, i % test_size(), world.comm);
        expect(&world, BCAST);
        MPI_Comm_free(&world.comm);
    }
}

static void growth(int calls)
{
    long before, after;

    many_calls(calls / 10);
    many_communicators(200);
    before = test_resident_kib();
    many_calls(calls);
    after = test_resident_kib();
    if (after - before > 1024 && test_failed(__FILE__, __LINE__))
        fprintf(stderr, "%d calls: %ld KiB more\n", calls, after - before);
    /* More communicators than an MPI can have at a time. */
    before = test_resident_kib();
    many_communicators(3000);
    after = test_resident_kib();
    if (after - before > 3072 && test_failed(__FILE__, __LINE__))
        fprintf(stderr, "3000 communicators: %ld KiB more\n", after - before);
}

/* ---- threads ---- */

enum { THREADS = 3 };

static pthread_mutex_t failing = PTHREAD_MUTEX_INITIALIZER;
static long thread_rounds = 60;

static void *collect(void *argument)
{
    MPI_Comm comm = *(MPI_Comm *)argument;
    int rank, size, bad = 0;
    static __thread int buffer[20000], blocks[20000];

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int round = 0; round < thread_rounds; round++) {
        int root = round % size, sum = 0;
        for (int i = 0; i < 20000; i++)
            buffer[i] = rank == root ? round + i : -1;
        MPI_Bcast(buffer, 20000, MPI_INT, root, comm);
        bad += buffer[0] != round || buffer[19999] != round + 19999;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        bad += sum != size * (size - 1) / 2;
        MPI_Alltoall(buffer, 1000, MPI_INT, blocks, 1000, MPI_INT, comm);
        bad += blocks[0] != round + rank * 1000 || blocks[1000 * size - 1] != round + rank * 1000 + 999;
    }
    pthread_mutex_lock(&failing);
    CHECK_INT(bad, 0);
    pthread_mutex_unlock(&failing);
    return NULL;
}

static void threads(void)
{
    MPI_Comm comms[THREADS];
    pthread_t ids[THREADS];

    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&ids[i], NULL, collect, &comms[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(ids[i], NULL);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&comms[i]);
    expected[BCAST] += THREADS * thread_rounds;
    expected[ALLREDUCE] += THREADS * thread_rounds;
    expected[ALLTOALL] += THREADS * thread_rounds;
}

/* ---- errors: the native call reports its class, and no rank hangs ---- */

static void errors(void)
{
    int value = 1, other = 2, all[64], size = test_size(), class_ours, class_native, zeros[64] = {0}, minus[64];
    MPI_Datatype types[64];
    struct {
        int ours, native;
    } codes[32];
    int count = 0;

    for (int i = 0; i < 64; i++)
        minus[i] = -1, types[i] = MPI_INT;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
#define BOTH(call) codes[count].ours = MPI_##call, codes[count++].native = PMPI_##call
    BOTH(Bcast(&value, -1, MPI_INT, 0, MPI_COMM_WORLD));
    BOTH(Bcast(&value, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
    BOTH(Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD));
    BOTH(Bcast(&value, 1, MPI_INT, -1, MPI_COMM_WORLD));
    BOTH(Reduce(&value, &other, 1, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD));
    BOTH(Allreduce(&value, &other, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
    BOTH(Gather(&value, -1, MPI_INT, all, -1, MPI_INT, 0, MPI_COMM_WORLD));
    BOTH(Scatter(all, 1, MPI_INT, &value, 1, MPI_INT, size + 7, MPI_COMM_WORLD));
    BOTH(Allgather(&value, 1, MPI_INT, all, 1, MPI_DATATYPE_NULL, MPI_COMM_WORLD));
    BOTH(Alltoall(&value, 1, MPI_INT, all, -1, MPI_INT, MPI_COMM_WORLD));
    BOTH(Alltoall(&value, 1, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD));
#ifdef OPEN_MPI
    /* The other MPIs read the arrays that are NULL. */
    BOTH(Alltoallv(&value, NULL, zeros, MPI_INT, all, zeros, zeros, MPI_INT, MPI_COMM_WORLD));
    BOTH(Alltoallw(&value, zeros, zeros, types, &other, zeros, zeros, NULL, MPI_COMM_WORLD));
#endif
    BOTH(Alltoallv(&value, minus, zeros, MPI_INT, &other, zeros, zeros, MPI_INT, MPI_COMM_WORLD));
    BOTH(Alltoallv(&value, zeros, zeros, MPI_INT, &other, zeros, zeros, MPI_DATATYPE_NULL, MPI_COMM_WORLD));
    BOTH(Alltoallw(&value, zeros, zeros, types, &other, minus, zeros, types, MPI_COMM_WORLD));
    BOTH(Scan(&value, &other, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    BOTH(Exscan(&value, &other, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
    BOTH(Reduce_scatter_block(all, &other, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    BOTH(Reduce_scatter(all, &other, zeros, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
#ifdef OPEN_MPI
    /* MPICH 5 ends the program at this datatype, and no MPICH checks these counts. */
    BOTH(Reduce_scatter_block(all, &other, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD));
    BOTH(Reduce_scatter(all, &other, minus, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
#endif
    BOTH(Barrier(MPI_COMM_NULL));
#if MPI_VERSION >= 4
    BOTH(Bcast_c(&value, -1, MPI_INT, 0, MPI_COMM_WORLD));
    BOTH(Reduce_c(&value, &other, (MPI_Count)1 << 40, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD));
#endif
#ifndef OPEN_MPI
    MPI_Comm freed, copy;
    char text[MPI_MAX_ERROR_STRING];
    int length;

    /* The call that the program has made refuses the handle. (Open MPI cannot find out.) */
    MPI_Comm_dup(MPI_COMM_WORLD, &freed);
    copy = freed;
    MPI_Comm_free(&freed);
    BOTH(Barrier(copy));
    BOTH(Bcast(&value, 1, MPI_INT, 0, copy));
    MPI_Error_string(codes[count - 1].ours, text, &length);
    CHECK(!strstr(text, "est_inter"));
#endif
    for (int i = 0; i < count; i++) {
        MPI_Error_class(codes[i].ours, &class_ours);
        MPI_Error_class(codes[i].native, &class_native);
        if ((class_ours != class_native || class_ours == MPI_SUCCESS) && test_failed(__FILE__, __LINE__))
            fprintf(stderr, "error %d has class %d, natively %d\n", i, class_ours, class_native);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    OK(MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD));
    expected[BCAST]++;
}

/* ---- site: many calls, of which some are tried ---- */

static void site(int calls)
{
    enum { COUNT = 30000 };
    static int data[COUNT];

    for (int call = 0; call < calls; call++) {
        for (int i = 0; i < COUNT; i += 2999)
            data[i] = test_rank() == call % test_size() ? i + call : -1;
        OK(MPI_Bcast(data, COUNT, MPI_INT, call % test_size(), MPI_COMM_WORLD));
        for (int i = 0; i < COUNT; i += 2999)
            CHECK_INT(data[i], i + call);
    }
}

/* ---- operations: MPI's own, one of ours that commutes, and one that does not ---- */

static void add(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    (void)datatype;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void operations(void)
{
    enum { COUNT = 30000 };
    static int own[COUNT], sum[COUNT];
    MPI_Op ops[3] = {MPI_SUM};

    MPI_Op_create(add, 1, &ops[1]);
    MPI_Op_create(add, 0, &ops[2]);
    for (int i = 0; i < COUNT; i++)
        own[i] = i;
    for (int call = 0; call < 36; call++) {
        OK(MPI_Allreduce(own, sum, COUNT, MPI_INT, ops[call % 3], MPI_COMM_WORLD));
        for (int i = 0; i < COUNT; i += 997)
            CHECK_INT(sum[i], test_size() * i);
    }
    MPI_Op_free(&ops[1]);
    MPI_Op_free(&ops[2]);
}

/* ---- trials: right while they last, and one algorithm for all ranks afterwards ---- */

static void trial(void)
{
    enum { COUNT = 30000 };
    static int own[COUNT], sum[COUNT];
    int rank = test_rank(), size = test_size(), root;

    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < COUNT; i++)
            own[i] = i + rank + round;
        OK(MPI_Allreduce(own, sum, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        for (int i = 0; i < COUNT; i += 997)
            CHECK_INT(sum[i], size * (i + round) + size * (size - 1) / 2);
        /* Short calls take turns in batches. */
        for (int call = 0; call < (round % 2 ? 1 : 8); call++)
            OK(MPI_Bcast(own, round % 2 ? COUNT : 100, MPI_INT, round % size, MPI_COMM_WORLD));
        CHECK_INT(own[99], 99 + round % size + round);
        for (int call = 0; call < 4; call++) {
            OK(MPI_Barrier(MPI_COMM_WORLD));
            OK(MPI_Alltoall(own, 50, MPI_INT, sum, 50, MPI_INT, MPI_COMM_WORLD));
        }
        /* From the last rank; of a short broadcast the first two blocks are the root's. */
        root = round % 2 || rank < 2 ? round % size : size - 1;
        CHECK_INT(sum[50 * size - 1], 50 * rank + 49 + round + root);
    }
}

/* A rank that dies in the middle ends the job. */
static void kill_one(void)
{
    enum { COUNT = 1 << 20 };
    static int buffer[COUNT];

    for (int round = 0; round < 20; round++) {
        if (round == 10 && test_rank() == 3)
            abort();
        MPI_Bcast(buffer, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, buffer, COUNT, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
}

/* ---- broadcasts: of all sizes, in bytes and with gaps, from every root ---- */

enum { LONGEST_MESSAGE = 200001 };

static void broadcasts(void)
{
    static const int sizes[] = {0, 1, 3, 7, 8, 100, 4096, 65537, LONGEST_MESSAGE};
    static unsigned char message[2 * LONGEST_MESSAGE];
    int rank = test_rank(), size = test_size();

    for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++)
        for (int root = 0; root < size; root++)
            for (int stride = 1; stride <= 2; stride++) {
                MPI_Datatype type;
                int wrong = 0;

                MPI_Type_vector(sizes[at], 1, stride, MPI_UNSIGNED_CHAR, &type);
                MPI_Type_commit(&type);
                memset(message, 255, sizeof message);
                for (int byte = 0; rank == root && byte < sizes[at]; byte++)
                    message[byte * stride] = (unsigned char)((byte + root) % 251);
                MPI_Bcast(message, 1, type, root, MPI_COMM_WORLD);
                MPI_Type_free(&type);
                for (int byte = 0; byte < sizes[at]; byte++)
                    wrong +=
                        message[byte * stride] != (byte + root) % 251 || (stride == 2 && message[2 * byte + 1] != 255);
                CHECK_INT(wrong, 0);
            }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "few";
    int number = argc > 2 ? atoi(argv[2]) : 0, provided;

    MPI_Init_thread(&argc, &argv, !strcmp(what, "threads") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    if (!strcmp(what, "growth"))
        growth(number ? number : 100000);
    else if (!strcmp(what, "threads"))
        threads();
    else if (!strcmp(what, "errors"))
        errors();
    else if (!strcmp(what, "trial"))
        trial();
    else if (!strcmp(what, "site"))
        site(atoi(argv[2]));
    else if (!strcmp(what, "operations"))
        operations();
    else if (!strcmp(what, "kill"))
        kill_one();
    else if (!strcmp(what, "few"))
        many_calls(100);
    else if (!strcmp(what, "broadcasts"))
        broadcasts();
    say_expected();
    return test_end();
}
