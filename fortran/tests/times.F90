! SPDX-License-Identifier: MIT OR Apache-2.0
! Calls of each category, and waiting of a known least length, on two ranks, by all three interfaces. Rank 0 is late in
! each of five calls, in which rank 1 waits for it. As monitor_times.c.
#include "interface.h"
program times
  use, intrinsic :: iso_c_binding, only: c_int, c_ptr
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
#if defined(MPIF) || defined(USE_MPI)
#define ADDRESS integer(kind=MPI_ADDRESS_KIND)
#else
#define ADDRESS type(c_ptr)
#endif
  interface
    function usleep(us) bind(c)
      import :: c_int
      integer(c_int), value :: us
      integer(c_int) :: usleep
    end function
  end interface
  integer :: rank, ierror, i
  integer :: value(1)
  integer(kind=MPI_ADDRESS_KIND), parameter :: bytes = 4
  logical :: flag
  REQUEST :: request, done
  WINDOW :: win
  COMM :: made

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  value = 0
  done = MPI_REQUEST_NULL
  call late()
  if (rank == 0) then
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierror)
  else
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierror)
  end if
  call late()
  if (rank == 0) call MPI_Isend(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call late()
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Win_create(value, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call late()
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call late()
  call MPI_Comm_split(MPI_COMM_WORLD, 0, 0, made, ierror)
  call MPI_Comm_free(made, ierror)
  call more_windows()
  call more_communicators()
  do i = 1, 1000
    call MPI_Test(done, flag, MPI_STATUS_IGNORE, ierror)
  end do
  call MPI_Finalize(ierror)

contains

  subroutine late()
    if (rank == 0) i = usleep(200000)
  end subroutine

  ! Two calls for each of three windows.
  subroutine more_windows()
    ADDRESS :: memory
    call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_free(win, ierror)
  end subroutine

  ! Four communicators, and one call that waits.
  subroutine more_communicators()
    COMM :: merged
    call MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, made, ierror)
    call MPI_Comm_free(made, ierror)
    call MPI_Comm_idup(MPI_COMM_WORLD, made, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Comm_free(made, ierror)
    call MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 1, made, ierror)
    call MPI_Intercomm_merge(made, rank == 1, merged, ierror)
    call MPI_Comm_free(merged, ierror)
    call MPI_Comm_free(made, ierror)
  end subroutine
end program
