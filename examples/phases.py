# SPDX-License-Identifier: MIT OR Apache-2.0
# phases.py: a stencil on all ranks alternates with a threaded kernel on one rank of each NUMA node.
import hsplit  # before mpi4py.MPI, so that the library stands in front of the MPI
from array import array
from mpi4py import MPI

ROWS, COLUMNS, STEPS, ROUNDS = 16, 32, 10, 3
world = MPI.COMM_WORLD
above = world.rank - 1 if world.rank > 0 else MPI.PROC_NULL
below = world.rank + 1 if world.rank < world.size - 1 else MPI.PROC_NULL

def average(up, row, down):
    middle = (0.25 * (up[j] + down[j] + row[j - 1] + row[j + 1]) for j in range(1, COLUMNS - 1))
    return array("d", [row[0], *middle, row[-1]])

def stencil(grid):
    """MPI everywhere: heat spreads. The first and the last row are those of the ranks above and below."""
    for _ in range(STEPS):
        world.Sendrecv(grid[1], above, recvbuf=grid[-1], source=below)
        world.Sendrecv(grid[-2], below, recvbuf=grid[0], source=above)
        grid[1:-1] = [average(*rows) for rows in zip(grid, grid[1:], grid[2:])]

def burn(parts, workers):
    """Every point of the NUMA node burns by itself: here a program calls what is threaded, such as NumPy or Numba."""
    for row in (row for part in parts for row in part):
        for _ in range(100):
            row[:] = array("d", (point - 0.001 * point * point for point in row))
    return workers.allreduce(sum(sum(row) for part in parts for row in part))

numa = hsplit.split(world, "NUMANode")
with hsplit.Placement(world) as placement:
    elected = placement.elect("NUMANode")
    root = numa.allreduce(numa.rank if elected.worker else -1, MPI.MAX)
    if elected.worker:
        which = f"worker {elected.index} of {elected.workers} on my node"
        print(f"rank {world.rank}: {which}, {elected.threads} threads, {numa.size} ranks")
    else:
        print(f"rank {world.rank}: parked")
    grid = [array("d", (1 + (world.rank * ROWS + i + j) % 8 for j in range(COLUMNS))) for i in range(ROWS + 2)]
    for _ in range(ROUNDS):
        stencil(grid)
        parts = numa.gather(grid[1:-1], root)
        with placement.phase("NUMANode", comm=True) as worker:  # the others sleep where this block ends
            if worker:
                left = burn(parts, worker.comm)  # on all cores of the NUMA node
        grid[1:-1] = numa.scatter(parts, root)
    if world.rank == 0:
        print(f"rank 0: {left:.6f} is left")
numa.Free()
