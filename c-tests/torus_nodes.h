/* SPDX-License-Identifier: MIT OR Apache-2.0
 * A torus of 4 x 4 nodes with a rank each, in the order of the nodes or shuffled. */
#ifndef TORUS_NODES_H
#define TORUS_NODES_H

#define RANKS 16
#define SIDE 4

static int shuffled;

static int node_of(int rank)
{
    return shuffled ? rank * 7 % RANKS : rank;
}

#endif
