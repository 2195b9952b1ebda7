/* SPDX-License-Identifier: MIT OR Apache-2.0
 * ulfm CALL dies|revokes: after the failure of a process, or when a rank revokes the communicator, all others that wait
 * in a collective call get the error of the native call, and continue without the process. */
#include "test.h"

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5
#include <mpi-ext.h>
#include <signal.h>

enum { LONG = 200000 };

static int buffer[LONG], rank, size;

static int call(const char *name, MPI_Comm comm)
{
    int one = 1, sum = 0, all[64];

    if (!strcmp(name, "allreduce"))
        return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (!strcmp(name, "barrier"))
        return MPI_Barrier(comm);
    if (!strcmp(name, "allgather"))
        return MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, comm);
    if (!strcmp(name, "allreduce_long"))
        return MPI_Allreduce(MPI_IN_PLACE, buffer, LONG, MPI_INT, MPI_MAX, comm);
    return MPI_Bcast(buffer, LONG, MPI_INT, 0, comm);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "allreduce";
    int revokes = argc > 2 && !strcmp(argv[2], "revokes"), code = MPI_SUCCESS, class = MPI_SUCCESS, sum = 0, one = 1;
    MPI_Comm comm, others;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 3; i++)
        OK(call(name, comm));
    if (rank == size - 1 && !revokes)
        raise(SIGKILL);
    if (rank == size - 1) {
        OK(MPIX_Comm_revoke(comm));
        class = MPIX_ERR_REVOKED;
    }
    /* A rank may have ended its part of a call before it gets the failure. */
    for (int i = 0; i < 100 && class == MPI_SUCCESS; i++) {
        code = call(name, comm);
        MPI_Error_class(code, &class);
    }
    CHECK(class == MPIX_ERR_REVOKED || (class == MPIX_ERR_PROC_FAILED && !revokes));
    MPIX_Comm_revoke(comm);
    OK(MPIX_Comm_shrink(comm, &others));
    MPI_Comm_set_errhandler(others, MPI_ERRORS_ARE_FATAL);
    OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, others));
    CHECK_INT(sum, revokes ? size : size - 1);
    for (int i = 0; i < 3; i++)
        OK(call(name, others));
    printf("rank %d: %d failures\n", rank, test_failures);
    fflush(stdout);
    MPI_Comm_free(&others);
    MPI_Comm_free(&comm);
    if (!revokes)
        /* MPI_Finalize of Open MPI 5 may wait for the dead process. */
        _Exit(test_failures ? 1 : 0);
    return test_end();
}
#else
/* This MPI ends all processes after a failure. */
int main(void)
{
    return 1;
}
#endif
