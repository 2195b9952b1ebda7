/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Guided splits at devices, at fast memory, at regions of a node and at the binding itself. The first argument names
 * the emulated machine.
 *
 * The expected result is a letter for each rank: equal letters are one communicator, '-' is MPI_COMM_NULL. Letters are
 * assigned in the order of the communicators' first ranks, which is the order of their numbers. */
#include "test.h"

/* A value, which ranks share a communicator, and the level of each communicator in the order of their letters. */
struct split {
    const char *value, *groups, *levels[7];
};

/* Ranks 0 to 9: cores 0, 3, 4 and 7, nothing, package 1, all of node 0; cores 1 and 5, package 0 of node 1; cores 2 to
 * 5 of node 0. */
static const struct split gpus[] = {
    {"gpu", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"GPU", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"gpu0", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"gpu1", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"gpu2", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"GPU3", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"gpu4", "----------", {NULL}},
    {"gpu00", "----------", {NULL}},
    {"cuda", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"cuda1", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"nvml2", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"opencl0d3", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"renderD131", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"card0", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"nic", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"ib", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"mlx", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"ib0", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"ib1", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"mlx5_1", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"eth", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"eth0", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"eth1", "----------", {NULL}},
    {"en", "----------", {NULL}},
    {"hfi", "----------", {NULL}},
    {"pci:0000:10:00.0", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"pci:10:00.0", "aa----b-b-", {"L3Cache", "L3Cache"}},
    {"PCI:0000:A0:00.0", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"pci:c0:0.0", "--aa-a-b--", {"L3Cache", "L3Cache"}},
    {"pci:0001:10:00.0", "----------", {NULL}},
    {"pci:10:00", "----------", {NULL}},
    {"pci:", "----------", {NULL}},
    {"package", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"cpu", "aabb-bcdc-", {"L3Cache", "L3Cache", "L3Cache", "L3Cache"}},
    {"hbm", "----------", {NULL}},
    {"die", "----------", {NULL}},
    {"group", "----------", {NULL}},
};

/* Ranks 0 to 7: cores 0, 2 and 3, package 0, core 4, package 1, all, core 1. Cores 2 and 3 are below the second
 * cache. */
static const struct split uneven[] = {
    {"gpu", "abbaccca", {"Package", "L3Cache", "Machine"}},
    {"gpu0", "-aa-----", {"L3Cache"}},
    {"gpu1", "aaaa---a", {"Package"}},
    {"gpu2", "aaaaaaaa", {"Machine"}},
    {"gpu3", "--------", {NULL}},
    {"rsmi", "abba---a", {"Package", "L3Cache"}},
    {"rsmi1", "aaaa---a", {"Package"}},
    {"renderD129", "-aa-----", {"L3Cache"}},
    {"nic", "aaaaaaaa", {"Machine"}},
    {"eth", "aaaaaaaa", {"Machine"}},
    {"hsn0", "aaaaaaaa", {"Machine"}},
    {"cxi0", "aaaaaaaa", {"Machine"}},
    {"card0", "aaaaaaaa", {"Machine"}},
    {"nvme0n1", "aaaaaaaa", {"Machine"}},
    {"pci:0001:e1:00.0", "aaaaaaaa", {"Machine"}},
    {"pci:e1:00.0", "--------", {NULL}},
    {"opencl", "--------", {NULL}},
    {"package", "aaaabb-a", {"Package", "Package"}},
};

/* Ranks 0 to 6: core 0, package 0, cores 4, 6 and 7, all, cores 5 and 6. */
static const struct split hbm[] = {
    {"hbm", "aa-bb--", {"Package", "L3Cache"}},
    {"HBM", "aa-bb--", {"Package", "L3Cache"}},
    {"numa", "aabcc-b", {"Package", "Package", "L3Cache"}},
    {"gpu", "-------", {NULL}},
};

/* Ranks 0 to 7: core 0 twice; PUs 0 and 2; PUs 0 to 2 in two ways; everything in two ways; core 0 of node 1. */
static const struct split bindset[] = {
    {"bindset", "aabccdde", {"bindset", "bindset", "bindset", "bindset", "bindset"}},
    {"BINDSET", "aabccdde", {"bindset", "bindset", "bindset", "bindset", "bindset"}},
    {"package", "aaaaa--b", {"Package", "Package"}},
};

/* Ranks 0 to 7: cores 0, 1, 4 and 5 (performance cores 0 and 5, efficiency cores 1 and 4), cores 0 and 5 together,
 * cores 0 and 1, none; core 2 of node 1. */
static const struct split hybrid[] = {
    {"core_type", "abbaa--c", {"IntelCore", "IntelAtom", "IntelAtom"}},
    {"hwloc://CORE_TYPE", "abbaa--c", {"IntelCore", "IntelAtom", "IntelAtom"}},
    {"core_type0", "-aa----b", {"IntelAtom", "IntelAtom"}},
    {"E-core", "-aa----b", {"IntelAtom", "IntelAtom"}},
    {"IntelAtom", "-aa----b", {"IntelAtom", "IntelAtom"}},
    {"p-core", "a--aa---", {"IntelCore"}},
    {"core_type2", "--------", {NULL}},
    {"nvlink", "--------", {NULL}},
    {"l2", "abbc---d", {"L2Cache", "L2Cache", "L2Cache", "L2Cache"}},
};

/* Ranks 0 to 7: cores 0, 2, 5 and 7, packages 0 and 2 together, packages 0 and 1, package 3; core 1 of node 1. */
static const struct split links[] = {
    {"nvlink", "ababa-bc", {"nvlink0", "nvlink1", "nvlink0"}},
    {"NVLink1", "-a-a--a-", {"nvlink1"}},
    {"nvlink0", "a-a-a--b", {"nvlink0", "nvlink0"}},
    {"nvlink2", "--------", {NULL}},
    {"xgmi", "--------", {NULL}},
    {"gpu", "abcd--de", {"NUMANode", "NUMANode", "NUMANode", "NUMANode", "NUMANode"}},
};

/* The same nodes, four of them, nodes 0 and 1 in a block of Slurm's, nodes 2 and 3 in another. Ranks 0 to 7: cores 0
 * and 2 of node 0; core 0, nothing of node 1; cores 0 and 7 of node 2; core 2, package 3 of node 3. */
static const struct split rack[] = {
    {"nvlink", "aaaabbbb", {"Net_level0", "Net_level0"}},
    {"NVLink", "aaaabbbb", {"Net_level0", "Net_level0"}},
    {"b2", "----aaaa", {"Net_level0"}},
    {"nvlink0", "a-b-c---", {"nvlink0", "nvlink0", "nvlink0"}},
    {"gpu", "abc-defg", {"NUMANode", "NUMANode", "NUMANode", "NUMANode", "NUMANode", "NUMANode", "NUMANode"}},
};

/* Two ranks that are really bound, to the units that hwloc's file calls the first of each package. */
static const struct split bound[] = {
    {"gpu", "ab", {"Package", "Machine"}},
    {"gpu1", "a-", {"Package"}},
    {"gpu2", "aa", {"Machine"}},
    {"hsn0", "aa", {"Machine"}},
    {"bindset", "ab", {"bindset", "bindset"}},
};

/* Two ranks that are not bound. */
static const struct split unbound[] = {
    {"gpu", "aa", {"Machine"}},
    {"gpu1", "--", {NULL}},
    {"gpu2", "aa", {"Machine"}},
    {"bindset", "aa", {"bindset"}},
};

static int members_of(const char *groups, char letter, int *members)
{
    int count = 0;

    for (int rank = 0; groups[rank]; rank++)
        if (groups[rank] == letter)
            members[count++] = rank;
    return count;
}

static int count_of(const char *groups)
{
    char last = 'a' - 1;

    for (; *groups; groups++)
        if (*groups > last)
            last = *groups;
    return last - 'a' + 1;
}

/* One split by every call that can be guided. */
static void check(const struct split *split)
{
    MPI_Info info = test_info("mpi_hw_resource_type", split->value);
    char letter = split->groups[test_rank()];
    int members[16], roots[16], depth = -1, before = test_failures;
    int count = letter == '-' ? 0 : members_of(split->groups, letter, members), siblings = count_of(split->groups);
    MPI_Comm comms[3], rootscomm = MPI_COMM_WORLD;

    for (int i = 0; i < siblings; i++)
        roots[i] = (int)(strchr(split->groups, 'a' + i) - split->groups);
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &comms[0]));
    OK(MPI_Comm_hsplit_with_roots(MPI_COMM_WORLD, info, &comms[1], &rootscomm));
    OK(HSPLIT_Comm_hierarchy(MPI_COMM_WORLD, info, 1, &depth, &comms[2], NULL));
    CHECK_INT(depth, count > 0);
    for (int i = 0; i < 3; i++) {
        CHECK_MEMBERS(comms[i], members, count);
        if (comms[i] != MPI_COMM_NULL && count)
            CHECK_LEVEL(comms[i], split->levels[letter - 'a'], siblings, letter - 'a');
        test_free(&comms[i]);
    }
    CHECK_MEMBERS(rootscomm, roots, count && members[0] == test_rank() ? siblings : 0);
    test_free(&rootscomm);
    if (test_failures > before)
        fprintf(stderr, "    (the value was '%s')\n", split->value);
    MPI_Info_free(&info);
}

/* MPICH's type accepts network adapters both as parts of the network and as devices of the node. */
static void neighbourhood(void)
{
    static const char *const keys[] = {"network_topo", "shmem_topo"}, *const values[] = {"ib1", "mlx5_1", "gpu2"};
    int members[] = {2, 3, 5, 7};

    for (int i = 0; i < 6; i++) {
        MPI_Info info = test_info(keys[i % 2], values[i / 2]);
        MPI_Comm newcomm = MPI_COMM_WORLD;
        /* Rank 7 is on the other node. */
        int rank = test_rank(), is_network = i == 0 || i % 2,
            count = rank == 2 || rank == 3 || rank == 5 ? 3 : rank == 7;
        OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPIX_COMM_TYPE_NEIGHBORHOOD, 0, info, &newcomm));
        CHECK_MEMBERS(newcomm, members + (rank == 7 ? 3 : 0), is_network ? count : 0);
        test_free(&newcomm);
        MPI_Info_free(&info);
    }
}

/* A communicator of a split at a device is split further as if the device were not there. */
static void below_a_gpu(void)
{
    MPI_Info info = test_info("mpi_hw_resource_type", "gpu");
    MPI_Comm gpu, next = MPI_COMM_WORLD;
    int members[4][3] = {{0}, {1}, {2}, {7}}, alone[] = {0, 1, 2, -1, -1, -1, -1, 3};

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &gpu));
    OK(MPI_Comm_split_type(gpu, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &next));
    /* Around the first package's GPU cores 0 and 1 share a cache, and rank 3 is bound no deeper. Around that of the
     * node all are in the second package but rank 6. */
    if (test_rank() == 0 || test_rank() == 7)
        CHECK_MEMBERS(next, ((int[]){0, 7}), 2);
    else if (test_rank() == 4 || test_rank() == 5)
        CHECK_MEMBERS(next, ((int[]){4, 5}), 2);
    else
        CHECK_MEMBERS(next, members[alone[test_rank()] < 0 ? 0 : alone[test_rank()]], alone[test_rank()] >= 0);
    test_free(&next);
    test_free(&gpu);
    MPI_Info_free(&info);
}

/* Open MPI's type, which its versions 4 and 5 lack: as a split at the value 'nvlink'. */
static void linked_gpus(const char *groups)
{
    MPI_Comm newcomm = MPI_COMM_WORLD;
    int members[16];
    char letter = groups[test_rank()];

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, HSPLIT_COMM_TYPE_NVLINK, 0, MPI_INFO_NULL, &newcomm));
    CHECK_MEMBERS(newcomm, members, letter == '-' ? 0 : members_of(groups, letter, members));
    test_free(&newcomm);
}

/* A communicator of a split at a region is split further as if the region were not there. */
static void below_a_region(void)
{
    MPI_Info info = test_info("mpi_hw_resource_type", "core_type");
    MPI_Comm kind, next = MPI_COMM_WORLD;
    int alone[] = {0}, rank = test_rank();

    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &kind));
    if (kind != MPI_COMM_NULL) {
        OK(MPI_Comm_split_type(kind, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &next));
        /* Rank 4 has both of the performing cores; rank 7 is alone. */
        alone[0] = rank;
        CHECK_MEMBERS(next, alone, rank < 4);
        test_free(&next);
    }
    test_free(&kind);
    MPI_Info_free(&info);
}

/* Bindings and placements take the names of regions: ranks 0, 3 and 4 have performing cores, 1, 2 and 7 others, and 5
 * and 6 both. */
static void bound_to_kinds(void)
{
    static const int cores[] = {2, 4, 4, 2, 2, 6, 4, 4}, units[] = {4, 4, 4, 4, 4, 8, 4, 4};
    static const int threads[] = {2, 4, 0, 0, 0, 0, 0, 1}, indices[] = {1, 0, -1, -1, -1, -1, -1, 0};
    int rank = test_rank(), found[2] = {-1, -1}, worker = -1, own = -1, index = -1, workers = -1;
    HSPLIT_Placement placement;

    OK(HSPLIT_Bind_push("core_type", MPI_INFO_NULL));
    OK(HSPLIT_Bind_get(NULL, 0, &found[0], &found[1], NULL));
    CHECK_INT(found[0], cores[rank]);
    CHECK_INT(found[1], units[rank]);
    OK(HSPLIT_Bind_pop());
    OK(HSPLIT_Bind_push("P-core:0", MPI_INFO_NULL));
    OK(HSPLIT_Bind_get(NULL, 0, &found[0], &found[1], NULL));
    CHECK_INT(found[0], 2);
    CHECK_INT(found[1], 4);
    OK(HSPLIT_Bind_pop());
    OK(HSPLIT_Placement_create(MPI_COMM_WORLD, MPI_INFO_NULL, &placement));
    OK(HSPLIT_Placement_elect(placement, "core_type", MPI_INFO_NULL, &worker, &own, &index, &workers));
    CHECK_INT(worker, threads[rank] > 0);
    if (worker == 1) {
        CHECK_INT(own, threads[rank]);
        CHECK_INT(index, indices[rank]);
    }
    CHECK_INT(workers, rank < 7 ? 2 : 1);
    OK(HSPLIT_Placement_free(&placement));
}

#define RUN(scene, ranks)                                                                                              \
    if (argc > 1 && !strcmp(argv[1], #scene)) {                                                                        \
        CHECK_INT(test_size(), ranks);                                                                                 \
        for (unsigned i = 0; i < sizeof scene / sizeof *scene; i++)                                                    \
            check(&scene[i]);                                                                                          \
        known = 1;                                                                                                     \
    }

int main(int argc, char **argv)
{
    int known = 0;

    MPI_Init(&argc, &argv);
    RUN(gpus, 10)
    RUN(uneven, 8)
    RUN(hbm, 7)
    RUN(bindset, 8)
    RUN(hybrid, 8)
    RUN(links, 8)
    RUN(rack, 8)
    RUN(bound, 2)
    RUN(unbound, 2)
    CHECK(known);
    if (known && !strcmp(argv[1], "uneven"))
        below_a_gpu();
    if (known && !strcmp(argv[1], "gpus"))
        neighbourhood();
    if (known && !strcmp(argv[1], "links"))
        linked_gpus(links[0].groups);
    if (known && !strcmp(argv[1], "rack"))
        linked_gpus(rack[0].groups);
    if (known && !strcmp(argv[1], "hybrid")) {
        below_a_region();
        bound_to_kinds();
    }
    return test_end();
}
