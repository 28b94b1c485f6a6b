"""Convex hulls as solids of links and as obstacles, given as points and read from meshes of robot descriptions."""

import copy
import itertools
import pickle
import struct

import independent
import numpy as np
import pytest

import octosat
from octosat import Chain, Joint, World

UPRIGHT = [0, 0, 0, 1]
RNG = np.random.default_rng(11)
SIGNS = np.array(list(itertools.product([-1, 1], repeat=3)))


def rotations(count):
    """Random unit quaternions."""
    found = RNG.normal(size=(count, 4))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def corners(centers, turns, half_extents):
    """The corners of boxes: shape (n, 8, 3)."""
    return centers[:, None] + np.einsum("nij,nkj->nki", independent.matrices(turns), SIGNS * half_extents[:, None])


def slider(**solids):
    """A link that slides along x, with solids."""
    chain = Chain()
    chain.add_link("cart", "base", Joint("slide", "prismatic", [1, 0, 0]))
    chain.attach("cart", **solids)
    return chain


def test_hulls_of_the_corners_of_boxes_are_these_boxes():
    """Hits differ only of pairs that nearly touch, and clearances are those of hulls: at least 0.95 of the distance."""
    parts = RNG.uniform(-0.3, 0.3, (40, 3)), rotations(40), RNG.uniform(0.02, 0.2, (40, 3))
    boxes, hulls = World(parts), World(hulls=corners(*parts))
    assert len(boxes) == len(hulls) == 40 and repr(hulls) == "<octosat.World: 40 obstacles>"
    joints = np.linspace(-1, 1, 300)[:, None]
    one = np.zeros((1, 3)), rotations(1), np.array([[0.05, 0.1, 0.03]])
    as_box, as_hull = slider(boxes=one), slider(hulls=list(corners(*one)))
    asked = as_box.poses(joints)[:, 0]
    pairs = np.stack(np.meshgrid(np.arange(300), np.arange(40), indexing="ij"), axis=-1).reshape(-1, 2)
    found = octosat.distances(asked, pairs, against=octosat.Boxes(*parts))["distance"].reshape(300, 40)
    sure = (np.abs(found) > 1e-5).all(axis=1)
    expected = as_box.any_overlap(joints, boxes)
    assert sure.mean() > 0.95 and 20 < np.count_nonzero(expected) < 280
    for chain, world in [(as_box, hulls), (as_hull, boxes), (as_hull, hulls)]:
        np.testing.assert_array_equal(chain.any_overlap(joints, world)[sure], expected[sure])
        least = chain.least_clearances(joints, world)["clearance"]
        distance = found.min(axis=1)
        assert (least <= distance + 1e-6).all() and (least >= 0.95 * distance - 1e-5)[~expected].all()


def test_points_off_the_center_and_a_radius():
    tetrahedron = np.array([[1.0, 0, 0], [1.5, 0, 0], [1, 0.5, 0], [1, 0, 0.5]])
    world = World(hulls=[tetrahedron, (tetrahedron - [4, 0, 0], 0.25)])
    ball = slider(capsules=([0, 0, 0], UPRIGHT, 0.1, 0))
    least = ball.least_clearances([[0.0], [0.4], [-2.1]], world)
    np.testing.assert_allclose(least["clearance"], [0.9, 0.5, 0.05], atol=5e-5)
    assert least["obstacle"].tolist() == [0, 0, 1]
    assert ball.any_overlap([[0.95], [-2.16], [0.85], [-2.14]], world).tolist() == [True, True, False, False]
    # Nothing is at the corner of the box around the points.
    corner = slider(boxes=([0, 0.4, 0.4], UPRIGHT, 0.05))
    assert not corner.any_overlap([1.45], world)
    # One point is a ball, and two points are a capsule.
    round_ones = World(hulls=[([[0, 0, 0.3]], 0.1), ([[0, 0, -0.3], [0, 0.2, -0.3]], 0.1)])
    np.testing.assert_allclose(ball.least_clearances([0.0], round_ones)["clearance"], 0.1, atol=5e-5)


def test_a_chain_lists_and_removes_hulls():
    points = np.float32([[0, 0, 0.5], [0.25, 0, 0.5], [0, 0.125, 0.5]])
    chain = slider(boxes=([0, 0, 0], UPRIGHT, 0.1), hulls=[points])
    held = chain.hold("cart", hulls=[(points, 0.5), points.tolist()], touching=["base"])
    assert held == range(2, 4) and list(chain.hulls) == [1, 2, 3] and chain.solids == ["cart"] * 4
    for (listed, radius), expected in zip(chain.hulls.values(), [0, 0.5, 0]):
        assert radius == expected and listed.dtype == np.float64
        np.testing.assert_array_equal(listed, points)
    np.testing.assert_allclose(chain.poses([1.0])[1].centers, [1.125, 0.0625, 0.5], atol=1e-6)
    for same in (copy.copy(chain), pickle.loads(pickle.dumps(chain))):
        assert list(same.hulls) == [1, 2, 3] and same.poses([1.0]).centers.tobytes() == chain.poses([1.0]).centers.tobytes()
    world = World(hulls=[(points + [2, 0, 0], 0.1)])
    again = pickle.loads(pickle.dumps(world))
    assert chain.least_clearances([0.5], again).tobytes() == chain.least_clearances([0.5], world).tobytes()
    chain.detach(held)
    assert list(chain.hulls) == [1]


def test_indices_count_hulls_after_capsules():
    far, near = np.eye(3) + 9, np.eye(3)
    world = World(([9, 0, 0], UPRIGHT, 1), ([9, 0, 0], UPRIGHT, 1, 1), ([9, 0, 0], UPRIGHT, 1, 1), [far, near], points=[[9, 9, 9]], radius=1)
    assert len(world) == 6
    assert slider(boxes=([0, 0, 0], UPRIGHT, 0.1)).least_clearances([0.0], world)["obstacle"] == 4


@pytest.mark.parametrize(
    ("hulls", "error", "text"),
    [
        ([np.eye(3), []], ValueError, "hull 1: points list has 0 entries, but must have 1 to 256"),
        ([np.zeros((257, 3))], ValueError, "hull 0: points list has 257 entries, but must have 1 to 256"),
        ([np.eye(3), [[0, 0, np.nan]]], ValueError, "hull 1: points 0 is not finite, or beyond 1e12 m"),
        ([(np.eye(3), -1)], ValueError, "hull 0: radius is -1, below zero"),
        ([([[0.1, 0.2, 0.3], [1e-9, 3.3, 7.7]], -1e-12)], ValueError, "hull 0: radius is -1e-12, below zero"),
        ([(np.eye(3), np.nan)], ValueError, "hull 0: radius is NaN"),
        ([np.zeros((2, 5))], ValueError, r"hulls\[0\]: points must have the shape \(..., 3\) or \(..., 4\), not \(2, 5\)"),
        (np.eye(3), ValueError, r"hulls\[0\]: points must have the shape \(n, 3\), not \(3,\): hulls is a list of arrays"),
        ([np.zeros((2, 2, 3))], ValueError, r"not \(2, 2, 3\): hulls is a list of arrays"),
        ((np.eye(3), 0.1), ValueError, r"hulls\[1\]: .*, not \(\)"),
        ([(np.eye(3), None)], TypeError, r"hulls\[0\]: the radius must be a number: hulls is a list"),
        ([["a", "b"]], TypeError, r"hulls\[0\]: points must be numbers"),
        (7, TypeError, r"hulls is a list of arrays of points \(n, 3\), or of pairs \(points, radius\)"),
        ([np.eye(3) + [691_000.25, 5_411_932.70, 0]], octosat.ShapeError, r"hulls\[0\]: point 0: its component 1 .* subtract an origin"),
    ],
)
def test_wrong_hulls_are_named(hulls, error, text):
    chain = slider()
    for make in (World, lambda hulls: chain.attach("cart", hulls=hulls), lambda hulls: chain.hold("cart", hulls=hulls)):
        with pytest.raises(error, match=text):
            make(hulls=hulls)
    assert chain.solids == []
    with pytest.raises(error, match=text):
        Chain.from_urdf(LIFT, solids={"fork": {"hulls": hulls}})


LIFT = """<robot name="lift">
    <link name="mast"/>
    <joint name="slide" type="prismatic">
        <parent link="mast"/> <child link="fork"/>
        <axis xyz="0 0 1"/> <limit lower="0" upper="1.5"/>
    </joint>
    <link name="fork">
        <collision> <geometry> <sphere radius="0.05"/> </geometry> </collision>
        <collision> <origin xyz="0 0 1"/> <geometry> <mesh filename="package://lift/cube.stl" scale="2 2 2"/> </geometry> </collision>
        <collision> <geometry> <cylinder radius="0.05" length="0.5"/> </geometry> </collision>
    </link>
</robot>"""
FACES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


@pytest.fixture
def folder(tmp_path):
    """A folder with the mesh of LIFT: a cube whose edges are one meter, in binary STL."""
    triangles = [SIGNS[[a, b, c]] / 2 for face in FACES for a, b, c in (face[:3], [face[0], *face[2:]])]
    rows = b"".join(struct.pack("<12fH", 0, 0, 0, *np.ravel(triangle), 0) for triangle in triangles)
    (tmp_path / "lift").mkdir()
    (tmp_path / "lift/cube.stl").write_bytes(b" " * 80 + struct.pack("<I", len(triangles)) + rows)
    return tmp_path


def test_meshes_become_hulls(folder):
    for given in (folder, str(folder)):
        chain = Chain.from_urdf(LIFT, meshes=given, tolerance=0.001)
        assert chain.solids == ["fork"] * 3 and list(chain.hulls) == [1]
    points, radius = chain.hulls[1]
    np.testing.assert_allclose(sorted(points.tolist()), sorted((SIGNS + [0, 0, 1]).tolist()), atol=1e-3)
    assert 0 <= radius <= 0.001 + 1e-6
    world = World(([0, 0, 3.5], UPRIGHT, 0.25))
    assert chain.any_overlap([[1.0], [1.24], [1.26]], world).tolist() == [False, False, True]
    assert len(Chain.from_urdf(LIFT, meshes=folder, parts=4).hulls) >= 1
    coarse = Chain.from_urdf(LIFT, meshes=folder, tolerance=2.0)
    assert len(coarse.hulls[1][0]) < 8 and coarse.hulls[1][1] > 0.1
    # Given solids replace the meshes of a link, whose files need not be there.
    assert Chain.from_urdf(LIFT, {"fork": None}, meshes=folder / "none").solids == []


def test_chains_of_meshes_are_made_again_without_files(folder):
    chain = Chain.from_urdf(LIFT, meshes=folder, parts=2)
    chain.allow("mast", "fork")
    held = chain.attach("fork", ([0, 0, 3], UPRIGHT, 0.1))
    (folder / "lift/cube.stl").unlink()
    world = World((RNG.uniform(-3, 3, (60, 3)), rotations(60), 0.1))
    joints = RNG.uniform(-2, 2, (200, 1))
    for again in (pickle.loads(pickle.dumps(chain)), copy.deepcopy(copy.copy(chain))):
        assert again.solids == chain.solids and list(again.hulls) == list(chain.hulls)
        assert again.least_clearances(joints, world).tobytes() == chain.least_clearances(joints, world).tobytes()
        again.detach(held)
        assert len(again.solids) == len(chain.solids) - 1


def test_solids_of_links_by_the_arguments_of_attach():
    given = {
        "boxes": ([0, 0, 0], UPRIGHT, 0.1), "cylinders": ([0, 0, 0], UPRIGHT, 0.1, 0.2),
        "capsules": ([[0, 0, 0], [1, 0, 0]], UPRIGHT, 0.1, 0.2), "hulls": [np.eye(3)],
    }
    chain = Chain.from_urdf(LIFT, solids={"fork": given})
    assert chain.solids == ["fork"] * 5 and list(chain.hulls) == [4]
    attached = Chain()
    attached.add_link("fork", "base", Joint("slide", "prismatic", [0, 0, 1]))
    attached.attach("fork", **given)
    world, joints = World((RNG.uniform(-1, 1, (30, 3)), rotations(30), 0.1)), RNG.uniform(-1, 1, (100, 1))
    expected = attached.least_clearances(joints, world).tobytes()
    for same in (chain, pickle.loads(pickle.dumps(chain))):
        assert same.least_clearances(joints, world).tobytes() == expected
    assert Chain.from_urdf(LIFT, solids={"fork": None}).solids == []
    assert Chain.from_urdf(LIFT, solids={"fork": {"boxes": None}}).solids == []


@pytest.mark.parametrize(
    ("keywords", "error", "text"),
    [
        ({}, octosat.UrdfError, "line 9: link `fork`: the `mesh` .* is not read; give a folder of meshes, or solids for these links: `fork`"),
        ({"meshes": "FOLDER/none"}, octosat.UrdfError, "line 9: link `fork`: mesh `package://lift/cube.stl`: there is no `lift/cube.stl` in the folder `.*none`"),
        ({"meshes": "FOLDER", "tolerance": -0.001}, octosat.UrdfError, "the tolerance is -0.001, but must be finite and not negative"),
        ({"meshes": "FOLDER", "tolerance": np.inf}, octosat.UrdfError, "the tolerance is inf"),
        ({"meshes": "FOLDER", "parts": 0}, ValueError, "the number of parts is 0, but must be at least 1"),
        ({"meshes": "FOLDER", "parts": -2}, ValueError, "parts is -2, but must be at least 1"),
        ({"meshes": 7}, TypeError, "meshes"),
        ({"solids": [1]}, TypeError, "solids must be a dictionary: for each link a dictionary of boxes, cylinders, capsules or hulls"),
        ({"solids": {"fork": ([0, 0, 0], UPRIGHT, 0.1)}}, TypeError, "link `fork`: solids must be a dictionary"),
        ({"solids": {"fork": {"box": 1}}}, TypeError, "link `fork`: there are no solids 'box'; there are boxes, cylinders, capsules, hulls"),
        ({"solids": {"fork": {"hulls": [np.eye(3)[0]]}}}, ValueError, r"link `fork`: hulls\[0\]: points must"),
        ({"boxes": {"fork": None}, "solids": {"fork": None}}, octosat.UrdfError, "solids are given twice for link `fork`"),
        ({"solids": {"spoon": None}}, octosat.UrdfError, "link `spoon`, which does not exist"),
    ],
)
def test_wrong_meshes_and_solids_are_named(folder, keywords, error, text):
    if isinstance(keywords.get("meshes"), str):
        keywords["meshes"] = keywords["meshes"].replace("FOLDER", str(folder))
    with pytest.raises(error, match=text):
        Chain.from_urdf(LIFT, **keywords)


def test_one_number_is_half_extents_of_all_axes():
    boxes = octosat.Boxes([[0, 0, 0], [1, 0, 0]], UPRIGHT, 0.5)
    assert boxes.half_extents.tolist() == [[0.5] * 3] * 2
    assert octosat.Boxes.from_matrices(np.eye(4), 0.5).half_extents.tolist() == [0.5] * 3
    assert octosat.overlaps(([[0, 0, 0], [0.9, 0, 0]], UPRIGHT, np.float32(0.5)), [[0, 1]]).all()
    near = World(([0.7, 0, 0], UPRIGHT, 0.1))
    asked = slider(boxes=([0, 0, 0], UPRIGHT, 0.5))
    np.testing.assert_allclose(asked.least_clearances([0.0], near)["clearance"], 0.1, atol=5e-5)
    voxels = World(voxels=[[0.7, 0, 0]], half_extents=0.1)
    voxels.set_voxels([[0.8, 0, 0]], 0.2)
    np.testing.assert_allclose(asked.least_clearances([0.0], voxels)["clearance"], 0.1, atol=5e-5)
    held = slider()
    held.hold("cart", boxes=([0, 0, 0], UPRIGHT, 0.5))
    given = Chain.from_urdf(octosat.robots.ARM, boxes={"base": ([0, 0, 0], UPRIGHT, 0.5)})
    described = Chain.from_urdf(octosat.robots.ARM, solids={"base": {"boxes": ([0, 0, 0], UPRIGHT, 0.5)}})
    for chain in (held, given, described):
        of_first = chain.poses(np.zeros(len(chain.joint_names)))[0]
        assert of_first.half_extents.tolist() == [0.5] * 3
    shapes = r"half_extents must have the shape \(..., 3\) or \(..., 4\), or \(\), one number for all, not \(2,\)"
    with pytest.raises(ValueError, match=shapes):
        World(([0, 0, 0], UPRIGHT, [0.1, 0.2]))
    with pytest.raises(TypeError, match="half_extents must be three numbers, or one"):
        voxels.set_voxels([[0, 0, 0]], [0.1, 0.2])
