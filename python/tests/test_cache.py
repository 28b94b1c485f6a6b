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
    return [array.tobytes() for array in (found.pairs, found.manifolds, found.points, found.surfaces)]


def links_of(cache):
    """All that a cache says about both frames, as bytes."""
    arrays = [cache.predecessors(), cache.last_rows()]
    return [array.tobytes() for array in arrays] + as_bytes(cache.began()) + as_bytes(cache.ended())


def next_frame(cache, boxes, pairs, **settings):
    cache.next_frame()
    return cache.manifolds(boxes, pairs, MARGIN, **settings)


@pytest.mark.parametrize("limit", [4, 8])
def test_predecessors_are_the_same_features(limit):
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    last = None
    for number, centers in enumerate(shaken(parts, 12)):
        boxes.set_poses(centers, parts[1])
        order = np.random.default_rng(number).permutation(len(pairs))
        found = next_frame(cache, boxes, pairs[order], limit=limit)
        np.testing.assert_array_equal(found.pairs, pairs[order])
        assert as_bytes(found) == as_bytes(octosat.manifolds(boxes, pairs[order], MARGIN, limit=limit))
        if last is None:
            assert (cache.predecessors() == octosat.NEW_POINT).all()
            assert (cache.last_rows() == octosat.NO_ROW).all()
        else:
            check_links(cache, found, last)
        last = found


def check_links(cache, found, last):
    """Predecessors refer to the packed points of the last frame, and last rows to its rows."""
    predecessors = cache.predecessors()
    assert predecessors.shape == (len(found.points),)
    known = predecessors != octosat.NEW_POINT
    assert known.mean() > 0.9
    before = predecessors[known]
    assert before.max() < len(last.points) and len(np.unique(before)) == len(before)
    rows = cache.last_rows()
    assert rows.shape == found.touching_rows().shape
    continued = rows != octosat.NO_ROW
    np.testing.assert_array_equal(found.pairs[found.touching_rows()[continued]], last.pairs[rows[continued]])
    row_of_point = np.repeat(rows, found.manifolds["len"][found.touching_rows()])
    np.testing.assert_array_equal(row_of_point[known], last.rows_of_points()[before])
    # A predecessor has the same feature, or is next to the point: where corners nearly meet, noise decides.
    same = found.points["feature"][known] == last.points["feature"][before]
    way = found.points["position"][known] - last.points["position"][before]
    assert same.mean() > 0.4
    # 1.6 % of the three half extents of a brick, and a bit for rounding.
    assert (same | (np.linalg.norm(way, axis=1) < 0.016 * 0.95)).all()


def test_points_are_packed_in_the_order_of_the_pairs():
    parts, pairs = bricks()
    found = octosat.manifolds(parts, pairs, MARGIN, surfaces=True)
    counts = found.manifolds["len"].astype(int)
    assert 0 < np.count_nonzero(counts) < len(pairs)
    assert counts.sum() == len(found.points) == len(found.surfaces)
    touching = found.touching_rows()
    np.testing.assert_array_equal(found.manifolds["first"][touching], (np.cumsum(counts) - counts)[touching])
    rows = found.rows_of_points()
    for row in touching:
        assert (np.flatnonzero(rows == row) == np.arange(counts[row]) + found.manifolds["first"][row]).all()


def test_warm_starting():
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    impulses = np.zeros((0, 2))
    for frame in range(5):
        found = next_frame(cache, boxes, pairs)
        impulses = cache.carried_over(impulses) + 1.0
        assert impulses.shape == (len(found.points), 2)
        assert (impulses == frame + 1).all()
    cache.clear()
    cache.manifolds(boxes, pairs, MARGIN)
    assert (cache.carried_over(np.ones(3), new=-5.0) == -5).all()


def test_a_frame_has_one_list():
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    first = cache.manifolds(boxes, pairs, MARGIN)
    with pytest.raises(octosat.QueryError, match="this frame of the cache has its contacts"):
        cache.manifolds(boxes, pairs, MARGIN)
    cache.next_frame()
    cache.next_frame()
    assert as_bytes(cache.manifolds(boxes, pairs, MARGIN)) == as_bytes(first)
    assert (cache.predecessors() == np.arange(len(first.points))).all()


def test_began_and_ended():
    upright = [0, 0, 0, 1]
    boxes = octosat.Boxes([[0, 0, 0], [0, 0, 1.99], [0, 0, 9]], [upright] * 3, np.ones((3, 3)))
    cache, pairs = octosat.ContactCache(), [[0, 1], [1, 2]]
    cache.manifolds(boxes, pairs, surfaces=True)
    assert cache.began().pairs.tolist() == [[0, 1]] and len(cache.ended()) == 0
    next_frame(cache, boxes, pairs, surfaces=True)
    assert len(cache.began()) == len(cache.ended()) == 0
    boxes.set_poses([[0, 0, 0], [0, 0, 3], [0, 0, 4.99]], [upright] * 3)
    next_frame(cache, boxes, pairs, surfaces=True)
    began, ended = cache.began(), cache.ended()
    assert began.pairs.tolist() == [[1, 2]] and ended.pairs.tolist() == [[0, 1]]
    for some in (began, ended):
        [touching] = some.touching()
        assert len(touching.points) == len(touching.surfaces) == 4
        np.testing.assert_allclose(touching.points["depth"], 0.01, atol=1e-5)
    assert as_bytes(cache.touching()) == as_bytes(began)


def test_forgetting():
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    first = cache.manifolds(boxes, pairs, MARGIN)
    touching = first.pairs[first.touching_rows()]
    box, pair = int(touching[0, 0]), touching[-1].tolist()
    assert box not in pair
    cache.forget_box(box)
    cache.forget_pair(pair)
    found = next_frame(cache, boxes, pairs)
    owner = found.pairs[found.rows_of_points()]
    new = cache.predecessors() == octosat.NEW_POINT
    expected = (owner == box).any(axis=1) | (owner == pair).all(axis=1)
    np.testing.assert_array_equal(new, expected)
    cache.clear()
    cache.manifolds(boxes, pairs, MARGIN)
    assert (cache.predecessors() == octosat.NEW_POINT).all()


def test_renumbering():
    parts, pairs = bricks()
    cache = octosat.ContactCache()
    cache.manifolds(parts, pairs, MARGIN)
    numbers = np.random.default_rng(1).permutation(len(parts[0]))
    moved = tuple(part[np.argsort(numbers)] for part in parts)
    cache.renumber_boxes(numbers)
    next_frame(cache, moved, numbers[pairs])
    assert (cache.predecessors() != octosat.NEW_POINT).all()


def test_removing_a_box():
    parts, pairs = bricks()
    cache, last = octosat.ContactCache(), len(parts[0]) - 1
    cache.manifolds(parts, pairs, MARGIN)
    pairs = pairs[(pairs != 2).all(axis=1)]
    moved = tuple(np.concatenate([part[:2], part[last:], part[3:last]]) for part in parts)
    pairs = np.where(pairs == last, 2, pairs)
    cache.swap_remove(2, last)
    next_frame(cache, moved, pairs)
    assert (cache.predecessors() != octosat.NEW_POINT).all()
    # The contacts of the removed box are gone.
    assert len(cache.began()) == len(cache.ended()) == 0


def test_impulses_keep_their_places_when_a_box_is_removed():
    parts, pairs = bricks()
    cache, last = octosat.ContactCache(), len(parts[0]) - 1
    cache.manifolds(parts, pairs, MARGIN)
    found = next_frame(cache, parts, pairs)
    before = cache.predecessors(), cache.last_rows()
    cache.swap_remove(2, last)
    owner = (found.pairs[found.rows_of_points()] == 2).any(axis=1)
    np.testing.assert_array_equal(cache.predecessors(), np.where(owner, octosat.NEW_POINT, before[0]))
    owner = (found.pairs[found.touching_rows()] == 2).any(axis=1)
    np.testing.assert_array_equal(cache.last_rows(), np.where(owner, octosat.NO_ROW, before[1]))
    # Points of the next frame continue those of the same feature in the arrays of this one.
    pairs = pairs[(pairs != 2).all(axis=1)]
    moved = tuple(np.concatenate([part[:2], part[last:], part[3:last]]) for part in parts)
    later = next_frame(cache, moved, np.where(pairs == last, 2, pairs))
    np.testing.assert_array_equal(found.points["feature"][cache.predecessors()], later.points["feature"])
    rows = cache.last_rows()
    np.testing.assert_array_equal(found.pairs[rows], pairs[later.touching_rows()])


def test_boxes_of_two_lists_are_removed_alone():
    upright = np.tile(np.float32([0, 0, 0, 1]), (3, 1))
    links, obstacles = (
        (np.float32([[0, y, 0], [10, y, 0], [20, y, 0]]), upright, np.ones((3, 3), np.float32)) for y in (0, 1.9)
    )
    cache = octosat.ContactCache()
    cache.manifolds(links, [[0, 0], [1, 1], [2, 2]], against=obstacles)
    for side in ("both", "c"):
        with pytest.raises(ValueError, match="side"):
            cache.swap_remove(1, 2, side=side)
    with pytest.raises(octosat.BoxError, match="box 1 is not the last on side b: the number of boxes is 3"):
        cache.swap_remove(0, 1, side="b")
    cache.swap_remove(1, 2, side="b")
    cache.next_frame()
    cache.manifolds(links, [[0, 0], [2, 1]], against=tuple(part[[0, 2]] for part in obstacles))
    assert cache.predecessors().tolist() == [0, 1, 2, 3, 8, 9, 10, 11]


@pytest.mark.parametrize("way", ["parts", "pickle", "copy", "deepcopy"])
@pytest.mark.parametrize("settings", [{}, {"limit": 8, "origin": "center_of_a", "surfaces": True}])
def test_rollback_goes_on_with_the_same_bits(way, settings):
    parts, pairs = bricks()
    boxes, cache = octosat.Boxes(*parts), octosat.ContactCache()
    frames = list(shaken(parts, 8))
    for centers in frames[:4]:
        boxes.set_poses(centers, parts[1])
        found = next_frame(cache, boxes, pairs, **settings)
    ways = {
        "parts": lambda: octosat.ContactCache.from_manifolds(pickle.loads(pickle.dumps(found))),
        "pickle": lambda: pickle.loads(pickle.dumps(cache)),
        "copy": lambda: copy.copy(cache),
        "deepcopy": lambda: copy.deepcopy(cache),
    }
    again = ways[way]()
    assert as_bytes(again.touching()) == as_bytes(cache.touching())
    for centers in frames[4:]:
        boxes.set_poses(centers, parts[1])
        expected = as_bytes(next_frame(cache, boxes, pairs, **settings)) + links_of(cache)
        assert as_bytes(next_frame(again, boxes, pairs, **settings)) + links_of(again) == expected
    assert (again.predecessors() != octosat.NEW_POINT).mean() > 0.9


def test_backends_have_the_same_bits(recording):
    if recording.boxes * len(recording) > 100_000:
        pytest.skip("a small recording says as much")
    results = []
    for backend in octosat.available_backends():
        for threads in (1, 0):
            engine, cache, frames = octosat.Engine(backend, threads=threads), octosat.ContactCache(), []
            for frame in recording:
                cache.next_frame()
                found = cache.manifolds(frame.boxes(), frame.pairs, MARGIN, engine=engine)
                frames.append(as_bytes(found) + links_of(cache))
            results.append(frames)
    assert all(result == results[0] for result in results)
