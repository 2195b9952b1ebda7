# SPDX-License-Identifier: MIT OR Apache-2.0
"""Counts of the messages between ranks, for parts of a program."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_int, c_longlong
from typing import NamedTuple

from ._call import MPI, Info, call, comm_handle, info_handle, integer, listed, text, texts, words
from ._header import MONITOR_BYTES
from ._reorder import Reordered, reordered


class Inside(NamedTuple):
    """The traffic between ranks inside the instances of a level; the last element of a list has all traffic."""

    type: str
    value: int


class Monitor:
    """A session: counts of the messages of this process to the ranks of a communicator.

    It is a context manager that frees the session at its end."""

    def __init__(self, comm: MPI.Comm, info: Info = None, *, collectives: str | None = None) -> None:
        """Starts a session, which counts the messages of this process to the ranks of a communicator.

        Local. In C: HSPLIT_Monitor_start."""
        self._handle = c_int()
        with info_handle(info, {"collectives": collectives}) as given:
            call("HSPLIT_Monitor_start", comm_handle(comm), given, byref(self._handle))
        self._size = comm.Get_size()

    def __enter__(self) -> Monitor:
        return self

    def __exit__(self, *exception: object) -> None:
        self.free()

    def free(self) -> None:
        """Frees the session, if it is not freed yet.

        Local. In C: HSPLIT_Monitor_free."""
        if self._handle.value:
            call("HSPLIT_Monitor_free", byref(self._handle))

    def suspend(self) -> None:
        """Suspends the session: messages are not counted in it until it is resumed.

        Local. In C: HSPLIT_Monitor_suspend."""
        call("HSPLIT_Monitor_suspend", self._handle)

    def resume(self) -> None:
        """Continues a suspended session.

        Local. In C: HSPLIT_Monitor_continue."""
        call("HSPLIT_Monitor_continue", self._handle)

    def reset(self) -> None:
        """Sets all counts of the session to 0.

        Local. In C: HSPLIT_Monitor_reset."""
        call("HSPLIT_Monitor_reset", self._handle)

    def get(self, what: int = MONITOR_BYTES) -> list[int]:
        """Returns the bytes or messages that this process has sent to each rank, by all kinds of calls or by some.

        With MONITOR_INTERNAL: those that the library has sent for collective calls along the hierarchy.

        Local. In C: HSPLIT_Monitor_get."""
        values = (c_longlong * self._size)()
        call("HSPLIT_Monitor_get", self._handle, integer(what), self._size, values)
        return list(values)

    def levels(self, what: int = MONITOR_BYTES) -> list[Inside]:
        """Returns the traffic between ranks inside one instance of each level, and all traffic.

        Collective. In C: HSPLIT_Monitor_levels."""

        def fill(room: int, depth: object) -> tuple[object, object]:
            inside, types = (c_longlong * room)(), texts(room)
            call("HSPLIT_Monitor_levels", self._handle, integer(what), room, depth, inside, types)
            return types, inside

        return [Inside(words(level), value) for level, value in zip(*listed(fill))]

    def flush(self, file: str | os.PathLike[str]) -> None:
        """Writes the counts of the session on all ranks to files, from rank 0.

        Collective. In C: HSPLIT_Monitor_flush."""
        call("HSPLIT_Monitor_flush", self._handle, c_char_p(text(os.fspath(file))))

    def reorder(
        self,
        info: Info = None,
        *,
        reorder: bool | str | None = None,
        metric: str | None = None,
        cost: str | None = None,
        threshold: float | None = None,
        seed: int | None = None,
        steps: int | None = None,
    ) -> Reordered:
        """Makes a communicator of the same processes, in which ranks that exchanged much data are close together.

        Collective. In C: HSPLIT_Monitor_reorder."""
        keys = {"reorder": reorder, "metric": metric, "cost": cost, "threshold": threshold, "seed": seed}
        keys["steps"] = steps
        return reordered("HSPLIT_Monitor_reorder", self._handle, info=info, keys=keys)
