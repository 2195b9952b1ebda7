/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Counts of random messages: monitor_random SEED, which prints its messages for comparison with the MPI's own
 * monitoring. */
#include "monitor.h"

enum { ROOM = 1 << 16 };
static char from[ROOM], to[ROOM];

/* Random messages, the same on all ranks: sender, receiver, length, communicator and mode. Open MPI's own monitoring
 * does not count persistent sends, because MPI_Start does not pass through it. */

static long long *persistent_bytes, *persistent_messages;

static unsigned seed;

static int below(int limit)
{
    seed = seed * 1103515245u + 12345u;
    return (int)(seed / 65536u % 32768u) % limit;
}

static void one_of_many(MPI_Comm comm, int own, const int *world, int members, MPI_Datatype type)
{
    int sender = below(members), receiver = below(members), count = below(50), mode = below(6), is_int = below(2);
    MPI_Datatype used = is_int ? MPI_INT : type;
    long long bytes = count * (is_int ? 4 : 26);
    MPI_Request in = MPI_REQUEST_NULL, out;

    if (own == receiver)
        PMPI_Irecv(to, count, used, sender, 2, comm, &in);
    if (own == sender) {
        expect(P2P, world[receiver], bytes);
        switch (mode) {
        case 0:
            OK(MPI_Send(from, count, used, receiver, 2, comm));
            break;
        case 1:
            OK(MPI_Ssend(from, count, used, receiver, 2, comm));
            break;
        case 2:
            OK(MPI_Isend(from, count, used, receiver, 2, comm, &out));
            wait_for(&out);
            break;
        case 3:
            OK(MPI_Issend(from, count, used, receiver, 2, comm, &out));
            wait_for(&out);
            break;
        case 4:
            OK(MPI_Sendrecv(from, count, used, receiver, 2, to, 0, MPI_INT, MPI_PROC_NULL, 2, comm, MPI_STATUS_IGNORE));
            break;
        default:
            OK(MPI_Send_init(from, count, used, receiver, 2, comm, &out));
            OK(MPI_Start(&out));
            wait_for(&out);
            OK(MPI_Request_free(&out));
            persistent_bytes[world[receiver]] += bytes;
            persistent_messages[world[receiver]]++;
        }
    }
    wait_for(&in);
}

static void at_random(unsigned number)
{
    MPI_Comm comms[3] = {MPI_COMM_WORLD};
    MPI_Datatype type = derived();
    int own[3], members[3], *world[3];

    seed = number;
    persistent_bytes = calloc((size_t)size, sizeof *persistent_bytes);
    persistent_messages = calloc((size_t)size, sizeof *persistent_messages);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, (rank * 5 + 3) % (size + 1), &comms[2]);
    for (int i = 0; i < 3; i++) {
        world[i] = malloc((size_t)size * sizeof **world);
        members[i] = test_world_ranks(comms[i], world[i], size);
        MPI_Comm_rank(comms[i], &own[i]);
    }
    for (int i = 0; i < 300; i++) {
        int which = below(3);
        /* The other half's ranks draw the same numbers. */
        if (which == 1) {
            unsigned before = seed;
            one_of_many(comms[1], own[1], world[1], members[1], type);
            seed = before + 77u;
        } else {
            one_of_many(comms[which], own[which], world[which], members[which], type);
        }
    }
    for (int peer = 0; peer < size; peer++)
        if (expected_messages[P2P][peer] > persistent_messages[peer])
            printf("E %d %d %lld %lld\n", rank, peer, expected_bytes[P2P][peer] - persistent_bytes[peer],
                   expected_messages[P2P][peer] - persistent_messages[peer]);
    compare("messages at random");
    for (int i = 0; i < 3; i++)
        free(world[i]);
    free(persistent_bytes);
    free(persistent_messages);
    MPI_Comm_free(&comms[1]);
    MPI_Comm_free(&comms[2]);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    begin();
    CHECK(argc > 1);
    at_random(argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0);
    OK(HSPLIT_Monitor_free(&monitor));
    return test_end();
}
