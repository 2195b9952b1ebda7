/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The cost of calls compared with the native calls that they replace. Both take turns on one communicator; a time is
 * that of the slowest rank; medians and their ratio are printed. Start one rank per core of the emulated node, as
 * c-tests/bench does. */
#include <hsplit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 101, WARM_UP = 10, LOOKUPS = 100000 };

typedef void operation(MPI_Comm comm, MPI_Comm *first, MPI_Comm *second);

static int colour; /* The group of this rank in the library's split, so that the native split makes equal groups. */
static int is_root;

static void ours(MPI_Comm comm, MPI_Comm *first, MPI_Comm *second)
{
    (void)second;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, first);
}

static void native(MPI_Comm comm, MPI_Comm *first, MPI_Comm *second)
{
    (void)second;
    PMPI_Comm_split(comm, colour, 0, first);
}

static void ours_with_roots(MPI_Comm comm, MPI_Comm *first, MPI_Comm *second)
{
    MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, first, second);
}

static void native_with_roots(MPI_Comm comm, MPI_Comm *first, MPI_Comm *second)
{
    PMPI_Comm_split(comm, colour, 0, first);
    PMPI_Comm_split(comm, is_root ? 0 : MPI_UNDEFINED, 0, second);
}

static void shared_through_us(MPI_Comm comm, MPI_Comm *first, MPI_Comm *second)
{
    (void)second;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, first);
}

static void shared_native(MPI_Comm comm, MPI_Comm *first, MPI_Comm *second)
{
    (void)second;
    PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, first);
}

static double once(operation *what, MPI_Comm comm)
{
    MPI_Comm first = MPI_COMM_NULL, second = MPI_COMM_NULL;
    double begin, mine, slowest;

    PMPI_Barrier(comm);
    begin = PMPI_Wtime();
    what(comm, &first, &second);
    mine = PMPI_Wtime() - begin;
    if (second != MPI_COMM_NULL)
        PMPI_Comm_free(&second);
    if (first != MPI_COMM_NULL)
        PMPI_Comm_free(&first);
    PMPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, comm);
    return slowest;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void compare(const char *what, operation *a, operation *b)
{
    static double time_a[RUNS], time_b[RUNS], ratio[RUNS];
    int rank;

    for (int run = -WARM_UP; run < RUNS; run++) {
        double ta, tb;
        if (run & 1) { /* The second call finds warm caches: take turns. */
            tb = once(b, MPI_COMM_WORLD);
            ta = once(a, MPI_COMM_WORLD);
        } else {
            ta = once(a, MPI_COMM_WORLD);
            tb = once(b, MPI_COMM_WORLD);
        }
        if (run >= 0) {
            time_a[run] = ta;
            time_b[run] = tb;
            ratio[run] = ta / tb;
        }
    }
    qsort(time_a, RUNS, sizeof *time_a, by_value);
    qsort(time_b, RUNS, sizeof *time_b, by_value);
    qsort(ratio, RUNS, sizeof *ratio, by_value);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("%-52s %9.1f us %9.1f us   %5.2f   (%.2f to %.2f)\n", what, time_a[RUNS / 2] * 1e6,
               time_b[RUNS / 2] * 1e6, time_a[RUNS / 2] / time_b[RUNS / 2], ratio[RUNS / 4], ratio[RUNS * 3 / 4]);
}

static void level_info(MPI_Comm comm, int i)
{
    int siblings, index;
    char *level;

    (void)i;
    MPI_Comm_get_hlevel_info(comm, &siblings, &index, &level);
}

static int size;

static void coords(MPI_Comm comm, int i)
{
    int count, coords[16];

    HSPLIT_Comm_get_coords(comm, i % size, 16, &count, coords, NULL);
}

static void distance(MPI_Comm comm, int i)
{
    int hops;
    const char *type;

    HSPLIT_Comm_get_distance(comm, i % size, (7 * i + 3) % size, &hops, &type);
}

/* A local call: the best of several turns on the fastest rank. */
static void lookup(const char *what, void (*call)(MPI_Comm comm, int i), MPI_Comm comm)
{
    double best = 1, fastest;
    int rank;

    for (int turn = 0; turn < 5; turn++) {
        double begin = PMPI_Wtime(), mine;
        for (int i = 0; i < LOOKUPS; i++)
            call(comm, i);
        mine = (PMPI_Wtime() - begin) / LOOKUPS;
        best = mine < best ? mine : best;
    }
    PMPI_Allreduce(&best, &fastest, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("%-52s %9.1f ns\n", what, fastest * 1e9);
}

int main(int argc, char **argv)
{
    MPI_Comm comm, roots;
    int rank, index, siblings;
    char *level;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, &comm, &roots);
    if (comm == MPI_COMM_NULL) {
        fprintf(stderr, "nothing to split: are the ranks bound?\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_get_hlevel_info(comm, &siblings, &index, &level);
    colour = index;
    is_root = roots != MPI_COMM_NULL;
    if (rank == 0)
        printf("%d ranks, %d communicators of level %s%36s ours       native   ratio   (middle half)\n", size, siblings,
               level, "");
    compare("unguided split / MPI_Comm_split", ours, native);
    compare("MPI_Comm_hsplit_with_roots / two MPI_Comm_split", ours_with_roots, native_with_roots);
    compare("MPI_COMM_TYPE_SHARED through us / native", shared_through_us, shared_native);
    lookup("MPI_Comm_get_hlevel_info", level_info, comm);
    HSPLIT_Comm_map(MPI_COMM_WORLD);
    lookup("HSPLIT_Comm_get_coords", coords, MPI_COMM_WORLD);
    lookup("HSPLIT_Comm_get_distance", distance, MPI_COMM_WORLD);
    if (roots != MPI_COMM_NULL)
        MPI_Comm_free(&roots);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
