"""Distances, with two proofs that share nothing with the engine: points of both boxes that are so near, and a direction
along which the boxes are so far apart."""

import numpy as np
import pytest
from conftest import scene
from independent import corners, matrices, separations, tolerance

import octosat

PARTS, PAIRS = scene(23, boxes=300, pairs=1500, spread=3.0)
STATES = octosat.DistanceState


def outside(side, points):
    """How far each point is from the surface of its box, meters: inside counts, too."""
    box = [part.astype(np.float64)[PAIRS[:, side]] for part in PARTS]
    local = np.einsum("nij,ni->nj", matrices(box[1]), points - box[0])
    over = np.abs(local) - box[2]
    inside = -over.max(1)
    return np.where(inside > 0, inside, np.linalg.norm(np.maximum(over, 0), axis=1))


def test_distances_are_proved_by_points_and_directions(engine):
    rows = octosat.distances(octosat.Boxes(*PARTS), PAIRS, engine=engine)
    assert rows.dtype == octosat.DISTANCE and not rows["reserved"].any()
    distance, state = rows["distance"].astype(np.float64), rows["state"]
    exact, slack = separations(PARTS, PAIRS), tolerance(PARTS, PAIRS)
    assert all(np.count_nonzero(state == kind) > 50 for kind in (STATES.APART, STATES.OVERLAPPING))
    np.testing.assert_array_equal(state == STATES.OVERLAPPING, distance <= 0)
    np.testing.assert_array_equal(state == STATES.OVERLAPPING, exact <= 0)
    assert (np.abs(distance - exact)[exact <= 0] < slack[exact <= 0]).all()
    # Points of both boxes are so near.
    on_a, direction = rows["on_a"].astype(np.float64), rows["normal"].astype(np.float64)
    np.testing.assert_allclose(np.linalg.norm(direction, axis=1), 1, atol=1e-5)
    assert (outside(0, on_a) < slack).all()
    assert (outside(1, on_a + distance[:, None] * direction) < slack).all()
    # The boxes are so far apart along the direction.
    points = corners(*PARTS)
    a, b = PAIRS.T
    least_of_b = np.einsum("nki,ni->nk", points[b], direction).min(1)
    most_of_a = np.einsum("nki,ni->nk", points[a], direction).max(1)
    apart = least_of_b - most_of_a
    assert np.mean(apart > distance - 5 * slack) > 0.99
    # The direction of closest points may be off by this angle, which turns the far ends of both boxes.
    angle = np.sqrt(2 * slack / np.maximum(distance, slack))
    reach = PARTS[2].astype(np.float64).sum(1)[PAIRS].sum(1)
    assert (apart > distance - 5 * slack - angle * reach).all()


def test_within_is_a_cut_off():
    boxes = octosat.Boxes(*PARTS)
    rows = octosat.distances(boxes, PAIRS)
    out = np.zeros(len(PAIRS), octosat.DISTANCE)
    assert octosat.distances(boxes, PAIRS, 0.25, against=boxes, out=out) is out
    beyond = out["state"] == STATES.BEYOND
    assert 50 < np.count_nonzero(beyond) < len(PAIRS) - 50
    assert out[~beyond].tobytes() == rows[~beyond].tobytes()
    assert (out["distance"][beyond] > 0.25).all() and not out["normal"][beyond].any()


def test_rejected_queries_write_nothing():
    boxes, out = octosat.Boxes(*PARTS), np.full(3, 7, np.uint8).repeat(32).view(octosat.DISTANCE)
    before = out.tobytes()
    with pytest.raises(octosat.QueryError):
        octosat.distances(boxes, PAIRS[:3], -1.0, out=out)
    with pytest.raises(TypeError, match="distances are of boxes"):
        octosat.distances(boxes, PAIRS[:3], against=octosat.Spheres([[0, 0, 0]], [1]), out=out)
    assert out.tobytes() == before
