/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Macros, casts and enum members of mpi.h and hsplit.h, for the program in Rust. */
#include <hsplit.h>

/* As in raw.rs. */
struct bench_constants {
    MPI_Comm comm_null, comm_world;
    MPI_Info info_null;
    MPI_Request request_null;
    MPI_Datatype byte, int_, float_, double_;
    MPI_Op max, sum;
    void *in_place;
    void *status_ignore;
    void *statuses_ignore;
    int undefined, shared, hw_guided, native_hw_unguided, proc_null, thread_single, thread_multiple;
};

void hsplit_bench_constants(struct bench_constants *constants)
{
    constants->comm_null = MPI_COMM_NULL;
    constants->comm_world = MPI_COMM_WORLD;
    constants->info_null = MPI_INFO_NULL;
    constants->request_null = MPI_REQUEST_NULL;
    constants->byte = MPI_BYTE;
    constants->int_ = MPI_INT;
    constants->float_ = MPI_FLOAT;
    constants->double_ = MPI_DOUBLE;
    constants->max = MPI_MAX;
    constants->sum = MPI_SUM;
    constants->in_place = MPI_IN_PLACE;
    constants->status_ignore = MPI_STATUS_IGNORE;
    constants->statuses_ignore = MPI_STATUSES_IGNORE;
    constants->undefined = MPI_UNDEFINED;
    constants->shared = MPI_COMM_TYPE_SHARED;
    constants->hw_guided = MPI_COMM_TYPE_HW_GUIDED;
    /* If mpi.h lacks it, hsplit.h has given it the library's own number. */
    constants->native_hw_unguided =
        (int)MPI_COMM_TYPE_HW_UNGUIDED == HSPLIT_COMM_TYPE_HW_UNGUIDED ? MPI_UNDEFINED : (int)MPI_COMM_TYPE_HW_UNGUIDED;
    constants->proc_null = MPI_PROC_NULL;
    constants->thread_single = MPI_THREAD_SINGLE;
    constants->thread_multiple = MPI_THREAD_MULTIPLE;
}
