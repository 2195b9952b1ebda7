! SPDX-License-Identifier: MIT OR Apache-2.0
! A program without the library's calls, some of whose processes may lack it: blocking, nonblocking and neighbourhood
! calls and splits on MPI_COMM_WORLD, each result checked.
#include "interface.h"
program mixture
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
  integer, parameter :: n = 3000
  integer :: rank, size, members, step, i, failures, all_failures, left, right, ierror
  integer :: own(n), result(n), from(2)
  COMM :: part, ring
  REQUEST :: request

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  own = [(rank + i, i = 1, n)]
  do step = 1, 4
    result = -1
    call MPI_Iallreduce(own, result, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call check(all(result == [(size * (size - 1) / 2 + size * i, i = 1, n)]), 'iallreduce')
    result = -1
    call MPI_Allreduce(own, result, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call check(all(result == [(size * (size - 1) / 2 + size * i, i = 1, n)]), 'allreduce')
    result = own
    call MPI_Bcast(result, n, MPI_INTEGER, mod(step, size), MPI_COMM_WORLD, ierror)
    call check(all(result == [(mod(step, size) + i, i = 1, n)]), 'bcast')
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end do
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, part, ierror)
  call MPI_Comm_size(part, members, ierror)
  call check(members == (size + 1 - mod(rank, 2)) / 2, 'split')
  call MPI_Comm_free(part, ierror)
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, part, ierror)
  call MPI_Comm_size(part, members, ierror)
  call check(members == size, 'split_type')
  call MPI_Comm_free(part, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, part, ierror)
  call MPI_Comm_free(part, ierror)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [size], [.true.], .true., ring, ierror)
  call MPI_Cart_shift(ring, 0, 1, left, right, ierror)
  from = -1
  call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, from, 1, MPI_INTEGER, ring, ierror)
  call check(all(from == [left, right]), 'neighbours')
  call MPI_Comm_free(ring, ierror)
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

end program
