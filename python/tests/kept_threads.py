# SPDX-License-Identifier: MIT OR Apache-2.0
"""On an emulated machine, and if the library is disabled, threadpoolctl sets no number of threads either."""

import ctypes

import hsplit
import threadpoolctl  # noqa: F401 (or nothing would set them)
from check import end, equal, world

gomp = ctypes.CDLL("libgomp.so.1")
before = gomp.omp_get_max_threads()
for keys in {}, {"threads": before + 1}:
    with hsplit.bound("Machine", **keys):
        equal(gomp.omp_get_max_threads(), before)
    with hsplit.Placement(world) as placement:
        with placement.phase("all", **keys):
            equal(gomp.omp_get_max_threads(), before)
end()
