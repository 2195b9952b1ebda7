! SPDX-License-Identifier: MIT OR Apache-2.0
! Generated from src/capi by `make header`: change the declarations, not this file.
!> The calls and constants of libhsplit, in addition to 'use mpi' or mpif.h.
!!
!! The manual page of each call describes it and the lengths of its arrays (man MPI_Comm_hsplit_with_roots). Names of
!! levels are truncated or padded with blanks to the length of the variable; MPI_MAX_OBJECT_NAME characters are enough.
!! The module has no code: link with -lhsplit.
module hsplit
  implicit none
  public
  include 'hsplitf.h'

  interface
    subroutine MPI_Comm_hsplit_with_roots(oldcomm, info, newcomm, rootscomm, ierror)
      integer, intent(in) :: oldcomm, info
      integer, intent(out) :: newcomm, rootscomm, ierror
    end subroutine

    subroutine MPI_Comm_get_hlevel_info(comm, num_comms, index, type, ierror)
      integer, intent(in) :: comm
      integer, intent(out) :: num_comms, index
      character(len=*), intent(out) :: type
      integer, intent(out) :: ierror
    end subroutine

    subroutine MPI_Comm_get_hw_subdomain_info(comm, num_comms, index, type, ierror)
      integer, intent(in) :: comm
      integer, intent(out) :: num_comms, index
      character(len=*), intent(out) :: type
      integer, intent(out) :: ierror
    end subroutine

    subroutine MPI_Comm_get_min_hlevel(comm, nranks, ranks, type, ierror)
      integer, intent(in) :: comm, nranks, ranks(*)
      character(len=*), intent(out) :: type
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_hierarchy(comm, info, max, depth, newcomms, rootscomms, ierror)
      integer, intent(in) :: comm, info, max
      integer, intent(out) :: depth, newcomms(*)
      integer, intent(out), optional :: rootscomms(*)
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_hierarchy_free(depth, newcomms, rootscomms, ierror)
      integer, intent(in) :: depth
      integer, intent(inout) :: newcomms(*)
      integer, intent(inout), optional :: rootscomms(*)
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Get_version(major, minor, patch, ierror)
      integer, intent(out) :: major, minor, patch, ierror
    end subroutine

    subroutine HSPLIT_Get_library_version(version, resultlen, ierror)
      character(len=*), intent(out) :: version
      integer, intent(out) :: resultlen, ierror
    end subroutine

    subroutine HSPLIT_Comm_get_parent(comm, parent, ierror)
      integer, intent(in) :: comm
      integer, intent(out) :: parent, ierror
    end subroutine

    subroutine HSPLIT_Comm_get_children(comm, max, count, children, ierror)
      integer, intent(in) :: comm, max
      integer, intent(out) :: count, children(*), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_roots(comm, roots, ierror)
      integer, intent(in) :: comm
      integer, intent(out) :: roots, ierror
    end subroutine

    subroutine HSPLIT_Comm_get_depth(comm, depth, type, ierror)
      integer, intent(in) :: comm
      integer, intent(out) :: depth
      character(len=*), intent(out) :: type
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_map(comm, ierror)
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_map_update(comm, ierror)
      integer, intent(in) :: comm
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_get_levels(comm, max, count, types, instances, ierror)
      integer, intent(in) :: comm, max
      integer, intent(out) :: count
      character(len=*), intent(out) :: types(*)
      integer, intent(out) :: instances(*), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_coords(comm, rank, max, count, coords, types, ierror)
      integer, intent(in) :: comm, rank, max
      integer, intent(out) :: count, coords(*)
      character(len=*), intent(out) :: types(*)
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_get_rank(comm, count, coords, max, nranks, ranks, ierror)
      integer, intent(in) :: comm, count, coords(*), max
      integer, intent(out) :: nranks, ranks(*), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_colors(comm, max, depth, colors, ierror)
      integer, intent(in) :: comm, max
      integer, intent(out) :: depth, colors(*), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_network_coords(comm, rank, max, count, coords, dims, ierror)
      integer, intent(in) :: comm, rank, max
      integer, intent(out) :: count, coords(*), dims(*), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_network_rank(comm, count, coords, max, nranks, ranks, ierror)
      integer, intent(in) :: comm, count, coords(*), max
      integer, intent(out) :: nranks, ranks(*), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_distance(comm, a, b, hops, type, ierror)
      integer, intent(in) :: comm, a, b
      integer, intent(out) :: hops
      character(len=*), intent(out) :: type
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_get_distances(comm, n, ranks, matrix, ierror)
      integer, intent(in) :: comm, n, ranks(*)
      integer, intent(out) :: matrix(n, *), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_neighbours(comm, rank, type, max, nranks, ranks, ierror)
      integer, intent(in) :: comm, rank
      character(len=*), intent(in) :: type
      integer, intent(in) :: max
      integer, intent(out) :: nranks, ranks(*), ierror
    end subroutine

    subroutine HSPLIT_Comm_get_neighbour_group(comm, hops, group, ierror)
      integer, intent(in) :: comm, hops
      integer, intent(out) :: group, ierror
    end subroutine

    subroutine HSPLIT_Get_devices(comm, type, max, count, names, busids, distances, ranks, ierror)
      integer, intent(in) :: comm
      character(len=*), intent(in) :: type
      integer, intent(in) :: max
      integer, intent(out) :: count
      character(len=*), intent(out) :: names(*), busids(*)
      integer, intent(out) :: distances(*), ranks(*), ierror
    end subroutine

    subroutine HSPLIT_Bind_push(where, info, ierror)
      character(len=*), intent(in) :: where
      integer, intent(in) :: info
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Bind_push_comm(comm, info, ierror)
      integer, intent(in) :: comm, info
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Bind_pop(ierror)
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Bind_get(text, cores, units, pushed, ierror)
      character(len=*), intent(out) :: text
      integer, intent(out) :: cores, units, pushed, ierror
    end subroutine

    subroutine HSPLIT_Placement_create(comm, info, p, ierror)
      integer, intent(in) :: comm, info
      integer, intent(out) :: p, ierror
    end subroutine

    subroutine HSPLIT_Placement_free(p, ierror)
      integer, intent(inout) :: p
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Placement_elect(p, shape, info, worker, threads, index, workers, ierror)
      integer, intent(in) :: p
      character(len=*), intent(in) :: shape
      integer, intent(in) :: info
      logical, intent(out) :: worker
      integer, intent(out) :: threads, index, workers, ierror
    end subroutine

    subroutine HSPLIT_Placement_comm(p, shape, info, workers, ierror)
      integer, intent(in) :: p
      character(len=*), intent(in) :: shape
      integer, intent(in) :: info
      integer, intent(out) :: workers, ierror
    end subroutine

    subroutine HSPLIT_Node_barrier(p, ierror)
      integer, intent(in) :: p
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Phase_begin(p, shape, info, worker, comm, ierror)
      integer, intent(in) :: p
      character(len=*), intent(in) :: shape
      integer, intent(in) :: info
      logical, intent(out) :: worker
      integer, intent(out) :: comm, ierror
    end subroutine

    subroutine HSPLIT_Phase_end(p, ierror)
      integer, intent(in) :: p
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Comm_reorder(comm, n, peers, weights, info, newcomm, receive_from, send_to, ierror)
      use, intrinsic :: iso_fortran_env, only: real64
      integer, intent(in) :: comm, n, peers(*)
      real(real64), intent(in) :: weights(*)
      integer, intent(in) :: info
      integer, intent(out) :: newcomm, receive_from, send_to, ierror
    end subroutine

    subroutine HSPLIT_Comm_migrate(comm, newcomm, buf, count, type, ierror)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      integer, intent(in) :: comm, newcomm
      type(*) :: buf(*)
      integer, intent(in) :: count, type
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Cart_create(comm_old, ndims, weights, periods, info, dims, comm_cart, ierror)
      use, intrinsic :: iso_fortran_env, only: real64
      integer, intent(in) :: comm_old, ndims
      real(real64), intent(in) :: weights(*)
      logical, intent(in) :: periods(*)
      integer, intent(in) :: info
      integer, intent(inout) :: dims(*)
      integer, intent(out) :: comm_cart, ierror
    end subroutine

    subroutine HSPLIT_Dims_create(comm, ndims, weights, dims, ierror)
      use, intrinsic :: iso_fortran_env, only: real64
      integer, intent(in) :: comm, ndims
      real(real64), intent(in) :: weights(*)
      integer, intent(inout) :: dims(*)
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_start(comm, info, m, ierror)
      integer, intent(in) :: comm, info
      integer, intent(out) :: m, ierror
    end subroutine

    subroutine HSPLIT_Monitor_suspend(m, ierror)
      integer, intent(in) :: m
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_continue(m, ierror)
      integer, intent(in) :: m
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_reset(m, ierror)
      integer, intent(in) :: m
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_free(m, ierror)
      integer, intent(inout) :: m
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_get(m, what, n, values, ierror)
      use, intrinsic :: iso_fortran_env, only: int64
      integer, intent(in) :: m, what, n
      integer(int64), intent(out) :: values(*)
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_levels(m, what, max, depth, inside, types, ierror)
      use, intrinsic :: iso_fortran_env, only: int64
      integer, intent(in) :: m, what, max
      integer, intent(out) :: depth
      integer(int64), intent(out) :: inside(*)
      character(len=*), intent(out) :: types(*)
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_flush(m, file, ierror)
      integer, intent(in) :: m
      character(len=*), intent(in) :: file
      integer, intent(out) :: ierror
    end subroutine

    subroutine HSPLIT_Monitor_reorder(m, info, newcomm, receive_from, send_to, ierror)
      integer, intent(in) :: m, info
      integer, intent(out) :: newcomm, receive_from, send_to, ierror
    end subroutine

    subroutine HSPLIT_Win_allocate_shared(level, size, disp_unit, info, comm, baseptr, win, ierror)
      use, intrinsic :: iso_c_binding, only: c_intptr_t, c_ptr
      character(len=*), intent(in) :: level
      integer(c_intptr_t), intent(in) :: size
      integer, intent(in) :: disp_unit, info, comm
      type(c_ptr), intent(out) :: baseptr
      integer, intent(out) :: win, ierror
    end subroutine

    subroutine HSPLIT_Win_query_level(win, level, memory, pages, placed, ierror)
      integer, intent(in) :: win
      character(len=*), intent(out) :: level, memory
      integer, intent(out) :: pages, placed, ierror
    end subroutine
  end interface
end module hsplit

!> MPI_Get_hw_resource_info (MPI 4.1), if the module mpi does not declare it, or with mpif.h.
!!
!! A separate module, because two declarations of one name would be ambiguous if the MPI has the call.
module hsplit_mpi41
  implicit none
  public

  interface
    subroutine MPI_Get_hw_resource_info(hw_info, ierror)
      integer, intent(out) :: hw_info, ierror
    end subroutine
  end interface
end module hsplit_mpi41
