/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Faster versions of two slow steps of SMPI with many ranks, preloaded by 'run'. Of all simulated times, only that of
 * the first broadcast on a communicator depends on them.
 *
 * That broadcast determines which ranks are on one host (Comm::init_smp). Each rank sends its host to all others along
 * a ring, by n (n - 1) messages, which take most of the processor time of a run of hundreds of ranks. Here it is n log
 * n messages. All other calls along a ring stay as they are.
 *
 * For each rank SMPI starts a shell and sed, which put the name of the rank's own copy of a library into the rank's
 * copy of the program. Both names have one length. Here it is done in place, without a process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mpi.h>

#define INIT_SMP "_ZN7simgrid4smpi4Comm8init_smpEv"
#define RING "_ZN7simgrid4smpi15allgather__ringEPKviPNS0_8DatatypeEPviS4_PNS0_4CommE"
#define BRUCK "_ZN7simgrid4smpi16allgather__bruckEPKviPNS0_8DatatypeEPviS4_PNS0_4CommE"

typedef int allgather(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);

allgather ring __asm__(RING);
allgather bruck __asm__(BRUCK);

/* The code of Comm::init_smp. */
static uintptr_t first, after;

__attribute__((constructor)) static void find_init_smp(void)
{
    ElfW(Sym) *symbol = NULL;
    Dl_info object;
    void *function = dlsym(RTLD_DEFAULT, INIT_SMP);
    if (function && dladdr1(function, &object, (void **)&symbol, RTLD_DL_SYMENT) && symbol) {
        first = (uintptr_t)function;
        after = first + symbol->st_size;
    }
}

int ring(const void *block, int count, MPI_Datatype type, void *blocks, int each, MPI_Datatype of_each, MPI_Comm comm)
{
    static allgather *original;
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    if (caller > first && caller < after)
        return bruck(block, count, type, blocks, each, of_each, comm);
    if (!original)
        original = (allgather *)dlsym(RTLD_NEXT, RING);
    return original ? original(block, count, type, blocks, each, of_each, comm) : MPI_ERR_OTHER;
}

/* Puts one name in the place of another one of its length, everywhere in a file. */
static int replace(const char *file, const char *old, const char *new)
{
    struct stat found;
    char *bytes = MAP_FAILED, *at;
    int descriptor = open(file, O_RDWR);
    if (descriptor >= 0 && fstat(descriptor, &found) == 0)
        bytes = mmap(NULL, found.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (descriptor >= 0)
        close(descriptor);
    if (bytes == MAP_FAILED)
        return -1;
    for (at = bytes; (at = memmem(at, bytes + found.st_size - at, old, strlen(old))); at += strlen(old))
        memcpy(at, new, strlen(new));
    return munmap(bytes, found.st_size);
}

int system(const char *command)
{
    static int (*original)(const char *);
    char old[256], new[256], file[4096];
    if (command && sscanf(command, "sed -i -e 's/%255[^/]/%255[^/]/g' %4095s", old, new, file) == 3 &&
        strlen(old) == strlen(new))
        return replace(file, old, new);
    if (!original)
        original = (int (*)(const char *))dlsym(RTLD_NEXT, "system");
    return original ? original(command) : -1;
}
