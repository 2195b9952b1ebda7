! SPDX-License-Identifier: MIT OR Apache-2.0
! A subroutine of a library that a program opens: messages, collective calls and a graph, with Fortran's constants.
#include "interface.h"
subroutine work() bind(C, name='work')
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
  integer :: rank, size, left, right, ierror, got(2), all(2)
  COMM :: ring

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  all = rank + 1
  call MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (any(all /= size * (size + 1) / 2)) error stop 'a wrong sum'
  all = rank
  call MPI_Bcast(all, 2, MPI_INTEGER, size - 1, MPI_COMM_WORLD, ierror)
  if (any(all /= size - 1)) error stop 'a wrong broadcast'
  all = rank
  got = -1
  call MPI_Sendrecv(all, 2, MPI_INTEGER, right, 3, got, 2, MPI_INTEGER, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, &
                    ierror)
  if (any(got /= left)) error stop 'a wrong message'
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [left], MPI_UNWEIGHTED, 1, [right], MPI_UNWEIGHTED, &
                                      MPI_INFO_NULL, .true., ring, ierror)
  call MPI_Comm_rank(ring, rank, ierror)
  if (ierror /= MPI_SUCCESS .or. rank < 0 .or. rank >= size) error stop 'no graph'
  call MPI_Comm_free(ring, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
end subroutine
