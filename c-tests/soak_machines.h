/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The emulated machines of soak.c, and by arithmetic alone: the place of each rank, and the levels that ranks share. */
#ifndef SOAK_MACHINES_H
#define SOAK_MACHINES_H

#include "soak.h"

/* A level: its name, all of its names, and its number in each instance of the level around it. */
struct level {
    const char *name, *names;
    int count;
};

/* The levels inside nodes of one kind. */
struct kind_of_node {
    int nodes, levels, cores;
    struct level inside[5];
};

struct machine {
    const char *description, *binding;
    struct level network;
    /* True if NUMA nodes are wider than packages. */
    int has_numa_level;
    struct kind_of_node kind[2];
    /* The number of levels inside a node within which a rank is bound; -1: it differs from rank to rank. */
    int bound;
};

static const struct level MACHINE = {"Machine", "Machine", 1}, NUMA_NODE = {"NUMANode", "NUMANode", 1};

static const struct machine MACHINES[] = {
    {"switch:2 node:2 package:2 core:2 pu:1",
     "core,round-robin",
     {"Net_level0", "switch Net_level0", 2},
     1,
     {{2, 2, 4, {{"Package", "Package", 2}, {"Core", "Core PU", 2}}}},
     2},
    {"node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1",
     "l2,round-robin",
     {"", "", 1},
     0,
     {{4,
       3,
       8,
       {{"L3Cache", "Package NUMANode L3Cache", 2}, {"L1dCache", "L2Cache L1dCache", 2}, {"Core", "Core PU", 2}}}},
     2},
    {"node:2 package:2 l3:1 core:2 pu:2",
     "by rank",
     {"", "", 1},
     1,
     {{2, 3, 8, {{"L3Cache", "Package L3Cache", 2}, {"Core", "Core", 2}, {"PU", "PU", 2}}}},
     -1},
    {"leaf:2 node:2 package:2 core:2 pu:1 | node:1 package:4 core:1 pu:1",
     "core,round-robin",
     {"Net_level0", "leaf Net_level0", 2},
     1,
     {{2, 2, 4, {{"Package", "Package", 2}, {"Core", "Core PU", 2}}}, {1, 1, 4, {{"Core", "Package Core PU", 4}}}},
     2},
};
enum { MACHINE_COUNT = sizeof MACHINES / sizeof *MACHINES };

/* The levels around a rank, widest first, each with a number that is unique among its instances. */
struct place {
    int depth, node;
    const struct level *level[8];
    int at[8];
};

static struct place places[MOST];

static inline void put_step(struct place *place, const struct level *level, int at)
{
    place->level[place->depth] = level;
    place->at[place->depth++] = at;
}

/* The binding of a rank of a machine without a rule: within how many levels, and inside which instance of the last. */
static inline void bound_by_rank(const struct kind_of_node *kind, int rank, int *depth, int *at)
{
    struct dice dice = dice_of(77, (uint64_t)rank, 0);
    int instances = 1;

    *depth = roll(&dice, kind->levels + 1);
    for (int i = 0; i < *depth; i++)
        instances *= kind->inside[i].count;
    *at = roll(&dice, instances);
}

static inline struct place place_of(const struct machine *machine, int rank)
{
    struct place place = {0};
    int under_a_switch = machine->kind[0].nodes + machine->kind[1].nodes,
        nodes = under_a_switch * machine->network.count;
    int node = rank % nodes, slot = rank / nodes, depth = machine->bound;
    const struct kind_of_node *kind = &machine->kind[node % under_a_switch >= machine->kind[0].nodes];
    int at = slot % kind->cores, instances = kind->cores;

    if (depth < 0)
        bound_by_rank(kind, rank, &depth, &at);
    depth = depth < kind->levels ? depth : kind->levels;
    if (machine->bound < 0)
        for (int i = instances = 1; i <= depth; i++)
            instances *= kind->inside[i - 1].count;
    place.node = node;
    if (machine->network.count > 1)
        put_step(&place, &machine->network, node / under_a_switch);
    put_step(&place, &MACHINE, node);
    if (machine->has_numa_level)
        put_step(&place, &NUMA_NODE, node);
    for (int i = 0, inside = 1; i < depth; i++) {
        inside *= kind->inside[i].count;
        put_step(&place, &kind->inside[i], node * 1000 + at * inside / instances);
    }
    return place;
}

/* Sets the library's environment variables; before its first call. */
static inline void enter_machine(const struct machine *machine, int ranks)
{
    static const char *const levels[] = {"none", "l3", "core", "pu"};
    char path[64], emulated[512];
    FILE *file;

    snprintf(emulated, sizeof emulated, "%s bind=%s", machine->description, machine->binding);
    setenv("HSPLIT_EMULATE", emulated, 1);
    for (int rank = 0; rank < ranks; rank++)
        places[rank] = place_of(machine, rank);
    if (machine->bound >= 0)
        return;
    /* A file that has no name any more, and is deleted with this process. */
    file = tmpfile();
    for (int rank = 0; rank < ranks; rank++) {
        int depth, at;
        bound_by_rank(&machine->kind[0], rank, &depth, &at);
        fprintf(file, depth ? "%d %s:%d\n" : "%d %s\n", places[rank].node, levels[depth], at);
    }
    fflush(file);
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), fileno(file));
    snprintf(emulated, sizeof emulated, "%s bind=%s", machine->description, path);
    setenv("HSPLIT_EMULATE", emulated, 1);
}

/* The number of levels that two places have in common. */
static inline int common_depth(const struct place *one, const struct place *other)
{
    int depth = 0;

    while (depth < one->depth && depth < other->depth && one->level[depth] == other->level[depth] &&
           one->at[depth] == other->at[depth])
        depth++;
    return depth;
}

static inline int has_word(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = words; (at = strstr(at, word)); at++)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

/* The number of steps to the level of this name; -1: the place is in none. */
static inline int depth_of(const struct place *place, const char *name)
{
    if (!strcmp(name, "cluster"))
        return 0;
    if (!strcmp(name, "cu") || !strcmp(name, "switch_level:1"))
        name = "Net_level0";
    for (int depth = place->depth; depth > 0; depth--)
        if (has_word(place->level[depth - 1]->names, name))
            return depth;
    return -1;
}

/* The name of the level after a number of steps of a place. */
static inline const char *name_at(const struct place *place, int depth)
{
    return depth ? place->level[depth - 1]->name : "System - Cluster";
}

/* ---- spellings of a level in programs ---- */

static const struct {
    const char *name, *alias;
} ALIASES[] = {
    {"Machine", "host"},      {"Machine", "node"},
    {"Machine", "board"},     {"Package", "socket"},
    {"Package", "cpu"},       {"NUMANode", "numa"},
    {"NUMANode", "ddr"},      {"L3Cache", "l3"},
    {"L3Cache", "l3ucache"},  {"L3Cache", "l3dcache"},
    {"L2Cache", "l2"},        {"L1dCache", "l1"},
    {"L1dCache", "l1cache"},  {"L1dCache", "L1uCache"},
    {"PU", "hwthread"},       {"Machine", "hwloc://Machine"},
    {"Core", "hwloc://Core"}, {"Core", "CORE"},
    {"Package", "package"},   {"L3Cache", "HWLOC://l3cache"},
    {"PU", "hwloc://PU"},     {"PU", "pu"},
    {"NUMANode", "numanode"}, {"L2Cache", "hwloc://L2Cache"},
    {"L3Cache", "L3_Cache"},  {"L2Cache", "L2_Cache"},
    {"cluster", "Cluster"},   {"Net_level0", "net_level0"},
    {"Package", " Package "}, {"cu", "CU"},
};

static const char *const NAMES[] = {
    "Machine", "Package", "NUMANode",         "L3Cache", "L2Cache",        "L1dCache", "Core",    "PU",
    "switch",  "leaf",    "cluster",          "cu",      "switch_level:1", "zork",     "L5Cache", "Net_level0",
    "gpu",     "bindset", "mpi_shared_memory"};

/* Another spelling of a name. */
static inline const char *spelling_of(struct dice *dice, const char *name)
{
    int count = sizeof ALIASES / sizeof *ALIASES, first = roll(dice, 2 * count);

    for (int i = first; i < first + count && first < count; i++) {
        const char *alias = ALIASES[i % count].alias;
        if (!strcmp(ALIASES[i % count].name, name) && !(strstr(alias, "_Cache") && is_left_out("L3_Cache")))
            return alias;
    }
    return name;
}

/* ---- members of new communicators ---- */

/* The expected result of a split for this rank. */
struct outcome {
    struct members members, roots;
    int siblings, index;
    const char *level;
};

/* The members of each colour together, by key and then by rank; a negative colour: MPI_UNDEFINED. */
static inline struct outcome divided(const struct members *old, const int *colours, const int *keys)
{
    struct outcome out = {.members = {.rank = -1}, .roots = {.rank = -1}, .index = MPI_UNDEFINED};
    int root_of[MOST], me = old->rank;

    for (int i = 0; i < old->size; i++) {
        root_of[i] = i;
        for (int j = 0; j < old->size; j++)
            if (colours[j] == colours[i] &&
                (keys[j] < keys[root_of[i]] || (keys[j] == keys[root_of[i]] && j < root_of[i])))
                root_of[i] = j;
    }
    for (int i = 0; i < old->size; i++) {
        if (colours[i] < 0 || root_of[i] != i)
            continue;
        if (colours[me] >= 0 && root_of[me] == i)
            out.index = out.siblings;
        if (i == me)
            out.roots.rank = out.siblings;
        out.roots.world[out.siblings++] = old->world[i];
    }
    out.roots.size = out.roots.rank >= 0 ? out.siblings : 0;
    if (colours[me] < 0)
        return out;
    for (int i = 0; i < old->size; i++) {
        int before = 0;
        if (colours[i] != colours[me])
            continue;
        for (int j = 0; j < old->size; j++)
            before += colours[j] == colours[i] && (keys[j] < keys[i] || (keys[j] == keys[i] && j < i));
        out.members.world[before] = old->world[i];
        out.members.size++;
        if (i == me)
            out.members.rank = before;
    }
    return out;
}

/* The same number for ranks that share the first 'depth' levels. */
static inline int colour_of(const struct members *old, const int *out, int member, int depth)
{
    for (int i = 0; i < member; i++)
        if (!out[i] && places[old->world[i]].depth >= depth &&
            common_depth(&places[old->world[i]], &places[old->world[member]]) >= depth)
            return i;
    return member;
}

/* The next level below the levels that all share; 'out' marks the ranks that pass MPI_UNDEFINED. */
static inline struct outcome next_level(const struct members *old, const int *out, const int *keys)
{
    struct outcome outcome;
    int common = -1, first = -1, colours[MOST];

    for (int i = 0; i < old->size; i++) {
        if (out[i])
            continue;
        if (first < 0)
            common = places[old->world[first = i]].depth;
        else if (common_depth(&places[old->world[first]], &places[old->world[i]]) < common)
            common = common_depth(&places[old->world[first]], &places[old->world[i]]);
    }
    for (int i = 0; i < old->size; i++)
        colours[i] = out[i] || places[old->world[i]].depth <= common ? -1 : colour_of(old, out, i, common + 1);
    outcome = divided(old, colours, keys);
    outcome.level = outcome.members.size ? name_at(&places[old->world[old->rank]], common + 1) : NULL;
    return outcome;
}

/* The criteria by which an unguided split goes to another level than the next one: 'n' (network), 'o' (node) or 'm'
 * (memory), 0: all levels; no communicator of more ranks, or of fewer; 0: no limit. */
struct criteria {
    char criterion;
    int at_most, at_least;
};

static inline int is_kept(const struct level *level, char criterion)
{
    int is_switch = has_word(level->names, "Net_level0");
    int is_core = has_word(level->names, "Core") || has_word(level->names, "PU");
    int is_memory = has_word(level->names, "NUMANode") || (strstr(level->names, "Cache") && !is_core);

    return criterion == 'n' ? is_switch : criterion == 'o' ? !is_switch : criterion == 'm' ? is_memory : 1;
}

/* The number of steps of a place to the 'kept'-th level that counts, from 1; -1: there are fewer. */
static inline int kept_depth(const struct place *place, char criterion, int kept)
{
    for (int depth = 1; depth <= place->depth; depth++)
        if (is_kept(place->level[depth - 1], criterion) && --kept == 0)
            return depth;
    return kept ? -1 : 0;
}

/* The ranks of each instance of the 'kept'-th level that counts together. Returns how many ranks are in one, and the
 * size of the largest and of the smallest. */
static inline int colours_at(const struct members *old, const int *out, char criterion, int kept, int *colours,
                             int *largest, int *smallest)
{
    int sizes[MOST] = {0}, count = 0;

    *largest = 0;
    *smallest = MOST + 1;
    for (int i = 0; i < old->size; i++) {
        int depth = out[i] ? -1 : kept_depth(&places[old->world[i]], criterion, kept);
        colours[i] = depth < 0 ? -1 : colour_of(old, out, i, depth);
        if (colours[i] >= 0)
            sizes[colours[i]]++, count++;
    }
    for (int i = 0; i < old->size; i++) {
        *largest = sizes[i] > *largest ? sizes[i] : *largest;
        *smallest = sizes[i] && sizes[i] < *smallest ? sizes[i] : *smallest;
    }
    return count;
}

/* The level that the criteria lead to, below the levels that all share. */
static inline struct outcome by_criteria(const struct members *old, const int *out, const int *keys,
                                         const struct criteria *by)
{
    struct outcome outcome;
    int colours[MOST], largest, smallest, taking_part = 0, found = 0;

    for (int i = 0; i < old->size; i++)
        taking_part += !out[i];
    for (int kept = 1; colours_at(old, out, by->criterion, kept, colours, &largest, &smallest); kept++) {
        int is_shared = largest == taking_part;
        if (is_shared || (by->at_most && largest > by->at_most) || (by->at_least && smallest < by->at_least))
            continue;
        found = kept;
        if (by->at_most || !by->at_least)
            break;
    }
    for (int i = 0; !found && i < old->size; i++)
        colours[i] = -1;
    if (found)
        colours_at(old, out, by->criterion, found, colours, &largest, &smallest);
    outcome = divided(old, colours, keys);
    outcome.level = !outcome.members.size ? NULL
                                          : name_at(&places[old->world[old->rank]],
                                                    kept_depth(&places[old->world[old->rank]], by->criterion, found));
    return outcome;
}

/* The instances of a level; of bindings; of process sets. */
static inline struct outcome at_level(const struct members *old, const int *out, const int *keys, const char *name)
{
    const struct place *mine = &places[old->world[old->rank]];
    struct outcome outcome;
    int colours[MOST], is_set = !strncmp(name, "mpi://", 6), is_binding = !strcmp(name, "bindset");

    for (int i = 0; i < old->size; i++) {
        int depth = is_binding ? places[old->world[i]].depth : is_set ? 0 : depth_of(&places[old->world[i]], name);
        colours[i] = out[i] || depth < 0 ? -1 : !strcmp(name, "mpi://SELF") ? i : colour_of(old, out, i, depth);
        /* A rank that is bound to a level is not bound to the levels inside it. */
        for (int j = 0; is_binding && colours[i] >= 0 && j <= i; j++)
            if (!out[j] && places[old->world[j]].depth == depth &&
                common_depth(&places[old->world[j]], &places[old->world[i]]) == depth) {
                colours[i] = j;
                break;
            }
    }
    outcome = divided(old, colours, keys);
    outcome.level = !outcome.members.size ? NULL : is_set || is_binding ? name : name_at(mine, depth_of(mine, name));
    return outcome;
}

/* The lowest level that the listed ranks share with the caller. */
static inline const char *lowest_shared(const struct members *members, const int *list, int count)
{
    const struct place *mine = &places[members->world[members->rank]];
    int depth = mine->depth, is_listed = 0;

    for (int i = 0; i < count; i++) {
        int common = common_depth(mine, &places[members->world[list[i]]]);
        depth = common < depth ? common : depth;
        is_listed |= list[i] == members->rank;
    }
    return is_listed ? name_at(mine, depth) : "Unknown";
}

#endif
