/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* process_sets.c: a communicator of the processes of a NUMA node, in a program that has sessions alone. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    MPI_Session session;
    MPI_Group world, near;
    MPI_Comm all, comm;
    char name[MPI_MAX_PSET_NAME_LEN];
    int process, count, length, rank, size;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    /* MPICH 4.0 makes a communicator of some processes only after one of all. */
    MPI_Comm_create_from_group(world, "org.example.all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &all);
    MPI_Comm_rank(all, &process);

    /* The sets of the hardware that this process is in. */
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
    for (int n = 0; process == 0 && n < count; n++) {
        length = sizeof name;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, n, &length, name);
        if (!strncmp(name, "hwloc://", 8))
            printf("process 0 is in the set %s\n", name);
    }

    MPI_Group_from_session_pset(session, "hwloc://NUMANode", &near);
    MPI_Comm_create_from_group(near, "org.example.near", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    printf("process %d is rank %d of %d in its NUMA node\n", process, rank, size);

    MPI_Comm_free(&comm);
    MPI_Comm_free(&all);
    MPI_Group_free(&near);
    MPI_Group_free(&world);
    MPI_Session_finalize(&session);
    return 0;
}
