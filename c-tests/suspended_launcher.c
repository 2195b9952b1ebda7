/* SPDX-License-Identifier: MIT OR Apache-2.0
 * suspended_launcher SECONDS: Hydra's proxy is suspended for some time, beginning before the first split. */
#define _GNU_SOURCE
#include "test.h"
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const int seconds = argc > 1 ? atoi(argv[1]) : 1;
    MPI_Comm node = MPI_COMM_NULL;
    pid_t proxy = getppid(), child = -1;
    int size = 0;

    MPI_Init(&argc, &argv);
    if (test_rank() == 0) {
        CHECK(kill(proxy, SIGSTOP) == 0);
        child = fork();
        if (child == 0) {
            sleep(seconds);
            kill(proxy, SIGCONT);
            _exit(0);
        }
    }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    OK(MPI_Comm_size(node, &size));
    CHECK_INT(size, test_size());
    test_free(&node);
    if (child > 0)
        waitpid(child, NULL, 0);
    return test_end();
}
