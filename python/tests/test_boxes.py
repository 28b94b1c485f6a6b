"""Boxes as an array: shapes, indexing and joining are NumPy's, and float32 moves no box by much."""

import pickle
import re

import numpy as np
import pytest
from conftest import scene
from hypothesis import given, settings
from hypothesis import strategies as st

import octosat

UPRIGHT = [0, 0, 0, 1]
SHAPE = (4, 3, 5)
FLAT, PAIRS = scene(7, boxes=60, pairs=200)
PARTS = [part.reshape(*SHAPE, -1) for part in FLAT]
BOXES = octosat.Boxes(*PARTS)
NUMBERS = np.arange(60).reshape(SHAPE)
NAMES = ("centers", "rotations", "half_extents")


def check(boxes, numbers):
    """These boxes are those of BOXES with these numbers, to the bit."""
    assert (boxes.shape, boxes.size, boxes.ndim) == (numbers.shape, numbers.size, numbers.ndim)
    for name in NAMES:
        expected = getattr(BOXES, name).reshape(60, -1)[numbers]
        assert getattr(boxes, name).tobytes() == expected.tobytes()
        assert getattr(boxes, name).shape == expected.shape


def test_leading_axes_are_the_shape():
    check(BOXES, NUMBERS)
    assert repr(BOXES) == "<octosat.Boxes: shape (4, 3, 5)>"
    assert len(BOXES) == 4 and len(octosat.Boxes(*FLAT)) == 60
    check(pickle.loads(pickle.dumps(BOXES)), NUMBERS)
    one = octosat.Boxes([1, 2, 3], UPRIGHT, [1, 1, 1])
    assert one.shape == () and one.size == 1 and one.centers.tolist() == [1, 2, 3]
    with pytest.raises(TypeError, match=r"a Boxes of shape \(\) has no length"):
        len(one)
    with pytest.raises(TypeError, match=r"a Boxes of shape \(\) has no length"):
        iter(one)
    assert octosat.Boxes([], [], []).shape == octosat.Boxes([], UPRIGHT, [1, 1, 1]).shape == (0,)
    assert octosat.Boxes(np.zeros((4, 0, 3)), UPRIGHT, [1, 1, 1]).shape == (4, 0)


@pytest.mark.parametrize(
    "key",
    [
        0,
        -1,
        np.int64(2),
        np.array(3),
        slice(1, 3),
        slice(None, None, -2),
        ...,
        None,
        True,
        (1, 2),
        (1, 2, 4),
        (..., -1),
        (slice(None), 1, None, slice(2)),
        [0, 0, 3],
        np.array([[1, -1], [2, 0]], np.int8),
        (np.array([[0], [3]]), slice(None), np.array([1, 2])),
        [True, False, False, True],
        NUMBERS % 7 == 0,
        (slice(None), np.array([False, True, True])),
        np.zeros(0, int),
    ],
    ids=str,
)
def test_keys_select_as_in_an_array(key):
    check(BOXES[key], NUMBERS[key])


AXIS = st.one_of(st.integers(-7, 7), st.slices(6), st.none(), st.just(...), st.lists(st.integers(-4, 4), max_size=4))


@settings(max_examples=300, deadline=None)
@given(st.one_of(AXIS, st.lists(AXIS, max_size=5).map(tuple)))
def test_any_key_selects_as_in_an_array(key):
    try:
        expected = NUMBERS[key]
    except IndexError:
        with pytest.raises(IndexError, match=r"^boxes of shape \(4, 3, 5\): "):
            BOXES[key]
    else:
        check(BOXES[key], np.asarray(expected))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (4, "index 4 is out of bounds for axis 0 with size 4"),
        (-5, "index -5 is out of bounds for axis 0 with size 4"),
        ((0, 3), "index 3 is out of bounds for axis 1 with size 3"),
        ((0, 0, 0, 0), "too many indices"),
        ("centers", "only integers"),
        (1.0, "only integers"),
        (2**70, "only integers|cannot fit"),
        (np.ones(3, bool), "boolean index did not match"),
    ],
)
def test_keys_that_boxes_do_not_have(key, text):
    with pytest.raises(IndexError, match=rf"boxes of shape \(4, 3, 5\): ({text})"):
        BOXES[key]


def test_what_is_selected_is_a_copy():
    boxes = octosat.Boxes(*PARTS)
    first = boxes[0]
    boxes.set_poses(0 * PARTS[0], PARTS[1])
    assert first.centers.any() and not boxes.centers.any()


def test_boxes_are_iterated_along_the_first_axis():
    listed = list(BOXES)
    assert len(listed) == 4
    for boxes, numbers in zip(listed, NUMBERS, strict=True):
        check(boxes, numbers)
    assert [one.size for one in octosat.Boxes(*FLAT)] == [1] * 60


@pytest.mark.parametrize("axis", [0, 1, 2, -1, None])
def test_boxes_are_joined_as_arrays_are(axis):
    check(octosat.concatenate([BOXES, BOXES, BOXES], axis), np.concatenate([NUMBERS, NUMBERS, NUMBERS], axis))
    parts = [slice(1, 2), slice(None), slice(0, 0)]
    keys = [(slice(None),) * (axis or 0) + (part,) for part in parts if axis != -1] or [..., (..., slice(2, 4))]
    joined = octosat.concatenate((BOXES[key] for key in keys), axis=axis)
    check(joined, np.concatenate([NUMBERS[key] for key in keys], axis=axis))


def test_boxes_that_do_not_join():
    with pytest.raises(ValueError, match="along dimension 1, the array at index 0 has size 3"):
        octosat.concatenate([BOXES, BOXES[:, :2]])
    with pytest.raises(ValueError, match="need at least one"):
        octosat.concatenate([])
    with pytest.raises(ValueError, match="zero-dimensional"):
        octosat.concatenate([BOXES[0, 0, 0]] * 2)
    with pytest.raises(ValueError, match="axis 3 is out of bounds"):
        octosat.concatenate([BOXES], axis=3)
    with pytest.raises(TypeError, match=r"boxes\[1\] must be an octosat.Boxes, not tuple"):
        octosat.concatenate([BOXES, tuple(PARTS)])
    for call in (lambda: np.concatenate([BOXES, BOXES]), lambda: octosat.Boxes(BOXES, UPRIGHT, [1, 1, 1])):
        with pytest.raises(TypeError, match="a Boxes is no array of numbers"):
            call()


def test_one_row_is_for_all_boxes():
    centers = PARTS[0]
    boxes = octosat.Boxes(centers, UPRIGHT, [1, 2, 3])
    assert boxes.shape == SHAPE
    assert (boxes.half_extents == [1, 2, 3]).all() and (boxes.rotations == UPRIGHT).all()
    np.testing.assert_array_equal(boxes.centers, centers)
    per_link = np.arange(15, dtype=np.float64).reshape(5, 3)
    boxes = octosat.Boxes(centers, PARTS[1][:, :1], per_link)
    np.testing.assert_array_equal(boxes.half_extents, np.broadcast_to(per_link, (*SHAPE, 3)))
    hits = octosat.overlaps((*FLAT[:2], [1, 1, 1]), PAIRS)
    assert hits.tobytes() == octosat.overlaps((*FLAT[:2], np.ones((60, 3))), PAIRS).tobytes()
    matrices = np.tile(np.eye(4), (6, 1, 1))
    assert (octosat.Boxes.from_matrices(matrices, [1, 2, 3]).half_extents == [[1, 2, 3]] * 6).all()
    assert octosat.Boxes.from_matrices(matrices[0], np.ones((2, 3))).shape == (2,)
    boxes.set_poses([1, 2, 3], UPRIGHT)
    assert (boxes.centers == [1, 2, 3]).all() and (boxes.rotations == UPRIGHT).all()
    boxes.set_poses_of([7, 59], [4, 5, 6], UPRIGHT)
    assert np.argwhere(boxes.centers[..., 0] == 4).tolist() == [[0, 1, 2], [3, 2, 4]]
    boxes.set_poses_from_row_major(np.eye(4))
    assert not boxes.centers.any()


def test_answers_per_box_have_the_shape_of_the_boxes():
    flat = octosat.Boxes(*FLAT)
    ground, ball = octosat.HalfSpaces([[0, 0, 1]], [0]), octosat.Spheres([[0, 0, 0]], [1])
    capsule, ray = octosat.Capsules([[0, 0, 0]], [[0, 0, 1]], [0.5]), octosat.Rays([[0, 0, -9]], [[0, 0, 1]])
    cameras = octosat.Frusta.perspective(
        [[9, 0, 0], [0, 9, 0]], np.zeros((2, 3)), [[0, 0, 1]] * 2, vertical_angle=1.0, aspect=1.5, near=0.1, far=100.0
    )
    for ask in (
        lambda boxes, out=None: octosat.overlaps(boxes, against=ground, out=out),
        lambda boxes, out=None: octosat.penetrations(boxes, against=ground, out=out),
        lambda boxes, out=None: octosat.hits(boxes, ray, out=out),
        lambda boxes, out=None: octosat.aabbs(boxes, out=out),
        lambda boxes, out=None: octosat.Boxes.aabbs(boxes, out=out),
        lambda boxes, out=None: octosat.manifolds(boxes, against=ball),
        lambda boxes, out=None: octosat.manifolds(boxes, against=capsule),
    ):
        answers = ask(BOXES)
        assert answers.shape == SHAPE and answers.tobytes() == ask(flat).tobytes()
        out = np.zeros_like(answers)
        assert ask(BOXES, out).tobytes() == answers.tobytes()
        assert ask(BOXES[1, 1, 1]).shape == ()
    assert octosat.cull(BOXES, cameras).shape == (2, *SHAPE)
    assert octosat.classify(tuple(PARTS), cameras).tobytes() == octosat.classify(flat, cameras).tobytes()
    assert octosat.overlaps(tuple(PARTS), against=ground).shape == SHAPE
    with pytest.raises(ValueError, match=r"out must have the shape \(4, 3, 5\), not \(60,\)"):
        octosat.overlaps(BOXES, against=ground, out=np.zeros(60, bool))
    corners = octosat.manifolds(BOXES, against=ground)
    assert corners.tobytes() == octosat.manifolds(flat, against=ground).tobytes()
    assert 0 < corners["row"].max() < 60


def test_indices_in_pairs_count_in_c_order():
    flat = octosat.Boxes(*FLAT)
    assert octosat.penetrations(BOXES, PAIRS).tobytes() == octosat.penetrations(flat, PAIRS).tobytes()
    motions = PARTS[0][..., ::-1]
    casts = octosat.casts(BOXES, PAIRS, motions, per_box=True)
    assert casts.tobytes() == octosat.casts(flat, PAIRS, motions.reshape(60, 3), per_box=True).tobytes()
    moved = octosat.Moved(np.full(200, 0.5), motions=motions, per_box=True)
    of_flat = octosat.Moved(np.full(200, 0.5), motions=motions.reshape(60, 3), per_box=True)
    clearances = octosat.clearances(flat, PAIRS, moved=of_flat)
    assert octosat.clearances(BOXES, PAIRS, moved=moved).tobytes() == clearances.tobytes()
    with pytest.raises(octosat.BoxError, match="given box 37: ") as caught:
        octosat.Boxes(PARTS[0], PARTS[1], np.where(NUMBERS[..., None] == 37, -1, PARTS[2]))
    assert caught.value.index == 37


def test_answers_per_configuration_have_the_shape_of_the_configurations():
    flat, obstacles = octosat.Boxes(*FLAT), octosat.Boxes(*FLAT)[:4]
    hits = octosat.any_overlap(BOXES, obstacles, per_configuration=5)
    assert hits.shape == (4, 3)
    np.testing.assert_array_equal(hits.ravel(), octosat.any_overlap(flat, obstacles, per_configuration=5))
    out = np.zeros((4, 3), octosat.LEAST_CLEARANCE)
    assert octosat.least_clearances(BOXES, obstacles, per_configuration=5, out=out) is out and out["clearance"].any()
    assert octosat.any_overlap(flat[:5], obstacles, per_configuration=5).shape == (1,)
    # Of several axes, the last one is a configuration: no other number would keep configurations apart.
    for query in (octosat.any_overlap, octosat.least_clearances, octosat.least_distances):
        expected = query(BOXES, obstacles, per_configuration=5)
        assert query(BOXES, obstacles).tobytes() == expected.tobytes()
        for count in (1, 3, 15):
            with pytest.raises(ValueError, match=rf"is {count}, but boxes of the shape \(4, 3, 5\) have 5"):
                query(BOXES, obstacles, per_configuration=count)
    with pytest.raises(TypeError, match="the groups are"):
        octosat.any_overlap(flat, obstacles)


UTM = np.array([[691_000.25, 5_411_932.70, 12.0], [691_000.25, 5_411_933.45, 12.0]])
"""Boxes of 0.8 m on a map that overlap by 5 cm."""


def test_other_shapes_on_a_map_are_rejected():
    """As float32, the sphere would not touch the box that it overlaps by 5 cm."""
    box, (near, _) = octosat.Boxes([691_000.25, 5_411_933.0, 12], UPRIGHT, [0.4, 0.25, 0.9]), UTM
    away, up = near[None], np.array([[0, 0, 0.2]])
    for make, point, part in [
        (lambda points: octosat.Spheres(points, [0.1]), "sphere 0: center", 2.0),
        (lambda points: octosat.Capsules(points, points + up, [0.1]), "capsule 0: start", 2.0),
        (lambda points: octosat.AxisAlignedBoxes(points - 0.5, points + 0.5), "axis-aligned box 0: min", 0.4),
        (lambda points: octosat.Segments(points, points + up), "segment 0: start", 2.0),
    ]:
        with pytest.raises(octosat.ShapeError, match=rf"{point} component 1 is .*which float32 moves by") as caught:
            make(away)
        assert caught.value.index == 0 and caught.value.field in ("center", "start", "min")
        moved = float(re.search(r"moves by (\S+) of the thinnest half extent, above 0.01: subtract an origin near them in float64 before$", str(caught.value))[1])
        assert part / 2 <= moved <= 2.1 * part
        # What float32 holds, or is of float32, is taken.
        for taken in (np.round(away / 2) * 2, away.astype(np.float32), away - near, (away - near).tolist()):
            assert len(make(np.asarray(taken))) == 1
    assert octosat.overlaps(box[None], [[0, 0]], against=octosat.Spheres(np.round(away * 2) / 2, [0.3])).all()
    # A point has no size, and neither has a half-space nor a ray.
    assert len(octosat.Spheres(away, [0.0])) == len(octosat.Rays(away, up)) == len(octosat.HalfSpaces([[0, 0, 1]], [1e9 / 7])) == 1


def test_centers_on_a_map_need_an_origin():
    text = r"given box 0: center component 1 is 5411932.7, which float32 moves by 0.500 of the thinnest half extent"
    matrices = np.tile(np.eye(4), (2, 1, 1))
    matrices[:, :3, 3] = UTM
    near = octosat.Boxes(np.zeros((2, 3)), UPRIGHT, [0.4, 0.4, 0.9])
    for call in (
        lambda: octosat.Boxes(UTM, UPRIGHT, [0.4, 0.4, 0.9]),
        lambda: octosat.overlaps((UTM.tolist(), [UPRIGHT] * 2, [[0.4, 0.4, 0.9]] * 2), [[0, 1]]),
        lambda: octosat.Boxes.from_matrices(matrices, [0.4, 0.4, 0.9]),
        lambda: octosat.Boxes.from_matrices(matrices[:, :3], [0.4, 0.4, 0.9]),
        lambda: near.set_poses(UTM, UPRIGHT),
        lambda: near.set_poses_of([1, 0], UTM, UPRIGHT),
        lambda: near.set_poses_from_row_major(matrices),
    ):
        with pytest.raises(octosat.BoxError, match=text) as caught:
            call()
        assert (caught.value.index, caught.value.field) == (0, "center")
        assert not near.centers.any()
    origin = [691_000, 5_411_900, 0]
    near.set_poses(UTM, UPRIGHT, origin=origin)
    expected = (UTM - origin).astype(np.float32)
    others = [
        near,
        octosat.Boxes(UTM, UPRIGHT, [0.4, 0.4, 0.9], origin=np.array(origin)),
        octosat.Boxes.from_matrices(matrices, [0.4, 0.4, 0.9], origin=origin),
        octosat.Boxes.from_matrices(matrices[:, :3], [0.4, 0.4, 0.9], origin=origin),
    ]
    near.set_poses_of([0, 1], UTM, UPRIGHT, origin=origin)
    near.set_poses_from_row_major(matrices, origin=origin)
    for boxes in others:
        assert boxes.centers.tobytes() == expected.tobytes()
        assert octosat.penetrations(boxes, [[0, 1]])["depth"][0] == pytest.approx(0.05, abs=1e-5)
        assert octosat.verdicts(boxes, [[0, 1]])[0] == octosat.Verdict.OVERLAPPING


def test_rounding_can_be_accepted():
    boxes = octosat.Boxes(UTM, UPRIGHT, [0.4, 0.4, 0.9], accept_rounding=True)
    assert boxes.centers.tobytes() == UTM.astype(np.float32).tobytes()
    boxes.set_poses(UTM[::-1], UPRIGHT, accept_rounding=True)
    boxes.set_poses(UTM, UPRIGHT, origin=[1, 0, 0], accept_rounding=True)
    assert boxes.centers.tobytes() == (UTM - [1, 0, 0]).astype(np.float32).tobytes()
    # Centers that are float32 were rounded before; float16 and small integers are held by float32.
    assert octosat.Boxes(UTM.astype(np.float32), UPRIGHT, [1e-3] * 3).size == 2
    assert octosat.Boxes(np.full((1, 3), 30_001, np.int16), UPRIGHT, [1e-3] * 3).size == 1
    with pytest.raises(octosat.BoxError, match="float32 moves"):
        octosat.Boxes(np.full((1, 3), 2**24 + 1), UPRIGHT, [1, 1, 1])
    with pytest.raises(octosat.BoxError, match="float32 moves"):
        octosat.Boxes(UTM.astype(np.float32), UPRIGHT, [1e-3] * 3, origin=[0.1, 0.1, 0.1])


@pytest.mark.parametrize(
    ("half_extents", "largest"),
    [
        ([0.5, 0.5, 0.5], 0.005),
        ([2, 0.5, 1], 0.005),
        ([0.5, 0.5, 0], 0.00005),
        ([0.5, 0.5, 1e-9], 0.00005),
        ([0, 0, 3], 0.0003),
        ([0, 0, 0], np.inf),
    ],
)
def test_the_thinnest_half_extent_counts_and_a_plate_by_its_width(half_extents, largest):
    generator = np.random.default_rng(3)
    scales = 10.0 ** generator.uniform(-2, 9, 4000)
    centers = generator.uniform(-1, 1, (4000, 3)) * scales[:, None]
    shifts = np.abs(centers - centers.astype(np.float32)).max(axis=1)
    taken = []
    for center in centers[np.abs(shifts / largest - 1) > 1e-5]:
        try:
            taken.append(octosat.Boxes(center, UPRIGHT, half_extents).size == 1)
        except octosat.BoxError as error:
            assert "float32 moves" in str(error)
            taken.append(False)
    np.testing.assert_array_equal(taken, shifts[np.abs(shifts / largest - 1) > 1e-5] <= largest)
    assert np.isinf(largest) or 100 < np.count_nonzero(taken) < 3900


@pytest.mark.parametrize(
    ("value", "text"), [(np.nan, "is NaN, which"), (np.inf, "is inf, which"), (1e30, "is 1e30, beyond 1e12")]
)
def test_numbers_that_no_store_takes_have_its_errors(value, text):
    with pytest.raises(octosat.BoxError, match=f"given box 0: center component 2 {text}"):
        octosat.Boxes([[0, 0, value]], UPRIGHT, [1, 1, 1])
    boxes = octosat.Boxes([0, 0, 0], UPRIGHT, [1, 1, 1])
    with pytest.raises(octosat.BoxError, match="given box 0: center component 2 is"):
        boxes.set_poses([0, 0, value], UPRIGHT)
    assert not boxes.centers.any()
