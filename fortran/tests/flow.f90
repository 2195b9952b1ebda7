! SPDX-License-Identifier: MIT OR Apache-2.0
! A flow in a square box whose lid moves, by vorticity and stream function, as codes of fluid dynamics are written.
! Halos are sent to the neighbours in a grid of ranks. The time step is that of the fastest cell anywhere. The energy is
! summed on each node, and then by the first ranks of the nodes. The output of rank 0 does not depend on the number of
! ranks, except for the order of the energy's sum.
program flow
    use mpi
    implicit none
    integer, parameter :: side = 48, steps = 40, sweeps = 30
    double precision, parameter :: width = 1d0/side, viscosity = 1d-2
    integer :: grid, node, leaders, rank, ranks, node_rank, dims(2), at(2), west, east, south, north, e, step, sweep
    integer :: nx, ny, x0, y0, column
    double precision, allocatable :: omega(:, :), psi(:, :), new(:, :)
    double precision :: own(2), all(2), dt, time, energy

    call MPI_Init(e)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, e)
    dims = 0
    call MPI_Dims_create(ranks, 2, dims, e)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.false., .false.], .true., grid, e)
    call MPI_Comm_rank(grid, rank, e)
    call MPI_Cart_coords(grid, rank, 2, at, e)
    call MPI_Cart_shift(grid, 0, 1, west, east, e)
    call MPI_Cart_shift(grid, 1, 1, south, north, e)
    call MPI_Comm_split_type(grid, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, node, e)
    call MPI_Comm_rank(node, node_rank, e)
    call MPI_Comm_split(grid, merge(0, MPI_UNDEFINED, node_rank == 0), rank, leaders, e)
    x0 = side*at(1)/dims(1)
    y0 = side*at(2)/dims(2)
    nx = side*(at(1) + 1)/dims(1) - x0
    ny = side*(at(2) + 1)/dims(2) - y0
    call MPI_Type_vector(ny, 1, nx + 2, MPI_DOUBLE_PRECISION, column, e)
    call MPI_Type_commit(column, e)
    allocate (omega(0:nx + 1, 0:ny + 1), psi(0:nx + 1, 0:ny + 1), new(0:nx + 1, 0:ny + 1))
    omega = 0
    psi = 0
    new = 0
    time = 0

    do step = 1, steps
        do sweep = 1, sweeps
            call halos(psi)
            new(1:nx, 1:ny) = 0.25d0*(psi(0:nx - 1, 1:ny) + psi(2:nx + 1, 1:ny) + psi(1:nx, 0:ny - 1) &
                & + psi(1:nx, 2:ny + 1) + width**2*omega(1:nx, 1:ny))
            psi(1:nx, 1:ny) = new(1:nx, 1:ny)
        end do
        call halos(psi)
        call walls
        call halos(omega)
        own(1) = maxval(abs(psi(1:nx, 2:ny + 1) - psi(1:nx, 0:ny - 1)))/(2*width) + 1
        own(2) = maxval(abs(psi(2:nx + 1, 1:ny) - psi(0:nx - 1, 1:ny)))/(2*width) + 1
        call MPI_Allreduce(own, all, 2, MPI_DOUBLE_PRECISION, MPI_MAX, grid, e)
        dt = 0.4d0*min(width/maxval(all), width**2/(4*viscosity))
        call advance
        time = time + dt
        if (mod(step, 10) == 0) call report
    end do
    call fields
    call MPI_Type_free(column, e)
    if (leaders /= MPI_COMM_NULL) call MPI_Comm_free(leaders, e)
    call MPI_Comm_free(node, e)
    call MPI_Comm_free(grid, e)
    call MPI_Finalize(e)

contains
    ! Beyond a wall there is no neighbour, and psi is 0.
    subroutine halos(field)
        double precision, intent(inout) :: field(0:nx + 1, 0:ny + 1)
        integer :: requests(8)
        call MPI_Irecv(field(0, 1), 1, column, west, 1, grid, requests(1), e)
        call MPI_Irecv(field(nx + 1, 1), 1, column, east, 2, grid, requests(2), e)
        call MPI_Irecv(field(1, 0), nx, MPI_DOUBLE_PRECISION, south, 3, grid, requests(3), e)
        call MPI_Irecv(field(1, ny + 1), nx, MPI_DOUBLE_PRECISION, north, 4, grid, requests(4), e)
        call MPI_Isend(field(nx, 1), 1, column, east, 1, grid, requests(5), e)
        call MPI_Isend(field(1, 1), 1, column, west, 2, grid, requests(6), e)
        call MPI_Isend(field(1, ny), nx, MPI_DOUBLE_PRECISION, north, 3, grid, requests(7), e)
        call MPI_Isend(field(1, 1), nx, MPI_DOUBLE_PRECISION, south, 4, grid, requests(8), e)
        call MPI_Waitall(8, requests, MPI_STATUSES_IGNORE, e)
    end subroutine

    subroutine walls
        if (west == MPI_PROC_NULL) omega(0, :) = -2*psi(1, :)/width**2
        if (east == MPI_PROC_NULL) omega(nx + 1, :) = -2*psi(nx, :)/width**2
        if (south == MPI_PROC_NULL) omega(:, 0) = -2*psi(:, 1)/width**2
        if (north == MPI_PROC_NULL) omega(:, ny + 1) = -2*psi(:, ny)/width**2 - 2/width
    end subroutine

    subroutine advance
        integer :: i, j
        double precision :: u, v
        do j = 1, ny
            do i = 1, nx
                u = (psi(i, j + 1) - psi(i, j - 1))/(2*width)
                v = (psi(i - 1, j) - psi(i + 1, j))/(2*width)
                new(i, j) = omega(i, j) + dt*(viscosity*(omega(i - 1, j) + omega(i + 1, j) + omega(i, j - 1) &
                    & + omega(i, j + 1) - 4*omega(i, j))/width**2 - u*(omega(i + 1, j) - omega(i - 1, j))/(2*width) &
                    & - v*(omega(i, j + 1) - omega(i, j - 1))/(2*width))
            end do
        end do
        omega(1:nx, 1:ny) = new(1:nx, 1:ny)
    end subroutine

    subroutine report
        double precision :: here, below, longest
        here = sum(omega(1:nx, 1:ny)*psi(1:nx, 1:ny))*width**2/2
        below = 0
        energy = 0
        call MPI_Reduce(here, below, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, node, e)
        if (leaders /= MPI_COMM_NULL) call MPI_Allreduce(below, energy, 1, MPI_DOUBLE_PRECISION, MPI_SUM, leaders, e)
        call MPI_Bcast(energy, 1, MPI_DOUBLE_PRECISION, 0, node, e)
        call MPI_Allreduce(energy, longest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, grid, e)
        if (longest /= energy) error stop 'the nodes disagree about the energy'
        if (rank == 0) print '(i4, 2es20.11)', step, time, energy
    end subroutine

    ! The whole field, in which each cell comes from one rank: its value is the same in any order of additions.
    subroutine fields
        double precision :: part(side, side), whole(side, side)
        part = 0
        part(x0 + 1:x0 + nx, y0 + 1:y0 + ny) = omega(1:nx, 1:ny)
        call MPI_Reduce(part, whole, side*side, MPI_DOUBLE_PRECISION, MPI_SUM, 0, grid, e)
        if (rank /= 0) return
        print '(es24.16)', whole(::5, ::5)
        if (minval(whole) >= 0) error stop 'nothing moves'
    end subroutine
end program
