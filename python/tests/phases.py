# SPDX-License-Identifier: MIT OR Apache-2.0
"""Elections and phases: phases.py simple|complicated, the examples of RR-9077, section 5, with 32 and 8 ranks."""

import sys

import hsplit
from check import end, equal, fails, holds, members, refuses, world
from mpi4py import MPI

# The workers of the first node, each with its processing units and threads, in the order of their parts.
COMMON = {
    "NUMANode": [(0, "0-3", 4), (4, "4-7", 4)],
    "2:": [(0, "0-3", 4), (4, "4-7", 4)],
    "3:": [(0, "0-2", 3), (4, "3-5", 3), (1, "6-7", 2)],
    "1:4": [(0, "0-3", 4)],
    "root": [(0, "0-7", 8)],
}
TABLES = {
    "simple": {
        **COMMON,
        "L3Cache*2": [(0, "0-1", 2), (2, "2-3", 2), (4, "4-5", 2), (6, "6-7", 2)],
        "L2Cache": [(0, "0-1", 2), (2, "2-3", 2), (4, "4-5", 2), (6, "6-7", 2)],
    },
    "complicated": {
        **COMMON,
        "L3Cache*2": [(0, "0-1", 2), (2, "2-3", 2), (4, "4-5", 2), (5, "6-7", 2)],
        "L2Cache": [(0, "0-1", 2), (2, "2-3", 2), (4, "4-5", 2), (5, "6-7", 2)],
    },
}
HOMES = {
    "simple": ["0", "1", "2", "3", "4", "5", "6", "7"],
    "complicated": ["0", "1", "2-3", "2-3", "4-7", "4-7", "4-7", "4-7"],
}
me, kind = world.rank, sys.argv[1]
home = HOMES[kind][me % 8]


def bound_to():
    return hsplit.bind_get().text.split()[0]


def golden(placement, shape, table):
    nodes = 1 if shape == "root" else world.size // 8
    own = table if me // 8 < nodes else []
    mine = next((index for index, (rank, _, _) in enumerate(own) if rank == me % 8), None)
    workers = sorted(8 * node + rank for node in range(nodes) for rank, _, _ in table)
    threads = 0 if mine is None else own[mine][2]
    election = placement.elect(shape)
    equal(election.worker, mine is not None)
    equal(tuple(election)[1:], (threads, MPI.UNDEFINED if mine is None else mine, len(own)))
    with placement.phase(shape, comm=True) as worker:
        equal((bool(worker), worker.threads), (mine is not None, threads))
        equal(bound_to(), home if mine is None else own[mine][1])
        equal(members(worker.comm), None if mine is None else workers)
    equal(bound_to(), home)
    holds(placement.comm(shape) == worker.comm)
    with placement.phase(shape, info=MPI.INFO_NULL) as again:
        holds(again.comm is None)
    worker = placement.begin(shape)
    equal(bool(worker), mine is not None)
    placement.end()
    with placement.phase(shape, threads=1) as worker:
        equal(worker.threads, 0 if mine is None else 1)


def an_exception_ends_the_phase(placement):
    """If the workers' block fails, parked ranks do not wait for ever, and the binding is what it was."""
    try:
        with placement.phase("NUMANode") as worker:
            if worker:
                raise KeyError("of a worker")
    except KeyError:
        holds(bool(worker))
    else:
        holds(not worker)
    equal(bound_to(), home)


def all_ranks_are_told(placement, shape, words, of_others, **keys):
    """One rank of each node passes another shape or key: every rank of the node gets an exception, and none waits."""
    odd = me % 8 == 1

    def phase():
        with placement.phase(shape if odd else "1:", **(keys if odd else {})):
            pass

    fails(MPI.ERR_ARG, words if odd else of_others, phase)
    world.Barrier()
    with placement.phase("1:") as worker:
        equal(bool(worker), me % 8 == 0)


def errors(placement):
    fails(MPI.ERR_ARG, "zork", placement.elect, "zork")
    fails(MPI.ERR_ARG, "9 threads", placement.elect, "1:9")
    fails(MPI.ERR_INFO, "hsplit_smt", placement.elect, "NUMANode", smt="some")
    refuses(TypeError, placement.elect, 2)
    fails(MPI.ERR_ARG, "disagree", placement.comm, "Package" if me == 5 else "Core")
    fails(MPI.ERR_ARG, "is in no phase", placement.end)
    world.Barrier()
    other = "begins a phase of another shape"
    all_ranks_are_told(placement, "Machine", other, other)
    all_ranks_are_told(placement, "1:", other, other, barrier="node")
    all_ranks_are_told(placement, "zork", "zork", f"rank {me // 8 * 8 + 1} of the communicator passed a wrong argument")
    fails(MPI.ERR_COMM, "comm is MPI_COMM_NULL", hsplit.Placement, MPI.COMM_NULL)
    refuses(TypeError, hsplit.Placement, None)
    fails(MPI.ERR_ARG, "disagree", hsplit.Placement, world, cpus="allowed" if me == 5 else None)
    with placement.phase("1:"):
        fails(MPI.ERR_OTHER, "HSPLIT_Placement_free", placement.free)


with hsplit.Placement(world) as placement:
    for shape, table in TABLES[kind].items():
        golden(placement, shape, table)
    an_exception_ends_the_phase(placement)
    errors(placement)
    placement.barrier()
placement.free()
fails(MPI.ERR_ARG, "p is not a handle", placement.elect, "NUMANode")
fails(MPI.ERR_ARG, "p is not a handle", placement.barrier)

# A shape that an info object has keys for, and all ranks at work.
with hsplit.Placement(world, {"hsplit_cpus": "job"}) as placement:
    with placement.phase("all") as worker:
        holds(bool(worker))
        equal(bound_to(), home)
    if kind == "simple":
        equal(placement.elect("NUMANode", root=7).worker, me % 4 == 0 if me >= 8 else me in (0, 7))
end()
