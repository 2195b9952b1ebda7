/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Ranks of a placement whose calls differ from those of the others, and the errors of these: phases_disagree
 * disagree|apart|stopped|killed WHERE.
 *
 * Ranks disagree about phases ('disagree') or about communicators ('apart'), or a rank stops for a while or ends.
 * 'killed' and 'stopped' run four ranks on one node, the others eight on two nodes; a node has two packages of two
 * cores. In 'killed' rank 1 ends at the place WHERE or, if that is a number, after that number of microseconds; its
 * launcher may not detect it. */
#define _GNU_SOURCE
#include "phases.h"
#include <signal.h>
#include <unistd.h>

static MPI_Comm found;

/* ---- ranks of a node that disagree: 1 of 0 to 3; the others of its node get an error, and those of the other node do
 * not ---- */

/* The first error of a phase. A parked rank may get it only at the end of the phase. */
static int phase(HSPLIT_Placement p, const char *shape, MPI_Info info)
{
    int code = HSPLIT_Phase_begin(p, shape, info, &worker, NULL);

    return code == MPI_SUCCESS ? HSPLIT_Phase_end(p) : code;
}

static void check_told(int line, int code, const char *own, const char *others)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int class = MPI_SUCCESS, length, me = test_rank();

    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    test_int(__FILE__, line, "the class", class, me < 4 ? MPI_ERR_ARG : MPI_SUCCESS);
    if (me < 4)
        test_has(__FILE__, line, "the error", text, me == 1 ? own : others);
    MPI_Barrier(MPI_COMM_WORLD);
}

#define CHECK_TOLD(code, own, others) check_told(__LINE__, code, own, others)

/* Rank 5 requests a communicator that exists, which takes no exchange, and frees the placement, while the others
 * request a new one. */
static void freed_elsewhere(HSPLIT_Placement p)
{
    HSPLIT_Placement copy = p;

    if (test_rank() == 5) {
        OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
        FAILS(HSPLIT_Placement_free(&copy), MPI_ERR_ARG, "the ranks disagree: rank 5 makes another call");
        CHECK_INT(copy, p);
    } else {
        FAILS(HSPLIT_Placement_comm(p, "Core", MPI_INFO_NULL, &found), MPI_ERR_ARG, "rank 5 makes another call");
    }
}

/* The communicator of a shape that all ranks have is returned without an exchange, also if a rank passes a wrong
 * argument. */
static void known_communicator(HSPLIT_Placement p)
{
    MPI_Info info = test_info(test_rank() == 1 ? "hsplit_barrier" : NULL, "perhaps");
    int code;

    if (test_rank() == 1)
        FAILS(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, NULL), MPI_ERR_ARG, "workers is NULL");
    code = HSPLIT_Phase_begin(p, "Package", info, &worker, &found);
    if (test_rank() == 1)
        test_error(__FILE__, __LINE__, "HSPLIT_Phase_begin", code, MPI_ERR_INFO, "hsplit_barrier");
    else if (code == MPI_SUCCESS)
        code = HSPLIT_Phase_end(p);
    /* Rank 0 works on the cores of rank 1; ranks 2 and 3 may have ended before the error was published. */
    if (test_rank() == 0)
        test_error(__FILE__, __LINE__, "HSPLIT_Phase_begin", code, MPI_ERR_INFO, "rank 1 of the communicator");
    else if (test_rank() >= 4)
        CHECK_INT(code, MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Info_free(&info);
    good_phase(p);
}

/* Rank 1 is still in a phase when all ranks make a communicator together. */
static void new_communicator_in_phase(HSPLIT_Placement p)
{
    const char *wrong = "rank 1 of the communicator passed a wrong argument";
    int me = test_rank();

    OK(HSPLIT_Phase_begin(p, "all", MPI_INFO_NULL, &worker, NULL));
    if (me != 1)
        OK(HSPLIT_Phase_end(p));
    FAILS(HSPLIT_Phase_begin(p, "NUMANode", MPI_INFO_NULL, &worker, &found), MPI_ERR_ARG,
          me == 1 ? "has not ended" : wrong);
    MPI_Barrier(MPI_COMM_WORLD);
    /* Rank 1 has not yet called the phase that the others could not begin. */
    if (me == 1) {
        FAILS(HSPLIT_Phase_end(p), MPI_ERR_ARG, wrong);
        FAILS(HSPLIT_Phase_begin(p, "NUMANode", MPI_INFO_NULL, &worker, NULL), MPI_ERR_ARG, "passed a wrong argument");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    good_phase(p);
}

/* A phase could not begin or end. */
#define PHASE_FAILS(code, words) test_error(__FILE__, __LINE__, "HSPLIT_Phase", code, MPI_ERR_ARG, words)

/* Rank 5 requests a communicator that exists, and then begins the next phase, while the others request a new one. */
static void asked_for_another(HSPLIT_Placement p)
{
    const char *disagree = "the ranks disagree", *wrong = "rank 5 of the communicator passed a wrong argument";
    int me = test_rank(), code;

    if (me == 5) {
        OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
        PHASE_FAILS(phase(p, "1:", MPI_INFO_NULL), disagree);
    } else {
        FAILS(HSPLIT_Placement_comm(p, "Core", MPI_INFO_NULL, &found), MPI_ERR_ARG, disagree);
        code = phase(p, "1:", MPI_INFO_NULL);
        /* Rank 5 has refused the phase if it detected the difference before it had begun. */
        if (me >= 4 && code != MPI_SUCCESS)
            PHASE_FAILS(code, wrong);
        else
            CHECK_INT(code, MPI_SUCCESS);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    good_phase(p);
    /* It calls a barrier of its node instead, and sleeps there until it gets the error. */
    if (me == 5)
        FAILS(HSPLIT_Node_barrier(p), MPI_ERR_ARG, disagree);
    else
        FAILS(HSPLIT_Placement_comm(p, "Core", MPI_INFO_NULL, &found), MPI_ERR_ARG, disagree);
    if (me != 5)
        OK(HSPLIT_Node_barrier(p));
    good_phase(p);
}

/* One rank passes NULL for the communicator of a new shape: the worker of its node, or a parked rank; before the others
 * begin the phase, or after them. */
static void wants_no_communicator(HSPLIT_Placement p)
{
    int me = test_rank();

    for (int round = 0; round < 4; round++) {
        int other = 4 + round / 2, code;
        if ((me == other) == round % 2)
            milliseconds(100);
        code = HSPLIT_Phase_begin(p, "Machine", MPI_INFO_NULL, &worker, me == other ? NULL : &found);
        if (me == other && code == MPI_SUCCESS)
            code = HSPLIT_Phase_end(p);
        PHASE_FAILS(code, "the ranks disagree");
        MPI_Barrier(MPI_COMM_WORLD);
        good_phase(p);
    }
}

/* On one node the others wait for a rank with a wrong shape, too, only until they begin a phase. */
static void wrong_shape_on_one_node(void)
{
    const char *wrong = "rank 1 of the communicator passed a wrong argument";
    HSPLIT_Placement p;
    MPI_Comm node;
    int me = test_rank();

    MPI_Comm_split(MPI_COMM_WORLD, me / 4, me, &node);
    MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN);
    p = make(node, NULL, NULL);
    OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    if (me % 4 == 1)
        FAILS(HSPLIT_Placement_comm(p, "zork", MPI_INFO_NULL, &found), MPI_ERR_ARG, "zork");
    else
        OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    /* The others have refused this phase, and rank 1 gets an error. */
    if (me % 4 == 1)
        CHECK(phase(p, "1:", MPI_INFO_NULL) != MPI_SUCCESS);
    else
        PHASE_FAILS(phase(p, "1:", MPI_INFO_NULL), wrong);
    MPI_Barrier(MPI_COMM_WORLD);
    good_phase(p);
    OK(HSPLIT_Placement_free(&p));
    MPI_Comm_free(&node);
}

/* Ranks end a phase that they could not begin: only they get an error, and the next phase is right. */
static void ended_all_the_same(HSPLIT_Placement p)
{
    int me = test_rank(), code = HSPLIT_Phase_begin(p, me == 1 ? "Machine" : "1:", MPI_INFO_NULL, &worker, NULL);

    if (me >= 4)
        OK(code);
    if (me >= 4)
        OK(HSPLIT_Phase_end(p));
    else
        FAILS(HSPLIT_Phase_end(p), MPI_ERR_ARG, code == MPI_SUCCESS ? "another shape" : "is in no phase");
    MPI_Barrier(MPI_COMM_WORLD);
    good_phase(p);
}

/* A rank ends a phase that it has not begun, and then begins the next phase with the others. */
static void ended_before(HSPLIT_Placement p)
{
    const char *wrong = "rank 1 of the communicator passed a wrong argument";

    if (test_rank() == 1)
        FAILS(HSPLIT_Phase_end(p), MPI_ERR_ARG, "is in no phase");
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TOLD(phase(p, "1:", MPI_INFO_NULL), wrong, wrong);
    good_phase(p);
}

static void disagree(void)
{
    HSPLIT_Placement p;
    MPI_Info all = test_info("hsplit_barrier", "node");
    int me = test_rank(), code;
    const char *other = "begins a phase of another shape",
               *wrong = "rank 1 of the communicator passed a wrong argument";

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    CHECK_TOLD(phase(p, me == 1 ? "Machine" : "1:", MPI_INFO_NULL), other, other);
    good_phase(p);
    CHECK_TOLD(phase(p, "1:", me == 1 ? all : MPI_INFO_NULL), other, other);
    good_phase(p);
    CHECK_TOLD(phase(p, me == 1 ? "zork" : "1:", MPI_INFO_NULL), "zork", wrong);
    good_phase(p);
    CHECK_TOLD(phase(p, me == 1 ? "zork" : "1:", all), "zork", wrong);
    good_phase(p);
    /* Rank 1 ends a phase that it has not begun, before the others begin. */
    code = me == 1 ? HSPLIT_Phase_end(p) : MPI_SUCCESS;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_TOLD(me == 1 ? code : phase(p, "1:", MPI_INFO_NULL), "is in no phase", wrong);
    good_phase(p);
    /* Rank 1, which works, begins twice. */
    MPI_Info_set(all, "hsplit_root", "1");
    MPI_Info_set(all, "hsplit_barrier", "part");
    code = HSPLIT_Phase_begin(p, me < 4 ? "root" : "all", all, &worker, NULL);
    if (me == 1 || me >= 4) {
        OK(code);
        CHECK_INT(worker, 1);
    }
    if (me == 1)
        FAILS(HSPLIT_Phase_begin(p, "root", all, &worker, NULL), MPI_ERR_ARG, "has not ended");
    CHECK_TOLD(code == MPI_SUCCESS ? HSPLIT_Phase_end(p) : code, wrong, wrong);
    good_phase(p);
    /* All ranks must make a first communicator together. */
    FAILS(HSPLIT_Placement_comm(p, me == 5 ? "Core" : "Package", MPI_INFO_NULL, &found), MPI_ERR_ARG,
          "the ranks disagree");
    FAILS(HSPLIT_Placement_comm(p, me == 5 ? "zork" : "Package", MPI_INFO_NULL, &found), MPI_ERR_ARG,
          me == 5 ? "zork" : "rank 5 of the communicator passed a wrong argument");
    OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    freed_elsewhere(p);
    good_phase(p);
    known_communicator(p);
    new_communicator_in_phase(p);
    ended_all_the_same(p);
    ended_before(p);
    OK(HSPLIT_Placement_free(&p));
    MPI_Info_free(&all);
}

/* Ranks that disagree about communicators. */
static void apart(void)
{
    HSPLIT_Placement p;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    p = make(MPI_COMM_WORLD, NULL, NULL);
    OK(HSPLIT_Placement_comm(p, "Package", MPI_INFO_NULL, &found));
    asked_for_another(p);
    wants_no_communicator(p);
    OK(HSPLIT_Placement_free(&p));
    wrong_shape_on_one_node();
}

/* ---- ranks that end ---- */

static long long clock_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* The line of a living rank, which detects the dead one after this time. Then it gives the others 'ms' to print theirs,
 * and ends the job. */
static void is_told(long long since, int ms)
{
    if (test_failures == 0)
        printf("rank %d is told after %lld ms\n", test_rank(), clock_ms() - since);
    fflush(stdout);
    milliseconds(ms);
    MPI_Abort(MPI_COMM_WORLD, 9);
}

/* A child of rank 1 kills it at any point of its work. Every other rank gets an error from one of its calls. */
static void killed_anywhere(long microseconds)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    long long since = 0;
    int code = MPI_SUCCESS, round = 0;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    OK(HSPLIT_Node_barrier(p));
    if (test_rank() == 1 && !fork()) {
        usleep((useconds_t)microseconds);
        kill(getppid(), SIGKILL);
        _exit(0);
    }
    while (code == MPI_SUCCESS) {
        const char *shapes[] = {"root", "Package", "all"};
        since = clock_ms();
        code = HSPLIT_Phase_begin(p, shapes[round++ % 3], MPI_INFO_NULL, &worker, NULL);
        if (code == MPI_SUCCESS)
            code = HSPLIT_Phase_end(p);
        if (code == MPI_SUCCESS)
            code = HSPLIT_Node_barrier(p);
    }
    test_error(__FILE__, __LINE__, "HSPLIT_(one of three)", code, MPI_ERR_OTHER,
               "rank 1 of the communicator has ended");
    is_told(since, 4000);
}

/* Rank 1 of four ends at some place. The others get errors: rank 0 works, ranks 2 and 3 are parked. */
static void killed(const char *where)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);
    MPI_Info info = test_info("hsplit_root", "1");
    long long since;
    int me = test_rank(), code;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    OK(HSPLIT_Node_barrier(p));
    since = clock_ms();
    if (!strcmp(where, "barrier") && me != 1) {
        FAILS(HSPLIT_Node_barrier(p), MPI_ERR_OTHER, "rank 1 of the communicator has ended");
    } else if (!strcmp(where, "begin") && me != 1) {
        /* The worker waits for all; the others are parked, and get the error when they wait again. */
        code = HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &worker, NULL);
        if (me == 0)
            test_error(__FILE__, __LINE__, "HSPLIT_Phase_begin", code, MPI_ERR_OTHER, "rank 1 of the communicator");
        else
            OK(HSPLIT_Phase_end(p));
    } else if (!strcmp(where, "phase")) {
        /* Rank 1 works for all. */
        OK(HSPLIT_Phase_begin(p, "root", info, &worker, NULL));
        if (me != 1)
            FAILS(HSPLIT_Phase_end(p), MPI_ERR_OTHER, "rank 1 of the communicator has ended");
    } else if (!strcmp(where, "end")) {
        /* Rank 1 is parked, and ends before it sleeps. */
        OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &worker, NULL));
        if (me != 1) {
            OK(HSPLIT_Phase_end(p));
            FAILS(HSPLIT_Node_barrier(p), MPI_ERR_OTHER, "rank 1 of the communicator has ended");
        }
    }
    if (me == 1)
        raise(SIGKILL);
    is_told(since, 1000);
}

/* A child of rank 1 stops it for two seconds at any point and continues it: no rank treats it as dead. */
static void stopped(void)
{
    HSPLIT_Placement p = make(MPI_COMM_WORLD, NULL, NULL);

    for (int round = 0; round < 3; round++) {
        if (test_rank() == 1 && !fork()) {
            kill(getppid(), SIGSTOP);
            milliseconds(2200);
            kill(getppid(), SIGCONT);
            _exit(0);
        }
        good_phase(p);
        OK(HSPLIT_Node_barrier(p));
    }
    OK(HSPLIT_Placement_free(&p));
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {{"disagree", disagree}, {"apart", apart}, {"stopped", stopped}};

    MPI_Init(&argc, &argv);
    if (argc > 2 && atol(argv[2]) > 0)
        killed_anywhere(atol(argv[2]));
    else if (argc > 2)
        killed(argv[2]);
    else
        RUN_TEST(argc > 1 ? argv[1] : "", tests);
    return test_end();
}
