# SPDX-License-Identifier: MIT OR Apache-2.0
"""Related communicators, and the places of ranks.

The first call that needs the map of a communicator is collective over it; later calls are local."""

from __future__ import annotations

from ctypes import byref, c_char_p, c_int
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from ._call import (
    MPI,
    Handle,
    call,
    comm_handle,
    handle,
    integer,
    integers,
    ints,
    listed,
    new_comm,
    text,
    texts,
    words,
)

if TYPE_CHECKING:
    from ._comm import Comm


class Depth(NamedTuple):
    """The depth of a communicator in the hierarchy, and the name of its level."""

    depth: int
    type: str


class Levels(NamedTuple):
    """Levels of the hardware, widest first, and the number of instances of each that contain ranks."""

    types: list[str]
    instances: list[int]


class Coords(NamedTuple):
    """The coordinates of a rank, widest level first, and the names of these levels."""

    coords: tuple[int, ...]
    types: tuple[str, ...]


class Distance(NamedTuple):
    """The number of edges between two places in the hierarchy, and the lowest level that both share."""

    hops: int
    type: str


class Device(NamedTuple):
    """A device near this process: its name, its PCI address (empty if it has none), its distance from the binding in
    levels, and the number of ranks of the node that have it first."""

    name: str
    busid: str
    distance: int
    ranks: int


class NetworkCoords(NamedTuple):
    """The coordinates of a node in its network, and the number of positions in each dimension or below one switch."""

    coords: tuple[int, ...]
    dims: tuple[int, ...]


def get_parent(comm: MPI.Comm) -> Comm:
    """Returns the communicator that a communicator was split from, as a second object with the same handle.

    It is MPI.COMM_NULL if the parent has been freed, or if the library has not made the communicator. Local.
    In C: HSPLIT_Comm_get_parent."""
    parent = new_comm()
    call("HSPLIT_Comm_get_parent", comm_handle(comm), byref(handle(parent)))
    return parent


def get_children(comm: MPI.Comm) -> list[Comm]:
    """Lists the communicators that this process got by splits of a communicator, in order of creation.

    They are second objects with the same handles; freed communicators are left out. Local.
    In C: HSPLIT_Comm_get_children."""

    def fill(room: int, count: Any) -> tuple[Any, ...]:
        children = (Handle * room)()
        call("HSPLIT_Comm_get_children", comm_handle(comm), room, count, children)
        return (children,)

    return [new_comm(value) for value in listed(fill)[0]]


def get_roots(comm: MPI.Comm) -> Comm:
    """Returns the communicator of the roots that was made together with a communicator, as a second object.

    It is MPI.COMM_NULL if this process is no root or there is no such communicator. Local.
    In C: HSPLIT_Comm_get_roots."""
    roots = new_comm()
    call("HSPLIT_Comm_get_roots", comm_handle(comm), byref(handle(roots)))
    return roots


def get_depth(comm: MPI.Comm) -> Depth:
    """Returns the depth of a communicator in the hierarchy, and the name of its level.

    The depth is 0 for a communicator of all processes, and MPI.UNDEFINED for others that the library has not made.
    Local. In C: HSPLIT_Comm_get_depth."""
    depth, name = c_int(), c_char_p()
    call("HSPLIT_Comm_get_depth", comm_handle(comm), byref(depth), byref(name))
    return Depth(depth.value, words(name.value))


def make_map(comm: MPI.Comm) -> None:
    """Makes the map of a communicator, the places of all its ranks, if it has none.

    The first call is collective. In C: HSPLIT_Comm_map."""
    call("HSPLIT_Comm_map", comm_handle(comm))


def update_map(comm: MPI.Comm) -> None:
    """Replaces the map of a communicator by one with the present bindings of its processes.

    Collective. In C: HSPLIT_Comm_map_update."""
    call("HSPLIT_Comm_map_update", comm_handle(comm))


def get_levels(comm: MPI.Comm) -> Levels:
    """Lists the levels inside which ranks of a communicator are bound, widest first, and their numbers of instances.

    The first call is collective. In C: HSPLIT_Comm_get_levels."""

    def fill(room: int, count: Any) -> tuple[Any, ...]:
        names, instances = texts(room), ints(room)
        call("HSPLIT_Comm_get_levels", comm_handle(comm), room, count, names, instances)
        return names, instances

    names, instances = listed(fill)
    return Levels([words(name) for name in names], instances)


def get_coords(comm: MPI.Comm, rank: int) -> Coords:
    """Returns the coordinates of a rank in the hierarchy, widest level first, and the names of these levels.

    Two ranks share as many levels as their coordinates have equal leading elements. The first call is collective.
    In C: HSPLIT_Comm_get_coords."""
    asked = integer(rank)

    def fill(room: int, count: Any) -> tuple[Any, ...]:
        coords, names = ints(room), texts(room)
        call("HSPLIT_Comm_get_coords", comm_handle(comm), asked, room, count, coords, names)
        return coords, names

    coords, names = listed(fill)
    return Coords(tuple(coords), tuple(words(name) for name in names))


def _ranks(name: str, comm: MPI.Comm, *arguments: Any) -> list[int]:
    """The list of a call whose last arguments are max, nranks and ranks."""

    def fill(room: int, count: Any) -> tuple[Any, ...]:
        ranks = ints(room)
        call(name, comm_handle(comm), *arguments, room, count, ranks)
        return (ranks,)

    found: list[int] = listed(fill, room=64)[0]
    return found


def get_rank(comm: MPI.Comm, coords: Sequence[int] = ()) -> list[int]:
    """Lists the ranks whose coordinates in the hierarchy begin with the given ones, ascending.

    The first call is collective. In C: HSPLIT_Comm_get_rank."""
    numbers, count = integers(coords)
    return _ranks("HSPLIT_Comm_get_rank", comm, count, numbers)


def get_distance(comm: MPI.Comm, a: int, b: int) -> Distance:
    """Returns the distance of two ranks in the hierarchy, and the lowest level that both share.

    The first call is collective. In C: HSPLIT_Comm_get_distance."""
    hops, name = c_int(), c_char_p()
    call("HSPLIT_Comm_get_distance", comm_handle(comm), integer(a), integer(b), byref(hops), byref(name))
    return Distance(hops.value, words(name.value))


def get_distances(comm: MPI.Comm, ranks: Sequence[int]) -> list[list[int]]:
    """Returns the distances of all pairs of the listed ranks: a row for each rank, in their order.

    The first call is collective. In C: HSPLIT_Comm_get_distances."""
    numbers, count = integers(ranks)
    matrix = ints(count * count)
    call("HSPLIT_Comm_get_distances", comm_handle(comm), count, numbers, matrix)
    return [list(matrix[row * count : (row + 1) * count]) for row in range(count)]


def get_neighbours(comm: MPI.Comm, rank: int, type: str | None = None) -> list[int]:
    """Lists the ranks that share the rank's instance of a level, nearest first; without a level, the nearest ranks.

    The first call is collective. In C: HSPLIT_Comm_get_neighbours."""
    return _ranks("HSPLIT_Comm_get_neighbours", comm, integer(rank), None if type is None else text(type))


def get_devices(comm: MPI.Comm, type: str) -> list[Device]:
    """Lists the devices of a type (gpu, nic, nvme, ...) on the node of this process, nearest first.

    Every call is collective. In C: HSPLIT_Get_devices."""
    # One call on every rank: no node has more.
    room, count = 4096, c_int()
    names, busids, distances, ranks = texts(room), texts(room), ints(room), ints(room)
    call("HSPLIT_Get_devices", comm_handle(comm), text(type), room, byref(count), names, busids, distances, ranks)
    indices = range(min(room, count.value))
    return [Device(words(names[at]), words(busids[at]), distances[at], ranks[at]) for at in indices]


def get_neighbour_group(comm: MPI.Comm, hops: int) -> MPI.Group:
    """Makes the group of all ranks within a distance from this process, including itself; free it with Free().

    The first call is collective. In C: HSPLIT_Comm_get_neighbour_group."""
    group = MPI.Group()
    call("HSPLIT_Comm_get_neighbour_group", comm_handle(comm), integer(hops), byref(handle(group)))
    return group


def get_colors(comm: MPI.Comm) -> list[int]:
    """Returns the colors of this process, one for each level inside which it is bound.

    Two processes have the same color at a level if and only if they share it. The first call is collective.
    In C: HSPLIT_Comm_get_colors."""

    def fill(room: int, count: Any) -> tuple[Any, ...]:
        colors = ints(room)
        call("HSPLIT_Comm_get_colors", comm_handle(comm), room, count, colors)
        return (colors,)

    colors: list[int] = listed(fill)[0]
    return colors


def get_network_coords(comm: MPI.Comm, rank: int) -> NetworkCoords:
    """Returns the coordinates of a rank's node in its network, and the lengths of the dimensions.

    Both are empty if no source has coordinates. The first call is collective.
    In C: HSPLIT_Comm_get_network_coords."""
    asked = integer(rank)

    def fill(room: int, count: Any) -> tuple[Any, ...]:
        coords, dims = ints(room), ints(room)
        call("HSPLIT_Comm_get_network_coords", comm_handle(comm), asked, room, count, coords, dims)
        return coords, dims

    coords, dims = listed(fill)
    return NetworkCoords(tuple(coords), tuple(dims))


def get_network_rank(comm: MPI.Comm, coords: Sequence[int] = ()) -> list[int]:
    """Lists the ranks whose nodes have the given coordinates in the network, ascending.

    The first call is collective. In C: HSPLIT_Comm_get_network_rank."""
    numbers, count = integers(coords)
    return _ranks("HSPLIT_Comm_get_network_rank", comm, count, numbers)
