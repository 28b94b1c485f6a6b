"""The rows of results as NumPy dtypes, as the engine writes them.

Lengths are meters, coordinates right-handed and of the world, normals unit vectors from box a to box b. A depth is
positive for overlap. No dtype has gaps, because NumPy closes gaps when it joins arrays. The tests compare sizes and offsets with those of the compiled part.
"""

from typing import Any, Final

import numpy as np

_F4 = "<f4"
_U4 = "<u4"


def _layout(size: int, fields: list[tuple[str, Any, int]]) -> "np.dtype[np.void]":
    """A dtype of named fields, each of a type and at an offset."""
    return np.dtype(
        {
            "names": [name for name, _, _ in fields],
            "formats": [form for _, form, _ in fields],
            "offsets": [offset for _, _, offset in fields],
            "itemsize": size,
        }
    )


PENETRATION: Final = _layout(
    20, [("normal", (_F4, 3), 0), ("depth", _F4, 12), ("axis", "u1", 16), ("reserved", ("u1", 3), 17)]
)
"""How two boxes penetrate. axis: 0..2 faces of a, 3..5 faces of b, 6 + 3·i + j edge i of a × edge j of b, 255 none."""

MANIFOLD: Final = _layout(
    24,
    [
        ("normal", (_F4, 3), 0),
        ("depth", _F4, 12),
        ("first", _U4, 16),
        ("len", "u1", 20),
        ("axis", "u1", 21),
        ("status", "u1", 22),
        ("reserved", "u1", 23),
    ],
)
"""How two boxes touch: its points are `points[first:first + len]`. status: see ContactKind and ContactFlag."""

CONTACT_POINT: Final = _layout(20, [("position", (_F4, 3), 0), ("depth", _F4, 12), ("feature", _U4, 16)])
"""A contact point, half-way between the two surfaces; feature: which features of the boxes touch."""

SURFACE_POINTS: Final = _layout(24, [("on_a", (_F4, 3), 0), ("on_b", (_F4, 3), 12)])
"""A contact on the surface of each box, relative to the box's center and along its axes."""

AXIS_ALIGNED_BOX: Final = _layout(
    32,
    [("min", (_F4, 3), 0), ("reserved_min", _F4, 12), ("max", (_F4, 3), 16), ("reserved_max", _F4, 28)],
)
"""Least and greatest coordinates, each with a zero behind it."""

SPHERE_CONTACT: Final = _layout(
    32, [("normal", (_F4, 3), 0), ("depth", _F4, 12), ("point", (_F4, 3), 16), ("distance", _F4, 28)]
)
"""A box and a sphere: the normal leads from the box to the sphere; point: the nearest of the box's surface."""

HALF_SPACE_CONTACT: Final = _layout(
    24, [("row", _U4, 0), ("corner", _U4, 4), ("position", (_F4, 3), 8), ("depth", _F4, 20)]
)
"""A corner of a box below a plane, or within the margin. row: of the query; corner: bit k set on the positive side
of axis k."""

RAY_HIT: Final = _layout(12, [("entry", _F4, 0), ("exit", _F4, 4), ("face", _U4, 8)])
"""Where a line enters and leaves a box. face: 2·k against axis k, 2·k + 1 along it, 6 starts inside, 255 a miss."""
