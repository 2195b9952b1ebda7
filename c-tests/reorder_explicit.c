/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Explicit reordering: reorder_explicit blocks|entries|ends|random|migrate|errors|disabled.
 *
 * 'blocks', 'entries' and 'ends' run 16 ranks in cyclic order over four nodes of four cores; groups of four ranks
 * exchange much, in 'ends' neighbours in a grid. 'random' and 'migrate' take any machine and any number of ranks,
 * 'errors' two ranks or more. In 'disabled' the library is disabled. */
#include "reorder.h"

#define MOST 64

/* The roles of a new communicator are right on every rank. Returns how many ranks have another role. */
static int check_roles(MPI_Comm comm, MPI_Comm newcomm, int receive_from, int send_to)
{
    int size, old, new, relation, olds[MOST], changes = 0;

    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &old);
    MPI_Comm_rank(newcomm, &new);
    MPI_Allgather(&old, 1, MPI_INT, olds, 1, MPI_INT, newcomm);
    CHECK_INT(receive_from, new);
    CHECK_INT(send_to, olds[old]);
    for (int rank = 0; rank < size; rank++)
        changes += olds[rank] != rank;
    MPI_Comm_compare(comm, newcomm, &relation);
    CHECK_INT(relation, changes ? MPI_SIMILAR : MPI_CONGRUENT);
    return changes;
}

/* Each rank's data moves to the new rank of its role. */
static void check_data(MPI_Comm comm, MPI_Comm newcomm)
{
    int old, new, data[6];
    MPI_Datatype every_second;

    MPI_Comm_rank(comm, &old);
    MPI_Comm_rank(newcomm, &new);
    for (int i = 0; i < 6; i++)
        data[i] = 100 * old + i;
    OK(HSPLIT_Comm_migrate(comm, newcomm, data, 6, MPI_INT));
    for (int i = 0; i < 6; i++)
        CHECK_INT(data[i], 100 * new + i);
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    for (int i = 0; i < 6; i++)
        data[i] = 100 * old + i;
    OK(HSPLIT_Comm_migrate(comm, newcomm, data, 1, every_second));
    for (int i = 0; i < 6; i++)
        CHECK_INT(data[i], 100 * (i % 2 ? old : new) + i);
    MPI_Type_free(&every_second);
    OK(HSPLIT_Comm_migrate(comm, newcomm, NULL, 0, MPI_INT));
    MPI_Datatype unready;
    MPI_Type_contiguous(1, MPI_INT, &unready);
    OK(HSPLIT_Comm_migrate(comm, newcomm, NULL, 0, test_rank() == 0 ? unready : MPI_INT));
    MPI_Type_free(&unready);
}

/* The cost of all ranks' traffic, by the distances in the communicator in which roles are ranks. */
static double cost_of(MPI_Comm roles, int n, const int *peers, const double *weights)
{
    double own = 0, all;
    int rank, hops;

    MPI_Comm_rank(roles, &rank);
    OK(HSPLIT_Comm_map(roles));
    for (int i = 0; i < n; i++) {
        OK(HSPLIT_Comm_get_distance(roles, rank, peers[i], &hops, NULL));
        own += hops * (weights ? weights[i] : 1.0);
    }
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, roles);
    return all;
}

/* The same, in a communicator whose ranks have other roles: the caller's rank sends the traffic of its new role. */
static double cost_after(MPI_Comm comm, MPI_Comm newcomm, int n, const int *peers, const double *weights)
{
    int old, new, own_peers[MOST] = {0};
    double own_weights[MOST] = {0};

    MPI_Comm_rank(comm, &old);
    MPI_Comm_rank(newcomm, &new);
    for (int i = 0; i < n; i++) {
        own_peers[i] = peers[i];
        own_weights[i] = weights ? weights[i] : 1.0;
    }
    OK(HSPLIT_Comm_migrate(comm, newcomm, &n, 1, MPI_INT));
    OK(HSPLIT_Comm_migrate(comm, newcomm, own_peers, MOST, MPI_INT));
    OK(HSPLIT_Comm_migrate(comm, newcomm, own_weights, MOST, MPI_DOUBLE));
    return cost_of(newcomm, n, own_peers, own_weights);
}

/* Groups of four ranks with neighbouring numbers are spread over four nodes; each group belongs on one node. */
static void blocks(void)
{
    int rank = test_rank(), peers[4], receive_from, send_to, node, other_node, count;
    double weights[4] = {1.5, 1.5, 1.5, 0.25};
    MPI_Comm newcomm;
    MPI_Info info = test_info("hsplit_metric", "messages");

    for (int i = 0; i < 3; i++)
        peers[i] = rank / 4 * 4 + (rank + 1 + i) % 4;
    peers[3] = (rank + 4) % 16;
    for (int way = 0; way < 3; way++) {
        OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, way == 1 ? 3 : 4, peers, way == 0 ? weights : NULL,
                               way == 2 ? info : MPI_INFO_NULL, &newcomm, &receive_from, &send_to));
        CHECK(check_roles(MPI_COMM_WORLD, newcomm, receive_from, send_to) > 0);
        check_data(MPI_COMM_WORLD, newcomm);
        OK(HSPLIT_Comm_get_coords(newcomm, receive_from, 1, &count, &node, NULL));
        for (int other = receive_from / 4 * 4; other < receive_from / 4 * 4 + 4; other++) {
            OK(HSPLIT_Comm_get_coords(newcomm, other, 1, &count, &other_node, NULL));
            CHECK_INT(other_node, node);
        }
        MPI_Comm_free(&newcomm);
    }
    MPI_Info_free(&info);
    /* Nothing is gained without traffic, if a key forbids it, or if all traffic is with oneself. */
    OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, 0, NULL, NULL, MPI_INFO_NULL, &newcomm, NULL, NULL));
    CHECK_INT(check_roles(MPI_COMM_WORLD, newcomm, rank, rank), 0);
    check_data(MPI_COMM_WORLD, newcomm);
    MPI_Comm_free(&newcomm);
    info = test_info("hsplit_reorder", "no");
    OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, 4, peers, weights, info, &newcomm, &receive_from, &send_to));
    CHECK_INT(check_roles(MPI_COMM_WORLD, newcomm, receive_from, send_to), 0);
    MPI_Comm_free(&newcomm);
    MPI_Info_set(info, "hsplit_reorder", "yes");
    MPI_Info_set(info, "hsplit_threshold", "100%");
    OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, 4, peers, weights, info, &newcomm, &receive_from, &send_to));
    CHECK_INT(check_roles(MPI_COMM_WORLD, newcomm, receive_from, send_to), 0);
    MPI_Comm_free(&newcomm);
    MPI_Info_set(info, "hsplit_threshold", "0");
    MPI_Info_set(info, "hsplit_cost", "System=0,Core=0");
    OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, 4, peers, weights, info, &newcomm, &receive_from, &send_to));
    CHECK_INT(check_roles(MPI_COMM_WORLD, newcomm, receive_from, send_to), 0);
    MPI_Comm_free(&newcomm);
    MPI_Info_free(&info);
}

/* Each rank names the others of its block three times and all other ranks once, with equal sums of weights. If messages
 * count, each entry is one, and the blocks belong together. */
static void entries(void)
{
    int rank = test_rank(), n = 0, peers[21], receive_from, node, other_node, count;
    double weights[21];
    MPI_Comm newcomm;
    MPI_Info info = test_info("hsplit_metric", "messages");

    for (int peer = 0; peer < 16; peer++) {
        int times = peer == rank ? 0 : peer / 4 == rank / 4 ? 3 : 1;

        for (int i = 0; i < times; i++) {
            peers[n] = peer;
            weights[n++] = 3.0 / times;
        }
    }
    CHECK_INT(n, 21);
    OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, n, peers, weights, info, &newcomm, &receive_from, NULL));
    MPI_Info_free(&info);
    OK(HSPLIT_Comm_get_coords(newcomm, receive_from, 1, &count, &node, NULL));
    for (int other = receive_from / 4 * 4; other < receive_from / 4 * 4 + 4; other++) {
        OK(HSPLIT_Comm_get_coords(newcomm, other, 1, &count, &other_node, NULL));
        CHECK_INT(other_node, node);
    }
    MPI_Comm_free(&newcomm);
    /* As bytes they are equal, and nothing is gained. */
    OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, n, peers, weights, MPI_INFO_NULL, &newcomm, &receive_from, NULL));
    CHECK_INT(receive_from, rank);
    MPI_Comm_free(&newcomm);
}

/* The neighbours that MPI_Cart_shift names, with MPI_PROC_NULL at the ends of the grid: as without these entries. */
static void ends(void)
{
    const int dims[] = {4, 4}, open[] = {0, 0};
    int peers[8], n = 0, numbers[2], relation;
    double weights[8];
    MPI_Comm grid, newcomm[2];

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, open, 0, &grid);
    MPI_Cart_shift(grid, 0, 1, peers, peers + 1);
    MPI_Cart_shift(grid, 1, 1, peers + 2, peers + 3);
    for (int i = 0; i < 4; i++) {
        weights[i] = i < 2 ? 1 : 9;
        if (peers[i] != MPI_PROC_NULL) {
            peers[4 + n] = peers[i];
            weights[4 + n++] = weights[i];
        }
    }
    OK(HSPLIT_Comm_reorder(grid, 4, peers, weights, MPI_INFO_NULL, newcomm, numbers, NULL));
    OK(HSPLIT_Comm_reorder(grid, n, peers + 4, weights + 4, MPI_INFO_NULL, newcomm + 1, numbers + 1, NULL));
    CHECK_INT(numbers[0], numbers[1]);
    MPI_Comm_compare(grid, newcomm[0], &relation);
    CHECK_INT(relation, MPI_SIMILAR);
    MPI_Comm_free(newcomm);
    MPI_Comm_free(newcomm + 1);
    MPI_Comm_free(&grid);
}

/* Random rows, and a communicator of some ranks in another order: never worse than the present order. */
static void random_rows(void)
{
    unsigned int state = 7;
    int rank, size, n, peers[MOST], receive_from, send_to;
    double weights[MOST], before, after;
    MPI_Comm comm, newcomm;

    for (int round = 0; round < 12; round++) {
        MPI_Comm_split(MPI_COMM_WORLD, round % 3 == 2 && test_rank() % 3 == 1, round % 2 ? -test_rank() : 0, &comm);
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        state = 1000u * (unsigned)round + (unsigned)rank;
        n = (int)(next_random(&state) % 8);
        for (int i = 0; i < n; i++) {
            peers[i] = (int)(next_random(&state) % (unsigned)size);
            weights[i] = round % 4 ? next_random(&state) % 1000 : (next_random(&state) % 1000) / 7.0;
        }
        before = cost_of(comm, n, peers, weights);
        OK(HSPLIT_Comm_reorder(comm, n, peers, weights, MPI_INFO_NULL, &newcomm, &receive_from, &send_to));
        check_roles(comm, newcomm, receive_from, send_to);
        check_data(comm, newcomm);
        after = cost_after(comm, newcomm, n, peers, weights);
        CHECK(after <= before * (1 + 1e-9));
        MPI_Comm_free(&newcomm);
        MPI_Comm_free(&comm);
    }
}

/* Between any two communicators of the same ranks, while messages of the program are pending on both. */
static void migrate(void)
{
    int rank = test_rank(), size = test_size(), foreign[2] = {-1, -1}, here = 0;
    MPI_Comm newcomm;
    MPI_Request requests[2];

    MPI_Comm_split(MPI_COMM_WORLD, 0, (7 * rank) % size, &newcomm);
    MPI_Irecv(&foreign[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&foreign[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, newcomm, &requests[1]);
    check_data(MPI_COMM_WORLD, newcomm);
    check_data(newcomm, MPI_COMM_WORLD);
    CHECK_INT(foreign[0], -1);
    CHECK_INT(foreign[1], -1);
    MPI_Send(&rank, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
    MPI_Comm_rank(newcomm, &here);
    MPI_Send(&rank, 1, MPI_INT, here, 3, newcomm);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    CHECK_INT(foreign[0], rank);
    CHECK_INT(foreign[1], rank);
    MPI_Comm_free(&newcomm);
}

/* One rank's wrong argument: its error text names the argument, that of the others the rank. */
static void one_rank(MPI_Comm comm)
{
    const int mine = test_rank() == 1;
    const char *others = "rank 1 of the communicator passed a wrong argument";
    int size = test_size(), data = 0, wrong[2] = {0, size};
    double weights[2] = {1, -1};
    MPI_Info info = test_info(mine ? "hsplit_threshold" : "hsplit_seed", mine ? "much" : "3");
    MPI_Comm *out = mine ? NULL : &made, self;
    MPI_Datatype unready;

    FAILS(HSPLIT_Comm_reorder(comm, 0, NULL, NULL, MPI_INFO_NULL, out, NULL, NULL), MPI_ERR_ARG,
          mine ? "newcomm is NULL" : others);
    CHECK(mine || made == MPI_COMM_NULL);
    FAILS(HSPLIT_Comm_reorder(comm, mine ? -3 : 0, NULL, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG,
          mine ? "n is -3" : others);
    FAILS(HSPLIT_Comm_reorder(comm, mine, NULL, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG,
          mine ? "peers is NULL" : others);
    FAILS(HSPLIT_Comm_reorder(comm, mine ? 2 : 1, wrong, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_RANK,
          mine ? "peers[1] is" : others);
    wrong[1] = -7;
    FAILS(HSPLIT_Comm_reorder(comm, mine ? 2 : 1, wrong, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_RANK,
          mine ? "peers[1] is -7" : others);
    wrong[1] = 0;
    FAILS(HSPLIT_Comm_reorder(comm, mine ? 2 : 1, wrong, weights, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG,
          mine ? "weights[1] is -1" : others);
    weights[1] = strtod("nan", NULL);
    FAILS(HSPLIT_Comm_reorder(comm, mine ? 2 : 1, wrong, weights, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG,
          mine ? "which is not a weight" : others);
    weights[1] = strtod("inf", NULL);
    FAILS(HSPLIT_Comm_reorder(comm, mine ? 2 : 1, wrong, weights, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG,
          mine ? "which is not a weight" : others);
    FAILS(HSPLIT_Comm_reorder(comm, 0, NULL, NULL, info, &made, NULL, NULL), MPI_ERR_INFO,
          mine ? "hsplit_threshold is 'much'" : others);
    MPI_Comm_split(MPI_COMM_WORLD, test_rank(), 0, &self);
    FAILS(HSPLIT_Comm_migrate(comm, mine ? MPI_COMM_NULL : comm, &data, 1, MPI_INT), MPI_ERR_COMM,
          mine ? "newcomm is MPI_COMM_NULL" : others);
    FAILS(HSPLIT_Comm_migrate(comm, mine ? self : comm, &data, 1, MPI_INT), MPI_ERR_COMM,
          mine ? "newcomm has not the processes of comm" : others);
    FAILS(HSPLIT_Comm_migrate(comm, comm, &data, mine ? -1 : 1, MPI_INT), MPI_ERR_ARG, mine ? "count is -1" : others);
    FAILS(HSPLIT_Comm_migrate(comm, comm, &data, 1, mine ? MPI_DATATYPE_NULL : MPI_INT), MPI_ERR_TYPE,
          mine ? "type is MPI_DATATYPE_NULL" : others);
    FAILS(HSPLIT_Comm_migrate(comm, comm, mine ? NULL : &data, 1, MPI_INT), MPI_ERR_ARG, mine ? "buf is NULL" : others);
    FAILS(HSPLIT_Comm_migrate(comm, comm, mine ? MPI_IN_PLACE : &data, 1, MPI_INT), MPI_ERR_ARG,
          mine ? "buf is MPI_IN_PLACE" : others);
    MPI_Type_contiguous(1, MPI_INT, &unready);
    FAILS(HSPLIT_Comm_migrate(comm, comm, &data, 1, mine ? unready : MPI_INT), MPI_ERR_TYPE, mine ? "" : others);
    MPI_Type_free(&unready);
    MPI_Comm_free(&self);
    MPI_Info_free(&info);
}

static void disagreement(MPI_Comm comm)
{
    const int last = test_rank() == test_size() - 1;
    int data[2] = {0, 0};
    MPI_Comm backwards;
    MPI_Info info = test_info("hsplit_seed", last ? "1" : "2");

    FAILS(HSPLIT_Comm_reorder(comm, 0, NULL, NULL, info, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    MPI_Info_set(info, "hsplit_seed", "1");
    MPI_Info_set(info, "hsplit_cost", last ? "hops" : "System=3");
    FAILS(HSPLIT_Comm_reorder(comm, 0, NULL, NULL, info, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Comm_migrate(comm, comm, data, last ? 2 : 1, MPI_INT), MPI_ERR_ARG, "disagree");
    MPI_Comm_split(comm, 0, -test_rank(), &backwards);
    FAILS(HSPLIT_Comm_migrate(comm, last ? comm : backwards, data, 1, MPI_INT), MPI_ERR_ARG, "disagree");
    MPI_Comm_free(&backwards);
    if (last)
        FAILS(HSPLIT_Comm_reorder(comm, 0, NULL, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    else
        FAILS(HSPLIT_Comm_migrate(comm, comm, data, 1, MPI_INT), MPI_ERR_ARG, "disagree");
    MPI_Info_free(&info);
}

static int world_calls;

static void called_of_world(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    world_calls++;
}

/* The error of another argument calls the handler of the call's communicator. */
static void another_handler(MPI_Comm comm)
{
    MPI_Errhandler handler;
    int data = 0;

    MPI_Comm_create_errhandler(called_of_world, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    FAILS(HSPLIT_Comm_migrate(comm, MPI_COMM_NULL, &data, 1, MPI_INT), MPI_ERR_COMM, "newcomm is MPI_COMM_NULL");
    CHECK_INT(world_calls, 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
}

static void errors(void)
{
    MPI_Comm comm, half, inter;
    int odd = test_rank() % 2, data = 0;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Comm_reorder(MPI_COMM_NULL, 0, NULL, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_COMM,
          "comm is MPI_COMM_NULL");
    FAILS(HSPLIT_Comm_migrate(MPI_COMM_NULL, MPI_COMM_WORLD, &data, 1, MPI_INT), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    MPI_Comm_split(MPI_COMM_WORLD, odd, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Comm_reorder(inter, 0, NULL, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_COMM,
          "comm is an intercommunicator");
    FAILS(HSPLIT_Comm_migrate(inter, half, &data, 1, MPI_INT), MPI_ERR_COMM, "comm is an intercommunicator");
    FAILS(HSPLIT_Comm_migrate(half, inter, &data, 1, MPI_INT), MPI_ERR_COMM, "newcomm is an intercommunicator");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    one_rank(comm);
    disagreement(comm);
    another_handler(comm);
    MPI_Comm_free(&comm);
}

static void disabled(void)
{
    int peer = test_size() - 1 - test_rank(), receive_from = -1, send_to = -1;
    MPI_Comm newcomm;

    OK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, 1, &peer, NULL, MPI_INFO_NULL, &newcomm, &receive_from, &send_to));
    CHECK_INT(check_roles(MPI_COMM_WORLD, newcomm, receive_from, send_to), 0);
    MPI_Comm_free(&newcomm);
    migrate();
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "blocks";

    MPI_Init(&argc, &argv);
    if (!strcmp(mode, "random"))
        random_rows();
    else if (!strcmp(mode, "entries"))
        entries();
    else if (!strcmp(mode, "ends"))
        ends();
    else if (!strcmp(mode, "migrate"))
        migrate();
    else if (!strcmp(mode, "errors"))
        errors();
    else if (!strcmp(mode, "disabled"))
        disabled();
    else
        blocks();
    return test_end();
}
