/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI_Get_hw_resource_info (MPI 4.1): which keys there are, and that "true" means a communicator. resources early:
 * before MPI_Init and after MPI_Finalize too. resources empty: the info object is empty, or has only the native MPI's
 * keys.
 *
 * 3 ranks below one of two islands, on a core, on an L3 cache and unbound. */
#include "test.h"

#define ROOM 2048

/* "key=value " for each key, in the order of the info object. */
static void dump(MPI_Info info, char *text)
{
    int keys = -1;

    *text = '\0';
    MPI_Info_get_nkeys(info, &keys);
    for (int i = 0; i < keys; i++) {
        char key[MPI_MAX_INFO_KEY + 1], value[16] = "";
        int found = 0;
        MPI_Info_get_nthkey(info, i, key);
        MPI_Info_get(info, key, 15, value, &found);
        snprintf(text + strlen(text), ROOM - strlen(text), "%s=%s ", key, value);
    }
}

static void get(char *text)
{
    MPI_Info info = MPI_INFO_NULL;

    OK(MPI_Get_hw_resource_info(&info));
    CHECK(info != MPI_INFO_NULL);
    dump(info, text);
    MPI_Info_free(&info);
}

/* The keys with the value "true", and only these, give a communicator. */
static void lead(const char *text)
{
    char copy[ROOM], *rest = copy;

    strcpy(copy, text);
    while (*rest) {
        char *value = strchr(rest, '='), *end = strchr(rest, ' ');
        MPI_Comm newcomm = MPI_COMM_NULL;
        *value = *end = '\0';
        MPI_Info info = test_info("mpi_hw_resource_type", rest);
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &newcomm));
        CHECK_INT(newcomm != MPI_COMM_NULL, !strcmp(value + 1, "true"));
        test_free(&newcomm);
        MPI_Info_free(&info);
        rest = end + 1;
    }
}

static void keys(const char *text)
{
    static const char *const levels[] = {"island",           "Net_level0",      "hwloc://Machine", "hwloc://Package",
                                         "hwloc://NUMANode", "hwloc://L3Cache", "hwloc://L2Cache", "hwloc://L1dCache",
                                         "hwloc://Core",     "hwloc://PU"};
    static const int inside[] = {10, 6, 3};
    char expected[ROOM] = "";

    for (int i = 0; i < 10; i++)
        snprintf(expected + strlen(expected), ROOM - strlen(expected), "%s=%s ", levels[i],
                 i < inside[test_rank()] ? "true" : "false");
    CHECK_TEXT(text, expected);
}

static void invalid(void)
{
    int class;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Get_hw_resource_info(NULL), &class);
    CHECK_INT(class, MPI_ERR_ARG);
}

/* Open MPI 4 has no info objects outside MPI_Init and MPI_Finalize. */
static void outside(char *text)
{
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
    MPI_Info info;

    CHECK(MPI_Get_hw_resource_info(&info) != MPI_SUCCESS);
    CHECK(info == MPI_INFO_NULL);
    *text = '\0';
#else
    get(text);
#endif
}

int main(int argc, char **argv)
{
    char before[ROOM], now[ROOM], after[ROOM];
    int early = argc > 1 && !strcmp(argv[1], "early"), empty = argc > 1 && !strcmp(argv[1], "empty"), failed;

    if (early)
        outside(before);
    MPI_Init(&argc, &argv);
    get(now);
    if (empty) {
        CHECK(!strstr(now, "island"));
    } else {
        keys(now);
        lead(now);
        invalid();
    }
#if !defined(OPEN_MPI) || OMPI_MAJOR_VERSION >= 5
    if (early)
        CHECK_TEXT(before, now);
#endif
    failed = test_end();
    if (early) {
        outside(after);
        failed |= strcmp(before, after) != 0;
    }
    return failed;
}
