# SPDX-License-Identifier: MIT OR Apache-2.0
"""Ranks in another order: those that send each other much are close together."""

from __future__ import annotations

import ctypes
import operator
from ctypes import byref, c_int
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from ._call import MPI, Info, call, comm_handle, handle, info_handle, integer, integers, new_comm

if TYPE_CHECKING:
    from ._comm import Comm


class Reordered(NamedTuple):
    """A communicator in a new order, the role that the caller has now, and the rank that has the caller's old one."""

    comm: Comm
    receive_from: int
    send_to: int


class Grid(NamedTuple):
    """A communicator with a grid, None on ranks that stay out, and the lengths of the grid's dimensions."""

    comm: MPI.Cartcomm | None
    dims: list[int]


def _amounts(weights: Sequence[float] | None, count: int, of: str) -> Any:
    """An array of C's doubles, as many as there are of something; None for NULL."""
    if weights is not None and len(weights) != count:
        raise ValueError(f"{count} {of} have {len(weights)} weights")
    return None if weights is None else (ctypes.c_double * count)(*weights)


def reordered(name: str, *inputs: Any, info: Info, keys: dict[str, Any]) -> Reordered:
    """Makes a call that gives the processes of a communicator another order."""
    new, receive_from, send_to = new_comm(), c_int(), c_int()
    with info_handle(info, keys) as info_:
        call(name, *inputs, info_, byref(handle(new)), byref(receive_from), byref(send_to))
    return Reordered(new, receive_from.value, send_to.value)


def reorder(
    comm: MPI.Comm,
    peers: Sequence[int],
    weights: Sequence[float] | None = None,
    info: Info = None,
    *,
    metric: str | None = None,
    cost: str | None = None,
    threshold: float | None = None,
    seed: int | None = None,
) -> Reordered:
    """Makes a communicator of the same processes, ordered so that ranks that send each other much are close together.

    The peers are the ranks that the caller sends to, and the weights how much to each. MPI.PROC_NULL does not count.
    Collective.
    In C: HSPLIT_Comm_reorder."""
    numbers, count = integers(peers)
    amounts = _amounts(weights, count, "peers")
    keys = {"metric": metric, "cost": cost, "threshold": threshold, "seed": seed}
    return reordered("HSPLIT_Comm_reorder", comm_handle(comm), count, numbers, amounts, info=info, keys=keys)


def migrate(comm: MPI.Comm, newcomm: MPI.Comm, buffer: Any) -> None:
    """Moves each rank's data to the process that plays its role in a reordered communicator.

    The buffer is a writable one without gaps, such as an array of NumPy, as long on all ranks, of less than
    2 GiB. Collective.
    In C: HSPLIT_Comm_migrate."""
    view = memoryview(buffer)
    if view.readonly:
        raise TypeError("the buffer is read-only")
    if not view.contiguous:
        raise TypeError("the buffer has gaps")
    count = integer(view.nbytes)
    # ctypes takes no empty buffer, and none in Fortran's order: that is an array of NumPy, whose transpose has C's.
    flat = buffer if view.c_contiguous else buffer.T
    data = (ctypes.c_char * count).from_buffer(flat) if count else None
    call("HSPLIT_Comm_migrate", comm_handle(comm), comm_handle(newcomm), data, count, handle(MPI.BYTE))


def create_cart(
    comm: MPI.Comm,
    dims: Sequence[int],
    periods: Sequence[bool] | bool = False,
    weights: Sequence[float] | None = None,
    info: Info = None,
    *,
    stencil: str | None = None,
    cost: str | None = None,
    threshold: float | None = None,
    seed: int | None = None,
) -> Grid:
    """Makes a grid, of which lengths that are 0 are chosen, with ranks that bring neighbours close to each other.

    The weights are how much neighbours along each dimension exchange. Collective.
    In C: HSPLIT_Cart_create."""
    lengths, count = integers(dims)
    try:
        every = list(map(bool, periods))  # type: ignore[arg-type]
    except TypeError:
        every = [bool(periods)] * count
    rings, given = integers(every)
    if given != count:
        raise ValueError(f"{count} dimensions have {given} periods")
    amounts, new = _amounts(weights, count, "dimensions"), MPI.Cartcomm()
    keys = {"stencil": stencil, "cost": cost, "threshold": threshold, "seed": seed}
    with info_handle(info, keys) as info_:
        outputs = lengths, byref(handle(new))
        call("HSPLIT_Cart_create", comm_handle(comm), count, amounts, rings, info_, *outputs)
    return Grid(new if new != MPI.COMM_NULL else None, list(lengths))


def compute_dims(comm: MPI.Comm, dims: Sequence[int] | int, weights: Sequence[float] | None = None) -> list[int]:
    """Chooses the lengths of a grid's dimensions that are 0, by where the ranks are.

    dims may be a number of dimensions, all to be chosen. Collective at the first call, then local.
    In C: HSPLIT_Dims_create."""
    try:
        # NumPy's numbers, too, which are no ints of Python's.
        number = operator.index(dims)  # type: ignore[arg-type]
    except TypeError:
        lengths, count = integers(dims)
    else:
        if number < 0:
            raise ValueError(f"{number} is no number of dimensions")
        lengths, count = integers([0] * number)
    call("HSPLIT_Dims_create", comm_handle(comm), count, _amounts(weights, count, "dimensions"), lengths)
    return list(lengths)
