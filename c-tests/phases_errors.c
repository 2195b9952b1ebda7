/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Errors of a call on a placement in its own arguments or in the state of the placement: phases_errors
 * errors|handles|free.
 *
 * Wrong info keys, processing units, shapes and outputs; handles of no placement; a placement that is freed in a phase.
 * All run eight ranks on two nodes of two packages of two cores. Errors of one rank that another rank reports are in
 * phases_disagree.c. */
#include "phases.h"

static HSPLIT_Placement none;
static int number;
static MPI_Comm found;

/* Rank 3 passes a wrong key; all ranks get an error. */
static void wrong_key(const char *key, const char *value, const char *words)
{
    MPI_Info info = test_info(test_rank() == 3 ? key : NULL, value);

    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, info, &none), MPI_ERR_INFO,
          test_rank() == 3 ? words : "rank 3 of the communicator passed a wrong argument");
    CHECK_INT(none, 0);
    MPI_Info_free(&info);
}

static void wrong_creations(void)
{
    MPI_Comm half, between;
    MPI_Info info;
    int me = test_rank();

    FAILS(HSPLIT_Placement_create(MPI_COMM_NULL, MPI_INFO_NULL, &none), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 1, &between);
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Placement_create(between, MPI_INFO_NULL, &none), MPI_ERR_COMM, "comm is an intercommunicator");
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, me == 3 ? NULL : &none), MPI_ERR_ARG,
          me == 3 ? "p is NULL" : "rank 3 of the communicator passed a wrong argument");
    wrong_key("hsplit_cpus", "zork", "hsplit_cpus");
    wrong_key("hsplit_progress", "-1", "hsplit_progress");
    info = test_info(me == 5 ? "hsplit_cpus" : NULL, "allowed");
    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, info, &none), MPI_ERR_ARG, "the ranks disagree");
    MPI_Info_free(&info);
    info = test_info("hsplit_cpus", "99");
    FAILS(HSPLIT_Placement_create(MPI_COMM_WORLD, info, &none), MPI_ERR_ARG, "none of these processing units");
    MPI_Info_free(&info);
}

static void wrong_election(HSPLIT_Placement p, const char *key, const char *value)
{
    MPI_Info info = test_info(key, value);

    FAILS(HSPLIT_Placement_elect(p, "Package", info, &worker, NULL, NULL, NULL), MPI_ERR_INFO, key);
    FAILS(HSPLIT_Placement_comm(p, "Package", info, &found), MPI_ERR_INFO, key);
    CHECK(found == MPI_COMM_NULL);
    FAILS(HSPLIT_Phase_begin(p, "Package", info, &worker, NULL), MPI_ERR_INFO, key);
    MPI_Info_free(&info);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void wrong_shape(HSPLIT_Placement p, const char *shape, const char *words)
{
    FAILS(HSPLIT_Placement_elect(p, shape, MPI_INFO_NULL, &worker, &number, NULL, NULL), MPI_ERR_ARG, words);
    CHECK_INT(worker, 0);
    FAILS(HSPLIT_Placement_comm(p, shape, MPI_INFO_NULL, &found), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Phase_begin(p, shape, MPI_INFO_NULL, &worker, &found), MPI_ERR_ARG, words);
    CHECK_INT(worker, 0);
    CHECK(found == MPI_COMM_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Bindings that a worker pushes inside a phase end with it, and so do phases that were begun inside it. */
static void pushes_inside(void)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL), other = make(MPI_COMM_WORLD, NULL, NULL);
    int pushed = -1;

    OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    if (worker)
        OK(HSPLIT_Bind_push("Core:1", MPI_INFO_NULL));
    OK(HSPLIT_Phase_end(p));
    CHECK_BOUND(CORES[test_rank() % 4]);
    OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    OK(HSPLIT_Phase_begin(other, "2:", MPI_INFO_NULL, &worker, NULL));
    OK(HSPLIT_Phase_end(p));
    OK(HSPLIT_Phase_end(other));
    CHECK_BOUND(CORES[test_rank() % 4]);
    OK(HSPLIT_Bind_get(NULL, 0, NULL, NULL, &pushed));
    CHECK_INT(pushed, 0);
    OK(HSPLIT_Placement_free(&other));
    OK(HSPLIT_Placement_free(&p));
}

static void errors(void)
{
    HSPLIT_Placement p;

    pushes_inside();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    wrong_creations();
    p = make(MPI_COMM_WORLD, NULL, NULL);
    wrong_shape(p, NULL, "shape is NULL");
    wrong_shape(p, "", "empty");
    wrong_shape(p, "zork", "zork");
    wrong_shape(p, "Package*0", "Package*0");
    wrong_shape(p, "1:9", "9 threads");
    wrong_election(p, "hsplit_root", "8");
    wrong_election(p, "hsplit_adopt", "perhaps");
    wrong_election(p, "hsplit_smt", "two");
    good_phase(p);
    FAILS(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, NULL), MPI_ERR_ARG, "workers is NULL");
    FAILS(HSPLIT_Phase_begin(p, "Package", MPI_INFO_NULL, NULL, NULL), MPI_ERR_ARG, "worker is NULL");
    MPI_Barrier(MPI_COMM_WORLD);
    good_phase(p);
    FAILS(HSPLIT_Placement_free(NULL), MPI_ERR_ARG, "p is NULL");
    OK(HSPLIT_Placement_free(&p));
}

static void no_handle(HSPLIT_Placement p)
{
    HSPLIT_Placement copy = p;
    const char *words = "p is not a handle";

    FAILS(HSPLIT_Placement_elect(p, "Package", MPI_INFO_NULL, &worker, NULL, NULL, NULL), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Node_barrier(p), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Phase_begin(p, "Package", MPI_INFO_NULL, &worker, NULL), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Phase_end(p), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Placement_free(&copy), MPI_ERR_ARG, words);
    CHECK_INT(copy, p);
}

/* Handles of freed placements, and the error handler of the communicator that a placement was made for. */
static void handles(void)
{
    HSPLIT_Placement p, old, other;
    MPI_Comm copy;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    no_handle(0);
    no_handle(-1);
    no_handle(12345);
    p = old = make(MPI_COMM_WORLD, NULL, NULL);
    other = make(MPI_COMM_SELF, NULL, NULL);
    CHECK(p != other);
    OK(HSPLIT_Node_barrier(other));
    OK(HSPLIT_Placement_free(&p));
    no_handle(old);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    CHECK(p != old);
    no_handle(old);
    good_phase(p);
    OK(HSPLIT_Placement_free(&p));
    OK(HSPLIT_Placement_free(&other));
    /* A placement outlives the program's communicator. */
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    p = make(copy, NULL, NULL);
    MPI_Comm_free(&copy);
    FAILS(HSPLIT_Placement_elect(p, "zork", MPI_INFO_NULL, &worker, NULL, NULL, NULL), MPI_ERR_ARG, "zork");
    OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    good_phase(p);
    OK(HSPLIT_Placement_free(&p));
}

/* A placement with a phase that is open on any rank cannot be freed. */
static void free_in_phase(void)
{
    HSPLIT_Placement p;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    if (test_rank() < 4)
        OK(HSPLIT_Phase_begin(p, "1:", MPI_INFO_NULL, &worker, NULL));
    FAILS(HSPLIT_Placement_free(&p), MPI_ERR_OTHER, "in a phase");
    CHECK(p > 0);
    if (test_rank() < 4)
        OK(HSPLIT_Phase_end(p));
    good_phase(p);
    OK(HSPLIT_Placement_free(&p));
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {{"errors", errors}, {"handles", handles}, {"free", free_in_phase}};

    MPI_Init(&argc, &argv);
    RUN_TEST(argc > 1 ? argv[1] : "", tests);
    return test_end();
}
