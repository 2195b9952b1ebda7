! SPDX-License-Identifier: MIT OR Apache-2.0
! Counts of Fortran's calls in the forms that counted.F90 does not have: other modes, nonblocking and persistent calls,
! neighbours, locks of windows. With -DPERSISTENT also the persistent calls of MPI 4.
#include "interface.h"
program counted_forms
  use, intrinsic :: iso_fortran_env, only: int64
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer :: rank, size, failures, all_failures, ierror, left, right, i
  integer, allocatable :: sent(:), got(:), counts(:), places(:), octets(:), ranks(:), memory(:), buffer(:)
  integer(int64), allocatable :: messages(:, :), bytes(:, :)
  integer(MPI_ADDRESS_KIND), parameter :: addresses(2) = [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND]
  COMM :: ring
  DATATYPE, allocatable :: types(:)
  REQUEST :: request, in
  WINDOW :: win
  SESSION :: m

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  allocate(sent(8 * size), got(8 * size), counts(0:size - 1), places(0:size - 1), octets(0:size - 1))
  allocate(ranks(0:size - 1), types(0:size - 1), memory(64), buffer(1024 + MPI_BSEND_OVERHEAD))
  allocate(messages(0:size - 1, 3), bytes(0:size - 1, 3))
  sent = rank
  counts = 2
  places = [(2 * i, i = 0, size - 1)]
  octets = 4 * places
  ranks = [(i, i = 0, size - 1)]
  types = MPI_INTEGER
  call MPI_Buffer_attach(buffer, 4 * (1024 + MPI_BSEND_OVERHEAD), ierror)
  ! (MPI_Neighbor_alltoallw of MPICH 4.0's mpi_f08 takes no grid.)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, [left, right], [1, 1], 2, [right, left], [1, 1], &
                                      MPI_INFO_NULL, .false., ring, ierror)
  call HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, m, ierror)
  call forget()

  call modes()
  call compare('modes')
  call persistent_modes()
  call compare('persistent modes')
  call blocking()
  call compare('other blocking collectives')
  call nonblocking()
  call compare('nonblocking collectives')
  call neighbours()
  call compare('neighbours')
  call under_locks()
  call compare('one-sided, under locks')
#ifdef PERSISTENT
  call persistent_collectives()
  call compare('persistent collectives')
  call persistent_neighbours()
  call compare('persistent calls of neighbours')
  call of_mpi_4()
  call compare('calls of MPI 4')
#endif

  call HSPLIT_Monitor_free(m, ierror)
  call MPI_Comm_free(ring, ierror)
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"
#include "counted.h"

  subroutine to_all(amount, times)
    integer, intent(in) :: amount, times
    call to_others(amount, times)
    call expect(2, rank, amount, times)
  end subroutine

  ! Reduced at rank 0, and back from there.
  subroutine through_first(there, back, times)
    integer, intent(in) :: there, back, times
    if (rank /= 0) call expect(2, 0, there, times)
    if (rank == 0) call to_others(back, times)
  end subroutine

  ! Messages of the five calls of neighbours to the left and to the right, so many times.
  subroutine to_both(times)
    integer, intent(in) :: times
    integer :: side, to(2)
    to = [left, right]
    do side = 1, 2
      call expect(2, to(side), 4, times)
      call expect(2, to(side), 12, times)
      call expect(2, to(side), 8, 3 * times)
    end do
  end subroutine

  ! A receive from the left that is posted before any rank sends.
  subroutine post()
    call MPI_Irecv(got, 8, MPI_INTEGER, left, 1, MPI_COMM_WORLD, in, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    if (rank + 1 < size) call expect(2, rank + 1, 0, 1)
  end subroutine

  subroutine arrived()
    call MPI_Wait(in, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine complete()
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine modes()
    call post()
    call MPI_Bsend(sent, 1, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierror)
    call arrived()
    call post()
    call MPI_Ibsend(sent, 2, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    call arrived()
    call post()
    call MPI_Rsend(sent, 3, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierror)
    call arrived()
    call post()
    call MPI_Irsend(sent, 4, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    call arrived()
    call post()
    call MPI_Issend(sent, 5, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    call arrived()
    do i = 1, 5
      call expect(1, right, 4 * i, 1)
    end do
  end subroutine

  ! Three starts of a persistent send.
  subroutine start_sends()
    do i = 1, 3
      call post()
      call MPI_Start(request, ierror)
      call complete()
      call arrived()
    end do
    call MPI_Request_free(request, ierror)
  end subroutine

  subroutine persistent_modes()
    call MPI_Bsend_init(sent, 1, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    call start_sends()
    call MPI_Ssend_init(sent, 2, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    call start_sends()
    call MPI_Rsend_init(sent, 3, MPI_INTEGER, right, 1, MPI_COMM_WORLD, request, ierror)
    call start_sends()
    do i = 1, 3
      call expect(1, right, 4 * i, 3)
    end do
  end subroutine

  subroutine blocking()
    call MPI_Alltoallw(sent, counts, octets, types, got, counts, octets, types, MPI_COMM_WORLD, ierror)
    call to_all(8, 1)
    call MPI_Allgatherv(sent, rank, MPI_INTEGER, got, ranks, places, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call to_others(4 * rank, 1)
    call MPI_Exscan(sent, got, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    if (rank + 1 < size) call expect(2, rank + 1, 0, 1)
    call MPI_Reduce_scatter(sent, got, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call MPI_Reduce_scatter_block(sent, got, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call through_first(8 * size, 8, 2)
  end subroutine

  subroutine nonblocking()
    call MPI_Ibcast(got, 2, MPI_INTEGER, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    if (rank == 1) call to_others(8, 1)
    call MPI_Ireduce(sent, got, 3, MPI_INTEGER, MPI_SUM, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    if (rank /= 1) call expect(2, 1, 12, 1)
    call MPI_Igather(sent, 4, MPI_INTEGER, got, 4, MPI_INTEGER, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    if (rank /= 1) call expect(2, 1, 16, 1)
    call MPI_Iscatter(sent, 5, MPI_INTEGER, got, 5, MPI_INTEGER, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    if (rank == 1) call to_others(20, 1)
    call MPI_Igatherv(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    call expect(2, 1, 8, 1)
    call MPI_Iscatterv(sent, counts, places, MPI_INTEGER, got, 2, MPI_INTEGER, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    if (rank == 1) call to_all(8, 1)
    call MPI_Iallgather(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, MPI_COMM_WORLD, request, ierror)
    call complete()
    call to_others(12, 1)
    call MPI_Iallgatherv(sent, rank, MPI_INTEGER, got, ranks, places, MPI_INTEGER, MPI_COMM_WORLD, request, ierror)
    call complete()
    call to_others(4 * rank, 1)
    call MPI_Ialltoall(sent, 4, MPI_INTEGER, got, 4, MPI_INTEGER, MPI_COMM_WORLD, request, ierror)
    call complete()
    call to_others(16, 1)
    call MPI_Ialltoallv(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, MPI_COMM_WORLD, &
                        request, ierror)
    call complete()
    call MPI_Ialltoallw(sent, counts, octets, types, got, counts, octets, types, MPI_COMM_WORLD, request, ierror)
    call complete()
    call to_all(8, 2)
    call MPI_Iallreduce(sent, got, 5, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, request, ierror)
    call complete()
    call through_first(20, 20, 1)
    call MPI_Ireduce_scatter(sent, got, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request, ierror)
    call complete()
    call MPI_Ireduce_scatter_block(sent, got, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request, ierror)
    call complete()
    call through_first(8 * size, 8, 2)
    call MPI_Iscan(sent, got, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request, ierror)
    call complete()
    call MPI_Iexscan(sent, got, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request, ierror)
    call complete()
    if (rank + 1 < size) call expect(2, rank + 1, 0, 2)
  end subroutine

  ! On a ring.
  subroutine neighbours()
    call MPI_Neighbor_allgather(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, ring, ierror)
    call MPI_Neighbor_allgatherv(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, ierror)
    call MPI_Neighbor_alltoall(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, ring, ierror)
    call MPI_Neighbor_alltoallv(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, ierror)
    call MPI_Neighbor_alltoallw(sent, counts, addresses, types, got, counts, addresses, types, ring, ierror)
    call to_both(1)
    call MPI_Ineighbor_allgather(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, ring, request, ierror)
    call complete()
    call MPI_Ineighbor_allgatherv(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, request, ierror)
    call complete()
    call MPI_Ineighbor_alltoall(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, ring, request, ierror)
    call complete()
    call MPI_Ineighbor_alltoallv(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, &
                                 request, ierror)
    call complete()
    call MPI_Ineighbor_alltoallw(sent, counts, addresses, types, got, counts, addresses, types, ring, request, ierror)
    call complete()
    call to_both(1)
  end subroutine

  ! To the right, and from there.
  subroutine under_locks()
    memory = 0
    call MPI_Win_create(memory, 256_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_lock_all(0, win, ierror)
    call MPI_Get_accumulate(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, &
                            MPI_SUM, win, ierror)
    call expect(3, right, 4, 2)
    call MPI_Get_accumulate(sent, 0, MPI_INTEGER, got, 2, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 2, MPI_INTEGER, &
                            MPI_NO_OP, win, ierror)
    call expect(3, right, 8, 1)
    call MPI_Fetch_and_op(sent, got, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, MPI_SUM, win, ierror)
    call expect(3, right, 4, 2)
    call MPI_Compare_and_swap(sent, sent, got, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, win, ierror)
    call expect(3, right, 4, 2)
    call MPI_Rput(sent, 3, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 3, MPI_INTEGER, win, request, ierror)
    call complete()
    call expect(3, right, 12, 1)
    call MPI_Rget(got, 4, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win, request, ierror)
    call complete()
    call expect(3, right, 16, 1)
    call MPI_Raccumulate(sent, 5, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 5, MPI_INTEGER, MPI_SUM, win, request, ierror)
    call complete()
    call expect(3, right, 20, 1)
    call MPI_Rget_accumulate(sent, 6, MPI_INTEGER, got, 6, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, 6, MPI_INTEGER, &
                             MPI_SUM, win, request, ierror)
    call complete()
    call expect(3, right, 24, 2)
    call MPI_Win_unlock_all(win, ierror)
    call MPI_Win_free(win, ierror)
  end subroutine

#ifdef PERSISTENT
  ! Three starts of a persistent call.
  subroutine starts()
    do i = 1, 3
      call MPI_Start(request, ierror)
      call complete()
    end do
    call MPI_Request_free(request, ierror)
  end subroutine

  ! Once: MPICH 4 and Intel MPI fail themselves if a persistent scatter is started again.
  subroutine start_once()
    call MPI_Start(request, ierror)
    call complete()
    call MPI_Request_free(request, ierror)
  end subroutine

  subroutine persistent_collectives()
    call MPI_Bcast_init(got, 2, MPI_INTEGER, 1, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    if (rank == 1) call to_others(8, 3)
    call MPI_Reduce_init(sent, got, 3, MPI_INTEGER, MPI_SUM, 1, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    if (rank /= 1) call expect(2, 1, 12, 3)
    call MPI_Gather_init(sent, 4, MPI_INTEGER, got, 4, MPI_INTEGER, 1, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    if (rank /= 1) call expect(2, 1, 16, 3)
    call MPI_Scatter_init(sent, 5, MPI_INTEGER, got, 5, MPI_INTEGER, 1, MPI_COMM_WORLD, MPI_INFO_NULL, request, &
                          ierror)
    call start_once()
    if (rank == 1) call to_others(20, 1)
    call MPI_Gatherv_init(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, 1, MPI_COMM_WORLD, &
                          MPI_INFO_NULL, request, ierror)
    call starts()
    call expect(2, 1, 8, 3)
    call MPI_Scatterv_init(sent, counts, places, MPI_INTEGER, got, 2, MPI_INTEGER, 1, MPI_COMM_WORLD, &
                           MPI_INFO_NULL, request, ierror)
    call starts()
    if (rank == 1) call to_all(8, 3)
    call MPI_Allgather_init(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    call to_others(12, 3)
    call MPI_Allgatherv_init(sent, rank, MPI_INTEGER, got, ranks, places, MPI_INTEGER, MPI_COMM_WORLD, &
                             MPI_INFO_NULL, request, ierror)
    call starts()
    call to_others(4 * rank, 3)
    call MPI_Alltoall_init(sent, 4, MPI_INTEGER, got, 4, MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    call to_others(16, 3)
    call MPI_Alltoallv_init(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, MPI_COMM_WORLD, &
                            MPI_INFO_NULL, request, ierror)
    call starts()
    call MPI_Alltoallw_init(sent, counts, octets, types, got, counts, octets, types, MPI_COMM_WORLD, &
                            MPI_INFO_NULL, request, ierror)
    call starts()
    call to_all(8, 6)
    call MPI_Allreduce_init(sent, got, 5, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    call through_first(20, 20, 3)
    call MPI_Reduce_scatter_init(sent, got, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request, &
                                 ierror)
    call starts()
    call MPI_Reduce_scatter_block_init(sent, got, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &
                                       request, ierror)
    call starts()
    call through_first(8 * size, 8, 6)
    call MPI_Scan_init(sent, got, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    call MPI_Exscan_init(sent, got, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    if (rank + 1 < size) call expect(2, rank + 1, 0, 6)
    call MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, request, ierror)
    call starts()
    if (rank + 1 < size) call expect(2, rank + 1, 0, 3)
  end subroutine

  subroutine persistent_neighbours()
    call MPI_Neighbor_allgather_init(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, ring, MPI_INFO_NULL, request, ierror)
    call starts()
    call MPI_Neighbor_allgatherv_init(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, &
                                      MPI_INFO_NULL, request, ierror)
    call starts()
    call MPI_Neighbor_alltoall_init(sent, 3, MPI_INTEGER, got, 3, MPI_INTEGER, ring, MPI_INFO_NULL, request, ierror)
    call starts()
    call MPI_Neighbor_alltoallv_init(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, &
                                     MPI_INFO_NULL, request, ierror)
    call starts()
    call MPI_Neighbor_alltoallw_init(sent, counts, addresses, types, got, counts, addresses, types, ring, &
                                     MPI_INFO_NULL, request, ierror)
    call starts()
    call to_both(3)
  end subroutine

  subroutine of_mpi_4()
    call MPI_Isendrecv(sent, 1, MPI_INTEGER, right, 1, got, 1, MPI_INTEGER, left, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    call expect(1, right, 4, 1)
    call MPI_Isendrecv_replace(got, 2, MPI_INTEGER, right, 1, left, 1, MPI_COMM_WORLD, request, ierror)
    call complete()
    call expect(1, right, 8, 1)
    call MPI_Psend_init(sent, 2, 3_MPI_COUNT_KIND, MPI_INTEGER, right, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &
                        request, ierror)
    call MPI_Precv_init(got, 2, 3_MPI_COUNT_KIND, MPI_INTEGER, left, 1, MPI_COMM_WORLD, MPI_INFO_NULL, in, ierror)
    do i = 1, 2
      call MPI_Start(in, ierror)
      call MPI_Start(request, ierror)
      call MPI_Pready(0, request, ierror)
      call MPI_Pready(1, request, ierror)
      call complete()
      call arrived()
    end do
    call expect(1, right, 24, 2)
    call MPI_Request_free(request, ierror)
    call MPI_Request_free(in, ierror)
#ifdef USE_F08
    call post()
    call MPI_Send(sent, 4_MPI_COUNT_KIND, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierror)
    call arrived()
    call expect(1, right, 16, 1)
    call MPI_Bcast(got, 3_MPI_COUNT_KIND, MPI_INTEGER, 1, MPI_COMM_WORLD, ierror)
    if (rank == 1) call to_others(12, 1)
#endif
  end subroutine
#endif
end program
