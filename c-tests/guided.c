/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Guided splits: every spelling of a level, every key, values without a level, and the value that is returned in info.
 *
 * 32 ranks on the cores of four nodes as in RR-9077, Figure 1, two below each switch, whose level is called island. */
#include "test.h"

static const int types[] = {MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, MPI_COMM_TYPE_HW_SUBDOMAIN, MPI_COMM_TYPE_HW_GUIDED,
                            MPI_COMM_TYPE_RESOURCE_GUIDED};
static const char *const keys[] = {"mpi_hw_resource_type", "mpi_hw_subdomain_type"};

/* The ranks of this rank's block of 'width' ranks. */
static int block(int *ranks, int width)
{
    for (int i = 0; i < width; i++)
        ranks[i] = test_rank() / width * width + i;
    return width;
}

/* A guided split at 'value' puts 'width' neighbours together; 0: MPI_COMM_NULL. */
static void expect(int type, const char *key, const char *value, int width, const char *name)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info(key, value);
    int members[32], count = width ? block(members, width) : 0, before = test_failures;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, count);
    if (newcomm != MPI_COMM_NULL && name)
        CHECK_LEVEL(newcomm, name, test_size() / width, test_rank() / width);
    if (test_failures > before)
        fprintf(stderr, "    (the value was '%s', the key '%s', the type %d)\n", value, key, type);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

static void spellings(void)
{
    static const struct {
        const char *value;
        int width;
        const char *name;
    } table[] = {
        {"L3Cache", 4, "L3Cache"},
        {"l3cache", 4, "L3Cache"},
        {"L3", 4, "L3Cache"},
        {"L3_Cache", 4, "L3Cache"},
        {"L2_Cache", 2, "L1dCache"},
        {"hwloc://L3Cache", 4, "L3Cache"},
        {"HWLOC://l3cache", 4, "L3Cache"},
        {"Package", 4, "L3Cache"},
        {"socket", 4, "L3Cache"},
        {"SOCKET", 4, "L3Cache"},
        {"cpu", 4, "L3Cache"},
        {"NUMANode", 4, "L3Cache"},
        {"numanode", 4, "L3Cache"},
        {"hwloc://NUMANode", 4, "L3Cache"},
        {"L2Cache", 2, "L1dCache"},
        {"l2cache", 2, "L1dCache"},
        {"L1dCache", 2, "L1dCache"},
        {"l1cache", 2, "L1dCache"},
        {"hwloc://L1dCache", 2, "L1dCache"},
        {"Core", 1, "Core"},
        {"core", 1, "Core"},
        {"hwloc://Core", 1, "Core"},
        {"PU", 1, "Core"},
        {"pu", 1, "Core"},
        {"hwthread", 1, "Core"},
        {"Machine", 8, "Machine"},
        {"host", 8, "Machine"},
        {"node", 8, "Machine"},
        {"hwloc://Machine", 8, "Machine"},
        {"Net_level0", 16, "Net_level0"},
        {"net_LEVEL0", 16, "Net_level0"},
        {"island", 16, "Net_level0"},
        {"ISLAND", 16, "Net_level0"},
        {"Net_level1", 0, NULL},
        {"leaf", 0, NULL},
        {"zork", 0, NULL},
        {"hwloc://zork", 0, NULL},
        {"L9Cache", 0, NULL},
        {"L3CacheX", 0, NULL},
        {"L3Cach", 0, NULL},
        {"hwloc://", 0, NULL},
        {"Die", 0, NULL},
    };

    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        expect(types[i % 4], keys[0], table[i].value, table[i].width, table[i].name);
    expect(MPI_COMM_TYPE_HW_GUIDED, keys[0], " ", 0, NULL);
    for (int type = 0; type < 4; type++)
        for (int key = 0; key < 2; key++)
            expect(types[type], keys[key], "L3Cache", 4, "L3Cache");
}

/* If no level is named, the guided types give no rank a communicator, the others go one level down. */
static void nothing_named(void)
{
    for (int type = 0; type < 4; type++) {
        for (int i = 0; i < 2; i++) {
            MPI_Comm newcomm = MPI_COMM_WORLD;
            MPI_Info info = i ? test_info("a key of another library", "L3Cache") : MPI_INFO_NULL;
            int guided = types[type] == MPI_COMM_TYPE_HW_GUIDED || types[type] == MPI_COMM_TYPE_RESOURCE_GUIDED;
            int members[32], count = guided ? 0 : block(members, 16);
            OK(MPI_Comm_split_type(MPI_COMM_WORLD, types[type], 0, info, &newcomm));
            CHECK_MEMBERS(newcomm, members, count);
            test_free(&newcomm);
            if (i)
                MPI_Info_free(&info);
        }
    }
}

/* Guided and with roots, the roots of equal neighbours. */
static void with_roots(void)
{
    MPI_Comm newcomm, rootscomm;
    MPI_Info info = test_info(keys[1], "hwloc://Package");
    int members[32], roots[8] = {0, 4, 8, 12, 16, 20, 24, 28};

    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &newcomm, &rootscomm));
    CHECK_MEMBERS(newcomm, members, block(members, 4));
    CHECK_MEMBERS(rootscomm, roots, test_rank() % 4 ? 0 : test_size() / 4);
    test_free(&newcomm);
    test_free(&rootscomm);
    MPI_Info_free(&info);
}

static const char *value_of(MPI_Info info, const char *key)
{
    static char value[MPI_MAX_INFO_VAL + 1];
    int found = 0;

    MPI_Info_get(info, (char *)key, MPI_MAX_INFO_VAL, value, &found);
    return found ? value : "(none)";
}

/* An unguided split returns its level in info, in a form that a guided split accepts. */
static void answers(int type)
{
    static const char *const expected[] = {"Net_level0", "hwloc://Machine", "hwloc://L3Cache", "hwloc://L1dCache",
                                           "hwloc://Core"};
    static const int widths[] = {16, 8, 4, 2, 1};
    MPI_Comm parent = MPI_COMM_WORLD, newcomm;
    int step = 0;

    for (;; step++) {
        MPI_Info info = test_info(NULL, NULL);
        OK(MPI_Comm_split_type(parent, type, 0, info, &newcomm));
        if (parent != MPI_COMM_WORLD)
            MPI_Comm_free(&parent);
        if (newcomm == MPI_COMM_NULL || step == 5) {
            CHECK_TEXT(value_of(info, keys[0]), "(none)");
            MPI_Info_free(&info);
            break;
        }
        CHECK_TEXT(value_of(info, keys[0]), expected[step]);
        char answer[MPI_MAX_INFO_VAL + 1];
        strcpy(answer, value_of(info, keys[0]));
        expect(MPI_COMM_TYPE_HW_GUIDED, keys[0], answer, widths[step], NULL);
        expect(type, keys[0], answer, type == MPI_COMM_TYPE_HW_UNGUIDED ? 16 : widths[step], NULL);
        MPI_Info_free(&info);
        parent = newcomm;
    }
    CHECK_INT(step, 5);
}

/* One info object all the way down: a returned value is no request. A level that the program sets later is one. */
static void one_info_for_all(int type, int roots_too)
{
    MPI_Comm parent = MPI_COMM_WORLD, newcomm, rootscomm = MPI_COMM_NULL;
    MPI_Info info = test_info(NULL, NULL);
    int step = 0, size;

    for (;; step++) {
        if (roots_too)
            OK(MPI_Comm_hsplit_with_roots(parent, info, &newcomm, &rootscomm));
        else
            OK(MPI_Comm_split_type(parent, type, 0, info, &newcomm));
        test_free(&rootscomm);
        if (parent != MPI_COMM_WORLD)
            MPI_Comm_free(&parent);
        if (newcomm == MPI_COMM_NULL || step > 5)
            break;
        parent = newcomm;
    }
    CHECK_INT(step, 5);
    MPI_Info_set(info, (char *)keys[0], "Package");
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, info, &newcomm));
    MPI_Comm_size(newcomm, &size);
    CHECK_INT(size, type == MPI_COMM_TYPE_HW_UNGUIDED ? 16 : 4);
    test_free(&newcomm);
    MPI_Info_free(&info);
}

/* The value that a split returns in 'info' hides no later request of the program, under whichever key. */
static void wish_after_answer(int answering, const char *key, const char *value, int type, int width)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    MPI_Info info = test_info(NULL, NULL);
    int members[32], before = test_failures;

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, answering, 0, info, &newcomm));
    test_free(&newcomm);
    CHECK_TEXT(value_of(info, keys[0]), "Net_level0");
    if (key)
        MPI_Info_set(info, (char *)key, (char *)value);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, info, &newcomm));
    CHECK_MEMBERS(newcomm, members, width ? block(members, width) : 0);
    test_free(&newcomm);
    if (test_failures > before)
        fprintf(stderr, "    (answered by %d, then %d with %s=%s)\n", answering, type, key ? key : "-",
                key ? value : "-");
    MPI_Info_free(&info);
}

static void answers_hide_nothing(void)
{
    static const int answering[] = {MPI_COMM_TYPE_HW_UNGUIDED, MPI_COMM_TYPE_HW_SUBDOMAIN};

    for (int i = 0; i < 2; i++) {
        for (int type = 0; type < 4; type++)
            wish_after_answer(answering[i], keys[1], "L3Cache", types[type], 4);
        wish_after_answer(answering[i], keys[0], "L3Cache", MPI_COMM_TYPE_HW_SUBDOMAIN, 4);
        for (int type = 0; type < 4; type++)
            /* The key is none of HW_GUIDED's, so the returned value stays. */
            wish_after_answer(answering[i], "mpi_pset_name", "mpi://SELF", types[type],
                              types[type] == MPI_COMM_TYPE_HW_GUIDED ? 16 : 1);
        wish_after_answer(answering[i], NULL, NULL, MPI_COMM_TYPE_HW_GUIDED, 16);
        wish_after_answer(answering[i], NULL, NULL, MPI_COMM_TYPE_RESOURCE_GUIDED, 16);
        wish_after_answer(answering[i], NULL, NULL, MPI_COMM_TYPE_HW_SUBDOMAIN, 16);
    }
}

/* Predefined info objects are never written. */
static void predefined(void)
{
#if MPI_VERSION >= 3
    MPI_Comm newcomm;
    int before = 0, after = 0;

    MPI_Info_get_nkeys(MPI_INFO_ENV, &before);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0, MPI_INFO_ENV, &newcomm));
    test_free(&newcomm);
    MPI_Info_get_nkeys(MPI_INFO_ENV, &after);
    CHECK_INT(after, before);
    CHECK_TEXT(value_of(MPI_INFO_ENV, keys[0]), "(none)");
#endif
}

/* The thesis's and the standard's name for the native split of a node, whose level is the node. Ranks that pass
 * MPI_UNDEFINED are in none of them. */
static void shared_memory(void)
{
    MPI_Comm ours, native, rootscomm;

    for (int type = 0; type < 4; type++) {
        MPI_Info info = test_info(keys[type % 2], "mpi_shared_memory");
        int comparison, absent = type == 3 && test_rank() % 2;
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, absent ? MPI_UNDEFINED : types[type], 0, info, &ours));
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, absent ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                               &native));
        if (absent) {
            CHECK(ours == MPI_COMM_NULL && native == MPI_COMM_NULL);
        } else {
            OK(MPI_Comm_compare(ours, native, &comparison));
            CHECK_INT(comparison, MPI_CONGRUENT);
            /* All ranks of a test are on one node. */
            CHECK_LEVEL(ours, "Machine", 1, 0);
            CHECK_LEVEL(native, "Unknown", 0, MPI_UNDEFINED);
        }
        test_free(&ours);
        test_free(&native);
        OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &ours, &rootscomm));
        CHECK_LEVEL(ours, "Machine", 4, test_rank() / 8);
        test_free(&ours);
        test_free(&rootscomm);
        MPI_Info_free(&info);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), 32);
    spellings();
    nothing_named();
    with_roots();
    answers(MPI_COMM_TYPE_PHYSICAL_TOPOLOGY);
    answers(MPI_COMM_TYPE_HW_UNGUIDED);
    one_info_for_all(MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, 0);
    one_info_for_all(MPI_COMM_TYPE_HW_UNGUIDED, 0);
    one_info_for_all(MPI_COMM_TYPE_HW_SUBDOMAIN, 1);
    answers_hide_nothing();
    predefined();
    shared_memory();
    return test_end();
}
