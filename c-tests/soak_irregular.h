/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls of soak.c whose blocks have different lengths, made and compared as those of soak_collectives.h. */
#ifndef SOAK_IRREGULAR_H
#define SOAK_IRREGULAR_H

#include "soak_collectives.h"

/* How many bases the block of one rank for another has. */
static int bases_between(const struct soak *soak, uint64_t draw, int from, int to)
{
    struct dice dice = dice_of(soak->seed, draw, (uint64_t)(from * MOST + to));

    return one_in(&dice, 3) ? 0 : MULTIPLE * some_count(&dice, one_in(&dice, 8) ? 3000 : 60);
}

/* The blocks of a rank in one buffer, and the same packed. */
struct blocks {
    struct data data[MOST], whole;
    MPI_Datatype types[MOST];
    int counts[MOST], places[MOST], elements[MOST], bytes[MOST], at[MOST], length;
};

/* Blocks of a datatype each, or of one. */
static struct blocks blocks_of(struct soak *soak, const struct call *call, uint64_t draw, int receives, int of_each)
{
    struct blocks blocks = {.whole = {.type = MPI_CHAR, .extent = 1, .span = 1}};
    MPI_Datatype base = BASES[call->base].type;
    MPI_Aint place = 0;
    int size;

    MPI_Type_size(base, &size);
    for (int rank = 0; rank < call->size; rank++) {
        int bases = bases_between(soak, draw, receives ? rank : call->rank, receives ? call->rank : rank);
        struct data data = some_data(&soak->own, base, bases, 0, soak->is_tame || !of_each);
        MPI_Aint last = data.count > 0 ? (data.count - 1) * data.extent : 0;
        MPI_Aint low = data.first + (last < 0 ? last : 0), high = data.first + data.span + (last > 0 ? last : 0);
        if (data.count == 0)
            low = high = 0;
        /* 48 is a multiple of every base's extent. */
        place += (low < 0 ? -low + 47 : 47) / 48 * 48 + 48 * roll(&soak->own, 2);
        blocks.data[rank] = data;
        blocks.types[rank] = data.type;
        blocks.counts[rank] = data.count;
        blocks.places[rank] = (int)place;
        blocks.elements[rank] = (int)(place / data.extent);
        blocks.bytes[rank] = size * bases;
        blocks.at[rank] = blocks.length;
        blocks.length += size * bases;
        place += (high + 47) / 48 * 48;
    }
    blocks.whole.count = (int)place + 1;
    return blocks;
}

static void free_blocks(struct blocks *blocks, int size)
{
    for (int rank = 0; rank < size; rank++)
        free_data(&blocks->data[rank]);
}

static void alltoallv(struct soak *soak, struct family *family, int of_each)
{
    struct call call = {.comm = family->comm, .rank = family->members.rank, .size = family->members.size};
    uint64_t draw = roll_bits(&soak->part);
    int native, code;

    /* Open MPI's own MPI_Alltoallw (4.1.4) accepts no displacements on a communicator of one rank. */
    if (of_each && IS_OPEN_MPI && call.size == 1)
        return;
    call.base = roll(&soak->part, (int)(sizeof BASES / sizeof *BASES));
    /* The gaps between data are no data. */
    if (BASES[call.base].type == MPI_DOUBLE_INT || BASES[call.base].type == MPI_SHORT_INT)
        call.base = 0;
    calling(soak, of_each ? ALLTOALLW : ALLTOALLV, "%s of %s, rank %d of %d of family %d",
            of_each ? "alltoallw" : "alltoallv", BASES[call.base].name, call.rank, call.size,
            (int)(family - soak->families));
    struct blocks own = blocks_of(soak, &call, draw, 0, of_each), all = blocks_of(soak, &call, draw, 1, of_each);
    struct space sent = space_for(&own.whole, own.whole.count), received = space_for(&all.whole, all.whole.count);
    unsigned char *packed = calloc((size_t)own.length + 1, 1), *right = calloc((size_t)all.length + 1, 1);

    fill(&sent, &soak->own);
    fill(&received, &soak->own);
    struct results results = results_of(&received);
    for (int rank = 0; rank < call.size; rank++)
        pack(&own.data[rank], sent.address + own.places[rank], packed + own.at[rank], own.bytes[rank]);
    PMPI_Alltoallv(packed, own.bytes, own.at, MPI_BYTE, right, all.bytes, all.at, MPI_BYTE, call.comm);
    for (int rank = 0; rank < call.size; rank++)
        unpack(&all.data[rank], results.expected.address + all.places[rank], right + all.at[rank], all.bytes[rank]);
    if (of_each) {
        native = NATIVELY(Alltoallw, sent.address, own.counts, own.places, own.types, results.native.address,
                          all.counts, all.places, all.types, call.comm);
        code = MPI_Alltoallw(sent.address, own.counts, own.places, own.types, results.ours.address, all.counts,
                             all.places, all.types, call.comm);
    } else {
        MPI_Datatype type = BASES[call.base].type;
        native = NATIVELY(Alltoallv, sent.address, own.counts, own.elements, type, results.native.address, all.counts,
                          all.elements, type, call.comm);
        code = MPI_Alltoallv(sent.address, own.counts, own.elements, type, results.ours.address, all.counts,
                             all.elements, type, call.comm);
    }
    compare(soak, native, code, &results);
    free(packed);
    free(right);
    free_space(&sent);
    free_space(&received);
    free_blocks(&own, call.size);
    free_blocks(&all, call.size);
}

/* Shares of plain elements. */
static void allgatherv(struct soak *soak, struct family *family)
{
    struct call call = {.comm = family->comm, .rank = family->members.rank, .size = family->members.size};
    uint64_t draw = roll_bits(&soak->part);
    int counts[MOST], bytes[MOST], places[MOST], at[MOST], length = 0, packed = 0, size, native, code;
    int capacity = roll(&soak->own, 3), in_place = one_in(&soak->part, 3);

    call.base = roll(&soak->part, (int)(sizeof BASES / sizeof *BASES));
    if (BASES[call.base].type == MPI_DOUBLE_INT || BASES[call.base].type == MPI_SHORT_INT)
        call.base = 0;
    MPI_Datatype type = BASES[call.base].type;
    MPI_Type_size(type, &size);
    for (int rank = 0; rank < call.size; rank++) {
        counts[rank] = bases_between(soak, draw, rank, 0);
        bytes[rank] = counts[rank] * size;
        places[rank] = length;
        at[rank] = packed;
        length += counts[rank] + capacity;
        packed += bytes[rank];
    }
    calling(soak, ALLGATHERV, "allgatherv of %d x %s here%s, rank %d of %d of family %d", counts[call.rank],
            BASES[call.base].name, in_place ? ", in place" : "", call.rank, call.size, (int)(family - soak->families));
    struct data data = {.type = type, .count = length + 1};
    look_at(&data);
    struct space all = space_for(&data, data.count), own = copy_of(&all);
    unsigned char *right = calloc((size_t)packed + 1, 1);
    fill(&all, &soak->own);
    fill(&own, &soak->own);
    struct results results = results_of(&all);
    unsigned char *share = in_place ? all.address + (MPI_Aint)places[call.rank] * size : own.address;
    PMPI_Allgatherv(share, bytes[call.rank], MPI_BYTE, right, bytes, at, MPI_BYTE, call.comm);
    for (int rank = 0; rank < call.size; rank++)
        memcpy(results.expected.address + (MPI_Aint)places[rank] * size, right + at[rank], (size_t)bytes[rank]);
    void *from = in_place ? MPI_IN_PLACE : own.address;
    native =
        NATIVELY(Allgatherv, from, counts[call.rank], type, results.native.address, counts, places, type, call.comm);
    code = MPI_Allgatherv(from, counts[call.rank], type, results.ours.address, counts, places, type, call.comm);
    compare(soak, native, code, &results);
    free(right);
    free_space(&all);
    free_space(&own);
}

/* Shares of ints to a root, and each of them plus 1 back. */
static void gatherv(struct soak *soak, struct family *family)
{
    struct call call = {.comm = family->comm, .rank = family->members.rank, .size = family->members.size};
    uint64_t draw = roll_bits(&soak->part);
    int counts[MOST], places[MOST], length = 0, capacity = roll(&soak->own, 3), is_root, wrong = 0;
    int in_place = one_in(&soak->part, 3), first = (int)(draw % 1000);

    call.root = roll(&soak->part, call.size);
    is_root = call.rank == call.root;
    for (int rank = 0; rank < call.size; rank++) {
        counts[rank] = bases_between(soak, draw, rank, 0);
        places[rank] = length;
        length += counts[rank] + capacity;
    }
    calling(soak, GATHERV, "gatherv and scatterv of %d x MPI_INT here, root %d%s, rank %d of %d of family %d",
            counts[call.rank], call.root, in_place ? ", in place" : "", call.rank, call.size,
            (int)(family - soak->families));
    int count = counts[call.rank], *all = malloc(((size_t)length + 1) * sizeof *all);
    int *own = malloc(((size_t)count + 1) * sizeof *own), *share = is_root && in_place ? all + places[call.rank] : own;
    for (int i = 0; i < length; i++)
        all[i] = -1;
    for (int i = 0; i < count; i++)
        share[i] = first + call.rank * 100000 + i;
    succeeds(soak, MPI_Gatherv(share == own ? own : MPI_IN_PLACE, count, MPI_INT, is_root ? all : NULL,
                               is_root ? counts : NULL, is_root ? places : NULL, MPI_INT, call.root, call.comm));
    for (int rank = 0; rank < call.size && is_root; rank++) {
        for (int i = 0; i < counts[rank]; i++)
            wrong += all[places[rank] + i]++ != first + rank * 100000 + i;
        wrong += capacity && all[places[rank] + counts[rank]] != -1;
    }
    succeeds(soak, MPI_Scatterv(is_root ? all : NULL, is_root ? counts : NULL, is_root ? places : NULL, MPI_INT,
                                share == own ? own : MPI_IN_PLACE, count, MPI_INT, call.root, call.comm));
    for (int i = 0; i < count; i++)
        wrong += share[i] != first + call.rank * 100000 + i + 1;
    if (wrong)
        MISMATCH(soak, "%d numbers are wrong", wrong);
    free(all);
    free(own);
}

#endif
