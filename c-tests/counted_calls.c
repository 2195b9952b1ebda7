/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Makes calls that a tool counts, and checks their results. */
#include "test.h"

/* Calls between two ranks, and to oneself. */
static void messages(int rank, int size)
{
    int right = (rank + 1) % size, left = (rank + size - 1) % size, sent[3] = {rank, rank, rank}, got = -1;
    MPI_Request requests[1];
    MPI_Status statuses[1];

    for (int i = 0; i < 3; i++) {
        MPI_Isend(&sent[i], 1, MPI_INT, right, i, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv(&got, 1, MPI_INT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(1, requests, statuses);
        CHECK(got == left);
    }
    if (rank % 2 == 0 && rank + 1 < size)
        MPI_Send(&rank, 1, MPI_INT, rank + 1, 7, MPI_COMM_WORLD);
    if (rank % 2 == 1)
        MPI_Recv(&got, 1, MPI_INT, rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void collectives(int rank, int size)
{
    int root = rank == 0 ? 42 : 0, sum, sums, from[64], to[64];
    MPI_Request request;
    MPI_Status status;

    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++)
        MPI_Bcast(&root, 1, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(root == 42);
    for (int i = 0; i < 4; i++)
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Iallreduce(&rank, &sums, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, &status);
    CHECK(sum == size * (size - 1) / 2 && sums == sum);
    for (int i = 0; i < size; i++)
        from[i] = rank * size + i;
    MPI_Alltoall(from, 1, MPI_INT, to, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        CHECK(to[i] == i * size + rank);
}

static void communicators(int rank, int size)
{
    MPI_Comm copy, half, node, grid;
    int dims[1] = {size}, periods[1] = {0};

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(copy, rank % 2, rank, &half);
    MPI_Comm_split_type(copy, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Cart_create(copy, 1, dims, periods, 0, &grid);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&node);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    messages(test_rank(), test_size());
    collectives(test_rank(), test_size());
    communicators(test_rank(), test_size());
    return test_end();
}
