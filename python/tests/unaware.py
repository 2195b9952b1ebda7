# SPDX-License-Identifier: MIT OR Apache-2.0
"""Sleeping barriers of a program that does not know of them: 4 ranks with HSPLIT_WAIT=sleep:1000."""

import time

from check import end, holds, world

for _ in range(3):
    world.Barrier()
before = time.process_time()
if world.rank == 0:
    time.sleep(1)
world.Barrier()
holds(time.process_time() - before < 0.3)
end()
