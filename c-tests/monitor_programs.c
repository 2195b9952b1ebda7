/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Small programs that are unaware of the library, each with the messages of a kind of application, on any number of
 * ranks: monitor_programs NAME. Their counts are compared with those of the MPI's own monitoring, pair by pair. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };
static char from[MOST], to[MOST];
static int rank, size;

static int after(int steps)
{
    return ((rank + steps) % size + size) % size;
}

/* A token is passed around a ring. */
static void ring(void)
{
    for (int turn = 0; turn < 3; turn++) {
        if (rank > 0 || turn > 0)
            MPI_Recv(to, 100, MPI_BYTE, after(-1), turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(from, 10 * turn, MPI_BYTE, after(1), turn + (rank == size - 1), MPI_COMM_WORLD);
    }
    if (rank == 0)
        MPI_Recv(to, 100, MPI_BYTE, after(-1), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void shift(void)
{
    for (int steps = -1; steps <= 1; steps++)
        MPI_Sendrecv(from, 17 + steps, MPI_INT, after(steps), 1, to, 18, MPI_INT, after(-steps), 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

static void replace(void)
{
    for (int steps = 1; steps < 4; steps++)
        MPI_Sendrecv_replace(from, 9 * steps, MPI_DOUBLE, after(steps), 1, after(-steps), 1, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
}

/* A grid that ends at its borders, whose columns are gaps in memory. */
static void halo(void)
{
    int dims[2] = {0, 0}, periods[2] = {0, 0};
    MPI_Comm grid;
    MPI_Datatype column;

    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Type_vector(20, 1, 22, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int dim = 0; dim < 2; dim++)
        for (int way = -1; way <= 1; way += 2) {
            int source, dest, count = dim ? 1 : 22;
            MPI_Datatype type = dim ? column : MPI_DOUBLE;
            MPI_Cart_shift(grid, dim, way, &source, &dest);
            MPI_Sendrecv(from, count, type, dest, 2, to, count, type, source, 2, grid, MPI_STATUS_IGNORE);
        }
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
}

/* A torus of three dimensions, without blocking. */
static void torus(void)
{
    int dims[3] = {0, 0, 0}, periods[3] = {1, 1, 1}, pending = 0;
    MPI_Comm grid;
    MPI_Request requests[12];
    /* GCC takes MPICH's MPI_STATUSES_IGNORE for an array that is too short. */
    MPI_Status statuses[12];

    MPI_Dims_create(size, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 1, &grid);
    for (int dim = 0; dim < 3; dim++) {
        int before, behind;
        MPI_Cart_shift(grid, dim, 1, &before, &behind);
        MPI_Irecv(to + 1000 * pending, 1000, MPI_BYTE, before, dim, grid, &requests[pending]);
        pending++;
        MPI_Irecv(to + 1000 * pending, 1000, MPI_BYTE, behind, 3 + dim, grid, &requests[pending]);
        pending++;
        MPI_Isend(from, 100 * (dim + 1), MPI_BYTE, behind, dim, grid, &requests[pending++]);
        MPI_Isend(from, 100 * (dim + 1), MPI_BYTE, before, 3 + dim, grid, &requests[pending++]);
    }
    MPI_Waitall(pending, requests, statuses);
    MPI_Comm_free(&grid);
}

/* Each rank has a block for each other one, in the order of distances. */
static void transpose(void)
{
    for (int steps = 0; steps < size; steps++) {
        MPI_Request request;
        MPI_Irecv(to, MOST, MPI_BYTE, after(-steps), 4, MPI_COMM_WORLD, &request);
        MPI_Send(from, 64 * (rank + 1), MPI_FLOAT, after(steps), 4, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void butterfly(void)
{
    for (int bit = 1; bit < size; bit *= 2) {
        int partner = rank ^ bit;
        if (partner < size)
            MPI_Sendrecv(from, 8 * bit, MPI_LONG, partner, 5, to, 8 * bit, MPI_LONG, partner, 5, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    }
}

/* A binomial tree from rank 0, made of messages. */
static void tree(void)
{
    int bit = 1;

    while (rank && !(rank & bit))
        bit *= 2;
    if (rank)
        MPI_Recv(to, 3000, MPI_SHORT, rank - bit, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        while (bit < size)
            bit *= 2;
    while ((bit /= 2))
        if (rank + bit < size)
            MPI_Send(from, 3000, MPI_SHORT, rank + bit, 6, MPI_COMM_WORLD);
}

/* Work is sent to the rank that requests it; a message of no bytes ends it. */
static void master_worker(void)
{
    MPI_Status status;
    int count = 1;

    if (rank) {
        while (count) {
            MPI_Ssend(from, 4, MPI_INT, 0, 7, MPI_COMM_WORLD);
            MPI_Recv(to, 500, MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_BYTE, &count);
        }
        return;
    }
    for (int left = 40 + size - 1; left > 0; left--) {
        MPI_Recv(to, 4, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status);
        MPI_Send(from, left < size ? 0 : 10 * left, MPI_BYTE, status.MPI_SOURCE, 8, MPI_COMM_WORLD);
    }
}

/* Wavefronts cross a grid from one corner to the other. */
static void sweep(void)
{
    int dims[2] = {0, 0}, periods[2] = {0, 0}, north, south, west, east;
    MPI_Comm grid;

    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_shift(grid, 0, 1, &north, &south);
    MPI_Cart_shift(grid, 1, 1, &west, &east);
    for (int front = 1; front < 6; front++) {
        MPI_Recv(to, 1000, MPI_INT, north, 9, grid, MPI_STATUS_IGNORE);
        MPI_Recv(to, 1000, MPI_INT, west, 9, grid, MPI_STATUS_IGNORE);
        MPI_Send(from, front, MPI_INT, south, 9, grid);
        MPI_Send(from, 2 * front, MPI_INT, east, 9, grid);
    }
    MPI_Comm_free(&grid);
}

/* Each row of ranks is a communicator, whose ranks are in descending order, and a pipeline. */
static void pipeline(void)
{
    int own, last;
    MPI_Comm row;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &row);
    MPI_Comm_rank(row, &own);
    MPI_Comm_size(row, &last);
    for (int segment = 0; segment < 5; segment++) {
        if (own > 0)
            MPI_Recv(to, 4096, MPI_BYTE, own - 1, segment, row, MPI_STATUS_IGNORE);
        if (own < last - 1)
            MPI_Send(from, 4096, MPI_BYTE, own + 1, segment, row);
    }
    MPI_Comm_free(&row);
}

static void buffered(void)
{
    int length = 4 * (5000 + MPI_BSEND_OVERHEAD);
    char *buffer = malloc((size_t)length);
    MPI_Request request;

    MPI_Buffer_attach(buffer, length);
    MPI_Bsend(from, 5000, MPI_BYTE, after(1), 10, MPI_COMM_WORLD);
    MPI_Ibsend(from, 4000, MPI_BYTE, after(2), 11, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(to, 5000, MPI_BYTE, after(-1), 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(to, 4000, MPI_BYTE, after(-2), 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &length);
    free(buffer);
}

/* Receives are posted before the sends. */
static void ready(void)
{
    MPI_Request requests[2], send;
    MPI_Status statuses[2];

    MPI_Irecv(to, 300, MPI_BYTE, after(-1), 12, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(to + 300, 700, MPI_BYTE, after(-1), 13, MPI_COMM_WORLD, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Rsend(from, 300, MPI_BYTE, after(1), 12, MPI_COMM_WORLD);
    MPI_Irsend(from, 700, MPI_BYTE, after(1), 13, MPI_COMM_WORLD, &send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, statuses);
}

/* The receiver finds the amount by MPI_Mprobe. */
static void probed(void)
{
    for (int times = 0; times < 3; times++) {
        MPI_Request send;
        MPI_Status status;
        MPI_Message message;
        int count;

        MPI_Isend(from, 33 * (rank + times), MPI_BYTE, after(1), 14, MPI_COMM_WORLD, &send);
        MPI_Mprobe(MPI_ANY_SOURCE, 14, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        MPI_Mrecv(to, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
}

/* Long messages use other protocols; MPI_PROC_NULL gets nothing. */
static void long_messages(void)
{
    for (int bytes = 1; bytes <= MOST; bytes *= 32)
        MPI_Sendrecv(from, bytes, MPI_BYTE, after(1), 15, to, bytes, MPI_BYTE, after(-1), 15, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    MPI_Send(from, MOST, MPI_BYTE, MPI_PROC_NULL, 15, MPI_COMM_WORLD);
}

/* Messages between collective calls, which the MPI implements by messages of its own. */
static void mixed(void)
{
    int sum = 0;

    for (int times = 0; times < 3; times++) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        shift();
        MPI_Bcast(to, 5000, MPI_BYTE, times % size, MPI_COMM_WORLD);
        MPI_Alltoall(from, 10, MPI_BYTE, to, 10, MPI_BYTE, MPI_COMM_WORLD);
    }
}

/* Two halves, joined by an intercommunicator, then in one communicator again. Open MPI's messages for creating these
 * have the program's tag, so they are counted apart: nothing else is sent then. */
static void two_halves(int is_used)
{
    int own, ours, theirs, partner;
    MPI_Comm half, other, merged;
    MPI_Request *requests;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, size - 1 - (size - rank % 2) % 2, 16, &other);
    MPI_Intercomm_merge(other, rank % 2, &merged);
    if (is_used) {
        MPI_Comm_rank(other, &own);
        MPI_Comm_size(other, &ours);
        MPI_Comm_remote_size(other, &theirs);
        /* Each rank sends to all others, more to higher ranks. */
        requests = malloc((size_t)theirs * sizeof *requests);
        for (int i = 0; i < theirs; i++)
            MPI_Isend(from, 10 * i + rank, MPI_INT, i, 17, other, &requests[i]);
        for (int i = 0; i < theirs; i++)
            MPI_Recv(to, MOST, MPI_BYTE, MPI_ANY_SOURCE, 17, other, MPI_STATUS_IGNORE);
        for (int i = 0; i < theirs; i++)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        free(requests);
        partner = own < theirs ? own : MPI_PROC_NULL;
        MPI_Sendrecv(from, 700, MPI_BYTE, partner, 18, to, 700, MPI_BYTE, partner, 18, other, MPI_STATUS_IGNORE);
        MPI_Comm_rank(merged, &own);
        MPI_Sendrecv(from, 3 * own, MPI_SHORT, (own + 1) % size, 19, to, 3 * size, MPI_SHORT, (own + size - 1) % size,
                     19, merged, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&merged);
    MPI_Comm_free(&other);
    MPI_Comm_free(&half);
}

static void halves(void)
{
    two_halves(1);
}

static void unused_halves(void)
{
    two_halves(0);
}

/* NAS IS: keys are sent to the rank of their bucket, and the greatest one of each rank to the next rank. */
static void integer_sort(void)
{
    enum { KEYS = 4000 };
    int *counts = calloc(4 * (size_t)size, sizeof *counts), *expected = counts + size;
    int *starts = counts + 2 * size, *places = counts + 3 * size, total = 0;
    unsigned number = 77u + (unsigned)rank;
    MPI_Request request;

    for (int round = 0; round < 3; round++) {
        memset(counts, 0, (size_t)size * sizeof *counts);
        for (int i = 0; i < KEYS; i++) {
            number = number * 1103515245u + 12345u;
            /* The sum of two: more keys are in the middle. */
            counts[(int)(number / 65536u % 256u + number / 16777216u) * size / 512]++;
        }
        MPI_Alltoall(counts, 1, MPI_INT, expected, 1, MPI_INT, MPI_COMM_WORLD);
        total = 0;
        for (int i = 0; i < size; i++) {
            starts[i] = i ? starts[i - 1] + counts[i - 1] : 0;
            places[i] = total;
            total += expected[i];
        }
        MPI_Alltoallv(from, counts, starts, MPI_INT, to, expected, places, MPI_INT, MPI_COMM_WORLD);
    }
    if (rank > 0)
        MPI_Irecv(to, 1, MPI_INT, rank - 1, 20, MPI_COMM_WORLD, &request);
    if (rank < size - 1)
        MPI_Send(from, 1, MPI_INT, rank + 1, 20, MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(counts);
}

/* NAS CG: on a grid of rows and columns that are powers of two, sums over each row by halves, and an exchange with the
 * rank of the transposed place. */
static void conjugate_gradient(void)
{
    enum { ELEMENTS = 1400 };
    int columns = 1, rows = 1, row, column, transposed;
    double sum = rank, other;
    MPI_Request request;

    while (2 * columns * rows <= size) {
        if (columns == rows)
            columns *= 2;
        else
            rows *= 2;
    }
    if (rank >= columns * rows)
        return;
    row = rank / columns;
    column = rank % columns;
    if (columns == rows)
        transposed = column * columns + row;
    else
        transposed = 2 * (column / 2 * rows + row) + column % 2;
    for (int iteration = 0; iteration < 4; iteration++) {
        for (int bit = 1; bit < columns; bit *= 2) {
            int partner = row * columns + (column ^ bit);
            MPI_Irecv(to, ELEMENTS / rows, MPI_DOUBLE, partner, 21, MPI_COMM_WORLD, &request);
            MPI_Send(from, ELEMENTS / rows, MPI_DOUBLE, partner, 21, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Irecv(to, ELEMENTS / columns, MPI_DOUBLE, transposed, 22, MPI_COMM_WORLD, &request);
        MPI_Send(from, ELEMENTS / columns, MPI_DOUBLE, transposed, 22, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int bit = 1; bit < columns; bit *= 2) {
            int partner = row * columns + (column ^ bit);
            MPI_Sendrecv(&sum, 1, MPI_DOUBLE, partner, 23, &other, 1, MPI_DOUBLE, partner, 23, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            sum += other;
        }
    }
}

/* NAS MG: the faces of a cube, on grids that become coarser and finer again. The coarsest have no cells for some of the
 * ranks, which take no further part. */
static void multigrid(void)
{
    int dims[3] = {0, 0, 0}, periods[3] = {1, 1, 1};

    MPI_Dims_create(size, 3, dims);
    for (int step = -4; step <= 4; step++) {
        int cells = 2 << abs(step), coarse = step == 0, own;
        int sizes[3] = {cells + 2, cells + 2, cells + 2};
        MPI_Comm members, grid;

        MPI_Comm_split(MPI_COMM_WORLD, coarse && rank % 2 ? MPI_UNDEFINED : 0, rank, &members);
        if (members == MPI_COMM_NULL)
            continue;
        if (coarse) {
            memset(dims, 0, sizeof dims);
            MPI_Comm_size(members, &own);
            MPI_Dims_create(own, 3, dims);
        }
        MPI_Cart_create(members, 3, dims, periods, 0, &grid);
        for (int dim = 0; dim < 3; dim++) {
            int face[3] = {cells, cells, cells}, inner[3] = {1, 1, 1}, before, behind;
            MPI_Datatype type;

            face[dim] = 1;
            MPI_Type_create_subarray(3, sizes, face, inner, MPI_ORDER_C, MPI_DOUBLE, &type);
            MPI_Type_commit(&type);
            MPI_Cart_shift(grid, dim, 1, &before, &behind);
            for (int way = 0; way < 2; way++) {
                MPI_Request request;
                MPI_Irecv(to, 1, type, way ? behind : before, 24 + way, grid, &request);
                MPI_Send(from, 1, type, way ? before : behind, 24 + way, grid);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
            }
            MPI_Type_free(&type);
        }
        MPI_Comm_free(&grid);
        MPI_Comm_free(&members);
        if (coarse) {
            memset(dims, 0, sizeof dims);
            MPI_Dims_create(size, 3, dims);
        }
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} PROGRAMS[] = {{"ring", ring},
                {"shift", shift},
                {"replace", replace},
                {"halo", halo},
                {"torus", torus},
                {"transpose", transpose},
                {"butterfly", butterfly},
                {"tree", tree},
                {"master-worker", master_worker},
                {"sweep", sweep},
                {"pipeline", pipeline},
                {"buffered", buffered},
                {"ready", ready},
                {"probed", probed},
                {"long", long_messages},
                {"mixed", mixed},
                {"halves", halves},
                {"unused-halves", unused_halves},
                {"integer-sort", integer_sort},
                {"conjugate-gradient", conjugate_gradient},
                {"multigrid", multigrid}};

int main(int argc, char **argv)
{
    int is_known = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof PROGRAMS / sizeof *PROGRAMS; i++)
        if (argc > 1 && !strcmp(argv[1], PROGRAMS[i].name)) {
            PROGRAMS[i].run();
            is_known = 1;
        }
    MPI_Finalize();
    return !is_known;
}
