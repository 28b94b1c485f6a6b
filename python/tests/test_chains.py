"""Chains: from joint values to answers per configuration, against float64 kinematics and boxes."""

import copy
import pickle
import threading
from pathlib import Path

import independent
import numpy as np
import pytest

import octosat
from octosat import Chain, Joint, JointMotionState, World

UPRIGHT = [0, 0, 0, 1]
TURNED = [0.5, 0.5, 0.5, 0.5]
TILTED = (np.array([0.1, -0.3, 0.2, 0.9]) / np.linalg.norm([0.1, -0.3, 0.2, 0.9])).tolist()
NONE = octosat.NO_SOLID
ARM = Path(__file__).parents[2] / "crates/octosat-urdf/robots/arm.urdf"

# Links: name, the link before, kind, axis, translation, rotation, and what a joint mimics.
LINKS = [
    ("column", "base", "revolute", [0, 0, 1], [0, 0, 0.2], UPRIGHT, None),
    ("upper", "column", "revolute", [0, 1, 0], [0, 0, 0.3], TILTED, None),
    ("fore", "upper", "revolute", [0.6, 0, 0.8], [0, 0, 0.5], TURNED, None),
    ("hand", "fore", "prismatic", [0, 0, 1], [0.1, 0, 0.4], UPRIGHT, None),
    ("flange", "hand", "fixed", None, [0, 0, 0.1], TILTED, None),
    ("left", "flange", "prismatic", [0, 1, 0], [0, 0.05, 0.1], UPRIGHT, None),
    ("right", "flange", "prismatic", [0, -1, 0], [0, -0.05, 0.1], UPRIGHT, ("left", 0.5, 0.01)),
    ("other", "column", "revolute", [0, 1, 0], [0, 0.4, 0.3], UPRIGHT, None),
]
JOINTS = ["column", "upper", "fore", "hand", "left", "other"]
SOLIDS = [
    ("base", [0, 0, 0.05], UPRIGHT, [0.2, 0.2, 0.05]),
    ("upper", [0, 0, 0.25], UPRIGHT, [0.05, 0.05, 0.2]),
    ("fore", [0, 0.02, 0.2], TILTED, [0.04, 0.05, 0.2]),
    ("flange", [0, 0, 0.05], UPRIGHT, [0.06, 0.12, 0.03]),
    ("left", [0, 0, 0.05], UPRIGHT, [0.01, 0.01, 0.05]),
    ("right", [0, 0, 0.05], UPRIGHT, [0.01, 0.01, 0.05]),
    ("other", [0, 0, 0.25], UPRIGHT, [0.05, 0.05, 0.25]),
]


def tree():
    """The chain of LINKS and SOLIDS."""
    chain = Chain()
    for name, parent, kind, axis, translation, rotation, mimic in LINKS:
        limits = None if kind == "fixed" or mimic else (-2.0, 2.5)
        chain.add_link(name, parent, Joint(name, kind, axis, translation, rotation, limits, mimic))
    for link, center, rotation, half_extents in SOLIDS:
        chain.attach(link, ([center], [rotation], [half_extents]))
    return chain


def obstacles(count=30):
    """Boxes around the chain."""
    generator = np.random.default_rng(3)
    rotations = generator.normal(size=(count, 4))
    rotations /= np.linalg.norm(rotations, axis=1, keepdims=True)
    centers = generator.uniform(-1.5, 1.5, (count, 3)) + [0, 0, 0.6]
    return tuple(np.float32(part) for part in (centers, rotations, generator.uniform(0.02, 0.15, (count, 3))))


def configurations(count=400):
    """Random joint values."""
    values = np.random.default_rng(5).uniform(-2, 2.5, (count, 6))
    values[:, [3, 4]] *= 0.05
    return values


def frames(joints):
    """The pose of each link in float64: matrices of shape (configurations, 4, 4) by name."""
    eye = np.tile(np.eye(4), (len(joints), 1, 1))
    found = {"base": eye}
    values = dict(zip(JOINTS, np.asarray(joints, np.float64).T, strict=True))
    for name, parent, kind, axis, translation, rotation, mimic in LINKS:
        origin = np.eye(4)
        origin[:3, :3], origin[:3, 3] = independent.matrices([rotation])[0], translation
        moved = eye.copy()
        value = mimic[1] * values[mimic[0]] + mimic[2] if mimic else values.get(name)
        if kind == "prismatic":
            moved[:, :3, 3] = value[:, None] * axis
        if kind == "revolute":
            half = np.concatenate([np.sin(value / 2)[:, None] * axis, np.cos(value / 2)[:, None]], axis=1)
            moved[:, :3, :3] = independent.matrices(half)
        found[name] = found[parent] @ origin @ moved
    return found


def solids(joints):
    """Centers, matrices and half extents of the solids, each with axes for the configuration and the solid."""
    found = frames(joints)
    links = np.stack([found[link] for link, *_ in SOLIDS], axis=1)
    local = np.tile(np.eye(4), (len(SOLIDS), 1, 1))
    local[:, :3, :3] = independent.matrices([rotation for _, _, rotation, _ in SOLIDS])
    local[:, :3, 3] = [center for _, center, _, _ in SOLIDS]
    return links @ local


def nearest(joints, others, pairs):
    """The least separation of each configuration, over obstacles and pairs of solids, in float64."""
    poses = octosat.Boxes.from_matrices(np.float32(solids(joints)), [half for *_, half in SOLIDS])
    parts = [poses.centers.reshape(-1, 3), poses.rotations.reshape(-1, 4), poses.half_extents.reshape(-1, 3)]
    boxes = [np.concatenate([own, other]) for own, other in zip(parts, others, strict=True)]
    count, links = len(joints), len(SOLIDS)
    first = links * np.arange(count)[:, None, None]
    own = np.arange(links)[None, :, None] + first
    other = links * count + np.arange(len(others[0]))[None, None, :]
    among = np.stack(np.broadcast_arrays(own, other), axis=-1).reshape(count, -1, 2)
    between = first + np.asarray(pairs, np.int64)[None]
    listed = np.concatenate([among, between], axis=1)
    return independent.separations(boxes, listed.reshape(-1, 2)).reshape(count, -1).min(axis=1)


def test_what_a_chain_has():
    chain = tree()
    assert chain.joint_names == JOINTS
    assert chain.link_names == ["base"] + [name for name, *_ in LINKS]
    assert chain.solids == [link for link, *_ in SOLIDS]
    np.testing.assert_array_equal(chain.limits, [[-2.0, 2.5]] * 6)
    # Neither links that a joint connects nor links of one body: the flange is one with the hand, next to the forearm.
    listed = {(SOLIDS[a][0], SOLIDS[b][0]) for a, b in chain.pairs}
    assert ("left", "right") in listed and ("upper", "other") in listed
    assert ("upper", "fore") not in listed and ("flange", "left") not in listed
    assert repr(chain) == "<octosat.Chain: 9 links, 6 joint values, 7 solids>"
    assert repr(Joint("turn", "fixed")) == "<octosat.Joint: `turn`, fixed>"
    assert len(World(obstacles())) == 30 and len(World()) == 0


def test_poses_are_those_of_float64_kinematics():
    joints = np.float32(configurations())
    found = tree().poses(joints)
    expected = solids(joints)
    np.testing.assert_allclose(found.centers, expected[..., :3, 3], rtol=0, atol=2e-6)
    turns = independent.matrices(found.rotations.reshape(-1, 4)).reshape(-1, 7, 3, 3)
    np.testing.assert_allclose(turns, expected[..., :3, :3], rtol=0, atol=4e-6)
    assert (found.half_extents == np.float32([half for *_, half in SOLIDS])).all()
    assert found.shape == (400, 7) and tree().poses(joints.reshape(20, 20, 6)).shape == (20, 20, 7)
    assert tree().poses(joints[0]).centers.tobytes() == found[0].centers.tobytes()


def test_answers_are_those_of_float64_boxes():
    chain, others, joints = tree(), obstacles(), np.float32(configurations())
    world = World(others)
    gaps = {True: nearest(joints, others, chain.pairs), False: nearest(joints, others, np.zeros((0, 2)))}
    for links, gap in gaps.items():
        hits = chain.any_overlap(joints, world, links=links)
        certain = np.abs(gap) > 1e-5
        assert certain.mean() > 0.98 and 20 < np.count_nonzero(hits) < 380
        np.testing.assert_array_equal(hits[certain], gap[certain] < 0)
        least = chain.least_clearances(joints, world, links=links)
        # A separation along an axis is at most the distance, and a clearance is never above it.
        np.testing.assert_array_equal(least["clearance"][certain] > 0, gap[certain] > 0)
        assert (least["clearance"] <= gap + 1e-5).all() and (least["clearance"] >= gap - 1e-3).all()
        assert ((least["obstacle"] == NONE) != (least["other"] == NONE)).all()
    assert (least["other"] == NONE).all() and least["obstacle"].max() < 30
    alone = chain.least_clearances(joints)
    assert (alone["obstacle"] == NONE).all()


def test_certified_joint_motions_are_free_everywhere():
    chain, world = tree(), World(obstacles(12))
    starts = configurations(600)
    ends = starts + np.random.default_rng(6).uniform(-0.2, 0.2, starts.shape) * [1, 1, 1, 0.1, 0.1, 1]
    found = chain.joint_motions(starts, ends, world)
    states = found["state"]
    assert all(np.count_nonzero(states == state) > 50 for state in (JointMotionState.FREE, JointMotionState.HIT))
    assert (found["free_until"][states == JointMotionState.FREE] == 1).all()
    parts = np.linspace(0, 1, 65)[:, None, None]
    hits = chain.any_overlap(starts + parts * (ends - starts), world)
    assert hits.shape == (65, 600)
    # Nothing is hit before the time until which a motion is free, and a hit is found if samples find one.
    assert not hits[parts[:, :, 0] < found["free_until"] - 1e-6].any()
    assert not hits[:, states == JointMotionState.FREE].any()
    first, last = hits[0], hits[-1]
    assert (states[first | last] == JointMotionState.HIT).all()
    coarse = chain.joint_motions(starts, ends, world, tolerance=1.0)["state"]
    assert np.count_nonzero(coarse == JointMotionState.UNDECIDED) > np.count_nonzero(states == JointMotionState.UNDECIDED)
    assert not (coarse == JointMotionState.FREE)[states != JointMotionState.FREE].any()


def test_what_is_free_keeps_the_padding():
    chain, others, joints = tree(), obstacles(), np.float32(configurations())
    world, gaps = World(others), nearest(joints, others, chain.pairs)
    for within in (0.002, 0.01, 0.05):
        near = chain.any_overlap(joints, world, within=within)
        # A separation along an axis is at most the distance.
        assert near[gaps <= -1e-5].all() and near.any() and not near.all()
        least = chain.least_clearances(joints, world)["clearance"]
        assert near[least <= 0.57 * within].all() and not near[least > 1.1 * within].any()
        per_link = np.full(len(chain.link_names), within)
        np.testing.assert_array_equal(chain.any_overlap(joints, world, within=per_link), near)
        apart = chain.any_overlap(joints, world, within=within, between_links=0.0)
        links = chain.any_overlap(joints, world, between_links=within)
        np.testing.assert_array_equal(apart | links, near)
        padded = chain.joint_motions(joints[near], joints[near], world, within=within)
        assert (padded["state"] != JointMotionState.FREE).all()
    with pytest.raises(ValueError, match=r"within must be a number or have shape \(9,\), one per link"):
        chain.any_overlap(joints, world, within=[0.1])
    with pytest.raises(octosat.QueryError, match="between_links is -1"):
        chain.joint_motions(joints, joints, world, between_links=-1)


def test_a_hit_has_its_pair_and_its_first_time():
    chain, world = tree(), World(obstacles(12))
    starts = configurations(300)
    ends = starts + np.random.default_rng(6).uniform(-0.2, 0.2, starts.shape) * [1, 1, 1, 0.1, 0.1, 1]
    found = chain.joint_motions(starts, ends, world, hit_tolerance=1e-3)
    plain = chain.joint_motions(starts, ends, world)
    np.testing.assert_array_equal(found["state"], plain["state"])
    hit = found["state"] == JointMotionState.HIT
    assert 50 < np.count_nonzero(hit) < 290
    assert np.isinf(found["touches_at"][~hit]).all() and (found["solid"][~hit] == NONE).all()
    rows = found[hit]
    assert ((rows["obstacle"] == NONE) != (rows["other"] == NONE)).all()
    assert (rows["touches_at"] >= rows["free_until"]).all() and (rows["touches_at"] <= plain["touches_at"][hit]).all()
    times = rows["touches_at"][:, None]
    then = np.float32(starts[hit] + times * (ends[hit] - starts[hit]))
    # Joint values are rounded once more here.
    assert (chain.least_clearances(then, world)["clearance"] < 1e-5).all()
    assert chain.any_overlap(then, world, within=1e-5).all()


def test_every_backend_and_order_gives_the_same_bits():
    chain, world, joints = tree(), World(obstacles()), configurations(500)
    shuffled = np.random.default_rng(1).permutation(500)
    for query in (
        lambda values, engine: chain.any_overlap(values, world, engine=engine),
        lambda values, engine: chain.least_clearances(values, world, engine=engine),
        lambda values, engine: chain.joint_motions(values, 0.9 * values, world, engine=engine),
    ):
        expected = query(joints, octosat.Engine("portable", threads=1))
        for backend in octosat.available_backends():
            engine = octosat.Engine(backend, threads=2)
            assert query(joints, engine).tobytes() == expected.tobytes()
            assert query(joints[shuffled], engine).tobytes() == expected[shuffled].tobytes()
            assert query(joints[7], engine).tobytes() == expected[7].tobytes()


@pytest.mark.parametrize("shape", [(), (1,), (5,), (2, 3), (4, 1, 2), (0,), (3, 0)])
def test_answers_have_the_shape_of_configurations(shape):
    chain, world = tree(), World(obstacles())
    joints = configurations(24)[: int(np.prod(shape, dtype=int))].reshape(*shape, 6)
    flat = joints.reshape(-1, 6)
    hits, least, motions = (
        chain.any_overlap(joints, world), chain.least_clearances(joints, world), chain.joint_motions(joints, joints, world)
    )
    assert (hits.shape, least.shape, motions.shape) == (shape,) * 3
    assert (hits.dtype, least.dtype, motions.dtype) == (bool, octosat.CHAIN_CLEARANCE, octosat.JOINT_MOTION)
    np.testing.assert_array_equal(np.ravel(hits), chain.any_overlap(flat, world))
    assert least.tobytes() == chain.least_clearances(flat, world).tobytes()
    for verb, answers in [(chain.any_overlap, hits), (chain.least_clearances, least)]:
        out = np.zeros(shape, answers.dtype)
        assert verb(joints, world, out=out) is out
        assert out.tobytes() == answers.tobytes()
    # Motions from one configuration to many.
    fan = chain.joint_motions(configurations(1)[0], joints, world)
    assert fan.tobytes() == chain.joint_motions(np.broadcast_to(configurations(1)[0], joints.shape), joints, world).tobytes()
    assert fan.shape == shape
    if shape == ():
        assert isinstance(hits, np.bool_) and float(least["clearance"]) < np.inf


def test_any_array_of_joint_values():
    chain, world, joints = tree(), World(obstacles()), np.float32(configurations(50))
    expected = chain.least_clearances(joints, world).tobytes()
    fortran, wide = np.asfortranarray(joints), np.zeros((50, 12), np.float64)
    wide[:, ::2] = joints
    for same in (joints.astype(np.float64), joints.tolist(), fortran, wide[:, ::2], joints.astype(">f8")):
        assert chain.least_clearances(same, world).tobytes() == expected
    # Rounded to float32, as documented.
    assert chain.least_clearances(np.float64(joints) * (1 + 1e-9), world).tobytes() == expected
    assert chain.any_overlap([], world).shape == (0,)


@pytest.mark.parametrize("module", ["torch", "jax.numpy"])
def test_tensors_of_joint_values(module):
    library = pytest.importorskip(module)
    chain, world, joints = tree(), World(obstacles()), np.float32(configurations(50))
    expected = chain.least_clearances(joints, world)
    assert chain.least_clearances(library.asarray(joints), world).tobytes() == expected.tobytes()
    assert chain.any_overlap(library.asarray(joints[3]), world) == (expected["clearance"][3] < 0)


def arm():
    """One joint with a long box, which points along x."""
    chain = Chain("floor")
    chain.add_link("arm", "floor", Joint("turn", "revolute", [0, 0, 1]))
    chain.attach("arm", ([[0.5, 0, 0]], [UPRIGHT], [[0.5, 0.05, 0.05]]))
    return chain


def test_what_is_attached_and_allowed():
    chain, q = arm(), [0.0]
    world = World(([[1.2, 0, 0], [0, 1, 0]], [UPRIGHT] * 2, [[0.1, 0.1, 0.1]] * 2))
    assert not chain.any_overlap(q, world)
    held = chain.attach("arm", ([[1.05, 0, 0]], [UPRIGHT], [[0.1, 0.02, 0.02]]))
    assert held == range(1, 2) and chain.solids == ["arm", "arm"]
    assert chain.any_overlap(q, world)
    assert tuple(chain.least_clearances(q, world))[1:] == (1, 0, NONE)
    stick = chain.attach("arm", cylinders=([[0, -0.5, 0]], [UPRIGHT], [0.05], [0.1]), capsules=([[0, 0, 0.5]], [TURNED], [0.1], [0.2]))
    assert stick == range(2, 4)
    with pytest.raises(ValueError, match=r"what the last hold\(\) or attach\(\) returned: range\(2, 4\)"):
        chain.detach(held)
    chain.detach(stick)
    chain.allow("arm", obstacles=[0])
    assert not chain.any_overlap(q, world) and chain.any_overlap([np.pi / 2], world)
    chain.detach(held)
    assert chain.solids == ["arm"]
    with pytest.raises(ValueError, match="attach"):
        chain.detach(range(5, 6))

    chain = tree()
    before = len(chain.pairs)
    chain.allow("left", "right")
    chain.allow("other", "upper")
    assert len(chain.pairs) == before - 2


def test_what_a_hand_holds_is_looked_at_with_the_link_before_the_hand():
    chain, rod = Chain("forearm"), ([0, 0, 0.35], UPRIGHT, [0.02, 0.02, 0.3])
    chain.attach("forearm", ([0, 0, 0.2], UPRIGHT, [0.05, 0.05, 0.2]))
    chain.add_link("hand", "forearm", Joint("wrist", "revolute", [0, 1, 0], [0, 0, 0.5]))
    chain.allow("forearm", "hand")
    chain.detach(chain.hold("hand", rod, touching=["forearm"]))
    assert chain.hold("hand", rod) == range(1, 2)
    for same in (chain, copy.copy(chain)):
        assert same.any_overlap([[0], [np.pi]]).tolist() == [False, True]
        np.testing.assert_allclose(same.least_clearances([[0], [np.pi]])["clearance"], [0.15, -0.07], atol=1e-4)
        assert same.joint_motions([0], [np.pi])["state"] == JointMotionState.HIT
    chain.detach([1])
    assert chain.hold("hand", rod, touching=["forearm"]) == range(1, 2) and copy.copy(chain).pairs.shape == (0, 2)


def test_a_chain_without_joint_values_has_configurations_of_none():
    chain = Chain.from_urdf("<robot name='r'><link name='a'><collision><geometry><box size='2 2 2'/></geometry></collision></link></robot>")
    world = World(([1.5, 0, 0], UPRIGHT, [1, 1, 1]))
    assert chain.any_overlap([], world) and chain.any_overlap(np.zeros((2, 3, 0)), world).tolist() == [[True] * 3] * 2
    assert not chain.any_overlap(np.zeros((4, 0))).any() and chain.any_overlap(np.zeros((0, 0))).shape == (0,)
    assert chain.least_clearances(np.zeros((2, 0)), world)["obstacle"].tolist() == [0, 0]
    assert chain.joint_motions(np.zeros((2, 1, 0)), np.zeros((3, 0)), world)["state"].tolist() == [[JointMotionState.HIT] * 3] * 2
    assert chain.poses(np.zeros((5, 0))).shape == (5, 1) and chain.frames([], "a")[0].tolist() == [0, 0, 0]


def test_cylinders_and_capsules_are_obstacles_and_solids():
    chain, up = arm(), np.array([[0, 0, -0.1], [1.3, 0, 0]])
    for shape in ("cylinders", "capsules"):
        near, far = (World(**{shape: (up[1:] + [dx, 0, 0], [UPRIGHT], [0.2], [0.3])}) for dx in (-0.2, 0.2))
        assert chain.any_overlap([0.0], near) and not chain.any_overlap([0.0], far)
        clearance = chain.least_clearances([0.0], far)["clearance"]
        assert 0.25 < clearance <= 0.3 + 1e-6
    # The rim of an upright cylinder is not as far as a corner of its bounding box.
    corner = World(cylinders=([[1.16, 0.21, 0]], [UPRIGHT], [0.2], [0.1]))
    box = World(([[1.16, 0.21, 0]], [UPRIGHT], [[0.2, 0.2, 0.1]]))
    assert chain.any_overlap([0.0], box) and not chain.any_overlap([0.0], corner)
    same = (World(cylinders=(centers, UPRIGHT, 0.1, [0.2, 0.3])) for centers in ([[0.5, 0.3, 0]] * 2, [0.5, 0.3, 0]))
    assert [(len(world), chain.any_overlap([0.5], world)) for world in same] == [(2, True)] * 2
    mixed = World(([[9, 0, 0]], [UPRIGHT], [[1, 1, 1]]), ([[9, 0, 0]], [UPRIGHT], [1], [1]), ([[1.1, 0, 0]], [UPRIGHT], [0.2], [0]))
    assert len(mixed) == 3 and chain.least_clearances([0.0], mixed)["obstacle"] == 2


def test_pickled_chains_and_worlds_give_the_same_bits():
    chain, others, joints = tree(), obstacles(), configurations(200)
    world = World(others, ([[0.5, 0.5, 0.5]], [TILTED], [0.1], [0.2]), ([[0.5, -0.5, 0.5]], [TILTED], [0.1], [0.2]))
    chain.allow("left", "right")
    chain.allow("base", obstacles=[3, 4])
    chain.detach(chain.attach("hand", capsules=([[0, 0, 0.5]], [UPRIGHT], [0.1], [0.2])))
    chain.attach("hand", (others[0][:2], others[1][:2], others[2][:2]), cylinders=([[0, 0, 0.5]], [TILTED], [0.1], [0.2]))
    for again, place in [(pickle.loads(pickle.dumps(chain)), pickle.loads(pickle.dumps(world))), (copy.deepcopy(chain), world)]:
        assert again.solids == chain.solids and len(place) == len(world)
        np.testing.assert_array_equal(again.pairs, chain.pairs)
        assert again.least_clearances(joints, place).tobytes() == chain.least_clearances(joints, world).tobytes()
        again.attach("hand", (others[0][:2], others[1][:2], others[2][:2]))
        assert len(again.solids) == len(chain.solids) + 2


LIFT = """<robot name="lift">
    <link name="mast"/>
    <joint name="slide" type="prismatic">
        <parent link="mast"/> <child link="fork"/>
        <axis xyz="0 0 1"/> <limit lower="0" upper="1.5"/>
    </joint>
    <link name="fork">
        <collision> <geometry> <mesh filename="package://lift/fork.stl"/> </geometry> </collision>
    </link>
</robot>"""


def test_chains_of_robot_descriptions(tmp_path):
    fork = ([[0.4, 0, 0.02]], [UPRIGHT], [[0.4, 0.25, 0.02]])
    path = tmp_path / "lift.urdf"
    path.write_text(LIFT, encoding="utf-8")
    world = World(([[0.4, 0, 1.0]], [UPRIGHT], [[0.1, 0.1, 0.1]]))
    for source in (LIFT, path, str(path)):
        chain = Chain.from_urdf(source, {"fork": fork})
        assert (chain.joint_names, chain.link_names, chain.solids) == (["slide"], ["mast", "fork"], ["fork"])
        assert chain.limits.tolist() == [[0, 1.5]]
        assert chain.any_overlap([[0.0], [1.0]], world).tolist() == [False, True]
    pickled = pickle.loads(pickle.dumps(chain))
    assert pickled.any_overlap([[0.0], [1.0]], world).tolist() == [False, True]
    assert Chain.from_urdf(LIFT, {"fork": None}).solids == []
    with pytest.raises(octosat.UrdfError, match="line 8: link `fork`: the `mesh` of the file") as caught:
        Chain.from_urdf(LIFT)
    assert (caught.value.line, caught.value.element, caught.value.name) == (8, "link", "fork")
    with pytest.raises(octosat.UrdfError, match="`spoon`, which does not exist"):
        Chain.from_urdf(LIFT, boxes={"fork": fork, "spoon": fork})
    for encoding in ("utf-16", "iso-8859-1"):
        path.write_text(f"<?xml version='1.0' encoding='{encoding}'?>\n<!-- é -->" + LIFT, encoding)
        with pytest.raises(octosat.UrdfError, match="line [12]: robot: the file `.*lift.urdf` is not UTF-8"):
            Chain.from_urdf(path, {"fork": fork})
    with pytest.raises(FileNotFoundError, match="no such.urdf"):
        Chain.from_urdf("no such.urdf")
    with pytest.raises(TypeError, match="boxes must be a dictionary"):
        Chain.from_urdf(LIFT, boxes=fork)


def test_a_chain_that_nothing_can_touch_has_no_answers():
    visual = LIFT.replace("collision", "visual")
    chain, world = Chain.from_urdf(visual), World(obstacles())
    assert chain.solids == [] and chain.poses([1.5]).shape == (0,) and chain.frames([1.5], "fork")[0].shape == (3,)
    text = r"the chain has no solids.* takes the elements `collision` of links, not `visual`.* boxes=; attach\(\)"
    queries = [chain.any_overlap, chain.least_clearances, lambda joints, world: chain.joint_motions(joints, joints, world)]
    for query in queries:
        for joints in ([1.5], [[1.5]] * 3):
            with pytest.raises(octosat.QueryError, match=text):
                query(joints, world)
    chain.attach("fork", ([0, 0, 0], UPRIGHT, [0.1, 0.1, 0.1]))
    for query in queries:
        query([1.5], world)


def test_a_clearance_is_a_lower_bound_and_no_distance():
    """Another obstacle is nearer than that of the least clearance; that of capsules is almost their distance."""
    chain = Chain()
    chain.add_link("cube", "base", Joint("slide", "prismatic", [1, 0, 0]))
    held = chain.attach("cube", ([0, 0, 0], UPRIGHT, [0.1, 0.1, 0.1]))
    cubes = octosat.Boxes([[0.3, 0.3, 0.3], [0, 0, -0.35]], UPRIGHT, [0.1, 0.1, 0.1])
    least = chain.least_clearances([0.0], World(cubes))
    found = octosat.distances(chain.poses([0.0]), [[0, 0], [0, 1]], against=cubes)["distance"]
    assert least["obstacle"] == 0 and found[1] < found[0] - 0.02
    assert found[0] / np.sqrt(3) - 1e-4 < least["clearance"] < found[1]
    chain.detach(held)
    turns = np.array([[-0.2085, -0.9453, -0.2498, -0.0248], [0.3812, -0.5434, -0.4624, -0.5878]])
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    centers, radii, halves = np.array([[0, 0, 0], [0.0803, -0.5011, -0.0195]]), [0.215, 0.1072], np.array([0.2845, 0.1706])
    ends = halves[:, None] * independent.matrices(turns)[:, :, 2]
    capsules = octosat.Capsules(centers - ends, centers + ends, radii)
    assert not octosat.overlaps(capsules, [[0, 1]]).any()
    chain.attach("cube", capsules=(centers[0], turns[0], radii[0], halves[0]))
    world = World(capsules=(centers[1], turns[1], radii[1], halves[1]))
    # Of the points of both axes, in steps of a thousandth.
    axes = [center + np.linspace(-1, 1, 1001)[:, None] * end for center, end in zip(centers, ends)]
    distance = np.linalg.norm(axes[0][:, None] - axes[1], axis=-1).min() - sum(radii)
    clearance = chain.least_clearances([0.0], world)["clearance"]
    assert 0.95 * distance < clearance <= distance and not chain.any_overlap([0.0], world)


def test_chains_at_map_coordinates_are_rejected():
    """Their poses are off by 0.2 m, so any_overlap() would miss that the post and the box overlap by 5 cm."""
    place = Joint("place", "fixed", translation=[691_000.25, 5_411_932.70, 12.0])
    chain = Chain("map")
    chain.add_link("post", "map", place)
    chain.add_link("arm", "post", Joint("turn", "revolute", [0, 0, 1]))
    text = r"link `arm`: a solid can be 54558\d\d m from the base, where float32 may move it by 3.25. of the thinnest half extent"
    for solids in ({"boxes": ([0, 0, 0], UPRIGHT, [0.1, 0.1, 0.1])}, {"cylinders": ([0, 0, 0], UPRIGHT, 0.1, 0.1)}):
        with pytest.raises(octosat.ChainError, match=text) as caught:
            chain.attach("arm", **solids)
        assert (caught.value.link, chain.solids) == ("arm", [])
        assert "put the base near the origin, and subtract its place from obstacles in float64" in str(caught.value)
    # No solids, and one that is large enough: 0.01 of 40 m is more than a shift of 0.33 m.
    assert chain.frames([0.0], "arm")[0].tolist() == [691_000.25, 5_411_932.5, 12.0]
    assert chain.attach("arm", ([0, 0, 0], UPRIGHT, [40, 40, 40])) == range(1)
    fork = ([[0.4, 0, 0.02]], [UPRIGHT], [[0.4, 0.25, 0.02]])
    on_map = LIFT.replace("<parent", '<origin xyz="691000.25 5411932.70 12"/><parent')
    with pytest.raises(octosat.UrdfError, match="line 7: link `fork`: a solid can be .* put the base near the origin"):
        Chain.from_urdf(on_map, {"fork": fork})
    near = Chain.from_urdf(LIFT.replace("<parent", '<origin xyz="250 120 12"/><parent'), {"fork": fork})
    assert near.solids == ["fork"]


def test_allowed_obstacles_are_those_of_the_world_of_the_query():
    few, many = (World((np.zeros((count, 3)) + [9, 0, 0], UPRIGHT, [1, 1, 1])) for count in (3, 6))
    chain = arm()
    chain.allow("arm", obstacles=[5, 2])
    chain.allow("floor", obstacles=[4])
    text = "link `arm` may touch obstacle 5, but the world has 3 obstacles"
    for ask in (chain, copy.copy(chain), pickle.loads(pickle.dumps(chain))):
        assert not ask.any_overlap([0.0], many) and not ask.any_overlap([0.0])
        for query in (ask.any_overlap, ask.least_clearances, lambda q, world: ask.joint_motions(q, q, world)):
            with pytest.raises(octosat.QueryError, match=text):
                query([0.0], few)


def test_a_column_of_radii_does_not_make_more_obstacles():
    table = np.random.default_rng(2).uniform(0.1, 0.3, (8, 9))
    table[:, 3:7] = UPRIGHT
    parts = [table[:, :3], table[:, 3:7], table[:, 7], table[:, 8]]
    columns = [*parts[:2], table[:, 7:8], table[:, 8:9]]
    text = r"centers \(8,\), rotations \(8,\), radii \(8, 1\), half_lengths \(8, 1\) broadcast to \(8, 8\).*table\[:, 7\]"
    for name in ("cylinders", "capsules"):
        assert len(World(**{name: tuple(parts)})) == 8
        for make in (World, lambda **solids: arm().attach("arm", **solids)):
            with pytest.raises(ValueError, match=f"{name}: {text}"):
                make(**{name: tuple(columns)})
        # One of the arrays has all: no more than its rows.
        assert len(World(**{name: ([0, 0, 0], UPRIGHT, table[:, 7:8], 0.1)})) == 8


@pytest.mark.skipif(not ARM.exists(), reason="not in a clone of the repository")
def test_pairs_that_a_semantic_description_lists():
    chain = Chain.from_urdf(ARM)
    before = len(chain.pairs)
    assert before > 0 and not chain.any_overlap(np.zeros(len(chain.joint_names)))
    listed = '<robot name="arm"><disable_collisions link1="{}" link2="right_finger" reason="Default"/></robot>'
    chain.allow_from_srdf(listed.format("left_finger"))
    assert len(chain.pairs) == len(pickle.loads(pickle.dumps(chain)).pairs) == before - 1
    assert chain.allow_from_srdf(listed.format("thumb")) == ["thumb"]
    with pytest.raises(octosat.UrdfError, match="`link1` and `link2` are the same link"):
        chain.allow_from_srdf(listed.format("right_finger"))
    chain.forbid("right_finger", "left_finger")
    assert len(chain.pairs) == len(pickle.loads(pickle.dumps(chain)).pairs) == before


def make(*arguments, **keywords):
    arm().add_link("hand", "arm", Joint(*arguments, **keywords))


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: Chain().attach("hand", obstacles()), octosat.ChainError, "there is no link `hand`; there are base"),
        (lambda: Chain().add_link("hand", "arm", Joint("turn", "fixed")), octosat.ChainError, "no link `arm`"),
        (lambda: arm().add_link("arm", "floor", Joint("slide", "fixed")), octosat.ChainError, "two links of the name `arm`"),
        (lambda: make("turn", "revolute", [0, 0, 1]), octosat.ChainError, "two joints of the name `turn`"),
        (lambda: make("bend", "revolute", [0, 0, 2]), octosat.ChainError, "axis of joint `bend` has length 2"),
        (lambda: make("bend", "revolute", [0, 0, 1], limits=(1, -1)), octosat.ChainError, "limits of joint `bend`"),
        (lambda: make("bend", "revolute", [0, 0, np.nan]), octosat.ChainError, "axis of joint `bend`"),
        (lambda: make("bend", "prismatic", [0, 0, 1], mimic=("slide", 1, 0)), octosat.ChainError, "`bend` follows joint `slide`"),
        (lambda: make("bend", "ball", [0, 0, 1]), ValueError, "`bend`: kind must be revolute, prismatic or fixed, not ball"),
        (lambda: make("bend", "revolute"), TypeError, "`bend`: a joint has an axis"),
        (lambda: make("bend", "fixed", limits=(-1, 1)), TypeError, "`bend`: a fixed joint has no value, and takes no `limits`"),
        (lambda: make("bend", "fixed", mimic=("turn", 1, 0)), TypeError, "`bend`: a fixed joint has no value, and takes no `mimic`"),
        (lambda: make("bend", "revolute", [0, 0, 1], limits=(-1, 1), mimic=("turn", 1, 0)), TypeError, "`bend`: a joint that follows another has no value, and takes no `limits`"),
        (lambda: arm().attach("arm", ([[0, 0, 0]], [UPRIGHT], [[1, -1, 1]])), ValueError, "half extents"),
        (lambda: arm().attach("arm", cylinders=([[0, 0, 0]], [UPRIGHT], [1])), TypeError, "cylinders must be a tuple"),
        (lambda: arm().attach("arm", cylinders=([[0, 0, 0]], [UPRIGHT], [-1], [1])), octosat.ChainError, "link `arm`: cylinder 0: radius is -1, below zero"),
        (lambda: arm().allow("arm"), TypeError, "another link, or obstacles"),
        (lambda: arm().allow("arm", "arm"), octosat.ChainError, "link `arm` is both links"),
        (lambda: arm().allow("arm", obstacles=[2, -1]), octosat.ChainError, r"obstacles\[1\] is -1, which is no index of an obstacle"),
        (lambda: World(cylinders=([[0, 0, 0]] * 2, [UPRIGHT] * 3, 1, 1)), ValueError, "do not broadcast: centers"),
        (lambda: World(capsules=([[0, 0, 0], [0, 5e6 + 0.3, 0]], UPRIGHT, 1, 1)), octosat.ShapeError, "capsule 1: center component 1 is 5000000.3, which float32 moves by 0.200"),
        (lambda: World(capsules=([[0, 0, np.nan]], [UPRIGHT], [1], [1])), octosat.ShapeError, "capsule 0: center"),
        (lambda: World(cylinders=([[0, 0, 0]], [UPRIGHT], [1], [-1])), octosat.ShapeError, "cylinder 0: half length is -1, below zero"),
        (lambda: Chain().any_overlap([[1.0]]), ValueError, r"the shape \(..., 0\), not \(1, 1\); the chain has no joint with a value"),
        (lambda: Chain().hold("base", touching=["hand"]), octosat.ChainError, "there is no link `hand`"),
        (lambda: Chain.from_urdf(""), octosat.UrdfError, "line 1: robot: this is not XML"),
        (lambda: Chain.from_urdf("<robot>\n\udcff"), octosat.UrdfError, "line 2: robot: the text has a surrogate"),
        (lambda: arm().any_overlap([0.0, 1.0]), ValueError, r"joints must have the shape \(..., 1\), not \(2,\)"),
        (lambda: arm().any_overlap([[0.0], [np.nan]]), octosat.QueryError, "joint `turn`: value 0 of configuration 1 is NaN"),
        (lambda: arm().any_overlap([2000.0]), octosat.QueryError, "at most 1024"),
        (lambda: arm().any_overlap(World(), [0.0]), TypeError, "joints must be joint values, not an octosat.World"),
        (lambda: arm().joint_motions([0.0], World()), TypeError, "ends must be joint values, not an octosat.World, which comes after"),
        (lambda: arm().any_overlap([0.0], obstacles()), TypeError, "world must be an octosat.World"),
        (lambda: arm().any_overlap(["0"]), TypeError, "joints must be numbers"),
        (lambda: arm().any_overlap([[0.0]], out=np.zeros(2, bool)), ValueError, "out must have the shape"),
        (lambda: arm().joint_motions([0.0], [np.inf]), octosat.QueryError, "joint `turn`"),
        (lambda: arm().joint_motions([[0.0]] * 2, [[0.0]] * 3), ValueError, r"do not broadcast: starts \(2,\), ends \(3,\)"),
        (lambda: arm().joint_motions([0.0], [1.0], tolerance=0), octosat.QueryError, "tolerance"),
    ],
)
def test_errors_name_the_thing(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_errors_know_the_link_or_the_joint():
    chain = tree()
    with pytest.raises(octosat.ChainError) as caught:
        chain.add_link("tip", "left", Joint("bend", "revolute", [1, 1, 1]))
    assert (caught.value.joint, caught.value.link) == ("bend", None)
    with pytest.raises(octosat.ChainError) as caught:
        chain.attach("left", octosat.Boxes([[0, 0, 0], [0, 0, 1e12]], UPRIGHT, [1, 1, 1], accept_rounding=True))
    assert (caught.value.joint, caught.value.link) == (None, "left")
    # Nothing was added.
    assert len(chain.link_names) == 9 and len(chain.solids) == 7


def test_a_chain_changes_while_other_threads_ask():
    chain, world, joints = tree(), World(obstacles()), configurations(200)
    expected = {chain.any_overlap(joints, world).tobytes()}
    held = chain.attach("hand", ([[0, 0, 0.3]], [UPRIGHT], [[0.3, 0.3, 0.1]]))
    expected.add(chain.any_overlap(joints, world).tobytes())
    chain.detach(held)
    found, done = [], threading.Event()

    def ask():
        while not done.is_set():
            found.append(chain.any_overlap(joints, world).tobytes())

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(100):
        chain.detach(chain.attach("hand", ([[0, 0, 0.3]], [UPRIGHT], [[0.3, 0.3, 0.1]])))
    done.set()
    for thread in threads:
        thread.join()
    assert len(expected) == 2 and set(found) <= expected
