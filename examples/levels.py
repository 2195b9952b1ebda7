# SPDX-License-Identifier: MIT OR Apache-2.0
# levels.py: split level by level with roots, then ask where the ranks are.
import hsplit  # before mpi4py.MPI, so that the library stands in front of the MPI
from mpi4py import MPI

world = MPI.COMM_WORLD
comm, roots = hsplit.split(world), MPI.COMM_NULL
while comm != MPI.COMM_NULL:
    level = hsplit.get_hlevel_info(comm)
    root = f", root {roots.rank} of {roots.size}" if roots else ""
    print(f"rank {world.rank}: {level.type} {level.index} of {level.num_comms}, size {comm.size}{root}")
    comm, roots = hsplit.split_with_roots(comm)

coords, levels = hsplit.get_coords(world, world.rank)
nearest = hsplit.get_neighbours(world, world.rank)
print(f"rank {world.rank}: at {coords} of {', '.join(levels)}, nearest {nearest}")
with hsplit.hierarchy(world) as hierarchy:
    print(f"rank {world.rank}: sizes {[comm.size for comm in hierarchy]}")
