! SPDX-License-Identifier: MIT OR Apache-2.0
! Phases and sleeping barriers of a program without the library's calls: 4 ranks on the cores of two packages, with
! HSPLIT_PHASES='1=Package' and HSPLIT_WAIT=sleep:1000.
#include "interface.h"
program unaware
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  character(len=3), parameter :: packages(0:3) = ['0-1', '1  ', '2-3', '3  '], cores(0:3) = ['0', '1', '2', '3']
  integer :: rank, failures, all_failures, ierror, round
  real :: before, after
  double precision :: begun

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  do round = 1, 3
    call MPI_Pcontrol(2)
    call is_bound(cores(rank))
    call MPI_Pcontrol(1)
    call is_bound(packages(rank))
    call MPI_Pcontrol(-1)
    call is_bound(cores(rank))
  end do
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call cpu_time(before)
  if (rank == 0) then
    begun = MPI_Wtime()
    do while (MPI_Wtime() < begun + 1)
    end do
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call cpu_time(after)
  call check(rank == 0 .or. after - before < 0.3, 'ranks sleep in a barrier')
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  subroutine is_bound(expected)
    character(len=*), intent(in) :: expected
    character(len=64) :: text
    integer :: units, threads, pushed

    call HSPLIT_Bind_get(text, units, threads, pushed, ierror)
    call check(text(:index(text, ' ') - 1) == trim(expected), 'bound to ' // expected // ', not to ' // trim(text))
  end subroutine
end program
