/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A program that uses sessions alone (MPI 4.0, section 11.3): splits and the calls of hsplit.h without MPI_Init, on the
 * emulated machine node:2 package:2 core:2 pu:1 with eight ranks: sessions [one|two|self|pushed]. Two threads end two
 * sessions at once. 'self': collective calls of one process alone. 'pushed': a binding that is pushed before the
 * processes compare their settings. (No session follows a last one: MPICH 5 natively hangs there
 * in one of eight jobs, and the other MPIs crash.) Prints so and exits with 77 if the MPI has no sessions. */
#include "test.h"

#include <pthread.h>

/* Open MPI 5 has sessions, and reports MPI 3.1. */
#if MPI_VERSION < 4 && !(defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5)
int main(void)
{
    puts("this MPI has no sessions");
    return 77;
}
#else
static int failures, rank;

static void check(int line, int holds, const char *what)
{
    if (holds)
        return;
    failures++;
    printf("rank %d: line %d: not so: %s\n", rank, line, what);
}
/* The macros of test.h get the rank from MPI_COMM_WORLD. */
#undef CHECK
#undef OK
#define CHECK(holds) check(__LINE__, holds, #holds)
#define OK(call) CHECK((call) == MPI_SUCCESS)

static const int sizes[] = {4, 2, 1};

/* The loop of the report, with roots: a communicator of each level, then MPI_COMM_NULL. */
static void descend(MPI_Comm comm)
{
    MPI_Comm old = comm, new, roots;
    int size, siblings, index, in_roots;
    char *level;

    for (int step = 0; old != MPI_COMM_NULL; step++) {
        OK(MPI_Comm_hsplit_with_roots(old, MPI_INFO_NULL, &new, &roots));
        CHECK((new == MPI_COMM_NULL) == (step == 3));
        CHECK((roots != MPI_COMM_NULL) == (step < 3 && rank % sizes[step] == 0));
        if (new != MPI_COMM_NULL) {
            MPI_Comm_size(new, &size);
            CHECK(size == sizes[step]);
            OK(MPI_Comm_get_hlevel_info(new, &siblings, &index, &level));
            CHECK(siblings == 2 && index == rank / sizes[step] % 2);
            CHECK(step > 0 || !strcmp(level, "Machine"));
        }
        if (roots != MPI_COMM_NULL) {
            MPI_Comm_size(roots, &in_roots);
            CHECK(in_roots == 2);
            MPI_Comm_free(&roots);
        }
        if (old != comm)
            MPI_Comm_free(&old);
        old = new;
    }
}

static void ask(MPI_Comm comm)
{
    MPI_Comm node = MPI_COMM_NULL, null = MPI_COMM_NULL;
    MPI_Info info;
    const char *name;
    char *type;
    int ranks[2] = {0, 1}, coords[8], depth = 0, size, sum = 0, worker = -1, has_world;
    HSPLIT_Placement placement;

    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, rank, MPI_INFO_NULL, &node));
    MPI_Comm_size(node, &size);
    CHECK(size == 4);
    MPI_Comm_free(&node);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "Core");
    OK(MPI_Comm_split_type(comm, HSPLIT_COMM_TYPE_HW_GUIDED, rank, info, &node));
    MPI_Info_free(&info);
    CHECK(node != MPI_COMM_NULL);
    MPI_Comm_size(node, &size);
    CHECK(size == 1);
    MPI_Comm_free(&node);
    OK(MPI_Comm_get_min_hlevel(comm, 2, ranks, &type));
    CHECK(strcmp(type, "Machine") != 0);
    OK(HSPLIT_Comm_get_depth(comm, &depth, &name));
    CHECK(depth == 0);
    OK(HSPLIT_Comm_get_coords(comm, rank, 8, &depth, coords, NULL));
    CHECK(depth >= 3 && coords[0] == rank / 4);
    /* Along the hierarchy if HSPLIT_COLLECTIVES requests it. */
    OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == 28);
    OK(HSPLIT_Placement_create(comm, MPI_INFO_NULL, &placement));
    OK(HSPLIT_Phase_begin(placement, "Machine", MPI_INFO_NULL, &worker, NULL));
    CHECK(worker == (rank % 4 == 0));
    OK(HSPLIT_Phase_end(placement));
    OK(HSPLIT_Placement_free(&placement));
    /* HSPLIT_PHASES has a shape for this level, whose placement needs all ranks of MPI_COMM_WORLD: there is no
     * phase. */
    OK(MPI_Pcontrol(1));
    OK(MPI_Pcontrol(-1));
    /* Errors are returned as codes, with a communicator and without one. */
    CHECK(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, NULL, &null) != MPI_SUCCESS);
    MPI_Initialized(&has_world);
    if (!has_world)
        CHECK(HSPLIT_Bind_pop() != MPI_SUCCESS);
}

/* The messages of ranks along a ring are counted, and the part of them that stays on a node. */
static void count(MPI_Comm comm)
{
    HSPLIT_Monitor m;
    const char *types[8];
    char out[8] = "", in[8];
    long long sent[8], inside[8];
    int depth = 0, what = HSPLIT_MONITOR_BYTES | HSPLIT_MONITOR_P2P, next = (rank + 1) % 8;

    OK(HSPLIT_Monitor_start(comm, MPI_INFO_NULL, &m));
    OK(MPI_Sendrecv(out, rank + 1, MPI_BYTE, next, 0, in, 8, MPI_BYTE, (rank + 7) % 8, 0, comm, MPI_STATUS_IGNORE));
    OK(HSPLIT_Monitor_get(m, what, 8, sent));
    for (int to = 0; to < 8; to++)
        CHECK(sent[to] == (to == next ? rank + 1 : 0));
    OK(HSPLIT_Monitor_levels(m, what, 8, &depth, inside, types));
    CHECK(depth == 5 && !strcmp(types[0], "Machine") && !strcmp(types[2], "Package"));
    CHECK(inside[0] == 24 && inside[1] == 24 && inside[2] == 16 && inside[3] == 0 && inside[4] == 36);
    OK(HSPLIT_Monitor_free(&m));
}

static void begin(int threads, MPI_Session *session)
{
    MPI_Info info = MPI_INFO_NULL;

    if (threads) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
    }
    OK(MPI_Session_init(info, MPI_ERRORS_RETURN, session));
    if (threads)
        MPI_Info_free(&info);
}

/* NULL on success. */
static void *end(void *session)
{
    return MPI_Session_finalize(session) == MPI_SUCCESS ? NULL : session;
}

static void end_both(MPI_Session *one, MPI_Session *other)
{
    pthread_t thread;
    void *result;

    CHECK(pthread_create(&thread, NULL, end, other) == 0);
    CHECK(end(one) == NULL);
    CHECK(pthread_join(thread, &result) == 0 && result == NULL);
}

/* (MPI_Test of MPICH 4.0 crashes with this communicator alone, so a barrier must not become one.) */
static int alone(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int one = 1, sum = 0;

    begin(0, &session);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "libhsplit-test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    OK(MPI_Barrier(comm));
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == 1);
    MPI_Comm_free(&comm);
    CHECK(end(&session) == NULL);
    return failures != 0;
}

/* True if this process is bound inside an instance of a level. */
static int is_bound_inside(const char *level)
{
    MPI_Info info = MPI_INFO_NULL;
    char value[8] = "";
    int found = 0;

    OK(MPI_Get_hw_resource_info(&info));
    MPI_Info_get(info, level, sizeof value - 1, value, &found);
    CHECK(found);
    MPI_Info_free(&info);
    return !strcmp(value, "true");
}

static void push_before_all_have_met(void)
{
    CHECK(is_bound_inside("hwloc://Core"));
    OK(HSPLIT_Bind_push("Package", MPI_INFO_NULL));
    CHECK(!is_bound_inside("hwloc://Core") && is_bound_inside("hwloc://Package"));
}

static void pop_after_all_have_met(void)
{
    CHECK(!is_bound_inside("hwloc://Core") && is_bound_inside("hwloc://Package"));
    OK(HSPLIT_Bind_pop());
    CHECK(is_bound_inside("hwloc://Core"));
}

int main(int argc, char **argv)
{
    int pushes = argc > 1 && !strcmp(argv[1], "pushed");
    int two = argc > 1 && !strcmp(argv[1], "two"), all = 0;
    MPI_Session session, beside;
    MPI_Group group;
    MPI_Comm comm;

    if (argc > 1 && !strcmp(argv[1], "self"))
        return alone();
    begin(two, &session);
    if (two)
        begin(two, &beside);
    if (pushes)
        push_before_all_have_met();
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "libhsplit-test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    if (pushes)
        pop_after_all_have_met();
    descend(comm);
    ask(comm);
    count(comm);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    if (two)
        end_both(&session, &beside);
    else
        CHECK(end(&session) == NULL);
    if (rank == 0 && all == 0)
        puts("all is right");
    return all + failures != 0;
}
#endif
