# SPDX-License-Identifier: MIT OR Apache-2.0
"""The binding stack."""

from __future__ import annotations

import os
from contextlib import contextmanager
from ctypes import byref, c_int, create_string_buffer
from functools import cache
from typing import Callable, Iterator, Mapping, NamedTuple, TypeVar

from ._call import MPI, Info, call, comm_handle, info_handle, text, words
from ._threadpools import asked, limits, takes_blas

T = TypeVar("T")

# Longer than the text of any binding.
_ROOM = 65536


class Binding(NamedTuple):
    """The binding of this process as a text, its cores and processing units, and the number of pushed bindings."""

    text: str
    cores: int
    units: int
    pushed: int


def bind_push(where: str, info: Info = None, **keys: object) -> None:
    """Binds this process and its OpenMP threads to a part of its node.

    The part is a level, `LEVEL:LIST`, `DEVICE:LIST`, `home`, `allowed` or `cpus:LIST`. Local.
    In C: HSPLIT_Bind_push."""
    with info_handle(info, keys) as given:
        call("HSPLIT_Bind_push", text(where), given)


def bind_push_comm(comm: MPI.Comm, info: Info = None, **keys: object) -> None:
    """Binds this process and its OpenMP threads to the instance that a communicator of the library stands for.

    Local. In C: HSPLIT_Bind_push_comm."""
    with info_handle(info, keys) as given:
        call("HSPLIT_Bind_push_comm", comm_handle(comm), given)


def bind_pop() -> None:
    """Restores the binding and the number of threads from before the last push.

    Local. In C: HSPLIT_Bind_pop."""
    call("HSPLIT_Bind_pop")


def bind_get() -> Binding:
    """Returns the present binding of this process.

    Local. In C: HSPLIT_Bind_get."""
    room = create_string_buffer(_ROOM)
    cores, units, pushed = c_int(), c_int(), c_int()
    call("HSPLIT_Bind_get", room, _ROOM, byref(cores), byref(units), byref(pushed))
    return Binding(words(room.value), cores.value, units.value, pushed.value)


def _push(where: str | MPI.Comm, info: Info, **keys: object) -> None:
    if isinstance(where, MPI.Comm):
        bind_push_comm(where, info, **keys)
    else:
        bind_push(where, info, **keys)


@contextmanager
def between(begin: Callable[[], T], end: Callable[[], None], threads: int, blas: bool) -> Iterator[T]:
    """A block between a push and a pop, with numbers of threads by threadpoolctl unless they are 0.

    The push and the pop bind a whole OpenMP team, so its number of threads is set before the push and reset after the
    pop. BLAS libraries start their threads when their number is set, and these keep the binding of that time: the
    number is set inside."""
    with limits(threads, "openmp"):
        begun = begin()
        try:
            with limits(threads if blas else 0, "blas"):
                yield begun
        finally:
            end()


def cores_of(where: str | MPI.Comm, info: Info, keys: Mapping[str, object]) -> int:
    """The number of cores of a binding; 0 on an emulated machine and if the library is disabled: then the calls bind
    nothing and change no threads."""
    _push(where, info, **{**keys, "bind_threads": "caller", "omp": "keep", "spread": False})
    try:
        binding = bind_get()
        is_bound = binding.units == len(os.sched_getaffinity(0)) and not os.environ.get("HSPLIT_EMULATE")
        return binding.cores if is_bound else 0
    finally:
        bind_pop()


@cache
def binds() -> bool:
    """True if the calls of this process bind it. The answer does not change."""
    return cores_of("home", None, {}) > 0


@contextmanager
def bound(where: str | MPI.Comm, info: Info = None, **keys: object) -> Iterator[Binding]:
    """Binds this process as bind_push or bind_push_comm does, for the block of a `with`.

    If threadpoolctl can be imported, it sets the threads of OpenMP and BLAS libraries to the cores of the binding,
    unless the key `omp` is given. Local. In C: HSPLIT_Bind_push, HSPLIT_Bind_push_comm, HSPLIT_Bind_pop."""
    threads = asked(info, keys)
    if threads != 0:
        cores = cores_of(where, info, keys)
        threads = (threads or cores) if cores else 0
    if threads:
        keys["omp"] = "keep"

    with between(lambda: _push(where, info, **keys), bind_pop, threads, takes_blas(info, keys)):
        yield bind_get()
