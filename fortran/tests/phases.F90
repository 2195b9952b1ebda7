! SPDX-License-Identifier: MIT OR Apache-2.0
! Placements and phases: 8 ranks on the cores of two nodes of two packages each. Every call, by all three interfaces.
#include "interface.h"
program phases
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  PLACEMENT :: p
  integer :: rank, failures, all_failures, ierror

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, p, ierror)
  call check(ierror == MPI_SUCCESS, 'a placement')
  call elections()
  call one_phase()
  call errors()
#if !defined(MPIF) && !defined(USE_MPI)
  call left_out()
#endif
  call MPI_Pcontrol(3)
  call HSPLIT_Placement_free(p, ierror)
  call check(ierror == MPI_SUCCESS, 'a placement is freed')
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  subroutine elections()
    integer :: threads, index, workers
    logical :: worker

    call HSPLIT_Placement_elect(p, 'Package  ', MPI_INFO_NULL, worker, threads, index, workers, ierror)
    call check(ierror == MPI_SUCCESS .and. workers == 2, 'an election')
    call check(worker .eqv. mod(rank, 2) == 0, 'the first of each package works')
    if (worker) then
      call check(threads == 2 .and. index == mod(rank, 4) / 2, 'what a worker has')
    else
      call check(threads == 0 .and. index == MPI_UNDEFINED, 'what a parked rank has')
    end if
  end subroutine

  subroutine one_phase()
    COMM :: workers, again
    logical :: worker
    integer :: ranks

    call HSPLIT_Node_barrier(p, ierror)
    call check(ierror == MPI_SUCCESS, 'a barrier')
    call HSPLIT_Phase_begin(p, 'Package', MPI_INFO_NULL, worker, workers, ierror)
    call check(ierror == MPI_SUCCESS .and. (worker .eqv. mod(rank, 2) == 0), 'a phase begins')
    if (worker) then
      call MPI_Comm_size(workers, ranks, ierror)
      call check(ranks == 4, 'the workers of both nodes')
    else
      call check(workers == MPI_COMM_NULL, 'no communicator')
    end if
    call HSPLIT_Phase_end(p, ierror)
    call check(ierror == MPI_SUCCESS, 'a phase ends')
    call HSPLIT_Placement_comm(p, 'Package', MPI_INFO_NULL, again, ierror)
    call check(ierror == MPI_SUCCESS .and. again == workers, 'the communicator again')
  end subroutine

  subroutine errors()
    integer :: code, class, threads, index, workers
    logical :: worker

    call HSPLIT_Placement_elect(p, 'zork', MPI_INFO_NULL, worker, threads, index, workers, code)
    call MPI_Error_class(code, class, ierror)
    call check(class == MPI_ERR_ARG, 'no level')
    call HSPLIT_Placement_elect(p, ' ', MPI_INFO_NULL, worker, threads, index, workers, code)
    call MPI_Error_class(code, class, ierror)
    call check(class == MPI_ERR_ARG, 'no shape')
  end subroutine

#if !defined(MPIF) && !defined(USE_MPI)
  subroutine left_out()
    type(HSPLIT_Placement) :: copy
    logical :: worker
    integer :: workers

    copy = p
    call check(copy == p .and. .not. copy /= p, 'placements are compared')
    call check(p /= HSPLIT_Placement(0), 'and none is another one')
    call HSPLIT_Placement_elect(p, 'Core', MPI_INFO_NULL, workers=workers)
    call check(workers == 4, 'outputs are left out')
    call HSPLIT_Phase_begin(p, '1:', MPI_INFO_NULL, worker)
    call check(worker .eqv. mod(rank, 4) == 0, 'a phase without a communicator')
    call HSPLIT_Phase_end(p)
    call HSPLIT_Node_barrier(p)
  end subroutine
#endif
end program
