# SPDX-License-Identifier: MIT OR Apache-2.0
"""Splits along the hardware, and the levels of the new communicators."""

from __future__ import annotations

from ctypes import byref, c_char_p, c_int, create_string_buffer
from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Sequence, overload

from ._call import (
    MPI,
    Handle,
    Info,
    call,
    comm_handle,
    handle,
    info_handle,
    integer,
    integers,
    new_comm,
    text,
    words,
)
from ._header import COMM_TYPE_HW_SUBDOMAIN, MAX_LIBRARY_VERSION_STRING

if TYPE_CHECKING:
    from ._comm import Comm

# More levels than any hierarchy has.
_MOST_LEVELS = 4096


class WithRoots(NamedTuple):
    """A communicator of a split, and the communicator of the roots of that split."""

    comm: Comm
    roots: Comm


class LevelInfo(NamedTuple):
    """The number of communicators of a split, the index of a communicator among them, and the name of its level."""

    num_comms: int
    index: int  # type: ignore[assignment]
    type: str


class Hierarchy(Sequence["Comm"]):
    """The communicators of a process from the widest level to the narrowest one.

    It is a sequence, and a context manager that frees the communicators at its end, unless an exception ends it."""

    def __init__(self, comms: list[Comm], roots: list[Comm] | None) -> None:
        self._comms = tuple(comms)
        #: The communicators of the roots of the same levels, or None if they are not wanted.
        self.roots = None if roots is None else tuple(roots)

    @overload
    def __getitem__(self, index: int) -> Comm: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Comm]: ...

    def __getitem__(self, index: int | slice) -> Comm | Sequence[Comm]:
        return self._comms[index]

    def __len__(self) -> int:
        return len(self._comms)

    def __iter__(self) -> Iterator[Comm]:
        return iter(self._comms)

    def __repr__(self) -> str:
        return f"<hsplit.Hierarchy of {len(self)} levels>"

    def __enter__(self) -> Hierarchy:
        return self

    def __exit__(self, kind: object, *exception: object) -> None:
        # After an exception of this rank alone, a collective call would wait for the other ranks.
        if kind is None:
            self.free()

    def free(self) -> None:
        """Frees the communicators that are not freed yet, and sets them to MPI.COMM_NULL.

        Collective over every communicator that is freed. In C: HSPLIT_Comm_hierarchy_free."""
        arrays = [None if comms is None else _handles(comms) for comms in (self._comms, self.roots)]
        try:
            call("HSPLIT_Comm_hierarchy_free", len(self), *arrays)
        finally:
            for comms, values in zip((self._comms, self.roots), arrays):
                for comm, value in zip(comms or (), values or ()):
                    handle(comm).value = value


def _handles(comms: Sequence[MPI.Comm]) -> Any:
    return (Handle * len(comms))(*(handle(comm).value for comm in comms))


def _named(level: str | None, info: Info) -> Info:
    if level is None:
        return info
    if isinstance(info, MPI.Info):
        raise TypeError("an MPI.Info has its level inside: set mpi_hw_resource_type there")
    text(level)
    return {**(info or {}), "mpi_hw_resource_type": level}


def split_type(comm: MPI.Comm, split_type: int, key: int = 0, info: Info = None, **keys: object) -> Comm:
    """Splits a communicator by a split type: one of COMM_TYPE_*, or any other, with the native result.

    Ranks without a communicator get MPI.COMM_NULL. An unguided split writes the name of its level into an MPI.Info.
    Collective. In C: MPI_Comm_split_type."""
    made = new_comm()
    with info_handle(info, keys) as given:
        call("MPI_Comm_split_type", comm_handle(comm), integer(split_type), integer(key), given, byref(handle(made)))
    return made


def split(comm: MPI.Comm, level: str | None = None, key: int = 0, info: Info = None, **keys: object) -> Comm:
    """Splits a communicator at the named level, or at the next level of the hardware if none is named.

    Ranks without a communicator get MPI.COMM_NULL. This is split_type with COMM_TYPE_HW_SUBDOMAIN. Collective.
    In C: MPI_Comm_split_type."""
    return split_type(comm, COMM_TYPE_HW_SUBDOMAIN, key, _named(level, info), **keys)


def split_with_roots(comm: MPI.Comm, level: str | None = None, info: Info = None, **keys: object) -> WithRoots:
    """Splits a communicator as split does, and joins the ranks that are rank 0 in the new communicators.

    Collective. In C: MPI_Comm_hsplit_with_roots."""
    made = WithRoots(new_comm(), new_comm())
    with info_handle(_named(level, info), keys) as given:
        outputs = byref(handle(made.comm)), byref(handle(made.roots))
        call("MPI_Comm_hsplit_with_roots", comm_handle(comm), given, *outputs)
    return made


def hierarchy(comm: MPI.Comm, max: int = 64, roots: bool = False, info: Info = None, **keys: object) -> Hierarchy:
    """Splits a communicator level by level, down to the lowest level or to `max` levels.

    With `roots`, the roots are joined at each level. Collective, with equal `max` and `roots` on all ranks.
    In C: HSPLIT_Comm_hierarchy."""
    depth, room = c_int(), min(integer(max), _MOST_LEVELS)
    made = _array(room)
    made_roots = _array(room) if roots else None
    with info_handle(info, keys) as given:
        call("HSPLIT_Comm_hierarchy", comm_handle(comm), given, room, byref(depth), made, made_roots)
    comms = [new_comm(value) for value in made[: depth.value]]
    return Hierarchy(comms, None if made_roots is None else [new_comm(value) for value in made_roots[: depth.value]])


def _array(length: int) -> Any:
    """An array of handles. For a negative number, the library returns an error."""
    return (Handle * (length if length > 0 else 0))()


def get_hw_resource_info() -> dict[str, bool]:
    """Returns the levels of the hardware, and whether this process is bound inside one instance of each.

    The names are those that a split accepts, such as `hwloc://L3Cache`. Local. In C: MPI_Get_hw_resource_info."""
    info = MPI.Info()
    call("MPI_Get_hw_resource_info", byref(handle(info)))
    try:
        names = [info.Get_nthkey(index) for index in range(info.Get_nkeys())]
        return {name: info.Get(name) == "true" for name in names}
    finally:
        info.Free()


def get_hlevel_info(comm: MPI.Comm) -> LevelInfo:
    """Returns the hardware level of a communicator, and its index among the communicators of its split.

    For a communicator that the library has not made, the result is 0, MPI.UNDEFINED and "Unknown". Local.
    In C: MPI_Comm_get_hlevel_info."""
    num_comms, index, name = c_int(), c_int(), c_char_p()
    call("MPI_Comm_get_hlevel_info", comm_handle(comm), byref(num_comms), byref(index), byref(name))
    return LevelInfo(num_comms.value, index.value, words(name.value))


def get_hw_subdomain_info(comm: MPI.Comm) -> LevelInfo:
    """Returns the result of get_hlevel_info, by the name of this call in Mercier's thesis.

    Local. In C: MPI_Comm_get_hw_subdomain_info."""
    num_comms, index, name = c_int(), c_int(), create_string_buffer(MPI.MAX_OBJECT_NAME + 1)
    call("MPI_Comm_get_hw_subdomain_info", comm_handle(comm), byref(num_comms), byref(index), name)
    return LevelInfo(num_comms.value, index.value, words(name.value))


def get_min_hlevel(comm: MPI.Comm, ranks: Sequence[int]) -> str:
    """Returns the lowest hardware level that the listed ranks share.

    It is "Unknown" if this process is not among them. The first call is collective.
    In C: MPI_Comm_get_min_hlevel."""
    numbers, count = integers(ranks)
    name = c_char_p()
    call("MPI_Comm_get_min_hlevel", comm_handle(comm), count, numbers, byref(name))
    return words(name.value)


def get_version() -> tuple[int, int, int]:
    """Returns the version of the loaded library.

    Local. In C: HSPLIT_Get_version."""
    major, minor, patch = c_int(), c_int(), c_int()
    call("HSPLIT_Get_version", byref(major), byref(minor), byref(patch))
    return major.value, minor.value, patch.value


def get_library_version() -> str:
    """Returns a text with the version of the library, the MPI for which it was built, and the MPI of this process.

    Local. In C: HSPLIT_Get_library_version."""
    version, length = create_string_buffer(MAX_LIBRARY_VERSION_STRING), c_int()
    call("HSPLIT_Get_library_version", version, byref(length))
    return words(version.value)
