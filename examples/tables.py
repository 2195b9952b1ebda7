# SPDX-License-Identifier: MIT OR Apache-2.0
# tables.py: a table of which each NUMA node has one copy, in its own memory.
import hsplit  # before mpi4py.MPI, so that the library stands in front of the MPI
from mpi4py import MPI

table, window = hsplit.shared_array(MPI.COMM_WORLD, "NUMANode", 1000)
if window.Get_group().rank == 0:
    table[0] = MPI.COMM_WORLD.rank
window.Fence()
level, memory, *_ = hsplit.win_query_level(window)
print(f"rank {MPI.COMM_WORLD.rank} reads the copy of rank {table[0]:.0f}, in the memory {memory} of a {level}")
window.Free()
