# Made by python/stubs.py from the compiled module.
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from ._mujoco import MujocoScene
from .contacts import Manifolds

_BoxesLike: TypeAlias = Boxes | Sequence[npt.ArrayLike]
_Rows: TypeAlias = npt.NDArray[np.void]
_Numbers: TypeAlias = Sequence[float] | npt.NDArray[Any]
_Shapes: TypeAlias = Spheres | Capsules | HalfSpaces
_RoundSolids: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]
_Hulls: TypeAlias = Iterable[npt.ArrayLike | tuple[npt.ArrayLike, float]]
_Solids: TypeAlias = Mapping[str, _BoxesLike | _RoundSolids | _Hulls | None]

__version__: str
NEW_POINT: int

@final
class Engine:
    """Runs queries with a backend and a number of threads. An engine holds no boxes and no results.

    backend: "portable", "avx2" or "avx512"; None for the fastest that this CPU supports (see available_backends()).
    Results have the same bits on every backend.
    threads: the most threads that a call may use; 0 for all. Short calls use one thread.

    Raises EngineError if this machine does not have the backend.
    """

    def __new__(cls, backend: Literal['portable', 'avx2', 'avx512'] | None = None, threads: int = 0) -> Engine: ...
    @property
    def backend(self) -> str:
        """The name of the backend in use."""
    @property
    def threads(self) -> int:
        """The most threads that a call may use; 0 for all."""

@final
class Boxes:
    """An array of oriented boxes for queries. They are checked once and kept in the layout of the engine.

    centers: shape (..., 3), meters; a fourth column is not read.
    rotations: shape (..., 4), unit quaternions x, y, z, w, box to world. They are normalized.
    half_extents: shape (..., 3), meters, at least zero, or one number for all; a fourth column is not read.
    origin: three numbers, meters, which are subtracted from the centers in float64. All boxes of a query need the same.

    Leading axes are broadcast as NumPy does: one row of half extents is for all boxes. They are the shape of the boxes.
    Answers per box have this shape, and indices in pairs count the boxes in C order. Boxes can be indexed, iterated and
    joined like an array (see concatenate()); the results are copies.

    Arrays may have any real dtype and any strides; they are stored as float32. If a box is invalid, the call raises
    BoxError with the index of the box in C order and the field. So it does if float32 moves a center by more than 0.01
    of the thinnest half extent of its box, unless accept_rounding is True. An extent counts as at least 0.01 of the
    longest one; points may move. Several threads may read the boxes at once; a call that moves boxes waits until these
    reads end.
    """

    def __new__(
        cls,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        half_extents: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> Boxes: ...
    def __getitem__(self, key: Any) -> Boxes: ...
    def __iter__(self) -> Iterator[Boxes]: ...
    def __len__(self) -> int: ...
    def aabbs(self, *, engine: Engine | None = None, out: _Rows | None = None) -> _Rows:
        """Computes the axis-aligned bounding box of each box, like octosat.aabbs(): dtype AXIS_ALIGNED_BOX, in the shape
        of the boxes.
        """
    @property
    def centers(self) -> npt.NDArray[np.float32]:
        """A copy of the centers: float32, shape (..., 3), meters."""
    @staticmethod
    def from_matrices(
        matrices: npt.ArrayLike,
        half_extents: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> Boxes:
        """Boxes whose poses are matrices from the frame of each box to the world, such as the links of a robot.

        matrices: shape (..., 3, 4) or (..., 4, 4): rotations and translations, such as (configurations, links, 4, 4).
        half_extents: shape (..., 3), meters; leading axes are broadcast, so (links, 3) are those of each configuration.
        origin, accept_rounding: as for Boxes, of translations.
        """
    @property
    def half_extents(self) -> npt.NDArray[np.float32]:
        """A copy of the half extents: float32, shape (..., 3), meters."""
    @property
    def ndim(self) -> int:
        """The number of axes."""
    @property
    def rotations(self) -> npt.NDArray[np.float32]:
        """A copy of the normalized rotations: float32, shape (..., 4), unit quaternions x, y, z, w."""
    def set_half_extents(self, index: int, half_extents: _Numbers) -> None:
        """Resizes one box and keeps its pose. index: in C order. half_extents: three numbers, meters, at least zero."""
    def set_poses(
        self,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> None:
        """Moves every box. If the call fails, no box moves.

        centers: shape (..., 3), meters. rotations: shape (..., 4), unit quaternions x, y, z, w. Leading axes are
        broadcast to the shape of the boxes. origin, accept_rounding: as for Boxes.
        """
    def set_poses_from_row_major(
        self,
        matrices: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> None:
        """Moves every box to the pose in a row-major matrix, box to world. If the call fails, no box moves.

        matrices: shape (..., 3, 4) or (..., 4, 4). Each is a rotation and a translation. Leading axes are broadcast to
        the shape of the boxes. origin, accept_rounding: as for Boxes, of translations.
        """
    def set_poses_of(
        self,
        indices: npt.ArrayLike,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> None:
        """Moves some boxes, such as those that are awake. If the call fails, no box moves.

        indices: shape (m,), integers, which count the boxes in C order. centers: shape (m, 3), meters. rotations: shape
        (m, 4). One row is for all. origin, accept_rounding: as for Boxes. If an index occurs twice, its last pose is
        used.
        """
    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis, as of an array."""
    @property
    def size(self) -> int:
        """The number of boxes: indices in pairs are below it."""
    @staticmethod
    def upright(rows: npt.ArrayLike, *, origin: _Numbers | None = None, accept_rounding: bool = False) -> Boxes:
        """Boxes that stand upright, of rows of detections: x, y, z of the center, length, width, height and yaw.

        rows: shape (..., 7), meters and radians. The length is along x and the width along y before the turn, and all three
        are full lengths, twice the half extents. A positive yaw turns x towards y: counter-clockwise, as seen from above.
        origin, accept_rounding: as for Boxes.
        """

@final
class ContactCache:
    """Holds the contacts of this frame and of the last one, and finds which point of the last frame each point continues.

    Use one cache per list of pairs. In each frame, call next_frame() and manifolds(); then predecessors(), began() and
    ended() compare both frames. Contacts have the same bits as those of octosat.manifolds.

    Boxes that are added at the end need no call. Methods for removed boxes, for boxes with other indices and for
    forgotten boxes take a side: "both" if the pairs of the frame are of one list of boxes, else "a" or "b" for its
    first or second list. They raise BoxError, and change nothing, if the frame has no such side or box. A cache without
    a frame, and one that was made of contacts, accepts every side and every index that no pair contradicts. The
    contacts of removed boxes have no links, and are neither in began() nor in ended().

    Calls in several threads wait for each other. Copies go on like the cache itself. Pickling keeps the contacts of
    this frame.
    """

    def __new__(cls) -> ContactCache: ...
    def began(self) -> Manifolds:
        """The pairs in contact that continue no contact of the last frame, as a Manifolds: new ones, and forgotten ones.

        Speculative contacts count, too. Their depths are negative.
        """
    def carried_over(self, last: npt.ArrayLike, new: Any | None = None) -> npt.NDArray[Any]:
        """Values of the last frame for the points of this frame, such as impulses for warm starting.

        last: an array with a value (or a row) per point of the last frame. new: the value of new points, 0 by default.
        """
    def clear(self) -> None:
        """Removes all contacts. The cache keeps its allocated memory."""
    def ended(self) -> Manifolds:
        """The pairs of the last frame whose contacts none continues, as a Manifolds of that frame: ended ones, and
        forgotten ones.
        """
    def forget_box(self, index: int, *, side: Literal['a', 'b', 'both'] = 'both') -> None:
        """Makes all pairs of a box new in the next frame. Call it when another body takes the index of the box."""
    def forget_pair(self, pair: Sequence[int]) -> None:
        """Makes a pair new in the next frame."""
    @staticmethod
    def from_manifolds(contacts: Manifolds) -> ContactCache:
        """Makes a cache whose frame has the contacts of an earlier frame, such as those that manifolds() returned.

        The next frame then has the same predecessors as after that frame, if it has the same origin of positions.
        Raises PartsError if the arrays do not belong together.
        """
    def last_rows(self) -> npt.NDArray[np.uint32]:
        """For each pair in contact the row of the last frame that it continues: uint32, shape (t,).

        The array is parallel to touching_rows() of this frame's Manifolds, and holds rows of the last frame's
        Manifolds, or NO_ROW.
        """
    def manifolds(
        self,
        boxes: _BoxesLike,
        pairs: npt.ArrayLike,
        within: float | npt.ArrayLike | None = None,
        *,
        against: _BoxesLike | None = None,
        limit: Literal[4, 8] | None = None,
        origin: Literal['world', 'center_of_a'] = 'world',
        surfaces: bool = False,
        covered: CoveredFaces | None = None,
        moved: Moved | None = None,
        engine: Engine | None = None,
    ) -> Manifolds:
        """Computes the contacts of each pair, once per frame.

        Arguments are those of octosat.manifolds; against is other boxes or None. Raises QueryError if this frame has
        its contacts already: call next_frame() before each frame but the first, and keep one cache per list of pairs.
        If the call fails, the cache is unchanged, except after a KeyboardInterrupt: then it may already hold the new
        frame.
        """
    def next_frame(self) -> None:
        """Makes the next call of manifolds() begin a new frame. Calling it twice is the same as once."""
    def predecessors(self) -> npt.NDArray[np.uint32]:
        """For each point of this frame the point of the last frame that it continues: uint32, shape (c,).

        The array is parallel to `points` of this frame's Manifolds, and holds indices into `points` of the last frame's
        Manifolds, or NEW_POINT. No two points continue the same one.
        """
    def renumber_boxes(self, new_numbers: npt.ArrayLike, *, side: Literal['a', 'b', 'both'] = 'both') -> None:
        """Changes the numbers of boxes. Box k becomes box new_numbers[k]; 4294967295 means that the box was removed.

        new_numbers: shape (n,), integers. Boxes beyond the end were removed, too. Raises BoxError, and changes nothing,
        if two boxes get the same number.
        """
    def swap_remove(self, index: int, last: int, *, side: Literal['a', 'b', 'both'] = 'both') -> None:
        """Notes that box `index` was removed, and that box `last`, the last one, has the number `index` now."""
    def touching(self) -> Manifolds:
        """The pairs that are in contact in this frame, as a Manifolds."""

@final
class CoveredFaces:
    """The faces of boxes that neighbors cover, so that no contact normal leaves them.

    masks: shape (n,), integers below 64, one mask per box: bit 2k is set if the face on the negative side of axis k
    is covered, and bit 2k + 1 for the positive side. Boxes that move have a mask of zero.
    rectangles: an array of dtype COVERED_RECTANGLE, in ascending order of boxes and faces: the covered parts of other
    faces.

    covered_faces() finds both; of_masks() and of_parts() make them of arrays. Raises CoveredError if a mask or a
    rectangle is invalid.
    """

    def __len__(self) -> int: ...
    @property
    def masks(self) -> npt.NDArray[np.uint8]:
        """A copy of the masks: uint8, shape (n,)."""
    @staticmethod
    def of_masks(masks: npt.ArrayLike) -> CoveredFaces:
        """The faces of these masks are covered wholly, and none in part."""
    @staticmethod
    def of_parts(masks: npt.ArrayLike, rectangles: _Rows) -> CoveredFaces:
        """The same, and the parts of other faces in these rectangles are covered."""
    @property
    def rectangles(self) -> _Rows:
        """A copy of the rectangles: dtype COVERED_RECTANGLE."""

@final
class Moved:
    """Boxes at times of their motion, for the argument `moved` of queries about pairs of boxes: overlaps(),
    penetrations(), manifolds(), distances(), verdicts(), overlaps_exact(), clearances(), and groups of pairs in a list.

    times: shape (m,), one per pair: 0 is the start of the step and 1 its end, such as the times of casts() and
    impacts(). motions: shape (m, 3), meters: how far box b of each pair moves during the step as seen from box a, which
    stands still. Shape (3,): the same for all pairs. With per_box=True, shape (..., 3): how far each box moves, in C
    order; with `against`, a tuple of two arrays. ends: instead of motions, for boxes that also turn: the same boxes at the
    end of the step, Boxes or a tuple of arrays. against_ends: the boxes of `against` at the end; None: they rest.

    No position in the world is rounded: box b is moved as seen from box a. Points lie where the boxes are at their
    times. The arrays are copied.
    """

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
class HalfSpaces:
    """Half-spaces, the solids below planes: the points p with normal · p at most the offset.

    normals: shape (n, 3), unit vectors that point out of the solid. offsets: shape (n,), meters along the normals.
    The ground of a world whose z axis points up is HalfSpaces([[0, 0, 1]], [0]). Raises ShapeError.
    """

    def __new__(cls, normals: npt.ArrayLike, offsets: npt.ArrayLike) -> HalfSpaces: ...
    def __len__(self) -> int: ...

@final
class Spheres:
    """Solid spheres. centers: shape (n, 3), meters. radii: shape (n,), meters, at least zero. Raises ShapeError.

    So it does if float32 moves a center by more than 0.01 of the radius: subtract an origin in float64 before.
    """

    def __new__(cls, centers: npt.ArrayLike, radii: npt.ArrayLike) -> Spheres: ...
    def __len__(self) -> int: ...

@final
class Capsules:
    """Capsules: all points within a radius of a segment, which is called the core. starts, ends: shape (n, 3), meters, in the
    frame of the world: the ends of the cores, a radius beyond which a capsule reaches. radii: shape (n,), meters, at least
    zero. Raises ShapeError, also for map coordinates, as Spheres does.
    """

    def __new__(cls, starts: npt.ArrayLike, ends: npt.ArrayLike, radii: npt.ArrayLike) -> Capsules: ...
    def __len__(self) -> int: ...

@final
class AxisAlignedBoxes:
    """World-space axis-aligned bounding boxes. mins, maxs: shape (n, 3), meters. Raises ShapeError.

    From the result of aabbs(): AxisAlignedBoxes(bounds["min"], bounds["max"]).
    """

    def __new__(cls, mins: npt.ArrayLike, maxs: npt.ArrayLike) -> AxisAlignedBoxes: ...
    def __len__(self) -> int: ...

@final
class Rays:
    """Rays from an origin in one direction. origins: shape (n, 3), meters. directions: shape (n, 3), of any length that is
    not almost zero. Parameters of hits are multiples of the direction. Raises ShapeError.

    Origins at coordinates of a map are not rejected: subtract an origin near them in float64 before.
    """

    def __new__(cls, origins: npt.ArrayLike, directions: npt.ArrayLike) -> Rays: ...
    def __len__(self) -> int: ...

@final
class Segments:
    """Line segments between two ends. starts, ends: shape (n, 3), meters. Raises ShapeError."""

    def __new__(cls, starts: npt.ArrayLike, ends: npt.ArrayLike) -> Segments: ...
    def __len__(self) -> int: ...

@final
class Frusta:
    """Frusta: volumes between six planes that meet like the faces of a cube, such as the views of cameras.

    planes: shape (n, 6, 4): of each plane a normal that points out of the volume, of any length, and an offset: a point
    p is inside if normal · p is at most the offset. The order is left, right, bottom, top, near, far. Raises
    ShapeError.
    """

    def __new__(cls, planes: npt.ArrayLike) -> Frusta: ...
    def __len__(self) -> int: ...
    @property
    def corners(self) -> npt.NDArray[np.float32]:
        """A copy of the corners: float32, shape (n, 8, 3), meters. Bit 0 of the number of a corner is set on the right
        side, bit 1 on the top side, bit 2 on the far side.
        """
    @staticmethod
    def from_view_projections(
        matrices: npt.ArrayLike,
        depth: Literal['zero_to_one', 'minus_one_to_one'] = 'zero_to_one',
    ) -> Frusta:
        """Frusta that view-projection matrices show.

        matrices: shape (n, 4, 4): matrix @ [x, y, z, 1] are the clip coordinates of a point. A matrix without a far
        plane is rejected. depth: the clip depths that are kept, "zero_to_one" (Direct3D, Vulkan, Metal, WebGPU) or
        "minus_one_to_one" (OpenGL).
        """
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
        """Frusta that cameras see.

        eyes, targets: shape (n, 3), meters: the positions of the cameras, and the points in the middle of their views.
        ups: shape (n, 3): the directions that are up in the views, of any length.
        vertical_angle: radians, from the bottom of the view to its top. aspect: width divided by height. near, far: the
        distances of the planes along the view, meters.
        """

@final
class Rectangles:
    """An array of oriented rectangles in the plane for queries, like Boxes in space. x points to the right and y up.

    centers: shape (..., 2), meters.
    rotations: shape (..., 2), cosines and sines of angles. They are normalized; a positive angle turns counter-clockwise.
    half_extents: shape (..., 2), meters, at least zero.
    origin: two numbers, meters, which are subtracted from the centers in float64.

    Shapes, broadcasting, keys, copies and accept_rounding are those of Boxes. overlaps(), penetrations(), manifolds(),
    intersections() and iou() take rectangles instead of boxes. If a rectangle is invalid, the call raises BoxError with
    the rectangle and the field; so it does if float32 moves a center by more than 0.01 of the smaller half extent, as at
    map coordinates.
    """

    def __new__(
        cls,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        half_extents: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> Rectangles: ...
    def __getitem__(self, key: Any) -> Rectangles: ...
    def __iter__(self) -> Iterator[Rectangles]: ...
    def __len__(self) -> int: ...
    def aabbs(self, *, out: _Rows | None = None) -> _Rows:
        """Computes the axis-aligned bounds of each rectangle: dtype AXIS_ALIGNED_RECTANGLE, in the shape of the rectangles.

        Every point of a rectangle is inside its bounds, despite rounding.
        """
    @property
    def angles(self) -> npt.NDArray[np.float32]:
        """The angles of the rotations: float32, shape (...), radians, from -pi to pi."""
    @property
    def centers(self) -> npt.NDArray[np.float32]:
        """A copy of the centers: float32, shape (..., 2), meters."""
    @staticmethod
    def from_angles(
        centers: npt.ArrayLike,
        angles: npt.ArrayLike,
        half_extents: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> Rectangles:
        """Rectangles of angles instead of cosines and sines.

        angles: shape (...), radians; a positive angle turns x towards y. Others: as for Rectangles.
        """
    @staticmethod
    def from_rows(rows: npt.ArrayLike, *, origin: _Numbers | None = None, accept_rounding: bool = False) -> Rectangles:
        """Rectangles of rows of detections: x and y of the center, length, width and angle.

        rows: shape (..., 5), meters and radians. The length is along x and the width along y before the turn, and both are
        full lengths, twice the half extents. A positive angle turns x towards y. origin, accept_rounding: as for
        Rectangles.
        """
    @property
    def half_extents(self) -> npt.NDArray[np.float32]:
        """A copy of the half extents: float32, shape (..., 2), meters."""
    @property
    def ndim(self) -> int:
        """The number of axes."""
    @property
    def rotations(self) -> npt.NDArray[np.float32]:
        """A copy of the normalized rotations: float32, shape (..., 2), cosines and sines."""
    def set_half_extents(self, index: int, half_extents: _Numbers) -> None:
        """Resizes one rectangle and keeps its pose. index: in C order. half_extents: two numbers, meters, at least zero."""
    def set_poses(
        self,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> None:
        """Moves every rectangle. If the call fails, no rectangle moves.

        centers: shape (..., 2), meters. rotations: shape (..., 2), cosines and sines. Leading axes are broadcast to the
        shape of the rectangles. origin, accept_rounding: as for Rectangles.
        """
    def set_poses_of(
        self,
        indices: npt.ArrayLike,
        centers: npt.ArrayLike,
        rotations: npt.ArrayLike,
        *,
        origin: _Numbers | None = None,
        accept_rounding: bool = False,
    ) -> None:
        """Moves some rectangles. If the call fails, no rectangle moves.

        indices: shape (m,), integers, which count the rectangles in C order. centers: shape (m, 2), meters. rotations:
        shape (m, 2), cosines and sines. One row is for all. origin, accept_rounding: as for Rectangles. If an index occurs
        twice, its last pose is used.
        """
    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis, as of an array."""
    @property
    def size(self) -> int:
        """The number of rectangles: indices in pairs are below it."""

@final
class Joint:
    """How one link of a Chain is moved as seen from the link before. kind: "revolute" turns about the axis by its value in
    radians, "prismatic" slides along it by its value in meters, and "fixed" makes both links one body. axis: a unit
    vector in the frame of the joint; a fixed joint has none. translation, rotation: that frame as seen from the link
    before, in meters and as a unit quaternion x, y, z, w; at the value zero it is the frame of the next link.

    limits: the least and the greatest value; queries answer values beyond them, too. mimic:
    (joint, ratio, offset): the joint has no value of its own, but ratio times that of another joint, plus offset. So it
    takes no limits, and a fixed joint takes neither.

    Chain.add_link() checks the numbers.
    """

    def __new__(
        cls,
        name: str,
        kind: Literal['revolute', 'prismatic', 'fixed'],
        axis: _Numbers | None = None,
        translation: _Numbers = ...,
        rotation: _Numbers = ...,
        limits: _Numbers | None = None,
        mimic: tuple[str, float, float] | None = None,
    ) -> Joint: ...
    @property
    def name(self) -> str:
        """The name."""

@final
class World:
    """Obstacles for queries of a Chain, or of any boxes: solids that stand still and are prepared once, and the points or
    voxels of a camera, which set_points() and set_voxels() replace. boxes: Boxes, or a tuple of arrays (centers,
    rotations, half_extents), as for Boxes. cylinders, capsules: tuples of arrays (centers, rotations, radii,
    half_lengths), meters and unit quaternions x, y, z, w; their axis is z of the rotation. half_lengths: of a capsule
    without its round ends.
    hulls: a list of convex hulls, each its points, shape (n, 3) with n from 1 to 256, meters, or a pair (points, radius):
    all within the radius of the hull, such as outer_hull(vertices); points inside others only take time. points, radius: as for set_points(). voxels,
    half_extents: as for set_voxels(). Indices of obstacles count the boxes, then the cylinders, the capsules, the hulls, and
    the points or voxels. Of others than boxes "apart" is proven: they may be reported as touching although a gap is left,
    of about a micrometer.

    The arrays have the shapes (..., 3), (..., 4), (...) and (...), whose leading axes are broadcast. Arrays are rounded
    to float32; as for Boxes, a center must not move by much. Raises BoxError, or ShapeError for another solid, a point or a
    voxel, with the obstacle and the field.
    """

    def __new__(
        cls,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
        hulls: _Hulls | None = None,
        *,
        points: npt.ArrayLike | None = None,
        radius: float | None = None,
        voxels: npt.ArrayLike | None = None,
        half_extents: npt.ArrayLike | None = None,
    ) -> World: ...
    def __len__(self) -> int: ...
    def any_overlap(
        self,
        boxes: _BoxesLike,
        within: float | npt.ArrayLike = 0.0,
        *,
        per_configuration: int | None = None,
        engine: Engine | None = None,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]:
        """Tests for each box, or each configuration of boxes, whether any touches an obstacle or is within: bool.

        boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents), of any shape, which the result has.
        within: boxes that are up to this far from an obstacle count, too: meters, at least zero. per_configuration=k:
        one answer for k boxes each, such as the links of a robot. engine, out: as for octosat.any_overlap().
        """
    def least_clearances(
        self,
        boxes: _BoxesLike,
        tolerance: float = 0.0,
        *,
        per_configuration: int | None = None,
        engine: Engine | None = None,
        out: _Rows | None = None,
    ) -> _Rows:
        """Computes the least clearance of each box, or of each configuration of boxes: dtype CHAIN_CLEARANCE. The field
        solid is the number of the box in its configuration.

        tolerance: by how much clearances may be less than the least ones, meters. Others: as for any_overlap().
        """
    def near_pairs(
        self,
        boxes: _BoxesLike,
        within: float | npt.ArrayLike = 0.0,
        *,
        engine: Engine | None = None,
    ) -> npt.NDArray[np.uint32]:
        """Lists the pairs of a box and an obstacle that may be within a length of each other: uint32, shape (m, 2), in
        ascending order. Others are certainly farther apart.
        """
    def set_points(self, points: npt.ArrayLike, radius: float) -> None:
        """Replaces the points or voxels by points, such as those of a camera, and keeps the solids. No points remove those
        that there were. A call that replaces points waits until queries of other threads end.

        points: shape (..., 3), meters; those of a depth image that are NaN are dropped by
        points[np.isfinite(points).all(1)]. radius: of each point, meters. Their indices as obstacles come after those of
        the solids. Raises ShapeError with the point, and then keeps what there was.
        """
    def set_voxels(self, centers: npt.ArrayLike, half_extents: npt.ArrayLike) -> None:
        """Replaces the points or voxels by voxels: boxes of one size along the world's axes.

        centers: shape (..., 3), meters. half_extents: half the edges of each voxel, meters: three numbers, or one for all.
        Otherwise as set_points().
        """

@final
class Chain:
    """A robot: links that joints connect, and the solids of each link.

    Chain("base") is a chain of one link, which stands still: its frame is the world's. Links are added one after the
    other, each with the joint that moves it as seen from a link before, so they form a tree. Solids are boxes,
    cylinders, capsules and hulls in the frame of their link. Solids of two links have pairs with each other, except if a joint
    connects the links, if no joint moves one as seen from the other, or if allow() says that they may touch. What a link
    holds has pairs with all other links, except for those that hold() names.

    Queries take joint values of shape (..., joints), in the order of joint_names, in radians and meters, and return one
    answer per configuration in the shape (...). Joint values are rounded to float32. A call that changes the chain
    waits until queries of other threads end. Raises ChainError, which names the link or the joint.
    """

    def __new__(cls, base: str = 'base') -> Chain: ...
    @staticmethod
    def _of_stored(text: str, links: list[str], solids: list[dict[str, Any]]) -> Chain: ...
    def add_link(self, name: str, parent: str, joint: Joint) -> None:
        """Adds a link, which a Joint moves as seen from the link `parent`."""
    def allow(self, link: str, other: str | None = None, obstacles: npt.ArrayLike | None = None) -> None:
        """Says that a link may touch another link, or obstacles: their solids have no pairs with each other. What a
        link holds may touch the obstacles, too, but not the other link: see hold().

        obstacles: shape (m,), integers, such as that of the table on which the base stands: indices of the World of each
        query, which must have them.
        """
    def allow_from_srdf(self, srdf: str | PathLike[str]) -> list[str]:
        """Says that links may touch each other, as a semantic description lists them: the text of an SRDF, or the path of
        a file. Returns the names that are no links of the chain, whose pairs are skipped. Raises UrdfError with the line.
        """
    def any_overlap(
        self,
        joints: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        within: float | npt.ArrayLike | None = None,
        between_links: float | None = None,
        engine: Engine | None = None,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]:
        """Tests for each configuration whether any solid touches an obstacle or a solid of another link: bool, shape
        (...). Poses are rounded, so pairs that almost touch may be reported either way; least_clearances() and
        joint_motions() leave room for that. A pair of others than two boxes is a hit unless the computed solids are
        certainly apart.

        joints: shape (..., joints), in the order of joint_names. world: a World; None for pairs of links alone. links:
        whether pairs of links count. out: a bool array of shape (...) that is filled and returned. Raises QueryError if
        the chain has no solids. If the call raises QueryError, it writes no results.

        within: meters, at least zero: nearer pairs are hits, too; a number, or an array of shape (links,) in the order of
        link_names, of which pairs of links keep the larger one. between_links: the same of pairs of links instead. If within
        is positive, no pair of a configuration that is no hit is nearer, whatever rounding does.
        """
    def attach(
        self,
        link: str,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
        hulls: _Hulls | None = None,
    ) -> range:
        """Attaches solids to a link, in the frame of the link, as parts of it, and returns their indices: a range. Links
        that a joint connects with it have no pairs with them: hold() is for what a hand grasps.

        boxes, cylinders, capsules, hulls: as for World. If the call fails, nothing is attached; so it does if the solid is so
        far from the base, as at map coordinates, that float32 may move it by more than 0.01 of its thinnest half extent.
        """
    def detach(self, solids: Sequence[int]) -> None:
        """Removes solids, such as those of what a hand puts down. solids: what the last hold() or attach() returned;
        earlier ones follow in reverse order.
        """
    def forbid(self, link: str, other: str | None = None, obstacles: npt.ArrayLike | None = None) -> None:
        """Takes back what allow() says of a link and another link, or obstacles: their solids have the pairs that they would
        have without. If nothing allowed it, nothing changes. Arguments are those of allow().
        """
    def frames(
        self,
        joints: npt.ArrayLike,
        link: str,
        *,
        engine: Engine | None = None,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """The poses of the frame of a link in each configuration, whether it has solids or not, such as that of a tool.

        joints, engine: as for any_overlap(). Returns positions, shape (..., 3), meters, and rotations, shape (..., 4),
        unit quaternions x, y, z, w, link to world: float32.
        """
    @staticmethod
    def from_mujoco(
        model: Any,
        data: Any | None = None,
        *,
        leave_out: Iterable[int | str] | None = None,
        tolerance: float = 0.0005,
    ) -> MujocoScene:
        """The chain and the world of a MuJoCo model, an MjModel: a MujocoScene. Hinges and slides are the joints, whose values are
        those of qpos. Pairs are those that MuJoCo looks at, except for those that no joint of the chain moves.

        data: an MjData: what has a free or a ball joint stands still where it is there, and so do mocap bodies. Without it,
        free and ball joints are errors. leave_out: indices or names of geoms that are not looked at. tolerance: how far the
        hull of a mesh may reach beyond it, meters; that of an ellipsoid may reach beyond it by a hundredth of its axes.

        Raises ChainError for what a chain cannot have, with the body or the joint.
        """
    @staticmethod
    def from_urdf(
        urdf: str | PathLike[str],
        boxes: Mapping[str, _BoxesLike | None] | None = None,
        *,
        solids: Mapping[str, _Solids | None] | None = None,
        meshes: str | PathLike[str] | None = None,
        tolerance: float = 0.0005,
        parts: int = 1,
    ) -> Chain:
        """The chain of a robot description: the text of a URDF, or the path of a file. Boxes, cylinders, capsules and
        spheres of its elements `collision` are the solids; a link without them has none, whatever its `visual` shows.

        meshes: the folder below which files of collision meshes are, STL, OBJ or COLLADA; `package://` is this folder. Each
        mesh becomes a hull that contains it. tolerance: how far a hull may reach beyond the convex hull of its mesh, meters.
        parts: into how many parts a mesh is cut at most, each a hull of its own.

        boxes, solids: solids of links by their names, in the frame of the link, in place of all collision geometry of the
        description. boxes: {"hand": boxes}, Boxes or tuples of arrays. solids: the arguments of attach(), such as
        {"hand": {"capsules": ..., "hulls": ...}}. None is for a link that touches nothing.

        Links and joints are in the order of the text, except that they come after those that they depend on. Raises
        UrdfError with the line.
        """
    def hold(
        self,
        link: str,
        boxes: _BoxesLike | None = None,
        cylinders: _RoundSolids | None = None,
        capsules: _RoundSolids | None = None,
        hulls: _Hulls | None = None,
        touching: Sequence[str] = ...,
    ) -> range:
        """Attaches solids that a link holds, such as what a hand grasps, in the frame of the link, and returns their
        indices: a range. Other than parts of the link, they have pairs with all other links and what these hold, except
        for those in touching: names of links that they touch, such as fingers.

        allow() of two links does not count for them. The rest is as for attach().
        """
    @property
    def hulls(self) -> dict[int, tuple[npt.NDArray[np.float64], float]]:
        """The hulls among the solids, those of meshes, too: a pair (points, radius) of each, by the index of the solid.
        points: float64, shape (n, 3), meters, in the frame of the link.
        """
    def joint_motions(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        within: float | npt.ArrayLike | None = None,
        between_links: float | None = None,
        tolerance: float = 0.0001,
        hit_tolerance: float = 0.0,
        engine: Engine | None = None,
        out: _Rows | None = None,
    ) -> _Rows:
        """Proves for each joint motion that the chain touches nothing all the way: dtype JOINT_MOTION, shape (...). A joint
        motion moves all joints at once, along the straight line from a configuration of starts to one of ends: shape
        (..., joints); leading axes are broadcast. state: see JointMotionState; only FREE is a proof, of all times of the
        motion. free_until: until when the motion is certainly free, as a part of it. tolerance: meters: parts of a
        motion that move no point by more are undecided if they are not proven free.

        Of a HIT, touches_at is a time at which a pair touches: a solid, and an obstacle or an other solid. hit_tolerance:
        meters: how closely the first such time is looked for, until no point moves by more between what is proven free, or
        undecided, and touches_at; not closer than tolerance. Zero takes the least time: a motion ends with the first pair that
        is found to touch.

        Other arguments are those of any_overlap(); out is of the dtype of the result.
        """
    @property
    def joint_names(self) -> list[str]:
        """The names of the joints that have a value, in the order of joint values."""
    def least_clearances(
        self,
        joints: npt.ArrayLike,
        world: World | None = None,
        *,
        links: bool = True,
        tolerance: float = 0.0,
        engine: Engine | None = None,
        out: _Rows | None = None,
    ) -> _Rows:
        """Computes the least clearance of each configuration, and the pair that it is of: dtype CHAIN_CLEARANCE, shape
        (...). A clearance is a lower bound of the distance, so another pair may be nearer; a negative one is no depth. A
        configuration whose clearance is positive is certainly free.

        tolerance: meters, at least zero: by how much clearances may be less than the least ones. Among many obstacles 1e-4
        takes a fraction of the time. Other arguments are those of any_overlap(); out is of the dtype of the result.
        """
    @property
    def limits(self) -> npt.NDArray[np.float64]:
        """The lower and the upper limit of each joint value: float64, shape (joints, 2), radians or meters; infinite for
        joints without limits.
        """
    @property
    def link_names(self) -> list[str]:
        """The names of the links."""
    def link_pairs(
        self,
        joints: npt.ArrayLike,
        *,
        within: float | npt.ArrayLike | None = None,
        between_links: float | None = None,
        engine: Engine | None = None,
    ) -> _Rows:
        """Counts for each pair of links in how many configurations they touch, and how near they come: dtype LINK_PAIR, shape
        (m,), in ascending order of links. Pairs that allow() names have no row, nor have links that a joint connects.

        It shows what a robot description should allow: links that touch in all configurations, hits == samples. That others
        never touch is no proof: of 200 pairs of a robot that never touch in 2,000 configurations, some do in 20,000.

        joints, within, between_links, engine: as for any_overlap(). Raises QueryError if the chain has no solids.
        """
    def own_points(
        self,
        joints: npt.ArrayLike,
        points: npt.ArrayLike,
        within: float | npt.ArrayLike | None = None,
        *,
        engine: Engine | None = None,
        out: npt.NDArray[np.bool_] | None = None,
    ) -> npt.NDArray[np.bool_]:
        """Tests which points of a camera are on the chain itself, or within a length of it: bool, shape (...). A point
        that is not is certainly farther than it from every solid: cloud = points[~arm.own_points(joints, points, 0.02)].

        joints: shape (joints,): one configuration. points: shape (..., 3), meters, in the world, rounded to float32; those
        of a depth image that are NaN are dropped by points[np.isfinite(points).all(1)]. within: meters, at least zero:
        a number, or an array of shape (links,) in the order of link_names. engine, out: as for any_overlap().
        """
    @property
    def pairs(self) -> npt.NDArray[np.uint32]:
        """The pairs of solids of two links that are looked at: uint32, shape (m, 2)."""
    def poses(self, joints: npt.ArrayLike, *, engine: Engine | None = None) -> Boxes:
        """The boxes of each configuration for other queries: Boxes of shape (..., solids), bounding boxes of cylinders,
        capsules and hulls.

        joints, engine: as for any_overlap().
        """
    @property
    def solids(self) -> list[str]:
        """The name of the link of each solid, in the order of the indices of solids."""
def available_backends() -> list[str]:
    """The names of the backends that this machine can run, slowest first."""
def _note_fork() -> None: ...
@overload
def concatenate(boxes: Iterable[Boxes], axis: int | None = ...) -> Boxes:
    """Joins boxes along an axis that they have, as numpy.concatenate does: a Boxes with copies.

    boxes: a sequence of Boxes whose other axes have the same lengths. axis: which axis; None: the boxes are flattened
    before. Boxes that were made with an origin need the same origin. Of Rectangles it is a Rectangles.
    """
@overload
def concatenate(boxes: Iterable[Rectangles], axis: int | None = ...) -> Rectangles: ...
def covered_faces(boxes: _BoxesLike, tolerance: float = 0.0001) -> CoveredFaces:
    """Finds the faces of boxes that their neighbors cover: a CoveredFaces.

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents): only boxes that are solid and do not move
    against each other.
    tolerance: meters, at least zero: larger than the spacing of float32 at the boxes' coordinates, and far smaller than
    the thinnest box.
    """
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
    """Tests which pairs share a point or are within: bool, shape (m,).

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. pairs: shape (m, 2), integers:
    two boxes, or a box and a shape of `against`. Indices count boxes in C order. Without pairs, every box is tested
    against a single shape, and the result has the shape of the boxes. within: pairs that are up to this far apart are
    answered, too: a number or an array of shape (m,), meters, at least zero. against: HalfSpaces, Spheres, Capsules or
    AxisAlignedBoxes; other boxes or rectangles, if the second index of each pair is for them; None for pairs of the
    same boxes or rectangles. Spheres, Capsules and HalfSpaces can take the place of boxes, against Spheres or Capsules.
    moved: a Moved: the boxes are where they are at times of their motion. Boxes against shapes and rectangles take none.
    out: a bool array of shape (m,) that is filled and returned.

    Boxes that touch share a point. If the call raises BoxError or QueryError, it writes no results.
    """
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
    """Tests for each group of pairs whether any pair shares a point or is within: bool, shape (g,).

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). against: the same for the second box of
    each pair; None for pairs of the same boxes. within: pairs that are up to this far apart count, too: a number,
    meters, at least zero.

    The groups are one of these: per_configuration=k: group c has the boxes k·c to k·c + k - 1, such as the links of
    a configuration of a robot, each with every box of `against`. For boxes of several axes it may be left out: k is
    the length of the last one, and the result has the shape of the others. products: shape (g, 4), integers: every
    box of a range with every box of another range: the first box and the one after the last, of `boxes` and then of
    `against`. pairs and bounds: shape (m, 2) and (g,), integers: the pairs of all groups, one group after the
    other, and the pair before which each group ends.

    There is no list of pairs in memory for the first two, and a group is left soon after its first hit. moved: a
    Moved: the boxes of pairs and bounds are where they are at times of their motion. out: a bool array of shape
    (g,) that is filled and returned. If the call raises QueryError, it writes no results.
    """
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
    (g,).

    A group whose clearance is positive is certainly free: none of its pairs share a point. A group without pairs
    has an infinite clearance. Arguments are those of any_overlap(), except that boxes are grown by a number of
    meters on every side, which may be negative, and that out is of the dtype of the result.
    """
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
    (g,).

    A group without pairs has an infinite distance. Arguments are those of any_overlap(); within is a cut-off, as
    for distances(), and None is none. out is of the dtype of the result.
    """
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
    """Computes depth, normal and axis of minimum penetration of each pair: dtype PENETRATION, shape (m,).

    If the depth is positive, the boxes overlap, and moving b by depth · normal separates them. If it is negative, the
    boxes are at least -depth apart; the normal is zero if a face separates them by more than `within`. Arguments are
    those of overlaps(). Against HalfSpaces the result is float32, shape (m,): the depth of each box below the plane in
    meters. Of Rectangles it is an array of dtype RECTANGLE_PENETRATION.
    """
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
    limit: Literal[4, 8] | None = None,
    origin: Literal['world', 'center_of_a'] = 'world',
    surfaces: bool = False,
    covered: CoveredFaces | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
) -> Manifolds:
    """Computes the contacts of each pair: a Manifolds with one row and up to four or eight points per pair.

    Arguments are those of overlaps(), and: limit: the most points per pair, 4 or 8; None is 4. origin: the origin of
    positions, "world" or "center_of_a". surfaces: whether the result also has the points on the surfaces of both boxes.
    covered: CoveredFaces, of as many boxes: no normal of pairs of boxes leaves a covered face. With against, they are of
    the boxes of against. Contacts with other shapes and of rectangles take none of these four.

    Against HalfSpaces the result is an array of dtype HALF_SPACE_CONTACT: the vertices below the plane or `within`
    above it. Against Spheres it is an array of dtype SPHERE_CONTACT, shape (m,), and against Capsules one of dtype
    CAPSULE_MANIFOLD, also of Spheres, Capsules and HalfSpaces instead of boxes. Of Rectangles it is an array of dtype
    RECTANGLE_MANIFOLD. Contacts from frame to frame: see ContactCache.
    """
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
@overload
def intersections(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows:
    """Computes how much the two boxes of each pair share: dtype INTERSECTION, shape (m,).

    volume: that of the intersection, cubic meters. iou: the volume over that of the union, from 0 to 1; exactly 1 for a
    box with itself. Boxes that only touch share nothing. Of Rectangles it is an array of dtype RECTANGLE_INTERSECTION,
    with an area instead of a volume.

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. pairs: shape (m, 2), integers.
    against: other boxes or rectangles, if the second index of each pair is for them; None for pairs of the same ones.
    moved: a Moved: the boxes are where they are at times of their motion. Rectangles take none. out: an array of the
    dtype and shape of the result that is filled and returned.
    """
@overload
def intersections(
    boxes: Rectangles,
    pairs: npt.ArrayLike,
    *,
    against: Rectangles | None = None,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows: ...
@overload
def iou(
    boxes: _BoxesLike,
    pairs: npt.ArrayLike,
    *,
    against: _BoxesLike | None = None,
    moved: Moved | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.float32] | None = None,
) -> npt.NDArray[np.float32]:
    """Computes the IoU of each pair, intersection over union: float32, shape (m,), from 0 to 1.

    It is the column `iou` of intersections(), which takes the same arguments. out is a float32 array.

    Without pairs, every box is compared with every box of `against`, or of `boxes` again: shape (n, m), or both shapes one
    after the other. iou(a, b) is short for iou(a, against=b) if b is a Boxes or a Rectangles.
    """
@overload
def iou(
    boxes: _BoxesLike,
    pairs: Boxes | None = None,
    *,
    against: _BoxesLike | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.float32] | None = None,
) -> npt.NDArray[np.float32]: ...
@overload
def iou(
    boxes: Rectangles,
    pairs: npt.ArrayLike,
    *,
    against: Rectangles | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.float32] | None = None,
) -> npt.NDArray[np.float32]: ...
@overload
def iou(
    boxes: Rectangles,
    pairs: Rectangles | None = None,
    *,
    against: Rectangles | None = None,
    engine: Engine | None = None,
    out: npt.NDArray[np.float32] | None = None,
) -> npt.NDArray[np.float32]: ...
@overload
def iou_above(
    boxes: _BoxesLike,
    against: _BoxesLike | None,
    least: float,
    *,
    engine: Engine | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32]]:
    """Lists all pairs whose IoU is positive and at least `least`: their indices, uint32, shape (k, 2), and the IoU of each,
    float32, shape (k,).

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. against: the same for the second
    index of each pair; None: pairs of the same boxes, each once, the lower index first. least: from 0 to 1. Pairs are
    sorted by the first index, then by the second. Indices count boxes in C order.
    """
@overload
def iou_above(
    boxes: Rectangles,
    against: Rectangles | None,
    least: float,
    *,
    engine: Engine | None = None,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32]]: ...
@overload
def overlapping_pairs(
    boxes: _BoxesLike,
    against: _BoxesLike | Spheres | None = None,
    *,
    engine: Engine | None = None,
) -> npt.NDArray[np.uint32]:
    """Lists all pairs that share a point, as overlaps() reports it: their indices, uint32, shape (k, 2).

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. against: the same for the second
    index of each pair; None: pairs of the same boxes, each once, the lower index first. Of boxes also Spheres: those with
    a radius of 0 are points. Pairs are sorted by the first index, then by the second. Indices count boxes in C order.
    """
@overload
def overlapping_pairs(
    boxes: Rectangles,
    against: Rectangles | None = None,
    *,
    engine: Engine | None = None,
) -> npt.NDArray[np.uint32]: ...
def suppress(
    boxes: _BoxesLike | Rectangles,
    scores: npt.ArrayLike,
    most: float,
    classes: npt.ArrayLike | None = None,
    *,
    engine: Engine | None = None,
) -> npt.NDArray[np.uint32]:
    """Keeps the best of boxes that share much, by greedy non-maximum suppression: the indices of the kept ones, uint32, shape
    (k,), in falling score.

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. scores: shape (n,), one per box,
    which are rounded to float32; of equal scores, the lower index is first. most: from 0 to 1: a box goes if its IoU with
    one that was kept before is more. classes: shape (n,), integers: only boxes of one class suppress each other. Indices
    count boxes in C order.
    """
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
    """Computes the signed distance of each pair, with a point of both boxes: dtype DISTANCE, shape (m,).

    Arguments are those of overlaps(); against is other boxes or None. within is a cut-off: pairs that a face
    separates by more have state 2 and that gap as distance, and no points.

    distance: negative for overlap, minus the length of the shortest translation that makes the boxes touch. on_a:
    the closest point of a, or its deepest point in b. That of b is on_a + distance * normal. state: 0 apart, 1
    overlapping, 2 beyond `within`.
    """
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
    """Reports for each pair what is certain: uint8, shape (m,): 0 undecided, 1 overlapping, 2 separated; see Verdict.

    Overlapping and separated are theorems about the boxes as they are stored. Arguments are those of overlaps();
    against is other boxes or None. grown, instead of within: the boxes are larger by this on every side, or smaller
    if it is negative, in meters: a number or an array of shape (m,).
    """
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
    """Tests which pairs share a point, without an error: bool, shape (m,).

    The answer is that for the boxes as they are stored. Pairs that verdicts() leaves undecided are computed in
    integers, which takes about a hundred times as long. Arguments are those of verdicts().
    """
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
    shape (m,).

    It is at most minus the depth if the boxes overlap. Arguments are those of verdicts().
    """
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
    shape (m,); against Spheres or Capsules dtype SHAPE_CAST, with the normal and the point of each hit.

    motions: shape (m, 3), meters: how far box b of each pair moves as seen from box a. If box a moves and b stands
    still, that is minus the motion of a: casts(hands, pairs, -motions, against=walls). Shape (3,): the same for all
    pairs. With per_box=True, shape (..., 3): how far each box moves, in C order; with `against`, a tuple of two arrays,
    for `boxes` and for `against`. Other arguments are those of verdicts(); against: other boxes, Spheres, Capsules or
    None. Spheres, Capsules and HalfSpaces can take the place of boxes, against Spheres or Capsules; pairs may then be
    None, for each of them and a single shape. Casts of spheres and capsules take no grown: a smaller radius leaves a
    skin.

    Times are parts of the step: 0 is its start and 1 its end. A time is never late. state: 0 free, 1 hit, 2 overlapping
    at the start, with the time 0. Boxes that only graze each other, or touch at the start and move apart, slide or rest,
    are free. stored_poses: whether hits leave room for center + time * motion being rounded to float32; needed from some
    hundred meters from the origin on.
    """
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
    (m,).

    boxes: the boxes at the start of the step. ends: the same boxes at its end, Boxes or a tuple of arrays. Centers move
    along straight lines, and rotations are the normalized linear interpolation by the shorter way. against: other boxes
    at the start, if the second index of each pair is for them. against_ends: the others at the end; None: they rest.
    pairs, grown, engine, out: as for verdicts(). tolerance: how far apart boxes may be at a hit, as a part of the least
    half extent of both. rounds: the most times at which a pair is looked at.

    time goes from 0 to 1 and is never late: before it, the boxes share no point, except that free ones may rest, slide
    or graze. state: see ImpactState. If the call raises QueryError, it writes no results.

    The links of an arm move along arcs between two configurations, and not along these straight lines: FREE does not
    prove that a motion of joints is free.
    """
def axis_normals(
    axes: npt.ArrayLike,
    rotations: npt.ArrayLike,
    against_rotations: npt.ArrayLike,
    toward: npt.ArrayLike,
) -> npt.NDArray[np.float32]:
    """Computes the unit direction of an axis of each pair in the world: float32, shape (m, 3).

    axes: shape (m,), numbers of axes, such as the column axis of casts(). rotations and against_rotations: shape (m,
    4), quaternions x, y, z, w of box a and of box b of each pair, such as boxes.rotations[pairs[:, 0]]. toward: shape
    (m, 3): the direction is on this side. For hits of casts, pass minus the motion of b as seen from a: the directions
    then point from a to b.

    Zeros for edges whose angle has a sine below 1e-9, and for numbers that are not finite.
    """
def hits(
    boxes: _BoxesLike | Spheres | Capsules,
    lines: Rays | Segments,
    pairs: npt.ArrayLike | None = None,
    *,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows:
    """Computes where lines enter and leave boxes, spheres or capsules: dtype RAY_HIT, shape (m,).

    boxes: as for overlaps(), or Spheres or Capsules. lines: Rays or Segments. pairs: shape (m, 2): a box and a line.
    Without pairs, every box is tested against a single line. Parameters are multiples of the direction of a ray, or
    fractions of a segment. For a miss, entry is infinite.
    """
def closest_points(
    a: Segments,
    b: Segments,
    pairs: npt.ArrayLike,
    *,
    engine: Engine | None = None,
    out: _Rows | None = None,
) -> _Rows:
    """Finds the closest points of pairs of segments: dtype CLOSEST_POINTS, shape (m,).

    a, b: Segments, which may be the same. pairs: shape (m, 2), integers: a segment of a and one of b.
    engine, out: as for overlaps().

    Parallel segments have many closest points; the result is then for the start of the first segment, if the foot of
    the perpendicular from there lies on the second one, and otherwise for an end of the second one.
    """
def aabbs(boxes: _BoxesLike, *, engine: Engine | None = None, out: _Rows | None = None) -> _Rows:
    """Computes the axis-aligned bounding box of each box, for a broad phase: dtype AXIS_ALIGNED_BOX, shape (n,).

    Every point of a box is inside its bounds, despite rounding.
    """
def cull(
    boxes: _BoxesLike,
    frusta: Frusta,
    *,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]:
    """Compares each box with the six planes of each frustum, for culling: uint8, shape (f, n), or (f, ...) for boxes of
    shape (...); see Containment.

    boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). frusta: Frusta, such as the views of f
    cameras. out: a uint8 array of that shape that is filled and returned.

    Outside and inside are certain. A box that is outside next to an edge or a corner of the frustum may be reported as
    intersecting; classify() reports it as outside.
    """
def classify(
    boxes: _BoxesLike,
    frusta: Frusta,
    *,
    engine: Engine | None = None,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]:
    """Compares each box with each frustum as cull() does, over all axes that an exact result needs. Arguments and result
    are those of cull().
    """
def _chain_of_calls(calls: list[tuple[str, tuple[Any, ...]]]) -> Chain: ...
def outer_hull(points: npt.ArrayLike, tolerance: float = 0.0005) -> tuple[npt.NDArray[np.float32], float]:
    """A hull of few points that contains all given ones, as those of meshes do: points, float32, shape (n, 3), at most 256, and a
    radius in meters, as hulls= takes them: hold("hand", hulls=[outer_hull(vertices)]).

    points: shape (..., 3), meters. tolerance: how far it may reach beyond their convex hull, meters; farther if more points
    would be needed, as the radius shows.
    """
def _time_overlaps(boxes: _BoxesLike, pairs: npt.ArrayLike, times: int, engine: Engine | None) -> list[int]: ...
def _svg(
    boxes: list[tuple[list[float], list[float], list[float]]],
    links: list[str | None],
    pairs: list[list[int]],
    contacts: list[tuple[Any, ...]],
    distances: list[tuple[Any, ...]],
    view: tuple[float, float, int],
    title: str,
) -> str: ...
def _layouts() -> dict[str, tuple[int, list[tuple[str, int]]]]: ...
def _rows() -> list[tuple[str, int, list[tuple[str, str, int, int]]]]: ...
def _states() -> dict[str, int]: ...
