/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Open MPI's broadcasts along a binary tree and along a chain, for SMPI: messages go in one piece, as in Open MPI
 * without a segment size. SMPI's own binary tree (NTSB), whose place this function takes when it is preloaded, sends to
 * rank -1 on communicators of one or two ranks in SimGrid 3.32. SMPI's chain (NTSL_Isend) has segments of 8 KiB.
 * SCALE_CHILDREN: how many ranks each rank sends to (2). */
#include <stdlib.h>

#include <mpi.h>

#define NAME(name) __asm__("_ZN7simgrid4smpi" name)
#define TAG (-4)

void request_send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
    NAME("7Request4sendEPKviPNS0_8DatatypeEiiPNS0_4CommE");
int request_recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
    NAME("7Request4recvEPviPNS0_8DatatypeEiiPNS0_4CommEP10MPI_Status");
int comm_rank(MPI_Comm comm) __asm__("_ZNK7simgrid4smpi4Comm4rankEv");
int comm_size(MPI_Comm comm) __asm__("_ZNK7simgrid4smpi4Comm4sizeEv");
int broadcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
    NAME("11bcast__NTSBEPviPNS0_8DatatypeEiPNS0_4CommE");

int broadcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    const char *text = getenv("SCALE_CHILDREN");
    int children = text ? atoi(text) : 2, size = comm_size(comm);
    int place = (comm_rank(comm) - root + size) % size, first = children * place + 1;
    if (place > 0)
        request_recv(buffer, count, type, ((place - 1) / children + root) % size, TAG, comm, MPI_STATUS_IGNORE);
    for (int child = first; child < first + children && child < size; child++)
        request_send(buffer, count, type, (child + root) % size, TAG, comm);
    return MPI_SUCCESS;
}
