! SPDX-License-Identifier: MIT OR Apache-2.0
! Random directed multigraphs on any number of ranks in cyclic order over nodes, by all three interfaces;
! HSPLIT_REORDER=all. Every process compares its lists with those that were given for its new rank.
#include "interface.h"
program graphs
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer :: rank, size, failures, all_failures, changed, all_changed, turn, ierror
  ! A graph that all ranks have, and the role of this process in a communicator, with its lists there.
  COMM :: newcomm
  integer :: state, edges, role, in, out
  integer, allocatable :: from(:), to(:), weight(:), leading_to(:), weights_to(:), leading_from(:), weights_from(:)

  failures = 0
  changed = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  allocate (from(6 * size), to(6 * size), weight(6 * size), leading_to(6 * size), weights_to(6 * size))
  allocate (leading_from(6 * size), weights_from(6 * size))
  do turn = 1, 8
    state = turn
    call draw()
    call distributed(mod(turn, 2) == 0)
    call adjacent(mod(turn, 2) == 0)
    call known()
  end do
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Allreduce(changed, all_changed, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (all_changed == 0 .and. size > 6) print '(a)', 'no rank has changed'
  call MPI_Finalize(ierror)
  if (all_failures /= 0 .or. (all_changed == 0 .and. size > 6)) stop 1

contains

#include "check.h"

  integer function below(number)
    integer, intent(in) :: number
    state = mod(1366 * state + 150889, 714025)
    below = mod(state / 100, number)
  end function

  ! Most edges stay in a block of four ranks, so that a reordering has a gain; all weights differ.
  subroutine draw()
    integer :: i
    edges = 3 * size + below(3 * size)
    do i = 1, edges
      from(i) = below(size)
      to(i) = min(from(i) / 4 * 4 + below(4), size - 1)
      if (below(4) == 0) to(i) = below(size)
      weight(i) = 10 * i + below(10)
    end do
  end subroutine

  ! Each process names every size-th edge.
  subroutine distributed(weighted)
    logical, intent(in) :: weighted
    integer :: i, n, sources(6), degrees(6), destinations(6), weights(6)

    degrees = 1
    n = 0
    do i = rank + 1, edges, size
      n = n + 1
      sources(n) = from(i)
      destinations(n) = to(i)
      weights(n) = weight(i)
    end do
    if (weighted) then
      call MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, destinations, weights, MPI_INFO_NULL, .true., &
        newcomm, ierror)
    else
      call MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, &
        .true., newcomm, ierror)
    end if
    call look(weighted)
    do i = 1, in
      n = count(from(:edges) == leading_to(i) .and. to(:edges) == role)
      call check(count(leading_to(:in) == leading_to(i)) == n, 'edges to a role')
      if (weighted) call check(any(from(:edges) == leading_to(i) .and. to(:edges) == role .and. &
        weight(:edges) == weights_to(i)), 'weights to a role')
    end do
    do i = 1, out
      n = count(from(:edges) == role .and. to(:edges) == leading_from(i))
      call check(count(leading_from(:out) == leading_from(i)) == n, 'edges from a role')
      if (weighted) call check(any(from(:edges) == role .and. to(:edges) == leading_from(i) .and. &
        weight(:edges) == weights_from(i)), 'weights from a role')
    end do
  end subroutine

  ! Adjacent lists keep their order.
  subroutine adjacent(weighted)
    logical, intent(in) :: weighted
    integer, allocatable :: sources(:), source_weights(:), destinations(:), destination_weights(:)

    sources = pack(from(:edges), to(:edges) == rank)
    source_weights = pack(weight(:edges), to(:edges) == rank)
    destinations = pack(to(:edges), from(:edges) == rank)
    destination_weights = pack(weight(:edges), from(:edges) == rank)
    in = count(to(:edges) == rank)
    out = count(from(:edges) == rank)
    if (weighted) then
      call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, sources, source_weights, out, destinations, &
        destination_weights, MPI_INFO_NULL, .true., newcomm, ierror)
    else
      call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, sources, MPI_UNWEIGHTED, out, destinations, &
        MPI_UNWEIGHTED, MPI_INFO_NULL, .true., newcomm, ierror)
    end if
    call look(weighted)
    call check(all(leading_to(:in) == pack(from(:edges), to(:edges) == role)), 'lists to a role')
    call check(all(leading_from(:out) == pack(to(:edges), from(:edges) == role)), 'lists from a role')
    if (weighted) then
      call check(all(weights_to(:in) == pack(weight(:edges), to(:edges) == role)), 'their weights')
      call check(all(weights_from(:out) == pack(weight(:edges), from(:edges) == role)), 'and theirs')
    end if
  end subroutine

  ! The role of this process, and its lists as the MPI returns them, as many as were given for its role.
  subroutine look(weighted)
    logical, intent(in) :: weighted
    logical :: is_weighted
    call find_role()
    call MPI_Dist_graph_neighbors_count(newcomm, in, out, is_weighted, ierror)
    call check(in == count(to(:edges) == role) .and. out == count(from(:edges) == role), 'as many as were given')
    call check(is_weighted .eqv. weighted, 'weighted or not')
    call MPI_Dist_graph_neighbors(newcomm, in, leading_to, weights_to, out, leading_from, weights_from, ierror)
    call MPI_Comm_free(newcomm, ierror)
  end subroutine

  subroutine find_role()
    call MPI_Comm_rank(newcomm, role, ierror)
    if (role /= rank) changed = changed + 1
  end subroutine

  ! The same graph, given whole on all ranks.
  subroutine known()
    integer :: i, index(size), list(6 * size), found(6 * size), degree, newrank

    degree = 0
    do i = 1, size
      index(i) = count(from(:edges) < i)
      list(degree + 1:index(i)) = pack(to(:edges), from(:edges) == i - 1)
      degree = index(i)
    end do
    call MPI_Graph_map(MPI_COMM_WORLD, size, index, list, newrank, ierror)
    call MPI_Graph_create(MPI_COMM_WORLD, size, index, list, .true., newcomm, ierror)
    call find_role()
    call check(newrank == role, 'MPI_Graph_map gives that rank')
    call MPI_Graph_neighbors_count(newcomm, role, degree, ierror)
    call check(degree == count(from(:edges) == role), 'as many neighbours as were given')
    call MPI_Graph_neighbors(newcomm, role, degree, found, ierror)
    call check(all(found(:degree) == pack(to(:edges), from(:edges) == role)), 'neighbours')
    call MPI_Comm_free(newcomm, ierror)
  end subroutine
end program
