from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from .contacts import Manifolds

_BoxesLike: TypeAlias = Boxes | Sequence[npt.ArrayLike]
_Origin: TypeAlias = Sequence[float] | npt.NDArray[Any]
_Rows: TypeAlias = npt.NDArray[np.void]
_Numbers: TypeAlias = Sequence[float] | npt.NDArray[Any]
_Shapes: TypeAlias = Spheres | Capsules | HalfSpaces
_RoundSolids: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]

__version__: str
NEW_POINT: int

@final
class Engine:
    def __new__(
        cls,
        backend: Literal["scalar", "portable", "avx2", "avx512"] | None = None,
        rounding: Literal["exact", "fused"] = "exact",
        threads: int = 0,
    ) -> Engine: ...
    @property
    def backend(self) -> str: ...
    @property
    def rounding(self) -> str: ...
    @property
    def threads(self) -> int: ...

@final
class Boxes:
    """An array of oriented boxes for queries, checked once.

    It is indexed, iterated and joined like an array, with copies as results. Answers per box have its shape; indices in
    pairs count the boxes in C order, below `size`.
    """

    def __new__(
        cls,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        half_extents: npt.ArrayLike,
        *,
        origin: _Origin | None = None,
        accept_rounding: bool = False,
    ) -> Boxes:
        """Boxes of arrays whose leading axes are broadcast.

        centers, half_extents: shape (..., 3), meters. rotations: shape (..., 4), unit quaternions x, y, z, w, box to
        world. origin: three numbers, meters, which are subtracted from the centers in float64. accept_rounding:
        whether float32 may move a center by more than 0.01 of the thinnest half extent; otherwise this raises BoxError.
        """
        ...
    def __len__(self) -> int:
        """The length of the first axis. TypeError for a single box of shape ()."""
        ...
    def __getitem__(self, key: Any) -> Boxes:
        """A copy of the boxes that a key of NumPy selects: integers, slices, masks, arrays and tuples of these."""
        ...
    def __iter__(self) -> Iterator[Boxes]:
        """The boxes of each index of the first axis."""
        ...
    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis, as of an array."""
        ...
    @property
    def ndim(self) -> int:
        """The number of axes."""
        ...
    @property
    def size(self) -> int:
        """The number of boxes."""
        ...
    @property
    def centers(self) -> npt.NDArray[np.float32]:
        """A copy of the centers, shape (..., 3), meters."""
        ...
    @property
    def rotations(self) -> npt.NDArray[np.float32]:
        """A copy of the normalized rotations, shape (..., 4), unit quaternions x, y, z, w, box to world."""
        ...
    @property
    def half_extents(self) -> npt.NDArray[np.float32]:
        """A copy of the half extents, shape (..., 3), meters."""
        ...
    def set_poses(
        self,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        *,
        origin: _Origin | None = None,
        accept_rounding: bool = False,
    ) -> None:
        """Moves every box. Leading axes are broadcast to the shape of the boxes; keywords are those of Boxes."""
        ...
    def set_poses_of(
        self,
        indices: npt.ArrayLike,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        *,
        origin: _Origin | None = None,
        accept_rounding: bool = False,
    ) -> None:
        """Moves the boxes of indices, (m,), in C order, to poses, (m, 3) and (m, 4); keywords are those of Boxes."""
        ...
    @staticmethod
    def from_matrices(
        matrices: npt.ArrayLike,
        half_extents: npt.ArrayLike,
        *,
        origin: _Origin | None = None,
        accept_rounding: bool = False,
    ) -> Boxes:
        """Boxes of matrices, box to world: (..., 3, 4) or (..., 4, 4), with half extents (..., 3) that are broadcast.

        The keywords are those of Boxes, for the translations.
        """
        ...
    def set_poses_from_row_major(
        self, matrices: npt.ArrayLike, *, origin: _Origin | None = None, accept_rounding: bool = False
    ) -> None:
        """Moves every box to the pose in its matrix: (..., 3, 4) or (..., 4, 4), broadcast to the boxes' shape."""
        ...
    def set_half_extents(
        self, index: int, half_extents: Sequence[float] | npt.NDArray[Any]
    ) -> None:
        """Resizes one box, by its index in C order, and keeps its pose."""
        ...
    def aabbs(self, *, engine: Engine | None = None, out: _Rows | None = None) -> _Rows:
        """The axis-aligned bounding box of each box, in the shape of the boxes."""
        ...

def concatenate(boxes: Iterable[Boxes], axis: int | None = 0) -> Boxes:
    """Joins boxes along an axis that they have, as numpy.concatenate does; None: they are flattened before."""
    ...

@final
class Moved:
    def __new__(
        cls,
        times: npt.ArrayLike,
        *,
        motions: npt.ArrayLike | tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
        per_box: bool = False,
        ends: _BoxesLike | None = None,
        against_ends: _BoxesLike | None = None,
    ) -> Moved: ...
    def __len__(self) -> int: ...

@final
class ContactCache:
    def __new__(cls) -> ContactCache: ...
    @staticmethod
    def from_manifolds(contacts: Manifolds) -> ContactCache: ...
    def next_frame(self) -> None: ...
    def manifolds(
        self,
        boxes: _BoxesLike,
        pairs: npt.ArrayLike,
        within: float | npt.ArrayLike | None = None,
        *,
        against: _BoxesLike | None = None,
        limit: Literal[4, 8] = 4,
        origin: Literal["world", "center_of_a"] = "world",
        surfaces: bool = False,
        covered: CoveredFaces | None = None,
        moved: Moved | None = None,
        engine: Engine | None = None,
    ) -> Manifolds: ...
    def predecessors(self) -> npt.NDArray[np.uint32]: ...
    def last_rows(self) -> npt.NDArray[np.uint32]: ...
    def carried_over(self, last: npt.ArrayLike, new: Any = 0) -> npt.NDArray[Any]: ...
    def began(self) -> Manifolds: ...
    def ended(self) -> Manifolds: ...
    def touching(self) -> Manifolds: ...
    def forget_box(self, index: int, *, side: Literal["a", "b", "both"] = "both") -> None: ...
    def forget_pair(self, pair: Sequence[int]) -> None: ...
    def renumber_boxes(self, new_numbers: npt.ArrayLike, *, side: Literal["a", "b", "both"] = "both") -> None: ...
    def swap_remove(self, index: int, last: int, *, side: Literal["a", "b", "both"] = "both") -> None: ...
    def clear(self) -> None: ...

@final
class CoveredFaces:
    @staticmethod
    def of_masks(masks: npt.ArrayLike) -> CoveredFaces: ...
    @staticmethod
    def of_parts(masks: npt.ArrayLike, rectangles: _Rows) -> CoveredFaces: ...
    def __len__(self) -> int: ...
    @property
    def masks(self) -> npt.NDArray[np.uint8]: ...
    @property
    def rectangles(self) -> _Rows: ...

def covered_faces(boxes: _BoxesLike, tolerance: float = 1e-4) -> CoveredFaces: ...

@final
class HalfSpaces:
    def __new__(cls, normals: npt.ArrayLike, offsets: npt.ArrayLike) -> HalfSpaces: ...
    def __len__(self) -> int: ...

@final
class Spheres:
    def __new__(cls, centers: npt.ArrayLike, radii: npt.ArrayLike) -> Spheres: ...
    def __len__(self) -> int: ...

@final
class Capsules:
    def __new__(
        cls, starts: npt.ArrayLike, ends: npt.ArrayLike, radii: npt.ArrayLike
    ) -> Capsules: ...
    def __len__(self) -> int: ...

@final
class AxisAlignedBoxes:
    def __new__(cls, mins: npt.ArrayLike, maxs: npt.ArrayLike) -> AxisAlignedBoxes: ...
    def __len__(self) -> int: ...

@final
class Rays:
    def __new__(cls, origins: npt.ArrayLike, directions: npt.ArrayLike) -> Rays: ...
    def __len__(self) -> int: ...

@final
class Segments:
    def __new__(cls, starts: npt.ArrayLike, ends: npt.ArrayLike) -> Segments: ...
    def __len__(self) -> int: ...

@final
class Frusta:
    def __new__(cls, planes: npt.ArrayLike) -> Frusta: ...
    @staticmethod
    def from_view_projections(
        matrices: npt.ArrayLike, depth: Literal["zero_to_one", "minus_one_to_one"] = "zero_to_one"
    ) -> Frusta: ...
    @staticmethod
    def perspective(
        eyes: npt.ArrayLike,
        targets: npt.ArrayLike,
        ups: npt.ArrayLike,
        *,
        vertical_angle: float,
        aspect: float,
        near: float,
        far: float,
    ) -> Frusta: ...
    def __len__(self) -> int: ...
    @property
    def corners(self) -> npt.NDArray[np.float32]: ...

@final
class Rectangles:
    def __new__(
        cls, centers: npt.ArrayLike, rotations: npt.ArrayLike, half_extents: npt.ArrayLike
    ) -> Rectangles: ...
    def __len__(self) -> int: ...
    @property
    def centers(self) -> npt.NDArray[np.float32]: ...
    @property
    def rotations(self) -> npt.NDArray[np.float32]: ...
    @property
    def half_extents(self) -> npt.NDArray[np.float32]: ...
    def set_poses(self, centers: npt.ArrayLike, rotations: npt.ArrayLike) -> None: ...

@final
class Joint:
    def __new__(
        cls,
        name: str,
        kind: Literal["revolute", "prismatic", "fixed"],
        axis: _Numbers | None = None,
        translation: _Numbers = (0.0, 0.0, 0.0),
        rotation: _Numbers = (0.0, 0.0, 0.0, 1.0),
        limits: _Numbers | None = None,
        mimic: tuple[str, float, float] | None = None,
    ) -> Joint: ...
    @property
    def name(self) -> str: ...

@final
class World:
    def __new__(
        cls,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
    ) -> World: ...
    def __len__(self) -> int: ...

@final
class Chain:
    def __new__(cls, base: str = "base") -> Chain: ...
    @staticmethod
    def from_urdf(
        urdf: str | PathLike[str], boxes: Mapping[str, _BoxesLike | None] | None = None
    ) -> Chain: ...
    def add_link(self, name: str, parent: str, joint: Joint) -> None: ...
    def attach(
        self,
        link: str,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
    ) -> range: ...
    def detach(self, solids: Sequence[int]) -> None: ...
    def allow(self, link: str, other: str | None = None, obstacles: npt.ArrayLike | None = None) -> None: ...
    def allow_from_srdf(self, srdf: str | PathLike[str]) -> None: ...
    @property
    def joint_names(self) -> list[str]: ...
    @property
    def limits(self) -> npt.NDArray[np.float64]: ...
    @property
    def link_names(self) -> list[str]: ...
    @property
    def solids(self) -> list[str]: ...
    @property
    def pairs(self) -> npt.NDArray[np.uint32]: ...
    def any_overlap(
        self,
        joints: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        engine: Engine | None = None,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]: ...
    def least_clearances(
        self,
        joints: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        engine: Engine | None = None,
        out: _Rows | None = None,
    ) -> _Rows: ...
    def certify(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        tolerance: float = 1e-4,
        engine: Engine | None = None,
        out: _Rows | None = None,
    ) -> _Rows: ...
    def poses(self, joints: npt.ArrayLike, *, engine: Engine | None = None) -> Boxes: ...
    def frames(
        self, joints: npt.ArrayLike, link: str, *, engine: Engine | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...

def _chain_of_calls(calls: list[tuple[str, tuple[Any, ...]]]) -> Chain: ...
def available_backends() -> list[str]: ...
@overload
def overlaps(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike | None = None,
    within: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | HalfSpaces | Spheres | Capsules | AxisAlignedBoxes | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]: ...
@overload
def overlaps(
    boxes: _Shapes,
    pairs: npt.ArrayLike | None = None,
    within: float | npt.ArrayLike | None = None,
    *,
    against: Spheres | Capsules | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]: ...
@overload
def overlaps(
    boxes: Rectangles,
    pairs: npt.ArrayLike,
    within: float | npt.ArrayLike | None = None,
    *,
    against: Rectangles | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]: ...
@overload
def penetrations(
    boxes: Rectangles,
    pairs: npt.ArrayLike,
    within: float | npt.ArrayLike | None = None,
    *,
    against: Rectangles | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
@overload
def penetrations(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    within: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
@overload
def penetrations(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike | None = None,
    within: None = None,
    *,
    against: HalfSpaces,
    engine: Engine | None = None,
    out: npt.NDArray[np.float32] | None = None,
) -> npt.NDArray[np.float32]: ...
@overload
def manifolds(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    within: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    limit: Literal[4, 8] = 4,
    origin: Literal["world", "center_of_a"] = "world",
    surfaces: bool = False,
    covered: CoveredFaces | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
) -> Manifolds: ...
@overload
def manifolds(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike | None = None,
    within: float | npt.ArrayLike | None = None,
    *,
    against: HalfSpaces | Spheres | Capsules,
    engine: Engine | None = None,
) -> _Rows: ...
@overload
def manifolds(
    boxes: _Shapes,
    pairs: npt.ArrayLike | None = None,
    within: float | npt.ArrayLike | None = None,
    *,
    against: Spheres | Capsules | None = None,
    engine: Engine | None = None,
) -> _Rows: ...
@overload
def manifolds(
    boxes: Rectangles,
    pairs: npt.ArrayLike,
    within: float | npt.ArrayLike | None = None,
    *,
    against: Rectangles | None = None,
    engine: Engine | None = None,
) -> _Rows: ...
def distances(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    within: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
def verdicts(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    grown: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]: ...
def overlaps_exact(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    grown: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]: ...
def clearances(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    grown: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.float32] | None = None,
) -> npt.NDArray[np.float32]: ...
def any_overlap(
    boxes: _BoxesLike,
    against: _BoxesLike | None = None,
    *,
    per_configuration: int | None = None,
    products: npt.ArrayLike | None = None,
    pairs: npt.ArrayLike | None = None,
    bounds: npt.ArrayLike | None = None,
    within: float = 0.0,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]: ...
def least_clearances(
    boxes: _BoxesLike,
    against: _BoxesLike | None = None,
    *,
    per_configuration: int | None = None,
    products: npt.ArrayLike | None = None,
    pairs: npt.ArrayLike | None = None,
    bounds: npt.ArrayLike | None = None,
    grown: float = 0.0,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
def least_distances(
    boxes: _BoxesLike,
    against: _BoxesLike | None = None,
    *,
    per_configuration: int | None = None,
    products: npt.ArrayLike | None = None,
    pairs: npt.ArrayLike | None = None,
    bounds: npt.ArrayLike | None = None,
    within: float | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
@overload
def casts(
    boxes: _BoxesLike | _Shapes,
    pairs: npt.ArrayLike | None,
    motions: npt.ArrayLike,
    grown: None = None,
    *,
    per_box: bool = False,
    stored_poses: bool = False,
    against: Spheres | Capsules,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
@overload
def casts(
    boxes: Spheres | Capsules,
    pairs: npt.ArrayLike | None,
    motions: npt.ArrayLike,
    grown: None = None,
    *,
    per_box: bool = False,
    stored_poses: bool = False,
    against: None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
@overload
def casts(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    motions: npt.ArrayLike,
    grown: float | npt.ArrayLike | None = None,
    *,
    per_box: bool = False,
    stored_poses: bool = False,
    against: _BoxesLike | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
def impacts(
    boxes: _BoxesLike,
    ends: _BoxesLike,
    pairs: npt.ArrayLike,
    grown: npt.ArrayLike | None = None,
    *,
    tolerance: float = 0.01,
    rounds: int = 64,
    against: _BoxesLike | None = None,
    against_ends: _BoxesLike | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
def axis_normals(
    axes: npt.ArrayLike,
    rotations: npt.ArrayLike,
    against_rotations: npt.ArrayLike,
    toward: npt.ArrayLike,
) -> npt.NDArray[np.float32]: ...
def hits(
    boxes: _BoxesLike | Spheres | Capsules,
    lines: Rays | Segments,
    pairs: npt.ArrayLike | None = None,
    *,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
def closest_points(
    a: Segments,
    b: Segments,
    pairs: npt.ArrayLike,
    *,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
def cull(
    boxes: _BoxesLike,
    frusta: Frusta,
    *,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]: ...
def classify(
    boxes: _BoxesLike,
    frusta: Frusta,
    *,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]: ...
def aabbs(
    boxes: _BoxesLike, *, engine: Engine | None = None, out: _Rows | None = None
) -> _Rows: ...
def _note_fork() -> None: ...
def _layouts() -> dict[str, tuple[int, list[tuple[str, int]]]]: ...
def _states() -> dict[str, int]: ...
def _rows() -> list[tuple[str, int, list[tuple[str, str, int, int]]]]: ...
def _time_overlaps(
    boxes: _BoxesLike, pairs: npt.ArrayLike, times: int, engine: Engine | None
) -> list[int]: ...
