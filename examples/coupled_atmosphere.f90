! coupled_atmosphere.f90: the other program of the job of coupled_ocean.c.
program coupled_atmosphere
  use mpi
  implicit none
  integer, parameter :: points = 24000, steps = 6, length = 16
  integer, parameter :: long = selected_int_kind(18)
  character(len=length) :: mine
  character(len=length), allocatable :: names(:)
  integer :: rank, size, local, local_rank, local_size, others, first_other, count, step, i, request, bad, any, ierror
  integer(long) :: sum, before
  integer(long), allocatable :: part(:), whole(:), received(:)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)

  ! Which process belongs to which component? (The names end with a NUL, as those of programs in C.)
  allocate(names(size))
  mine = 'atmosphere' // char(0)
  call MPI_Allgather(mine, length, MPI_CHARACTER, names, length, MPI_CHARACTER, MPI_COMM_WORLD, ierror)
  others = 0
  first_other = 0
  do i = size, 1, -1
    if (names(i)(1:6) == 'ocean' // char(0)) then
      others = others + 1
      first_other = i - 1
    end if
  end do
  call MPI_Comm_split(MPI_COMM_WORLD, 1, rank, local, ierror)
  call MPI_Comm_rank(local, local_rank, ierror)
  call MPI_Comm_size(local, local_size, ierror)

  count = points / local_size
  allocate(part(count), whole(points), received(points))
  part = [(int(5 * (local_rank * count + i), long), i = 0, count - 1)]
  do step = 0, steps - 1
    part = mod(7 * part + step, 1000003_long)
    before = sum_of(part)
    call MPI_Allreduce(before, sum, 1, MPI_INTEGER8, MPI_SUM, local, ierror)
    ! The first ranks exchange the fields, and each of them hands the other's field out in its component.
    call MPI_Gather(part, count, MPI_INTEGER8, whole, count, MPI_INTEGER8, 0, local, ierror)
    if (local_rank == 0 .and. others > 0) then
      call MPI_Sendrecv(whole, points, MPI_INTEGER8, first_other, step, received, points, MPI_INTEGER8, first_other, &
                        step, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end if
    if (others > 0) then
      call MPI_Bcast(received, points, MPI_INTEGER8, 0, local, ierror)
      part = part + mod(received(local_rank * count + 1:(local_rank + 1) * count), 7_long)
    end if
  end do
  if (local_rank == 0) write (*, '(a, i0, a, i0)') 'atmosphere: ', local_size, ' ranks, sum ', sum

  ! The end of a coupled run: all processes agree that none has failed.
  bad = 0
  any = 1
  call MPI_Iallreduce(bad, any, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, request, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  if (any /= 0) call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  call MPI_Comm_free(local, ierror)
  call MPI_Finalize(ierror)

contains

  integer(long) function sum_of(values)
    integer(long), intent(in) :: values(:)
    integer :: at

    sum_of = 0
    do at = 1, ubound(values, 1)
      sum_of = sum_of + values(at)
    end do
  end function
end program
