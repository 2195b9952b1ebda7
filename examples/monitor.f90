! SPDX-License-Identifier: MIT OR Apache-2.0
! monitor.f90: count what ranks send, give them roles that fit it, move the data, and continue.
program monitor
  use, intrinsic :: iso_fortran_env, only: int64
  use mpi_f08
  use hsplit_f08
  implicit none
  integer, parameter :: points = 8192, steps = 10, levels = 16
  ! The block that belongs to the role of this process, and that of its partner.
  double precision :: block(points), other(points), weighted, total
  integer :: rank, role
  type(HSPLIT_Monitor) :: session
  type(MPI_Comm) :: comm

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  block = rank + 1

  call HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, session)
  call iterate(MPI_COMM_WORLD)
  call report('before')

  ! The process on a core keeps its core, and gets another role.
  call HSPLIT_Monitor_reorder(session, MPI_INFO_NULL, comm)
  call HSPLIT_Comm_migrate(MPI_COMM_WORLD, comm, block, points, MPI_DOUBLE_PRECISION)
  call HSPLIT_Monitor_free(session)

  call HSPLIT_Monitor_start(comm, MPI_INFO_NULL, session)
  call iterate(comm)
  call report('after')
  call HSPLIT_Monitor_free(session)

  call MPI_Comm_rank(comm, role)
  weighted = (role + 1) * block(1)
  call MPI_Allreduce(weighted, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm)
  if (rank == 0) print '(a, f0.3)', 'rank 0: the blocks sum up to ', total
  call MPI_Comm_free(comm)
  call MPI_Finalize()

contains

  ! Each role exchanges its block with the role that is half of all further on.
  subroutine iterate(comm)
    type(MPI_Comm), intent(in) :: comm
    integer :: size, partner, step

    call MPI_Comm_rank(comm, role)
    call MPI_Comm_size(comm, size)
    partner = mod(role + size / 2, size)
    do step = 1, steps
      call MPI_Sendrecv(block, points, MPI_DOUBLE_PRECISION, partner, 0, other, points, MPI_DOUBLE_PRECISION, &
        partner, 0, comm, MPI_STATUS_IGNORE)
      block = block + 0.125d0 * other
    end do
  end subroutine iterate

  ! How much of what was sent stayed inside nodes.
  subroutine report(when)
    character(len=*), intent(in) :: when
    character(len=MPI_MAX_OBJECT_NAME) :: types(levels)
    integer(int64) :: inside(levels)
    integer :: depth, i

    call HSPLIT_Monitor_levels(session, HSPLIT_MONITOR_BYTES, levels, depth, inside, types)
    do i = 1, depth - 1
      if (rank == 0 .and. types(i) == 'Machine') print '(3a, i0, a, i0, a)', 'rank 0: ', when, ', ', &
        inside(i) / 1024, ' of ', inside(depth) / 1024, ' KiB stay inside nodes'
    end do
  end subroutine report
end program monitor
