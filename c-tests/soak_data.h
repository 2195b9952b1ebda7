/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Data of soak.c: datatypes of every kind, in which ranks may count the same data in different elements, buffers that
 * may be far larger than memory, and operations. */
#ifndef SOAK_DATA_H
#define SOAK_DATA_H

#include "soak.h"
#include <stddef.h>
#include <sys/mman.h>

/* A base has an element of 'units' bases in one of these shapes. */
enum shape {
    PLAIN,
    CONTIGUOUS,
    GAPS,
    BACKWARDS,
    OTHER_ORDER,
    LATE,
    NEGATIVE,
    FAR_APART,
    STRUCTURE,
    NESTED,
    DUPLICATE,
    SUBARRAY,
    SHAPES
};
static const char *const SHAPE_NAMES[] = {"plain",      "contiguous", "gaps",   "backwards", "other order", "late",
                                          "neg. bound", "far apart",  "struct", "nested",    "duplicate",   "subarray"};
static const int UNITS[] = {1, 3, 4, 3, 6, 2, 1, 12, 2, 4, 1, 4};
/* The number of units is a multiple of this. */
enum { MULTIPLE = 12 };

/* Elements of a datatype. */
struct data {
    MPI_Datatype type;
    int is_own, count, shape;
    MPI_Aint lower, extent, first, span;
};

static const MPI_Aint FAR = ((MPI_Aint)2 << 30) + 65536;

static void look_at(struct data *data)
{
    MPI_Type_get_extent(data->type, &data->lower, &data->extent);
    MPI_Type_get_true_extent(data->type, &data->first, &data->span);
}

static MPI_Datatype shaped(MPI_Datatype base, enum shape shape)
{
    static const int lengths[] = {1, 2, 3}, places[] = {5, 3, 0}, sizes[] = {3, 4}, parts[] = {2, 2}, starts[] = {1, 1};
    MPI_Datatype type = MPI_DATATYPE_NULL, inner = MPI_DATATYPE_NULL;
    MPI_Datatype bases[] = {base, base};
    MPI_Aint lower, extent;

    MPI_Type_get_extent(base, &lower, &extent);
    MPI_Aint late[] = {3 * extent, 7 * extent}, apart[] = {0, 16 + 2 * extent};
    switch (shape) {
    case CONTIGUOUS:
        MPI_Type_contiguous(3, base, &type);
        break;
    case GAPS:
        MPI_Type_vector(2, 2, 3, base, &type);
        break;
    case BACKWARDS:
        MPI_Type_vector(3, 1, -2, base, &type);
        break;
    case OTHER_ORDER:
        MPI_Type_indexed(3, (int *)lengths, (int *)places, base, &type);
        break;
    case LATE:
        MPI_Type_create_hindexed(2, (int[]){1, 1}, late, base, &type);
        break;
    case NEGATIVE:
        MPI_Type_create_resized(base, -16, extent + 24, &type);
        break;
    case FAR_APART:
        MPI_Type_contiguous(12, base, &inner);
        MPI_Type_create_resized(inner, -64, FAR, &type);
        break;
    case STRUCTURE:
        MPI_Type_create_struct(2, (int[]){1, 1}, apart, bases, &type);
        break;
    case NESTED:
        MPI_Type_vector(2, 1, 2, base, &inner);
        MPI_Type_contiguous(2, inner, &type);
        break;
    case DUPLICATE:
        MPI_Type_dup(base, &type);
        break;
    case SUBARRAY:
        MPI_Type_create_subarray(2, (int *)sizes, (int *)parts, (int *)starts, MPI_ORDER_C, base, &type);
        break;
    default:
        return base;
    }
    if (inner != MPI_DATATYPE_NULL)
        MPI_Type_free(&inner);
    MPI_Type_commit(&type);
    return type;
}

/* A number of bases, counted in elements of a shape that this rank chooses; 'far' elements may be far apart. MPIs
 * allocate buffers for elements with all gaps between them. */
static struct data some_data(struct dice *dice, MPI_Datatype base, int bases, int far, int is_tame)
{
    struct data data = {.shape = one_in(dice, 3) ? PLAIN : roll(dice, SHAPES)};

    if (is_left_out("shapes") || is_tame || (data.shape == FAR_APART && (bases > far * MULTIPLE || is_left_out("far"))))
        data.shape = PLAIN;
    data.type = shaped(base, data.shape);
    data.is_own = data.shape != PLAIN;
    data.count = bases / UNITS[data.shape];
    look_at(&data);
    return data;
}

/* No element of a type that is larger than any int, or some elements of nothing. */
static struct data no_data(struct dice *dice)
{
    struct data data = {.is_own = 1, .shape = -1};

    if (one_in(dice, 2) && !is_left_out("huge"))
        MPI_Type_contiguous(1 << 30, MPI_INT, &data.type);
    else {
        MPI_Type_contiguous(0, MPI_INT, &data.type);
        data.count = roll(dice, 4);
    }
    MPI_Type_commit(&data.type);
    return data;
}

static void free_data(struct data *data)
{
    if (data->is_own)
        MPI_Type_free(&data->type);
}

/* ---- buffers ---- */

enum { MARGIN = 64, WINDOWS = 256 };

/* Memory for elements with a margin on both sides: as a whole, or a window around each element. */
struct space {
    unsigned char *map, *address;
    size_t bytes, window;
    MPI_Aint stride;
    int windows;
};

static struct space space_for(const struct data *data, int count)
{
    MPI_Aint last = count > 0 ? (count - 1) * data->extent : 0, low = data->first < 0 ? -data->first : 0;
    struct space space = {.windows = 1};

    /* Data that is aligned at the address is aligned in every element. */
    low = (low + MARGIN + 63) / 64 * 64;
    space.bytes = (size_t)(low + last + data->first + data->span + (count ? 0 : low) + MARGIN);
    space.window = space.bytes;
    if (space.bytes > (size_t)1 << 28) {
        space.windows = count;
        space.stride = data->extent;
        space.window = (size_t)(low + data->first + data->span + MARGIN);
    }
    space.map = mmap(NULL, space.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space.map == MAP_FAILED) {
        perror("soak: mmap");
        abort();
    }
    space.address = space.map + low;
    return space;
}

static void free_space(struct space *space)
{
    if (space->map)
        munmap(space->map, space->bytes);
    space->map = NULL;
}

static void fill(struct space *space, struct dice *dice)
{
    uint64_t state = roll_bits(dice);

    for (int window = 0; window < space->windows; window++)
        for (size_t at = 0; at < space->window; at++) {
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
            space->map[window * space->stride + (MPI_Aint)at] = (unsigned char)(state >> 56);
        }
}

static void copy_space(struct space *to, const struct space *from)
{
    for (int window = 0; window < from->windows; window++)
        memcpy(to->map + window * from->stride, from->map + window * from->stride, from->window);
}

/* A second buffer with the same contents. */
static struct space copy_of(const struct space *space)
{
    struct space copy = *space;

    copy.map = mmap(NULL, copy.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (copy.map == MAP_FAILED) {
        perror("soak: mmap");
        abort();
    }
    copy.address = copy.map + (space->address - space->map);
    copy_space(&copy, space);
    return copy;
}

/* The first difference, relative to the address; LONG_MAX: none. */
static long difference(const struct space *one, const struct space *other)
{
    for (int window = 0; window < one->windows; window++)
        for (size_t at = 0; at < one->window; at++) {
            MPI_Aint place = window * one->stride + (MPI_Aint)at;
            if (one->map[place] != other->map[place])
                return place - (long)(one->address - one->map);
        }
    return 0x7fffffffffffffff;
}

static int differ(const struct space *one, const struct space *other)
{
    return difference(one, other) != 0x7fffffffffffffff;
}

/* ---- the data alone, byte for byte ---- */

static void pack(const struct data *data, const unsigned char *elements, unsigned char *bytes, int capacity)
{
    int position = 0;

    if (data->count && capacity)
        MPI_Pack((void *)elements, data->count, data->type, bytes, capacity, &position, MPI_COMM_SELF);
}

static void unpack(const struct data *data, unsigned char *elements, const unsigned char *bytes, int capacity)
{
    int position = 0;

    if (data->count && capacity)
        MPI_Unpack((void *)bytes, capacity, &position, elements, data->count, data->type, MPI_COMM_SELF);
}

/* ---- operations ---- */

struct mixed {
    char c;
    double d;
    int i;
};

struct pair {
    double value;
    int index;
};

static void add_mixed(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct mixed *a = in, *b = inout;

    (void)type;
    for (int i = 0; i < *count; i++) {
        b[i].c = (char)(a[i].c ^ b[i].c);
        b[i].d = (double)(((long)a[i].d + (long)b[i].d) % 1000003);
        b[i].i = (int)(((long)a[i].i + b[i].i) % 1000003);
    }
}

/* Products of matrices of two rows, which do not commute. */
static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    unsigned(*a)[4] = in, (*b)[4] = inout, product[4];

    (void)type;
    for (int i = 0; i < *count; i++) {
        for (int k = 0; k < 4; k++)
            product[k] = (a[i][k / 2 * 2] % 10007 * (b[i][k % 2] % 10007) +
                          a[i][k / 2 * 2 + 1] % 10007 * (b[i][2 + k % 2] % 10007)) %
                         10007;
        memcpy(b[i], product, sizeof product);
    }
}

/* The greater of ints that the element has in one place, independently of its bounds. */
static void greater(void *in, void *inout, int *count, MPI_Datatype *type)
{
    MPI_Aint lower, extent, first, span;

    MPI_Type_get_extent(*type, &lower, &extent);
    MPI_Type_get_true_extent(*type, &first, &span);
    for (int i = 0; i < *count; i++) {
        int *a = (int *)(void *)((char *)in + i * extent + first),
            *b = (int *)(void *)((char *)inout + i * extent + first);
        *b = *a > *b ? *a : *b;
    }
}

struct reduction {
    const char *name;
    MPI_Datatype type;
    MPI_Op op;
    int is_own_type, is_own_op;
};

enum { REDUCTIONS = 16 };
static struct reduction reductions[REDUCTIONS];

static void make_reductions(void)
{
    MPI_Op sum, product, most;
    MPI_Datatype mixed, bare, matrix, late, negative, far;

    MPI_Type_create_struct(
        3, (int[]){1, 1, 1},
        (MPI_Aint[]){offsetof(struct mixed, c), offsetof(struct mixed, d), offsetof(struct mixed, i)},
        (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE, MPI_INT}, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct mixed), &mixed);
    MPI_Type_free(&bare);
    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_create_hindexed(1, (int[]){1}, (MPI_Aint[]){12}, MPI_INT, &late);
    MPI_Type_create_resized(MPI_INT, -8, 24, &negative);
    MPI_Type_create_resized(MPI_INT, 0, FAR, &far);
    MPI_Op_create(add_mixed, 1, &sum);
    MPI_Op_create(multiply, 0, &product);
    MPI_Op_create(greater, 1, &most);
    reductions[0] = (struct reduction){"MPI_SUM of MPI_INT", MPI_INT, MPI_SUM, 0, 0};
    reductions[1] = (struct reduction){"MPI_MIN of MPI_INT", MPI_INT, MPI_MIN, 0, 0};
    reductions[2] = (struct reduction){"MPI_BXOR of MPI_LONG", MPI_LONG, MPI_BXOR, 0, 0};
    reductions[3] = (struct reduction){"MPI_LOR of MPI_INT", MPI_INT, MPI_LOR, 0, 0};
    reductions[4] = (struct reduction){"MPI_SUM of MPI_DOUBLE", MPI_DOUBLE, MPI_SUM, 0, 0};
    reductions[5] = (struct reduction){"MPI_MAX of MPI_DOUBLE", MPI_DOUBLE, MPI_MAX, 0, 0};
    reductions[6] = (struct reduction){"MPI_MAXLOC of MPI_DOUBLE_INT", MPI_DOUBLE_INT, MPI_MAXLOC, 0, 0};
    reductions[7] = (struct reduction){"MPI_MINLOC of MPI_2INT", MPI_2INT, MPI_MINLOC, 0, 0};
    reductions[8] = (struct reduction){"MPI_PROD of MPI_UNSIGNED_SHORT", MPI_UNSIGNED_SHORT, MPI_PROD, 0, 0};
    reductions[9] = (struct reduction){"MPI_BAND of MPI_BYTE", MPI_BYTE, MPI_BAND, 0, 0};
    reductions[10] = (struct reduction){"own sum of a struct", mixed, sum, 1, 1};
    reductions[11] = (struct reduction){"product of matrices", matrix, product, 1, 1};
    reductions[12] = (struct reduction){"own maximum, late", late, most, 1, 1};
    reductions[13] = (struct reduction){"own maximum, negative bound", negative, most, 1, 0};
    reductions[14] = (struct reduction){"own maximum, far apart", far, most, 1, 0};
    reductions[15] = (struct reduction){"MPI_SUM of MPI_CHAR as signed", MPI_SIGNED_CHAR, MPI_BXOR, 0, 0};
    for (int i = 0; i < REDUCTIONS; i++)
        if (reductions[i].is_own_type)
            MPI_Type_commit(&reductions[i].type);
}

static void free_reductions(void)
{
    for (int i = 0; i < REDUCTIONS; i++) {
        if (reductions[i].is_own_type)
            MPI_Type_free(&reductions[i].type);
        if (reductions[i].is_own_op)
            MPI_Op_free(&reductions[i].op);
    }
}

/* Numbers that have exact sums, in place of arbitrary bytes. */
static void fill_operands(int which, struct space *space, const struct data *data, struct dice *dice)
{
    fill(space, dice);
    for (int i = 0; i < data->count; i++) {
        unsigned char *at = space->address + i * data->extent;
        struct mixed *mixed = (void *)at;
        struct pair *pair = (void *)at;
        if (which == 4 || which == 5)
            *(double *)(void *)at = roll(dice, 2000) - 1000;
        else if (which == 6)
            *pair = (struct pair){roll(dice, 5), roll(dice, 100)};
        else if (which == 7)
            ((int *)(void *)at)[0] = roll(dice, 5);
        else if (which == 10)
            *mixed = (struct mixed){mixed->c, roll(dice, 100000), roll(dice, 100000)};
        else if (which == 0)
            *(int *)(void *)at = roll(dice, 1000000);
    }
}

#endif
