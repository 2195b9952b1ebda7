! SPDX-License-Identifier: MIT OR Apache-2.0
!> The part of the module hsplit_f08 that has handles of the library's own: placements with their phases, and sessions
!! of counting. In free form.

  !> A placement; HSPLIT_Placement(0) is none.
  type, bind(C) :: HSPLIT_Placement
    integer :: HSPLIT_VAL
  end type

  !> A session of counting; HSPLIT_Monitor(0) is none.
  type, bind(C) :: HSPLIT_Monitor
    integer :: HSPLIT_VAL
  end type

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
      integer, intent(out), optional :: threads, index, workers
      integer, intent(out), optional :: ierror
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

  !> The array has n elements.
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

  !> The arrays have max elements.
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
      integer, intent(out), optional :: receive_from, send_to
      integer, intent(out), optional :: ierror
    end subroutine
  end interface

  !> As the handles of mpi_f08.
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
