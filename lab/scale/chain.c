/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A fix of an error of SMPI 3.32, preloaded by 'run'. Its broadcast along a chain of hosts (SMP_linear, which the
 * tables of Intel MPI and others choose) treats the rank after each host's first one as a rank of the same host. If
 * hosts have one rank each, that is the next host's rank: every message is sent to it twice, and it receives one. The
 * second one matches a later receive with its tag: the next communicator takes it as its number, and its ranks, which
 * disagree about the number, hang.
 *
 * The same chain without hosts (NTSL, of the same segments) is called instead if hosts have one rank each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include <mpi.h>

#define CHAIN_OF_HOSTS "_ZN7simgrid4smpi17bcast__SMP_linearEPviPNS0_8DatatypeEiPNS0_4CommE"

typedef int broadcast(void *, int, MPI_Datatype, int, MPI_Comm);

broadcast chain_of_hosts __asm__(CHAIN_OF_HOSTS);
broadcast chain_of_ranks __asm__("_ZN7simgrid4smpi11bcast__NTSLEPviPNS0_8DatatypeEiPNS0_4CommE");
void find_hosts(MPI_Comm) __asm__("_ZN7simgrid4smpi4Comm8init_smpEv");
MPI_Comm firsts_of_hosts(MPI_Comm) __asm__("_ZNK7simgrid4smpi4Comm16get_leaders_commEv");
MPI_Comm own_host(MPI_Comm) __asm__("_ZNK7simgrid4smpi4Comm14get_intra_commEv");
_Bool have_equal_ranks(MPI_Comm) __asm__("_ZNK7simgrid4smpi4Comm10is_uniformEv");
int size_of(MPI_Comm) __asm__("_ZNK7simgrid4smpi4Comm4sizeEv");

int chain_of_hosts(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    static broadcast *original;
    if (firsts_of_hosts(comm) == MPI_COMM_NULL)
        find_hosts(comm);
    if (have_equal_ranks(comm) && size_of(own_host(comm)) == 1)
        return chain_of_ranks(buffer, count, type, root, comm);
    if (!original)
        original = (broadcast *)dlsym(RTLD_NEXT, CHAIN_OF_HOSTS);
    return original ? original(buffer, count, type, root, comm) : MPI_ERR_OTHER;
}
