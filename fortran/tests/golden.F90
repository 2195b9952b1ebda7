! SPDX-License-Identifier: MIT OR Apache-2.0
! RR-9077, section 5.1: 32 ranks on four nodes, rank 8k + i bound to core i of node k. The loop and its variant with the
! roots, the whole hierarchy in one call, the lowest levels, and an error.
#include "interface.h"
program golden
  USE_INTERFACE
  implicit none
  INCLUDE_INTERFACE
  INCLUDE_HSPLIT
  integer, parameter :: steps = 4
  !> At each step: the communicator's size, its number of siblings, and the level.
  integer, parameter :: sizes(steps) = [8, 4, 2, 1], siblings(steps) = [4, 2, 2, 2]
  character(len=8), parameter :: levels(steps) = ['Machine ', 'L3Cache ', 'L1dCache', 'Core    ']
  integer :: rank, failures, all_failures, ierror

  failures = 0
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call loop(MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, .false.)
  call loop(MPI_COMM_TYPE_HW_SUBDOMAIN, .false.)
  call loop(HSPLIT_COMM_TYPE_HW_UNGUIDED, .false.)
  call loop(0, .true.)
  call hierarchy()
  call guided()
  call criteria()
  call other_types()
  call resources()
  call lowest()
  call invalid()
  call version()
  call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Finalize(ierror)
  if (all_failures /= 0) stop 1

contains

#include "check.h"

  !> Checks that a communicator has these ranks of MPI_COMM_WORLD, in this order.
  subroutine check_members(comm, first, stride, count, what)
    COMM, intent(in) :: comm
    integer, intent(in) :: first, stride, count
    character(len=*), intent(in) :: what
    GROUP :: own, world
    integer :: size, i, ranks(32)

    call check(comm /= MPI_COMM_NULL, what // ' is a communicator')
    if (comm == MPI_COMM_NULL) return
    call MPI_Comm_size(comm, size, ierror)
    call check(size == count, what // ' has the right size')
    if (size /= count) return
    call MPI_Comm_group(comm, own, ierror)
    call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
    call MPI_Group_translate_ranks(own, size, [(i, i = 0, size - 1)], world, ranks, ierror)
    call check(all(ranks(1:size) == [(first + i * stride, i = 0, size - 1)]), what // ' has the right members')
    call MPI_Group_free(own, ierror)
    call MPI_Group_free(world, ierror)
  end subroutine

  !> Checks that a communicator is the one of this step; after the last one there is none.
  subroutine check_step(comm, step)
    COMM, intent(in) :: comm
    integer, intent(in) :: step
    integer :: num_comms, index
    character(len=MPI_MAX_OBJECT_NAME) :: type
    character(len=4) :: cut

    if (step > steps) then
      call check(comm == MPI_COMM_NULL, 'the end is MPI_COMM_NULL')
      return
    end if
    call check_members(comm, rank / sizes(step) * sizes(step), 1, sizes(step), 'newcomm')
    call MPI_Comm_get_hlevel_info(comm, num_comms, index, type, ierror)
    call check(ierror == MPI_SUCCESS .and. num_comms == siblings(step), 'num_comms')
    call check(index == mod(rank / sizes(step), siblings(step)), 'index')
    call check(type == levels(step), 'type')
    type = repeat('#', len(type))
    call MPI_Comm_get_hw_subdomain_info(comm, num_comms, index, type, ierror)
    call check(type == levels(step) .and. type(len(type):) == ' ', 'type is filled with blanks')
    call MPI_Comm_get_hlevel_info(comm, num_comms, index, cut, ierror)
    call check(cut == levels(step)(1:4), 'type is cut')
  end subroutine

  !> Checks that the roots of this step, and no other ranks, are joined.
  subroutine check_roots(rootscomm, step)
    COMM, intent(in) :: rootscomm
    integer, intent(in) :: step
    integer :: parent_size

    if (step > steps) then
      call check(rootscomm == MPI_COMM_NULL, 'no roots at the end')
    else if (mod(rank, sizes(step)) /= 0) then
      call check(rootscomm == MPI_COMM_NULL, 'a rank that is no root is not among them')
    else
      parent_size = sizes(step) * siblings(step)
      call check_members(rootscomm, rank / parent_size * parent_size, sizes(step), siblings(step), 'rootscomm')
    end if
  end subroutine

  !> The loop of RR-9077, section 5.
  subroutine loop(split_type, with_roots)
    integer, intent(in) :: split_type
    logical, intent(in) :: with_roots
    COMM :: oldcomm, newcomm, rootscomm
    integer :: step

    oldcomm = MPI_COMM_WORLD
    do step = 1, steps + 1
      if (with_roots) then
        call MPI_Comm_hsplit_with_roots(oldcomm, MPI_INFO_NULL, newcomm, rootscomm, ierror)
        call check_roots(rootscomm, step)
        if (rootscomm /= MPI_COMM_NULL) call MPI_Comm_free(rootscomm, ierror)
      else
        call MPI_Comm_split_type(oldcomm, split_type, 0, MPI_INFO_NULL, newcomm, ierror)
      end if
      call check(ierror == MPI_SUCCESS, 'the split succeeds')
      call check_step(newcomm, step)
      if (oldcomm /= MPI_COMM_WORLD) call MPI_Comm_free(oldcomm, ierror)
      if (newcomm == MPI_COMM_NULL) exit
      oldcomm = newcomm
    end do
  end subroutine

  subroutine hierarchy()
    COMM :: newcomms(6), rootscomms(6)
    integer :: depth, step

    call HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 6, depth, newcomms, rootscomms, ierror)
    call check(ierror == MPI_SUCCESS .and. depth == steps, 'depth')
    do step = 1, 6
      call check_step(newcomms(step), step)
      call check_roots(rootscomms(step), step)
    end do
    call HSPLIT_Comm_hierarchy_free(depth, newcomms, rootscomms, ierror)
    do step = 1, 6
      call check(newcomms(step) == MPI_COMM_NULL .and. rootscomms(step) == MPI_COMM_NULL, 'all are freed')
    end do
#ifndef MPIF
    call HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 2, depth, newcomms, ierror=ierror)
    call check(ierror == MPI_SUCCESS .and. depth == 2, 'depth without roots')
    call check_step(newcomms(2), 2)
    call HSPLIT_Comm_hierarchy_free(depth, newcomms, ierror=ierror)
    call check(ierror == MPI_SUCCESS .and. newcomms(1) == MPI_COMM_NULL, 'freed without roots')
#endif
  end subroutine

  subroutine guided()
    COMM :: newcomm
    INFO :: info

    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, 'mpi_hw_resource_type', 'hwloc://L3Cache', ierror)
    call MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_HW_GUIDED, -rank, info, newcomm, ierror)
    call check_members(newcomm, rank / 4 * 4 + 3, -1, 4, 'the L3 cache, turned around,')
    if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
    call MPI_Info_free(info, ierror)
  end subroutine

  !> Unguided splits at other levels than the next one.
  subroutine criteria()
    COMM :: newcomm
    INFO :: info

    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, 'hsplit_criterion', 'memory', ierror)
    call MPI_Info_set(info, 'hsplit_at_most', '3', ierror)
    call MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_HW_UNGUIDED, 0, info, newcomm, ierror)
    call check_members(newcomm, rank / 2 * 2, 1, 2, 'the shared cache')
    if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
    call MPI_Info_free(info, ierror)
    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, 'hsplit_parts', '2', ierror)
    call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, info, newcomm, ierror)
    call check_members(newcomm, rank / 16 * 16, 1, 16, 'the half')
    if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
    call MPI_Info_free(info, ierror)
  end subroutine

  !> The types of Open MPI and MPICH, and a process set.
  subroutine other_types()
    COMM :: newcomm
    INFO :: info

    call MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_SOCKET, 0, MPI_INFO_NULL, newcomm, ierror)
    call check_members(newcomm, rank / 4 * 4, 1, 4, 'the package')
    if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, 'shmem_topo', 'l1cache', ierror)
    call MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_NEIGHBORHOOD, 0, info, newcomm, ierror)
    call check_members(newcomm, rank / 2 * 2, 1, 2, 'the neighbourhood')
    if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
    call MPI_Info_set(info, 'mpi_pset_name', 'mpi://SELF', ierror)
    call MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_RESOURCE_GUIDED, 0, info, newcomm, ierror)
    call check_members(newcomm, rank, 1, 1, 'the process set')
    if (newcomm /= MPI_COMM_NULL) call MPI_Comm_free(newcomm, ierror)
    call MPI_Info_free(info, ierror)
  end subroutine

  !> Every level of the node and the network; all ranks are bound to cores.
  subroutine resources()
#if defined(USE_MPI)
    use hsplit_mpi41
#elif !defined(MPIF)
    use hsplit_mpi41_f08
#endif
    INFO :: info
    integer :: keys
    logical :: found
    character(len=8) :: value

    call MPI_Get_hw_resource_info(info, ierror)
    call check(ierror == MPI_SUCCESS, 'the resources')
    call MPI_Info_get_nkeys(info, keys, ierror)
    call check(keys == 8, 'how many resources there are')
    call MPI_Info_get(info, 'hwloc://L3Cache', len(value), value, found, ierror)
    call check(found .and. value == 'true', 'the L3 cache is one of them')
    call MPI_Info_free(info, ierror)
  end subroutine

  subroutine lowest()
    character(len=MPI_MAX_OBJECT_NAME) :: type
    integer :: partner

    partner = ieor(rank, 1)
    call MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 2, [rank, partner], type, ierror)
    call check(ierror == MPI_SUCCESS .and. type == 'L1dCache', 'two cores share an L1 cache')
    call MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 2, [rank, mod(rank + 8, 32)], type, ierror)
    call check(type == 'System - Cluster', 'two nodes share nothing')
    call MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, [partner], type, ierror)
    call check(type == 'Unknown', 'a rank that is not listed gets no level')
  end subroutine

  !> Ranks that disagree; the error handler is the communicator's.
  subroutine invalid()
    COMM :: comm, newcomm
    integer :: class, code, length, split_type
    character(len=MPI_MAX_ERROR_STRING) :: text

    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN, ierror)
    newcomm = MPI_COMM_WORLD
    split_type = merge(MPI_COMM_TYPE_SHARED, MPI_COMM_TYPE_HW_SUBDOMAIN, rank == 3)
    call MPI_Comm_split_type(comm, split_type, 0, MPI_INFO_NULL, newcomm, code)
    call MPI_Error_class(code, class, ierror)
    call check(class == MPI_ERR_ARG .and. newcomm == MPI_COMM_NULL, 'ranks that disagree get an error')
    call MPI_Error_string(code, text, length, ierror)
    call check(index(text, 'the ranks disagree') > 0, 'the error says so')
    call MPI_Comm_free(comm, ierror)
  end subroutine

  subroutine version()
    integer :: major, minor, patch

    call HSPLIT_Get_version(major, minor, patch, ierror)
    call check(major == HSPLIT_VERSION_MAJOR .and. minor == HSPLIT_VERSION_MINOR .and. &
               patch == HSPLIT_VERSION_PATCH, 'version')
  end subroutine
end program golden
