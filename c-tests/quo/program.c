/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A typical QUO program: the objects of the node, the place of each process, phases with fewer processes on more cores.
 * Each rank prints lines "rank R: ..."; sorted by rank, they are those of program.expected on the paper's node
 * (RR-9077, section 5), and equal under libhsplit_quo and libquo on a real one. */
#include "quo_test.h"

static QUO_context q;

static void say_list(char *text, size_t capacity, QUO_obj_type_t type)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; i < count_of(q, type) && at + 12 < capacity; i++)
        if (is_inside(q, type, i))
            at += (size_t)snprintf(text + at, capacity - at, " %d", i);
}

static void say_node(int rank)
{
    int nodes, qids, id, numa, sockets, cores, pus, current, revision;

    OK(QUO_version(&current, &revision));
    OK(QUO_nnodes(q, &nodes));
    OK(QUO_nqids(q, &qids));
    OK(QUO_id(q, &id));
    OK(QUO_nnumanodes(q, &numa));
    OK(QUO_nsockets(q, &sockets));
    OK(QUO_ncores(q, &cores));
    OK(QUO_npus(q, &pus));
    printf("rank %d: version %d %d, process %d of %d on one of %d nodes\n", rank, current, revision, id, qids, nodes);
    printf("rank %d: %d NUMA nodes, %d packages, %d cores, %d units\n", rank, numa, sockets, cores, pus);
    printf("rank %d: in the first package %d cores, %d units, %d packages; on the node %d cores\n", rank,
           count_inside(q, QUO_OBJ_SOCKET, 0, QUO_OBJ_CORE), count_inside(q, QUO_OBJ_SOCKET, 0, QUO_OBJ_PU),
           count_inside(q, QUO_OBJ_SOCKET, 0, QUO_OBJ_SOCKET), count_of(q, QUO_OBJ_CORE));
}

static void say_binding(int rank, const char *when)
{
    char in_sockets[256], in_cores[1024];

    say_list(in_sockets, sizeof in_sockets, QUO_OBJ_SOCKET);
    say_list(in_cores, sizeof in_cores, QUO_OBJ_CORE);
    printf("rank %d: %s: bound %d to %s, in packages%s, in cores%s\n", rank, when, is_bound(q), binding_of(q),
           in_sockets, in_cores);
}

/* The places are read between two barriers: no process moves meanwhile. */
static void say_processes(int rank, const char *when)
{
    OK(QUO_barrier(q));
    for (int i = 0; i < count_of(q, QUO_OBJ_SOCKET); i++)
        printf("rank %d: %s: in package %d: %s\n", rank, when, i, qids_in(q, QUO_OBJ_SOCKET, i));
    OK(QUO_barrier(q));
}

static void say_selected(int rank, const char *when)
{
    int machine = is_selected(q, QUO_OBJ_MACHINE, 2), packages = is_selected(q, QUO_OBJ_SOCKET, 1);
    int nodes = is_selected(q, QUO_OBJ_NUMANODE, 3);

    printf("rank %d: %s: selected for machine %d, packages %d, NUMA nodes %d\n", rank, when, machine, packages, nodes);
    OK(QUO_barrier(q));
}

/* The selected process of a package works on all of it, the others wait for it. */
static void phase(int rank)
{
    if (is_selected(q, QUO_OBJ_SOCKET, 1)) {
        OK(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_SOCKET, -1));
        say_binding(rank, "working");
        OK(QUO_bind_pop(q));
    }
    OK(QUO_barrier(q));
    say_binding(rank, "after the phase");
}

int main(int argc, char **argv)
{
    MPI_Comm node = MPI_COMM_NULL;
    int rank, size, node_rank;

    setvbuf(stdout, NULL, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    OK(QUO_create(&q, MPI_COMM_WORLD));
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    say_node(rank);
    say_binding(rank, "home");
    say_processes(rank, "home");
    say_selected(rank, "home");
    phase(rank);
    OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0));
    say_binding(rank, "everything");
    say_processes(rank, "everything");
    say_selected(rank, "everything");
    OK(QUO_bind_pop(q));
    CHECK_INT(QUO_bind_pop(q), QUO_ERR_POP);
    OK(QUO_get_mpi_comm_by_type(q, QUO_OBJ_MACHINE, &node));
    MPI_Comm_size(node, &size);
    MPI_Comm_rank(node, &node_rank);
    printf("rank %d: %d of %d in the communicator of the node\n", rank, node_rank, size);
    MPI_Comm_free(&node);
    OK(QUO_free(q));
    return finished();
}
