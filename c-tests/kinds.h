/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Datatypes of different sizes, so that sender and receiver of a message may count the same ints in different elements.
 */
#ifndef KINDS_H
#define KINDS_H

#include "test.h"

enum { ELEMENTS = 4, UNIT = 12 };

/* Elements of INTS ints which take EXTENT ints in memory: one, twelve, six with gaps, two in the other order. UNIT ints
 * are a number of each. */
static MPI_Datatype kinds[ELEMENTS];
static const int INTS[ELEMENTS] = {1, 12, 6, 2}, EXTENT[ELEMENTS] = {1, 12, 15, 2};

static inline void make_kinds(void)
{
    int lengths[2] = {1, 1}, places[2] = {1, 0};
    MPI_Datatype bare;

    kinds[0] = MPI_INT;
    MPI_Type_contiguous(12, MPI_INT, &kinds[1]);
    MPI_Type_vector(3, 2, 5, MPI_INT, &bare);
    MPI_Type_create_resized(bare, 0, 15 * sizeof(int), &kinds[2]);
    MPI_Type_free(&bare);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &kinds[3]);
    for (int i = 1; i < ELEMENTS; i++)
        MPI_Type_commit(&kinds[i]);
}

static inline void free_kinds(void)
{
    for (int i = 1; i < ELEMENTS; i++)
        MPI_Type_free(&kinds[i]);
}

/* The positions of the ints of elements. */
static inline int int_in(int kind, int i)
{
    int element = i / INTS[kind], within = i % INTS[kind];

    if (kind == 2)
        return element * 15 + within / 2 * 5 + within % 2;
    return kind == 3 ? element * 2 + 1 - within : i;
}

#endif
