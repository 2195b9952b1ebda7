# SPDX-License-Identifier: MIT OR Apache-2.0
"""Placements: which ranks work on which cores, phase by phase, while the others sleep."""

from __future__ import annotations

from contextlib import contextmanager
from ctypes import byref, c_int
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from ._binding import between
from ._call import MPI, Info, call, comm_handle, handle, info_handle, new_comm, text
from ._threadpools import asked, threads_of

if TYPE_CHECKING:
    from ._comm import Comm


class Election(NamedTuple):
    """What a shape makes of this process: whether it works, with how many threads, which worker of its node it is, and
    how many workers its node has."""

    worker: bool
    threads: int
    index: int  # type: ignore[assignment]
    workers: int


class Worker:
    """What this process is in a phase: true where it works, false where it is parked."""

    __slots__ = ("comm", "threads", "_works")

    def __init__(self, works: bool, threads: int, comm: Comm | None) -> None:
        self._works = works
        #: How many threads it has; 0 where it is parked.
        self.threads = threads
        #: The communicator of the workers where it was asked for; MPI.COMM_NULL where this process is parked.
        self.comm = comm

    def __bool__(self) -> bool:
        return self._works

    def __repr__(self) -> str:
        return f"<hsplit.Worker with {self.threads} threads>" if self._works else "<hsplit.Worker, parked>"


class Placement:
    """The homes of all ranks of a communicator, over which phases run.

    It is a context manager that frees the placement at its end. A block that ends by an exception frees nothing: that
    would wait for the other ranks."""

    def __init__(self, comm: MPI.Comm, info: Info = None, **keys: object) -> None:
        """Makes a placement, with which the ranks of a communicator take turns on the cores of their nodes.

        Collective. In C: HSPLIT_Placement_create."""
        self._handle = c_int()
        with info_handle(info, keys) as given:
            call("HSPLIT_Placement_create", comm_handle(comm), given, byref(self._handle))

    def __enter__(self) -> Placement:
        return self

    def __exit__(self, kind: object, *exception: object) -> None:
        if kind is None:
            self.free()

    def free(self) -> None:
        """Frees the placement; nothing where it is freed already.

        Collective. In C: HSPLIT_Placement_free."""
        if self._handle.value:
            call("HSPLIT_Placement_free", byref(self._handle))

    def elect(self, shape: str, info: Info = None, **keys: object) -> Election:
        """What a shape would make of this process.

        Local. In C: HSPLIT_Placement_elect."""
        worker, threads, index, workers = c_int(), c_int(), c_int(), c_int()
        outputs = map(byref, (worker, threads, index, workers))
        with info_handle(info, keys) as given:
            call("HSPLIT_Placement_elect", self._handle, text(shape), given, *outputs)
        return Election(bool(worker.value), threads.value, index.value, workers.value)

    def comm(self, shape: str, info: Info = None, **keys: object) -> Comm:
        """The communicator of the workers of all nodes, or MPI.COMM_NULL where this process would be parked.

        It belongs to the placement and is not to be freed. The first call for a shape is collective.
        In C: HSPLIT_Placement_comm."""
        workers = new_comm()
        with info_handle(info, keys) as given:
            call("HSPLIT_Placement_comm", self._handle, text(shape), given, byref(handle(workers)))
        return workers

    def barrier(self) -> None:
        """Waits, asleep, for all members of the placement on this node.

        Collective over them. In C: HSPLIT_Node_barrier."""
        call("HSPLIT_Node_barrier", self._handle)

    def begin(self, shape: str, comm: bool = False, info: Info = None, **keys: object) -> Worker:
        """Begins a phase: a parked rank goes on at once, a worker when its cores are free.

        With `comm` on all ranks, the worker has the communicator of the workers. Collective over the members on this
        node. In C: HSPLIT_Phase_begin."""
        worker, workers = c_int(), new_comm()
        with info_handle(info, keys) as given:
            wanted = byref(handle(workers)) if comm else None
            call("HSPLIT_Phase_begin", self._handle, text(shape), given, byref(worker), wanted)
        threads = 0
        if worker.value:
            threads = threads_of(info, keys) or self.elect(shape, info, **keys).threads
        return Worker(bool(worker.value), threads, workers if comm else None)

    def end(self) -> None:
        """Ends a phase: a rank sleeps until the other workers on its cores have ended.

        Collective over the members on this node. In C: HSPLIT_Phase_end."""
        call("HSPLIT_Phase_end", self._handle)

    @contextmanager
    def phase(self, shape: str, comm: bool = False, info: Info = None, **keys: object) -> Iterator[Worker]:
        """A phase for the block of a `with`: begin at its begin, end at its end, where parked ranks sleep.

        Where threadpoolctl can be imported, it sets the threads of OpenMP and BLAS libraries to those of the worker,
        unless the key `omp` is given. In C: HSPLIT_Phase_begin, HSPLIT_Phase_end."""
        threads = asked(info, keys)
        if threads is None:
            threads = self._threads(shape, info, keys)
        if threads:
            keys["omp"] = "keep"
        with between(lambda: self.begin(shape, comm, info, **keys), self.end, threads) as worker:
            yield worker

    def _threads(self, shape: str, info: Info, keys: Mapping[str, object]) -> int:
        try:
            return self.elect(shape, info, **keys).threads
        except MPI.Exception:
            # The begin of the phase says the same, and tells the other ranks.
            return 0
