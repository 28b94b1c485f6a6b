"""Boxes against frusta, compared with the projections of all corners in float64."""

from itertools import product

import numpy as np
import pytest
from conftest import scene
from independent import corners, matrices

import octosat
from octosat import Containment

PARTS, _ = scene(35, boxes=500, spread=4.0)
BOXES = octosat.Boxes(*PARTS)
EYES = np.array([[9.0, 0, 0], [0, -7, 2], [3, 3, 6]])
LENS = {"vertical_angle": 0.6, "aspect": 1.5, "near": 1.0, "far": 9.0}
SLACK = 1e-3


def cameras():
    return octosat.Frusta.perspective(EYES, np.zeros((3, 3)), [[0, 0, 1]] * 3, **LENS)


def axes_of(eye):
    """The directions right, up and forward of a camera that looks at the origin."""
    forward = -eye / np.linalg.norm(eye)
    right = np.cross(forward, [0, 0, 1])
    right /= np.linalg.norm(right)
    return right, np.cross(right, forward), forward


def camera_corners(eye):
    right, up, forward = axes_of(eye)
    high = np.tan(LENS["vertical_angle"] / 2)
    return np.array(
        [
            eye + distance * (forward + y * high * up + x * high * LENS["aspect"] * right)
            for distance, y, x in product((LENS["near"], LENS["far"]), (-1, 1), (-1, 1))
        ]
    )


def camera_planes(eye):
    """Unit normals that point out of the view, and offsets, by cross products of the edges."""
    c = camera_corners(eye)
    faces = [(0, 4, 2), (1, 3, 5), (0, 1, 4), (2, 6, 3), (0, 2, 1), (4, 5, 6)]
    normals = np.array([np.cross(c[j] - c[i], c[k] - c[i]) for i, j, k in faces])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    offsets = np.einsum("fi,fi->f", normals, c[[face[0] for face in faces]])
    outward = np.sign(offsets - normals @ c.mean(0))
    return normals * outward[:, None], offsets * outward


def test_corners_of_cameras():
    frusta = cameras()
    assert len(frusta) == 3 and frusta.corners.dtype == np.float32
    for corner, eye in zip(frusta.corners, EYES, strict=True):
        np.testing.assert_allclose(corner, camera_corners(eye), atol=1e-4)


def test_cull():
    found, points = octosat.cull(BOXES, cameras()), corners(*PARTS)
    assert (found.shape, found.dtype) == ((3, 500), np.uint8)
    for row, eye in zip(found, EYES, strict=True):
        normals, offsets = camera_planes(eye)
        beyond = np.einsum("nki,fi->nfk", points, normals) - offsets[:, None]
        nearest, farthest = beyond.min(2).max(1), beyond.max(2).max(1)
        expected = np.where(nearest > 0, Containment.OUTSIDE, Containment.INTERSECTING)
        expected = np.where(farthest < 0, Containment.INSIDE, expected)
        clear = (np.abs(nearest) > SLACK) & (np.abs(farthest) > SLACK)
        np.testing.assert_array_equal(row[clear], expected[clear])
        assert set(row.tolist()) == set(Containment.names())


def separation(points, frustum, turn):
    """The largest separation of a box and a frustum along the normals of both and the cross products of their edges."""
    c = frustum
    edges = [c[1] - c[0], c[2] - c[0], *(c[k + 4] - c[k] for k in range(4))]
    axes = [*turn.T, *camera_planes_of(c), *(np.cross(edge, axis) for edge, axis in product(edges, turn.T))]
    worst = -np.inf
    for axis in axes:
        length = np.linalg.norm(axis)
        if length > 1e-6:
            a, b = points @ axis / length, c @ axis / length
            worst = max(worst, b.min() - a.max(), a.min() - b.max())
    return worst


def camera_planes_of(c):
    faces = [(0, 4, 2), (1, 3, 5), (0, 1, 4), (2, 6, 3), (0, 2, 1)]
    return [np.cross(c[j] - c[i], c[k] - c[i]) for i, j, k in faces]


def test_classify():
    culled, found = octosat.cull(PARTS, cameras()), octosat.classify(PARTS, cameras())
    decided = culled != Containment.INTERSECTING
    np.testing.assert_array_equal(found[decided], culled[decided])
    points, turns = corners(*PARTS), matrices(PARTS[1])
    for row, eye in zip(found, EYES, strict=True):
        gaps = np.array([separation(points[k], camera_corners(eye), turns[k]) for k in range(len(PARTS[0]))])
        clear = np.abs(gaps) > SLACK
        np.testing.assert_array_equal((row == Containment.OUTSIDE)[clear], (gaps > 0)[clear])
    assert (found != culled).any()


def test_planes_and_matrices_make_the_same_frusta():
    planes = [np.column_stack(camera_planes(eye)) for eye in EYES]
    by_planes = octosat.Frusta(planes)
    # A matrix of OpenGL, and one of Direct3D.
    near, far, high = LENS["near"], LENS["far"], np.tan(LENS["vertical_angle"] / 2)
    views, frusta = [], []
    for eye in EYES:
        right, up, forward = axes_of(eye)
        view = np.eye(4)
        view[:3, :3] = [right, up, -forward]
        view[:3, 3] = -view[:3, :3] @ eye
        views.append(view)
    for depth, rows in (
        ("minus_one_to_one", [-(far + near) / (far - near), -2 * far * near / (far - near)]),
        ("zero_to_one", [-far / (far - near), -far * near / (far - near)]),
    ):
        projection = np.zeros((4, 4))
        projection[0, 0], projection[1, 1] = 1 / (high * LENS["aspect"]), 1 / high
        projection[2, 2:], projection[3, 2] = rows, -1
        frusta.append(octosat.Frusta.from_view_projections([projection @ view for view in views], depth))
    for other in (by_planes, *frusta):
        np.testing.assert_allclose(other.corners, cameras().corners, atol=1e-4)
        same = octosat.classify(BOXES, other) == octosat.classify(BOXES, cameras())
        assert same.mean() > 0.99


def test_out_and_backends():
    out, frusta = np.zeros((3, 500), np.uint8), cameras()
    expected = [octosat.cull(BOXES, frusta), octosat.classify(BOXES, frusta)]
    for backend in octosat.available_backends():
        engine = octosat.Engine(backend)
        for query, rows in zip((octosat.cull, octosat.classify), expected, strict=True):
            assert query(BOXES, frusta, engine=engine, out=out) is out
            np.testing.assert_array_equal(out, rows)
    assert octosat.cull(BOXES, octosat.Frusta([])).shape == (0, 500)


def test_wrong_frusta():
    planes = np.array([np.column_stack(camera_planes(eye)) for eye in EYES])
    planes[1, 3, 2] = np.nan
    with pytest.raises(octosat.ShapeError, match="frustum 1: top plane, component 2 is NaN") as caught:
        octosat.Frusta(planes)
    assert (caught.value.index, caught.value.field) == (1, "planes")
    with pytest.raises(ValueError, match=r"planes must have the shape \(n, 6, 4\)"):
        octosat.Frusta(planes[0])
    with pytest.raises(octosat.ShapeError, match="frustum 0: ") as caught:
        octosat.Frusta.from_view_projections([np.zeros((4, 4))])
    assert caught.value.field == "matrices"
    with pytest.raises(ValueError, match="depth is"):
        octosat.Frusta.from_view_projections([np.eye(4)], "reversed")
    with pytest.raises(octosat.ShapeError, match="frustum 1: the target is at the eye"):
        octosat.Frusta.perspective(EYES[:2], [[0, 0, 0], EYES[1]], [[0, 0, 1]] * 2, **LENS)
    with pytest.raises(ValueError, match="1 ups for 3 eyes"):
        octosat.Frusta.perspective(EYES, EYES + 1, [[0, 0, 1]], **LENS)


def test_wrong_queries():
    with pytest.raises(ValueError, match=r"out must have the shape \(3, 500\), not \(500,\)"):
        octosat.cull(BOXES, cameras(), out=np.zeros(500, np.uint8))
    with pytest.raises(TypeError, match="out must have the dtype uint8"):
        octosat.classify(BOXES, cameras(), out=np.zeros((3, 500), np.int8))
    with pytest.raises(TypeError):
        octosat.cull(BOXES, octosat.Spheres([[0, 0, 0]], [1]))
