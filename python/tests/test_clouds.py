"""Points and voxels of a world, against the same obstacles as solids, and against distances of NumPy in float64."""

import copy
import pickle
import threading

import numpy as np
import pytest
from test_chains import JOINTS, UPRIGHT, configurations, obstacles, tree
from test_own_points import cloud, distances

import octosat
from octosat import Chain, World

# Float64 next to rounded poses and distances, in meters.
ERROR = 1e-5


def balls(points, radius):
    return World(obstacles(), capsules=(points, UPRIGHT, radius, np.zeros(len(points))))


def test_points_are_balls_and_come_after_the_solids():
    chain, joints, points = tree(), np.float32(configurations(200)), cloud(3000)
    world = World(obstacles(), points=points, radius=0.02)
    same = balls(points, 0.02)
    assert len(world) == len(same) == 3030 and repr(world) == "<octosat.World: 3030 obstacles>"
    assert np.array_equal(chain.any_overlap(joints, world), chain.any_overlap(joints, same))
    least, expected = (chain.least_clearances(joints, one) for one in (world, same))
    assert np.array_equal(least["clearance"], expected["clearance"])
    assert (least["obstacle"][least["obstacle"] != octosat.NO_SOLID] < 3030).all()
    motions = (chain.joint_motions(joints[:-1], joints[1:], one) for one in (world, same))
    found, expected = motions
    # Of several pairs that touch, one is named.
    for field in ("free_until", "touches_at", "state"):
        assert np.array_equal(found[field], expected[field])


def test_clearances_of_points_are_distances_within_the_tolerance():
    chain, points = tree(), cloud(4000)
    world = World(points=points, radius=0.01)
    for joints in configurations(20):
        exact = distances(chain, joints, points).min() - 0.01
        for tolerance in (0, 1e-3):
            least = chain.least_clearances(joints, world, links=False, tolerance=tolerance)
            if exact > ERROR:
                assert exact - tolerance - ERROR < least["clearance"] < exact + ERROR
            else:
                assert least["clearance"] < 2 * ERROR


def test_voxels_are_boxes():
    chain, joints = tree(), configurations(200)
    centers = 0.05 * (np.unique(np.floor(cloud(3000) / 0.05), axis=0) + 0.5)
    half_extents = [0.025, 0.025, 0.025]
    world, same = World(voxels=centers, half_extents=half_extents), World((centers, UPRIGHT, half_extents))
    assert len(world) == len(same) == len(centers)
    assert np.array_equal(chain.any_overlap(joints, world), chain.any_overlap(joints, same))
    least, expected = (chain.least_clearances(joints, one) for one in (world, same))
    assert np.array_equal(least["clearance"], expected["clearance"])


def test_a_frame_replaces_the_cloud_and_keeps_the_solids():
    chain, joints, points = tree(), configurations(100), cloud(500)
    world, bare = World(obstacles()), World(obstacles())
    image = points.astype(np.float32).reshape(20, 25, 3)
    for centers in (points, image, np.concatenate([image, image[..., :1]], axis=-1), points[:7]):
        world.set_points(centers, 0.02)
        flat = centers[..., :3].reshape(-1, 3)
        assert len(world) == 30 + len(flat)
        expected = chain.any_overlap(joints, balls(flat, 0.02))
        assert np.array_equal(chain.any_overlap(joints, world), expected)
    world.set_voxels(points, [0.1, 0.2, 0.3])
    assert len(world) == 530
    world.set_points([], 0.0)
    assert len(world) == 30
    assert chain.least_clearances(joints, world).tobytes() == chain.least_clearances(joints, bare).tobytes()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda world: pickle.loads(pickle.dumps(world))])
def test_copies_have_the_cloud_as_it_was(again):
    chain, joints, points = tree(), configurations(100), cloud(500)
    world = World(obstacles(), points=points, radius=0.02)
    copies = [again(world)]
    world.set_voxels(points, [0.1, 0.2, 0.3])
    copies.append(again(world))
    expected = chain.least_clearances(joints, world)
    world.set_points(points[:3], 0.1)
    copies.append(again(world))
    assert [len(one) for one in copies] == [530, 530, 33]
    assert chain.least_clearances(joints, copies[1]).tobytes() == expected.tobytes()
    assert np.array_equal(chain.any_overlap(joints, copies[0]), chain.any_overlap(joints, balls(points, 0.02)))


def test_what_is_rejected_is_named_and_keeps_the_cloud():
    points = cloud(30)
    world = World(points=points, radius=0.01)
    points[17, 1] = np.nan
    for make in (lambda: World(points=points, radius=0.01), lambda: world.set_points(points, 0.01)):
        with pytest.raises(octosat.ShapeError, match="point 17: center component 1 is NaN, which is not finite") as caught:
            make()
        assert (caught.value.index, caught.value.field) == (17, "center")
    with pytest.raises(octosat.ShapeError, match="voxel 17: center component 1 is NaN"):
        world.set_voxels(points, [0.1, 0.1, 0.1])
    finite = points[np.isfinite(points).all(1)]
    with pytest.raises(octosat.ShapeError, match="radius is -1, below zero"):
        world.set_points(finite, -1)
    with pytest.raises(octosat.ShapeError, match="half extent"):
        world.set_voxels(finite, [0.1, np.nan, 0.1])
    with pytest.raises(octosat.ShapeError, match=r"point 1: center component 0 is 100000.3\d*, which float32 moves by"):
        world.set_points([[0, 0, 0], [1e5 + 0.3003, 0, 0]], 0.01)
    with pytest.raises(ValueError, match=r"points must have the shape \(..., 3\) or \(..., 4\), not \(30, 2\)"):
        world.set_points(points[:, :2], 0.01)
    for arguments, text in [
        ({"points": finite}, "points= and radius="),
        ({"radius": 0.01}, "points= and radius="),
        ({"voxels": finite}, "voxels= and half_extents="),
        ({"points": finite, "radius": 0.01, "voxels": finite, "half_extents": [1, 1, 1]}, "not both"),
    ]:
        with pytest.raises(TypeError, match=text):
            World(**arguments)
    assert len(world) == 30
    chain = tree()
    with pytest.raises(octosat.QueryError, match="tolerance is -1, but must be finite and at least zero"):
        chain.least_clearances(np.zeros(len(JOINTS)), world, tolerance=-1)


def test_a_cloud_changes_while_other_threads_ask():
    chain, joints, points = tree(), configurations(100), cloud(3000)
    world = World(points=points, radius=0.02)
    expected = {chain.any_overlap(joints, world).tobytes()}
    world.set_points(points[:10], 0.02)
    expected.add(chain.any_overlap(joints, world).tobytes())
    found, done = [], threading.Event()

    def ask():
        while not done.is_set():
            found.append(chain.any_overlap(joints, world).tobytes())

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for frame in range(50):
        world.set_points(points[: 10 if frame % 2 else None], 0.02)
    done.set()
    for thread in threads:
        thread.join()
    assert len(expected) == 2 and set(found) <= expected


def test_links_may_touch_points():
    chain = Chain("base")
    chain.attach("base", ([[0, 0, 0]], UPRIGHT, [[1, 1, 1]]))
    world = World(points=[[0, 0, 0]], radius=0.1)
    assert chain.any_overlap([], world)
    chain.allow("base", obstacles=[0])
    assert not chain.any_overlap([], world)
