/* SPDX-License-Identifier: MIT OR Apache-2.0
 * nodes --bind NODE.xml SEED prints a binding for each of eight ranks on a node, drawn from the seed.
 * nodes NODE.xml BINDINGS, with HSPLIT_EMULATE="NODE.xml bind=BINDINGS", compares splits at hwloc's types and lists of
 * devices with what hwloc's own functions find on the node, and the two names of each level of unguided splits. */
#include "../test.h"
#include <hwloc.h>
#include <stddef.h>

enum { RANKS = 8, MOST = 512 };

static hwloc_topology_t node;
/* The processing units that each rank is bound to. */
static hwloc_bitmap_t bound[RANKS];

static const hwloc_obj_type_t types[] = {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_NUMANODE, HWLOC_OBJ_L3CACHE,
                                         HWLOC_OBJ_L2CACHE, HWLOC_OBJ_CORE,     HWLOC_OBJ_PU};

static void load(const char *file)
{
    hwloc_topology_init(&node);
    hwloc_topology_set_xml(node, file);
    hwloc_topology_set_io_types_filter(node, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
    hwloc_topology_set_type_filter(node, HWLOC_OBJ_OS_DEVICE, HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(node)) {
        fprintf(stderr, "%s cannot be loaded\n", file);
        exit(1);
    }
}

/* The processing units of an object: if memory has none, those of the object that it is attached to. */
static hwloc_const_cpuset_t units_of(hwloc_obj_t object)
{
    int is_memory = object->type == HWLOC_OBJ_NUMANODE || object->type == HWLOC_OBJ_MEMCACHE;

    return is_memory && hwloc_bitmap_iszero(object->cpuset) ? object->parent->cpuset : object->cpuset;
}

static int has_units(hwloc_obj_t object)
{
    return !hwloc_bitmap_iszero(units_of(object));
}

static void draw_bindings(unsigned seed)
{
    srand(seed);
    for (int rank = 0; rank < RANKS; rank++) {
        hwloc_obj_type_t type = types[rand() % (int)(sizeof types / sizeof *types)];
        int count = hwloc_get_nbobjs_by_type(node, type), number = count > 0 ? rand() % count : -1;
        if (rand() % 8 == 0 || number < 0 || !has_units(hwloc_get_obj_by_type(node, type, (unsigned)number)))
            printf("0 none\n");
        else
            printf("0 %s:%d\n", hwloc_obj_type_string(type), number);
    }
}

static void read_bindings(const char *file)
{
    FILE *lines = fopen(file, "r");
    char name[32];
    int number;

    for (int rank = 0; rank < RANKS; rank++) {
        hwloc_obj_type_t type;
        bound[rank] = hwloc_bitmap_dup(hwloc_get_root_obj(node)->cpuset);
        if (!lines || fscanf(lines, "0 %31[^:\n]", name) != 1) {
            fprintf(stderr, "%s has no line for rank %d\n", file, rank);
            exit(1);
        }
        if (fscanf(lines, ":%d", &number) == 1 && hwloc_type_sscanf(name, &type, NULL, 0) == 0)
            hwloc_bitmap_copy(bound[rank], units_of(hwloc_get_obj_by_type(node, type, (unsigned)number)));
        CHECK(fgetc(lines) == '\n');
    }
    fclose(lines);
}

/* The narrowest object of a type around a rank's binding; NULL if there is none. */
static hwloc_const_cpuset_t around(int rank, hwloc_obj_type_t type)
{
    hwloc_const_cpuset_t narrowest = NULL;
    hwloc_obj_t object = NULL;

    while ((object = hwloc_get_next_obj_by_type(node, type, object))) {
        hwloc_const_cpuset_t units = units_of(object);
        if (hwloc_bitmap_isincluded(bound[rank], units) && (!narrowest || hwloc_bitmap_isincluded(units, narrowest)))
            narrowest = units;
    }
    return narrowest;
}

static void check_split(hwloc_obj_type_t type)
{
    hwloc_const_cpuset_t mine = around(test_rank(), type);
    int members[RANKS], count = 0;
    MPI_Info info = test_info("mpi_hw_resource_type", hwloc_obj_type_string(type));
    MPI_Comm comm;

    for (int rank = 0; mine && rank < RANKS; rank++) {
        hwloc_const_cpuset_t its = around(rank, type);
        if (its && hwloc_bitmap_isequal(its, mine))
            members[count++] = rank;
    }
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &comm));
    test_members(__FILE__, __LINE__, hwloc_obj_type_string(type), comm, members, count);
    MPI_Info_free(&info);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

/* Splits a communicator at the level that one of its ranks names. A rank whose unguided split has that name gets the
 * same ranks again. */
static void check_name(MPI_Comm comm, MPI_Comm new, const char *own, int root)
{
    char name[MPI_MAX_OBJECT_NAME] = "";
    int result = -1;
    MPI_Info info;
    MPI_Comm again;

    strncat(name, own, sizeof name - 1);
    MPI_Bcast(name, sizeof name, MPI_CHAR, root, comm);
    if (!*name)
        return;
    info = test_info("mpi_hw_resource_type", name);
    OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_GUIDED, 0, info, &again));
    MPI_Info_free(&info);
    if (new != MPI_COMM_NULL && again != MPI_COMM_NULL)
        MPI_Comm_compare(new, again, &result);
    if (!strcmp(own, name) && result != MPI_CONGRUENT && test_failed(__FILE__, __LINE__))
        fprintf(stderr, "a split at %s has not the ranks of the unguided split\n", name);
    if (again != MPI_COMM_NULL)
        MPI_Comm_free(&again);
}

/* Unguided splits down the node: the names that they give in the info and in MPI_Comm_get_hlevel_info are both names of
 * the level. */
static void check_unguided(void)
{
    MPI_Comm comm = MPI_COMM_WORLD, new;

    while (comm != MPI_COMM_NULL) {
        char in_info[MPI_MAX_INFO_VAL + 1] = "", *type = NULL;
        int size, is_set = 0, siblings, index;
        MPI_Info info;

        MPI_Comm_size(comm, &size);
        MPI_Info_create(&info);
        OK(MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &new));
        if (new != MPI_COMM_NULL) {
            MPI_Info_get(info, "mpi_hw_resource_type", MPI_MAX_INFO_VAL, in_info, &is_set);
            CHECK(is_set);
            OK(MPI_Comm_get_hlevel_info(new, &siblings, &index, &type));
        }
        MPI_Info_free(&info);
        for (int root = 0; root < size; root++) {
            check_name(comm, new, in_info, root);
            check_name(comm, new, type ? type : "", root);
        }
        if (comm != MPI_COMM_WORLD)
            MPI_Comm_free(&comm);
        comm = new;
    }
}

static hwloc_obj_t device_of(const char *name, const char *busid)
{
    hwloc_obj_t object = *busid ? hwloc_get_pcidev_by_busidstring(node, busid) : NULL;

    while (!*busid && (object = hwloc_get_next_osdev(node, object)) && strcmp(object->name, name))
        ;
    return object;
}

/* True if two devices have one address: such an export was edited by hand. */
static int has_equal_addresses(void)
{
    for (hwloc_obj_t one = NULL; (one = hwloc_get_next_pcidev(node, one));)
        for (hwloc_obj_t other = one; (other = hwloc_get_next_pcidev(node, other));)
            if (!memcmp(&one->attr->pcidev, &other->attr->pcidev, offsetof(struct hwloc_pcidev_attr_s, class_id)))
                return 1;
    return 0;
}

/* The units of the narrowest object around a rank's binding and a device. */
static hwloc_const_cpuset_t joint(int rank, hwloc_obj_t device)
{
    hwloc_obj_t object = hwloc_get_non_io_ancestor_obj(node, device);

    while (!hwloc_bitmap_isincluded(bound[rank], units_of(object)))
        object = object->parent;
    return units_of(object);
}

/* True if a rank can have another of its nearest devices, after those that have them have been asked to move. */
static int moves(int rank, int count, char nearest[RANKS][MOST], int *owners, char *tried)
{
    for (int device = 0; device < count; device++)
        if (nearest[rank][device] && !tried[device]) {
            tried[device] = 1;
            if (owners[device] < 0 || moves(owners[device], count, nearest, owners, tried)) {
                owners[device] = rank;
                return 1;
            }
        }
    return 0;
}

/* How many of the nearest devices of all ranks can be in use at most. */
static int most_in_use(int count, char nearest[RANKS][MOST])
{
    int owners[MOST], all = 0;

    memset(owners, -1, sizeof owners);
    for (int rank = 0; rank < RANKS; rank++) {
        char tried[MOST] = "";
        all += moves(rank, count, nearest, owners, tried);
    }
    return all;
}

/* The first device of each rank, by its address or name: ranks share devices only if there are too few. */
static void check_fairness(int count, const char **names, const char **busids, const int *distances, const int *ranks)
{
    char first[48] = "", all[RANKS][48], own[MOST] = "", nearest[RANKS][MOST];
    int sharing = 0, in_use = 0, sorted[MOST];

    snprintf(first, sizeof first, "%s %s", names[0], busids[0]);
    MPI_Allgather(first, sizeof first, MPI_CHAR, all, sizeof first, MPI_CHAR, MPI_COMM_WORLD);
    for (int rank = 0; rank < RANKS; rank++) {
        int seen = 0;
        sharing += !strcmp(all[rank], first);
        for (int before = 0; before < rank; before++)
            seen |= !strcmp(all[before], all[rank]);
        in_use += !seen;
    }
    CHECK_INT(ranks[0], sharing);
    /* Each rank numbers the devices in its own order; hwloc's numbers are common to all. */
    for (int i = 0; i < count; i++)
        sorted[i] = (int)device_of(names[i], busids[i])->logical_index;
    for (int i = 0; i < count; i++) {
        int number = 0;
        for (int j = 0; j < count; j++)
            number += sorted[j] < sorted[i] || (sorted[j] == sorted[i] && strcmp(names[j], names[i]) < 0);
        own[number] = distances[i] == distances[0];
    }
    MPI_Allgather(own, MOST, MPI_CHAR, nearest, MOST, MPI_CHAR, MPI_COMM_WORLD);
    CHECK_INT(in_use, most_in_use(count, nearest));
}

static void check_devices(const char *type)
{
    const char *names[MOST], *busids[MOST];
    int count = 0, distances[MOST], ranks[MOST];

    OK(HSPLIT_Get_devices(MPI_COMM_WORLD, type, MOST, &count, names, busids, distances, ranks));
    for (int i = 0; i < count; i++) {
        hwloc_obj_t device = device_of(names[i], busids[i]);
        hwloc_const_cpuset_t units, before;
        CHECK(device);
        if (!device)
            return;
        units = joint(test_rank(), device);
        before = i ? joint(test_rank(), device_of(names[i - 1], busids[i - 1])) : units;
        CHECK(hwloc_bitmap_isincluded(before, units));
        CHECK_INT(i && distances[i] == distances[i - 1], i && hwloc_bitmap_isequal(before, units));
    }
    if (count)
        check_fairness(count, names, busids, distances, ranks);
}

/* Every interface that hwloc finds is a device. */
static void check_interfaces(void)
{
    const char *names[MOST];
    int count = 0, interfaces = 0;
    hwloc_obj_t object = NULL, last = NULL;

    OK(HSPLIT_Get_devices(MPI_COMM_WORLD, "nic", MOST, &count, names, NULL, NULL, NULL));
    while ((object = hwloc_get_next_osdev(node, object)))
        if (object->attr->osdev.type == HWLOC_OBJ_OSDEV_NETWORK ||
            object->attr->osdev.type == HWLOC_OBJ_OSDEV_OPENFABRICS) {
            interfaces += object->parent->type != HWLOC_OBJ_PCI_DEVICE || object->parent != last;
            last = object->parent;
        }
    CHECK_INT(count, interfaces);
    if (test_rank() == 0)
        printf("%d network interfaces\n", count);
}

int main(int argc, char **argv)
{
    const char *devices[] = {"nic", "gpu", "nvme", "ib", "eth"};

    if (argc == 4 && !strcmp(argv[1], "--bind")) {
        load(argv[2]);
        draw_bindings((unsigned)atoi(argv[3]));
        return 0;
    }
    MPI_Init(&argc, &argv);
    CHECK_INT(test_size(), RANKS);
    load(argv[1]);
    read_bindings(argv[2]);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        check_split(types[i]);
    check_unguided();
    for (size_t i = 0; i < sizeof devices / sizeof *devices && !has_equal_addresses(); i++)
        check_devices(devices[i]);
    check_interfaces();
    return test_end();
}
