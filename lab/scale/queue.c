/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A cost that grows with the queue of unexpected messages, preloaded into SMPI (SMPI_PRELOAD): the root of a linear
 * reduction spends SCALE_QUEUE nanoseconds for each message that is sent to it and not received, at each receipt. The
 * root has one queue for all senders, like MTLs. With SCALE_QUEUE_OF=peer it has one for each sender, like ob1. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#define SEND "_ZN7simgrid4smpi7Request4sendEPKviPNS0_8DatatypeEiiPNS0_4CommE"
#define RECEIVE "_ZN7simgrid4smpi7Request4recvEPviPNS0_8DatatypeEiiPNS0_4CommEP10MPI_Status"
#define LINEAR "_ZN7simgrid4smpi25reduce__ompi_basic_linearEPKvPviPNS0_8DatatypeEPNS0_2OpEiPNS0_4CommE"

enum { MOST_RANKS = 1 << 12 };

typedef void send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int receive_function(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);

send_function counted_send __asm__(SEND);
receive_function counted_receive __asm__(RECEIVE);
MPI_Group comm_group(MPI_Comm comm) __asm__("_ZN7simgrid4smpi4Comm5groupEv");
int comm_rank(MPI_Comm comm) __asm__("_ZNK7simgrid4smpi4Comm4rankEv");
long group_actor(MPI_Group group, int rank) __asm__("_ZNK7simgrid4smpi5Group5actorEi");
void sg_actor_sleep_for(double seconds);

/* The code of the linear reduction, and the messages for each process: all ranks share this library. */
static uintptr_t first, after;
static unsigned queued[MOST_RANKS][MOST_RANKS];

__attribute__((constructor)) static void find_reduction(void)
{
    ElfW(Sym) *symbol = NULL;
    Dl_info object;
    void *function = dlsym(RTLD_DEFAULT, LINEAR);
    if (function && dladdr1(function, &object, (void **)&symbol, RTLD_DL_SYMENT) && symbol) {
        first = (uintptr_t)function;
        after = first + symbol->st_size;
    }
}

/* The number of messages from one rank to another. */
static unsigned *queue_of(MPI_Comm comm, int from, int to)
{
    static int for_each_peer = -1;
    MPI_Group group = comm_group(comm);
    if (for_each_peer < 0)
        for_each_peer = getenv("SCALE_QUEUE_OF") && !strcmp(getenv("SCALE_QUEUE_OF"), "peer");
    return &queued[group_actor(group, to) % MOST_RANKS][for_each_peer ? group_actor(group, from) % MOST_RANKS : 0];
}

void counted_send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    static send_function *original;
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    if (!original)
        original = (send_function *)dlsym(RTLD_NEXT, SEND);
    if (caller > first && caller < after)
        ++*queue_of(comm, comm_rank(comm), to);
    original(data, count, type, to, tag, comm);
}

int counted_receive(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    static receive_function *original;
    static double seconds = -1;
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    int result;
    if (!original)
        original = (receive_function *)dlsym(RTLD_NEXT, RECEIVE);
    if (seconds < 0)
        seconds = getenv("SCALE_QUEUE") ? atof(getenv("SCALE_QUEUE")) * 1e-9 : 0;
    result = original(data, count, type, from, tag, comm, status);
    if (caller > first && caller < after) {
        unsigned *waiting = queue_of(comm, from, comm_rank(comm));
        *waiting -= *waiting > 0;
        if (*waiting && seconds > 0)
            sg_actor_sleep_for(*waiting * seconds);
    }
    return result;
}
