/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A call that all ranks begin at one simulated time. */
#include <mpi.h>

void sg_actor_sleep_for(double seconds);

/* Sleeps, until some seconds after the last rank has entered. Returns the time at which all ranks continue. */
static double start_together(double seconds)
{
    double ready = PMPI_Wtime(), start;
    PMPI_Allreduce(&ready, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    start += seconds;
    sg_actor_sleep_for(start - PMPI_Wtime());
    return start;
}

/* Waits after a call, so that rank 0 can count its messages: no other rank continues before rank 0 has counted. Ranks
 * end a call at different times. */
static inline void rest_before_counting(int rank, double seconds)
{
    sg_actor_sleep_for(rank == 0 ? seconds : 2 * seconds);
}
