"""Rectangles in the plane, compared with a separating-axis test in float64 that projects all corners."""

import pickle

import numpy as np
import pytest

import octosat

SLACK = 1e-5


def scene(seed, count=120, pairs=1500):
    rng = np.random.default_rng(seed)
    angles = rng.uniform(-4, 4, count)
    parts = (
        rng.uniform(-3, 3, (count, 2)),
        np.stack([np.cos(angles), np.sin(angles)], axis=1),
        rng.uniform(0.05, 1.0, (count, 2)),
    )
    return tuple(part.astype(np.float32) for part in parts), rng.integers(0, count, (pairs, 2))


def corners(centers, rotations, half_extents):
    """The four corners of each rectangle, as complex numbers, shape (n, 4)."""
    turn = rotations[:, 0].astype(float) + 1j * rotations[:, 1]
    own = [x * half_extents[:, 0] + 1j * y * half_extents[:, 1].astype(float) for x in (-1, 1) for y in (-1, 1)]
    centers = centers[:, 0].astype(float) + 1j * centers[:, 1]
    return np.stack(own, axis=1) * (turn / np.abs(turn))[:, None] + centers[:, None]


def separations(first, second, pairs):
    """The largest separation along the four axes, meters: positive for rectangles apart."""
    (a, b), points = pairs.T, (corners(*first), corners(*second))
    worst = np.full(len(pairs), -np.inf)
    for turn in (first[1][a], second[1][b]):
        for quarter in (1, 1j):
            axis = (turn[:, 0].astype(float) + 1j * turn[:, 1]) * quarter
            axis = (axis / np.abs(axis)).conj()[:, None]
            of_a, of_b = (points[0][a] * axis).real, (points[1][b] * axis).real
            worst = np.maximum(worst, np.maximum(of_b.min(1) - of_a.max(1), of_a.min(1) - of_b.max(1)))
    return worst


PARTS, PAIRS = scene(1)
RECTANGLES = octosat.Rectangles(*PARTS)


def test_overlaps_and_penetrations():
    gaps = separations(PARTS, PARTS, PAIRS)
    clear = np.abs(gaps) > SLACK
    found = octosat.overlaps(RECTANGLES, PAIRS)
    np.testing.assert_array_equal(found[clear], (gaps <= 0)[clear])
    near = octosat.overlaps(RECTANGLES, PAIRS, 0.25)
    clear = np.abs(gaps - 0.25) > SLACK
    np.testing.assert_array_equal(near[clear], (gaps <= 0.25)[clear])
    rows = octosat.penetrations(RECTANGLES, PAIRS)
    assert rows.dtype == octosat.RECTANGLE_PENETRATION
    np.testing.assert_allclose(rows["depth"], -gaps, atol=SLACK)
    np.testing.assert_array_equal(rows["depth"] >= 0, found)
    assert (rows["axis"] < 4).all() and (rows["reserved"] == 0).all()
    np.testing.assert_allclose(np.linalg.norm(rows["normal"][found], axis=1), 1, atol=1e-6)


def test_manifolds():
    rows = octosat.manifolds(RECTANGLES, PAIRS, 0.1)
    assert rows.dtype == octosat.RECTANGLE_MANIFOLD
    gaps = separations(PARTS, PARTS, PAIRS)
    overlapping = gaps < -SLACK
    assert (rows["len"][overlapping] > 0).all() and (rows["len"] <= 2).all()
    assert (rows["len"][gaps > 0.1 + SLACK] == 0).all()
    np.testing.assert_allclose(rows["depth"][overlapping], -gaps[overlapping], atol=SLACK)
    kinds = rows["status"] & 15
    np.testing.assert_array_equal(rows["len"] == 0, kinds == octosat.ContactKind.SEPARATED)
    # Each point, moved to both surfaces, lies on both rectangles.
    for place in range(2):
        there = (rows["len"] > place) & (kinds == octosat.ContactKind.FACE)
        points, normals = rows["points"][there, place], rows["normal"][there].astype(float)
        assert len(points) > 20 and (points["feature"] < 24).all()
        for side, sign in ((0, 0.5), (1, -0.5)):
            at = points["position"] + sign * points["depth"][:, None] * normals
            which = PAIRS[there, side]
            offset = at - PARTS[0][which]
            turn = PARTS[1][which].astype(float)
            own = np.stack([(offset * turn).sum(1), offset[:, 1] * turn[:, 0] - offset[:, 0] * turn[:, 1]], axis=1)
            assert (np.abs(own) <= PARTS[2][which] + 2 * SLACK).all()


def test_a_crate_on_a_shelf():
    upright = [[1, 0]] * 2
    rectangles = octosat.Rectangles([[0, 0], [1, 1.25]], upright, [[4, 0.5], [1, 1]])
    (row,) = octosat.manifolds(rectangles, [[0, 1]])
    assert (row["normal"].tolist(), row["depth"], row["len"]) == ([0, 1], 0.25, 2)
    assert sorted(row["points"]["position"].tolist()) == [[0, 0.375], [2, 0.375]]
    assert sorted(row["points"]["feature"].tolist()) == [0, 1]


def test_two_lists_moves_and_copies():
    others, pairs = scene(2, count=40)
    second = octosat.Rectangles(*others)
    gaps = separations(PARTS, others, pairs)
    clear = np.abs(gaps) > SLACK
    found = octosat.overlaps(RECTANGLES, pairs, against=second)
    np.testing.assert_array_equal(found[clear], (gaps <= 0)[clear])
    same = octosat.overlaps(RECTANGLES, PAIRS, against=RECTANGLES)
    np.testing.assert_array_equal(same, octosat.overlaps(RECTANGLES, PAIRS))
    moved = octosat.Rectangles(*PARTS)
    moved.set_poses(PARTS[0] + 1, PARTS[1])
    np.testing.assert_array_equal(moved.centers, PARTS[0] + 1)
    copy = pickle.loads(pickle.dumps(moved))
    assert (len(copy), copy.rotations.tobytes()) == (120, moved.rotations.tobytes())
    np.testing.assert_array_equal(copy.half_extents, PARTS[2])
    out = np.zeros(len(PAIRS), octosat.RECTANGLE_PENETRATION)
    for backend in octosat.available_backends():
        engine = octosat.Engine(backend)
        assert octosat.penetrations(RECTANGLES, PAIRS, engine=engine, out=out) is out
        assert out.tobytes() == octosat.penetrations(RECTANGLES, PAIRS).tobytes()


@pytest.mark.parametrize(
    ("part", "row", "value", "field"),
    [(0, 3, np.nan, "center"), (1, 5, [0.5, 0.5], "rotation"), (2, 7, -1, "half_extents")],
)
def test_wrong_rectangles(part, row, value, field):
    parts = [np.array(column) for column in PARTS]
    parts[part][row] = value
    with pytest.raises(octosat.BoxError, match=f"given rectangle {row}") as caught:
        octosat.Rectangles(*parts)
    assert (caught.value.index, caught.value.field) == (row, field)
    rectangles = octosat.Rectangles(*PARTS)
    if part < 2:
        with pytest.raises(octosat.BoxError):
            rectangles.set_poses(parts[0], parts[1])
    np.testing.assert_array_equal(rectangles.centers, PARTS[0])


def test_wrong_queries():
    with pytest.raises(octosat.QueryError, match=r"pairs\[1\]\[0\] is 120, but the number of rectangles is 120") as caught:
        octosat.overlaps(RECTANGLES, [[0, 1], [120, 1]])
    assert caught.value.pair == 1
    with pytest.raises(octosat.QueryError, match="`within` is -1"):
        octosat.manifolds(RECTANGLES, [[0, 1]], -1.0)
    with pytest.raises(TypeError, match="which rectangles with which"):
        octosat.overlaps(RECTANGLES)
    with pytest.raises(TypeError, match="against must be Rectangles"):
        octosat.overlaps(RECTANGLES, [[0, 0]], against=octosat.Spheres([[0, 0, 0]], [1]))
    with pytest.raises(ValueError, match="no covered faces"):
        octosat.manifolds(RECTANGLES, [[0, 1]], covered=[0] * 120)
    for option in ({"limit": 4}, {"origin": "center_of_a"}, {"surfaces": True}):
        with pytest.raises(TypeError, match=f"contacts of rectangles take no `{next(iter(option))}`"):
            octosat.manifolds(RECTANGLES, [[0, 1]], **option)
    with pytest.raises(ValueError, match=r"centers must have the shape \(n, 2\)"):
        octosat.Rectangles(np.zeros((4, 3)), PARTS[1], PARTS[2])
    with pytest.raises(TypeError, match="boxes must be"):
        octosat.distances(RECTANGLES, [[0, 1]])
