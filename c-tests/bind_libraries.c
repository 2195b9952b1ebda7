/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Masks and numbers of threads with libraries that are loaded in a scope of their own, and in a cpuset that changes:
 * bind_libraries two|blas|cpuset FILE.
 *
 * On two processing units or more. 'two': FILE is another OpenMP runtime, which is loaded in addition to the program's
 * own. 'blas': it is OpenBLAS. 'cpuset': FILE is the directory of the cgroup that the process is in, which the test
 * makes smaller and larger again. */
#define _GNU_SOURCE
#include "bind_masks.h"
#include <dlfcn.h>
#include <omp.h>

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

/* Both runtimes get the number, and both teams the binding; after the pop both have their own values again. */
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

/* OpenBLAS gets the number of threads if that is requested, and gets its own back. */
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

/* The cpuset of a process, like that of a job whose resource manager takes cores back. */

static void cpuset(const char *folder)
{
    HSPLIT_Placement p;
    cpu_set_t low = all, now;
    char whole[256], first_unit[16], whole_threads[16], bound[256] = "";
    int worker, unit = 0, threads = omp_get_max_threads();

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
    /* The kernel removes units during a push. The pop requests all units of before, and gets the remaining ones. */
    give_to_cpuset(folder, first_unit);
    THREAD_HAS("the caller in a smaller cpuset", self(), &low);
    OK(HSPLIT_Bind_pop());
    THREAD_HAS("the caller after the pop", self(), &low);
    /* A push is limited to the units that the kernel grants, and reports this. */
    push("allowed", NULL, NULL);
    THREAD_HAS("the caller of a push that is cut", self(), &low);
    OK(HSPLIT_Bind_get(bound, (int)sizeof bound, NULL, NULL, NULL));
    bound[strcspn(bound, " ")] = '\0';
    CHECK_TEXT(bound, first_unit);
    /* One thread works on the remaining units, or as many as were requested on each core. */
    CHECK_INT(omp_get_max_threads(), 1);
    OK(HSPLIT_Bind_pop());
    snprintf(whole_threads, sizeof whole_threads, "%d", 3 * CPU_COUNT(&all));
    push("allowed", "hsplit_threads", whole_threads);
    CHECK_INT(omp_get_max_threads(), 3);
    OK(HSPLIT_Bind_pop());
    CHECK_INT(omp_get_max_threads(), threads);
    /* None of the pushed units is left. */
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
    /* A phase works on the available units. */
    OK(HSPLIT_Phase_begin(p, "root", MPI_INFO_NULL, &worker, NULL));
    CHECK_INT(worker, 1);
    THREAD_HAS("a worker in a smaller cpuset", self(), &low);
    CHECK_INT(omp_get_max_threads(), 1);
    OK(HSPLIT_Phase_end(p));
    CHECK_INT(omp_get_max_threads(), threads);
    give_to_cpuset(folder, whole);
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
        void (*run)(const char *file);
    } tests[] = {{"two", two}, {"blas", blas}, {"cpuset", cpuset}};
    const char *name = argc > 1 ? argv[1] : "", *file = argc > 2 ? argv[2] : "";
    int provided, known = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    begin(0);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (!strcmp(name, tests[i].name)) {
            tests[i].run(file);
            known = 1;
        }
    CHECK(known);
    return test_end();
}
