/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Preloaded after the library: calls a function of the program after the MPI has freed a communicator, before the call
 * returns to the library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

/* The program defines it. */
void (*after_free)(MPI_Comm handle);

int MPI_Comm_free(MPI_Comm *comm)
{
    int (*next)(MPI_Comm *);
    MPI_Comm handle = *comm;
    int code;

    *(void **)&next = dlsym(RTLD_NEXT, "MPI_Comm_free");
    code = next(comm);
    if (after_free)
        after_free(handle);
    return code;
}
