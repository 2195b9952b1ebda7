! SPDX-License-Identifier: MIT OR Apache-2.0
program levels
  use mpi_f08
  use hsplit_f08
  implicit none
  type(MPI_Comm) :: newcomm
  integer :: siblings, index
  character(len=MPI_MAX_OBJECT_NAME) :: level

  call MPI_Init()
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, newcomm)
  if (newcomm /= MPI_COMM_NULL) then
    call MPI_Comm_get_hlevel_info(newcomm, siblings, index, level)
    print *, trim(level), index, siblings
  end if
  call MPI_Finalize()
end program levels
