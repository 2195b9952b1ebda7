/* SPDX-License-Identifier: MIT OR Apache-2.0
 * remap [ROWS [STEPS [REPETITIONS]]]: a program of the two parts of SCRIP in a coupler (Mercier's thesis, 4.2.6). Part
 * one finds, for each cell of a rotated grid, the cell of another grid around it and its four weights ("addresses and
 * weights"); few ranks of a node do that, with OpenMP teams on the cores of all others. Part two is a loop in time, in
 * which all ranks carry a field from one grid to the other by these weights.
 *
 * Part one runs with each ratio of processes and threads on a node: a search measures a few of them, and then all are
 * measured. Prints a table; times are medians, in milliseconds, of the slowest rank.
 *
 * With -DSIMULATED and smpicc the computing is replaced by the time in REMAP_NS (the last line of a real run:
 * nanoseconds for each cell to prepare, to find and to store), and a node has REMAP_CORES ranks. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef SIMULATED
void sg_actor_sleep_for(double seconds);
#else
#include <hsplit.h>
#endif

enum { LINKS = 4, BINS = 90, MOST_RATIOS = 64, MOST_REPETITIONS = 1001, PARTS = 3 };
enum { PREPARE, FIND, STORE };

static const double PI = 3.14159265358979323846;

/* ROWS x COLUMNS cells in both grids; the boxes of the source's in latitude and longitude, and the first and last cell
 * that touches each bin of latitudes. */
static int rows, columns, cells, rank, ranks, cores, repetitions;
static double (*box)[4], (*local)[2], *weights, *all_weights, *field;
static int bin_first[BINS], bin_last[BINS], *around, *addresses, *all_addresses;
/* The times of the parts on this rank, of the last run. */
static double took[PARTS];

static void target_of(int cell, double *latitude, double *longitude)
{
    double lat = PI * ((cell / columns + 0.5) / rows - 0.5), lon = 2 * PI * (cell % columns + 0.5) / columns;
    double x = cos(lat) * cos(lon), y = cos(lat) * sin(lon), z = sin(lat), c = cos(PI / 6), s = sin(PI / 6);
    *latitude = asin(fmin(1, fmax(-1, z * c - x * s)));
    *longitude = atan2(y, x * c + z * s);
    *longitude += *longitude < 0 ? 2 * PI : 0;
}

static int bin_of(double latitude)
{
    int bin = (int)((latitude / PI + 0.5) * BINS);
    return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

/* Each process needs the whole source grid. */
static void prepare(int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads)
    for (int cell = 0; cell < cells; cell++) {
        int row = cell / columns, column = cell % columns;
        box[cell][0] = PI * ((double)row / rows - 0.5);
        box[cell][1] = PI * ((row + 1.0) / rows - 0.5);
        box[cell][2] = 2 * PI * column / columns;
        box[cell][3] = 2 * PI * (column + 1.0) / columns;
    }
    for (int bin = 0; bin < BINS; bin++)
        bin_first[bin] = cells, bin_last[bin] = -1;
    for (int row = 0; row < rows; row++)
        for (int bin = bin_of(box[row * columns][0]); bin <= bin_of(box[row * columns][1]); bin++) {
            bin_first[bin] = row * columns < bin_first[bin] ? row * columns : bin_first[bin];
            bin_last[bin] = (row + 1) * columns - 1;
        }
}

/* Checks all boxes of a bin, as SCRIP does. */
static void find(int first, int after, int threads)
{
    (void)threads;
#pragma omp parallel for num_threads(threads)
    for (int cell = first; cell < after; cell++) {
        double lat, lon;
        target_of(cell, &lat, &lon);
        int bin = bin_of(lat), from = bin_first[bin];
        while (from < bin_last[bin] &&
               (lat < box[from][0] || lat > box[from][1] || lon < box[from][2] || lon > box[from][3]))
            from++;
        around[cell] = from;
        local[cell][0] = (lat - box[from][0]) / (box[from][1] - box[from][0]);
        local[cell][1] = (lon - box[from][2]) / (box[from][3] - box[from][2]);
    }
}

/* One link after the other, as SCRIP does. Sources are points: row 0 is one pole, the last row the other. */
static void store(int first, int after)
{
    for (int cell = first; cell < after; cell++) {
        int row = around[cell] / columns, column = around[cell] % columns, next = (column + 1) % columns;
        double up = local[cell][0], right = local[cell][1];
        int to[LINKS] = {row * columns + column, row * columns + next, (row + 1) * columns + column,
                         (row + 1) * columns + next};
        double by[LINKS] = {(1 - up) * (1 - right), (1 - up) * right, up * (1 - right), up * right};
        memcpy(addresses + (size_t)LINKS * (cell - first), to, sizeof to);
        memcpy(weights + (size_t)LINKS * (cell - first), by, sizeof by);
    }
}

static int first_of(int part, int parts)
{
    return (int)((long long)cells * part / parts);
}

/* Counts and places of links, for calls over all parts. */
static void shares(int parts, int *count, int *place)
{
    for (int part = 0; part < parts; part++) {
        place[part] = LINKS * first_of(part, parts);
        count[part] = LINKS * first_of(part + 1, parts) - place[part];
    }
}

static void compute(int part, int first, int after, int threads)
{
    double begin = MPI_Wtime();
#ifdef SIMULATED
    double nanoseconds[PARTS] = {0, 0, 0};
    sscanf(getenv("REMAP_NS"), "%lf %lf %lf", &nanoseconds[0], &nanoseconds[1], &nanoseconds[2]);
    sg_actor_sleep_for(nanoseconds[part] * 1e-9 * (after - first) / (part == STORE ? 1 : threads));
#else
    if (part == PREPARE)
        prepare(threads);
    else if (part == FIND)
        find(first, after, threads);
    else
        store(first, after);
#endif
    took[part] = MPI_Wtime() - begin;
}

/* Part one, on the ranks of a communicator, with so many threads on each; rank 0 has all links in the end. */
static void remap(MPI_Comm comm, int threads)
{
    int part, parts, first, after, *count, *place;
    MPI_Comm_rank(comm, &part);
    MPI_Comm_size(comm, &parts);
    count = malloc(2 * sizeof(int) * parts), place = count + parts;
    shares(parts, count, place);
    first = first_of(part, parts), after = first_of(part + 1, parts);
    compute(PREPARE, 0, cells, threads);
    compute(FIND, first, after, threads);
    compute(STORE, first, after, threads);
    MPI_Gatherv(addresses, count[part], MPI_INT, all_addresses, count, place, MPI_INT, 0, comm);
    MPI_Gatherv(weights, count[part], MPI_DOUBLE, all_weights, count, place, MPI_DOUBLE, 0, comm);
    free(count);
}

/* Part two: the greatest error of the field on the other grid, on all ranks. */
static double loop(int steps)
{
    int *count = malloc(4 * sizeof(int) * ranks), *place = count + ranks;
    int *points = place + ranks, *point_of = points + ranks, all = (rows + 1) * columns, mine;
    double worst = 0, error = 0;
    shares(ranks, count, place);
    mine = count[rank];
    for (int part = 0; part < ranks; part++) {
        point_of[part] = (int)((long long)all * part / ranks);
        points[part] = (int)((long long)all * (part + 1) / ranks) - point_of[part];
    }
    MPI_Scatterv(all_addresses, count, place, MPI_INT, addresses, mine, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatterv(all_weights, count, place, MPI_DOUBLE, weights, mine, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int step = 0; step < steps; step++) {
#ifndef SIMULATED
        for (int point = point_of[rank]; point < point_of[rank] + points[rank]; point++) {
            double lat = PI * ((double)(point / columns) / rows - 0.5), lon = 2 * PI * (point % columns) / columns;
            field[point] = 2 + step + cos(lat) * cos(lat) * cos(2 * lon);
        }
#endif
        MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, field, points, point_of, MPI_DOUBLE, MPI_COMM_WORLD);
#ifndef SIMULATED
        for (int cell = 0; cell < mine / LINKS; cell++) {
            double lat, lon, value = 0;
            for (int link = LINKS * cell; link < LINKS * (cell + 1); link++)
                value += weights[link] * field[addresses[link]];
            target_of(place[rank] / LINKS + cell, &lat, &lon);
            error = fmax(error, fabs(value - 2 - step - cos(lat) * cos(lat) * cos(2 * lon)));
        }
#endif
    }
    MPI_Allreduce(&error, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    free(count);
    return worst;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, repetitions, sizeof *values, by_value);
    return values[repetitions / 2];
}

/* A ratio of processes and threads. Without threads it is the program without phases: all ranks, as they are bound. */
struct ratio {
    int workers, threads, has_comm;
    double seconds;
    MPI_Comm comm;
};

static struct ratio ratios[MOST_RATIOS], without = {0, 0, 0, -1, MPI_COMM_NULL};
static int count_of_ratios, measured;
/* Nanoseconds of each part for a cell if no rank has threads, the mean of all ranks, for the simulation. */
static double calibration[PARTS];
#ifndef SIMULATED
static HSPLIT_Placement placement;
#endif

static void part_one(struct ratio *ratio)
{
    if (ratio->threads == 0) {
        remap(MPI_COMM_WORLD, 1);
        return;
    }
#ifdef SIMULATED
    if (!ratio->has_comm)
        MPI_Comm_split(MPI_COMM_WORLD, rank % ratio->threads ? MPI_UNDEFINED : 0, rank, &ratio->comm);
    ratio->has_comm = 1;
    if (ratio->comm != MPI_COMM_NULL)
        remap(ratio->comm, ratio->threads);
#else
    char shape[32];
    int worker;
    snprintf(shape, sizeof shape, "%d:%d", ratio->workers, ratio->threads);
    HSPLIT_Phase_begin(placement, shape, MPI_INFO_NULL, &worker, &ratio->comm);
    if (worker)
        remap(ratio->comm, ratio->threads);
    HSPLIT_Phase_end(placement);
#endif
}

/* The median time of part one, measured once, after a warm-up run. */
static double cost(struct ratio *ratio)
{
    static double times[MOST_REPETITIONS], parts[PARTS][MOST_REPETITIONS];
    if (ratio->seconds >= 0)
        return ratio->seconds;
    part_one(ratio);
    for (int repetition = 0; repetition < repetitions; repetition++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime(), time;
        part_one(ratio);
        time = MPI_Wtime() - begin;
        MPI_Allreduce(&time, &times[repetition], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        for (int part = 0; part < PARTS; part++)
            parts[part][repetition] = took[part];
    }
    for (int part = 0; part < PARTS && ratio->threads == 0; part++) {
        double mine = median(parts[part]) * 1e9 / (part == PREPARE ? cells : first_of(1, ranks)) / ranks;
        MPI_Allreduce(&mine, &calibration[part], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    ratio->seconds = median(times);
    measured++;
    return ratio->seconds;
}

static double cost_at(int nth)
{
    return nth < count_of_ratios ? cost(&ratios[nth]) : INFINITY;
}

/* Fibonacci's search: the least of times that fall and then rise. */
static int search(void)
{
    int width = 2, before = 1, low = -1;
    while (width - 1 < count_of_ratios) {
        int wider = width + before;
        before = width, width = wider;
    }
    while (width > 2) {
        int left = low + width - before, right = low + before;
        int narrower = width - before;
        if (cost_at(left) > cost_at(right))
            low = left;
        width = before, before = narrower;
    }
    return low + 1;
}

static double run_loop(int steps)
{
    double begin, error;
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    error = loop(steps);
    if (!(error < 0.01)) {
        fprintf(stderr, "remap: rank %d: the field is wrong by %g\n", rank, error);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return MPI_Wtime() - begin;
}

static void table(int steps)
{
    int found = search(), few = measured, best = 0;
    double time = cost(&without), longest = run_loop(steps);
    if (rank == 0)
        printf("| processes a node | threads | addresses and weights, ms | loop of %d steps, ms |\n"
               "|---|---|---|---|\n| %d, no phases | 1 | %.2f | %.2f |\n",
               steps, cores, time * 1e3, longest * 1e3);
    for (int nth = 0; nth < count_of_ratios; nth++) {
        struct ratio *ratio = &ratios[nth];
        time = cost(ratio);
        /* The links of this ratio, not of the last one measured. */
        if (rank == 0) {
            memset(all_addresses, 0, sizeof(int) * LINKS * cells);
            memset(all_weights, 0, sizeof(double) * LINKS * cells);
        }
        part_one(ratio);
        longest = run_loop(steps);
        best = time < ratios[best].seconds ? nth : best;
        if (rank == 0)
            printf("| %d | %d | %.2f | %.2f |\n", ratio->workers, ratio->threads, time * 1e3, longest * 1e3);
    }
    if (rank == 0) {
        printf("\nsearch: %d:%d, found with %d of %d ratios; the best of all: %d:%d\n", ratios[found].workers,
               ratios[found].threads, few, count_of_ratios, ratios[best].workers, ratios[best].threads);
        printf("REMAP_NS=\"%.3g %.4g %.3g\"\n", calibration[0], calibration[1], calibration[2]);
    }
}

int main(int argc, char **argv)
{
    int steps;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = argc > 1 ? atoi(argv[1]) : 180, steps = argc > 2 ? atoi(argv[2]) : 20;
    repetitions = argc > 3 ? atoi(argv[3]) : 31;
    repetitions = repetitions > MOST_REPETITIONS ? MOST_REPETITIONS : repetitions;
    columns = 2 * rows, cells = rows * columns;
    box = malloc(sizeof *box * cells), local = malloc(sizeof *local * cells), around = malloc(sizeof(int) * cells);
    addresses = malloc(sizeof(int) * LINKS * cells), weights = malloc(sizeof(double) * LINKS * cells);
    all_addresses = malloc(sizeof(int) * LINKS * cells), all_weights = malloc(sizeof(double) * LINKS * cells);
    field = malloc(sizeof(double) * (cells + columns));
#ifdef SIMULATED
    cores = atoi(getenv("REMAP_CORES"));
#else
    HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &placement);
    /* Rank 0 is elected before all others. */
    HSPLIT_Placement_elect(placement, "1:", MPI_INFO_NULL, NULL, &cores, NULL, NULL);
    MPI_Bcast(&cores, 1, MPI_INT, 0, MPI_COMM_WORLD);
#endif
    for (int workers = 1; workers <= cores; workers++)
        if (cores % workers == 0 && count_of_ratios < MOST_RATIOS)
            ratios[count_of_ratios++] = (struct ratio){workers, cores / workers, 0, -1, MPI_COMM_NULL};
    table(steps);
#ifndef SIMULATED
    HSPLIT_Placement_free(&placement);
#endif
    MPI_Finalize();
    return 0;
}
