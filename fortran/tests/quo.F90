! SPDX-License-Identifier: MIT OR Apache-2.0
! The module quo, every subroutine: 8 ranks bound to the cores of two nodes of two packages of two cores. Communicators
! are integers: -DMPIF (mpif.h), -DUSE_MPI, or mpi_f08 without either, whose handles hold them.
#if defined(MPIF)
#define WORLD MPI_COMM_WORLD
#define COMM integer
#define NUMBER(comm) comm
#elif defined(USE_MPI)
#define WORLD MPI_COMM_WORLD
#define COMM integer
#define NUMBER(comm) comm
#else
#define WORLD MPI_COMM_WORLD%MPI_VAL
#define COMM type(MPI_Comm)
#define NUMBER(comm) comm%MPI_VAL
#endif
program quo_program
#if defined(USE_MPI)
  use mpi
#elif !defined(MPIF)
  use mpi_f08
#endif
  use quo
  implicit none
#if defined(MPIF)
  include 'mpif.h'
#endif
  type(c_ptr) :: q, other
  integer(c_int), allocatable :: qids(:)
  integer(c_int) :: n, m, info
  integer :: rank, id, ierror, sizes
  logical :: flag
  COMM :: part

  call quo_create(q, WORLD, info)
  call check(info == QUO_ERR_MPI, 60)
  call quo_create_with_flags(q, WORLD, 0, info)
  call check(info == QUO_ERR_MPI, 61)
  call quo_get_mpi_comm_by_type(c_null_ptr, QUO_OBJ_MACHINE, NUMBER(part), info)
  call check(info /= QUO_SUCCESS, 62)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  id = mod(rank, 4)
  call quo_version(n, m, info)
  call check(info == QUO_SUCCESS .and. n == 8 .and. m == 0, 1)
  call quo_create(q, WORLD, info)
  call check(info == QUO_SUCCESS, 2)

  call counts
  call bindings

  call quo_auto_distrib(q, QUO_OBJ_SOCKET, 1, flag, info)
  call check(info == QUO_SUCCESS .and. (flag .eqv. mod(id, 2) == 0), 30)
  call quo_auto_distrib(q, QUO_OBJ_SOCKET, 0, flag, info)
  call check(info == QUO_ERR_INVLD_ARG .and. .not. flag, 31)
  call quo_get_mpi_comm_by_type(q, QUO_OBJ_MACHINE, NUMBER(part), info)
  call MPI_Comm_size(part, sizes, ierror)
  call check(info == QUO_SUCCESS .and. sizes == 4, 32)
  call MPI_Comm_free(part, ierror)
  call quo_get_mpi_comm_by_type(q, QUO_OBJ_PACKAGE, NUMBER(part), info)
  call MPI_Comm_size(part, sizes, ierror)
  call check(info == QUO_SUCCESS .and. sizes == 2, 33)
  call MPI_Comm_free(part, ierror)

  call quo_create_with_flags(other, WORLD, QUO_CREATE_NO_MT, info)
  call check(info == QUO_SUCCESS, 34)
  call quo_npus(other, n, info)
  call check(info == QUO_SUCCESS .and. n == 4, 35)
  call quo_barrier(other, info)
  call check(info == QUO_SUCCESS, 36)
  call quo_free(other, info)
  call check(info == QUO_SUCCESS, 37)
  call quo_free(q, info)
  call check(info == QUO_SUCCESS, 38)
  call quo_nodes_of(c_null_ptr)
  call MPI_Finalize(ierror)

contains

  subroutine check(holds, number)
    logical, intent(in) :: holds
    integer, intent(in) :: number

    if (holds) return
    print *, 'rank', rank, ': check', number, 'fails'
    call MPI_Abort(MPI_COMM_WORLD, number, ierror)
  end subroutine check

  subroutine counts
    call quo_nobjs_by_type(q, QUO_OBJ_CORE, n, info)
    call check(info == QUO_SUCCESS .and. n == 4, 3)
    call quo_nobjs_in_type_by_type(q, QUO_OBJ_PACKAGE, 1, QUO_OBJ_CORE, n, info)
    call check(info == QUO_SUCCESS .and. n == 2, 4)
    call quo_nobjs_in_type_by_type(q, QUO_OBJ_PACKAGE, 2, QUO_OBJ_CORE, n, info)
    call check(info == QUO_ERR_INVLD_ARG, 5)
    call quo_nnumanodes(q, n, info)
    call check(info == QUO_SUCCESS .and. n == 1, 6)
    call quo_nsockets(q, n, info)
    call check(info == QUO_SUCCESS .and. n == 2, 7)
    call quo_ncores(q, n, info)
    call check(info == QUO_SUCCESS .and. n == 4, 8)
    call quo_npus(q, n, info)
    call check(info == QUO_SUCCESS .and. n == 4, 9)
    call quo_nnodes(q, n, info)
    call check(info == QUO_SUCCESS .and. n == 2, 10)
    call quo_nqids(q, n, info)
    call check(info == QUO_SUCCESS .and. n == 4, 11)
    call quo_id(q, n, info)
    call check(info == QUO_SUCCESS .and. n == id, 12)
  end subroutine counts

  subroutine bindings
    call quo_cpuset_in_type(q, QUO_OBJ_SOCKET, 0, flag, info)
    call check(info == QUO_SUCCESS .and. (flag .eqv. id < 2), 13)
    call quo_qids_in_type(q, QUO_OBJ_SOCKET, 1, qids, info)
    call check(info == QUO_SUCCESS .and. size(qids) == 2 .and. all(qids == [2, 3]), 14)
    call quo_qids_in_type(q, QUO_OBJ_SOCKET, 7, qids, info)
    call check(info == QUO_ERR_INVLD_ARG .and. size(qids) == 0, 15)
    call quo_bound(q, flag, info)
    call check(info == QUO_SUCCESS .and. flag, 16)
    call quo_barrier(q, info)
    call check(info == QUO_SUCCESS, 17)
    call quo_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0, info)
    call check(info == QUO_SUCCESS, 18)
    call quo_bound(q, flag, info)
    call check(info == QUO_SUCCESS .and. .not. flag, 19)
    call quo_barrier(q, info)
    call quo_qids_in_type(q, QUO_OBJ_CORE, 3, qids, info)
    call check(info == QUO_SUCCESS .and. size(qids) == 4 .and. all(qids == [0, 1, 2, 3]), 20)
    call quo_barrier(q, info)
    call quo_bind_pop(q, info)
    call check(info == QUO_SUCCESS, 21)
    call quo_bind_pop(q, info)
    call check(info == QUO_ERR_POP, 22)
    call quo_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_PU, -1, info)
    call check(info == QUO_SUCCESS, 23)
    call quo_barrier(q, info)
    call quo_qids_in_type(q, QUO_OBJ_CORE, 3, qids, info)
    call check(info == QUO_SUCCESS .and. size(qids) == 1 .and. all(qids == [3]), 24)
    call quo_bind_pop(q, info)
    call check(info == QUO_SUCCESS, 25)
  end subroutine bindings

  subroutine quo_nodes_of(none)
    type(c_ptr), intent(in) :: none

    call quo_nnodes(none, n, info)
    call check(info == QUO_ERR_INVLD_ARG, 39)
    call quo_free(none, info)
    call check(info == QUO_SUCCESS, 40)
  end subroutine quo_nodes_of
end program quo_program
