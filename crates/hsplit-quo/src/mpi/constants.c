/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Names that are a macro, a cast or another function in some mpi.h, for the library in Rust. */
#include <mpi.h>

/* As in raw.rs. */
struct quo_constants {
    MPI_Comm comm_null, comm_world;
    MPI_Info info_null;
    MPI_Errhandler errors_return;
    MPI_Datatype byte, int_;
    MPI_Op max, sum;
    void *in_place;
};

void hsplit_quo_constants(struct quo_constants *constants)
{
    constants->comm_null = MPI_COMM_NULL;
    constants->comm_world = MPI_COMM_WORLD;
    constants->info_null = MPI_INFO_NULL;
    constants->errors_return = MPI_ERRORS_RETURN;
    constants->byte = MPI_BYTE;
    constants->int_ = MPI_INT;
    constants->max = MPI_MAX;
    constants->sum = MPI_SUM;
    constants->in_place = MPI_IN_PLACE;
}

/* Handles of Fortran. The standard ABI has functions of other names for them. */
#if defined(MPI_ABI_VERSION) && !defined(OPEN_MPI)
#define COMM_F2C PMPI_Comm_fromint
#define COMM_C2F PMPI_Comm_toint
#else
#define COMM_F2C PMPI_Comm_f2c
#define COMM_C2F PMPI_Comm_c2f
#endif

MPI_Comm hsplit_quo_comm_f2c(int comm)
{
    return COMM_F2C(comm);
}

int hsplit_quo_comm_c2f(MPI_Comm comm)
{
    return COMM_C2F(comm);
}
