"""Pairs of boxes against an independent separating-axis test, on every backend."""

import numpy as np
import pytest
from conftest import bricks, scene
from independent import local, place_tolerance, separations, tolerance

import octosat


def check_pairs(parts, pairs, within=0.0):
    """Compares outcomes, depths and points with float64; returns how many pairs overlap clearly."""
    boxes = octosat.Boxes(*parts)
    truth, slack = separations(parts, pairs), tolerance(parts, pairs)
    overlaps = octosat.overlaps(boxes, pairs, within)
    clear = np.abs(truth - within) > slack
    np.testing.assert_array_equal(overlaps[clear], (truth <= within)[clear])
    rows = octosat.penetrations(boxes, pairs, within)
    # Apart: a lower bound of the gap, of any of the axes that show it.
    apart = truth > slack
    assert ((rows["depth"] < 0) & (rows["depth"] >= -truth - slack))[apart].all()
    deep = truth < -slack
    # A face is preferred to an edge that is barely better.
    assert (np.abs(rows["depth"] + truth) <= slack + 0.06 * np.abs(truth))[deep].all()
    check_normals(parts, pairs, rows, deep)
    check_points(parts, pairs, octosat.manifolds(boxes, pairs, within, surfaces=True), within)
    return np.count_nonzero(deep)


def test_boxes_of_two_lists():
    parts, pairs = scene(3, pairs=500)
    boxes, links = octosat.Boxes(*parts), octosat.Boxes(*(part[::-1] for part in parts))
    own = np.stack([len(boxes) - 1 - pairs[:, 0].astype(int), pairs[:, 1]], axis=1)
    for verb in (octosat.overlaps, octosat.penetrations):
        expected = verb(boxes, pairs, 0.1)
        np.testing.assert_array_equal(verb(links, own, 0.1, against=boxes), expected)
        np.testing.assert_array_equal(verb(links, own, 0.1, against=parts), expected)
        np.testing.assert_array_equal(verb(boxes, pairs, 0.1, against=boxes), expected)
    expected, found = octosat.manifolds(boxes, pairs, 0.1), octosat.manifolds(links, own, 0.1, against=boxes)
    np.testing.assert_array_equal(found.manifolds, expected.manifolds)
    np.testing.assert_array_equal(found.points, expected.points)
    with pytest.raises(octosat.QueryError, match=r"pairs\[0\]\[1\] is 1, but the number of boxes is 1"):
        octosat.overlaps(boxes, [[0, 1]], against=tuple(part[:1] for part in parts))
    with pytest.raises(octosat.BoxError):
        octosat.overlaps(boxes, [[0, 0]], against=([[0, 0, 0]], [[0, 0, 0, 0]], [[1, 1, 1]]))


def check_normals(parts, pairs, rows, deep):
    """Normals are of unit length and point from a to b."""
    np.testing.assert_allclose(np.linalg.norm(rows["normal"][deep], axis=1), 1.0, atol=1e-5)
    centers = parts[0].astype(np.float64)
    way = centers[pairs[:, 1].astype(int)] - centers[pairs[:, 0].astype(int)]
    along = np.einsum("ni,ni->n", way, rows["normal"])
    assert (along >= -1e-4 * (1 + np.linalg.norm(way, axis=1)))[deep].all()


def check_points(parts, pairs, found, within):
    """Half a depth along the normal from each point is on both boxes."""
    owner = found.rows_of_points()
    assert found.manifolds["len"].sum() == len(found.points) == len(found.surfaces)
    normal, depth = found.manifolds["normal"][owner], found.points["depth"]
    assert (depth >= -within - tolerance(parts, pairs)[owner]).all()
    for side, sign, own in [(0, 1, "in_a"), (1, -1, "in_b")]:
        which = pairs[owner, side].astype(int)
        on_box = found.points["position"] + (sign * 0.5 * depth)[:, None] * normal
        inside = local(parts, which, on_box)
        slack = 3 * place_tolerance(parts, pairs)[owner][:, None]
        usual = found.kinds()[owner] != octosat.ContactKind.FALLBACK
        assert (np.abs(inside) <= parts[2][which] + slack)[usual].all()
        assert (np.abs(inside - found.surfaces[own]) <= slack).all()


@pytest.mark.parametrize("seed", range(8))
def test_random_boxes(seed):
    parts, pairs = scene(seed, pairs=2000)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    assert check_pairs(parts, pairs) > 100


@pytest.mark.parametrize("within", [0.01, 0.3])
def test_within(within):
    parts, pairs = scene(77)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    check_pairs(parts, pairs, within)


@pytest.mark.parametrize("scale", [1e-4, 1e4])
def test_sizes(scale):
    parts, pairs = scene(5, pairs=2000)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    assert check_pairs((parts[0] * scale, parts[1], parts[2] * scale), pairs) > 100


def test_flat_boxes():
    parts, pairs = scene(6, pairs=2000)
    parts[2][::2, 0] = 0
    parts[2][::5] = 0
    truth = separations(parts, pairs)
    clear = np.abs(truth) > tolerance(parts, pairs)
    np.testing.assert_array_equal(octosat.overlaps(parts, pairs)[clear], (truth <= 0)[clear])


def test_recordings(recording):
    for frame in list(recording)[:: max(1, len(recording) // 3)]:
        pairs = frame.pairs[:: max(1, len(frame.pairs) // 3000)]
        parts = (frame.positions, frame.rotations, frame.half_extents)
        truth, slack = separations(parts, pairs), tolerance(parts, pairs)
        clear = np.abs(truth) > slack
        assert clear.any()
        np.testing.assert_array_equal(octosat.overlaps(parts, pairs)[clear], (truth <= 0)[clear])
        found = octosat.manifolds(frame.boxes(), pairs, surfaces=True)
        check_points(parts, pairs, found, 0.0)
        np.testing.assert_array_equal((found.manifolds["len"] > 0)[clear], (truth <= 0)[clear])


def test_touching_counts():
    upright = [0, 0, 0, 1]
    boxes = octosat.Boxes([[0, 0, 0], [2, 0, 0], [2.0001, 0, 0]], [upright] * 3, np.ones((3, 3)))
    assert octosat.overlaps(boxes, [[0, 1], [0, 2]]).tolist() == [True, False]
    assert octosat.penetrations(boxes, [[0, 1]])["depth"].tolist() == [0.0]
    assert octosat.overlaps(boxes, [[0, 2]], 0.001).tolist() == [True]
    assert octosat.overlaps(boxes, [[0, 2], [0, 2]], [0.0, 0.001]).tolist() == [False, True]


def test_normals_and_axes():
    boxes = octosat.Boxes([[0, 0, 0], [0, 0, 1.5]], [[0, 0, 0, 1]] * 2, np.ones((2, 3)))
    rows = octosat.penetrations(boxes, [[0, 1], [1, 0]])
    assert rows["normal"].tolist() == [[0, 0, 1], [0, 0, -1]]
    assert rows["depth"].tolist() == [0.5, 0.5]
    assert set(rows["axis"].tolist()) <= {2, 5}


def answers(parts, pairs, engine, within=0.02):
    """All that the verbs answer, as bytes."""
    boxes = octosat.Boxes(*parts)
    found = octosat.manifolds(boxes, pairs, within, engine=engine, limit=8, surfaces=True)
    arrays = [
        octosat.overlaps(boxes, pairs, within, engine=engine),
        octosat.penetrations(boxes, pairs, within, engine=engine),
        found.pairs, found.manifolds, found.points, found.surfaces,
        octosat.aabbs(boxes, engine=engine),
    ]  # fmt: skip
    return [array.tobytes() for array in arrays]


def test_backends_have_the_same_bits(engine):
    for seed in range(3):
        parts, pairs = scene(seed, boxes=500, pairs=20_000)
        expected = answers(parts, pairs, octosat.Engine(backend="portable", threads=1))
        assert answers(parts, pairs, engine) == expected
        assert answers(parts, pairs, octosat.Engine(engine.backend, threads=1)) == expected


@pytest.mark.parametrize("length", range(18))
def test_list_lengths(engine, length):
    parts, pairs = scene(9)
    whole = octosat.penetrations(parts, pairs, engine=engine)
    for first in (0, 1, 13):
        part = pairs[first : first + length]
        boxes = octosat.Boxes(*parts)
        rows = octosat.penetrations(boxes, part, engine=engine)
        assert rows.tobytes() == whole[first : first + length].tobytes()
        overlaps = octosat.overlaps(boxes, part, engine=engine)
        np.testing.assert_array_equal(overlaps, rows["depth"] >= 0)
        found = octosat.manifolds(boxes, part, engine=engine)
        assert len(found) == length == len(list(found.manifolds))
        np.testing.assert_array_equal(found.pairs, part)


def test_tuple_and_boxes_have_the_same_bits():
    parts, pairs = scene(10)
    of_boxes = octosat.penetrations(octosat.Boxes(*parts), pairs)
    assert octosat.penetrations(parts, pairs).tobytes() == of_boxes.tobytes()
    assert octosat.penetrations(list(parts), pairs.tolist()).tobytes() == of_boxes.tobytes()


def test_touching_pairs_of_a_wall():
    parts, pairs = bricks()
    found = octosat.manifolds(parts, pairs)
    lower_and_upper = np.abs(found.manifolds["normal"][found.touching_rows(), 2]) > 0.99
    assert lower_and_upper.sum() >= 30
    listed = list(found.touching())
    assert [touching.index for touching in listed] == found.touching_rows().tolist()
    for touching in listed:
        assert touching.pair == tuple(pairs[touching.index].tolist())
        assert len(touching.points) == touching.manifold["len"] > 0
        assert touching.points.tobytes() == found.of(touching.index).tobytes()
        assert len(touching.surfaces) == 0
    assert sum(len(touching.points) for touching in listed) == len(found.points)


def test_limit_and_origin():
    eighth = np.array([0, 0, np.sin(np.pi / 8), np.cos(np.pi / 8)])
    boxes = octosat.Boxes([[5, 0, 0], [5, 0, 1.99]], [[0, 0, 0, 1], eighth], np.ones((2, 3)))
    assert octosat.manifolds(boxes, [[0, 1]]).manifolds["len"] == [4]
    world = octosat.manifolds(boxes, [[0, 1]], limit=8)
    assert world.manifolds["len"] == [8]
    own = octosat.manifolds(boxes, [[0, 1]], limit=8, origin="center_of_a")
    np.testing.assert_allclose(own.points["position"] + [5, 0, 0], world.points["position"], atol=1e-5)


def test_kinds_and_flags():
    boxes = octosat.Boxes([[0, 0, 0], [9, 0, 0], [0, 0, 1.9]], [[0, 0, 0, 1]] * 3, np.ones((3, 3)))
    found = octosat.manifolds(boxes, [[0, 1], [0, 2]])
    assert found.kinds().tolist() == [octosat.ContactKind.SEPARATED, octosat.ContactKind.FACE]
    assert not found.has(octosat.ContactFlag.DEGENERATE).any()
