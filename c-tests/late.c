/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A process that comes late to the comparison of settings in MPI_Init: late.
 *
 * Rank 0 has no variable and goes on before rank 2 comes; rank 1 has one. What the library then says of the difference
 * must not meet the calls that rank 0 makes. */
#define _GNU_SOURCE
#include "test.h"
#include <dlfcn.h>
#include <unistd.h>

enum { LATE = 2, SECONDS = 12, CALLS = 8 };

static int looks;

/* The library asks for the group of all processes before it compares the settings. The program's own function of this
 * name comes before the MPI's. */
int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    int (*native)(MPI_Comm, MPI_Group *);
    int rank;

    PMPI_Comm_rank(comm, &rank);
    if (looks++ == 0 && rank == LATE)
        sleep(SECONDS);
    *(void **)&native = dlsym(RTLD_NEXT, "PMPI_Comm_group");
    return native(comm, group);
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK_INT(looks > 0, 1);
    for (int call = 0; call < CALLS; call++) {
        int mine = rank + call, sum = -1;
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK_INT(sum, size * (size - 1) / 2 + size * call);
    }
    return test_end();
}
