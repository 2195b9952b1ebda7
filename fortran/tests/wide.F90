! SPDX-License-Identifier: MIT OR Apache-2.0
! INTEGERs of 8 bytes (-ilp64 of Intel MPI): every output of an intercepted call is written in full, and the types of
! the library return communicators, unless it is disabled (argument 'disabled'). For an even number of ranks on one
! node.
program wide
  implicit none
  include 'mpif.h'
  include 'hsplitf.h'
  ! All bits are 1 before a call.
  integer, parameter :: UNWRITTEN = -1
  integer :: rank, size, members, newcomm, part, inter, failures, all_failures, ierror
  logical :: disabled
  character(len=8) :: argument

  call get_command_argument(1, argument)
  disabled = argument == 'disabled'
  failures = 0
  ierror = UNWRITTEN
  call MPI_Init(ierror)
  call succeeded('MPI_Init')
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)

  call split(MPI_COMM_TYPE_SHARED, .true., 'MPI_COMM_TYPE_SHARED')
  call split(MPI_UNDEFINED, .false., 'MPI_UNDEFINED')
  call split(HSPLIT_COMM_TYPE_HW_UNGUIDED, .not. disabled, 'HSPLIT_COMM_TYPE_HW_UNGUIDED')

  ierror = UNWRITTEN
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call succeeded('MPI_Barrier')
  members = UNWRITTEN
  ierror = UNWRITTEN
  call MPI_Allreduce(1, members, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call succeeded('MPI_Allreduce')
  call check(members == size, 'MPI_Allreduce has the sum')

  newcomm = UNWRITTEN
  ierror = UNWRITTEN
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [size], [.false.], .false., newcomm, ierror)
  call succeeded('MPI_Cart_create')
  call MPI_Comm_free(newcomm, ierror)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), 0, part, ierror)
  call MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 7, inter, ierror)
  newcomm = UNWRITTEN
  ierror = UNWRITTEN
  call MPI_Intercomm_merge(inter, mod(rank, 2) == 1, newcomm, ierror)
  call succeeded('MPI_Intercomm_merge')
  call MPI_Comm_size(newcomm, members, ierror)
  call check(members == size, 'MPI_Intercomm_merge gives the group')
  ierror = UNWRITTEN
  call MPI_Comm_disconnect(newcomm, ierror)
  call succeeded('MPI_Comm_disconnect')
  ierror = UNWRITTEN
  call MPI_Comm_free(inter, ierror)
  call succeeded('MPI_Comm_free')
  call MPI_Comm_free(part, ierror)

  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  ierror = UNWRITTEN
  call MPI_Finalize(ierror)
  call succeeded('MPI_Finalize')
  if (failures + all_failures /= 0) stop 1

contains

#include "check.h"

  subroutine succeeded(what)
    character(len=*), intent(in) :: what
    call check(ierror == MPI_SUCCESS, what // ' succeeds')
  end subroutine

  ! All ranks are together in one communicator of this type, or get none.
  subroutine split(kind, has_part, what)
    integer, intent(in) :: kind
    logical, intent(in) :: has_part
    character(len=*), intent(in) :: what
    newcomm = UNWRITTEN
    ierror = UNWRITTEN
    call MPI_Comm_split_type(MPI_COMM_WORLD, kind, 0, MPI_INFO_NULL, newcomm, ierror)
    call succeeded(what)
    call check(has_part .neqv. newcomm == MPI_COMM_NULL, what // ' gives a part, or none')
    if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
  end subroutine
end program
