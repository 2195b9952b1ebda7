/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The start of a process: bench-start NUMBER LIBRARY COMMAND [ARGUMENT...] runs the command with the library in
 * LD_PRELOAD and without it, in turn. Prints the least time and the median of both, in milliseconds. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#define MOST 10000

extern char **environ;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double milliseconds(char **command)
{
    const double begin = now();
    pid_t child;
    int status;

    if (posix_spawnp(&child, command[0], NULL, NULL, command, environ) || waitpid(child, &status, 0) != child ||
        status) {
        fprintf(stderr, "bench-start: %s does not run\n", command[0]);
        exit(1);
    }
    return now() - begin;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void print(const char *name, double *times, int number)
{
    qsort(times, number, sizeof *times, by_size);
    printf("%-12s least %.3f ms, median %.3f ms\n", name, times[0], times[number / 2]);
}

int main(int argc, char **argv)
{
    static double with[MOST], without[MOST];
    const int number = argc > 3 ? atoi(argv[1]) : 0;

    if (number < 1 || number > MOST) {
        fprintf(stderr, "usage: bench-start NUMBER LIBRARY COMMAND [ARGUMENT...]\n");
        return 2;
    }
    for (int i = 0; i < number; i++) {
        unsetenv("LD_PRELOAD");
        without[i] = milliseconds(argv + 3);
        setenv("LD_PRELOAD", argv[2], 1);
        with[i] = milliseconds(argv + 3);
    }
    print("bare", without, number);
    print("preloaded", with, number);
    return 0;
}
