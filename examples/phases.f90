! SPDX-License-Identifier: MIT OR Apache-2.0
! phases.f90: a stencil on all ranks alternates with a threaded kernel on one rank of each NUMA node.
program phases
  use mpi_f08
  use hsplit_f08
  implicit none
  integer, parameter :: rows = 16, columns = 32, points = rows * columns, steps = 10, rounds = 3
  ! The rows of this rank, between the last row of the rank above and the first row of the rank below.
  double precision :: grid(columns, 0:rows + 1), next(columns, 0:rows + 1), left
  double precision, allocatable :: node(:)
  integer :: rank, ranks, members, threads, index, count, mine, root, above, below, i, j, round
  logical :: worker
  type(HSPLIT_Placement) :: placement
  type(MPI_Comm) :: numa, workers
  type(MPI_Info) :: info

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)

  ! The ranks of a NUMA node, and the one of them that will work.
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'mpi_hw_resource_type', 'NUMANode')
  call MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_HW_GUIDED, rank, info, numa)
  call MPI_Info_free(info)
  call HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, placement)
  call HSPLIT_Placement_elect(placement, 'NUMANode', MPI_INFO_NULL, worker, threads, index, count)
  call MPI_Comm_rank(numa, mine)
  call MPI_Comm_size(numa, members)
  if (.not. worker) mine = -1
  call MPI_Allreduce(mine, root, 1, MPI_INTEGER, MPI_MAX, numa)
  if (worker) then
    print '(5(a, i0), a)', 'rank ', rank, ': worker ', index, ' of ', count, ' on my node, ', threads, ' threads, ', &
      members, ' ranks'
  else
    print '(a, i0, a)', 'rank ', rank, ': parked'
  end if

  above = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  below = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  allocate (node(members * points))
  do i = 0, rows + 1
    do j = 1, columns
      grid(j, i) = 1 + mod(rank * rows + i + j - 1, 8)
    end do
  end do
  do round = 1, rounds
    call stencil()
    call MPI_Gather(grid(1, 1), points, MPI_DOUBLE_PRECISION, node, points, MPI_DOUBLE_PRECISION, root, numa)
    call HSPLIT_Phase_begin(placement, 'NUMANode', MPI_INFO_NULL, worker, workers)
    if (worker) left = burn()           ! on all cores of the NUMA node
    call HSPLIT_Phase_end(placement)    ! the others sleep here
    call MPI_Scatter(node, points, MPI_DOUBLE_PRECISION, grid(1, 1), points, MPI_DOUBLE_PRECISION, root, numa)
  end do
  if (rank == 0) print '(a, f0.6, a)', 'rank 0: ', left, ' is left'

  call HSPLIT_Placement_free(placement)
  call MPI_Comm_free(numa)
  call MPI_Finalize()

contains

  ! MPI everywhere: heat spreads.
  subroutine stencil()
    integer :: step

    do step = 1, steps
      call MPI_Sendrecv(grid(1, 1), columns, MPI_DOUBLE_PRECISION, above, 0, grid(1, rows + 1), columns, &
        MPI_DOUBLE_PRECISION, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Sendrecv(grid(1, rows), columns, MPI_DOUBLE_PRECISION, below, 0, grid(1, 0), columns, &
        MPI_DOUBLE_PRECISION, above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      next = grid
      next(2:columns - 1, 1:rows) = 0.25d0 * (grid(2:columns - 1, 0:rows - 1) + grid(2:columns - 1, 2:rows + 1) &
        + grid(1:columns - 2, 1:rows) + grid(3:columns, 1:rows))
      grid(:, 1:rows) = next(:, 1:rows)
    end do
  end subroutine stencil

  ! Threads: every point of the NUMA node burns by itself. The workers of all nodes agree on what is left.
  function burn() result(all)
    double precision :: sum, all
    integer :: point, step

    sum = 0
    !$omp parallel do private(step) reduction(+ : sum)
    do point = 1, members * points
      do step = 1, 100
        node(point) = node(point) - 0.001d0 * node(point)**2
      end do
      sum = sum + node(point)
    end do
    call MPI_Allreduce(sum, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, workers)
  end function burn
end program phases
