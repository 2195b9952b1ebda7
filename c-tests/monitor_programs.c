/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Small programs that do not know the library, each with the messages of a kind of application, on any number of ranks:
 * monitor_programs NAME. What is counted of them is compared with what the MPI's own monitoring sees, pair by pair. */
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

/* A token goes round. */
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

/* Work is given to the one that asks; a message of no bytes ends it. */
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

/* Fronts cross a grid from one corner to the other. */
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
    char *room = malloc((size_t)length);
    MPI_Request request;

    MPI_Buffer_attach(room, length);
    MPI_Bsend(from, 5000, MPI_BYTE, after(1), 10, MPI_COMM_WORLD);
    MPI_Ibsend(from, 4000, MPI_BYTE, after(2), 11, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(to, 5000, MPI_BYTE, after(-1), 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(to, 4000, MPI_BYTE, after(-2), 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&room, &length);
    free(room);
}

/* Receives are there before the sends that need them. */
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

/* Amounts that the receiver asks for. */
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

/* What is long goes by other protocols; MPI_PROC_NULL gets nothing. */
static void long_messages(void)
{
    for (int bytes = 1; bytes <= MOST; bytes *= 32)
        MPI_Sendrecv(from, bytes, MPI_BYTE, after(1), 15, to, bytes, MPI_BYTE, after(-1), 15, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    MPI_Send(from, MOST, MPI_BYTE, MPI_PROC_NULL, 15, MPI_COMM_WORLD);
}

/* Messages among those of collective calls, of which the MPI makes messages of its own. */
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

static const struct {
    const char *name;
    void (*run)(void);
} PROGRAMS[] = {{"ring", ring},           {"shift", shift},       {"replace", replace},
                {"halo", halo},           {"torus", torus},       {"transpose", transpose},
                {"butterfly", butterfly}, {"tree", tree},         {"master-worker", master_worker},
                {"sweep", sweep},         {"pipeline", pipeline}, {"buffered", buffered},
                {"ready", ready},         {"probed", probed},     {"long", long_messages},
                {"mixed", mixed}};

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
