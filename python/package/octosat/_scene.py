"""The content of a picture: boxes and contacts of all frames, and the position of the eye."""

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
"""Boxes are large (floors and walls) from the first size that is this many times the next smaller one."""

_MOST_LARGE = 64
"""The most boxes that count as large. If there are more, they are not floors and walls."""

_FAR = 1000.0
"""A scene that is farther from the origin than this many of its radii is drawn around its own middle."""

_STRAY = 0.25
"""Boxes beyond the middle 98 percent by more than this fraction of its extent may be outside the picture."""

_LEAST_RADIUS = 0.1
"""The smallest radius of a ball, as a fraction of the size of a usual box. It keeps the eye away from boxes."""

_FIELD_OF_VIEW = np.radians(55.0)
"""The viewer's angle from the bottom of the picture to its top."""

_STEPS = 10
"""How often the position of the eye is improved."""

_ASPECT = 1.5
"""Width by height of the picture that the scene fills."""


@dataclass(frozen=True)
class View:
    """The first view of the scene when the file is opened."""

    up: str = "y"
    """The axis that points up: "x", "y" or "z"."""
    azimuth: float = 30.0
    """Degrees about the upward axis."""
    elevation: float = 30.0
    """Degrees above the horizon."""
    solid: bool = False
    """Whether boxes are opaque. Opaque boxes hide the contacts inside a pile."""

    def __post_init__(self) -> None:
        if self.up not in ("x", "y", "z"):
            raise OctosatError(f"up must be x, y or z, not {self.up!r}")
        if not (np.isfinite(self.azimuth) and -90 <= self.elevation <= 90):
            raise OctosatError(
                f"azimuth {self.azimuth}, elevation {self.elevation}: the elevation must be from -90 to 90 degrees"
            )

    def axes(self) -> Doubles:
        """Three unit vectors of the world as rows: right and up in the picture, and toward the eye."""
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
    """The position of the eye, and the point that it looks at."""

    position: Doubles
    target: Doubles


@dataclass(frozen=True, eq=False)
class Scene:
    """Boxes and contacts of all frames. Contacts are lists with one array per frame."""

    poses: Recording
    """The checked boxes, without pairs."""
    pairs: int
    """The number of listed pairs, of all frames."""
    touching: list[npt.NDArray[np.bool_]]
    """For each box, whether it overlaps another one."""
    points: list[Floats]
    depths: list[Floats]
    arrow_origins: list[Floats]
    """The mean of the points of each pair that has contacts."""
    arrows: list[Floats]
    """Unit normals of these pairs."""

    @classmethod
    def gather(cls, half_extents: npt.ArrayLike, frames: Frames) -> "Scene":
        """Collects all frames and checks the boxes."""
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
        """Which boxes are floors or walls: much larger than at least half of all boxes."""
        sizes = self.poses.half_extents.max(axis=1, initial=0)
        ascending = np.sort(sizes)
        start = max((len(sizes) - 1) // 2, len(sizes) - _MOST_LARGE - 1, 0)
        lower, upper = ascending[start:-1], ascending[start + 1 :]
        jumps = upper[(lower > 0) & (upper > _LARGE_FACTOR * lower)]
        return sizes >= jumps[0] if len(jumps) else np.zeros(len(sizes), np.bool_)

    def size(self) -> float:
        """The size of a usual box: the median of the largest half extents in meters, or 1 if this is zero."""
        usual = self.poses.half_extents[~self.large()]
        size = float(np.median(usual.max(axis=1))) if len(usual) else 0.0
        return size if size > 0 else 1.0

    def shown(self) -> Balls:
        """Balls that the picture must show: usual boxes of all frames, or only those that overlap if there are any."""
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
        """The point around which the scene is drawn: the origin, or the middle of the scene if it is far away.

        The viewer uses float32, which is too coarse far from zero.
        """
        shown = self.shown()
        middle = np.median(shown.centers, axis=0)
        radius = (np.linalg.norm(shown.centers - middle, axis=1) + shown.radii).max()
        far = np.linalg.norm(middle) > _FAR * radius
        origin: Floats = (middle if far else np.zeros(3)).astype(np.float32)
        return origin

    def eye(self, view: View) -> Eye:
        """The position of the eye at which the scene fills the picture, relative to `origin`."""
        axes = view.axes()
        shown = self.shown()
        centers = (shown.centers - self.origin()) @ axes.T
        middle = np.median(centers, axis=0)
        # Objects near the eye take more of the picture, so the middle is moved until both margins are equal.
        for _ in range(_STEPS):
            offsets = centers - middle
            ahead = _distance(offsets, shown.radii) - offsets[:, 2:]
            places = offsets[:, :2] / ahead
            middle[:2] += np.median(ahead) * (places.min(axis=0) + places.max(axis=0)) / 2
        target = middle @ axes
        return Eye(target + _distance(centers - middle, shown.radii) * axes[2], target)


def _distance(offsets: Doubles, radii: Doubles) -> float:
    """The distance of the eye at which all balls are in the picture. offsets: along the axes of the view."""
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
    """Start points and normals of the pairs that have contacts."""
    rows = manifolds.rows_of_points()
    first = np.flatnonzero(np.diff(rows, prepend=-1))  # The first point of each pair.
    if len(first) == 0:
        return np.empty((0, 3), np.float32), np.empty((0, 3), np.float32)
    rows = rows[first]
    sums = np.add.reduceat(manifolds.points["position"], first, axis=0, dtype=np.float64)
    means = sums / manifolds.manifolds["len"][rows, None]
    return means.astype(np.float32), manifolds.manifolds["normal"][rows]
