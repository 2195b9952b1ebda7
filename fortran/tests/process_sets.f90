! SPDX-License-Identifier: MIT OR Apache-2.0
!> Process sets of sessions by mpi_f08: the sets of process 3, and a communicator of a set of the hardware.
program process_sets
  use mpi_f08
  implicit none
  type(MPI_Session) :: session
  type(MPI_Group) :: world, near
  type(MPI_Comm) :: all, comm
  type(MPI_Info) :: info
  integer :: length, count, n, process, rank, size
  logical :: found
  character(len=64) :: name, value

  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session)
  call MPI_Group_from_session_pset(session, 'mpi://WORLD', world)
  call MPI_Comm_create_from_group(world, 'all', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, all)
  call MPI_Comm_rank(all, process)

  call MPI_Session_get_num_psets(session, MPI_INFO_NULL, count)
  do n = 0, count - 1
    length = 0
    call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, length, name)
    if (length < 10 .or. length > 20) error stop 'a length'
    length = len(name)
    call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, length, name)
    call MPI_Session_get_pset_info(session, trim(name), info)
    call MPI_Info_get(info, 'mpi_size', 60, value, found)
    call MPI_Info_free(info)
    if (process == 3) print '(3a)', trim(name), ' ', trim(adjustl(value(:2)))
  end do

  call MPI_Group_from_session_pset(session, 'hwloc://NUMANode', near)
  call MPI_Comm_create_from_group(near, 'near', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, comm)
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, size)
  if (rank /= mod(process, 2) .or. size /= 2) error stop 'a NUMA node'
  call MPI_Comm_free(comm)
  call MPI_Comm_free(all)
  call MPI_Group_free(near)
  call MPI_Group_free(world)
  call MPI_Session_finalize(session)
end program process_sets
