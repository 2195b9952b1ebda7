# SPDX-License-Identifier: MIT OR Apache-2.0
"""Errors of programs, on 8 ranks of two nodes of two packages of two cores: each is an exception on its rank, of the
class that the C call returns, and no rank waits for another."""

import mmap

import hsplit
from hsplit import _library
from check import end, equal, fails, members, refuses, world
from mpi4py import MPI

me, null = world.rank, MPI.COMM_NULL
ON_A_COMMUNICATOR = (
    (hsplit.get_hlevel_info,),
    (hsplit.get_hw_subdomain_info,),
    (hsplit.get_min_hlevel, [0]),
    (hsplit.split_with_roots,),
    (hsplit.hierarchy,),
    (hsplit.get_parent,),
    (hsplit.get_children,),
    (hsplit.get_roots,),
    (hsplit.get_depth,),
    (hsplit.make_map,),
    (hsplit.update_map,),
    (hsplit.get_levels,),
    (hsplit.get_coords, 0),
    (hsplit.get_rank, [0]),
    (hsplit.get_distance, 0, 0),
    (hsplit.get_distances, [0]),
    (hsplit.get_neighbours, 0),
    (hsplit.get_neighbour_group, 2),
    (hsplit.get_colors,),
    (hsplit.get_network_coords, 0),
    (hsplit.get_network_rank, [0]),
    (hsplit.reorder, [0]),
    (hsplit.migrate, world, bytearray(4)),
    (hsplit.compute_dims, 2),
    (hsplit.Monitor,),
)

half = world.Split(me % 2)
inter = half.Create_intercomm(0, world, 1 - me % 2)
for function, *arguments in ON_A_COMMUNICATOR:
    fails(MPI.ERR_COMM, "comm is MPI_COMM_NULL", function, null, *arguments)
    if function not in (hsplit.get_hlevel_info, hsplit.get_hw_subdomain_info):
        fails(MPI.ERR_COMM, "comm is an intercommunicator", function, inter, *arguments)
    # No communicator at all is found before a call is made.
    for thing in (None, 0, MPI.INFO_NULL, "world"):
        refuses(TypeError, function, thing, *arguments)
inter.Free()
half.Free()

# Once with the exchange of a first call, and once more without.
comm = world.Dup()
for _ in range(2):
    fails(MPI.ERR_RANK, "rank is 8", hsplit.get_coords, comm, 8)
    fails(MPI.ERR_RANK, "rank is -1", hsplit.get_coords, comm, -1)
    fails(MPI.ERR_ARG, "coordinate is -3", hsplit.get_rank, comm, [0, -3])
    fails(MPI.ERR_RANK, "a is 8", hsplit.get_distance, comm, 8, 0)
    fails(MPI.ERR_RANK, "b is -1", hsplit.get_distance, comm, 0, -1)
    fails(MPI.ERR_RANK, "ranks[1] is 8", hsplit.get_distances, comm, [0, 8])
    fails(MPI.ERR_RANK, "rank is 8", hsplit.get_neighbours, comm, 8)
    fails(MPI.ERR_ARG, "hops is -1", hsplit.get_neighbour_group, comm, -1)
    fails(MPI.ERR_RANK, "rank is 8", hsplit.get_network_coords, comm, 8)
    fails(MPI.ERR_ARG, "coordinate is -3", hsplit.get_network_rank, comm, [0, -3])
    fails(MPI.ERR_RANK, "ranks[1] is 99", hsplit.get_min_hlevel, comm, [0, 99])
fails(MPI.ERR_ARG, "max is -2", hsplit.hierarchy, comm, max=-2)
fails(MPI.ERR_RANK, "peers[1] is 8", hsplit.reorder, comm, [0, 8])
fails(MPI.ERR_ARG, "weights[0] is -1", hsplit.reorder, comm, [0], [-1])
fails(MPI.ERR_INFO, "hsplit_metric is 'hops'", hsplit.reorder, comm, [0], metric="hops")
fails(MPI.ERR_COMM, "comm_old is MPI_COMM_NULL", hsplit.create_cart, null, [0])
fails(MPI.ERR_DIMS, "dims[1] is -1", hsplit.create_cart, comm, [0, -1])
fails(MPI.ERR_DIMS, "does not fit", hsplit.create_cart, comm, [0, 3])
fails(MPI.ERR_ARG, "weights[0] is -1", hsplit.create_cart, comm, [0], weights=[-1])
fails(MPI.ERR_INFO, "hsplit_stencil is 'round'", hsplit.create_cart, comm, [0], stencil="round")
fails(MPI.ERR_DIMS, "does not fit", hsplit.compute_dims, comm, [5, 0])
fails(MPI.ERR_ARG, "weights[0] is -1", hsplit.compute_dims, comm, 1, [-1])
fails(MPI.ERR_COMM, "newcomm is MPI_COMM_NULL", hsplit.migrate, comm, null, bytearray(4))

# Numbers and texts that C would take for others.
refuses(OverflowError, hsplit.get_coords, comm, 2**32)
refuses(OverflowError, hsplit.get_rank, comm, [2**31])
refuses(OverflowError, hsplit.get_distance, comm, 0, -(2**31) - 1)
# (Memory that nothing touches.)
refuses(OverflowError, hsplit.migrate, comm, comm, mmap.mmap(-1, 2**32 + 8))
refuses(OverflowError, hsplit.win_allocate_shared, "Machine", 2**64 + 8, 1, None, comm)
refuses(OverflowError, hsplit.compute_dims, comm, 2**31)
refuses(TypeError, hsplit.win_allocate_shared, "Machine", 8.0, 1, None, comm)
refuses(TypeError, hsplit.get_coords, comm, 1.0)
refuses(TypeError, hsplit.get_coords, comm, "0")
refuses(TypeError, hsplit.get_neighbours, comm, 0, b"Core")
refuses(ValueError, hsplit.get_neighbours, comm, 0, "Core\0")
refuses(ValueError, hsplit.split, comm, "Core\0")
refuses(TypeError, hsplit.split, comm, "Core", info=MPI.INFO_NULL)
refuses(TypeError, hsplit.split_type, comm, 0, info=MPI.INFO_NULL, parts=2)

# Ranks that disagree.
last = me == world.size - 1
ours, other = hsplit.COMM_TYPE_PHYSICAL_TOPOLOGY, hsplit.COMM_TYPE_HW_SUBDOMAIN
fails(MPI.ERR_ARG, "disagree", hsplit.split_type, comm, other if last else ours)
fails(MPI.ERR_INFO, "another level", hsplit.split, comm, "Core" if last else "Package")
fails(MPI.ERR_INFO, "another level", hsplit.split_with_roots, comm, "Core" if last else "Package")
fails(MPI.ERR_ARG, "disagree", hsplit.hierarchy, comm, max=3 if last else 4)
fails(MPI.ERR_ARG, "disagree", hsplit.hierarchy, comm, roots=last)
# The error of one rank: its text names it, that of the others the rank.
kind = hsplit.COMM_TYPE_RESOURCE_GUIDED
both = {"mpi_hw_resource_type": "Core", "mpi_pset_name": "mpi://SELF"}
fails(MPI.ERR_INFO, "only one" if me == 1 else "rank 1", hsplit.split_type, comm, kind, info=both if me == 1 else None)

# An exception of one rank leaves the communicator usable.
made = hsplit.split(comm, "Package")
equal(members(made), [me // 2 * 2, me // 2 * 2 + 1])
made.Free()

# The handler of the communicator counts: that of the world, which would end the job, is not asked.
world.Set_errhandler(MPI.ERRORS_ARE_FATAL)
fails(MPI.ERR_RANK, "rank is 8", hsplit.get_coords, comm, 8)
world.Set_errhandler(MPI.ERRORS_RETURN)
comm.Free()
# The MPI of a module is known by the names of its libraries, also those of HPE Cray.
for libraries, family in (
    (b"libmpi.so.40", "openmpi"),
    (b"libmpich.so.12", "mpich"),
    (b"libmpi_gnu_112.so.12", "mpich"),
    (b"libmpi_intel.so.12", "mpich"),
    (b"libmpi_abi.so.0", "abi"),
    (b"libmpi.so.12 libmpi.so.40", None),
    (b"libmpi_mpifh.so.40", None),
):
    equal(_library._family_in(b"\0" + libraries + b"\0"), family)
end()
