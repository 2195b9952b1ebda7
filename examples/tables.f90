! SPDX-License-Identifier: MIT OR Apache-2.0
! tables.f90: a table of which each NUMA node has one copy, in its own memory.
program tables
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
  use mpi_f08
  use hsplit_f08
  implicit none
  type(MPI_Info) :: info
  type(MPI_Win) :: window
  type(MPI_Group) :: group
  type(c_ptr) :: address
  double precision, pointer :: table(:)
  character(len=MPI_MAX_OBJECT_NAME) :: level, memory
  integer :: world_rank, rank

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, world_rank)
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'hsplit_segment', 'first')
  call HSPLIT_Win_allocate_shared('NUMANode', 8000_MPI_ADDRESS_KIND, 8, info, MPI_COMM_WORLD, address, window)
  call MPI_Info_free(info)
  call c_f_pointer(address, table, [1000])

  call MPI_Win_get_group(window, group)
  call MPI_Group_rank(group, rank)
  call MPI_Group_free(group)
  if (rank == 0) table(1) = world_rank
  call MPI_Win_fence(0, window)
  call HSPLIT_Win_query_level(window, level, memory)
  print '(a, i0, a, i0, 4a)', 'rank ', world_rank, ' reads the copy of rank ', nint(table(1)), &
    ', in the memory ', trim(memory), ' of a ', trim(level)

  call MPI_Win_free(window)
  call MPI_Finalize()
end program tables
