"""All boxes of one list with all of another, compared with lists of all pairs and with loops over them."""

import numpy as np
import pytest

import octosat
from conftest import scene
from independent import local


def boxes_of(seed, count):
    parts, _ = scene(seed, boxes=count, spread=3.0)
    return octosat.Boxes(*parts)


def rectangles_of(seed, count):
    rng = np.random.default_rng(seed)
    return octosat.Rectangles.from_rows(rng.uniform([-4, -4, 0.2, 0.2, -4], [4, 4, 3, 3, 4], (count, 5)))


def all_pairs(a, b):
    return np.stack(np.meshgrid(np.arange(a.size), np.arange(b.size), indexing="ij"), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("made", [boxes_of, rectangles_of])
def test_products_have_the_numbers_of_lists_of_pairs(made, engine):
    a, b = made(1, 40), made(2, 31)
    expected = octosat.iou(a, all_pairs(a, b), against=b).reshape(40, 31)
    matrix = octosat.iou(a, b, engine=engine)
    assert (matrix.dtype, matrix.shape) == (np.float32, (40, 31)) and 0 < np.count_nonzero(matrix) < 1000
    assert matrix.tobytes() == expected.tobytes()
    out = np.zeros((31, 40), np.float32).T
    assert octosat.iou(a, against=b, engine=engine, out=out) is out and (out == expected).all()
    own = octosat.iou(a, engine=engine)
    assert own.shape == (40, 40) and (np.diag(own) == 1).all() and (own == own.T).all()
    assert (octosat.iou(a, a) == own).all()

    for least in (0.0, 0.125, 1.0):
        pairs, ious = octosat.iou_above(a, b, least, engine=engine)
        kept = (matrix >= least) & (matrix > 0)
        assert (pairs.dtype, ious.dtype, pairs.shape) == (np.uint32, np.float32, (kept.sum(), 2))
        np.testing.assert_array_equal(pairs, np.argwhere(kept))
        np.testing.assert_array_equal(ious, matrix[kept])
        pairs, ious = octosat.iou_above(a, None, least)
        np.testing.assert_array_equal(pairs, np.argwhere(np.triu((own >= least) & (own > 0), 1)))
        np.testing.assert_array_equal(ious, own[tuple(pairs.T)])

    hits = octosat.overlaps(a, all_pairs(a, b), against=b).reshape(40, 31)
    np.testing.assert_array_equal(octosat.overlapping_pairs(a, b, engine=engine), np.argwhere(hits))
    hits = octosat.overlaps(a, all_pairs(a, a)).reshape(40, 40)
    np.testing.assert_array_equal(octosat.overlapping_pairs(a), np.argwhere(np.triu(hits, 1)))
    assert (matrix > 0).sum() <= len(octosat.overlapping_pairs(a, b)) < 40 * 31


def test_shapes_and_tuples():
    boxes, others = boxes_of(3, 24), boxes_of(4, 10)
    square = octosat.Boxes(*(part.reshape(4, 6, -1) for part in (boxes.centers, boxes.rotations, boxes.half_extents)))
    matrix = octosat.iou(boxes, others)
    assert octosat.iou(square, others).tobytes() == matrix.tobytes()
    assert octosat.iou(square, others).shape == (4, 6, 10) and octosat.iou(others[0], square).shape == (4, 6)
    parts = (others.centers, others.rotations, others.half_extents)
    assert (octosat.iou(boxes, against=parts) == matrix).all() and (octosat.iou(parts, boxes) == matrix.T).all()
    np.testing.assert_array_equal(octosat.overlapping_pairs(square, parts), octosat.overlapping_pairs(boxes, others))
    empty = boxes[:0]
    assert octosat.iou(empty, boxes).shape == (0, 24) and len(octosat.overlapping_pairs(empty)) == 0
    assert len(octosat.iou_above(boxes, empty, 0)[0]) == len(octosat.suppress(empty, [], 0.5)) == 0


def test_points_in_boxes():
    """Spheres with a radius of zero are points; a loop in float64 says which are inside."""
    parts, _ = scene(5, boxes=30)
    points = np.random.default_rng(6).uniform(-2, 2, (500, 3)).astype(np.float32)
    found = octosat.overlapping_pairs(octosat.Boxes(*parts), octosat.Spheres(points, np.zeros(500)))
    beyond = np.stack([
        (np.abs(local(parts, np.full(500, which), points)) - parts[2][which]).max(1) for which in range(30)
    ])
    inside = np.zeros((30, 500), bool)
    inside[tuple(found.T)] = True
    clear = np.abs(beyond) > 1e-5
    np.testing.assert_array_equal(inside[clear], (beyond < 0)[clear])
    assert len(found) > 100 and (np.diff(found[:, 0].astype(int) * 500 + found[:, 1]) > 0).all()


def greedy(ious, scores, most, classes):
    """Suppression by a loop."""
    kept = []
    for index in np.argsort(-scores, kind="stable"):
        if not any(classes[index] == classes[other] and ious[index, other] > most for other in kept):
            kept.append(index)
    return kept


@pytest.mark.parametrize("made", [boxes_of, rectangles_of])
def test_suppression(made, engine):
    boxes, rng = made(7, 150), np.random.default_rng(8)
    ious = octosat.iou(boxes)
    classes = rng.integers(0, 3, 150)
    # Of few scores many are equal.
    for scores in (rng.random(150, np.float32), rng.integers(0, 9, 150), rng.integers(-4, 4, 150) / 4):
        for most in (0.0, 0.2, 0.5, 1.0):
            kept = octosat.suppress(boxes, scores, most, engine=engine)
            assert kept.dtype == np.uint32
            assert kept.tolist() == greedy(ious, scores, most, np.zeros(150))
            kept = octosat.suppress(boxes, scores, most, classes, engine=engine)
            assert kept.tolist() == greedy(ious, scores, most, classes)
    assert len(octosat.suppress(boxes, scores, 1.0)) == 150 > 2 * len(octosat.suppress(boxes, scores, 0.0))


def test_detections():
    """Two cars and a doubled one; another class is kept."""
    rows = np.array([[0, 0, 0, 4, 2, 1.5, 0], [0.1, 0, 0, 4, 2, 1.5, 0.02], [9, 0, 0, 4, 2, 1.5, 1]])
    cars = octosat.Boxes.upright(rows)
    assert octosat.suppress(cars, [0.7, 0.9, 0.8], 0.5).tolist() == [1, 2]
    assert octosat.suppress(cars, [0.7, 0.9, 0.8], 0.5, [1, 2, 2]).tolist() == [1, 2, 0]
    flat = octosat.Rectangles.from_rows(rows[:, [0, 1, 3, 4, 6]])
    np.testing.assert_allclose(octosat.iou(flat), octosat.iou(cars), atol=1e-6)


def test_wrong_products():
    boxes, rectangles, balls = boxes_of(9, 4), rectangles_of(9, 4), octosat.Spheres([[0, 0, 0]], [1])
    for least in (-0.1, 1.5, np.nan):
        with pytest.raises(octosat.QueryError, match="`least` is .*, but must be from 0 to 1"):
            octosat.iou_above(boxes, None, least)
        with pytest.raises(octosat.QueryError, match="`most` is .*, but must be from 0 to 1"):
            octosat.suppress(rectangles, np.zeros(4), least)
    for call in (octosat.iou, octosat.overlapping_pairs, lambda a, b: octosat.iou_above(a, b, 0.5)):
        with pytest.raises(TypeError, match="against must be Rectangles"):
            call(rectangles, boxes)
        with pytest.raises((TypeError, ValueError), match="against must be an octosat.Boxes or"):
            call(boxes, rectangles)
    with pytest.raises(TypeError, match="against must be Rectangles"):
        octosat.overlapping_pairs(rectangles, balls)
    with pytest.raises(TypeError, match="against must be an octosat.Boxes or"):
        octosat.iou(boxes, against=balls)
    with pytest.raises(TypeError, match="given twice"):
        octosat.iou(boxes, boxes, against=boxes)
    with pytest.raises(TypeError, match="queries without pairs take no `moved`"):
        octosat.iou(boxes, boxes, moved=octosat.Moved([0], motions=[0, 0, 0]))
    with pytest.raises(ValueError, match=r"out must have the shape \(4, 4\), not \(4, 3\)"):
        octosat.iou(boxes, boxes, out=np.zeros((4, 3), np.float32))
    with pytest.raises(octosat.QueryError, match="scores"):
        octosat.suppress(boxes, np.zeros(3), 0.5)
    with pytest.raises(octosat.QueryError, match="classes"):
        octosat.suppress(boxes, np.zeros(4), 0.5, [0])
    with pytest.raises(octosat.QueryError, match="score.* is NaN, which has no order"):
        octosat.suppress(boxes, [0, 1, np.nan, 2], 0.5)
    with pytest.raises(octosat.QueryError, match=r"classes\[1\] is -1, but classes are integers from 0"):
        octosat.suppress(boxes, np.zeros(4), 0.5, [0, -1, 0, 0])
    with pytest.raises(TypeError, match="classes must be integers"):
        octosat.suppress(boxes, np.zeros(4), 0.5, np.zeros(4))
    with pytest.raises(ValueError, match=r"scores must have the shape \(n,\)"):
        octosat.suppress(boxes, np.zeros((4, 1)), 0.5)
