/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The lifetime of the library's data on communicators: lifetime duplicates, or growth ROUNDS. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"
#include <dirent.h>

/* Only duplicates inherit the level of a communicator. */
static void duplicates(void)
{
    MPI_Comm level, copy, copy_of_copy, sub;
    int node = test_rank() / 4;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &level));
    CHECK_LEVEL(level, "Machine", 2, node);
    OK(MPI_Comm_dup(level, &copy));
    MPI_Comm_free(&level);
    CHECK_LEVEL(copy, "Machine", 2, node);
    OK(MPI_Comm_dup(copy, &copy_of_copy));
    CHECK_LEVEL(copy_of_copy, "Machine", 2, node);
    MPI_Comm_free(&copy);
    CHECK_LEVEL(copy_of_copy, "Machine", 2, node);
    /* Handles are reused: a communicator of the native MPI must not inherit the level of an old handle. */
    for (int i = 0; i < 8; i++) {
        MPI_Comm_split(copy_of_copy, 0, 0, &sub);
        CHECK_LEVEL(sub, "Unknown", 0, MPI_UNDEFINED);
        MPI_Comm_free(&sub);
    }
    MPI_Comm_free(&copy_of_copy);
    CHECK_LEVEL(MPI_COMM_WORLD, "Unknown", 0, MPI_UNDEFINED);
    CHECK_LEVEL(MPI_COMM_SELF, "Unknown", 0, MPI_UNDEFINED);
}

static int descriptors(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;

    while (directory && readdir(directory))
        count++;
    if (directory)
        closedir(directory);
    return count;
}

/* One of everything that creates something, and its release. */
static void once(void)
{
    MPI_Comm newcomm, rootscomm, copy, newcomms[4], rootscomms[4];
    MPI_Info info = test_info(NULL, NULL);
    int depth, own = test_rank();
    char *type;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, info, &newcomm);
    MPI_Info_free(&info);
    if (newcomm != MPI_COMM_NULL) {
        int rank;
        MPI_Comm_rank(newcomm, &rank);
        MPI_Comm_dup(newcomm, &copy);
        MPI_Comm_get_min_hlevel(copy, 1, &rank, &type);
        MPI_Comm_free(&copy);
        MPI_Comm_free(&newcomm);
    }
    MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, MPI_INFO_NULL, &newcomm, &rootscomm);
    test_free(&rootscomm);
    test_free(&newcomm);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_get_min_hlevel(copy, 1, &own, &type);
    MPI_Comm_free(&copy);
    HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 4, &depth, newcomms, rootscomms);
    HSPLIT_Comm_hierarchy_free(depth, newcomms, rootscomms);
    /* Errors must not leak either. */
    info = test_info("mpi_hw_resource_type", own ? "Core" : "Package");
    MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &newcomm, &rootscomm);
    MPI_Info_free(&info);
}

/* The native MPI's own growth is measured in addition to the library's: memory that it keeps for every communicator is
 * not the library's leak. */
static long growth(int rounds, void (*body)(void))
{
    for (int i = 0; i < rounds / 5; i++)
        body();
    long before = test_resident_kib();
    for (int i = 0; i < rounds; i++)
        body();
    return test_resident_kib() - before;
}

static void native_only(void)
{
    MPI_Comm copies[5];

    for (int i = 0; i < 5; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &copies[i]);
    for (int i = 0; i < 5; i++)
        MPI_Comm_free(&copies[i]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (argc > 2 && !strcmp(argv[1], "growth")) {
        /* Four to six splits in each round. */
        const int rounds = atoi(argv[2]);
        long native = growth(rounds, native_only);
        once();
        int before = descriptors();
        /* A leak grows every time; an MPI's pool of memory grows once. */
        long ours = growth(rounds, once), again = growth(rounds, once);
        if (again < ours)
            ours = again;
        CHECK_INT(descriptors(), before);
        if (ours > native + 512) {
            test_failed(__FILE__, __LINE__);
            fprintf(stderr, "%d rounds grew by %ld KiB, native duplicates alone by %ld KiB\n", rounds, ours, native);
        }
        printf("rank %d: %ld KiB, native %ld KiB\n", test_rank(), ours, native);
    } else {
        CHECK_INT(test_size(), 8);
        duplicates();
    }
    return test_end();
}
