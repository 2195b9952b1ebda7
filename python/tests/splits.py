# SPDX-License-Identifier: MIT OR Apache-2.0
"""Splits on 8 ranks of two nodes of one NUMA node, two packages and four cores each."""

import hsplit
from check import end, equal, holds, members, world
from mpi4py import MPI

me = world.rank
node = list(range(me // 4 * 4, me // 4 * 4 + 4))
package = list(range(me // 2 * 2, me // 2 * 2 + 2))

# By each split type that takes a level, and without one.
info = MPI.Info.Create()
info.Set("mpi_hw_resource_type", "Package")
for kind in (
    hsplit.COMM_TYPE_PHYSICAL_TOPOLOGY,
    hsplit.COMM_TYPE_HW_SUBDOMAIN,
    hsplit.COMM_TYPE_HW_GUIDED,
    hsplit.COMM_TYPE_RESOURCE_GUIDED,
):
    for given in (info, {"mpi_hw_resource_type": "Package"}):
        comm = hsplit.split_type(world, kind, info=given)
        equal(members(comm), package)
        equal(tuple(hsplit.get_hlevel_info(comm)), (4, me // 2, "Package"))
        equal(tuple(hsplit.get_hw_subdomain_info(comm)), (4, me // 2, "Package"))
        comm.Free()
info.Free()
for kind in (hsplit.COMM_TYPE_PHYSICAL_TOPOLOGY, hsplit.COMM_TYPE_HW_SUBDOMAIN, hsplit.COMM_TYPE_HW_UNGUIDED):
    # An unguided split says what it found.
    answer = MPI.Info.Create()
    comm = hsplit.split_type(world, kind, info=answer)
    equal(members(comm), node)
    equal(answer.Get("mpi_hw_resource_type"), "hwloc://Machine")
    answer.Free()
    comm.Free()
for kind, expected in (
    (hsplit.COMM_TYPE_CLUSTER, list(range(8))),
    (hsplit.COMM_TYPE_HOST, node),
    (hsplit.COMM_TYPE_BOARD, node),
    (hsplit.COMM_TYPE_NUMA, node),
    (hsplit.COMM_TYPE_SOCKET, package),
    (hsplit.COMM_TYPE_CORE, [me]),
    (hsplit.COMM_TYPE_HWTHREAD, [me]),
    (hsplit.COMM_TYPE_L3CACHE, None),
    (hsplit.COMM_TYPE_NVLINK, None),
    (MPI.UNDEFINED, None),
):
    comm = hsplit.split_type(world, kind)
    equal(members(comm), expected)
    if comm != MPI.COMM_NULL:
        comm.Free()
backwards = hsplit.split(world, "Machine", key=-me)
equal(members(backwards), node[::-1])
backwards.Free()
equal(members(hsplit.split(world, "zork")), None)
process_set = hsplit.split_type(world, hsplit.COMM_TYPE_RESOURCE_GUIDED, info={"mpi_pset_name": "mpi://SELF"})
equal(members(process_set), [me])
process_set.Free()
# Keys of the library are arguments, too.
for keys, expected in (({"parts": 4}, package), ({"at_most": 4}, node), ({"criterion": "node"}, node)):
    by_key = hsplit.split(world, **keys)
    equal(members(by_key), expected)
    by_key.Free()
# The library was loaded before mpi4py.MPI, so that mpi4py's own call knows the types too.
own = world.Split_type(hsplit.COMM_TYPE_HW_UNGUIDED)
equal(members(own), node)
own.Free()

# Down and up again.
comm, roots = hsplit.split_with_roots(world)
equal((members(comm), members(roots)), (node, [0, 4] if me % 4 == 0 else None))
equal(tuple(hsplit.get_depth(comm)), (1, "Machine"))
equal(tuple(hsplit.get_depth(world)), (0, "System - Cluster"))
equal(tuple(hsplit.get_depth(MPI.COMM_SELF)), (MPI.UNDEFINED, "Unknown"))
equal(tuple(hsplit.get_hlevel_info(world)), (0, MPI.UNDEFINED, "Unknown"))
holds(hsplit.get_parent(comm) == world)
holds(hsplit.get_roots(comm) == roots)
holds(hsplit.get_children(world) == [comm])
holds(hsplit.get_parent(world) == MPI.COMM_NULL and hsplit.get_roots(world) == MPI.COMM_NULL)
copy = comm.Dup()
holds(hsplit.get_parent(copy) == world and hsplit.get_children(copy) == [])
for one in (copy, comm, roots):
    if one != MPI.COMM_NULL:
        one.Free()
equal(hsplit.get_children(world), [])
at_package, roots = hsplit.split_with_roots(world, "Package")
equal((members(at_package), members(roots)), (package, [0, 2, 4, 6] if me % 2 == 0 else None))
at_package.Free()
if roots != MPI.COMM_NULL:
    roots.Free()

# The whole hierarchy.
with hsplit.hierarchy(world, roots=True) as levels:
    equal(len(levels), 3)
    equal([members(comm) for comm in levels], [node, package, [me]])
    equal([hsplit.get_hlevel_info(comm).type for comm in levels], ["Machine", "Package", "Core"])
    equal(members(levels.roots[0]), [0, 4] if me % 4 == 0 else None)
    equal(members(levels[-1]), [me])
    equal(len(levels[:2]), 2)
    levels[1].Free()
holds(all(comm == MPI.COMM_NULL for comm in (*levels, *levels.roots)))
levels = hsplit.hierarchy(world, max=2)
holds(levels.roots is None)
equal([members(comm) for comm in levels], [node, package])
levels.free()
levels.free()
equal(len(hsplit.hierarchy(world, max=0)), 0)
# (As arrays of so many handles, 16 GB and more.)
levels = hsplit.hierarchy(world, max=2**31 - 1)
equal([comm.size for comm in levels], [comm.size for comm in hsplit.hierarchy(world)])
levels.free()
only = hsplit.hierarchy(world, info={"mpi_hw_resource_type": "Core"})
equal([members(comm) for comm in only], [[me]])
only.free()

known = hsplit.get_hw_resource_info()
equal(known.get("hwloc://Package"), True)
equal(known.get("hwloc://Core"), True)
equal(".".join(map(str, hsplit.get_version())), hsplit.__version__)
holds(hsplit.get_library_version().startswith(f"libhsplit {hsplit.__version__}, built for "))
end()
