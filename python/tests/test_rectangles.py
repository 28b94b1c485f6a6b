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
    with pytest.raises(ValueError, match=r"centers must have the shape \(\.\.\., 2\)"):
        octosat.Rectangles(np.zeros((4, 3)), PARTS[1], PARTS[2])
    with pytest.raises(TypeError, match="boxes must be"):
        octosat.distances(RECTANGLES, [[0, 1]])


def test_shapes_keys_and_copies():
    """Leading axes, keys, iteration and joining are those of NumPy, as of Boxes."""
    centers = np.random.default_rng(3).uniform(-2, 2, (4, 3, 2)).astype(np.float32)
    rectangles = octosat.Rectangles(centers, [1, 0], [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
    assert (rectangles.shape, len(rectangles), rectangles.ndim, rectangles.size) == ((4, 3), 4, 2, 12)
    assert repr(rectangles) == "<octosat.Rectangles: shape (4, 3)>"
    assert rectangles.half_extents.shape == rectangles.rotations.shape == (4, 3, 2)
    for key in (1, -1, slice(1, 3), (2, 1), (slice(None), 0), centers[..., 0] > 0, np.array([3, 0])):
        np.testing.assert_array_equal(rectangles[key].centers, centers[key])
    np.testing.assert_array_equal(np.stack([one.centers for one in rectangles]), centers)
    joined = octosat.concatenate([rectangles, rectangles[:1]])
    assert isinstance(joined, octosat.Rectangles) and joined.shape == (5, 3)
    np.testing.assert_array_equal(joined.centers, np.concatenate([centers, centers[:1]]))
    copy = pickle.loads(pickle.dumps(rectangles))
    assert (copy.shape, copy.centers.tobytes()) == ((4, 3), centers.tobytes())
    rectangles[0].set_poses([9, 9], [0, 1])
    np.testing.assert_array_equal(rectangles.centers, centers)
    rectangles.set_poses([1, 2], [0, 1])
    np.testing.assert_array_equal(rectangles.centers, np.broadcast_to([1, 2], (4, 3, 2)))
    rectangles.set_half_extents(11, [7, 8])
    assert rectangles.half_extents[3, 2].tolist() == [7, 8]


def test_some_rectangles_move():
    rectangles = octosat.Rectangles(*PARTS)
    rectangles.set_poses_of([5, 119, 5], [[1, 1], [2, 2], [3, 3]], [0, 1])
    expected = PARTS[0].copy()
    expected[[5, 119]] = [[3, 3], [2, 2]]
    np.testing.assert_array_equal(rectangles.centers, expected)
    assert rectangles.rotations[[5, 119]].tolist() == [[0, 1], [0, 1]]
    away = np.array([[5_411_932.7, 0]])
    for indices, centers, rotation, text in [
        ([0, 120], [9, 9], [1, 0], "rectangle 120"),
        ([0, -1], [9, 9], [1, 0], r"indices\[1\] is -1, which is no index of a rectangle"),
        ([0, 7], [[9, 9], [np.nan, 9]], [1, 0], "rectangle 7: center component 0 is NaN"),
        ([0], away, [1, 0], "given rectangle 0: center component 0 is .*which float32 moves by"),
    ]:
        with pytest.raises(octosat.BoxError, match=text):
            rectangles.set_poses_of(indices, centers, rotation)
    np.testing.assert_array_equal(rectangles.centers, expected)
    rectangles.set_poses_of([0], away, [1, 0], origin=[5_411_900, 0])
    np.testing.assert_allclose(rectangles.centers[0], [32.7, 0], rtol=1e-6)


def test_angles_and_rows():
    rows = np.random.default_rng(4).uniform(0.1, 3, (20, 5)).astype(np.float32)
    made = octosat.Rectangles.from_rows(rows)
    same = octosat.Rectangles.from_angles(rows[:, :2], rows[:, 4], rows[:, 2:4] / 2)
    for column in ("centers", "rotations", "half_extents"):
        assert getattr(made, column).tobytes() == getattr(same, column).tobytes()
    np.testing.assert_allclose(made.angles, rows[:, 4], atol=1e-6)
    angles = rows[:, 4].astype(float)
    np.testing.assert_allclose(made.rotations, np.stack([np.cos(angles), np.sin(angles)], axis=1), atol=1e-7)
    np.testing.assert_array_equal(made.half_extents, rows[:, 2:4] / 2)
    assert octosat.Rectangles.from_rows(rows.reshape(4, 5, 5).astype(float)).shape == (4, 5)
    assert octosat.Rectangles.from_angles([0, 0], np.zeros((2, 3)), [1, 1]).angles.shape == (2, 3)
    # Boxes of the same rows, seen from above.
    lifted = octosat.Boxes.upright(np.insert(np.insert(rows, 2, 0, axis=1), 5, 1, axis=1))
    pairs = np.array([[i, j] for i in range(20) for j in range(20)])
    np.testing.assert_allclose(octosat.iou(lifted, pairs), octosat.iou(made, pairs), atol=2e-6)


def test_bounds():
    bounds = RECTANGLES.aabbs()
    assert bounds.dtype == octosat.AXIS_ALIGNED_RECTANGLE and bounds.shape == (120,)
    points = corners(PARTS[0], RECTANGLES.rotations, PARTS[2])
    for axis, numbers in enumerate((points.real, points.imag)):
        gaps = [numbers.min(1) - bounds["min"][:, axis], bounds["max"][:, axis] - numbers.max(1)]
        assert (np.array(gaps) > -1e-14).all() and (np.array(gaps) < 2e-6).all()
    out = np.zeros((2, 60), octosat.AXIS_ALIGNED_RECTANGLE)
    square = octosat.Rectangles(*(part.reshape(2, 60, 2) for part in PARTS))
    assert square.aabbs(out=out) is out and out.tobytes() == bounds.tobytes()


def test_coordinates_of_a_map():
    """As float32, these would be half a meter off."""
    away, half = np.array([[691_000.25, 5_411_932.70], [691_000.25, 5_411_933.45]]), [0.4, 0.4]
    near = octosat.Rectangles(np.zeros((2, 2)), [1, 0], half)
    text = "given rectangle 0: center component 1 is 5411932.7, which float32 moves by 0.500 .* to octosat.Rectangles or its"
    rows = np.concatenate([away, np.tile([0.8, 0.8, 0], (2, 1))], axis=1)
    for call in (
        lambda: octosat.Rectangles(away, [1, 0], half),
        lambda: octosat.Rectangles.from_angles(away, 0, half),
        lambda: octosat.Rectangles.from_rows(rows),
        lambda: near.set_poses(away, [1, 0]),
    ):
        with pytest.raises(octosat.BoxError, match=text) as caught:
            call()
        assert (caught.value.index, caught.value.field) == (0, "center") and not near.centers.any()
    origin = [691_000, 5_411_900]
    near.set_poses(away, [1, 0], origin=origin)
    for rectangles in (near, octosat.Rectangles(away, [1, 0], half, origin=origin), octosat.Rectangles.from_rows(rows, origin=origin)):
        np.testing.assert_array_equal(rectangles.centers, (away - origin).astype(np.float32))
        assert octosat.penetrations(rectangles, [[0, 1]])["depth"][0] == pytest.approx(0.05, abs=1e-5)
    assert octosat.Rectangles(away, [1, 0], half, accept_rounding=True).centers[0, 1] == np.float32(away[0, 1])
    with pytest.raises(ValueError, match="origin is .*, which is not finite"):
        octosat.Rectangles(away, [1, 0], half, origin=[0, np.nan])


def test_rectangles_name_themselves():
    rectangles = octosat.Rectangles([[0, 0], [1, 0]], [1, 0], [1, 1])
    with pytest.raises(TypeError, match="a Rectangles is no array of numbers: .* join rectangles with"):
        np.asarray(rectangles)
    with pytest.raises(IndexError, match=r"rectangles of shape \(2,\): index 2 is out of bounds"):
        rectangles[2]
    with pytest.raises(TypeError, match=r"a Rectangles of shape \(\) has no length: it is one rectangle"):
        len(rectangles[0])
    with pytest.raises(octosat.BoxError, match="rectangle -1: there is no rectangle of that index"):
        rectangles.set_half_extents(-1, [1, 1])
    with pytest.raises(octosat.BoxError, match="rectangle 2"):
        rectangles.set_half_extents(2, [1, 1])
    with pytest.raises(ValueError, match=r"does not broadcast to the shape \(2,\) of the rectangles"):
        rectangles.set_poses(np.zeros((3, 2)), [1, 0])
    with pytest.raises(ValueError, match=r"rows must have the shape \(\.\.\., 5\), not \(2, 7\)"):
        octosat.Rectangles.from_rows(np.zeros((2, 7)))
    with pytest.raises(octosat.BoxError, match="given rectangle 1: rotation"):
        octosat.Rectangles.from_angles([0, 0], [0, np.nan], [1, 1])
    with pytest.raises(TypeError, match=r"boxes\[1\] must be an octosat.Rectangles, not Boxes"):
        octosat.concatenate([rectangles, octosat.Boxes([0, 0, 0], [0, 0, 0, 1], [1, 1, 1])[None]])
