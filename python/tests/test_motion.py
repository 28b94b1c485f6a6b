"""Boxes that move, compared with separations in float64 at many times, which share nothing with the engine."""

import numpy as np
import pytest
from conftest import scene
from independent import separations

import octosat

PARTS, PAIRS = scene(17, boxes=300, pairs=1500, spread=3.0)
RNG = np.random.default_rng(4)
MOTIONS = RNG.uniform(-4, 4, (len(PAIRS), 3)).astype(np.float32)
# Four cast bounds of such boxes, meters: 4.5e-6 of some 6 m each.
SLACK = 1e-4
FREE, HIT, OVERLAPPING = 0, 1, 2


def moved(times):
    """The separation of each pair at its time, meters."""
    a, b = PAIRS.astype(np.int64).T
    centers = PARTS[0].astype(np.float64)
    parts = [np.concatenate([part[a], part[b]]).astype(np.float64) for part in PARTS]
    parts[0] = np.concatenate([centers[a], centers[b] + times[:, None] * MOTIONS.astype(np.float64)])
    count = len(PAIRS)
    return separations(parts, np.stack([np.arange(count), np.arange(count) + count], axis=1))


def test_casts_are_never_late_and_early_by_little(engine):
    rows = octosat.casts(octosat.Boxes(*PARTS), PAIRS, MOTIONS, engine=engine)
    assert rows.dtype == octosat.CAST and not rows["reserved"].any()
    start, state, time = moved(np.zeros(len(PAIRS))), rows["state"], rows["time"].astype(np.float64)
    assert all(np.count_nonzero(state == kind) > 50 for kind in (FREE, HIT, OVERLAPPING))
    np.testing.assert_array_equal(state == OVERLAPPING, start < 0)
    np.testing.assert_array_equal(time[state == FREE], 1.0)
    # At a hit, and when boxes that overlap leave each other, the separation is zero except for the bound.
    at = moved(np.where(state == FREE, 0.0, time))
    assert (np.abs(at[state == HIT]) < SLACK).all() and (at[state == HIT] >= 0).all()
    leave = np.where(state == OVERLAPPING, rows["leave"].astype(np.float64), 0.0)
    assert (np.abs(moved(leave)[state == OVERLAPPING]) < SLACK * (1 + leave[state == OVERLAPPING])).all()
    assert not time[state == OVERLAPPING].any()
    for part in np.linspace(0, 1, 60):
        least = moved(np.where(state == FREE, part, time * part))
        assert (least[state != OVERLAPPING] > 0).all()


def test_displacements_per_box():
    boxes = octosat.Boxes([[0, 0, 0], [4, 0.5, 0]], [[0, 0, 0, 1]] * 2, [[1, 1, 1], [0.5, 0.5, 0.5]])
    rows = octosat.casts(boxes, [[0, 1], [1, 0]], [[3, 0, 0], [-2, 0, 0]], per_box=True)
    assert rows["state"].tolist() == [HIT, HIT] and rows["axis"].tolist() == [0, 0]
    np.testing.assert_allclose(rows["time"], 0.5, atol=1e-5)
    out = np.zeros(2, octosat.CAST)
    assert octosat.casts(boxes, [[0, 1], [1, 0]], [[-5, 0, 0], [5, 0, 0]], out=out) is out
    assert out.tobytes() == rows.tobytes()
    early = octosat.casts(boxes, [[0, 1]], [[-5, 0, 0]], grown=0.25)
    late = octosat.casts(boxes, [[0, 1]], [[-5, 0, 0]], grown=-0.25)
    np.testing.assert_allclose(late["time"], 0.6, atol=1e-5)
    with pytest.raises(TypeError, match="within"):
        octosat.casts(boxes, [[0, 1]], [[-5, 0, 0]], within=0.5)
    np.testing.assert_allclose(early["time"], 0.4, atol=1e-5)


def test_a_hand_that_is_driven_into_a_wall_is_the_first_box():
    hand = octosat.Boxes([[0, 0, 0]], [[0, 0, 0, 1]], [[1, 1, 1]])
    wall = octosat.Boxes([[4, 0, 0]], [[0, 0, 0, 1]], [[1, 5, 5]])
    motion = np.array([[4.0, 0, 0]])
    states = [octosat.casts(hand, [[0, 0]], sign * motion, against=wall)["state"][0] for sign in (-1, 1)]
    assert states == [HIT, FREE]
    per_box = octosat.casts(hand, [[0, 0]], (motion, np.zeros((1, 3))), per_box=True, against=wall)
    assert per_box["state"][0] == HIT


def test_rounded_poses_a_kilometer_away_do_not_touch():
    boxes = octosat.Boxes([[0, 1000, 0], [0, 1003, 0]], [[0, 0, 0, 1]] * 2, [[0.5] * 3] * 2)
    for stored_poses in (False, True):
        row = octosat.casts(boxes, [[0, 1]], [[0, -6, 0]], stored_poses=stored_poses)[0]
        y = np.float32(1003) + row["time"] * np.float32(-6)
        assert row["state"] == HIT and (y > 1001) == stored_poses


def test_what_only_grazes_is_free():
    voxels = octosat.Boxes([[0, -0.5, 0], [1, -0.5, 0], [3, 0.5, 0]], [[0, 0, 0, 1]] * 3, [[0.5] * 3] * 3)
    mover = octosat.Boxes([[0, 0.4, 0]], [[0, 0, 0, 1]], [[0.4] * 3])
    rows = octosat.casts(voxels, [[0, 0], [1, 0], [2, 0]], [[10, 0, 0]] * 3, against=mover)
    assert rows["state"].tolist() == [FREE, FREE, HIT]


def test_rejected_displacements_are_named():
    boxes, pairs = octosat.Boxes(*PARTS), PAIRS[:3]
    out = np.full(3, 7, np.uint8).repeat(12).view(octosat.CAST)
    before = out.tobytes()
    for bad in (np.nan, np.inf, 1.1e12):
        motions = np.zeros((3, 3))
        motions[2, 1] = bad
        with pytest.raises(octosat.QueryError, match=r"displacement of pairs\[2\]") as error:
            octosat.casts(boxes, pairs, motions, out=out)
        assert error.value.pair == 2
    with pytest.raises(octosat.QueryError, match="the number of displacements is 2, but the number of pairs is 3"):
        octosat.casts(boxes, pairs, np.zeros((2, 3)), out=out)
    with pytest.raises(octosat.QueryError, match="the number of displacements is 3, but the number of boxes is 300"):
        octosat.casts(boxes, pairs, np.zeros((3, 3)), per_box=True, out=out)
    with pytest.raises(ValueError, match="motions must have the shape"):
        octosat.casts(boxes, pairs, np.zeros((3, 2)), out=out)
    assert out.tobytes() == before
