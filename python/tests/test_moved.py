"""Queries of boxes at times of their motion, and the directions of axes."""

import numpy as np
import pytest
from conftest import scene

import octosat

UPRIGHT = [0.0, 0.0, 0.0, 1.0]


def falling():
    """A floor, and a body that falls on it: the boxes, the pair, and the motion."""
    centers = [[0, -0.5, 0], [0, 3, 0]]
    boxes = octosat.Boxes(centers, [UPRIGHT] * 2, [[5, 0.5, 5], [0.5, 0.5, 0.5]])
    return boxes, [[0, 1]], np.array([[1, -4, 0]], np.float32)


def test_a_hit_has_its_normal_and_its_points():
    boxes, pairs, motion = falling()
    row = octosat.casts(boxes, pairs, motion)
    assert row["state"][0] == octosat.CastState.HIT
    moved = octosat.Moved(row["time"], motions=motion)
    assert len(moved) == 1 and repr(moved) == "<octosat.Moved: 1 times>"
    touching = list(octosat.manifolds(boxes, pairs, within=1e-4, moved=moved).touching())
    assert len(touching) == 1 and len(touching[0].points) == 4
    np.testing.assert_array_equal(touching[0].manifold["normal"], [0, 1, 0])
    assert np.abs(touching[0].points["position"][:, 1]).max() < 1e-4
    normals = octosat.axis_normals(row["axis"], [UPRIGHT], [UPRIGHT], -motion)
    np.testing.assert_array_equal(normals, [[0, 1, 0]])
    cache = octosat.ContactCache()
    found = cache.manifolds(boxes, pairs, 1e-4, moved=moved)
    np.testing.assert_array_equal(found.points, np.concatenate([one.points for one in touching]))


def world():
    """Boxes, pairs, how far each moves, and when each pair is looked at."""
    parts, pairs = scene(2, pairs=300)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    motions = np.float32(0.2) * np.roll(parts[0][:, :3], 1, axis=1)
    times = np.linspace(0, 1, len(pairs), dtype=np.float32)
    return parts, pairs, motions, times


def test_every_query_of_pairs_takes_motions_and_ends():
    parts, pairs, motions, times = world()
    boxes = octosat.Boxes(*parts)
    ends = (parts[0] + motions, parts[1], parts[2])
    relative = motions[pairs[:, 1]] - motions[pairs[:, 0]]
    per_box = octosat.Moved(times, motions=motions, per_box=True)
    per_pair = octosat.Moved(times, motions=relative)
    to_ends = octosat.Moved(times, ends=ends)
    for query in (
        octosat.overlaps,
        octosat.penetrations,
        octosat.distances,
        octosat.verdicts,
        octosat.overlaps_exact,
        octosat.clearances,
    ):
        expected = query(boxes, pairs, moved=per_box)
        assert len(query(boxes, pairs, moved=to_ends)) == len(pairs)
        assert (expected != query(boxes, pairs)).any()
        found = query(boxes, pairs, moved=per_pair)
        if expected.dtype.names is None or "on_a" not in expected.dtype.names:
            np.testing.assert_array_equal(found, expected)
        else:
            # Points are where a is, which stands still for motions of pairs.
            np.testing.assert_array_equal(found["distance"], expected["distance"])
        # The same boxes as another list.
        sides = octosat.Moved(times, motions=(motions, motions), per_box=True)
        for others in (parts, boxes):
            np.testing.assert_array_equal(query(boxes, pairs, against=others, moved=sides), expected)
    resting = octosat.Moved(times, ends=ends)
    both = octosat.Moved(times, ends=ends, against_ends=parts)
    np.testing.assert_array_equal(
        octosat.distances(boxes, pairs, against=parts, moved=resting),
        octosat.distances(boxes, pairs, against=parts, moved=both),
    )


def test_groups_of_a_list_take_it():
    parts, pairs, motions, times = world()
    moved = octosat.Moved(times, motions=motions, per_box=True)
    rows = octosat.distances(parts, pairs, moved=moved)["distance"]
    bounds = [5, 5, len(pairs)]
    least = octosat.least_distances(parts, pairs=pairs, bounds=bounds, moved=moved)
    nearest = least["row"]["distance"]
    assert nearest[0] == rows[:5].min() and nearest[2] == rows[5:].min()
    hits = octosat.overlaps(parts, pairs, moved=moved)
    any_hit = octosat.any_overlap(parts, pairs=pairs, bounds=bounds, moved=moved)
    np.testing.assert_array_equal(any_hit, [hits[:5].any(), False, hits[5:].any()])
    clearances = octosat.clearances(parts, pairs, moved=moved)
    least = octosat.least_clearances(parts, pairs=pairs, bounds=bounds, moved=moved)
    assert least["clearance"][2] == clearances[5:].min()
    with pytest.raises(TypeError, match="groups of products take no `moved`"):
        octosat.any_overlap(parts, products=[[0, 1, 1, 2]], moved=moved)


def test_what_is_rejected_and_why():
    boxes, pairs, motion = falling()
    for times, text, pair in (
        ([1.5], "times[0] is 1.5, but must be from 0 to 1", 0),
        ([0.5, 0.5], "the number of times is 2, but the number of pairs is 1", None),
    ):
        with pytest.raises(octosat.QueryError) as caught:
            octosat.overlaps(boxes, pairs, moved=octosat.Moved(times, motions=motion))
        assert str(caught.value) == text and caught.value.pair == pair
    with pytest.raises(octosat.QueryError, match="number of displacements"):
        octosat.overlaps(boxes, pairs, moved=octosat.Moved([0.5], motions=motion, per_box=True))
    for wrong in ({}, {"motions": motion, "ends": boxes}, {"ends": boxes, "per_box": True}):
        with pytest.raises(TypeError, match="Moved takes motions"):
            octosat.Moved([0.5], **wrong)
    moved = octosat.Moved([0.5], motions=motion)
    with pytest.raises(TypeError, match="moved must be an octosat.Moved"):
        octosat.overlaps(boxes, pairs, moved=[0.5])
    spheres = octosat.Spheres([[0, 0, 0]], [1])
    with pytest.raises(TypeError, match="queries against other shapes take no `moved`"):
        octosat.overlaps(boxes, [[0, 0]], against=spheres, moved=moved)
    rectangles = octosat.Rectangles([[0, 0]], [[1, 0]], [[1, 1]])
    with pytest.raises(TypeError, match="queries about rectangles take no `moved`"):
        octosat.overlaps(rectangles, [[0, 0]], moved=moved)
    for query in (octosat.casts, octosat.impacts):
        with pytest.raises(TypeError, match="moved"):
            query(boxes, pairs, motion, moved=moved)
    with pytest.raises(ValueError, match="axes has 1 rows"):
        octosat.axis_normals([0], [UPRIGHT] * 2, [UPRIGHT], motion)
    # Edges that are parallel, and input that is not finite.
    none = octosat.axis_normals([6, 255], [UPRIGHT] * 2, [UPRIGHT] * 2, [[0, 1, 0]] * 2)
    np.testing.assert_array_equal(none, np.zeros((2, 3)))
