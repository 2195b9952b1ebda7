# SPDX-License-Identifier: MIT OR Apache-2.0
"""Finds libhsplit, loads it, and checks that it was built for the MPI of mpi4py.

If possible, the library is loaded before the module mpi4py.MPI: then it intercepts mpi4py's own calls, as if it were
preloaded. Its functions are looked up in this file of the library, never in the global scope, where the MPI may come
first.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import shutil
import sys
import warnings
from typing import Iterator

from ._header import MAX_LIBRARY_VERSION_STRING, VERSION

_NAMES = ("libhsplit.so.0", "libhsplit_abi.so.0")

# Names of MPI libraries, as found in a module that is linked with one, and their families. HPE Cray's have the compiler
# in their names, as libmpi_cray.so.12 and libmpi_gnu_112.so.12.
_FAMILIES = (
    (rb"libmpi_abi\.so", "abi"),
    (rb"libmpi(ch|_\w+)?\.so\.12", "mpich"),
    (rb"libmpi\.so\.40", "openmpi"),
)


class _Address(ctypes.Structure):
    """The result of dladdr for an address (Dl_info)."""

    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def _loaded() -> str | None:
    """The file of a library that is preloaded, linked, or loaded by mpi4py.profile."""
    everything = ctypes.CDLL(None)
    function = getattr(everything, "HSPLIT_Get_version", None)
    if function is None:
        return None
    found = _Address()
    everything.dladdr.argtypes = [ctypes.c_void_p, ctypes.POINTER(_Address)]
    everything.dladdr(ctypes.cast(function, ctypes.c_void_p), ctypes.byref(found))
    return os.fsdecode(found.file) if found.file else None


def _family_in(text: bytes) -> str | None:
    """The family of the MPI libraries that a module names; None if it names none, or those of several families."""
    found = {family for pattern, family in _FAMILIES if re.search(pattern, text)}
    return found.pop() if len(found) == 1 else None


def _family() -> str | None:
    """The family of mpi4py's MPI, before it is loaded: from the libraries of its module, or from the launcher."""
    module = importlib.util.find_spec("mpi4py.MPI")
    try:
        with open(module.origin or "" if module else "", "rb") as file:
            text = file.read()
    except OSError:
        text = b""
    family = _family_in(text)
    if family:
        return family
    if "OMPI_COMM_WORLD_RANK" in os.environ:
        return "openmpi"
    return "mpich" if "PMI_RANK" in os.environ else None


def _installed() -> Iterator[str]:
    """The libraries that were installed together with this package; if there are several, the one for mpi4py's MPI."""
    try:
        # 'make install', 'make install-all' and 'make wheel' write this file.
        from . import _installed as found  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return
    several = getattr(found, "LIBRARIES", {})
    family = _family() if several else None
    files = [several[family]] if family in several else list(several.values()) or [found.LIBRARY]
    here = os.path.dirname(os.path.abspath(__file__))
    yield from (os.path.normpath(os.path.join(here, file)) for file in files)


def _below(prefix: str) -> Iterator[str]:
    """The files of the library in an installation; if it has several families, the one of mpi4py's MPI."""
    family = _family()
    for folder in ("lib", "lib64"):
        for name in [family] if family else ["openmpi", "mpich", "abi"]:
            file = os.path.join(prefix, folder, "hsplit", name, _NAMES[name == "abi"])
            if os.path.exists(file):
                yield file
    yield from (os.path.join(prefix, folder, name) for folder in ("lib", "lib64") for name in _NAMES)


def _candidates() -> Iterator[str]:
    """The possible files of the library, in order of preference."""
    yield from _installed()
    root = os.environ.get("HSPLIT_ROOT")
    if root:
        yield from _below(root)
    command = shutil.which("hsplit")
    if command:
        found = _below(os.path.dirname(os.path.dirname(os.path.realpath(command))))
        yield from (file for file in found if os.path.exists(file))
    yield from _NAMES


def _open(file: str) -> ctypes.CDLL:
    return ctypes.CDLL(file, mode=ctypes.RTLD_GLOBAL)


def _load() -> tuple[ctypes.CDLL, str]:
    """The library and its file."""
    loaded = _loaded()
    if loaded:
        return _open(loaded), loaded
    named = os.environ.get("HSPLIT_LIBRARY")
    if named:
        try:
            return _open(named), named
        except OSError as error:
            raise ImportError(f"hsplit: HSPLIT_LIBRARY={named} cannot be loaded: {error}") from None
    tried = []
    for file in _candidates():
        if os.path.isabs(file) and not os.path.exists(file):
            tried.append(f"{file}: no such file")
            continue
        try:
            return _open(file), file
        except OSError as error:
            tried.append(str(error))
    raise ImportError(
        "hsplit: libhsplit.so.0 is not found. Set HSPLIT_LIBRARY to its path, or HSPLIT_ROOT to the folder that "
        "'make install PREFIX=...' was given, or add its folder to LD_LIBRARY_PATH. Tried: " + "; ".join(tried)
    )


def _check_version(library: ctypes.CDLL, file: str) -> None:
    numbers = [ctypes.c_int() for _ in range(3)]
    library.HSPLIT_Get_version(*map(ctypes.byref, numbers))
    version = ".".join(str(number.value) for number in numbers)
    # Before 1.0.0 the second number changes with the binary interface.
    if version.split(".")[:2] != VERSION.split(".")[:2]:
        raise ImportError(f"hsplit: this package is for libhsplit {VERSION}, but {file} is libhsplit {version}")


def _description(library: ctypes.CDLL) -> str:
    text = ctypes.create_string_buffer(MAX_LIBRARY_VERSION_STRING)
    library.HSPLIT_Get_library_version(text, None)
    return text.value.decode("utf-8", "replace")


def _check_mpi(library: ctypes.CDLL, file: str) -> None:
    """Checks the MPI: handles of another family have another width or meaning, and no call may be made with them."""
    from mpi4py import MPI

    pattern = r".*, built for (.*?) \(.*\); this process has (.*) \(MPI [0-9.]+, (.*)\)"
    words = re.fullmatch(pattern, _description(library))
    if not words:
        raise ImportError(f"hsplit: no MPI is found in this process beside {file}")
    built_for, runs, file_of_mpi = words.groups()
    if os.path.basename(file_of_mpi).startswith("libmpi_abi."):
        family = "the MPI standard ABI"
    elif runs.startswith("Open MPI"):
        family = "Open MPI"
    elif any(name in runs for name in ("MPICH", "Intel(R) MPI", "MVAPICH")):
        family = "MPICH"
    else:
        # An unknown MPI: its handles must at least have the same width.
        family = built_for
    width = ctypes.sizeof(ctypes.c_int if built_for == "MPICH" else ctypes.c_void_p)
    if family != built_for or MPI._sizeof(MPI.Comm) != width:
        raise ImportError(
            f"hsplit: {file} was built for {built_for}, but mpi4py uses {runs} ({file_of_mpi}). Set HSPLIT_LIBRARY to "
            "the libhsplit that was built for this MPI"
        )


def _warn_if_behind() -> None:
    """Warns, in one process of the job, that mpi4py.MPI was loaded first, so that its calls are not intercepted."""
    from mpi4py import MPI

    if MPI.Is_initialized() and not MPI.Is_finalized() and MPI.COMM_WORLD.rank == 0:
        warnings.warn(
            "mpi4py.MPI was imported before hsplit, so that its own calls bypass the library: Comm.Split_type does "
            "not know hsplit's split types (MPI_ERR_ARG), and HSPLIT_COLLECTIVES has no effect. Import hsplit first; "
            "the functions of hsplit work",
            RuntimeWarning,
            stacklevel=4,
        )


def load() -> tuple[ctypes.CDLL, str]:
    """The library, ready to be called with mpi4py's handles, and its file."""
    if importlib.util.find_spec("mpi4py") is None:
        raise ImportError("hsplit needs mpi4py, which is not installed for this Python: pip install mpi4py")
    is_behind = "mpi4py.MPI" in sys.modules and not _loaded()
    library, file = _load()
    _check_version(library, file)
    _check_mpi(library, file)
    if is_behind:
        _warn_if_behind()
    return library, file
