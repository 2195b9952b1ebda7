/* SPDX-License-Identifier: MIT OR Apache-2.0
 * self_bound: each rank binds itself to a unit of its own after MPI_Init. Threads of the MPI, which keep their masks,
 * do not count, because libhsplit intercepts the start of MPI. For 2 ranks on two units. */
#define _GNU_SOURCE
#include "quo_test.h"
#include <dlfcn.h>
#include <sched.h>

/* Binds the calling thread to the unit that has the number of this rank among those that it may use. */
static int bind_to_own(void)
{
    cpu_set_t allowed, own;
    int unit = 0;

    CPU_ZERO(&allowed);
    CHECK_INT(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    for (int before = world_rank(); before > 0 || !CPU_ISSET(unit, &allowed); unit++)
        before -= CPU_ISSET(unit, &allowed) != 0;
    CPU_ZERO(&own);
    CPU_SET(unit, &own);
    CHECK_INT(sched_setaffinity(0, sizeof own, &own), 0);
    return unit;
}

/* True if the function that the loader finds by a name is libhsplit's, or passed through to it. */
static int is_of_libhsplit(const char *name)
{
    Dl_info info;

    return dladdr(dlsym(RTLD_DEFAULT, name), &info) &&
           (strstr(info.dli_fname, "libhsplit") != NULL || strstr(info.dli_fname, "libquo") != NULL);
}

static int size_of(QUO_context q, QUO_obj_type_t type)
{
    MPI_Comm comm;
    int size = -7;

    OK(QUO_get_mpi_comm_by_type(q, type, &comm));
    if (comm == MPI_COMM_NULL)
        return size;
    MPI_Comm_size(comm, &size);
    MPI_Comm_free(&comm);
    return size;
}

int main(int argc, char **argv)
{
    QUO_context q = NULL;
    char own[16];

    MPI_Init(&argc, &argv);
    CHECK_INT(is_of_libhsplit("MPI_Init"), 1);
    CHECK_INT(is_of_libhsplit("MPI_Finalize"), 1);
    snprintf(own, sizeof own, "%d", bind_to_own());
    OK(QUO_create(&q, MPI_COMM_WORLD));
    CHECK_TEXT(binding_of(q), own);
    CHECK_INT(is_bound(q), 1);
    CHECK_INT(size_of(q, QUO_OBJ_MACHINE), 2);
    CHECK_INT(size_of(q, QUO_OBJ_PU), 1);
    CHECK_INT(size_of(q, QUO_OBJ_CORE) > 0, 1);
    OK(QUO_free(q));
    return finished();
}
