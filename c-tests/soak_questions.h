/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The queries of soak.c about places, and its errors. */
#ifndef SOAK_QUESTIONS_H
#define SOAK_QUESTIONS_H

#include "soak_splits.h"

/* ---- the lowest level that some ranks share ---- */

static void ask_min_level(struct soak *soak, struct family *family, struct dice *dice)
{
    int list[8], count = roll(dice, 8), code;
    char *name = NULL, words[128];
    const char *expected;

    for (int i = 0; i < count; i++)
        list[i] = one_in(dice, 4) ? family->members.rank : roll(dice, family->members.size);
    test_list(words, sizeof words, list, count);
    calling(soak, MIN_LEVEL, "MPI_Comm_get_min_hlevel(%d, {%s}) of %d ranks of family %d", count, words,
            family->members.size, (int)(family - soak->families));
    code = MPI_Comm_get_min_hlevel(family->comm, count, count ? list : NULL, &name);
    succeeds(soak, code);
    expected = lowest_shared(&family->members, list, count);
    if (!name || strcmp(name, expected))
        MISMATCH(soak, "says '%s', expected '%s'", name ? name : "(null)", expected);
}

/* The first call is collective; afterwards any rank may call alone. */
static void min_level(struct soak *soak, struct family *family)
{
    int questions;

    if (family->comm == MPI_COMM_NULL)
        return;
    if (!family->is_asked)
        ask_min_level(soak, family, &soak->own);
    family->is_asked = 1;
    questions = roll(&soak->own, 4);
    for (int i = 0; i < questions; i++)
        ask_min_level(soak, family, &soak->own);
    if (one_in(&soak->own, 4)) {
        int wrong[] = {family->members.size, -1}, code;
        char *name = NULL;
        calling(soak, MISTAKE, "MPI_Comm_get_min_hlevel of a rank that does not exist");
        code = MPI_Comm_get_min_hlevel(family->comm, 1, wrong + roll(&soak->own, 2), &name);
        if (class_of(code) != MPI_ERR_RANK)
            MISMATCH(soak, "has class %d", class_of(code));
    }
}

/* ---- which levels there are ---- */

static void expect_key(struct soak *soak, MPI_Info info, const char *key, int is_inside, int *count)
{
    char value[16] = "";
    int found = 0;

    MPI_Info_get(info, (char *)key, sizeof value - 1, value, &found);
    if (!found || strcmp(value, is_inside ? "true" : "false"))
        MISMATCH(soak, "%s is '%s', expected '%s'", key, found ? value : "(none)", is_inside ? "true" : "false");
    ++*count;
}

static void resource_info(struct soak *soak)
{
    const struct machine *machine = &MACHINES[options.machine % MACHINE_COUNT];
    const struct place *place = &places[soak->rank];
    int under_a_switch = machine->kind[0].nodes + machine->kind[1].nodes, keys = -1, count = 0;
    const struct kind_of_node *kind = &machine->kind[place->node % under_a_switch >= machine->kind[0].nodes];
    const struct level *levels[8] = {&machine->network, &MACHINE, &NUMA_NODE};
    MPI_Info info = MPI_INFO_NULL;

    calling(soak, RESOURCE_INFO, "MPI_Get_hw_resource_info");
    succeeds(soak, MPI_Get_hw_resource_info(&info));
    for (int i = 0; i < kind->levels; i++)
        levels[3 + i] = &kind->inside[i];
    for (int i = 0; i < 3 + kind->levels; i++) {
        char names[64], key[80], *rest = names;
        if ((i == 0 && machine->network.count < 2) || (i == 2 && !machine->has_numa_level))
            continue;
        snprintf(names, sizeof names, "%s", levels[i]->names);
        for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
            snprintf(key, sizeof key, "%s%s", i ? "hwloc://" : "", name);
            expect_key(soak, info, key, depth_of(place, name) >= 0, &count);
        }
    }
    MPI_Info_get_nkeys(info, &keys);
    if (keys != count)
        MISMATCH(soak, "has %d keys, expected %d", keys, count);
    MPI_Info_free(&info);
}

/* ---- errors ---- */

static void expect_error(struct soak *soak, int code, int class, MPI_Comm *outputs, int count)
{
    soak->calls[MISTAKE]++;
    if (class_of(code) != class)
        MISMATCH(soak, "has class %d, expected %d", class_of(code), class);
    for (int i = 0; i < count; i++)
        if (outputs[i] != MPI_COMM_NULL)
            BROKEN(soak, "fails and leaves a communicator");
}

/* Ranks that pass different levels or types, or one with NULL for the result: all get an error. */
static void invalid(struct soak *soak, struct family *family)
{
    static const char *const words[] = {"NULL for an output", "another level", "another type",
                                        "a hierarchy beside splits"};
    int size = family->members.size, me = family->members.rank, way = roll(&soak->all, 4), out[MOST], keys[MOST];
    int wrong, first = -1, uses_roots = one_in(&soak->all, 2), type = MPI_COMM_TYPE_HW_SUBDOMAIN, class, code;
    MPI_Comm outputs[2] = {MPI_COMM_WORLD, MPI_COMM_WORLD};
    MPI_Info info;

    calling(soak, MISTAKE, "%s on one rank of family %d", words[way], (int)(family - soak->families));
    if (family->comm == MPI_COMM_NULL || size < 2)
        return;
    wrong = roll(&soak->part, size);
    some_keys(soak, size, out, keys);
    for (int i = 0; i < size; i++)
        first = !out[i] && i != wrong && first < 0 ? i : first;
    info = test_info("mpi_hw_resource_type", way == 1 && me == wrong ? "Core" : "Machine");
    class = way == 1 ? MPI_ERR_INFO : MPI_ERR_ARG;
    if (uses_roots || way == 3) {
        /* A split or a hierarchy among calls for roots is a different call. */
        int splits = way == 3 && me == wrong;
        if (way == 2 && me == wrong) {
            code = MPI_Comm_split_type(family->comm, type, 0, info, outputs);
            outputs[1] = MPI_COMM_NULL;
        } else if (splits) {
            int depth;
            code = HSPLIT_Comm_hierarchy(family->comm, info, 1, &depth, outputs, outputs + 1);
        } else
            code =
                MPI_Comm_hsplit_with_roots(family->comm, info, way == 0 && me == wrong ? NULL : outputs, outputs + 1);
    } else {
        /* If all others pass MPI_UNDEFINED, the one rank cannot differ from them. */
        out[wrong] = 0;
        if (first < 0)
            class = MPI_SUCCESS;
        type = way == 2 && me == wrong ? MPI_COMM_TYPE_PHYSICAL_TOPOLOGY : type;
        code = way == 0 && me == wrong ? MPI_Comm_split_type(family->comm, type, 0, info, NULL)
               : way == 0 || first >= 0
                   ? MPI_Comm_split_type(family->comm, out[me] ? MPI_UNDEFINED : type, 0, info, outputs)
                   : MPI_Comm_split_type(family->comm, MPI_UNDEFINED, 0, info, outputs);
        class = way == 0 ? MPI_ERR_ARG : class;
        outputs[1] = MPI_COMM_NULL;
    }
    if (way == 0 && me == wrong)
        outputs[0] = MPI_COMM_NULL;
    expect_error(soak, code, class, outputs, 2);
    MPI_Info_free(&info);
}

/* Between two groups: native calls are native, and the library's calls return an error. */
static void between_groups(struct soak *soak, struct family *family)
{
    int size = family->members.size, me = family->members.rank, half = size / 2, side = me >= half, value = -1, code;
    MPI_Comm part, inter = MPI_COMM_NULL, outputs[2] = {MPI_COMM_WORLD, MPI_COMM_WORLD};

    calling(soak, NATIVE, "an intercommunicator from family %d", (int)(family - soak->families));
    /* Intel MPI's own MPI_Allreduce between groups hangs if several threads make intercommunicators at a time: 3
     * threads of 3 ranks, without the library, within 2 to 20 s in each of 8 runs. */
    if (family->comm == MPI_COMM_NULL || size < 2 || family->has_trap ||
        (IS_INTEL && options.threads > 1 && !options.wild))
        return;
    succeeds(soak, MPI_Comm_split(family->comm, side, 0, &part));
    succeeds(soak, MPI_Intercomm_create(part, 0, family->comm, side ? 0 : half, 9, &inter));
    succeeds(soak, MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN));
    calling(soak, ALLREDUCE, "MPI_Allreduce of an intercommunicator from family %d", (int)(family - soak->families));
    succeeds(soak, MPI_Allreduce(&me, &value, 1, MPI_INT, MPI_MAX, inter));
    if (value != (side ? half - 1 : size - 1))
        MISMATCH(soak, "gives %d", value);
    succeeds(soak, MPI_Barrier(inter));
    value = me;
    succeeds(soak, MPI_Bcast(&value, 1, MPI_INT, !side ? (me ? MPI_PROC_NULL : MPI_ROOT) : 0, inter));
    if (value != (side ? 0 : me))
        MISMATCH(soak, "MPI_Bcast gives %d", value);
    if (has_library) {
        calling(soak, MISTAKE, "a split of an intercommunicator from family %d", (int)(family - soak->families));
        code = MPI_Comm_split_type(inter, MPI_COMM_TYPE_HW_SUBDOMAIN, 0, MPI_INFO_NULL, outputs);
        expect_error(soak, code, MPI_ERR_COMM, outputs, 1);
        code = MPI_Comm_hsplit_with_roots(inter, MPI_INFO_NULL, outputs, outputs + 1);
        expect_error(soak, code, MPI_ERR_COMM, outputs, 2);
    }
    succeeds(soak, MPI_Comm_free(&inter));
    succeeds(soak, MPI_Comm_free(&part));
}

#endif
