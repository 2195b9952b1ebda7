/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A random program: every intercepted and every own call, on communicators of every kind, with every kind of data. Each
 * result is compared on every rank.
 *
 *     soak [--seed X] [--steps N] [--seconds S] [--machine M] [--threads T] [--limit SECONDS] [--no-native] [--wild]
 *          [--verbose] [--without WORD,...]
 *
 * One seed is one program: it can be run again, and a mismatch is printed with its step. A rank that makes no progress
 * for as long as the limit prints the call that it waits in, and ends the job. The emulated machines are in
 * soak_machines.h. --no-native leaves out the native calls with which results are compared in addition to the right
 * ones.
 * --wild makes communicators in several threads under Open MPI, too. --without leaves out the parts with these names
 * (see is_left_out). */
#define _GNU_SOURCE
#include "soak_irregular.h"
#include "soak_neighbours.h"
#include "soak_places.h"
#include "soak_questions.h"
#include "soak_reductions.h"

/* True if a communicator has several nodes, one of which with several ranks. */
static int has_levels(const struct members *members)
{
    int shares = 0, parts = 0;

    for (int i = 1; i < members->size; i++)
        for (int j = 0; j < i; j++)
            if (places[members->world[i]].node == places[members->world[j]].node)
                shares = 1;
            else
                parts = 1;
    return shares && parts;
}

/* The collective calls of MPICH and Intel MPI end the program, or hang it, for elements with gaps and for reductions in
 * place to other ranks than 0: such data is used only on communicators on which the library takes the call over. */
static void collective(struct soak *soak, struct family *family)
{
    int which = roll(&soak->all, 30);

    soak->is_along = is_all_along && has_levels(&family->members);
    soak->is_tame = !IS_OPEN_MPI && !soak->is_along;
    soak->is_native = options.native && (IS_OPEN_MPI || soak->is_tame);

    if (family->comm == MPI_COMM_NULL || is_left_out(KIND_NAMES[BCAST + which % 14]))
        return;
    if (which > 27)
        other_call(soak, family);
    else if (which % 14 == 0)
        bcast(soak, family);
    else if (which % 14 == 1)
        reduce(soak, family, 0);
    else if (which % 14 == 2)
        reduce(soak, family, 1);
    else if (which % 14 == 3)
        gather(soak, family, 0);
    else if (which % 14 == 4)
        scatter(soak, family);
    else if (which % 14 == 5)
        gather(soak, family, 1);
    else if (which % 14 == 6)
        alltoall(soak, family);
    else if (which % 14 == 7)
        barrier(soak, family);
    else if (which % 14 == 10)
        allgatherv(soak, family);
    else if (which % 14 == 11)
        gatherv(soak, family);
    else if (which % 14 == 12)
        reduce_scatter(soak, family, which > 13);
    else if (which % 14 == 13)
        scan(soak, family, which > 13);
    else
        alltoallv(soak, family, which % 14 == 9);
}

/* Only the library can be tested. */
static void question(struct soak *soak, struct family *family)
{
    int which = roll(&soak->all, 4);

    if (!has_library)
        return;
    calling(soak, LEVEL_INFO, "MPI_Comm_get_hlevel_info of family %d", (int)(family - soak->families));
    check_level(soak, family->comm, family->level, family->siblings, family->index);
    if (which == 0 && !is_left_out("resources"))
        resource_info(soak);
    if (which > 1 && !is_left_out("min_hlevel"))
        min_level(soak, family);
}

static void free_it(struct soak *soak, struct family *family)
{
    free_family(soak, (int)(family - soak->families));
}

static void end_operation(struct soak *soak, struct family *family)
{
    struct pending *pending = &soak->pending[(family - soak->families) % PENDING];

    if (pending->used)
        finish(soak, pending);
}

static void give_attribute(struct soak *soak, struct family *family)
{
    set_attribute(soak, family, 1 + roll(&soak->all, 1000));
}

/* The kinds of steps, by weight. A step that makes or frees communicators has MAKES, a step of the library alone
 * LIBRARY, and a step of the whole process PROCESS, which is for programs with one thread. */
enum { MAKES = 1, LIBRARY = 2, PROCESS = 4 };
static const struct step {
    const char *name;
    int weight, traits;
    void (*take)(struct soak *, struct family *);
} STEPS[] = {
    {"collectives", 40, 0, collective},
    {"topologies", 4, MAKES, neighbours},
    {"splits", 12, MAKES, split_type},
    {"downwards", 2, MAKES | LIBRARY, split_downwards},
    {"roots", 5, MAKES | LIBRARY, with_roots},
    {"hierarchies", 3, MAKES | LIBRARY, hierarchy},
    {"dup", 3, MAKES, duplicate},
    {"native", 7, MAKES, make_natively},
    {"questions", 8, 0, question},
    {"begin", 4, 0, begin},
    {"end", 4, 0, end_operation},
    {"free", 8, MAKES, free_it},
    {"errors", 2, LIBRARY, invalid},
    {"inter", 1, MAKES, between_groups},
    {"attributes", 2, 0, give_attribute},
    {"places", 4, LIBRARY, ask_places},
    {"reordered", 2, MAKES | LIBRARY, reorder},
    {"bindings", 2, LIBRARY | PROCESS, push_bindings},
    {"placements", 2, MAKES | LIBRARY | PROCESS, begin_phases},
    {"sessions", 2, MAKES | LIBRARY | PROCESS, monitor},
};
enum { STEP_COUNT = sizeof STEPS / sizeof *STEPS };

static const struct step *some_step(struct dice *dice)
{
    int sum = 0, at;

    for (int i = 0; i < STEP_COUNT; i++)
        sum += STEPS[i].weight;
    at = roll(dice, sum);
    for (int i = 0; i < STEP_COUNT; i++)
        if ((at -= STEPS[i].weight) < 0)
            return &STEPS[i];
    return STEPS;
}

static void take_step(struct soak *soak)
{
    struct family *family = NULL;
    const struct step *step;
    int slot;

    soak->all = dice_of(soak->seed, (uint64_t)soak->step, 0);
    soak->own = dice_of(soak->seed, (uint64_t)soak->step, 1000 + (uint64_t)soak->rank);
    while (soak->makes && free_slots(soak) < 2)
        free_some_family(soak);
    step = some_step(&soak->all);
    slot = roll(&soak->all, FAMILIES);
    while (!soak->families[slot].used)
        slot = (slot + 1) % FAMILIES;
    family = &soak->families[slot];
    soak->part =
        dice_of(soak->seed, (uint64_t)soak->step, family->members.size ? 100 + (uint64_t)family->members.world[0] : 99);
    if (!soak->makes && step->traits & MAKES)
        step = STEPS;
    if (!is_left_out(step->name) && (has_library || !(step->traits & LIBRARY)) &&
        (options.threads < 2 || !(step->traits & PROCESS)))
        step->take(soak, family);
}

/* ---- a whole program ---- */

/* True if this MPI copies attributes in MPI_Comm_create_group, which the standard forbids. */
static int copies_by_group(struct soak *soak)
{
    MPI_Comm comm, new;
    MPI_Group group;
    int is_copied;

    PMPI_Comm_dup(soak->control, &comm);
    PMPI_Comm_set_attr(comm, soak->keyval, soak);
    PMPI_Comm_group(comm, &group);
    PMPI_Comm_create_group(comm, group, 7, &new);
    is_copied = attribute_of(soak, new) != 0;
    PMPI_Group_free(&group);
    PMPI_Comm_free(&new);
    PMPI_Comm_free(&comm);
    return is_copied;
}

static void start(struct soak *soak, MPI_Comm comm)
{
    struct members world, self = {.size = 1};

    MPI_Comm_rank(MPI_COMM_WORLD, &soak->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &soak->size);
    MPI_Comm_group(MPI_COMM_WORLD, &soak->world);
    PMPI_Comm_split(comm, 0, 0, &soak->control);
    PMPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, &soak->keyval, NULL);
    soak->keyval_copied_by_group = copies_by_group(soak);
    world.size = soak->size;
    world.rank = self.world[0] = soak->rank;
    for (int i = 0; i < soak->size; i++)
        world.world[i] = i;
    adopt(soak, comm, &world, "Unknown", 0, MPI_UNDEFINED);
    soak->makes = 1;
    if (options.threads < 2)
        adopt(soak, MPI_COMM_SELF, &self, "Unknown", 0, MPI_UNDEFINED);
    else {
        PMPI_Comm_split(comm, soak->rank, 0, &comm);
        adopt(soak, comm, &self, "Unknown", 0, MPI_UNDEFINED);
    }
}

/* All ranks stop at one step, which rank 0 decides; not before some steps of every kind, even on a busy machine. */
static int is_over(struct soak *soak, double begin)
{
    enum { LEAST = 96 };
    int over = options.steps && soak->step >= options.steps;

    if (!options.seconds || soak->step % 32)
        return over;
    over |= soak->step >= LEAST && now() - begin >= (double)options.seconds;
    snprintf(soak->call, sizeof soak->call, "the agreement to go on");
    PMPI_Bcast(&over, 1, MPI_INT, 0, soak->control);
    return over;
}

static void *run(void *argument)
{
    struct soak *soak = argument;
    double begin = now();

    for (; !is_over(soak, begin); soak->step++)
        take_step(soak);
    for (int i = 0; i < PENDING; i++)
        if (soak->pending[i].used)
            finish(soak, &soak->pending[i]);
    snprintf(soak->call, sizeof soak->call, "the end of this thread");
    return NULL;
}

static void end(struct soak *soak)
{
    for (int slot = 2; slot < FAMILIES; slot++)
        free_family(soak, slot);
    PMPI_Comm_free_keyval(&soak->keyval);
    MPI_Group_free(&soak->world);
    snprintf(soak->call, sizeof soak->call, "the end of the program");
}

/* Prints the call in which each thread waits, once none has made a call for long. */
static void *watch(void *argument)
{
    struct soak *soaks = argument;
    long last = -1, quiet = 0;

    while (quiet < options.limit) {
        long sum = 0;
        for (int i = 0; i < options.threads; i++)
            sum += __atomic_load_n(&soaks[i].heartbeat, __ATOMIC_RELAXED);
        quiet = sum != last ? 0 : quiet + 1;
        last = sum;
        sleep(1);
    }
    for (int i = 0; i < options.threads; i++)
        say(&soaks[i], "hang", "no progress for %ld s", options.limit);
    sleep(3);
    _exit(9);
}

static void summary(struct soak *soaks)
{
    long mine[KINDS + 4] = {0}, sum[KINDS + 4];
    int rank;

    for (int i = 0; i < options.threads; i++) {
        for (int kind = 0; kind < KINDS; kind++)
            mine[kind] += soaks[i].calls[kind];
        mine[KINDS] += soaks[i].communicators;
        mine[KINDS + 1] += soaks[i].mismatches;
        mine[KINDS + 2] += soaks[i].native_mismatches;
        mine[KINDS + 3] += soaks[i].step;
        test_failures += soaks[i].mismatches > 0;
    }
    PMPI_Allreduce(mine, sum, KINDS + 4, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank)
        return;
    printf("soak: seed %llu, %ld steps of %d ranks:", (unsigned long long)options.seed, sum[KINDS + 3] / test_size(),
           test_size());
    for (int kind = 0; kind < KINDS; kind++)
        printf(" %ld %s,", sum[kind], KIND_NAMES[kind]);
    printf(" %ld communicators, %ld native results wrong, %ld mismatches\n", sum[KINDS], sum[KINDS + 2],
           sum[KINDS + 1]);
    fflush(stdout);
}

static void read_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        long number = i + 1 < argc ? atol(argv[i + 1]) : 0;
        if (!strcmp(word, "--no-native"))
            options.native = 0;
        else if (!strcmp(word, "--wild"))
            options.wild = 1;
        else if (!strcmp(word, "--verbose"))
            options.verbose = 1;
        else if (i + 1 == argc) {
            fprintf(stderr, "soak: %s lacks a value\n", word);
            exit(2);
        } else if (!strcmp(word, "--without"))
            options.without = argv[++i];
        else {
            long *numbers[] = {&options.steps, &options.seconds, &options.limit};
            int *small[] = {&options.machine, &options.threads};
            static const char *const words[] = {"--steps", "--seconds", "--limit", "--machine", "--threads", "--seed"};
            int which = 0;
            while (which < 6 && strcmp(word, words[which]))
                which++;
            if (which == 6) {
                fprintf(stderr, "soak: what is %s?\n", word);
                exit(2);
            }
            if (which < 3)
                *numbers[which] = number;
            else if (which < 5)
                *small[which - 3] = (int)number;
            else
                options.seed = strtoull(argv[i + 1], NULL, 10);
            i++;
        }
    }
    options.threads = options.threads < 1 ? 1 : options.threads;
    options.steps = options.steps || options.seconds ? options.steps : 1000;
}

int main(int argc, char **argv)
{
    static struct soak soaks[16];
    pthread_t threads[16], watcher;
    const char *along;
    int provided;

    read_options(argc, argv);
    enter_machine(&MACHINES[options.machine % MACHINE_COUNT], MOST);
    MPI_Init_thread(&argc, &argv, options.threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
#ifdef PRELOADED
    has_library = HSPLIT_Comm_hierarchy != NULL;
#else
    has_library = 1;
#endif
    along = getenv("HSPLIT_COLLECTIVES");
    is_all_along = has_library && along && !strcmp(along, "all:0");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    make_reductions();
    make_kinds();
    for (int i = 0; i < options.threads; i++)
        soaks[i] = (struct soak){.seed = options.seed * 1000 + (uint64_t)i, .thread = i};
    pthread_create(&watcher, NULL, watch, soaks);
    for (int i = 0; i < options.threads; i++) {
        MPI_Comm comm = MPI_COMM_WORLD;
        if (options.threads > 1)
            PMPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
        start(&soaks[i], comm);
    }
    /* Open MPI hangs if threads make communicators at a time: there each thread's are made beforehand. */
    for (int i = 0; i < options.threads && options.threads > 1 && IS_OPEN_MPI && !options.wild; i++) {
        for (; soaks[i].step < 100; soaks[i].step++)
            take_step(&soaks[i]);
        soaks[i].makes = 0;
    }
    for (int i = 1; i < options.threads; i++)
        pthread_create(&threads[i], NULL, run, &soaks[i]);
    run(&soaks[0]);
    for (int i = 1; i < options.threads; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < options.threads; i++)
        end(&soaks[i]);
    summary(soaks);
    free_reductions();
    free_kinds();
    return test_end();
}
