"""Maps a query over the frames of many recordings."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Generic

import numpy as np

from .. import Recording
from ..errors import OctosatError
from . import workers
from .ordered import Plan, Result, length_of, run
from .pairs import check_within
from .progress import Progress


@dataclass(frozen=True)
class FrameResult(Generic[Result]):
    """The result of one frame."""

    path: str
    """The file, as it was passed."""
    frame: int
    """The frame, counted from 0."""
    result: Result
    """What the query returned."""


@dataclass(frozen=True)
class _Share:
    """The frames of one task."""

    path: str
    """The file, as it was passed."""
    file: str
    """The same file as an absolute path."""
    first: int
    """The first frame."""
    end: int | None
    """The frame after the last one; None for all frames."""


def map_recordings(
    query: Callable[..., Result],
    paths: Iterable[str | os.PathLike[str]],
    within: float | None = None,
    *,
    frames_per_task: int | None = None,
    in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
) -> Iterator[FrameResult[Result]]:
    """Calls a query on the cluster for each frame, and yields the results in the order of the paths and frames.

    query: as for map_pairs. It gets the boxes and the pairs of one frame.
    paths: files that every machine of the cluster can read under these names.
    within: the third argument of the query, one number of meters for all pairs.
    frames_per_task: None for one task per recording, or a number to split long recordings into several tasks. Each
    worker then reads the file.

    If a file cannot be read, RecordingError or OSError with its name is raised instead of its results. An error of a
    query names the file and the frame, and is raised instead of the results of its task.
    """
    check_within(within)
    if frames_per_task is not None and frames_per_task < 1:
        raise ValueError(f"frames_per_task is {frames_per_task}, expected at least 1")
    plan = Plan(in_flight, progress, ray_options)
    # A relative path is relative to the folder of this process, not to those of the workers.
    files = ((os.fspath(path), os.path.abspath(path)) for path in paths)
    shares: Iterator[_Share] = (_Share(path, file, 0, None) for path, file in files)
    total = length_of(paths)
    if frames_per_task is not None:
        shares, total = _shares(shares, frames_per_task, plan), None

    def answer(share: _Share) -> list[FrameResult[Result]]:
        return list(_answers(query, within, share))

    return chain.from_iterable(run(answer, shares, plan, total=total))


def _shares(wholes: Iterable[_Share], frames: int, plan: Plan) -> Iterator[_Share]:
    """Splits recordings into shares of at most `frames` frames. Workers count the frames, a few files ahead."""
    for whole in run(_with_end, wholes, replace(plan, progress=None)):
        for first in range(0, max(whole.end or 0, 1), frames):
            yield replace(whole, first=first, end=first + frames)


def _with_end(share: _Share) -> _Share:
    """A share of all frames, counted with a small array. An unreadable file has none; its task raises the error."""
    try:
        with np.load(share.file, allow_pickle=False) as arrays:
            return replace(share, end=len(arrays["pair_offsets"]) - 1)
    except Exception:
        return replace(share, end=0)


def _answers(
    query: Callable[..., Result], within: float | None, share: _Share
) -> Iterator[FrameResult[Result]]:
    """The results of a share's frames, on a worker."""
    state = os.stat(share.file)
    key = (share.file, state.st_mtime_ns, state.st_size)
    recording: Recording = workers.kept(key, lambda: Recording.read(share.file))
    for frame in range(len(recording))[share.first : share.end]:
        shown = recording.frame(frame)
        try:
            result = query(shown.boxes(), shown.pairs, within, engine=workers.engine())
        except OctosatError as error:
            workers.raise_at(f"{share.file}: frame {frame}", error)
        yield FrameResult(share.path, frame, result)
