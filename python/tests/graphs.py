# SPDX-License-Identifier: MIT OR Apache-2.0
"""Random directed multigraphs on any number of ranks, whose order changes (HSPLIT_REORDER=all): each process compares
its lists with those that were given for its new rank."""

import random

from check import end, equal, holds, world
from mpi4py import MPI

me, size = world.rank, world.size
changed = 0


def neighbours(comm):
    """The lists of the caller, with weights."""
    sources, destinations, weights = comm.Get_dist_neighbors()
    given = weights or ([0] * len(sources), [0] * len(destinations))
    return list(zip(sources, given[0])), list(zip(destinations, given[1]))


def sides(edges, rank, weighted):
    """The edges to a rank and away from it, in the order of the edges."""
    value = [weight if weighted else 0 for (_, _, weight) in edges]
    to_it = [(a, w) for (a, b, _), w in zip(edges, value) if b == rank]
    from_it = [(b, w) for (a, b, _), w in zip(edges, value) if a == rank]
    return to_it, from_it


for turn in range(12):
    # The same on all ranks. Most edges stay in a block of four, so that there is an order to gain.
    drawn = random.Random(turn)
    edges = []
    for number in range(drawn.randrange(1, 6 * size + 1)):
        first = drawn.randrange(size)
        second = min(first // 4 * 4 + drawn.randrange(4), size - 1) if drawn.random() < 0.7 else drawn.randrange(size)
        edges.append((first, second, 10 * number + drawn.randrange(10)))
    weighted = turn % 2 == 0
    mine = edges[me::size]
    arguments = [[a for a, _, _ in mine], [1] * len(mine), [b for _, b, _ in mine]]
    weights = [w for _, _, w in mine] if weighted else MPI.UNWEIGHTED
    made = world.Create_dist_graph(*arguments, weights, reorder=True)
    found, expected = neighbours(made), sides(edges, made.rank, weighted)
    equal([sorted(side) for side in found], [sorted(side) for side in expected])
    changed += made.rank != me
    made.Free()
    to_me, from_me = sides(edges, me, weighted)
    weights = [[w for _, w in side] if weighted else MPI.UNWEIGHTED for side in (to_me, from_me)]
    made = world.Create_dist_graph_adjacent([a for a, _ in to_me], [b for b, _ in from_me], *weights, reorder=True)
    equal(list(neighbours(made)), list(sides(edges, made.rank, weighted)))
    made.Free()
    lists = [[b for a, b, _ in edges if a == rank] for rank in range(size)]
    # With a 0 in front, which mpi4py takes away wherever the first number is one.
    index = [sum(map(len, lists[:rank])) for rank in range(size + 1)]
    made = world.Create_graph(index, [peer for row in lists for peer in row], reorder=True)
    equal(list(made.Get_neighbors(made.rank)), lists[made.rank])
    made.Free()
total = world.allreduce(changed)
holds(total > 0 or size < 7)
end()
