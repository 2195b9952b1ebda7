! SPDX-License-Identifier: MIT OR Apache-2.0
!
! The module quo: the interface of libquo 1.4 for Fortran, on top of
! libhsplit. Names, arguments and values are those of libquo. Compile it
! with the compiler of the program, and link with -lhsplit_quo.
!
! Communicators are integers, as with mpif.h and the module mpi.
! What each subroutine does is in quo.h; ierr is one of the codes.
module quo
  use, intrinsic :: iso_c_binding
  implicit none

  ! What all subroutines return.
  integer(c_int), parameter :: QUO_SUCCESS = 0
  integer(c_int), parameter :: QUO_SUCCESS_ALREADY_DONE = 1
  integer(c_int), parameter :: QUO_ERR = 2
  integer(c_int), parameter :: QUO_ERR_SYS = 3
  integer(c_int), parameter :: QUO_ERR_OOR = 4
  integer(c_int), parameter :: QUO_ERR_INVLD_ARG = 5
  integer(c_int), parameter :: QUO_ERR_CALL_BEFORE_INIT = 6
  integer(c_int), parameter :: QUO_ERR_TOPO = 7
  integer(c_int), parameter :: QUO_ERR_MPI = 8
  integer(c_int), parameter :: QUO_ERR_NOT_SUPPORTED = 9
  integer(c_int), parameter :: QUO_ERR_POP = 10
  integer(c_int), parameter :: QUO_ERR_NOT_FOUND = 11

  ! Types of objects.
  integer(c_int), parameter :: QUO_OBJ_MACHINE = 0
  integer(c_int), parameter :: QUO_OBJ_NUMANODE = 1
  integer(c_int), parameter :: QUO_OBJ_PACKAGE = 2
  integer(c_int), parameter :: QUO_OBJ_SOCKET = 3
  integer(c_int), parameter :: QUO_OBJ_CORE = 4
  integer(c_int), parameter :: QUO_OBJ_PU = 5

  ! What a push binds to.
  integer(c_int), parameter :: QUO_BIND_PUSH_PROVIDED = 0
  integer(c_int), parameter :: QUO_BIND_PUSH_OBJ = 1

  ! Flags of quo_create_with_flags.
  integer(c_int), parameter :: QUO_CREATE_NO_FLAGS = 0
  integer(c_int), parameter :: QUO_CREATE_NO_MT = 1

  private :: &
    quo_ptr_free_c, quo_version_c, &
    quo_create_c, quo_create_with_flags_c, &
    quo_free_c, quo_nobjs_by_type_c, &
    quo_nobjs_in_type_by_type_c, quo_cpuset_in_type_c, &
    quo_qids_in_type_c, quo_nnumanodes_c, &
    quo_nsockets_c, quo_ncores_c, &
    quo_npus_c, quo_nnodes_c, &
    quo_nqids_c, quo_id_c, &
    quo_bound_c, quo_bind_push_c, &
    quo_bind_pop_c, quo_barrier_c, &
    quo_auto_distrib_c, quo_get_mpi_comm_by_type_c

  interface
    function quo_ptr_free_c(p) &
      result(ierr) bind(c, name='QUO_ptr_free')
      import :: c_int, c_ptr
      type(c_ptr), value :: p
      integer(c_int) :: ierr
    end function

    function quo_version_c(version, subversion) &
      result(ierr) bind(c, name='QUO_version')
      import :: c_int
      integer(c_int), intent(out) :: version, subversion
      integer(c_int) :: ierr
    end function

    function quo_create_c(q, comm) &
      result(ierr) bind(c, name='QUO_create_f2c')
      import :: c_int, c_ptr
      type(c_ptr), intent(out) :: q
      integer(c_int), value :: comm
      integer(c_int) :: ierr
    end function

    function quo_create_with_flags_c(q, comm, flags) &
      result(ierr) bind(c, name='QUO_create_with_flags_f2c')
      import :: c_int, c_ptr
      type(c_ptr), intent(out) :: q
      integer(c_int), value :: comm, flags
      integer(c_int) :: ierr
    end function

    function quo_free_c(q) &
      result(ierr) bind(c, name='QUO_free')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int) :: ierr
    end function

    function quo_nobjs_by_type_c(q, target_type, n) &
      result(ierr) bind(c, name='QUO_nobjs_by_type')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), value :: target_type
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_nobjs_in_type_by_type_c(q, in_type, type_index, obj_type, n) &
      result(ierr) bind(c, name='QUO_nobjs_in_type_by_type')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), value :: in_type, type_index, obj_type
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_cpuset_in_type_c(q, obj_type, type_index, n) &
      result(ierr) bind(c, name='QUO_cpuset_in_type')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), value :: obj_type, type_index
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_qids_in_type_c(q, obj_type, type_index, n, qids) &
      result(ierr) bind(c, name='QUO_qids_in_type')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), value :: obj_type, type_index
      integer(c_int), intent(out) :: n
      type(c_ptr), intent(out) :: qids
      integer(c_int) :: ierr
    end function

    function quo_nnumanodes_c(q, n) &
      result(ierr) bind(c, name='QUO_nnumanodes')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_nsockets_c(q, n) &
      result(ierr) bind(c, name='QUO_nsockets')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_ncores_c(q, n) &
      result(ierr) bind(c, name='QUO_ncores')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_npus_c(q, n) &
      result(ierr) bind(c, name='QUO_npus')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_nnodes_c(q, n) &
      result(ierr) bind(c, name='QUO_nnodes')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_nqids_c(q, n) &
      result(ierr) bind(c, name='QUO_nqids')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_id_c(q, n) &
      result(ierr) bind(c, name='QUO_id')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_bound_c(q, n) &
      result(ierr) bind(c, name='QUO_bound')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_bind_push_c(q, policy, obj_type, obj_index) &
      result(ierr) bind(c, name='QUO_bind_push')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), value :: policy, obj_type, obj_index
      integer(c_int) :: ierr
    end function

    function quo_bind_pop_c(q) &
      result(ierr) bind(c, name='QUO_bind_pop')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int) :: ierr
    end function

    function quo_barrier_c(q) &
      result(ierr) bind(c, name='QUO_barrier')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int) :: ierr
    end function

    function quo_auto_distrib_c(q, obj_type, most, n) &
      result(ierr) bind(c, name='QUO_auto_distrib')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), value :: obj_type, most
      integer(c_int), intent(out) :: n
      integer(c_int) :: ierr
    end function

    function quo_get_mpi_comm_by_type_c(q, target_type, comm) &
      result(ierr) bind(c, name='QUO_get_mpi_comm_by_type_f2c')
      import :: c_int, c_ptr
      type(c_ptr), value :: q
      integer(c_int), value :: target_type
      integer(c_int), intent(out) :: comm
      integer(c_int) :: ierr
    end function
  end interface

contains

  subroutine quo_ptr_free(cptr)
    type(c_ptr), value :: cptr
    integer(c_int) :: ierr

    ierr = quo_ptr_free_c(cptr)
  end subroutine quo_ptr_free

  subroutine quo_version(version, subversion, ierr)
    integer(c_int), intent(out) :: version, subversion, ierr

    ierr = quo_version_c(version, subversion)
  end subroutine quo_version

  subroutine quo_create(q, comm, ierr)
    type(c_ptr), intent(out) :: q
    integer, value :: comm
    integer(c_int), intent(out) :: ierr

    ierr = quo_create_c(q, comm)
  end subroutine quo_create

  subroutine quo_create_with_flags(q, comm, flags, ierr)
    type(c_ptr), intent(out) :: q
    integer, value :: comm
    integer(c_int), value :: flags
    integer(c_int), intent(out) :: ierr

    ierr = quo_create_with_flags_c(q, comm, flags)
  end subroutine quo_create_with_flags

  subroutine quo_free(q, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: ierr

    ierr = quo_free_c(q)
  end subroutine quo_free

  subroutine quo_nobjs_by_type(q, target_type, out_nobjs, ierr)
    type(c_ptr), value :: q
    integer(c_int), value :: target_type
    integer(c_int), intent(out) :: out_nobjs, ierr

    ierr = quo_nobjs_by_type_c(q, target_type, out_nobjs)
  end subroutine quo_nobjs_by_type

  subroutine quo_nobjs_in_type_by_type(q, in_type, type_index, obj_type, oresult, ierr)
    type(c_ptr), value :: q
    integer(c_int), value :: in_type, type_index, obj_type
    integer(c_int), intent(out) :: oresult, ierr

    ierr = quo_nobjs_in_type_by_type_c(q, in_type, type_index, obj_type, &
      oresult)
  end subroutine quo_nobjs_in_type_by_type

  subroutine quo_cpuset_in_type(q, obj_type, type_index, oresult, ierr)
    type(c_ptr), value :: q
    integer(c_int), value :: obj_type, type_index
    logical, intent(out) :: oresult
    integer(c_int), intent(out) :: ierr
    integer(c_int) :: inside

    inside = 0
    ierr = quo_cpuset_in_type_c(q, obj_type, type_index, inside)
    oresult = inside /= 0
  end subroutine quo_cpuset_in_type

  ! The array has no element where no process is inside, or after an error.
  subroutine quo_qids_in_type(q, obj_type, type_index, qids, ierr)
    type(c_ptr), value :: q
    integer(c_int), value :: obj_type, type_index
    integer(c_int), allocatable, intent(out) :: qids(:)
    integer(c_int), intent(out) :: ierr
    integer(c_int), pointer :: list(:)
    integer(c_int) :: n
    type(c_ptr) :: p

    n = 0
    ierr = quo_qids_in_type_c(q, obj_type, type_index, n, p)
    if (ierr /= QUO_SUCCESS .or. n == 0) then
      allocate(qids(0))
    else
      call c_f_pointer(p, list, [n])
      allocate(qids(n), source=list)
      call quo_ptr_free(p)
    end if
  end subroutine quo_qids_in_type

  subroutine quo_nnumanodes(q, n, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: n, ierr

    ierr = quo_nnumanodes_c(q, n)
  end subroutine quo_nnumanodes

  subroutine quo_nsockets(q, n, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: n, ierr

    ierr = quo_nsockets_c(q, n)
  end subroutine quo_nsockets

  subroutine quo_ncores(q, n, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: n, ierr

    ierr = quo_ncores_c(q, n)
  end subroutine quo_ncores

  subroutine quo_npus(q, n, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: n, ierr

    ierr = quo_npus_c(q, n)
  end subroutine quo_npus

  subroutine quo_nnodes(q, n, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: n, ierr

    ierr = quo_nnodes_c(q, n)
  end subroutine quo_nnodes

  subroutine quo_nqids(q, n, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: n, ierr

    ierr = quo_nqids_c(q, n)
  end subroutine quo_nqids

  subroutine quo_id(q, n, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: n, ierr

    ierr = quo_id_c(q, n)
  end subroutine quo_id

  subroutine quo_bound(q, bound, ierr)
    type(c_ptr), value :: q
    logical, intent(out) :: bound
    integer(c_int), intent(out) :: ierr
    integer(c_int) :: is_bound

    is_bound = 0
    ierr = quo_bound_c(q, is_bound)
    bound = is_bound /= 0
  end subroutine quo_bound

  subroutine quo_bind_push(q, policy, obj_type, obj_index, ierr)
    type(c_ptr), value :: q
    integer(c_int), value :: policy, obj_type, obj_index
    integer(c_int), intent(out) :: ierr

    ierr = quo_bind_push_c(q, policy, obj_type, obj_index)
  end subroutine quo_bind_push

  subroutine quo_bind_pop(q, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: ierr

    ierr = quo_bind_pop_c(q)
  end subroutine quo_bind_pop

  subroutine quo_barrier(q, ierr)
    type(c_ptr), value :: q
    integer(c_int), intent(out) :: ierr

    ierr = quo_barrier_c(q)
  end subroutine quo_barrier

  subroutine quo_auto_distrib(q, distrib_over_this, max_qids_per_res_type, &
    oselected, ierr)
    type(c_ptr), value :: q
    integer(c_int), value :: distrib_over_this, max_qids_per_res_type
    logical, intent(out) :: oselected
    integer(c_int), intent(out) :: ierr
    integer(c_int) :: selected

    selected = 0
    ierr = quo_auto_distrib_c(q, distrib_over_this, max_qids_per_res_type, &
      selected)
    oselected = selected /= 0
  end subroutine quo_auto_distrib

  subroutine quo_get_mpi_comm_by_type(q, target_type, comm, ierr)
    type(c_ptr), value :: q
    integer(c_int), value :: target_type
    integer, intent(out) :: comm
    integer(c_int), intent(out) :: ierr

    ierr = quo_get_mpi_comm_by_type_c(q, target_type, comm)
  end subroutine quo_get_mpi_comm_by_type
end module quo
