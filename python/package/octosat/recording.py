"""Recordings: frames of boxes with the pairs of a broad phase, as .npz files that the command `octosat` reads.

A recording has B boxes, F frames, and P pairs over all frames. Arrays are float32 unless another type is given:

- `half_extents` (B, 3), meters
- `position` (F, B, 3), meters, and `rotation` (F, B, 4), unit quaternions x, y, z, w, box to world
- `pair_offsets` (F + 1,) uint64: the pairs of frame f are rows `pair_offsets[f]..pair_offsets[f + 1]` of `pairs`
- `pairs` (P, 2) uint32, the smaller index first
- optional: `ref_offsets`, `ref_pair`, `ref_point`, `ref_normal`, `ref_depth`, the contacts of the engine that made the
  recording, and `meta`, a JSON string with data about the recording; its key `gravity`, three numbers in m/s², sets the
  upward axis of pictures, which is y without it
"""

import os
import tempfile
import tokenize
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._octosat import Boxes
from .errors import RecordingError

_UNIT_TOLERANCE = 1e-3
"""How far the squared length of a quaternion may be from one. The command has the same limit."""

_MOST_META_CHARACTERS = 1 << 20
"""The longest `meta` that the command reads."""

_Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Frame:
    """One frame of a recording. The arrays are views."""

    positions: _Floats
    """Centers, shape (B, 3), meters."""
    rotations: _Floats
    """Unit quaternions x, y, z, w, box to world, shape (B, 4)."""
    half_extents: _Floats
    """Half extents, shape (B, 3), meters."""
    pairs: npt.NDArray[np.uint32]
    """Pairs of box indices, shape (m, 2), the smaller first."""

    def boxes(self) -> Boxes:
        """The boxes, ready for queries."""
        return Boxes(self.positions, self.rotations, self.half_extents)


@dataclass(frozen=True, eq=False)
class Reference:
    """The contacts that the engine which made a recording found in its frames."""

    offsets: npt.NDArray[np.uint64]
    """The contacts of frame f are rows `offsets[f]..offsets[f + 1]`, shape (F + 1,)."""
    pair: npt.NDArray[np.uint32]
    """The boxes of each contact, shape (C, 2), the smaller index first."""
    point: _Floats
    """World points, shape (C, 3), meters."""
    normal: _Floats
    """Unit normals from a to b, shape (C, 3)."""
    depth: _Floats
    """Depths, shape (C,), meters, positive for overlap."""


class Recording:
    """Frames of boxes with their pairs. Iterate over it, or take `frame(f)`.

    Arrays are copied, converted if they can be, and checked: RecordingError names the array and the row.
    """

    def __init__(
        self,
        half_extents: npt.ArrayLike,
        position: npt.ArrayLike,
        rotation: npt.ArrayLike,
        pair_offsets: npt.ArrayLike,
        pairs: npt.ArrayLike,
        *,
        reference: Reference | None = None,
        meta: str | None = None,
    ) -> None:
        self.half_extents: _Floats = _floats("half_extents", half_extents)
        self.position: _Floats = _floats("position", position)
        self.rotation: _Floats = _floats("rotation", rotation)
        self.pair_offsets: npt.NDArray[np.uint64] = _integers("pair_offsets", pair_offsets, np.uint64)
        self.pairs: npt.NDArray[np.uint32] = _integers("pairs", pairs, np.uint32, empty=(0, 2))
        self.reference = reference
        self.meta = meta
        self.check()

    @classmethod
    def from_frames(
        cls,
        half_extents: npt.ArrayLike,
        frames: Iterable[tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]],
        *,
        meta: str | None = None,
    ) -> "Recording":
        """Makes a recording from a sequence of frames, each (positions (B, 3), rotations (B, 4), pairs (m, 2))."""
        boxes = len(_floats("half_extents", half_extents))
        positions, rotations, pairs = [], [], []
        for position, rotation, listed in frames:
            positions.append(_floats("position", position))
            rotations.append(_floats("rotation", rotation))
            pairs.append(_integers("pairs", listed, np.uint32, empty=(0, 2)))
            shapes = {"position": (positions[-1], (boxes, 3)), "rotation": (rotations[-1], (boxes, 4))}
            for array, (found, expected) in shapes.items():
                if found.shape != expected:
                    raise RecordingError(
                        f"array {array}: frame {len(positions) - 1}: shape {found.shape}, expected {expected}",
                        array,
                    )
            _check_pairs("pairs", pairs[-1], boxes)
        offsets = np.cumsum([0, *map(len, pairs)])
        return cls(
            half_extents,
            np.stack(positions) if positions else np.empty((0, boxes, 3)),
            np.stack(rotations) if rotations else np.empty((0, boxes, 4)),
            offsets,
            np.concatenate(pairs) if pairs else [],
            meta=meta,
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Recording":
        """Reads a file. RecordingError names the file, the array and the row. OSError: the file cannot be opened."""
        try:
            with open(path, "rb") as file:
                arrays = _read_arrays(file)
            reference = None
            if "ref_offsets" in arrays:
                named = {name: arrays["ref_" + name] for name in _REFERENCE}
                reference = Reference(**named)
            return cls(
                *(arrays[name] for name in _ARRAYS), reference=reference, meta=arrays.get("meta")
            )
        except RecordingError as error:
            raise RecordingError(f"{os.fspath(path)}: {error}", error.array, error.row) from None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a compressed file. If this fails, no partly written file remains."""
        self.check()
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS}
        if self.reference is not None:
            arrays.update({"ref_" + name: getattr(self.reference, name) for name in _REFERENCE})
        if self.meta is not None:
            arrays["meta"] = np.array(self.meta)
        target = Path(path)
        handle, scratch = tempfile.mkstemp(suffix=".npz", prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez_compressed(file, **arrays)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(scratch, 0o666 & ~mask)
            os.replace(scratch, target)
        except BaseException:
            os.unlink(scratch)
            raise

    def check(self) -> None:
        """Raises RecordingError if a value is invalid. Call it after changing arrays in place."""
        boxes, frames = len(self.half_extents), len(self.pair_offsets) - 1
        _check_shape("half_extents", self.half_extents, (boxes, 3))
        _check_shape("position", self.position, (frames, boxes, 3))
        _check_shape("rotation", self.rotation, (frames, boxes, 4))
        bad = _not_finite(self.half_extents) | (self.half_extents.min(axis=1, initial=0) < 0)
        _reject_first("half_extents", bad, self.half_extents, "must be finite and not negative", "box {row}")
        where = "frame {frame}, box {box}"
        position = self.position.reshape(-1, 3)
        _reject_first("position", _not_finite(position), position, "is not finite", where, boxes)
        rotation = self.rotation.reshape(-1, 4)
        squared = np.square(rotation, dtype=np.float64).sum(axis=1)
        bad = ~(np.abs(squared - 1.0) <= _UNIT_TOLERANCE)
        _reject_first("rotation", bad, rotation, "is not a unit quaternion", where, boxes)
        _check_offsets("pair_offsets", self.pair_offsets, len(self.pairs))
        _check_shape("pairs", self.pairs, (len(self.pairs), 2))
        _check_pairs("pairs", self.pairs, boxes)
        if self.reference is not None:
            _check_reference(self.reference, boxes, frames)
        if self.meta is not None and not isinstance(self.meta, str):
            raise RecordingError(f"array meta: type {type(self.meta).__name__}, expected a string", "meta")
        if self.meta is not None and len(self.meta) > _MOST_META_CHARACTERS:
            raise RecordingError(f"array meta: longer than {_MOST_META_CHARACTERS} characters", "meta")

    @property
    def boxes(self) -> int:
        """The number of boxes."""
        return len(self.half_extents)

    def __len__(self) -> int:
        """The number of frames."""
        return len(self.pair_offsets) - 1

    def frame(self, index: int) -> Frame:
        """One frame as views. Frames are counted from 0, or from -1 at the end."""
        frame = range(len(self))[index]
        first, last = self.pair_offsets[frame : frame + 2].tolist()
        return Frame(self.position[frame], self.rotation[frame], self.half_extents, self.pairs[first:last])

    def __iter__(self) -> Iterator[Frame]:
        return (self.frame(index) for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<octosat.Recording: {self.boxes} boxes, {len(self)} frames, {len(self.pairs)} pairs>"


_ARRAYS = ("half_extents", "position", "rotation", "pair_offsets", "pairs")
_REFERENCE = ("offsets", "pair", "point", "normal", "depth")

_DTYPES = {
    "half_extents": "<f4",
    "position": "<f4",
    "rotation": "<f4",
    "pair_offsets": "<u8",
    "pairs": "<u4",
    "ref_offsets": "<u8",
    "ref_pair": "<u4",
    "ref_point": "<f4",
    "ref_normal": "<f4",
    "ref_depth": "<f4",
}
"""The types of arrays in a file. Other types are an error, because the command rejects them too."""


def _read_arrays(file: Any) -> dict[str, Any]:
    """Reads the arrays of the format, and checks their types."""
    # NumPy and zipfile raise these for damaged files. The file is already open.
    damaged = (
        zipfile.BadZipFile,
        zlib.error,
        tokenize.TokenError,
        ValueError,
        EOFError,
        KeyError,
        MemoryError,
        OSError,
        OverflowError,
        RuntimeError,
    )
    arrays: dict[str, Any] = {}
    name: str | None = None
    try:
        loaded = np.load(file, allow_pickle=False)
        if not isinstance(loaded, np.lib.npyio.NpzFile):
            raise RecordingError("not an npz file")
        with loaded as npz:
            members = npz.zip.namelist() if npz.zip is not None else []
            twice = [member for member in members if members.count(member) > 1]
            if twice:
                raise RecordingError(f"there are two members {twice[0]}")
            wanted = [*_ARRAYS]
            if "ref_offsets" in npz.files:
                wanted += ["ref_" + part for part in _REFERENCE]
            for name in wanted:
                if name not in npz.files:
                    raise RecordingError(f"array {name}: missing", name)
                arrays[name] = _of_dtype(name, npz[name])
            name = "meta"
            if name in npz.files:
                meta = npz[name]
                if meta.dtype.kind != "U" or meta.ndim != 0:
                    raise RecordingError(f"array meta: type {meta.dtype}, expected one string", name)
                arrays[name] = str(meta)
    except RecordingError:
        raise
    except damaged as error:
        place = f"array {name}: " if name else ""
        text = " ".join(str(error).split())
        raise RecordingError(f"{place}damaged or not an npz file: {text}", name) from None
    return arrays


def _of_dtype(name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    expected = _DTYPES[name]
    if array.dtype.newbyteorder("=") != np.dtype(expected) or array.dtype.byteorder == ">":
        raise RecordingError(f"array {name}: type {array.dtype.str}, expected {expected}", name)
    return array


def _floats(name: str, values: npt.ArrayLike) -> _Floats:
    array = np.asarray(values)
    if array.dtype.kind not in "fiu":
        raise RecordingError(f"array {name}: type {array.dtype}, expected real numbers", name)
    with np.errstate(over="ignore"):  # An infinity is rejected with its row.
        return np.array(array, dtype=np.float32, order="C")


def _integers(
    name: str, values: npt.ArrayLike, dtype: Any, empty: tuple[int, ...] | None = None
) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.size == 0 and empty is not None and array.shape in ((0,), empty):
        return np.empty(empty, dtype)
    if array.dtype.kind not in "iu":
        raise RecordingError(f"array {name}: type {array.dtype}, expected integers", name)
    limits = np.iinfo(dtype)
    bad = (array < limits.min) | (array > limits.max)
    if bad.any():
        row = int(np.argwhere(bad)[0][0])
        raise RecordingError(f"array {name}: row {row}: {array[row]} does not fit {limits.dtype}", name, row)
    return np.array(array, dtype=dtype, order="C")


def _check_shape(name: str, array: npt.NDArray[Any], expected: tuple[int, ...]) -> None:
    if array.shape != expected:
        raise RecordingError(f"array {name}: shape {array.shape}, expected {expected}", name)


def _reject_first(
    name: str, bad: npt.NDArray[np.bool_], rows: npt.NDArray[Any], what: str, where: str, boxes: int = 1
) -> None:
    """Raises RecordingError for the first bad row, if there is one."""
    if not bad.any():
        return
    row = int(np.argmax(bad))
    place = where.format(row=row, frame=row // max(boxes, 1), box=row % max(boxes, 1))
    raise RecordingError(f"array {name}: {place}: {rows[row].tolist()} {what}", name, row)


def _not_finite(rows: _Floats) -> npt.NDArray[np.bool_]:
    """Which rows have a component that is not finite."""
    bad: npt.NDArray[np.bool_] = ~np.isfinite(rows)
    return bad if bad.ndim == 1 else np.logical_or.reduce(bad, axis=1)


def _check_offsets(name: str, offsets: npt.NDArray[np.uint64], total: int) -> None:
    if offsets.ndim != 1 or len(offsets) == 0:
        raise RecordingError(f"array {name}: shape {offsets.shape}, expected (frames + 1,)", name)
    if offsets[0] != 0:
        raise RecordingError(f"array {name}: row 0: the first offset must be 0", name, 0)
    falls = offsets[1:] < offsets[:-1]
    if falls.any():
        row = int(np.argmax(falls)) + 1
        text = f"offset {offsets[row]} is below the one before, {offsets[row - 1]}"
        raise RecordingError(f"array {name}: row {row}: {text}", name, row)
    if offsets[-1] != total:
        row = len(offsets) - 1
        text = f"the last offset is {offsets[-1]}, but there are {total} rows"
        raise RecordingError(f"array {name}: row {row}: {text}", name, row)


def _check_pairs(name: str, pairs: npt.NDArray[np.uint32], boxes: int) -> None:
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise RecordingError(f"array {name}: shape {pairs.shape}, expected (pairs, 2)", name)
    _reject_first(name, pairs.max(axis=1, initial=0) >= boxes, pairs, f"is out of range of {boxes} boxes", "row {row}")
    _reject_first(name, pairs[:, 0] >= pairs[:, 1], pairs, "must name the smaller index first", "row {row}")


def _check_reference(reference: Reference, boxes: int, frames: int) -> None:
    count = len(reference.pair)
    _check_shape("ref_offsets", reference.offsets, (frames + 1,))
    _check_offsets("ref_offsets", reference.offsets, count)
    _check_pairs("ref_pair", reference.pair, boxes)
    for name, shape in [("point", (count, 3)), ("normal", (count, 3)), ("depth", (count,))]:
        array = getattr(reference, name)
        _check_shape("ref_" + name, array, shape)
        _reject_first("ref_" + name, _not_finite(array), array, "is not finite", "row {row}")
    for name in _REFERENCE:
        expected = np.dtype(_DTYPES["ref_" + name])
        if getattr(reference, name).dtype != expected:
            raise RecordingError(f"array ref_{name}: expected the type {expected.str}", "ref_" + name)
