# SPDX-License-Identifier: MIT OR Apache-2.0
"""The team of OpenMP inside bound() and in phases, on ranks that are bound to a core each: threads.py with|without
threadpoolctl."""

import ctypes
import os
import sys

if sys.argv[1] == "without":
    sys.modules["threadpoolctl"] = None
else:
    import threadpoolctl  # noqa: F401 (or the other case would be tested twice)
import hsplit
from check import end, equal, fails, holds, world
from mpi4py import MPI

gomp = ctypes.CDLL("libgomp.so.1")
ROUTINE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def team():
    """The binding of each thread of the next team."""
    masks = []
    gomp.GOMP_parallel(ROUTINE(lambda _: masks.append(sorted(os.sched_getaffinity(0)))), None, 0, 0)
    return masks


home = sorted(os.sched_getaffinity(0))
before = team()
holds(all(mask == home for mask in before))
for _ in range(3):
    with hsplit.bound("allowed") as binding:
        inside = team()
        equal([len(mask) for mask in inside], [binding.units] * binding.cores)
        holds(all(mask == inside[0] for mask in inside))
    equal(team(), before)
with hsplit.bound("allowed", threads=3):
    equal(len(team()), 3)
with hsplit.bound("allowed", omp="keep"):
    equal(len(team()), len(before))
equal(team(), before)
for threads in "many", -1, 2**64:
    fails(MPI.ERR_INFO, "hsplit_threads", hsplit.bound("allowed", threads=threads).__enter__)
equal(team(), before)

# A worker has the cores of all ranks of the node, which are parked.
with hsplit.Placement(world) as placement:
    for _ in range(3):
        with placement.phase("1:") as worker:
            if worker:
                inside = team()
                equal([len(mask) for mask in inside], [hsplit.bind_get().units] * worker.threads)
                equal(worker.threads, world.size)
        equal(team(), before)
    # Every rank gets the error, and the next phase begins.
    for threads in "many", 2**64:
        fails(MPI.ERR_INFO, "hsplit_threads", placement.phase("all", threads=threads).__enter__)
    world.Barrier()
    with placement.phase("all") as worker:
        holds(bool(worker))
end()
