/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Unguided splits by criterion and by quantity: criteria simple [few]|complicated|small|errors|unknown.
 *
 * 'simple' has the 32 ranks of RR-9077, section 5.1, 'complicated' and 'errors' the 8 ranks of section 5.2, 'small'
 * four ranks on NUMA nodes of one core. 'unknown' passes keys that the library does not have. */
#include "test.h"

enum { STEPS = 6, LEVELS = 8 };

static const int types[] = {MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_COMM_TYPE_HW_SUBDOMAIN, MPI_COMM_TYPE_HW_UNGUIDED};

/* An info object with keys of the library: "criterion=memory at_most=4". */
static MPI_Info info_of(const char *text)
{
    MPI_Info info = test_info(NULL, NULL);
    char copy[128], key[64];

    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        snprintf(key, sizeof key, "hsplit_%s", word);
        MPI_Info_set(info, key, value);
    }
    return info;
}

/* The expected result of one step on one rank: its communicator's members, name and index among its siblings, and their
 * roots. No members: MPI_COMM_NULL. */
struct step {
    int members[32], count, roots[32], siblings, index;
    char name[32];
    int is_level;
};

static void check_answer(MPI_Info info, const struct step *step)
{
    static const char *const keys[] = {"mpi_hw_resource_type", "hsplit_unguided"};
    char expected[64];

    snprintf(expected, sizeof expected, "hwloc://%s", step->name);
    for (int i = 0; i < 2; i++) {
        char value[MPI_MAX_INFO_VAL + 1] = "";
        int found = 0;
        MPI_Info_get(info, (char *)keys[i], MPI_MAX_INFO_VAL, value, &found);
        CHECK_TEXT(found ? value : "(none)", step->is_level ? expected : "(none)");
    }
}

static void check_step(const struct step *step, MPI_Comm parent, MPI_Comm made, MPI_Comm roots, int with_roots)
{
    int comparison;

    CHECK_MEMBERS(made, step->members, step->count);
    if (with_roots)
        CHECK_MEMBERS(roots, step->roots, step->count && step->members[0] == test_rank() ? step->siblings : 0);
    if (made == MPI_COMM_NULL)
        return;
    CHECK_LEVEL(made, step->name, step->siblings, step->index);
    OK(MPI_Comm_compare(made, parent, &comparison));
    CHECK_INT(comparison, MPI_UNEQUAL);
}

/* Down to the bottom with one info object, by each type, with roots, or by some of these ways, and by the whole
 * hierarchy. */
static void descend(const char *text, const struct step *steps, int first, int every)
{
    int before = test_failures, depth = -1, expected = 0;
    MPI_Comm news[LEVELS], roots[LEVELS];
    MPI_Info info;

    for (int way = first; way < 4; way += every) {
        MPI_Comm parent = MPI_COMM_WORLD, made, rootscomm = MPI_COMM_NULL;
        info = info_of(text);
        for (int step = 0; parent != MPI_COMM_NULL && step < STEPS + 1; step++) {
            made = MPI_COMM_WORLD;
            if (way == 3)
                OK(MPI_Comm_hsplit_with_roots(parent, info, &made, &rootscomm));
            else
                OK(MPI_Comm_split_type(parent, types[way], 0, info, &made));
            check_step(&steps[step], parent, made, rootscomm, way == 3);
            if (made != MPI_COMM_NULL)
                check_answer(info, &steps[step]);
            test_free(&rootscomm);
            if (parent != MPI_COMM_WORLD)
                MPI_Comm_free(&parent);
            parent = made;
        }
        MPI_Info_free(&info);
    }
    info = info_of(text);
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, info, LEVELS, &depth, news, roots));
    while (expected < STEPS && steps[expected].count)
        expected++;
    CHECK_INT(depth, expected);
    for (int i = 0; i < depth && i < expected; i++)
        check_step(&steps[i], i ? news[i - 1] : MPI_COMM_WORLD, news[i], roots[i], 1);
    OK(HSPLIT_Comm_hierarchy_free(depth, news, roots));
    MPI_Info_free(&info);
    if (test_failures > before)
        fprintf(stderr, "    (by '%s')\n", text);
}

/* ---- blocks of neighbours ---- */

/* A step on which all communicators have this many neighbours, and every parent this many of them. */
struct block {
    const char *name;
    int width, siblings;
};

#define CLUSTER "System - Cluster"

static const struct {
    const char *text;
    struct block steps[STEPS];
} BLOCKS[] = {
    {"criterion=all", {{"Machine", 8, 4}, {"L3Cache", 4, 2}, {"L1dCache", 2, 2}, {"Core", 1, 2}}},
    {"criterion=NODE", {{"Machine", 8, 4}, {"L3Cache", 4, 2}, {"L1dCache", 2, 2}, {"Core", 1, 2}}},
    {"criterion=Memory", {{"L3Cache", 4, 8}, {"L1dCache", 2, 2}}},
    {"criterion=network", {{NULL, 0, 0}}},
    {"at_most=32", {{"Machine", 8, 4}, {"L3Cache", 4, 2}, {"L1dCache", 2, 2}, {"Core", 1, 2}}},
    {"at_most=7", {{"L3Cache", 4, 8}, {"L1dCache", 2, 2}, {"Core", 1, 2}}},
    {"at_most=4", {{"L3Cache", 4, 8}, {"L1dCache", 2, 2}, {"Core", 1, 2}}},
    {"at_most=1", {{"Core", 1, 32}}},
    {"criterion=memory at_most=3", {{"L1dCache", 2, 16}}},
    {"criterion=memory at_most=1", {{NULL, 0, 0}}},
    {"at_least=1", {{"Core", 1, 32}}},
    {"at_least=2", {{"L1dCache", 2, 16}}},
    {"at_least=5", {{"Machine", 8, 4}}},
    {"at_least=9", {{NULL, 0, 0}}},
    {"at_most=8 at_least=4", {{"Machine", 8, 4}, {"L3Cache", 4, 2}}},
    {"at_most=7 at_least=5", {{NULL, 0, 0}}},
    {"parts=1", {{NULL, 0, 0}}},
    {"parts=2", {{CLUSTER, 16, 2}, {"Machine", 8, 2}, {"L3Cache", 4, 2}, {"L1dCache", 2, 2}, {"Core", 1, 2}}},
    {"parts=4", {{"Machine", 8, 4}, {"L1dCache", 2, 4}, {"Core", 1, 2}}},
    {"parts=8", {{"L3Cache", 4, 8}, {"Core", 1, 4}}},
    {"parts=2147483647", {{"Core", 1, 32}}},
    {"parts=4 at_most=8 at_least=8", {{"Machine", 8, 4}}},
    {"parts=4 at_most=7", {{NULL, 0, 0}}},
    {"parts=3 at_most=15", {{NULL, 0, 0}}},
};

static void simple(unsigned first, unsigned every)
{
    for (unsigned row = first; row < sizeof BLOCKS / sizeof *BLOCKS; row += every) {
        struct step steps[STEPS + 1] = {0};
        int parent = 32, rank = test_rank();
        for (int i = 0; i < STEPS && BLOCKS[row].steps[i].name; i++) {
            const struct block *block = &BLOCKS[row].steps[i];
            snprintf(steps[i].name, sizeof steps[i].name, "%s", block->name);
            steps[i].is_level = strcmp(block->name, CLUSTER) != 0;
            steps[i].siblings = block->siblings;
            steps[i].index = rank % parent / block->width;
            for (int j = 0; j < block->width; j++)
                steps[i].members[steps[i].count++] = rank / block->width * block->width + j;
            for (int j = 0; j < block->siblings; j++)
                steps[i].roots[j] = rank / parent * parent + j * block->width;
            parent = block->width;
        }
        descend(BLOCKS[row].text, steps, (int)row % 4, 4);
    }
}

/* Six parts of four nodes: two nodes are cut in two, and for three parts two nodes are joined. */
static void uneven(void)
{
    static const struct {
        const char *text;
        int first[7];
        const char *name[6];
    } table[] = {
        {"parts=3", {0, 8, 16, 32}, {"Machine", "Machine", CLUSTER}},
        {"parts=6", {0, 4, 8, 12, 16, 24, 32}, {"L3Cache", "L3Cache", "L3Cache", "L3Cache", "Machine", "Machine"}},
    };

    for (int row = 0; row < 2; row++) {
        MPI_Info info = info_of(table[row].text);
        MPI_Comm made;
        int part = 0, parts = 0, members[32];
        while (table[row].first[parts] < 32)
            parts++;
        while (table[row].first[part + 1] <= test_rank())
            part++;
        for (int i = table[row].first[part]; i < table[row].first[part + 1]; i++)
            members[i - table[row].first[part]] = i;
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, types[row], 0, info, &made));
        CHECK_MEMBERS(made, members, table[row].first[part + 1] - table[row].first[part]);
        CHECK_LEVEL(made, table[row].name[part], parts, part);
        test_free(&made);
        MPI_Info_free(&info);
    }
}

/* Keys decide which ranks a root belongs to; parts follow the order of ranks all the same. */
static void reversed(void)
{
    MPI_Info info = info_of("parts=2");
    int members[16], half = test_rank() / 16;
    MPI_Comm made;

    for (int i = 0; i < 16; i++)
        members[i] = half * 16 + 15 - i;
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, types[0], -test_rank(), info, &made));
    CHECK_MEMBERS(made, members, 16);
    CHECK_LEVEL(made, CLUSTER, 2, half);
    test_free(&made);
    MPI_Info_free(&info);
}

/* A value that a split returned is replaced if parts are cut afterwards; a value that the program has set stays. */
static void answers(void)
{
    struct step level = {.name = "Machine", .is_level = 1}, part = {.name = ""};
    MPI_Info info = info_of("parts=4");
    char value[MPI_MAX_INFO_VAL + 1] = "";
    MPI_Comm made;
    int found;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &made));
    test_free(&made);
    check_answer(info, &level);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &made));
    CHECK_LEVEL(made, "Machine", 4, test_rank() / 8);
    test_free(&made);
    MPI_Info_set(info, "hsplit_parts", "3");
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &made));
    test_free(&made);
    check_answer(info, &part);
    MPI_Info_set(info, "mpi_hw_resource_type", "Package");
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &made));
    test_free(&made);
    MPI_Info_get(info, "mpi_hw_resource_type", MPI_MAX_INFO_VAL, value, &found);
    CHECK_TEXT(found ? value : "(none)", "Package");
    MPI_Info_free(&info);
}

/* ---- bindings of different widths ---- */

/* Communicators by the ranks of their members and their names, '*' before a communicator that is no whole level:
 * "01:L1dCache 23:L1dCache". */
static const struct {
    const char *text, *steps[STEPS];
} TEXTS[] = {
    {"criterion=node", {"0123:L3Cache 4567:L3Cache", "01:L1dCache 23:L1dCache", "0:Core 1:Core"}},
    {"criterion=memory", {"0123:L3Cache 4567:L3Cache", "01:L1dCache 23:L1dCache"}},
    {"criterion=network", {NULL}},
    {"at_most=3", {"01:L1dCache 23:L1dCache", "0:Core 1:Core"}},
    {"at_most=1", {"0:Core 1:Core"}},
    {"at_least=2", {"01:L1dCache 23:L1dCache"}},
    {"at_least=3", {"0123:L3Cache 4567:L3Cache"}},
    {"parts=2",
     {"0123:L3Cache 4567:L3Cache", "01:L1dCache 23:L1dCache 45:*L3Cache 67:*L3Cache",
      "0:Core 1:Core 2:*L1dCache 3:*L1dCache 4:*L3Cache 5:*L3Cache 6:*L3Cache 7:*L3Cache"}},
    {"parts=3",
     {"01:*L1dCache 23:*L1dCache 4567:*L3Cache",
      "0:Core 1:Core 2:*L1dCache 3:*L1dCache 4:*L3Cache 5:*L3Cache 67:*L3Cache", "6:*L3Cache 7:*L3Cache"}},
};

static void read_step(const char *text, const struct step *parent, struct step *step)
{
    int rank = test_rank();

    for (const char *at = text; at && *at; at += strcspn(at, " "), at += *at == ' ') {
        int members[8], count = 0, is_mine = 0, is_sibling = 0;
        for (; *at != ':'; at++) {
            members[count++] = *at - '0';
            is_mine |= *at - '0' == rank;
        }
        at += 1;
        for (int i = 0; i < parent->count; i++)
            is_sibling |= parent->members[i] == members[0];
        if (is_mine) {
            memcpy(step->members, members, sizeof members);
            step->count = count;
            step->index = step->siblings;
            step->is_level = *at != '*';
            snprintf(step->name, sizeof step->name, "%.*s", (int)strcspn(at + (*at == '*'), " "), at + (*at == '*'));
        }
        if (is_sibling)
            step->roots[step->siblings++] = members[0];
    }
}

static void complicated(void)
{
    for (unsigned row = 0; row < sizeof TEXTS / sizeof *TEXTS; row++) {
        struct step steps[STEPS + 1] = {0}, all = {.members = {0, 1, 2, 3, 4, 5, 6, 7}, .count = 8};
        for (int i = 0; i < STEPS && TEXTS[row].steps[i]; i++)
            read_step(TEXTS[row].steps[i], i ? &steps[i - 1] : &all, &steps[i]);
        descend(TEXTS[row].text, steps, 0, 1);
    }
}

/* A NUMA node of one core is a NUMA node: its level has the core's name. */
static void small(void)
{
    struct step steps[STEPS + 1] = {0}, all = {.members = {0, 1, 2, 3}, .count = 4};

    read_step("0:Core 1:Core 2:Core 3:Core", &all, &steps[0]);
    descend("criterion=memory", steps, 0, 1);
}

/* ---- errors ---- */

static MPI_Comm made, roots, newcomms[LEVELS], rootscomms[LEVELS];
static int depth;

/* A call fails with this class, its error contains these words and names the call, and nothing is made. */
#define FAILS(call, class, words) (made = roots = MPI_COMM_WORLD, expect(__LINE__, #call, call, class, words))

static void expect(int line, const char *call, int code, int class, const char *words)
{
    test_error(__FILE__, line, call, code, class, words);
    if (strstr(call, "&depth"))
        made = roots = newcomms[0];
    test_true(__FILE__, line, "nothing is made", made == MPI_COMM_NULL);
    test_true(__FILE__, line, "nothing is made for roots", strstr(call, "&roots") ? roots == MPI_COMM_NULL : 1);
}

/* Every unguided call fails so. */
static void all_fail(MPI_Comm comm, MPI_Info info, int class, const char *words)
{
    for (int type = 0; type < 3; type++)
        FAILS(MPI_Comm_split_type(comm, types[type], 0, info, &made), class, words);
    FAILS(MPI_Comm_hsplit_with_roots(comm, info, &made, &roots), class, words);
    FAILS(HSPLIT_Comm_hierarchy(comm, info, 4, &depth, newcomms, rootscomms), class, words);
    CHECK_INT(depth, 0);
}

static void bad_values(MPI_Comm comm)
{
    static const char *const numbers[] = {"0", "-1", "two", "1.5", "4,4", "0x4", "99999999999", "2147483648"};
    static const char *const keys[] = {"hsplit_parts", "hsplit_at_most", "hsplit_at_least"};
    static const char *const criteria[] = {"switches", "none", "all,node", "1"};
    const char *others = "rank 1 of the communicator passed a wrong argument";

    for (int key = 0; key < 3; key++)
        for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            MPI_Info info = test_info(keys[key], numbers[i]);
            all_fail(comm, info, MPI_ERR_INFO, keys[key]);
            all_fail(comm, info, MPI_ERR_INFO, "which is not a whole number from 1 to 2147483647");
            MPI_Info_free(&info);
        }
    for (unsigned i = 0; i < sizeof criteria / sizeof *criteria; i++) {
        MPI_Info info = test_info("hsplit_criterion", criteria[i]);
        all_fail(comm, info, MPI_ERR_INFO, "which is not all, network, node or memory");
        MPI_Info_free(&info);
    }
    /* One rank's wrong argument: its error text names the argument, that of the others the rank. */
    int is_mine = test_rank() == 1;
    MPI_Info info = test_info("hsplit_at_most", is_mine ? "zork" : "2");
    all_fail(comm, info, MPI_ERR_INFO, is_mine ? "hsplit_at_most is 'zork'" : others);
    MPI_Info_free(&info);
}

/* The last rank passes other keys than all others. */
static void disagreement(MPI_Comm comm)
{
    static const char *const texts[] = {
        "",           "criterion=memory", "criterion=node", "at_most=2",         "at_most=3",
        "at_least=2", "parts=2",          "parts=3000000",  "parts=2 at_most=2", "parts=2 at_most=3"};
    const int count = sizeof texts / sizeof *texts, is_last = test_rank() == test_size() - 1;

    for (int one = 0; one < count; one++) {
        int other = (one + 1) % count;
        MPI_Info info = info_of(texts[is_last ? one : other]);
        all_fail(comm, info, MPI_ERR_ARG, "the ranks disagree: rank 7 passes another hsplit_criterion");
        MPI_Info_free(&info);
    }
    /* A level on one rank, keys on the others. */
    MPI_Info info = is_last ? test_info("mpi_hw_resource_type", "Core") : info_of("at_most=2");
    FAILS(MPI_Comm_split_type(comm, types[0], 0, info, &made), MPI_ERR_INFO, "another level");
    FAILS(MPI_Comm_hsplit_with_roots(comm, info, &made, &roots), MPI_ERR_INFO, "another level");
    MPI_Info_free(&info);
    /* All levels that exist without a key. */
    info = info_of(is_last ? "criterion=all" : "");
    OK(MPI_Comm_split_type(comm, types[0], 0, info, &made));
    CHECK_LEVEL(made, "L3Cache", 2, test_rank() / 4);
    test_free(&made);
    MPI_Info_free(&info);
}

/* Splits at a named level, and native ones, ignore the keys, and so does a rank that passes MPI_UNDEFINED. */
static void other_splits(MPI_Comm comm)
{
    static const int guided[] = {MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_COMM_TYPE_HW_SUBDOMAIN, MPI_COMM_TYPE_HW_GUIDED,
                                 MPI_COMM_TYPE_RESOURCE_GUIDED, MPI_COMM_TYPE_SHARED};
    int l3[4], is_out = test_rank() % 2, size;
    MPI_Info info = info_of("at_most=zork parts=0 criterion=zork");

    for (int i = 0; i < 4; i++)
        l3[i] = test_rank() / 4 * 4 + i;
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, info, &made));
    CHECK(made == MPI_COMM_NULL);
    MPI_Info_set(info, "mpi_hw_resource_type", "L3Cache");
    for (int type = 0; type < 5; type++) {
        OK(MPI_Comm_split_type(comm, guided[type], 0, info, &made));
        if (guided[type] != MPI_COMM_TYPE_SHARED)
            CHECK_MEMBERS(made, l3, 4);
        test_free(&made);
    }
    OK(MPI_Comm_hsplit_with_roots(comm, info, &made, &roots));
    CHECK_MEMBERS(made, l3, 4);
    test_free(&made);
    test_free(&roots);
    OK(MPI_Comm_split_type(comm, MPI_UNDEFINED, 0, info, &made));
    CHECK(made == MPI_COMM_NULL);
    MPI_Info_free(&info);
    /* Ranks that pass MPI_UNDEFINED take part in the exchange although they have no keys. */
    static const char *const texts[] = {"parts=3", "parts=4 at_most=1", "at_most=1 at_least=1", "parts=3000000"};
    for (int i = 0; i < 4; i++) {
        info = info_of(texts[i]);
        OK(MPI_Comm_split_type(comm, is_out ? MPI_UNDEFINED : types[2], 0, is_out ? MPI_INFO_NULL : info, &made));
        size = 0;
        if (made != MPI_COMM_NULL)
            MPI_Comm_size(made, &size);
        /* Of ranks 0, 2, 4 and 6, the latter two share a NUMA node and are bound to nothing narrower. */
        CHECK_INT(size, is_out || (i == 2 && test_rank() >= 4) ? 0 : i == 0 && test_rank() >= 4 ? 2 : 1);
        test_free(&made);
        MPI_Info_free(&info);
    }
}

static void intercommunicator(MPI_Comm comm)
{
    MPI_Info info = info_of("at_most=2");
    MPI_Comm half, inter;

    MPI_Comm_split(comm, test_rank() / 4, 0, &half);
    MPI_Intercomm_create(half, 0, comm, test_rank() < 4 ? 4 : 0, 3, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    FAILS(MPI_Comm_split_type(inter, types[0], 0, info, &made), MPI_ERR_COMM, "is an intercommunicator");
    FAILS(MPI_Comm_hsplit_with_roots(inter, info, &made, &roots), MPI_ERR_COMM, "is an intercommunicator");
    FAILS(HSPLIT_Comm_hierarchy(inter, info, 4, &depth, newcomms, rootscomms), MPI_ERR_COMM, "is an intercommunicator");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Info_free(&info);
}

/* Unknown keys, three times: one warning each. The key that the library itself returns gives none. */
static void unknown(void)
{
    MPI_Info info = info_of("at_mots=4 zork=1");

    for (int i = 0; i < 3; i++) {
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, types[i], 0, info, &made));
        CHECK(made != MPI_COMM_NULL);
        test_free(&made);
    }
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "simple";

    MPI_Init(&argc, &argv);
    if (!strcmp(what, "simple")) {
        CHECK_INT(test_size(), 32);
        simple(argc > 2, argc > 2 ? 3 : 1);
        uneven();
        reversed();
        answers();
    } else if (!strcmp(what, "complicated")) {
        CHECK_INT(test_size(), 8);
        complicated();
    } else if (!strcmp(what, "small")) {
        CHECK_INT(test_size(), 4);
        small();
    } else if (!strcmp(what, "unknown")) {
        unknown();
    } else {
        MPI_Comm comm;
        CHECK_INT(test_size(), 8);
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        bad_values(comm);
        disagreement(comm);
        other_splits(comm);
        intercommunicator(comm);
        MPI_Comm_free(&comm);
    }
    return test_end();
}
