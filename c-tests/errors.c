/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Errors of programs: errors returned|handled|fatal-NAME|before|after. Four ranks on the cores of one node of two
 * packages.
 *
 * 'returned' makes every error under MPI_ERRORS_RETURN; 'handled' makes native ones under an error handler of the
 * program, after which MPICH 5.0 returns MPI_SUCCESS; 'fatal-NAME' makes one under the default handler, which must
 * print a message and abort the job; 'before' and 'after' make calls outside MPI_Init and MPI_Finalize. */
#include "test.h"

static MPI_Comm made, roots, newcomms[4], rootscomms[4];
static int depth, siblings, number, handled;
static char *type, buffer[MPI_MAX_OBJECT_NAME];

/* A call fails with this class, its error contains these words and names the call, and its outputs are
 * MPI_COMM_NULL. */
#define FAILS(call, class, words) (made = roots = MPI_COMM_WORLD, expect(__LINE__, #call, call, class, words))

static void expect(int line, const char *call, int code, int expected, const char *words)
{
    test_error(__FILE__, line, call, code, expected, words);
    if ((strstr(call, "&made") && made != MPI_COMM_NULL) || (strstr(call, "&roots") && roots != MPI_COMM_NULL))
        test_true(__FILE__, line, "the outputs are MPI_COMM_NULL", 0);
}

static void null_arguments(MPI_Comm comm)
{
    const MPI_Info none = MPI_INFO_NULL;

    FAILS(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, none, NULL), MPI_ERR_ARG, "newcomm is NULL");
    FAILS(MPI_Comm_hsplit_with_roots(comm, none, NULL, &roots), MPI_ERR_ARG, "newcomm is NULL");
    FAILS(MPI_Comm_hsplit_with_roots(comm, none, &made, NULL), MPI_ERR_ARG, "rootscomm is NULL");
    FAILS(MPI_Comm_get_hlevel_info(comm, NULL, &number, &type), MPI_ERR_ARG, "num_comms is NULL");
    FAILS(MPI_Comm_get_hlevel_info(comm, &siblings, NULL, &type), MPI_ERR_ARG, "index is NULL");
    FAILS(MPI_Comm_get_hlevel_info(comm, &siblings, &number, NULL), MPI_ERR_ARG, "type is NULL");
    FAILS(MPI_Comm_get_hw_subdomain_info(comm, NULL, &number, buffer), MPI_ERR_ARG, "num_comms is NULL");
    FAILS(MPI_Comm_get_hw_subdomain_info(comm, &siblings, &number, NULL), MPI_ERR_ARG, "type is NULL");
    FAILS(HSPLIT_Comm_hierarchy(comm, none, 4, NULL, newcomms, NULL), MPI_ERR_ARG, "depth is NULL");
    FAILS(HSPLIT_Comm_hierarchy(comm, none, 4, &depth, NULL, NULL), MPI_ERR_ARG, "newcomms is NULL");
    FAILS(HSPLIT_Comm_hierarchy(comm, none, -2, &depth, newcomms, NULL), MPI_ERR_ARG, "max is -2");
    FAILS(HSPLIT_Comm_hierarchy_free(-1, newcomms, NULL), MPI_ERR_ARG, "depth is -1");
    FAILS(HSPLIT_Comm_hierarchy_free(1, NULL, NULL), MPI_ERR_ARG, "newcomms is NULL");
}

static void null_communicator(void)
{
    const MPI_Comm none = MPI_COMM_NULL;
    int rank = 0;

    made = MPI_COMM_SELF;
    CHECK(MPI_Comm_split_type(none, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &made) != MPI_SUCCESS);
    CHECK(made == MPI_COMM_NULL);
    FAILS(MPI_Comm_hsplit_with_roots(none, MPI_INFO_NULL, &made, &roots), MPI_ERR_COMM, "oldcomm is MPI_COMM_NULL");
    FAILS(MPI_Comm_get_hlevel_info(none, &siblings, &number, &type), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    FAILS(MPI_Comm_get_hw_subdomain_info(none, &siblings, &number, buffer), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    FAILS(MPI_Comm_get_min_hlevel(none, 1, &rank, &type), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
    FAILS(HSPLIT_Comm_hierarchy(none, MPI_INFO_NULL, 4, &depth, newcomms, NULL), MPI_ERR_COMM, "comm is MPI_COMM_NULL");
}

/* The last rank differs from the others: every rank gets an error, and none hangs. */
static void disagreement(MPI_Comm comm)
{
    const int last = test_rank() == test_size() - 1, ours = MPI_COMM_TYPE_PHYSICAL_TOPOLOGY;
    MPI_Info level = test_info("mpi_hw_resource_type", last ? "Core" : "Package"), none = MPI_INFO_NULL;
    MPI_Info memory = test_info("mpi_hw_resource_type", last ? "Core" : "mpi_shared_memory");

    FAILS(MPI_Comm_split_type(comm, last ? MPI_COMM_TYPE_HW_SUBDOMAIN : ours, 0, none, &made), MPI_ERR_ARG, "disagree");
    FAILS(MPI_Comm_split_type(comm, last ? MPI_COMM_TYPE_SHARED : ours, 0, none, &made), MPI_ERR_ARG, "disagree");
    FAILS(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, level, &made), MPI_ERR_INFO, "another level");
    FAILS(MPI_Comm_split_type(comm, ours, 0, last ? none : level, &made), MPI_ERR_INFO, "another level");
    FAILS(MPI_Comm_hsplit_with_roots(comm, level, &made, &roots), MPI_ERR_INFO, "another level");
    if (last)
        FAILS(MPI_Comm_hsplit_with_roots(comm, none, &made, &roots), MPI_ERR_ARG, "disagree");
    else
        FAILS(MPI_Comm_split_type(comm, ours, 0, none, &made), MPI_ERR_ARG, "disagree");
    FAILS(HSPLIT_Comm_hierarchy(comm, none, last ? 3 : 4, &depth, newcomms, rootscomms), MPI_ERR_ARG, "disagree");
    CHECK_INT(depth, 0);
    CHECK(newcomms[0] == MPI_COMM_NULL && rootscomms[2] == MPI_COMM_NULL);
    FAILS(HSPLIT_Comm_hierarchy(comm, none, 4, &depth, newcomms, last ? NULL : rootscomms), MPI_ERR_ARG, "disagree");
    /* A guided type without a level on one rank is no error: no rank gets a communicator. */
    made = MPI_COMM_WORLD;
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, last ? none : level, &made));
    CHECK(made == MPI_COMM_NULL);
    /* The same for the level that the native MPI splits at. */
    FAILS(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, memory, &made), MPI_ERR_INFO, "another level");
    made = MPI_COMM_WORLD;
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, last ? none : memory, &made));
    CHECK(made == MPI_COMM_NULL);
    MPI_Info_free(&memory);
    MPI_Info_free(&level);
}

/* One rank's wrong argument: its error text names the argument, that of the others the rank. */
static void one_rank(MPI_Comm comm)
{
    const int mine = test_rank() == 1, ours = MPI_COMM_TYPE_PHYSICAL_TOPOLOGY;
    const char *others = "rank 1 of the communicator passed a wrong argument";
    MPI_Comm *out = mine ? NULL : &made;

    FAILS(MPI_Comm_split_type(comm, ours, 0, MPI_INFO_NULL, out), MPI_ERR_ARG, mine ? "newcomm is NULL" : others);
    CHECK(mine || made == MPI_COMM_NULL);
    FAILS(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, out, &roots), MPI_ERR_ARG, mine ? "newcomm is NULL" : others);
    CHECK(mine || made == MPI_COMM_NULL);
    FAILS(HSPLIT_Comm_hierarchy(comm, MPI_INFO_NULL, 4, mine ? NULL : &depth, newcomms, rootscomms), MPI_ERR_ARG,
          mine ? "depth is NULL" : others);
    CHECK(newcomms[0] == MPI_COMM_NULL && rootscomms[0] == MPI_COMM_NULL);
}

/* The handler of the communicator counts, not that of MPI_COMM_WORLD, which aborts. */
static void handler_of_the_communicator(MPI_Comm comm)
{
    MPI_Info zeros;
    HSPLIT_Monitor m;

    memset(&zeros, 0, sizeof(zeros));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    FAILS(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, NULL), MPI_ERR_ARG, "newcomm is NULL");
    FAILS(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, NULL, &roots), MPI_ERR_ARG, "newcomm is NULL");
    FAILS(MPI_Comm_get_hlevel_info(comm, NULL, &number, &type), MPI_ERR_ARG, "num_comms is NULL");
#ifndef OPEN_MPI
    /* An MPI whose handles are ints: MPICH. */
    if (sizeof(MPI_Info) == sizeof(int))
#endif
    {
        FAILS(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, zeros, &made), MPI_ERR_INFO, "info is not a valid");
        FAILS(MPI_Comm_hsplit_with_roots(comm, zeros, &made, &roots), MPI_ERR_INFO, "info is not a valid");
        FAILS(HSPLIT_Monitor_start(comm, zeros, &m), MPI_ERR_INFO, "info is not a valid");
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

/* Errors leave the communicator usable: the same split works afterwards. */
static void works_afterwards(MPI_Comm comm)
{
    int members[2] = {test_rank() / 2 * 2, test_rank() / 2 * 2 + 1};

    OK(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &made, &roots));
    CHECK_MEMBERS(made, members, 2);
    test_free(&made);
    test_free(&roots);
}

static void fatal(const char *name)
{
    int odd = test_rank() == 1, rank = 99;
    MPI_Comm freed;

    if (!strcmp(name, "fatal-null"))
        MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, odd ? NULL : &made, &roots);
    else if (!strcmp(name, "fatal-rank"))
        MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, &rank, &type);
    else if (!strcmp(name, "fatal-comm"))
        MPI_Comm_get_hlevel_info(MPI_COMM_NULL, &siblings, &number, &type);
    else if (!strcmp(name, "fatal-type"))
        MPI_Comm_split_type(MPI_COMM_WORLD, odd ? MPI_COMM_TYPE_SHARED : MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL,
                            &made);
    else if (!strcmp(name, "fatal-older")) {
        /* The handler of the communicator counts, not that of MPI_COMM_WORLD, which MPICH 4 itself calls here. */
        MPI_Comm_dup(MPI_COMM_WORLD, &freed);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_split_type(freed, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, NULL);
    } else if (!strcmp(name, "fatal-freed")) {
        MPI_Comm_dup(MPI_COMM_WORLD, &freed);
        made = freed;
        MPI_Comm_free(&freed);
        MPI_Comm_hsplit_with_roots(made, MPI_INFO_NULL, &made, &roots);
    }
    puts("came back from a fatal error");
}

/* Outside MPI there is no error handler: a code other than success, and a line on stderr. */
static void outside(void)
{
    int rank = 0;

    made = roots = MPI_COMM_NULL;
    CHECK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, &made, &roots) != MPI_SUCCESS);
    CHECK(MPI_Comm_get_hlevel_info(MPI_COMM_WORLD, &siblings, &number, &type) != MPI_SUCCESS);
    CHECK(MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, &rank, &type) != MPI_SUCCESS);
    CHECK(MPI_Comm_get_hw_subdomain_info(MPI_COMM_WORLD, &siblings, &number, buffer) != MPI_SUCCESS);
    CHECK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 4, &depth, newcomms, rootscomms) != MPI_SUCCESS);
    CHECK(HSPLIT_Get_version(&rank, NULL, NULL) == MPI_SUCCESS);
    if (test_failures)
        exit(1);
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    handled++;
}

/* A communicator lives on if the MPI refuses to free it. */
static void world_is_not_freed(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    long long inside[16];
    HSPLIT_Monitor m;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    MPI_Comm_free(&world);
    CHECK_INT(handled, 5);
    OK(HSPLIT_Monitor_levels(m, HSPLIT_MONITOR_BYTES, 16, &depth, inside, NULL));
    OK(HSPLIT_Monitor_free(&m));
}

#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 50000000
/* A message that was refused does not count, also where equal ones were sent before. */
static void refused_sends(MPI_Comm comm)
{
    const int rank = test_rank();
    long long messages[4], bytes[4];
    int value = 0, received;
    HSPLIT_Monitor m;

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &m));
    for (int i = 0; i < 3; i++) {
        MPI_Request request;

        OK(MPI_Irecv(&received, 1, MPI_INT, rank, 0, comm, &request));
        OK(MPI_Send(&value, 1, MPI_INT, rank, 0, comm));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    MPI_Send(&value, -1, MPI_INT, rank, 0, comm);
    CHECK_INT(handled, 6);
    OK(HSPLIT_Monitor_get(m, HSPLIT_MONITOR_P2P | HSPLIT_MONITOR_MESSAGES, 4, messages));
    OK(HSPLIT_Monitor_get(m, HSPLIT_MONITOR_P2P | HSPLIT_MONITOR_BYTES, 4, bytes));
    CHECK_INT((int)messages[rank], 3);
    CHECK_INT((int)bytes[rank], 3 * (int)sizeof value);
    OK(HSPLIT_Monitor_free(&m));
}
#endif

static void errors_handled(void)
{
    MPI_Comm comm;
    MPI_Errhandler handler;
    int value = 0;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, comm);
    MPI_Send(&value, 1, MPI_DATATYPE_NULL, test_rank(), 0, comm);
    CHECK_INT(handled, 2);
    /* Errors without a communicator are those of MPI_COMM_WORLD or MPI_COMM_SELF. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Request_free(NULL);
    CHECK_INT(handled, 3);
    MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL);
    CHECK_INT(handled, 4);
    world_is_not_freed();
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 50000000
    MPI_Group group;

    refused_sends(comm);

    memset(&made, 0x41, sizeof made);
    MPI_Intercomm_merge(MPI_COMM_NULL, 0, &made);
    CHECK_INT(handled, 7);
    memset(&made, 0x41, sizeof made);
    MPI_Comm_group(comm, &group);
    MPI_Comm_create_from_group(group, NULL, MPI_INFO_NULL, handler, &made);
    CHECK_INT(handled, 8);
    MPI_Group_free(&group);
#endif
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "returned";
    MPI_Comm comm;

    if (!strcmp(what, "before"))
        outside();
    MPI_Init(&argc, &argv);
    if (!strncmp(what, "fatal", 5)) {
        fatal(what);
    } else if (!strcmp(what, "handled")) {
        errors_handled();
    } else if (!strcmp(what, "returned")) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        null_arguments(comm);
        null_communicator();
        disagreement(comm);
        one_rank(comm);
        handler_of_the_communicator(comm);
        works_afterwards(comm);
        MPI_Comm_free(&comm);
    }
    int failed = test_end();
    if (!strcmp(what, "after"))
        outside();
    return failed;
}
