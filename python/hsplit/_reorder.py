# SPDX-License-Identifier: MIT OR Apache-2.0
"""Orders of ranks in which ranks with much traffic between them are close together."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from ._call import MPI, Info, call, comm_handle, handle, info_handle, integer, integers, new_comm

if TYPE_CHECKING:
    from ._comm import Comm


class Reordered(NamedTuple):
    """A communicator in a new order, the rank that had the caller's new role, and the rank that has its former role."""

    comm: Comm
    receive_from: int
    send_to: int


class Grid(NamedTuple):
    """A communicator with a grid, None on ranks that are left out, and the lengths of the grid's dimensions."""

    comm: MPI.Cartcomm | None
    dims: list[int]


def _amounts(weights: Sequence[float] | None, count: int, of: str) -> Any:
    """An array of C doubles; None for NULL."""
    if weights is not None and len(weights) != count:
        raise ValueError(f"{count} {of} have {len(weights)} weights")
    return None if weights is None else (ctypes.c_double * count)(*weights)


def reordered(name: str, *inputs: Any, info: Info, keys: dict[str, Any]) -> Reordered:
    """Makes a call that reorders the processes of a communicator."""
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
    reorder: bool | str | None = None,
    metric: str | None = None,
    cost: str | None = None,
    threshold: float | None = None,
    seed: int | None = None,
) -> Reordered:
    """Makes a communicator of the same processes, in which ranks with much traffic between them are close together.

    The peers are the ranks to which the caller sends, the weights the traffic to each. MPI.PROC_NULL is ignored.
    Collective. In C: HSPLIT_Comm_reorder."""
    numbers, count = integers(peers)
    amounts = _amounts(weights, count, "peers")
    keys = {"reorder": reorder, "metric": metric, "cost": cost, "threshold": threshold, "seed": seed}
    return reordered("HSPLIT_Comm_reorder", comm_handle(comm), count, numbers, amounts, info=info, keys=keys)


def migrate(comm: MPI.Comm, newcomm: MPI.Comm, buffer: Any) -> None:
    """Moves the data of each role to the process that has the role in a reordered communicator.

    The buffer is writable and contiguous, such as a NumPy array, of less than 2 GiB, and has the same length on all
    ranks. Collective. In C: HSPLIT_Comm_migrate."""
    view = memoryview(buffer)
    if getattr(getattr(view.obj, "dtype", None), "hasobject", False) or view.format == "O":
        raise TypeError("Python objects cannot be moved to another process")
    if view.readonly:
        raise TypeError("the buffer is read-only")
    if not view.contiguous or not (view.c_contiguous or hasattr(buffer, "T")):
        raise TypeError("the buffer has gaps")
    count = integer(view.nbytes)
    # ctypes accepts no empty buffer, and none in Fortran order: this is a NumPy array, whose transpose is in C order.
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
    reorder: bool | str | None = None,
    metric: str | None = None,
    cost: str | None = None,
    threshold: float | None = None,
    seed: int | None = None,
) -> Grid:
    """Makes a Cartesian grid whose neighbours are close together, and chooses the lengths that are 0.

    The weights are the traffic between neighbours along each dimension. Collective. In C: HSPLIT_Cart_create."""
    lengths, count = integers(dims)
    try:
        every = list(map(bool, periods))  # type: ignore[arg-type]
    except TypeError:
        every = [bool(periods)] * count
    rings, given = integers(every)
    if given != count:
        raise ValueError(f"{count} dimensions have {given} periods")
    amounts, new = _amounts(weights, count, "dimensions"), MPI.Cartcomm()
    keys = {"reorder": reorder, "metric": metric, "cost": cost, "threshold": threshold, "seed": seed}
    with info_handle(info, {"stencil": stencil, **keys}) as info_:
        outputs = lengths, byref(handle(new))
        call("HSPLIT_Cart_create", comm_handle(comm), count, amounts, rings, info_, *outputs)
    return Grid(new if new != MPI.COMM_NULL else None, list(lengths))


def compute_dims(comm: MPI.Comm, dims: Sequence[int] | int, weights: Sequence[float] | None = None) -> list[int]:
    """Chooses the lengths of a grid's dimensions that are 0, by the places of the ranks.

    If dims is a number of dimensions, all lengths are chosen. The first call is collective.
    In C: HSPLIT_Dims_create."""
    try:
        # Also NumPy's integers, which are no Python ints.
        number = integer(dims)
    except TypeError:
        lengths, count = integers(dims)
    else:
        if number < 0:
            raise ValueError(f"{number} is no number of dimensions")
        lengths, count = integers([0] * number)
    call("HSPLIT_Dims_create", comm_handle(comm), count, _amounts(weights, count, "dimensions"), lengths)
    return list(lengths)
