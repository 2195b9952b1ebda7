# SPDX-License-Identifier: MIT OR Apache-2.0
"""Ranks in another order, on 8 ranks that are dealt out over two nodes of four cores."""

import array
import ctypes

import hsplit
from check import end, equal, refuses, world
from mpi4py import MPI

me = world.rank
ring = me // 4 * 4
right, left = ring + (me + 1) % 4, ring + (me + 3) % 4

for arguments in (([left, right],), ([left, right], [2.5, 2.5]), ([left, right, 7 - me], [1e9, 1e9, 1])):
    made = hsplit.reorder(world, *arguments)
    role = made.comm.rank
    equal(MPI.Comm.Compare(world, made.comm), MPI.SIMILAR)
    equal(made.receive_from, role)
    equal(made.send_to, made.comm.allgather(me)[me])
    # The ring is inside a node.
    nodes = [hsplit.get_coords(made.comm, other).coords[0] for other in range(8)]
    equal(len({nodes[other] for other in range(role // 4 * 4, role // 4 * 4 + 4)}), 1)
    data = array.array("d", [me, 10 * me])
    hsplit.migrate(world, made.comm, data)
    equal(list(data), [role, 10 * role])
    for empty in (bytearray(), (ctypes.c_double * 3 * 0)()):
        hsplit.migrate(world, made.comm, empty)
    made.comm.Free()
for options in ({"info": {"hsplit_reorder": "no"}}, {"reorder": False}, {"threshold": 1.0}, {"cost": "System=0"}):
    made = hsplit.reorder(world, [left, right], **options)
    equal(MPI.Comm.Compare(world, made.comm), MPI.CONGRUENT)
    equal((made.receive_from, made.send_to), (me, me))
    made.comm.Free()
for arguments, dims in (
    (([0, 0],), None),
    (([2, 0], [False, True], [1, 100]), [2, 4]),
    (([0, 0], False, [1, 100]), [8, 1]),
    (([3, 2],), [3, 2]),
):
    made = hsplit.create_cart(world, *arguments)
    dims = dims or hsplit.compute_dims(world, 2)
    equal(made.dims, dims)
    points = dims[0] * dims[1]
    equal(world.allreduce(made.comm is not None), points)
    if made.comm is None:
        continue
    equal(made.comm.dims, dims)
    equal(made.comm.coords, [made.comm.rank // dims[1], made.comm.rank % dims[1]])
    if dims == [2, 4]:
        equal([bool(period) for period in made.comm.periods], [False, True])
        nodes = [hsplit.get_coords(made.comm, other).coords[0] for other in range(8)]
        equal([len(set(nodes[:4])), len(set(nodes[4:])), len(set(nodes))], [1, 1, 2])
    made.comm.Free()
equal(hsplit.compute_dims(world, [0, 2], [1, 1]), [4, 2])
equal(hsplit.compute_dims(world, 2, [1, 100]), [8, 1])


class Number:
    """A number and a truth value that are none of Python's own, as NumPy's are."""

    def __index__(self):
        return 2

    def __bool__(self):
        return True


equal(hsplit.compute_dims(world, Number(), [1, 100]), [8, 1])
made = hsplit.create_cart(world, [0, Number()], Number())
equal((made.dims, [bool(period) for period in made.comm.periods]), ([4, 2], [True, True]))
made.comm.Free()
refuses(ValueError, hsplit.create_cart, world, [0, 0], weights=[1.0])
refuses(ValueError, hsplit.create_cart, world, [0, 0], [True])
refuses(ValueError, hsplit.compute_dims, world, 2, [1.0])
refuses(ValueError, hsplit.compute_dims, world, -1)
refuses(ValueError, hsplit.reorder, world, [left, right], [1.0])
refuses(TypeError, hsplit.migrate, world, world, b"")
end()
