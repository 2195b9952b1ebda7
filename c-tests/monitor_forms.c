/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Counts of every form of a call: blocking, nonblocking and persistent, with small counts and with large ones, as far
 * as the MPI has them; and of partitioned messages. */
#include "monitor.h"

enum { ROOM = 1 << 15 };
static char from[ROOM], to[ROOM];

static void expect_often(int kind, int peer, int times, long long bytes)
{
    for (int time = 0; time < times; time++)
        expect(kind, peer, bytes);
}

/* A receive of a message of any length, posted on all ranks before one sends. */
static void post(MPI_Request *request)
{
    PMPI_Irecv(to, ROOM, MPI_CHAR, (rank + size - 1) % size, 5, MPI_COMM_WORLD, request);
    PMPI_Barrier(MPI_COMM_WORLD);
}

/* A collective call passes its data once in the blocking form, once in the nonblocking one, and at each start of a
 * persistent one. */
#define TIMES (2 + starts)
#ifdef HAS_PERSISTENT
static int starts = 3;
#define STARTS(init)                                                                                                   \
    do {                                                                                                               \
        OK(init);                                                                                                      \
        start_often(&request);                                                                                         \
    } while (0)

static void start_often(MPI_Request *request)
{
    for (int start = 0; start < starts; start++) {
        OK(MPI_Start(request));
        wait_for(request);
    }
    OK(MPI_Request_free(request));
}
#else
static const int starts;
#define STARTS(init) (void)0
#endif

/* A second start of a persistent scatter fails in MPICH 4 and Intel MPI themselves ("Invalid communicator"). */
static void start_once(int is_scatter)
{
#if MPI_VERSION == 4
    starts = is_scatter ? 1 : 3;
#else
    (void)is_scatter;
#endif
}

#define SUFFIX
#define COUNT int
#define PLACE int
#include "monitor_forms.h"
#undef SUFFIX
#undef COUNT
#undef PLACE

#if MPI_VERSION >= 4
#define SUFFIX _c
#define COUNT MPI_Count
#define PLACE MPI_Aint
#include "monitor_forms.h"
#endif

#ifdef HAS_PERSISTENT
/* Three starts of a message of four partitions, which its receiver takes in two: one message at each start. */
static void partitioned(void)
{
    int dest = (rank + 1) % size, source = (rank + size - 1) % size;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request requests[2];

    OK(MPI_Psend_init(from, 4, 3, MPI_INT, dest, 9, world, MPI_INFO_NULL, &requests[0]));
    OK(MPI_Precv_init(to, 2, 6, MPI_INT, source, 9, world, MPI_INFO_NULL, &requests[1]));
    compare("partitioned messages that are not started");
    for (int start = 0; start < 3; start++) {
        if (start == 1) {
            OK(MPI_Startall(2, requests));
        } else {
            OK(MPI_Start(&requests[1]));
            OK(MPI_Start(&requests[0]));
        }
        for (int partition = 0; partition < 4; partition++)
            OK(MPI_Pready((partition + start) % 4, requests[0]));
        wait_for_all(2, requests);
        expect(P2P, dest, 48);
        compare("a partitioned message");
    }
    OK(MPI_Request_free(&requests[0]));
    OK(MPI_Request_free(&requests[1]));
#if defined(OMPI_MAJOR_VERSION) && (OMPI_MINOR_VERSION > 0 || OMPI_RELEASE_VERSION > 7)
    /* MPICH, Intel MPI, and Open MPI 5.0.7 crash here themselves. */
    OK(MPI_Psend_init(from, 4, 3, MPI_INT, MPI_PROC_NULL, 9, world, MPI_INFO_NULL, requests));
    OK(MPI_Start(requests));
    for (int partition = 0; partition < 4; partition++)
        OK(MPI_Pready(partition, requests[0]));
    wait_for(requests);
    OK(MPI_Request_free(requests));
    compare("a partitioned message to no process");
#endif
}
#endif

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    begin();
    all_calls();
#if MPI_VERSION >= 4
    all_calls_c();
#endif
#ifdef HAS_PERSISTENT
    partitioned();
#endif
    OK(HSPLIT_Monitor_free(&monitor));
    return test_end();
}
