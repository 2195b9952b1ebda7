! SPDX-License-Identifier: MIT OR Apache-2.0
! A call with a datatype before MPI_Init: it returns an error, and says T.
      program early
      implicit none
      include 'mpif.h'
      integer none(1), ierror

      none(1) = 0
      call HSPLIT_Comm_migrate(MPI_COMM_WORLD, MPI_COMM_WORLD, none,
     &                         1, MPI_INTEGER, ierror)
      print '(l1)', ierror .ne. MPI_SUCCESS
      call MPI_Init(ierror)
      call MPI_Finalize(ierror)
      end program
