/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Topology calls with a wrong argument on all ranks, with HSPLIT_REORDER=all: the class of each error is that of the
 * native call, which may be MPI_SUCCESS. */
#include "test.h"

static MPI_Comm made;

static int class_of(int code)
{
    int class = -1;

    MPI_Error_class(code, &class);
    if (code == MPI_SUCCESS && made != MPI_COMM_NULL)
        MPI_Comm_free(&made);
    return class;
}

/* The same call with and without the library. */
#define ALIKE(name, arguments)                                                                                         \
    do {                                                                                                               \
        int native = class_of(PMPI_##name arguments), ours = class_of(MPI_##name arguments);                           \
        if (ours != native && test_failed(__FILE__, __LINE__))                                                         \
            fprintf(stderr, "MPI_%s%s gives class %d, natively %d\n", #name, #arguments, ours, native);                \
        compared++;                                                                                                    \
    } while (0)

int main(int argc, char **argv)
{
    const MPI_Info none = MPI_INFO_NULL;
    int one = 1, minus = -1, index[64], edges[64] = {0}, dims[2] = {1, 0}, periods[2] = {0, 0}, newrank;
    int compared = 0, own, size, wrong, many[2];
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    own = test_rank();
    wrong = size = test_size();
    many[0] = many[1] = size;
    for (int i = 0; i < 64; i++)
        index[i] = i + 1;
    ALIKE(Dist_graph_create, (comm, -1, &own, &one, &own, &one, none, 1, &made));
    ALIKE(Dist_graph_create, (comm, 1, &own, &minus, &own, &one, none, 1, &made));
/* MPICH ends the process at the first, and some versions at the second. */
#ifdef OPEN_MPI
    ALIKE(Dist_graph_create, (comm, 1, &wrong, &one, &own, &one, none, 1, &made));
    ALIKE(Dist_graph_create, (comm, 1, &own, &one, &wrong, &one, none, 1, &made));
#else
    compared += 2;
#endif
    ALIKE(Dist_graph_create_adjacent, (comm, -1, &own, &one, 1, &own, &one, none, 1, &made));
    ALIKE(Dist_graph_create_adjacent, (comm, 1, &wrong, &one, 1, &own, &one, none, 1, &made));
    ALIKE(Dist_graph_create_adjacent, (comm, 1, &own, &one, -1, &own, &one, none, 1, &made));
    ALIKE(Dist_graph_create_adjacent, (comm, 1, &own, &one, 1, &wrong, &one, none, 1, &made));
    ALIKE(Graph_create, (comm, -1, index, edges, 1, &made));
    ALIKE(Graph_create, (comm, size + 1, index, edges, 1, &made));
    ALIKE(Graph_map, (comm, -1, index, edges, &newrank));
    ALIKE(Cart_create, (comm, -1, dims, periods, 1, &made));
    ALIKE(Cart_create, (comm, 2, dims, periods, 1, &made));
    ALIKE(Cart_create, (comm, 2, many, periods, 1, &made));
    ALIKE(Cart_create, (comm, 1, &minus, periods, 1, &made));
    ALIKE(Cart_map, (comm, 2, many, periods, &newrank));
    ALIKE(Cart_map, (comm, 1, &minus, periods, &newrank));
    ALIKE(Cart_create, (MPI_COMM_NULL, 1, &one, periods, 1, &made));
    CHECK_INT(compared, 18);
    MPI_Comm_free(&comm);
    return test_end();
}
