/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Short collective calls: lengths around all limits, many calls of all kinds one after the other with late ranks, and
 * messages and nonblocking calls of the program that need ranks which wait. Each rank prints how many calls must have
 * gone along the hierarchy. */
#define _GNU_SOURCE
#include "collectives.h"
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

/* The longest short data, the capacity of one slot of memory, and somewhat more. */
enum { MOST = 65536, SLOT = 8192, ELEMENTS = 66000, KINDS = 6 };

static struct world world;
static int rank, size;

static void wait_a_little(unsigned *dice)
{
    *dice = *dice * 1664525u + 1013904223u;
    if ((*dice >> 20) % 37 == 0) {
        struct timespec nap = {0, 100000};
        nanosleep(&nap, NULL);
    }
}

static unsigned char byte(int of, int call, int at)
{
    return (unsigned char)(of * 31 + call * 7 + at * 3 + at / 256);
}

static void bcast(int bytes, int root, int call)
{
    unsigned char data[ELEMENTS];

    for (int i = 0; i < bytes; i++)
        data[i] = rank == root ? byte(root, call, i) : 0;
    data[bytes] = 111;
    OK(MPI_Bcast(data, bytes, MPI_BYTE, root, MPI_COMM_WORLD));
    expect_bytes(&world, BCAST, (size_t)bytes);
    for (int i = 0; i < bytes; i++)
        CHECK_INT(data[i], byte(root, call, i));
    CHECK_INT(data[bytes], 111);
}

/* Sums of integers, bit by bit exact; the last one shows ranks that were left out. */
static void reduction(int bytes, int root, int call)
{
    static uint32_t own[ELEMENTS], sum[ELEMENTS];
    int count = bytes / 4, in_place = call % 3 == 0 && (root < 0 || rank == root);

    for (int i = 0; i < count; i++) {
        own[i] = (uint32_t)(rank * 1000003 + call * 17 + i);
        sum[i] = in_place ? own[i] : 5;
    }
    sum[count] = 111;
    if (root < 0)
        OK(MPI_Allreduce(in_place ? MPI_IN_PLACE : own, sum, count, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD));
    else
        OK(MPI_Reduce(in_place ? MPI_IN_PLACE : own, sum, count, MPI_UINT32_T, MPI_SUM, root, MPI_COMM_WORLD));
    expect_bytes(&world, root < 0 ? ALLREDUCE : REDUCE, (size_t)count * 4);
    for (int i = 0; i < count; i++) {
        uint32_t right = (uint32_t)(size * (call * 17 + i)) + (uint32_t)(size * (size - 1) / 2) * 1000003u;
        CHECK(sum[i] == (root < 0 || rank == root ? right : 5));
    }
    CHECK(sum[count] == 111);
}

static void allgather(int bytes, int call)
{
    unsigned char *all = malloc((size_t)(bytes * size) + 1), own[ELEMENTS];
    int in_place = call % 2;

    for (int i = 0; i < bytes; i++)
        own[i] = all[rank * bytes + i] = byte(rank, call, i);
    all[bytes * size] = 111;
    OK(MPI_Allgather(in_place ? MPI_IN_PLACE : own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD));
    expect_bytes(&world, ALLGATHER, (size_t)bytes);
    for (int of = 0; of < size; of++)
        for (int i = 0; i < bytes; i++)
            CHECK_INT(all[of * bytes + i], byte(of, call, i));
    CHECK_INT(all[bytes * size], 111);
    free(all);
}

/* Blocks of this many bytes; from each rank to each other one's. */
static void alltoall(int bytes, int call)
{
    size_t length = (size_t)bytes * (size_t)size;
    unsigned char *own = malloc(length + 1), *all = malloc(length + 1);
    int in_place = call % 2;

    for (int to = 0; to < size; to++)
        for (int i = 0; i < bytes; i++) {
            own[to * bytes + i] = byte(rank + 5 * to, call, i);
            all[to * bytes + i] = in_place ? own[to * bytes + i] : 0;
        }
    all[length] = 111;
    OK(MPI_Alltoall(in_place ? MPI_IN_PLACE : own, bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD));
    expect_data(&world, ALLTOALL, bytes);
    for (int from = 0; from < size; from++)
        for (int i = 0; i < bytes; i++)
            CHECK_INT(all[from * bytes + i], byte(from + 5 * rank, call, i));
    CHECK_INT(all[length], 111);
    free(own);
    free(all);
}

static void any_call(unsigned dice, int bytes, int call)
{
    int root = (int)(dice >> 8) % size;

    switch (dice % KINDS) {
    case 0:
        bcast(bytes, root, call);
        break;
    case 1:
        reduction(bytes, root, call);
        break;
    case 2:
        reduction(bytes, -1, call);
        break;
    case 3:
        allgather(bytes, call);
        break;
    case 4:
        alltoall(bytes, call);
        break;
    default:
        OK(MPI_Barrier(MPI_COMM_WORLD));
        expect_bytes(&world, BARRIER, 0);
    }
}

static void lengths(void)
{
    static const int all[] = {0,        1,    4,        44,       47,       48,       49,   52,      1000,
                              SLOT - 1, SLOT, SLOT + 1, SLOT + 4, 2 * SLOT, MOST - 1, MOST, MOST + 4};

    /* The last one is not in place: MPICH 4.0's own reduction would crash. */
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned kind = 0; kind < KINDS; kind++)
            for (int root = 0; root < size; root++)
                any_call(kind + KINDS * 256 * (unsigned)root, all[i], (int)i);
}

/* All ranks draw the same calls, and are late for different ones. */
static void many(int calls)
{
    unsigned dice = 7, own = (unsigned)rank + 1;

    for (int call = 0; call < calls; call++) {
        dice = dice * 1664525u + 1013904223u;
        wait_a_little(&own);
        any_call(dice >> 12, (int)(dice >> 4) % (call % 10 ? 60 : call % 50 ? SLOT + 1 : MOST + 1), call);
    }
}

/* A root may be far ahead of late ranks. */
static void run_ahead(int calls)
{
    unsigned own = (unsigned)rank + 1;

    for (int call = 0; call < calls; call++) {
        if (rank)
            wait_a_little(&own);
        bcast(8, 0, call);
    }
}

/* A long message that its sender has to progress while it waits; nonblocking calls that start before a short call and
 * end after it. */
static void in_flight(void)
{
    enum { LONG = 1 << 20 };
    char *message = calloc(LONG, 1);
    int other = rank ^ 1, own = rank, sum = -1;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};

    for (int turn = 0; turn < 10; turn++) {
        OK(MPI_Iallreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]));
        if (rank % 2 == 0 && other < size) {
            message[LONG - 1] = (char)turn;
            OK(MPI_Isend(message, LONG, MPI_CHAR, other, 3, MPI_COMM_WORLD, &requests[0]));
        } else if (rank % 2) {
            OK(MPI_Recv(message, LONG, MPI_CHAR, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK_INT(message[LONG - 1], turn);
        }
        any_call((unsigned)(turn + 4) * KINDS + 2 + (unsigned)turn % 4, 100, turn);
        OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
        OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
        CHECK_INT(sum, size * (size - 1) / 2);
    }
    free(message);
}

static void add_ints(void *from, void *to, int *count, MPI_Datatype *type)
{
    MPI_Aint lower, extent;

    MPI_Type_get_extent(*type, &lower, &extent);
    for (int i = 0; i < *count; i++)
        *(int *)((char *)to + i * extent) += *(int *)((char *)from + i * extent);
}

static long peak_kib(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Two elements half a GiB apart: few pages are touched, whatever lies between. */
static void far_apart(void)
{
    const size_t apart = (size_t)1 << 29;
    char *own = mmap(NULL, 2 * apart, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
         *sum = mmap(NULL, 2 * apart, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    MPI_Datatype far;
    MPI_Op add;
    long before = peak_kib();

    CHECK(own != MAP_FAILED && sum != MAP_FAILED);
    MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)apart, &far);
    MPI_Type_commit(&far);
    MPI_Op_create(add_ints, 1, &add);
    *(int *)own = rank;
    *(int *)(own + apart) = 2 * rank;
    for (int call = 0; call < 3; call++) {
        OK(MPI_Allreduce(own, sum, 2, far, add, MPI_COMM_WORLD));
        expect_bytes(&world, ALLREDUCE, 8);
        CHECK_INT(*(int *)sum, size * (size - 1) / 2);
        CHECK_INT(*(int *)(sum + apart), size * (size - 1));
    }
#ifndef __SANITIZE_ADDRESS__ /* It keeps records of all memory that is allocated. */
    CHECK(peak_kib() - before < 64 << 10);
#else
    (void)before;
#endif
    MPI_Op_free(&add);
    MPI_Type_free(&far);
    munmap(own, 2 * apart);
    munmap(sum, 2 * apart);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rank = test_rank();
    size = test_size();
    world = world_of(MPI_COMM_WORLD, 0);
    lengths();
    many(argc > 1 ? atoi(argv[1]) : 2000);
    run_ahead(300);
    in_flight();
    far_apart();
    say_expected();
    return test_end();
}
