/* SPDX-License-Identifier: MIT OR Apache-2.0
 * What ranks may do differently in one collective call, which all of them must take to go one way:
 * collectives_alike nothing|counted [BLOCKS]|huge [data]|own|extents|bottom, see below. Each rank prints how many calls
 * must have gone along the hierarchy. */
#include "collectives.h"
#include <stddef.h>
#include <stdint.h>

static struct world world = {.has_levels = 1};

/* All ranks must get through this after each case: no rank may be stuck in the call before. */
static void together(void)
{
    int to[64], from[64];

    for (int i = 0; i < world.size; i++)
        to[i] = world.rank * 100 + i;
    OK(PMPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, world.comm));
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], i * 100 + world.rank);
}

/* A communicator on which no call has been made. */
static void afresh(void)
{
    if (world.comm)
        MPI_Comm_free(&world.comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &world.comm);
    MPI_Comm_rank(world.comm, &world.rank);
    MPI_Comm_size(world.comm, &world.size);
}

static int value_at(int owner, int i)
{
    return owner * 1000003 + i * 7;
}

/* ---- nothing: no data, and no buffer at one rank, as the first call on a communicator ---- */

static void nothing(void)
{
    int data[64] = {0}, none = 0, zeros[64] = {0}, nothings[64] = {0};
    MPI_Datatype ints[64];

    for (int i = 0; i < 64; i++)
        ints[i] = MPI_INT;
    for (int rank = 0; rank < test_size(); rank++) {
        void *own, *all;
#define WITHOUT(call)                                                                                                  \
    do {                                                                                                               \
        afresh();                                                                                                      \
        own = world.rank == rank ? NULL : &none;                                                                       \
        all = world.rank == rank ? NULL : data;                                                                        \
        OK(call);                                                                                                      \
        together();                                                                                                    \
    } while (0)
        WITHOUT(MPI_Gather(own, 0, MPI_INT, all, 0, MPI_INT, rank, world.comm));
        WITHOUT(MPI_Scatter(all, 0, MPI_INT, own, 0, MPI_INT, rank, world.comm));
        WITHOUT(MPI_Allgather(own, 0, MPI_INT, all, 0, MPI_INT, world.comm));
        WITHOUT(MPI_Alltoall(own, 0, MPI_INT, all, 0, MPI_INT, world.comm));
        WITHOUT(MPI_Alltoallv(own, zeros, zeros, MPI_INT, all, nothings, zeros, MPI_INT, world.comm));
        expect(&world, ALLTOALLV);
        WITHOUT(MPI_Alltoallw(own, zeros, zeros, ints, all, nothings, zeros, ints, world.comm));
        expect(&world, ALLTOALLW);
        WITHOUT(MPI_Gatherv(own, 0, MPI_INT, all, zeros, zeros, MPI_INT, rank, world.comm));
        expect(&world, GATHERV);
        WITHOUT(MPI_Scatterv(all, zeros, zeros, MPI_INT, own, 0, MPI_INT, rank, world.comm));
        expect(&world, SCATTERV);
        WITHOUT(MPI_Allgatherv(own, 0, MPI_INT, all, zeros, zeros, MPI_INT, world.comm));
        WITHOUT(MPI_Bcast(own, 0, MPI_INT, rank, world.comm));
        WITHOUT(MPI_Reduce(own, all, 0, MPI_INT, MPI_SUM, rank, world.comm));
        WITHOUT(MPI_Allreduce(own, all, 0, MPI_INT, MPI_SUM, world.comm));
        WITHOUT(MPI_Scan(own, all, 0, MPI_INT, MPI_SUM, world.comm));
        WITHOUT(MPI_Exscan(own, all, 0, MPI_INT, MPI_SUM, world.comm));
        WITHOUT(MPI_Reduce_scatter(own, all, zeros, MPI_INT, MPI_SUM, world.comm));
        WITHOUT(MPI_Reduce_scatter_block(own, all, 0, MPI_INT, MPI_SUM, world.comm));
    }
}

/* ---- counted: the same ints in one element or in many, with gaps or without, in place or not ---- */

enum { KINDS = 4, INTS = 12 };
static MPI_Datatype kinds[KINDS];

static void make_kinds(int blocks)
{
    MPI_Datatype bare;

    kinds[0] = MPI_INT;
    MPI_Type_contiguous(INTS, MPI_INT, &kinds[1]);
    MPI_Type_vector(3, 2, 5, MPI_INT, &bare);
    MPI_Type_create_resized(bare, 0, 15 * sizeof(int), &kinds[2]);
    MPI_Type_free(&bare);
    MPI_Type_contiguous(INTS * blocks, MPI_INT, &kinds[3]);
    for (int kind = 1; kind < KINDS; kind++)
        MPI_Type_commit(&kinds[kind]);
}

/* How many elements have the data. */
static int elements(int kind, int blocks)
{
    return kind == 0 ? INTS * blocks : kind == 1 ? blocks : kind == 2 ? 2 * blocks : 1;
}

/* Memory for them, with equal bytes. */
static unsigned char *room_for(int kind, int blocks, int shares)
{
    size_t bytes = (size_t)shares * (size_t)blocks * INTS * sizeof(int) * (kind == 2 ? 5 : 2) / 2 + 64;
    unsigned char *room = malloc(bytes);

    memset(room, 0xA5, bytes);
    return room;
}

static unsigned char *share_of(unsigned char *all, int kind, int blocks, int share)
{
    return all + (size_t)share * (size_t)blocks * INTS * sizeof(int) * (kind == 2 ? 5 : 2) / 2;
}

static void put(unsigned char *buffer, int kind, int blocks, int owner)
{
    int count = INTS * blocks, *plain = malloc((size_t)count * sizeof(int)), position = 0;

    for (int i = 0; i < count; i++)
        plain[i] = value_at(owner, i);
    MPI_Unpack(plain, count * (int)sizeof(int), &position, buffer, elements(kind, blocks), kinds[kind], MPI_COMM_SELF);
    free(plain);
}

static void check_put(const char *what, unsigned char *buffer, int kind, int blocks, int owner)
{
    int count = INTS * blocks, *plain = malloc((size_t)count * sizeof(int)), position = 0;

    MPI_Pack(buffer, elements(kind, blocks), kinds[kind], plain, count * (int)sizeof(int), &position, MPI_COMM_SELF);
    for (int i = 0; i < count; i++) {
        if (plain[i] == value_at(owner, i))
            continue;
        if (test_failed(__FILE__, __LINE__))
            fprintf(stderr, "%s of %d ints in kind %d: int %d is %d, expected %d\n", what, count, kind, i, plain[i],
                    value_at(owner, i));
        break;
    }
    free(plain);
}

static void counted_shares(int blocks, int root, int kind, int other, int in_place)
{
    int count = elements(kind, blocks), all_count = elements(other, blocks), is_root = world.rank == root;
    unsigned char *own = room_for(kind, blocks, 1), *all = room_for(other, blocks, world.size);

    in_place = in_place && (world.rank % 2 || is_root);
    put(in_place ? share_of(all, other, blocks, world.rank) : own, in_place ? other : kind, blocks, world.rank);
    OK(MPI_Allgather(in_place ? MPI_IN_PLACE : own, count, kinds[kind], all, all_count, kinds[other], world.comm));
    expect(&world, ALLGATHER);
    for (int rank = 0; rank < world.size; rank++)
        check_put("allgather", share_of(all, other, blocks, rank), other, blocks, rank);

    in_place = in_place && is_root;
    put(in_place ? share_of(all, other, blocks, world.rank) : own, in_place ? other : kind, blocks, world.rank + 50);
    OK(MPI_Gather(in_place ? MPI_IN_PLACE : own, count, kinds[kind], is_root ? all : NULL, is_root ? all_count : -1,
                  is_root ? kinds[other] : MPI_DATATYPE_NULL, root, world.comm));
    expect(&world, GATHER);
    for (int rank = 0; rank < world.size && is_root; rank++)
        check_put("gather", share_of(all, other, blocks, rank), other, blocks, rank + 50);

    for (int rank = 0; rank < world.size && is_root; rank++)
        put(share_of(all, other, blocks, rank), other, blocks, rank + 70);
    OK(MPI_Scatter(is_root ? all : NULL, is_root ? all_count : -1, is_root ? kinds[other] : MPI_DATATYPE_NULL,
                   in_place ? MPI_IN_PLACE : own, count, kinds[kind], root, world.comm));
    expect(&world, SCATTER);
    if (!in_place)
        check_put("scatter", own, kind, blocks, world.rank + 70);
    free(own);
    free(all);
}

static void counted(int blocks)
{
    make_kinds(blocks);
    for (int turn = 0; turn < KINDS * KINDS; turn++) {
        int kind = (world.rank + turn) % KINDS, other = (world.rank * 3 + turn / KINDS) % KINDS,
            root = turn % world.size;
        unsigned char *buffer = room_for(kind, blocks, 1);

        if (turn % 5 == 0)
            afresh();
        if (world.rank == root)
            put(buffer, kind, blocks, turn);
        OK(MPI_Bcast(buffer, elements(kind, blocks), kinds[kind], root, world.comm));
        expect(&world, BCAST);
        check_put("bcast", buffer, kind, blocks, turn);
        free(buffer);
        counted_shares(blocks, root, kind, other, turn % 3 == 0);
        together();
    }
    for (int kind = 1; kind < KINDS; kind++)
        MPI_Type_free(&kinds[kind]);
}

/* ---- huge: elements of more than 2 GiB, one or none, and as much in several elements at another rank ---- */

enum { BLOCK = 1 << 20, BLOCKS = 2049 };

/* All blocks of a huge element lie in the same place. */
static MPI_Datatype huge_type(int blocks)
{
    MPI_Datatype block, huge;

    MPI_Type_contiguous(BLOCK, MPI_BYTE, &block);
    MPI_Type_create_hvector(blocks, 1, 0, block, &huge);
    MPI_Type_commit(&huge);
    MPI_Type_free(&block);
    return huge;
}

static void first_of_two(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    if (*count > 0)
        memcpy(inout, in, BLOCK);
}

static void huge(int with_data)
{
    MPI_Datatype all = huge_type(BLOCKS), third = huge_type(BLOCKS / 3);
    unsigned char *buffer = malloc(3 * BLOCK), *other = malloc(BLOCK);
    int is_root = world.rank == world.size - 1, size;
    MPI_Op op;

    MPI_Op_create(first_of_two, 1, &op);
    MPI_Type_size(all, &size);
    CHECK_INT(size, MPI_UNDEFINED);
    memset(buffer, 1, 3 * BLOCK);
    OK(MPI_Bcast(buffer, 0, world.rank % 2 ? all : third, 0, world.comm));
    OK(MPI_Gather(buffer, 0, all, other, 0, third, world.size - 1, world.comm));
    OK(MPI_Scatter(other, 0, third, buffer, 0, all, world.size - 1, world.comm));
    OK(MPI_Allgather(buffer, 0, all, other, 0, world.rank % 2 ? MPI_INT : all, world.comm));
    OK(MPI_Reduce(buffer, other, 0, all, op, 0, world.comm));
    OK(MPI_Allreduce(buffer, other, 0, all, op, world.comm));
#if MPI_VERSION >= 4
    OK(MPI_Bcast_c(buffer, 0, all, 0, world.comm));
    OK(MPI_Allgather_c(buffer, 0, all, other, 0, all, world.comm));
#endif
    together();
    for (int i = 0; i < BLOCK && with_data; i++)
        buffer[i] = is_root ? (unsigned char)(i * 31 % 251) : 0;
    /* The second rank counts in thirds. */
    if (with_data)
        OK(MPI_Bcast(buffer, world.rank == 1 ? 3 : 1, world.rank == 1 ? third : all, world.size - 1, world.comm));
    for (int i = 0; i < BLOCK && with_data; i += 4099)
        CHECK_INT(buffer[i], i * 31 % 251);
    together();
    MPI_Op_free(&op);
    MPI_Type_free(&all);
    MPI_Type_free(&third);
    free(buffer);
    free(other);
}

/* ---- own: a rank's block for itself is one element of more than 2 GiB ---- */

static void huge_own(void)
{
    MPI_Datatype all = huge_type(BLOCKS);
    unsigned char *from = malloc(BLOCK), *to = calloc(1, BLOCK);
    int counts[64] = {0}, places[64] = {0};

    counts[1] = 1;
    for (int i = 0; i < BLOCK; i++)
        from[i] = (unsigned char)(i * 31 % 251);
    OK(MPI_Gatherv(from, world.rank == 1, all, to, counts, places, all, 1, world.comm));
    expect(&world, GATHERV);
    for (int i = 0; i < BLOCK; i += 4099)
        CHECK_INT(to[i], world.rank == 1 ? i * 31 % 251 : 0);
    together();
    MPI_Type_free(&all);
    free(from);
    free(to);
}

/* ---- extents: elements that go backwards, or lie far from where the buffer is said to be ---- */

static void add_ints_at(void *in, void *inout, int count, MPI_Aint extent, MPI_Aint first)
{
    for (MPI_Aint i = 0; i < count; i++)
        *(int *)((uintptr_t)inout + (uintptr_t)(first + i * extent)) +=
            *(int *)((uintptr_t)in + (uintptr_t)(first + i * extent));
}

static void add_ints(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint lb, extent, first, span;

    MPI_Type_get_extent(*type, &lb, &extent);
    MPI_Type_get_true_extent(*type, &first, &span);
    add_ints_at(in, inout, *count, extent, first);
}

static void sums_of(MPI_Datatype type, void *own, void *result, int *own_ints, int *result_ints, int count, int step)
{
    MPI_Op op;
    int root = 1 % world.size;

    MPI_Op_create(add_ints, 1, &op);
    for (int round = 0; round < 4; round++) {
        int to_all = round % 2, in_place = round / 2, counts = to_all || world.rank == root;
        void *operand = in_place && counts ? MPI_IN_PLACE : own;
        for (int i = 0; i < count * step; i++)
            own_ints[i] = i + world.rank, result_ints[i] = in_place ? i + world.rank : -1;
        if (to_all)
            OK(MPI_Allreduce(operand, result, count, type, op, world.comm));
        else
            OK(MPI_Reduce(operand, result, count, type, op, root, world.comm));
        expect(&world, to_all ? ALLREDUCE : REDUCE);
        for (int i = 0; i < count * step && counts; i++)
            CHECK_INT(result_ints[i],
                      i % step ? (in_place ? i + world.rank : -1) : world.size * i + world.size * (world.size - 1) / 2);
    }
    MPI_Op_free(&op);
}

/* An operation that assigns whole elements, padding included. */
struct padded {
    double value;
    int owner;
    char padding[52];
};

static void greater(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct padded *left = in, *right = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        if (left[i].value > right[i].value)
            right[i] = left[i];
}

static void padding(int count)
{
    struct padded *own = calloc((size_t)count, sizeof *own), *result = calloc((size_t)count, sizeof *own);
    int lengths[] = {1, 1};
    MPI_Aint places[] = {offsetof(struct padded, value), offsetof(struct padded, owner)};
    MPI_Datatype members[] = {MPI_DOUBLE, MPI_INT}, bare, type;
    MPI_Op op;

    MPI_Type_create_struct(2, lengths, places, members, &bare);
    MPI_Type_create_resized(bare, 0, sizeof *own, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&bare);
    MPI_Op_create(greater, 1, &op);
    for (int i = 0; i < count; i++)
        own[i].value = (world.rank + i) % world.size, own[i].owner = world.rank;
    OK(MPI_Allreduce(own, result, count, type, op, world.comm));
    expect(&world, ALLREDUCE);
    for (int i = 0; i < count; i++)
        CHECK_INT(result[i].owner, (2 * world.size - 1 - i % world.size) % world.size);
    OK(MPI_Reduce(own, result, count, type, op, 0, world.comm));
    expect(&world, REDUCE);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(own);
    free(result);
}

static void extents(void)
{
    enum { COUNT = 300, STEP = 3 };
    static int own[COUNT * STEP], result[COUNT * STEP];
    MPI_Datatype backwards, far;
    MPI_Aint address, displacement[1];
    int length = 1;

    MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint)(STEP * sizeof(int)), &backwards);
    MPI_Type_commit(&backwards);
    sums_of(backwards, own + (COUNT - 1) * STEP, result + (COUNT - 1) * STEP, own, result, COUNT, STEP);
    for (int i = 0; i < COUNT * STEP; i++)
        own[i] = world.rank == 1 ? i : -1;
    OK(MPI_Bcast(own + (COUNT - 1) * STEP, COUNT, backwards, 1, world.comm));
    expect(&world, BCAST);
    for (int i = 0; i < COUNT * STEP; i++)
        CHECK_INT(own[i], i % STEP && world.rank != 1 ? -1 : i);
    MPI_Type_free(&backwards);

    /* One element, by its absolute address: operand and result are one buffer, so it is in place. */
    MPI_Get_address(result, &address);
    displacement[0] = address;
    MPI_Type_create_hindexed(1, &length, displacement, MPI_INT, &far);
    MPI_Type_commit(&far);
    for (int root = -1; root < world.size; root++) {
        MPI_Op op;
        int is_in_place = root < 0 || root == world.rank;
        MPI_Op_create(add_ints, 1, &op);
        result[0] = world.rank + 5;
        if (root < 0)
            OK(MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, far, op, world.comm));
        else
            OK(MPI_Reduce(is_in_place ? MPI_IN_PLACE : MPI_BOTTOM, MPI_BOTTOM, 1, far, op, root, world.comm));
        expect(&world, root < 0 ? ALLREDUCE : REDUCE);
        CHECK_INT(result[0], is_in_place ? 5 * world.size + world.size * (world.size - 1) / 2 : world.rank + 5);
        MPI_Op_free(&op);
    }
    MPI_Type_free(&far);
    padding(1);
    padding(5);
    padding(5000);
    together();
}

/* ---- bottom: blocks by their absolute addresses, at one rank alone or at all ---- */

static void check_ring(const int *from)
{
    for (int side = 0; side < 2; side++)
        CHECK_INT(from[side], (world.rank + (side ? 1 : world.size - 1)) % world.size * 10 + !side);
}

/* `absolute`: whether this rank passes MPI_BOTTOM; `active`: whether it has data. */
static void ring(MPI_Comm graph, int absolute, int active)
{
    int to[2] = {world.rank * 10, world.rank * 10 + 1}, from[2] = {-1, -1}, counts[2] = {active, active};
    MPI_Aint sent[2] = {0, sizeof(int)}, received[2] = {0, sizeof(int)};
    MPI_Datatype ints[2] = {MPI_INT, MPI_INT};

    for (int i = 0; i < 2 && absolute; i++) {
        MPI_Get_address(&to[i], &sent[i]);
        MPI_Get_address(&from[i], &received[i]);
    }
    OK(MPI_Neighbor_alltoallw(absolute ? MPI_BOTTOM : to, counts, sent, ints, absolute ? MPI_BOTTOM : from, counts,
                              received, ints, graph));
    expect(&world, NEIGHBOR_ALLTOALLW);
    if (active)
        check_ring(from);
    together();
}

/* MPICH refuses aliased buffers where both arrays are one; NULL twice is none of these. */
static void null_twice(int rank)
{
    int to[64], from[64], counts[64], places[64];
    MPI_Datatype sent[64], received[64];

    for (int i = 0; i < world.size; i++) {
        counts[i] = i != rank && world.rank != rank;
        to[i] = world.rank * 100 + i, from[i] = -1, places[i] = i * (int)sizeof(int);
        sent[i] = received[i] = MPI_INT;
    }
    OK(MPI_Alltoallw(world.rank == rank ? NULL : to, counts, places, sent, world.rank == rank ? NULL : from, counts,
                     places, received, world.comm));
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], counts[i] ? i * 100 + world.rank : -1);
    expect(&world, ALLTOALLW);
    together();
}

#if MPI_VERSION >= 4
static void vectors(int rank)
{
    char to[64], from[64];
    MPI_Count sizes[64], others[64];
    MPI_Aint sent[64], received[64];
    int absolute = world.rank == rank;

    for (int i = 0; i < world.size; i++) {
        MPI_Get_address(&to[i], &sent[i]);
        MPI_Get_address(&from[i], &received[i]);
        if (!absolute)
            sent[i] = received[i] = i;
        sizes[i] = others[i] = 1;
        to[i] = (char)(world.rank * 8 + i), from[i] = -1;
    }
    void *source = absolute ? MPI_BOTTOM : to, *result = absolute ? MPI_BOTTOM : from;
    OK(MPI_Alltoallv_c(source, sizes, sent, MPI_CHAR, result, others, received, MPI_CHAR, world.comm));
    expect(&world, ALLTOALLV);
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], i * 8 + world.rank);
    together();
    OK(MPI_Gatherv_c(to, 1, MPI_CHAR, result, sizes, received, MPI_CHAR, rank, world.comm));
    expect(&world, GATHERV);
    for (int i = 0; i < world.size && absolute; i++)
        CHECK_INT(from[i], i * 8);
    together();
    OK(MPI_Scatterv_c(source, sizes, sent, MPI_CHAR, from, 1, MPI_CHAR, rank, world.comm));
    expect(&world, SCATTERV);
    CHECK_INT(from[0], rank * 8 + world.rank);
    together();
    OK(MPI_Allgatherv_c(to, 1, MPI_CHAR, result, sizes, received, MPI_CHAR, world.comm));
    expect(&world, ALLGATHERV);
    for (int i = 0; i < world.size; i++)
        CHECK_INT(from[i], i * 8);
    together();
}
#endif

static void bottom(void)
{
    int around[2] = {(world.rank + world.size - 1) % world.size, (world.rank + 1) % world.size}, ones[2] = {1, 1};
    MPI_Comm graph;

    MPI_Dist_graph_create_adjacent(world.comm, 2, around, ones, 2, around, ones, MPI_INFO_NULL, 0, &graph);
    for (int rank = 0; rank < world.size; rank++) {
        ring(graph, world.rank == rank, 1);
        ring(graph, world.rank != rank, 1);
        null_twice(rank);
#if MPI_VERSION >= 4
        vectors(rank);
#endif
    }
    ring(graph, 1, 1);
    MPI_Comm_free(&graph);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "nothing";
    int value = 3;

    MPI_Init(&argc, &argv);
    afresh();
    if (!strcmp(what, "nothing"))
        nothing();
    else if (!strcmp(what, "counted"))
        counted(argc > 2 ? atoi(argv[2]) : 40);
    else if (!strcmp(what, "huge"))
        huge(argc > 2);
    else if (!strcmp(what, "own"))
        huge_own();
    else if (!strcmp(what, "extents"))
        extents();
    else if (!strcmp(what, "bottom"))
        bottom();
    else
        CHECK_TEXT(what, "a case");
    OK(MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD));
    expect(&world, BCAST);
    MPI_Comm_free(&world.comm);
    say_expected();
    return test_end();
}
