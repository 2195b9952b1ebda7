/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The calls that failures.c makes fail: calls of each kind in one form. A form returns the first error; its
 * communicators are in its outputs. */
#ifndef FAILURES_H
#define FAILURES_H

#include "test.h"

enum { LEVELS = 6, OUTPUTS = 2 * LEVELS, RANKS = 64 };

static int guided(MPI_Comm *outputs)
{
    MPI_Info info = test_info("mpi_hw_resource_type", "Package");
    int code = MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, outputs);

    MPI_Info_free(&info);
    return code;
}

static int unguided(MPI_Comm *outputs)
{
    MPI_Info info = test_info(NULL, NULL);
    int code = MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_SUBDOMAIN, test_rank() % 3, info, outputs);

    MPI_Info_free(&info);
    return code;
}

/* Each rank gets a communicator alone. */
static int alone(MPI_Comm *outputs)
{
    MPI_Info info = test_info("mpi_hw_resource_type", "Core");
    int code = MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, outputs);

    MPI_Info_free(&info);
    return code;
}

static int undefined(MPI_Comm *outputs)
{
    int type = test_rank() == 2 ? MPI_UNDEFINED : MPI_COMM_TYPE_PHYSICAL_TOPOLOGY;

    return MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, MPI_INFO_NULL, outputs);
}

static int shared(MPI_Comm *outputs)
{
    return MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, outputs);
}

static int process_set(MPI_Comm *outputs)
{
    MPI_Info info = test_info("mpi_pset_name", "mpi://WORLD");
    int code = MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, outputs);

    MPI_Info_free(&info);
    return code;
}

static int with_roots(MPI_Comm *outputs)
{
    MPI_Info info = test_info(NULL, NULL);
    int code = MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, outputs, outputs + 1);

    MPI_Info_free(&info);
    return code;
}

static int hierarchy(MPI_Comm *outputs)
{
    int depth;

    return HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, LEVELS, &depth, outputs, outputs + LEVELS);
}

/* No split for the program, but two for the library. */
static int min_level(MPI_Comm *outputs)
{
    char *name;
    int rank = test_rank(), code;
    MPI_Comm comm;

    (void)outputs;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    code = MPI_Comm_get_min_hlevel(comm, 1, &rank, &name);
    MPI_Comm_free(&comm);
    return code;
}

/* Calls that go along the hierarchy if the environment enables that: the first call on a communicator detects its
 * hierarchy. */
static int collectives(MPI_Comm *outputs)
{
    int value = test_rank(), sum = -1, all[RANKS], code, failed;
    MPI_Comm comm;

    (void)outputs;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    code = MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(code != MPI_SUCCESS || sum == test_size() * (test_size() - 1) / 2);
    failed = MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, comm);
    CHECK(failed != MPI_SUCCESS || all[test_size() - 1] == test_size() - 1);
    MPI_Comm_free(&comm);
    return code ? code : failed;
}

/* Blocks that ranks forward for others, of equal and of different lengths. */
static int exchanges(MPI_Comm *outputs)
{
    int to[3 * RANKS], from[3 * RANKS], counts[RANKS], back[RANKS], starts[RANKS], rank = test_rank(),
                                                                                   size = test_size();
    int codes[3], code = MPI_SUCCESS;
    MPI_Datatype types[RANKS];
    MPI_Comm comm;

    (void)outputs;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < size; i++) {
        starts[i] = 3 * i;
        counts[i] = (rank + i) % 3;
        types[i] = MPI_INT;
        for (int j = 0; j < 3; j++)
            to[3 * i + j] = 1000 * rank + 10 * i + j;
    }
    codes[0] = MPI_Alltoall(to, 3, MPI_INT, from, 3, MPI_INT, comm);
    CHECK(codes[0] != MPI_SUCCESS || from[3 * size - 1] == 1000 * (size - 1) + 10 * rank + 2);
    codes[1] = MPI_Alltoallv(to, counts, starts, MPI_INT, from, counts, starts, MPI_INT, comm);
    for (int i = 0; i < size && codes[1] == MPI_SUCCESS; i++)
        for (int j = 0; j < counts[i]; j++)
            CHECK_INT(from[3 * i + j], 1000 * i + 10 * rank + j);
    for (int i = 0; i < size; i++)
        back[i] = starts[i] * (int)sizeof(int);
    codes[2] = MPI_Alltoallw(to, counts, back, types, from, counts, back, types, comm);
    for (int i = 0; i < size && codes[2] == MPI_SUCCESS; i++)
        for (int j = 0; j < counts[i]; j++)
            CHECK_INT(from[3 * i + j], 1000 * i + 10 * rank + j);
    MPI_Comm_free(&comm);
    for (int i = 0; i < 3; i++)
        code = code ? code : codes[i];
    return code;
}

/* Shares of different lengths. */
static int shares(MPI_Comm *outputs)
{
    int own[RANKS + 1], all[RANKS * (RANKS + 1)], counts[RANKS], starts[RANKS], rank = test_rank(), size = test_size();
    int code, total = 0;
    MPI_Comm comm;

    (void)outputs;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        starts[i] = total;
        total += counts[i];
    }
    for (int i = 0; i <= rank; i++)
        own[i] = 100 * rank + i;
    code = MPI_Allgatherv(own, rank + 1, MPI_INT, all, counts, starts, MPI_INT, comm);
    CHECK(code != MPI_SUCCESS || all[total - 1] == 100 * (size - 1) + size - 1);
    MPI_Comm_free(&comm);
    return code;
}

/* A grid whose ranks are in another order. */
static int grid(MPI_Comm *outputs)
{
    int dims[2] = {0, 0}, periods[2] = {0, 1};
    double weights[2] = {1, 100};

    return HSPLIT_Cart_create(MPI_COMM_WORLD, 2, weights, periods, MPI_INFO_NULL, dims, outputs);
}

/* Ranks in an order by the messages that they have sent each other. */
static int watched(MPI_Comm *outputs)
{
    int next = (test_rank() + 1) % test_size(), before = (test_rank() + test_size() - 1) % test_size(), value = 0;
    HSPLIT_Monitor monitor = 0;
    int code = HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &monitor), from, to;

    if (code != MPI_SUCCESS)
        return code;
    MPI_Sendrecv(&next, 1, MPI_INT, next, 5, &value, 1, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    code = HSPLIT_Monitor_reorder(monitor, MPI_INFO_NULL, outputs, &from, &to);
    HSPLIT_Monitor_free(&monitor);
    return code;
}

static const struct {
    const char *name;
    int (*split)(MPI_Comm *);
    /* Or whether the ranks make different calls. */
    int has_steps;
} FORMS[] = {{"guided", guided, 0},
             {"unguided", unguided, 0},
             {"alone", alone, 0},
             {"undefined", undefined, 1},
             {"shared", shared, 0},
             {"process_set", process_set, 0},
             {"with_roots", with_roots, 1},
             {"hierarchy", hierarchy, 1},
             {"min_level", min_level, 1},
             {"collectives", collectives, 1},
             {"exchanges", exchanges, 1},
             {"shares", shares, 1},
             {"grid", grid, 1},
             {"watched", watched, 1}};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

#endif
