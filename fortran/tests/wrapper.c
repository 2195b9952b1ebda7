/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Preloaded behind the library: a tool whose functions for Fortran make the public C calls, as those of Score-P. Each
 * rank prints their number at its end. */
#include <mpi.h>
#include <stdio.h>

static int made;

#define COMM MPI_Comm_f2c(*comm)
#define TYPE MPI_Type_f2c(*type)

/* A function by its names in mpif.h, mpi and mpi_f08. (MPICH has the latter only without a buffer.) */
#define WRAPPED(name, parameters, call)                                                                                \
    void mpi_##name##_ parameters                                                                                      \
    {                                                                                                                  \
        int code = call;                                                                                               \
                                                                                                                       \
        made++;                                                                                                        \
        if (ierr)                                                                                                      \
            *ierr = code;                                                                                              \
    }                                                                                                                  \
    void mpi_##name##_f08_ parameters __attribute__((alias("mpi_" #name "_")));

WRAPPED(send, (const void *buf, int *count, int *type, int *to, int *tag, int *comm, int *ierr),
        MPI_Send(buf, *count, TYPE, *to, *tag, COMM))
WRAPPED(ssend, (const void *buf, int *count, int *type, int *to, int *tag, int *comm, int *ierr),
        MPI_Ssend(buf, *count, TYPE, *to, *tag, COMM))
WRAPPED(barrier, (int *comm, int *ierr), MPI_Barrier(COMM))
WRAPPED(bcast, (void *buf, int *count, int *type, int *root, int *comm, int *ierr),
        MPI_Bcast(buf, *count, TYPE, *root, COMM))

static int isend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, int *request)
{
    MPI_Request new;
    int code = MPI_Isend(buf, count, type, to, tag, comm, &new);

    *request = MPI_Request_c2f(new);
    return code;
}

WRAPPED(isend, (const void *buf, int *count, int *type, int *to, int *tag, int *comm, int *request, int *ierr),
        isend(buf, *count, TYPE, *to, *tag, COMM, request))

static int start(int *request)
{
    MPI_Request own = MPI_Request_f2c(*request);
    int code = MPI_Start(&own);

    *request = MPI_Request_c2f(own);
    return code;
}

WRAPPED(start, (int *request, int *ierr), start(request))

__attribute__((destructor)) static void print(void)
{
    if (made)
        printf("%d calls by the tool\n", made);
}
