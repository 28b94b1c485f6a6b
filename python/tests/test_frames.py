"""Poses of the frames of links, and what a chain says about calls that are guessed wrong."""

import numpy as np
import pytest
from test_chains import LINKS, arm, configurations, frames, tree

import independent
import octosat
from octosat import Chain, robots


def test_frames_are_those_of_float64_kinematics():
    chain, joints = tree(), np.float32(configurations())
    expected = frames(joints)
    for name in ["base"] + [name for name, *_ in LINKS]:
        positions, rotations = chain.frames(joints, name)
        assert (positions.shape, rotations.shape) == ((400, 3), (400, 4))
        np.testing.assert_allclose(positions, expected[name][:, :3, 3], rtol=0, atol=2e-6)
        np.testing.assert_allclose(independent.matrices(rotations), expected[name][:, :3, :3], rtol=0, atol=4e-6)
    positions, rotations = chain.frames(joints.reshape(20, 20, 6), "hand")
    assert positions.shape == (20, 20, 3) and positions.tobytes() == chain.frames(joints, "hand")[0].tobytes()
    assert [part.shape for part in chain.frames(joints[0], "hand")] == [(3,), (4,)]


def test_a_frame_without_solids_has_a_pose():
    chain = Chain.from_urdf(robots.ARM)
    assert "tip" not in chain.solids
    positions, rotations = chain.frames(np.zeros(7), "tip")
    np.testing.assert_allclose(positions, [0, 0, 1.22], atol=1e-6)
    np.testing.assert_allclose(rotations, [0, 0, 0, 1], atol=1e-6)
    with pytest.raises(octosat.ChainError, match="there is no link `tool`; there are base, "):
        chain.frames(np.zeros(7), "tool")


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: Chain("arm.urdf"), TypeError, r"Chain\.from_urdf"),
        (lambda: Chain("<robot/>"), TypeError, r"Chain\.from_urdf"),
        (
            lambda: tree().any_overlap(np.zeros(5)),
            ValueError,
            r"\(5,\); the joints are column, upper, fore, hand, left, other",
        ),
        (lambda: arm().allow("arm", [0]), TypeError, r"obstacles=\[\.\.\.\]"),
        (lambda: Chain.from_urdf(robots.ARM, {"hand": [[0, 0, 0]]}), ValueError, "link `hand`: boxes must be"),
        (
            lambda: Chain.from_urdf(robots.ARM, {"hand": ([0, 0, 0], [0, 0, 0, 1], [1, np.nan, 1])}),
            octosat.BoxError,
            "link `hand`: ",
        ),
    ],
)
def test_wrong_guesses_are_answered_with_the_right_call(call, error, text):
    with pytest.raises(error, match=text):
        call()
