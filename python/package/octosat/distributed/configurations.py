"""Maps a query of a chain over many configurations, block by block."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import Chain, World
from ..errors import OctosatError
from . import workers
from .ordered import Plan, Result, connect, length_of, ray, run
from .pairs import blocks_of
from .progress import Progress

Joints: TypeAlias = Any | Callable[[], Any]
"""The second argument of a query, such as joint values (m, joints); or a function that makes it on the worker."""

_Numbered: TypeAlias = tuple[int, Joints]


def map_configurations(
    query: Callable[..., Result],
    chain: Chain,
    joints: npt.NDArray[Any] | Iterable[Joints],
    world: World | None = None,
    *,
    block_size: int | None = None,
    in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
) -> Iterator[Result]:
    """Calls a query of a chain on the cluster for each block of configurations, and yields the results in order.

    query: octosat.Chain.any_overlap, octosat.Chain.least_clearances, or a function that is called like them:
    `query(chain, joints, world, engine=engine)`, with an engine of one thread. A function can ask for more, such as
    joint motions between its configurations, and send back only what is found.
    chain, world: as they are now. They are sent to each machine once.
    joints: an array of shape (m, joints), which is cut into blocks of `block_size` configurations, by default 2**18; or
    blocks one by one, each an array or a function without arguments that makes it on the worker. Each call must make
    the same. A query of your own may take any other values as blocks, such as seeds.

    An error of octosat names the block.
    """
    blocks = blocks_of("joints", len(chain.joint_names), joints, block_size, 1 << 18)
    plan = Plan(in_flight, progress, ray_options)
    content = pickle.dumps((chain, world))
    connect()
    stored = ray.put(content)

    def answer(block: _Numbered, key: str, content: bytes) -> Result:
        return _answer(query, block, *workers.kept(key, lambda: pickle.loads(content)))

    return run(answer, enumerate(blocks), plan, stored.hex(), stored, total=length_of(blocks))


def _answer(query: Callable[..., Result], numbered: _Numbered, chain: Chain, world: World | None) -> Result:
    """The result of one block, on a worker."""
    number, block = numbered
    joints = block() if callable(block) else block
    try:
        return query(chain, joints, world, engine=workers.engine())
    except OctosatError as error:
        workers.raise_at(f"block {number}", error)
