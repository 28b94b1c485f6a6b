"""Boxes against other shapes, compared with float64 formulas that share nothing with the engine."""

import numpy as np
import pytest
from conftest import scene
from independent import corners, local, separations

import octosat

PARTS, _ = scene(31, boxes=300)
BOXES = octosat.Boxes(*PARTS)
RNG = np.random.default_rng(8)
SLACK = 2e-5


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def pairs_with(count, length=2000):
    return np.stack([RNG.integers(0, len(BOXES), length), RNG.integers(0, count, length)], axis=1)


def test_bounds():
    bounds, points = octosat.aabbs(BOXES), corners(*PARTS)
    assert (bounds["min"] <= points.min(1)).all() and (bounds["max"] >= points.max(1)).all()
    np.testing.assert_allclose(bounds["min"], points.min(1), atol=1e-4)
    np.testing.assert_allclose(bounds["max"], points.max(1), atol=1e-4)
    assert BOXES.aabbs().tobytes() == octosat.aabbs(PARTS).tobytes() == bounds.tobytes()


def test_half_spaces():
    normals, offsets = unit(RNG.normal(size=(20, 3))).astype(np.float32), RNG.uniform(-1, 1, 20)
    shapes, pairs = octosat.HalfSpaces(normals, offsets), pairs_with(20)
    heights = np.einsum("nki,ni->nk", corners(*PARTS)[pairs[:, 0]], unit(normals.astype(float))[pairs[:, 1]])
    below = offsets[pairs[:, 1]][:, None] - heights
    depths = octosat.penetrations(BOXES, pairs, against=shapes)
    assert depths.dtype == np.float32
    np.testing.assert_allclose(depths, below.max(1), atol=SLACK)
    np.testing.assert_array_equal(octosat.overlaps(BOXES, pairs, against=shapes), depths >= 0)
    np.testing.assert_array_equal(octosat.overlaps(BOXES, pairs, 0.1, against=shapes), depths >= np.float32(-0.1))
    contacts = octosat.manifolds(BOXES, pairs, 0.05, against=shapes)
    assert (np.diff(contacts["row"].astype(int)) >= 0).all()
    assert set(contacts["row"].tolist()) == set(np.flatnonzero(depths >= np.float32(-0.05)).tolist())
    # The independent corners are in another order: bit k of a number is the sign of axis k.
    signs = [0b100 * (k & 1) | 0b010 * (k >> 1 & 1) | 0b001 * (k >> 2) for k in range(8)]
    own = below[contacts["row"], np.array(signs)[contacts["corner"]]]
    np.testing.assert_allclose(contacts["depth"], own, atol=SLACK)


def test_ground_against_every_box():
    ground = octosat.HalfSpaces([[0, 0, 1]], [0])
    every = octosat.penetrations(BOXES, against=ground)
    listed = octosat.penetrations(BOXES, [[i, 0] for i in range(len(BOXES))], against=ground)
    assert every.tobytes() == listed.tobytes() and len(every) == len(BOXES)
    resting = octosat.manifolds(octosat.Boxes([[0, 0, 0.375]], [[0, 0, 0, 1]], [[0.5] * 3]), against=ground)
    assert resting["depth"].tolist() == [0.125] * 4
    assert resting["position"][:, 2].tolist() == [-0.0625] * 4


def test_spheres():
    centers, radii = RNG.uniform(-3, 3, (40, 3)).astype(np.float32), RNG.uniform(0, 1, 40).astype(np.float32)
    shapes, pairs = octosat.Spheres(centers, radii), pairs_with(40)
    at = local(PARTS, pairs[:, 0], centers[pairs[:, 1]])
    half = PARTS[2][pairs[:, 0]].astype(float)
    outside = np.linalg.norm(at - np.clip(at, -half, half), axis=1)
    distance = np.where(outside > 0, outside, (np.abs(at) - half).max(1))
    rows = octosat.manifolds(BOXES, pairs, against=shapes)
    assert rows.dtype == octosat.SPHERE_CONTACT
    np.testing.assert_allclose(rows["distance"], distance, atol=SLACK)
    np.testing.assert_allclose(rows["depth"], radii[pairs[:, 1]] - distance, atol=SLACK)
    np.testing.assert_array_equal(octosat.overlaps(BOXES, pairs, against=shapes), rows["depth"] >= 0)
    far = np.abs(distance) > 1e-2
    reached = centers[pairs[:, 1]] - rows["distance"][:, None] * rows["normal"]
    np.testing.assert_allclose(reached[far], rows["point"][far], atol=5 * SLACK)


def test_axis_aligned_boxes():
    mins = RNG.uniform(-2, 2, (30, 3)).astype(np.float32)
    maxs = mins + RNG.uniform(0, 1, (30, 3)).astype(np.float32)
    shapes, pairs = octosat.AxisAlignedBoxes(mins, maxs), pairs_with(30)
    both = (
        np.concatenate([PARTS[0], (mins.astype(float) + maxs) / 2]),
        np.concatenate([PARTS[1], np.tile([0, 0, 0, 1], (30, 1))]),
        np.concatenate([PARTS[2], (maxs.astype(float) - mins) / 2]),
    )
    for within in (0.0, 0.1):
        gap = separations(both, pairs + [0, len(BOXES)]) - within
        found = octosat.overlaps(BOXES, pairs, within, against=shapes)
        clear = np.abs(gap) > SLACK
        np.testing.assert_array_equal(found[clear], (gap <= 0)[clear])
    bounds = octosat.aabbs(BOXES)
    own = np.repeat(np.arange(len(BOXES)), 2).reshape(-1, 2)
    assert octosat.overlaps(BOXES, own, against=octosat.AxisAlignedBoxes(bounds["min"], bounds["max"])).all()


@pytest.mark.parametrize("kind", [octosat.Rays, octosat.Segments])
def test_lines(kind):
    starts, ways = RNG.uniform(-3, 3, (50, 3)), RNG.normal(size=(50, 3))
    starts[0], ways[0] = PARTS[0][7], [1, 0, 0]
    starts, ways = starts.astype(np.float32), ways.astype(np.float32)
    lines = kind(starts, ways) if kind is octosat.Rays else kind(starts, starts + ways)
    pairs = pairs_with(50)
    pairs[0] = [7, 0]
    rows = octosat.hits(BOXES, lines, pairs)
    at = local(PARTS, pairs[:, 0], starts[pairs[:, 1]])
    way = local(PARTS, pairs[:, 0], starts[pairs[:, 1]].astype(float) + ways[pairs[:, 1]]) - at
    half = PARTS[2][pairs[:, 0]]
    with np.errstate(divide="ignore"):
        ends = np.stack([(-half - at) / way, (half - at) / way])
    last = np.inf if kind is octosat.Rays else 1.0
    entry, leave = np.maximum(ends.min(0).max(1), 0), np.minimum(ends.max(0).min(1), last)
    hit = rows["entry"] <= rows["exit"]
    clear = np.abs(entry - leave) > 1e-3
    np.testing.assert_array_equal(hit[clear], (entry <= leave)[clear])
    both = hit & clear
    assert both.sum() > 20
    np.testing.assert_allclose(rows["entry"][both], entry[both], atol=2e-3, rtol=2e-3)
    np.testing.assert_allclose(rows["exit"][both], leave[both], atol=2e-3, rtol=2e-3)
    assert rows[0]["entry"] == 0 and rows[0]["face"] == 6
    assert (rows["face"][~hit] == 255).all() and np.isinf(rows["entry"][~hit]).all()


def test_one_ray_against_every_box():
    boxes = octosat.Boxes([[5, 0, 0], [0, 9, 0]], [[0, 0, 0, 1]] * 2, np.ones((2, 3)))
    rows = octosat.hits(boxes, octosat.Rays([[0, 0, 0]], [[2, 0, 0]]))
    assert (rows["entry"].tolist(), rows["exit"][0], rows["face"].tolist()) == ([2, np.inf], 3, [0, 255])


def test_backends_have_the_same_bits():
    spheres, pairs = octosat.Spheres(RNG.normal(size=(9, 3)), np.ones(9)), pairs_with(9)
    planes = octosat.HalfSpaces(unit(RNG.normal(size=(9, 3))), np.zeros(9))
    rays = octosat.Rays(RNG.normal(size=(9, 3)), RNG.normal(size=(9, 3)))
    results = []
    for backend in octosat.available_backends():
        engine = octosat.Engine(backend)
        results.append(
            [
                octosat.manifolds(BOXES, pairs, against=spheres, engine=engine).tobytes(),
                octosat.manifolds(BOXES, pairs, 0.1, against=planes, engine=engine).tobytes(),
                octosat.hits(BOXES, rays, pairs, engine=engine).tobytes(),
            ]
        )
    assert all(result == results[0] for result in results)
