# SPDX-License-Identifier: MIT OR Apache-2.0
"""Places of ranks: places.py simple|complicated, the examples of RR-9077, section 5, with 32 and 8 ranks."""

import sys

import hsplit
from check import end, equal, holds, world
from mpi4py import MPI

LEVELS = ["Machine", "L3Cache", "L1dCache", "Core"]


def simple(rank):
    """RR-9077, section 5.1: rank 8k + i is bound to core i of node k."""
    return (rank // 8, rank % 8 // 4, rank % 4 // 2, rank % 2)


def complicated(rank):
    """RR-9077, section 5.2: ranks 0 and 1 on a core each, 2 and 3 on an L2 cache, the others on a NUMA node."""
    return (0, 0, 0, rank) if rank < 2 else (0, 0, 1) if rank < 4 else (0, 1)


place, instances = {
    "simple": (simple, [4, 8, 16, 32]),
    "complicated": (complicated, [1, 2, 2, 2]),
}[sys.argv[1]]
ranks = list(range(world.size))
places = [place(rank) for rank in ranks]
mine = places[world.rank]


def common(a, b):
    """How many levels two ranks share."""
    pairs = zip(places[a], places[b])
    return next((index for index, (x, y) in enumerate(pairs) if x != y), min(len(places[a]), len(places[b])))


def hops(a, b):
    return len(places[a]) + len(places[b]) - 2 * common(a, b)


def around(rank, depth):
    """The ranks that share a number of levels with a rank, nearest first."""
    others = [other for other in ranks if other != rank and common(rank, other) >= depth]
    return sorted(others, key=lambda other: (hops(rank, other), other))


hsplit.make_map(world)
equal(tuple(hsplit.get_levels(world)), (LEVELS, instances))
for rank in ranks:
    coords, types = hsplit.get_coords(world, rank)
    equal((coords, types), (places[rank], tuple(LEVELS[: len(coords)])))
    for depth in range(len(coords) + 1):
        equal(hsplit.get_rank(world, coords[:depth]), [other for other in ranks if common(rank, other) >= depth])
        equal(hsplit.get_neighbours(world, rank, LEVELS[depth - 1] if depth else "cluster"), around(rank, depth))
    equal(hsplit.get_neighbours(world, rank, "zork"), [])
    others = around(rank, 0)
    nearest = [other for other in others if hops(rank, other) == hops(rank, others[0])]
    equal(hsplit.get_neighbours(world, rank), nearest)
    shared = common(world.rank, rank)
    distance = hsplit.get_distance(world, world.rank, rank)
    equal(tuple(distance), (hops(world.rank, rank), LEVELS[shared - 1] if shared else "System - Cluster"))
    equal(hsplit.get_min_hlevel(world, [world.rank, rank]), distance.type)
equal(hsplit.get_min_hlevel(world, [(world.rank + 1) % world.size]), "Unknown")
equal(hsplit.get_rank(world), ranks)
equal(hsplit.get_rank(world, [99]), [])
backwards = ranks[::-1]
equal(hsplit.get_distances(world, backwards), [[hops(a, b) for b in backwards] for a in backwards])
equal(hsplit.get_distances(world, []), [])
equal(tuple(hsplit.get_network_coords(world, 0)), ((), ()))
equal(hsplit.get_network_rank(world), [])

everybody = world.Get_group()
for limit in range(9):
    group = hsplit.get_neighbour_group(world, limit)
    found = MPI.Group.Translate_ranks(group, list(range(group.size)), everybody)
    equal(list(found), [rank for rank in ranks if hops(world.rank, rank) <= limit])
    group.Free()
everybody.Free()

colors = world.allgather(hsplit.get_colors(world))
for rank in ranks:
    both = range(min(len(mine), len(places[rank])))
    equal(len(colors[rank]), len(places[rank]))
    equal(
        [colors[rank][level] == colors[world.rank][level] for level in both],
        [common(world.rank, rank) > level for level in both],
    )

# A new map is right again, and ranks count in the communicator that is asked.
reversed_world = world.Split(0, -world.rank)
hsplit.update_map(reversed_world)
equal(hsplit.get_distance(reversed_world, world.size - 1, 0).hops, hops(0, world.size - 1))
reversed_world.Free()

# More elements than there was room for at first.
many = hsplit.get_rank(MPI.COMM_SELF, [0] * len(mine))
equal(many, [0])
made = [hsplit.split(MPI.COMM_SELF, "cluster") for _ in range(20)]
holds(hsplit.get_children(MPI.COMM_SELF) == made)
for comm in made:
    comm.Free()
equal(hsplit.get_children(MPI.COMM_SELF), [])
end()
