"""Contacts from frame to frame."""

import copy
import pickle

import numpy as np
import pytest
from conftest import bricks

import octosat

MARGIN = 0.01


def shaken(parts, frames, seed=3, amount=2e-4):
    """The poses of a wall that creeps, frame by frame."""
    rng = np.random.default_rng(seed)
    centers = parts[0].copy()
    for _ in range(frames):
        centers = centers + rng.normal(scale=amount, size=centers.shape).astype(np.float32)
        yield centers


def as_bytes(found):
    arrays = (found.pairs, found.manifolds, found.points, found.surfaces, found.previous)
    return [array.tobytes() for array in arrays]


@pytest.mark.parametrize("cache", [octosat.ContactCache(), octosat.ContactCache("steady")], ids=["reuse", "steady"])
def test_predecessors_are_the_same_features(cache):
    parts, pairs = bricks()
    boxes = octosat.Boxes(*parts)
    last = None
    for number, centers in enumerate(shaken(parts, 12)):
        boxes.set_poses(centers, parts[1])
        order = np.random.default_rng(number).permutation(len(pairs))
        found = cache.manifolds(boxes, pairs[order], MARGIN)
        np.testing.assert_array_equal(found.pairs, pairs[order])
        if last is None:
            assert (found.previous == octosat.NEW_POINT).all()
        else:
            check_predecessors(found, last)
        fresh = octosat.manifolds(boxes, pairs[order], MARGIN)
        # What reuse promises: twice the motion, a hundredth of the smallest half extent.
        both = (found.manifolds["len"] > 0) & (fresh.manifolds["len"] > 0)
        gap = np.abs(found.manifolds["depth"] - fresh.manifolds["depth"])[both]
        assert both.sum() > 30 and gap.max() <= 0.02 * 0.2 + 1e-6
        last = found


def check_predecessors(found, last):
    known = found.previous != octosat.NEW_POINT
    assert known.mean() > 0.9
    before = found.previous[known]
    assert len(np.unique(before)) == len(before)
    np.testing.assert_array_equal(
        found.pairs[found.rows_of_points()[known]], last.pairs[last.rows_of_points()[before]]
    )
    # A predecessor has the same feature, or is next to the point: where corners nearly meet, noise decides.
    same = found.points["feature"][known] == last.points["feature"][before]
    way = found.points["position"][known] - last.points["position"][before]
    assert same.mean() > 0.4
    assert (same | (np.linalg.norm(way, axis=1) < 0.05 * 0.2 + 0.002)).all()


def test_rows_of_points_with_a_cache():
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    for centers in shaken(parts, 4):
        boxes.set_poses(centers, parts[1])
        found = cache.manifolds(boxes, pairs, MARGIN)
    rows = found.rows_of_points()
    assert len(rows) == len(found.points)
    for row in found.touching_rows():
        first, count = int(found.manifolds["first"][row]), int(found.manifolds["len"][row])
        assert (rows[first : first + count] == row).all()


def test_warm_starting():
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    impulses = np.zeros((0, 2))
    for frame in range(5):
        found = cache.manifolds(boxes, pairs, MARGIN)
        impulses = found.carried_over(impulses) + 1.0
        assert impulses.shape == (len(found.points), 2)
        assert (impulses == frame + 1).all()
    assert found.has(octosat.ContactFlag.REUSED).all()
    assert found.has(octosat.ContactFlag.SAME_POINTS)[found.touching_rows()].all()
    fresh = octosat.manifolds(boxes, pairs, MARGIN)
    assert (fresh.carried_over(np.ones(3), new=-5.0) == -5).all()


def test_began_and_ended():
    upright = [0, 0, 0, 1]
    boxes = octosat.Boxes([[0, 0, 0], [0, 0, 1.99], [0, 0, 9]], [upright] * 3, np.ones((3, 3)))
    cache, pairs = octosat.ContactCache(), [[0, 1], [1, 2]]
    cache.manifolds(boxes, pairs, surfaces=True)
    assert cache.began().pairs.tolist() == [[0, 1]] and len(cache.ended()) == 0
    cache.manifolds(boxes, pairs, surfaces=True)
    assert len(cache.began()) == len(cache.ended()) == 0
    boxes.set_poses([[0, 0, 0], [0, 0, 3], [0, 0, 4.99]], [upright] * 3)
    cache.manifolds(boxes, pairs, surfaces=True)
    began, ended = cache.began(), cache.ended()
    assert began.pairs.tolist() == [[1, 2]] and ended.pairs.tolist() == [[0, 1]]
    for some in (began, ended):
        [touching] = some.touching()
        assert len(touching.points) == len(touching.surfaces) == len(touching.previous) == 4
        np.testing.assert_allclose(touching.points["depth"], 0.01, atol=1e-5)
    assert as_bytes(cache.touching())[0] == began.pairs.tobytes()


def test_forgetting():
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    first = cache.manifolds(boxes, pairs, MARGIN)
    touching = first.pairs[first.touching_rows()]
    box, pair = int(touching[0, 0]), touching[-1].tolist()
    assert box not in pair
    cache.forget_box(box)
    cache.forget_pair(pair)
    found = cache.manifolds(boxes, pairs, MARGIN)
    owner = found.pairs[found.rows_of_points()]
    new = found.previous == octosat.NEW_POINT
    expected = (owner == box).any(axis=1) | (owner == pair).all(axis=1)
    np.testing.assert_array_equal(new, expected)
    cache.clear()
    assert (cache.manifolds(boxes, pairs, MARGIN).previous == octosat.NEW_POINT).all()


def test_renumbering():
    parts, pairs = bricks()
    cache = octosat.ContactCache()
    cache.manifolds(parts, pairs, MARGIN)
    numbers = np.random.default_rng(1).permutation(len(parts[0]))
    moved = tuple(part[np.argsort(numbers)] for part in parts)
    cache.renumber_boxes(numbers)
    found = cache.manifolds(moved, numbers[pairs], MARGIN)
    assert (found.previous != octosat.NEW_POINT).all()
    assert found.has(octosat.ContactFlag.REUSED).all()


def test_slots():
    parts, pairs = bricks()
    cache = octosat.ContactCache()
    slots = np.random.default_rng(4).permutation(len(pairs)) + 5
    cache.manifolds(parts, pairs, MARGIN, slots=slots)
    found = cache.manifolds(parts, pairs[::-1], MARGIN, slots=slots[::-1])
    assert (found.previous != octosat.NEW_POINT).all()


@pytest.mark.parametrize("way", ["save", "pickle", "deepcopy"])
def test_saving_goes_on_with_the_same_bits(way):
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache(motion=0.005)
    frames = list(shaken(parts, 8))
    for centers in frames[:4]:
        boxes.set_poses(centers, parts[1])
        cache.manifolds(boxes, pairs, MARGIN, surfaces=True)
    ways = {
        "save": lambda: octosat.ContactCache.restore(cache.save()),
        "pickle": lambda: pickle.loads(pickle.dumps(cache)),
        "deepcopy": lambda: copy.deepcopy(cache),
    }
    again = ways[way]()
    assert (again.mode, round(again.motion, 6)) == ("reuse", 0.005)
    for centers in frames[4:]:
        boxes.set_poses(centers, parts[1])
        expected = as_bytes(cache.manifolds(boxes, pairs, MARGIN, surfaces=True))
        assert as_bytes(again.manifolds(boxes, pairs, MARGIN, surfaces=True)) == expected


def test_backends_have_the_same_bits(recording):
    if recording.boxes * len(recording) > 100_000:
        pytest.skip("a small recording says as much")
    results = []
    for backend in octosat.available_backends():
        for threads in (1, 0):
            engine, cache = octosat.Engine(backend, threads=threads), octosat.ContactCache()
            results.append(
                [as_bytes(cache.manifolds(f.boxes(), f.pairs, MARGIN, engine=engine)) for f in recording]
            )
    assert all(result == results[0] for result in results)
