/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Differences between ranks in one collective call, for which all ranks must choose the same algorithm:
 * collectives_alike nothing|counted [BLOCKS]|huge [data]|own, see below. Each rank prints how many calls must have gone
 * along the hierarchy. Different addresses of elements are in collectives_places.c. */
#include "collectives_alike.h"

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

/* ---- counted: the same ints in one element or in many, with or without gaps, in place or not ---- */

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

/* The number of elements that hold the data. */
static int elements(int kind, int blocks)
{
    return kind == 0 ? INTS * blocks : kind == 1 ? blocks : kind == 2 ? 2 * blocks : 1;
}

/* Memory for them, with equal bytes. */
static unsigned char *room_for(int kind, int blocks, int shares)
{
    size_t bytes = (size_t)shares * (size_t)blocks * INTS * sizeof(int) * (kind == 2 ? 5 : 2) / 2 + 64;
    unsigned char *capacity = malloc(bytes);

    memset(capacity, 0xA5, bytes);
    return capacity;
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

    counts[world.rank] = world.rank == 1;
    for (int i = 0; i < BLOCK; i++)
        from[i] = (unsigned char)(i * 31 % 251);
    OK(MPI_Alltoallv(from, counts, places, all, to, counts, places, all, world.comm));
    expect(&world, ALLTOALLV);
    for (int i = 0; i < BLOCK; i += 4099)
        CHECK_INT(to[i], world.rank == 1 ? i * 31 % 251 : 0);
    together();
    MPI_Type_free(&all);
    free(from);
    free(to);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "nothing";

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
    else
        CHECK_TEXT(what, "a case");
    return end_alike();
}
