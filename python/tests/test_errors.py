"""Wrong input: each an exception that names the row, and nothing is written."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from conftest import scene
from hypothesis import given, settings
from hypothesis import strategies as st

import octosat

PARTS, PAIRS = scene(41, boxes=16, pairs=30)
BOXES = octosat.Boxes(*PARTS)


def cached(*given):
    return octosat.ContactCache().manifolds(*given)


VERBS = [octosat.overlaps, octosat.penetrations, octosat.manifolds, cached]


def changed(array, place, value):
    array = np.array(array, np.float64)
    array[place] = value
    return array


@pytest.mark.parametrize(
    ("part", "place", "value", "field"),
    [
        (0, (3, 1), np.nan, "center"),
        (0, (3, 1), np.inf, "center"),
        (0, (3, 1), 1e30, "center"),
        (1, (3, 0), np.nan, "rotation"),
        (1, 3, 0.0, "rotation"),
        (1, 3, 2.0, "rotation"),
        (2, (3, 2), -1e-9, "half_extents"),
        (2, (3, 2), np.nan, "half_extents"),
        (2, (3, 2), np.inf, "half_extents"),
    ],
)
def test_bad_boxes(part, place, value, field):
    parts = list(PARTS)
    parts[part] = changed(parts[part], place, value)
    for make in (lambda: octosat.Boxes(*parts), lambda: octosat.overlaps(tuple(parts), PAIRS)):
        with pytest.raises(octosat.BoxError, match="given box 3") as caught:
            make()
        assert (caught.value.index, caught.value.field) == (3, field)
    if part < 2:
        before = (BOXES.centers.tobytes(), BOXES.rotations.tobytes())
        with pytest.raises(octosat.BoxError, match="given box 3"):
            BOXES.set_poses(parts[0], parts[1])
        assert (BOXES.centers.tobytes(), BOXES.rotations.tobytes()) == before


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("bad", ["no dimension", "five columns", "complex", "text", "objects", "booleans"])
def test_wrong_arrays(part, bad):
    if (part, bad) == (2, "no dimension"):
        pytest.skip("one number is half extents of all axes")
    parts = list(PARTS)
    kinds = {
        "no dimension": lambda a: a[0, 0],
        "five columns": lambda a: np.zeros((16, 5)),
        "complex": lambda a: a.astype(complex),
        "text": lambda a: a.astype(str),
        "objects": lambda a: a.astype(object),
        "booleans": lambda a: a.astype(bool),
    }
    parts[part] = kinds[bad](parts[part])
    name = ["centers", "rotations", "half_extents"][part]
    with pytest.raises((TypeError, ValueError), match=name):
        octosat.Boxes(*parts)


def test_different_lengths():
    text = r"leading shapes that do not broadcast: centers \(16,\), rotations \({},\), half_extents \({},\)"
    with pytest.raises(ValueError, match=text.format(15, 16)):
        octosat.Boxes(PARTS[0], PARTS[1][1:], PARTS[2])
    with pytest.raises(ValueError, match=text.format(16, 15)):
        octosat.overlaps((PARTS[0], PARTS[1], PARTS[2][1:]), PAIRS)
    with pytest.raises(ValueError, match=r"rotations has the leading shape \(15,\).*the shape \(16,\) of the boxes"):
        BOXES.set_poses(PARTS[0][1:], PARTS[1][1:])
    with pytest.raises(ValueError, match=r"centers has the leading shape \(2,\).*the shape \(3,\) of the indices"):
        BOXES.set_poses_of([0, 1, 2], PARTS[0][:2], PARTS[1][:3])
    with pytest.raises(ValueError, match=r"rotations has the leading shape \(2,\).*the shape \(3,\) of the indices"):
        BOXES.set_poses_of([0, 1, 2], PARTS[0][:3], PARTS[1][:2])


@pytest.mark.parametrize("index", [16, -1, 2**32, 2**63 - 1, -(2**63)])
@pytest.mark.parametrize("verb", VERBS)
def test_indices_out_of_range(verb, index):
    pairs = PAIRS.astype(np.int64)
    pairs[7, 1] = index
    with pytest.raises(octosat.QueryError, match=rf"pairs\[7\]\[1\] is {index}") as caught:
        verb(BOXES, pairs)
    assert caught.value.pair == 7


def test_large_unsigned_indices_do_not_wrap():
    pairs = PAIRS.astype(np.uint64)
    pairs[4, 0] = 2**64 - 1
    with pytest.raises(octosat.QueryError, match=r"pairs\[4\]\[0\] is 18446744073709551615"):
        octosat.overlaps(BOXES, pairs)
    pairs[4, 0] = 2**32 + 1
    with pytest.raises(octosat.QueryError, match=r"pairs\[4\]\[0\] is 4294967297"):
        octosat.overlaps(BOXES, pairs)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(-3, 20), st.integers(-3, 20)), max_size=40))
def test_random_pairs_are_taken_or_rejected(pairs):
    valid = all(0 <= index < 16 for pair in pairs for index in pair)
    if valid:
        assert len(octosat.penetrations(BOXES, pairs)) == len(pairs)
    else:
        bad = next(p for p, pair in enumerate(pairs) if not all(0 <= index < 16 for index in pair))
        with pytest.raises(octosat.QueryError):
            octosat.penetrations(BOXES, pairs)
        out_of_type = [p for p, pair in enumerate(pairs) if min(pair) < 0]
        with pytest.raises(octosat.QueryError) as caught:
            octosat.overlaps(BOXES, pairs)
        assert caught.value.pair == (out_of_type[0] if out_of_type else bad)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "pairs",
    [PAIRS.astype(float), PAIRS.astype(bool), PAIRS.ravel(), PAIRS[:, :1], np.zeros((2, 3), int), "ab", None, 5],
)
def test_wrong_pairs(verb, pairs):
    with pytest.raises((TypeError, ValueError)):
        verb(BOXES, pairs)


@pytest.mark.parametrize("verb", VERBS)
def test_wrong_lengths(verb):
    for within in (-0.1, np.nan, np.inf, 1e39, -1):
        with pytest.raises(octosat.QueryError, match="within"):
            verb(BOXES, PAIRS, within)
    lengths = np.zeros(len(PAIRS))
    lengths[9] = -1
    with pytest.raises(octosat.QueryError, match=r"within\[9\]") as caught:
        verb(BOXES, PAIRS, lengths)
    assert caught.value.pair == 9
    with pytest.raises(octosat.QueryError, match="`within` has length 29, but must have one value per pair: 30"):
        verb(BOXES, PAIRS, lengths[1:])
    for within in ("a", [[0.1]], 1j, np.zeros((30, 1))):
        with pytest.raises((TypeError, ValueError)):
            verb(BOXES, PAIRS, within)


def test_wrong_outputs():
    good = np.zeros(len(PAIRS), bool)
    read_only = good.copy()
    read_only.flags.writeable = False
    wrong = [good[1:], good.reshape(-1, 1), good.astype(np.uint8), good.tolist(), read_only]
    for out in wrong:
        with pytest.raises((TypeError, ValueError), match="out"):
            octosat.overlaps(BOXES, PAIRS, out=out)
    with pytest.raises(TypeError, match="out must have the dtype"):
        octosat.penetrations(BOXES, PAIRS, out=good)
    bad = PAIRS.copy()
    bad[-1] = 99
    out = np.full(len(PAIRS), 7, octosat.PENETRATION)
    before = out.tobytes()
    with pytest.raises(octosat.QueryError):
        octosat.penetrations(BOXES, bad, out=out)
    assert out.tobytes() == before


def test_wrong_boxes():
    for boxes in (None, 5, PARTS[0], PARTS[:2], {"centers": 1}):
        with pytest.raises((TypeError, ValueError)):
            octosat.overlaps(boxes, PAIRS)


def test_wrong_settings():
    for keywords in ({"limit": 5}, {"limit": -4}, {"origin": "earth"}, {"engine": "avx2"}, {"unknown": 1}):
        with pytest.raises((TypeError, ValueError)):
            octosat.manifolds(BOXES, PAIRS, **keywords)
    with pytest.raises(octosat.EngineError, match="no backend is called"):
        octosat.Engine("fast")
    with pytest.raises(octosat.EngineError, match="backend scalar is not in this build"):
        octosat.Engine("scalar")
    with pytest.raises(ValueError, match="threads"):
        octosat.Engine(threads=-1)


def test_wrong_shapes():
    with pytest.raises(octosat.ShapeError, match="sphere 1: radius") as caught:
        octosat.Spheres(np.zeros((2, 3)), [1, -1])
    assert (caught.value.index, caught.value.field) == (1, "radius")
    with pytest.raises(octosat.ShapeError, match="half-space 0: normal"):
        octosat.HalfSpaces([[0, 0, 2]], [0])
    with pytest.raises(octosat.ShapeError, match="axis-aligned box 0"):
        octosat.AxisAlignedBoxes([[0, 0, 1]], [[1, 1, 0]])
    with pytest.raises(octosat.ShapeError, match="ray 0: direction"):
        octosat.Rays([[0, 0, 0]], [[0, 0, 0]])
    with pytest.raises(octosat.ShapeError, match="segment 0: end"):
        octosat.Segments([[0, 0, 0]], [[0, 0, np.nan]])
    with pytest.raises(ValueError, match="1 radii for 2 centers"):
        octosat.Spheres(np.zeros((2, 3)), [1])
    spheres = octosat.Spheres(np.zeros((2, 3)), [1, 1])
    with pytest.raises(octosat.QueryError, match=r"pairs\[1\]\[1\] is 2, but the number of spheres is 2"):
        octosat.overlaps(BOXES, [[0, 1], [0, 2]], against=spheres)
    with pytest.raises(ValueError, match="one shape"):
        octosat.overlaps(BOXES, against=spheres)
    with pytest.raises(octosat.QueryError, match="manifolds of spheres takes no `within`"):
        octosat.manifolds(BOXES, [[0, 0]], 0.1, against=spheres)
    for option in ({"limit": 4}, {"limit": 8}, {"origin": "center_of_a"}, {"surfaces": True}):
        (name,) = option
        ground = octosat.HalfSpaces([[0, 0, 1]], [0])
        capsules = octosat.Capsules([[0, 0, 0]], [[1, 0, 0]], [1])
        for others in (ground, spheres, capsules):
            with pytest.raises(TypeError, match=f"contacts with other shapes take no `{name}`"):
                octosat.manifolds(BOXES, [[0, 0]], against=others, **option)
        with pytest.raises(TypeError, match=f"contacts with other shapes take no `{name}`"):
            octosat.manifolds(spheres, [[0, 1]], **option)
    # What contacts with shapes are anyway.
    assert len(octosat.manifolds(BOXES, [[0, 0]], against=spheres, origin="world", surfaces=False)) == 1
    for verb in (octosat.overlaps, octosat.penetrations, octosat.manifolds):
        with pytest.raises(TypeError):
            verb(BOXES, [[0, 0]], against=octosat.Rays([[0, 0, 0]], [[1, 0, 0]]))
        with pytest.raises(TypeError):
            verb(BOXES, [[0, 0]], against=[1])
    with pytest.raises(TypeError, match="Rays or Segments"):
        octosat.hits(BOXES, spheres, [[0, 0]])


def test_wrong_poses():
    for call in (
        lambda: BOXES.set_poses_of([0, 16], PARTS[0][:2], PARTS[1][:2]),
        lambda: BOXES.set_poses_of([0, -1], PARTS[0][:2], PARTS[1][:2]),
        lambda: BOXES.set_poses_of([0, 2**32], PARTS[0][:2], PARTS[1][:2]),
        lambda: BOXES.set_half_extents(16, [1, 1, 1]),
        lambda: BOXES.set_half_extents(-1, [1, 1, 1]),
        lambda: BOXES.set_half_extents(0, [1, 1, -1]),
        lambda: BOXES.set_poses_from_row_major(np.zeros((16, 4, 4))),
        lambda: BOXES.set_poses(PARTS[0] + [0, 0, 1e9 / 7], PARTS[1]),
        lambda: BOXES.set_poses_of([2, 3], PARTS[0][:2] + [0, 0, 1e9 / 7], PARTS[1][:2]),
        lambda: BOXES.set_poses_from_row_major(np.tile(np.eye(4)[:3] + [0, 0, 0, 1e9 / 7], (16, 1, 1))),
    ):
        before = (BOXES.centers.tobytes(), BOXES.rotations.tobytes(), BOXES.half_extents.tobytes())
        with pytest.raises(octosat.BoxError):
            call()
        assert (BOXES.centers.tobytes(), BOXES.rotations.tobytes(), BOXES.half_extents.tobytes()) == before
    with pytest.raises(TypeError):
        BOXES.set_poses_of([0.5, 1], PARTS[0][:2], PARTS[1][:2])
    with pytest.raises(ValueError, match="matrices"):
        BOXES.set_poses_from_row_major(np.zeros((16, 3, 3)))
    with pytest.raises(ValueError, match=r"matrices has the leading shape \(15,\)"):
        BOXES.set_poses_from_row_major(np.tile(np.eye(4), (15, 1, 1)))
    with pytest.raises(ValueError, match="origin is .*, which is not finite"):
        BOXES.set_poses(*PARTS[:2], origin=[0, np.nan, 0])


def test_wrong_caches():
    for wrong in ({"limit": 5}, {"origin": "a"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            octosat.ContactCache().manifolds(BOXES, PAIRS, **wrong)
    cache = octosat.ContactCache()
    cache.manifolds(BOXES, PAIRS)
    for numbers in ([0, 1, 1], [2**32], [-1], [0.5]):
        with pytest.raises((TypeError, ValueError)):
            cache.renumber_boxes(numbers)
    with pytest.raises(octosat.BoxError, match="boxes 0 and 2 on both sides get the same index 7") as caught:
        cache.renumber_boxes([7, 3, 7, 2])
    assert caught.value.index == 2
    for call in (lambda: cache.forget_box(-1), lambda: cache.forget_pair([0, 2**32]), lambda: cache.swap_remove(0, -1)):
        with pytest.raises(octosat.BoxError):
            call()
    check_unchanged(cache)


def check_unchanged(cache):
    """Every point of the next frame continues the one that the first frame of BOXES and PAIRS has at its place."""
    cache.next_frame()
    found = cache.manifolds(BOXES, PAIRS)
    assert (cache.predecessors() == np.arange(len(found.points))).all()


def test_a_rejected_call_leaves_the_cache_as_it_was():
    cache = octosat.ContactCache()
    cache.manifolds(BOXES, PAIRS)
    cache.next_frame()
    with pytest.raises(octosat.QueryError):
        cache.manifolds(BOXES, [[0, 99]])
    check_unchanged(cache)


@pytest.mark.parametrize(
    ("field", "change", "row"),
    [
        ("pairs", lambda pairs: pairs[1:], None),
        ("points", lambda points: points[1:], None),
        ("points", lambda points: np.append(points, points[:1]), None),
        ("surfaces", lambda surfaces: surfaces[1:], None),
        ("manifolds", lambda rows: rows[:0], None),
        ("manifolds", lambda rows: with_value(rows, "first", 1), 1),
        ("manifolds", lambda rows: with_value(rows, "len", 200), 1),
        ("points", lambda points: with_value(points, "feature", 400), 1),
        ("points", lambda points: with_value(points, "feature", points["feature"][1]), 1),
    ],
)
def test_parts_that_do_not_belong_together(field, change, row):
    boxes = octosat.Boxes([[0, 0, 0], [0, 0, 1.9], [9, 0, 0]], [[0, 0, 0, 1]] * 3, np.ones((3, 3)))
    found = octosat.manifolds(boxes, [[0, 2], [0, 1]], surfaces=True)
    wrong = replace(found, **{field: change(getattr(found, field).copy())})
    with pytest.raises(octosat.PartsError) as caught:
        octosat.ContactCache.from_manifolds(wrong)
    assert row is None or caught.value.row in (None, row)
    with pytest.raises(TypeError):
        octosat.ContactCache.from_manifolds(replace(found, points=found.surfaces))
    octosat.ContactCache.from_manifolds(found)


def test_an_argument_that_is_no_boxes_is_named():
    spheres = octosat.Spheres(np.zeros((2, 3)), [1, 1])
    form = r"must be an octosat.Boxes or \(centers, rotations, half_extents\), not"
    for name, call in [
        ("against", lambda: octosat.any_overlap(BOXES, spheres, per_configuration=1)),
        ("boxes", lambda: octosat.any_overlap(spheres, BOXES, per_configuration=1)),
        ("ends", lambda: octosat.impacts(BOXES, spheres, [[0, 1]])),
        ("against_ends", lambda: octosat.impacts(BOXES, BOXES, [[0, 1]], against=BOXES, against_ends=spheres)),
        ("ends", lambda: octosat.Moved([0.5], ends=spheres)),
    ]:
        with pytest.raises(TypeError, match=f"^{name} {form} Spheres"):
            call()
    with pytest.raises(ValueError, match=f"^boxes {form} a sequence of 2"):
        octosat.aabbs(([[0, 0, 0]], [[0, 0, 0, 1]]))


def with_value(rows, name, value):
    """The rows with another value in the last pair, or in its first point."""
    rows[name][-1 if "len" in rows.dtype.names else 0] = value
    return rows


def test_errors_keep_their_attributes_between_processes():
    with pytest.raises(octosat.QueryError) as caught:
        octosat.overlaps(BOXES, [[0, 99]])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.pair) == (octosat.QueryError, str(caught.value), 0)
    with pytest.raises(octosat.BoxError) as caught:
        octosat.Boxes([[np.nan, 0, 0]], [[0, 0, 0, 1]], [[1, 1, 1]])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.index, again.field, str(again)) == (0, "center", str(caught.value))


def test_errors_with_notes_can_be_pickled():
    for error in (
        octosat.BoxError("text", 3, "center"),
        octosat.QueryError("text", 7),
        octosat.RecordingError("text", "pairs", 5),
        octosat.PartsError("text", 2),
    ):
        if hasattr(error, "add_note"):  # From Python 3.11 on.
            error.add_note("a note")
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.__dict__) == (type(error), "text", error.__dict__)


def test_masked_arrays_are_rejected():
    centers = np.ma.masked_array(np.zeros((1, 3)), mask=True)
    with pytest.raises(TypeError, match="masked"):
        octosat.Boxes(centers, [[0, 0, 0, 1]], [[1, 1, 1]])


@pytest.mark.parametrize("last", [1.0, [], np.zeros(3)])
def test_values_of_too_few_points_are_not_carried_over(last):
    boxes = octosat.Boxes([[0, 0, 0], [0, 0, 1.9]], [[0, 0, 0, 1]] * 2, np.ones((2, 3)))
    cache = octosat.ContactCache()
    for _ in range(2):
        cache.next_frame()
        cache.manifolds(boxes, [[0, 1]])
    assert len(cache.carried_over(np.zeros(4))) == 4
    with pytest.raises(ValueError, match="last: shape"):
        cache.carried_over(last)
