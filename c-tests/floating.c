/* SPDX-License-Identifier: MIT OR Apache-2.0
 * floating: a program that traps floating-point exceptions, rounds in a direction of its own at each rank and reads
 * errno, makes a call of each kind. No call raises a trap, changes what the program has set, or gives another result
 * than at ranks that round in another direction; the program's own functions run in the program's environment. */
#define _GNU_SOURCE
#include "test.h"
#include <errno.h>
#include <fenv.h>
#include <math.h>

#if defined(__x86_64__)
enum { TRAPS = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW };
#else
enum { TRAPS = 0 };
#endif
enum { COUNT = 3000, ERRNO = 77 };

static int rank, size, direction, called;
static const int directions[] = {FE_UPWARD, FE_DOWNWARD, FE_TONEAREST, FE_TOWARDZERO};

/* The environment is the program's, with no flag that the program has not raised. */
static void check_environment(void)
{
    CHECK_INT(fegetexcept(), TRAPS);
    CHECK_INT(fegetround(), direction);
    CHECK_INT(fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW), 0);
}

#define KEPT(call)                                                                                                     \
    do {                                                                                                               \
        errno = ERRNO;                                                                                                 \
        OK(call);                                                                                                      \
        CHECK_INT(errno, ERRNO);                                                                                       \
        check_environment();                                                                                           \
    } while (0)

/* The native call may change errno. */
#define KEPT_BUT_ERRNO(call)                                                                                           \
    do {                                                                                                               \
        OK(call);                                                                                                      \
        check_environment();                                                                                           \
    } while (0)

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    called++;
    check_environment();
    for (int i = 0; i < *count; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

static int copied(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)state;
    called++;
    check_environment();
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int deleted(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm, (void)keyval, (void)value, (void)state;
    called++;
    check_environment();
    return MPI_SUCCESS;
}

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    called++;
    check_environment();
}

static void splits(void)
{
    static const int types[] = {HSPLIT_COMM_TYPE_HW_UNGUIDED, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, HSPLIT_COMM_TYPE_NUMA,
                                HSPLIT_COMM_TYPE_CLUSTER};
    MPI_Comm part, dup, levels[16];
    int depth, ranks, keyval, distance;

    OK(MPI_Comm_create_keyval(copied, deleted, &keyval, NULL));
    for (int i = 0; i < 4; i++) {
        KEPT(MPI_Comm_split_type(MPI_COMM_WORLD, types[i], rank, MPI_INFO_NULL, &part));
        if (part == MPI_COMM_NULL)
            continue;
        OK(MPI_Comm_size(part, &ranks));
        CHECK(ranks >= 1 && ranks <= size);
        OK(MPI_Comm_set_attr(part, keyval, NULL));
        called = 0;
        KEPT_BUT_ERRNO(MPI_Comm_dup(part, &dup));
        KEPT_BUT_ERRNO(MPI_Comm_free(&dup));
        KEPT_BUT_ERRNO(MPI_Comm_free(&part));
        CHECK_INT(called, 3);
    }
    OK(MPI_Comm_free_keyval(&keyval));
    KEPT(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 16, &depth, levels, NULL));
    KEPT(HSPLIT_Comm_hierarchy_free(depth, levels, NULL));
    KEPT(HSPLIT_Comm_map(MPI_COMM_WORLD));
    KEPT(HSPLIT_Comm_get_distance(MPI_COMM_WORLD, 0, size - 1, &distance, NULL));
}

static void collectives(void)
{
    static double operand[COUNT], result[COUNT];
    int numbers[64] = {0}, own = rank;
    MPI_Op op;

    OK(MPI_Op_create(add, 1, &op));
    for (int count = 1; count <= COUNT; count += COUNT - 1) {
        for (int i = 0; i < count; i++)
            operand[i] = rank;
        called = 0;
        KEPT(MPI_Allreduce(operand, result, count, MPI_DOUBLE, op, MPI_COMM_WORLD));
        CHECK(result[count - 1] == size * (size - 1) / 2);
        KEPT(MPI_Reduce(operand, result, count, MPI_DOUBLE, op, 0, MPI_COMM_WORLD));
        KEPT(MPI_Scan(operand, result, count, MPI_DOUBLE, op, MPI_COMM_WORLD));
        KEPT(MPI_Bcast(result, count, MPI_DOUBLE, 0, MPI_COMM_WORLD));
        KEPT(MPI_Allreduce(operand, result, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        CHECK(result[0] == size * (size - 1) / 2);
    }
    KEPT(MPI_Barrier(MPI_COMM_WORLD));
    KEPT(MPI_Allgather(&own, 1, MPI_INT, numbers, 1, MPI_INT, MPI_COMM_WORLD));
    CHECK_INT(numbers[size - 1], size - 1);
    KEPT(MPI_Alltoall(numbers, 1, MPI_INT, result, 1, MPI_INT, MPI_COMM_WORLD));
    OK(MPI_Op_free(&op));
}

/* The library calls the program's handler of errors. */
static void errors(void)
{
    MPI_Comm part;
    MPI_Info info;
    MPI_Errhandler errhandler;

    OK(MPI_Comm_create_errhandler(handler, &errhandler));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, errhandler));
    OK(MPI_Info_create(&info));
    called = 0;
    CHECK(HSPLIT_Comm_reorder(MPI_COMM_WORLD, -1, NULL, NULL, info, &part, NULL, NULL) != MPI_SUCCESS);
    CHECK_INT(called, 1);
    check_environment();
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Errhandler_free(&errhandler));
    OK(MPI_Info_free(&info));
}

static void orders(void)
{
    int peers[2] = {(rank + 1) % size, (rank + size - 1) % size}, dims[2] = {0, 0}, from, to, edges[2] = {1, 1};
    int sources[2] = {peers[1], peers[0]};
    double weights[2] = {1e300, 1e-300};
    MPI_Comm newcomm;

    KEPT(HSPLIT_Comm_reorder(MPI_COMM_WORLD, 2, peers, weights, MPI_INFO_NULL, &newcomm, &from, &to));
    KEPT_BUT_ERRNO(MPI_Comm_free(&newcomm));
    KEPT(HSPLIT_Dims_create(MPI_COMM_WORLD, 2, NULL, dims));
    KEPT_BUT_ERRNO(
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, edges, 2, peers, edges, MPI_INFO_NULL, 1, &newcomm));
    KEPT_BUT_ERRNO(MPI_Comm_free(&newcomm));
}

static void phases(void)
{
    HSPLIT_Placement placement;
    MPI_Comm workers;
    int worker;

    KEPT(HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &placement));
    KEPT(HSPLIT_Phase_begin(placement, "NUMANode", MPI_INFO_NULL, &worker, &workers));
    if (worker)
        CHECK(workers != MPI_COMM_NULL);
    KEPT(HSPLIT_Phase_end(placement));
    KEPT(HSPLIT_Node_barrier(placement));
    KEPT(HSPLIT_Placement_free(&placement));
}

static void counts(void)
{
    HSPLIT_Monitor monitor;
    long long bytes[64];
    MPI_Comm newcomm;
    int from, to, other;

    KEPT(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &monitor));
    KEPT_BUT_ERRNO(MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT, (rank + size - 1) % size,
                                0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    KEPT(HSPLIT_Monitor_get(monitor, HSPLIT_MONITOR_BYTES, size, bytes));
    KEPT(HSPLIT_Monitor_reorder(monitor, MPI_INFO_NULL, &newcomm, &from, &to));
    KEPT_BUT_ERRNO(MPI_Comm_free(&newcomm));
    KEPT(HSPLIT_Monitor_free(&monitor));
}

/* Maps, networks, devices, process sets, memory of a level, grids and a number of parts. */
static void places(void)
{
    static const char *const keys[] = {"mpi_pset_name", "hsplit_parts"}, *const values[] = {"mpi://WORLD", "2"};
    int count, coords[8], dims[8] = {0, 0}, ranks[64], matrix[64 * 64], periods[2] = {1, 1};
    const char *names[8], *busids[8];
    double weights[2] = {1e300, 1e-300};
    MPI_Comm newcomm;
    MPI_Group group;
    MPI_Info info;
    MPI_Win win;
    void *memory;

    KEPT(HSPLIT_Get_devices(MPI_COMM_WORLD, "nic", 8, &count, names, busids, dims, ranks));
    KEPT(HSPLIT_Comm_get_network_coords(MPI_COMM_WORLD, rank, 8, &count, coords, dims));
    KEPT(HSPLIT_Comm_get_network_rank(MPI_COMM_WORLD, count, coords, 64, &count, ranks));
    for (int i = 0; i < size; i++)
        ranks[i] = i;
    KEPT(HSPLIT_Comm_get_distances(MPI_COMM_WORLD, size, ranks, matrix));
    KEPT(HSPLIT_Comm_get_neighbours(MPI_COMM_WORLD, rank, NULL, 64, &count, ranks));
    KEPT_BUT_ERRNO(HSPLIT_Comm_get_neighbour_group(MPI_COMM_WORLD, 2, &group));
    OK(MPI_Group_free(&group));
    for (int i = 0; i < 2; i++) {
        info = test_info(keys[i], values[i]);
        KEPT(MPI_Comm_split_type(MPI_COMM_WORLD, i ? HSPLIT_COMM_TYPE_HW_UNGUIDED : HSPLIT_COMM_TYPE_RESOURCE_GUIDED, 0,
                                 info, &newcomm));
        test_free(&newcomm);
        MPI_Info_free(&info);
    }
    dims[0] = dims[1] = 0;
    KEPT_BUT_ERRNO(HSPLIT_Cart_create(MPI_COMM_WORLD, 2, weights, periods, MPI_INFO_NULL, dims, &newcomm));
    KEPT_BUT_ERRNO(MPI_Comm_free(&newcomm));
    KEPT_BUT_ERRNO(HSPLIT_Win_allocate_shared("NUMANode", 100, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win));
    KEPT_BUT_ERRNO(MPI_Win_free(&win));
}

int main(int argc, char **argv)
{
    OK(MPI_Init(&argc, &argv));
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    direction = directions[rank % 4];
    fesetround(direction);
    feclearexcept(FE_ALL_EXCEPT);
    if (TRAPS)
        feenableexcept(TRAPS);
    splits();
    collectives();
    errors();
    orders();
    phases();
    counts();
    places();
    return test_end();
}
