# SPDX-License-Identifier: MIT OR Apache-2.0
"""The calls as methods of hsplit.Comm, on 8 ranks of two nodes of one NUMA node, two packages and four cores each."""

import inspect
import typing

import hsplit
from check import end, equal, fails, holds, members, refuses, world
from mpi4py import MPI

me = world.rank
node = list(range(me // 4 * 4, me // 4 * 4 + 4))
package = list(range(me // 2 * 2, me // 2 * 2 + 2))

# Every function whose first argument is a communicator is a method with the same arguments and words.
for name in hsplit.__all__:
    function = getattr(hsplit, name)
    if not inspect.isfunction(function):
        continue
    first, *_ = [*inspect.signature(function).parameters, ""]
    if first == "comm":
        holds(getattr(hsplit.Comm, name) is function)
        holds(not hasattr(MPI.Intracomm, name))

# The annotations can be evaluated.
for name in hsplit.__all__:
    public = getattr(hsplit, name)
    if inspect.isfunction(public) or inspect.isclass(public):
        typing.get_type_hints(public)
        for method in vars(public).values() if inspect.isclass(public) else []:
            if inspect.isfunction(method):
                typing.get_type_hints(method)

# A second object for the same handle; a communicator of mpi4py in every other way.
comm = hsplit.Comm(world)
holds(comm == world and isinstance(comm, MPI.Intracomm))
equal((comm.rank, comm.size), (me, 8))
holds(hsplit.Comm() == MPI.COMM_NULL)
refuses(TypeError, hsplit.Comm, 5)

# Results of functions and of methods are of the class.
at_node = comm.split("Machine")
equal((type(at_node), members(at_node)), (hsplit.Comm, node))
at_package = hsplit.split(world, "Package")
equal((type(at_package), members(at_package)), (hsplit.Comm, package))
equal(tuple(at_package.get_hlevel_info()), (4, me // 2, "Package"))
below = at_node.split()
equal((type(below), members(below)), (hsplit.Comm, package))
equal([type(one) for one in (below.get_parent(), *comm.get_children())], [hsplit.Comm] * 3)
holds(below.get_parent() == at_node and comm.get_children() == [at_node, at_package])
equal(below.get_depth(), hsplit.get_depth(below))
for one in (below, at_package, at_node):
    one.Free()
made = comm.split_with_roots("Package", parts=None)
equal((type(made.comm), type(made.roots)), (hsplit.Comm, hsplit.Comm))
equal(made.comm.get_roots() == made.roots, True)
made.comm.Free()
if made.roots:
    made.roots.Free()
with comm.hierarchy(roots=True) as levels:
    equal({type(one) for one in (*levels, *levels.roots)}, {hsplit.Comm})
    equal([one.get_hlevel_info().type for one in levels], ["Machine", "Package", "Core"])
kind = comm.split_type(hsplit.COMM_TYPE_HW_SUBDOMAIN, key=-me, info={"mpi_hw_resource_type": "Package"})
equal(members(kind), package[::-1])
equal(kind.get_hw_subdomain_info().type, "Package")
with kind.bound() as binding:
    equal(binding.pushed, 1)
kind.bind_push_comm()
hsplit.bind_pop()
kind.Free()

# So is what mpi4py's own methods make of it.
group = comm.Get_group()
for copy in (
    comm.Dup(),
    comm.Split(0, key=-me),
    comm.Split_type(MPI.COMM_TYPE_SHARED),
    comm.Create(group),
    comm.Create_group(group, tag=1),
):
    equal((type(copy), copy.get_parent() == MPI.COMM_NULL), (hsplit.Comm, True))
    copy.Free()
holds(comm.Split(MPI.UNDEFINED) == MPI.COMM_NULL)
group.Free()

# Places of the ranks.
equal(comm.get_min_hlevel(node), "NUMANode")
equal(comm.get_levels().types[-1], "Core")
equal(comm.get_coords(me), hsplit.get_coords(world, me))
equal(comm.get_rank(comm.get_coords(me).coords), [me])
equal(comm.get_distance(me, me).hops, 0)
equal(comm.get_distances([0, 1])[0], [0, comm.get_distance(0, 1).hops])
equal(sorted(comm.get_neighbours(me, "Package") + [me]), package)
equal(len(comm.get_colors()) > 0, True)
equal(comm.get_devices("gpu"), [])
equal(comm.get_network_rank(), hsplit.get_network_rank(world))
equal(comm.get_network_coords(me), hsplit.get_network_coords(world, me))
group = comm.get_neighbour_group(0)
holds(group.size >= 1)
group.Free()
comm.make_map()
comm.update_map()

# Another order, and a grid.
new = comm.reorder([(me + 1) % 8])
equal((type(new.comm), new.comm.size), (hsplit.Comm, 8))
data = bytearray([me] * 4)
comm.migrate(new.comm, data)
equal(data, bytearray([new.receive_from] * 4))
new.comm.Free()
dims = comm.compute_dims(2)
equal(dims[0] * dims[1], 8)
grid = comm.create_cart([0, 0])
holds(grid.comm is not None and grid.comm.size == 8)
if grid.comm:
    grid.comm.Free()

# Errors are those of the functions.
fails(MPI.ERR_COMM, "", hsplit.Comm().split)
refuses(TypeError, comm.split, 5)
end()
