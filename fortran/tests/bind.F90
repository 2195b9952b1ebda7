! SPDX-License-Identifier: MIT OR Apache-2.0
! The binding stack: 8 ranks on the cores of two nodes of one NUMA node and two packages each. Every call, by all three
! interfaces.
#include "interface.h"
program bind
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer :: rank, failures, all_failures, ierror, made, class
  COMM :: newcomms(4), rootscomms(4)
  INFO :: keys

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call is_bound(core_of(rank), 1, 1, 0)
  call HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 4, made, newcomms, rootscomms, ierror)
  call check(made == 3, 'three splits')

  call HSPLIT_Bind_push('  Package  ', MPI_INFO_NULL, ierror)
  call check(ierror == MPI_SUCCESS, 'a push')
  call is_bound(package_of(rank), 2, 2, 1)
  call HSPLIT_Bind_push_comm(newcomms(1), MPI_INFO_NULL, ierror)
  call check(ierror == MPI_SUCCESS, 'a push of a communicator')
  call is_bound('0-3 NUMANode:0', 4, 4, 2)
  call MPI_Info_create(keys, ierror)
  call MPI_Info_set(keys, 'hsplit_threads', '1', ierror)
  call HSPLIT_Bind_push('Core:1,3', keys, ierror)
  call MPI_Info_free(keys, ierror)
  call is_bound('1,3 NUMANode:0', 2, 2, 3)
  call pop(3)
  call is_bound(core_of(rank), 1, 1, 0)

  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
  call HSPLIT_Bind_push('zork', MPI_INFO_NULL, ierror)
  call MPI_Error_class(ierror, class, made)
  call check(class == MPI_ERR_ARG, 'a level that is not there')
  call HSPLIT_Bind_push('   ', MPI_INFO_NULL, ierror)
  call MPI_Error_class(ierror, class, made)
  call check(class == MPI_ERR_ARG, 'a blank target')
  call HSPLIT_Bind_push_comm(MPI_COMM_WORLD, MPI_INFO_NULL, ierror)
  call MPI_Error_class(ierror, class, made)
  call check(class == MPI_ERR_COMM, 'a communicator of no level')
  call HSPLIT_Bind_pop(ierror)
  call MPI_Error_class(ierror, class, made)
  call check(class == MPI_ERR_OTHER, 'a pop of nothing')
#if !defined(MPIF) && !defined(USE_MPI)
  call left_out()
#endif
  call HSPLIT_Comm_hierarchy_free(3, newcomms, rootscomms, ierror)
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  function core_of(rank) result(text)
    integer, intent(in) :: rank
    character(len=16) :: text
    write (text, '(i0, a, i0)') mod(rank, 4), ' Core:', mod(rank, 4)
  end function

  function package_of(rank) result(text)
    integer, intent(in) :: rank
    character(len=16) :: text
    integer :: first
    first = mod(rank, 4) / 2 * 2
    write (text, '(i0, a, i0, a, i0)') first, '-', first + 1, ' Package:', first / 2
  end function

  subroutine is_bound(expected, cores, units, pushed)
    character(len=*), intent(in) :: expected
    integer, intent(in) :: cores, units, pushed
    character(len=32) :: text
    character(len=3) :: cut
    integer :: counts(3)

    call HSPLIT_Bind_get(text, counts(1), counts(2), counts(3), ierror)
    call check(ierror == MPI_SUCCESS .and. text == expected, 'bound to ' // trim(expected) // ', not ' // trim(text))
    call check(all(counts == [cores, units, pushed]), 'cores, units and pushes at ' // expected)
    call HSPLIT_Bind_get(cut, counts(1), counts(2), counts(3), ierror)
    call check(cut == expected(1:3), 'a text that is cut')
  end subroutine

  subroutine pop(times)
    integer, intent(in) :: times
    integer :: i

    do i = 1, times
      call HSPLIT_Bind_pop(ierror)
      call check(ierror == MPI_SUCCESS, 'a pop')
    end do
  end subroutine

#if !defined(MPIF) && !defined(USE_MPI)
  subroutine left_out()
    integer :: pushed

    call HSPLIT_Bind_push('Machine', MPI_INFO_NULL)
    call HSPLIT_Bind_get(pushed=pushed)
    call check(pushed == 1, 'one push')
    call HSPLIT_Bind_pop()
    call HSPLIT_Bind_get()
  end subroutine
#endif
end program
