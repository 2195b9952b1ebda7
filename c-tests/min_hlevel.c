/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI_Comm_get_min_hlevel (RR-9077, section 3.3.2): min_hlevel cluster|islands|errors. */
#include "test.h"

static const char *level(MPI_Comm comm, int nranks, int *ranks)
{
    char *type = NULL;

    OK(MPI_Comm_get_min_hlevel(comm, nranks, ranks, &type));
    return type;
}

/* The lowest level that two ranks on the cores of Figure 1's nodes share; nodes 0 and 1, and nodes 2 and 3, are below
 * one switch each. */
static const char *shared(int a, int b, int switches)
{
    if (a == b)
        return "Core";
    if (a / 2 == b / 2)
        return "L1dCache";
    if (a / 4 == b / 4)
        return "L3Cache";
    if (a / 8 == b / 8)
        return "Machine";
    return switches && a / 16 == b / 16 ? "Net_level0" : "System - Cluster";
}

/* Lists that differ from rank to rank, in the first call and in later ones. */
static void lists(MPI_Comm comm, int switches)
{
    int me = test_rank(), size = test_size();
    int all[32], pair[2] = {me, (me * 7 + 3) % size}, own[1] = {me}, other[2] = {(me + 1) % size, (me + 2) % size};
    int twice[4] = {me, me ^ 1, me, me ^ 1}, four[4] = {me ^ 3, me ^ 2, me ^ 1, me};

    for (int i = 0; i < size; i++)
        all[i] = size - 1 - i;
    /* The first call: some ranks pass a pair, some an empty list, some other ranks, some all. */
    switch (me % 4) {
    case 0:
        CHECK_TEXT(level(comm, 2, pair), shared(pair[0], pair[1], switches));
        break;
    case 1:
        CHECK_TEXT(level(comm, 0, NULL), "Unknown");
        break;
    case 2:
        CHECK_TEXT(level(comm, 2, other), "Unknown");
        break;
    default:
        CHECK_TEXT(level(comm, size, all), "System - Cluster");
    }
    /* From now on every call is local: one rank alone may make any number of calls. */
    if (me == 5) {
        for (int rank = 0; rank < size; rank++) {
            pair[1] = rank;
            CHECK_TEXT(level(comm, 2, pair), shared(me, rank, switches));
        }
    }
    CHECK_TEXT(level(comm, 1, own), "Core");
    CHECK_TEXT(level(comm, 4, twice), "L1dCache");
    CHECK_TEXT(level(comm, 4, four), "L3Cache");
    CHECK_TEXT(level(comm, 2, other), "Unknown");
    CHECK_TEXT(level(comm, 0, own), "Unknown");
    MPI_Barrier(comm);
}

/* Ranks are those of the communicator that is passed, not of MPI_COMM_WORLD; a duplicate gives the same results as its
 * original. */
static void other_communicators(int switches)
{
    MPI_Comm reversed, copy;
    int me = test_rank(), size = test_size(), pair[2] = {size - 1 - me, size - 1 - (me + 9) % size};

    MPI_Comm_split(MPI_COMM_WORLD, 0, -me, &reversed);
    CHECK_TEXT(level(reversed, 2, pair), shared(me, (me + 9) % size, switches));
    MPI_Comm_dup(reversed, &copy);
    MPI_Comm_free(&reversed);
    if (me == 3)
        CHECK_TEXT(level(copy, 2, pair), shared(me, (me + 9) % size, switches));
    MPI_Comm_free(&copy);
    pair[0] = pair[1] = 0;
    CHECK_TEXT(level(MPI_COMM_SELF, 2, pair), "Core");
}

static void fails(MPI_Comm comm, int nranks, int *ranks, char **type, int expected, const char *words)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, class, code = MPI_Comm_get_min_hlevel(comm, nranks, ranks, type);

    MPI_Error_class(code, &class);
    CHECK_INT(class, expected);
    MPI_Error_string(code, text, &length);
    CHECK_HAS(text, "MPI_Comm_get_min_hlevel");
    CHECK_HAS(text, words);
}

/* One rank's error in the collective first call is its own: the others get their results, and no rank hangs. */
static void errors(void)
{
    char *type, *untouched = NULL;
    int me = test_rank(), own[1] = {me}, bad[2] = {me, 8}, negative[1] = {-1}, huge[1] = {2147483647};

    for (int which = 0; which < 6; which++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        for (int call = 0; call < 2; call++) {
            type = untouched;
            if (me != which) {
                CHECK_TEXT(level(comm, 1, own), "Core");
                continue;
            }
            switch (which) {
            case 0:
                fails(comm, 2, bad, &type, MPI_ERR_RANK, "ranks[1] is 8");
                break;
            case 1:
                fails(comm, 1, negative, &type, MPI_ERR_RANK, "ranks[0] is -1");
                break;
            case 2:
                fails(comm, 1, huge, &type, MPI_ERR_RANK, "ranks[0] is 2147483647");
                break;
            case 3:
                fails(comm, -1, own, &type, MPI_ERR_ARG, "nranks is -1");
                break;
            case 4:
                fails(comm, 1, NULL, &type, MPI_ERR_ARG, "ranks is NULL");
                break;
            default:
                fails(comm, 1, own, NULL, MPI_ERR_ARG, "type is NULL");
            }
        }
        MPI_Comm_free(&comm);
    }
}

int main(int argc, char **argv)
{
    MPI_Comm copy;

    MPI_Init(&argc, &argv);
    if (argc > 1 && !strcmp(argv[1], "errors")) {
        errors();
        return test_end();
    }
    int switches = argc > 1 && !strcmp(argv[1], "islands");
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    lists(copy, switches);
    lists(copy, switches);
    MPI_Comm_free(&copy);
    lists(MPI_COMM_WORLD, switches);
    other_communicators(switches);
    return test_end();
}
