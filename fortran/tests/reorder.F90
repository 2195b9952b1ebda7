! SPDX-License-Identifier: MIT OR Apache-2.0
! Ranks in another order: 8 ranks in cyclic order over two nodes of four cores; a ring of four ranks belongs on one
! node. Every call, by all three interfaces; HSPLIT_REORDER=all.
#include "interface.h"
program reorder
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer :: rank, role, failures, all_failures, ierror, left, right
  COMM :: newcomm

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  left = next_of(rank, 3)
  right = next_of(rank, 1)
  call by_hand()
  call distributed(.true.)
  call distributed(.false.)
  call adjacent(.true.)
  call adjacent(.false.)
  call known_graph()
  call grid()
  call weighted_grid()
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  ! In the ring of four.
  integer function next_of(rank, steps)
    integer, intent(in) :: rank, steps
    next_of = rank / 4 * 4 + mod(rank + steps, 4)
  end function

  ! The order is another one; sets the role of this process.
  subroutine check_changed(comm, what)
    COMM, intent(in) :: comm
    character(len=*), intent(in) :: what
    integer :: relation
    call MPI_Comm_rank(comm, role, ierror)
    call MPI_Comm_compare(MPI_COMM_WORLD, comm, relation, ierror)
    call check(relation == MPI_SIMILAR, what)
  end subroutine

  subroutine by_hand()
    integer :: peers(2), receive_from, send_to, numbers(3)
    double precision :: weights(2), field(4)

    peers = [left, right]
    weights = [2.5d0, 2.5d0]
    call HSPLIT_Comm_reorder(MPI_COMM_WORLD, 2, peers, weights, MPI_INFO_NULL, newcomm, receive_from, send_to, ierror)
    call check(ierror == MPI_SUCCESS, 'HSPLIT_Comm_reorder succeeds')
    call check_changed(newcomm, 'by hand')
    call check(receive_from == role, 'the role is that of receive_from')
    field = dble(rank)
    numbers = rank
    call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, field, 4, MPI_DOUBLE_PRECISION, ierror)
    call check(ierror == MPI_SUCCESS .and. all(field == dble(role)), 'data has migrated')
    call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, numbers, 3, MPI_INTEGER, ierror)
    call check(ierror == MPI_SUCCESS .and. all(numbers == role), 'numbers have migrated')
    call HSPLIT_Comm_migrate(newcomm, MPI_COMM_WORLD, numbers, 3, MPI_INTEGER, ierror)
    call check(all(numbers == rank), 'and back')
    call any_data()
    call MPI_Comm_free(newcomm, ierror)
#if !defined(MPIF) && !defined(USE_MPI)
    call HSPLIT_Comm_reorder(MPI_COMM_WORLD, 2, peers, info=MPI_INFO_NULL, newcomm=newcomm)
    call check_changed(newcomm, 'with what may be left out')
    call MPI_Comm_free(newcomm)
#endif
  end subroutine

  ! Data of all forms, and the constants that replace a buffer.
  subroutine any_data()
    type pair
      sequence
      integer :: first, second
    end type
    type(pair) :: both
    DATATYPE :: absolute
    integer(MPI_ADDRESS_KIND) :: place(1)
    integer :: one, rows(2, 3), class
    ! MPI changes it, which the compiler cannot see.
    integer, volatile :: four(4)

    one = rank
    call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, one, 1, MPI_INTEGER, ierror)
    call check(ierror == MPI_SUCCESS .and. one == role, 'a scalar has migrated')
    both = pair(rank, -rank)
    call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, both, 2, MPI_INTEGER, ierror)
    call check(both%first == role .and. both%second == -role, 'a derived type has migrated')
    rows = -1
    rows(1, :) = rank
    call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, rows(1, :), 3, MPI_INTEGER, ierror)
    call check(all(rows(1, :) == role) .and. all(rows(2, :) == -1), 'a section has migrated')
    four = rank
    call MPI_Get_address(four, place(1), ierror)
    call MPI_Type_create_hindexed(1, [4], place, MPI_INTEGER, absolute, ierror)
    call MPI_Type_commit(absolute, ierror)
    call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, MPI_BOTTOM, 1, absolute, ierror)
    call check(ierror == MPI_SUCCESS .and. all(four == role), 'data at its absolute address has migrated')
    call MPI_Type_free(absolute, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
    call HSPLIT_Comm_migrate(MPI_COMM_WORLD, newcomm, MPI_IN_PLACE, 1, MPI_INTEGER, ierror)
    call MPI_Error_class(ierror, class, ierror)
    call check(class == MPI_ERR_ARG, 'MPI_IN_PLACE is no data')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
  end subroutine

  subroutine check_neighbours(weighted, what)
    logical, intent(in) :: weighted
    character(len=*), intent(in) :: what
    integer :: in, out, sources(9), source_weights(9), destinations(9), destination_weights(9)
    logical :: is_weighted

    call check_changed(newcomm, what)
    call MPI_Dist_graph_neighbors_count(newcomm, in, out, is_weighted, ierror)
    call check(in == 1 .and. out == 1 .and. (is_weighted .eqv. weighted), what // ': one neighbour on each side')
    if (in /= 1 .or. out /= 1) return
    call MPI_Dist_graph_neighbors(newcomm, 1, sources, source_weights, 1, destinations, destination_weights, ierror)
    call check(sources(1) == next_of(role, 3) .and. destinations(1) == next_of(role, 1), what // ': neighbours')
    if (weighted) call check(source_weights(1) == 100 + sources(1) .and. destination_weights(1) == 100 + role, &
      what // ': weights')
    call MPI_Comm_free(newcomm, ierror)
  end subroutine

  subroutine distributed(weighted)
    logical, intent(in) :: weighted
    integer :: sources(1), degrees(1), destinations(1), weights(1)

    ! Each rank names the edge of another rank.
    sources = mod(rank + 3, 8)
    degrees = 1
    destinations = next_of(sources(1), 1)
    weights = 100 + sources
    if (weighted) then
      call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, sources, degrees, destinations, weights, MPI_INFO_NULL, .true., &
        newcomm, ierror)
    else
      call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, sources, degrees, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, &
        .true., newcomm, ierror)
    end if
    call check_neighbours(weighted, 'MPI_Dist_graph_create')
  end subroutine

  subroutine adjacent(weighted)
    logical, intent(in) :: weighted
    integer :: sources(1), source_weights(1), destinations(1), destination_weights(1)

    sources = left
    source_weights = 100 + left
    destinations = right
    destination_weights = 100 + rank
    if (weighted) then
      call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, source_weights, 1, destinations, &
        destination_weights, MPI_INFO_NULL, .true., newcomm, ierror)
    else
      call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, MPI_UNWEIGHTED, 1, destinations, &
        MPI_UNWEIGHTED, MPI_INFO_NULL, .true., newcomm, ierror)
    end if
    call check_neighbours(weighted, 'MPI_Dist_graph_create_adjacent')
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, source_weights, 1, destinations, &
      destination_weights, MPI_INFO_NULL, .false., newcomm, ierror)
    call MPI_Comm_rank(newcomm, role, ierror)
    call check(role == rank, 'reorder is false')
    call MPI_Comm_free(newcomm, ierror)
  end subroutine

  subroutine known_graph()
    integer :: i, index(8), edges(16), found(2), newrank

    do i = 0, 7
      index(i + 1) = 2 * (i + 1)
      edges(2 * i + 1:2 * i + 2) = [next_of(i, 3), next_of(i, 1)]
    end do
    call MPI_Graph_map(MPI_COMM_WORLD, 8, index, edges, newrank, ierror)
    call MPI_Graph_create(MPI_COMM_WORLD, 8, index, edges, .true., newcomm, ierror)
    call check_changed(newcomm, 'MPI_Graph_create')
    call check(newrank == role, 'MPI_Graph_map gives that rank')
    call MPI_Graph_neighbors(newcomm, role, 2, found, ierror)
    call check(found(1) == next_of(role, 3) .and. found(2) == next_of(role, 1), 'neighbours in the graph')
    call MPI_Comm_free(newcomm, ierror)
  end subroutine

  subroutine grid()
    integer :: coords(2), newrank
    logical :: periods(2)

    periods = [.false., .true.]
    call MPI_Cart_map(MPI_COMM_WORLD, 2, [2, 4], periods, newrank, ierror)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, [2, 4], periods, .true., newcomm, ierror)
    call check_changed(newcomm, 'MPI_Cart_create')
    call check(newrank == role, 'MPI_Cart_map gives that rank')
    call MPI_Cart_coords(newcomm, role, 2, coords, ierror)
    call check(coords(1) == role / 4 .and. coords(2) == mod(role, 4), 'coordinates')
    call MPI_Comm_free(newcomm, ierror)
  end subroutine

  ! All traffic is along the second dimension, which nodes do not cut.
  subroutine weighted_grid()
    integer :: dims(2), coords(2), kind
    double precision :: weights(2)
    logical :: periods(2), own_periods(2)

    weights = [1d0, 100d0]
    periods = [.false., .true.]
    dims = 0
    call HSPLIT_Dims_create(MPI_COMM_WORLD, 2, weights, dims, ierror)
    call check(ierror == MPI_SUCCESS .and. all(dims == [8, 1]), 'HSPLIT_Dims_create')
    dims = [2, 0]
    call HSPLIT_Cart_create(MPI_COMM_WORLD, 2, weights, periods, MPI_INFO_NULL, dims, newcomm, ierror)
    call check(ierror == MPI_SUCCESS .and. all(dims == [2, 4]), 'HSPLIT_Cart_create')
    call check_changed(newcomm, 'HSPLIT_Cart_create')
    call MPI_Topo_test(newcomm, kind, ierror)
    call check(kind == MPI_CART, 'a grid')
    call MPI_Cart_get(newcomm, 2, dims, own_periods, coords, ierror)
    call check(all(dims == [2, 4]) .and. all(own_periods .eqv. periods), 'the grid')
    call check(role == 4 * coords(1) + coords(2), 'row by row')
    ! Ranks were in cyclic order: one node has the even ones.
    call check_one_node(coords(1))
    call MPI_Comm_free(newcomm, ierror)
#if !defined(MPIF) && !defined(USE_MPI)
    dims = 0
    call HSPLIT_Dims_create(MPI_COMM_WORLD, 2, dims=dims)
    call check(product(dims) == 8, 'HSPLIT_Dims_create without weights')
    dims = 0
    call HSPLIT_Cart_create(MPI_COMM_WORLD, 2, periods=periods, info=MPI_INFO_NULL, dims=dims, comm_cart=newcomm)
    call check(product(dims) == 8, 'HSPLIT_Cart_create without weights')
    call MPI_Comm_free(newcomm)
#endif
  end subroutine

  ! All ranks of a row were on one node.
  subroutine check_one_node(row)
    integer, intent(in) :: row
    integer :: mine(2), sums(2)
    mine = 0
    mine(row + 1) = mod(rank, 2)
    call MPI_Allreduce(mine, sums, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call check(all(sums == 0 .or. sums == 4) .and. sum(sums) == 4, 'a row is on one node')
  end subroutine
end program
