/* SPDX-License-Identifier: MIT OR Apache-2.0
 * Neighbourhood calls of soak.c, on topologies that are made for them. */
#ifndef SOAK_NEIGHBOURS_H
#define SOAK_NEIGHBOURS_H

#include "neighbours.h"
#include "soak_comms.h"

static const char *const NEIGHBOUR_NAMES[NEIGHBOUR_CALLS] = {"allgather", "allgatherv", "alltoall", "alltoallv",
                                                             "alltoallw"};

/* A call on a topology, with datatypes that the library is sure to take over. */
static void call_neighbours(struct soak *soak, const struct graph *graph, int topology, int is_along)
{
    struct dice *dice = &soak->part;
    int call = roll(dice, NEIGHBOUR_CALLS), lengths = roll(dice, LENGTHS), kind = roll(dice, ELEMENTS);
    int is_large = one_in(dice, 3);
    struct answer answer;

    if (!is_along) {
        if (!can_be_native(call))
            return;
        kind = INTS_ALONE;
    }
    calling(soak, NEIGHBOURS, "MPI_Neighbor_%s%s, lengths %d, kind %d, topology %d, %d sources, %d destinations",
            NEIGHBOUR_NAMES[call], is_large ? "_c" : "", lengths, kind, topology, graph->in, graph->out);
    answer = neighbour_call(graph, call, lengths, kind, is_large);
    succeeds(soak, answer.code);
    if (answer.wrong >= 0 || (answer.native_wrong < 0 && !answer.is_alike))
        MISMATCH(soak, "int %d is wrong; natively int %d", answer.wrong, answer.native_wrong);
    soak->native_mismatches += can_be_native(call) && answer.native_wrong >= 0;
}

static void neighbours(struct soak *soak, struct family *family)
{
    uint64_t state = roll_bits(&soak->part);
    int topology = roll(&soak->part, TOPOLOGIES), calls = 1 + roll(&soak->part, 4), nodes[RANKS];
    int is_shared = 0, is_along;
    struct graph graph;

    if (family->comm == MPI_COMM_NULL)
        return;
    calling(soak, NATIVE, "a topology %d of %d ranks", topology, family->members.size);
    graph = random_topology(family->comm, topology, &state);
    for (int i = 0; i < graph.size; i++)
        nodes[i] = places[family->members.world[i]].node;
    /* If no node has two of the ranks, there may be no levels, and calls are native. */
    for (int i = 0; i < graph.size; i++)
        for (int j = 0; j < i; j++)
            is_shared |= nodes[i] == nodes[j];
    is_along = is_all_along && is_shared && most_between_nodes(&graph, nodes) > 1;
    for (int i = 0; i < calls; i++)
        call_neighbours(soak, &graph, topology, is_along);
    MPI_Comm_free(&graph.comm);
}

#endif
