! SPDX-License-Identifier: MIT OR Apache-2.0
! Communicators around a communicator, and the places of ranks: 8 ranks on the cores of two nodes of one NUMA node and
! two packages each. Every call, by all three interfaces.
#include "interface.h"
program navigation
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer, parameter :: ranks = 8
  character(len=*), parameter :: levels(4) = [character(len=8) :: 'Machine', 'NUMANode', 'Package', 'Core']
  integer :: rank, failures, all_failures, ierror

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call communicators()
  call places()
  call distances()
  call groups()
  call invalid()
#if !defined(MPIF) && !defined(USE_MPI)
  call left_out()
#endif
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  subroutine communicators()
    COMM :: newcomms(4), rootscomms(4), found, children(3)
    integer :: made, depth, count
    character(len=MPI_MAX_OBJECT_NAME) :: type

    call HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 4, made, newcomms, rootscomms, ierror)
    call check(made == 3, 'three splits')
    call HSPLIT_Comm_get_parent(newcomms(2), found, ierror)
    call check(ierror == MPI_SUCCESS .and. found == newcomms(1), 'the parent')
    call HSPLIT_Comm_get_parent(MPI_COMM_WORLD, found, ierror)
    call check(found == MPI_COMM_NULL, 'no parent')
    call HSPLIT_Comm_get_roots(newcomms(2), found, ierror)
    call check(ierror == MPI_SUCCESS .and. found == rootscomms(2), 'the roots')
    children = MPI_COMM_SELF
    call HSPLIT_Comm_get_children(newcomms(2), 3, count, children, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 1 .and. children(1) == newcomms(3), 'the child')
    call check(children(2) == MPI_COMM_SELF, 'nothing behind the children')
    call HSPLIT_Comm_get_children(newcomms(2), 0, count, children, ierror)
    call check(count == 1, 'how many children there are')
    call HSPLIT_Comm_get_depth(newcomms(2), depth, type, ierror)
    call check(ierror == MPI_SUCCESS .and. depth == 3 .and. type == 'Package', 'the depth')
    call HSPLIT_Comm_get_depth(MPI_COMM_WORLD, depth, type, ierror)
    call check(depth == 0 .and. type == 'System - Cluster', 'the depth of all')
    call HSPLIT_Comm_hierarchy_free(made, newcomms, rootscomms, ierror)
  end subroutine

  subroutine places()
    integer :: count, i, coords(5), instances(5), found(ranks), colors(5), dims(5)
    character(len=8) :: types(5)
    character(len=3) :: cut(5)

    call HSPLIT_Comm_map(MPI_COMM_WORLD, ierror)
    call check(ierror == MPI_SUCCESS, 'the map')
    call HSPLIT_Comm_map_update(MPI_COMM_WORLD, ierror)
    call check(ierror == MPI_SUCCESS, 'the map anew')
    types = '########'
    call HSPLIT_Comm_get_levels(MPI_COMM_WORLD, 5, count, types, instances, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 4, 'how many levels there are')
    call check(all(types(1:4) == levels) .and. types(5) == '########', 'the levels')
    call check(all(instances(1:4) == [2, 2, 4, 8]), 'the instances')
    call HSPLIT_Comm_get_coords(MPI_COMM_WORLD, 5, 5, count, coords, cut, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 4 .and. all(coords(1:4) == [1, 0, 0, 1]), 'the coordinates')
    call check(all(cut(1:4) == levels(:)(1:3)), 'the levels of the coordinates')
    call HSPLIT_Comm_get_rank(MPI_COMM_WORLD, 3, coords, ranks, count, found, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 2 .and. all(found(1:2) == [4, 5]), 'the ranks at coordinates')
    call HSPLIT_Comm_get_rank(MPI_COMM_WORLD, 0, coords, ranks, count, found, ierror)
    call check(count == ranks .and. all(found == [(i, i = 0, ranks - 1)]), 'all ranks')
    call HSPLIT_Comm_get_colors(MPI_COMM_WORLD, 5, count, colors, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 4, 'how many colors there are')
    call check(all(colors(1:4) == [rank / 4, rank / 4, rank / 2, rank]), 'the colors')
    call HSPLIT_Comm_get_network_coords(MPI_COMM_WORLD, 5, 5, count, coords, dims, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 0, 'no coordinates of the network')
    call HSPLIT_Comm_get_network_rank(MPI_COMM_WORLD, 1, [0], ranks, count, found, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 0, 'no ranks there')
  end subroutine

  subroutine distances()
    integer :: hops, matrix(3, 3), count, found(ranks)
    character(len=MPI_MAX_OBJECT_NAME) :: type

    call HSPLIT_Comm_get_distance(MPI_COMM_WORLD, 0, 2, hops, type, ierror)
    call check(ierror == MPI_SUCCESS .and. hops == 4 .and. type == 'NUMANode', 'the distance in a node')
    call HSPLIT_Comm_get_distance(MPI_COMM_WORLD, 0, 7, hops, type, ierror)
    call check(hops == 8 .and. type == 'System - Cluster', 'the distance between nodes')
    call HSPLIT_Comm_get_distances(MPI_COMM_WORLD, 3, [0, 1, 7], matrix, ierror)
    call check(ierror == MPI_SUCCESS .and. all(matrix == reshape([0, 2, 8, 2, 0, 8, 8, 8, 0], [3, 3])), 'distances')
    call HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, 5, 'hwloc://Machine', ranks, count, found, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 3 .and. all(found(1:3) == [4, 6, 7]), 'the neighbours')
    call HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, 5, '  ', ranks, count, found, ierror)
    call check(ierror == MPI_SUCCESS .and. count == 1 .and. found(1) == 4, 'the nearest')
  end subroutine

  subroutine groups()
    GROUP :: group
    integer :: size

    call HSPLIT_Comm_get_neighbour_group(MPI_COMM_WORLD, 4, group, ierror)
    call check(ierror == MPI_SUCCESS, 'the group')
    call MPI_Group_size(group, size, ierror)
    call check(size == 4, 'the size of the group')
    call MPI_Group_free(group, ierror)
  end subroutine

  subroutine invalid()
    COMM :: comm
    integer :: class, code, hops
    character(len=8) :: type

    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
    call HSPLIT_Comm_get_distance(comm, 0, ranks, hops, type, code)
    call MPI_Error_class(code, class, ierror)
    call check(class == MPI_ERR_RANK, 'a rank that does not exist')
    call MPI_Comm_free(comm, ierror)
  end subroutine

#if !defined(MPIF) && !defined(USE_MPI)
  !> Calls without optional outputs and ierror.
  subroutine left_out()
    integer :: count, coords(5), hops, depth, found(ranks)
    character(len=8) :: types(5)

    call HSPLIT_Comm_get_depth(MPI_COMM_WORLD, depth)
    call check(depth == 0, 'the depth alone')
    call HSPLIT_Comm_get_levels(MPI_COMM_WORLD, 5, count, types)
    call check(count == 4, 'the levels alone')
    call HSPLIT_Comm_get_coords(MPI_COMM_WORLD, 5, 5, count, coords)
    call check(count == 4 .and. coords(4) == 1, 'the coordinates alone')
    call HSPLIT_Comm_get_distance(MPI_COMM_WORLD, 0, 1, hops)
    call check(hops == 2, 'the distance alone')
    call HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, 5, max=ranks, nranks=count, ranks=found)
    call check(count == 1 .and. found(1) == 4, 'the nearest without a level')
    call HSPLIT_Comm_get_network_coords(MPI_COMM_WORLD, 5, 5, count, coords)
    call check(count == 0, 'no coordinates of the network alone')
  end subroutine
#endif
end program navigation
