/* SPDX-License-Identifier: MIT OR Apache-2.0
 * One call of each kind, for c-tests/count.c to count the calls of rank 0 for it. */
#include <hsplit.h>
#include <stdio.h>

static int rank;

static void begin(const char *what)
{
    if (rank == 0)
        printf("%-36s", what);
    MPI_Pcontrol(1);
}

static void end(MPI_Comm *a, MPI_Comm *b)
{
    MPI_Pcontrol(0);
    if (rank == 0)
        printf("\n");
    fflush(stdout);
    if (*a != MPI_COMM_NULL)
        MPI_Comm_free(a);
    if (b && *b != MPI_COMM_NULL)
        MPI_Comm_free(b);
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_NULL, roots = MPI_COMM_NULL;
    int ranks[1] = {0};
    char *level;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    begin("unguided split");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &comm);
    end(&comm, NULL);
    begin("MPI_Comm_hsplit_with_roots");
    MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, &comm, &roots);
    end(&comm, &roots);
    begin("MPI_COMM_TYPE_SHARED, before native");
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
    end(&comm, NULL);
    begin("MPI_Comm_get_min_hlevel, first");
    MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, ranks, &level);
    end(&comm, NULL);
    begin("MPI_Comm_get_min_hlevel, later");
    MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, ranks, &level);
    end(&comm, NULL);
    MPI_Finalize();
    return 0;
}
