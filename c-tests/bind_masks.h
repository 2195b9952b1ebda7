/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The masks of all threads of a process as the kernel has them, and their changes by a push and a pop: for the programs
 * bind_masks.c, bind_libraries.c and phases_cpuset.c. */
#ifndef BIND_MASKS_H
#define BIND_MASKS_H

#include "test.h"
#include <dirent.h>
#include <omp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST 64

/* The threads of this process and their masks. */
struct seen {
    int count, ids[MOST];
    cpu_set_t masks[MOST];
};

static int self(void)
{
    return (int)syscall(SYS_gettid);
}

/* A thread's Cpus_allowed_list in /proc. */
static cpu_set_t mask_of(int id)
{
    char path[64], line[4096], *at;
    cpu_set_t set;
    FILE *status;

    CPU_ZERO(&set);
    snprintf(path, sizeof path, "/proc/self/task/%d/status", id);
    if (!(status = fopen(path, "r")))
        return set;
    while (fgets(line, sizeof line, status)) {
        if (strncmp(line, "Cpus_allowed_list:", 18))
            continue;
        for (at = line + 18; *at && *at != '\n';) {
            long first = strtol(at, &at, 10), last = first;
            if (*at == '-')
                last = strtol(at + 1, &at, 10);
            for (; first <= last && first < CPU_SETSIZE; first++)
                CPU_SET(first, &set);
            if (*at == ',')
                at++;
        }
    }
    fclose(status);
    return set;
}

/* A helper thread of the MPI may end while its mask is read: then it has none. */
static struct seen look(void)
{
    struct seen seen = {0};
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;

    while ((task = readdir(tasks)) && seen.count < MOST)
        if (task->d_name[0] != '.') {
            seen.ids[seen.count] = atoi(task->d_name);
            seen.masks[seen.count] = mask_of(seen.ids[seen.count]);
            seen.count += CPU_COUNT(&seen.masks[seen.count]) > 0;
        }
    closedir(tasks);
    return seen;
}

static const cpu_set_t *found(const struct seen *seen, int id)
{
    for (int i = 0; i < seen->count; i++)
        if (seen->ids[i] == id)
            return &seen->masks[i];
    return NULL;
}

static void words_of(const cpu_set_t *set, char *text, size_t size)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; i < CPU_SETSIZE && at < size; i++)
        if (CPU_ISSET(i, set))
            at += (size_t)snprintf(text + at, size - at, "%s%d", at ? "," : "", i);
}

static void same_mask(int line, const char *what, const cpu_set_t *actual, const cpu_set_t *expected)
{
    char is[256], should[256];

    if (CPU_EQUAL(actual, expected))
        return;
    words_of(actual, is, sizeof is);
    words_of(expected, should, sizeof should);
    if (test_failed(__FILE__, line))
        fprintf(stderr, "the mask of %s is %s, expected %s\n", what, is, should);
}

static void thread_has(int line, const char *what, int id, const cpu_set_t *expected)
{
    cpu_set_t mask = mask_of(id);

    same_mask(line, what, &mask, expected);
}

#define SAME_MASK(what, actual, expected) same_mask(__LINE__, what, actual, expected)
#define THREAD_HAS(what, id, expected) thread_has(__LINE__, what, id, expected)

/* Gives the cpuset in a folder these units, as a resource manager does while a job runs. */
static inline void give_to_cpuset(const char *folder, const char *units)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/cpuset.cpus", folder);
    file = fopen(path, "w");
    CHECK(file != NULL && fputs(units, file) >= 0 && fclose(file) == 0);
}

/* The members of a team: their threads' ids. */
static int team_of(int threads, int *ids)
{
    int count = 0;

#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        count = omp_get_num_threads();
        ids[omp_get_thread_num()] = self();
    }
    return count;
}

static inline int is_of(const int *ids, int count, int id)
{
    for (int i = 0; i < count; i++)
        if (ids[i] == id)
            return 1;
    return 0;
}

static void push(const char *where, const char *key, const char *value)
{
    MPI_Info info = test_info(key, value);

    OK(HSPLIT_Bind_push(where, info));
    MPI_Info_free(&info);
}

static cpu_set_t start, all;
static struct seen first;
static int number_before;

static void begin(int after)
{
    int ids[MOST], allowed = -1;
    char words[256];

    sched_getaffinity(0, sizeof start, &start);
    /* The units that the process may use, by the library; the library has left this thread's mask alone. */
    push("allowed", "hsplit_bind_threads", "caller");
    sched_getaffinity(0, sizeof all, &all);
    OK(HSPLIT_Bind_get(words, (int)sizeof words, NULL, &allowed, NULL));
    CHECK_INT(CPU_COUNT(&all), allowed);
    CHECK(allowed >= 2);
    OK(HSPLIT_Bind_pop());
    THREAD_HAS("the caller", self(), &start);
    if (after)
        team_of(2, ids);
    number_before = omp_get_max_threads();
    first = look();
}

/* The units on which the program's threads may run without a push: those of the process's start, and the places of the
 * runtime. */
static cpu_set_t own_units(void)
{
    cpu_set_t set = start;
    int units[MOST];

    for (int place = 0; place < omp_get_num_places(); place++) {
        const int count = omp_get_place_num_procs(place);
        CHECK(count <= MOST);
        omp_get_place_proc_ids(place, units);
        for (int i = 0; i < count; i++)
            CPU_SET(units[i], &set);
    }
    return set;
}

/* Every thread that existed before the push has its mask of before. A thread that was started meanwhile runs only on
 * units on which it could run without a push. */
static inline void check_back(int line)
{
    struct seen now = look();
    cpu_set_t own = own_units(), inside;

    test_int(__FILE__, line, "the number of threads", omp_get_max_threads(), number_before);
    for (int i = 0; i < now.count; i++) {
        const cpu_set_t *before = found(&first, now.ids[i]);
        if (before) {
            same_mask(line, now.ids[i] == self() ? "the caller" : "a thread", &now.masks[i], before);
            continue;
        }
        CPU_AND(&inside, &now.masks[i], &own);
        same_mask(line, "a new thread, as far as it is inside the first binding", &inside, &now.masks[i]);
    }
}

#endif
