/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Wrong arguments to sessions of counting: monitor_errors, on an even number of ranks; and a file that cannot be
 * written: monitor_errors FILE. */
#include "test.h"

#define MOST 64
#define BYTES HSPLIT_MONITOR_BYTES
#define MESSAGES HSPLIT_MONITOR_MESSAGES

static int rank, size;

/* A call fails with this class, its error contains these words and names the call. */
#define FAILS(call, class, words) test_error(__FILE__, __LINE__, #call, call, class, words)

/* One rank's wrong argument: its error text names the argument, that of the others the rank. */
static void one_rank(MPI_Comm comm, const char *file)
{
    const int mine = rank == 1;
    const char *others = "rank 1 of the communicator passed a wrong argument";
    MPI_Info info = test_info(mine ? "hsplit_threshold" : "hsplit_seed", mine ? "much" : "3");
    MPI_Comm made = MPI_COMM_WORLD;
    long long inside[MOST];
    HSPLIT_Monitor m;
    int depth;

    OK(HSPLIT_Monitor_start(comm, MPI_INFO_NULL, &m));
    FAILS(HSPLIT_Monitor_levels(m, BYTES, MOST, mine ? NULL : &depth, inside, NULL), MPI_ERR_ARG,
          mine ? "depth is NULL" : others);
    FAILS(HSPLIT_Monitor_levels(m, BYTES, mine ? -1 : 0, &depth, inside, NULL), MPI_ERR_ARG,
          mine ? "max is -1" : others);
    FAILS(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, mine ? NULL : inside, NULL), MPI_ERR_ARG,
          mine ? "inside is NULL" : others);
    FAILS(HSPLIT_Monitor_levels(m, mine ? BYTES | MESSAGES : BYTES, MOST, &depth, inside, NULL), MPI_ERR_ARG,
          mine ? "what is 3" : others);
    FAILS(HSPLIT_Monitor_levels(m, mine ? MESSAGES : BYTES, MOST, &depth, inside, NULL), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Monitor_flush(m, mine ? NULL : file), MPI_ERR_ARG, mine ? "file is NULL" : others);
    FAILS(HSPLIT_Monitor_flush(m, mine ? "" : file), MPI_ERR_ARG, mine ? "file is empty" : others);
    FAILS(HSPLIT_Monitor_flush(m, mine ? "another" : file), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Monitor_flush(m, mine ? "Counts " : "counts"), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, mine ? NULL : &made, NULL, NULL), MPI_ERR_ARG,
          mine ? "newcomm is NULL" : others);
    CHECK(mine || made == MPI_COMM_NULL);
    FAILS(HSPLIT_Monitor_reorder(m, info, &made, NULL, NULL), MPI_ERR_INFO,
          mine ? "hsplit_threshold is 'much'" : others);
    MPI_Info_delete(info, mine ? "hsplit_threshold" : "hsplit_seed");
    MPI_Info_set(info, "hsplit_seed", mine ? "1" : "2");
    FAILS(HSPLIT_Monitor_reorder(m, info, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    /* Ranks that make different calls. */
    if (mine)
        FAILS(HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    else
        FAILS(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, inside, NULL), MPI_ERR_ARG, "disagree");
    if (mine)
        FAILS(HSPLIT_Comm_reorder(comm, 0, NULL, NULL, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    else
        FAILS(HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG, "disagree");
    OK(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, inside, NULL));
    OK(HSPLIT_Monitor_free(&m));
    MPI_Info_free(&info);
}

/* No call accepts a handle without a session. */
static void no_session(HSPLIT_Monitor none)
{
    const char *words = "m is not a handle";
    HSPLIT_Monitor copy = none;
    MPI_Comm made;
    long long values[MOST];
    int depth;

    FAILS(HSPLIT_Monitor_suspend(none), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Monitor_continue(none), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Monitor_reset(none), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Monitor_free(&copy), MPI_ERR_ARG, words);
    CHECK_INT(copy, none);
    FAILS(HSPLIT_Monitor_get(none, BYTES, MOST, values), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Monitor_levels(none, BYTES, MOST, &depth, values, NULL), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Monitor_flush(none, "file"), MPI_ERR_ARG, words);
    FAILS(HSPLIT_Monitor_reorder(none, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_ARG, words);
    CHECK(made == MPI_COMM_NULL);
}

static void errors(void)
{
    MPI_Comm comm, half, inter, made;
    MPI_Info info = test_info("hsplit_collectives", "some");
    HSPLIT_Monitor m = 77, stale;
    long long values[MOST];
    int depth;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Monitor_start(MPI_COMM_NULL, MPI_INFO_NULL, &m), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    CHECK_INT(m, 0);
    FAILS(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, NULL), MPI_ERR_ARG, "m is NULL");
    FAILS(HSPLIT_Monitor_start(MPI_COMM_WORLD, info, &m), MPI_ERR_INFO, "hsplit_collectives is 'some'");
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Monitor_start(inter, MPI_INFO_NULL, &m), MPI_ERR_COMM, "comm is an intercommunicator");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    OK(HSPLIT_Monitor_start(comm, MPI_INFO_NULL, &m));
    FAILS(HSPLIT_Monitor_continue(m), MPI_ERR_ARG, "not suspended");
    OK(HSPLIT_Monitor_suspend(m));
    FAILS(HSPLIT_Monitor_suspend(m), MPI_ERR_ARG, "suspended already");
    OK(HSPLIT_Monitor_continue(m));
    FAILS(HSPLIT_Monitor_get(m, BYTES, size - 1, values), MPI_ERR_ARG, "n is");
    FAILS(HSPLIT_Monitor_get(m, BYTES, -1, values), MPI_ERR_ARG, "n is -1");
    FAILS(HSPLIT_Monitor_get(m, BYTES, size, NULL), MPI_ERR_ARG, "values is NULL");
    FAILS(HSPLIT_Monitor_get(m, 0, size, values), MPI_ERR_ARG, "what is 0");
    FAILS(HSPLIT_Monitor_get(m, HSPLIT_MONITOR_P2P, size, values), MPI_ERR_ARG, "what is 16");
    FAILS(HSPLIT_Monitor_get(m, BYTES | 1 << 20, size, values), MPI_ERR_ARG, "what is 1048577");
    FAILS(HSPLIT_Monitor_get(m, HSPLIT_MONITOR_INTERNAL, size, values), MPI_ERR_ARG, "what is 128");
    FAILS(HSPLIT_Monitor_get(m, BYTES | HSPLIT_MONITOR_INTERNAL | HSPLIT_MONITOR_RMA, size, values), MPI_ERR_ARG,
          "what is 193");
    FAILS(HSPLIT_Monitor_get(m, -1, size, values), MPI_ERR_ARG, "what is -1");
    FAILS(HSPLIT_Monitor_free(NULL), MPI_ERR_ARG, "m is NULL");
    one_rank(comm, "monitor-never-written");
    MPI_Comm_free(&comm);
    OK(HSPLIT_Monitor_get(m, BYTES, size, values));
    FAILS(HSPLIT_Monitor_levels(m, BYTES, MOST, &depth, values, NULL), MPI_ERR_COMM, "communicator of m was freed");
    FAILS(HSPLIT_Monitor_flush(m, "monitor-never-written"), MPI_ERR_COMM, "communicator of m was freed");
    FAILS(HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, &made, NULL, NULL), MPI_ERR_COMM, "communicator of m was freed");
    stale = m;
    OK(HSPLIT_Monitor_free(&m));
    no_session(stale);
    no_session(0);
    no_session(-1);
    no_session(0x7fffffff);
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    no_session(stale);
    OK(HSPLIT_Monitor_free(&m));
    MPI_Info_free(&info);
}

/* Files that cannot be written are an error on all ranks. */
static void unwritten(const char *file)
{
    HSPLIT_Monitor m;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    FAILS(HSPLIT_Monitor_flush(m, file), MPI_ERR_OTHER, rank ? "rank 0 of the communicator" : file);
    OK(HSPLIT_Monitor_free(&m));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    rank = test_rank();
    size = test_size();
    if (argc > 1)
        unwritten(argv[1]);
    else
        errors();
    return test_end();
}
