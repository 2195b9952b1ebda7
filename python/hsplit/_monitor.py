# SPDX-License-Identifier: MIT OR Apache-2.0
"""What ranks send each other, counted from one point of a program to another."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_int, c_longlong
from typing import NamedTuple

from ._call import MPI, Info, call, comm_handle, info_handle, integer, listed, text, texts, words
from ._header import MONITOR_BYTES
from ._reorder import Reordered, reordered


class Inside(NamedTuple):
    """What the ranks sent each other inside the instances of a level; at the end of a list, all that they sent."""

    type: str
    value: int


class Monitor:
    """A session: what this process sends to the ranks of a communicator.

    It is a context manager that frees the session at its end."""

    def __init__(self, comm: MPI.Comm, info: Info = None, *, collectives: str | None = None) -> None:
        """Starts a session: what this process sends from now on to ranks of a communicator is counted.

        Local. In C: HSPLIT_Monitor_start."""
        self._handle = c_int()
        self._size = comm.Get_size() if isinstance(comm, MPI.Intracomm) and comm != MPI.COMM_NULL else 0
        with info_handle(info, {"collectives": collectives}) as given:
            call("HSPLIT_Monitor_start", comm_handle(comm), given, byref(self._handle))

    def __enter__(self) -> Monitor:
        return self

    def __exit__(self, *exception: object) -> None:
        self.free()

    def free(self) -> None:
        """Frees the session; nothing where it is freed already.

        Local. In C: HSPLIT_Monitor_free."""
        if self._handle.value:
            call("HSPLIT_Monitor_free", byref(self._handle))

    def suspend(self) -> None:
        """Suspends the session: what is sent from now on does not count in it.

        Local. In C: HSPLIT_Monitor_suspend."""
        call("HSPLIT_Monitor_suspend", self._handle)

    def resume(self) -> None:
        """Continues a session that is suspended.

        Local. In C: HSPLIT_Monitor_continue."""
        call("HSPLIT_Monitor_continue", self._handle)

    def reset(self) -> None:
        """Sets all that the session has counted to 0.

        Local. In C: HSPLIT_Monitor_reset."""
        call("HSPLIT_Monitor_reset", self._handle)

    def get(self, what: int = MONITOR_BYTES) -> list[int]:
        """What this process has sent to each rank: MONITOR_BYTES or MONITOR_MESSAGES, of all calls or of some.

        With MONITOR_CARRIED: what the library has sent to carry collective calls along the hierarchy.

        Local. In C: HSPLIT_Monitor_get."""
        values = (c_longlong * self._size)()
        call("HSPLIT_Monitor_get", self._handle, integer(what), self._size, values)
        return list(values)

    def levels(self, what: int = MONITOR_BYTES) -> list[Inside]:
        """How much of what the ranks sent each other stayed inside one instance of each level, and all.

        Collective. In C: HSPLIT_Monitor_levels."""

        def fill(room: int, depth: object) -> tuple[object, object]:
            inside, types = (c_longlong * room)(), texts(room)
            call("HSPLIT_Monitor_levels", self._handle, integer(what), room, depth, inside, types)
            return types, inside

        return [Inside(words(level), value) for level, value in zip(*listed(fill))]

    def flush(self, file: str | os.PathLike[str]) -> None:
        """Writes what the ranks have sent each other to files, from rank 0.

        Collective. In C: HSPLIT_Monitor_flush."""
        call("HSPLIT_Monitor_flush", self._handle, c_char_p(text(os.fspath(file))))

    def reorder(
        self,
        info: Info = None,
        *,
        metric: str | None = None,
        cost: str | None = None,
        threshold: float | None = None,
        seed: int | None = None,
        steps: int | None = None,
    ) -> Reordered:
        """Makes a communicator of the same processes, ordered so that ranks that have sent each other much are
        close together.

        Collective. In C: HSPLIT_Monitor_reorder."""
        keys = {"metric": metric, "cost": cost, "threshold": threshold, "seed": seed, "steps": steps}
        return reordered("HSPLIT_Monitor_reorder", self._handle, info=info, keys=keys)
