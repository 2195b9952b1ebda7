# SPDX-License-Identifier: MIT OR Apache-2.0
"""Calls the functions of hsplit.h with objects of mpi4py: handles, numbers and texts in, lists and texts out."""

from __future__ import annotations

import ctypes
import operator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Union

from . import _library
from ._header import CALLS

_loaded, LIBRARY_FILE = _library.load()

# Loaded after the library, so the other modules import it from here.
from mpi4py import MPI as MPI  # noqa: E402

if TYPE_CHECKING:
    from ._comm import Comm

Info = Union[MPI.Info, Mapping[str, object], None]

# MPICH's handles are ints; those of Open MPI and of the standard ABI are pointers.
Handle: Any = ctypes.c_int if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_int) else ctypes.c_void_p

# The ctypes of the arguments of hsplit.h.
_TYPES: dict[str, Any] = {
    "int": ctypes.c_int,
    "MPI_Aint": ctypes.c_ssize_t,
    "int *": ctypes.POINTER(ctypes.c_int),
    "double *": ctypes.POINTER(ctypes.c_double),
    "void *": ctypes.c_void_p,
    "char *": ctypes.c_char_p,
    "char **": ctypes.POINTER(ctypes.c_char_p),
    "long long *": ctypes.POINTER(ctypes.c_longlong),
    "HSPLIT_Monitor": ctypes.c_int,
    "HSPLIT_Monitor *": ctypes.POINTER(ctypes.c_int),
    "HSPLIT_Placement": ctypes.c_int,
    "HSPLIT_Placement *": ctypes.POINTER(ctypes.c_int),
    **{kind: Handle for kind in ("MPI_Comm", "MPI_Info", "MPI_Group", "MPI_Datatype", "MPI_Win")},
    **{f"{kind} *": ctypes.POINTER(Handle) for kind in ("MPI_Comm", "MPI_Info", "MPI_Group", "MPI_Win")},
}


@lru_cache(maxsize=None)
def _function(name: str) -> Any:
    function = getattr(_loaded, name)
    function.argtypes = [_TYPES[kind] for kind in CALLS[name]]
    function.restype = ctypes.c_int
    return function


def call(name: str, *arguments: Any) -> None:
    """Calls a function of the library. If the communicator's error handler returns, an error is an MPI.Exception."""
    code = _function(name)(*arguments)
    if code != MPI.SUCCESS:
        raise MPI.Exception(code)


def handle(thing: Any) -> Any:
    """The handle in an object of mpi4py, which must outlive it: passed by value, or by reference as an output."""
    return Handle.from_address(MPI._addressof(thing))


def comm_handle(comm: MPI.Comm) -> Any:
    """The handle of a communicator."""
    return handle_of(MPI.Comm, comm)


def handle_of(kind: type, thing: Any) -> Any:
    """The handle of an object of this class of mpi4py."""
    if not isinstance(thing, kind):
        raise TypeError(f"expected an mpi4py.MPI.{kind.__name__}, not {type(thing).__name__}")
    return handle(thing)


def integer(value: Any) -> int:
    """A number that fits a C int; ctypes would truncate others."""
    return _number(value, 31, "a C int")


def size(value: Any) -> int:
    """A number that fits an MPI_Aint; ctypes would truncate others."""
    return _number(value, 63, "an MPI_Aint")


def _number(value: Any, bits: int, kind: str) -> int:
    number = operator.index(value)
    if not -(2**bits) <= number < 2**bits:
        raise OverflowError(f"{number} does not fit {kind}")
    return number


def integers(values: Any) -> tuple[Any, int]:
    """An array of C ints, and its length."""
    numbers = [integer(value) for value in values]
    return (ctypes.c_int * len(numbers))(*numbers), len(numbers)


def text(value: str) -> bytes:
    """A text for C, without a NUL. Bytes of a path that are not UTF-8 stay as they are."""
    if not isinstance(value, str):
        raise TypeError(f"expected a str, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError("a text for MPI has no NUL")
    return value.encode("utf-8", "surrogateescape")


def words(value: bytes | None) -> str:
    """A text of the library."""
    return (value or b"").decode("utf-8", "replace")


def new_comm(value: Any = None) -> Comm:
    """A communicator as an output of a call, or with a handle that the library has written into an array."""
    # That module imports modules that import this one.
    from ._comm import Comm

    comm = Comm()
    if value is not None:
        handle(comm).value = value
    return comm


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _has_no_infos() -> bool:
    """True before MPI_Init and after MPI_Finalize of an MPI that has info objects only between them. The call of the
    library returns the error."""
    return MPI.Get_version() < (4, 0) and (not MPI.Is_initialized() or MPI.Is_finalized())


@contextmanager
def info_handle(info: Info, keys: Mapping[str, object]) -> Iterator[Any]:
    """The handle of an info object: the given one, or a new one with the given keys and values.

    `keys` are without their prefix `hsplit_`. Keys whose value is None are left out."""
    given = {f"hsplit_{key}": value for key, value in keys.items() if value is not None}
    if isinstance(info, MPI.Info):
        if given:
            raise TypeError(f"an MPI.Info has its keys inside: set {', '.join(given)} there")
        yield handle(info)
        return
    entries = {**(info or {}), **given}
    if not entries or _has_no_infos():
        yield handle(MPI.INFO_NULL)
        return
    made = MPI.Info.Create()
    try:
        for key, value in entries.items():
            made.Set(key, _value(value))
        yield handle(made)
    finally:
        made.Free()


def listed(fill: Callable[[int, Any], tuple[Any, ...]], room: int = 16) -> tuple[Any, ...]:
    """The lists of a call whose lists may be longer than its arrays.

    `fill(max, count)` makes the call with arrays of `max` elements and an output for the total number, and returns the
    arrays. The result is the filled part of these arrays."""
    while True:
        count = ctypes.c_int()
        arrays = fill(room, ctypes.byref(count))
        if count.value <= room:
            return tuple(list(array[: count.value]) for array in arrays)
        room = count.value


def ints(room: int) -> Any:
    """An array of C ints that a call fills."""
    return (ctypes.c_int * room)()


def texts(room: int) -> Any:
    """An array of texts that a call fills."""
    return (ctypes.c_char_p * room)()
