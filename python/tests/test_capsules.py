"""Boxes against capsules, and pairs of segments, compared with float64 searches that share nothing with the engine."""

import numpy as np
import pytest
from conftest import scene
from independent import local

import octosat

PARTS, _ = scene(33, boxes=300)
BOXES = octosat.Boxes(*PARTS)
RNG = np.random.default_rng(21)
SLACK = 3e-5


def capsules(count):
    starts, radii = RNG.uniform(-3, 3, (count, 3)), RNG.uniform(0, 0.6, count)
    ends = starts + RNG.normal(size=(count, 3)) * RNG.uniform(0, 2, (count, 1))
    return starts.astype(np.float32), ends.astype(np.float32), radii.astype(np.float32)


def box_distances(start, end, half):
    """The distance of a segment and a box in the frame of the box: that of its points is convex, so thirds find it."""
    low, high = np.zeros(len(start)), np.ones(len(start))

    def at(parameter):
        point = start + parameter[:, None] * (end - start)
        return np.linalg.norm(point - np.clip(point, -half, half), axis=1)

    for _ in range(90):
        third = (high - low) / 3
        left = at(low + third) <= at(high - third)
        low, high = np.where(left, low, low + third), np.where(left, high - third, high)
    return at((low + high) / 2)


def core_separations(start, end, half):
    """The largest separation of a segment and a box along the axes of the box and their cross products."""
    axes = [np.tile(axis, (len(start), 1)) for axis in np.eye(3)]
    axes += [np.cross(axis, end - start) for axis in axes]
    worst = np.full(len(start), -np.inf)
    for axis in axes:
        length = np.linalg.norm(axis, axis=1)
        axis = axis / np.where(length > 1e-9, length, 1)[:, None]
        ends = np.stack([(start * axis).sum(1), (end * axis).sum(1)])
        reach = (half * np.abs(axis)).sum(1)
        gap = np.maximum(ends.min(0) - reach, -reach - ends.max(0))
        worst = np.maximum(worst, np.where(length > 1e-9, gap, -np.inf))
    return worst


def test_capsules():
    starts, ends, radii = capsules(40)
    shapes = octosat.Capsules(starts, ends, radii)
    assert len(shapes) == 40
    pairs = np.stack([RNG.integers(0, 300, 3000), RNG.integers(0, 40, 3000)], axis=1)
    a, b = pairs.T
    start, end = local(PARTS, a, starts[b]), local(PARTS, a, ends[b])
    half = PARTS[2][a].astype(float)
    distance = box_distances(start, end, half)
    distance = np.where(distance > 1e-6, distance, np.minimum(core_separations(start, end, half), 0))
    depth = radii[b] - distance
    within = 0.2
    rows = octosat.manifolds(BOXES, pairs, within, against=shapes)
    assert rows.dtype == octosat.CAPSULE_MANIFOLD
    np.testing.assert_allclose(rows["depth"], depth, atol=SLACK)
    for wide in (0.0, within):
        found = octosat.overlaps(BOXES, pairs, wide, against=shapes)
        np.testing.assert_array_equal(found, rows["depth"] >= np.float32(-wide))
    touching = rows["len"] > 0
    np.testing.assert_array_equal(touching, octosat.overlaps(BOXES, pairs, within, against=shapes))
    assert 100 < touching.sum() < 2900 and (rows["len"] == 2).sum() > 50

    # Moving the capsule out along the normal by the depth leaves it just clear.
    out = rows["normal"].astype(float) * rows["depth"][:, None].astype(float)
    moved = [local(PARTS, a, ends_of + out) for ends_of in (starts[b].astype(float), ends[b].astype(float))]
    np.testing.assert_allclose(box_distances(*moved, half), radii[b], atol=5 * SLACK)
    # Points lie on the reported face.
    for place in range(2):
        there = rows["len"] > place
        points, faces = rows["points"][there, place], rows["face"][there]
        on_box = local(PARTS, a[there], points["position"])
        signed = on_box * np.where(faces % 2 == 1, 1, -1)[:, None]
        chosen = np.arange(len(faces)), faces // 2
        np.testing.assert_allclose(signed[chosen], half[there][chosen], atol=5 * SLACK)
        assert (np.abs(on_box) <= half[there] + 5 * SLACK).all()
        assert (points["depth"] >= -within - SLACK).all() and (points["feature"] < 8).all()


def test_a_capsule_that_lies_on_every_box():
    boxes = octosat.Boxes([[0, 0, 0], [9, 0, 0]], [[0, 0, 0, 1]] * 2, np.ones((2, 3)))
    rows = octosat.manifolds(boxes, against=octosat.Capsules([[0.5, 0, 1.375]], [[2.5, 0, 1.375]], [0.5]))
    assert rows["len"].tolist() == [2, 0]
    assert (rows["normal"][0].tolist(), rows["depth"][0], rows["face"][0]) == ([0, 0, 1], 0.125, 5)
    assert rows["points"][0]["position"].tolist() == [[0.5, 0, 1], [1, 0, 1]]
    assert rows["points"][0]["feature"].tolist() == [0, 3]


def test_wrong_capsules_and_queries():
    good = [[0, 0, 0], [0, 0, 1]]
    with pytest.raises(ValueError, match="1 radii for 2 starts"):
        octosat.Capsules(good, good, [1])
    with pytest.raises(octosat.ShapeError, match="capsule 1: radius") as caught:
        octosat.Capsules(good, good, [1, -1])
    assert (caught.value.index, caught.value.field) == (1, "radius")
    with pytest.raises(octosat.ShapeError, match="capsule 0: end"):
        octosat.Capsules(good, [[0, np.nan, 0], [0, 0, 1]], [1, 1])
    shapes = octosat.Capsules(good, good, [1, 1])
    with pytest.raises(octosat.QueryError, match=r"pairs\[1\]\[1\] is 2, but the number of capsules is 2"):
        octosat.overlaps(BOXES, [[0, 0], [0, 2]], against=shapes)
    with pytest.raises(ValueError, match="one shape"):
        octosat.manifolds(BOXES, against=shapes)
    with pytest.raises(TypeError, match="penetrations are of boxes"):
        octosat.penetrations(BOXES, [[0, 0]], against=shapes)


def segment_distances(starts, ends):
    """The distances of pairs of segments: the least of all candidates on the four borders and inside."""
    p = [np.asarray(start, float) for start in starts]
    r = [np.asarray(end, float) - start for start, end in zip(p, ends, strict=True)]
    best = np.full(len(p[0]), np.inf)

    def consider(s, t):
        s, t = np.clip(s, 0, 1), np.clip(t, 0, 1)
        gap = p[0] + s[:, None] * r[0] - p[1] - t[:, None] * r[1]
        np.minimum(best, np.linalg.norm(gap, axis=1), out=best)

    def foot(point, line):
        squared = (r[line] ** 2).sum(1)
        return ((point - p[line]) * r[line]).sum(1) / np.where(squared > 0, squared, 1)

    for end in (0.0, 1.0):
        fixed = np.full(len(best), end)
        consider(fixed, foot(p[0] + end * r[0], 1))
        consider(foot(p[1] + end * r[1], 0), fixed)
    lines = zip(p[0], r[0], p[1], r[1], strict=True)
    inside = np.array([np.linalg.lstsq(np.stack([u, -v], 1), q - o, rcond=None)[0] for o, u, q, v in lines])
    fits = ((inside >= 0) & (inside <= 1)).all(1)
    consider(np.where(fits, inside[:, 0], 0), np.where(fits, inside[:, 1], foot(p[0], 1)))
    return best


def test_closest_points():
    starts = RNG.uniform(-2, 2, (60, 3)).astype(np.float32)
    ends = starts + RNG.normal(size=(60, 3)).astype(np.float32)
    ends[3], ends[41] = starts[3], starts[41]
    a, b = octosat.Segments(starts[:30], ends[:30]), octosat.Segments(starts[30:], ends[30:])
    pairs = np.stack(np.meshgrid(np.arange(30), np.arange(30), indexing="ij"), axis=-1).reshape(-1, 2)
    rows = octosat.closest_points(a, b, pairs)
    assert rows.dtype == octosat.CLOSEST_POINTS
    sides = [(starts[:30], ends[:30]), (starts[30:], ends[30:])]
    chosen = [[side[end][pairs[:, k]] for k, side in enumerate(sides)] for end in (0, 1)]
    np.testing.assert_allclose(rows["distance"], segment_distances(*chosen), atol=SLACK)
    for k, (point, parameter) in enumerate([("on_a", "at_a"), ("on_b", "at_b")]):
        assert (rows[parameter] >= 0).all() and (rows[parameter] <= 1).all()
        there = chosen[0][k] + rows[parameter][:, None] * (chosen[1][k] - chosen[0][k])
        np.testing.assert_allclose(rows[point], there, atol=SLACK)
    np.testing.assert_allclose(np.linalg.norm(rows["on_a"] - rows["on_b"], axis=1), rows["distance"], atol=SLACK)
    out = np.zeros(len(pairs), octosat.CLOSEST_POINTS)
    for backend in octosat.available_backends():
        assert octosat.closest_points(a, b, pairs, engine=octosat.Engine(backend), out=out) is out
        assert out.tobytes() == rows.tobytes()


def test_wrong_pairs_of_segments():
    segments = octosat.Segments([[0, 0, 0]], [[1, 0, 0]])
    with pytest.raises(octosat.QueryError, match=r"pairs\[1\]\[1\] is 1, but the number of segments is 1") as caught:
        octosat.closest_points(segments, segments, [[0, 0], [0, 1]])
    assert caught.value.pair == 1
    with pytest.raises(ValueError, match=r"pairs must have the shape \(m, 2\)"):
        octosat.closest_points(segments, segments, [0, 0])
    with pytest.raises(TypeError):
        octosat.closest_points(segments, octosat.Rays([[0, 0, 0]], [[1, 0, 0]]), [[0, 0]])
    with pytest.raises(ValueError, match=r"out must have the shape \(1,\)"):
        octosat.closest_points(segments, segments, [[0, 0]], out=np.zeros(2, octosat.CLOSEST_POINTS))
