! SPDX-License-Identifier: MIT OR Apache-2.0
! Interception alone, for two or more ranks on one real node: five splits, two of them the native MPI's own, and groups
! that merge. With the argument 'disabled' the library must be disabled, and its types return no communicator.
#include "interface.h"
program native
#if defined(MPIF)
  implicit none
  include 'mpif.h'
#elif defined(USE_MPI)
  use mpi
  implicit none
#else
  use mpi_f08
  implicit none
#endif
  include 'hsplitf.h'
  COMM :: newcomm, part, inter
  INFO :: info
  integer :: rank, size, bad, all_bad, turned, members, ierror, is_odd
  character(len=8) :: argument
  logical :: disabled

  call get_command_argument(1, argument)
  disabled = argument == 'disabled'
  bad = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call MPI_Info_create(info, ierror)
  call MPI_Info_set(info, 'mpi_hw_resource_type', 'Machine', ierror)

  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, info, newcomm, ierror)
  call MPI_Comm_rank(newcomm, turned, ierror)
  call MPI_Comm_size(newcomm, members, ierror)
  if (members /= size .or. turned /= size - 1 - rank) bad = 1
  call MPI_Comm_free(newcomm, ierror)

  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, newcomm, ierror)
  if (newcomm /= MPI_COMM_NULL) bad = 2

  call MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_HW_GUIDED, 0, info, newcomm, ierror)
  if (ierror /= MPI_SUCCESS .or. (disabled .neqv. newcomm == MPI_COMM_NULL)) bad = 3
  if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)

  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, info, newcomm, ierror)
  if (ierror /= MPI_SUCCESS .or. (disabled .neqv. newcomm == MPI_COMM_NULL)) bad = 4
#if defined(MPIF) || defined(USE_MPI)
  if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, newcomm, ierror)
#else
  if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm)
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, newcomm)
#endif
  call MPI_Comm_size(newcomm, members, ierror)
  if (members /= size) bad = 5
  call MPI_Comm_free(newcomm, ierror)

  ! Even ranks come first.
  is_odd = mod(rank, 2)
  call MPI_Comm_split(MPI_COMM_WORLD, is_odd, 0, part, ierror)
  call MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - is_odd, 7, inter, ierror)
#ifdef MPIF
  ! No interface forbids one variable for both.
  newcomm = inter
  call MPI_Intercomm_merge(newcomm, is_odd == 1, newcomm, ierror)
#else
  call MPI_Intercomm_merge(inter, is_odd == 1, newcomm, ierror)
#endif
  if (ierror /= MPI_SUCCESS) bad = 6
  call MPI_Comm_rank(newcomm, turned, ierror)
  call MPI_Comm_size(newcomm, members, ierror)
  if (members /= size .or. turned /= rank / 2 + is_odd * (size + 1) / 2) bad = 7
  call MPI_Comm_free(newcomm, ierror)
  call MPI_Comm_free(inter, ierror)
  call MPI_Comm_free(part, ierror)

  call MPI_Info_free(info, ierror)
  call MPI_Allreduce(bad, all_bad, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
  if (bad /= 0) print '(a, i0, a, i0)', 'rank ', rank, ': wrong at step ', bad
#if defined(MPIF) || defined(USE_MPI)
  call MPI_Finalize(ierror)
#else
  call MPI_Finalize()
#endif
  if (all_bad /= 0) stop 1
end program native
