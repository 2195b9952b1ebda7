/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls in which a rank sends more than fits into another rank's buffer: collectives_lengths lengths
 * [MORE]|parts [COUNT]|one_node, see below. Each rank prints how many calls must have gone along the hierarchy. */
#include "collectives_refused.h"

/* ---- lengths: a root that sends more than fits into the buffers of the others. Ranks may get an error, every rank
 * returns, and the calls that follow are right. ---- */

static void lengths(int more)
{
    int *data = calloc((size_t)more, sizeof(int));

    for (int root = 0; root < world.size; root++) {
        for (int i = 0; i < more; i++)
            data[i] = value_at(world.rank, i);
        REFUSED(MPI_Bcast(data, world.rank == root ? more : 1, MPI_INT, root, world.comm), MPI_SUCCESS,
                world.rank == root ? MPI_SUCCESS : MPI_ERR_TRUNCATE);
        expect(&world, BCAST);
        together();
    }
    free(data);
}

/* ---- one_node: the same in the shared memory of a node. A rank whose message is too long gets an error, and no data
 * that no rank has sent. ---- */

static void one_node(void)
{
    static const int counts[] = {2, 13, 1000};

    for (int i = 0; i < 3; i++)
        for (int root = 0; root < world.size; root++) {
            int data[1000], is_root = world.rank == root, more = counts[i], code;
            for (int at = 0; at < 1000; at++)
                data[at] = is_root ? value_at(root, at) : -1;
            code = MPI_Bcast(data, is_root ? more : 1, MPI_INT, root, world.comm);
            REFUSED(code, is_root ? MPI_SUCCESS : MPI_ERR_TRUNCATE, is_root ? MPI_SUCCESS : MPI_ERR_TRUNCATE);
            expect(&world, BCAST);
            CHECK_INT(data[0], is_root ? value_at(root, 0) : -1);
            together();
            OK(MPI_Bcast(data, is_root ? 1 : more, MPI_INT, root, world.comm));
            expect(&world, BCAST);
            CHECK_INT(data[0], value_at(root, 0));
            CHECK_INT(data[1], is_root ? value_at(root, 1) : -1);
            together();
        }
}

/* One rank sends an element more than the others: a share, an operand, a block. The calls after it are right, although
 * a message did not fit. */
static int longer(int call, int rank, int count, int more)
{
    int mine = count + (world.rank == rank ? more : 0), counts[64], sent[64], places[64];
    size_t most = (size_t)world.size * (size_t)(count + more);
    int *from = calloc(most, sizeof(int)), *to = calloc(most, sizeof(int)), code, sum = 0;

    for (int i = 0; i < world.size; i++) {
        counts[i] = sent[i] = count;
        places[i] = i * count;
    }
    sent[0] = mine;
    for (int i = 0; i < world.size * count; i++)
        from[i] = value_at(world.rank, i % count);
    if (call == REDUCE)
        code = MPI_Reduce(from, to, mine, MPI_INT, MPI_SUM, 0, world.comm);
    else if (call == GATHER)
        code = MPI_Gather(from, mine, MPI_INT, to, count, MPI_INT, 0, world.comm);
    else if (call == ALLGATHERV)
        code = MPI_Allgatherv(from, mine, MPI_INT, to, counts, places, MPI_INT, world.comm);
    else
        code = MPI_Alltoallv(from, sent, places, MPI_INT, to, counts, places, MPI_INT, world.comm);
    expect(&world, call);
    for (int i = 0; !more && i < count * (call == REDUCE ? 1 : world.size); i++) {
        for (int other = 0; other < world.size; other++)
            sum = other ? sum + value_at(other, i) : value_at(other, i);
        if (world.rank == 0 || call == ALLGATHERV || call == ALLTOALLV)
            CHECK_INT(to[i], call == REDUCE ? sum : value_at(i / count, i % count));
    }
    free(from);
    free(to);
    return code;
}

static void lengths_of_parts(int count)
{
    static const int calls[] = {REDUCE, GATHER, ALLGATHERV, ALLTOALLV};

    for (int i = 0; i < 4; i++)
        for (int rank = 1; rank < world.size; rank++) {
            OK(longer(calls[i], rank, count, 0));
            REFUSED(longer(calls[i], rank, count, 1), MPI_SUCCESS, MPI_ERR_TRUNCATE);
            OK(longer(calls[i], rank, count, 0));
            together();
        }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "lengths";
    int number = argc > 2 ? atoi(argv[2]) : 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(world.comm, &world.rank);
    MPI_Comm_size(world.comm, &world.size);
    if (!strcmp(what, "lengths"))
        lengths(number ? number : 10);
    else if (!strcmp(what, "one_node"))
        one_node();
    else if (!strcmp(what, "parts"))
        lengths_of_parts(number ? number : 2);
    else
        CHECK_TEXT(what, "a case");
    say_expected();
    return test_end();
}
