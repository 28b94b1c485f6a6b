"""Overlaps, penetrations and contacts of many pairs of oriented boxes.

Lengths are in meters, and coordinates are right-handed. A rotation is a unit quaternion x, y, z, w from the frame of
the box to the world. Normals point from box a to box b. A depth is positive for overlap.

>>> import octosat
>>> upright = [0, 0, 0, 1]
>>> boxes = octosat.Boxes([[0, 0, 0], [1, 1.375, 0]], [upright] * 2, [[5, 1, 5], [0.5, 0.5, 0.5]])
>>> octosat.overlaps(boxes, [[0, 1]])
array([ True])
>>> [float(touching.manifold["depth"]) for touching in octosat.manifolds(boxes, [[0, 1]], 0.01).touching()]
[0.125]
"""

import os as _os

from ._octosat import (
    AxisAlignedBoxes,
    Boxes,
    Capsules,
    ContactCache,
    CoveredFaces,
    Engine,
    Frusta,
    HalfSpaces,
    Rays,
    Rectangles,
    Segments,
    Spheres,
    __version__,
    _note_fork,
    aabbs,
    any_overlap,
    available_backends,
    casts,
    classify,
    clearances,
    closest_points,
    covered_faces,
    cull,
    distances,
    hits,
    impacts,
    least_clearances,
    least_distances,
    manifolds,
    overlaps,
    overlaps_exact,
    penetrations,
    verdicts,
)
from .errors import (
    BoxError,
    CoveredError,
    EngineError,
    OctosatError,
    PartsError,
    QueryError,
    RecordingError,
    ShapeError,
)
from .layouts import (
    AXIS_ALIGNED_BOX,
    CAPSULE_MANIFOLD,
    CAST,
    CLOSEST_POINTS,
    CONTACT_POINT,
    COVERED_RECTANGLE,
    DISTANCE,
    HALF_SPACE_CONTACT,
    IMPACT,
    LEAST_CLEARANCE,
    LEAST_DISTANCE,
    MANIFOLD,
    PENETRATION,
    RAY_HIT,
    RECTANGLE_MANIFOLD,
    RECTANGLE_PENETRATION,
    RECTANGLE_POINT,
    SPHERE_CONTACT,
    SURFACE_POINTS,
)
from .contacts import NEW_POINT, NO_ROW, ContactFlag, ContactKind, Manifolds, Touching
from .states import Containment, DistanceState, ImpactState, Verdict
from .recording import Frame, Recording, Reference

__all__ = [
    "AXIS_ALIGNED_BOX",
    "CAPSULE_MANIFOLD",
    "CAST",
    "CLOSEST_POINTS",
    "CONTACT_POINT",
    "COVERED_RECTANGLE",
    "DISTANCE",
    "HALF_SPACE_CONTACT",
    "IMPACT",
    "LEAST_CLEARANCE",
    "LEAST_DISTANCE",
    "MANIFOLD",
    "NEW_POINT",
    "NO_ROW",
    "PENETRATION",
    "RAY_HIT",
    "RECTANGLE_MANIFOLD",
    "RECTANGLE_PENETRATION",
    "RECTANGLE_POINT",
    "SPHERE_CONTACT",
    "SURFACE_POINTS",
    "AxisAlignedBoxes",
    "BoxError",
    "Boxes",
    "Capsules",
    "ContactCache",
    "ContactFlag",
    "ContactKind",
    "Containment",
    "CoveredError",
    "CoveredFaces",
    "DistanceState",
    "Engine",
    "EngineError",
    "Frame",
    "Frusta",
    "HalfSpaces",
    "ImpactState",
    "Manifolds",
    "OctosatError",
    "PartsError",
    "QueryError",
    "Rays",
    "Recording",
    "RecordingError",
    "Rectangles",
    "Reference",
    "Segments",
    "ShapeError",
    "Spheres",
    "Touching",
    "Verdict",
    "__version__",
    "aabbs",
    "any_overlap",
    "available_backends",
    "casts",
    "classify",
    "clearances",
    "closest_points",
    "covered_faces",
    "cull",
    "distances",
    "hits",
    "impacts",
    "least_clearances",
    "least_distances",
    "manifolds",
    "overlaps",
    "overlaps_exact",
    "penetrations",
    "verdicts",
]

# Threads do not survive a fork, so the child process starts its own threads.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_note_fork)
