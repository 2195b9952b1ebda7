/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The communicators of soak.c: made natively in every way, checked, and freed in any order, with operations of the
 * program pending on them. */
#ifndef SOAK_COMMS_H
#define SOAK_COMMS_H

#include "soak_machines.h"

/* How often this thread's attributes were copied. */
static __thread long copies;

static int copy_attribute(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag)
{
    (void)comm;
    (void)keyval;
    (void)state;
    copies++;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static long attribute_of(struct soak *soak, MPI_Comm comm)
{
    void *value = NULL;
    int flag = 0;

    MPI_Comm_get_attr(comm, soak->keyval, &value, &flag);
    return flag ? (long)(intptr_t)value : 0;
}

static void set_attribute(struct soak *soak, struct family *family, long value)
{
    if (family->comm != MPI_COMM_NULL)
        succeeds(soak, MPI_Comm_set_attr(family->comm, soak->keyval, (void *)(intptr_t)value));
    family->attribute = value;
}

/* ---- properties of a communicator ---- */

static void words_of(const struct members *members, char *text, size_t capacity)
{
    test_list(text, capacity, members->world, members->size);
}

/* The members of a communicator, none if it is MPI_COMM_NULL. */
static struct members members_of(struct soak *soak, MPI_Comm comm)
{
    struct members members = {.rank = -1};
    int ranks[MOST];
    MPI_Group group;

    if (comm == MPI_COMM_NULL)
        return members;
    MPI_Comm_size(comm, &members.size);
    MPI_Comm_rank(comm, &members.rank);
    MPI_Comm_group(comm, &group);
    for (int i = 0; i < members.size; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(group, members.size, ranks, soak->world, members.world);
    MPI_Group_free(&group);
    return members;
}

/* The communicator exists, and has these members in this order. */
static void check_members(struct soak *soak, MPI_Comm comm, const struct members *members)
{
    struct members actual = members_of(soak, comm);
    char is[512], should[512];

    if (actual.size == members->size && actual.rank == members->rank &&
        !memcmp(actual.world, members->world, (size_t)actual.size * sizeof *actual.world))
        return;
    words_of(&actual, is, sizeof is);
    words_of(members, should, sizeof should);
    BROKEN(soak, "has the members {%s}, expected {%s}", is, should);
}

static void check_level(struct soak *soak, MPI_Comm comm, const char *level, int siblings, int index)
{
    int is_siblings = -9, is_index = -9;
    char *name = NULL, copy[MPI_MAX_OBJECT_NAME] = "?";

    if (!has_library || !level || comm == MPI_COMM_NULL)
        return;
    soak->calls[LEVEL_INFO] += 2;
    succeeds(soak, MPI_Comm_get_hlevel_info(comm, &is_siblings, &is_index, &name));
    if (strcmp(name, level) || (siblings >= 0 && (is_siblings != siblings || is_index != index)))
        MISMATCH(soak, "hlevel info is '%s', %d, %d, expected '%s', %d, %d", name, is_siblings, is_index, level,
                 siblings, index);
    is_siblings = is_index = -9;
    succeeds(soak, MPI_Comm_get_hw_subdomain_info(comm, &is_siblings, &is_index, copy));
    if (strcmp(copy, level) || (siblings >= 0 && (is_siblings != siblings || is_index != index)))
        MISMATCH(soak, "hw_subdomain info is '%s', %d, %d, expected '%s', %d, %d", copy, is_siblings, is_index, level,
                 siblings, index);
}

/* The properties of a communicator that the library has made: its members, its level, with the program's error handler
 * and none of the program's attributes, and usable for a call. */
static void check_made(struct soak *soak, MPI_Comm comm, const struct members *members, const char *level, int siblings,
                       int index)
{
    MPI_Errhandler handler;
    int sum = 0, expected = 0;

    check_members(soak, comm, members);
    if (comm == MPI_COMM_NULL)
        return;
    check_level(soak, comm, level, siblings, index);
    if (attribute_of(soak, comm))
        MISMATCH(soak, "has the program's attribute %ld", attribute_of(soak, comm));
    MPI_Comm_get_errhandler(comm, &handler);
    if (handler != MPI_ERRORS_RETURN) {
        MISMATCH(soak, "does not have the error handler of its parent");
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    MPI_Errhandler_free(&handler);
    succeeds(soak, PMPI_Allreduce(&soak->rank, &sum, 1, MPI_INT, MPI_SUM, comm));
    for (int i = 0; i < members->size; i++)
        expected += members->world[i];
    if (sum != expected)
        MISMATCH(soak, "PMPI_Allreduce gives %d, expected %d", sum, expected);
}

static void check_copies(struct soak *soak, long before, long expected)
{
    if (copies - before != expected)
        MISMATCH(soak, "copied the program's attributes %ld times, expected %ld", copies - before, expected);
}

/* ---- families ---- */

static struct family *adopt(struct soak *soak, MPI_Comm comm, const struct members *members, const char *level,
                            int siblings, int index)
{
    for (int i = 0; i < FAMILIES; i++) {
        struct family *family = &soak->families[i];
        if (family->used)
            continue;
        *family = (struct family){
            .used = 1, .comm = comm, .members = *members, .level = level, .siblings = siblings, .index = index};
        soak->communicators++;
        return family;
    }
    BROKEN(soak, "no space for a communicator tree");
    return NULL;
}

static int free_slots(const struct soak *soak)
{
    int count = 0;

    for (int i = 0; i < FAMILIES; i++)
        count += !soak->families[i].used;
    return count;
}

static void finish(struct soak *soak, struct pending *pending);

/* The first two families stay. */
static void free_family(struct soak *soak, int slot)
{
    struct family *family = &soak->families[slot];

    if (!family->used || slot < 2)
        return;
    for (int i = 0; i < PENDING; i++)
        /* An operation that needs no further call may outlive the handle of its communicator. */
        if (soak->pending[i].used && soak->pending[i].slot == slot && soak->pending[i].kind == 1 &&
            one_in(&soak->all, 2))
            soak->pending[i].slot = -1;
        else if (soak->pending[i].used && soak->pending[i].slot == slot)
            finish(soak, &soak->pending[i]);
    calling(soak, NATIVE, "MPI_Comm_free of family %d", slot);
    if (family->comm != MPI_COMM_NULL)
        succeeds(soak, MPI_Comm_free(&family->comm));
    family->used = 0;
}

static void free_some_family(struct soak *soak)
{
    int slot = 2 + roll(&soak->all, FAMILIES - 2);

    for (int i = 0; i < FAMILIES; i++, slot = slot + 1 < FAMILIES ? slot + 1 : 2)
        if (soak->families[slot].used) {
            free_family(soak, slot);
            return;
        }
}

/* ---- communicators of the program's own ---- */

/* Some members, in no order; the same ones at all of them. */
static MPI_Group some_group(struct soak *soak, const struct family *family, int *colours, int *keys)
{
    MPI_Group all, some;
    int ranks[MOST], count = 0, size = family->members.size;

    for (int i = 0; i < size; i++) {
        colours[i] = one_in(&soak->part, 4) ? -1 : 0;
        keys[i] = roll(&soak->part, 100) * MOST + i;
    }
    colours[roll(&soak->part, size)] = 0;
    for (int i = 0; i < size; i++)
        if (colours[i] >= 0)
            ranks[count++] = i;
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && keys[ranks[j]] < keys[ranks[j - 1]]; j--) {
            int rank = ranks[j];
            ranks[j] = ranks[j - 1];
            ranks[j - 1] = rank;
        }
    MPI_Comm_group(family->comm, &all);
    MPI_Group_incl(all, count, ranks, &some);
    MPI_Group_free(&all);
    return some;
}

/* A duplicate has all properties of the original but its table of places. */
static void duplicate(struct soak *soak, struct family *family)
{
    struct family old = *family, *new;
    MPI_Comm comm = MPI_COMM_NULL;
    long before = copies;

    calling(soak, NATIVE, "MPI_Comm_dup of family %d", (int)(family - soak->families));
    if (old.comm != MPI_COMM_NULL)
        succeeds(soak, MPI_Comm_dup(old.comm, &comm));
    check_copies(soak, before, old.attribute && comm != MPI_COMM_NULL);
    check_members(soak, comm, &old.members);
    check_level(soak, comm, old.level, old.siblings, old.index);
    new = adopt(soak, comm, &old.members, old.level, old.siblings, old.index);
    new->attribute = old.attribute;
}

static void make_natively(struct soak *soak, struct family *family)
{
    static const char *const ways[] = {"MPI_Comm_split", "MPI_Comm_create", "MPI_Comm_create_group", "MPI_Cart_create",
                                       "MPI_Dist_graph_create"};
    int colours[MOST] = {0}, keys[MOST] = {0}, way = roll(&soak->all, 5), has_attribute = 0, is_same;
    int size = family->members.size, periods[1] = {1}, me = family->members.rank;
    struct outcome outcome = {.members = {.rank = -1}};
    struct family *new;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group group = MPI_GROUP_NULL;

    /* Open MPI 4.1.4's own MPI_Dist_graph_create hangs sometimes, if its tags collide with those of other creations
     * (c-tests/graphs.c). */
    if ((way == 4 && IS_OPEN_MPI && !options.wild) || ((way == 4 || way == 2) && family->has_trap) ||
        is_left_out(ways[way]))
        way = 0;
    calling(soak, NATIVE, "%s of family %d", ways[way], (int)(family - soak->families));
    if (family->comm != MPI_COMM_NULL) {
        int next = (me + 1) % size, one = 1;
        for (int i = 0; i < size; i++) {
            colours[i] = way == 0 ? roll(&soak->part, 4) - 1 : 0;
            keys[i] = way == 0 ? roll(&soak->part, 7) - 3 : 0;
        }
        if (way == 1 || way == 2)
            group = some_group(soak, family, colours, keys);
        outcome = divided(&family->members, colours, keys);
        if (way == 0)
            succeeds(soak,
                     MPI_Comm_split(family->comm, colours[me] < 0 ? MPI_UNDEFINED : colours[me], keys[me], &comm));
        else if (way == 1)
            succeeds(soak, MPI_Comm_create(family->comm, group, &comm));
        else if (way == 2 && outcome.members.size)
            succeeds(soak, MPI_Comm_create_group(family->comm, group, 5, &comm));
        else if (way == 3)
            succeeds(soak, MPI_Cart_create(family->comm, 1, &size, periods, 0, &comm));
        else if (way == 4)
            succeeds(soak, MPI_Dist_graph_create(family->comm, 1, &me, &one, &next, &one, MPI_INFO_NULL, 0, &comm));
        if (group != MPI_GROUP_NULL)
            MPI_Group_free(&group);
    }
    check_members(soak, comm, &outcome.members);
    is_same = outcome.members.size == size;
    has_attribute = way == 2 && soak->keyval_copied_by_group && comm != MPI_COMM_NULL;
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        /* An MPI that copies attributes here may give a communicator of all ranks in their order the level of a
         * duplicate. */
        if (!has_attribute || (!is_same && !is_left_out("inherited")))
            check_level(soak, comm, "Unknown", 0, MPI_UNDEFINED);
    }
    new = adopt(soak, comm, &outcome.members, has_attribute ? NULL : "Unknown", 0, MPI_UNDEFINED);
    new->attribute = has_attribute ? family->attribute : 0;
}

/* ---- pending operations of the program ---- */

enum { LONG_MESSAGE = 40000 };

/* A receive of any message from any rank, which must match no message of the library; a message of the program; three
 * nonblocking collective calls. */
static void begin(struct soak *soak, struct family *family)
{
    struct pending *pending = NULL;
    int slot = (int)(family - soak->families), count = LONG_MESSAGE;

    for (int i = 0; i < PENDING; i++)
        if (!soak->pending[i].used)
            pending = &soak->pending[i];
    if (!pending)
        return;
    *pending = (struct pending){.used = 1, .kind = roll(&soak->all, 5), .slot = slot, .rank = family->members.rank};
    pending->requests[0] = pending->requests[1] = MPI_REQUEST_NULL;
    if (pending->kind < 2 && family->has_trap)
        pending->kind += 2;
    family->has_trap |= pending->kind == 0;
    calling(soak, PENDING_CALL, "nonblocking operation %d on family %d", pending->kind, slot);
    /* Under MPICH such a receive of a single rank matches the messages of native collective calls. */
    if (family->comm == MPI_COMM_NULL || (pending->kind == 0 && family->members.size == 1))
        return;
    pending->size = family->members.size;
    pending->sent = malloc(LONG_MESSAGE * sizeof(int));
    pending->received = calloc(LONG_MESSAGE, sizeof(int));
    pending->value = roll(&soak->part, 1000000);
    for (int i = 0; i < count; i++)
        pending->sent[i] = pending->value + i + pending->rank;
    if (pending->kind == 0)
        succeeds(soak, MPI_Irecv(pending->received, count, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, family->comm,
                                 pending->requests));
    else if (pending->kind == 1) {
        int right = (pending->rank + 1) % pending->size, left = (pending->rank + pending->size - 1) % pending->size;
        succeeds(soak, MPI_Irecv(pending->received, count, MPI_INT, left, 3, family->comm, pending->requests));
        succeeds(soak, MPI_Isend(pending->sent, count, MPI_INT, right, 3, family->comm, pending->requests + 1));
    } else if (pending->kind == 2)
        succeeds(soak, MPI_Ibarrier(family->comm, pending->requests));
    else if (pending->kind == 3)
        succeeds(soak, MPI_Iallreduce(pending->sent, pending->received, count, MPI_INT, MPI_MAX, family->comm,
                                      pending->requests));
    else {
        int *buffer = pending->rank == 0 ? pending->sent : pending->received;
        succeeds(soak, MPI_Ibcast(buffer, count, MPI_INT, 0, family->comm, pending->requests));
    }
}

static void finish(struct soak *soak, struct pending *pending)
{
    struct family *family = &soak->families[pending->slot < 0 ? 0 : pending->slot];
    int left = (pending->rank + pending->size - 1) % (pending->size ? pending->size : 1), at = LONG_MESSAGE - 1;
    const int *result = pending->kind == 4 && pending->rank == 0 ? pending->sent : pending->received;
    int from[] = {left, left, 0, pending->size - 1, 0}, expected = pending->value + at + from[pending->kind];
    MPI_Status statuses[2];

    pending->used = 0;
    family->has_trap &= pending->kind != 0;
    calling(soak, PENDING_CALL, "end of nonblocking operation %d on family %d", pending->kind, pending->slot);
    if (!pending->size)
        return;
    if (pending->kind == 0) {
        succeeds(soak, MPI_Isend(pending->sent, LONG_MESSAGE, MPI_INT, (pending->rank + 1) % pending->size, 4,
                                 family->comm, pending->requests + 1));
    }
    succeeds(soak, MPI_Waitall(2, pending->requests, statuses));
    /* Until then no rank may send. Open MPI creates communicators by messages with the tag of the program. */
    if (pending->kind == 0)
        succeeds(soak, PMPI_Barrier(family->comm));
    if (pending->kind != 2 && (result[at] != expected || result[0] != expected - at))
        MISMATCH(soak, "the message is %d ... %d, with tag %d from rank %d, expected %d ... %d", result[0], result[at],
                 statuses[0].MPI_TAG, statuses[0].MPI_SOURCE, expected - at, expected);
    free(pending->sent);
    free(pending->received);
}

#endif
