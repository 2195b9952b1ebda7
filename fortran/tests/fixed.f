C     SPDX-License-Identifier: MIT OR Apache-2.0
C     The include file in fixed form, and names in capitals.
      PROGRAM FIXED
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INCLUDE 'hsplitf.h'
      INTEGER COMM, N, I, IERR
      CHARACTER*(MPI_MAX_OBJECT_NAME) NAME
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_SPLIT_TYPE(MPI_COMM_WORLD,
     &     MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL,
     &     COMM, IERR)
      CALL MPI_COMM_GET_HLEVEL_INFO(COMM, N, I, NAME, IERR)
      IF (N .NE. 2 .OR. NAME .NE. 'Machine') STOP 1
      CALL MPI_COMM_FREE(COMM, IERR)
      CALL MPI_FINALIZE(IERR)
      END
