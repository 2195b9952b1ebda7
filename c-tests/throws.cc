/* SPDX-License-Identifier: MIT OR Apache-2.0
 * An error handler that throws a C++ exception, four ranks on the cores of one node of two packages: the program
 * catches it around the call, and the library still works. */
#include <hsplit.h>

#include <cstdio>
#include <cstring>

static int failed;

struct thrown {
    int error_class;
};

static void throws(MPI_Comm *, int *code, ...)
{
    thrown that;
    MPI_Error_class(*code, &that.error_class);
    throw that;
}

/* The call throws an error of this class. */
#define THROWS(call, expected)                                                                                         \
    do {                                                                                                               \
        int found = -1;                                                                                                \
        try {                                                                                                          \
            call;                                                                                                      \
        } catch (const thrown &that) {                                                                                 \
            found = that.error_class;                                                                                  \
        }                                                                                                              \
        if (found != (expected)) {                                                                                     \
            fprintf(stderr, "throws.cc:%d: %s: class %d, expected %d\n", __LINE__, #call, found, (int)(expected));     \
            failed = 1;                                                                                                \
        }                                                                                                              \
    } while (0)

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "throws.cc:%d: %s\n", __LINE__, #condition);                                               \
            failed = 1;                                                                                                \
        }                                                                                                              \
    } while (0)

/* Calls that no MPI accepts. */
static void native_errors(MPI_Comm comm)
{
    MPI_Comm made = MPI_COMM_NULL;
    int data = 1, other = 0;

    THROWS(MPI_Bcast(&data, 1, MPI_INT, 99, comm), MPI_ERR_ROOT);
    THROWS(MPI_Reduce(&data, &other, 1, MPI_INT, MPI_OP_NULL, 0, comm), MPI_ERR_OP);
    THROWS(MPI_Gather(&data, 1, MPI_DATATYPE_NULL, &other, 1, MPI_INT, 0, comm), MPI_ERR_TYPE);
    THROWS(MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM);
    THROWS(MPI_Comm_split_type(MPI_COMM_NULL, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made), MPI_ERR_COMM);
}

/* Errors that the library itself reports. */
static void own_errors(MPI_Comm comm)
{
    MPI_Comm made = MPI_COMM_NULL, roots = MPI_COMM_NULL;
    int siblings, rank = 99;
    char *type;

    THROWS(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, NULL), MPI_ERR_ARG);
    THROWS(MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &made, NULL), MPI_ERR_ARG);
    THROWS(MPI_Comm_hsplit_with_roots(MPI_COMM_NULL, MPI_INFO_NULL, &made, &roots), MPI_ERR_COMM);
    THROWS(MPI_Comm_get_hlevel_info(comm, &siblings, NULL, &type), MPI_ERR_ARG);
    THROWS(MPI_Comm_get_min_hlevel(comm, 1, &rank, &type), MPI_ERR_RANK);
}

static void works(MPI_Comm comm)
{
    MPI_Comm made = MPI_COMM_NULL;
    int size = 0, siblings = 0, index = 0, data = 5, sum = 0;
    char *type = NULL;

    MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, &made);
    CHECK(made != MPI_COMM_NULL);
    if (made != MPI_COMM_NULL) {
        MPI_Comm_size(made, &size);
        MPI_Comm_get_hlevel_info(made, &siblings, &index, &type);
        CHECK(size == 2 && siblings == 2 && !strcmp(type, "Package"));
        MPI_Comm_free(&made);
    }
    MPI_Allreduce(&data, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == 20);
}

/* A root that sends itself too much, in a native turn of a trial: it still counts the turn. */
static void in_a_trial(MPI_Comm comm)
{
    int rank, data[3], all[8];

    MPI_Comm_rank(comm, &rank);
    data[0] = data[1] = data[2] = rank;
    for (int call = 0; call < 24; call++) {
        try {
            MPI_Gather(data, rank == 0 && call == 2 ? 3 : 2, MPI_INT, all, 2, MPI_INT, 0, comm);
        } catch (const thrown &that) {
            CHECK(call == 2 && that.error_class == MPI_ERR_TRUNCATE);
        }
        for (int from = 1; from < 4 && rank == 0 && call != 2; from++)
            CHECK(all[2 * from] == from && all[2 * from + 1] == from);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm comm;
    MPI_Errhandler handler;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(throws, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int round = 0; round < 3; round++) {
        native_errors(comm);
        own_errors(comm);
        works(comm);
        in_a_trial(comm);
    }
    MPI_Comm_free(&comm);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return failed;
}
