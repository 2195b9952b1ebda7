/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Included in front of everything when building for the MPI standard ABI, whose mpi.h knows nothing of Fortran: what
 * the raw bindings ask for, by the functions that it has instead (MPI 5.0, section 20.3.4). */
#ifndef HSPLIT_ABI_H
#define HSPLIT_ABI_H

#include <mpi.h>

typedef int MPI_Fint;

#define MPI_Comm_f2c MPI_Comm_fromint
#define MPI_Comm_c2f MPI_Comm_toint
#define MPI_Errhandler_f2c MPI_Errhandler_fromint
#define MPI_Errhandler_c2f MPI_Errhandler_toint
#define MPI_File_f2c MPI_File_fromint
#define MPI_File_c2f MPI_File_toint
#define MPI_Group_f2c MPI_Group_fromint
#define MPI_Group_c2f MPI_Group_toint
#define MPI_Info_f2c MPI_Info_fromint
#define MPI_Info_c2f MPI_Info_toint
#define MPI_Message_f2c MPI_Message_fromint
#define MPI_Message_c2f MPI_Message_toint
#define MPI_Op_f2c MPI_Op_fromint
#define MPI_Op_c2f MPI_Op_toint
#define MPI_Request_f2c MPI_Request_fromint
#define MPI_Request_c2f MPI_Request_toint
#define MPI_Type_f2c MPI_Type_fromint
#define MPI_Type_c2f MPI_Type_toint
#define MPI_Win_f2c MPI_Win_fromint
#define MPI_Win_c2f MPI_Win_toint

#endif
