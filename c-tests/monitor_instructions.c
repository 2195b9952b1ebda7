/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A call that does next to nothing, many times: monitor_instructions CALL NUMBER [THREADS]. Instructions are counted in
 * 'calls' alone, which valgrind knows by its name. */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST_THREADS 8

static char data[8];
static MPI_Request request;
/* To the caller itself: each thread has its own. */
static __thread MPI_Comm self = MPI_COMM_NULL;

static void send(void)
{
    MPI_Send(data, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void send_self(void)
{
    char received[8];
    MPI_Request receiving;

    PMPI_Irecv(received, 8, MPI_BYTE, 0, 0, self, &receiving);
    MPI_Send(data, 8, MPI_BYTE, 0, 0, self);
    PMPI_Wait(&receiving, MPI_STATUS_IGNORE);
}

static void isend(void)
{
    char received[8];
    MPI_Request sent;

    MPI_Isend(data, 8, MPI_BYTE, 0, 0, self, &sent);
    PMPI_Recv(received, 8, MPI_BYTE, 0, 0, self, MPI_STATUS_IGNORE);
    PMPI_Wait(&sent, MPI_STATUS_IGNORE);
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

static void allreduce(void)
{
    int one = 1, sum;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

static void world(void)
{
    MPI_Bcast(data, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void receive(void)
{
    MPI_Recv(data, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static const struct {
    const char *name;
    void (*call)(void);
} CALLS[] = {{"send", send},   {"send_self", send_self}, {"isend", isend},     {"start", start},
             {"bcast", bcast}, {"allreduce", allreduce}, {"receive", receive}, {"world", world}};

void calls(void (*call)(void), int number);

__attribute__((noinline)) void calls(void (*call)(void), int number)
{
    for (int i = 0; i < number; i++)
        call();
}

/* The body of a thread. */
typedef struct {
    void (*call)(void);
    int number;
    MPI_Comm self;
} Work;

static void *work(void *argument)
{
    const Work *work = argument;

    self = work->self;
    /* The first call looks up the function's address and reads the settings. */
    work->call();
    calls(work->call, work->number);
    return NULL;
}

int main(int argc, char **argv)
{
    const int threads = argc > 3 ? atoi(argv[3]) : 1;
    void (*call)(void) = NULL;
    pthread_t ids[MOST_THREADS];
    Work works[MOST_THREADS];
    int provided;

    MPI_Init_thread(&argc, &argv, threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Send_init(data, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++)
        if (argc > 2 && !strcmp(argv[1], CALLS[i].name))
            call = CALLS[i].call;
    if (!call || threads < 1 || threads > MOST_THREADS || (threads > 1 && provided < MPI_THREAD_MULTIPLE))
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 0; i < threads; i++) {
        works[i] = (Work){call, atoi(argv[2]), MPI_COMM_NULL};
        MPI_Comm_dup(MPI_COMM_SELF, &works[i].self);
        if (threads > 1)
            pthread_create(&ids[i], NULL, work, &works[i]);
        else
            work(&works[i]);
    }
    for (int i = 0; i < threads; i++) {
        if (threads > 1)
            pthread_join(ids[i], NULL);
        MPI_Comm_free(&works[i].self);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
