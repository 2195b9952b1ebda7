/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Fortran's handles, which are INTEGERs in every MPI. The conversions are macros in one MPI and functions in another. */
#include <mpi.h>

MPI_Comm hsplit_comm_f2c(MPI_Fint comm)
{
    return PMPI_Comm_f2c(comm);
}

MPI_Fint hsplit_comm_c2f(MPI_Comm comm)
{
    return PMPI_Comm_c2f(comm);
}

MPI_Info hsplit_info_f2c(MPI_Fint info)
{
    return PMPI_Info_f2c(info);
}

MPI_Fint hsplit_info_c2f(MPI_Info info)
{
    return PMPI_Info_c2f(info);
}
