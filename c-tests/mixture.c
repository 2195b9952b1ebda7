/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A job in which some processes lack the library: mixture blocking|nonblocking|persistent|neighbours|comms|windows|all.
 *
 * The calls of a program that is unaware of the library, on MPI_COMM_WORLD from the first call on, each result checked.
 * It must run as it would without the library in any process. */
#include "test.h"

enum { COUNT = 3000, ROUNDS = 5 };

static int rank, size;

static int is(const char *one, const char *other)
{
    return !strcmp(one, other);
}

static void sums(const int *sum)
{
    for (int i = 0; i < COUNT; i++)
        CHECK_INT(sum[i], size * (size - 1) / 2 + size * i);
}

static void blocking(MPI_Comm comm)
{
    static int data[COUNT], sum[COUNT], all[64 * 4];

    for (int round = 0; round < ROUNDS; round++) {
        int root = round % size, mine[4] = {rank, rank, rank, rank};
        for (int i = 0; i < COUNT; i++)
            data[i] = rank == root ? i + round : -1;
        MPI_Bcast(data, COUNT, MPI_INT, root, comm);
        CHECK_INT(data[COUNT - 1], COUNT - 1 + round);
        for (int i = 0; i < COUNT; i++)
            data[i] = rank + i;
        MPI_Allreduce(data, sum, COUNT, MPI_INT, MPI_SUM, comm);
        sums(sum);
        MPI_Reduce(data, sum, COUNT, MPI_INT, MPI_SUM, root, comm);
        if (rank == root)
            sums(sum);
        MPI_Allgather(mine, 4, MPI_INT, all, 4, MPI_INT, comm);
        CHECK_INT(all[4 * (size - 1)], size - 1);
        MPI_Barrier(comm);
    }
}

static void nonblocking(MPI_Comm comm)
{
    static int data[COUNT], sum[COUNT], said[COUNT];
    MPI_Request requests[3];
    MPI_Status statuses[3];

    for (int round = 0; round < ROUNDS; round++) {
        int root = round % size;
        for (int i = 0; i < COUNT; i++) {
            data[i] = rank + i;
            said[i] = rank == root ? i + round : -1;
        }
        MPI_Iallreduce(data, sum, COUNT, MPI_INT, MPI_SUM, comm, &requests[0]);
        MPI_Ibcast(said, COUNT, MPI_INT, root, comm, &requests[1]);
        MPI_Ibarrier(comm, &requests[2]);
        MPI_Waitall(3, requests, statuses);
        sums(sum);
        CHECK_INT(said[COUNT - 1], COUNT - 1 + round);
    }
}

/* MPI 4.0. */
static void persistent(MPI_Comm comm)
{
#if MPI_VERSION >= 4
    static int data[COUNT], sum[COUNT];
    MPI_Request request;

    MPI_Allreduce_init(data, sum, COUNT, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &request);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < COUNT; i++)
            data[i] = rank + i;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sums(sum);
    }
    MPI_Request_free(&request);
#else
    MPI_Barrier(comm);
#endif
}

static void neighbours(MPI_Comm comm)
{
    int dims[1] = {size}, periods[1] = {1}, from[2] = {-1, -1}, left, right;
    MPI_Request request;
    MPI_Comm ring;

    MPI_Cart_create(comm, 1, dims, periods, 1, &ring);
    MPI_Cart_shift(ring, 0, 1, &left, &right);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, ring);
    CHECK_INT(from[0], left);
    CHECK_INT(from[1], right);
    from[0] = from[1] = -1;
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, from, 1, MPI_INT, ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_INT(from[0], left);
    CHECK_INT(from[1], right);
    MPI_Comm_free(&ring);
}

static void comms(MPI_Comm comm)
{
    MPI_Comm half, node, pieces, copy;
    MPI_Request request;
    int members, sum;

    MPI_Comm_split(comm, rank % 2, rank, &half);
    MPI_Comm_size(half, &members);
    CHECK_INT(members, (size + (rank % 2 == 0)) / 2);
    MPI_Comm_dup(half, &copy);
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, copy);
    CHECK_INT(sum, members);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&half);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &members);
    CHECK_INT(members, size);
    MPI_Comm_free(&node);
    MPI_Comm_split_type(comm, rank ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED, rank, MPI_INFO_NULL, &pieces);
    if (pieces != MPI_COMM_NULL) {
        MPI_Comm_size(pieces, &members);
        CHECK_INT(members, size - 1);
        MPI_Comm_free(&pieces);
    } else {
        CHECK_INT(rank, 0);
    }
    MPI_Comm_idup(comm, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_free(&copy);
}

static void windows(MPI_Comm comm)
{
    MPI_Comm node;
    MPI_Win win;
    int *mine, own = rank, value = -1;

    MPI_Win_create(&own, sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    /* (MPICH 4.0.2 over UCX reads another process's variable at that address.) */
#if !defined(MPICH_NUMVERSION) || MPICH_NUMVERSION >= 40100000
    CHECK_INT(value, (rank + 1) % size);
#endif
    MPI_Win_free(&win);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
    MPI_Win_fence(0, win);
    *mine = rank;
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "all";
    static const struct {
        const char *name;
        void (*make)(MPI_Comm);
    } calls[] = {{"blocking", blocking},     {"nonblocking", nonblocking},
                 {"persistent", persistent}, {"neighbours", neighbours},
                 {"comms", comms},           {"windows", windows}};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (is(what, "all") || is(what, calls[i].name))
            calls[i].make(MPI_COMM_WORLD);
    return test_end();
}
