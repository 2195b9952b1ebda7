# SPDX-License-Identifier: MIT OR Apache-2.0
"""Shared windows: one for each instance of a level, in its memory."""

from __future__ import annotations

from ctypes import byref, c_int, c_void_p, create_string_buffer
from typing import Any, NamedTuple, Sequence

from ._call import MPI, Info, call, comm_handle, handle, info_handle, integer, text, words


class WindowLevel(NamedTuple):
    """The level of a window, the NUMA nodes that its memory is wanted on, by the operating system's numbers, how many
    pages it had when it was made, and how many of them were there."""

    level: str
    memory: str
    pages: int
    placed: int


class SharedArray(NamedTuple):
    """An array that the ranks of an instance of a level share, and the window that it lies in."""

    array: Any
    win: MPI.Win


def win_allocate_shared(
    level: str,
    size: int,
    disp_unit: int = 1,
    info: Info = None,
    comm: MPI.Comm | None = None,
    *,
    memory: str | None = None,
    segment: str | None = None,
) -> MPI.Win:
    """Makes a shared window for each instance of a level, in the memory of the level.

    Without `comm` it is that of MPI.COMM_WORLD. Collective. In C: HSPLIT_Win_allocate_shared."""
    win, base = MPI.Win(), c_void_p()
    ranks = MPI.COMM_WORLD if comm is None else comm
    with info_handle(info, {"memory": memory, "segment": segment}) as given:
        unit = integer(disp_unit)
        outputs = byref(base), byref(handle(win))
        call("HSPLIT_Win_allocate_shared", text(level), size, unit, given, comm_handle(ranks), *outputs)
    return win


def win_query_level(win: MPI.Win) -> WindowLevel:
    """Says which level a window of win_allocate_shared belongs to, and where its memory is.

    Local. In C: HSPLIT_Win_query_level."""
    level, memory = (create_string_buffer(MPI.MAX_OBJECT_NAME) for _ in range(2))
    pages, placed = c_int(), c_int()
    call("HSPLIT_Win_query_level", handle(win), level, memory, byref(pages), byref(placed))
    return WindowLevel(words(level.value), words(memory.value), pages.value, placed.value)


def shared_array(
    comm: MPI.Comm,
    level: str,
    shape: int | Sequence[int],
    dtype: Any = float,
    info: Info = None,
    *,
    memory: str | None = None,
) -> SharedArray:
    """Makes an array of NumPy for each instance of a level, in its memory, which all ranks of the instance share.

    It is full of zeros. Whoever writes to it synchronizes, for instance with the Fence of its window, whose Free ends
    the array. Collective. In C: HSPLIT_Win_allocate_shared."""
    import numpy

    kind = numpy.dtype(dtype)
    size = kind.itemsize * int(numpy.prod(shape, dtype=numpy.int64))
    win = win_allocate_shared(level, size, kind.itemsize, info, comm, memory=memory, segment="first")
    return SharedArray(numpy.ndarray(shape, kind, win.Shared_query(0)[0]), win)
