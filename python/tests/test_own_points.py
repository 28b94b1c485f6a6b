"""Which points are a robot's own, against distances of NumPy in float64."""

import numpy as np
import pytest
from test_chains import JOINTS, SOLIDS, tree

import octosat
from octosat import Chain, Joint

# Float64 next to rounded poses and distances, in meters.
ERROR = 1e-5


def axes(rotations):
    """Rotation matrices, box to world."""
    x, y, z, w = np.moveaxis(np.asarray(rotations, float), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def distances(chain, joints, points):
    """The distance of each point from each box, zero inside: shape (points, solids)."""
    boxes = chain.poses(joints)
    offsets = points[:, None] - np.asarray(boxes.centers, float)
    local = np.einsum("sij,psi->psj", axes(boxes.rotations), offsets)
    beyond = np.maximum(np.abs(local) - np.asarray(boxes.half_extents, float), 0)
    return np.linalg.norm(beyond, axis=-1)


def cloud(count=5000):
    generator = np.random.default_rng(8)
    return generator.uniform(-1, 1, (count, 3)) + [0, 0, 0.5]


def test_points_are_own_within_the_padding():
    chain, points = tree(), cloud()
    joints = np.random.default_rng(4).uniform(-1, 1, len(JOINTS))
    found = distances(chain, joints, points)
    for padding in (0.0, 0.05, 0.3):
        own = chain.own_points(joints, points, padding)
        assert own.dtype == np.bool_ and own.shape == (len(points),)
        least = found.min(axis=1)
        assert own[least <= padding].all() and not own[least > padding + ERROR].any()
        assert 0 < own.sum() < len(points)


def test_a_padding_per_link():
    chain, points = tree(), cloud()
    joints = np.zeros(len(JOINTS))
    paddings = 0.02 * np.arange(len(chain.link_names))
    of_solids = paddings[[chain.link_names.index(link) for link, *_ in SOLIDS]]
    own = chain.own_points(joints, points, paddings)
    room = (distances(chain, joints, points) - of_solids).min(axis=1)
    assert own[room <= 0].all() and not own[room > ERROR].any()


def test_leading_axes_one_point_and_out():
    chain, joints, points = tree(), np.zeros(len(JOINTS)), cloud(600)
    own = chain.own_points(joints, points, 0.1)
    image = points.astype(np.float32).reshape(20, 30, 3)
    assert np.array_equal(chain.own_points(joints, image, 0.1).ravel(), own)
    assert [bool(chain.own_points(joints, point, 0.1)) for point in points[:50]] == own[:50].tolist()
    out = np.ones(600, bool)
    assert chain.own_points(joints, points, within=0.1, engine=octosat.Engine(threads=1), out=out) is out
    assert np.array_equal(out, own)
    assert chain.own_points(joints, np.zeros((0, 3))).shape == (0,)


def test_what_is_rejected_is_named():
    chain, joints, points = tree(), np.zeros(len(JOINTS)), cloud(30)
    points[17, 1] = np.nan
    with pytest.raises(octosat.QueryError, match="point 17: center component 1 is NaN"):
        chain.own_points(joints, points)
    finite = points[np.isfinite(points).all(1)]
    assert chain.own_points(joints, finite).shape == (29,)
    with pytest.raises(octosat.QueryError, match="within is -1"):
        chain.own_points(joints, finite, -1)
    with pytest.raises(octosat.QueryError, match=r"within\[2\], of link `upper`, is nan|is NaN"):
        chain.own_points(joints, finite, [0, 0, np.nan, *[0] * (len(chain.link_names) - 3)])
    with pytest.raises(ValueError, match=r"within must be a number or have shape \(9,\)"):
        chain.own_points(joints, finite, [0.1, 0.2])
    with pytest.raises(ValueError, match="joints must be one configuration"):
        chain.own_points(np.zeros((2, len(JOINTS))), finite)
    bare = Chain()
    bare.add_link("arm", "base", Joint("joint", "revolute", [0, 0, 1]))
    with pytest.raises(octosat.QueryError, match="no solids"):
        bare.own_points([0], finite)
