/* coupled_ocean.c: one of two programs that run as one job and exchange fields, as OASIS couples models.
 *
 *     mpiexec -n 4 hsplit run --collectives all:0 ./coupled_ocean : -n 4 ./coupled_atmosphere
 *
 * The library may be in one of the programs alone: collective calls inside that program go along the hierarchy, and
 * calls of both programs together are native. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 24000, STEPS = 6, NAME = 16 };

static const char *const component = "ocean";

/* The ranks of MPI_COMM_WORLD of the component that has this name: how many, and the first one. */
static int members(const char *names, int size, const char *name, int *first)
{
    int count = 0;

    for (int rank = size - 1; rank >= 0; rank--) {
        if (!strcmp(names + rank * NAME, name)) {
            count++;
            *first = rank;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    char mine[NAME] = "", *names;
    int rank, size, local_rank, local_size, others, first_other = 0;
    long long sum = 0, before, *part, *whole = NULL, *received;
    MPI_Comm local;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* Which process belongs to which component? */
    names = malloc((size_t)size * NAME);
    strcpy(mine, component);
    MPI_Allgather(mine, NAME, MPI_CHAR, names, NAME, MPI_CHAR, MPI_COMM_WORLD);
    others = members(names, size, "atmosphere", &first_other);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &local);
    MPI_Comm_rank(local, &local_rank);
    MPI_Comm_size(local, &local_size);

    int count = POINTS / local_size;
    part = malloc((size_t)count * sizeof *part);
    received = malloc(POINTS * sizeof *received);
    if (local_rank == 0)
        whole = malloc(POINTS * sizeof *whole);
    for (int i = 0; i < count; i++)
        part[i] = local_rank * count + i;
    for (int step = 0; step < STEPS; step++) {
        before = 0;
        for (int i = 0; i < count; i++) {
            part[i] = (3 * part[i] + step) % 1000003;
            before += part[i];
        }
        MPI_Allreduce(&before, &sum, 1, MPI_LONG_LONG, MPI_SUM, local);
        /* The first ranks exchange the fields, and each of them hands the other's field out in its component. */
        MPI_Gather(part, count, MPI_LONG_LONG, whole, count, MPI_LONG_LONG, 0, local);
        if (local_rank == 0 && others)
            MPI_Sendrecv(whole, POINTS, MPI_LONG_LONG, first_other, step, received, POINTS, MPI_LONG_LONG, first_other,
                         step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (others)
            MPI_Bcast(received, POINTS, MPI_LONG_LONG, 0, local);
        for (int i = 0; i < count && others; i++)
            part[i] += received[local_rank * count + i] % 7;
    }
    if (local_rank == 0)
        printf("%s: %d ranks, sum %lld\n", component, local_size, sum);

    /* The end of a coupled run: all processes agree that none has failed. */
    int bad = 0, any = 1;
    MPI_Request request;
    MPI_Iallreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (any)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&local);
    free(names);
    free(part);
    free(received);
    free(whole);
    MPI_Finalize();
    return 0;
}
