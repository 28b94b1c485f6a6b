"""Queries on a Ray cluster. Results come in order, with the same bits as on one machine.

This package needs Ray, the optional extra `ray`. Install the same version of it on every machine of the cluster.

>>> import octosat
>>> from octosat import distributed                                         # doctest: +SKIP
>>> for found in distributed.map_pairs(octosat.overlaps, boxes, pairs):     # doctest: +SKIP
...     touching += found.sum()

All functions take these keywords:

- `in_flight`: the most tasks that are submitted and whose results are not yet yielded. It limits the memory. The
  default is two for each task that the cluster can run at once.
- `progress`: True for lines on standard error, or a function. It gets the number of finished tasks and the number of
  all tasks, or None if that number is not known.
- `ray_options`: options of Ray for the tasks, such as `{"num_cpus": 2, "max_retries": 10}`. By default a task has
  one CPU, and runs again up to 3 times if its worker dies.

An exception of a task is raised instead of the result of that task, and the task is not repeated. Arrays among the
results are read-only views of Ray's object store: copy those that you keep for long.
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

from .configurations import map_configurations
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
    "map_configurations",
    "map_pairs",
    "map_recordings",
    "map_seeds",
    "merge",
]
