"""Pictures of boxes, contacts and distances: SVG files, and files of the viewer rerun.

Files of the viewer need the extra `octosat[rerun]`. On the command line:

    python -m octosat.pictures pile.npz pile.rrd
    rerun pile.rrd
"""

import argparse
import importlib
import json
import operator
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._octosat import Boxes, Engine, _svg, manifolds
from ._octosat import distances as distances_of
from ._rerun import rerun_bytes
from ._scene import Frames, Scene, View
from .contacts import Manifolds
from .errors import OctosatError
from .recording import Recording

__all__ = ["View", "Written", "main", "recorded_up", "write_rerun", "write_rerun_frames", "write_svg"]

_OLDEST_SDK = (0, 39)

_EXAMPLE = """example:
  python -m octosat.pictures pile.npz pile.rrd --frames 10:20
  rerun pile.rrd"""


@dataclass(frozen=True)
class Written:
    """The content of a written file."""

    frames: int
    """The number of frames."""
    boxes: int
    """The number of boxes in each frame."""
    pairs: int
    """The number of listed pairs, of all frames."""
    touching: int
    """The number of pairs with contacts, of all frames. One normal is drawn per pair."""
    contacts: int
    """The number of contact points, of all frames."""
    file_bytes: int
    """The size of the file in bytes."""


def write_svg(
    path: str | os.PathLike[str],
    boxes: Boxes | Sequence[npt.ArrayLike],
    contacts: Manifolds | None = None,
    *,
    links: Sequence[str | None] | None = None,
    distances: npt.ArrayLike | None = None,
    view: View | None = None,
    title: str | None = None,
) -> None:
    """Writes a picture of boxes. It needs no display and no other package.

    contacts: what manifolds() returned for these boxes; dots and normals show them. links: for each box the name of the
    link of a robot that it belongs to, or None; links have a color each, and other boxes are transparent. distances:
    shape (m, 2), pairs of boxes: a line between the closest points shows the distance of each, of cylinders and capsules
    that of their bounding boxes, which are nearer. view: where the viewer
    is; by default View(). title: the first line of the legend; by default the name of the file. If the call fails, no
    partly written file remains.
    """
    boxes = boxes if isinstance(boxes, Boxes) else Boxes(*boxes)
    if boxes.size == 0:
        raise OctosatError("there are no boxes to draw")
    names = [] if links is None else list(links)
    if links is not None and len(names) != boxes.size:
        raise OctosatError(f"there are {len(names)} links for {boxes.size} boxes: one per box is needed, or None")
    if contacts is not None and contacts.pairs.max(initial=0) >= boxes.size:
        raise OctosatError(f"a pair of the contacts is out of range of {boxes.size} boxes")
    shown = np.empty((0, 2), np.uint32) if distances is None else np.asarray(distances)
    found = distances_of(boxes, shown)
    ends = found["on_a"] + found["distance"][:, None] * found["normal"]
    columns = (boxes.centers, boxes.rotations, boxes.half_extents)
    view = view or View()
    text = _svg(
        list(zip(*(column.reshape(-1, column.shape[-1]).tolist() for column in columns), strict=True)),
        names,
        [] if contacts is None else contacts.pairs.tolist(),
        [] if contacts is None else _points_of(contacts),
        list(zip(shown.tolist(), found["on_a"].tolist(), ends.tolist(), found["distance"].tolist(), strict=True)),
        (view.azimuth, view.elevation, "xyz".index(view.up)),
        Path(path).stem if title is None else title,
    )
    _write_whole(_target(path), text.encode())


def write_rerun(
    recording: Recording | str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    frames: Sequence[int] | None = None,
    within: float = 0.01,
    view: View | None = None,
    engine: Engine | None = None,
) -> Written:
    """Writes the frames of a recording with their contacts.

    frames: ascending numbers of frames, such as range(10, 20); all by default. within: in meters; separated pairs
    within it have speculative contacts. view: by default, up is opposite to the gravity in the meta of the recording,
    or y if there is none. If the call fails, no partly written file remains.
    """
    _sdk()  # A missing module is reported before any work.
    if not isinstance(recording, Recording):
        recording = Recording.read(recording)
    numbers = _checked_numbers(frames, len(recording))
    chosen = [recording.frame(number) for number in numbers]

    def found() -> Iterator[tuple[npt.ArrayLike, npt.ArrayLike, Manifolds]]:
        for frame in chosen:
            contacts = manifolds(frame.boxes(), frame.pairs, within, engine=engine)
            yield frame.positions, frame.rotations, contacts

    view = view or View(up=recorded_up(recording))
    return write_rerun_frames(recording.half_extents, found(), path, view=view, numbers=numbers)


def write_rerun_frames(
    half_extents: npt.ArrayLike,
    frames: Frames,
    path: str | os.PathLike[str],
    *,
    view: View | None = None,
    numbers: Sequence[int] | None = None,
) -> Written:
    """Writes frames that need no recording, each (positions (B, 3), rotations (B, 4), manifolds with world points).

    numbers: ascending numbers of the frames; 0, 1, 2 and so on by default.
    """
    sdk = _sdk()
    target = _target(path)
    scene = Scene.gather(half_extents, frames)
    count = len(scene.poses)
    if count == 0:
        raise OctosatError("there are no frames to write")
    numbers = range(count) if numbers is None else _checked_numbers(numbers, None)
    if len(numbers) != count:
        raise OctosatError(f"there are {len(numbers)} numbers for {count} frames")
    with _strict(sdk):
        content = rerun_bytes(sdk, scene, numbers, view or View())
    _write_whole(target, content)
    return Written(
        frames=count,
        boxes=scene.poses.boxes,
        pairs=scene.pairs,
        touching=sum(map(len, scene.arrows)),
        contacts=sum(map(len, scene.points)),
        file_bytes=len(content),
    )


def recorded_up(recording: Recording) -> str:
    """The axis opposite to the gravity in the meta of a recording; "y" if the meta has none."""
    try:
        gravity = np.array(json.loads(recording.meta or "{}")["gravity"], dtype=np.float64)
    except (ValueError, KeyError, TypeError):
        return "y"
    if gravity.shape != (3,) or not gravity.min() < 0:
        return "y"
    return "xyz"[int(gravity.argmin())]


def _sdk() -> Any:
    """Imports the module rerun, which only this function needs."""
    advice = 'octosat.pictures needs rerun-sdk {}.{} or later: pip install "octosat[rerun]"'.format(*_OLDEST_SDK)
    try:
        sdk = importlib.import_module("rerun")
    except ImportError as error:
        raise ImportError(f"{advice} ({error})") from error
    found = str(getattr(sdk, "__version__", "unknown"))
    parts = re.match(r"(\d+)\.(\d+)", found)
    if parts is None or (int(parts[1]), int(parts[2])) < _OLDEST_SDK:
        raise ImportError(f"{advice} (this is version {found})")
    return sdk


def _checked_numbers(numbers: Sequence[int] | None, frames: int | None) -> list[int]:
    """Checks that numbers ascend, and that they are below the number of frames of a recording if that is given."""
    if numbers is None:
        return list(range(frames or 0))
    checked = [operator.index(number) for number in numbers]
    for before, number in zip([-1, *checked], checked):
        if number < 0 or (frames is not None and number >= frames):
            raise OctosatError(f"there is no frame {number}; the recording has {frames}, counted from 0")
        if number <= before:
            raise OctosatError(f"frame {number} comes after frame {before}: frames must be ascending")
    return checked


def _points_of(contacts: Manifolds) -> list[tuple[Any, ...]]:
    """The row of the pair, the position, the normal and the depth of each point."""
    rows = contacts.rows_of_points()
    columns = (rows, contacts.points["position"], contacts.manifolds["normal"][rows], contacts.points["depth"])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _target(path: str | os.PathLike[str]) -> Path:
    """The path of a file to be written, whose folder exists."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent} to write {target.name} to")
    return target


def _write_whole(target: Path, content: bytes) -> None:
    """Writes a file. If this fails, no partly written file remains."""
    handle, scratch = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(scratch, 0o666 & ~mask)
        os.replace(scratch, target)
    except BaseException:
        os.unlink(scratch)
        raise


@contextmanager
def _strict(sdk: Any) -> Iterator[None]:
    """Makes rerun raise errors instead of printing them."""
    before = sdk.strict_mode()
    sdk.set_strict_mode(True)
    try:
        yield
    finally:
        sdk.set_strict_mode(before)


def _frames_option(text: str) -> slice:
    """Parses FIRST:END, FIRST:END:STEP or one number as a slice."""
    try:
        parts = [int(part) if part else None for part in text.split(":")]
    except ValueError:
        parts = []
    if len(parts) == 1 and parts[0] is not None and parts[0] >= 0:
        return slice(parts[0], parts[0] + 1)
    if not 2 <= len(parts) <= 3 or any(part is not None and part < 0 for part in parts) or parts[2:] == [0]:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor FIRST:END, counted from 0")
    return slice(*parts)


def _view_option(text: str) -> tuple[float, float]:
    try:
        azimuth, elevation = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not AZIMUTH,ELEVATION in degrees") from None
    return azimuth, elevation


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m octosat.pictures",
        description="Writes the boxes of a recording with their contacts and normals for the viewer rerun.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("recording", metavar="RECORDING.npz")
    parser.add_argument("out", metavar="OUT.rrd", help="appears whole or not at all")
    parser.add_argument(
        "--frames", type=_frames_option, metavar="FIRST:END", help="from FIRST up to, not including, END, or one number"
    )
    parser.add_argument("--margin", type=float, default=0.01, metavar="M", help="meters, 0.01 by default")
    parser.add_argument(
        "--view", type=_view_option, default=(30.0, 30.0), metavar="AZIMUTH,ELEVATION", help="degrees, 30,30 by default"
    )
    parser.add_argument("--up", choices="xyz", help="by default against the recording's gravity, else y")
    parser.add_argument("--solid", action="store_true", help="opaque boxes, which hide contacts inside a pile")
    return parser


def _run(options: argparse.Namespace) -> Written:
    recording = Recording.read(options.recording)
    count, asked, frames = len(recording), options.frames, None
    if asked is not None:
        frames = range(asked.start or 0, count if asked.stop is None else asked.stop, asked.step or 1)
        if len(frames) == 0:
            raise OctosatError(f"--frames names no frame; the recording has {count}, counted from 0")
    azimuth, elevation = options.view
    view = View(options.up or recorded_up(recording), azimuth, elevation, options.solid)
    return write_rerun(recording, options.out, frames=frames, within=options.margin, view=view)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status: 0, or 2 after an error."""
    options = _parser().parse_args(arguments)
    try:
        written = _run(options)
    except (OctosatError, OSError, ImportError) as error:
        print(f"octosat.pictures: {error}", file=sys.stderr)
        return 2
    print(
        f"{options.out}: {written.frames} frames of {written.boxes} boxes, {written.contacts} contacts "
        f"of {written.touching} touching pairs, {written.file_bytes / 1e6:.1f} MB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
