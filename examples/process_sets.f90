! SPDX-License-Identifier: MIT OR Apache-2.0
! process_sets.f90: a communicator of the processes of a NUMA node, in a program that has sessions alone.
program process_sets
  use mpi
  implicit none
  integer :: session, world, near, all, comm, process, rank, size, ierror

  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session, ierror)
  call MPI_Group_from_session_pset(session, 'mpi://WORLD', world, ierror)
  ! MPICH 4.0 makes a communicator of some processes only after one of all.
  call MPI_Comm_create_from_group(world, 'org.example.all', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, all, ierror)
  call MPI_Comm_rank(all, process, ierror)

  call MPI_Group_from_session_pset(session, 'hwloc://NUMANode', near, ierror)
  call MPI_Comm_create_from_group(near, 'org.example.near', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, comm, ierror)
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Comm_size(comm, size, ierror)
  print '(3(a,i0),a)', 'process ', process, ' is rank ', rank, ' of ', size, ' in its NUMA node'

  call MPI_Comm_free(comm, ierror)
  call MPI_Comm_free(all, ierror)
  call MPI_Group_free(near, ierror)
  call MPI_Group_free(world, ierror)
  call MPI_Session_finalize(session, ierror)
end program process_sets
