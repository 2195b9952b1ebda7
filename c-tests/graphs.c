/* SPDX-License-Identifier: MIT OR Apache-2.0
 * graphs BEFORE: distributed graphs of MPI_COMM_WORLD, after BEFORE nonblocking operations.
 *
 * Open MPI (up to 4.1.8 and 5.0.10) takes one tag of a communicator for a nonblocking collective operation and three
 * for a creation, from -27 downwards. MPI_Dist_graph_create sends with the tags -50 and -51 besides, and hangs if a
 * creation begins at one of these: without the library, the 9th such call of a program that makes nothing else. */
#include "test.h"

enum { GRAPHS = 12 };

int main(int argc, char **argv)
{
    int before = argc > 1 ? atoi(argv[1]) : 0, one = 1, me, next;

    MPI_Init(&argc, &argv);
    me = test_rank();
    next = (me + 1) % test_size();
    for (int i = 0; i < before; i++) {
        MPI_Request request;
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < GRAPHS; i++) {
        int in = -1, out = -1, is_weighted, from, to, weight;
        MPI_Comm graph;
        OK(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &me, &one, &next, &one, MPI_INFO_NULL, 0, &graph));
        OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &is_weighted));
        CHECK(in == 1 && out == 1);
        OK(MPI_Dist_graph_neighbors(graph, 1, &from, &weight, 1, &to, &weight));
        CHECK_INT(from, (me + test_size() - 1) % test_size());
        CHECK_INT(to, next);
        MPI_Comm_free(&graph);
    }
    return test_end();
}
