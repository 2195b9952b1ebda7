/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Places in soak.c: queries of ranks' places, reordering, bindings, phases and monitoring. */
#ifndef SOAK_PLACES_H
#define SOAK_PLACES_H

#include "soak_splits.h"

/* ---- places of ranks ---- */

/* The ranks that share the first levels with a rank, ascending. */
static int sharers(const struct members *members, int rank, int depth, int *ranks)
{
    int count = 0;

    for (int i = 0; i < members->size; i++)
        if (common_depth(&places[members->world[rank]], &places[members->world[i]]) >= depth)
            ranks[count++] = i;
    return count;
}

/* The coordinate of a rank at a depth from 1: the number of instances within the same parent that have a lower first
 * rank. */
static int coordinate_of(const struct members *members, int rank, int depth)
{
    int above[MOST], inside[MOST], count = sharers(members, rank, depth - 1, above), before = 0, first;

    sharers(members, rank, depth, inside);
    first = inside[0];
    for (int i = 0; i < count && above[i] < first; i++) {
        int ranks[MOST];
        if (places[members->world[above[i]]].depth < depth)
            continue;
        sharers(members, above[i], depth, ranks);
        before += ranks[0] == above[i];
    }
    return before;
}

static void check_list(struct soak *soak, const char *what, const int *is, int count, const int *should, int expected)
{
    char is_words[256], words[256];

    if (count == expected && !memcmp(is, should, (size_t)count * sizeof *is))
        return;
    test_list(is_words, sizeof is_words, is, count < MOST ? count : MOST);
    test_list(words, sizeof words, should, expected);
    MISMATCH(soak, "%s: {%s}, expected {%s}", what, is_words, words);
}

/* Coordinates of a rank, and the ranks whose coordinates begin so. */
static void check_coordinates(struct soak *soak, struct family *family, int rank)
{
    const struct members *members = &family->members;
    const struct place *place = &places[members->world[rank]];
    int expected[8], coords[8], ranks[MOST], should[MOST], count = -1, found = -1, prefix = roll(&soak->own, 9);
    const char *types[8];

    for (int depth = 1; depth <= place->depth; depth++)
        expected[depth - 1] = coordinate_of(members, rank, depth);
    succeeds(soak, HSPLIT_Comm_get_coords(family->comm, rank, 8, &count, coords, types));
    check_list(soak, "coordinates", coords, count, expected, place->depth);
    for (int i = 0; i < count && i < place->depth; i++)
        if (strcmp(types[i], place->level[i]->name))
            MISMATCH(soak, "coordinate %d is one of '%s', expected '%s'", i, types[i], place->level[i]->name);
    prefix = prefix < place->depth ? prefix : place->depth;
    succeeds(soak, HSPLIT_Comm_get_rank(family->comm, prefix, expected, MOST, &found, ranks));
    check_list(soak, "ranks at coordinates", ranks, found, should, sharers(members, rank, prefix, should));
}

static int hops_between(const struct members *members, int a, int b)
{
    const struct place *one = &places[members->world[a]], *other = &places[members->world[b]];

    return one->depth + other->depth - 2 * common_depth(one, other);
}

static void check_distances(struct soak *soak, struct family *family, int a, int b)
{
    const struct members *members = &family->members;
    const struct place *place = &places[members->world[a]];
    int hops = -1, ranks[2] = {a, b}, matrix[4], expected = hops_between(members, a, b), nearest = 1000;
    int near[MOST], should[MOST], count = -1, size = 0;
    int expected_matrix[4] = {0, expected, expected, 0};
    const char *type = NULL, *level = name_at(place, common_depth(place, &places[members->world[b]]));

    succeeds(soak, HSPLIT_Comm_get_distance(family->comm, a, b, &hops, &type));
    if (hops != expected || strcmp(type, level))
        MISMATCH(soak, "%d and %d are %d hops apart by '%s', expected %d by '%s'", a, b, hops, type, expected, level);
    succeeds(soak, HSPLIT_Comm_get_distances(family->comm, 2, ranks, matrix));
    check_list(soak, "distances", matrix, 4, expected_matrix, 4);
    for (int i = 0; i < members->size; i++)
        if (i != a && hops_between(members, a, i) < nearest)
            nearest = hops_between(members, a, i);
    for (int i = 0; i < members->size; i++)
        if (i != a && hops_between(members, a, i) == nearest)
            should[size++] = i;
    succeeds(soak, HSPLIT_Comm_get_neighbours(family->comm, a, NULL, MOST, &count, near));
    check_list(soak, "nearest ranks", near, count, should, size);
}

/* Two ranks have one color at a level if and only if they share it. */
static void check_colors(struct soak *soak, struct family *family)
{
    const struct members *members = &family->members;
    int mine[8], all[8 * MOST], depth = -1, me = members->rank;

    memset(mine, -1, sizeof mine);
    succeeds(soak, HSPLIT_Comm_get_colors(family->comm, 8, &depth, mine));
    if (depth != places[members->world[me]].depth)
        MISMATCH(soak, "has %d colors, expected %d", depth, places[members->world[me]].depth);
    succeeds(soak, PMPI_Allgather(mine, 8, MPI_INT, all, 8, MPI_INT, family->comm));
    for (int i = 0; i < members->size; i++)
        for (int at = 0; at < depth && all[8 * i + at] >= 0; at++) {
            int shares = common_depth(&places[members->world[me]], &places[members->world[i]]) > at;
            if (shares != (mine[at] == all[8 * i + at]))
                MISMATCH(soak, "color %d is %d, and that of rank %d is %d", at, mine[at], i, all[8 * i + at]);
        }
}

/* The first call is collective. */
static void ask_places(struct soak *soak, struct family *family)
{
    int size = family->members.size;

    calling(soak, LOCATIONS, "questions about places in family %d", (int)(family - soak->families));
    if (family->comm == MPI_COMM_NULL)
        return;
    if (one_in(&soak->part, 4))
        succeeds(soak, HSPLIT_Comm_map_update(family->comm));
    family->is_asked = 1;
    for (int i = 0; i < 3; i++) {
        check_coordinates(soak, family, roll(&soak->own, size));
        check_distances(soak, family, roll(&soak->own, size), roll(&soak->own, size));
    }
    check_colors(soak, family);
}

/* ---- ranks in another order ---- */

/* A new order has the members of the old one. The program's next calls check their places. */
static void adopt_order(struct soak *soak, const struct family *old, MPI_Comm comm)
{
    struct members members = members_of(soak, comm);
    int seen[MOST] = {0}, count = 0;

    if (comm != MPI_COMM_NULL) {
        for (int i = 0; i < members.size; i++)
            seen[members.world[i]]++;
        for (int i = 0; i < old->members.size; i++)
            count += seen[old->members.world[i]] == 1;
        if (members.size != old->members.size || count != members.size)
            BROKEN(soak, "has other members");
    }
    check_made(soak, comm, &members, "Unknown", 0, MPI_UNDEFINED);
    adopt(soak, comm, &members, "Unknown", 0, MPI_UNDEFINED);
}

/* Roles are the ranks in the old communicator, and data follows the roles. */
static void check_roles(struct soak *soak, const struct family *old, MPI_Comm comm, int receive_from, int send_to)
{
    int rank, roles[MOST], data[3];

    MPI_Comm_rank(comm, &rank);
    succeeds(soak, PMPI_Allgather(&rank, 1, MPI_INT, roles, 1, MPI_INT, old->comm));
    if (receive_from != rank || roles[send_to] != old->members.rank)
        MISMATCH(soak, "receives from %d and sends to %d, which is rank %d now; rank %d is %d now", receive_from,
                 send_to, roles[send_to], old->members.rank, rank);
    for (int i = 0; i < 3; i++)
        data[i] = 10 * old->members.rank + i;
    succeeds(soak, HSPLIT_Comm_migrate(old->comm, comm, data, 3, MPI_INT));
    for (int i = 0; i < 3; i++)
        if (data[i] != 10 * rank + i)
            MISMATCH(soak, "HSPLIT_Comm_migrate gives %d, expected %d", data[i], 10 * rank + i);
}

static void order_by_peers(struct soak *soak, struct family *family)
{
    int peers[4], count = roll(&soak->own, 5), receive_from = -1, send_to = -1;
    double weights[4];
    MPI_Comm comm = MPI_COMM_NULL;

    calling(soak, REORDERED, "HSPLIT_Comm_reorder of family %d", (int)(family - soak->families));
    if (family->comm != MPI_COMM_NULL) {
        for (int i = 0; i < count; i++) {
            peers[i] = roll(&soak->own, family->members.size);
            weights[i] = roll(&soak->own, 100);
        }
        succeeds(soak, HSPLIT_Comm_reorder(family->comm, count, count ? peers : NULL, count ? weights : NULL,
                                           MPI_INFO_NULL, &comm, &receive_from, &send_to));
        check_roles(soak, family, comm, receive_from, send_to);
    }
    adopt_order(soak, family, comm);
}

static void order_in_grid(struct soak *soak, struct family *family)
{
    int dims[2] = {0, 0}, known[2] = {0, 0}, periods[2], wraps[2], coords[2], rank, at = -1;
    double weights[2];
    MPI_Comm comm = MPI_COMM_NULL;

    calling(soak, REORDERED, "HSPLIT_Cart_create of family %d", (int)(family - soak->families));
    if (family->comm != MPI_COMM_NULL) {
        for (int i = 0; i < 2; i++) {
            weights[i] = 1 + roll(&soak->part, 9);
            periods[i] = one_in(&soak->part, 2);
        }
        succeeds(soak, HSPLIT_Cart_create(family->comm, 2, weights, periods, MPI_INFO_NULL, dims, &comm));
        if (dims[0] * dims[1] != family->members.size)
            MISMATCH(soak, "has %d x %d ranks", dims[0], dims[1]);
        MPI_Comm_rank(comm, &rank);
        succeeds(soak, MPI_Cart_get(comm, 2, known, wraps, coords));
        succeeds(soak, MPI_Cart_rank(comm, coords, &at));
        if (known[0] != dims[0] || known[1] != dims[1] || at != rank || coords[0] * dims[1] + coords[1] != rank ||
            !wraps[0] != !periods[0] || !wraps[1] != !periods[1])
            MISMATCH(soak, "rank %d is at %d, %d of %d x %d", rank, coords[0], coords[1], known[0], known[1]);
    }
    adopt_order(soak, family, comm);
}

static void reorder(struct soak *soak, struct family *family)
{
    if (one_in(&soak->all, 2))
        order_by_peers(soak, family);
    else
        order_in_grid(soak, family);
}

/* ---- bindings and phases: those of a process, so one thread has them ---- */

static void binding_of(struct soak *soak, char *text, size_t capacity, int *cores, int *pushed)
{
    int units = -1;

    succeeds(soak, HSPLIT_Bind_get(text, (int)capacity, cores, &units, pushed));
    if (*cores < 1 || units < *cores)
        MISMATCH(soak, "is bound to %d cores of %d units", *cores, units);
}

/* Some nested bindings; each is restored. */
static void push_bindings(struct soak *soak, struct family *family)
{
    static const char *const parts[] = {"home", "allowed", "Machine", "Core", "PU", "Core:0", "NUMANode"};
    char before[5][128], text[128];
    int count = roll(&soak->own, 4) + 1, cores, pushed;

    (void)family;
    calling(soak, BINDINGS, "HSPLIT_Bind_push %d times", count);
    for (int i = 0; i < count; i++) {
        binding_of(soak, before[i], sizeof before[i], &cores, &pushed);
        if (pushed != i)
            MISMATCH(soak, "%d bindings are pushed, expected %d", pushed, i);
        succeeds(soak, HSPLIT_Bind_push(parts[roll(&soak->own, 7)], MPI_INFO_NULL));
    }
    while (count-- > 0) {
        succeeds(soak, HSPLIT_Bind_pop());
        binding_of(soak, text, sizeof text, &cores, &pushed);
        if (strcmp(text, before[count]))
            MISMATCH(soak, "is bound to '%s' again, expected '%s'", text, before[count]);
    }
    if (class_of(HSPLIT_Bind_pop()) != MPI_ERR_OTHER)
        MISMATCH(soak, "HSPLIT_Bind_pop succeeds with nothing pushed");
}

/* The workers: as many as the node reports, numbered from 0; all of them are in one communicator, in order. */
static void check_workers(struct soak *soak, const struct family *family, HSPLIT_Placement p, const char *shape,
                          int *works)
{
    enum { WORKS, INDEX, WORKERS, FIELDS };
    const struct members *members = &family->members;
    int mine[FIELDS] = {-1, -1, -1}, all[FIELDS * MOST], threads = -1, numbers[MOST] = {0}, count = 0;
    struct members workers = {.rank = -1};
    MPI_Comm comm = MPI_COMM_SELF;

    succeeds(soak,
             HSPLIT_Placement_elect(p, shape, MPI_INFO_NULL, mine + WORKS, &threads, mine + INDEX, mine + WORKERS));
    succeeds(soak, HSPLIT_Placement_comm(p, shape, MPI_INFO_NULL, &comm));
    succeeds(soak, PMPI_Allgather(mine, FIELDS, MPI_INT, all, FIELDS, MPI_INT, family->comm));
    for (int i = 0; i < members->size; i++) {
        const int *other = all + FIELDS * i;
        if (other[WORKS] && i == members->rank)
            workers.rank = workers.size;
        if (other[WORKS])
            workers.world[workers.size++] = members->world[i];
        if (places[members->world[i]].node != places[members->world[members->rank]].node)
            continue;
        count += other[WORKS];
        if (other[WORKERS] != mine[WORKERS] || (other[WORKS] && (other[INDEX] < 0 || other[INDEX] >= mine[WORKERS])))
            MISMATCH(soak, "rank %d is worker %d of %d", i, other[INDEX], other[WORKERS]);
        else if (other[WORKS] && numbers[other[INDEX]]++)
            MISMATCH(soak, "two ranks are worker %d", other[INDEX]);
    }
    if (count != mine[WORKERS] || !threads != !mine[WORKS])
        MISMATCH(soak, "%d of %d ranks work here, this one with %d threads", count, mine[WORKERS], threads);
    if (!strcmp(shape, "root") && workers.size != 1)
        MISMATCH(soak, "'root' has %d workers", workers.size);
    if (!mine[WORKS])
        workers = (struct members){.rank = -1};
    check_members(soak, comm, &workers);
    *works = mine[WORKS];
}

static void begin_phases(struct soak *soak, struct family *family)
{
    static const char *const shapes[] = {"all", "root", "1:", "Machine", "NUMANode", "Core", "Package"};
    const char *shape = shapes[roll(&soak->part, 7)];
    char before[128], text[128];
    int works = -1, worker = -1, cores, pushed;
    HSPLIT_Placement p = 0;

    calling(soak, PLACEMENTS, "a placement of family %d", (int)(family - soak->families));
    if (family->comm == MPI_COMM_NULL)
        return;
    succeeds(soak, HSPLIT_Placement_create(family->comm, MPI_INFO_NULL, &p));
    snprintf(soak->call, sizeof soak->call, "phases of '%s' of family %d", shape, (int)(family - soak->families));
    check_workers(soak, family, p, shape, &works);
    binding_of(soak, before, sizeof before, &cores, &pushed);
    for (int i = 0; i < 2; i++) {
        succeeds(soak, HSPLIT_Phase_begin(p, shape, MPI_INFO_NULL, &worker, NULL));
        if (worker != works)
            MISMATCH(soak, "worker is %d, elected: %d", worker, works);
        succeeds(soak, HSPLIT_Phase_end(p));
        binding_of(soak, text, sizeof text, &cores, &pushed);
        if (strcmp(text, before) || pushed)
            MISMATCH(soak, "is bound to '%s' behind a phase, expected '%s'", text, before);
    }
    if (one_in(&soak->part, 2))
        succeeds(soak, HSPLIT_Node_barrier(p));
    succeeds(soak, HSPLIT_Placement_free(&p));
    if (p)
        MISMATCH(soak, "HSPLIT_Placement_free leaves %d", p);
}

/* ---- counting: that of a process, too ---- */

static void send_to_next(struct soak *soak, const struct members *members, int bytes)
{
    static char out[5000], in[5000];
    int me = members->rank, size = members->size;
    int next = members->world[(me + 1) % size], previous = members->world[(me + size - 1) % size];

    /* Over another communicator of the program, on which nothing is pending. */
    succeeds(soak, MPI_Sendrecv(out, bytes, MPI_CHAR, next, 12, in, bytes, MPI_CHAR, previous, 12, soak->control,
                                MPI_STATUS_IGNORE));
}

static void check_counts(struct soak *soak, const struct members *members, HSPLIT_Monitor m, int what, long long sent)
{
    long long values[MOST], expected;

    succeeds(soak, HSPLIT_Monitor_get(m, what, MOST, values));
    for (int i = 0; i < members->size; i++) {
        expected = i == (members->rank + 1) % members->size ? sent : 0;
        if (values[i] != expected)
            MISMATCH(soak, "HSPLIT_Monitor_get(%d) says %lld to rank %d, expected %lld", what, values[i], i, expected);
    }
}

/* The parts of a ring that stay inside the nodes, and inside the outermost level. */
static void check_levels(struct soak *soak, const struct members *members, HSPLIT_Monitor m, int bytes)
{
    long long inside[16], in_nodes = 0, all = members->size > 1 ? (long long)bytes * members->size : 0;
    const char *types[16];
    int depth = -1;

    for (int i = 0; i < members->size && members->size > 1; i++)
        if (places[members->world[i]].node == places[members->world[(i + 1) % members->size]].node)
            in_nodes += bytes;
    succeeds(soak, HSPLIT_Monitor_levels(m, HSPLIT_MONITOR_BYTES | HSPLIT_MONITOR_P2P, 16, &depth, inside, types));
    if (depth < 1 || inside[depth - 1] != all)
        MISMATCH(soak, "%lld bytes were sent, expected %lld", depth < 1 ? -1 : inside[depth - 1], all);
    for (int i = 0; i < depth; i++)
        if (!strcmp(types[i], "Machine") && inside[i] != in_nodes)
            MISMATCH(soak, "%lld bytes stayed inside nodes, expected %lld", inside[i], in_nodes);
}

static void monitor(struct soak *soak, struct family *family)
{
    int bytes = roll(&soak->part, 5000), receive_from = -1, send_to = -1;
    MPI_Comm comm = MPI_COMM_NULL;
    HSPLIT_Monitor m = 0;

    calling(soak, SESSIONS, "a session of family %d", (int)(family - soak->families));
    if (family->comm != MPI_COMM_NULL) {
        succeeds(soak, HSPLIT_Monitor_start(family->comm, MPI_INFO_NULL, &m));
        send_to_next(soak, &family->members, bytes);
        succeeds(soak, HSPLIT_Monitor_suspend(m));
        send_to_next(soak, &family->members, 77);
        succeeds(soak, HSPLIT_Monitor_continue(m));
        check_counts(soak, &family->members, m, HSPLIT_MONITOR_BYTES | HSPLIT_MONITOR_P2P, bytes);
        check_counts(soak, &family->members, m, HSPLIT_MONITOR_MESSAGES | HSPLIT_MONITOR_P2P, 1);
        check_levels(soak, &family->members, m, bytes);
        succeeds(soak, HSPLIT_Monitor_reorder(m, MPI_INFO_NULL, &comm, &receive_from, &send_to));
        check_roles(soak, family, comm, receive_from, send_to);
        succeeds(soak, HSPLIT_Monitor_free(&m));
    }
    adopt_order(soak, family, comm);
}

#endif
