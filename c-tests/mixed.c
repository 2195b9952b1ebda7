/* SPDX-License-Identifier: MIT OR Apache-2.0
 * MPI_UNDEFINED on some ranks and every split type on the others, as the standard allows (MPI 4.0, section 7.4.2); the
 * types on an intercommunicator. Eight ranks on the cores of two nodes of two packages of two cores each. */
#include "test.h"

/* Members of this rank's block of 'width' ranks that do not pass MPI_UNDEFINED. */
static int others(int *ranks, int width, int (*out)(int))
{
    int count = 0, first = test_rank() / width * width;

    for (int rank = first; rank < first + width; rank++)
        if (!out(rank))
            ranks[count++] = rank;
    return out(test_rank()) ? 0 : count;
}

static int odd(int rank)
{
    return rank % 2;
}
static int not_last(int rank)
{
    return rank != 7;
}
static int first(int rank)
{
    return rank == 0;
}
static int second_node(int rank)
{
    return rank >= 4;
}
static int no_rank(int rank)
{
    return rank < 0;
}
static int every_rank(int rank)
{
    return rank >= 0;
}

/* The ranks that pass MPI_UNDEFINED, and the width of the next level's blocks among the rest: 1 if they are in one
 * node. */
static const struct {
    int (*out)(int);
    int next_width;
} mixes[] = {{odd, 4}, {not_last, 0}, {first, 4}, {second_node, 2}, {no_rank, 4}, {every_rank, 0}};

static void split(int type, int width, int (*out)(int), const char *level)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = level ? test_info("mpi_hw_resource_type", level) : MPI_INFO_NULL;
    int members[8], count = width ? others(members, width, out) : 0;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, out(test_rank()) ? MPI_UNDEFINED : type, test_rank(), info, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    test_free(&newcomm);
    if (level)
        MPI_Info_free(&info);
}

/* MPI_UNDEFINED with a NULL info together with ranks that name a level. */
static void undefined_without_info(void)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info("mpi_hw_resource_type", "Package");
    int members[8], count = others(members, 2, odd), out = odd(test_rank());

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, out ? MPI_UNDEFINED : MPI_COMM_TYPE_HW_GUIDED, 0, out ? MPI_INFO_NULL : info,
                           &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

/* A type of the library, and not of the MPI. */
static int is_ours(int type)
{
    return type >= MPI_COMM_TYPE_PHYSICAL_TOPOLOGY && type <= HSPLIT_COMM_TYPE_NVLINK;
}

/* A type of the MPI has its native result: for shared memory, an intercommunicator of the node's ranks in both
 * groups. */
static void native_intercommunicator(MPI_Comm inter)
{
    MPI_Info info = test_info("mpi_hw_resource_type", "mpi_shared_memory");
    MPI_Comm newcomm;
    int is_inter;

    OK(MPI_Comm_split_type(inter, MPI_COMM_TYPE_HW_GUIDED, 0, info, &newcomm));
    OK(MPI_Comm_test_inter(newcomm, &is_inter));
    CHECK(is_inter);
    MPI_Comm_free(&newcomm);
    MPI_Info_free(&info);
}

static void intercommunicator(void)
{
    static const int types[] = {MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_COMM_TYPE_HW_SUBDOMAIN, MPI_COMM_TYPE_HW_UNGUIDED,
                                MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_RESOURCE_GUIDED};
    MPI_Comm half, inter, newcomm, rootscomm;
    char *level, text[MPI_MAX_ERROR_STRING];
    int upper = test_rank() >= 4, class, length, rank = 0;

    MPI_Comm_split(MPI_COMM_WORLD, upper, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : 4, 1, &inter);
    MPI_Comm_free(&half);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    if (!is_ours(MPI_COMM_TYPE_HW_GUIDED))
        native_intercommunicator(inter);
    for (int i = 0; i < 5; i++) {
        if (!is_ours(types[i]))
            continue;
        newcomm = MPI_COMM_WORLD;
        int code = MPI_Comm_split_type(inter, types[i], 0, MPI_INFO_NULL, &newcomm);
        MPI_Error_class(code, &class);
        CHECK_INT(class, MPI_ERR_COMM);
        CHECK(newcomm == MPI_COMM_NULL);
        MPI_Error_string(code, text, &length);
        CHECK_HAS(text, "MPI_Comm_split_type");
        CHECK_HAS(text, "intercommunicator");
    }
    newcomm = rootscomm = MPI_COMM_WORLD;
    MPI_Error_class(MPI_Comm_hsplit_with_roots(inter, MPI_INFO_NULL, &newcomm, &rootscomm), &class);
    CHECK_INT(class, MPI_ERR_COMM);
    CHECK(newcomm == MPI_COMM_NULL && rootscomm == MPI_COMM_NULL);
    MPI_Error_class(MPI_Comm_get_min_hlevel(inter, 1, &rank, &level), &class);
    CHECK_INT(class, MPI_ERR_COMM);
    MPI_Comm_free(&inter);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), 8);
    for (unsigned i = 0; i < sizeof mixes / sizeof *mixes; i++) {
        int (*out)(int) = mixes[i].out;
        split(MPI_COMM_TYPE_SHARED, 8, out, NULL);
        split(MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, mixes[i].next_width, out, NULL);
        split(MPI_COMM_TYPE_HW_SUBDOMAIN, mixes[i].next_width, out, NULL);
        split(MPI_COMM_TYPE_HW_UNGUIDED, mixes[i].next_width, out, NULL);
        split(MPI_COMM_TYPE_HW_GUIDED, 2, out, "Package");
        split(MPI_COMM_TYPE_RESOURCE_GUIDED, 4, out, "Machine");
        split(MPI_COMM_TYPE_HW_GUIDED, 8, out, "mpi_shared_memory");
        split(MPI_COMM_TYPE_HW_GUIDED, 0, out, "zork");
    }
    undefined_without_info();
    intercommunicator();
    return test_end();
}
