# SPDX-License-Identifier: MIT OR Apache-2.0
"""Common code of the test programs: checks that say where and on which rank they failed, and an agreed result."""

import sys
import traceback

import hsplit
from mpi4py import MPI

world = MPI.COMM_WORLD
_failures = 0


def failed(words):
    """Counts a failure. A wrong loop must not bury its first failure under thousands of others."""
    global _failures
    _failures += 1
    if _failures <= 20:
        outside = [frame for frame in traceback.extract_stack() if frame.filename != __file__][-1]
        print(f"{outside.filename}:{outside.lineno}: rank {world.rank}: {words}", file=sys.stderr, flush=True)


def equal(actual, expected):
    if actual != expected or type(actual) is not type(expected):
        failed(f"{actual!r}, expected {expected!r}")


def holds(condition):
    if not condition:
        failed("not so")


def fails(expected, words, function, *arguments, **keys):
    """The call raises an exception of MPI with this error class, whose text has these words."""
    try:
        result = function(*arguments, **keys)
    except MPI.Exception as error:
        if error.Get_error_class() != expected or words not in error.Get_error_string():
            failed(f"class {error.Get_error_class()}, expected {expected}: {error.Get_error_string()}")
    else:
        failed(f"{function.__name__} gives {result!r}")


def refuses(kind, function, *arguments, **keys):
    """The call raises an exception of Python before it reaches the library."""
    try:
        result = function(*arguments, **keys)
    except kind:
        return
    failed(f"{function.__name__} gives {result!r}")


def members(comm):
    """The ranks of a communicator's members in the world; None for no communicator."""
    if comm == MPI.COMM_NULL:
        return None
    group, everybody = comm.Get_group(), world.Get_group()
    ranks = MPI.Group.Translate_ranks(group, list(range(group.size)), everybody)
    group.Free()
    everybody.Free()
    return list(ranks)


def end():
    """The result of all ranks."""
    failures = world.allreduce(_failures)
    if world.rank == 0:
        print(f"{failures} failures on {world.size} ranks with {hsplit.LIBRARY_FILE}")
    sys.exit(failures > 0)
