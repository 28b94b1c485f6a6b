"""The states of rows: what is known about two boxes, a box and a frustum, or a chain.

Their names are plain numbers: `row["state"] == CastState.HIT`. The class gives the name: `CastState(row["state"]).name`.
"""

from typing import Final


class State(int):
    """A number that has a name. No enum: NumPy takes ten times as long to compare a number of a row with a member of one."""

    @classmethod
    def names(cls) -> dict[int, str]:
        """Returns the name of each number."""
        return {number: name for name, number in vars(cls).items() if name.isupper()}

    @property
    def name(self) -> str:
        """The name of this number, such as "HIT". Raises ValueError if it has none."""
        if (name := self.names().get(int(self))) is None:
            raise ValueError(f"{int(self)} is no {type(self).__name__}")
        return name


class CastState(State):
    """The field `state` of a CAST and of a SHAPE_CAST."""

    FREE: Final = 0
    """The boxes do not touch; or one axis keeps them on one side while they touch: they graze, slide, rest or move apart."""
    HIT: Final = 1
    """The boxes get deeper than rounding during the step."""
    OVERLAPPING: Final = 2
    """The boxes overlap at the start of the step."""
    NON_FINITE: Final = 255
    """A number of the boxes or of their motion is not finite."""


class ImpactState(State):
    """The field `state` of an IMPACT."""

    FREE: Final = 0
    """The boxes are apart for the whole step, or touch and do not come together: they rest, slide, graze or move apart."""
    HIT: Final = 1
    """The boxes are within the tolerance, and coming together, or nothing else can be proved."""
    TOUCHING: Final = 2
    """No axis separates the boxes at the start of the step by more than rounding, and they are coming together, or nothing
    else can be proved."""
    FREE_UNTIL: Final = 3
    """The rounds were used up: the boxes are apart until the time."""
    NON_FINITE: Final = 255
    """A number of the boxes is not finite."""


class DistanceState(State):
    """The field `state` of a DISTANCE."""

    APART: Final = 0
    """The boxes share no point."""
    OVERLAPPING: Final = 1
    """The boxes share a point."""
    BEYOND: Final = 2
    """A face separates the boxes by more than `within`; the distance is this gap."""
    NON_FINITE: Final = 255
    """A number of the boxes is not finite."""


class Verdict(State):
    """What is certain about two boxes."""

    UNDECIDED: Final = 0
    """The boxes are too close to touching for the precision of float64, or a number of theirs is not finite."""
    OVERLAPPING: Final = 1
    """The boxes share a point."""
    SEPARATED: Final = 2
    """The boxes share no point."""


class JointMotionState(State):
    """The field `state` of a JOINT_MOTION."""

    FREE: Final = 0
    """The chain touches nothing at any time of the motion, whatever rounding does. any_overlap() may report a hit at such a
    time, of a cylinder or a capsule that is near."""
    HIT: Final = 1
    """At a time of the motion, any_overlap() reports a hit."""
    UNDECIDED: Final = 2
    """Nothing is proven, and no configuration that was looked at overlaps."""


class Containment(State):
    """Where a box is relative to a frustum, as cull() and classify() report it."""

    OUTSIDE: Final = 0
    """Box and frustum share no point."""
    INTERSECTING: Final = 1
    """Box and frustum share a point, or the query could not rule it out."""
    INSIDE: Final = 2
    """All of the box is inside the frustum."""
