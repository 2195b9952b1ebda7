/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The call of mpi_f08 as a program of Intel's compiler makes it: its MPI_UNWEIGHTED is no array of weights. Eight ranks
 * that are dealt out over two nodes, in rings of four: each ring is put on a node. */
#include <mpi.h>
#include <stdio.h>

extern MPI_Fint mpi_f08_link_constants_mp_mpi_unweighted_;
void mpi_dist_graph_create_adjacent_f08_(const MPI_Fint *comm_old, const MPI_Fint *indegree, const MPI_Fint *sources,
                                         const MPI_Fint *sourceweights, const MPI_Fint *outdegree,
                                         const MPI_Fint *destinations, const MPI_Fint *destweights,
                                         const MPI_Fint *info, const MPI_Fint *reorder, MPI_Fint *comm_dist_graph,
                                         MPI_Fint *ierror);

int main(void)
{
    const MPI_Fint one = 1, *none = &mpi_f08_link_constants_mp_mpi_unweighted_;
    MPI_Fint world, info, from, to, made, ierror = -1;
    int rank, role, node, most, least;
    MPI_Comm ring;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    world = MPI_Comm_c2f(MPI_COMM_WORLD);
    info = MPI_Info_c2f(MPI_INFO_NULL);
    from = rank / 4 * 4 + (rank + 3) % 4;
    to = rank / 4 * 4 + (rank + 1) % 4;
    mpi_dist_graph_create_adjacent_f08_(&world, &one, &from, none, &one, &to, none, &info, &one, &made, &ierror);
    MPI_Comm_rank(MPI_Comm_f2c(made), &role);
    /* The ranks on one node are all even or all odd. */
    MPI_Comm_split(MPI_COMM_WORLD, role / 4, 0, &ring);
    node = rank % 2;
    MPI_Allreduce(&node, &most, 1, MPI_INT, MPI_MAX, ring);
    MPI_Allreduce(&node, &least, 1, MPI_INT, MPI_MIN, ring);
    if (ierror != MPI_SUCCESS || most != least)
        printf("rank %d: error %d, role %d\n", rank, (int)ierror, role);
    MPI_Finalize();
    return ierror != MPI_SUCCESS || most != least;
}
