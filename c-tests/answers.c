/* SPDX-License-Identifier: MIT OR Apache-2.0
 * answers: splits down to the bottom. The value that each split returns in its info object is the type of the
 * communicator that it made, and a split at that name gives the same communicator. Rank 0 prints the types of the
 * communicators of all ranks. */
#include "test.h"

/* Splits of all ranks at each of their returned values: the ranks that had the value get the communicator of the
 * unguided split. */
static void leads_back(MPI_Comm parent, MPI_Comm newcomm, const char *answer)
{
    char name[MPI_MAX_INFO_VAL + 1];
    int size;

    MPI_Comm_size(parent, &size);
    for (int rank = 0; rank < size; rank++) {
        MPI_Comm again;
        int same = MPI_UNEQUAL;
        strcpy(name, answer);
        MPI_Bcast(name, sizeof name, MPI_CHAR, rank, parent);
        if (!*name)
            continue;
        MPI_Info info = test_info("mpi_hw_resource_type", name);
        OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_HW_GUIDED, 0, info, &again));
        MPI_Info_free(&info);
        if (again != MPI_COMM_NULL) {
            if (strcmp(name, answer) == 0)
                MPI_Comm_compare(newcomm, again, &same);
            MPI_Comm_free(&again);
        }
        CHECK(strcmp(name, answer) != 0 || same == MPI_CONGRUENT);
    }
}

static MPI_Comm step(MPI_Comm parent, char *line, size_t capacity)
{
    MPI_Info info;
    MPI_Comm newcomm;
    char answer[MPI_MAX_INFO_VAL + 1] = "", *type;
    int siblings, index, found;

    MPI_Info_create(&info);
    OK(MPI_Comm_split_type(parent, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &newcomm));
    if (newcomm != MPI_COMM_NULL) {
        OK(MPI_Comm_get_hlevel_info(newcomm, &siblings, &index, &type));
        MPI_Info_get(info, "mpi_hw_resource_type", MPI_MAX_INFO_VAL, answer, &found);
        CHECK(found && strcmp(strncmp(answer, "hwloc://", 8) == 0 ? answer + 8 : answer, type) == 0);
        snprintf(line + strlen(line), capacity - strlen(line), "%s%s", *line ? " " : "", type);
    }
    leads_back(parent, newcomm, answer);
    MPI_Info_free(&info);
    return newcomm;
}

int main(int argc, char **argv)
{
    char line[256] = "", *all;
    MPI_Comm parent = MPI_COMM_WORLD, newcomm;

    MPI_Init(&argc, &argv);
    for (; parent != MPI_COMM_NULL; parent = newcomm) {
        newcomm = step(parent, line, sizeof line);
        if (parent != MPI_COMM_WORLD)
            MPI_Comm_free(&parent);
    }
    all = malloc(sizeof line * test_size());
    MPI_Gather(line, sizeof line, MPI_CHAR, all, sizeof line, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int rank = 0; test_rank() == 0 && rank < test_size(); rank++)
        printf("%d: %s\n", rank, all + sizeof line * rank);
    free(all);
    return test_end();
}
