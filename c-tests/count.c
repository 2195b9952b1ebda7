/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Preloaded in front of the MPI: counts the collective calls that reach it from below a program's own, and prints them
 * from rank 0 at the end. The number of calls of a split does not depend on the load of the machine. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define COUNTED(name, parameters, arguments)                                                                           \
    static long calls_of_##name;                                                                                       \
    int name parameters                                                                                                \
    {                                                                                                                  \
        static int(*next) parameters;                                                                                  \
        if (!next)                                                                                                     \
            *(void **)&next = dlsym(RTLD_NEXT, #name);                                                                 \
        calls_of_##name++;                                                                                             \
        return next arguments;                                                                                         \
    }

COUNTED(PMPI_Allgather, (const void *from, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, MPI_Comm comm),
        (from, n, t, to, m, u, comm))
COUNTED(PMPI_Allreduce, (const void *from, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm),
        (from, to, n, t, op, comm))
COUNTED(PMPI_Exscan, (const void *from, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm),
        (from, to, n, t, op, comm))
COUNTED(PMPI_Bcast, (void *buffer, int n, MPI_Datatype t, int root, MPI_Comm comm), (buffer, n, t, root, comm))
COUNTED(PMPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *new), (comm, group, new))
COUNTED(PMPI_Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *new), (comm, group, tag, new))
COUNTED(PMPI_Comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm *new), (comm, colour, key, new))

/* MPI_Pcontrol is the standard's call from a program to a tool: 1 starts counting, 0 prints, and 2 has further
 * arguments, with numbers of floating point between others. */
int MPI_Pcontrol(const int level, ...)
{
    static const struct {
        const char *name;
        long *count;
    } all[] = {
        {"MPI_Allgather", &calls_of_PMPI_Allgather},     {"MPI_Allreduce", &calls_of_PMPI_Allreduce},
        {"MPI_Exscan", &calls_of_PMPI_Exscan},           {"MPI_Bcast", &calls_of_PMPI_Bcast},
        {"MPI_Comm_create", &calls_of_PMPI_Comm_create}, {"MPI_Comm_create_group", &calls_of_PMPI_Comm_create_group},
        {"MPI_Comm_split", &calls_of_PMPI_Comm_split},
    };
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (level == 2) {
        va_list further;
        va_start(further, level);
        int are_right = !strcmp(va_arg(further, const char *), "a region") && va_arg(further, double) == 2.5 &&
                        va_arg(further, int) == -3 && va_arg(further, double) == -0.125 &&
                        va_arg(further, long) == 1L << 40;
        va_end(further);
        return are_right ? MPI_SUCCESS : MPI_ERR_OTHER;
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (level == 0 && rank == 0 && *all[i].count)
            printf(" %ld x %s", *all[i].count, all[i].name);
        *all[i].count = 0;
    }
    return MPI_SUCCESS;
}
