"""What a picture shows: boxes and contacts of all frames, and from where they are seen."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .contacts import Manifolds
from .errors import OctosatError
from .recording import Recording

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Frames = Iterable[tuple[npt.ArrayLike, npt.ArrayLike, Manifolds]]

_LARGE_FACTOR = 4.0
"""A box is large if sizes jump by this factor below it: floors and walls, as in `octosat draw`."""

_MOST_LARGE = 64
"""At most so many boxes are large: more are no floors and walls but another kind of box."""

_FAR = 1000.0
"""A scene that is farther from the origin than so many of its radii is drawn around its middle."""

_STRAY = 0.25
"""Boxes beyond the middle 98 percent by more than this part of their extent have flown off, and may be out of sight."""

_LEAST_RADIUS = 0.1
"""Of a ball around a box, as a part of the size of a usual box, so that the eye is never at the box."""

_FIELD_OF_VIEW = np.radians(55.0)
"""The viewer's angle from the bottom of the picture to its top."""

_STEPS = 10
"""How often the eye is moved to its place; each time by less."""

_ASPECT = 1.5
"""Width by height of the picture that the scene fills."""


@dataclass(frozen=True)
class View:
    """How the scene is seen at first."""

    up: str = "y"
    """The axis that points up: "x", "y" or "z"."""
    azimuth: float = 30.0
    """Degrees about the upward axis."""
    elevation: float = 30.0
    """Degrees above the horizon."""
    solid: bool = False
    """Whether boxes are opaque; contacts inside a pile are hidden then."""

    def __post_init__(self) -> None:
        if self.up not in ("x", "y", "z"):
            raise OctosatError(f"up must be x, y or z, not {self.up!r}")
        if not (np.isfinite(self.azimuth) and -90 <= self.elevation <= 90):
            raise OctosatError(
                f"azimuth {self.azimuth}, elevation {self.elevation}: the elevation must be from -90 to 90 degrees"
            )

    def axes(self) -> Doubles:
        """Rows: to the right, upward in the picture, and toward the eye; unit vectors of the world."""
        azimuth, elevation = np.radians(self.azimuth), np.radians(self.elevation)
        level = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
        right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
        toward = np.cos(elevation) * level + np.array([0.0, 0.0, np.sin(elevation)])
        axes = np.stack([right, np.cross(toward, right), toward])
        # So far z points up. A cyclic change of the axes keeps them right-handed.
        return np.roll(axes, {"x": 1, "y": 2, "z": 0}[self.up], axis=1)


@dataclass(frozen=True, eq=False)
class Balls:
    """Balls around boxes."""

    centers: Doubles
    radii: Doubles


@dataclass(frozen=True)
class Eye:
    """Where the eye is, and the point at which it looks."""

    position: Doubles
    target: Doubles


@dataclass(frozen=True, eq=False)
class Scene:
    """The frames; contacts as lists with an array per frame."""

    poses: Recording
    """The boxes, checked; without pairs."""
    pairs: int
    """Pairs that were asked about, of all frames."""
    touching: list[npt.NDArray[np.bool_]]
    """For each box whether it overlaps another one."""
    points: list[Floats]
    depths: list[Floats]
    arrow_origins: list[Floats]
    """The mean of the points of each pair that has contacts."""
    arrows: list[Floats]
    """Unit normals of these pairs."""

    @classmethod
    def gather(cls, half_extents: npt.ArrayLike, frames: Frames) -> "Scene":
        """All frames, with checked boxes."""
        poses: list[tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]] = []
        found: list[Manifolds] = []
        for positions, rotations, manifolds in frames:
            poses.append((positions, rotations, []))
            found.append(manifolds)
        recording = Recording.from_frames(half_extents, poses)
        for index, manifolds in enumerate(found):
            if manifolds.pairs.max(initial=0) >= max(recording.boxes, 1):
                raise OctosatError(f"frame {index}: a pair is out of range of {recording.boxes} boxes")
        arrows = [_arrows(manifolds) for manifolds in found]
        return cls(
            poses=recording,
            pairs=sum(map(len, found)),
            touching=[_touching(manifolds, recording.boxes) for manifolds in found],
            points=[manifolds.points["position"] for manifolds in found],
            depths=[manifolds.points["depth"] for manifolds in found],
            arrow_origins=[origins for origins, _ in arrows],
            arrows=[normals for _, normals in arrows],
        )

    def large(self) -> npt.NDArray[np.bool_]:
        """Which boxes are much larger than at least half of all: floors and walls."""
        sizes = self.poses.half_extents.max(axis=1, initial=0)
        ascending = np.sort(sizes)
        start = max((len(sizes) - 1) // 2, len(sizes) - _MOST_LARGE - 1, 0)
        lower, upper = ascending[start:-1], ascending[start + 1 :]
        jumps = upper[(lower > 0) & (upper > _LARGE_FACTOR * lower)]
        return sizes >= jumps[0] if len(jumps) else np.zeros(len(sizes), np.bool_)

    def size(self) -> float:
        """The longer half extent of a usual box, meters; 1 if boxes have none."""
        usual = self.poses.half_extents[~self.large()]
        size = float(np.median(usual.max(axis=1))) if len(usual) else 0.0
        return size if size > 0 else 1.0

    def shown(self) -> Balls:
        """What the picture must show: usual boxes of all frames, or those that touch if there are some."""
        usual = np.tile(~self.large(), (len(self.poses), 1))
        touching = usual & np.array(self.touching).reshape(usual.shape)
        chosen = touching if touching.any() else usual
        if not chosen.any():
            return Balls(np.zeros((1, 3)), np.ones(1))
        centers = self.poses.position[chosen].astype(np.float64)
        radii = np.linalg.norm(self.poses.half_extents.astype(np.float64), axis=1)
        radii = np.maximum(radii, _LEAST_RADIUS * self.size())
        least, greatest = np.percentile(centers, [1, 99], axis=0)
        slack = _STRAY * (greatest - least) + self.size()
        near = ((centers >= least - slack) & (centers <= greatest + slack)).all(axis=1)
        return Balls(centers[near], radii[chosen.nonzero()[1]][near])

    def origin(self) -> Floats:
        """The point around which the scene is drawn: zero, or its middle if the scene is far from there.

        Float32 has no small steps far from zero, so the viewer must not work there.
        """
        shown = self.shown()
        middle = np.median(shown.centers, axis=0)
        radius = (np.linalg.norm(shown.centers - middle, axis=1) + shown.radii).max()
        far = np.linalg.norm(middle) > _FAR * radius
        origin: Floats = (middle if far else np.zeros(3)).astype(np.float32)
        return origin

    def eye(self, view: View) -> Eye:
        """Where the eye must be for the scene to fill the picture, relative to the origin."""
        axes = view.axes()
        shown = self.shown()
        centers = (shown.centers - self.origin()) @ axes.T
        middle = np.median(centers, axis=0)
        # What is near the eye takes more of the picture, so the middle is moved until the margins are alike.
        for _ in range(_STEPS):
            offsets = centers - middle
            ahead = _distance(offsets, shown.radii) - offsets[:, 2:]
            places = offsets[:, :2] / ahead
            middle[:2] += np.median(ahead) * (places.min(axis=0) + places.max(axis=0)) / 2
        target = middle @ axes
        return Eye(target + _distance(centers - middle, shown.radii) * axes[2], target)


def _distance(offsets: Doubles, radii: Doubles) -> float:
    """How far the eye must be for all balls to be in the picture; offsets: along a view's axes."""
    slopes = np.tan(_FIELD_OF_VIEW / 2) * np.array([_ASPECT, 1.0])
    # A ball is inside if the distance of its center from the side of the picture is at least its radius.
    sides = (np.abs(offsets[:, :2]) + radii[:, None] * np.hypot(1.0, slopes)) / slopes
    return float((offsets[:, 2] + sides.max(axis=1)).max())


def _touching(manifolds: Manifolds, boxes: int) -> npt.NDArray[np.bool_]:
    """For each box whether it overlaps another one."""
    rows = manifolds.touching_rows()
    rows = rows[manifolds.manifolds["depth"][rows] >= 0]
    touching = np.zeros(boxes, dtype=np.bool_)
    touching[manifolds.pairs[rows]] = True
    return touching


def _arrows(manifolds: Manifolds) -> tuple[Floats, Floats]:
    """Where the normals of the pairs that have contacts start, and these normals."""
    rows = manifolds.rows_of_points()
    first = np.flatnonzero(np.diff(rows, prepend=-1))  # The first point of each pair.
    if len(first) == 0:
        return np.empty((0, 3), np.float32), np.empty((0, 3), np.float32)
    rows = rows[first]
    sums = np.add.reduceat(manifolds.points["position"], first, axis=0, dtype=np.float64)
    means = sums / manifolds.manifolds["len"][rows, None]
    return means.astype(np.float32), manifolds.manifolds["normal"][rows]
