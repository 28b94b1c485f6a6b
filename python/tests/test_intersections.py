"""What boxes and rectangles share, compared with polygons that NumPy clips in float64."""

from itertools import product

import numpy as np
import pytest

import octosat
from conftest import scene
from independent import matrices

U = 2.0**-24


def clipped(points, normals, offsets):
    """A convex polygon, in the plane or in space, without its parts beyond some half-spaces."""
    for normal, offset in zip(normals, offsets):
        beyond, kept = [p @ normal - offset for p in points], []
        for place, to in enumerate(points):
            start, (d, e) = points[place - 1], (beyond[place - 1], beyond[place])
            if (d <= 0) != (e <= 0):
                kept.append(start + (to - start) * (d / (d - e)))
            if e <= 0:
                kept.append(to)
        points = kept
    return points


def walls(center, axes, half):
    """Normals and offsets of the half-spaces whose intersection is a box; the rows of axes are its axes."""
    normals = np.concatenate([axes, -axes])
    return normals, normals @ center + np.tile(half, 2)


def area(a, b):
    """The area that two rectangles share, given centers, axes and half extents."""
    center, axes, half = b
    corners = [center + (np.array(signs) * half) @ axes for signs in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    points = clipped(corners, *walls(*a))
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(points, points[1:] + points[:1])) / 2


def volume(a, b):
    """The volume that two boxes share whose faces do not coincide: the flux through the faces of one inside the other."""
    total = 0.0
    for (center, axes, half), other in ((a, b), (b, a)):
        for axis, sign in product(range(3), (-1, 1)):
            u, v, n = axes[(axis + 1) % 3] * half[(axis + 1) % 3], axes[(axis + 2) % 3] * half[(axis + 2) % 3], sign * axes[axis]
            middle = center + n * half[axis]
            face = clipped([middle - u - v, middle + u - v, middle + u + v, middle - u + v], *walls(*other))
            if face:
                doubled = sum(np.cross(p - a[0], q - a[0]) for p, q in zip(face, face[1:] + face[:1]))
                total += abs(doubled @ n) / 2 * ((face[0] - a[0]) @ n)
    return total / 3


def upright_rows(seed, count=60):
    """Rows of detections: x, y, z, length, width, height, yaw."""
    rng = np.random.default_rng(seed)
    parts = rng.uniform(-2, 2, (count, 3)), rng.uniform(0.2, 4, (count, 3)), rng.uniform(-4, 4, (count, 1))
    return np.concatenate(parts, axis=1).astype(np.float32)


def solids(boxes):
    return list(zip(boxes.centers.astype(float), matrices(boxes.rotations).transpose(0, 2, 1), boxes.half_extents.astype(float)))


def check(rows, name, found, shapes, pairs, allowed):
    """Compares sizes and IoU of pairs with those of clipped polygons, within a bound in units of u."""
    all_shared = 0
    for (i, j), row in zip(pairs, rows):
        a, b = shapes[i], shapes[j]
        shared, sizes = found(a, b), [np.prod(2 * half) for _, _, half in (a, b)]
        least = min(a[2].sum(), b[2].sum())
        bound = allowed * U * (np.linalg.norm(a[0] - b[0]) + least) * least ** (len(a[0]) - 1)
        assert abs(row[name] - shared) <= bound
        union = sum(sizes) - shared
        assert 0 <= row["iou"] <= 1 and abs(row["iou"] - shared / union) <= 2 * bound / union + 10 * U
        all_shared += shared > 0
    assert len(pairs) / 10 < all_shared < len(pairs)


def test_volumes_of_oriented_boxes():
    parts, pairs = scene(7, boxes=40, pairs=300, spread=1.0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    boxes = octosat.Boxes(*parts)
    rows = octosat.intersections(boxes, pairs)
    assert rows.dtype == octosat.INTERSECTION and rows.shape == (len(pairs),)
    check(rows, "volume", volume, solids(boxes), pairs, 16)


def test_volumes_of_upright_boxes():
    boxes = octosat.Boxes.upright(upright_rows(1))
    pairs = np.array(list(product(range(20), range(20, 40))))
    check(octosat.intersections(boxes, pairs), "volume", volume, solids(boxes), pairs, 16)


def test_areas_of_rectangles():
    rows = upright_rows(2)
    turns = np.stack([np.cos(rows[:, 6]), np.sin(rows[:, 6])], axis=1)
    rectangles = octosat.Rectangles(rows[:, :2], turns, rows[:, 3:5] / 2)
    pairs = np.array(list(product(range(20), range(20, 60))))
    found = octosat.intersections(rectangles, pairs)
    assert found.dtype == octosat.RECTANGLE_INTERSECTION
    turns = rectangles.rotations.astype(float)
    axes = np.stack([turns, turns[:, ::-1] * [-1, 1]], axis=1)
    shapes = list(zip(rectangles.centers.astype(float), axes, rectangles.half_extents.astype(float)))
    check(found, "area", area, shapes, pairs, 32)
    np.testing.assert_array_equal(found["area"] > 0, found["iou"] > 0)
    assert not (found["area"] > 0)[~octosat.overlaps(rectangles, pairs)].any()


def test_what_is_exact():
    """A box with itself, also under another name; half of it; and neighbors that touch."""
    parts, _ = scene(8)
    count = len(parts[0])
    both = octosat.Boxes(*(np.concatenate([part, part * sign]) for part, sign in zip(parts, (1, -1, 1))))
    numbers = np.arange(count)
    for other in (numbers, numbers + count):
        np.testing.assert_array_equal(octosat.iou(both, np.stack([numbers, other], axis=1)), 1)
    shifted = octosat.Boxes([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [0, 0, 0, 1], [1, 1, 1])
    rows = octosat.intersections(shifted, [[0, 1], [0, 2], [1, 1]])
    assert rows.tolist() == [(4, np.float32(1 / 3)), (0, 0), (8, 1)]
    rectangles = octosat.Rectangles([[0, 0], [1, 0]], [[1, 0], [0, 1]], [[2, 1], [2, 1]])
    assert octosat.intersections(rectangles, [[0, 1], [1, 1]]).tolist() == [(4, np.float32(1 / 3)), (8, 1)]
    assert octosat.iou(rectangles, [[0, 1]], against=rectangles).tolist() == [np.float32(1 / 3)]


def test_options(engine):
    parts, pairs = scene(9)
    boxes, others = octosat.Boxes(*parts), octosat.Boxes(*(part[::-1] for part in parts))
    count = len(parts[0])
    rows = octosat.intersections(boxes, pairs)
    reverse = np.stack([pairs[:, 0], count - 1 - pairs[:, 1]], axis=1)
    out, numbers = np.zeros(len(pairs), octosat.INTERSECTION), np.zeros((len(pairs), 2), np.float32)[:, 1]
    assert octosat.intersections(boxes, reverse, against=others, engine=engine, out=out) is out
    assert out.tobytes() == rows.tobytes()
    assert octosat.iou(parts, pairs[:, ::-1].astype(np.int64), engine=engine, out=numbers) is numbers
    np.testing.assert_array_equal(numbers, rows["iou"])
    moved = octosat.Moved(np.ones(len(pairs), np.float32), motions=[0.25, 0, 0])
    moved_others = octosat.Boxes(parts[0] + np.float32([0.25, 0, 0]), *parts[1:])
    there = octosat.iou(boxes, pairs, against=moved_others)
    np.testing.assert_allclose(octosat.iou(boxes, pairs, moved=moved, engine=engine), there, atol=1e-5)


def test_wrong_queries():
    boxes, rectangles = octosat.Boxes.upright(upright_rows(3, 4)), octosat.Rectangles([[0, 0]], [[1, 0]], [[1, 1]])
    for call in (octosat.intersections, octosat.iou):
        with pytest.raises(octosat.QueryError, match=r"pairs\[1\]\[0\] is 4, but the number of boxes is 4"):
            call(boxes, [[0, 1], [4, 1]])
        with pytest.raises(octosat.QueryError, match="number of rectangles is 1"):
            call(rectangles, [[0, 1]])
        with pytest.raises(TypeError, match="intersections are of boxes"):
            call(boxes, [[0, 0]], against=octosat.Spheres([[0, 0, 0]], [1]))
        with pytest.raises(TypeError, match="against must be"):
            call(boxes, [[0, 0]], against=rectangles)
        with pytest.raises(TypeError, match="take no `moved`"):
            call(rectangles, [[0, 0]], moved=octosat.Moved([0], motions=[0, 0, 0]))
        with pytest.raises(TypeError, match="within"):
            call(boxes, [[0, 0]], within=0.1)


def test_upright_rows():
    """Rows of any dtype, strides and leading shape."""
    rows = upright_rows(4, 24)
    boxes = octosat.Boxes.upright(rows)
    assert boxes.shape == (24,)
    np.testing.assert_array_equal(boxes.centers, rows[:, :3])
    np.testing.assert_array_equal(boxes.half_extents, rows[:, 3:6] / 2)
    half = rows[:, 6].astype(float) / 2
    zeros = np.zeros(24)
    expected = np.stack([zeros, zeros, np.sin(half), np.cos(half)], axis=1)
    np.testing.assert_allclose(boxes.rotations, expected, atol=1e-7)
    wide = np.zeros((24, 9, 2))
    wide[:, 1:8, 1] = rows
    for given in (rows.astype(float), wide[:, 1:8, 1], np.asfortranarray(rows), rows.tolist()):
        assert octosat.Boxes.upright(given).rotations.tobytes() == boxes.rotations.tobytes()
    assert octosat.Boxes.upright(rows.reshape(2, 12, 7)).shape == (2, 12)
    assert octosat.Boxes.upright(rows[0]).shape == () and octosat.Boxes.upright([]).shape == (0,)
    # A quarter turn: the length is along y.
    car = octosat.Boxes.upright([[10, 5, 0.75, 4, 2, 1.5, np.pi / 2]])
    bounds = car.aabbs()
    np.testing.assert_allclose(bounds["max"][0] - bounds["min"][0], [2, 4, 1.5], atol=1e-3)
    away = rows.astype(float) + [691_000.25, 5_411_932.70, 0, 0, 0, 0, 0]
    near = octosat.Boxes.upright(away, origin=[691_000, 5_411_900, 0])
    np.testing.assert_allclose(near.centers, rows[:, :3] + [0.25, 32.7, 0], atol=1e-5)


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [(0, np.inf, "center"), (4, -1, "half extents component 1 is -0.5"), (6, np.nan, "rotation"), (1, 5e6 + 0.3, "which float32 moves by")],
)
def test_wrong_rows(column, value, text):
    rows = upright_rows(5, 6).astype(float)
    rows[3, column] = value
    with pytest.raises(octosat.BoxError, match=f"given box 3: .*{text}") as caught:
        octosat.Boxes.upright(rows)
    assert caught.value.index == 3
    with pytest.raises(ValueError, match=r"rows must have the shape \(\.\.\., 7\), not \(6, 5\)"):
        octosat.Boxes.upright(rows[:, :5])
