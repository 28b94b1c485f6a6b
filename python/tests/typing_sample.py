"""Every part of the surface with its types, for mypy --strict and, as test_typing.py runs it, for real."""

import pickle

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import octosat
from octosat import Boxes, ContactCache, Engine, Manifolds, Recording, Touching


def use_everything() -> int:
    """Calls the surface once."""
    upright = [0.0, 0.0, 0.0, 1.0]
    boxes = Boxes([[0.0, 0.0, 0.0], [0.0, 0.0, 1.9]], np.array([upright] * 2), np.ones((2, 3)))
    engine: Engine = Engine("portable", threads=1)
    pairs: npt.NDArray[np.uint32] = np.array([[0, 1]], np.uint32)
    assert_type(octosat.overlaps(boxes, pairs, 0.1, engine=engine), npt.NDArray[np.bool_])
    out = np.empty(1, np.bool_)
    octosat.overlaps((boxes.centers, boxes.rotations, boxes.half_extents), [(0, 1)], [0.1], out=out)
    assert_type(octosat.penetrations(boxes, pairs), npt.NDArray[np.void])
    assert_type(octosat.manifolds(boxes, pairs, limit=8, origin="center_of_a", surfaces=True), Manifolds)

    assert_type(octosat.distances(boxes, pairs, 0.5, engine=engine), npt.NDArray[np.void])
    octosat.distances(boxes, pairs, against=boxes, out=np.empty(1, octosat.DISTANCE))
    assert_type(octosat.verdicts(boxes, pairs, 0.01, engine=engine), npt.NDArray[np.uint8])
    assert_type(octosat.clearances(boxes, pairs, against=boxes), npt.NDArray[np.float32])
    assert_type(octosat.overlaps_exact(boxes, pairs, out=out), npt.NDArray[np.bool_])
    assert_type(octosat.casts(boxes, pairs, [[0, 0, -1]], 0.01, engine=engine), npt.NDArray[np.void])
    octosat.casts(boxes, pairs, np.zeros((2, 3)), per_box=True, stored_poses=True, out=np.empty(1, octosat.CAST))

    chain = octosat.Chain("base")
    chain.add_link("arm", "base", octosat.Joint("turn", "revolute", [0.0, 0.0, 1.0], limits=(-1.0, 1.0)))
    held: range = chain.attach("arm", boxes, capsules=([[0, 0, 2]], [upright], [0.1], [0.5]))
    world = octosat.World(boxes, cylinders=(np.full((1, 3), 9.0), [upright], [0.1], [0.5]), hulls=[np.eye(3), (np.eye(3), 0.1)])
    assert_type(chain.any_overlap(np.zeros((2, 3, 1)), world, links=False, engine=engine), npt.NDArray[np.bool_])
    world.set_points(np.zeros((4, 5, 3)), 0.01)
    world.set_voxels([[0.0, 0.0, 0.0]], [0.1, 0.1, 0.2])
    octosat.World(points=np.zeros((0, 3)), radius=0.01)
    octosat.World(boxes, voxels=np.ones((3, 3)), half_extents=np.full(3, 0.1))
    assert_type(chain.least_clearances([[0.0]], world, tolerance=1e-4), npt.NDArray[np.void])
    assert_type(chain.joint_motions([[0.0]], [[0.5]], world, tolerance=1e-3), npt.NDArray[np.void])
    chain.allow("arm", obstacles=[0, 2])
    chain.allow("arm", "base")
    chain.detach(held)
    assert_type(chain.poses([0.0]), Boxes)
    names: list[str] = chain.joint_names + chain.link_names + chain.solids
    assert (len(names), chain.limits.shape, chain.pairs.shape) == (3, (1, 2), (0, 2))
    described = octosat.Chain.from_urdf('<robot name="one"><link name="base"/></robot>', {"base": None})
    described.allow_from_srdf('<robot name="one"/>')

    cache = ContactCache()
    cache.next_frame()
    found = cache.manifolds(boxes, pairs, limit=8, origin="center_of_a", surfaces=True)
    touching: Touching = next(found.touching())
    assert_type(touching.pair, tuple[int, int])
    impulses = cache.carried_over(np.zeros(0))
    assert_type(cache.predecessors(), npt.NDArray[np.uint32])
    rows = cache.last_rows()
    cache.forget_box(0)
    cache.forget_pair((0, 1))
    cache.renumber_boxes([1, 0])
    again: ContactCache = pickle.loads(pickle.dumps(cache))
    points = len(again.touching().points) + len(cache.began()) + len(cache.ended()) + len(rows)
    cache.swap_remove(0, 1)
    cache.clear()
    cache = ContactCache.from_manifolds(found)
    flagged = found.has(octosat.ContactFlag.DEGENERATE) | (found.kinds() == octosat.ContactKind.EDGE)

    ground = octosat.HalfSpaces([[0, 0, 1]], [0])
    assert_type(octosat.penetrations(boxes, against=ground), npt.NDArray[np.float32])
    corners = octosat.manifolds(boxes, within=0.01, against=ground)
    assert_type(corners, npt.NDArray[np.void])
    octosat.manifolds(boxes, pairs[:, [0, 0]], against=octosat.Spheres([[0, 0, 0]], [1]))
    bounds = boxes.aabbs(engine=engine)
    octosat.overlaps(boxes, pairs, against=octosat.AxisAlignedBoxes(bounds["min"], bounds["max"]))
    octosat.impacts(boxes, boxes, [[0, 1]], 0.01, tolerance=1e-3, rounds=8)
    octosat.hits(boxes, octosat.Rays([[0, 0, 9]], [[0, 0, -1]]))
    octosat.hits(boxes, octosat.Segments([[0, 0, 9]], [[0, 0, -1]]), [[0, 0]])

    segments = octosat.Segments([[0, 0, 9]], [[0, 0, -1]])
    assert_type(octosat.closest_points(segments, segments, [[0, 0]], engine=engine), npt.NDArray[np.void])
    octosat.manifolds(boxes, pairs[:0], against=octosat.Capsules([[0, 0, 0]], [[0, 0, 1]], [1]))
    balls, rods = octosat.Spheres([[0, 0, 0]], [1]), octosat.Capsules([[0, 0, 0]], [[0, 0, 1]], [1])
    assert_type(octosat.overlaps(balls, [[0, 0]], 0.1, against=rods), npt.NDArray[np.bool_])
    assert_type(octosat.manifolds(ground, against=rods, engine=engine), npt.NDArray[np.void])
    octosat.hits(rods, octosat.Rays([[0, 0, 9]], [[0, 0, -1]]))
    assert_type(octosat.casts(boxes, None, (0, 0, -1), against=balls), npt.NDArray[np.void])
    octosat.casts(rods, [[0, 0]], [[0, 0, -1]], out=np.empty(1, octosat.SHAPE_CAST))
    cameras = octosat.Frusta.perspective(
        [[9, 0, 0]], [[0, 0, 0]], [[0, 0, 1]], vertical_angle=1.0, aspect=1.5, near=0.1, far=100.0
    )
    assert_type(octosat.cull(boxes, cameras, out=np.empty((1, 2), np.uint8)), npt.NDArray[np.uint8])
    assert_type(octosat.classify(boxes, octosat.Frusta(np.empty((0, 6, 4)))), npt.NDArray[np.uint8])
    assert_type(cameras.corners, npt.NDArray[np.float32])
    rectangles = octosat.Rectangles([[0, 0], [1, 0]], [[1, 0], [0, 1]], np.ones((2, 2)))
    assert_type(octosat.overlaps(rectangles, pairs, 0.1, against=rectangles), npt.NDArray[np.bool_])
    assert_type(octosat.penetrations(rectangles, pairs), npt.NDArray[np.void])
    assert_type(octosat.manifolds(rectangles, pairs, engine=engine), npt.NDArray[np.void])
    assert_type(octosat.intersections(rectangles, pairs, engine=engine), npt.NDArray[np.void])
    assert_type(octosat.intersections(boxes, pairs, against=boxes), npt.NDArray[np.void])
    assert_type(octosat.iou(boxes, pairs, out=np.empty(1, np.float32)), npt.NDArray[np.float32])
    assert_type(octosat.iou(boxes, boxes, engine=engine), npt.NDArray[np.float32])
    assert_type(octosat.iou(boxes, against=(boxes.centers, upright, np.ones(3))), npt.NDArray[np.float32])
    octosat.iou(rectangles, rectangles)
    assert_type(octosat.iou_above(boxes, None, 0.5), tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32]])
    assert_type(octosat.overlapping_pairs(rectangles, rectangles), npt.NDArray[np.uint32])
    octosat.overlapping_pairs(boxes, octosat.Spheres([[0, 0, 0]], [0]), engine=engine)
    assert_type(octosat.suppress(rectangles, [0.5, 0.25], 0.5, classes=[1, 1]), npt.NDArray[np.uint32])
    assert_type(Boxes.upright(np.zeros((2, 7)), origin=(1, 2, 3)), Boxes)
    turned = octosat.Rectangles.from_angles(rectangles.centers, rectangles.angles, rectangles.half_extents, origin=(1, 2))
    assert_type(octosat.concatenate([turned, octosat.Rectangles.from_rows(np.zeros((2, 5)))]), octosat.Rectangles)
    assert_type([one.aabbs() for one in turned[:1]], list[npt.NDArray[np.void]])
    turned.set_poses(turned.centers, [1, 0], accept_rounding=True)
    turned.set_half_extents(0, (1, 2))

    boxes.set_poses(boxes.centers, boxes.rotations)
    boxes.set_poses_of([1], [[0, 0, 2]], [upright])
    boxes.set_poses(boxes.centers.astype(np.float64) + [1e6, 0, 0], boxes.rotations, origin=[1e6, 0, 0])
    boxes.set_poses_from_row_major(np.tile(np.eye(4), (2, 1, 1)), accept_rounding=True)
    boxes.set_half_extents(1, (1.0, 2.0, 3.0))

    assert_type(boxes[0, ...], Boxes)
    assert_type([one.shape for one in boxes[::-1]], list[tuple[int, ...]])
    assert_type(octosat.concatenate([boxes, boxes[:1]], axis=None), Boxes)
    arms = Boxes.from_matrices(np.tile(np.eye(4), (3, 2, 1, 1)), boxes.half_extents, origin=(1, 2, 3))
    assert_type((len(arms), arms.size, arms.ndim), tuple[int, int, int])

    recording = Recording.from_frames(boxes.half_extents, [(boxes.centers, boxes.rotations, pairs)])
    frames = [frame.boxes() for frame in recording]
    try:
        octosat.overlaps(boxes, [[0, 9]])
    except octosat.QueryError as error:
        assert_type(error.pair, int | None)
    return points + len(impulses) + len(flagged) + len(corners) + len(frames)
