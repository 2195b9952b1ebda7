/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reports WHAT: reproducers of public reports of faults in MPIs and libraries, on any number of ranks; the laboratory's
   notebook has the addresses of the reports. A rank that gets a wrong result prints that and ends with an error. */
#include "test.h"

static int rank, size;

/* In a periodic grid, block l is received from the neighbour in direction l, which sent it in the opposite direction,
   also if both neighbours of a dimension are one process, or this one. */
static int of(int source, int block)
{
    return source * 100 + block;
}

static void in_one_grid(const int *dims)
{
    MPI_Comm grid;
    MPI_Datatype types[6];
    MPI_Aint bytes[6];
    int periods[3] = {1, 1, 1}, from[6], sent[6], received[6], ones[6], places[6], all[6], me;
    OK(MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 1, &grid));
    OK(MPI_Comm_rank(grid, &me));
    for (int i = 0; i < 3; i++)
        OK(MPI_Cart_shift(grid, i, 1, &from[2 * i], &from[2 * i + 1]));
    for (int i = 0; i < 6; i++) {
        sent[i] = of(me, i), ones[i] = 1, places[i] = i, types[i] = MPI_INT, bytes[i] = i * (MPI_Aint)sizeof(int);
    }
    for (int form = 0; form < 3; form++) {
        memset(received, -1, sizeof received);
        if (form == 0)
            OK(MPI_Neighbor_alltoall(sent, 1, MPI_INT, received, 1, MPI_INT, grid));
        else if (form == 1)
            OK(MPI_Neighbor_alltoallv(sent, ones, places, MPI_INT, received, ones, places, MPI_INT, grid));
        else
            OK(MPI_Neighbor_alltoallw(sent, ones, bytes, types, received, ones, bytes, types, grid));
        for (int i = 0; i < 6; i++)
            CHECK(received[i] == of(from[i], i ^ 1));
    }
    OK(MPI_Neighbor_allgather(&me, 1, MPI_INT, all, 1, MPI_INT, grid));
    for (int i = 0; i < 6; i++)
        CHECK(all[i] == from[i]);
    OK(MPI_Comm_free(&grid));
}

static void grids(void)
{
    for (int x = 1; x <= size; x++)
        for (int y = 1; y <= size / x; y++)
            if (size % (x * y) == 0)
                in_one_grid((int[]){x, y, size / x / y});
}

/* Every rank gets the same bits of a sum, independently of the order of additions. */
static void bits(void)
{
    enum { MOST = 40000 };
    static double own[MOST], sum[MOST], first[MOST];
    for (int length = 1; length <= MOST; length = length * 3 + 1) {
        for (int i = 0; i < length; i++)
            own[i] = 1 / (3.0 + rank) + 1e-9 * i * rank;
        OK(MPI_Allreduce(own, sum, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        memcpy(first, sum, sizeof first);
        OK(MPI_Bcast(first, length, MPI_DOUBLE, 0, MPI_COMM_WORLD));
        CHECK(memcmp(first, sum, sizeof *sum * (size_t)length) == 0);
        memcpy(sum, own, sizeof sum);
        OK(MPI_Allreduce(MPI_IN_PLACE, sum, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        CHECK(memcmp(first, sum, sizeof *sum * (size_t)length) == 0);
    }
}

/* Items of an empty type and no item of another one are both nothing. */
static void nothing_is_sent(void)
{
    int *counts = calloc(2 * (size_t)size, sizeof *counts), *places = calloc((size_t)size, sizeof *places);
    int *some = counts + size, sent = rank, received = -1;
    MPI_Datatype empty, *types = calloc(2 * (size_t)size, sizeof *types), *others = types + size;
    OK(MPI_Type_contiguous(0, MPI_INT, &empty));
    OK(MPI_Type_commit(&empty));
    for (int i = 0; i < size; i++)
        some[i] = 7, types[i] = empty, others[i] = MPI_INT;
    OK(MPI_Alltoallw(&sent, some, places, types, &received, counts, places, others, MPI_COMM_WORLD));
    OK(MPI_Alltoallw(&sent, counts, places, others, &received, some, places, types, MPI_COMM_WORLD));
    OK(MPI_Alltoallv(&sent, some, places, empty, &received, counts, places, MPI_INT, MPI_COMM_WORLD));
    OK(MPI_Type_free(&empty));
    free(counts), free(places), free(types);
}

/* To the next rank alone; the other blocks are no item of no type, which some MPIs refuse. */
static void no_types(void)
{
    int *counts = calloc(3 * (size_t)size, sizeof *counts), *some = counts + size, *places = some + size;
    MPI_Datatype *types = calloc(2 * (size_t)size, sizeof *types), *others = types + size;
    int next = (rank + 1) % size, last = (rank + size - 1) % size, received = -1, error;
    for (int i = 0; i < size; i++)
        types[i] = others[i] = MPI_DATATYPE_NULL;
    some[next] = counts[last] = 1, types[next] = others[last] = MPI_INT;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    error = MPI_Alltoallw(&rank, some, places, types, &received, counts, places, others, MPI_COMM_WORLD);
    printf("%d: %s\n", rank, error ? "an error" : received == last ? "right" : "wrong");
    free(counts), free(types);
}

/* Calls without any item, with no buffers. */
static void no_buffers(void)
{
    OK(MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    OK(MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
    OK(MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    OK(MPI_Allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD));
    OK(MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD));
    OK(MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    OK(MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    OK(MPI_Scan(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

/* A star: only rank 0 receives, so the others have no arrays for received data. */
static void no_arrays(void)
{
    MPI_Comm star;
    int *all = malloc(sizeof *all * (size_t)size), *got = malloc(sizeof *got * (size_t)size);
    int *ones = malloc(sizeof *ones * (size_t)size), zero = 0, one = 1;
    for (int i = 0; i < size; i++)
        all[i] = i, ones[i] = 1;
    OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 0 ? size : 0, all, ones, 1, &zero, &one, MPI_INFO_NULL, 0,
                                      &star));
    OK(MPI_Neighbor_alltoallv(&rank, &one, &zero, MPI_INT, rank ? NULL : got, rank ? NULL : ones, rank ? NULL : all,
                              MPI_INT, star));
    for (int i = 0; rank == 0 && i < size; i++)
        CHECK(got[i] == i);
    OK(MPI_Comm_free(&star));
    free(all), free(got), free(ones);
}

/* The unsigned minimum is printed as the MPI computes it, and some MPIs are wrong. */
static void minima(void)
{
    unsigned long least[2] = {0, ~0UL}, kept[2] = {13, 13};
    unsigned char low[2] = {0, 255}, low_kept[2] = {13, 13};
    least[rank % 2] = low[rank % 2] = 7;
    OK(MPI_Allreduce(least, kept, 2, MPI_UNSIGNED_LONG, MPI_MIN, MPI_COMM_WORLD));
    OK(MPI_Allreduce(low, low_kept, 2, MPI_UINT8_T, MPI_MIN, MPI_COMM_WORLD));
    printf("%d: %lu %lu %d %d\n", rank, kept[0], kept[1], low_kept[0], low_kept[1]);
}

/* A share in place moves to the beginning, and the data after it is unchanged. */
static void in_place(void)
{
    int *data = malloc(sizeof *data * (size_t)size), *ones = malloc(sizeof *ones * (size_t)size);
    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < size; i++)
            data[i] = (rank + 1) * (i + 1), ones[i] = 1;
        if (way == 0)
            OK(MPI_Reduce_scatter_block(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        else
            OK(MPI_Reduce_scatter(MPI_IN_PLACE, data, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        CHECK_INT(data[0], (rank + 1) * size * (size + 1) / 2);
        for (int i = 1; i < size; i++)
            CHECK_INT(data[i], (rank + 1) * (i + 1));
    }
    free(data), free(ones);
}

/* A split of an intercommunicator: as without the library, which may be an error. */
static void inter(void)
{
    MPI_Comm half, both, node = MPI_COMM_NULL;
    int colour = rank < size / 2, error;
    OK(MPI_Comm_split(MPI_COMM_WORLD, colour, rank, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, colour ? size / 2 : 0, 1234, &both));
    MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
    error = MPI_Comm_split_type(both, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    printf("%d: %s %s\n", rank, error ? "error" : "no error", node == MPI_COMM_NULL ? "none" : "some");
    if (!error && node != MPI_COMM_NULL)
        OK(MPI_Comm_free(&node));
    OK(MPI_Comm_free(&both));
    OK(MPI_Comm_free(&half));
}

/* Keys order the ranks, and equal keys leave the order as it is. */
static void keys(void)
{
    MPI_Comm part;
    for (int way = 0; way < 3; way++) {
        int key = way == 0 ? 0 : way == 1 ? -rank : rank % 2, me, *all, count;
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, key, MPI_INFO_NULL, &part));
        OK(MPI_Comm_rank(part, &me));
        OK(MPI_Comm_size(part, &count));
        all = malloc(sizeof *all * (size_t)count);
        OK(MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, part));
        for (int i = 1; i < count; i++) {
            int a = all[i - 1], b = all[i];
            CHECK(way == 0 ? a < b : way == 1 ? a > b : a % 2 < b % 2 || (a % 2 == b % 2 && a < b));
        }
        free(all);
        OK(MPI_Comm_free(&part));
    }
}

/* Communicators in a triangle, or a ring, that overlap: the order of calls on them has no cycle. */
static void overlap(void)
{
    MPI_Comm ring[64];
    int step = size < 64 ? size : 64, sum;
    for (int i = 0; i < step; i++)
        OK(MPI_Comm_split(MPI_COMM_WORLD, rank == i || rank == (i + 1) % size ? 0 : MPI_UNDEFINED, 0, &ring[i]));
    for (int round = 0; round < 200; round++)
        for (int i = 0; i < step; i++)
            if (ring[i] != MPI_COMM_NULL) {
                OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, ring[i]));
                CHECK(sum == (size == 1 ? rank : i + (i + 1) % size));
            }
    for (int i = 0; i < step; i++)
        if (ring[i] != MPI_COMM_NULL)
            OK(MPI_Comm_free(&ring[i]));
}

int main(int argc, char **argv)
{
    struct {
        const char *name;
        void (*run)(void);
    } reports[] = {{"grids", grids},       {"bits", bits},           {"nothing", nothing_is_sent},
                   {"no-types", no_types}, {"no-arrays", no_arrays}, {"inter", inter},
                   {"keys", keys},         {"overlap", overlap},     {"no-buffers", no_buffers},
                   {"minima", minima},     {"in-place", in_place}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
        if (argc > 1 && strcmp(argv[1], reports[i].name) == 0)
            reports[i].run();
    return test_end();
}
