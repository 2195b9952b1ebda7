! SPDX-License-Identifier: MIT OR Apache-2.0
! Shared windows of levels: 4 ranks on the cores of two NUMA nodes. Both calls, by all three interfaces.
#include "interface.h"
program windows
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer :: rank, failures, all_failures, ierror, pages, placed, class
  integer(MPI_ADDRESS_KIND) :: bytes
  character(len=MPI_MAX_OBJECT_NAME) :: level
  character(len=2) :: memory
  double precision, pointer :: table(:)
  type(c_ptr) :: base
  WINDOW :: win
  INFO :: keys

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Info_create(keys, ierror)
  call MPI_Info_set(keys, 'hsplit_segment', 'first', ierror)
  bytes = 8000
  call HSPLIT_Win_allocate_shared('  numa ', bytes, 8, keys, MPI_COMM_WORLD, base, win, ierror)
  call check(ierror == MPI_SUCCESS, 'a window')
  call c_f_pointer(base, table, [1000])
  if (mod(rank, 2) == 0) table = rank
  call MPI_Win_fence(0, win, ierror)
  call check(all(nint(table) == rank / 2 * 2), 'one copy for each NUMA node')
  call HSPLIT_Win_query_level(win, level, memory, pages, placed, ierror)
  call check(level == 'NUMANode', 'the level, not ' // trim(level))
  call check(memory == achar(iachar('0') + rank / 2), 'the memory, not ' // memory)
  call check(pages >= 2 .and. placed == 0, 'pages')
#if !defined(MPIF) && !defined(USE_MPI)
  call HSPLIT_Win_query_level(win)
  call HSPLIT_Win_query_level(win, memory=memory)
  call check(memory == achar(iachar('0') + rank / 2), 'the memory alone')
#endif
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)

  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  bytes = -1
  call HSPLIT_Win_allocate_shared('NUMANode', bytes, 8, keys, MPI_COMM_WORLD, base, win, ierror)
  call MPI_Error_class(ierror, class, pages)
  call check(class == MPI_ERR_SIZE, 'a negative size')
  call MPI_Info_free(keys, ierror)
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"
end program
