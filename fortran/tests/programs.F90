! SPDX-License-Identifier: MIT OR Apache-2.0
! Small programs without the library's calls, by all three interfaces: programs NAME. As monitor_programs.c.
#include "interface.h"
program programs
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  character(len=20) :: name
  integer :: rank, size, left, right, ierror
  double precision :: sent(0:11, 0:11), got(0:11, 0:11)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  sent = rank
  call get_command_argument(1, name)
  select case (name)
  case ('ring')
    call ring()
  case ('halo')
    call halo()
  case ('transpose')
    call transpose_blocks()
  case ('gather')
    call gather_by_hand()
  case default
    stop 1
  end select
  call MPI_Finalize(ierror)

contains

  ! A token circulates, starting at rank 0.
  subroutine ring()
    if (rank == 0) call MPI_Ssend(sent, 7, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, ierror)
    call MPI_Recv(got, 7, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    if (rank /= 0) call MPI_Ssend(got, 7, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, ierror)
  end subroutine

  ! The borders of a grid whose rows are gaps in memory.
  subroutine halo()
    integer :: dims(2), source, dest, way
    logical :: periods(2)
    COMM :: grid
    DATATYPE :: row
    dims = 0
    periods = [.true., .false.]
    call MPI_Dims_create(size, 2, dims, ierror)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., grid, ierror)
    call MPI_Type_vector(10, 1, 12, MPI_DOUBLE_PRECISION, row, ierror)
    call MPI_Type_commit(row, ierror)
    do way = -1, 1, 2
      call MPI_Cart_shift(grid, 0, way, source, dest, ierror)
      call MPI_Sendrecv(sent(1, 1), 1, row, dest, 2, got(1, 1), 1, row, source, 2, grid, MPI_STATUS_IGNORE, ierror)
      call MPI_Cart_shift(grid, 1, way, source, dest, ierror)
      call MPI_Sendrecv(sent(1, 1), 10, MPI_DOUBLE_PRECISION, dest, 3, got(1, 1), 10, MPI_DOUBLE_PRECISION, source, 3, &
                        grid, MPI_STATUS_IGNORE, ierror)
    end do
    call MPI_Type_free(row, ierror)
    call MPI_Comm_free(grid, ierror)
  end subroutine

  ! A block of another length for each rank, all at once.
  subroutine transpose_blocks()
    REQUEST :: requests(2 * size)
    double precision :: blocks(12, 0:size - 1)
    integer :: other
    do other = 0, size - 1
      call MPI_Irecv(blocks(1, other), 12, MPI_DOUBLE_PRECISION, other, 4, MPI_COMM_WORLD, requests(2 * other + 1), &
                     ierror)
      call MPI_Isend(sent, mod(rank + other, 12), MPI_DOUBLE_PRECISION, other, 4, MPI_COMM_WORLD, &
                     requests(2 * other + 2), ierror)
    end do
    call MPI_Waitall(2 * size, requests, MPI_STATUSES_IGNORE, ierror)
  end subroutine

  ! Rank 0 receives a message from each rank, in the order of their arrival.
  subroutine gather_by_hand()
    integer :: other
    if (rank /= 0) then
      call MPI_Send(sent, rank, MPI_DOUBLE_PRECISION, 0, 5, MPI_COMM_WORLD, ierror)
      return
    end if
    do other = 1, size - 1
      call MPI_Recv(got, 12, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end do
  end subroutine
end program
