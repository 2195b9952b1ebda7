/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A call that does next to nothing, many times: monitor_instructions CALL NUMBER. Instructions are counted in 'calls'
 * alone, which valgrind knows by its name. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static char data[8];
static MPI_Request request;

static void send(void)
{
    MPI_Send(data, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void start(void)
{
    MPI_Start(&request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void bcast(void)
{
    MPI_Bcast(data, 8, MPI_BYTE, 0, MPI_COMM_SELF);
}

static void receive(void)
{
    MPI_Recv(data, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static const struct {
    const char *name;
    void (*call)(void);
} CALLS[] = {{"send", send}, {"start", start}, {"bcast", bcast}, {"receive", receive}};

void calls(void (*call)(void), int number);

__attribute__((noinline)) void calls(void (*call)(void), int number)
{
    for (int i = 0; i < number; i++)
        call();
}

int main(int argc, char **argv)
{
    int is_known = 0;

    MPI_Init(&argc, &argv);
    MPI_Send_init(data, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++)
        if (argc > 2 && !strcmp(argv[1], CALLS[i].name)) {
            /* The first call finds the function's address, and out what is asked for. */
            CALLS[i].call();
            calls(CALLS[i].call, atoi(argv[2]));
            is_known = 1;
        }
    MPI_Request_free(&request);
    MPI_Finalize();
    return !is_known;
}
