/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program whose processes may have different environment variables, or of which some lack the library: settings
 * [splits].
 *
 * Makes collective calls that HSPLIT_COLLECTIVES would take, checks every result, and with 'splits' splits by node and
 * at the next level of the hardware, which needs the library in all of them. */
#include "test.h"

static void collective_calls(MPI_Comm comm, int rank, int size)
{
    enum { COUNT = 3000 };
    static int data[COUNT], sum[COUNT];
    int bad = 0;

    for (int root = 0; root < size; root++) {
        for (int i = 0; i < COUNT; i++)
            data[i] = rank == root ? root + i : -1;
        MPI_Bcast(data, COUNT, MPI_INT, root, comm);
        for (int i = 0; i < COUNT; i++)
            bad += data[i] != root + i;
    }
    for (int i = 0; i < COUNT; i++)
        data[i] = rank + i;
    MPI_Allreduce(data, sum, COUNT, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < COUNT; i++)
        bad += sum[i] != size * (size - 1) / 2 + size * i;
    CHECK_INT(bad, 0);
    MPI_Barrier(comm);
}

static void splits(MPI_Comm comm, int rank, int size)
{
    MPI_Comm node, next;
    int members = 0;

    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &members);
    CHECK_INT(members, size);
    collective_calls(node, rank, members);
    MPI_Comm_free(&node);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, rank, MPI_INFO_NULL, &next);
    if (next != MPI_COMM_NULL)
        MPI_Comm_free(&next);
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    collective_calls(MPI_COMM_WORLD, rank, size);
    if (argc > 1)
        splits(MPI_COMM_WORLD, rank, size);
    return test_end();
}
