/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Prints the results of native split types: members, their order, error classes, the properties of the parent
 * afterwards. Run with and without the library, the two outputs must be equal. */
#include "test.h"

#define LINE 256

/* Rank 0 prints all lines in the order of ranks, so that two runs can be compared. */
static void print(const char *what, const char *mine)
{
    char line[LINE], *all = malloc((size_t)test_size() * LINE);

    snprintf(line, LINE, "%s, rank %d: %s", what, test_rank(), mine);
    MPI_Gather(line, LINE, MPI_CHAR, all, LINE, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; test_rank() == 0 && i < test_size(); i++)
        puts(all + i * LINE);
    free(all);
}

static void split(const char *what, MPI_Comm comm, int type, int key, MPI_Info info)
{
    MPI_Comm newcomm = MPI_COMM_NULL;
    int code = MPI_Comm_split_type(comm, type, key, info, &newcomm), class, ranks[64];
    char members[LINE / 2] = "", mine[LINE];

    MPI_Error_class(code, &class);
    /* A failed call may leave any value in its output. */
    if (code == MPI_SUCCESS && newcomm != MPI_COMM_NULL) {
        test_list(members, sizeof members, ranks, test_world_ranks(newcomm, ranks, 64));
        MPI_Comm_free(&newcomm);
    }
    snprintf(mine, sizeof mine, "class %d {%s}", class, members);
    print(what, mine);
}

/* Attributes, name and error handler of a parent through splits. */
static void parent(void)
{
    MPI_Comm comm;
    MPI_Errhandler handler;
    int keyval, value = 7, found, length, *attribute = NULL;
    char name[MPI_MAX_OBJECT_NAME];

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &value);
    MPI_Comm_set_name(comm, "a parent");
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    split("shared of a duplicate", comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL);
#ifdef PRELOADED
    /* Without the library, nothing more can be tested on it. */
    if (MPI_Comm_hsplit_with_roots)
#endif
    {
        MPI_Comm newcomm = MPI_COMM_NULL, rootscomm = MPI_COMM_NULL;
        char *type;
        int me = 0;
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, &newcomm);
        test_free(&newcomm);
        MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &newcomm, &rootscomm);
        test_free(&newcomm);
        test_free(&rootscomm);
        MPI_Comm_get_min_hlevel(comm, 1, &me, &type);
    }
    MPI_Comm_get_attr(comm, keyval, &attribute, &found);
    MPI_Comm_get_name(comm, name, &length);
    MPI_Comm_get_errhandler(comm, &handler);
    print("attribute", found && *attribute == 7 ? "kept" : "lost");
    print("name", name);
    print("error handler", handler == MPI_ERRORS_RETURN ? "kept" : "lost");
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&keyval);
}

#ifndef OPEN_MPI
/* The two halves of MPI_COMM_WORLD as an intercommunicator. */
static MPI_Comm between_halves(void)
{
    MPI_Comm half, inter;
    int upper = test_rank() >= test_size() / 2;

    MPI_Comm_split(MPI_COMM_WORLD, upper, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : test_size() / 2, 1, &inter);
    MPI_Comm_free(&half);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    return inter;
}

static void inter(void)
{
    MPI_Comm comm = between_halves(), newcomm = MPI_COMM_NULL;
    int local = 0, remote = 0, code = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &newcomm),
        class;
    char mine[LINE];

    MPI_Error_class(code, &class);
    if (code == MPI_SUCCESS && newcomm != MPI_COMM_NULL) {
        MPI_Comm_size(newcomm, &local);
        MPI_Comm_remote_size(newcomm, &remote);
        MPI_Comm_free(&newcomm);
    }
    snprintf(mine, sizeof mine, "class %d, %d and %d", class, local, remote);
    print("shared of an intercommunicator", mine);
    MPI_Comm_free(&comm);
}

#endif

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int rank = test_rank();
    MPI_Info hint = test_info("a hint", "a value");

    split("shared", MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL);
    split("shared, reversed", MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL);
    split("shared, equal keys by halves", MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank % 2, hint);
    split("shared, extreme keys", MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank % 2 ? -2147483647 - 1 : 2147483647,
          MPI_INFO_NULL);
    split("shared of self", MPI_COMM_SELF, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL);
    split("undefined on all", MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL);
    split("undefined on odd ranks", MPI_COMM_WORLD, rank % 2 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL);
    split("undefined on all but the last", MPI_COMM_WORLD,
          rank < test_size() - 1 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL);
    split("shared of MPI_COMM_NULL", MPI_COMM_NULL, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL);
    split("type -1", MPI_COMM_WORLD, -1, 0, MPI_INFO_NULL);
    split("type 4711", MPI_COMM_WORLD, 4711, 0, MPI_INFO_NULL);
    split("type 2147483647", MPI_COMM_WORLD, 2147483647, 0, MPI_INFO_NULL);
#ifdef OPEN_MPI
    split("Open MPI's socket", MPI_COMM_WORLD, OMPI_COMM_TYPE_SOCKET, -rank, MPI_INFO_NULL);
    split("Open MPI's host", MPI_COMM_WORLD, OMPI_COMM_TYPE_HOST, 0, MPI_INFO_NULL);
    split("Open MPI's cluster", MPI_COMM_WORLD, OMPI_COMM_TYPE_CLUSTER, 0, MPI_INFO_NULL);
#endif
    parent();
#ifndef OPEN_MPI
    /* Open MPI 4.1 itself crashes in it. */
    inter();
#endif
    MPI_Info_free(&hint);
    MPI_Finalize();
    return 0;
}
