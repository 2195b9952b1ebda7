! SPDX-License-Identifier: MIT OR Apache-2.0
! Generated from src/capi by `make header`: change the declarations, not this file.
!> The calls and constants of libhsplit, in addition to 'use mpi_f08'.
!!
!! The manual page of each call describes it and the lengths of its arrays (man MPI_Comm_hsplit_with_roots). Names of
!! levels are truncated or padded with blanks to the length of the variable; MPI_MAX_OBJECT_NAME characters are enough.
!! The module has no code: link with -lhsplit.
module hsplit_f08
  implicit none
  public
  include 'hsplitf.h'

  !> A handle of a placement; HSPLIT_Placement(0) is no placement.
  type, bind(C) :: HSPLIT_Placement
    integer :: HSPLIT_VAL
  end type

  !> A handle of a session of counting; HSPLIT_Monitor(0) is no session.
  type, bind(C) :: HSPLIT_Monitor
    integer :: HSPLIT_VAL
  end type

  interface MPI_Comm_hsplit_with_roots
    subroutine MPI_Comm_hsplit_with_roots_f08(oldcomm, info, newcomm, rootscomm, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      type(MPI_Comm), intent(in) :: oldcomm
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: newcomm, rootscomm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_get_hlevel_info
    subroutine MPI_Comm_get_hlevel_info_f08(comm, num_comms, index, type, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: num_comms, index
      character(len=*), intent(out) :: type
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_get_hw_subdomain_info
    subroutine MPI_Comm_get_hw_subdomain_info_f08(comm, num_comms, index, type, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: num_comms, index
      character(len=*), intent(out) :: type
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface MPI_Comm_get_min_hlevel
    subroutine MPI_Comm_get_min_hlevel_f08(comm, nranks, ranks, type, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: nranks, ranks(*)
      character(len=*), intent(out) :: type
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_hierarchy
    subroutine HSPLIT_Comm_hierarchy_f08(comm, info, max, depth, newcomms, rootscomms, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      integer, intent(in) :: max
      integer, intent(out) :: depth
      type(MPI_Comm), intent(out) :: newcomms(*)
      type(MPI_Comm), intent(out), optional :: rootscomms(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_hierarchy_free
    subroutine HSPLIT_Comm_hierarchy_free_f08(depth, newcomms, rootscomms, ierror)
      use mpi_f08, only: MPI_Comm
      integer, intent(in) :: depth
      type(MPI_Comm), intent(inout) :: newcomms(*)
      type(MPI_Comm), intent(inout), optional :: rootscomms(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Get_version
    subroutine HSPLIT_Get_version_f08(major, minor, patch, ierror)
      integer, intent(out), optional :: major, minor, patch, ierror
    end subroutine
  end interface

  interface HSPLIT_Get_library_version
    subroutine HSPLIT_Get_library_version_f08(version, resultlen, ierror)
      character(len=*), intent(out) :: version
      integer, intent(out), optional :: resultlen, ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_parent
    subroutine HSPLIT_Comm_get_parent_f08(comm, parent, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(out) :: parent
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_children
    subroutine HSPLIT_Comm_get_children_f08(comm, max, count, children, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: max
      integer, intent(out) :: count
      type(MPI_Comm), intent(out) :: children(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_roots
    subroutine HSPLIT_Comm_get_roots_f08(comm, roots, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Comm), intent(out) :: roots
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_depth
    subroutine HSPLIT_Comm_get_depth_f08(comm, depth, type, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out) :: depth
      character(len=*), intent(out), optional :: type
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_map
    subroutine HSPLIT_Comm_map_f08(comm, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_map_update
    subroutine HSPLIT_Comm_map_update_f08(comm, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_levels
    subroutine HSPLIT_Comm_get_levels_f08(comm, max, count, types, instances, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: max
      integer, intent(out) :: count
      character(len=*), intent(out) :: types(*)
      integer, intent(out), optional :: instances(*), ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_coords
    subroutine HSPLIT_Comm_get_coords_f08(comm, rank, max, count, coords, types, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank, max
      integer, intent(out) :: count, coords(*)
      character(len=*), intent(out), optional :: types(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_rank
    subroutine HSPLIT_Comm_get_rank_f08(comm, count, coords, max, nranks, ranks, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: count, coords(*), max
      integer, intent(out) :: nranks, ranks(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_colors
    subroutine HSPLIT_Comm_get_colors_f08(comm, max, depth, colors, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: max
      integer, intent(out) :: depth, colors(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_network_coords
    subroutine HSPLIT_Comm_get_network_coords_f08(comm, rank, max, count, coords, dims, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank, max
      integer, intent(out) :: count, coords(*)
      integer, intent(out), optional :: dims(*), ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_network_rank
    subroutine HSPLIT_Comm_get_network_rank_f08(comm, count, coords, max, nranks, ranks, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: count, coords(*), max
      integer, intent(out) :: nranks, ranks(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_distance
    subroutine HSPLIT_Comm_get_distance_f08(comm, a, b, hops, type, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: a, b
      integer, intent(out) :: hops
      character(len=*), intent(out), optional :: type
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_distances
    subroutine HSPLIT_Comm_get_distances_f08(comm, n, ranks, matrix, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: n, ranks(*)
      integer, intent(out) :: matrix(n, *)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_neighbours
    subroutine HSPLIT_Comm_get_neighbours_f08(comm, rank, type, max, nranks, ranks, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: rank
      character(len=*), intent(in), optional :: type
      integer, intent(in) :: max
      integer, intent(out) :: nranks, ranks(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_get_neighbour_group
    subroutine HSPLIT_Comm_get_neighbour_group_f08(comm, hops, group, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Group
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: hops
      type(MPI_Group), intent(out) :: group
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Get_devices
    subroutine HSPLIT_Get_devices_f08(comm, type, max, count, names, busids, distances, ranks, ierror)
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      character(len=*), intent(in) :: type
      integer, intent(in) :: max
      integer, intent(out) :: count
      character(len=*), intent(out) :: names(*)
      character(len=*), intent(out), optional :: busids(*)
      integer, intent(out), optional :: distances(*), ranks(*), ierror
    end subroutine
  end interface

  interface HSPLIT_Bind_push
    subroutine HSPLIT_Bind_push_f08(where, info, ierror)
      use mpi_f08, only: MPI_Info
      character(len=*), intent(in) :: where
      type(MPI_Info), intent(in) :: info
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Bind_push_comm
    subroutine HSPLIT_Bind_push_comm_f08(comm, info, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Bind_pop
    subroutine HSPLIT_Bind_pop_f08(ierror)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Bind_get
    subroutine HSPLIT_Bind_get_f08(text, cores, units, pushed, ierror)
      character(len=*), intent(out), optional :: text
      integer, intent(out), optional :: cores, units, pushed, ierror
    end subroutine
  end interface

  interface HSPLIT_Placement_create
    subroutine HSPLIT_Placement_create_f08(comm, info, p, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      import :: HSPLIT_Placement
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(HSPLIT_Placement), intent(out) :: p
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Placement_free
    subroutine HSPLIT_Placement_free_f08(p, ierror)
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(inout) :: p
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Placement_elect
    subroutine HSPLIT_Placement_elect_f08(p, shape, info, worker, threads, index, workers, ierror)
      use mpi_f08, only: MPI_Info
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(in) :: p
      character(len=*), intent(in) :: shape
      type(MPI_Info), intent(in) :: info
      logical, intent(out), optional :: worker
      integer, intent(out), optional :: threads, index, workers, ierror
    end subroutine
  end interface

  interface HSPLIT_Placement_comm
    subroutine HSPLIT_Placement_comm_f08(p, shape, info, workers, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(in) :: p
      character(len=*), intent(in) :: shape
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: workers
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Node_barrier
    subroutine HSPLIT_Node_barrier_f08(p, ierror)
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(in) :: p
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Phase_begin
    subroutine HSPLIT_Phase_begin_f08(p, shape, info, worker, comm, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(in) :: p
      character(len=*), intent(in) :: shape
      type(MPI_Info), intent(in) :: info
      logical, intent(out) :: worker
      type(MPI_Comm), intent(out), optional :: comm
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Phase_end
    subroutine HSPLIT_Phase_end_f08(p, ierror)
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(in) :: p
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_reorder
    subroutine HSPLIT_Comm_reorder_f08(comm, n, peers, weights, info, newcomm, receive_from, send_to, ierror)
      use, intrinsic :: iso_fortran_env, only: real64
      use mpi_f08, only: MPI_Comm, MPI_Info
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: n, peers(*)
      real(real64), intent(in), optional :: weights(*)
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: receive_from, send_to, ierror
    end subroutine
  end interface

  interface HSPLIT_Comm_migrate
    subroutine HSPLIT_Comm_migrate_f08(comm, newcomm, buf, count, type, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Datatype
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(MPI_Comm), intent(in) :: comm, newcomm
      type(*) :: buf(*)
      integer, intent(in) :: count
      type(MPI_Datatype), intent(in) :: type
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Cart_create
    subroutine HSPLIT_Cart_create_f08(comm_old, ndims, weights, periods, info, dims, comm_cart, ierror)
      use, intrinsic :: iso_fortran_env, only: real64
      use mpi_f08, only: MPI_Comm, MPI_Info
      type(MPI_Comm), intent(in) :: comm_old
      integer, intent(in) :: ndims
      real(real64), intent(in), optional :: weights(*)
      logical, intent(in) :: periods(*)
      type(MPI_Info), intent(in) :: info
      integer, intent(inout) :: dims(*)
      type(MPI_Comm), intent(out) :: comm_cart
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Dims_create
    subroutine HSPLIT_Dims_create_f08(comm, ndims, weights, dims, ierror)
      use, intrinsic :: iso_fortran_env, only: real64
      use mpi_f08, only: MPI_Comm
      type(MPI_Comm), intent(in) :: comm
      integer, intent(in) :: ndims
      real(real64), intent(in), optional :: weights(*)
      integer, intent(inout) :: dims(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_start
    subroutine HSPLIT_Monitor_start_f08(comm, info, m, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      import :: HSPLIT_Monitor
      type(MPI_Comm), intent(in) :: comm
      type(MPI_Info), intent(in) :: info
      type(HSPLIT_Monitor), intent(out) :: m
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_suspend
    subroutine HSPLIT_Monitor_suspend_f08(m, ierror)
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: m
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_continue
    subroutine HSPLIT_Monitor_continue_f08(m, ierror)
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: m
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_reset
    subroutine HSPLIT_Monitor_reset_f08(m, ierror)
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: m
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_free
    subroutine HSPLIT_Monitor_free_f08(m, ierror)
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(inout) :: m
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_get
    subroutine HSPLIT_Monitor_get_f08(m, what, n, values, ierror)
      use, intrinsic :: iso_fortran_env, only: int64
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: m
      integer, intent(in) :: what, n
      integer(int64), intent(out) :: values(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_levels
    subroutine HSPLIT_Monitor_levels_f08(m, what, max, depth, inside, types, ierror)
      use, intrinsic :: iso_fortran_env, only: int64
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: m
      integer, intent(in) :: what, max
      integer, intent(out) :: depth
      integer(int64), intent(out) :: inside(*)
      character(len=*), intent(out), optional :: types(*)
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_flush
    subroutine HSPLIT_Monitor_flush_f08(m, file, ierror)
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: m
      character(len=*), intent(in) :: file
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Monitor_reorder
    subroutine HSPLIT_Monitor_reorder_f08(m, info, newcomm, receive_from, send_to, ierror)
      use mpi_f08, only: MPI_Comm, MPI_Info
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: m
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(out) :: newcomm
      integer, intent(out), optional :: receive_from, send_to, ierror
    end subroutine
  end interface

  interface HSPLIT_Win_allocate_shared
    subroutine HSPLIT_Win_allocate_shared_f08(level, size, disp_unit, info, comm, baseptr, win, ierror)
      use, intrinsic :: iso_c_binding, only: c_intptr_t, c_ptr
      use mpi_f08, only: MPI_Comm, MPI_Info, MPI_Win
      character(len=*), intent(in) :: level
      integer(c_intptr_t), intent(in) :: size
      integer, intent(in) :: disp_unit
      type(MPI_Info), intent(in) :: info
      type(MPI_Comm), intent(in) :: comm
      type(c_ptr), intent(out) :: baseptr
      type(MPI_Win), intent(out) :: win
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Win_query_level
    subroutine HSPLIT_Win_query_level_f08(win, level, memory, pages, placed, ierror)
      use mpi_f08, only: MPI_Win
      type(MPI_Win), intent(in) :: win
      character(len=*), intent(out), optional :: level, memory
      integer, intent(out), optional :: pages, placed, ierror
    end subroutine
  end interface

  interface operator(==)
    pure logical function HSPLIT_Placement_eq(a, b)
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(in) :: a, b
    end function

    pure logical function HSPLIT_Monitor_eq(a, b)
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: a, b
    end function
  end interface

  interface operator(/=)
    pure logical function HSPLIT_Placement_ne(a, b)
      import :: HSPLIT_Placement
      type(HSPLIT_Placement), intent(in) :: a, b
    end function

    pure logical function HSPLIT_Monitor_ne(a, b)
      import :: HSPLIT_Monitor
      type(HSPLIT_Monitor), intent(in) :: a, b
    end function
  end interface
end module hsplit_f08

!> MPI_Get_hw_resource_info (MPI 4.1), if the module mpi_f08 does not declare it.
!!
!! A separate module, because two declarations of one name would be ambiguous if the MPI has the call.
module hsplit_mpi41_f08
  implicit none
  public

  interface MPI_Get_hw_resource_info
    subroutine MPI_Get_hw_resource_info_f08(hw_info, ierror)
      use mpi_f08, only: MPI_Info
      type(MPI_Info), intent(out) :: hw_info
      integer, intent(out), optional :: ierror
    end subroutine
  end interface
end module hsplit_mpi41_f08
