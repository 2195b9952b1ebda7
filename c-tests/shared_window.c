/* SPDX-License-Identifier: MIT OR Apache-2.0
 * shared_window LEVEL NAME GROUPS MEMORY [KEY=VALUE...] [placed]: a window of HSPLIT_Win_allocate_shared, whose members
 * have equal letters in GROUPS. NAME is the name of its level, and MEMORY has the NUMA nodes of each letter, in the
 * order of the letters and with '/' between them. With 'placed' all pages are on the right NUMA nodes, by the kernel's
 * account too, and the memory of an instance is in one copy. 'shared_window errors' makes every error. */
#define _GNU_SOURCE
#include "test.h"
#include <sys/syscall.h>
#include <unistd.h>

#define TABLE (4 << 20)

/* Kilobytes of a mapping that holds an address, by a field of smaps. */
static long smaps(const void *address, const char *field)
{
    FILE *file = fopen("/proc/self/smaps", "r");
    char line[512];
    unsigned long begin, end;
    long found = -1;
    int inside = 0;

    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%lx-%lx ", &begin, &end) == 2)
            inside = begin <= (unsigned long)address && (unsigned long)address < end;
        else if (inside && strncmp(line, field, strlen(field)) == 0)
            found = atol(line + strlen(field));
    }
    if (file)
        fclose(file);
    return found;
}

/* Each page of the table is on one of the NUMA nodes, by the kernel; all ranks have it mapped, and it is there once. */
static void one_copy(char *table, const char *memory, MPI_Win win)
{
    long page = sysconf(_SC_PAGESIZE), pss, all_pss;
    int rank, size, wrong = 0;
    MPI_Group group;
    char word[16];

    for (char *at = table; at < table + TABLE; at += page) {
        void *address = at;
        int status = -1;

        wrong += at[page / 2] != 'x';
        CHECK(syscall(SYS_move_pages, 0, 1, &address, NULL, &status, 0) == 0);
        snprintf(word, sizeof word, "%d", status);
        wrong += strcmp(word, memory) != 0;
    }
    CHECK_INT(wrong, 0);
    OK(MPI_Win_get_group(win, &group));
    OK(MPI_Group_rank(group, &rank));
    OK(MPI_Group_size(group, &size));
    OK(MPI_Group_free(&group));
    /* The kernel divides a page among the processes that map it: their parts add up to one table. */
    OK(MPI_Barrier(MPI_COMM_WORLD));
    pss = smaps(table, "Pss:") * 1024;
    OK(MPI_Barrier(MPI_COMM_WORLD));
    all_pss = pss * size;
    CHECK(all_pss > TABLE - TABLE / 8 && all_pss < TABLE + TABLE / 4);
    if (all_pss <= TABLE - TABLE / 8 || all_pss >= TABLE + TABLE / 4)
        fprintf(stderr, "Pss of %d ranks: %ld of %d\n", size, all_pss, TABLE);
}

/* The memory policy of this process for an address, by the kernel. */
static void policy_of(const void *address, char policy[32])
{
    FILE *file = fopen("/proc/self/numa_maps", "r");
    char line[4096], found[32];
    unsigned long begin;

    strcpy(policy, "default");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "%lx %31s", &begin, found) == 2 && begin <= (unsigned long)address)
            strcpy(policy, found);
    if (file)
        fclose(file);
}

/* MPIs allocate the window of one rank on the heap, whose other memory keeps its policy. */
static void alone(void)
{
    char *memory, policy[32];
    MPI_Win win;

    OK(HSPLIT_Win_allocate_shared("Machine", 8000, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win));
    policy_of(memory, policy);
    CHECK_TEXT(policy, "default");
    OK(MPI_Win_free(&win));
}

/* The part of MEMORY for a letter. */
static void expected_memory(const char *memory, char letter, char *part, size_t size)
{
    for (; letter > 'a' && strchr(memory, '/'); letter--)
        memory = strchr(memory, '/') + 1;
    snprintf(part, size, "%.*s", (int)strcspn(memory, "/"), memory);
}

#define FAILS(call, class, words) test_error(__FILE__, __LINE__, #call, call, class, words)

/* Every rank gets an error, and none hangs. */
static void errors(void)
{
    const MPI_Comm world = MPI_COMM_WORLD;
    const int last = test_rank() == test_size() - 1;
    MPI_Info none = MPI_INFO_NULL, wrong = test_info("hsplit_memory", "ram"), hbm = test_info("hsplit_memory", "hbm");
    const char *words = last ? "" : "passed a wrong argument", *level = last ? "Core" : "NUMANode";
    char name[MPI_MAX_OBJECT_NAME], *table;
    MPI_Win win;

    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    FAILS(HSPLIT_Win_allocate_shared("Core", 8, 1, none, MPI_COMM_NULL, &table, &win), MPI_ERR_COMM, "comm is");
    FAILS(HSPLIT_Win_allocate_shared(NULL, 8, 1, none, world, &table, &win), MPI_ERR_ARG, "level is NULL");
    FAILS(HSPLIT_Win_allocate_shared("Core", 8, 1, none, world, NULL, &win), MPI_ERR_ARG, "baseptr is NULL");
    FAILS(HSPLIT_Win_allocate_shared("Core", 8, 1, none, world, &table, NULL), MPI_ERR_ARG, "win is NULL");
    FAILS(HSPLIT_Win_allocate_shared("Core", -8, 1, none, world, &table, &win), MPI_ERR_SIZE, "size is -8");
    CHECK(win == MPI_WIN_NULL);
    FAILS(HSPLIT_Win_allocate_shared("Core", 8, 1, wrong, world, &table, &win), MPI_ERR_INFO, "hsplit_memory is 'ram'");
    FAILS(HSPLIT_Win_allocate_shared("Core", last ? -8 : 8, 1, none, world, &table, &win), MPI_ERR_SIZE, words);
    FAILS(HSPLIT_Win_allocate_shared("Core", 8, 0, none, world, &table, &win), MPI_ERR_DISP, "disp_unit is 0");
    FAILS(HSPLIT_Win_allocate_shared("Core", 8, last ? -1 : 1, none, world, &table, &win), MPI_ERR_DISP,
          last ? "disp_unit is -1" : words);
    FAILS(HSPLIT_Win_allocate_shared(level, 8, 1, none, world, &table, &win), MPI_ERR_ARG, "the ranks disagree");
    FAILS(HSPLIT_Win_allocate_shared("Core", 8, 1, last ? none : hbm, world, &table, &win), MPI_ERR_ARG, "disagree");
    OK(MPI_Info_free(&wrong));
    OK(MPI_Info_free(&hbm));

    /* The window of another call has no level. */
    OK(MPI_Win_create(name, 0, 1, none, world, &win));
    OK(HSPLIT_Win_query_level(win, name, NULL, NULL, NULL));
    CHECK_TEXT(name, "Unknown");
    OK(MPI_Win_free(&win));
}

int main(int argc, char **argv)
{
    const char *groups = argc < 5 ? "" : argv[3], *placed_word = argv[argc - 1];
    char level[MPI_MAX_OBJECT_NAME], memory[MPI_MAX_OBJECT_NAME], part[64], *table, *first, *value;
    int rank, own, size, before = 0, all = 0, unit, pages, placed, is_one = 0;
    MPI_Aint bytes;
    MPI_Info info;
    MPI_Group group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 5) {
        errors();
        return test_end();
    }
    MPI_Info_create(&info);
    for (int i = 5; i < argc; i++)
        if ((value = strchr(argv[i], '=')) != NULL) {
            snprintf(part, sizeof part, "%.*s", (int)(value - argv[i]), argv[i]);
            OK(MPI_Info_set(info, part, value + 1));
            is_one |= strcmp(value, "=first") == 0;
        }
    for (int other = 0; groups[other]; other++) {
        all += groups[other] == groups[rank];
        before += other < rank && groups[other] == groups[rank];
    }
    OK(HSPLIT_Win_allocate_shared(argv[1], before == 0 || is_one ? TABLE : 0, 1, info, MPI_COMM_WORLD, &table, &win));
    OK(MPI_Win_get_group(win, &group));
    OK(MPI_Group_rank(group, &own));
    OK(MPI_Group_size(group, &size));
    OK(MPI_Group_free(&group));
    CHECK_INT(own, before);
    CHECK_INT(size, all);

    OK(HSPLIT_Win_query_level(win, level, memory, &pages, &placed));
    expected_memory(argv[4], groups[rank], part, sizeof part);
    CHECK_TEXT(level, argv[2]);
    CHECK_TEXT(memory, part);
    /* (An MPI may begin a segment inside a page.) */
    CHECK(pages - TABLE / (int)sysconf(_SC_PAGESIZE) <= 1 && pages >= TABLE / (int)sysconf(_SC_PAGESIZE));
    CHECK_INT(placed, strcmp(placed_word, "placed") == 0 ? pages : 0);
    OK(HSPLIT_Win_query_level(win, NULL, NULL, NULL, NULL));

    OK(MPI_Win_shared_query(win, 0, &bytes, &unit, &first));
    CHECK_INT(bytes, TABLE);
    CHECK(first == table || (own > 0 && !is_one));
    table = first;
    OK(MPI_Win_lock_all(0, win));
    if (own == 0)
        memset(table, 'x', TABLE);
    OK(MPI_Win_sync(win));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Win_sync(win));
    for (int at = 0; at < TABLE; at += 4096)
        unit += table[at] != 'x';
    CHECK_INT(unit, 1);
    if (strcmp(placed_word, "placed") == 0)
        one_copy(table, part, win);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
    if (strcmp(placed_word, "placed") == 0)
        alone();
    OK(MPI_Info_free(&info));
    return test_end();
}
