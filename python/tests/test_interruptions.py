"""Python code that runs in the middle of a call may use the same boxes and caches: signal handlers and finalizers."""

import subprocess
import sys

import pytest

PROGRAM = """
import gc
import signal
import numpy as np
import octosat

count = 2000
rng = np.random.default_rng(0)
rotations = np.tile([0, 0, 0, 1], (count, 1))
boxes = octosat.Boxes(rng.uniform(-2, 2, (count, 3)), rotations, np.full((count, 3), 0.3))
pairs = rng.integers(0, count, (20_000, 2), dtype=np.uint32)
cache = octosat.ContactCache()
uses = []


def use(*_):
    uses.append(len(cache.predecessors()))
    boxes.set_half_extents(0, [0.3, 0.3, 0.3])


def call(number):
    cache.next_frame()
    cache.manifolds(boxes, pairs, 0.01)
    cache.began()
    octosat.penetrations(boxes, pairs)
    octosat.aabbs(boxes)
    boxes.set_poses_of([number % count], [[0, 0, 0]], [[0, 0, 0, 1]])
    try:
        octosat.overlaps(boxes, [[0, count]])
    except octosat.QueryError:
        pass
"""

SIGNALS = """
signal.signal(signal.SIGALRM, use)
signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
number = 0
while len(uses) < 25:
    number += 1
    call(number)
signal.setitimer(signal.ITIMER_REAL, 0)
"""

FINALIZERS = """
class Cycle:
    def __init__(self):
        self.cycle = self

    def __del__(self):
        use()


gc.set_threshold(5)
for number in range(60):
    Cycle()
    call(number)
assert len(uses) > 10
"""


@pytest.mark.parametrize("interruption", [SIGNALS, FINALIZERS], ids=["signals", "finalizers"])
def test_handlers_may_use_what_a_call_uses(interruption, tmp_path):
    # In a process of its own, which can be ended if it hangs.
    command = [sys.executable, "-c", PROGRAM + interruption + "print('done')"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert ended.stdout == "done\n", ended.stderr
