"""Calls from many threads, arrays that change meanwhile, and forks."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import scene

import octosat

PARTS, PAIRS = scene(61, boxes=3000, pairs=200_000, spread=6.0)


def test_many_threads_have_the_same_bits():
    boxes = octosat.Boxes(*PARTS)
    parts = np.array_split(PAIRS, 16)
    expected = octosat.penetrations(boxes, PAIRS).tobytes()
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            found = list(pool.map(lambda pairs: octosat.penetrations(boxes, pairs), parts))
            assert np.concatenate(found).tobytes() == expected
        whole = pool.map(lambda _: octosat.manifolds(boxes, PAIRS).points.tobytes(), range(8))
        assert len(set(whole)) == 1


def test_the_gil_is_released():
    """A thread that counts goes on while another computes."""
    boxes, pairs = octosat.Boxes(*PARTS), np.tile(PAIRS, (10, 1))
    engine = octosat.Engine("portable", threads=1)
    counted, done = [], threading.Event()

    def count():
        while not done.is_set():
            counted.append(time.perf_counter())
            time.sleep(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    spans = []
    for _ in range(5):
        start = time.perf_counter()
        octosat.penetrations(boxes, pairs, engine=engine)
        spans.append((start, time.perf_counter()))
    done.set()
    counter.join()
    within = max(sum(start < moment < end for moment in counted) for start, end in spans)
    assert within >= 5, f"{within} steps of another thread in {spans[0][1] - spans[0][0]:.3f} s"


def test_arrays_that_change_meanwhile_do_no_harm():
    """Another thread writes indices that are out of range; each call takes all of a list or rejects it."""
    boxes, pairs = octosat.Boxes(*PARTS), PAIRS.copy()
    good, bad = PAIRS[5000].copy(), np.array([2**32 - 1, 7], np.uint32)
    done = threading.Event()

    def write():
        while not done.is_set():
            pairs[5000] = bad
            pairs[5000] = good

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    taken = rejected = 0
    expected = octosat.overlaps(boxes, PAIRS)
    try:
        for _ in range(60):
            try:
                found = octosat.overlaps(boxes, pairs)
                taken += 1
                found[5000] = expected[5000]
                np.testing.assert_array_equal(found, expected)
            except octosat.QueryError as error:
                rejected += 1
                assert error.pair == 5000
    finally:
        done.set()
        for writer in writers:
            writer.join()
    assert taken + rejected == 60


def test_boxes_that_move_meanwhile():
    """A call sees all boxes as they were before or after a move, never some of each."""
    boxes = octosat.Boxes(*PARTS)
    moved = PARTS[0] + np.float32(50)
    near, far = boxes.aabbs().tobytes(), octosat.aabbs((moved, *PARTS[1:])).tobytes()
    done = threading.Event()

    def move():
        while not done.is_set():
            boxes.set_poses(moved, PARTS[1])
            boxes.set_poses(PARTS[0], PARTS[1])

    mover = threading.Thread(target=move)
    mover.start()
    try:
        assert {boxes.aabbs().tobytes() for _ in range(200)} <= {near, far}
    finally:
        done.set()
        mover.join()


def test_one_cache_in_many_threads():
    boxes, cache = octosat.Boxes(*PARTS), octosat.ContactCache()
    lengths = octosat.manifolds(boxes, PAIRS[:5000]).manifolds["len"]
    expected = lengths[lengths > 0].tobytes()

    def next_frame():
        cache.next_frame()
        try:
            return cache.manifolds(boxes, PAIRS[:5000])
        except octosat.QueryError:  # Another thread was faster in this frame.
            return cache.touching()

    with ThreadPoolExecutor(6) as pool:
        calls = [pool.submit(next_frame) for _ in range(12)]
        looks = [pool.submit(look) for look in (cache.began, cache.ended, cache.predecessors, cache.touching) * 5]
        found = [call.result().manifolds["len"] for call in calls]
        assert {lengths[lengths > 0].tobytes() for lengths in found} == {expected}
        assert all(look.result() is not None for look in looks)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_computes():
    """The threads of the parent are not in the child; its calls must not wait for them."""
    boxes = octosat.Boxes(*PARTS)
    expected = octosat.penetrations(boxes, PAIRS).tobytes()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            same = octosat.penetrations(boxes, PAIRS).tobytes() == expected
            boxes.set_poses(*PARTS[:2])
            same &= octosat.manifolds(boxes, PAIRS).manifolds["len"].any()
            grandchild = os.fork()
            if grandchild == 0:
                os._exit(0 if octosat.penetrations(boxes, PAIRS).tobytes() == expected else 1)
            code = 0 if same and os.waitpid(grandchild, 0)[1] == 0 else 1
        finally:
            os._exit(code)
    end = time.monotonic() + 30
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            assert status == 0
            break
        time.sleep(0.01)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child waits for threads that do not exist")
    assert octosat.penetrations(boxes, PAIRS).tobytes() == expected
