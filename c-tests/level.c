/* SPDX-License-Identifier: MIT OR Apache-2.0
 * level [rounds]: splits down to the bottom and prints, from rank 0, the levels of rank 0 and their sizes: "Machine 4,
 * L3Cache 2". A small program to run in unusual environments; with rounds it repeats the splits, to be interrupted. */
#define _DEFAULT_SOURCE
#include "test.h"
#include <unistd.h>

static void down(char *line, size_t capacity)
{
    MPI_Comm parent = MPI_COMM_WORLD, newcomm;

    for (*line = '\0'; parent != MPI_COMM_NULL; parent = newcomm) {
        OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &newcomm));
        if (parent != MPI_COMM_WORLD)
            MPI_Comm_free(&parent);
        if (newcomm != MPI_COMM_NULL) {
            int size, siblings, index;
            char *type;
            OK(MPI_Comm_get_hlevel_info(newcomm, &siblings, &index, &type));
            MPI_Comm_size(newcomm, &size);
            snprintf(line + strlen(line), capacity - strlen(line), "%s%s %d", *line ? ", " : "", type, size);
        }
    }
}

int main(int argc, char **argv)
{
    char line[1024];

    MPI_Init(&argc, &argv);
    long rounds = argc > 1 ? atol(argv[1]) : 1;
    for (long round = 0; round < rounds; round++) {
        down(line, sizeof line);
        if (round > 0)
            usleep(1000);
        if (test_rank() == 0 && round == 0) {
            puts(*line ? line : "nothing below");
            fflush(stdout);
        }
    }
    return test_end();
}
