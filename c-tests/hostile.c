/* SPDX-License-Identifier: MIT OR Apache-2.0
 * hostile WAY: unusual things that programs do, after splits, collective calls, a session of counting, a reordered grid
 * and a binding.
 *
 * WAY is 'leaves': all processes end without MPI_Finalize. 'forks': children end in each possible way, while the
 * parents continue. 'pushes': threads push and pop bindings at once. 'aborts': an error handler of the program calls
 * MPI_Abort. 'opens LIBRARY': the library is loaded by hand after MPI_Init. 'timer': a timer sends signals to all
 * processes from before MPI_Init on. 'limit': no file may have any bytes, and a write to one ends the process. */
#define _GNU_SOURCE
#include "test.h"
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT = 50000, THREADS = 4, ROUNDS = 100 };

static int numbers[COUNT], all[4 * COUNT];
/* No file may have any bytes: without shared memory there is no placement. */
static int has_limit;

/* Uses as many parts of the library as possible. */
static void use_everything(void)
{
    int dims[2] = {0, 0}, periods[2] = {0, 0}, rank = test_rank(), size = test_size(), next = (rank + 1) % size;
    int before = (rank + size - 1) % size, told = -1, depth = 0;
    MPI_Comm grid = MPI_COMM_NULL, levels[8];
    HSPLIT_Monitor monitor = 0;
    HSPLIT_Placement placement = 0;
    long long sent[64];

    OK(HSPLIT_Monitor_start(MPI_COMM_WORLD, MPI_INFO_NULL, &monitor));
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 8, &depth, levels, NULL));
    OK(MPI_Sendrecv(&rank, 1, MPI_INT, next, 3, &told, 1, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_INT(told, before);
    for (int i = 0; i < COUNT; i++)
        numbers[i] = rank ? -1 : i;
    OK(MPI_Bcast(numbers, COUNT, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_INT(numbers[COUNT - 1], COUNT - 1);
    OK(MPI_Allgather(numbers, COUNT, MPI_INT, all, COUNT, MPI_INT, MPI_COMM_WORLD));
    CHECK_INT(all[size * COUNT - 1], COUNT - 1);
    OK(HSPLIT_Cart_create(MPI_COMM_WORLD, 2, NULL, periods, MPI_INFO_NULL, dims, &grid));
    CHECK_INT(dims[0] * dims[1], size);
    int code = HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &placement);
    if (has_limit)
        CHECK(code != MPI_SUCCESS);
    else
        OK(code);
    OK(HSPLIT_Monitor_get(monitor, HSPLIT_MONITOR_MESSAGES | HSPLIT_MONITOR_P2P, size, sent));
    CHECK_INT(sent[next], 1);
}

static int ended_with(int child)
{
    int status = -1;

    CHECK(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void forks(void)
{
    static const char *const ways[] = {"exit", "_exit", "exec"};

    for (int way = 0; way < 3; way++) {
        fflush(NULL);
        int child = fork();
        if (!child) {
            if (way == 2)
                execlp("true", "true", NULL);
            way ? _exit(7 * (way == 1)) : exit(7);
        }
        int code = ended_with(child);
        if (code != (way == 2 ? 0 : 7) && test_failed(__FILE__, __LINE__))
            fprintf(stderr, "a child that ends by %s: %d\n", ways[way], code);
        use_everything();
    }
}

/* All threads have one stack of bindings: a thread may pop a binding that another has pushed. */
static void *push(void *number)
{
    static const char *const parts[] = {"home", "allowed", "Machine", "PU:0"};
    MPI_Info info = test_info("hsplit_bind_threads", "caller");

    for (int round = 0; round < ROUNDS; round++) {
        int pushed = -1;
        OK(HSPLIT_Bind_push(parts[((size_t)number + (size_t)round) % 4], info));
        OK(HSPLIT_Bind_get(NULL, 0, NULL, NULL, &pushed));
        CHECK(pushed >= 1 && pushed <= THREADS);
        OK(HSPLIT_Bind_pop());
    }
    MPI_Info_free(&info);
    return NULL;
}

static void pushes(void)
{
    pthread_t threads[THREADS];
    int pushed = -1;

    for (size_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, push, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(HSPLIT_Bind_get(NULL, 0, NULL, NULL, &pushed));
    CHECK_INT(pushed, 0);
    CHECK(HSPLIT_Bind_pop() != MPI_SUCCESS);
    use_everything();
}

static void end_all(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    fprintf(stderr, "the handler aborts\n");
    MPI_Abort(MPI_COMM_WORLD, 5);
    /* (MPI_Abort of MPICH 5.0.2 returns before the launcher ends the job.) */
    for (;;)
        pause();
}

static void aborts(void)
{
    MPI_Errhandler handler;

    MPI_Comm_create_errhandler(end_all, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_NULL, NULL);
    fprintf(stderr, "the split came back\n");
}

/* In both scopes, one after the other. */
static void opens(const char *file)
{
    static const int scopes[] = {RTLD_LOCAL, RTLD_GLOBAL};

    for (int i = 0; i < 2; i++) {
        int (*hierarchy)(MPI_Comm, MPI_Info, int, int *, MPI_Comm *, MPI_Comm *);
        int depth = -1, sizes = 0;
        MPI_Comm levels[8];
        void *library = dlopen(file, RTLD_NOW | scopes[i]);
        if (!library) {
            fprintf(stderr, "%s\n", dlerror());
            CHECK(library);
            return;
        }
        *(void **)&hierarchy = dlsym(library, "HSPLIT_Comm_hierarchy");
        OK(hierarchy(MPI_COMM_WORLD, MPI_INFO_NULL, 8, &depth, levels, NULL));
        CHECK(depth > 0 && depth < 8);
        for (int level = 0; level < depth; level++) {
            int size;
            MPI_Comm_size(levels[level], &size);
            sizes += size;
            MPI_Comm_free(&levels[level]);
        }
        if (!test_rank())
            printf("depth %d, sizes %d\n", depth, sizes);
    }
}

static void ignore(int signal)
{
    (void)signal;
}

/* The handler restarts no system call. */
static void start_timer(void)
{
    struct sigaction action = {.sa_handler = ignore};
    struct itimerval times = {{0, 300}, {0, 300}};

    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &times, NULL);
}

/* The kernel's limit of the size of a file, also of a memory file. */
static void limit_files(int is_set)
{
    struct rlimit limit;

    has_limit = is_set;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = is_set ? 0 : limit.rlim_max;
    CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "forks";
    int provided;

    if (!strcmp(way, "timer"))
        start_timer();
    MPI_Init_thread(&argc, &argv, strcmp(way, "pushes") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &provided);
    if (!strcmp(way, "opens")) {
        opens(argc > 2 ? argv[2] : "libhsplit.so.0");
        return test_end();
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (!strcmp(way, "limit"))
        limit_files(1);
    use_everything();
    if (!strcmp(way, "limit"))
        limit_files(0);
    else if (!strcmp(way, "forks"))
        forks();
    else if (!strcmp(way, "pushes"))
        pushes();
    else if (!strcmp(way, "aborts"))
        aborts();
    else if (strcmp(way, "timer")) {
        MPI_Barrier(MPI_COMM_WORLD);
        fflush(NULL);
        exit(test_failures ? 1 : 0);
    }
    return test_end();
}
