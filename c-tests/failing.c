/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A layer between libhsplit and the MPI, to be preloaded: native calls that fail on demand, or before which the process
 * is killed or stopped, and a count of the objects that the library has made and not freed.
 *
 * The library finds PMPI_ functions by name in the global scope of the process, where a preloaded object comes before
 * the MPI, be it Open MPI or MPICH; this object calls the next function of that name. MPIs call these functions by
 * themselves too: only calls from the library's own code are counted, and fail. A call that fails does nothing, and its
 * outputs are unchanged. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The kinds of objects that the library can leak. */
enum kind { COMM, GROUP, INFO, KEYVAL, ERRHANDLER, TYPE, OP, REQUEST, KINDS };
static const char *const KIND_NAMES[KINDS] = {"communicators",  "groups",    "info objects", "keyvals",
                                              "error handlers", "datatypes", "operations",   "requests"};

enum { MOST = 4096, FUNCTIONS = 128 };
static struct {
    int kind;
    intptr_t handle;
} living[MOST];
static int alive, overflown;

/* The number of calls of each function since failing_arm, and the call that is to fail. */
static struct {
    const char *name;
    int calls;
} functions[FUNCTIONS];
static int function_count, failing_call, has_failed, failing_signal;
/* All of these calls, in their order. */
static const char *sequence[MOST];
static int sequence_length;
static const char *failing_name = "";

/* ---- for the test program ---- */

/* From now on, call number 'call' of a function fails, once; of any function if the name is "*". */
void failing_arm(const char *name, int call)
{
    failing_name = name;
    failing_call = call;
    has_failed = sequence_length = failing_signal = 0;
    for (int i = 0; i < function_count; i++)
        functions[i].calls = 0;
}

/* Like failing_arm, but the process gets a signal before that call, which does not fail. A stopped process continues
 * after a while. */
void failing_signal_at(const char *name, int call, int signal_number)
{
    failing_arm(name, call);
    failing_signal = signal_number;
}

/* True if that call has been made. */
int failing_has_failed(void)
{
    return has_failed;
}

/* The calls since failing_arm, in their order; NULL after the last. */
const char *failing_sequence(int index)
{
    return index < sequence_length ? sequence[index] : NULL;
}

/* The number of living objects of each kind, as text; returns the sum. */
int failing_living(char *words, size_t capacity)
{
    int counts[KINDS] = {0};
    size_t at = 0;

    for (int i = 0; i < alive; i++)
        counts[living[i].kind]++;
    *words = '\0';
    for (int kind = 0; kind < KINDS; kind++)
        if (counts[kind] && at < capacity)
            at +=
                (size_t)snprintf(words + at, capacity - at, "%s%d %s", at ? ", " : "", counts[kind], KIND_NAMES[kind]);
    return alive + overflown;
}

/* ---- the caller ---- */

static uintptr_t library_begin, library_end;

static int look(struct dl_phdr_info *info, size_t size, void *unused)
{
    const char *file = strrchr(info->dlpi_name, '/');

    (void)size;
    (void)unused;
    if (!file || strncmp(file, "/libhsplit", strlen("/libhsplit")))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && part->p_flags & PF_X) {
            library_begin = begin;
            library_end = begin + part->p_memsz;
        }
    }
    return 1;
}

static int is_library(void *address)
{
    if (!library_end)
        dl_iterate_phdr(look, NULL);
    return (uintptr_t)address >= library_begin && (uintptr_t)address < library_end;
}

/* A child that waits continues this process. */
static void get_signal(void)
{
    if (failing_signal == SIGSTOP && !fork()) {
        nanosleep(&(struct timespec){0, 150000000}, NULL);
        kill(getppid(), SIGCONT);
        _exit(0);
    }
    raise(failing_signal);
}

/* True if this call is the one to fail. */
static int fails(const char *name)
{
    int i = 0;

    while (i < function_count && strcmp(functions[i].name, name))
        i++;
    if (i == function_count && function_count < FUNCTIONS)
        functions[function_count++].name = name;
    functions[i].calls++;
    if (sequence_length < MOST)
        sequence[sequence_length++] = name;
    if (!strcmp(failing_name, "*") ? sequence_length != failing_call
                                   : strcmp(failing_name, name) || functions[i].calls != failing_call)
        return 0;
    has_failed = 1;
    if (!failing_signal)
        return 1;
    get_signal();
    return 0;
}

static void born(int is_ours, int code, int kind, intptr_t handle, intptr_t null)
{
    if (!is_ours || code != MPI_SUCCESS || handle == null)
        return;
    if (alive == MOST) {
        overflown++;
        return;
    }
    living[alive].kind = kind;
    living[alive++].handle = handle;
}

static void gone(int kind, intptr_t handle)
{
    for (int i = 0; i < alive; i++)
        if (living[i].kind == kind && living[i].handle == handle) {
            living[i] = living[--alive];
            return;
        }
}

/* ---- the functions ---- */

#define NEXT(name, parameters)                                                                                         \
    static int(*next) parameters;                                                                                      \
    int is_ours = is_library(__builtin_return_address(0)), code;                                                       \
    if (!next)                                                                                                         \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                                     \
    if (is_ours && fails(#name))                                                                                       \
        return MPI_ERR_OTHER;                                                                                          \
    (void)code;

/* A function that makes nothing. */
#define PLAIN(name, parameters, arguments)                                                                             \
    int name parameters                                                                                                \
    {                                                                                                                  \
        NEXT(name, parameters)                                                                                         \
        return next arguments;                                                                                         \
    }
/* A function that makes a handle, to which its last argument points. */
#define MAKES(kind, null, name, parameters, arguments, out)                                                            \
    int name parameters                                                                                                \
    {                                                                                                                  \
        NEXT(name, parameters)                                                                                         \
        code = next arguments;                                                                                         \
        born(is_ours, code, kind, (intptr_t)*out, (intptr_t)null);                                                     \
        return code;                                                                                                   \
    }
/* A function that frees a handle. */
#define FREES(kind, name, type)                                                                                        \
    int name(type *handle)                                                                                             \
    {                                                                                                                  \
        type old = *handle;                                                                                            \
        NEXT(name, (type *))                                                                                           \
        code = next(handle);                                                                                           \
        if (code == MPI_SUCCESS)                                                                                       \
            gone(kind, (intptr_t)old);                                                                                 \
        return code;                                                                                                   \
    }

MAKES(COMM, MPI_COMM_NULL, PMPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *out), (comm, group, out), out)
MAKES(COMM, MPI_COMM_NULL, PMPI_Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *out),
      (comm, group, tag, out), out)
MAKES(COMM, MPI_COMM_NULL, PMPI_Comm_split, (MPI_Comm comm, int colour, int key, MPI_Comm *out),
      (comm, colour, key, out), out)
MAKES(COMM, MPI_COMM_NULL, PMPI_Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *out),
      (comm, type, key, info, out), out)
MAKES(COMM, MPI_COMM_NULL, PMPI_Comm_dup, (MPI_Comm comm, MPI_Comm *out), (comm, out), out)
MAKES(COMM, MPI_COMM_NULL, PMPI_Cart_create,
      (MPI_Comm comm, int count, const int dims[], const int periods[], int reorder, MPI_Comm *out),
      (comm, count, dims, periods, reorder, out), out)
MAKES(COMM, MPI_COMM_NULL, PMPI_Dist_graph_create,
      (MPI_Comm comm, int n, const int from[], const int degrees[], const int to[], const int weights[], MPI_Info info,
       int reorder, MPI_Comm *out),
      (comm, n, from, degrees, to, weights, info, reorder, out), out)
FREES(COMM, PMPI_Comm_free, MPI_Comm)
MAKES(GROUP, MPI_GROUP_NULL, PMPI_Comm_group, (MPI_Comm comm, MPI_Group *out), (comm, out), out)
MAKES(GROUP, MPI_GROUP_NULL, PMPI_Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group *out),
      (group, n, ranks, out), out)
FREES(GROUP, PMPI_Group_free, MPI_Group)
MAKES(INFO, MPI_INFO_NULL, PMPI_Info_create, (MPI_Info * out), (out), out)
FREES(INFO, PMPI_Info_free, MPI_Info)
MAKES(KEYVAL, MPI_KEYVAL_INVALID, PMPI_Comm_create_keyval,
      (MPI_Comm_copy_attr_function * copy, MPI_Comm_delete_attr_function *delete, int *out, void *state),
      (copy, delete, out, state), out)
FREES(KEYVAL, PMPI_Comm_free_keyval, int)
MAKES(ERRHANDLER, MPI_ERRHANDLER_NULL, PMPI_Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler *out), (comm, out), out)
FREES(ERRHANDLER, PMPI_Errhandler_free, MPI_Errhandler)
MAKES(TYPE, MPI_DATATYPE_NULL, PMPI_Type_contiguous, (int count, MPI_Datatype type, MPI_Datatype *out),
      (count, type, out), out)
FREES(TYPE, PMPI_Type_free, MPI_Datatype)
MAKES(OP, MPI_OP_NULL, PMPI_Op_create, (MPI_User_function * function, int commutes, MPI_Op *out),
      (function, commutes, out), out)
FREES(OP, PMPI_Op_free, MPI_Op)
MAKES(REQUEST, MPI_REQUEST_NULL, PMPI_Ibcast,
      (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *out),
      (buffer, count, type, root, comm, out), out)
MAKES(REQUEST, MPI_REQUEST_NULL, PMPI_Irecv,
      (void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *out),
      (buffer, count, type, source, tag, comm, out), out)
MAKES(REQUEST, MPI_REQUEST_NULL, PMPI_Isend,
      (const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *out),
      (buffer, count, type, to, tag, comm, out), out)
MAKES(REQUEST, MPI_REQUEST_NULL, PMPI_Issend,
      (const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *out),
      (buffer, count, type, to, tag, comm, out), out)
FREES(REQUEST, PMPI_Request_free, MPI_Request)
PLAIN(PMPI_Allgather,
      (const void *from, int count, MPI_Datatype type, void *to, int capacity, MPI_Datatype as, MPI_Comm comm),
      (from, count, type, to, capacity, as, comm))
PLAIN(PMPI_Allgatherv,
      (const void *from, int count, MPI_Datatype type, void *to, const int capacities[], const int starts[],
       MPI_Datatype as, MPI_Comm comm),
      (from, count, type, to, capacities, starts, as, comm))
PLAIN(PMPI_Gather,
      (const void *from, int count, MPI_Datatype type, void *to, int capacity, MPI_Datatype as, int root,
       MPI_Comm comm),
      (from, count, type, to, capacity, as, root, comm))
PLAIN(PMPI_Gatherv,
      (const void *from, int count, MPI_Datatype type, void *to, const int capacities[], const int starts[],
       MPI_Datatype as, int root, MPI_Comm comm),
      (from, count, type, to, capacities, starts, as, root, comm))
PLAIN(PMPI_Allreduce, (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (from, to, count, type, op, comm))
PLAIN(PMPI_Exscan, (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
      (from, to, count, type, op, comm))
PLAIN(PMPI_Bcast, (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
      (buffer, count, type, root, comm))
PLAIN(PMPI_Barrier, (MPI_Comm comm), (comm))
PLAIN(PMPI_Alltoall,
      (const void *from, int count, MPI_Datatype type, void *to, int capacity, MPI_Datatype as, MPI_Comm comm),
      (from, count, type, to, capacity, as, comm))
PLAIN(PMPI_Sendrecv,
      (const void *from, int count, MPI_Datatype type, int dest, int tag, void *to, int capacity, MPI_Datatype as,
       int source, int other, MPI_Comm comm, MPI_Status *status),
      (from, count, type, dest, tag, to, capacity, as, source, other, comm, status))
PLAIN(PMPI_Reduce_local, (const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op),
      (in, inout, count, type, op))
PLAIN(PMPI_Comm_rank, (MPI_Comm comm, int *rank), (comm, rank))
PLAIN(PMPI_Comm_size, (MPI_Comm comm, int *size), (comm, size))
PLAIN(PMPI_Comm_test_inter, (MPI_Comm comm, int *flag), (comm, flag))
PLAIN(PMPI_Comm_set_attr, (MPI_Comm comm, int keyval, void *value), (comm, keyval, value))
PLAIN(PMPI_Comm_get_attr, (MPI_Comm comm, int keyval, void *value, int *flag), (comm, keyval, value, flag))
PLAIN(PMPI_Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler handler), (comm, handler))
PLAIN(PMPI_Group_size, (MPI_Group group, int *size), (group, size))
PLAIN(PMPI_Group_translate_ranks, (MPI_Group one, int n, const int ranks[], MPI_Group other, int found[]),
      (one, n, ranks, other, found))
PLAIN(PMPI_Info_set, (MPI_Info info, const char *key, const char *value), (info, key, value))
PLAIN(PMPI_Info_get, (MPI_Info info, const char *key, int capacity, char *value, int *flag),
      (info, key, capacity, value, flag))
PLAIN(PMPI_Info_get_valuelen, (MPI_Info info, const char *key, int *length, int *flag), (info, key, length, flag))
PLAIN(PMPI_Type_commit, (MPI_Datatype * type), (type))

static MPI_Request before[MOST];

PLAIN(PMPI_Type_size, (MPI_Datatype type, int *size), (type, size))
PLAIN(PMPI_Type_get_extent, (MPI_Datatype type, MPI_Aint *lower, MPI_Aint *extent), (type, lower, extent))
PLAIN(PMPI_Type_get_true_extent, (MPI_Datatype type, MPI_Aint *lower, MPI_Aint *extent), (type, lower, extent))
PLAIN(PMPI_Op_commutative, (MPI_Op op, int *flag), (op, flag))

/* Functions that end requests; all but one have an array. */
int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    MPI_Request old = *request;
    NEXT(PMPI_Test, (MPI_Request *, int *, MPI_Status *))

    code = next(request, flag, status);
    if (code == MPI_SUCCESS && *flag)
        gone(REQUEST, (intptr_t)old);
    return code;
}

#define SOME(name)                                                                                                     \
    int name(int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[])                       \
    {                                                                                                                  \
        NEXT(name, (int, MPI_Request *, int *, int *, MPI_Status *))                                                   \
        memcpy(before, requests, (size_t)(count < MOST ? count : MOST) * sizeof *before);                              \
        code = next(count, requests, done, indices, statuses);                                                         \
        for (int i = 0; code == MPI_SUCCESS && *done != MPI_UNDEFINED && i < *done; i++)                               \
            gone(REQUEST, (intptr_t)before[indices[i]]);                                                               \
        return code;                                                                                                   \
    }
SOME(PMPI_Waitsome)
SOME(PMPI_Testsome)

/* The library calls this last, after it has freed everything. */
int MPI_Finalize(void)
{
    char words[256];
    NEXT(MPI_Finalize, (void))

    if (is_ours && failing_living(words, sizeof words))
        fprintf(stderr, "failing: left at the end: %s\n", words);
    return next();
}
