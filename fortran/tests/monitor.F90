! SPDX-License-Identifier: MIT OR Apache-2.0
! Sessions of counting: 8 ranks in cyclic order over two nodes of four cores; a ring of four ranks belongs on one node.
! Every call, by all three interfaces. The argument: the files that are written.
#include "interface.h"
program monitor
  use, intrinsic :: iso_fortran_env, only: int64
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer, parameter :: bytes = HSPLIT_MONITOR_BYTES, messages = HSPLIT_MONITOR_MESSAGES
  integer :: rank, failures, all_failures, ierror, left, right, receive_from, send_to, role, relation
  integer :: got(25), sent(25)
  COMM :: newcomm
  SESSION :: m, other
  character(len=200) :: file

  failures = 0
  call MPI_Init(ierror)
  call get_command_argument(1, file)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  left = rank / 4 * 4 + mod(rank + 3, 4)
  right = rank / 4 * 4 + mod(rank + 1, 4)
  sent = rank
  call HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, m, ierror)
  call check(ierror == MPI_SUCCESS, 'HSPLIT_Monitor_start succeeds')
  call pass()
  call has(bytes, 100_int64)
  call has(messages, 1_int64)
  call has(ior(bytes, HSPLIT_MONITOR_RMA), 0_int64)
  call has(ior(bytes, HSPLIT_MONITOR_INTERNAL), 0_int64)
  call HSPLIT_Monitor_suspend(m, ierror)
  call check(ierror == MPI_SUCCESS, 'HSPLIT_Monitor_suspend succeeds')
  call pass()
  call HSPLIT_Monitor_continue(m, ierror)
  call check(ierror == MPI_SUCCESS, 'HSPLIT_Monitor_continue succeeds')
  call has(bytes, 100_int64)
  call pass()
  call has(ior(bytes, HSPLIT_MONITOR_P2P), 200_int64)
  call HSPLIT_Monitor_reset(m, ierror)
  call has(bytes, 0_int64)
  call pass()
  call inside_of(0_int64)
  call HSPLIT_Monitor_flush(m, trim(file)//'  ', ierror)
  call check(ierror == MPI_SUCCESS, 'HSPLIT_Monitor_flush succeeds')
  call HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, newcomm, receive_from, send_to, ierror)
  call check(ierror == MPI_SUCCESS, 'HSPLIT_Monitor_reorder succeeds')
  call MPI_Comm_rank(newcomm, role, ierror)
  call MPI_Comm_compare(MPI_COMM_WORLD, newcomm, relation, ierror)
  call check(relation == MPI_SIMILAR .and. role == receive_from, 'the order is another one')
  got = rank
  call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, got, 25, MPI_INTEGER, ierror)
  call check(all(got == role), 'the data is that of the role')
  call HSPLIT_Monitor_start(newcomm, MPI_INFO_NULL, other, ierror)
#if !defined(MPIF) && !defined(USE_MPI)
  call check(m /= other .and. .not. m == other, 'sessions differ')
#else
  call check(m /= other, 'sessions differ')
#endif
  call HSPLIT_Monitor_free(m, ierror)
  call check(ierror == MPI_SUCCESS, 'HSPLIT_Monitor_free succeeds')
  m = other
  left = role / 4 * 4 + mod(role + 3, 4)
  right = role / 4 * 4 + mod(role + 1, 4)
  call MPI_Sendrecv(sent, 25, MPI_INTEGER, right, 1, got, 25, MPI_INTEGER, left, 1, newcomm, MPI_STATUS_IGNORE, ierror)
  call inside_of(800_int64)
  call HSPLIT_Monitor_free(m, ierror)
  call MPI_Comm_free(newcomm, ierror)
#if !defined(MPIF) && !defined(USE_MPI)
  call left_out()
#endif
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  ! A hundred bytes around the ring of four.
  subroutine pass()
    call MPI_Sendrecv(sent, 25, MPI_INTEGER, right, 1, got, 25, MPI_INTEGER, left, 1, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, ierror)
    call check(all(got == left), 'the numbers arrive')
  end subroutine

  ! The session has counted these bytes to the right, and none to others.
  subroutine has(what, expected)
    integer, intent(in) :: what
    integer(int64), intent(in) :: expected
    integer(int64) :: values(0:7), all_of_them(0:7)
    values = -1
    all_of_them = 0
    all_of_them(right) = expected
    call HSPLIT_Monitor_get(m, what, 8, values, ierror)
    call check(ierror == MPI_SUCCESS .and. all(values == all_of_them), 'the row is right')
  end subroutine

  ! 800 bytes were sent, and these stayed inside nodes.
  subroutine inside_of(expected)
    integer(int64), intent(in) :: expected
    integer :: depth
    integer(int64) :: inside(8)
    character(len=MPI_MAX_OBJECT_NAME) :: types(8)
    types = ''
    call HSPLIT_Monitor_levels(m, bytes, 8, depth, inside, types, ierror)
    call check(ierror == MPI_SUCCESS .and. depth == 4, 'there are three levels')
    call check(types(1) == 'Machine' .and. types(3) == 'Core' .and. types(4) == 'System - Cluster', 'their names')
    call check(inside(1) == expected .and. inside(3) == 0 .and. inside(4) == 800, 'what stays inside them')
  end subroutine

#if !defined(MPIF) && !defined(USE_MPI)
  subroutine left_out()
    integer :: depth
    integer(int64) :: inside(1)
    type(MPI_Comm) :: refused
    call HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, m)
    ! This communicator cannot be freed, which the program does not ask.
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)
    refused = MPI_COMM_WORLD
    call MPI_Comm_free(refused)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL)
    call HSPLIT_Monitor_levels(m, bytes, 1, depth, inside)
    call check(depth == 4, 'names may be left out')
    call HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, newcomm)
    call MPI_Comm_free(newcomm)
    call HSPLIT_Monitor_free(m)
    call check(m == HSPLIT_Monitor(0), 'it is none afterwards')
  end subroutine
#endif
end program
