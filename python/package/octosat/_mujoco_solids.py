"""Geoms of a MuJoCo model as solids."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._mujoco_pairs import geom_name
from ._octosat import outer_hull
from ._poses import Pose, Vector
from .errors import ChainError

_PLANE_ROOM = 2.0
"""How far the box below a plane extends, as a multiple of how far the robot does: room for what it holds."""

_ELLIPSOID_STEPS = 64
"""Parts of a full turn around an ellipsoid. Its points are moved out by 0.25 %, so that their hull contains it."""

_ORDER = ("boxes", "cylinders", "capsules", "hulls")


@dataclass(frozen=True)
class Ball:
    """A ball that contains all that joints can move."""

    center: Vector
    radius: float
    """Meters: infinite if a slide has no limits."""


@dataclass
class Solids:
    """Solids of one link or of a world, and the geom of each."""

    model: Any
    kinds: Any
    """The enumeration mujoco.mjtGeom."""
    tolerance: float
    """How far the hull of a mesh may reach beyond it, meters. Few points around a large ellipsoid reach farther."""
    boxes: list[tuple[Pose, Vector]] = field(default_factory=list)
    cylinders: list[tuple[Pose, Vector]] = field(default_factory=list)
    capsules: list[tuple[Pose, Vector]] = field(default_factory=list)
    hulls: list[tuple[Any, float]] = field(default_factory=list)
    _geoms: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in _ORDER})

    def add(self, geom: int, body: Pose, reach: Ball) -> None:
        """Adds a geom, given the pose of its body. reach: what a plane has to be larger than."""
        model, kinds = self.model, self.kinds
        pose = body.then(Pose.of_w_first(model.geom_pos[geom], model.geom_quat[geom]))
        size = np.array(model.geom_size[geom])
        kind = kinds(int(model.geom_type[geom]))
        if kind == kinds.mjGEOM_BOX:
            self._note("boxes", geom).append((pose, size))
        elif kind == kinds.mjGEOM_PLANE:
            if not np.isfinite(reach.radius):
                raise _no_end(model, geom)
            self._note("boxes", geom).append(_below(pose, reach))
        elif kind == kinds.mjGEOM_CYLINDER:
            self._note("cylinders", geom).append((pose, size[:2]))
        elif kind == kinds.mjGEOM_CAPSULE:
            self._note("capsules", geom).append((pose, size[:2]))
        elif kind == kinds.mjGEOM_SPHERE:
            self._note("capsules", geom).append((pose, np.array([size[0], 0.0])))
        elif kind == kinds.mjGEOM_ELLIPSOID:
            self._note("hulls", geom).append(outer_hull(pose.place(_around_ball() * size), self.tolerance))
        elif kind == kinds.mjGEOM_MESH:
            vertices = _hull_vertices(model, int(model.geom_dataid[geom]))
            self._note("hulls", geom).append(outer_hull(pose.place(vertices), self.tolerance))
        else:
            raise _no_solid(model, kinds, geom)

    def _note(self, kind: str, geom: int) -> list[Any]:
        """The list of a kind, to which the solid of a geom is added."""
        self._geoms[kind].append(geom)
        solids: list[Any] = getattr(self, kind)
        return solids

    def geoms(self) -> list[int]:
        """The geom of each solid, in the order in which a chain and a world count them."""
        return [geom for kind in _ORDER for geom in self._geoms[kind]]

    def arguments(self) -> dict[str, Any]:
        """The solids as arguments of attach() and World."""
        return {
            "boxes": _columns(self.boxes, slice(None)),
            "cylinders": _columns(self.cylinders, 0, 1),
            "capsules": _columns(self.capsules, 0, 1),
            "hulls": self.hulls or None,
        }


def _columns(solids: list[tuple[Pose, Vector]], *parts: slice | int) -> tuple[Vector, ...] | None:
    """The arrays of solids: positions, rotations and parts of their sizes."""
    if not solids:
        return None
    sizes = np.array([size for _, size in solids])
    positions = np.array([pose.position for pose, _ in solids])
    rotations = np.array([pose.rotation for pose, _ in solids])
    return positions, rotations, *(sizes[:, part] for part in parts)


def _below(plane: Pose, reach: Ball) -> tuple[Pose, Vector]:
    """The box below a plane, which has no end in MuJoCo: as large as what can get there, below the center of the reach."""
    # The center of the reach in the frame of the plane.
    along = plane.turn(np.eye(3)) @ (reach.center - plane.position)
    depth = _PLANE_ROOM * max(reach.radius, reach.radius - along[2])
    half = _PLANE_ROOM * reach.radius
    return plane.moved(np.array([along[0], along[1], -0.5 * depth])), np.array([half, half, 0.5 * depth])


def _around_ball() -> Vector:
    """Points whose convex hull contains the ball of radius 1.

    The polygon of a circle of latitude contains a circle that is smaller by the cosine of half a step, and so does the hull
    of these circles along the meridians.
    """
    step = 2.0 * np.pi / _ELLIPSOID_STEPS
    latitude, longitude = np.meshgrid(
        np.arange(_ELLIPSOID_STEPS // 2 + 1) * step - 0.5 * np.pi, np.arange(_ELLIPSOID_STEPS) * step
    )
    points = [np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)]
    around: Vector = np.stack(points, axis=-1).reshape(-1, 3) / np.cos(0.5 * step) ** 2
    return around


def _hull_vertices(model: Any, mesh: int) -> Vector:
    """The vertices of a mesh that MuJoCo collides: those of its convex hull, or all if it has no hull."""
    start = model.mesh_vertadr[mesh]
    vertices = model.mesh_vert[start : start + model.mesh_vertnum[mesh]].astype(np.float64)
    graph = int(model.mesh_graphadr[mesh])
    if graph >= 0:
        # The number of vertices, that of faces, an offset per vertex, and then the vertices of the hull.
        count = int(model.mesh_graph[graph])
        first = graph + 2 + count
        vertices = vertices[model.mesh_graph[first : first + count]]
    placed: Vector = vertices
    return placed


def _no_end(model: Any, plane: int) -> ChainError:
    text = (
        f"{geom_name(model, plane)} is a plane, which becomes a box as large as what moves can reach, but a slide has no "
        "limits: set model.jnt_range and model.jnt_limited of all slides, or leave the plane out"
    )
    return ChainError(text)


def _no_solid(model: Any, kinds: Any, geom: int) -> ChainError:
    kind = kinds(int(model.geom_type[geom])).name.removeprefix("mjGEOM_")
    what = {"HFIELD": "a height field", "SDF": "a signed distance field"}.get(kind, kind)
    shown = repr(model.geom(geom).name or geom)
    text = (
        f"{geom_name(model, geom)} is {what}, which is no convex solid: model it by boxes or convex meshes, or leave it out "
        f"by leave_out=[{shown}]"
    )
    return ChainError(text, link=str(model.body(int(model.geom_bodyid[geom])).name) or None)
