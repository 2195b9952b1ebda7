! SPDX-License-Identifier: MIT OR Apache-2.0
! The places of ranks in the examples of RR-9077, section 5, from every rank: places simple|complicated, with 32 and 8
! ranks. The checks of c-tests/navigation.c, by all three interfaces.
#include "interface.h"
program places
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  character(len=*), parameter :: levels(4) = [character(len=8) :: 'Machine', 'L3Cache', 'L1dCache', 'Core']
  integer, parameter :: most = 32
  ! Values that each rank must get: the coordinates of every rank, as deep as its binding, and levels with members.
  integer :: coords(4, 0:most - 1), depth(0:most - 1), instances(4)
  integer :: rank, ranks, failures, all_failures, ierror
  character(len=16) :: example

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call get_command_argument(1, example)
  if (example == 'simple') then
    call simple()
  else
    call complicated()
  end if
  call check_levels()
  call check_coords()
  call check_distances()
  call check_neighbours()
  call check_group()
  call check_colors()
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  !> Section 5.1: rank 8 k + i is bound to core i of node k.
  subroutine simple()
    integer :: i

    call check(ranks == 32, 'the ranks of section 5.1')
    instances = [4, 8, 16, 32]
    depth = 4
    do i = 0, ranks - 1
      coords(:, i) = [i / 8, mod(i, 8) / 4, mod(i, 4) / 2, mod(i, 2)]
    end do
  end subroutine

  !> Section 5.2: ranks 0 and 1 on a core each, 2 and 3 on an L2 cache, the others on a NUMA node.
  subroutine complicated()
    call check(ranks == 8, 'the ranks of section 5.2')
    instances = [1, 2, 2, 2]
    depth(0:7) = [4, 4, 3, 3, 2, 2, 2, 2]
    coords = 0
    coords(4, 1) = 1
    coords(3, 2:3) = 1
    coords(2, 4:7) = 1
  end subroutine

  !> The number of levels that two ranks share.
  integer function shared(a, b)
    integer, intent(in) :: a, b

    do shared = 0, min(depth(a), depth(b)) - 1
      if (coords(shared + 1, a) /= coords(shared + 1, b)) return
    end do
    shared = min(depth(a), depth(b))
  end function

  integer function hops_between(a, b)
    integer, intent(in) :: a, b

    hops_between = depth(a) + depth(b) - 2 * shared(a, b)
  end function

  subroutine check_levels()
    integer :: count, found(5)
    character(len=8) :: types(5)

    call HSPLIT_Comm_get_levels(MPI_COMM_WORLD, 5, count, types, found, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 4, 'how many levels there are')
    call check(all(types(1:4) == levels) .and. all(found(1:4) == instances), 'the levels')
  end subroutine

  !> The coordinates of every rank, and the ranks below every prefix of them.
  subroutine check_coords()
    integer :: of, i, prefix, count, found(5), below(most), number
    character(len=8) :: types(5)

    do of = 0, ranks - 1
      call HSPLIT_Comm_get_coords(MPI_COMM_WORLD, of, 5, count, found, types, ierror)
      call check(ierror == MPI_SUCCESS .and. count == depth(of), 'how many coordinates there are')
      call check(all(found(1:count) == coords(1:count, of)), 'the coordinates')
      call check(all(types(1:count) == levels(1:count)), 'the levels of the coordinates')
      do prefix = 0, count
        call HSPLIT_Comm_get_rank(MPI_COMM_WORLD, prefix, found, most, number, below, ierror)
        call check(ierror == MPI_SUCCESS .and. number == members(of, prefix), 'how many ranks are below')
        call check(all(below(1:number) == pack([(i, i = 0, ranks - 1)], &
          [(shared(of, i) >= prefix, i = 0, ranks - 1)])), 'the ranks below')
      end do
    end do
  end subroutine

  !> The number of ranks that share so many levels with one rank.
  integer function members(of, levels_shared)
    integer, intent(in) :: of, levels_shared
    integer :: i

    members = 0
    do i = 0, ranks - 1
      if (shared(of, i) >= levels_shared) members = members + 1
    end do
  end function

  !> All pairs, one by one and together; then the pairs that the paper and the contract name.
  subroutine check_distances()
    integer :: a, b, hops, matrix(most, most), list(most)
    character(len=MPI_MAX_OBJECT_NAME) :: type, expected

    do a = 0, ranks - 1
      list(a + 1) = a
      do b = 0, ranks - 1
        call HSPLIT_Comm_get_distance(MPI_COMM_WORLD, a, b, hops, type, ierror)
        call check(ierror == MPI_SUCCESS .and. hops == hops_between(a, b), 'the distance')
        expected = 'System - Cluster'
        if (shared(a, b) > 0) expected = levels(shared(a, b))
        call check(type == expected, 'the level that two ranks share')
      end do
    end do
    call HSPLIT_Comm_get_distances(MPI_COMM_WORLD, ranks, list, matrix(1:ranks, 1:ranks), ierror)
    call check(ierror == MPI_SUCCESS, 'all distances')
    do a = 0, ranks - 1
      do b = 0, ranks - 1
        call check(matrix(a + 1, b + 1) == hops_between(a, b), 'a distance of all')
      end do
    end do
    if (example == 'simple') then
      call check(all(matrix(1, [2, 3, 5, 9]) == [2, 4, 6, 8]), 'a pair, a cache, a node, two nodes')
    else
      call check(matrix(3, 4) == 0 .and. matrix(1, 3) == 3 .and. matrix(1, 5) == 4 .and. matrix(5, 6) == 0, &
        'the distances of section 5.2')
    end if
  end subroutine

  !> The ranks in the same node, nearest first.
  subroutine check_neighbours()
    integer :: count, found(most), i, hops

    hops = 0
    call HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, rank, 'Machine', most, count, found, ierror)
    call check(ierror == MPI_SUCCESS .and. count == members(rank, 1) - 1, 'how many neighbours there are')
    do i = 1, count
      call check(found(i) /= rank .and. shared(rank, found(i)) >= 1, 'a neighbour')
      call check(hops <= hops_between(rank, found(i)), 'nearest first')
      hops = hops_between(rank, found(i))
    end do
  end subroutine

  subroutine check_group()
    GROUP :: group
    integer :: size, hops, i, within

    do hops = 0, 8, 2
      within = 0
      do i = 0, ranks - 1
        if (hops_between(rank, i) <= hops) within = within + 1
      end do
      call HSPLIT_Comm_get_neighbour_group(MPI_COMM_WORLD, hops, group, ierror)
      call check(ierror == MPI_SUCCESS, 'the group')
      call MPI_Group_size(group, size, ierror)
      call check(size == within, 'the size of the group')
      if (size > 0) call MPI_Group_free(group, ierror)
    end do
  end subroutine

  !> Two ranks have one color at a level exactly if they share it.
  subroutine check_colors()
    integer :: count, colors(4), all_colors(4, 0:most - 1), i, level

    colors = -1
    call HSPLIT_Comm_get_colors(MPI_COMM_WORLD, 4, count, colors, ierror)
    call check(ierror == MPI_SUCCESS .and. count == depth(rank), 'how many colors there are')
    colors(count + 1:) = -1
    call MPI_Allgather(colors, 4, MPI_INTEGER, all_colors, 4, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    do i = 0, ranks - 1
      do level = 1, min(count, depth(i))
        call check((all_colors(level, i) == colors(level)) .eqv. shared(rank, i) >= level, 'the colors of two ranks')
      end do
    end do
  end subroutine
end program places
