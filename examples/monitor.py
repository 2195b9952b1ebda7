# SPDX-License-Identifier: MIT OR Apache-2.0
# monitor.py: count what ranks send, give them roles that fit it, move the data, and continue.
import hsplit  # before mpi4py.MPI, so that the library stands in front of the MPI
from array import array
from mpi4py import MPI

POINTS, STEPS = 8192, 10
world = MPI.COMM_WORLD

def iterate(comm, block):
    """Each role exchanges its block with the role that is half of all further on."""
    partner = (comm.rank + comm.size // 2) % comm.size
    other = array("d", bytes(8 * POINTS))
    for _ in range(STEPS):
        comm.Sendrecv(block, partner, recvbuf=other, source=partner)
        block[:] = array("d", (mine + 0.125 * its for mine, its in zip(block, other)))

def report(session, when):
    """How much of what was sent stayed inside nodes."""
    *levels, total = session.levels()
    for level, inside in levels:
        if world.rank == 0 and level == "Machine":
            print(f"rank 0: {when}, {inside // 1024} of {total.value // 1024} KiB stay inside nodes")

block = array("d", [world.rank + 1]) * POINTS
with hsplit.Monitor(world) as session:
    iterate(world, block)
    report(session, "before")
    # The process on a core keeps its core, and gets another role.
    comm = session.reorder().comm
hsplit.migrate(world, comm, block)
with hsplit.Monitor(comm) as session:
    iterate(comm, block)
    report(session, "after")
total = comm.allreduce((comm.rank + 1) * block[0])
if world.rank == 0:
    print(f"rank 0: the blocks sum up to {total:.3f}")
comm.Free()
