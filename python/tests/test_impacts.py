"""Times of impact of boxes that move and turn."""

import numpy as np
import pytest
from conftest import scene

import octosat

UPRIGHT = [0.0, 0.0, 0.0, 1.0]


def bullet(end):
    """A bullet in front of a thin wall, and both after a step that moves the bullet by so much."""
    half_extents = [[0.001, 1.0, 1.0], [0.01, 0.01, 0.01]]
    boxes = octosat.Boxes([[0, 0, 0], [-4, 0, 0]], [UPRIGHT] * 2, half_extents)
    ends = octosat.Boxes([[0, 0, 0], [-4 + end, 0, 0]], [UPRIGHT] * 2, half_extents)
    return boxes, ends


def test_a_bullet_hits_a_thin_wall():
    row = octosat.impacts(*bullet(16.0), [[0, 1]])[0]
    assert row["state"] == octosat.ImpactState.HIT
    touch = (4 - 0.011) / 16
    # Early by at most the tolerance, a hundredth of a millimeter here, and by rounding.
    assert touch - 2e-5 <= row["time"] <= touch
    assert row["axis"] == 0


def test_a_short_step_is_free():
    row = octosat.impacts(*bullet(3.9), [[0, 1]])[0]
    assert (row["state"], row["time"]) == (octosat.ImpactState.FREE, 1.0)


def test_boxes_that_touch_at_the_start_and_the_same_boxes_twice():
    boxes = octosat.Boxes([[0, 0, 0], [0.5, 0, 0]], [UPRIGHT] * 2, [[1, 1, 1]] * 2)
    rows = octosat.impacts(boxes, boxes, [[0, 1]])
    assert (rows["state"][0], rows["time"][0]) == (octosat.ImpactState.TOUCHING, 0.0)


def test_the_arc_of_a_link_is_not_the_chord_between_two_configurations():
    def links(angles):
        turns = [[0, 0, np.sin(angle / 2), np.cos(angle / 2)] for angle in angles]
        return octosat.Boxes([[np.cos(angle), np.sin(angle), 0] for angle in angles], turns, [[0.025] * 3] * len(angles))

    wall = octosat.Boxes([[1.12, 0, 0]], [UPRIGHT], [[0.1, 1, 1]])
    row = octosat.impacts(links([-0.2]), links([0.2]), [[0, 0]], against=wall)[0]
    assert row["state"] == octosat.ImpactState.FREE
    assert octosat.overlaps(links([0.0]), [[0, 0]], against=wall)[0]


def test_boxes_that_touch_and_leave_slide_or_rest_are_free():
    floor, cube = [10.0, 1.0, 10.0], [0.5, 0.5, 0.5]
    boxes = octosat.Boxes([[0, -1, 0], [0, 0.5, 0]], [UPRIGHT] * 2, [floor, cube])
    for to, is_free in (([0, 1.5, 0], True), ([3, 0.5, 0], True), ([0, 0.5, 0], True), ([0, 0, 0], False)):
        ends = octosat.Boxes([[0, -1, 0], to], [UPRIGHT] * 2, [floor, cube])
        state = octosat.impacts(boxes, ends, [[0, 1]])["state"][0]
        assert (state == octosat.ImpactState.FREE) == is_free, to
        # The same with a skin of two millimeters.
        state = octosat.impacts(boxes, ends, [[0, 1]], -0.002)["state"][0]
        assert (state == octosat.ImpactState.FREE) == is_free, to


def test_boxes_of_two_lists():
    parts, pairs = scene(2, pairs=300)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    ends = (parts[0] + np.float32(0.2) * np.roll(parts[0], 1, axis=1), parts[1], parts[2])
    expected = octosat.impacts(parts, ends, pairs)
    starts = octosat.Boxes(*parts)
    for others in (parts, starts):
        found = octosat.impacts(starts, ends, pairs, against=others, against_ends=ends)
        np.testing.assert_array_equal(found, expected)
    resting = octosat.impacts(starts, ends, pairs, against=parts)
    np.testing.assert_array_equal(
        resting, octosat.impacts(starts, ends, pairs, against=parts, against_ends=parts)
    )
    assert (resting != expected).any()
    with pytest.raises(octosat.QueryError):
        octosat.impacts(starts, ends, pairs, against=parts, against_ends=tuple(part[:5] for part in ends))


def test_every_backend_gives_the_same_rows():
    parts, pairs = scene(1, pairs=500)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    ends = (parts[0] + 0.3, np.roll(parts[1], 1, axis=0), parts[2])
    expected = octosat.impacts(parts, ends, pairs, 0.01)
    assert {*expected["state"]} >= {octosat.ImpactState.FREE, octosat.ImpactState.HIT}
    for backend in octosat.available_backends():
        out = np.zeros(len(pairs), octosat.IMPACT)
        found = octosat.impacts(
            parts, ends, pairs, 0.01, engine=octosat.Engine(backend=backend), out=out
        )
        assert found is out
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("options", [{"tolerance": -1.0}, {"tolerance": np.nan}, {"rounds": 0}])
def test_wrong_options(options):
    with pytest.raises(octosat.QueryError):
        octosat.impacts(*bullet(1.0), [[0, 1]], **options)


def test_other_boxes_at_the_end():
    boxes, _ = bullet(1.0)
    larger = octosat.Boxes([[0, 0, 0], [-4, 0, 0]], [UPRIGHT] * 2, [[1, 1, 1]] * 2)
    with pytest.raises(octosat.QueryError, match=r"half extents of boxes\[0\]"):
        octosat.impacts(boxes, larger, [[0, 1]])
    with pytest.raises(octosat.QueryError, match="at the end of the step is 1, but must be 2"):
        octosat.impacts(boxes, ([[0, 0, 0]], [UPRIGHT], [[1, 1, 1]]), [[0, 1]])
