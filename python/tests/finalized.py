# SPDX-License-Identifier: MIT OR Apache-2.0
"""Calls after MPI.Finalize: each is an exception, also with keys, for which there is no info object then."""

import sys

import hsplit
from mpi4py import MPI

world = MPI.COMM_WORLD
MPI.Finalize()
CALLS = (
    (hsplit.Monitor, {"comm": world}),
    (hsplit.Monitor, {"comm": world, "collectives": "trees"}),
    (hsplit.bind_push, {"where": "Machine", "threads": 1}),
    (hsplit.bound("Machine").__enter__, {}),
    (hsplit.hierarchy, {"comm": world, "parts": 2}),
    (hsplit.Placement, {"comm": world, "root": 0}),
)
for function, keys in CALLS:
    try:
        sys.exit(f"{function.__name__} gives {function(**keys)!r}")
    except MPI.Exception:
        pass
