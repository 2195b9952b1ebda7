/* SPDX-License-Identifier: MIT OR Apache-2.0
 * launcher_placement: prints a line 'RANK HOST CPUS' for each rank, which shows the launcher's placement. */
#define _GNU_SOURCE
#include "test.h"

#include <unistd.h>

int main(int argc, char **argv)
{
    static const char key[] = "Cpus_allowed_list:";
    char host[256] = "", line[8192], cpus[4096] = "";
    FILE *status;

    MPI_Init(&argc, &argv);
    gethostname(host, sizeof host - 1);
    status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (!strncmp(line, key, sizeof key - 1))
            sscanf(line + sizeof key - 1, "%4095s", cpus);
    if (status)
        fclose(status);
    printf("%d %s %s\n", test_rank(), host, cpus);
    /* Debian's MPICH may hang in MPI_Finalize across hosts. */
    fflush(stdout);
    return MPI_Finalize();
}
