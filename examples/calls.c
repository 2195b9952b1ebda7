/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Every call once: the examples of the manual pages. The code between a comment "man:" with names of calls and the next
 * comment "end" is copied into the pages of these calls. */
#include <hsplit.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void splits(MPI_Comm comm)
{
    /* man: MPI_Comm_hsplit_with_roots MPI_Comm_get_hlevel_info */
    MPI_Comm level, roots;
    int parts, index;
    char *type;

    MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &level, &roots);
    if (level != MPI_COMM_NULL) {
        MPI_Comm_get_hlevel_info(level, &parts, &index, &type);
        printf("%s %d of %d\n", type, index, parts);
        MPI_Comm_free(&level);
    }
    if (roots != MPI_COMM_NULL)
        MPI_Comm_free(&roots);
    /* end */
}

static void relatives(MPI_Comm comm)
{
    /* man: HSPLIT_Comm_get_parent HSPLIT_Comm_get_children HSPLIT_Comm_get_roots HSPLIT_Comm_get_depth
       MPI_Comm_get_hw_subdomain_info */
    MPI_Comm level, roots, parent, again, child;
    int depth, children, parts, index;
    const char *type;
    char name[MPI_MAX_OBJECT_NAME];

    MPI_Comm_hsplit_with_roots(comm, MPI_INFO_NULL, &level, &roots);
    if (level != MPI_COMM_NULL) {
        HSPLIT_Comm_get_parent(level, &parent);               /* comm */
        HSPLIT_Comm_get_children(comm, 1, &children, &child); /* 1: level */
        HSPLIT_Comm_get_roots(level, &again);                 /* roots */
        HSPLIT_Comm_get_depth(level, &depth, &type);
        MPI_Comm_get_hw_subdomain_info(level, &parts, &index, name);
        printf("depth %d: %s, one of %d\n", depth, name, parts);
        MPI_Comm_free(&level);
    }
    if (roots != MPI_COMM_NULL)
        MPI_Comm_free(&roots);
    /* end */
    (void)parent, (void)again, (void)child, (void)index, (void)type, (void)children;
}

static void hierarchy(MPI_Comm comm)
{
    /* man: HSPLIT_Comm_hierarchy HSPLIT_Comm_hierarchy_free */
    MPI_Comm levels[16], roots[16];
    int depth;

    HSPLIT_Comm_hierarchy(comm, MPI_INFO_NULL, 16, &depth, levels, roots);
    for (int i = depth - 1; i >= 0; i--)
        MPI_Barrier(levels[i]); /* from the narrowest level to the widest */
    HSPLIT_Comm_hierarchy_free(depth, levels, roots);
    /* end */
}

static void versions(void)
{
    /* man: HSPLIT_Get_version HSPLIT_Get_library_version */
    int major, minor, patch, length;
    char text[HSPLIT_MAX_LIBRARY_VERSION_STRING];

    HSPLIT_Get_version(&major, &minor, &patch);
    if (major != HSPLIT_VERSION_MAJOR)
        fprintf(stderr, "compiled against %s, not %d.%d.%d\n", HSPLIT_VERSION, major, minor, patch);
    HSPLIT_Get_library_version(text, &length);
    /* end */
}

static void shared(MPI_Comm comm)
{
    /* man: MPI_Comm_get_min_hlevel HSPLIT_Comm_get_distance HSPLIT_Comm_get_distances */
    int pair[2] = {0, 1}, hops, matrix[4];
    char *type;

    MPI_Comm_get_min_hlevel(comm, 2, pair, &type);
    HSPLIT_Comm_get_distance(comm, 0, 1, &hops, NULL);
    HSPLIT_Comm_get_distances(comm, 2, pair, matrix); /* 0, hops, hops, 0 */
    printf("ranks 0 and 1 share %s, %d hops\n", type, hops);
    /* end */
}

static void levels(MPI_Comm comm)
{
    /* man: HSPLIT_Comm_map HSPLIT_Comm_map_update HSPLIT_Comm_get_levels HSPLIT_Bind_push HSPLIT_Bind_pop */
    const char *types[16];
    int count, instances[16];

    HSPLIT_Comm_map(comm);
    HSPLIT_Comm_get_levels(comm, 16, &count, types, instances);
    for (int i = 0; i < count && i < 16; i++)
        printf("%s: ranks in %d instances\n", types[i], instances[i]);
    HSPLIT_Bind_push("NUMANode", MPI_INFO_NULL);
    HSPLIT_Comm_map_update(comm); /* narrower levels have no ranks now */
    HSPLIT_Bind_pop();
    HSPLIT_Comm_map_update(comm);
    /* end */
}

static void places(MPI_Comm comm)
{
    /* man: HSPLIT_Comm_get_coords HSPLIT_Comm_get_rank HSPLIT_Comm_get_colors */
    int rank, count, depth, alike, coords[16], colors[16], ranks[64];

    MPI_Comm_rank(comm, &rank);
    HSPLIT_Comm_get_coords(comm, rank, 16, &count, coords, NULL);
    HSPLIT_Comm_get_rank(comm, count, coords, 64, &alike, ranks);
    printf("%d ranks share all %d coordinates\n", alike, count);
    HSPLIT_Comm_get_colors(comm, 16, &depth, colors); /* for MPI_Comm_split at one level */
    /* end */
}

static void neighbours(MPI_Comm comm)
{
    /* man: HSPLIT_Comm_get_neighbours HSPLIT_Comm_get_neighbour_group */
    int rank, count, near[64];
    MPI_Group group;

    MPI_Comm_rank(comm, &rank);
    HSPLIT_Comm_get_neighbours(comm, rank, "NUMANode", 64, &count, near);
    printf("%d other ranks in the NUMA node\n", count);
    HSPLIT_Comm_get_neighbour_group(comm, 2, &group); /* ranks within a distance of 2 */
    MPI_Group_free(&group);
    /* end */
}

static void network(MPI_Comm comm)
{
    /* man: HSPLIT_Comm_get_network_coords HSPLIT_Comm_get_network_rank */
    int rank, count, coords[8], dims[8], here, ranks[64];

    MPI_Comm_rank(comm, &rank);
    HSPLIT_Comm_get_network_coords(comm, rank, 8, &count, coords, dims);
    if (count > 0) { /* a torus, or switches */
        coords[0] = (coords[0] + 1) % dims[0];
        HSPLIT_Comm_get_network_rank(comm, count, coords, 64, &here, ranks);
    }
    /* end */
}

static void devices(MPI_Comm comm)
{
    /* man: HSPLIT_Get_devices */
    const char *names[8], *busids[8];
    int count, distances[8], ranks[8];

    HSPLIT_Get_devices(comm, "gpu", 8, &count, names, busids, distances, ranks);
    if (count > 0)
        printf("%s at %s, %d ranks have it first\n", names[0], busids[0], ranks[0]);
    /* end */
}

static void bindings(MPI_Comm comm)
{
    /* man: HSPLIT_Bind_push_comm HSPLIT_Bind_get */
    char text[256];
    int cores, units, pushed;

    HSPLIT_Bind_push_comm(comm, MPI_INFO_NULL); /* the instance of the level of comm */
    HSPLIT_Bind_get(text, sizeof text, &cores, &units, &pushed);
    printf("%s: %d cores\n", text, cores);
    HSPLIT_Bind_pop();
    /* end */
}

static void phases(MPI_Comm comm)
{
    /* man: HSPLIT_Placement_create HSPLIT_Placement_free HSPLIT_Placement_elect HSPLIT_Placement_comm
       HSPLIT_Node_barrier HSPLIT_Phase_begin HSPLIT_Phase_end */
    HSPLIT_Placement p;
    MPI_Comm workers;
    int worker, threads;

    HSPLIT_Placement_create(comm, MPI_INFO_NULL, &p);
    HSPLIT_Placement_elect(p, "NUMANode", MPI_INFO_NULL, &worker, &threads, NULL, NULL);
    HSPLIT_Placement_comm(p, "NUMANode", MPI_INFO_NULL, &workers); /* MPI_COMM_NULL on other ranks; not to be freed */
    HSPLIT_Phase_begin(p, "NUMANode", MPI_INFO_NULL, &worker, NULL);
    if (worker)
        MPI_Barrier(workers); /* on all cores of a NUMA node, while its other ranks sleep */
    HSPLIT_Phase_end(p);
    HSPLIT_Node_barrier(p);
    HSPLIT_Placement_free(&p);
    /* end */
    (void)threads;
}

static void order(MPI_Comm comm)
{
    /* man: HSPLIT_Comm_reorder HSPLIT_Comm_migrate */
    int rank, size, from, to;
    double value = 1;
    MPI_Comm better;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int peers[2] = {(rank + 1) % size, (rank + size - 1) % size};
    HSPLIT_Comm_reorder(comm, 2, peers, NULL, MPI_INFO_NULL, &better, &from, &to);
    HSPLIT_Comm_migrate(comm, better, &value, 1, MPI_DOUBLE); /* to the new owner of the role */
    MPI_Comm_free(&better);
    /* end */
}

static void grid(MPI_Comm comm)
{
    /* man: HSPLIT_Cart_create HSPLIT_Dims_create */
    int dims[2] = {0, 0}, periods[2] = {0, 0};
    double weights[2] = {8, 1}; /* most traffic along the first dimension */
    MPI_Comm cart;

    HSPLIT_Dims_create(comm, 2, weights, dims);
    HSPLIT_Cart_create(comm, 2, weights, periods, MPI_INFO_NULL, dims, &cart);
    if (cart != MPI_COMM_NULL)
        MPI_Comm_free(&cart);
    /* end */
}

static void counting(MPI_Comm comm)
{
    /* man: HSPLIT_Monitor_start HSPLIT_Monitor_suspend HSPLIT_Monitor_continue HSPLIT_Monitor_reset
       HSPLIT_Monitor_get HSPLIT_Monitor_levels HSPLIT_Monitor_free */
    HSPLIT_Monitor m;
    int size, depth;
    const char *types[16];
    long long inside[16];

    MPI_Comm_size(comm, &size);
    long long *sent = malloc(size * sizeof *sent);
    HSPLIT_Monitor_start(comm, MPI_INFO_NULL, &m);
    HSPLIT_Monitor_suspend(m);
    MPI_Barrier(comm); /* is not counted */
    HSPLIT_Monitor_continue(m);
    HSPLIT_Monitor_reset(m);
    MPI_Barrier(comm);
    HSPLIT_Monitor_get(m, HSPLIT_MONITOR_MESSAGES, size, sent);
    HSPLIT_Monitor_levels(m, HSPLIT_MONITOR_BYTES, 16, &depth, inside, types);
    HSPLIT_Monitor_free(&m);
    free(sent);
    /* end */
}

static void remapping(MPI_Comm comm, const char *file)
{
    /* man: HSPLIT_Monitor_flush HSPLIT_Monitor_reorder */
    HSPLIT_Monitor m;
    MPI_Comm better;
    int from, to;

    HSPLIT_Monitor_start(comm, MPI_INFO_NULL, &m);
    MPI_Barrier(comm);             /* a step of the program */
    HSPLIT_Monitor_flush(m, file); /* hsplit monitor reads it */
    HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, &better, &from, &to);
    MPI_Comm_free(&better);
    HSPLIT_Monitor_free(&m);
    /* end */
}

static void windows(MPI_Comm comm)
{
    /* man: HSPLIT_Win_allocate_shared HSPLIT_Win_query_level */
    char level[MPI_MAX_OBJECT_NAME];
    double *part;
    int pages, placed;
    MPI_Win win;

    HSPLIT_Win_allocate_shared("NUMANode", 100 * sizeof *part, sizeof *part, MPI_INFO_NULL, comm, &part, &win);
    HSPLIT_Win_query_level(win, level, NULL, &pages, &placed);
    MPI_Win_free(&win);
    /* end */
}

static void resources(MPI_Comm comm)
{
    /* man: MPI_Get_hw_resource_info */
    char value[MPI_MAX_INFO_VAL + 1];
    int found;
    MPI_Info resources, info;
    MPI_Comm node;

    MPI_Get_hw_resource_info(&resources);
    MPI_Info_get(resources, "hwloc://NUMANode", MPI_MAX_INFO_VAL, value, &found);
    MPI_Info_free(&resources);
    int inside = found && !strcmp(value, "true");
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", "hwloc://NUMANode");
    MPI_Comm_split_type(comm, inside ? MPI_COMM_TYPE_HW_GUIDED : MPI_UNDEFINED, 0, info, &node);
    MPI_Info_free(&info);
    if (node != MPI_COMM_NULL)
        MPI_Comm_free(&node);
    /* end */
}

int main(int argc, char **argv)
{
    MPI_Comm comm, level;
    int rank;

    MPI_Init(&argc, &argv);
    comm = MPI_COMM_WORLD;
    MPI_Comm_rank(comm, &rank);
    if (rank != 0 && !freopen("/dev/null", "w", stdout))
        MPI_Abort(comm, 1);
    splits(comm), relatives(comm), hierarchy(comm), versions(), shared(comm), levels(comm), places(comm);
    neighbours(comm), network(comm), devices(comm), phases(comm), order(comm), grid(comm), counting(comm);
    remapping(comm, "calls"), windows(comm), resources(comm);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &level);
    if (level != MPI_COMM_NULL) {
        bindings(level);
        MPI_Comm_free(&level);
    }
    MPI_Finalize();
    return 0;
}
