# SPDX-License-Identifier: MIT OR Apache-2.0
"""Coordinates of the network: 16 ranks on a torus of 4x4x8 nodes, rank r on node 37 r mod 128."""

import hsplit
from check import end, equal, fails, world
from mpi4py import MPI

nodes = [37 * rank % 128 for rank in range(world.size)]
places = [(node // 32, node // 8 % 4, node % 8) for node in nodes]
for rank, place in enumerate(places):
    equal(tuple(hsplit.get_network_coords(world, rank)), (place, (4, 4, 8)))
    equal(hsplit.get_network_rank(world, place), [rank])
equal(hsplit.get_network_rank(world, (9, 9, 9)), [])
fails(MPI.ERR_RANK, "rank is 16", hsplit.get_network_coords, world, 16)
fails(MPI.ERR_ARG, "coordinate is -3", hsplit.get_network_rank, world, [0, -3])
end()
