"""Chains and worlds of MuJoCo models, against MuJoCo's own poses and contacts."""

import itertools
import pickle

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

from benchmarks.mujoco_models import Compared, Found, RandomModel, random_scenes  # noqa: E402
from octosat import Chain, ChainError  # noqa: E402

SLIDE = '<joint type="slide" axis="1 0 0" range="-2 2" limited="true"/>'
BALL = 'size="0.1"'
"""A geom of MuJoCo is a sphere if nothing else is said."""


def model_of(bodies, rest=""):
    return mujoco.MjModel.from_xml_string(f"<mujoco>{rest}<worldbody>{bodies}</worldbody></mujoco>")


def touches(scene, qpos):
    return bool(scene.chain.any_overlap(qpos[scene.qpos_indices], scene.world))


def is_alike(model):
    """What both find at qpos0, which must be the same."""
    data = mujoco.MjData(model)
    compared = Compared(model, data)
    found = touches(compared.scene, model.qpos0)
    distances, _ = compared.contacts(model, data, model.qpos0[compared.scene.qpos_indices])
    assert found == (distances <= 0).any()
    return found


@pytest.mark.parametrize("number", range(10))
def test_links_have_the_frames_of_their_bodies(number):
    """Several joints per body, anchors, references, and joints that stand still."""
    [(_, model, data)] = random_scenes(number, 1)
    scene = Chain.from_mujoco(model, data)
    joints = np.random.default_rng(number).uniform(*scene.chain.limits.T)
    data.qpos[scene.qpos_indices] = joints
    mujoco.mj_kinematics(model, data)
    bodies = [body for body in range(1, model.nbody) if model.body(body).name in scene.chain.link_names]
    assert bodies and np.isin(model.geom_bodyid[scene.solid_geoms], bodies).all()
    for body in bodies:
        position, rotation = scene.chain.frames(joints, model.body(body).name)
        assert position == pytest.approx(data.xpos[body], abs=3e-6)
        assert abs(np.roll(rotation, 1) @ data.xquat[body]) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("number", range(20))
def test_hits_are_those_of_mujoco(number):
    found = Found()
    for _, model, data in random_scenes(200 + 5 * number, 5):
        found.add(Compared(model, data).run(np.random.default_rng(number), 100))
    assert found.hits > 10 and found.configurations > found.hits + 10
    assert found.is_explained()


@pytest.mark.parametrize("number", range(3))
def test_each_pair_is_tested_if_mujoco_tests_it(number):
    """Two geoms at a time are at the same place, and all others are far from each other."""
    spec = RandomModel(500 + number).spec()
    for body in spec.bodies[1:]:
        body.pos = np.zeros(3)
    # A plane would be at all places.
    for geom in spec.geoms:
        if geom.type == mujoco.mjtGeom.mjGEOM_PLANE:
            spec.delete(geom)
    found = set()
    for one, other in itertools.combinations(range(len(spec.geoms)), 2):
        for number, geom in enumerate(spec.geoms):
            geom.pos = np.zeros(3) if number in (one, other) else [2.0 + 2.0 * number, 0.0, 0.0]
        found.add(is_alike(spec.compile()))
    assert found == {True, False}


def test_geoms_with_other_masks_are_on_links_of_their_own():
    model = model_of(
        f'<geom {BALL} contype="2" conaffinity="0"/><body name="arm">{SLIDE}<geom {BALL} pos="1 0 0"/>'
        f'<geom {BALL} conaffinity="2"/><geom {BALL} pos="2 0 0"/></body>'
    )
    scene = Chain.from_mujoco(model)
    assert scene.chain.solids == ["arm", "arm", "arm/2"]
    assert scene.solid_geoms.tolist() == [1, 3, 2] and scene.obstacle_geoms.tolist() == [0]
    assert [touches(scene, np.array([x])) for x in (0.0, -1.0, -2.0)] == [True, False, False]


def test_an_exclude_is_about_one_body_of_those_that_are_fixed_to_each_other():
    body = f'<body name="a">{SLIDE}<geom {BALL}/><body name="b" pos="0 1 0"><geom {BALL}/></body></body>'
    exclude = '<contact><exclude body1="world" body2="a"/></contact>'
    for place, hit in (("0 0 0", False), ("0 1 0", True)):
        assert is_alike(model_of(f'<geom {BALL} pos="{place}"/>{body}', exclude)) == hit


def test_the_parent_is_filtered_unless_an_option_or_a_pair_says_otherwise():
    bodies = (
        f'<body>{SLIDE}<geom name="a" {BALL}/><body name="fixed">'
        f'<body>{SLIDE}<geom name="b" {BALL} contype="0"/></body></body></body>'
    )
    assert not is_alike(model_of(bodies))
    assert is_alike(model_of(bodies, '<option><flag filterparent="disable"/></option>'))
    assert is_alike(model_of(bodies, '<contact><pair geom1="a" geom2="b"/></contact>'))


def test_values_are_those_of_qpos():
    model = model_of(
        '<geom size="0.1" pos="0 1 0"/><body><joint axis="0 0 1" ref="90" range="-180 180"/>'
        '<geom type="capsule" fromto="0.3 0 0 1 0 0" size="0.02"/></body>',
        "<compiler autolimits='true'/>",
    )
    scene = Chain.from_mujoco(model)
    assert scene.chain.limits == pytest.approx(np.array([[-np.pi, np.pi]]))
    hits = scene.chain.any_overlap(np.radians([[0.0], [90.0], [180.0]]), scene.world)
    # The capsule is as described at 90 degrees, so it points along y at 180.
    assert hits.tolist() == [False, False, True]


def test_a_plane_has_no_end_that_is_reached():
    bodies = f'<geom type="plane" size="0.1 0.1 0.1" pos="0 0 -0.5" euler="0 20 0"/><body>{SLIDE}' '{}</body>'
    for geom in ('<geom size="0.01" pos="0 0 -9"/>', '<geom size="0.01" pos="0 3 -0.8"/>', '<geom size="0.1" pos="0 3 1"/>'):
        model = model_of(bodies.format(geom))
        compared = Compared(model, mujoco.MjData(model))
        found = compared.run(np.random.default_rng(0), 500)
        assert found.missed == 0 and found.is_explained()


def test_a_plane_needs_slides_with_limits():
    model = model_of(f'<geom name="floor" type="plane" size="0 0 1"/><body><joint type="slide"/><geom {BALL}/></body>')
    with pytest.raises(ChainError, match="`floor` of body `world` is a plane.*slide has no limits"):
        Chain.from_mujoco(model)
    assert len(Chain.from_mujoco(model, leave_out=["floor"]).world) == 0


def test_hulls_of_meshes_are_those_that_mujoco_collides():
    points = np.random.default_rng(3).normal(size=(2000, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    numbers = " ".join(f"{number:.5f}" for number in points.ravel())
    for attribute, tolerance, most in (("", 0.01, 256), ('maxhullvert="10"', 0.0, 10)):
        asset = f'<asset><mesh name="m" vertex="{numbers}" {attribute}/></asset>'
        model = model_of(f'<body>{SLIDE}<geom type="mesh" mesh="m"/></body>', asset)
        scene = Chain.from_mujoco(model, tolerance=tolerance)
        [(found, radius)] = scene.chain.hulls.values()
        assert 4 <= len(found) <= most and radius < 0.02


def test_an_ellipsoid_is_in_its_hull():
    model = model_of(f'<body>{SLIDE}<geom type="ellipsoid" size="0.3 0.2 0.1" euler="10 20 30" pos="1 2 3"/></body>')
    [(points, radius)] = Chain.from_mujoco(model, tolerance=0.002).chain.hulls.values()
    rotation = np.empty(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[0])
    axes = rotation.reshape(3, 3) * model.geom_size[0]
    directions = np.random.default_rng(4).normal(size=(5000, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    support = directions @ model.geom_pos[0] + np.linalg.norm(directions @ axes, axis=1)
    room = (directions @ points.T).max(axis=1) + radius - support
    # In hulls of points, the corners reach as far again.
    assert room.min() > -1e-6 and room.max() < 0.006


def test_what_is_free_stands_where_data_has_it():
    cup = f'<body name="cup" pos="9 0 0"><freejoint/><geom name="cup" {BALL}/></body>'
    model = model_of(f'<body name="robot">{SLIDE}<geom {BALL}/></body>{cup}')
    with pytest.raises(ChainError, match="body `cup` has a free joint.*data=DATA") as raised:
        Chain.from_mujoco(model)
    assert raised.value.link == "cup"
    data = mujoco.MjData(model)
    data.qpos[1:4] = [1, 0, 0]
    scene = Chain.from_mujoco(model, data)
    assert scene.qpos_indices.tolist() == [0] and scene.obstacle_geoms.tolist() == [1]
    assert scene.chain.any_overlap([[0.0], [0.9]], scene.world).tolist() == [False, True]
    held = Chain.from_mujoco(model, data, leave_out=["cup"])
    assert len(held.world) == 0 and held.chain.solids == ["robot"]


def test_scenes_are_pickled():
    [(_, model, data)] = random_scenes(0, 1)
    scene = Chain.from_mujoco(model, data)
    again = pickle.loads(pickle.dumps(scene))
    joints = np.random.default_rng(0).uniform(*scene.chain.limits.T, (200, len(scene.qpos_indices)))
    same = again.chain.any_overlap(joints, again.world) == scene.chain.any_overlap(joints, scene.world)
    assert same.all() and (again.solid_geoms == scene.solid_geoms).all()


def test_names_are_made_unique():
    inner = f'<body name="a/joint0"><geom {BALL}/></body>'
    unnamed, later = f"<body>{SLIDE}<geom {BALL}/></body>", f'<body name="body3">{SLIDE}<geom {BALL}/></body>'
    scene = Chain.from_mujoco(model_of(f'<body name="a">{SLIDE}<geom {BALL}/>{inner}</body>{unnamed}{later}'))
    names = scene.chain.link_names
    assert len(set(names)) == len(names) and scene.chain.joint_names == ["joint0", "joint1", "joint2"]
    # Bodies keep their names, and what has none of its own gets a number.
    assert {"a/joint0/2", "body3/2"} < set(names)
    assert scene.chain.solids == ["a", "a/joint0", "body3/2", "body3"]


@pytest.mark.parametrize(
    ("bodies", "rest", "text"),
    [
        (f'<body name="b"><joint name="j" type="ball"/><geom {BALL}/></body>', "", "body `b` has a ball joint"),
        (
            f'<geom name="hill" type="hfield" hfield="h"/><body>{SLIDE}<geom {BALL}/></body>',
            '<asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset>',
            r"geom `hill` of body `world` is a height field.*leave_out=\['hill'\]",
        ),
        (
            f'<body>{SLIDE}<geom name="a" {BALL}/><body><geom name="b" {BALL}/></body></body>',
            '<contact><pair name="p" geom1="a" geom2="b"/></contact>',
            "contact pair `p` is of geom `a` of body `body1` and geom `b`.*no joint moves",
        ),
        (
            f"<body>{SLIDE}<geom {BALL}/></body>",
            '<option><flag contact="disable"/></option>',
            "disables contacts.*mjDSBL_CONTACT",
        ),
    ],
)
def test_what_a_chain_cannot_have_is_an_error(bodies, rest, text):
    with pytest.raises(ChainError, match=text):
        Chain.from_mujoco(model_of(bodies, rest))


def test_wrong_arguments_are_errors():
    model = model_of(f'<body>{SLIDE}<geom name="a" {BALL}/></body>')
    with pytest.raises(TypeError, match=r"must be a mujoco\.MjModel, not str: MjModel\.from_xml_path"):
        Chain.from_mujoco("robot.xml")
    with pytest.raises(TypeError, match=r"must be a list of geoms: \['a'\]"):
        Chain.from_mujoco(model, leave_out="a")
    with pytest.raises(IndexError, match="no geom 1; the model has 1"):
        Chain.from_mujoco(model, leave_out=[1])
    with pytest.raises(KeyError, match="leave_out: there is no geom 'b'"):
        Chain.from_mujoco(model, leave_out=["b"])
    with pytest.raises(TypeError, match=r"data must be a mujoco\.MjData, not int"):
        Chain.from_mujoco(model, 1)
    with pytest.raises(ValueError, match="tolerance"):
        mesh = '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>'
        Chain.from_mujoco(model_of(f'<body>{SLIDE}<geom type="mesh" mesh="m"/></body>', mesh), tolerance=-1.0)
