"""Verdicts, exact overlap and clearances, compared with separations in float64, which share nothing with the engine."""

import numpy as np
import pytest
from conftest import scene
from independent import separations

import octosat
from octosat import Verdict

PARTS, PAIRS = scene(18, boxes=300, pairs=3000, spread=2.0)


def test_verdicts_and_clearances_are_true(engine):
    boxes = octosat.Boxes(*PARTS)
    truth = separations(PARTS, PAIRS)
    for growth in (None, 0.05):
        verdicts = octosat.verdicts(boxes, PAIRS, growth, engine=engine)
        clearances = octosat.clearances(boxes, PAIRS, growth, engine=engine)
        assert verdicts.dtype == np.uint8 and clearances.dtype == np.float32
        if growth is None:
            np.testing.assert_array_equal(verdicts == Verdict.OVERLAPPING, truth < 0)
            np.testing.assert_array_equal(verdicts == Verdict.SEPARATED, truth > 0)
            np.testing.assert_array_equal(octosat.overlaps_exact(boxes, PAIRS, engine=engine), truth < 0)
            assert (clearances <= truth).all() and (clearances > truth - 1e-3).all()
        else:
            assert (truth[verdicts == Verdict.SEPARATED] > 2 * growth).all()
            assert (verdicts == Verdict.SEPARATED).any() and (verdicts == Verdict.OVERLAPPING).any()
    assert PARTS[2].min() > 0.02
    cores = octosat.verdicts(boxes, PAIRS, np.full(len(PAIRS), -0.02, np.float32), engine=engine)
    assert (truth[cores == Verdict.OVERLAPPING] < -0.04 + 1e-6).all() and (cores == Verdict.OVERLAPPING).any()


def test_touching_boxes_are_undecided():
    boxes = octosat.Boxes([[0, 0, 0], [1, 0, 0], [1.5, 0, 0]], [[0, 0, 0, 1]] * 3, [[0.5, 0.5, 0.5]] * 3)
    out = np.full(2, 7, np.uint8)
    assert octosat.verdicts(boxes, [[0, 1], [0, 2]], out=out) is out
    assert out.tolist() == [Verdict.UNDECIDED, Verdict.SEPARATED]
    overlaps = np.zeros(2, np.bool_)
    assert octosat.overlaps_exact(boxes, [[0, 1], [0, 2]], against=boxes, out=overlaps) is overlaps
    assert overlaps.tolist() == [True, False]
    # One place of the last digit farther away: apart.
    beyond = octosat.Boxes([[0, 0, 0], [np.nextafter(np.float32(1), 2), 0, 0]], [[0, 0, 0, 1]] * 2, [[0.5] * 3] * 2)
    assert octosat.overlaps_exact(beyond, [[0, 1]]).tolist() == [False]
    out = np.full(2, 7, np.float32)
    assert octosat.clearances(boxes, [[0, 1], [0, 2]], out=out, against=boxes) is out
    assert -1e-4 < out[0] < 0 and 0.499 < out[1] < 0.5


def test_rejected_queries_write_nothing():
    boxes = octosat.Boxes(*PARTS)
    queries = [octosat.verdicts, octosat.clearances, octosat.overlaps_exact]
    for query, dtype in zip(queries, [np.uint8, np.float32, np.bool_], strict=True):
        out = np.full(3, 7, dtype)
        with pytest.raises(octosat.QueryError):
            query(boxes, [[0, 1], [2, 3], [4, 300]], out=out)
        with pytest.raises(TypeError):
            query(boxes, [[0, 0]] * 3, against=octosat.HalfSpaces([[0, 0, 1]], [0]), out=out)
        assert (out == np.full(3, 7, dtype)).all()
