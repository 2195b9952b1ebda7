/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Every constant and the call that some mpi.h lacks: all declared once, and all numbers different. Compiles as C and as
 * C++; a compiler refuses a switch in which two cases are equal. */
#include <hsplit.h>
#include <stdio.h>

static const char *name_of(int type)
{
    switch (type) {
    case MPI_UNDEFINED:
        return "MPI_UNDEFINED";
    case MPI_COMM_TYPE_SHARED:
        return "MPI_COMM_TYPE_SHARED";
    case MPI_COMM_TYPE_HW_UNGUIDED:
        return "MPI_COMM_TYPE_HW_UNGUIDED";
    case MPI_COMM_TYPE_HW_GUIDED:
        return "MPI_COMM_TYPE_HW_GUIDED";
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
        return "MPI_COMM_TYPE_RESOURCE_GUIDED";
    case MPI_COMM_TYPE_PHYSICAL_TOPOLOGY:
        return "MPI_COMM_TYPE_PHYSICAL_TOPOLOGY";
    case MPI_COMM_TYPE_HW_SUBDOMAIN:
        return "MPI_COMM_TYPE_HW_SUBDOMAIN";
    case OMPI_COMM_TYPE_HWTHREAD:
        return "OMPI_COMM_TYPE_HWTHREAD";
    case OMPI_COMM_TYPE_CORE:
        return "OMPI_COMM_TYPE_CORE";
    case OMPI_COMM_TYPE_L1CACHE:
        return "OMPI_COMM_TYPE_L1CACHE";
    case OMPI_COMM_TYPE_L2CACHE:
        return "OMPI_COMM_TYPE_L2CACHE";
    case OMPI_COMM_TYPE_L3CACHE:
        return "OMPI_COMM_TYPE_L3CACHE";
    case OMPI_COMM_TYPE_SOCKET:
        return "OMPI_COMM_TYPE_SOCKET";
    case OMPI_COMM_TYPE_NUMA:
        return "OMPI_COMM_TYPE_NUMA";
    case OMPI_COMM_TYPE_BOARD:
        return "OMPI_COMM_TYPE_BOARD";
    case OMPI_COMM_TYPE_HOST:
        return "OMPI_COMM_TYPE_HOST";
    case OMPI_COMM_TYPE_CU:
        return "OMPI_COMM_TYPE_CU";
    case OMPI_COMM_TYPE_CLUSTER:
        return "OMPI_COMM_TYPE_CLUSTER";
    case OMPI_COMM_TYPE_NVLINK:
        return "OMPI_COMM_TYPE_NVLINK";
    case MPIX_COMM_TYPE_NEIGHBORHOOD:
        return "MPIX_COMM_TYPE_NEIGHBORHOOD";
    default:
        return "none";
    }
}

int main(void)
{
    /* The names that hsplit.h itself defines have these values on every MPI. */
    static const int own[] = {
        HSPLIT_COMM_TYPE_HW_UNGUIDED, HSPLIT_COMM_TYPE_HW_GUIDED, HSPLIT_COMM_TYPE_RESOURCE_GUIDED,
        HSPLIT_COMM_TYPE_HWTHREAD,    HSPLIT_COMM_TYPE_CORE,      HSPLIT_COMM_TYPE_L1CACHE,
        HSPLIT_COMM_TYPE_L2CACHE,     HSPLIT_COMM_TYPE_L3CACHE,   HSPLIT_COMM_TYPE_SOCKET,
        HSPLIT_COMM_TYPE_NUMA,        HSPLIT_COMM_TYPE_BOARD,     HSPLIT_COMM_TYPE_HOST,
        HSPLIT_COMM_TYPE_CU,          HSPLIT_COMM_TYPE_CLUSTER,   HSPLIT_COMM_TYPE_NEIGHBORHOOD,
        HSPLIT_COMM_TYPE_NVLINK,
    };
    int (*call)(MPI_Info *) = MPI_Get_hw_resource_info;

    for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
        printf("%d %s\n", own[i], name_of(own[i]));
    puts(name_of(OMPI_COMM_TYPE_NODE));
    return call == NULL;
}
