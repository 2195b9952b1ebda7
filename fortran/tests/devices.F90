! SPDX-License-Identifier: MIT OR Apache-2.0
! The devices near a rank, by all three interfaces: 4 ranks on the cores of the first package of
! c-tests/topologies/gpus.xml, which has two of four GPUs.
#include "interface.h"
program devices
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  character(len=8) :: names(4)
  character(len=16) :: busids(4)
  integer :: rank, failures, all_failures, ierror, count, distances(4), ranks(4), own

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  own = mod(rank, 2)
  names = 'nothing'
  call HSPLIT_Get_devices(MPI_COMM_WORLD, 'gpu  ', 4, count, names, busids, distances, ranks, ierror)
  call check(ierror == MPI_SUCCESS .and. count == 4, 'how many there are')
  call check(names(1) == merge('gpu0', 'gpu1', own == 0), 'the first one')
  call check(busids(1) == merge('0000:10:00.0', '0000:20:00.0', own == 0), 'its place on the bus')
  call check(all(distances == [1, 1, 2, 2]), 'distances')
  call check(all(ranks == [2, 2, 0, 0]), 'how many ranks have each')
  names = 'nothing'
  call HSPLIT_Get_devices(MPI_COMM_WORLD, 'nvme', 4, count, names, busids, distances, ranks, ierror)
  call check(ierror == MPI_SUCCESS .and. count == 0 .and. names(1) == 'nothing', 'no drive')
#if !defined(MPIF) && !defined(USE_MPI)
  call HSPLIT_Get_devices(MPI_COMM_WORLD, 'ib', 4, count, names)
  call check(count == 2 .and. names(1) == 'mlx5_0', 'the names alone')
#endif
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

end program
