/* SPDX-License-Identifier: MIT OR Apache-2.0
 * errors [disabled]: every error at every function of quo.h gives its code, calls no error handler and leaves no rank
 * waiting. For 4 ranks on one node of two packages of two cores. 'disabled': libhsplit is switched off. */
#include "quo_test.h"

/* No number that a function would return. */
enum { UNTOUCHED = -7 };

static int handler_calls;

static void count_calls(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    handler_calls++;
}

/* An invalid context: NULL, one that was freed, or an address that never was one. */
static void check_no_context(QUO_context q, int code)
{
    int number = UNTOUCHED, *numbers = NULL;
    char *words = NULL;
    MPI_Comm comm = MPI_COMM_SELF;

    CHECK_INT(QUO_nobjs_by_type(q, QUO_OBJ_CORE, &number), code);
    CHECK_INT(QUO_nobjs_in_type_by_type(q, QUO_OBJ_MACHINE, 0, QUO_OBJ_CORE, &number), code);
    CHECK_INT(QUO_cpuset_in_type(q, QUO_OBJ_MACHINE, 0, &number), code);
    CHECK_INT(QUO_qids_in_type(q, QUO_OBJ_MACHINE, 0, &number, &numbers), code);
    CHECK_INT(QUO_nnumanodes(q, &number), code);
    CHECK_INT(QUO_nsockets(q, &number), code);
    CHECK_INT(QUO_ncores(q, &number), code);
    CHECK_INT(QUO_npus(q, &number), code);
    CHECK_INT(QUO_nnodes(q, &number), code);
    CHECK_INT(QUO_nqids(q, &number), code);
    CHECK_INT(QUO_id(q, &number), code);
    CHECK_INT(QUO_bound(q, &number), code);
    CHECK_INT(QUO_stringify_cbind(q, &words), code);
    CHECK_INT(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0), code);
    CHECK_INT(QUO_bind_pop(q), code);
    CHECK_INT(QUO_barrier(q), code);
    CHECK_INT(QUO_auto_distrib(q, QUO_OBJ_CORE, 1, &number), code);
    CHECK_INT(QUO_get_mpi_comm_by_type(q, QUO_OBJ_MACHINE, &comm), code);
    CHECK_INT(number, UNTOUCHED);
}

static void check_null_outputs(QUO_context q)
{
    int number = UNTOUCHED, *numbers = NULL;

    CHECK_INT(QUO_version(NULL, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_version(&number, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nobjs_by_type(q, QUO_OBJ_CORE, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nobjs_in_type_by_type(q, QUO_OBJ_MACHINE, 0, QUO_OBJ_CORE, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_cpuset_in_type(q, QUO_OBJ_MACHINE, 0, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_qids_in_type(q, QUO_OBJ_MACHINE, 0, NULL, &numbers), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_qids_in_type(q, QUO_OBJ_MACHINE, 0, &number, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nnumanodes(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nsockets(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_ncores(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_npus(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nnodes(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nqids(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_id(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_bound(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_stringify_cbind(q, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_auto_distrib(q, QUO_OBJ_CORE, 1, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_get_mpi_comm_by_type(q, QUO_OBJ_MACHINE, NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(number, UNTOUCHED);
}

/* Numbers that are no type. */
static void check_types(QUO_context q, QUO_obj_type_t type)
{
    int number = 0, *numbers = NULL;
    MPI_Comm comm = MPI_COMM_SELF;

    CHECK_INT(QUO_nobjs_by_type(q, type, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nobjs_in_type_by_type(q, type, 0, QUO_OBJ_CORE, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_nobjs_in_type_by_type(q, QUO_OBJ_MACHINE, 0, type, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_cpuset_in_type(q, type, 0, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_qids_in_type(q, type, 0, &number, &numbers), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, type, 0), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, type, 0), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_auto_distrib(q, type, 1, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_get_mpi_comm_by_type(q, type, &comm), QUO_ERR_INVLD_ARG);
    CHECK_INT(comm == MPI_COMM_NULL, 1);
}

/* Objects that do not exist. */
static void check_indices(QUO_context q, QUO_obj_type_t type, int index)
{
    int number = UNTOUCHED, *numbers = NULL;

    CHECK_INT(QUO_nobjs_in_type_by_type(q, type, index, QUO_OBJ_PU, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_cpuset_in_type(q, type, index, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(number, UNTOUCHED);
    CHECK_INT(QUO_qids_in_type(q, type, index, &number, &numbers), QUO_ERR_INVLD_ARG);
    CHECK_INT(number, 0);
    CHECK_INT(numbers == NULL, 1);
    CHECK_INT(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, type, index), QUO_ERR_INVLD_ARG);
}

/* One rank is wrong: it gets its own code, the others the code for errors of other ranks. */
static void check_one_rank(QUO_context q, int wrong)
{
    int is_wrong = world_rank() == wrong, number = UNTOUCHED;
    int code = is_wrong ? QUO_ERR_INVLD_ARG : QUO_ERR;
    QUO_context other = (QUO_context)&number;
    MPI_Comm comm = MPI_COMM_SELF;

    CHECK_INT(QUO_create(is_wrong ? NULL : &other, MPI_COMM_WORLD), code);
    CHECK_INT(is_wrong || other == NULL, 1);
    CHECK_INT(QUO_create_with_flags(&other, MPI_COMM_WORLD, is_wrong ? (QUO_create_flags_t)2 : QUO_CREATE_NO_FLAGS),
              code);
    CHECK_INT(QUO_auto_distrib(q, QUO_OBJ_CORE, is_wrong ? 0 : 1, &number), code);
    CHECK_INT(QUO_auto_distrib(q, QUO_OBJ_CORE, is_wrong ? -1 : 1, &number), code);
    CHECK_INT(QUO_auto_distrib(q, is_wrong ? (QUO_obj_type_t)6 : QUO_OBJ_CORE, 1, &number), code);
    CHECK_INT(QUO_auto_distrib(q, QUO_OBJ_CORE, 1, is_wrong ? NULL : &number), code);
    CHECK_INT(QUO_get_mpi_comm_by_type(q, QUO_OBJ_MACHINE, is_wrong ? NULL : &comm), code);
    CHECK_INT(is_wrong || comm == MPI_COMM_NULL, 1);
    CHECK_INT(QUO_get_mpi_comm_by_type(q, is_wrong ? (QUO_obj_type_t)-1 : QUO_OBJ_MACHINE, &comm), code);
    /* Both are right alone. */
    CHECK_INT(QUO_create_with_flags(&other, MPI_COMM_WORLD, is_wrong ? QUO_CREATE_NO_MT : QUO_CREATE_NO_FLAGS),
              QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_auto_distrib(q, is_wrong ? QUO_OBJ_PU : QUO_OBJ_CORE, 1, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_auto_distrib(q, QUO_OBJ_CORE, is_wrong ? 2 : 1, &number), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_get_mpi_comm_by_type(q, is_wrong ? QUO_OBJ_CORE : QUO_OBJ_MACHINE, &comm), QUO_ERR_INVLD_ARG);
}

static void check_communicators(void)
{
    QUO_context q = (QUO_context)&handler_calls;
    MPI_Comm half, both;

    CHECK_INT(QUO_create(&q, MPI_COMM_NULL), QUO_ERR_INVLD_ARG);
    CHECK_INT(q == NULL, 1);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - world_rank() % 2, 1, &both);
    CHECK_INT(QUO_create(&q, both), QUO_ERR_INVLD_ARG);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

/* Communicators for the program have the handler of its own. */
static void check_handler(void)
{
    QUO_context q = NULL;
    MPI_Comm comm = MPI_COMM_NULL, inside = MPI_COMM_NULL;
    MPI_Errhandler own, other;

    MPI_Comm_create_errhandler(count_calls, &own);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, own);
    OK(QUO_create(&q, comm));
    OK(QUO_get_mpi_comm_by_type(q, QUO_OBJ_SOCKET, &inside));
    MPI_Comm_get_errhandler(inside, &other);
    CHECK_INT(other == own, 1);
    MPI_Errhandler_free(&other);
    MPI_Comm_free(&inside);
    CHECK_INT(QUO_bind_pop(q), QUO_ERR_POP);
    CHECK_INT(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_CORE, 99), QUO_ERR_INVLD_ARG);
    OK(QUO_free(q));
    CHECK_INT(handler_calls, 0);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &other);
    CHECK_INT(other == MPI_ERRORS_ARE_FATAL, 1);
    MPI_Errhandler_free(&other);
    MPI_Comm_free(&comm);
    MPI_Errhandler_free(&own);
}

static void check_all(void)
{
    QUO_context q = NULL, freed;
    int current = UNTOUCHED, revision = UNTOUCHED;

    OK(QUO_version(&current, &revision));
    CHECK_INT(current, 8);
    CHECK_INT(revision, 0);
    CHECK_INT(LIBQUO + QUO_HAS_API_VERSIONING, 2);
    CHECK_INT(QUO_API_VERSION, 0x00010401);
    OK(QUO_create(&q, MPI_COMM_WORLD));
    check_no_context(NULL, QUO_ERR_INVLD_ARG);
    check_no_context((QUO_context)&current, QUO_ERR_CALL_BEFORE_INIT);
    check_null_outputs(q);
    check_types(q, (QUO_obj_type_t)-1);
    check_types(q, (QUO_obj_type_t)6);
    check_indices(q, QUO_OBJ_MACHINE, 1);
    check_indices(q, QUO_OBJ_SOCKET, 2);
    check_indices(q, QUO_OBJ_CORE, -1);
    check_indices(q, QUO_OBJ_PU, 4);
    CHECK_INT(QUO_bind_push(q, (QUO_bind_push_policy_t)2, QUO_OBJ_CORE, 0), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_bind_push(q, (QUO_bind_push_policy_t)-1, QUO_OBJ_CORE, 0), QUO_ERR_INVLD_ARG);
    CHECK_INT(QUO_bind_pop(q), QUO_ERR_POP);
    check_one_rank(q, 0);
    check_one_rank(q, 3);
    check_communicators();
    check_handler();
    /* After all these errors the context still works. */
    CHECK_INT(count_of(q, QUO_OBJ_CORE), 4);
    OK(QUO_barrier(q));
    freed = q;
    OK(QUO_free(q));
    CHECK_INT(QUO_free(freed), QUO_ERR_CALL_BEFORE_INIT);
    check_no_context(freed, QUO_ERR_CALL_BEFORE_INIT);
    OK(QUO_free(NULL));
}

/* Counts need no MPI, and a pop is possible; every other call returns a code. */
static void check_after_finalize(QUO_context q)
{
    int value = UNTOUCHED, *qids = NULL;
    char *words = NULL;
    MPI_Comm comm = MPI_COMM_NULL;

    CHECK_INT(count_of(q, QUO_OBJ_CORE), 4);
    CHECK_INT(count_inside(q, QUO_OBJ_SOCKET, 1, QUO_OBJ_CORE), 2);
    OK(QUO_nqids(q, &value));
    CHECK_INT(value, 4);
    CHECK_INT(QUO_stringify_cbind(q, &words), QUO_ERR_MPI);
    CHECK_INT(QUO_bound(q, &value), QUO_ERR_MPI);
    CHECK_INT(QUO_cpuset_in_type(q, QUO_OBJ_CORE, 0, &value), QUO_ERR_MPI);
    CHECK_INT(QUO_qids_in_type(q, QUO_OBJ_CORE, 0, &value, &qids), QUO_ERR_MPI);
    CHECK_INT(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_CORE, 0), QUO_ERR_MPI);
    CHECK_INT(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_MACHINE, -1), QUO_ERR_MPI);
    CHECK_INT(QUO_barrier(q), QUO_ERR_MPI);
    CHECK_INT(QUO_auto_distrib(q, QUO_OBJ_CORE, 1, &value), QUO_ERR_MPI);
    CHECK_INT(QUO_get_mpi_comm_by_type(q, QUO_OBJ_CORE, &comm), QUO_ERR_MPI);
    OK(QUO_bind_pop(q));
    CHECK_INT(QUO_bind_pop(q), QUO_ERR_POP);
    CHECK_INT(QUO_free(q), QUO_ERR_MPI);
    CHECK_INT(QUO_create(&q, MPI_COMM_WORLD), QUO_ERR_MPI);
}

int main(int argc, char **argv)
{
    QUO_context q = (QUO_context)&handler_calls;
    int finalize, provided = UNTOUCHED;

    CHECK_INT(QUO_create(&q, MPI_COMM_WORLD), QUO_ERR_MPI);
    CHECK_INT(q == NULL, 1);
    OK(QUO_version(&provided, &provided));
    MPI_Init(&argc, &argv);
    if (argc > 1 && !strcmp(argv[1], "disabled")) {
        CHECK_INT(QUO_create(&q, MPI_COMM_WORLD), QUO_ERR_NOT_SUPPORTED);
        return finished();
    }
    check_all();
    OK(QUO_create(&q, MPI_COMM_WORLD));
    OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_CORE, 1));
    finalize = finished();
    check_after_finalize(q);
    return finalize || failures;
}
