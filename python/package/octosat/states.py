"""The states of rows: what is known about two boxes, a box and a frustum, or a chain.

Their names are plain numbers: `row["state"] == CastState.HIT`. The class gives the name: `CastState(row["state"]).name`.
"""

from enum import IntEnum
from typing import TypeVar

_State = TypeVar("_State", bound=IntEnum)


def numbered(states: type[_State]) -> type[_State]:
    """Makes the names of states plain numbers: NumPy takes ten times as long to compare a number of a row with any other."""
    for state in states:
        type.__setattr__(states, state.name, int(state))
    return states


@numbered
class CastState(IntEnum):
    """The field `state` of a CAST and of a SHAPE_CAST."""

    FREE = 0
    """The boxes do not touch; or one axis keeps them on one side while they touch: they graze, slide, rest or move apart."""
    HIT = 1
    """The boxes get deeper than rounding during the step."""
    OVERLAPPING = 2
    """The boxes overlap at the start of the step."""
    NON_FINITE = 255
    """A number of the boxes or of their motion is not finite."""


@numbered
class ImpactState(IntEnum):
    """The field `state` of an IMPACT."""

    FREE = 0
    """The boxes are apart for the whole step, or touch and do not come together: they rest, slide, graze or move apart."""
    HIT = 1
    """The boxes are within the tolerance, and coming together, or nothing else can be proved."""
    TOUCHING = 2
    """No axis separates the boxes at the start of the step by more than rounding, and they are coming together, or nothing
    else can be proved."""
    FREE_UNTIL = 3
    """The rounds were used up: the boxes are apart until the time."""
    NON_FINITE = 255
    """A number of the boxes is not finite."""


@numbered
class DistanceState(IntEnum):
    """The field `state` of a DISTANCE."""

    APART = 0
    """The boxes share no point."""
    OVERLAPPING = 1
    """The boxes share a point."""
    BEYOND = 2
    """A face separates the boxes by more than `within`; the distance is this gap."""
    NON_FINITE = 255
    """A number of the boxes is not finite."""


@numbered
class Verdict(IntEnum):
    """What is certain about two boxes."""

    UNDECIDED = 0
    """The boxes are too close to touching for the precision of float64, or a number of theirs is not finite."""
    OVERLAPPING = 1
    """The boxes share a point."""
    SEPARATED = 2
    """The boxes share no point."""


@numbered
class JointMotionState(IntEnum):
    """The field `state` of a JOINT_MOTION."""

    FREE = 0
    """The chain touches nothing at any time of the motion, whatever rounding does. any_overlap() may report a hit at such a
    time, of a cylinder or a capsule that is near."""
    HIT = 1
    """At a time of the motion, any_overlap() reports a hit."""
    UNDECIDED = 2
    """Nothing is proven, and no configuration that was looked at overlaps."""


@numbered
class Containment(IntEnum):
    """Where a box is relative to a frustum, as cull() and classify() report it."""

    OUTSIDE = 0
    """Box and frustum share no point."""
    INTERSECTING = 1
    """Box and frustum share a point, or the query could not rule it out."""
    INSIDE = 2
    """All of the box is inside the frustum."""
