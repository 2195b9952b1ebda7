# SPDX-License-Identifier: MIT OR Apache-2.0
"""Numbers of threads of OpenMP and BLAS libraries by threadpoolctl, if it can be imported.

threadpoolctl searches all libraries of the process, which takes longer than a push. Here it searches again only after a
library has been loaded."""

from __future__ import annotations

import ctypes
from contextlib import nullcontext
from typing import Any, ContextManager, Mapping

from ._call import MPI, Info

try:
    from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped,import-not-found,unused-ignore]
except ImportError:
    ThreadpoolController = None


class _Object(ctypes.Structure):
    """The result of dl_iterate_phdr for a library (struct dl_phdr_info)."""

    _fields_ = [
        ("address", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("headers", ctypes.c_void_p),
        ("header_count", ctypes.c_uint16),
        ("loads", ctypes.c_ulonglong),
        ("unloads", ctypes.c_ulonglong),
    ]


_found: list[int] = []


def _note(library: Any, size: int, data: object) -> int:
    _found[:] = [library.contents.loads]
    # The counters are the same for all libraries.
    return 1


_NOTE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Object), ctypes.c_size_t, ctypes.c_void_p)(_note)
# With the interpreter's lock: another thread that imports a module holds it and waits for the lock of the loader. (The
# interpreter may still give its lock away in _note.)
_everything = ctypes.PyDLL(None)
_controller: tuple[list[int], Any] = ([], None)


def _libraries() -> Any:
    """The libraries of the process that have threads."""
    global _controller
    _everything.dl_iterate_phdr(_NOTE, None)
    loads, controller = _controller
    if controller is None or loads != _found:
        controller = ThreadpoolController()
        _controller = (list(_found), controller)
    return controller


def _value(info: Info, keys: Mapping[str, object], key: str) -> object:
    """The value of a key of the library in the arguments of a call."""
    if isinstance(info, MPI.Info):
        return info.Get(f"hsplit_{key}") if info else None
    value = keys.get(key)
    return (info or {}).get(f"hsplit_{key}") if value is None else value


def threads_of(info: Info, keys: Mapping[str, object]) -> int | None:
    """The number of threads in the keys of a call; None: the number that fits.

    An invalid number is 0 here; the call then returns an error, also on the other ranks of a phase."""
    threads = _value(info, keys, "threads")
    if threads is None:
        return None
    number = str(threads).strip()
    # A number of more digits is invalid, and may be too long for threadpoolctl.
    return int(number) if number.isascii() and number.isdigit() and len(number) <= 4 else 0


def asked(info: Info, keys: Mapping[str, object]) -> int | None:
    """The number of threads for threadpoolctl by the keys of a call: 0: it is not used; None: the number that fits."""
    if ThreadpoolController is None or isinstance(info, MPI.Info) or _value(info, keys, "omp") is not None:
        return 0
    return threads_of(info, keys)


def takes_blas(info: Info, keys: Mapping[str, object]) -> bool:
    """True unless the keys of a call exclude BLAS libraries."""
    return str(_value(info, keys, "blas")).strip().lower() not in ("false", "no", "off", "0")


def limits(threads: int, user_api: str) -> ContextManager[Any]:
    """Limits the threads of the libraries of a kind, openmp or blas, for a block, unless `threads` is 0."""
    if not threads:
        return nullcontext()
    limiter: ContextManager[Any] = _libraries().limit(limits=threads, user_api=user_api)
    return limiter
