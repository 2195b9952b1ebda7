! SPDX-License-Identifier: MIT OR Apache-2.0
! Counts of Fortran's calls, by all three interfaces: each call once, with the program's own amounts, also if the buffer
! is MPI_IN_PLACE.
#include "interface.h"
program counted
  use, intrinsic :: iso_fortran_env, only: int64
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer :: rank, size, failures, all_failures, ierror, left, right, i
  integer, allocatable :: sent(:), got(:), counts(:), places(:)
  integer(int64), allocatable :: messages(:, :), bytes(:, :)
  REQUEST :: request, in, many(3)
  WINDOW :: win
  SESSION :: m
  integer, allocatable :: memory(:)

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  allocate(sent(8 * size), got(8 * size), counts(0:size - 1), places(0:size - 1))
  allocate(messages(0:size - 1, 3), bytes(0:size - 1, 3))
  sent = rank
  call HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, m, ierror)
  call forget()

  call point_to_point()
  call compare('point-to-point')
  call persistent()
  call compare('persistent')
  call irregular()
  call compare('irregular')
  call collectives()
  call compare('collectives')
  call one_sided()
  call compare('one-sided')

  call HSPLIT_Monitor_free(m, ierror)
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"
#include "counted.h"

  subroutine point_to_point()
    call MPI_Irecv(got, 5, MPI_INTEGER, left, 1, MPI_COMM_WORLD, in, ierror)
    call MPI_Send(sent, 5, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierror)
    call MPI_Wait(in, MPI_STATUS_IGNORE, ierror)
    call MPI_Irecv(got, 5, MPI_INTEGER, left, 1, MPI_COMM_WORLD, in, ierror)
    call MPI_Ssend(sent, 5, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierror)
    call MPI_Wait(in, MPI_STATUS_IGNORE, ierror)
    call MPI_Irecv(got, 5, MPI_INTEGER, left, 1, MPI_COMM_WORLD, in, ierror)
    call MPI_Isend(sent, 5, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(in, MPI_STATUS_IGNORE, ierror)
    call MPI_Sendrecv(sent, 5, MPI_INTEGER, right, 1, got, 5, MPI_INTEGER, left, 1, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, ierror)
    call check(all(got(:5) == left), 'the numbers arrive')
    call MPI_Sendrecv_replace(got, 5, MPI_INTEGER, right, 1, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call expect(1, right, 20, 5)
    call MPI_Send(sent, 5, MPI_INTEGER, MPI_PROC_NULL, 1, MPI_COMM_WORLD, ierror)
    call MPI_Sendrecv(sent, 2, MPI_DOUBLE_PRECISION, 0, 1, got, 2, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_SELF, &
                      MPI_STATUS_IGNORE, ierror)
    call expect(1, rank, 16, 1)
  end subroutine

  subroutine persistent()
    integer :: round
    call MPI_Send_init(sent, 3, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    do round = 1, 4
      call MPI_Irecv(got, 3, MPI_INTEGER, left, 1, MPI_COMM_WORLD, in, ierror)
      call MPI_Start(request, ierror)
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
      call MPI_Wait(in, MPI_STATUS_IGNORE, ierror)
    end do
    call expect(1, right, 12, 4)
    call MPI_Request_free(request, ierror)
    do i = 1, 3
      call MPI_Send_init(sent, i, MPI_INTEGER, right, i, MPI_COMM_WORLD, many(i), ierror)
    end do
    do round = 1, 2
      call MPI_Startall(3, many, ierror)
      do i = 1, 3
        call MPI_Recv(got, 3, MPI_INTEGER, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
        call MPI_Wait(many(i), MPI_STATUS_IGNORE, ierror)
        call expect(1, right, 4 * i, 1)
      end do
    end do
    do i = 1, 3
      call MPI_Request_free(many(i), ierror)
    end do
  end subroutine

  subroutine irregular()
    counts = 2
    places = [(2 * i, i = 0, size - 1)]
    call MPI_Alltoallv(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    do i = 0, size - 1
      call expect(2, i, 8, 1)
    end do
    call MPI_Alltoallv(MPI_IN_PLACE, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, MPI_COMM_WORLD, &
                       ierror)
    do i = 0, size - 1
      if (i /= rank) call expect(2, i, 8, 1)
    end do
    call MPI_Gatherv(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
    call expect(2, 0, 8, 1)
    call MPI_Scatterv(sent, counts, places, MPI_INTEGER, got, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
    do i = 0, size - 1
      if (rank == 0) call expect(2, i, 8, 1)
    end do
  end subroutine

  subroutine collectives()
    integer :: root
    do root = 0, size - 1
      call MPI_Bcast(got, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      call MPI_Scatter(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      if (rank == root) call to_others(12, 2)
      call MPI_Reduce(sent, got, 3, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, ierror)
      if (rank == root) then
        call MPI_Gather(MPI_IN_PLACE, 3, MPI_INTEGER, got, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
      else
        call MPI_Gather(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
        call expect(2, root, 12, 2)
      end if
    end do
    call MPI_Allgather(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call MPI_Allgather(MPI_IN_PLACE, 3, MPI_INTEGER, got, 3, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call MPI_Alltoall(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call to_others(12, 3)
    call MPI_Allreduce(sent, got, 3, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
    if (rank /= 0) call expect(2, 0, 12, 1)
    if (rank == 0) call to_others(12, 1)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Ibarrier(MPI_COMM_WORLD, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Scan(sent, got, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    if (rank + 1 < size) call expect(2, rank + 1, 0, 3)
  end subroutine

  subroutine one_sided()
    allocate(memory(64))
    memory = 0
    call MPI_Win_create(memory, 256_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call MPI_Put(sent, 3, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 3, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call MPI_Get(got, 2, MPI_INTEGER, left, 0_MPI_ADDRESS_KIND, 2, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call MPI_Accumulate(sent, 1, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call MPI_Win_free(win, ierror)
    call expect(3, right, 12, 1)
    call expect(3, left, 8, 1)
    call expect(3, right, 4, 1)
  end subroutine
end program
