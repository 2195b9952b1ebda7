# SPDX-License-Identifier: MIT OR Apache-2.0
"""For mypy --strict: the types of functions and of methods are known where the package is used."""

from __future__ import annotations

import hsplit
from mpi4py import MPI

world: hsplit.Comm = hsplit.Comm(MPI.COMM_WORLD)
by_function: hsplit.Comm = hsplit.split(MPI.COMM_WORLD, "L3Cache", key=1)
by_method: hsplit.Comm = world.split("L3Cache", key=1, parts=2)
below: hsplit.Comm = by_method.split_with_roots().roots
copy: hsplit.Comm = by_method.Dup()
part: hsplit.Comm = by_method.Split(0)
text: str = below.get_hlevel_info().type
coords: tuple[int, ...] = world.get_coords(0).coords
levels: list[hsplit.Comm] = [comm for comm in world.hierarchy(max=2)]
wrong_argument = world.split(5)  # type: ignore[arg-type]
wrong_result: int = world.split()  # type: ignore[assignment]
no_such_method = world.zork()  # type: ignore[attr-defined]
