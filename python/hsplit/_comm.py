# SPDX-License-Identifier: MIT OR Apache-2.0
"""The calls on a communicator as its methods."""

from __future__ import annotations

from . import _binding, _navigation, _placement, _reorder, _splits, _windows
from ._call import MPI


class Comm(MPI.Intracomm):
    """An intracommunicator of mpi4py with the calls of this package as additional methods.

    `Comm(comm)` is a second object for the handle of `comm`. All communicators that the package returns are of this
    class, and so are those that their mpi4py methods `Split`, `Split_type`, `Create`, `Create_group` and `Dup` make."""

    split = _splits.split
    split_type = _splits.split_type
    split_with_roots = _splits.split_with_roots
    hierarchy = _splits.hierarchy
    get_hlevel_info = _splits.get_hlevel_info
    get_hw_subdomain_info = _splits.get_hw_subdomain_info
    get_min_hlevel = _splits.get_min_hlevel
    get_parent = _navigation.get_parent
    get_children = _navigation.get_children
    get_roots = _navigation.get_roots
    get_depth = _navigation.get_depth
    make_map = _navigation.make_map
    update_map = _navigation.update_map
    get_levels = _navigation.get_levels
    get_coords = _navigation.get_coords
    get_rank = _navigation.get_rank
    get_distance = _navigation.get_distance
    get_distances = _navigation.get_distances
    get_neighbours = _navigation.get_neighbours
    get_devices = _navigation.get_devices
    get_neighbour_group = _navigation.get_neighbour_group
    get_colors = _navigation.get_colors
    get_network_coords = _navigation.get_network_coords
    get_network_rank = _navigation.get_network_rank
    bind_push_comm = _binding.bind_push_comm
    bound = _binding.bound
    reorder = _reorder.reorder
    migrate = _reorder.migrate
    create_cart = _reorder.create_cart
    compute_dims = _reorder.compute_dims
    shared_array = _windows.shared_array

    # mpi4py returns the results of these as MPI.Intracomm, and those of Dup as this class.

    def Split(self, color: int = 0, key: int = 0) -> Comm:
        """MPI_Comm_split."""
        return Comm(super().Split(color, key))

    def Split_type(self, split_type: int, key: int = 0, info: MPI.Info = MPI.INFO_NULL) -> Comm:
        """MPI_Comm_split_type of mpi4py's MPI."""
        return Comm(super().Split_type(split_type, key, info))

    def Create(self, group: MPI.Group) -> Comm:
        """MPI_Comm_create."""
        return Comm(super().Create(group))

    def Create_group(self, group: MPI.Group, tag: int = 0) -> Comm:
        """MPI_Comm_create_group."""
        return Comm(super().Create_group(group, tag))


# For typing.get_type_hints: these modules, which this one needs, have the class in annotations only.
for _module in (_navigation, _placement, _reorder, _splits):
    setattr(_module, "Comm", Comm)
