/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Shared by the tests of sessions of counting, c-tests/monitor_sessions.c and c-tests/monitor_loop.c. */
#ifndef MONITOR_SESSIONS_H
#define MONITOR_SESSIONS_H

#include "test.h"

#define MOST 64
#define BYTES HSPLIT_MONITOR_BYTES

static char data[4096];
static int rank;

/* Sends to one rank, and receives as much from another. */
static void pass(MPI_Comm comm, int to, int from, int bytes)
{
    static char received[sizeof data];

    MPI_Sendrecv(data, bytes, MPI_BYTE, to, 5, received, bytes, MPI_BYTE, from, 5, comm, MPI_STATUS_IGNORE);
}

#endif
