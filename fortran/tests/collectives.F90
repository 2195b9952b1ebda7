! SPDX-License-Identifier: MIT OR Apache-2.0
! Collective calls along the hierarchy: right data on every rank, one interception per call in every interface, and
! Fortran's MPI_IN_PLACE. The calls that must have gone along the hierarchy are printed in the form of the log.
#include "interface.h"
program collectives
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
  integer, parameter :: n = 1500
  integer :: rank, size, root, bad, all_bad, i, share, ierror
  integer :: own(n), result(n)
  integer, allocatable :: whole(:), blocks(:), counts(:), received(:), places(:)
  DATATYPE, allocatable :: types(:)
  COMM :: ring
  integer :: left, right
  integer(kind=MPI_ADDRESS_KIND) :: far(2)

  bad = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  allocate(whole(n * size), blocks(n * size), counts(size), received(size), places(size), types(size))
  do root = 0, size - 1
    own = [(i * (rank + 1), i = 1, n)]
    result = own
    call MPI_Bcast(result, n, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
    call check(all(result == [(i * (root + 1), i = 1, n)]) .and. ierror == MPI_SUCCESS, 'bcast')

    result = -1
    call MPI_Reduce(own, result, n, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, ierror)
    call check(rank /= root .or. all(result == [(i * size * (size + 1) / 2, i = 1, n)]), 'reduce')
    result = own
    if (rank == root) then
      call MPI_Reduce(MPI_IN_PLACE, result, n, MPI_INTEGER, MPI_MAX, root, MPI_COMM_WORLD, ierror)
    else
      call MPI_Reduce(own, result, n, MPI_INTEGER, MPI_MAX, root, MPI_COMM_WORLD, ierror)
    end if
    call check(rank /= root .or. all(result == [(i * size, i = 1, n)]), 'reduce in place')

    whole = -1
    call MPI_Gather(own, n, MPI_INTEGER, whole, n, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
    call check(rank /= root .or. whole_is_right(), 'gather')
    call MPI_Scatter(whole, n, MPI_INTEGER, result, n, MPI_INTEGER, root, MPI_COMM_WORLD, ierror)
    call check(all(result == own), 'scatter')
  end do
  result = own
  call MPI_Allreduce(MPI_IN_PLACE, result, n, MPI_INTEGER, MPI_MIN, MPI_COMM_WORLD, ierror)
  call check(all(result == [(i, i = 1, n)]), 'allreduce in place')
  call MPI_Allreduce(own, result, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(all(result == [(i * size * (size + 1) / 2, i = 1, n)]), 'allreduce')
  whole = -1
  call MPI_Allgather(own, n, MPI_INTEGER, whole, n, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(whole_is_right(), 'allgather')
  whole(:rank * n) = -1
  whole((rank + 1) * n + 1:) = -1
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, whole, n, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(whole_is_right(), 'allgather in place')
  whole = [((i * (rank + 1) + share, i = 1, n), share = 0, size - 1)]
  call MPI_Alltoall(whole, n, MPI_INTEGER, blocks, n, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(all(blocks == [((i * (share + 1) + rank, i = 1, n), share = 0, size - 1)]), 'alltoall')
  call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, whole, n, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(all(blocks == whole), 'alltoall in place')
  ! Every rank sends to each rank as many numbers as the receiver's rank plus one, at most n.
  counts = [(min(n, 1 + share), share = 0, size - 1)]
  received = min(n, 1 + rank)
  places = [(n * share, share = 0, size - 1)]
  types = MPI_INTEGER
  whole = [((i * (rank + 1) + share, i = 1, n), share = 0, size - 1)]
  blocks = -1
  call MPI_Alltoallv(whole, counts, places, MPI_INTEGER, blocks, received, places, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(blocks_are_right(), 'alltoallv')
  blocks = -1
  call MPI_Alltoallw(whole, counts, 4 * places, types, blocks, received, 4 * places, types, MPI_COMM_WORLD, ierror)
  call check(blocks_are_right(), 'alltoallw')
  blocks = whole
  counts = 2
  call MPI_Alltoallv(MPI_IN_PLACE, counts, places, MPI_INTEGER, blocks, counts, places, MPI_INTEGER, MPI_COMM_WORLD, &
                     ierror)
  call check(all([(blocks(share * n + 2) == 2 * (share + 1) + rank, share = 0, size - 1)]), 'alltoallv in place')
  counts = [(share + 1, share = 0, size - 1)]
  blocks = -1
  call MPI_Allgatherv(own, rank + 1, MPI_INTEGER, blocks, counts, places, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(all([(all(blocks(share * n + 1:share * n + share + 1) == [(i * (share + 1), i = 1, share + 1)]) .and. &
                   all(blocks(share * n + share + 2:(share + 1) * n) == -1), share = 0, size - 1)]), 'allgatherv')
  call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, blocks, counts, places, MPI_INTEGER, MPI_COMM_WORLD, ierror)
  call check(blocks((size - 1) * n + size) == size * size, 'allgatherv in place')
  ! The sums of these blocks are those of i * (rank + 1) + share.
  whole = [((i * (rank + 1) + share, i = 1, n), share = 0, size - 1)]
  result = -1
  call MPI_Reduce_scatter_block(whole, result, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(all(result == [(i * size * (size + 1) / 2 + rank * size, i = 1, n)]), 'reduce_scatter_block')
  blocks = whole
  call MPI_Reduce_scatter_block(MPI_IN_PLACE, blocks, n, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
  call check(all(blocks(:n) == [(i * size + rank, i = 1, n)]), 'reduce_scatter_block in place')
  counts = 0
  counts(size) = n
  result = -1
  call MPI_Reduce_scatter(whole, result, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(all(result == merge([(i * size * (size + 1) / 2, i = 1, n)], -1, rank == size - 1)), 'reduce_scatter')
  counts = [(share + 1, share = 0, size - 1)]
  blocks = rank
  call MPI_Reduce_scatter(MPI_IN_PLACE, blocks, counts, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
  call check(all(blocks(:rank + 1) == size - 1), 'reduce_scatter in place')
  call MPI_Scan(own, result, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(all(result == [(i * (rank + 1) * (rank + 2) / 2, i = 1, n)]), 'scan')
  result = own
  call MPI_Scan(MPI_IN_PLACE, result, n, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
  call check(all(result == own), 'scan in place')
  result = -1
  call MPI_Exscan(own, result, n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call check(rank == 0 .or. all(result == [(i * rank * (rank + 1) / 2, i = 1, n)]), 'exscan')
  result = own
  call MPI_Exscan(MPI_IN_PLACE, result, n, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierror)
  call check(rank == 0 .or. all(result == [(i * rank, i = 1, n)]), 'exscan in place')
  call check_neighbours()
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call check(ierror == MPI_SUCCESS, 'barrier')

  call MPI_Allreduce(bad, all_bad, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  print '(a, i0, a, 20(i0, a))', 'hsplit[', rank, ']: along the hierarchy: ', size, ' bcast, ', 2 * size, ' reduce, ', &
      3, ' allreduce, ', 1, ' barrier, ', size, ' gather, ', size, ' scatter, ', 2, ' allgather, ', &
      2, ' alltoall, ', 2, ' alltoallv, ', 1, ' alltoallw, ', 2, ' allgatherv, ', &
      2, ' reduce_scatter, ', 2, ' reduce_scatter_block, ', 2, ' scan, ', 2, ' exscan, ', &
      1, ' neighbor_allgather, ', 1, ' neighbor_allgatherv, ', 1, ' neighbor_alltoall, ', 1, &
      ' neighbor_alltoallv, ', 1, ' neighbor_alltoallw'
  call MPI_Finalize(ierror)
  if (all_bad /= 0) stop 1

contains

  ! On a ring, of which two edges lead from node to node: data sent to the left comes from the right.
  subroutine check_neighbours()
    left = modulo(rank - 1, size)
    right = modulo(rank + 1, size)
    ! (A graph: MPICH's mpi_f08 takes no grid in MPI_Neighbor_alltoallw.)
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, [left, right], MPI_UNWEIGHTED, 2, [left, right], &
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, .false., ring, ierror)
    own = [(i * (rank + 1), i = 1, n)]
    result = -1
    call MPI_Neighbor_allgather(own, 3, MPI_INTEGER, result, 3, MPI_INTEGER, ring, ierror)
    call check(all(result(:7) == [(i * (left + 1), i = 1, 3), (i * (right + 1), i = 1, 3), -1]), 'neighbor_allgather')
    counts(:2) = 3
    places(:2) = [4, 0]
    result = -1
    call MPI_Neighbor_allgatherv(own, 3, MPI_INTEGER, result, counts, places, MPI_INTEGER, ring, ierror)
    call check(all(result(:8) == [(i * (right + 1), i = 1, 3), -1, (i * (left + 1), i = 1, 3), -1]), &
               'neighbor_allgatherv')
    own(:7) = [(10 * rank + 1, i = 1, 3), -2, (10 * rank + 2, i = 1, 3)]
    result = -1
    call MPI_Neighbor_alltoall(own(5), 1, MPI_INTEGER, result, 1, MPI_INTEGER, ring, ierror)
    call check(all(result(:3) == [10 * left + 2, 10 * right + 2, -1]), 'neighbor_alltoall')
    places(:2) = [0, 4]
    result = -1
    call MPI_Neighbor_alltoallv(own, counts, places, MPI_INTEGER, result, counts, places, MPI_INTEGER, ring, ierror)
    call check(is_between_neighbours(), 'neighbor_alltoallv')
    far = 4 * places(:2)
    result = -1
    call MPI_Neighbor_alltoallw(own, counts, far, types, result, counts, far, types, ring, ierror)
    call check(is_between_neighbours(), 'neighbor_alltoallw')
    call MPI_Comm_free(ring, ierror)
  end subroutine

  logical function is_between_neighbours()
    is_between_neighbours = all(result(:8) == [(10 * left + 2, i = 1, 3), -1, (10 * right + 1, i = 1, 3), -1])
  end function

  logical function whole_is_right()
    integer :: share
    whole_is_right = all([(all(whole(share * n + 1:(share + 1) * n) == [(i * (share + 1), i = 1, n)]), &
                          share = 0, size - 1)])
  end function

  logical function blocks_are_right()
    integer :: share, m
    m = received(1)
    blocks_are_right = all([(all(blocks(share * n + 1:share * n + m) == [(i * (share + 1) + rank, i = 1, m)]) .and. &
                             all(blocks(share * n + m + 1:(share + 1) * n) == -1), share = 0, size - 1)])
  end function

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    if (holds) return
    bad = bad + 1
    print '(a, i0, 2a)', 'rank ', rank, ': wrong: ', what
  end subroutine
end program
