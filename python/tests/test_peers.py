"""The calls of python-fcl and coal in the chapter "Migrating", next to octosat's; skipped by name without them."""

import numpy as np
import pytest

import octosat

PAIRS = 1000
# Meters: both libraries compute in float64, octosat in float32 within 16 units of roundoff of the size of a pair.
SAME = 2e-5
# fcl and octosat prefer faces, and not by the same part: the part of pairs whose normal is of another axis.
OTHER_AXIS = 0.2
# By which part of a step fcl's conservative advancement is later at most, and the part of hits that it misses.
LATER = 0.01
MISSED = 0.2

rng = np.random.default_rng(49)
CENTERS = rng.uniform(-1, 1, (2 * PAIRS, 3)).astype(np.float32)
CENTERS[1::2] += CENTERS[::2]
ROTATIONS = rng.normal(size=(2 * PAIRS, 4))
ROTATIONS = (ROTATIONS / np.linalg.norm(ROTATIONS, axis=1, keepdims=True)).astype(np.float32)
HALF_EXTENTS = rng.uniform(0.1, 1, (2 * PAIRS, 3)).astype(np.float32)
BOXES = octosat.Boxes(CENTERS, ROTATIONS, HALF_EXTENTS)
INDICES = np.arange(2 * PAIRS).reshape(PAIRS, 2)
DISTANCES = octosat.distances(BOXES, INDICES)
# How far each box moves during a step.
MOTIONS = rng.uniform(-1, 1, (2 * PAIRS, 3)).astype(np.float32)


def edges(index):
    """Full edges, not half extents."""
    return 2 * HALF_EXTENTS[index].astype(float)


def w_first(index):
    """A quaternion w, x, y, z, of x, y, z, w."""
    return np.roll(ROTATIONS[index].astype(float), 1)


def fcl_boxes(fcl, pair):
    """Two boxes of fcl."""
    place = [fcl.Transform(w_first(index), CENTERS[index].astype(float)) for index in pair]
    return [fcl.CollisionObject(fcl.Box(*edges(index)), at) for index, at in zip(pair, place, strict=True)]


def test_collide_of_fcl_is_overlaps_and_manifolds():
    fcl = pytest.importorskip("fcl")
    request = fcl.CollisionRequest(num_max_contacts=8, enable_contact=True)
    overlaps = octosat.overlaps(BOXES, INDICES)
    deepest = octosat.penetrations(BOXES, INDICES)
    others = 0
    for pair, overlap, row in zip(INDICES, overlaps, deepest, strict=True):
        result = fcl.CollisionResult()
        assert (fcl.collide(*fcl_boxes(fcl, pair), request, result) > 0) == overlap
        if overlap:
            # Depths are positive, and normals point from the first to the second, as here.
            normal = np.array(result.contacts[0].normal)
            depth = max(contact.penetration_depth for contact in result.contacts)
            is_other = normal @ row["normal"] < 0.999 or abs(depth - row["depth"]) > 1e-3
            others += is_other
    assert 0 < others < OTHER_AXIS * overlaps.sum()


def test_distance_of_fcl_is_distances():
    fcl = pytest.importorskip("fcl")
    for pair, row in zip(INDICES, DISTANCES, strict=True):
        result = fcl.DistanceResult()
        request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
        assert abs(fcl.distance(*fcl_boxes(fcl, pair), request, result) - row["distance"]) < SAME
        if row["distance"] > 0:
            # Faces that are parallel have many nearest points; none of these are.
            on_b = row["on_a"] + row["distance"] * row["normal"]
            assert np.allclose(result.nearest_points, [row["on_a"], on_b], atol=1e-3)


def test_continuous_collide_of_fcl_is_casts():
    fcl = pytest.importorskip("fcl")
    request = fcl.ContinuousCollisionRequest(
        ccd_motion_type=fcl.CCDMotionType.CCDM_TRANS,
        ccd_solver_type=fcl.CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    )
    casts = octosat.casts(BOXES, INDICES, MOTIONS, per_box=True)
    hits = missed = 0
    for pair, row in zip(INDICES, casts, strict=True):
        if row["state"] != octosat.CastState.HIT:
            continue
        boxes, result = fcl_boxes(fcl, pair), fcl.ContinuousCollisionResult()
        ends = [fcl.Transform(w_first(index), (CENTERS + MOTIONS)[index].astype(float)) for index in pair]
        time = fcl.continuousCollide(boxes[0], ends[0], boxes[1], ends[1], request, result)
        hits += 1
        missed += not result.is_collide
        # Both are parts of the step, and fcl's is later.
        assert not result.is_collide or row["time"] <= time < row["time"] + LATER
    assert hits > PAIRS / 20 and missed < MISSED * hits


def test_a_tree_of_fcl_is_any_overlap():
    fcl = pytest.importorskip("fcl")
    obstacles, links = range(0, 200, 2), range(1, 200, 2)
    tree = fcl.DynamicAABBTreeCollisionManager()
    tree.registerObjects([fcl_boxes(fcl, [index])[0] for index in obstacles])
    tree.setup()
    of_links, of_obstacles = (
        octosat.Boxes(CENTERS[part], ROTATIONS[part], HALF_EXTENTS[part]) for part in (links, obstacles)
    )
    for index, hit in zip(links, octosat.any_overlap(of_links, of_obstacles, per_configuration=1), strict=True):
        data = fcl.CollisionData()
        tree.collide(fcl_boxes(fcl, [index])[0], data, fcl.defaultCollisionCallback)
        assert data.result.is_collision == hit


def coal_boxes(coal, pair):
    """Two boxes of coal, each with its pose."""
    place = [coal.Transform3s(coal.Quaternion(*w_first(index)), CENTERS[index].astype(float)) for index in pair]
    return [part for index, at in zip(pair, place, strict=True) for part in (coal.Box(*edges(index)), at)]


def test_collide_of_coal_is_distances_within_the_security_margin():
    coal = pytest.importorskip("coal")
    request = coal.CollisionRequest()
    request.security_margin = 0.05
    for pair, row in zip(INDICES, DISTANCES, strict=True):
        result = coal.CollisionResult()
        found = coal.collide(*coal_boxes(coal, pair), request, result)
        assert (found > 0) == (row["distance"] <= request.security_margin)
        if found:
            # The depth of coal is a distance: negative for overlap. The position is half-way.
            contact = result.getContact(0)
            assert abs(contact.penetration_depth - row["distance"]) < SAME
            assert contact.normal @ row["normal"] > 0.999
            on_b = row["on_a"] + row["distance"] * row["normal"]
            assert np.allclose(contact.pos, 0.5 * (row["on_a"] + on_b), atol=1e-3)


def test_distance_of_coal_is_distances():
    coal = pytest.importorskip("coal")
    for pair, row in zip(INDICES, DISTANCES, strict=True):
        result = coal.DistanceResult()
        assert abs(coal.distance(*coal_boxes(coal, pair), coal.DistanceRequest(), result) - row["distance"]) < SAME
        assert result.normal @ row["normal"] > 0.999
        assert np.allclose(result.getNearestPoint1(), row["on_a"], atol=1e-3)


def test_spheres_capsules_and_half_spaces_of_coal_are_those_of_manifolds():
    coal = pytest.importorskip("coal")
    radii, halves = HALF_EXTENTS[:, 0], HALF_EXTENTS[:, 1]
    # The core of a capsule of coal is along the z axis of its frame, and its last number is the full length.
    x, y, z, w = ROTATIONS.T
    axis = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1) * halves[:, None]
    capsules = octosat.Capsules(CENTERS - axis, CENTERS + axis, radii)
    spheres = octosat.Spheres(CENTERS, radii)
    normals = axis / np.linalg.norm(axis, axis=1, keepdims=True)
    planes = octosat.HalfSpaces(normals, radii)
    for against, shape in ((spheres, "Sphere"), (capsules, "Capsule")):
        rows = octosat.manifolds(BOXES, INDICES, against=against)
        for (a, b), row in zip(INDICES, rows, strict=True):
            of_a, at_a, _, at_b = coal_boxes(coal, (a, b))
            sizes = [float(radii[b])] + [float(2 * halves[b])] * (shape == "Capsule")
            of_b = getattr(coal, shape)(*sizes)
            apart = coal.distance(of_a, at_a, of_b, at_b, coal.DistanceRequest(), coal.DistanceResult())
            assert abs(apart + row["depth"]) < SAME
    depths = octosat.penetrations(BOXES, INDICES, against=planes)
    for (a, b), depth in zip(INDICES, depths, strict=True):
        of_a, at_a, *_ = coal_boxes(coal, (a, a))
        plane = coal.Halfspace(normals[b].astype(float), float(radii[b])), coal.Transform3s.Identity()
        apart = coal.distance(of_a, at_a, *plane, coal.DistanceRequest(), coal.DistanceResult())
        assert abs(apart + depth) < SAME
