! SPDX-License-Identifier: MIT OR Apache-2.0
!
! The constants of libhsplit, for fixed and free form: include this file
! after mpif.h, or use the module hsplit or hsplit_f08, which have the
! same constants. Generated from the sources: do not change this file.
!
! The split types whose names begin with HSPLIT_ are those of MPI 4.0
! and 4.1, of Open MPI and of MPICH, with names that no mpif.h has.
! They work with every MPI.

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

      integer HSPLIT_COMM_TYPE_HWTHREAD
      parameter (HSPLIT_COMM_TYPE_HWTHREAD=1213399046)

      integer HSPLIT_COMM_TYPE_CORE
      parameter (HSPLIT_COMM_TYPE_CORE=1213399047)

      integer HSPLIT_COMM_TYPE_L1CACHE
      parameter (HSPLIT_COMM_TYPE_L1CACHE=1213399048)

      integer HSPLIT_COMM_TYPE_L2CACHE
      parameter (HSPLIT_COMM_TYPE_L2CACHE=1213399049)

      integer HSPLIT_COMM_TYPE_L3CACHE
      parameter (HSPLIT_COMM_TYPE_L3CACHE=1213399050)

      integer HSPLIT_COMM_TYPE_SOCKET
      parameter (HSPLIT_COMM_TYPE_SOCKET=1213399051)

      integer HSPLIT_COMM_TYPE_NUMA
      parameter (HSPLIT_COMM_TYPE_NUMA=1213399052)

      integer HSPLIT_COMM_TYPE_BOARD
      parameter (HSPLIT_COMM_TYPE_BOARD=1213399053)

      integer HSPLIT_COMM_TYPE_HOST
      parameter (HSPLIT_COMM_TYPE_HOST=1213399054)

      integer HSPLIT_COMM_TYPE_CU
      parameter (HSPLIT_COMM_TYPE_CU=1213399055)

      integer HSPLIT_COMM_TYPE_CLUSTER
      parameter (HSPLIT_COMM_TYPE_CLUSTER=1213399056)

      integer HSPLIT_COMM_TYPE_NEIGHBORHOOD
      parameter (HSPLIT_COMM_TYPE_NEIGHBORHOOD=1213399057)

      integer HSPLIT_COMM_TYPE_NVLINK
      parameter (HSPLIT_COMM_TYPE_NVLINK=1213399058)

      integer HSPLIT_MAX_LIBRARY_VERSION_STRING
      parameter (HSPLIT_MAX_LIBRARY_VERSION_STRING=1024)

      integer HSPLIT_MONITOR_BYTES
      parameter (HSPLIT_MONITOR_BYTES=1)

      integer HSPLIT_MONITOR_MESSAGES
      parameter (HSPLIT_MONITOR_MESSAGES=2)

      integer HSPLIT_MONITOR_P2P
      parameter (HSPLIT_MONITOR_P2P=16)

      integer HSPLIT_MONITOR_COLLECTIVES
      parameter (HSPLIT_MONITOR_COLLECTIVES=32)

      integer HSPLIT_MONITOR_RMA
      parameter (HSPLIT_MONITOR_RMA=64)

      integer HSPLIT_MONITOR_INTERNAL
      parameter (HSPLIT_MONITOR_INTERNAL=128)
