"""NumPy dtypes of result rows, with the layout of the Rust structures.

Lengths are in meters, and coordinates are right-handed world coordinates. Normals are unit vectors from box a to box b.
A depth is positive for overlap. No dtype has gaps, because NumPy removes gaps when it joins arrays. Dtypes are made from
the layouts of the compiled module, or tests compare both.
"""

from typing import Any, Final

import numpy as np

from . import _octosat

_F4 = "<f4"
_U4 = "<u4"


def _layout(size: int, fields: list[tuple[str, Any, int]]) -> "np.dtype[np.void]":
    """A dtype from names, types and offsets of its fields."""
    return np.dtype(
        {
            "names": [name for name, _, _ in fields],
            "formats": [form for _, form, _ in fields],
            "offsets": [offset for _, _, offset in fields],
            "itemsize": size,
        }
    )


def _of_rust(name: str) -> "np.dtype[np.void]":
    """The dtype of a row of the compiled module."""
    size, fields = _ROWS[name]
    return _layout(size, [(field, (form, count) if count else form, at) for field, form, count, at in fields])


_ROWS: Final = {name: (size, fields) for name, size, fields in _octosat._rows()}

PENETRATION: Final = _of_rust("PENETRATION")
"""The penetration of two boxes. axis: 0..2 faces of a, 3..5 faces of b, 6 + 3·i + j edge i of a × edge j of b,
255 none."""

DISTANCE: Final = _of_rust("DISTANCE")
"""The signed distance of two boxes. on_a: a point of a; that of b is on_a + distance * normal. state: 0 apart, 1
overlapping, 2 beyond `within`, 255 not finite."""

INTERSECTION: Final = _of_rust("INTERSECTION")
"""What two boxes share. volume: cubic meters. iou: the volume over that of the union, 0 to 1. Both are NaN if not finite."""

LEAST_CLEARANCE: Final = _layout(12, [("pair", (_U4, 2), 0), ("clearance", _F4, 8)])
"""The least clearance of a group, meters, and the pair that it is of; both indices are 2³² - 1 for a group without pairs."""

LEAST_DISTANCE: Final = _layout(40, [("pair", (_U4, 2), 0), ("row", DISTANCE, 8)])
"""The least distance of a group, and the pair that it is of; both indices are 2³² - 1 for a group without pairs."""

CAST: Final = _of_rust("CAST")
"""When two boxes that move without turning touch, as parts of the step. axis: the last axis along which they come together,
as in PENETRATION. state: 0 free, 1 hit, 2 overlapping at the start, 255 not finite."""

SHAPE_CAST: Final = _of_rust("SHAPE_CAST")
"""When a sphere or capsule b that moves touches a shape a, as a part of the step. normal: from a to b at that time. point:
of a's surface, where it is at the start of the step, if a moves. state: 0 free, 1 hit, 2 overlapping at the start, 255 not
finite. Normal and point are zero unless the shapes hit."""

IMPACT: Final = _of_rust("IMPACT")
"""Until when two boxes are apart that move and turn, as a part of the step. axis: the last axis that proved it, as for
PENETRATION. state: see ImpactState."""

CHAIN_CLEARANCE: Final = _of_rust("CHAIN_CLEARANCE")
"""The least clearance of a configuration, meters, and the pair that it is of: the solid, and the obstacle of the world or
the other solid; one of these two is NO_SOLID. Infinite if there is no pair, all three NO_SOLID."""

NO_SOLID: Final = 0xFFFFFFFF
"""In a CHAIN_CLEARANCE, `obstacle` if the pair is of two solids, `other` if it has an obstacle."""

JOINT_MOTION: Final = _of_rust("JOINT_MOTION")
"""Whether a joint motion is certainly free, and until when, as a part of it. state: see JointMotionState."""

LINK_PAIR: Final = _of_rust("LINK_PAIR")
"""Two links of a chain, by their indices in link_names: in how many configurations, samples, they touch, hits, and the least
clearance of all, meters; infinite without configurations."""

MANIFOLD: Final = _layout(
    24,
    [
        ("normal", (_F4, 3), 0),
        ("depth", _F4, 12),
        ("first", _U4, 16),
        ("len", "u1", 20),
        ("axis", "u1", 21),
        ("status", "u1", 22),
        ("size_exponent", "u1", 23),
    ],
)
"""The manifold of two boxes. Its points are `points[first:first + len]`. status: see ContactKind and ContactFlag. size_exponent:
the size of the smaller box, if there are points: the exponent of the sum of its half extents, as a float32 stores it."""

CONTACT_POINT: Final = _layout(20, [("position", (_F4, 3), 0), ("depth", _F4, 12), ("feature", _U4, 16)])
"""A contact point, half-way between the two surfaces. feature: the id of the two features that make the point."""

SURFACE_POINTS: Final = _of_rust("SURFACE_POINTS")
"""A contact point on the surface of each box, in the frame of that box."""

COVERED_RECTANGLE: Final = _of_rust("COVERED_RECTANGLE")
"""A covered part of a face of a box, along the two axes after the face's own, from the center of the box. face: 2k on
the negative side of axis k, 2k + 1 on the positive one. direction: of the first sides."""

AXIS_ALIGNED_BOX: Final = _layout(
    32,
    [("min", (_F4, 3), 0), ("reserved_min", _F4, 12), ("max", (_F4, 3), 16), ("reserved_max", _F4, 28)],
)
"""The least and the greatest coordinates. The reserved fields are zero."""

AXIS_ALIGNED_RECTANGLE: Final = _layout(16, [("min", (_F4, 2), 0), ("max", (_F4, 2), 8)])
"""The least and the greatest coordinates of a rectangle."""

SPHERE_CONTACT: Final = _of_rust("SPHERE_CONTACT")
"""The contact of a box, or another first shape, and a sphere. The normal points from the first shape to the sphere. point:
the nearest surface point of the first shape."""

CAPSULE_MANIFOLD: Final = _layout(
    64,
    [("normal", (_F4, 3), 0), ("depth", _F4, 12), ("points", (CONTACT_POINT, 2), 16), ("len", _U4, 56), ("face", _U4, 60)],
)
"""The contacts of a box, or another first shape, and a capsule. The normal points from the first shape to the capsule. Only
the first len points are valid; their positions are on the surface of the first shape. face: the face of the box that they
are on, 2·k the negative face of axis k, 2·k + 1 the positive one, 255 none. feature: 0 the start of the capsule, 1 its end,
2 + f where its core passes the border with face f; without a box, 2 and 3 over the start and the end of the first core, 2
also over a sphere's center, 4 between all ends."""

HALF_SPACE_CONTACT: Final = _layout(
    24, [("row", _U4, 0), ("corner", _U4, 4), ("position", (_F4, 3), 8), ("depth", _F4, 20)]
)
"""A vertex of a box below a plane, or `within` above it. row: the row of the query. corner: the number of the
vertex; bit k is set on the positive side of axis k."""

RAY_HIT: Final = _of_rust("RAY_HIT")
"""Where a line enters and leaves a box, a sphere or a capsule. face: 2·k the negative face of axis k, 2·k + 1 the positive
one, 6 if the line starts inside, 7 for a sphere or capsule, 255 for a miss."""

CLOSEST_POINTS: Final = _of_rust("CLOSEST_POINTS")
"""The closest points of two segments. at_a, at_b: their parameters, 0 at the start of a segment and 1 at its end."""

RECTANGLE_PENETRATION: Final = _of_rust("RECTANGLE_PENETRATION")
"""The penetration of two rectangles. axis: 0, 1 axes of a, 2, 3 axes of b."""

RECTANGLE_INTERSECTION: Final = _of_rust("RECTANGLE_INTERSECTION")
"""What two rectangles share, as an INTERSECTION. area: square meters."""

RECTANGLE_POINT: Final = _of_rust("RECTANGLE_POINT")
"""A contact point of two rectangles, half-way between the two edges. feature: k corner k of b, 4 + k corner k of a,
8 + 4·j + k corner j of a and corner k of b."""

RECTANGLE_MANIFOLD: Final = _layout(
    48,
    [
        ("normal", (_F4, 2), 0),
        ("depth", _F4, 8),
        ("axis", "u1", 12),
        ("status", "u1", 13),
        ("len", "<u2", 14),
        ("points", (RECTANGLE_POINT, 2), 16),
    ],
)
"""The contact of two rectangles. Only the first len points are valid. status: a ContactKind in the low four bits."""
