/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Persistent buffered messages that are started again before they are received: Open MPI replaces the requests of long
 * ones. */
#include "monitor.h"

enum { LONG = 1 << 20, STARTS = 4 };

static char sent[LONG], received[LONG];

int main(int argc, char **argv)
{
    int capacity = STARTS * (LONG + MPI_BSEND_OVERHEAD), attached, dest, source;
    void *buffer = malloc((size_t)capacity);
    MPI_Request request;

    MPI_Init(&argc, &argv);
    begin();
    dest = (rank + 1) % size;
    source = (rank + size - 1) % size;
    PMPI_Buffer_attach(buffer, capacity);
    OK(MPI_Bsend_init(sent, LONG, MPI_CHAR, dest, 6, MPI_COMM_WORLD, &request));
    for (int i = 0; i < STARTS; i++) {
        OK(i % 2 ? MPI_Startall(1, &request) : MPI_Start(&request));
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
        expect(P2P, dest, LONG);
    }
    PMPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < STARTS; i++)
        PMPI_Recv(received, LONG, MPI_CHAR, source, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    OK(MPI_Request_free(&request));
    PMPI_Buffer_detach(&buffer, &attached);
    free(buffer);
    compare("long buffered messages");
    OK(HSPLIT_Monitor_free(&monitor));
    return test_end();
}
