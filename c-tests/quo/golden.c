/* SPDX-License-Identifier: MIT OR Apache-2.0
 * golden simple|complicated|memory|threads|second|mixed: the machines of RR-9077, section 5, as QUO programs see them.
 * 'simple' has 32 ranks bound to cores of four nodes, 'complicated' 8 ranks on one: 0 and 1 on cores, 2 and 3 on the
 * second L2 cache, 4 to 7 on the second NUMA node. 'memory' is c-tests/topologies/hbm.xml, with 8 ranks on cores;
 * 'threads' has 4 ranks on cores of two threads each, 'second' 2 ranks on second threads. */
#include "quo_test.h"

static const QUO_obj_type_t types[] = {QUO_OBJ_MACHINE, QUO_OBJ_NUMANODE, QUO_OBJ_PACKAGE,
                                       QUO_OBJ_SOCKET,  QUO_OBJ_CORE,     QUO_OBJ_PU};

/* Both nodes of the paper have two packages with a NUMA node and four cores each. */
static void check_counts(QUO_context q)
{
    static const int counts[] = {1, 2, 2, 2, 8, 8}, inside[] = {0, 1, 1, 1, 4, 4};
    int value = -7;

    for (int i = 0; i < 6; i++) {
        CHECK_INT(count_of(q, types[i]), counts[i]);
        CHECK_INT(count_inside(q, QUO_OBJ_MACHINE, 0, types[i]), counts[i]);
        CHECK_INT(count_inside(q, QUO_OBJ_SOCKET, 1, types[i]), inside[i]);
        CHECK_INT(count_inside(q, QUO_OBJ_CORE, 7, types[i]), types[i] == QUO_OBJ_CORE || types[i] == QUO_OBJ_PU);
    }
    OK(QUO_nnumanodes(q, &value));
    CHECK_INT(value, 2);
    OK(QUO_nsockets(q, &value));
    CHECK_INT(value, 2);
    OK(QUO_ncores(q, &value));
    CHECK_INT(value, 8);
    OK(QUO_npus(q, &value));
    CHECK_INT(value, 8);
}

static void check_processes(QUO_context q, int nodes, int id)
{
    int value = -7;

    OK(QUO_nnodes(q, &value));
    CHECK_INT(value, nodes);
    OK(QUO_nqids(q, &value));
    CHECK_INT(value, 8);
    OK(QUO_id(q, &value));
    CHECK_INT(value, id);
}

static void check_size(QUO_context q, QUO_obj_type_t type, int size, int rank)
{
    MPI_Comm comm = MPI_COMM_NULL;
    int value = -7;

    OK(QUO_get_mpi_comm_by_type(q, type, &comm));
    MPI_Comm_size(comm, &value);
    CHECK_INT(value, size);
    MPI_Comm_rank(comm, &value);
    CHECK_INT(value, rank);
    MPI_Comm_free(&comm);
}

/* Pushes are visible to the others, nest, and pops restore the binding of before. */
static void check_stack(QUO_context q, const char *home, int package)
{
    static const char *const ranges[] = {"0-3", "4-7"};

    OK(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_SOCKET, -1));
    CHECK_TEXT(binding_of(q), ranges[package]);
    CHECK_INT(is_bound(q), 1);
    OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_CORE, 5));
    CHECK_TEXT(binding_of(q), "5");
    OK(QUO_barrier(q));
    CHECK_TEXT(qids_in(q, QUO_OBJ_SOCKET, 0), "");
    CHECK_TEXT(qids_in(q, QUO_OBJ_CORE, 5), "0 1 2 3 4 5 6 7");
    OK(QUO_barrier(q));
    OK(QUO_bind_pop(q));
    CHECK_TEXT(binding_of(q), ranges[package]);
    OK(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_MACHINE, 99));
    CHECK_TEXT(binding_of(q), "0-7");
    CHECK_INT(is_bound(q), 0);
    /* No process is bound: each object has as many processes as it can take. */
    CHECK_INT(is_selected(q, QUO_OBJ_NUMANODE, 1), world_rank() % 8 < 2);
    CHECK_INT(is_selected(q, QUO_OBJ_CORE, 1), 1);
    CHECK_INT(is_selected(q, QUO_OBJ_MACHINE, 3), world_rank() % 8 < 3);
    OK(QUO_bind_pop(q));
    OK(QUO_bind_pop(q));
    CHECK_TEXT(binding_of(q), home);
    CHECK_INT(QUO_bind_pop(q), QUO_ERR_POP);
    CHECK_TEXT(binding_of(q), home);
}

static void simple(QUO_context q)
{
    static const char *const quarters[] = {"0 1 2 3", "4 5 6 7"};
    int id = world_rank() % 8;
    char home[16];

    snprintf(home, sizeof home, "%d", id);
    check_counts(q);
    check_processes(q, 4, id);
    CHECK_INT(is_bound(q), 1);
    CHECK_TEXT(binding_of(q), home);
    for (int i = 0; i < 8; i++) {
        CHECK_INT(is_inside(q, QUO_OBJ_CORE, i), i == id);
        CHECK_INT(is_inside(q, QUO_OBJ_SOCKET, i / 4), i / 4 == id / 4);
        snprintf(home, sizeof home, "%d", i);
        CHECK_TEXT(qids_in(q, QUO_OBJ_PU, i), home);
        CHECK_TEXT(qids_in(q, QUO_OBJ_NUMANODE, i / 4), quarters[i / 4]);
    }
    CHECK_TEXT(qids_in(q, QUO_OBJ_MACHINE, 0), "0 1 2 3 4 5 6 7");
    CHECK_INT(is_selected(q, QUO_OBJ_SOCKET, 1), id % 4 == 0);
    CHECK_INT(is_selected(q, QUO_OBJ_SOCKET, 3), id % 4 < 3);
    CHECK_INT(is_selected(q, QUO_OBJ_CORE, 1), 1);
    CHECK_INT(is_selected(q, QUO_OBJ_MACHINE, 2), id < 2);
    check_size(q, QUO_OBJ_MACHINE, 8, id);
    check_size(q, QUO_OBJ_NUMANODE, 4, id % 4);
    check_size(q, QUO_OBJ_SOCKET, 4, id % 4);
    check_size(q, QUO_OBJ_PU, 1, 0);
    snprintf(home, sizeof home, "%d", id);
    check_stack(q, home, id / 4);
}

static void complicated(QUO_context q)
{
    static const char *const homes[] = {"0", "1", "2-3", "2-3", "4-7", "4-7", "4-7", "4-7"};
    static const char *const in_core[] = {"0", "1", "2 3", "2 3", "4 5 6 7", "4 5 6 7", "4 5 6 7", "4 5 6 7"};
    int id = world_rank();
    MPI_Comm comm = MPI_COMM_SELF;

    check_counts(q);
    check_processes(q, 1, id);
    CHECK_TEXT(binding_of(q), homes[id]);
    for (int i = 0; i < 8; i++)
        CHECK_TEXT(qids_in(q, QUO_OBJ_CORE, i), in_core[i]);
    CHECK_INT(is_inside(q, QUO_OBJ_CORE, 3), id == 2 || id == 3);
    CHECK_INT(is_selected(q, QUO_OBJ_NUMANODE, 1), id % 4 == 0);
    CHECK_INT(is_selected(q, QUO_OBJ_NUMANODE, 3), id % 4 < 3);
    /* Some are inside one core and some are not: elected, one for each core. */
    CHECK_INT(is_selected(q, QUO_OBJ_CORE, 1), 1);
    check_size(q, QUO_OBJ_NUMANODE, 4, id % 4);
    if (id < 2) {
        check_size(q, QUO_OBJ_CORE, 1, 0);
    } else {
        CHECK_INT(QUO_get_mpi_comm_by_type(q, QUO_OBJ_CORE, &comm), QUO_ERR_NOT_FOUND);
        CHECK_INT(comm == MPI_COMM_NULL, 1);
        /* The first core of several. */
        OK(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_CORE, -1));
        CHECK_TEXT(binding_of(q), id < 4 ? "2" : "4");
        OK(QUO_bind_pop(q));
        CHECK_TEXT(binding_of(q), homes[id]);
    }
    OK(QUO_barrier(q));
    check_stack(q, homes[id], id / 4);
    /* Rank 0 has everything, the others one NUMA node each: elected, two for each. */
    if (id == 0)
        OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0));
    CHECK_INT(is_selected(q, QUO_OBJ_NUMANODE, 2), id % 4 < 2);
    if (id == 0)
        OK(QUO_bind_pop(q));
}

/* Four NUMA nodes: fast memory in addition to the first package's, and at the last two cores of the second package. */
static void memory(QUO_context q)
{
    static const char *const in_node[] = {"0 1 2 3", "0 1 2 3", "6 7", "4 5 6 7"};
    static const char *const around[] = {"0-3", "0-3", "0-3", "0-3", "4-7", "4-7", "6-7", "6-7"};
    int id = world_rank(), value = -7;

    OK(QUO_nnumanodes(q, &value));
    CHECK_INT(value, 4);
    CHECK_INT(count_inside(q, QUO_OBJ_MACHINE, 0, QUO_OBJ_NUMANODE), 4);
    CHECK_INT(count_inside(q, QUO_OBJ_SOCKET, 0, QUO_OBJ_NUMANODE), 2);
    CHECK_INT(count_inside(q, QUO_OBJ_NUMANODE, 1, QUO_OBJ_CORE), 4);
    CHECK_INT(count_inside(q, QUO_OBJ_NUMANODE, 1, QUO_OBJ_NUMANODE), 2);
    CHECK_INT(count_inside(q, QUO_OBJ_NUMANODE, 2, QUO_OBJ_CORE), 2);
    CHECK_INT(count_inside(q, QUO_OBJ_NUMANODE, 3, QUO_OBJ_NUMANODE), 2);
    for (int node = 0; node < 4; node++)
        CHECK_TEXT(qids_in(q, QUO_OBJ_NUMANODE, node), in_node[node]);
    CHECK_INT(is_inside(q, QUO_OBJ_NUMANODE, 2), id > 5);
    /* Others may still read this process's binding. */
    OK(QUO_barrier(q));
    OK(QUO_bind_push(q, QUO_BIND_PUSH_OBJ, QUO_OBJ_NUMANODE, -1));
    CHECK_TEXT(binding_of(q), around[id]);
    OK(QUO_bind_push(q, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_NUMANODE, 2));
    CHECK_TEXT(binding_of(q), "6-7");
    OK(QUO_bind_pop(q));
    OK(QUO_bind_pop(q));
}

/* A node of one package with four cores of two threads each. */
static void threads(QUO_context q)
{
    QUO_context first = NULL;
    int id = world_rank(), value = -7;
    char home[16];

    snprintf(home, sizeof home, "%d-%d", 2 * id, 2 * id + 1);
    OK(QUO_create_with_flags(&first, MPI_COMM_WORLD, QUO_CREATE_NO_MT));
    OK(QUO_npus(q, &value));
    CHECK_INT(value, 8);
    OK(QUO_npus(first, &value));
    CHECK_INT(value, 4);
    OK(QUO_ncores(first, &value));
    CHECK_INT(value, 4);
    CHECK_TEXT(binding_of(q), home);
    OK(QUO_bind_push(first, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_MACHINE, 0));
    CHECK_TEXT(binding_of(first), "0,2,4,6");
    CHECK_INT(is_bound(first), 0);
    CHECK_INT(is_bound(q), 1);
    /* Each context pops its own pushes. */
    CHECK_INT(QUO_bind_pop(q), QUO_ERR_POP);
    OK(QUO_bind_pop(first));
    OK(QUO_bind_push(first, QUO_BIND_PUSH_OBJ, QUO_OBJ_CORE, -1));
    snprintf(home, sizeof home, "%d", 2 * id);
    CHECK_TEXT(binding_of(first), home);
    OK(QUO_bind_pop(first));
    OK(QUO_free(first));
}

/* Two packages of two cores of two threads each; ranks 0 and 1 are on the second threads of cores 1 and 3. */
static void second(QUO_context q)
{
    QUO_context first = NULL;
    int rank = world_rank(), core = 2 * rank + 1;
    char text[16];

    OK(QUO_create_with_flags(&first, MPI_COMM_WORLD, QUO_CREATE_NO_MT));
    snprintf(text, sizeof text, "%d", 2 * core + 1);
    CHECK_TEXT(binding_of(q), text);
    CHECK_INT(is_bound(first), 1);
    CHECK_INT(is_inside(q, QUO_OBJ_CORE, core), 1);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(is_inside(first, QUO_OBJ_CORE, i), 0);
        CHECK_INT(is_inside(first, QUO_OBJ_PU, i), 0);
    }
    CHECK_TEXT(qids_in(q, QUO_OBJ_MACHINE, 0), "0 1");
    CHECK_TEXT(qids_in(first, QUO_OBJ_MACHINE, 0), "");
    CHECK_TEXT(qids_in(first, QUO_OBJ_CORE, core), "");
    CHECK_INT(is_selected(first, QUO_OBJ_PACKAGE, 1), 0);
    CHECK_INT(is_selected(first, QUO_OBJ_CORE, 1), 0);
    CHECK_INT(is_selected(first, QUO_OBJ_MACHINE, 1), 0);
    OK(QUO_barrier(first));
    CHECK_INT(QUO_bind_push(first, QUO_BIND_PUSH_OBJ, QUO_OBJ_PACKAGE, -1), QUO_ERR_NOT_FOUND);
    OK(QUO_bind_push(first, QUO_BIND_PUSH_PROVIDED, QUO_OBJ_PACKAGE, rank));
    CHECK_TEXT(binding_of(first), rank ? "4,6" : "0,2");
    OK(QUO_bind_push(first, QUO_BIND_PUSH_OBJ, QUO_OBJ_CORE, -1));
    CHECK_TEXT(binding_of(first), rank ? "4" : "0");
    OK(QUO_bind_pop(first));
    OK(QUO_bind_pop(first));
    CHECK_TEXT(binding_of(first), text);
    OK(QUO_free(first));
}

/* The same machine: rank 0 is on a second thread, rank 1 is not bound, and rank 2 is on the third core. */
static void mixed(void)
{
    QUO_context first = NULL;

    OK(QUO_create_with_flags(&first, MPI_COMM_WORLD, QUO_CREATE_NO_MT));
    CHECK_INT(is_selected(first, QUO_OBJ_PACKAGE, 1), world_rank() > 0);
    CHECK_INT(is_selected(first, QUO_OBJ_MACHINE, 1), world_rank() == 1);
    OK(QUO_free(first));
}

int main(int argc, char **argv)
{
    QUO_context q = NULL;
    const char *what = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    OK(QUO_create(&q, MPI_COMM_WORLD));
    if (!strcmp(what, "simple"))
        simple(q);
    else if (!strcmp(what, "complicated"))
        complicated(q);
    else if (!strcmp(what, "memory"))
        memory(q);
    else if (!strcmp(what, "threads"))
        threads(q);
    else if (!strcmp(what, "second"))
        second(q);
    else if (!strcmp(what, "mixed"))
        mixed();
    else
        failures++;
    OK(QUO_free(q));
    return finished();
}
