# SPDX-License-Identifier: MIT OR Apache-2.0
"""Sessions of counting, on 8 ranks that are dealt out over two nodes of four cores. The argument: files to write."""

import json
import os
import sys

import hsplit
from check import end, equal, fails, refuses, world
from mpi4py import MPI

BYTES, MESSAGES = hsplit.MONITOR_BYTES, hsplit.MONITOR_MESSAGES
me = world.rank
ring = me // 4 * 4
right, left = ring + (me + 1) % 4, ring + (me + 3) % 4


def move(comm, to, source, count):
    comm.Sendrecv(bytearray(count), to, recvbuf=bytearray(count), source=source)


def row(count):
    return [count if rank == right else 0 for rank in range(8)]


with hsplit.Monitor(world) as session:
    move(world, right, left, 100)
    equal(session.get(), row(100))
    equal(session.get(MESSAGES | hsplit.MONITOR_P2P), row(1))
    equal(session.get(BYTES | hsplit.MONITOR_RMA), row(0))
    equal(session.get(BYTES | hsplit.MONITOR_INTERNAL), row(0))
    session.suspend()
    move(world, right, left, 7)
    fails(MPI.ERR_ARG, "suspended already", session.suspend)
    session.resume()
    fails(MPI.ERR_ARG, "not suspended", session.resume)
    equal(session.get(), row(100))
    session.reset()
    equal(session.get(), row(0))
    move(world, right, left, 50)
    names = ["Machine", "NUMANode", "Core", "System - Cluster"]
    equal([tuple(level) for level in session.levels()], list(zip(names, [0, 0, 0, 400])))
    session.flush(sys.argv[1])
    session.flush(f"{os.path.dirname(sys.argv[1])}/folder/")
    made = session.reorder()
    equal(MPI.Comm.Compare(world, made.comm), MPI.SIMILAR)
    equal(made.receive_from, made.comm.rank)
    equal(made.send_to, made.comm.allgather(me)[me])
    for what in (0, BYTES | MESSAGES, 1 << 12):
        fails(MPI.ERR_ARG, f"what is {what}", session.get, what)
        fails(MPI.ERR_ARG, f"what is {what}", session.levels, what)
    fails(MPI.ERR_ARG, "file is empty", session.flush, "")
    fails(MPI.ERR_INFO, "hsplit_metric is 'pounds'", session.reorder, metric="pounds")
    fails(MPI.ERR_ARG, "file is not UTF-8", session.flush, os.fsdecode(b"\xff"))
    refuses(TypeError, session.flush, 3)
if me == 0:
    names = os.listdir(f"{os.path.dirname(sys.argv[1])}/folder")
    equal([name.startswith("hsplit-monitor.") for name in names], [True] * 5)
    with open(f"{sys.argv[1]}.json", encoding="utf-8") as file:
        equal(json.load(file)["total"], {"messages": 8, "bytes": 400})
fails(MPI.ERR_ARG, "m is not a handle", session.get)
session.free()

# The role is another one, and the traffic stays inside nodes.
role = made.comm.rank
with hsplit.Monitor(made.comm, collectives="none") as session:
    move(made.comm, role // 4 * 4 + (role + 1) % 4, role // 4 * 4 + (role + 3) % 4, 50)
    made.comm.Barrier()
    equal(session.levels(MESSAGES)[0], hsplit.Inside("Machine", 8))
    again = session.reorder(threshold=0.5)
    equal(MPI.Comm.Compare(made.comm, again.comm), MPI.CONGRUENT)
    again.comm.Free()
made.comm.Free()

# Sessions may overlap.
outer = hsplit.Monitor(world)
with hsplit.Monitor(MPI.COMM_SELF) as inner:
    move(MPI.COMM_SELF, 0, 0, 3)
    equal(inner.get(), [3])
equal(outer.get(), [3 if rank == me else 0 for rank in range(8)])
outer.free()
end()
