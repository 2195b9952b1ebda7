! SPDX-License-Identifier: MIT OR Apache-2.0
! mpi_f08 without a single ierror, on any machine with at least one level; names are cut to any length, even to nothing.
program optional
  use mpi_f08
  use hsplit_f08
  implicit none
  type(MPI_Comm) :: newcomm, rootscomm, newcomms(8)
  integer :: rank, num_comms, index, depth, major, minor, patch
  character(len=5) :: type
  character(len=0) :: nothing

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, newcomm)
  call MPI_Comm_get_hlevel_info(newcomm, num_comms, index, type)
  if (newcomm == MPI_COMM_NULL .or. num_comms /= 2 .or. type /= 'Machi') stop 1
  call MPI_Comm_get_hw_subdomain_info(newcomm, num_comms, index, nothing)
  call MPI_Comm_free(newcomm)
  call MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, newcomm, rootscomm)
  if (newcomm == MPI_COMM_NULL) stop 2
  call MPI_Comm_free(newcomm)
  if (rootscomm /= MPI_COMM_NULL) call MPI_Comm_free(rootscomm)
  call MPI_Comm_get_min_hlevel(MPI_COMM_WORLD, 1, [rank], type)
  if (type /= 'Core') stop 3
  call HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 8, depth, newcomms)
  if (depth < 1) stop 4
  call HSPLIT_Comm_hierarchy_free(depth, newcomms)
  call HSPLIT_Get_version(major, minor, patch)
  if (major /= HSPLIT_VERSION_MAJOR) stop 5
  call MPI_Finalize()
end program optional
