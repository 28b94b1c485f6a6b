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
    """Runs queries with a backend and a number of threads. An engine holds no boxes and no results."""

    def __new__(
        cls,
        backend: Literal["portable", "avx2", "avx512"] | None = None,
        threads: int = 0,
    ) -> Engine: ...
    @property
    def backend(self) -> str:
        """The name of the backend in use."""
        ...
    @property
    def threads(self) -> int:
        """The most threads that a call may use; 0 for all."""
        ...

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
    """Joins boxes along an axis that they have, as numpy.concatenate does: a Boxes with copies."""
    ...

@final
class Moved:
    """Boxes at times of their motion, for the argument `moved` of queries about pairs of boxes: overlaps(),
    penetrations(), manifolds(), distances(), verdicts(), overlaps_exact(), clearances(), and groups of pairs in a
    list."""

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
    """Holds the contacts of this frame and of the last one, and finds which point of the last frame each point
    continues."""

    def __new__(cls) -> ContactCache: ...
    @staticmethod
    def from_manifolds(contacts: Manifolds) -> ContactCache:
        """Makes a cache whose frame has the contacts of an earlier frame, such as those that manifolds() returned."""
        ...
    def next_frame(self) -> None:
        """Makes the next call of manifolds() begin a new frame. Calling it twice is the same as once."""
        ...
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
    ) -> Manifolds:
        """Computes the contacts of each pair, once per frame."""
        ...
    def predecessors(self) -> npt.NDArray[np.uint32]:
        """For each point of this frame the point of the last frame that it continues: uint32, shape (c,)."""
        ...
    def last_rows(self) -> npt.NDArray[np.uint32]:
        """For each pair in contact the row of the last frame that it continues: uint32, shape (t,)."""
        ...
    def carried_over(self, last: npt.ArrayLike, new: Any = 0) -> npt.NDArray[Any]:
        """Values of the last frame for the points of this frame, such as impulses for warm starting."""
        ...
    def began(self) -> Manifolds:
        """The pairs in contact that continue no contact of the last frame, as a Manifolds: new ones, and forgotten
        ones."""
        ...
    def ended(self) -> Manifolds:
        """The pairs of the last frame whose contacts none continues, as a Manifolds of that frame: ended ones, and
        forgotten ones."""
        ...
    def touching(self) -> Manifolds:
        """The pairs that are in contact in this frame, as a Manifolds."""
        ...
    def forget_box(self, index: int, *, side: Literal["a", "b", "both"] = "both") -> None:
        """Makes all pairs of a box new in the next frame. Call it when another body takes the index of the box."""
        ...
    def forget_pair(self, pair: Sequence[int]) -> None:
        """Makes a pair new in the next frame."""
        ...
    def renumber_boxes(self, new_numbers: npt.ArrayLike, *, side: Literal["a", "b", "both"] = "both") -> None:
        """Changes the numbers of boxes. Box k becomes box new_numbers[k]; 4294967295 means that the box was removed."""
        ...
    def swap_remove(self, index: int, last: int, *, side: Literal["a", "b", "both"] = "both") -> None:
        """Notes that box `index` was removed, and that box `last`, the last one, has the number `index` now."""
        ...
    def clear(self) -> None:
        """Removes all contacts. The cache keeps its allocated memory."""
        ...

@final
class CoveredFaces:
    """The faces of boxes that neighbors cover, so that no contact normal leaves them."""

    @staticmethod
    def of_masks(masks: npt.ArrayLike) -> CoveredFaces:
        """The faces of these masks are covered wholly, and none in part."""
        ...
    @staticmethod
    def of_parts(masks: npt.ArrayLike, rectangles: _Rows) -> CoveredFaces:
        """The same, and the parts of other faces in these rectangles are covered."""
        ...
    def __len__(self) -> int: ...
    @property
    def masks(self) -> npt.NDArray[np.uint8]:
        """A copy of the masks: uint8, shape (n,)."""
        ...
    @property
    def rectangles(self) -> _Rows:
        """A copy of the rectangles: dtype COVERED_RECTANGLE."""
        ...

def covered_faces(boxes: _BoxesLike, tolerance: float = 1e-4) -> CoveredFaces:
    """Finds the faces of boxes that their neighbors cover: a CoveredFaces."""
    ...

@final
class HalfSpaces:
    """Half-spaces, the solids below planes: the points p with normal · p at most the offset."""

    def __new__(cls, normals: npt.ArrayLike, offsets: npt.ArrayLike) -> HalfSpaces: ...
    def __len__(self) -> int: ...

@final
class Spheres:
    """Solid spheres. centers: shape (n, 3), meters. radii: shape (n,), meters, at least zero. Raises ShapeError."""

    def __new__(cls, centers: npt.ArrayLike, radii: npt.ArrayLike) -> Spheres: ...
    def __len__(self) -> int: ...

@final
class Capsules:
    """Capsules: all points within a radius of a segment, which is called the core. starts, ends: shape (n, 3), meters,
    in the frame of the world: the ends of the cores, a radius beyond which a capsule reaches. radii: shape (n,), meters,
    at least zero. Raises ShapeError, also for map coordinates, as Spheres does."""

    def __new__(
        cls, starts: npt.ArrayLike, ends: npt.ArrayLike, radii: npt.ArrayLike
    ) -> Capsules: ...
    def __len__(self) -> int: ...

@final
class AxisAlignedBoxes:
    """World-space axis-aligned bounding boxes. mins, maxs: shape (n, 3), meters. Raises ShapeError."""

    def __new__(cls, mins: npt.ArrayLike, maxs: npt.ArrayLike) -> AxisAlignedBoxes: ...
    def __len__(self) -> int: ...

@final
class Rays:
    """Rays from an origin in one direction. origins: shape (n, 3), meters. directions: shape (n, 3), of any length that
    is not almost zero. Parameters of hits are multiples of the direction. Raises ShapeError."""

    def __new__(cls, origins: npt.ArrayLike, directions: npt.ArrayLike) -> Rays: ...
    def __len__(self) -> int: ...

@final
class Segments:
    """Line segments between two ends. starts, ends: shape (n, 3), meters. Raises ShapeError."""

    def __new__(cls, starts: npt.ArrayLike, ends: npt.ArrayLike) -> Segments: ...
    def __len__(self) -> int: ...

@final
class Frusta:
    """Frusta: volumes between six planes that meet like the faces of a cube, such as the views of cameras."""

    def __new__(cls, planes: npt.ArrayLike) -> Frusta: ...
    @staticmethod
    def from_view_projections(
        matrices: npt.ArrayLike, depth: Literal["zero_to_one", "minus_one_to_one"] = "zero_to_one"
    ) -> Frusta:
        """Frusta that view-projection matrices show."""
        ...
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
    ) -> Frusta:
        """Frusta that cameras see."""
        ...
    def __len__(self) -> int: ...
    @property
    def corners(self) -> npt.NDArray[np.float32]:
        """A copy of the corners: float32, shape (n, 8, 3), meters. Bit 0 of the number of a corner is set on the right
        side, bit 1 on the top side, bit 2 on the far side."""
        ...

@final
class Rectangles:
    """Oriented rectangles in the plane for queries, like Boxes in space. x points to the right and y up."""

    def __new__(
        cls, centers: npt.ArrayLike, rotations: npt.ArrayLike, half_extents: npt.ArrayLike
    ) -> Rectangles: ...
    def __len__(self) -> int: ...
    @property
    def centers(self) -> npt.NDArray[np.float32]:
        """A copy of the centers: float32, shape (n, 2), meters."""
        ...
    @property
    def rotations(self) -> npt.NDArray[np.float32]:
        """A copy of the normalized rotations: float32, shape (n, 2), cosines and sines."""
        ...
    @property
    def half_extents(self) -> npt.NDArray[np.float32]:
        """A copy of the half extents: float32, shape (n, 2), meters."""
        ...
    def set_poses(self, centers: npt.ArrayLike, rotations: npt.ArrayLike) -> None:
        """Moves every rectangle. If the call fails, no rectangle moves."""
        ...

@final
class Joint:
    """How one link of a Chain is moved as seen from the link before. kind: "revolute" turns about the axis by its value
    in radians, "prismatic" slides along it by its value in meters, and "fixed" makes both links one body. axis: a unit
    vector in the frame of the joint; a fixed joint has none. translation, rotation: that frame as seen from the link
    before, in meters and as a unit quaternion x, y, z, w; at the value zero it is the frame of the next link."""

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
    def name(self) -> str:
        """The name."""
        ...

@final
class World:
    """Obstacles for queries of a Chain, which stand still and are prepared once. boxes: Boxes, or a tuple of arrays
    (centers, rotations, half_extents). cylinders, capsules: tuples of arrays (centers, rotations, radii, half_lengths),
    meters and unit quaternions x, y, z, w; their axis is z of the rotation. half_lengths: of a capsule without its
    round ends. Indices of obstacles count the boxes, then the cylinders, then the capsules. Of cylinders and capsules
    "apart" is proven: they may be reported as touching although a gap is left."""

    def __new__(
        cls,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
    ) -> World: ...
    def __len__(self) -> int: ...

@final
class Chain:
    """A robot: links that joints connect, and the solids of each link."""

    def __new__(cls, base: str = "base") -> Chain: ...
    @staticmethod
    def from_urdf(
        urdf: str | PathLike[str], boxes: Mapping[str, _BoxesLike | None] | None = None
    ) -> Chain:
        """The chain of a robot description: the text of a URDF, or the path of a file. Boxes, cylinders, capsules and
        spheres of its elements `collision` are the solids; a link without them has none, whatever its `visual` shows.
        boxes: boxes of links by their names, {"hand": boxes}: Boxes or tuples of arrays in the frame of the link, in
        place of all collision geometry of the description; None for a link that touches nothing. Links with a mesh need
        them, because meshes are not read."""
        ...
    def add_link(self, name: str, parent: str, joint: Joint) -> None:
        """Adds a link, which a Joint moves as seen from the link `parent`."""
        ...
    def attach(
        self,
        link: str,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
    ) -> range:
        """Attaches solids to a link, in the frame of the link, as parts of it, and returns their indices: a range.
        Links that a joint connects with it have no pairs with them: hold() is for what a hand grasps."""
        ...
    def hold(
        self,
        link: str,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
        touching: Sequence[str] = (),
    ) -> range:
        """Attaches solids that a link holds, such as what a hand grasps, in the frame of the link, and returns their
        indices: a range. Other than parts of the link, they have pairs with all other links and what these hold, except
        for those in touching: names of links that they touch, such as fingers."""
        ...
    def detach(self, solids: Sequence[int]) -> None:
        """Removes solids, such as those of what a hand puts down. solids: what the last hold() or attach() returned;
        earlier ones follow in reverse order."""
        ...
    def allow(self, link: str, other: str | None = None, obstacles: npt.ArrayLike | None = None) -> None:
        """Says that a link may touch another link, or obstacles: their solids have no pairs with each other. What a
        link holds may touch the obstacles, too, but not the other link: see hold()."""
        ...
    def allow_from_srdf(self, srdf: str | PathLike[str]) -> None:
        """Says that links may touch each other, as a semantic description lists them: the text of an SRDF, or the path
        of a file. Raises UrdfError with the line."""
        ...
    @property
    def joint_names(self) -> list[str]:
        """The names of the joints that have a value, in the order of joint values."""
        ...
    @property
    def limits(self) -> npt.NDArray[np.float64]:
        """The lower and the upper limit of each joint value: float64, shape (joints, 2), radians or meters; infinite
        for joints without limits."""
        ...
    @property
    def link_names(self) -> list[str]:
        """The names of the links."""
        ...
    @property
    def solids(self) -> list[str]:
        """The name of the link of each solid, in the order of the indices of solids."""
        ...
    @property
    def pairs(self) -> npt.NDArray[np.uint32]:
        """The pairs of solids of two links that are looked at: uint32, shape (m, 2)."""
        ...
    def any_overlap(
        self,
        joints: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        engine: Engine | None = None,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]:
        """Tests for each configuration whether any solid touches an obstacle or a solid of another link: bool, shape
        (...). Poses are rounded, so pairs that almost touch may be reported either way; least_clearances() and
        joint_motions() leave room for that. A pair with a cylinder or a capsule is a hit unless the computed solids
        are certainly apart."""
        ...
    def least_clearances(
        self,
        joints: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        engine: Engine | None = None,
        out: _Rows | None = None,
    ) -> _Rows:
        """Computes the least clearance of each configuration, and the pair that it is of: dtype CHAIN_CLEARANCE, shape
        (...). A clearance is a lower bound of the distance, so another pair may be nearer; a negative one is no depth.
        A configuration whose clearance is positive is certainly free."""
        ...
    def joint_motions(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        tolerance: float = 1e-4,
        engine: Engine | None = None,
        out: _Rows | None = None,
    ) -> _Rows:
        """Proves for each joint motion that the chain touches nothing all the way: dtype JOINT_MOTION, shape (...). A
        joint motion moves all joints at once, along the straight line from a configuration of starts to one of ends:
        shape (..., joints); leading axes are broadcast. state: see JointMotionState; only FREE is a proof, of all times
        of the motion. free_until: until when the motion is certainly free, as a part of it. tolerance: meters: parts of
        a motion that move no point by more are undecided if they are not proven free."""
        ...
    def poses(self, joints: npt.ArrayLike, *, engine: Engine | None = None) -> Boxes:
        """The boxes of each configuration for other queries: Boxes of shape (..., solids), bounding boxes of cylinders
        and capsules."""
        ...
    def frames(
        self, joints: npt.ArrayLike, link: str, *, engine: Engine | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """The poses of the frame of a link in each configuration, whether it has solids or not, such as that of a
        tool."""
        ...

def _chain_of_calls(calls: list[tuple[str, tuple[Any, ...]]]) -> Chain: ...
def available_backends() -> list[str]:
    """The names of the backends that this machine can run, slowest first."""
    ...
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
) -> npt.NDArray[np.bool_]:
    """Tests which pairs share a point or are within: bool, shape (m,)."""
    ...
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
) -> _Rows:
    """Computes depth, normal and axis of minimum penetration of each pair: dtype PENETRATION, shape (m,)."""
    ...
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
) -> Manifolds:
    """Computes the contacts of each pair: a Manifolds with one row and up to four or eight points per pair."""
    ...
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
) -> _Rows:
    """Computes the signed distance of each pair, with a point of both boxes: dtype DISTANCE, shape (m,)."""
    ...
def verdicts(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    grown: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]:
    """Reports for each pair what is certain: uint8, shape (m,): 0 undecided, 1 overlapping, 2 separated; see
    Verdict."""
    ...
def overlaps_exact(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    grown: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.bool_] | None = None,
) -> npt.NDArray[np.bool_]:
    """Tests which pairs share a point, without an error: bool, shape (m,)."""
    ...
def clearances(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    grown: float | npt.ArrayLike | None = None,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.float32] | None = None,
) -> npt.NDArray[np.float32]:
    """Computes for each pair a length in meters that the distance of the boxes is certainly not less than: float32,
    shape (m,)."""
    ...
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
) -> npt.NDArray[np.bool_]:
    """Tests for each group of pairs whether any pair shares a point or is within: bool, shape (g,)."""
    ...
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
) -> _Rows:
    """Computes the least clearance of each group of pairs, and the pair that it is of: dtype LEAST_CLEARANCE, shape
    (g,)."""
    ...
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
) -> _Rows:
    """Computes the least distance of each group of pairs, and the pair that it is of: dtype LEAST_DISTANCE, shape
    (g,)."""
    ...
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
) -> _Rows:
    """Computes when boxes, or spheres and capsules, that move along straight lines without turning touch: dtype CAST,
    shape (m,); against Spheres or Capsules dtype SHAPE_CAST, with the normal and the point of each hit."""
    ...
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
) -> _Rows:
    """Computes until when the boxes of each pair are apart while they move and turn during a step: dtype IMPACT, shape
    (m,)."""
    ...
def axis_normals(
    axes: npt.ArrayLike,
    rotations: npt.ArrayLike,
    against_rotations: npt.ArrayLike,
    toward: npt.ArrayLike,
) -> npt.NDArray[np.float32]:
    """Computes the unit direction of an axis of each pair in the world: float32, shape (m, 3)."""
    ...
def hits(
    boxes: _BoxesLike | Spheres | Capsules,
    lines: Rays | Segments,
    pairs: npt.ArrayLike | None = None,
    *,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows:
    """Computes where lines enter and leave boxes, spheres or capsules: dtype RAY_HIT, shape (m,)."""
    ...
def closest_points(
    a: Segments,
    b: Segments,
    pairs: npt.ArrayLike,
    *,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows:
    """Finds the closest points of pairs of segments: dtype CLOSEST_POINTS, shape (m,)."""
    ...
def cull(
    boxes: _BoxesLike,
    frusta: Frusta,
    *,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]:
    """Compares each box with the six planes of each frustum, for culling: uint8, shape (f, n), or (f, ...) for boxes of
    shape (...); see Containment."""
    ...
def classify(
    boxes: _BoxesLike,
    frusta: Frusta,
    *,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]:
    """Compares each box with each frustum as cull() does, over all axes that an exact result needs. Arguments and
    result are those of cull()."""
    ...
def aabbs(
    boxes: _BoxesLike, *, engine: Engine | None = None, out: _Rows | None = None
) -> _Rows:
    """Computes the axis-aligned bounding box of each box, for a broad phase: dtype AXIS_ALIGNED_BOX, shape (n,)."""
    ...
def _note_fork() -> None: ...
def _layouts() -> dict[str, tuple[int, list[tuple[str, int]]]]: ...
def _states() -> dict[str, int]: ...
def _rows() -> list[tuple[str, int, list[tuple[str, str, int, int]]]]: ...
def _svg(
    boxes: list[tuple[list[float], list[float], list[float]]],
    links: list[str | None],
    pairs: list[list[int]],
    contacts: list[tuple[Any, ...]],
    distances: list[tuple[Any, ...]],
    view: tuple[float, float, int],
    title: str,
) -> str: ...
def _time_overlaps(
    boxes: _BoxesLike, pairs: npt.ArrayLike, times: int, engine: Engine | None
) -> list[int]: ...
