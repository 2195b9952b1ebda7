/* SPDX-License-Identifier: MIT OR Apache-2.0
 * faults WHAT RANK [deny SYSCALL ERRNO | kill SYSCALL | files COUNT | space KIBIBYTES]: the operating system fails
 * system calls of one rank, or of all (RANK is 'all'), from the first call of the library on.
 *
 * WHAT is 'machine' (the topology that the ranks of a node share) or 'memory' (the shared memory of collective calls).
 * All results are right nevertheless. 'kill' kills the process in the system call instead. Prints the longest time of
 * the first call in milliseconds. */
#define _GNU_SOURCE
#include "test.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    long number;
} SYSCALLS[] = {{"memfd_create", SYS_memfd_create},
                {"socket", SYS_socket},
                {"bind", SYS_bind},
                {"listen", SYS_listen},
                {"connect", SYS_connect},
                {"ftruncate", SYS_ftruncate},
                {"write", SYS_write},
                {"fcntl", SYS_fcntl},
                {"getsockopt", SYS_getsockopt},
                {"readlinkat", SYS_readlinkat},
                {"getdents64", SYS_getdents64},
                {"openat", SYS_openat},
#ifdef SYS_readlink
                {"readlink", SYS_readlink},
#endif
                {"mmap", SYS_mmap}};

static const struct {
    const char *name;
    int number;
} ERRNOS[] = {{"ENOSPC", ENOSPC}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM},
              {"EPERM", EPERM},   {"ENOSYS", ENOSYS}, {"EACCES", EACCES}};

/* The system call that fails for this thread from now on; other threads, as those of the MPI, are unaffected. */
static void refuse(const char *syscall_name, unsigned outcome)
{
    long number = -1;

    for (unsigned i = 0; i < sizeof SYSCALLS / sizeof *SYSCALLS; i++)
        if (!strcmp(SYSCALLS[i].name, syscall_name))
            number = SYSCALLS[i].number;
    CHECK(number >= 0);
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, outcome),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    /* Of fcntl, only calls that seal. */
    struct sock_filter seals[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_ADD_SEALS, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, outcome),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    /* Of write, only long data that is no message on stderr: an MPI wakes threads and informs its launcher with short
     * ones. */
    enum { LONG = 20 };
    struct sock_filter lengths[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, STDERR_FILENO, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, LONG, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, outcome),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (number == SYS_fcntl)
        program = (struct sock_fprog){sizeof seals / sizeof *seals, seals};
    else if (number == SYS_write)
        program = (struct sock_fprog){sizeof lengths / sizeof *lengths, lengths};
    CHECK(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
    CHECK(!prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
}

static void limit_files(long more)
{
    struct rlimit limit;
    int fd = dup(0);

    close(fd);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = (rlim_t)(fd + more);
    CHECK(!setrlimit(RLIMIT_NOFILE, &limit));
}

static void limit_room(long kib)
{
    char line[256];
    long size = 0;
    struct rlimit limit;
    FILE *file = fopen("/proc/self/status", "r");

    while (file && fgets(line, sizeof line, file))
        sscanf(line, "VmSize: %ld", &size);
    if (file)
        fclose(file);
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = (rlim_t)(size + kib) * 1024;
    CHECK(!setrlimit(RLIMIT_AS, &limit));
}

static void begin_fault(int argc, char **argv)
{
    int number = 0;

    if (argc < 5 || (strcmp(argv[2], "all") && atoi(argv[2]) != test_rank()))
        return;
    for (unsigned i = 0; argc > 5 && i < sizeof ERRNOS / sizeof *ERRNOS; i++)
        if (!strcmp(ERRNOS[i].name, argv[5]))
            number = ERRNOS[i].number;
    if (!strcmp(argv[3], "deny"))
        refuse(argv[4], SECCOMP_RET_ERRNO | (unsigned)number);
    else if (!strcmp(argv[3], "kill"))
        refuse(argv[4], SECCOMP_RET_KILL_PROCESS);
    else if (!strcmp(argv[3], "files"))
        limit_files(atol(argv[4]));
    else
        limit_room(atol(argv[4]));
}

/* Nothing is emulated: the node is the real one, whichever process discovers it. */
static void machine(void)
{
    MPI_Comm node;
    MPI_Info info = test_info("mpi_hw_resource_type", "Machine");
    int size = 0;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_RESOURCE_GUIDED, 0, info, &node));
    if (node != MPI_COMM_NULL)
        MPI_Comm_size(node, &size);
    CHECK_INT(size, test_size());
    test_free(&node);
    MPI_Info_free(&info);
}

static void memory(void)
{
    enum { COUNT = 40000 };
    static int buffer[COUNT], all[COUNT];
    int share = COUNT / test_size(), rank = test_rank(), sum;

    /* A short call. */
    OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_INT(sum, test_size() * (test_size() - 1) / 2);
    for (int root = 0; root < 2; root++) {
        for (int i = 0; i < COUNT; i++)
            buffer[i] = rank == root ? i + root : -1;
        OK(MPI_Bcast(buffer, COUNT, MPI_INT, root, MPI_COMM_WORLD));
        CHECK_INT(buffer[COUNT - 1], COUNT - 1 + root);
        for (int i = 0; i < share; i++)
            buffer[i] = rank * share + i;
        OK(MPI_Allgather(buffer, share, MPI_INT, all, share, MPI_INT, MPI_COMM_WORLD));
        for (int i = 0; i < share * test_size(); i++)
            if (all[i] != i) {
                CHECK_INT(all[i], i);
                break;
            }
    }
}

int main(int argc, char **argv)
{
    double begin, took, longest;
    int is_memory = argc > 1 && !strcmp(argv[1], "memory");

    MPI_Init(&argc, &argv);
    PMPI_Barrier(MPI_COMM_WORLD);
    begin_fault(argc, argv);
    begin = MPI_Wtime();
    is_memory ? memory() : machine();
    took = MPI_Wtime() - begin;
    PMPI_Allreduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (!test_rank())
        printf("%.0f ms\n", longest * 1000);
    fflush(stdout);
    /* Time to inspect the processes from outside. */
    if (getenv("FAULTS_WAIT"))
        sleep((unsigned)atoi(getenv("FAULTS_WAIT")));
    return test_end();
}
