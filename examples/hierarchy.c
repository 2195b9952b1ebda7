/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* hierarchy.c: a sum that climbs the hierarchy from root to root. For ranks that are all bound to the same level. */
#include <hsplit.h>
#include <stdio.h>

#define MAX 16

int main(int argc, char **argv)
{
    MPI_Comm newcomms[MAX], rootscomms[MAX];
    int depth, rank, here, value, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, MAX, &depth, newcomms, rootscomms);
    value = rank;
    if (depth > 0)
        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, newcomms[depth - 1]);
    for (int k = depth - 1; k >= 0 && rootscomms[k] != MPI_COMM_NULL; k--) {
        value = sum;
        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, rootscomms[k]);
        MPI_Comm_rank(rootscomms[k], &here);
        if (here == 0)
            printf("rank %d: the sum at level %d is %d\n", rank, k, sum);
    }
    HSPLIT_Comm_hierarchy_free(depth, newcomms, rootscomms);
    MPI_Finalize();
    return 0;
}
