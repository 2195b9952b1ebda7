! SPDX-License-Identifier: MIT OR Apache-2.0
!> The calls and constants of libhsplit beside 'use mpi_f08'.
!!
!! What each call does is in its manual page (man MPI_Comm_hsplit_with_roots). Names of levels are cut, or filled with
!! blanks, to the length of the variable; MPI_MAX_OBJECT_NAME is enough. The module holds no code: link with -lhsplit.
module hsplit_f08
  implicit none
  public
  include 'hsplitf.h'

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

  !> The arrays have max elements. All ranks leave rootscomms out, or none does.
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
      integer, intent(out) :: major, minor, patch
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  interface HSPLIT_Get_library_version
    subroutine HSPLIT_Get_library_version_f08(version, resultlen, ierror)
      character(len=*), intent(out) :: version
      integer, intent(out) :: resultlen
      integer, intent(out), optional :: ierror
    end subroutine
  end interface
end module hsplit_f08

!> MPI_Get_hw_resource_info (MPI 4.1), where the module mpi_f08 does not declare it.
!!
!! A module of its own: where the MPI has the call, two declarations of one name would be ambiguous.
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
