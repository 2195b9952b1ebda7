# SPDX-License-Identifier: MIT OR Apache-2.0
"""Ranks in another order, so that those are close to each other who send much."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int
from typing import Any, NamedTuple, Sequence

from ._call import MPI, Info, call, comm_handle, handle, info_handle, integers


class Reordered(NamedTuple):
    """A communicator in a new order, whose role the caller has now, and who has the caller's old one."""

    comm: MPI.Intracomm
    receive_from: int
    send_to: int


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
    """Makes a communicator of the same processes, with ranks that bring those close to each other who send much.

    The peers are the ranks that the caller sends to, and the weights how much to each. Collective.
    In C: HSPLIT_Comm_reorder."""
    numbers, count = integers(peers)
    amounts = None if weights is None else (ctypes.c_double * len(weights))(*weights)
    if amounts is not None and len(amounts) != count:
        raise ValueError(f"{count} peers have {len(amounts)} weights")
    new, receive_from, send_to = MPI.Intracomm(), c_int(), c_int()
    keys = {"metric": metric, "cost": cost, "threshold": threshold, "seed": seed}
    with info_handle(info, keys) as info_:
        outputs = byref(handle(new)), byref(receive_from), byref(send_to)
        call("HSPLIT_Comm_reorder", comm_handle(comm), count, numbers, amounts, info_, *outputs)
    return Reordered(new, receive_from.value, send_to.value)


def migrate(comm: MPI.Comm, newcomm: MPI.Comm, buffer: Any) -> None:
    """Moves everybody's data to the process that plays its role in a reordered communicator.

    The buffer is a writable one without gaps, such as an array of NumPy, as long on all ranks. Collective.
    In C: HSPLIT_Comm_migrate."""
    view = memoryview(buffer).cast("B")
    if view.readonly:
        raise TypeError("the buffer is read-only")
    # ctypes takes no empty buffer.
    data = (ctypes.c_char * len(view)).from_buffer(view) if len(view) else None
    call("HSPLIT_Comm_migrate", comm_handle(comm), comm_handle(newcomm), data, len(view), handle(MPI.BYTE))
