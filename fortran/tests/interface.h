! SPDX-License-Identifier: MIT OR Apache-2.0
! One program for all three interfaces: -DMPIF (mpif.h), -DUSE_MPI, or mpi_f08 without either.
#if defined(MPIF)
#define USE_INTERFACE
#define INCLUDE_INTERFACE include 'mpif.h'
#define INCLUDE_HSPLIT include 'hsplitf.h'
#define COMM integer
#define DATATYPE integer
#define INFO integer
#define GROUP integer
#define REQUEST integer
#define WINDOW integer
#define SESSION integer
#define PLACEMENT integer
#elif defined(USE_MPI)
#define USE_INTERFACE use mpi; use hsplit
#define INCLUDE_INTERFACE
#define INCLUDE_HSPLIT
#define COMM integer
#define DATATYPE integer
#define INFO integer
#define GROUP integer
#define REQUEST integer
#define WINDOW integer
#define SESSION integer
#define PLACEMENT integer
#else
#define USE_INTERFACE use mpi_f08; use hsplit_f08
#define INCLUDE_INTERFACE
#define INCLUDE_HSPLIT
#define COMM type(MPI_Comm)
#define DATATYPE type(MPI_Datatype)
#define INFO type(MPI_Info)
#define GROUP type(MPI_Group)
#define REQUEST type(MPI_Request)
#define WINDOW type(MPI_Win)
#define SESSION type(HSPLIT_Monitor)
#define PLACEMENT type(HSPLIT_Placement)
#endif
