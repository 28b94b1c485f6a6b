"""Poses in float64, to place what a model describes body by body."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]


def _upright() -> Vector:
    return np.array([0.0, 0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Pose:
    """A frame as seen from another one."""

    position: Vector
    """Meters."""
    rotation: Vector = field(default_factory=_upright)
    """A unit quaternion x, y, z, w."""

    @classmethod
    def of_w_first(cls, position: npt.ArrayLike, rotation: npt.ArrayLike) -> "Pose":
        """The pose of a position and a quaternion w, x, y, z of any length, as MuJoCo has them."""
        quaternion = np.roll(np.asarray(rotation, np.float64), -1)
        return cls(np.array(position, np.float64), quaternion / np.linalg.norm(quaternion))

    def then(self, inner: "Pose") -> "Pose":
        """The pose of a frame that is seen from this one."""
        return Pose(self.place(inner.position), _product(self.rotation, inner.rotation))

    def moved(self, offset: Vector) -> "Pose":
        """This frame, moved along its own axes."""
        return Pose(self.place(offset), self.rotation)

    def turned(self, rotation: Vector) -> "Pose":
        """This frame, turned about its own axes."""
        return Pose(self.position, _product(self.rotation, rotation))

    def place(self, points: Vector) -> Vector:
        """Points, shape (..., 3), from this frame to the other one."""
        return self.position + self.turn(points)

    def turn(self, directions: Vector) -> Vector:
        """Directions, shape (..., 3), from this frame to the other one."""
        imaginary, real = self.rotation[:3], self.rotation[3]
        twice = 2.0 * np.cross(imaginary, directions)
        turned: Vector = directions + real * twice + np.cross(imaginary, twice)
        return turned


def turn_about(axis: Vector, angle: float) -> Vector:
    """The unit quaternion of a turn about a unit vector, in radians."""
    return np.append(np.sin(0.5 * angle) * axis, np.cos(0.5 * angle))


def _product(outer: Vector, inner: Vector) -> Vector:
    """The turn by `inner` and then by `outer`, normalized, so that errors do not grow along a chain."""
    a, b = outer[:3], inner[:3]
    imaginary = outer[3] * b + inner[3] * a + np.cross(a, b)
    product = np.append(imaginary, outer[3] * inner[3] - a @ b)
    normalized: Vector = product / np.linalg.norm(product)
    return normalized
