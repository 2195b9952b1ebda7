# SPDX-License-Identifier: MIT OR Apache-2.0
"""Arrays of NumPy on 4 ranks of two nodes, each alone in its NUMA node: memory is shared and moved, objects are not."""

import hsplit
import numpy
from check import MPI, end, equal, fails, holds, refuses, world

me = world.rank
for level, size in (("NUMANode", 1), ("Machine", 2)):
    for _ in range(20):
        # Memory that is freed with these values in it.
        junk = [numpy.full(5, 7.7) for _ in range(100)]
        del junk
        shared = hsplit.shared_array(world, level, 5)
        group = shared.win.Get_group()
        equal(group.size, size)
        group.Free()
        holds(not shared.array.any())
        shared.win.Fence()
        shared.array[:] = 3.0
        shared.win.Fence()
        # As of a window that mpi4py makes: an error is an exception.
        fails(MPI.ERR_RANK, "", shared.win.Shared_query, 99)
        shared.win.Free()
refuses(TypeError, hsplit.shared_array, None, "Machine", 5)

info = MPI.Info.Create()
info.Set("hsplit_memory", "dram")
for given in (info, MPI.INFO_NULL, {"hsplit_memory": "dram"}):
    shared = hsplit.shared_array(world, "Machine", 5, info=given)
    equal(shared.win.Shared_query(1)[0].nbytes, 0)
    shared.win.Free()
info.Free()

objects = numpy.array([{"rank": me}, None], dtype=object)
pairs = numpy.zeros(2, dtype=[("number", int), ("thing", object)])
for kind in (object, pairs.dtype):
    refuses(TypeError, hsplit.shared_array, world, "NUMANode", 5, kind)

order = numpy.arange(12.0).reshape(3, 4).copy("F")
for buffer in (objects, memoryview(objects), pairs, memoryview(pairs), memoryview(order), order[::2]):
    refuses(TypeError, hsplit.migrate, world, world, buffer)
new = hsplit.reorder(world, [me ^ 2], [1000.0])
order += 100 * me
hsplit.migrate(world, new.comm, order)
expected = (numpy.arange(12.0).reshape(3, 4) + 100 * new.receive_from).tolist()
equal(order.tolist(), expected)
new.comm.Free()
end()
