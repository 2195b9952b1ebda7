# SPDX-License-Identifier: MIT OR Apache-2.0
# levels.py: split by number, then with roots, by communicators of mpi4py that go to the library and come back.
import ctypes, os
import mpi4py

LIBDIR = os.environ["HSPLIT_ROOT"] + "/lib"
mpi4py.profile("hsplit", path=LIBDIR)  # instead of LD_PRELOAD; before the import of MPI
from mpi4py import MPI

MPI_COMM_TYPE_PHYSICAL_TOPOLOGY = 0x48530001
hsplit = ctypes.CDLL(LIBDIR + "/libhsplit.so.0")
# MPICH's handles are numbers, Open MPI's are pointers.
Handle = ctypes.c_int if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_int) else ctypes.c_void_p

def handle(thing):
    """The handle in an object of mpi4py: pass it as it is, or by reference for the library to write."""
    return Handle.from_address(MPI._addressof(thing))

def check(code):
    if code != MPI.SUCCESS:
        raise MPI.Exception(code)

def hsplit_with_roots(comm, info=MPI.INFO_NULL):
    new, roots = MPI.Intracomm(), MPI.Intracomm()
    outputs = ctypes.byref(handle(new)), ctypes.byref(handle(roots))
    check(hsplit.MPI_Comm_hsplit_with_roots(handle(comm), handle(info), *outputs))
    return new, roots

def hlevel_info(comm):
    siblings, index, level = ctypes.c_int(), ctypes.c_int(), ctypes.c_char_p()
    outputs = ctypes.byref(siblings), ctypes.byref(index), ctypes.byref(level)
    check(hsplit.MPI_Comm_get_hlevel_info(handle(comm), *outputs))
    return f"{level.value.decode()} {index.value} of {siblings.value}"

world, roots = MPI.COMM_WORLD, MPI.COMM_NULL
comm = world.Split_type(MPI_COMM_TYPE_PHYSICAL_TOPOLOGY)
while comm != MPI.COMM_NULL:
    root = f", root {roots.rank} of {roots.size}" if roots else ""
    print(f"rank {world.rank}: {hlevel_info(comm)}, size {comm.size}{root}")
    comm, roots = hsplit_with_roots(comm)
