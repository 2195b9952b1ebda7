/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Grids with weights: reorder_grid layouts|native|random|dims|periods|errors|disabled.
 *
 * 'layouts' and 'dims' run 16 ranks in cyclic order over four nodes of four cores; so does 'native', with
 * HSPLIT_REORDER=cart,weights=100,1. 'random' and 'periods' take any machine and any number of ranks, 'errors' two
 * ranks or more. In 'disabled' the library is disabled. */
#include "reorder.h"

#define MOST 4

/* The cost of the traffic of all pairs of neighbours, on the ranks that have the grid. */
static double cost_of(MPI_Comm cart, int ndims, const double *weights)
{
    double own = 0, all = 0;
    int rank, lower, upper, hops;

    if (cart == MPI_COMM_NULL)
        return 0;
    MPI_Comm_rank(cart, &rank);
    OK(HSPLIT_Comm_map(cart));
    for (int dimension = 0; dimension < ndims; dimension++) {
        MPI_Cart_shift(cart, dimension, 1, &lower, &upper);
        if (upper == MPI_PROC_NULL || upper == rank)
            continue;
        OK(HSPLIT_Comm_get_distance(cart, rank, upper, &hops, NULL));
        own += hops * (weights ? weights[dimension] : 1.0);
    }
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, cart);
    return all;
}

/* A communicator has this grid, row by row, on each of its ranks. Returns the number of these. */
static int check_grid(MPI_Comm comm, MPI_Comm cart, int ndims, const int *dims, const int *periods)
{
    int is_in = cart != MPI_COMM_NULL, members, points = 1, rank, number = 0, kind, count;
    int own_dims[MOST], own_periods[MOST], coords[MOST];

    MPI_Allreduce(&is_in, &members, 1, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < ndims; i++)
        points *= dims[i];
    CHECK_INT(members, points);
    if (!is_in)
        return members;
    MPI_Topo_test(cart, &kind);
    CHECK_INT(kind, MPI_CART);
    MPI_Cartdim_get(cart, &count);
    CHECK_INT(count, ndims);
    MPI_Comm_rank(cart, &rank);
    MPI_Cart_get(cart, ndims, own_dims, own_periods, coords);
    for (int i = 0; i < ndims; i++) {
        CHECK_INT(own_dims[i], dims[i]);
        CHECK_INT(own_periods[i], periods[i]);
        number = number * dims[i] + coords[i];
    }
    CHECK_INT(rank, number);
    return members;
}

/* The node of a rank. */
static int node_of(MPI_Comm comm, int rank)
{
    int count, node = -1;

    OK(HSPLIT_Comm_get_coords(comm, rank, 1, &count, &node, NULL));
    return node;
}

/* All ranks of a grid of 4 by 4 are on one node with those of their block of this size, which fills it. */
static void check_blocks(MPI_Comm cart, int rows, int columns)
{
    for (int a = 0; a < 16; a++)
        for (int b = 0; b < 16; b++) {
            int same = a / 4 / rows == b / 4 / rows && a % 4 / columns == b % 4 / columns;
            CHECK_INT(node_of(cart, a) == node_of(cart, b), same);
        }
}

/* One grid: the lengths of dimensions, and the cost of the traffic. */
static MPI_Comm grid(int ndims, const double *weights, const int *periods, const char *stencil, const int *given,
                     const int *expected, double cost)
{
    int dims[MOST];
    MPI_Comm cart = MPI_COMM_WORLD;
    MPI_Info info = stencil ? test_info("hsplit_stencil", stencil) : MPI_INFO_NULL;

    memcpy(dims, given, (size_t)ndims * sizeof *dims);
    OK(HSPLIT_Cart_create(MPI_COMM_WORLD, ndims, weights, periods, info, dims, &cart));
    for (int i = 0; i < ndims; i++)
        CHECK_INT(dims[i], expected[i]);
    check_grid(MPI_COMM_WORLD, cart, ndims, dims, periods);
    if (cart != MPI_COMM_NULL && cost >= 0)
        CHECK_INT(cost_of(cart, ndims, weights), cost);
    if (stencil)
        MPI_Info_free(&info);
    return cart;
}

static void layouts(void)
{
    const int open[MOST] = {0}, ring[MOST] = {1, 1, 1, 1}, none[MOST] = {0}, square[] = {4, 4}, wide[] = {1, 16};
    const int tall[] = {16, 1}, two[] = {2, 0}, eight[] = {2, 8}, three[] = {3, 4}, one[] = {1, 1};
    const double rows[] = {1, 100}, columns[] = {100, 1}, halves[] = {0.5, 0.25}, half[] = {2, 1};
    const double nothing[] = {0, 0};
    int relation, dims[] = {0, 0};
    MPI_Comm cart, other;
    MPI_Info info;

    /* 24 pairs: squares of four have 16 of them inside a node, where two cores are 2 apart, and 6 otherwise. */
    cart = grid(2, NULL, open, NULL, none, square, 80);
    check_blocks(cart, 2, 2);
    MPI_Comm_free(&cart);
    cart = grid(2, NULL, ring, "star", none, square, 128);
    MPI_Comm_free(&cart);
    /* A dimension with nearly all the traffic is not cut by nodes; if the library chooses the lengths, it has length
     * 1. */
    cart = grid(2, columns, open, NULL, square, square, 2472);
    check_blocks(cart, 4, 1);
    MPI_Comm_free(&cart);
    cart = grid(2, rows, open, NULL, square, square, 2472);
    check_blocks(cart, 1, 4);
    MPI_Comm_free(&cart);
    cart = grid(2, columns, open, NULL, none, wide, 42);
    MPI_Comm_free(&cart);
    cart = grid(2, rows, open, NULL, none, tall, 42);
    MPI_Comm_free(&cart);
    cart = grid(2, NULL, open, NULL, two, eight, 68);
    MPI_Comm_free(&cart);
    /* Weights with fractions are proportions. */
    cart = grid(2, halves, open, NULL, square, square, -1);
    other = grid(2, half, open, NULL, square, square, -1);
    MPI_Comm_compare(cart, other, &relation);
    CHECK_INT(relation, MPI_CONGRUENT);
    MPI_Comm_free(&cart);
    MPI_Comm_free(&other);
    /* Other stencils. */
    cart = grid(2, NULL, open, "(1,0)", square, square, -1);
    check_blocks(cart, 4, 1);
    MPI_Comm_free(&cart);
    cart = grid(2, NULL, open, "(0,2),(0,1), (0,-1),(0,3)", square, square, -1);
    check_blocks(cart, 1, 4);
    MPI_Comm_free(&cart);
    /* Twelve of sixteen: 11 of 17 pairs inside a node. The others get no grid. */
    cart = grid(2, NULL, open, NULL, three, three, 58);
    if (cart != MPI_COMM_NULL)
        MPI_Comm_free(&cart);
    /* Three dimensions and none. */
    cart = grid(3, NULL, open, NULL, (const int[]){2, 2, 4}, (const int[]){2, 2, 4}, -1);
    MPI_Comm_free(&cart);
    cart = grid(0, NULL, open, NULL, none, none, 0);
    if (cart != MPI_COMM_NULL)
        MPI_Comm_free(&cart);
    /* Nothing is gained without traffic, if a key forbids it, or if all ranks but one are excluded. */
    cart = grid(2, nothing, open, NULL, square, square, 0);
    MPI_Comm_compare(MPI_COMM_WORLD, cart, &relation);
    CHECK_INT(relation, MPI_CONGRUENT);
    MPI_Comm_free(&cart);
    info = test_info("hsplit_reorder", "no");
    OK(HSPLIT_Cart_create(MPI_COMM_WORLD, 2, columns, open, info, dims, &cart));
    MPI_Comm_compare(MPI_COMM_WORLD, cart, &relation);
    CHECK_INT(relation, MPI_CONGRUENT);
    CHECK_INT(dims[1], 16);
    MPI_Comm_free(&cart);
    MPI_Info_free(&info);
    cart = grid(2, NULL, open, NULL, one, one, 0);
    CHECK((cart != MPI_COMM_NULL) == (test_rank() == 0));
    if (cart != MPI_COMM_NULL)
        MPI_Comm_free(&cart);
}

/* MPI_Cart_create and MPI_Cart_map, with the weights of HSPLIT_REORDER. */
static void native(void)
{
    const int dims[] = {4, 4}, open[] = {0, 0};
    const double weights[] = {100, 1};
    int rank, role;
    MPI_Comm cart;

    MPI_Cart_map(MPI_COMM_WORLD, 2, dims, open, &role);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, open, 1, &cart);
    check_grid(MPI_COMM_WORLD, cart, 2, dims, open);
    check_blocks(cart, 4, 1);
    CHECK_INT(cost_of(cart, 2, weights), 2472);
    MPI_Comm_rank(cart, &rank);
    CHECK_INT(role, rank);
    MPI_Comm_free(&cart);
}

/* Random grids of some ranks in another order: never worse than the present order. */
static void random_grids(void)
{
    unsigned int state = 3;
    MPI_Comm comm, before, after;

    for (int round = 0; round < 12; round++) {
        int ndims = 1 + round % 3, size, dims[MOST] = {0}, periods[MOST];
        double weights[MOST], costs[2];

        MPI_Comm_split(MPI_COMM_WORLD, round % 4 == 3 && test_rank() % 3 == 1, round % 2 ? -test_rank() : 0, &comm);
        MPI_Comm_size(comm, &size);
        state = 1000u * (unsigned)round + (unsigned)size;
        for (int i = 0; i < ndims; i++) {
            periods[i] = (int)(next_random(&state) % 2);
            weights[i] = round % 4 ? next_random(&state) % 9 : (next_random(&state) % 100) / 7.0;
        }
        if (round % 5 == 4)
            dims[0] = 1 + size / 3;
        if (round % 5 == 4)
            for (int i = 1; i < ndims; i++)
                dims[i] = 1;
        OK(HSPLIT_Cart_create(comm, ndims, round % 6 == 5 ? NULL : weights, periods, MPI_INFO_NULL, dims, &after));
        check_grid(comm, after, ndims, dims, periods);
        MPI_Cart_create(comm, ndims, dims, periods, 0, &before);
        costs[0] = cost_of(before, ndims, round % 6 == 5 ? NULL : weights);
        costs[1] = cost_of(after, ndims, round % 6 == 5 ? NULL : weights);
        MPI_Allreduce(MPI_IN_PLACE, costs, 2, MPI_DOUBLE, MPI_MAX, comm);
        CHECK(costs[1] <= costs[0] * (1 + 1e-9));
        if (before != MPI_COMM_NULL)
            MPI_Comm_free(&before);
        if (after != MPI_COMM_NULL)
            MPI_Comm_free(&after);
        MPI_Comm_free(&comm);
    }
}

/* The lengths of two dimensions. */
static void check_dims(const double *weights, int first, int second, int expected_first, int expected_second)
{
    int dims[] = {first, second};

    OK(HSPLIT_Dims_create(MPI_COMM_WORLD, 2, weights, dims));
    CHECK_INT(dims[0], expected_first);
    CHECK_INT(dims[1], expected_second);
}

static void dims(void)
{
    const double rows[] = {1, 100}, columns[] = {100, 1};
    int three[] = {0, 0, 0};

    check_dims(NULL, 0, 0, 4, 4);
    /* From here on the call is local: one rank may make it alone, with arguments of its own. */
    if (test_rank() == 3)
        check_dims(NULL, 2, 0, 2, 8);
    if (test_rank() % 2)
        check_dims(rows, 0, 0, 16, 1);
    else
        check_dims(columns, 0, 0, 1, 16);
    check_dims(NULL, 0, 8, 2, 8);
    check_dims(NULL, 3, 5, 3, 5);
    check_dims(columns, 4, 0, 4, 4);
    OK(HSPLIT_Dims_create(MPI_COMM_WORLD, 3, NULL, three));
    CHECK_INT(three[0] * three[1] * three[2], 16);
    OK(HSPLIT_Dims_create(MPI_COMM_WORLD, 0, NULL, NULL));
}

/* Both calls choose the same lengths, whichever dimensions are rings. */
static void periods(void)
{
    const double weights[][3] = {{1, 1, 1}, {3, 1, 2}, {1, 4, 1}};

    for (int ndims = 1; ndims <= 3; ndims++)
        for (int rings = 0; rings < 1 << ndims; rings++)
            for (int row = 0; row < 3; row++) {
                int alone[3] = {0}, made[3] = {0}, periodic[3];
                MPI_Comm cart;

                for (int i = 0; i < ndims; i++)
                    periodic[i] = rings >> i & 1;
                OK(HSPLIT_Dims_create(MPI_COMM_WORLD, ndims, weights[row], alone));
                OK(HSPLIT_Cart_create(MPI_COMM_WORLD, ndims, weights[row], periodic, MPI_INFO_NULL, made, &cart));
                for (int i = 0; i < ndims; i++)
                    CHECK_INT(made[i], alone[i]);
                check_grid(MPI_COMM_WORLD, cart, ndims, made, periodic);
                MPI_Comm_free(&cart);
            }
}

/* One rank's wrong argument: its error text names the argument, that of the others the rank. */
static void one_rank(MPI_Comm comm)
{
    const int mine = test_rank() == 1;
    const char *others = "rank 1 of the communicator passed a wrong argument";
    int size = test_size(), open[] = {0, 0}, free_dims[] = {0, 0}, wrong[] = {0, 0};
    double weights[] = {1, 1};
    int *no_dims = mine ? NULL : free_dims, *no_periods = mine ? NULL : open;
    MPI_Comm *out = mine ? NULL : &made;
    MPI_Info info = test_info("hsplit_stencil", mine ? "round" : "star");

    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, free_dims, out), MPI_ERR_ARG,
          mine ? "comm_cart is NULL" : others);
    CHECK(mine || made == MPI_COMM_NULL);
    FAILS(HSPLIT_Cart_create(comm, mine ? -2 : 2, NULL, open, MPI_INFO_NULL, free_dims, &made), MPI_ERR_ARG,
          mine ? "ndims is -2" : others);
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, no_dims, &made), MPI_ERR_ARG,
          mine ? "dims is NULL" : others);
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, no_periods, MPI_INFO_NULL, free_dims, &made), MPI_ERR_ARG,
          mine ? "periods is NULL" : others);
    weights[1] = mine ? -1 : 1;
    FAILS(HSPLIT_Cart_create(comm, 2, weights, open, MPI_INFO_NULL, free_dims, &made), MPI_ERR_ARG,
          mine ? "weights[1] is -1" : others);
    weights[1] = mine ? strtod("nan", NULL) : 1;
    FAILS(HSPLIT_Cart_create(comm, 2, weights, open, MPI_INFO_NULL, free_dims, &made), MPI_ERR_ARG,
          mine ? "which is not a weight" : others);
    weights[1] = mine ? strtod("inf", NULL) : 1;
    FAILS(HSPLIT_Cart_create(comm, 2, weights, open, MPI_INFO_NULL, free_dims, &made), MPI_ERR_ARG,
          mine ? "which is not a weight" : others);
    wrong[1] = mine ? -3 : 0;
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, wrong, &made), MPI_ERR_DIMS,
          mine ? "dims[1] is -3" : others);
    wrong[1] = mine ? size + 1 : 0;
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, wrong, &made), MPI_ERR_DIMS,
          mine ? "does not fit" : others);
    CHECK_INT(wrong[0], 0);
    wrong[0] = mine ? 2 : 0;
    wrong[1] = mine ? size : 0;
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, wrong, &made), MPI_ERR_DIMS,
          mine ? "does not fit" : others);
    wrong[0] = 0;
    wrong[1] = mine ? size - 1 : 0;
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, wrong, &made), MPI_ERR_DIMS,
          mine ? "does not fit" : others);
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, info, free_dims, &made), MPI_ERR_INFO,
          mine ? "hsplit_stencil is 'round'" : others);
    MPI_Info_set(info, "hsplit_stencil", mine ? "(1,0,0)" : "(1,0)");
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, info, free_dims, &made), MPI_ERR_INFO,
          mine ? "hsplit_stencil is '(1,0,0)'" : others);
    CHECK_INT(free_dims[0] + free_dims[1], 0);
    MPI_Info_free(&info);
}

static void disagreement(MPI_Comm comm)
{
    const int last = test_rank() == test_size() - 1;
    int open[] = {0, 0}, periods[] = {last, 0}, dims[] = {0, 0}, one[] = {last, 0};
    double weights[] = {1, last ? 2 : 1};
    MPI_Info info = test_info("hsplit_stencil", last ? "(1,0)" : "(0,1)");

    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, one, &made), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, periods, MPI_INFO_NULL, dims, &made), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Cart_create(comm, 2, weights, open, MPI_INFO_NULL, dims, &made), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Cart_create(comm, last ? 1 : 2, NULL, open, MPI_INFO_NULL, dims, &made), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, info, dims, &made), MPI_ERR_ARG, "disagree");
    if (last)
        FAILS(HSPLIT_Comm_reorder(comm, 0, NULL, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    else
        FAILS(HSPLIT_Cart_create(comm, 2, NULL, open, MPI_INFO_NULL, dims, &made), MPI_ERR_ARG, "disagree");
    MPI_Info_free(&info);
}

/* All ranks take part in the first call, also ranks with an error; later calls are local. */
static void wrong_dims(MPI_Comm comm)
{
    const int mine = test_rank() == 1, size = test_size();
    int dims[] = {mine ? -1 : 0, 0}, large[] = {0, size + 1}, none_fits[] = {size - 1, 0}, both[] = {size, 2};
    double weights[] = {1, -1};

    if (mine)
        FAILS(HSPLIT_Dims_create(comm, 2, NULL, dims), MPI_ERR_DIMS, "dims[0] is -1");
    else
        OK(HSPLIT_Dims_create(comm, 2, NULL, dims));
    CHECK(mine || dims[0] * dims[1] == size);
    if (!mine)
        return;
    dims[0] = 0;
    FAILS(HSPLIT_Dims_create(comm, -1, NULL, dims), MPI_ERR_ARG, "ndims is -1");
    FAILS(HSPLIT_Dims_create(comm, 2, NULL, NULL), MPI_ERR_ARG, "dims is NULL");
    FAILS(HSPLIT_Dims_create(comm, 2, weights, dims), MPI_ERR_ARG, "weights[1] is -1");
    FAILS(HSPLIT_Dims_create(comm, 2, NULL, large), MPI_ERR_DIMS, "does not fit");
    FAILS(HSPLIT_Dims_create(comm, 2, NULL, none_fits), MPI_ERR_DIMS, "does not fit");
    FAILS(HSPLIT_Dims_create(comm, 2, NULL, both), MPI_ERR_DIMS, "does not fit");
    CHECK_INT(dims[0] + dims[1] + large[0] + none_fits[1], 0);
}

static void errors(void)
{
    MPI_Comm comm, half, inter;
    int odd = test_rank() % 2, dims[] = {0, 0}, open[] = {0, 0};

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Cart_create(MPI_COMM_NULL, 2, NULL, open, MPI_INFO_NULL, dims, &made), MPI_ERR_COMM,
          "comm_old is MPI_COMM_NULL");
    FAILS(HSPLIT_Dims_create(MPI_COMM_NULL, 2, NULL, dims), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    MPI_Comm_split(MPI_COMM_WORLD, odd, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Cart_create(inter, 2, NULL, open, MPI_INFO_NULL, dims, &made), MPI_ERR_COMM,
          "comm_old is an intercommunicator");
    FAILS(HSPLIT_Dims_create(inter, 2, NULL, dims), MPI_ERR_COMM, "comm is an intercommunicator");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    one_rank(comm);
    disagreement(comm);
    wrong_dims(comm);
    MPI_Comm_free(&comm);
}

static void disabled(void)
{
    const int open[] = {0, 0};
    int dims[] = {0, 0}, native_dims[] = {0, 0}, relation;
    MPI_Comm cart;

    MPI_Dims_create(test_size(), 2, native_dims);
    OK(HSPLIT_Dims_create(MPI_COMM_WORLD, 2, NULL, dims));
    CHECK_INT(dims[0], native_dims[0]);
    CHECK_INT(dims[1], native_dims[1]);
    dims[0] = dims[1] = 0;
    OK(HSPLIT_Cart_create(MPI_COMM_WORLD, 2, NULL, open, MPI_INFO_NULL, dims, &cart));
    CHECK_INT(dims[0], native_dims[0]);
    check_grid(MPI_COMM_WORLD, cart, 2, dims, open);
    MPI_Comm_compare(MPI_COMM_WORLD, cart, &relation);
    CHECK_INT(relation, MPI_CONGRUENT);
    MPI_Comm_free(&cart);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "layouts";

    MPI_Init(&argc, &argv);
    if (!strcmp(mode, "native"))
        native();
    else if (!strcmp(mode, "random"))
        random_grids();
    else if (!strcmp(mode, "dims"))
        dims();
    else if (!strcmp(mode, "periods"))
        periods();
    else if (!strcmp(mode, "errors"))
        errors();
    else if (!strcmp(mode, "disabled"))
        disabled();
    else
        layouts();
    return test_end();
}
