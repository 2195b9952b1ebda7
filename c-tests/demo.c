/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The loop of RR-9077, section 5: split MPI_COMM_WORLD level by level down to the bottom, then once more with the
 * roots. Only MPI and calls of hsplit.h. With a number of ranks as its argument it fails if MPI_COMM_WORLD has another
 * size: another MPI's launcher starts each process as a job of its own. */
#include <hsplit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 96

/* Prints the lines of all ranks from rank 0 of MPI_COMM_WORLD; equal lines of neighbours are printed once. */
static void say(const char *line)
{
    int rank, size;
    char *lines = NULL;
    char mine[LINE] = "";

    strncpy(mine, line, LINE - 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        lines = malloc((size_t)size * LINE);
    MPI_Gather(mine, LINE, MPI_CHAR, lines, LINE, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int first = 0, last; rank == 0 && first < size; first = last + 1) {
        for (last = first; last + 1 < size && !strcmp(lines + (last + 1) * LINE, lines + first * LINE);)
            last++;
        if (lines[first * LINE] == '\0')
            continue;
        if (first == last)
            printf("    rank  %-7d %s\n", first, lines + first * LINE);
        else
            printf("    ranks %3d-%-3d %s\n", first, last, lines + first * LINE);
    }
    free(lines);
    fflush(stdout);
}

static void title(const char *text, int step)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf(step ? "  %s, step %d\n" : "%s\n", text, step);
}

/* The result of this rank: the level, which of how many communicators, and how many ranks are in it. */
static void describe(MPI_Comm comm, MPI_Comm roots, char *line)
{
    int siblings, index, size, roots_size;
    char *level;

    *line = '\0';
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_get_hlevel_info(comm, &siblings, &index, &level);
    MPI_Comm_size(comm, &size);
    int length = snprintf(line, LINE, "%-12s communicator %d of %d, %d rank%s", level, index, siblings, size,
                          size > 1 ? "s" : "");
    if (roots == MPI_COMM_NULL)
        return;
    MPI_Comm_size(roots, &roots_size);
    snprintf(line + length, LINE - (size_t)length, "; root, one of %d", roots_size);
}

/* True if any rank has got a communicator. */
static int any_rank_has(MPI_Comm comm)
{
    int mine = comm != MPI_COMM_NULL, any;

    MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return any;
}

static void loop(int with_roots)
{
    MPI_Comm oldcomm = MPI_COMM_WORLD, newcomm, rootscomm;
    char line[LINE];

    title(with_roots ? "MPI_Comm_hsplit_with_roots" : "MPI_Comm_split_type with MPI_COMM_TYPE_PHYSICAL_TOPOLOGY", 0);
    for (int step = 1;; step++) {
        newcomm = rootscomm = MPI_COMM_NULL;
        if (oldcomm != MPI_COMM_NULL && with_roots) {
            MPI_Comm_hsplit_with_roots(oldcomm, MPI_INFO_NULL, &newcomm, &rootscomm);
        } else if (oldcomm != MPI_COMM_NULL) {
            int rank;
            MPI_Comm_rank(oldcomm, &rank);
            MPI_Comm_split_type(oldcomm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, rank, MPI_INFO_NULL, &newcomm);
        }
        if (oldcomm != MPI_COMM_NULL && oldcomm != MPI_COMM_WORLD)
            MPI_Comm_free(&oldcomm);
        oldcomm = newcomm;
        if (!any_rank_has(newcomm))
            break;
        title(with_roots ? "split and roots" : "split", step);
        describe(newcomm, rootscomm, line);
        say(line);
        if (rootscomm != MPI_COMM_NULL)
            MPI_Comm_free(&rootscomm);
    }
    title(with_roots ? "  bottom reached: every further call gives MPI_COMM_NULL\n" : "  bottom reached\n", 0);
}

int main(int argc, char **argv)
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && atoi(argv[1]) != size) {
        fprintf(stderr, "demo: %d ranks in place of %s: is the launcher that of this MPI?\n", size, argv[1]);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    loop(0);
    loop(1);
    MPI_Finalize();
    return 0;
}
