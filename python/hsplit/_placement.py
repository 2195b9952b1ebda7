# SPDX-License-Identifier: MIT OR Apache-2.0
"""Placements: ranks take turns on the cores of their nodes, in phases."""

from __future__ import annotations

from contextlib import contextmanager
from ctypes import byref, c_int
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from ._binding import between, binds
from ._call import MPI, Info, call, comm_handle, handle, info_handle, new_comm, text
from ._threadpools import asked, takes_blas, threads_of

if TYPE_CHECKING:
    from ._comm import Comm


class Election(NamedTuple):
    """The result of a shape for this process: true if it works, its number of threads, its index among the workers of
    its node, and their number."""

    worker: bool
    threads: int
    index: int  # type: ignore[assignment]
    workers: int


class Worker:
    """The part of this process in a phase: true if it works, false if it is parked."""

    __slots__ = ("comm", "threads", "_works")

    def __init__(self, works: bool, threads: int, comm: Comm | None) -> None:
        self._works = works
        #: The number of its threads; 0 if it is parked.
        self.threads = threads
        #: The communicator of the workers, if requested; MPI.COMM_NULL if this process is parked.
        self.comm = comm

    def __bool__(self) -> bool:
        return self._works

    def __repr__(self) -> str:
        return f"<hsplit.Worker with {self.threads} threads>" if self._works else "<hsplit.Worker, parked>"


class Placement:
    """The bindings of all ranks of a communicator before any push, for phases.

    It is a context manager that frees the placement at its end. A block that ends by an exception frees nothing,
    because the collective call would wait for the other ranks."""

    def __init__(self, comm: MPI.Comm, info: Info = None, **keys: object) -> None:
        """Makes a placement, in which the ranks of a communicator take turns on the cores of their nodes.

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
        """Frees the placement, if it is not freed yet.

        Collective. In C: HSPLIT_Placement_free."""
        if self._handle.value:
            call("HSPLIT_Placement_free", byref(self._handle))

    def elect(self, shape: str, info: Info = None, **keys: object) -> Election:
        """Returns the part of this process in a phase of a shape: worker or not, and its number of threads.

        Local. In C: HSPLIT_Placement_elect."""
        worker, threads, index, workers = c_int(), c_int(), c_int(), c_int()
        outputs = map(byref, (worker, threads, index, workers))
        with info_handle(info, keys) as given:
            call("HSPLIT_Placement_elect", self._handle, text(shape), given, *outputs)
        return Election(bool(worker.value), threads.value, index.value, workers.value)

    def comm(self, shape: str, info: Info = None, **keys: object) -> Comm:
        """Returns the communicator of the workers of all nodes, or MPI.COMM_NULL if this process would be parked.

        It belongs to the placement; the program must not free it. The first call with a shape is collective.
        In C: HSPLIT_Placement_comm."""
        workers = new_comm()
        with info_handle(info, keys) as given:
            call("HSPLIT_Placement_comm", self._handle, text(shape), given, byref(handle(workers)))
        return workers

    def barrier(self) -> None:
        """Waits asleep until all ranks of the placement on this node have made this call.

        Collective over these ranks. In C: HSPLIT_Node_barrier."""
        call("HSPLIT_Node_barrier", self._handle)

    def begin(self, shape: str, comm: bool = False, info: Info = None, **keys: object) -> Worker:
        """Begins a phase: the call returns at once on a parked rank, and on a worker when its cores are free.

        With `comm` on all ranks, the worker has the communicator of the workers. Collective over the ranks of the
        placement on this node. In C: HSPLIT_Phase_begin."""
        worker, workers = c_int(), new_comm()
        with info_handle(info, keys) as given:
            wanted = byref(handle(workers)) if comm else None
            call("HSPLIT_Phase_begin", self._handle, text(shape), given, byref(worker), wanted)
        threads = 0
        if worker.value:
            threads = threads_of(info, keys) or self.elect(shape, info, **keys).threads
        return Worker(bool(worker.value), threads, workers if comm else None)

    def end(self) -> None:
        """Ends a phase: a rank sleeps until the other workers on its cores have ended it.

        Collective over the ranks of the placement on this node. In C: HSPLIT_Phase_end."""
        call("HSPLIT_Phase_end", self._handle)

    @contextmanager
    def phase(self, shape: str, comm: bool = False, info: Info = None, **keys: object) -> Iterator[Worker]:
        """Runs a phase for the block of a `with`; parked ranks sleep at the end of the block.

        If threadpoolctl can be imported, it sets the threads of OpenMP and BLAS libraries to those of the worker,
        unless the key `omp` is given. In C: HSPLIT_Phase_begin, HSPLIT_Phase_end."""
        threads = asked(info, keys)
        if threads != 0 and not binds():
            threads = 0
        if threads is None:
            threads = self._threads(shape, info, keys)
        if threads:
            keys["omp"] = "keep"
        blas = takes_blas(info, keys)
        with between(lambda: self.begin(shape, comm, info, **keys), self.end, threads, blas) as worker:
            yield worker

    def _threads(self, shape: str, info: Info, keys: Mapping[str, object]) -> int:
        try:
            return self.elect(shape, info, **keys).threads
        except MPI.Exception:
            # The begin of the phase raises the same error, and reports it to the other ranks.
            return 0
