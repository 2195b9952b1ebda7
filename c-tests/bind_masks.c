/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Real masks of every thread after a push and after a pop, as the kernel has them:
 * bind_masks team|process|caller|spread|threads|keep|change|fork|every|drift|two|blas|cpuset before|after.
 *
 * On two processing units or more. 'every' is the first eight one after the other. With 'after' the program has had a
 * parallel region before the first push. The OpenMP runtime is the one that is loaded: LLVM's where it is preloaded.
 * 'drift' pushes and pops a hundred thousand times, or as often as the second argument says. For 'two' the second
 * argument is the file of another OpenMP runtime, which is loaded beside the first, for 'blas' that of OpenBLAS, and
 * for 'cpuset' the folder of the cgroup that the process is in, which the test makes smaller and larger again. */
#define _GNU_SOURCE
#include "test.h"
#include <dirent.h>
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

/* What /proc says of a thread: its Cpus_allowed_list. */
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

static struct seen look(void)
{
    struct seen seen = {0};
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *task;

    while ((task = readdir(tasks)) && seen.count < MOST)
        if (task->d_name[0] != '.') {
            seen.ids[seen.count] = atoi(task->d_name);
            seen.masks[seen.count] = mask_of(seen.ids[seen.count]);
            seen.count++;
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

static int is_of(const int *ids, int count, int id)
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
    /* What the process may have, as the library says; it has left this thread's mask alone. */
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

/* Where the program's threads may be without a push: where the process began, and the places of the runtime. */
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

/* Every thread that was there before the push has its mask of before. One that was started meanwhile runs nowhere that
 * it would not without a push. */
static void check_back(int line)
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

/* All threads of the team run anywhere in the new binding, the others where they were. */
static void whole_team(const char *key, const char *value)
{
    int ids[MOST], count;
    struct seen now;
    cpu_set_t one;

    push("allowed", key, value);
    CHECK_INT(omp_get_max_threads(), CPU_COUNT(&all));
    count = team_of(CPU_COUNT(&all), ids);
    CHECK_INT(count, CPU_COUNT(&all));
    now = look();
    for (int i = 0; i < count; i++)
        SAME_MASK("a thread of the team", found(&now, ids[i]), &all);
    for (int i = 0; i < first.count; i++)
        if (!is_of(ids, count, first.ids[i]) && found(&now, first.ids[i]))
            SAME_MASK("another thread", found(&now, first.ids[i]), &first.masks[i]);
    /* Nested: one core, and back. */
    push("Core", key, value);
    CHECK_INT(omp_get_max_threads(), 1);
    one = mask_of(self());
    CHECK_INT(CPU_COUNT(&one), 1);
    OK(HSPLIT_Bind_pop());
    CHECK_INT(omp_get_max_threads(), CPU_COUNT(&all));
    count = team_of(CPU_COUNT(&all), ids);
    for (int i = 0; i < count; i++)
        THREAD_HAS("a thread of the team again", ids[i], &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static void team(void)
{
    whole_team("hsplit_bind_threads", "team");
}

static volatile int stop;

static void *wait_for_stop(void *own)
{
    cpu_set_t narrow;

    CPU_ZERO(&narrow);
    for (int i = 0; own && i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &narrow);
            sched_setaffinity(0, sizeof narrow, &narrow);
            break;
        }
    while (!stop)
        usleep(1000);
    return NULL;
}

/* Threads of the program: one with the caller's mask, which is wide, and one with its own. */
static void process(void)
{
    pthread_t like, other;
    struct seen now;
    cpu_set_t one;
    int bound = 0;

    sched_setaffinity(0, sizeof all, &all);
    pthread_create(&like, NULL, wait_for_stop, NULL);
    pthread_create(&other, NULL, wait_for_stop, &all);
    usleep(100000);
    first = look();
    push("Core:0", "hsplit_bind_threads", "process");
    one = mask_of(self());
    CHECK_INT(CPU_COUNT(&one) < CPU_COUNT(&all), 1);
    now = look();
    for (int i = 0; i < now.count; i++) {
        const cpu_set_t *before = found(&first, now.ids[i]);
        const int was_like = before && CPU_EQUAL(before, &all);
        if (before)
            SAME_MASK(was_like ? "a thread like the caller" : "a thread of its own", &now.masks[i],
                      was_like ? &one : before);
        bound += was_like;
    }
    CHECK(bound >= 2);
    OK(HSPLIT_Bind_pop());
    now = look();
    for (int i = 0; i < first.count; i++)
        if (found(&now, first.ids[i]))
            SAME_MASK("a thread", found(&now, first.ids[i]), &first.masks[i]);
    stop = 1;
    pthread_join(like, NULL);
    pthread_join(other, NULL);
    sched_setaffinity(0, sizeof start, &start);
}

/* The calling thread alone; the number of threads is set nevertheless. */
static void caller(void)
{
    struct seen now;

    push("allowed", "hsplit_bind_threads", "caller");
    now = look();
    for (int i = 0; i < first.count; i++)
        if (found(&now, first.ids[i]))
            SAME_MASK("a thread", found(&now, first.ids[i]), first.ids[i] == self() ? &all : &first.masks[i]);
    CHECK_INT(now.count, first.count);
    CHECK_INT(omp_get_max_threads(), CPU_COUNT(&all));
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

/* Each thread of the team on a core of its own, whether other threads are bound too or not. */
static void spread_with(const char *which)
{
    MPI_Info info = test_info("hsplit_spread", "yes");
    int ids[MOST], count;
    cpu_set_t together, one;

    MPI_Info_set(info, "hsplit_bind_threads", which);
    OK(HSPLIT_Bind_push("allowed", info));
    MPI_Info_free(&info);
    count = team_of(CPU_COUNT(&all), ids);
    CPU_ZERO(&together);
    for (int i = 0; i < count; i++) {
        one = mask_of(ids[i]);
        CHECK_INT(CPU_COUNT(&one), 1);
        CPU_OR(&together, &together, &one);
    }
    SAME_MASK("all threads together", &together, &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static void spread(void)
{
    spread_with("team");
    spread_with("process");
}

/* Another number of threads than cores: more than there are, and one. */
static void threads(void)
{
    int ids[MOST], count;

    push("allowed", "hsplit_threads", "5");
    CHECK_INT(omp_get_max_threads(), 5);
    count = team_of(5, ids);
    for (int i = 0; i < count; i++)
        THREAD_HAS("a thread of five", ids[i], &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
    push("allowed", "hsplit_threads", "1");
    CHECK_INT(omp_get_max_threads(), 1);
    THREAD_HAS("the caller", self(), &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

/* The number of threads stays; those that there are follow. */
static void keep(void)
{
    int ids[MOST], count;

    push("allowed", "hsplit_omp", "keep");
    CHECK_INT(omp_get_max_threads(), number_before);
    count = team_of(number_before, ids);
    for (int i = 0; i < count; i++)
        THREAD_HAS("a thread of the team", ids[i], &all);
    /* The pop gives back the number of before, whatever has changed it. */
    omp_set_num_threads(3);
    team_of(3, ids);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static void *pops(void *nothing)
{
    OK(HSPLIT_Bind_pop());
    return nothing;
}

/* The program changes the mask itself; a push and a pop in a parallel region; another thread that pops. */
static void change(void)
{
    cpu_set_t one;
    int in_region[2] = {-1, -1};
    pthread_t other;

    push("allowed", NULL, NULL);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &all))
            CPU_SET(i, &one);
    sched_setaffinity(0, sizeof one, &one);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        in_region[0] = HSPLIT_Bind_push("Core:0", MPI_INFO_NULL);
    }
    test_error(__FILE__, __LINE__, "HSPLIT_Bind_push(in a region)", in_region[0], MPI_ERR_OTHER, "parallel region");
    push("allowed", NULL, NULL);
#pragma omp parallel num_threads(2)
#pragma omp master
    {
        in_region[1] = HSPLIT_Bind_pop();
    }
    test_error(__FILE__, __LINE__, "HSPLIT_Bind_pop(in a region)", in_region[1], MPI_ERR_OTHER, "parallel region");
    THREAD_HAS("the caller", self(), &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
    push("allowed", "hsplit_omp", "keep");
    pthread_create(&other, NULL, pops, NULL);
    pthread_join(other, NULL);
    check_back(__LINE__);
}

/* A child gets the pushed mask, and takes it back for itself alone. */
static void in_child(void)
{
    int status = -1;
    pid_t child;

    push("allowed", NULL, NULL);
    fflush(NULL);
    child = fork();
    if (!child) {
        int popped = HSPLIT_Bind_pop();
        cpu_set_t now = mask_of(self());
        _exit(popped != MPI_SUCCESS || !CPU_EQUAL(&now, &start));
    }
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
    THREAD_HAS("the parent", self(), &all);
    OK(HSPLIT_Bind_pop());
    check_back(__LINE__);
}

static long resident(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void back_and_forth(long times, const char *key, const char *value)
{
    MPI_Info info = test_info(key, value);

    for (long i = 0; i < times; i++) {
        OK(HSPLIT_Bind_push(i % 2 ? "allowed" : "Core:0", info));
        OK(HSPLIT_Bind_pop());
    }
    MPI_Info_free(&info);
}

/* So often, without a leak and without a mask or a number that drifts. A team takes its time where other programs run
 * on its cores, so that one push in a hundred has one. */
static void drift(long times)
{
    long before;

    back_and_forth(times / 10, "hsplit_bind_threads", "caller");
    back_and_forth(times / 1000, "hsplit_bind_threads", "team");
    before = resident();
    back_and_forth(times, "hsplit_bind_threads", "caller");
    check_back(__LINE__);
    back_and_forth(times / 100, "hsplit_bind_threads", "team");
    check_back(__LINE__);
    /* Kilobytes. */
    CHECK(resident() - before < 512);
}

/* ---- libraries that are loaded in a scope of their own ---- */

static void *library;

static void *function(const char *name)
{
    void *address = library ? dlsym(library, name) : NULL;

    CHECK(address != NULL);
    return address;
}

static void load(const char *file)
{
    library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fprintf(stderr, "%s\n", dlerror());
    CHECK(library != NULL);
}

/* The team of the other runtime. */
static struct {
    int (*number)(void), count, ids[MOST];
} beside;

static void note(void *nothing)
{
    (void)nothing;
    beside.ids[beside.number()] = self();
    __atomic_add_fetch(&beside.count, 1, __ATOMIC_SEQ_CST);
}

/* Both runtimes get the number, and both teams the binding; both have theirs back after the pop. */
static void two(const char *file)
{
    int (*most)(void), before, ids[MOST], count;
    void (*parallel)(void (*)(void *), void *, unsigned, unsigned);
    cpu_set_t one;

    load(file);
    if (!library)
        return;
    *(void **)&most = function("omp_get_max_threads");
    *(void **)&parallel = function("GOMP_parallel");
    *(void **)&beside.number = function("omp_get_thread_num");
    CHECK(most != omp_get_max_threads);
    before = most();
    for (int turn = 0; turn < 3; turn++) {
        push("allowed", NULL, NULL);
        CHECK_INT(omp_get_max_threads(), CPU_COUNT(&all));
        CHECK_INT(most(), CPU_COUNT(&all));
        count = team_of(CPU_COUNT(&all), ids);
        CHECK_INT(count, CPU_COUNT(&all));
        for (int i = 0; i < count; i++)
            THREAD_HAS("a thread of the first runtime", ids[i], &all);
        beside.count = 0;
        parallel(note, NULL, (unsigned)CPU_COUNT(&all), 0);
        CHECK_INT(beside.count, CPU_COUNT(&all));
        for (int i = 0; i < beside.count; i++)
            THREAD_HAS("a thread of the second runtime", beside.ids[i], &all);
        for (int i = 1; i < count && i < beside.count; i++)
            CHECK(!is_of(ids, count, beside.ids[i]));
        push("Core", NULL, NULL);
        CHECK_INT(omp_get_max_threads(), 1);
        CHECK_INT(most(), 1);
        one = mask_of(self());
        CHECK_INT(CPU_COUNT(&one), 1);
        OK(HSPLIT_Bind_pop());
        CHECK_INT(most(), CPU_COUNT(&all));
        for (int i = 0; i < beside.count; i++)
            THREAD_HAS("a thread of the second runtime again", beside.ids[i], &all);
        OK(HSPLIT_Bind_pop());
        CHECK_INT(most(), before);
        check_back(__LINE__);
    }
}

/* OpenBLAS is told the number of threads where that is asked for, and gets its own back. */
static void blas(const char *file)
{
    int (*number)(void), before;
    void (*set)(int);

    load(file);
    if (!library)
        return;
    *(void **)&number = function("openblas_get_num_threads");
    *(void **)&set = function("openblas_set_num_threads");
    set(2);
    before = number();
    CHECK_INT(before, 2);
    push("Core:0", "hsplit_blas", "yes");
    CHECK_INT(number(), 1);
    push("allowed", "hsplit_blas", "yes");
    CHECK_INT(number(), CPU_COUNT(&all));
    push("Core:0", "hsplit_blas", "no");
    CHECK_INT(number(), CPU_COUNT(&all));
    OK(HSPLIT_Bind_pop());
    OK(HSPLIT_Bind_pop());
    CHECK_INT(number(), 1);
    OK(HSPLIT_Bind_pop());
    CHECK_INT(number(), before);
    check_back(__LINE__);
}

/* ---- a cpuset that shrinks while the process runs, as that of a job whose resource manager takes cores back ---- */

static void give(const char *folder, const char *units)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/cpuset.cpus", folder);
    file = fopen(path, "w");
    CHECK(file != NULL && fputs(units, file) >= 0 && fclose(file) == 0);
}

static void cpuset(const char *folder)
{
    HSPLIT_Placement p;
    cpu_set_t low = all, now;
    char whole[256], first_unit[16], bound[256] = "";
    int worker, unit = 0;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (!CPU_ISSET(unit, &all))
        unit++;
    CPU_ZERO(&low);
    CPU_SET(unit, &low);
    words_of(&all, whole, sizeof whole);
    snprintf(first_unit, sizeof first_unit, "%d", unit);
    OK(HSPLIT_Placement_create(MPI_COMM_SELF, MPI_INFO_NULL, &p));
    push("allowed", NULL, NULL);
    THREAD_HAS("the caller", self(), &all);
    /* The kernel takes units from under a push. The pop asks for all of before, and gets what there is. */
    give(folder, first_unit);
    THREAD_HAS("the caller in a smaller cpuset", self(), &low);
    OK(HSPLIT_Bind_pop());
    THREAD_HAS("the caller after the pop", self(), &low);
    /* A push is cut by what the kernel gives, and says so. */
    push("allowed", NULL, NULL);
    THREAD_HAS("the caller of a push that is cut", self(), &low);
    OK(HSPLIT_Bind_get(bound, (int)sizeof bound, NULL, NULL, NULL));
    bound[strcspn(bound, " ")] = '\0';
    CHECK_TEXT(bound, first_unit);
    OK(HSPLIT_Bind_pop());
    /* Nothing of it is left. */
    for (int other = unit + 1; other < CPU_SETSIZE; other++)
        if (CPU_ISSET(other, &all)) {
            char where[32];
            snprintf(where, sizeof where, "cpus:%d", other);
            test_error(__FILE__, __LINE__, "HSPLIT_Bind_push", HSPLIT_Bind_push(where, MPI_INFO_NULL), MPI_ERR_OTHER,
                       "the operating system refuses");
            break;
        }
    OK(HSPLIT_Bind_get(NULL, 0, NULL, NULL, &worker));
    CHECK_INT(worker, 0);
    /* A phase works on what there is. */
    OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &worker, NULL));
    CHECK_INT(worker, 1);
    THREAD_HAS("a worker in a smaller cpuset", self(), &low);
    OK(HSPLIT_Phase_end(p));
    give(folder, whole);
    push("allowed", NULL, NULL);
    now = mask_of(self());
    SAME_MASK("the caller in the whole cpuset again", &now, &all);
    OK(HSPLIT_Bind_pop());
    OK(HSPLIT_Placement_free(&p));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {{"team", team},       {"process", process}, {"caller", caller}, {"spread", spread},
                 {"threads", threads}, {"keep", keep},       {"change", change}, {"fork", in_child}};
    const char *name = argc > 1 ? argv[1] : "", *second = argc > 2 ? argv[2] : "";
    static const struct {
        const char *name;
        void (*run)(const char *file);
    } with_file[] = {{"two", two}, {"blas", blas}, {"cpuset", cpuset}};
    int provided, known = !strcmp(name, "drift");

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    begin(!strcmp(second, "after"));
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (!strcmp(name, tests[i].name) || !strcmp(name, "every")) {
            if (known)
                begin(0);
            tests[i].run();
            known = 1;
        }
    for (size_t i = 0; i < sizeof with_file / sizeof *with_file; i++)
        if (!strcmp(name, with_file[i].name)) {
            with_file[i].run(second);
            known = 1;
        }
    CHECK(known);
    if (!strcmp(name, "drift"))
        drift(*second ? atol(second) : 100000);
    return test_end();
}
