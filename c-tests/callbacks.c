/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls of callbacks: callbacks freed|jumped|levels|handlers|finalize|truncated, see below. */
#include "test.h"
#include <setjmp.h>

enum { COUNT = 3000 };

static int rank, size;

/* Short, long and through a root: all have the right results. */
static void exchange(MPI_Comm comm)
{
    static int data[COUNT];
    int own, ranks, sum = -1, all[64];

    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &ranks);
    OK(MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK_INT(sum, ranks * (ranks - 1) / 2);
    OK(MPI_Allgather(&own, 1, MPI_INT, all, 1, MPI_INT, comm));
    for (int i = 0; i < ranks; i++)
        CHECK_INT(all[i], i);
    for (int i = 0; i < COUNT; i++)
        data[i] = own == ranks - 1 ? i * 7 : -1;
    OK(MPI_Bcast(data, COUNT, MPI_INT, ranks - 1, comm));
    for (int i = 0; i < COUNT; i += 499)
        CHECK_INT(data[i], i * 7);
    OK(MPI_Barrier(comm));
}

/* ---- freed: the callback that deletes an attribute still uses the communicator ---- */

static int deleted;

static int use(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)keyval, (void)value, (void)state;
    deleted++;
    exchange(comm);
    return MPI_SUCCESS;
}

/* Communicators that are made again, mostly of the same handle, have other ranks or another order of them. `when`: the
 * program's attribute is older than those of the library, younger, or older at some ranks alone. */
static void freed(void)
{
    int keyval;

    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use, &keyval, NULL));
    for (int when = 0; when < 3; when++)
        for (int round = 0; round < 6; round++) {
            int is_older = when == 0 || (when == 2 && rank % 2), keys[] = {rank, -rank, rank * 5 % 7};
            MPI_Comm comm;

            OK(MPI_Comm_split(MPI_COMM_WORLD, round % 2 ? rank % 2 : 0, keys[round % 3], &comm));
            if (is_older)
                OK(MPI_Comm_set_attr(comm, keyval, NULL));
            exchange(comm);
            if (!is_older)
                OK(MPI_Comm_set_attr(comm, keyval, NULL));
            OK(round == 3 ? MPI_Comm_disconnect(&comm) : MPI_Comm_free(&comm));
            CHECK(comm == MPI_COMM_NULL);
        }
    CHECK_INT(deleted, 3 * 6);
    OK(MPI_Comm_free_keyval(&keyval));
}

/* ---- jumped: an error handler leaves a call that fails to free a communicator by longjmp ---- */

static int is_refused;
static jmp_buf before_free;

static int refuse_once(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm, (void)keyval, (void)value, (void)state;
    return is_refused ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static void jump(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    longjmp(before_free, 1);
}

/* Communicators that are made again have other ranks. */
static void jumped(void)
{
    static MPI_Comm comm;
    MPI_Errhandler handler;
    int keyval;

    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse_once, &keyval, NULL));
    OK(MPI_Comm_create_errhandler(jump, &handler));
    /* MPICH calls the handler of one of these. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    for (volatile int round = 0; round < 6; round++) {
        OK(MPI_Comm_split(MPI_COMM_WORLD, round % 2 ? rank % 2 : 0, -rank, &comm));
        OK(MPI_Comm_set_attr(comm, keyval, NULL));
        exchange(comm);
        MPI_Comm_set_errhandler(comm, handler);
        is_refused = 1;
        if (!setjmp(before_free))
            MPI_Comm_free(&comm);
        is_refused = 0;
        if (comm != MPI_COMM_NULL) {
            MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
            OK(MPI_Comm_free(&comm));
        }
    }
    OK(MPI_Errhandler_free(&handler));
    OK(MPI_Comm_free_keyval(&keyval));
}

/* ---- levels: one rank frees levels while the others make calls ---- */

static MPI_Comm meeting;

static int use_meeting(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm, (void)keyval, (void)value, (void)state;
    deleted++;
    exchange(meeting);
    return MPI_SUCCESS;
}

static int refuse(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm, (void)keyval, (void)value, (void)state;
    return MPI_ERR_OTHER;
}

/* The native MPI decides which code a callback's error gives. */
static int code_of_refused_free(int keyval)
{
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_attr(comm, keyval, NULL));
    return PMPI_Comm_free(&comm);
}

static void levels(void)
{
    MPI_Comm_delete_attr_function *callbacks[] = {use_meeting, use, refuse};
    MPI_Comm comms[8];
    int keyval, depth, code;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &meeting));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int number = 0; number < 3; number++) {
        int is_mine = number > 0 || rank == 1;

        OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, callbacks[number], &keyval, NULL));
        OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 8, &depth, comms, NULL));
        CHECK(depth > 0);
        exchange(comms[0]);
        if (is_mine)
            OK(MPI_Comm_set_attr(comms[0], keyval, NULL));
        deleted = 0;
        code = HSPLIT_Comm_hierarchy_free(depth, comms, NULL);
        /* (MPICH returns the code of the last attribute's callback, which may be the library's.) */
        if (code != MPI_SUCCESS && callbacks[number] == refuse)
            CHECK_INT(code, code_of_refused_free(keyval));
        else
            CHECK_INT(code, MPI_SUCCESS);
        CHECK_INT(deleted, is_mine && number < 2);
        CHECK(comms[0] == MPI_COMM_NULL);
        if (!is_mine)
            exchange(meeting);
        OK(MPI_Comm_free_keyval(&keyval));
    }
    OK(MPI_Comm_free(&meeting));
}

/* ---- handlers: one rank makes calls in an error handler while the others make theirs ---- */

static int handled;

static void meet(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    handled++;
    exchange(meeting);
}

static void invalid(int number, MPI_Comm comm)
{
    int from = 0, to = 0, dims = 1;
    MPI_Comm new;

    switch (number) {
    case 0:
        MPI_Bcast(&from, 1, MPI_INT, size + 1, comm);
        break;
    case 1:
        MPI_Bcast(&from, -1, MPI_INT, 0, comm);
        break;
    case 2:
        MPI_Allreduce(&from, &to, 1, MPI_INT, MPI_OP_NULL, comm);
        break;
    case 3:
        MPI_Gather(&from, 1, MPI_DATATYPE_NULL, &to, 1, MPI_INT, 0, comm);
        break;
    default:
        MPI_Cart_create(comm, -1, &dims, &dims, 1, &new);
        break;
    }
}

static void handlers(void)
{
    MPI_Errhandler handler;
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_WORLD, &meeting));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_create_errhandler(meet, &handler));
    OK(MPI_Comm_set_errhandler(comm, handler));
    for (int number = 0; number < 5; number++) {
        int is_mine = number % size == rank;

        handled = 0;
        if (is_mine)
            invalid(number, comm);
        else
            exchange(meeting);
        CHECK_INT(handled, is_mine);
    }
    OK(MPI_Errhandler_free(&handler));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&meeting));
}

/* ---- finalize: callbacks of MPI_COMM_SELF, which MPI_Finalize calls, at one rank while the others make their calls.
 * Callbacks of MPI_COMM_WORLD run last at all ranks. (MPICH and Intel MPI call them, Open MPI does not.) ---- */

static int use_world(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm, (void)keyval, (void)value, (void)state;
    MPI_Comm_dup(MPI_COMM_WORLD, &meeting);
    exchange(MPI_COMM_WORLD);
    exchange(meeting);
    MPI_Comm_free(&meeting);
    if (rank == 0 && !test_failures)
        printf("rank 0 has made its calls\n");
    return MPI_SUCCESS;
}

static int finalize(void)
{
    int keyval;

    use_world(MPI_COMM_SELF, 0, NULL, NULL);
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use, &keyval, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, NULL));
    if (rank == 0) {
        OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use_world, &keyval, NULL));
        OK(MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL));
    } else {
        use_world(MPI_COMM_SELF, 0, NULL, NULL);
    }
    MPI_Finalize();
    return test_failures != 0;
}

/* ---- truncated: a root whose own share is too long takes part in the turns of a trial ---- */

static void truncated(void)
{
    enum { SHARE = 500, CALLS = 40 };
    int *own = malloc((SHARE + 1) * sizeof *own), *all = malloc((size_t)size * SHARE * sizeof *all);

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    for (int call = 0; call < CALLS; call++) {
        /* Of four turns the two in the middle are hierarchical. (Native calls may leave unreceived messages.) */
        int is_too_long = (call % 4 == 1 || call % 4 == 2) && call < 8, class = MPI_SUCCESS, code;

        for (int i = 0; i <= SHARE; i++)
            own[i] = rank * 1000 + call + i;
        code = MPI_Gather(own, SHARE + (rank == 0 && is_too_long), MPI_INT, all, SHARE, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Error_class(code, &class);
        CHECK_INT(class, rank == 0 && is_too_long ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
        for (int from = 1; rank == 0 && from < size; from++)
            CHECK_INT(all[from * SHARE + SHARE - 1], from * 1000 + call + SHARE - 1);
    }
    free(own);
    free(all);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    rank = test_rank();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(what, "freed"))
        freed();
    else if (!strcmp(what, "jumped"))
        jumped();
    else if (!strcmp(what, "levels"))
        levels();
    else if (!strcmp(what, "handlers"))
        handlers();
    else if (!strcmp(what, "finalize"))
        return finalize();
    else
        truncated();
    return test_end();
}
