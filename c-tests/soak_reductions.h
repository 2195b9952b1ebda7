/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Calls of soak.c that give each rank another result of a reduction. */
#ifndef SOAK_REDUCTIONS_H
#define SOAK_REDUCTIONS_H

#include "soak_collectives.h"

/* An operation that every native call computes right, since each of these calls may be made natively. */
static int some_reduction(struct soak *soak)
{
    int which = roll(&soak->part, REDUCTIONS);

    if (which / 2 == 6 || (which == 14 && is_left_out("far")) || (which > 9 && is_left_out("own-operations")))
        return 4;
    return !IS_OPEN_MPI && (which > 9 || which == 6) ? 4 : which;
}

/* A call with this number of operands. */
static struct call call_of(const struct family *family, const struct reduction *reduction, int count)
{
    struct call call = {.comm = family->comm, .rank = family->members.rank, .size = family->members.size};

    call.bases = count;
    call.own = (struct data){.type = reduction->type, .count = count};
    look_at(&call.own);
    MPI_Type_size(reduction->type, &call.bytes);
    call.bytes *= count;
    return call;
}

/* The combined operands of the ranks up to this one, or of the ranks before it. */
static void scan(struct soak *soak, struct family *family, int exclusive)
{
    int which = some_reduction(soak), large = one_in(&soak->part, 3), in_place = one_in(&soak->part, 3), native, code;
    struct reduction *reduction = &reductions[which];
    struct call call = call_of(family, reduction, some_count(&soak->part, which == 14 ? 2 : 3000));
    int ranks = call.rank + !exclusive;

    calling(soak, SCAN, "%s%s of %d, %s%s, rank %d of %d of family %d", exclusive ? "exscan" : "scan",
            large ? "_c" : "", call.bases, reduction->name, in_place ? ", in place" : "", call.rank, call.size,
            (int)(family - soak->families));
    struct space operand = space_for(&call.own, call.own.count), result = copy_of(&operand);
    fill_operands(which, &operand, &call.own, &soak->own);
    fill(&result, &soak->own);
    if (in_place)
        copy_space(&result, &operand);
    struct results results = results_of(&result);
    unsigned char *bytes = combined(&call, reduction, &operand, ranks ? ranks : 1);
    if (ranks)
        unpack(&call.own, results.expected.address, bytes, call.bytes);
    void *from = in_place ? MPI_IN_PLACE : operand.address, *to = results.ours.address;
    MPI_Datatype type = reduction->type;
    if (exclusive) {
        native = NATIVELY(Exscan, from, results.native.address, call.bases, type, reduction->op, call.comm);
        code = EITHER(large, Exscan, from, to, call.bases, type, reduction->op, call.comm);
    } else {
        native = NATIVELY(Scan, from, results.native.address, call.bases, type, reduction->op, call.comm);
        code = EITHER(large, Scan, from, to, call.bases, type, reduction->op, call.comm);
    }
    compare(soak, native, code, &results);
    free(bytes);
    free_space(&operand);
    free_space(&result);
}

/* A block of the combined operands, of equal length for all ranks or not. Natively, the data after the result may
 * change if the result replaces the operand. */
static void reduce_scatter(struct soak *soak, struct family *family, int of_each)
{
    int which = some_reduction(soak), large = one_in(&soak->part, 3), counts[MOST], count = 0, begin = 0, native, code;
    int block = some_count(&soak->part, which == 14 ? 1 : 1500), in_place = soak->is_native && one_in(&soak->part, 3);
    uint64_t draw = roll_bits(&soak->part);
    struct reduction *reduction = &reductions[which];

    for (int rank = 0; rank < family->members.size; rank++) {
        counts[rank] = of_each && which != 14 ? bases_between(soak, draw, rank, 0) : block;
        begin += rank < family->members.rank ? counts[rank] : 0;
        count += counts[rank];
    }
    struct call call = call_of(family, reduction, count);
    struct data own = call.own;
    own.count = counts[call.rank];
    calling(soak, REDUCE_SCATTER, "reduce_scatter%s of %d, here %d, %s%s, rank %d of %d of family %d",
            of_each ? "" : "_block", count, own.count, reduction->name, in_place ? ", in place" : "", call.rank,
            call.size, (int)(family - soak->families));
    struct space operand = space_for(&call.own, count),
                 result = in_place ? copy_of(&operand) : space_for(&own, own.count);
    fill_operands(which, &operand, &call.own, &soak->own);
    fill(&result, &soak->own);
    if (in_place)
        copy_space(&result, &operand);
    struct results results = results_of(&result);
    unsigned char *bytes = combined(&call, reduction, &operand, call.size);
    int size = count ? call.bytes / count : 0;
    unpack(&own, results.expected.address, bytes + begin * size, own.count * size);
    void *from = in_place ? MPI_IN_PLACE : operand.address, *to = results.ours.address;
    MPI_Datatype type = reduction->type;
    if (of_each) {
        native = NATIVELY(Reduce_scatter, from, results.native.address, counts, type, reduction->op, call.comm);
        code = MPI_Reduce_scatter(from, to, counts, type, reduction->op, call.comm);
    } else {
        native = NATIVELY(Reduce_scatter_block, from, results.native.address, block, type, reduction->op, call.comm);
        code = EITHER(large, Reduce_scatter_block, from, to, block, type, reduction->op, call.comm);
    }
    compare(soak, native, code, &results);
    free(bytes);
    free_space(&operand);
    free_space(&result);
}

#endif
