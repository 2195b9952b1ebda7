! SPDX-License-Identifier: MIT OR Apache-2.0
!
! The constants of libhsplit, for fixed and free form: include it after
! mpif.h, or use the module hsplit or hsplit_f08, which have them too.
! Generated from the sources; changes belong there.
!
! The last three types are those of MPI 4.0 and 4.1, by names that no
! mpif.h has. They work with every MPI, whether it has its own or not.

      integer HSPLIT_VERSION_MAJOR
      parameter (HSPLIT_VERSION_MAJOR=0)

      integer HSPLIT_VERSION_MINOR
      parameter (HSPLIT_VERSION_MINOR=1)

      integer HSPLIT_VERSION_PATCH
      parameter (HSPLIT_VERSION_PATCH=0)

      integer MPI_COMM_TYPE_PHYSICAL_TOPOLOGY
      parameter (MPI_COMM_TYPE_PHYSICAL_TOPOLOGY=1213399041)

      integer MPI_COMM_TYPE_HW_SUBDOMAIN
      parameter (MPI_COMM_TYPE_HW_SUBDOMAIN=1213399042)

      integer HSPLIT_COMM_TYPE_HW_UNGUIDED
      parameter (HSPLIT_COMM_TYPE_HW_UNGUIDED=1213399043)

      integer HSPLIT_COMM_TYPE_HW_GUIDED
      parameter (HSPLIT_COMM_TYPE_HW_GUIDED=1213399044)

      integer HSPLIT_COMM_TYPE_RESOURCE_GUIDED
      parameter (HSPLIT_COMM_TYPE_RESOURCE_GUIDED=1213399045)
