/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Collective calls of soak.c. Each is made natively and as the program makes it, and computed from bytes, because
 * native calls are sometimes wrong; the program must get the right bytes, or the native call's. */
#ifndef SOAK_COLLECTIVES_H
#define SOAK_COLLECTIVES_H

#include "soak_data.h"

/* A call with an int for its count or with an MPI_Count, if the MPI has that. */
#if MPI_VERSION >= 4
#define EITHER(large, name, ...) ((large) ? MPI_##name##_c(__VA_ARGS__) : MPI_##name(__VA_ARGS__))
#else
#define EITHER(large, name, ...) ((void)(large), MPI_##name(__VA_ARGS__))
#endif
/* Nothing is called natively if the command line forbids it, or if it could end the program. */
#define NATIVELY(name, ...) (soak->is_native ? PMPI_##name(__VA_ARGS__) : MPI_SUCCESS)

static const struct {
    const char *name;
    MPI_Datatype type;
} BASES[] = {{"MPI_CHAR", MPI_CHAR},     {"MPI_SHORT", MPI_SHORT},           {"MPI_INT", MPI_INT},
             {"MPI_DOUBLE", MPI_DOUBLE}, {"MPI_DOUBLE_INT", MPI_DOUBLE_INT}, {"MPI_2INT", MPI_2INT},
             {"MPI_LONG", MPI_LONG},     {"MPI_SHORT_INT", MPI_SHORT_INT}};

/* The properties that the ranks of one call have in common. */
struct call {
    MPI_Comm comm;
    int rank, size, root, bases, bytes, base, large, in_place;
    struct data own, all;
};

static int some_count(struct dice *dice, int most)
{
    static const int counts[] = {0, 1, 1, 3, 7, 40, 400, 3000};
    int most_here = counts[roll(dice, 8)], count = most_here ? 1 + roll(dice, most_here) : 0;

    return count < most ? count : most;
}

static struct call some_call(struct soak *soak, const struct family *family, int most)
{
    struct dice *dice = &soak->part;
    struct call call = {.comm = family->comm, .rank = family->members.rank, .size = family->members.size};

    call.root = roll(dice, call.size);
    call.bases = MULTIPLE * some_count(dice, most);
    call.base = roll(dice, (int)(sizeof BASES / sizeof *BASES));
    /* Without a gap. */
    if (soak->is_tame && (BASES[call.base].type == MPI_DOUBLE_INT || BASES[call.base].type == MPI_SHORT_INT))
        call.base = 0;
    call.large = one_in(dice, 3);
    call.in_place = one_in(dice, 3);
    MPI_Type_size(BASES[call.base].type, &call.bytes);
    call.bytes *= call.bases;
    if (call.bases) {
        call.own = some_data(&soak->own, BASES[call.base].type, call.bases, most > 300 ? 5 : 1, soak->is_tame);
        call.all = some_data(&soak->own, BASES[call.base].type, call.bases, call.size < 3, soak->is_tame);
    } else {
        /* Calls without data have equal counts on all ranks: Open MPI itself hangs if some ranks have elements of
         * nothing, others none. */
        struct dice again = *dice;
        call.own = no_data(dice);
        call.all = no_data(&again);
    }
    return call;
}

static void note(struct soak *soak, enum kind kind, const struct call *call, const struct family *family)
{
    calling(soak, kind,
            "%s%s of %d x %s (as %d %s, all as %d %s), root %d%s, rank %d of %d of family %d, hierarchy as in the "
            "environment",
            KIND_NAMES[kind], call->large ? "_c" : "", call->bases, BASES[call->base].name, call->own.count,
            call->own.shape < 0 ? "of nothing" : SHAPE_NAMES[call->own.shape], call->all.count,
            call->all.shape < 0 ? "of nothing" : SHAPE_NAMES[call->all.shape], call->root,
            call->in_place ? ", in place" : "", call->rank, call->size, (int)(family - soak->families));
}

static void end_call(struct call *call)
{
    free_data(&call->own);
    free_data(&call->all);
}

/* The expected result of a call, the native one, and the program's. */
struct results {
    struct space expected, native, ours;
};

static struct results results_of(const struct space *before)
{
    return (struct results){copy_of(before), copy_of(before), copy_of(before)};
}

static void compare(struct soak *soak, int native_code, int code, struct results *results)
{
    long at = difference(&results->ours, &results->expected);
    int is_native = soak->is_native && !differ(&results->ours, &results->native);

    if (native_code != MPI_SUCCESS) {
        char text[MPI_MAX_ERROR_STRING];
        int length;
        MPI_Error_string(native_code, text, &length);
        if (soak->native_mismatches++ < 3)
            say(soak, "the native call fails", "%s", text);
        if (class_of(code) != class_of(native_code) && differ(&results->ours, &results->expected))
            MISMATCH(soak, "has class %d, natively %d", class_of(code), class_of(native_code));
    } else if (code != MPI_SUCCESS) {
        char text[MPI_MAX_ERROR_STRING];
        int length;
        MPI_Error_string(code, text, &length);
        MISMATCH(soak, "fails: %s", text);
    } else if (at != 0x7fffffffffffffff && !is_native) {
        MISMATCH(soak, "byte %ld is %d, expected %d, natively %d", at, results->ours.address[at],
                 results->expected.address[at], soak->is_native ? results->native.address[at] : -1);
    } else if (soak->is_native && differ(&results->native, &results->expected)) {
        soak->native_mismatches++;
    }
    free_space(&results->expected);
    free_space(&results->native);
    free_space(&results->ours);
}

/* The address of a buffer without elements: NULL, or any. */
static void *address(struct soak *soak, const struct space *space, const struct data *data)
{
    return data->count || one_in(&soak->own, 2) || is_left_out("null") ? space->address : NULL;
}

static unsigned char *bytes_for(const struct call *call, int ranks)
{
    return calloc((size_t)call->bytes * (size_t)ranks + 1, 1);
}

/* The part of an allgather without datatypes that every check uses. */
static unsigned char *everyones(const struct call *call, const unsigned char *bytes)
{
    unsigned char *all = bytes_for(call, call->size);

    PMPI_Allgather((void *)bytes, call->bytes, MPI_BYTE, all, call->bytes, MPI_BYTE, call->comm);
    return all;
}

static unsigned char *share_of(const struct data *all, struct space *space, int rank)
{
    return space->address + (MPI_Aint)rank * all->count * all->extent;
}

static void bcast(struct soak *soak, struct family *family)
{
    struct call call = some_call(soak, family, 3000);
    struct space before = space_for(&call.own, call.own.count);
    unsigned char *bytes = bytes_for(&call, 1);
    struct results results;
    int native;

    note(soak, BCAST, &call, family);
    fill(&before, &soak->own);
    results = results_of(&before);
    pack(&call.own, before.address, bytes, call.bytes);
    PMPI_Bcast(bytes, call.bytes, MPI_BYTE, call.root, call.comm);
    if (call.rank != call.root)
        unpack(&call.own, results.expected.address, bytes, call.bytes);
    native =
        NATIVELY(Bcast, address(soak, &results.native, &call.own), call.own.count, call.own.type, call.root, call.comm);
    compare(soak, native,
            EITHER(call.large, Bcast, address(soak, &results.ours, &call.own), call.own.count, call.own.type, call.root,
                   call.comm),
            &results);
    free(bytes);
    free_space(&before);
    end_call(&call);
}

/* Ignored arguments must not be read: at other ranks than the root, a buffer may even be the other one. */
static void gather(struct soak *soak, struct family *family, int to_all)
{
    struct call call = some_call(soak, family, 300);
    int is_root = to_all || call.rank == call.root, in_place = call.in_place && is_root && call.bases, native, code;
    struct space own = space_for(&call.own, call.own.count);
    struct space all = space_for(&call.all, is_root ? call.all.count * call.size : 0);
    unsigned char *bytes = bytes_for(&call, 1), *everything;
    struct results results;

    call.in_place &= call.bases > 0;
    note(soak, to_all ? ALLGATHER : GATHER, &call, family);
    fill(&own, &soak->own);
    fill(&all, &soak->own);
    results = results_of(&all);
    pack(in_place ? &call.all : &call.own, in_place ? share_of(&call.all, &all, call.rank) : own.address, bytes,
         call.bytes);
    everything = everyones(&call, bytes);
    for (int rank = 0; rank < call.size && is_root; rank++)
        if (!in_place || rank != call.rank)
            unpack(&call.all, share_of(&call.all, &results.expected, rank), everything + rank * call.bytes, call.bytes);
    void *from = in_place ? MPI_IN_PLACE : address(soak, &own, &call.own);
    void *native_to = is_root ? address(soak, &results.native, &call.all) : NULL;
    void *to = is_root ? address(soak, &results.ours, &call.all) : one_in(&soak->own, 2) ? own.address : NULL;
    int count = is_root ? call.all.count : -1;
    MPI_Datatype type = is_root ? call.all.type : MPI_DATATYPE_NULL;
    if (to_all) {
        native = NATIVELY(Allgather, from, call.own.count, call.own.type, native_to, count, type, call.comm);
        code = EITHER(call.large, Allgather, from, call.own.count, call.own.type, to, count, type, call.comm);
    } else {
        native = NATIVELY(Gather, from, call.own.count, call.own.type, native_to, count, type, call.root, call.comm);
        code = EITHER(call.large, Gather, from, call.own.count, call.own.type, to, count, type, call.root, call.comm);
    }
    compare(soak, native, code, &results);
    free(bytes);
    free(everything);
    free_space(&own);
    free_space(&all);
    end_call(&call);
}

static void scatter(struct soak *soak, struct family *family)
{
    struct call call = some_call(soak, family, 300);
    int is_root = call.rank == call.root, in_place = call.in_place && is_root && call.bases, native, code;
    struct space own = space_for(&call.own, call.own.count);
    struct space all = space_for(&call.all, is_root ? call.all.count * call.size : 0);
    unsigned char *bytes = bytes_for(&call, call.size);
    struct results results;

    call.in_place &= call.bases > 0;
    note(soak, SCATTER, &call, family);
    fill(&own, &soak->own);
    fill(&all, &soak->own);
    results = results_of(&own);
    for (int rank = 0; rank < call.size && is_root; rank++)
        pack(&call.all, share_of(&call.all, &all, rank), bytes + rank * call.bytes, call.bytes);
    PMPI_Bcast(bytes, call.bytes * call.size, MPI_BYTE, call.root, call.comm);
    if (!in_place)
        unpack(&call.own, results.expected.address, bytes + call.rank * call.bytes, call.bytes);
    void *from = is_root ? address(soak, &all, &call.all) : NULL;
    void *native_to = in_place ? MPI_IN_PLACE : address(soak, &results.native, &call.own);
    void *to = in_place ? MPI_IN_PLACE : address(soak, &results.ours, &call.own);
    int count = is_root ? call.all.count : -1;
    MPI_Datatype type = is_root ? call.all.type : MPI_DATATYPE_NULL;
    native = NATIVELY(Scatter, from, count, type, native_to, call.own.count, call.own.type, call.root, call.comm);
    code = EITHER(call.large, Scatter,
                  is_root              ? from
                  : to == MPI_IN_PLACE ? NULL
                                       : to,
                  count, type, to, call.own.count, call.own.type, call.root, call.comm);
    compare(soak, native, code, &results);
    free(bytes);
    free_space(&own);
    free_space(&all);
    end_call(&call);
}

/* Data is in place at all ranks or at none. */
static void alltoall(struct soak *soak, struct family *family)
{
    struct call call = some_call(soak, family, 300);
    int in_place = call.in_place && call.bases, native, code;
    struct space own = space_for(&call.own, call.own.count * call.size);
    struct space all = space_for(&call.all, call.all.count * call.size);
    unsigned char *bytes = bytes_for(&call, call.size), *right = bytes_for(&call, call.size);
    const struct data *sent = in_place ? &call.all : &call.own;
    struct results results;

    call.in_place = in_place;
    note(soak, ALLTOALL, &call, family);
    fill(&own, &soak->own);
    fill(&all, &soak->own);
    results = results_of(&all);
    for (int rank = 0; rank < call.size; rank++)
        pack(sent, share_of(sent, in_place ? &all : &own, rank), bytes + rank * call.bytes, call.bytes);
    PMPI_Alltoall(bytes, call.bytes, MPI_BYTE, right, call.bytes, MPI_BYTE, call.comm);
    for (int rank = 0; rank < call.size; rank++)
        unpack(&call.all, share_of(&call.all, &results.expected, rank), right + rank * call.bytes, call.bytes);
    void *from = in_place ? MPI_IN_PLACE : address(soak, &own, &call.own);
    native = NATIVELY(Alltoall, from, call.own.count, call.own.type, address(soak, &results.native, &call.all),
                      call.all.count, call.all.type, call.comm);
    code = EITHER(call.large, Alltoall, from, call.own.count, call.own.type, address(soak, &results.ours, &call.all),
                  call.all.count, call.all.type, call.comm);
    compare(soak, native, code, &results);
    free(bytes);
    free(right);
    free_space(&own);
    free_space(&all);
    end_call(&call);
}

/* The operands of the first ranks, combined one after the other in their order, packed. */
static unsigned char *combined(const struct call *call, const struct reduction *reduction, struct space *operand,
                               int ranks)
{
    unsigned char *own = bytes_for(call, 1), *all, *result = bytes_for(call, 1);
    struct space left = copy_of(operand), right = copy_of(operand);

    pack(&call->own, operand->address, own, call->bytes);
    all = everyones(call, own);
    unpack(&call->own, right.address, all + (ranks - 1) * call->bytes, call->bytes);
    for (int rank = ranks - 1; rank-- > 0;) {
        unpack(&call->own, left.address, all + rank * call->bytes, call->bytes);
        MPI_Reduce_local(left.address, right.address, call->own.count, reduction->type, reduction->op);
    }
    pack(&call->own, right.address, result, call->bytes);
    free(own);
    free(all);
    free_space(&left);
    free_space(&right);
    return result;
}

static void reduce(struct soak *soak, struct family *family, int to_all)
{
    int which = roll(&soak->part, REDUCTIONS), native, code, is_careful;
    struct reduction *reduction;
    struct call call = {.comm = family->comm, .rank = family->members.rank, .size = family->members.size};

    if ((which == 14 && is_left_out("far")) || (which > 9 && is_left_out("own-operations")))
        which = 0;
    /* Copies of elements with gaps reveal data that threads mix up. */
    if (options.threads > 1 && one_in(&soak->part, 2))
        which = 6;
    /* Open MPI's long reductions write outside of their own memory for elements that do not begin at their lower
     * bound. */
    if (which / 2 == 6 && !soak->is_along)
        which = 4;
    soak->is_native &= which / 2 != 6;
    /* Operands that have gaps, and operands that need not go along the hierarchy. */
    if (soak->is_tame && (which > 9 || which == 6))
        which = 4;
    is_careful = soak->is_tame || (which == 11 && !IS_OPEN_MPI);
    reduction = &reductions[which];
    call.root = roll(&soak->part, call.size);
    call.large = one_in(&soak->part, 3);
    call.bases = some_count(&soak->part, which == 14 ? 2 : 3000);
    call.in_place = one_in(&soak->part, 3) && call.bases && !(is_careful && !to_all && call.root);
    call.own = (struct data){.type = reduction->type, .count = call.bases};
    look_at(&call.own);
    MPI_Type_size(reduction->type, &call.bytes);
    call.bytes *= call.bases;
    calling(soak, to_all ? ALLREDUCE : REDUCE, "%s%s of %d, %s, root %d%s, rank %d of %d of family %d",
            to_all ? "allreduce" : "reduce", call.large ? "_c" : "", call.bases, reduction->name,
            to_all ? -1 : call.root, call.in_place ? ", in place" : "", call.rank, call.size,
            (int)(family - soak->families));

    struct space operand = space_for(&call.own, call.own.count), result = copy_of(&operand);
    int is_root = to_all || call.rank == call.root, in_place = call.in_place && is_root;
    fill_operands(which, &operand, &call.own, &soak->own);
    fill(&result, &soak->own);
    if (in_place)
        copy_space(&result, &operand);
    struct results results = results_of(&result);
    unsigned char *bytes = combined(&call, reduction, &operand, call.size);
    if (is_root)
        unpack(&call.own, results.expected.address, bytes, call.bytes);
    void *from = in_place ? MPI_IN_PLACE : address(soak, &operand, &call.own);
    void *native_to = is_root ? address(soak, &results.native, &call.own) : NULL;
    void *to = is_root ? address(soak, &results.ours, &call.own) : one_in(&soak->own, 2) ? from : NULL;
    if (to_all) {
        native = NATIVELY(Allreduce, from, native_to, call.bases, reduction->type, reduction->op, call.comm);
        code = EITHER(call.large, Allreduce, from, to, call.bases, reduction->type, reduction->op, call.comm);
    } else {
        native = NATIVELY(Reduce, from, native_to, call.bases, reduction->type, reduction->op, call.root, call.comm);
        code = EITHER(call.large, Reduce, from, to, call.bases, reduction->type, reduction->op, call.root, call.comm);
    }
    compare(soak, native, code, &results);
    free(bytes);
    free_space(&operand);
    free_space(&result);
}

/* The same clock for all processes of the machine. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void barrier(struct soak *soak, struct family *family)
{
    double begin, end, latest;

    calling(soak, BARRIER, "MPI_Barrier of %d ranks of family %d", family->members.size,
            (int)(family - soak->families));
    if (one_in(&soak->own, 8))
        nanosleep(&(struct timespec){0, 500000}, NULL);
    begin = now();
    succeeds(soak, MPI_Barrier(family->comm));
    end = now();
    PMPI_Allreduce(&begin, &latest, 1, MPI_DOUBLE, MPI_MAX, family->comm);
    if (end < latest)
        MISMATCH(soak, "a rank leaves %g s before another one comes", latest - end);
}

/* A call that the library leaves alone, after those that it takes over. */
static void other_call(struct soak *soak, struct family *family)
{
    int size = family->members.size, rank = family->members.rank, sum = 0;
    MPI_Request request;

    calling(soak, NATIVE, "MPI_Iallreduce of %d ranks of family %d", size, (int)(family - soak->families));
    succeeds(soak, MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, family->comm, &request));
    succeeds(soak, MPI_Wait(&request, MPI_STATUS_IGNORE));
    if (sum != size * (size - 1) / 2)
        MISMATCH(soak, "MPI_Iallreduce gives %d", sum);
}

#endif
