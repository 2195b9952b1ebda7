/* SPDX-License-Identifier: MIT OR Apache-2.0
 * failures FORM MODE [FROM]: native calls fail one after the other below a split of this form, by c-tests/failing.c,
 * which must be preloaded. Whichever call fails, every rank gets an error or the right communicators, those of a call
 * that fails are MPI_COMM_NULL, and no object that the library has made is left. MODE is 'all', for a call that fails
 * on all ranks, or 'one', for one that fails on rank 1 alone after the last call for which another rank waits. FROM is
 * the number of the failure to begin with: a job that hangs prints where, and ends itself. MODE 'stop' stops rank 1 for
 * a while before each native call, and 'kill' kills it before the call with the number FROM. FORM is one of FORMS, or
 * 'list' to print them. */
#define _POSIX_C_SOURCE 200809L
#include "failures.h"
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static void (*arm)(const char *, int);
static void (*signal_at)(const char *, int, int);
static int (*has_failed)(void);
static const char *(*sequence)(int);
static int (*living)(char *, size_t);

/* ---- one failure ---- */

static char doing[256] = "nothing";
static volatile long progress;

/* A job that hangs prints where, and ends. Ranks poll while they wait: a rank with little processor time since may not
 * hang, but be delayed by other programs on a busy machine. */
static void *watch(void *unused)
{
    enum { QUIET = 8, QUIET_AND_IDLE = 100 };
    long last = -1;
    clock_t begin = 0;

    for (int quiet = 0; quiet < QUIET || (clock() - begin < CLOCKS_PER_SEC && quiet < QUIET_AND_IDLE); quiet++) {
        if (progress != last) {
            quiet = 0;
            begin = clock();
        }
        last = progress;
        sleep(1);
    }
    fprintf(stderr, "rank %d: hangs: %s\n", test_rank(), doing);
    sleep(1);
    _exit(9);
    return unused;
}

static void give_back(MPI_Comm *outputs)
{
    for (int i = 0; i < OUTPUTS; i++)
        if (outputs[i] != MPI_COMM_NULL && outputs[i] != MPI_COMM_WORLD)
            PMPI_Comm_free(&outputs[i]);
}

/* The members of the outputs and this rank's number in each, as one number: `right` has that of the right outputs. */
static unsigned fingerprint(const MPI_Comm *outputs)
{
    unsigned sum = 0;

    for (int i = 0; i < OUTPUTS; i++) {
        int size = 0, rank = 0;
        if (outputs[i] != MPI_COMM_NULL && outputs[i] != MPI_COMM_WORLD) {
            MPI_Comm_size(outputs[i], &size);
            MPI_Comm_rank(outputs[i], &rank);
        }
        sum = sum * 31 + (unsigned)(size * 9 + rank);
    }
    return sum;
}

static void clear(MPI_Comm *outputs)
{
    for (int i = 0; i < OUTPUTS; i++)
        outputs[i] = MPI_COMM_WORLD;
}

/* The library keeps some objects until MPI_Finalize: objects that it has made before the first failure are not
 * counted. */
static void check(const char *what, int code, const MPI_Comm *outputs, unsigned right, int before)
{
    char words[256];
    int outcome[2] = {code != MPI_SUCCESS, 0}, any[2], now;

    if (code != MPI_SUCCESS) {
        for (int i = 0; i < OUTPUTS; i++)
            outcome[1] |= outputs[i] != MPI_COMM_NULL && outputs[i] != MPI_COMM_WORLD;
        if (outcome[1] && test_failed(__FILE__, __LINE__))
            fprintf(stderr, "%s: fails, and leaves a communicator\n", what);
    } else if (fingerprint(outputs) != right && test_failed(__FILE__, __LINE__))
        fprintf(stderr, "%s: succeeds with wrong communicators\n", what);
    /* If a call fails on one rank after the last exchange, the other ranks cannot detect it: they have the right
     * communicators. */
    MPI_Allreduce(outcome, any, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (any[0] && any[0] < test_size() && code == MPI_SUCCESS && right != fingerprint(outputs) &&
        test_failed(__FILE__, __LINE__))
        fprintf(stderr, "%s: some ranks fail, this one does not know\n", what);
    give_back((MPI_Comm *)outputs);
    now = living(words, sizeof words);
    if (now > before && test_failed(__FILE__, __LINE__))
        fprintf(stderr, "%s: leaves %d more than before: now %s\n", what, now - before, words);
}

/* Calls that the ranks of a communicator make together: if one rank does not make the call, the others wait. */
static int is_collective(const char *name)
{
    static const char *const names[] = {"Comm_create", "Comm_split", "Cart_create", "graph_create", "ather",
                                        "educe",       "scan",       "cast",        "Barrier"};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(name, names[i]) && !strstr(name, "keyval"))
            return 1;
    return 0;
}

/* The receivers of messages that are not sent would wait; an object whose free fails is left. */
static int is_left_alone(const char *name)
{
    static const char *const names[] = {"_free", "send", "recv", "some", "Test"};

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(name, names[i]))
            return 1;
    return 0;
}

/* The call that is to fail: a function, counted by that name, or "*" for any function. */
struct failure {
    char name[48], counted[48];
    int call;
};

/* The number of this rank's calls of a function. */
static int times_called(const char *name)
{
    const char *other;
    int times = 0;

    for (int i = 0; (other = sequence(i)); i++)
        times += !strcmp(other, name);
    return times;
}

/* If a form makes several splits one after the other, ranks that fail at different calls cannot inform each other: only
 * collective calls that all ranks make equally often count. */
static int keep_common(struct failure *failures, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        int times[2] = {times_called(failures[i].name), -times_called(failures[i].name)};
        MPI_Allreduce(MPI_IN_PLACE, times, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        if (is_collective(failures[i].name) && times[0] == -times[1])
            failures[kept++] = failures[i];
    }
    return kept;
}

/* On all ranks, the calls of rank 0, each by its name, because other ranks may make other calls in between. On rank 1
 * alone, its calls after the last call for which others wait. */
static int find_failures(int form, int on_one, struct failure *failures, int capacity, unsigned *right)
{
    MPI_Comm outputs[OUTPUTS];
    int count = 0, last = -1;
    const char *name;

    /* Objects that are made only once exist after the first of these. */
    for (int time = 0; time < 2; time++) {
        clear(outputs);
        arm("", 0);
        CHECK_INT(FORMS[form].split(outputs), MPI_SUCCESS);
        *right = fingerprint(outputs);
        if (!time)
            give_back(outputs);
    }
    for (int i = 0; (name = sequence(i)); i++)
        last = is_collective(name) ? i : last;
    for (int i = on_one ? last + 1 : 0; (name = sequence(i)) && count < capacity; i++) {
        struct failure *failure = &failures[count];
        if (is_left_alone(name))
            continue;
        snprintf(failure->name, sizeof failure->name, "%s", name);
        snprintf(failure->counted, sizeof failure->counted, "%s", on_one ? "*" : name);
        failure->call = i + 1;
        if (!on_one) {
            failure->call = 1;
            for (int j = 0; j < i; j++)
                failure->call += !strcmp(sequence(j), name);
        }
        count++;
    }
    MPI_Bcast(&count, 1, MPI_INT, on_one, MPI_COMM_WORLD);
    MPI_Bcast(failures, (int)sizeof *failures * capacity, MPI_BYTE, on_one, MPI_COMM_WORLD);
    if (FORMS[form].has_steps && !on_one)
        count = keep_common(failures, count);
    give_back(outputs);
    return count;
}

static void run(int form, int on_one, int from)
{
    enum { ROOM = 256 };
    static struct failure failures[ROOM];
    MPI_Comm outputs[OUTPUTS];
    unsigned right;
    char words[256];
    int count = find_failures(form, on_one, failures, ROOM, &right), made = 0;

    for (int i = from; i < count; i++) {
        const struct failure *failure = &failures[i];
        int before, code;
        snprintf(doing, sizeof doing, "%s, failure %d: call %d of %s%s on %s", FORMS[form].name, i, failure->call,
                 failure->counted, on_one ? failure->name : "", on_one ? "rank 1" : "all ranks");
        progress++;
        clear(outputs);
        before = living(words, sizeof words);
        MPI_Barrier(MPI_COMM_WORLD);
        arm(on_one && test_rank() != 1 ? "" : failure->counted, failure->call);
        code = FORMS[form].split(outputs);
        made += has_failed();
        arm("", 0);
        check(doing, code, outputs, right, before);
    }
    MPI_Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (!test_rank())
        printf("%s: %d of %d failures\n", FORMS[form].name, made, count);
}

/* Before each native call in turn rank 1 is stopped for a while: the others wait for it, and all results are right.
 * 'kill': rank 1 is killed before one of them; no rank can continue, and all end. */
static void interrupt(int form, int signal_number, int at)
{
    MPI_Comm outputs[OUTPUTS];
    unsigned right = 0;
    int count = 0, code;

    /* Objects that are made only once exist after the first of these. */
    for (int time = 0; time < 2; time++) {
        clear(outputs);
        arm("", 0);
        CHECK_INT(FORMS[form].split(outputs), MPI_SUCCESS);
        right = fingerprint(outputs);
        for (count = 0; sequence(count);)
            count++;
        give_back(outputs);
    }
    MPI_Bcast(&count, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (!test_rank())
        printf("%s: %d calls\n", FORMS[form].name, count);
    fflush(stdout);
    for (int call = signal_number == SIGKILL ? at : 0; call < count; call++) {
        snprintf(doing, sizeof doing, "%s, interruption %d", FORMS[form].name, call);
        progress++;
        clear(outputs);
        MPI_Barrier(MPI_COMM_WORLD);
        if (test_rank() == 1)
            signal_at("*", call + 1, signal_number);
        code = FORMS[form].split(outputs);
        CHECK_INT(code, MPI_SUCCESS);
        CHECK(fingerprint(outputs) == right);
        arm("", 0);
        give_back(outputs);
    }
    if (signal_number == SIGKILL && !test_rank())
        printf("%s: there is no call %d\n", FORMS[form].name, at);
}

static void *named(const char *name)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    if (!found) {
        fprintf(stderr, "c-tests/failing.c is not preloaded\n");
        exit(2);
    }
    return found;
}

int main(int argc, char **argv)
{
    pthread_t watcher;
    int form = 0;

    if (argc == 2 && !strcmp(argv[1], "list")) {
        for (form = 0; form < FORM_COUNT; form++)
            puts(FORMS[form].name);
        return 0;
    }
    if (argc < 3)
        return 2;
    *(void **)&arm = named("failing_arm");
    *(void **)&signal_at = named("failing_signal_at");
    *(void **)&has_failed = named("failing_has_failed");
    *(void **)&sequence = named("failing_sequence");
    *(void **)&living = named("failing_living");
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (form < FORM_COUNT - 1 && strcmp(FORMS[form].name, argv[1]))
        form++;
    pthread_create(&watcher, NULL, watch, NULL);
    if (!strcmp(argv[2], "stop") || !strcmp(argv[2], "kill"))
        interrupt(form, strcmp(argv[2], "kill") ? SIGSTOP : SIGKILL, argc > 3 ? atoi(argv[3]) : 0);
    else
        run(form, !strcmp(argv[2], "one"), argc > 3 ? atoi(argv[3]) : 0);
    snprintf(doing, sizeof doing, "%s: the end", FORMS[form].name);
    return test_end();
}
