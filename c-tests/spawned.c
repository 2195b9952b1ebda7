/* SPDX-License-Identifier: MIT OR Apache-2.0
 * spawned WAY [PROGRAM]: two processes of PROGRAM, which is this test with or without the library, are spawned and
 * merged with the processes that spawn them. Then all split, or communicate.
 *
 * WAY is 'together': the merged communicator and its pieces are split, and results are right; 'one': one piece is split
 * first, which has as many processes as MPI_COMM_WORLD, but other ones; 'one-alone': only this piece is split.
 * 'native': calls of a program that is unaware of the library, with processes that may lack it. 'split' and 'pieces' (a
 * communicator that is no larger than MPI_COMM_WORLD): the spawned processes never make the exchange of the others, and
 * abort the job after a while. */
#include "test.h"
#include <unistd.h>

enum { CHILDREN = 2, PATIENCE = 13 };

static MPI_Comm merged_with(const char *way, char *program, MPI_Comm *others)
{
    char *arguments[] = {(char *)way, NULL};
    MPI_Comm merged;

    MPI_Comm_get_parent(others);
    int is_child = *others != MPI_COMM_NULL;
    if (!is_child)
        OK(MPI_Comm_spawn(program, arguments, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, others, MPI_ERRCODES_IGNORE));
    OK(MPI_Intercomm_merge(*others, is_child, &merged));
    return merged;
}

static int size_of(MPI_Comm comm)
{
    int size = 0;

    if (comm != MPI_COMM_NULL)
        MPI_Comm_size(comm, &size);
    return size;
}

/* Nothing is emulated: all processes are on this node. */
static void on_one_node(MPI_Comm comm)
{
    MPI_Info info = test_info("mpi_hw_resource_type", "Machine");
    MPI_Comm node;

    for (int time = 0; time < 2; time++) {
        OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &node));
        CHECK_INT(size_of(node), size_of(comm));
        test_free(&node);
    }
    MPI_Info_free(&info);
}

/* One process of each world. */
static MPI_Comm piece_of(MPI_Comm merged)
{
    MPI_Comm piece;

    OK(MPI_Comm_split(merged, test_rank() % CHILDREN, 0, &piece));
    return piece;
}

/* After an exchange, ranks that pass MPI_UNDEFINED take part, and so do all in a split by node. */
static void some_undefined(MPI_Comm merged)
{
    const int none = test_rank() == 0;
    MPI_Info info = test_info("mpi_hw_resource_type", "Machine");
    MPI_Comm node;

    OK(MPI_Comm_split_type(merged, none ? MPI_UNDEFINED : MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &node));
    CHECK_INT(size_of(node), none ? 0 : size_of(merged) - 2);
    test_free(&node);
    OK(MPI_Comm_split_type(merged, none ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    CHECK_INT(size_of(node), none ? 0 : size_of(merged) - 2);
    test_free(&node);
    MPI_Info_free(&info);
}

static void together(MPI_Comm merged)
{
    int rank = -1, sum = 0, size = size_of(merged);
    MPI_Comm piece = piece_of(merged);

    MPI_Comm_rank(merged, &rank);
    CHECK_INT(size, test_size() + CHILDREN);
    on_one_node(merged);
    some_undefined(merged);
    on_one_node(piece);
    on_one_node(MPI_COMM_WORLD);
    OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, merged));
    CHECK_INT(sum, size * (size - 1) / 2);
    MPI_Comm_free(&piece);
}

/* `and_worlds`: all processes split their worlds, too. */
static void one(MPI_Comm merged, int and_worlds)
{
    MPI_Comm piece = piece_of(merged);

    if (test_rank() == 0)
        on_one_node(piece);
    if (and_worlds) {
        OK(MPI_Barrier(merged));
        on_one_node(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&piece);
}

/* The call in which the processes that have the library wait. */
static void alone(const char *way, MPI_Comm merged)
{
    on_one_node(strcmp(way, "pieces") ? merged : piece_of(merged));
    CHECK(!"nothing is to end here");
}

static void native(MPI_Comm merged)
{
    MPI_Comm node, half;
    MPI_Request request;
    int one = 1, sum = 0, size = size_of(merged);

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, merged);
    CHECK_INT(sum, size);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, merged, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_INT(sum, size);
    MPI_Comm_split_type(merged, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    CHECK_INT(size_of(node), size);
    MPI_Comm_split(merged, test_rank() % 2, 0, &half);
    MPI_Barrier(half);
    MPI_Comm_free(&half);
    MPI_Comm_free(&node);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "together";
    MPI_Comm others, merged;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&others);
    int is_child = others != MPI_COMM_NULL;
    merged = merged_with(way, argc > 2 ? argv[2] : argv[0], &others);
    if (!strcmp(way, "together"))
        together(merged);
    else if (!strcmp(way, "one") || !strcmp(way, "one-alone"))
        one(merged, !strcmp(way, "one"));
    else if (!strcmp(way, "native"))
        native(merged);
    else if (!is_child)
        alone(way, merged);
    else {
        if (!strcmp(way, "pieces"))
            piece_of(merged);
        sleep(PATIENCE);
        MPI_Abort(merged, 3);
    }
    MPI_Comm_free(&merged);
    MPI_Comm_disconnect(&others);
    return test_end();
}
