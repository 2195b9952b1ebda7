/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Errors in calls of navigation: navigation_errors errors|first. 8 ranks on two nodes of two packages of two cores.
 */
#include "navigation_checks.h"

/* A call fails with this class, its error contains these words and names the call. */
#define FAILS(call, class, words) test_error(__FILE__, __LINE__, #call, call, class, words)

static MPI_Comm found;
static MPI_Group group;
static int number, numbers[64];
static const char *type, *types[4];

/* Each call on a communicator that it does not accept. */
static void no_such_communicator(MPI_Comm comm, const char *words)
{
    const int zero = 0;

    FAILS(HSPLIT_Comm_get_parent(comm, &found), MPI_ERR_COMM, words);
    CHECK(found == MPI_COMM_NULL);
    FAILS(HSPLIT_Comm_get_children(comm, 1, &number, &found), MPI_ERR_COMM, words);
    CHECK_INT(number, 0);
    FAILS(HSPLIT_Comm_get_roots(comm, &found), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_depth(comm, &number, &type), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_map(comm), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_map_update(comm), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_levels(comm, 4, &number, types, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_coords(comm, 0, 4, &number, numbers, types), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_rank(comm, 1, &zero, 4, &number, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_distance(comm, 0, 0, &number, &type), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_distances(comm, 1, &zero, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, 4, &number, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_neighbour_group(comm, 2, &group), MPI_ERR_COMM, words);
    CHECK(group == MPI_GROUP_NULL);
    FAILS(HSPLIT_Comm_get_colors(comm, 4, &number, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, 4, &number, numbers, numbers), MPI_ERR_COMM, words);
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, &zero, 4, &number, numbers), MPI_ERR_COMM, words);
}

static void null_arguments(MPI_Comm comm)
{
    const int zero = 0;

    FAILS(HSPLIT_Comm_get_parent(comm, NULL), MPI_ERR_ARG, "parent is NULL");
    FAILS(HSPLIT_Comm_get_children(comm, 1, NULL, &found), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_children(comm, 1, &number, NULL), MPI_ERR_ARG, "children is NULL");
    FAILS(HSPLIT_Comm_get_roots(comm, NULL), MPI_ERR_ARG, "roots is NULL");
    FAILS(HSPLIT_Comm_get_depth(comm, NULL, &type), MPI_ERR_ARG, "depth is NULL");
    OK(HSPLIT_Comm_get_depth(comm, &number, NULL));
    FAILS(HSPLIT_Comm_get_levels(comm, 4, NULL, types, numbers), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_levels(comm, 4, &number, NULL, numbers), MPI_ERR_ARG, "types is NULL");
    FAILS(HSPLIT_Comm_get_coords(comm, 0, 4, NULL, numbers, types), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_coords(comm, 0, 4, &number, NULL, types), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, NULL, 4, &number, numbers), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, &zero, 4, NULL, numbers), MPI_ERR_ARG, "nranks is NULL");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, &zero, 4, &number, NULL), MPI_ERR_ARG, "ranks is NULL");
    FAILS(HSPLIT_Comm_get_distance(comm, 0, 0, NULL, &type), MPI_ERR_ARG, "hops is NULL");
    FAILS(HSPLIT_Comm_get_distances(comm, 1, NULL, numbers), MPI_ERR_ARG, "ranks is NULL");
    FAILS(HSPLIT_Comm_get_distances(comm, 1, &zero, NULL), MPI_ERR_ARG, "matrix is NULL");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, 4, NULL, numbers), MPI_ERR_ARG, "nranks is NULL");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, 4, &number, NULL), MPI_ERR_ARG, "ranks is NULL");
    FAILS(HSPLIT_Comm_get_neighbour_group(comm, 2, NULL), MPI_ERR_ARG, "group is NULL");
    FAILS(HSPLIT_Comm_get_colors(comm, 4, NULL, numbers), MPI_ERR_ARG, "depth is NULL");
    FAILS(HSPLIT_Comm_get_colors(comm, 4, &number, NULL), MPI_ERR_ARG, "colors is NULL");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, 4, NULL, numbers, NULL), MPI_ERR_ARG, "count is NULL");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, 4, &number, NULL, numbers), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, NULL, 4, &number, numbers), MPI_ERR_ARG, "coords is NULL");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, &zero, 4, NULL, numbers), MPI_ERR_ARG, "nranks is NULL");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, &zero, 4, &number, NULL), MPI_ERR_ARG, "ranks is NULL");
}

static void wrong_numbers(MPI_Comm comm)
{
    const int coords[2] = {0, -3}, ranks[2] = {0, 8};

    FAILS(HSPLIT_Comm_get_children(comm, -1, &number, &found), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_levels(comm, -1, &number, types, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_coords(comm, 0, -1, &number, numbers, types), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_coords(comm, 8, 4, &number, numbers, types), MPI_ERR_RANK, "rank is 8");
    FAILS(HSPLIT_Comm_get_coords(comm, -1, 4, &number, numbers, types), MPI_ERR_RANK, "rank is -1");
    CHECK_INT(number, 0);
    FAILS(HSPLIT_Comm_get_rank(comm, -1, coords, 4, &number, numbers), MPI_ERR_ARG, "count is -1");
    FAILS(HSPLIT_Comm_get_rank(comm, 2, coords, 4, &number, numbers), MPI_ERR_ARG, "coordinate is -3");
    FAILS(HSPLIT_Comm_get_rank(comm, 1, coords, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_distance(comm, 8, 0, &number, &type), MPI_ERR_RANK, "a is 8");
    FAILS(HSPLIT_Comm_get_distance(comm, 0, -1, &number, &type), MPI_ERR_RANK, "b is -1");
    FAILS(HSPLIT_Comm_get_distances(comm, -1, ranks, numbers), MPI_ERR_ARG, "n is -1");
    FAILS(HSPLIT_Comm_get_distances(comm, 2, ranks, numbers), MPI_ERR_RANK, "ranks[1] is 8");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 8, NULL, 4, &number, numbers), MPI_ERR_RANK, "rank is 8");
    FAILS(HSPLIT_Comm_get_neighbours(comm, 0, NULL, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_neighbour_group(comm, -1, &group), MPI_ERR_ARG, "hops is -1");
    CHECK(group == MPI_GROUP_NULL);
    FAILS(HSPLIT_Comm_get_colors(comm, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 8, 4, &number, numbers, numbers), MPI_ERR_RANK, "rank is 8");
    FAILS(HSPLIT_Comm_get_network_coords(comm, 0, -1, &number, numbers, NULL), MPI_ERR_ARG, "max is -1");
    FAILS(HSPLIT_Comm_get_network_rank(comm, -1, coords, 4, &number, numbers), MPI_ERR_ARG, "count is -1");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 2, coords, 4, &number, numbers), MPI_ERR_ARG, "coordinate is -3");
    FAILS(HSPLIT_Comm_get_network_rank(comm, 1, coords, -1, &number, numbers), MPI_ERR_ARG, "max is -1");
}

static void errors(void)
{
    MPI_Comm comm, half, inter;
    int odd = test_rank() % 2;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    no_such_communicator(MPI_COMM_NULL, "comm is MPI_COMM_NULL");
    MPI_Comm_split(MPI_COMM_WORLD, odd, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    no_such_communicator(inter, "comm is an intercommunicator");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    /* Once with the exchange of the first call, and once more without. */
    null_arguments(comm);
    wrong_numbers(comm);
    null_arguments(comm);
    MPI_Comm_free(&comm);
}

/* A communicator that the program has freed is no child, also while its messages are pending. */
static void freed(void)
{
    MPI_Comm comm, child;
    MPI_Request requests[2];
    int me, in, out = 1;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &child));
    MPI_Comm_rank(child, &me);
    OK(HSPLIT_Comm_get_children(comm, 0, &number, NULL));
    CHECK_INT(number, 1);
    MPI_Irecv(&in, 1, MPI_INT, me, 0, child, &requests[0]);
    OK(MPI_Comm_free(&child));
    OK(HSPLIT_Comm_get_children(comm, 0, &number, NULL));
    CHECK_INT(number, 0);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    /* The parent. */
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &child));
    MPI_Irecv(&in, 1, MPI_INT, test_rank(), 0, comm, &requests[0]);
    MPI_Isend(&out, 1, MPI_INT, test_rank(), 0, comm, &requests[1]);
    OK(HSPLIT_Comm_get_parent(child, &found));
    CHECK(found == comm);
    for (int n = 0; n < 2; n++)
        MPI_Wait(&requests[n], MPI_STATUS_IGNORE);
    MPI_Irecv(&in, 1, MPI_INT, test_rank(), 0, comm, &requests[0]);
    OK(MPI_Comm_free(&comm));
    OK(HSPLIT_Comm_get_parent(child, &found));
    CHECK(found == MPI_COMM_NULL);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Comm_free(&child);
}

/* Ranks pass different arguments in the first call on a communicator, one of them a wrong one: the exchange includes
 * all of them, and the others get their results. */
static void first_calls(void)
{
    MPI_Comm comm;
    int me = test_rank();

    for (int turn = 0; turn < 12; turn++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        switch ((me + turn) % 12) {
        case 0:
            OK(HSPLIT_Comm_map(comm));
            break;
        case 1:
            check_levels(comm);
            break;
        case 2:
            check_coords(comm, (me + 3) % 8);
            break;
        case 3:
            FAILS(HSPLIT_Comm_get_coords(comm, 99, 4, &number, numbers, types), MPI_ERR_RANK, "rank is 99");
            break;
        case 4:
            FAILS(HSPLIT_Comm_get_distances(comm, 1, NULL, numbers), MPI_ERR_ARG, "ranks is NULL");
            break;
        case 5:
            check_neighbours(comm, me);
            break;
        case 6:
            check_group(comm);
            break;
        case 7:
            FAILS(HSPLIT_Comm_get_neighbour_group(comm, -4, &group), MPI_ERR_ARG, "hops is -4");
            break;
        case 8:
            OK(HSPLIT_Comm_map_update(comm));
            break;
        case 9:
            OK(MPI_Comm_get_min_hlevel(comm, 1, &me, (char **)&type));
            CHECK_TEXT(type, "Core");
            break;
        case 10:
            FAILS(HSPLIT_Comm_get_network_rank(comm, 1, NULL, 4, &number, numbers), MPI_ERR_ARG, "coords is NULL");
            break;
        default:
            OK(HSPLIT_Comm_get_distance(comm, me, me, &number, NULL));
            CHECK_INT(number, 0);
        }
        /* Local from now on. */
        if (me == turn % 8)
            check_distances(comm);
        MPI_Comm_free(&comm);
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    two_nodes();
    if (!strcmp(what, "errors")) {
        errors();
        freed();
    } else {
        CHECK_TEXT(what, "first");
        first_calls();
    }
    return test_end();
}
