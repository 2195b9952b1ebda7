/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Preloaded: rank 4 cannot create memory that processes of a node share, as on a kernel without memory files, or if a
 * filter forbids them. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int memfd_create(const char *name, unsigned int flags)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");

    if (!rank)
        rank = getenv("PMI_RANK");
    if (rank && !strcmp(rank, "4") && !strncmp(name, "hsplit-", 7)) {
        errno = ENOSYS;
        return -1;
    }
    return (int)syscall(SYS_memfd_create, name, flags);
}
