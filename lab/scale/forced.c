/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The broadcasts and reductions that Open MPI 2.0.1 makes if an algorithm is forced, preloaded into SMPI in place of
 * its NTSB (broadcast) and NTSL (reduction): messages in one piece, because a forced algorithm has segments of length
 * 0, and chains with a fan-out of 4. SCALE_FORCED names the algorithm: linear (broadcasts), chain, pipeline,
 * split-binary (broadcasts), binary, binomial, in-order-binary (reductions). Any other call has a binary tree.
 * SCALE_FIRST: nanoseconds that the first of these messages from a rank to another takes longer, for cold runs. */
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#define NAME(name) __asm__("_ZN7simgrid4smpi" name)
#define TAG (-4)

enum { FAN_OUT = 4, MOST_RANKS = 1 << 10 };

MPI_Request request_isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
    NAME("7Request5isendEPKviPNS0_8DatatypeEiiPNS0_4CommE");
MPI_Request request_irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm)
    NAME("7Request5irecvEPviPNS0_8DatatypeEiiPNS0_4CommE");
int request_waitall(int count, MPI_Request *requests, MPI_Status *statuses)
    NAME("7Request7waitallEiPPS1_P10MPI_Status");
MPI_Group comm_group(MPI_Comm comm) NAME("4Comm5groupEv");
long group_actor(MPI_Group group, int rank) __asm__("_ZNK7simgrid4smpi5Group5actorEi");
void sg_actor_sleep_for(double seconds);
int comm_rank(MPI_Comm comm) __asm__("_ZNK7simgrid4smpi4Comm4rankEv");
int comm_size(MPI_Comm comm) __asm__("_ZNK7simgrid4smpi4Comm4sizeEv");
void op_apply(MPI_Op op, const void *in, void *inout, const int *count,
              MPI_Datatype type) __asm__("_ZNK7simgrid4smpi2Op5applyEPKvPvPKiPNS0_8DatatypeE");
int broadcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
    NAME("11bcast__NTSBEPviPNS0_8DatatypeEiPNS0_4CommE");
int reduction(const void *data, void *result, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
    NAME("12reduce__NTSLEPKvPviPNS0_8DatatypeEPNS0_2OpEiPNS0_4CommE");

/* The neighbours of a rank in a tree whose root is place 0 (for in-order-binary the last one). */
struct tree {
    int parent, children;
    int *child;
};

static const char *forced(void)
{
    const char *name = getenv("SCALE_FORCED");
    return name ? name : "binary";
}

static int is(const char *name)
{
    return !strcmp(forced(), name);
}

static void add(struct tree *tree, int child)
{
    tree->child[tree->children++] = child;
}

/* The ranks after the root in up to 'chains' chains, each of neighbours. */
static void chain(struct tree *tree, int place, int size, int chains)
{
    int first = 1;
    for (int i = 0; i < chains && first < size; i++) {
        int length = (size - 1) / chains + (i < (size - 1) % chains);
        if (place == 0)
            add(tree, first);
        else if (place >= first && place < first + length) {
            tree->parent = place == first ? 0 : place - 1;
            if (place + 1 < first + length)
                add(tree, place + 1);
        }
        first += length;
    }
}

/* Level by level: 1 and 2 below 0, 3 and 5 below 1, 4 and 6 below 2. */
static void binary(struct tree *tree, int place, int size)
{
    int level = 1;
    while (2 * level - 1 <= place)
        level *= 2;
    tree->parent = place - level / 2 < level - 1 ? place - level / 2 : place - level;
    for (int child = place + level; child <= place + 2 * level && child < size; child += level)
        add(tree, child);
}

/* A broadcast's: 1, 2, 4, ... below 0, 3, 5, 9, ... below 1. */
static void binomial(struct tree *tree, int place, int size)
{
    int mask = 1;
    while (mask <= place)
        mask *= 2;
    tree->parent = place ^ mask / 2;
    for (; (place ^ mask) < size && mask < size; mask *= 2)
        add(tree, place ^ mask);
}

/* A reduction's: 1, 2, 4, ... below 0, 3 below 2, 5, 6 below 4. */
static void binomial_in_order(struct tree *tree, int place, int size)
{
    int mask = 1;
    for (; mask < size && !(place & mask); mask *= 2)
        if ((place | mask) < size)
            add(tree, place | mask);
    tree->parent = place & ~mask;
}

/* Of each part the last rank is the parent of the one before it and of the last one of its first half. */
static void binary_in_order(struct tree *tree, int place, int size)
{
    int first = 0, parent = -1;
    for (;;) {
        int last = first + size - 1, half = size / 2;
        if (place == last) {
            tree->parent = parent;
            if (size > 1)
                add(tree, last - 1);
            if (size > 2)
                add(tree, first + half - 1);
            return;
        }
        parent = last;
        if (place >= first + half) {
            first += half;
            size -= half + 1;
        } else
            size = half;
    }
}

static struct tree tree_of(int place, int size, int reduces)
{
    struct tree tree = {0, 0, malloc(size * sizeof(int))};
    if (is("linear"))
        chain(&tree, place, size, size);
    else if (is("chain"))
        chain(&tree, place, size, FAN_OUT);
    else if (is("pipeline"))
        chain(&tree, place, size, 1);
    else if (is("binomial"))
        (reduces ? binomial_in_order : binomial)(&tree, place, size);
    else if (reduces && is("in-order-binary"))
        binary_in_order(&tree, place, size);
    else
        binary(&tree, place, size);
    return tree;
}

/* All ranks share this library. */
static char known[MOST_RANKS][MOST_RANKS];

static MPI_Request begin_send(const void *buffer, int count, MPI_Datatype type, int to, MPI_Comm comm)
{
    const char *first = getenv("SCALE_FIRST");
    MPI_Group group = comm_group(comm);
    char *here = &known[group_actor(group, comm_rank(comm)) % MOST_RANKS][group_actor(group, to) % MOST_RANKS];
    if (first && !*here) {
        *here = 1;
        sg_actor_sleep_for(atof(first) * 1e-9);
    }
    return request_isend(buffer, count, type, to, TAG, comm);
}

static void wait_for(MPI_Request request)
{
    request_waitall(1, &request, MPI_STATUSES_IGNORE);
}

static void receive(void *buffer, int count, MPI_Datatype type, int from, MPI_Comm comm)
{
    wait_for(request_irecv(buffer, count, type, from, TAG, comm));
}

static void send(const void *buffer, int count, MPI_Datatype type, int to, MPI_Comm comm)
{
    wait_for(begin_send(buffer, count, type, to, comm));
}

/* The second half of each branch of a split binary tree: the ranks that have one half of the message have an odd place,
 * and exchange it with their neighbour's. The last one gets it from the root if no neighbour is left. */
static void exchange(char *half[2], const int counts[2], MPI_Datatype type, int root, MPI_Comm comm)
{
    int size = comm_size(comm), place = (comm_rank(comm) - root + size) % size, own = (place + 1) % 2;
    int last = (root + size - 1) % size, pair;
    if (place == 0) {
        if (size % 2 == 0)
            send(half[1], counts[1], type, last, comm);
    } else if (size % 2 == 0 && place == size - 1)
        receive(half[1], counts[1], type, root, comm);
    else {
        MPI_Request requests[2];
        pair = (root + (own == 0 ? place + 1 : place - 1)) % size;
        requests[0] = request_irecv(half[!own], counts[!own], type, pair, TAG, comm);
        requests[1] = begin_send(half[own], counts[own], type, pair, comm);
        request_waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

int broadcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    int size = comm_size(comm), place = (comm_rank(comm) - root + size) % size, bytes;
    int splits = is("split-binary") && count > 1, counts[2] = {splits ? count - count / 2 : count, count / 2};
    char *half[2] = {buffer, buffer};
    struct tree tree = tree_of(place, size, 0);
    MPI_Request *requests = malloc(size * sizeof(MPI_Request));
    PMPI_Type_size(type, &bytes);
    half[1] += splits ? (size_t)counts[0] * bytes : 0;
    counts[1] = splits ? counts[1] : count;
    if (place > 0)
        receive(half[(place + 1) % 2], counts[(place + 1) % 2], type, (tree.parent + root) % size, comm);
    for (int i = 0; i < tree.children; i++) {
        int which = (place > 0 ? place + 1 : i) % 2;
        requests[i] = begin_send(half[which], counts[which], type, (tree.child[i] + root) % size, comm);
    }
    request_waitall(tree.children, requests, MPI_STATUSES_IGNORE);
    if (splits && size > 1)
        exchange(half, counts, type, root, comm);
    free(tree.child);
    free(requests);
    return MPI_SUCCESS;
}

/* At most two receives are pending, as in Open MPI. The data have no gaps. */
int reduction(const void *data, void *result, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    int size = comm_size(comm), rank = comm_rank(comm), bytes, in_order = is("in-order-binary");
    int top = in_order ? size - 1 : root, shift = in_order ? 0 : root;
    struct tree tree = tree_of((rank - shift + size) % size, size, 1);
    char *sum, *in;
    MPI_Request before = MPI_REQUEST_NULL;
    PMPI_Type_size(type, &bytes);
    bytes *= count;
    sum = malloc(bytes + 1);
    in = malloc(2 * (size_t)bytes + 1);
    memcpy(sum, data == MPI_IN_PLACE ? result : data, bytes);
    for (int i = 0; i <= tree.children; i++) {
        MPI_Request next = MPI_REQUEST_NULL;
        if (i < tree.children)
            next = request_irecv(in + (size_t)(i % 2) * bytes, count, type, (tree.child[i] + shift) % size, TAG, comm);
        if (i > 0) {
            wait_for(before);
            op_apply(op, in + (size_t)((i - 1) % 2) * bytes, sum, &count, type);
        }
        before = next;
    }
    if (rank != top)
        send(sum, count, type, (tree.parent + shift) % size, comm);
    else if (rank != root)
        send(sum, count, type, root, comm);
    if (rank == root && rank != top)
        receive(sum, count, type, top, comm);
    if (rank == root)
        memcpy(result, sum, bytes);
    free(tree.child);
    free(sum);
    free(in);
    return MPI_SUCCESS;
}
