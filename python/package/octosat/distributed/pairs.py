"""Maps a query over long lists of pairs, block by block."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from .. import Boxes
from ..errors import OctosatError
from . import workers
from .ordered import Plan, Result, connect, length_of, ray, run
from .progress import Progress

Block: TypeAlias = npt.ArrayLike | Callable[[], npt.ArrayLike]
"""Pairs of shape (m, 2), or a function that makes them on the worker."""

Given = TypeVar("Given")

_Numbered: TypeAlias = tuple[int, Block]


def map_pairs(
    query: Callable[..., Result],
    boxes: Boxes | Sequence[npt.ArrayLike],
    pairs: npt.NDArray[Any] | Iterable[Block],
    within: float | None = None,
    *,
    block_size: int | None = None,
    in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
) -> Iterator[Result]:
    """Calls a query on the cluster for each block of pairs, and yields the results in the order of the blocks.

    query: octosat.overlaps, octosat.penetrations, octosat.manifolds, or a function that is called like them:
    `query(boxes, pairs, within, engine=engine)`, with an engine of one thread. A function that
    returns a summary, such as a count, sends less data back. Use functools.partial for further keywords.
    boxes: the boxes as they are now. They are sent to each machine once.
    pairs: an array of shape (m, 2), which is cut into blocks of `block_size` rows, by default 2**20; or blocks one by one,
    each an array of shape (m, 2) or a function without arguments that makes such an array on the worker. Each call must
    make the same array.
    within: the third argument of the query, one number of meters for all pairs.

    An error of octosat names the block, and the pair within the block.
    """
    check_within(within)
    blocks = blocks_of("pairs", 2, pairs, block_size, 1 << 20)
    plan = Plan(in_flight, progress, ray_options)
    taken = boxes if isinstance(boxes, Boxes) else Boxes(*boxes)
    connect()
    arrays = ray.put((taken.centers, taken.rotations, taken.half_extents))

    def answer(block: _Numbered, key: str, columns: tuple[Any, ...]) -> Result:
        return _answer(query, within, block, workers.kept(key, lambda: Boxes(*columns)))

    return run(answer, enumerate(blocks), plan, arrays.hex(), arrays, total=length_of(blocks))


def check_within(within: float | None) -> None:
    """Raises TypeError for one length per pair: such a list would have to be cut like the pairs."""
    if within is not None and np.ndim(within) != 0:
        raise TypeError("within: expected one number for all pairs")


def _answer(query: Callable[..., Result], within: float | None, numbered: _Numbered, boxes: Boxes) -> Result:
    """The result of one block, on a worker."""
    number, block = numbered
    pairs = block() if callable(block) else block
    try:
        return query(boxes, pairs, within, engine=workers.engine())
    except OctosatError as error:
        workers.raise_at(f"block {number}", error)


def blocks_of(
    name: str, width: int, rows: npt.NDArray[Any] | Iterable[Given], block_size: int | None, default: int
) -> Iterable[npt.NDArray[Any] | Given]:
    """The blocks of an array of shape (m, width), as views in order, or those of a caller, which have their sizes."""
    if not isinstance(rows, np.ndarray):
        if block_size is not None:
            raise TypeError(f"{name} that are given block by block take no `block_size`")
        return rows
    block_size = default if block_size is None else block_size
    if rows.ndim != 2 or rows.shape[1] != width:
        raise ValueError(f"{name}: shape {rows.shape}, expected (m, {width})")
    if block_size < 1:
        raise ValueError(f"block_size is {block_size}, expected at least 1")
    # Plain arrays, also if the rows are a file that is mapped into memory.
    return [np.asarray(rows[row : row + block_size]) for row in range(0, len(rows), block_size)]
