# SPDX-License-Identifier: MIT OR Apache-2.0
"""The binding stack, on 8 ranks of two nodes of two packages of two cores."""

import hsplit
from check import end, equal, fails, holds, members, refuses, world
from mpi4py import MPI

me = world.rank
core = me % 4
package = "0-1" if core < 2 else "2-3"
on_node = list(range(me // 4 * 4, me // 4 * 4 + 4))


def now():
    binding = hsplit.bind_get()
    return binding.text.split()[0], binding.cores, binding.units, binding.pushed


home = (str(core), 1, 1, 0)
equal(now(), home)
hsplit.bind_push("Package")
equal(now(), (package, 2, 2, 1))
hsplit.bind_push("Core:0-2", bind_threads="caller")
equal(now(), ("0-2", 3, 3, 2))
hsplit.bind_push("home", info={"hsplit_omp": "keep"})
equal(now(), (str(core), 1, 1, 3))
for _ in range(3):
    hsplit.bind_pop()
equal(now(), home)

with hsplit.bound("Package") as binding:
    equal((binding.cores, binding.units, binding.pushed), (2, 2, 1))
    # Explicit splits see what is pushed.
    equal(members(hsplit.split(world, "Core")), None)
    with hsplit.bound("allowed"):
        equal(now(), ("0-3", 4, 4, 2))
    equal(now(), (package, 2, 2, 1))
equal(now(), home)
with hsplit.bound("cpus:1,3", threads=1, spread=True) as binding:
    equal(now(), ("1,3", 2, 2, 1))
try:
    with hsplit.bound("Machine"):
        raise KeyError
except KeyError:
    equal(now(), home)

node = hsplit.split(world, "Machine")
equal(members(node), on_node)
with hsplit.bound(node):
    equal(now(), ("0-3", 4, 4, 1))
hsplit.bind_push_comm(node)
equal(now(), ("0-3", 4, 4, 1))
hsplit.bind_pop()
node.Free()

fails(MPI.ERR_OTHER, "HSPLIT_Bind_pop", hsplit.bind_pop)
fails(MPI.ERR_ARG, "zork", hsplit.bind_push, "zork")
fails(MPI.ERR_INFO, "hsplit_omp", hsplit.bind_push, "Package", omp="perhaps")
fails(MPI.ERR_COMM, "HSPLIT_Bind_push_comm", hsplit.bind_push_comm, world)
fails(MPI.ERR_COMM, "comm is MPI_COMM_NULL", hsplit.bind_push_comm, MPI.COMM_NULL)
refuses(TypeError, hsplit.bind_push, None)
refuses(TypeError, hsplit.bind_push_comm, "Package")
try:
    with hsplit.bound("zork"):
        holds(False)
except MPI.Exception as error:
    equal(error.Get_error_class(), MPI.ERR_ARG)
equal(now(), home)
end()
