"""One answer per group of pairs, against one answer per pair."""

import numpy as np
import pytest
from conftest import scene

import octosat


def arm(configurations=300, links=6, obstacles=20):
    """Links of configurations and obstacles, of which some touch."""
    parts, _ = scene(11, pairs=10)
    generator = np.random.default_rng(4)
    chosen = generator.integers(0, len(parts[0]), configurations * links + obstacles)
    moved = [np.array(part[chosen], dtype=np.float32) for part in parts]
    moved[0] = generator.uniform(-6, 6, moved[0].shape).astype(np.float32)
    moved[2] *= 0.4
    split = configurations * links
    return tuple(part[:split] for part in moved), tuple(part[split:] for part in moved)


def test_configurations_among_obstacles():
    links, obstacles = arm()
    pairs = np.stack(np.meshgrid(np.arange(1800), np.arange(20), indexing="ij"), axis=-1).reshape(-1, 2)
    bounds = np.arange(120, 36001, 120)
    products = np.array([[6 * c, 6 * c + 6, 0, 20] for c in range(300)])
    for within in (0.0, 0.2):
        expected = octosat.overlaps(links, pairs, within, against=obstacles).reshape(300, 120).any(axis=1)
        assert 0 < np.count_nonzero(expected) < 300
        for backend in octosat.available_backends():
            asked = {"within": within, "engine": octosat.Engine(backend)}
            for groups in ({"per_configuration": 6}, {"products": products}, {"pairs": pairs, "bounds": bounds}):
                found = octosat.any_overlap(links, obstacles, **groups, **asked)
                np.testing.assert_array_equal(found, expected)
    out = np.zeros(300, dtype=bool)
    assert octosat.any_overlap(octosat.Boxes(*links), obstacles, per_configuration=6, within=0.2, out=out) is out
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("shape", [(2, 0), (0, 0), (2, 3, 0)])
def test_configurations_without_boxes_touch_nothing(shape):
    boxes, others = octosat.Boxes(np.zeros((*shape, 3)), [0, 0, 0, 1], [1, 1, 1]), arm()[1]
    hits = octosat.any_overlap(boxes, others)
    assert hits.shape == shape[:-1] and not hits.any()
    assert (octosat.least_clearances(boxes, others)["clearance"] == np.full(shape[:-1], np.inf)).all()
    distances = octosat.least_distances(boxes, others)
    assert distances.shape == shape[:-1] and (distances["row"]["distance"] == np.inf).all()


def test_boxes_of_one_list_and_groups_without_pairs():
    links, _ = arm(10)
    boxes = octosat.Boxes(*links)
    # Every box with itself: all overlap.
    assert octosat.any_overlap(boxes, products=[[3, 4, 3, 4], [5, 5, 0, 60]]).tolist() == [True, False]
    assert octosat.any_overlap(boxes, pairs=[[1, 1]], bounds=[0, 1, 1]).tolist() == [False, True, False]
    assert octosat.any_overlap(boxes, products=[]).tolist() == []


@pytest.mark.parametrize(
    ("groups", "error", "text"),
    [
        ({}, TypeError, "the groups are per_configuration, or products, or pairs with bounds"),
        ({"pairs": [[0, 1]]}, TypeError, "pairs with bounds"),
        ({"per_configuration": 6}, TypeError, "per_configuration needs the argument against"),
        ({"products": [[0, 1, 0, 61]]}, octosat.QueryError, r"products\[0\]\.b is 0\.\.61, but must ascend and end at 60 at most"),
        ({"products": [[0, -1, 0, 1]]}, octosat.QueryError, r"products\[0\]\[1\] is -1, which is no index"),
        ({"products": [[0, 1]]}, ValueError, r"products must have the shape \(g, 4\)"),
        ({"pairs": [[0, 1]], "bounds": [2]}, octosat.QueryError, r"bounds\[0\] is 2, but must be from 0 to 1"),
        ({"pairs": [[0, 1]], "bounds": [-2]}, octosat.QueryError, r"bounds\[0\] is -2"),
        ({"pairs": [[0, 60]], "bounds": [1]}, octosat.QueryError, r"pairs\[0\]\[1\] is 60"),
        ({"products": [[0, 1, 0, 1]], "within": -1.0}, octosat.QueryError, "`within` is -1"),
    ],
)
def test_groups_that_do_not_exist(groups, error, text):
    links, _ = arm(10)
    with pytest.raises(error, match=text):
        octosat.any_overlap(links, **groups)


def test_configurations_of_a_length_that_does_not_fit():
    links, obstacles = arm(10)
    for count in (0, 7):
        with pytest.raises(ValueError, match=f"60 boxes are no configurations of {count} boxes each"):
            octosat.any_overlap(links, obstacles, per_configuration=count)
    nothing = octosat.Boxes(np.zeros((0, 3)), np.zeros((0, 4)), np.zeros((0, 3)))
    with pytest.raises(ValueError, match="0 boxes are no configurations of 0 boxes each"):
        octosat.any_overlap(nothing, obstacles, per_configuration=0)


def test_the_least_clearance_and_distance_of_a_configuration():
    links, obstacles = arm()
    pairs = np.stack(np.meshgrid(np.arange(1800), np.arange(20), indexing="ij"), axis=-1).reshape(-1, 2)
    clearances = octosat.clearances(links, pairs, against=obstacles).reshape(300, 120)
    least = octosat.least_clearances(links, obstacles, per_configuration=6)
    np.testing.assert_array_equal(least["clearance"], clearances.min(axis=1))
    first = clearances.argmin(axis=1) + 120 * np.arange(300)
    np.testing.assert_array_equal(least["pair"], pairs[first])
    distances = octosat.distances(links, pairs, against=obstacles).reshape(300, 120)
    nearest = octosat.least_distances(links, obstacles, per_configuration=6)
    first = distances["distance"].argmin(axis=1)
    np.testing.assert_array_equal(nearest["row"], distances[np.arange(300), first])
    assert (nearest["row"]["distance"] >= least["clearance"]).all()
    hits = octosat.any_overlap(links, obstacles, per_configuration=6)
    assert not (hits & (least["clearance"] > 0)).any()
    none = octosat.least_clearances(links, obstacles, products=[[0, 0, 0, 20]])
    assert none["clearance"][0] == np.inf and (none["pair"] == 2**32 - 1).all()
