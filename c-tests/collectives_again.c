/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Calls with the same arguments, of which a handle has another meaning meanwhile: collectives_again handles|thread.
 * Each rank prints how many calls must have gone along the hierarchy. */
#define _GNU_SOURCE
#include "collectives.h"
#include "freeing.h"

enum { COUNT = 250, ROUNDS = 10 };

static int data[2 * COUNT];

/* The calls of a communicator: three of each kind, all with these arguments. */
static void calls(MPI_Comm comm, MPI_Datatype type, int elements, int is_along)
{
    int rank, size, sums[COUNT];

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int call = 0; call < 3; call++) {
        for (int i = 0; i < elements; i++)
            data[i] = rank == size - 1 ? i + call : -1;
        OK(MPI_Bcast(data, 1, type, size - 1, comm));
        for (int i = 0; i < elements; i++)
            CHECK_INT(data[i], i + call);
        OK(MPI_Allreduce(data, sums, COUNT, MPI_INT, MPI_SUM, comm));
        CHECK_INT(sums[1], size * data[1]);
        OK(MPI_Barrier(comm));
    }
    expected[BCAST] += 3 * is_along;
}

/* On the ranks of one node the calls are native, and on all ranks they go along the hierarchy. */
static void communicators(void)
{
    MPI_Comm comm, before = MPI_COMM_NULL;
    MPI_Datatype type;

    MPI_Type_contiguous(COUNT, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int round = 0; round < ROUNDS; round++) {
        int is_along = round % 2;
        OK(MPI_Comm_split(MPI_COMM_WORLD, is_along ? 0 : test_rank() / 2, -test_rank(), &comm));
        reused += comm == before;
        before = comm;
        calls(comm, type, COUNT, is_along);
        for (int call = 0; call < 3; call++) {
            OK(MPI_Bcast(data, COUNT, MPI_INT, 0, comm));
            expected[BCAST] += is_along;
        }
        expected[ALLREDUCE] += 3 * is_along;
        OK(MPI_Comm_free(&comm));
    }
    MPI_Type_free(&type);
}

/* Elements of 4 bytes are too short for the hierarchy, and those of 1000 bytes are not. */
static void datatypes(void)
{
    MPI_Datatype type, before = MPI_DATATYPE_NULL;

    for (int round = 0; round < ROUNDS; round++) {
        int elements = round % 2 ? COUNT : 1;
        MPI_Type_contiguous(elements, MPI_INT, &type);
        MPI_Type_commit(&type);
        reused += type == before;
        before = type;
        calls(MPI_COMM_WORLD, type, elements, elements > 1);
        expected[ALLREDUCE] += 3;
        MPI_Type_free(&type);
    }
}

/* The operand of the first ranks is too short for the hierarchy, and that of all ranks is not. */
static void sizes(void)
{
    enum { SHARE = 100 };
    int own[4 * SHARE], sum[SHARE], size = test_size();
    MPI_Comm few;

    for (int i = 0; i < 4 * SHARE; i++)
        own[i] = i;
    OK(MPI_Comm_split(MPI_COMM_WORLD, test_rank() < 2 ? 0 : MPI_UNDEFINED, 0, &few));
    for (int call = 0; call < 3 && few != MPI_COMM_NULL; call++)
        OK(MPI_Reduce_scatter_block(own, sum, SHARE, MPI_INT, MPI_SUM, few));
    for (int call = 0; call < 3; call++) {
        OK(MPI_Reduce_scatter_block(own, sum, SHARE, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        CHECK_INT(sum[1], size * (test_rank() * SHARE + 1));
        expected[REDUCE_SCATTER_BLOCK]++;
    }
    if (few != MPI_COMM_NULL)
        MPI_Comm_free(&few);
}

/* The first call on a communicator is made while MPI_Comm_delete_attr calls the program: MPICH 4.0 loses an attribute
 * that the library sets then. */
static MPI_Datatype whole;

static int first_calls(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval, (void)value, (void)extra;
    calls(comm, whole, COUNT, 1);
    expected[ALLREDUCE] += 3;
    return MPI_SUCCESS;
}

/* Rank 0 alone looks up what it stores of communicators: one of them has ended. */
static void forget_on_one_rank(void)
{
    MPI_Comm own;

    if (test_rank() > 0)
        return;
    OK(MPI_Comm_dup(MPI_COMM_SELF, &own));
    OK(MPI_Bcast(data, COUNT, MPI_INT, 0, own));
    OK(MPI_Comm_free(&own));
}

static void callbacks(void)
{
    MPI_Comm comm, before = MPI_COMM_NULL;
    int keyval;

    MPI_Type_contiguous(COUNT, MPI_INT, &whole);
    MPI_Type_commit(&whole);
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, first_calls, &keyval, NULL));
    for (int round = 0; round < ROUNDS; round++) {
        OK(MPI_Comm_split(MPI_COMM_WORLD, 0, round % 2 ? test_rank() : -test_rank(), &comm));
        reused += comm == before;
        before = comm;
        OK(MPI_Comm_set_attr(comm, keyval, &keyval));
        OK(MPI_Comm_delete_attr(comm, keyval));
        forget_on_one_rank();
        calls(comm, whole, COUNT, 1);
        expected[ALLREDUCE] += 3;
        OK(MPI_Comm_free(&comm));
    }
    MPI_Comm_free_keyval(&keyval);
    MPI_Type_free(&whole);
}

/* ---- thread: another thread has a new communicator of the same handle before the call that frees the old one returns.
 * A tool loaded after the library (freeing.c) calls this program when the MPI has freed the old one. ---- */

static MPI_Group reversed;
static MPI_Comm current;

/* All processes of a node have got the handle again, or none uses it. */
static void make_again(MPI_Comm old)
{
    MPI_Comm others[OTHERS];
    int first = OTHERS, least, most;

    for (int i = OTHERS - 1; i >= 0; i--) {
        PMPI_Comm_create_group(MPI_COMM_WORLD, reversed, 2, &others[i]);
        if (others[i] == old)
            first = i;
    }
    PMPI_Allreduce(&first, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    PMPI_Allreduce(&first, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    reused += least == most && least < OTHERS;
    current = others[least == most && least < OTHERS ? least : 0];
    let_other_thread_call(others);
}

static void broadcast(int from)
{
    int value[COUNT] = {test_rank()};

    OK(MPI_Bcast(value, COUNT, MPI_INT, 0, current));
    CHECK_INT(value[0], from);
    expected[BCAST]++;
}

static void *caller(void *unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(&turn);
        for (int call = 0; call < 3; call++)
            broadcast(0);
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        /* The first rank of the new communicator is the last process. */
        broadcast(test_size() - 1);
        pthread_barrier_wait(&turn);
    }
    return NULL;
}

static void other_thread(void)
{
    const int is_watched = watch_freeing();
    int ranks[64];
    pthread_t thread;
    MPI_Group world;

    CHECK(is_watched);
    if (!is_watched)
        return;
    for (int i = 0; i < test_size(); i++)
        ranks[i] = test_size() - 1 - i;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, test_size(), ranks, &reversed);
    pthread_barrier_init(&turn, NULL, 2);
    pthread_create(&thread, NULL, caller, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Comm old;
        PMPI_Comm_create_group(MPI_COMM_WORLD, world, 1, &old);
        current = old;
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        is_waited_for = 1;
        OK(MPI_Comm_free(&old));
        CHECK_INT(is_waited_for, 0);
    }
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&turn);
    MPI_Group_free(&reversed);
    MPI_Group_free(&world);
}

int main(int argc, char **argv)
{
    int provided;

    if (argc > 1 && !strcmp(argv[1], "thread")) {
        MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
        CHECK_INT(provided, MPI_THREAD_MULTIPLE);
        other_thread();
    } else {
        MPI_Init(&argc, &argv);
        communicators();
        datatypes();
        sizes();
        callbacks();
    }
    /* Otherwise nothing was tested. */
    CHECK(reused > 0);
    say_expected();
    return test_end();
}
