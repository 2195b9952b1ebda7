/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Splits of soak.c, with every type and every way to name a level, and queries of communicators. */
#ifndef SOAK_SPLITS_H
#define SOAK_SPLITS_H

#include "soak_comms.h"

/* The criterion of a call: the native MPI, the next level, or a level, a process set or a topology that info names.
 * BY_MACHINE: ranks that share memory are those of the machine, even if the native MPI differs. */
enum { BY_NODE = 1, BY_NEXT = 2, BY_LEVEL = 4, BY_SET = 8, BY_TOPOLOGY = 16, BY_MACHINE = 32 };

static const struct {
    const char *text;
    int type, by;
    const char *level;
} TYPES[] = {
    {"MPI_UNDEFINED", MPI_UNDEFINED, 0, NULL},
    {"MPI_COMM_TYPE_SHARED", MPI_COMM_TYPE_SHARED, BY_NODE, NULL},
    {"MPI_COMM_TYPE_PHYSICAL_TOPOLOGY", MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, BY_NEXT | BY_LEVEL | BY_SET, NULL},
    {"MPI_COMM_TYPE_HW_SUBDOMAIN", MPI_COMM_TYPE_HW_SUBDOMAIN, BY_NEXT | BY_LEVEL | BY_SET, NULL},
    {"MPI_COMM_TYPE_HW_UNGUIDED", MPI_COMM_TYPE_HW_UNGUIDED, BY_NEXT, NULL},
    {"MPI_COMM_TYPE_HW_GUIDED", MPI_COMM_TYPE_HW_GUIDED, BY_LEVEL, NULL},
    {"MPI_COMM_TYPE_RESOURCE_GUIDED", MPI_COMM_TYPE_RESOURCE_GUIDED, BY_LEVEL | BY_SET, NULL},
    {"HSPLIT_COMM_TYPE_NEIGHBORHOOD", HSPLIT_COMM_TYPE_NEIGHBORHOOD, BY_TOPOLOGY, NULL},
    {"HSPLIT_COMM_TYPE_HWTHREAD", HSPLIT_COMM_TYPE_HWTHREAD, 0, "PU"},
    {"HSPLIT_COMM_TYPE_CORE", HSPLIT_COMM_TYPE_CORE, 0, "Core"},
    {"HSPLIT_COMM_TYPE_L1CACHE", HSPLIT_COMM_TYPE_L1CACHE, 0, "L1dCache"},
    {"HSPLIT_COMM_TYPE_L2CACHE", HSPLIT_COMM_TYPE_L2CACHE, 0, "L2Cache"},
    {"HSPLIT_COMM_TYPE_L3CACHE", HSPLIT_COMM_TYPE_L3CACHE, 0, "L3Cache"},
    {"HSPLIT_COMM_TYPE_SOCKET", HSPLIT_COMM_TYPE_SOCKET, 0, "Package"},
    {"HSPLIT_COMM_TYPE_NUMA", HSPLIT_COMM_TYPE_NUMA, 0, "NUMANode"},
    {"HSPLIT_COMM_TYPE_BOARD", HSPLIT_COMM_TYPE_BOARD, 0, "Machine"},
    {"HSPLIT_COMM_TYPE_HOST", HSPLIT_COMM_TYPE_HOST, 0, "Machine"},
    {"HSPLIT_COMM_TYPE_CU", HSPLIT_COMM_TYPE_CU, 0, "cu"},
    {"HSPLIT_COMM_TYPE_CLUSTER", HSPLIT_COMM_TYPE_CLUSTER, 0, "cluster"},
};

enum { BARE_TYPES = 2, TYPE_COUNT = sizeof TYPES / sizeof *TYPES };

/* The request in an info object. */
struct wish {
    MPI_Info info;
    const char *level, *spelling, *set, *topology;
    struct criteria by;
    char words[64];
};

/* A criterion, a limit or two. A split at a named level ignores them. */
static void some_criteria(struct dice *dice, struct wish *wish)
{
    static const char *const criteria[] = {"all", "network", "Node", "MEMORY"};
    int criterion = roll(dice, 4), which = roll(dice, 4);
    char number[16];

    wish->by.criterion = "\0nom"[criterion];
    MPI_Info_set(wish->info, "hsplit_criterion", (char *)criteria[criterion]);
    if (which & 1) {
        wish->by.at_most = 1 + roll(dice, 9);
        snprintf(number, sizeof number, "%d", wish->by.at_most);
        MPI_Info_set(wish->info, "hsplit_at_most", number);
    }
    if (which & 2) {
        wish->by.at_least = 1 + roll(dice, 4);
        snprintf(number, sizeof number, "%d", wish->by.at_least);
        MPI_Info_set(wish->info, "hsplit_at_least", number);
    }
    snprintf(wish->words, sizeof wish->words, "%s, %d to %d ranks", criteria[criterion], wish->by.at_least,
             wish->by.at_most);
}

static struct wish some_wish(struct dice *dice)
{
    static const char *const keys[] = {"mpi_hw_resource_type", "mpi_hw_subdomain_type"};
    int way = roll(dice, 12), is_by_criteria = one_in(dice, 3) && !is_left_out("criteria");
    struct wish wish = {.info = MPI_INFO_NULL};

    if (way < 3)
        return wish;
    MPI_Info_create(&wish.info);
    if (is_by_criteria)
        some_criteria(dice, &wish);
    if (way < 9 && way != 5) {
        wish.level = NAMES[roll(dice, sizeof NAMES / sizeof *NAMES)];
        wish.spelling = spelling_of(dice, wish.level);
        MPI_Info_set(wish.info, keys[way % 2], wish.spelling);
    } else if (way < 11 && way != 5 && !is_left_out("sets")) {
        wish.set = one_in(dice, 2) ? "mpi://WORLD" : "mpi://SELF";
        MPI_Info_set(wish.info, "mpi_pset_name", wish.set);
    } else if (way == 11) {
        wish.topology = one_in(dice, 4) ? "switch_level:1" : NAMES[roll(dice, sizeof NAMES / sizeof *NAMES)];
        MPI_Info_set(wish.info, strstr(wish.topology, "switch_level") ? "network_topo" : "shmem_topo", wish.topology);
    }
    return wish;
}

static const char *words_of_wish(const struct wish *wish)
{
    return wish->spelling                ? wish->spelling
           : wish->set                   ? wish->set
           : wish->topology              ? wish->topology
           : *wish->words                ? wish->words
           : wish->info == MPI_INFO_NULL ? "MPI_INFO_NULL"
                                         : "nothing";
}

static void free_wish(struct wish *wish)
{
    if (wish->info != MPI_INFO_NULL)
        MPI_Info_free(&wish->info);
}

/* The result of a split by the requested level, set, topology or criterion. */
static struct outcome expected_of(const struct members *members, int by, const struct wish *wish, const char *level,
                                  const int *out, const int *keys)
{
    const char *wanted = by & BY_LEVEL ? wish->level : by & BY_TOPOLOGY ? wish->topology : NULL;
    int none[MOST], one[MOST];
    struct outcome outcome;

    for (int i = 0; i < members->size; i++) {
        none[i] = -1;
        one[i] = out[i] ? -1 : 0;
    }
    if (level)
        return at_level(members, out, keys, level);
    if (by & BY_NODE)
        return divided(members, one, keys);
    if (wanted && !strcmp(wanted, "mpi_shared_memory") && !(by & BY_MACHINE)) {
        outcome = divided(members, one, keys);
        outcome.siblings = -1;
        outcome.level = is_left_out("shared-name") ? NULL : "Machine";
        return outcome;
    }
    if (wanted)
        return at_level(members, out, keys, strcmp(wanted, "mpi_shared_memory") ? wanted : "Machine");
    if (wish->set && by & BY_SET)
        return at_level(members, out, keys, wish->set);
    if (by & BY_NEXT && (wish->by.criterion || wish->by.at_most || wish->by.at_least))
        return by_criteria(members, out, keys, &wish->by);
    return by & BY_NEXT ? next_level(members, out, keys) : divided(members, none, keys);
}

/* An unguided split returns the level that it has found, in a form that leads there. */
static void check_answer(struct soak *soak, const struct wish *wish, const struct outcome *outcome, int is_marked)
{
    static const char *const keys[] = {"mpi_hw_resource_type", "hsplit_unguided"};
    char should[64] = "", is[64];
    int found;

    if (wish->info == MPI_INFO_NULL)
        return;
    if (outcome->members.size)
        snprintf(should, sizeof should, "%s%s", strncmp(outcome->level, "Net_", 4) ? "hwloc://" : "", outcome->level);
    for (int i = 0; i < 1 + is_marked; i++) {
        is[0] = '\0';
        MPI_Info_get(wish->info, (char *)keys[i], sizeof is - 1, is, &found);
        if (strcmp(found ? is : "", should))
            MISMATCH(soak, "%s is '%s' in info, expected '%s'", keys[i], found ? is : "", should);
    }
}

static void some_keys(struct soak *soak, int size, int *out, int *keys)
{
    int leaves_out = one_in(&soak->part, 4), way = roll(&soak->part, 3);

    for (int i = 0; i < size; i++) {
        out[i] = leaves_out && one_in(&soak->part, 3);
        keys[i] = way == 0 ? 0 : way == 1 ? roll(&soak->part, 7) - 3 : -i;
    }
}

static void split_type(struct soak *soak, struct family *family)
{
    int type = roll(&soak->all, has_library ? TYPE_COUNT + 8 : BARE_TYPES), out[MOST], keys[MOST];
    int me = family->members.rank, is_next;
    struct wish wish = {.info = MPI_INFO_NULL};
    struct outcome outcome = {.members = {.rank = -1}};
    MPI_Comm new = MPI_COMM_NULL;
    long before = copies;

    /* Types that accept names are used more often. */
    type = type < TYPE_COUNT ? type : 2 + (type - TYPE_COUNT) % 6;
    calling(soak, SPLIT_TYPE, "MPI_Comm_split_type(%s) of family %d", TYPES[type].text, (int)(family - soak->families));
    if (family->comm != MPI_COMM_NULL) {
        wish = some_wish(&soak->part);
        some_keys(soak, family->members.size, out, keys);
        outcome = expected_of(&family->members, TYPES[type].by, &wish, TYPES[type].level, out, keys);
        soak->calls[SPLIT_TYPE]--;
        calling(soak, SPLIT_TYPE, "MPI_Comm_split_type(%s, key %d, '%s') of %d ranks of family %d",
                out[me] ? "MPI_UNDEFINED" : TYPES[type].text, keys[me], words_of_wish(&wish), family->members.size,
                (int)(family - soak->families));
        succeeds(soak, MPI_Comm_split_type(family->comm, out[me] ? MPI_UNDEFINED : TYPES[type].type, keys[me],
                                           wish.info, &new));
        check_copies(soak, before, 0);
        is_next = TYPES[type].by & BY_NEXT && !(wish.level && TYPES[type].by & BY_LEVEL) &&
                  !(wish.set && TYPES[type].by & BY_SET);
        if (is_next && !wish.level && !out[me])
            check_answer(soak, &wish, &outcome, !!(TYPES[type].by & BY_LEVEL));
        free_wish(&wish);
    }
    check_made(soak, new, &outcome.members, outcome.level, outcome.siblings, outcome.index);
    adopt(soak, new, &outcome.members, outcome.level, outcome.siblings, outcome.index);
}

/* One info object, passed again and again: returned values are no requests, and a request that is set after a returned
 * value is one. */
static void split_downwards(struct soak *soak, struct family *family)
{
    static const int ours[] = {MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_COMM_TYPE_HW_SUBDOMAIN};
    struct members members = family->members;
    struct outcome outcome;
    int none[MOST] = {0}, type = ours[roll(&soak->all, 2)], out = 0, is_guided = 0;
    const char *wished = one_in(&soak->all, 2) ? "Core" : "Machine";
    struct wish wish = {.info = MPI_INFO_NULL};
    MPI_Comm comm = family->comm, new, first = comm;

    calling(soak, SPLIT_TYPE, "splits down from family %d", (int)(family - soak->families));
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Info_create(&wish.info);
    while (!out && members.size > 1) {
        calling(soak, SPLIT_TYPE, "MPI_Comm_split_type with the info of the one before, of %d ranks", members.size);
        outcome = next_level(&members, none, none);
        succeeds(soak, MPI_Comm_split_type(comm, type, 0, wish.info, &new));
        check_made(soak, new, &outcome.members, outcome.level, outcome.siblings, outcome.index);
        out = !outcome.members.size;
        if (!out)
            check_answer(soak, &wish, &outcome, 1);
        if (comm != first)
            MPI_Comm_free(&comm);
        comm = new;
        members = outcome.members;
        if (comm != MPI_COMM_NULL && one_in(&soak->part, 3)) {
            is_guided = options.threads < 2 && !is_left_out("wish-after-answer");
            break;
        }
    }
    if (comm != first && comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    /* All ranks have a returned value, or none has: a communicator of only some ranks would differ. */
    if (is_guided) {
        calling(soak, SPLIT_TYPE, "MPI_Comm_split_type of MPI_COMM_SELF with mpi_hw_subdomain_type=%s behind an answer",
                wished);
        MPI_Info_set(wish.info, "mpi_hw_subdomain_type", (char *)wished);
        members = (struct members){1, 0, {soak->rank}};
        outcome = at_level(&members, none, none, wished);
        succeeds(soak, MPI_Comm_split_type(MPI_COMM_SELF, type, 0, wish.info, &new));
        check_made(soak, new, &outcome.members, outcome.level, outcome.siblings, outcome.index);
        if (new != MPI_COMM_NULL)
            MPI_Comm_free(&new);
    }
    free_wish(&wish);
}

static void with_roots(struct soak *soak, struct family *family)
{
    int none[MOST] = {0};
    struct wish wish = {.info = MPI_INFO_NULL};
    struct outcome outcome = {.members = {.rank = -1}, .roots = {.rank = -1}};
    MPI_Comm new = MPI_COMM_NULL, roots = MPI_COMM_NULL;
    long before = copies;

    calling(soak, WITH_ROOTS, "MPI_Comm_hsplit_with_roots of family %d", (int)(family - soak->families));
    if (family->comm != MPI_COMM_NULL) {
        wish = some_wish(&soak->part);
        outcome = expected_of(&family->members, BY_NEXT | BY_LEVEL | BY_SET | BY_MACHINE, &wish, NULL, none, none);
        soak->calls[WITH_ROOTS]--;
        calling(soak, WITH_ROOTS, "MPI_Comm_hsplit_with_roots('%s') of %d ranks of family %d", words_of_wish(&wish),
                family->members.size, (int)(family - soak->families));
        succeeds(soak, MPI_Comm_hsplit_with_roots(family->comm, wish.info, &new, &roots));
        check_copies(soak, before, 0);
        if (!wish.level && !wish.set)
            check_answer(soak, &wish, &outcome, 1);
        free_wish(&wish);
    }
    check_made(soak, new, &outcome.members, outcome.level, outcome.siblings, outcome.index);
    adopt(soak, new, &outcome.members, outcome.level, outcome.siblings, outcome.index);
    check_made(soak, roots, &outcome.roots, "Unknown", 0, MPI_UNDEFINED);
    adopt(soak, roots, &outcome.roots, "Unknown", 0, MPI_UNDEFINED);
}

/* The whole hierarchy, freed as a whole, or one by one, the widest first. */
static void hierarchy(struct soak *soak, struct family *family)
{
    enum { LEVELS = 8 };
    int none[MOST] = {0}, max = roll(&soak->all, LEVELS), wants_roots = one_in(&soak->all, 2), depth = -1, expected = 0;
    struct outcome outcomes[LEVELS] = {{.index = 0}};
    struct members members = family->members;
    struct wish wish = {.info = MPI_INFO_NULL};
    MPI_Comm news[LEVELS], roots[LEVELS];
    long before = copies;

    calling(soak, HIERARCHY, "HSPLIT_Comm_hierarchy(max %d) of family %d", max, (int)(family - soak->families));
    if (family->comm == MPI_COMM_NULL)
        return;
    wish = some_wish(&soak->part);
    soak->calls[HIERARCHY]--;
    calling(soak, HIERARCHY, "HSPLIT_Comm_hierarchy('%s', max %d, %s) of %d ranks of family %d", words_of_wish(&wish),
            max, wants_roots ? "roots" : "no roots", members.size, (int)(family - soak->families));
    for (int level = 0; level < max; level++) {
        outcomes[level] = expected_of(&members, BY_NEXT | BY_LEVEL | BY_SET | BY_MACHINE, &wish, NULL, none, none);
        members = outcomes[level].members;
        if (!members.size)
            break;
        expected++;
        if (wish.level || wish.set)
            break;
    }
    succeeds(soak, HSPLIT_Comm_hierarchy(family->comm, wish.info, max, &depth, news, wants_roots ? roots : NULL));
    check_copies(soak, before, 0);
    if (depth != expected)
        BROKEN(soak, "has %d levels, expected %d", depth, expected);
    for (int level = 0; level < max; level++) {
        static const struct members nobody = {.rank = -1};
        const struct outcome *outcome = &outcomes[level];
        int is_there = level < depth;
        check_made(soak, news[level], is_there ? &outcome->members : &nobody, is_there ? outcome->level : NULL,
                   outcome->siblings, outcome->index);
        if (wants_roots)
            check_made(soak, roots[level], is_there ? &outcome->roots : &nobody, "Unknown", 0, MPI_UNDEFINED);
    }
    free_wish(&wish);
    if (one_in(&soak->all, 2)) {
        succeeds(soak, HSPLIT_Comm_hierarchy_free(depth, news, wants_roots ? roots : NULL));
        for (int level = 0; level < depth; level++)
            if (news[level] != MPI_COMM_NULL || (wants_roots && roots[level] != MPI_COMM_NULL))
                MISMATCH(soak, "HSPLIT_Comm_hierarchy_free leaves level %d", level);
        return;
    }
    for (int level = 0; level < depth; level++) {
        succeeds(soak, MPI_Comm_free(&news[level]));
        if (wants_roots && roots[level] != MPI_COMM_NULL)
            succeeds(soak, MPI_Comm_free(&roots[level]));
    }
}

#endif
