# SPDX-License-Identifier: MIT OR Apache-2.0
"""Shared windows: one for each instance of a level, in the memory of the instance."""

from __future__ import annotations

from ctypes import byref, c_int, c_void_p, create_string_buffer, memset
from typing import Any, NamedTuple, Sequence

import mpi4py

from . import _call
from ._call import MPI, Info, call, comm_handle, handle, handle_of, info_handle, integer, text, words


# The error handlers of mpi4py.rc.errors.
_HANDLERS = {"exception": "ERRORS_RETURN", "abort": "ERRORS_ABORT", "fatal": "ERRORS_ARE_FATAL"}


class WindowLevel(NamedTuple):
    """The level of a window, the NUMA nodes that were to hold its memory, by the operating system's numbers, the number
    of its pages when it was made, and the number of these pages on these NUMA nodes."""

    level: str
    memory: str
    pages: int
    placed: int


class SharedArray(NamedTuple):
    """An array that the ranks of an instance of a level share, and its window."""

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
    """Makes a shared window for each instance of a level, in the memory of the instance.

    The default of `comm` is MPI.COMM_WORLD. Collective. In C: HSPLIT_Win_allocate_shared."""
    win, base = MPI.Win(), c_void_p()
    ranks = MPI.COMM_WORLD if comm is None else comm
    with info_handle(info, {"memory": memory, "segment": segment}) as given:
        length, unit = _call.size(size), integer(disp_unit)
        outputs = byref(base), byref(handle(win))
        call("HSPLIT_Win_allocate_shared", text(level), length, unit, given, comm_handle(ranks), *outputs)
    # A window inherits no error handler. mpi4py sets this one on its own windows.
    handler = getattr(MPI, _HANDLERS.get(mpi4py.rc.errors, ""), None)
    if handler is not None:
        win.Set_errhandler(handler)
    return win


def win_query_level(win: MPI.Win) -> WindowLevel:
    """Returns the level of a window of win_allocate_shared, and the placement of its pages.

    Local. In C: HSPLIT_Win_query_level."""
    level, memory = (create_string_buffer(MPI.MAX_OBJECT_NAME) for _ in range(2))
    pages, placed = c_int(), c_int()
    call("HSPLIT_Win_query_level", handle_of(MPI.Win, win), level, memory, byref(pages), byref(placed))
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
    """Makes a NumPy array for each instance of a level, in its memory, shared by all ranks of the instance.

    The array is filled with zeros. Ranks that write to it must synchronise, for example with the Fence of its window.
    Free of the window frees the array. Collective. In C: HSPLIT_Win_allocate_shared."""
    import numpy

    comm_handle(comm)
    kind = numpy.dtype(dtype)
    if kind.hasobject:
        raise TypeError("Python objects cannot be shared by processes")
    size = kind.itemsize * int(numpy.prod(shape, dtype=numpy.int64))
    given = dict(info.items()) if isinstance(info, MPI.Info) else info
    win = win_allocate_shared(level, size, kind.itemsize, given, comm, memory=memory, segment="first")
    array = numpy.ndarray(shape, kind, win.Shared_query(0)[0])
    group = win.Get_group()
    if group.size == 1:
        # MPIs take the memory of a window of one process from its heap, and do not clear it.
        memset(array.ctypes.data, 0, size)
    group.Free()
    return SharedArray(array, win)
