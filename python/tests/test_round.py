"""Spheres and capsules without a box and in motion, compared with float64 formulas that share nothing with the engine."""

import numpy as np
import pytest
from conftest import scene
from independent import local

import octosat

RNG = np.random.default_rng(23)
SLACK = 2e-5
FREE, HIT, OVERLAPPING = 0, 1, 2
PARTS, _ = scene(41, boxes=60)
BOXES = octosat.Boxes(*PARTS)
CENTERS = RNG.uniform(-2, 2, (30, 3)).astype(np.float32)
RADII = RNG.uniform(0.05, 0.8, 30).astype(np.float32)
SPHERES = octosat.Spheres(CENTERS, RADII)
STARTS = RNG.uniform(-2, 2, (25, 3)).astype(np.float32)
ENDS = STARTS + RNG.normal(size=(25, 3)).astype(np.float32)
ENDS[4] = STARTS[4]
WIDTHS = RNG.uniform(0.05, 0.5, 25).astype(np.float32)
CAPSULES = octosat.Capsules(STARTS, ENDS, WIDTHS)
NORMALS = np.array([[0, 0, 1], [0.6, -0.8, 0], [-1, 0, 0]], np.float32)
OFFSETS = np.array([-0.5, 0.25, -1], np.float32)
HALF_SPACES = octosat.HalfSpaces(NORMALS, OFFSETS)


def pairs_of(a, b, count=500):
    return np.stack([RNG.integers(0, len(a), count), RNG.integers(0, len(b), count)], axis=1)


def core_distance(points, capsules):
    """The distance of each point from the core of a capsule."""
    start, way = STARTS[capsules].astype(float), ENDS[capsules].astype(float) - STARTS[capsules]
    length = (way**2).sum(-1)
    part = np.clip(((points - start) * way).sum(-1) / np.where(length > 0, length, 1), 0, 1)
    return np.linalg.norm(points - start - part[..., None] * way, axis=-1)


def cores_apart(a, b):
    """The distance of the cores of two capsules: convex along the second one, so its least is searched by thirds."""
    low, high = np.zeros(len(a)), np.ones(len(a))
    way = ENDS[b].astype(float) - STARTS[b]

    def at(part):
        return core_distance(STARTS[b] + part[:, None] * way, a)

    for _ in range(120):
        third = (high - low) / 3
        left = at(low + third) < at(high - third)
        low, high = np.where(left, low, low + third), np.where(left, high - third, high)
    return at((low + high) / 2)


@pytest.mark.parametrize("kind", ["spheres", "capsules", "half-spaces"])
def test_spheres_against_other_shapes(kind):
    first = {"spheres": SPHERES, "capsules": CAPSULES, "half-spaces": HALF_SPACES}[kind]
    pairs = pairs_of(first, SPHERES)
    a, b = pairs.T
    center = CENTERS[b].astype(float)
    distance = {
        "spheres": lambda: np.linalg.norm(center - CENTERS[a % 30], axis=1) - RADII[a % 30],
        "capsules": lambda: core_distance(center, a % 25) - WIDTHS[a % 25],
        "half-spaces": lambda: (center * NORMALS[a % 3]).sum(1) - OFFSETS[a % 3],
    }[kind]()
    rows = octosat.manifolds(first, pairs, against=SPHERES)
    assert rows.dtype == octosat.SPHERE_CONTACT
    np.testing.assert_allclose(rows["distance"], distance, atol=SLACK)
    np.testing.assert_allclose(rows["depth"], RADII[b] - distance, atol=SLACK)
    np.testing.assert_allclose(rows["point"] + rows["distance"][:, None] * rows["normal"], center, atol=SLACK)
    for within in (0, 0.3):
        found = octosat.overlaps(first, pairs, within, against=SPHERES)
        np.testing.assert_array_equal(found, rows["depth"] >= np.float32(-within))
        assert 10 < found.sum() < 490
    each = octosat.manifolds(first, against=octosat.Spheres(CENTERS[:1], RADII[:1]))
    listed = octosat.manifolds(first, [[i, 0] for i in range(len(first))], against=SPHERES)
    assert each.tobytes() == listed.tobytes()


def test_capsules_against_capsules_and_half_spaces():
    pairs = pairs_of(CAPSULES, CAPSULES)
    a, b = pairs.T
    rows = octosat.manifolds(CAPSULES, pairs, 0.25)
    assert rows.dtype == octosat.CAPSULE_MANIFOLD and (rows["face"] == 255).all()
    apart = cores_apart(a, b)
    clear = apart > 1e-3
    np.testing.assert_allclose(rows["depth"][clear], (WIDTHS[a] + WIDTHS[b] - apart)[clear], atol=SLACK)
    np.testing.assert_array_equal(rows["len"] > 0, octosat.overlaps(CAPSULES, pairs, 0.25, against=CAPSULES))
    assert octosat.manifolds(CAPSULES, pairs, 0.25, against=CAPSULES).tobytes() == rows.tobytes()

    pairs = pairs_of(HALF_SPACES, CAPSULES)
    a, b = pairs.T
    rows = octosat.manifolds(HALF_SPACES, pairs, against=CAPSULES)
    heights = [(ends[b].astype(float) * NORMALS[a]).sum(1) - OFFSETS[a] for ends in (STARTS, ENDS)]
    np.testing.assert_allclose(rows["depth"], WIDTHS[b] - np.minimum(*heights), atol=SLACK)
    np.testing.assert_allclose(rows["normal"], NORMALS[a], atol=1e-6)
    assert set(rows["len"].tolist()) == {0, 1, 2}

    parallel = octosat.Capsules([[0, 0, 0], [0.5, 0.9, 0]], [[2, 0, 0], [2.5, 0.9, 0]], [0.5, 0.5])
    assert octosat.manifolds(parallel, [[0, 1]])["len"].tolist() == [2]


@pytest.mark.parametrize("kind", [octosat.Rays, octosat.Segments])
def test_lines_through_spheres_and_capsules(kind):
    starts = RNG.uniform(-2, 2, (20, 3)).astype(np.float32)
    ways = (2 * RNG.normal(size=(20, 3))).astype(np.float32)
    lines = kind(starts, ways) if kind is octosat.Rays else kind(starts, starts + ways)
    for first, apart in (
        (SPHERES, lambda points, a: np.linalg.norm(points - CENTERS[a], axis=-1) - RADII[a]),
        (CAPSULES, lambda points, a: core_distance(points, a) - WIDTHS[a]),
    ):
        pairs = pairs_of(first, lines, 2000)
        a, b = pairs.T
        rows = octosat.hits(first, lines, pairs)
        hit = rows["entry"] <= rows["exit"]
        assert rows.dtype == octosat.RAY_HIT and 20 < hit.sum() < 1980
        assert set(rows["face"].tolist()) <= {6, 7, 255} and (rows["face"][~hit] == 255).all()
        for name, inside in (("entry", rows["face"] == 7), ("exit", hit & (rows["exit"] < 1))):
            at = starts[b] + rows[name][:, None].astype(float) * ways[b]
            np.testing.assert_allclose(apart(at[inside], a[inside]), 0, atol=1e-4)
        # No point of a line that misses is inside, and neither are those before the entry.
        for part in np.linspace(0, 1, 30):
            at = starts[b] + (part * np.where(hit, rows["entry"], 1))[:, None].astype(float) * ways[b]
            assert (apart(at, a)[rows["face"] != 6] > -1e-4).all()


def gaps(pairs, motions, times):
    """How far each sphere is from each box at a time."""
    a, b = pairs.T
    at = local(PARTS, a, CENTERS[b] + times[:, None] * motions.astype(float))
    half = PARTS[2][a].astype(float)
    return np.linalg.norm(at - np.clip(at, -half, half), axis=1) - RADII[b]


def test_casts_of_spheres_against_boxes(engine):
    pairs = pairs_of(range(60), SPHERES, 2000)
    motions = RNG.uniform(-3, 3, (2000, 3)).astype(np.float32)
    rows = octosat.casts(BOXES, pairs, motions, against=SPHERES, engine=engine)
    assert rows.dtype == octosat.SHAPE_CAST and not rows["reserved"].any()
    state, time = rows["state"], rows["time"].astype(float)
    assert all(np.count_nonzero(state == kind) > 50 for kind in (FREE, HIT, OVERLAPPING))
    start = gaps(pairs, motions, np.zeros(2000))
    np.testing.assert_array_equal((state == OVERLAPPING)[np.abs(start) > 1e-4], (start < 0)[np.abs(start) > 1e-4])
    hit = state == HIT
    np.testing.assert_allclose(gaps(pairs, motions, time)[hit], 0, atol=1e-4)
    for part in np.linspace(0, 1, 40):
        least = gaps(pairs, motions, np.where(hit, time * part, part))
        assert (least[hit] >= 0).all() and (least[state == FREE] > -1e-4).all()
    np.testing.assert_allclose(np.linalg.norm(rows["normal"][hit], axis=1), 1, atol=1e-5)
    center = CENTERS[pairs[:, 1]] + time[:, None] * motions
    touched = rows["point"] + RADII[pairs[:, 1]][:, None] * rows["normal"]
    np.testing.assert_allclose(touched[hit], center[hit], atol=1e-4)
    assert not rows["normal"][~hit].any() and not rows["point"][~hit].any()


def test_displacements_of_all_pairs_of_each_pair_and_of_each_shape():
    pairs, motion = pairs_of(range(60), CAPSULES, 300), np.array([1.5, -1, 0.25])
    rows = octosat.casts(BOXES, pairs, motion, against=CAPSULES)
    assert rows["state"].tolist().count(HIT) > 20
    out = np.zeros(300, octosat.SHAPE_CAST)
    assert octosat.casts(BOXES, pairs, np.tile(motion, (300, 1)), against=CAPSULES, out=out) is out
    assert out.tobytes() == rows.tobytes()
    halves = (np.tile(-motion / 2, (60, 1)), np.tile(motion / 2, (25, 1)))
    per_box = octosat.casts(BOXES, pairs, halves, per_box=True, against=CAPSULES)
    assert per_box.tobytes() == rows.tobytes()
    one = octosat.Capsules(STARTS[:1], ENDS[:1], WIDTHS[:1])
    each = octosat.casts(BOXES, None, motion, against=one)
    listed = octosat.casts(BOXES, [[i, 0] for i in range(60)], motion, against=CAPSULES)
    assert each.tobytes() == listed.tobytes()
    of_boxes = [octosat.casts(BOXES, [[0, 1], [2, 3]], way) for way in (motion, [motion, motion])]
    assert of_boxes[0].tobytes() == of_boxes[1].tobytes()
    overlaps = [
        octosat.overlaps(BOXES, [[0, 1], [2, 3]], moved=octosat.Moved([0.5, 1], motions=way))
        for way in (motion, [motion, motion])
    ]
    assert overlaps[0].tolist() == overlaps[1].tolist()


def test_casts_without_a_box():
    ball = octosat.Spheres([[0, 0, 2]], [0.5])
    ground = octosat.HalfSpaces([[0, 0, 1]], [0])
    row = octosat.casts(ground, None, (0, 0, -3), against=ball)[0]
    assert row["state"] == HIT and row["normal"].tolist() == [0, 0, 1]
    assert 0.4999 < row["time"] <= 0.5 and abs(row["point"][2]) < 1e-4
    other = octosat.Capsules([[-1, 0, 0]], [[1, 0, 0]], [0.5])
    row = octosat.casts(other, [[0, 0]], [[0, 0, -3]], against=ball)[0]
    assert row["state"] == HIT and 0.3332 < row["time"] <= 1 / 3
    crowd = octosat.Spheres([[0, 0, 0], [4, 0, 0]], [1, 1])
    assert octosat.casts(crowd, [[0, 1], [0, 1]], [[-4, 0, 0], [4, 0, 0]])["state"].tolist() == [HIT, FREE]


def test_what_cannot_be_asked_is_named():
    pairs = [[0, 0], [1, 1]]
    motions = np.zeros((2, 3))
    motions[1, 1] = np.nan
    with pytest.raises(octosat.QueryError, match=r"displacement of pairs\[1\]") as caught:
        octosat.casts(BOXES, pairs, motions, against=SPHERES)
    assert caught.value.pair == 1
    with pytest.raises(octosat.QueryError, match="displacement of all pairs is"):
        octosat.casts(BOXES, pairs, motions[1], against=CAPSULES)
    with pytest.raises(octosat.QueryError, match="the number of displacements is 3, but the number of pairs is 2"):
        octosat.casts(SPHERES, pairs, np.zeros((3, 3)), against=CAPSULES)
    with pytest.raises(octosat.QueryError, match="the number of displacements is 3, but the number of spheres is 30"):
        octosat.casts(BOXES, pairs, (np.zeros((60, 3)), np.zeros((3, 3))), per_box=True, against=SPHERES)
    with pytest.raises(octosat.QueryError, match="casts of shapes takes no `grown`"):
        octosat.casts(BOXES, pairs, np.zeros((2, 3)), 0.1, against=SPHERES)
    with pytest.raises(octosat.QueryError, match=r"pairs\[0\]\[0\] is 30, but the number of spheres is 30"):
        octosat.overlaps(SPHERES, [[30, 0]], against=CAPSULES)
    with pytest.raises(octosat.QueryError, match=r"pairs\[0\]\[1\] is 25, but the number of capsules is 25"):
        octosat.manifolds(HALF_SPACES, [[0, 25]], against=CAPSULES)
    with pytest.raises(octosat.QueryError, match=r"manifolds of spheres takes no `within`"):
        octosat.manifolds(CAPSULES, pairs, 0.1, against=SPHERES)
    with pytest.raises(ValueError, match="one shape"):
        octosat.overlaps(CAPSULES, against=SPHERES)
    with pytest.raises(ValueError, match="out must have the shape"):
        octosat.casts(BOXES, pairs, [0, 0, 1], against=SPHERES, out=np.zeros(3, octosat.SHAPE_CAST))
    with pytest.raises(TypeError, match="out must have the dtype"):
        octosat.casts(BOXES, pairs, [0, 0, 1], against=SPHERES, out=np.zeros(2, octosat.CAST))
    for wrong in (
        lambda: octosat.overlaps(SPHERES, pairs, against=HALF_SPACES),
        lambda: octosat.overlaps(HALF_SPACES, pairs),
        lambda: octosat.overlaps(SPHERES, pairs, against=BOXES),
        lambda: octosat.manifolds(SPHERES, pairs, against=HALF_SPACES),
        lambda: octosat.hits(HALF_SPACES, octosat.Rays([[0, 0, 0]], [[0, 0, 1]])),
        lambda: octosat.hits(octosat.Rays([[0, 0, 0]], [[0, 0, 1]]), octosat.Rays([[0, 0, 0]], [[0, 0, 1]])),
        lambda: octosat.casts(BOXES, pairs, [0, 0, 1], against=HALF_SPACES),
        lambda: octosat.casts(BOXES, None, [0, 0, 1]),
        lambda: octosat.penetrations(SPHERES, pairs, against=CAPSULES),
        lambda: octosat.distances(SPHERES, pairs),
        lambda: octosat.overlaps(SPHERES, pairs, against=CAPSULES, moved=octosat.Moved([0, 0], motions=[0, 0, 1])),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_backends_have_the_same_bits():
    pairs, lines = pairs_of(CAPSULES, CAPSULES), octosat.Rays(STARTS, ENDS - STARTS + np.float32(0.01))
    results = []
    for backend in octosat.available_backends():
        engine = octosat.Engine(backend)
        results.append(
            [
                octosat.manifolds(CAPSULES, pairs, 0.1, engine=engine).tobytes(),
                octosat.hits(CAPSULES, lines, pairs, engine=engine).tobytes(),
                octosat.casts(CAPSULES, pairs, [1, -2, 0.5], engine=engine).tobytes(),
                octosat.casts(BOXES, pairs, [1, -2, 0.5], against=CAPSULES, engine=engine).tobytes(),
            ]
        )
    assert all(result == results[0] for result in results)
