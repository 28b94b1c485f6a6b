"""The contacts of a list of pairs, as arrays."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntFlag
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .states import State

NEW_POINT = 0xFFFFFFFF
"""The predecessor of a point that the last frame did not have."""

NO_ROW = 0xFFFFFFFF
"""The last row of a pair that was not in contact in the last frame."""


class ContactKind(State):
    """The kind of contact of a pair: the low four bits of a manifold's status."""

    SEPARATED: Final = 0
    FACE: Final = 1
    EDGE: Final = 2
    CLOSEST: Final = 3
    FALLBACK: Final = 4
    NON_FINITE: Final = 5
    COVERED: Final = 6


class ContactFlag(IntFlag):
    """Flags of a manifold: the high four bits of its status."""

    DEGENERATE = 64
    """One of the two clipped faces has no area."""


@dataclass(frozen=True, eq=False)
class Touching:
    """A pair that has contacts. The arrays are views."""

    index: int
    """The row of the pair."""
    pair: tuple[int, int]
    """The indices of the boxes: a, b."""
    manifold: np.void
    """The manifold, of dtype MANIFOLD."""
    points: npt.NDArray[np.void]
    """The points, at least one, of dtype CONTACT_POINT."""
    surfaces: npt.NDArray[np.void]
    """The same points on each box, of dtype SURFACE_POINTS; empty without `surfaces`."""


@dataclass(frozen=True, eq=False, repr=False)
class Manifolds:
    """The contacts of a list of pairs: one row per pair, and the points of all pairs.

    The points of a row are `points[first:first + len]`, with `first` and `len` of that row. Points are in the order of
    the pairs, without gaps. The arrays belong to the caller.
    """

    pairs: npt.NDArray[np.uint32]
    """The pairs, uint32, shape (m, 2)."""
    manifolds: npt.NDArray[np.void]
    """One row per pair, of dtype MANIFOLD, shape (m,)."""
    points: npt.NDArray[np.void]
    """All points, of dtype CONTACT_POINT, shape (c,)."""
    surfaces: npt.NDArray[np.void]
    """The same points on each box, of dtype SURFACE_POINTS, shape (c,); (0,) without `surfaces`."""

    def __len__(self) -> int:
        """The number of pairs."""
        return len(self.manifolds)

    def __repr__(self) -> str:
        touching = np.count_nonzero(self.manifolds["len"])
        return f"<octosat.Manifolds: {len(self)} pairs, {touching} touching, {len(self.points)} points>"

    def touching(self) -> Iterator[Touching]:
        """The pairs that have contacts, in the order of the pairs. Arrays are faster: see touching_rows."""
        for index in self.touching_rows().tolist():
            row = self.manifolds[index]
            places = slice(int(row["first"]), int(row["first"]) + int(row["len"]))
            a, b = self.pairs[index].tolist()
            yield Touching(index, (a, b), row, self.points[places], self.surfaces[places])

    def touching_rows(self) -> npt.NDArray[np.intp]:
        """The rows that have contacts, ascending."""
        return np.flatnonzero(self.manifolds["len"])

    def of(self, row: int) -> npt.NDArray[np.void]:
        """The points of one row, as a view."""
        manifold = self.manifolds[row]
        first = int(manifold["first"])
        return self.points[first : first + int(manifold["len"])]

    def rows_of_points(self) -> npt.NDArray[np.intp]:
        """The row of each point, shape (c,). `pairs[rows_of_points()]` has the two boxes of each point."""
        return np.repeat(np.arange(len(self)), self.manifolds["len"])

    def kinds(self) -> npt.NDArray[np.uint8]:
        """The kind of contact of each pair, shape (m,): numbers of ContactKind."""
        kinds: npt.NDArray[np.uint8] = self.manifolds["status"] & np.uint8(15)
        return kinds

    def has(self, flag: ContactFlag) -> npt.NDArray[np.bool_]:
        """Which rows have a flag, shape (m,)."""
        flags: npt.NDArray[np.bool_] = (self.manifolds["status"] & np.uint8(flag)) != 0
        return flags


def carried_over(
    predecessors: npt.NDArray[np.uint32], last: npt.NDArray[Any], new: Any = 0
) -> npt.NDArray[Any]:
    """Values of the last frame for the points of this frame: see ContactCache.carried_over."""
    last = np.asarray(last)
    known = predecessors != NEW_POINT
    needed = int(predecessors[known].max()) + 1 if known.any() else 0
    if last.ndim == 0 or len(last) < needed:
        raise ValueError(f"last: shape {last.shape}, expected at least ({needed}, ...), a row per point of last frame")
    values = np.full((len(predecessors), *last.shape[1:]), new, dtype=last.dtype)
    if needed:
        values[known] = last[predecessors[known]]
    return values
