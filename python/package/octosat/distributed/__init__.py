"""Queries on a Ray cluster: results come in order, with the bits of one machine.

Needs Ray, the optional extra `ray`. Every machine of the cluster has this package installed in the same version.

>>> import octosat
>>> from octosat import distributed                                         # doctest: +SKIP
>>> for found in distributed.map_pairs(octosat.overlaps, boxes, pairs):     # doctest: +SKIP
...     touching += found.sum()

All functions take these keywords:

- `in_flight`: the most tasks that are submitted and not yet yielded, which bounds the memory; by default two for each
  task that the cluster can run at once.
- `progress`: True for a line on standard error, or a function of the number of tasks done and of all tasks, which is
  None if that number is not known.
- `ray_options`: options of Ray for the tasks, such as `{"num_cpus": 2, "max_retries": 10}`. By default a task has
  one CPU, and runs again up to 3 times if its worker dies.

An exception of a task is raised at its place in the order, and is not tried again. Arrays among the results are
read-only views of Ray's object store: copy those that you keep for long.
"""

import importlib as _importlib

try:
    _importlib.import_module("ray.exceptions")
except ImportError as _error:
    raise ImportError(
        'octosat.distributed needs Ray, the extra "ray": pip install '
        '"octosat[ray] @ git+https://github.com/octosat/octosat#subdirectory=python"',
        name="ray",
    ) from _error

from .fuzzing import FuzzFailure, FuzzReport, fuzz, merge
from .ordered import WorkerError, map_seeds
from .pairs import map_pairs
from .recordings import FrameResult, map_recordings

__all__ = [
    "FrameResult",
    "FuzzFailure",
    "FuzzReport",
    "WorkerError",
    "fuzz",
    "map_pairs",
    "map_recordings",
    "map_seeds",
    "merge",
]
