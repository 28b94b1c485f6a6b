"""Runs tasks on a Ray cluster and yields their results in order, with a limited number of tasks at a time."""

import importlib
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import Any, TypeVar

from .progress import Progress, reporter

# Imported as Any, so that type checks do not need Ray.
ray: Any = importlib.import_module("ray")
ray_exceptions: Any = importlib.import_module("ray.exceptions")

Item = TypeVar("Item")
Result = TypeVar("Result")

_OPTIONS: dict[str, Any] = {"num_cpus": 1, "max_retries": 3}


class WorkerError(RuntimeError):
    """Ray could not finish a task, for example because its workers died too often."""

    index: int
    """The number of the task, counted from 0."""

    def __init__(self, text: str, index: int) -> None:
        super().__init__(text)
        self.index = index

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.index)


@dataclass(frozen=True)
class Plan:
    """The keywords that all functions of this package take."""

    in_flight: int | None
    progress: Progress
    ray_options: Mapping[str, Any] | None

    def __post_init__(self) -> None:
        if self.in_flight is not None and self.in_flight < 1:
            raise ValueError(f"in_flight is {self.in_flight}, expected at least 1")

    def options(self) -> dict[str, Any]:
        """The options of a task."""
        return {**_OPTIONS, **(self.ray_options or {})}

    def most_in_flight(self) -> int:
        """How many tasks are submitted ahead."""
        if self.in_flight is not None:
            return self.in_flight
        at_once = float(ray.cluster_resources().get("CPU", 1)) / (self.options()["num_cpus"] or 1)
        return max(2, 2 * math.floor(at_once))


def connect() -> None:
    """Connects to a cluster with `ray.init()`, unless the program is connected already."""
    if not ray.is_initialized():
        ray.init()


def map_seeds(
    function: Callable[[Item], Result],
    seeds: Iterable[Item],
    *,
    in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
) -> Iterator[Result]:
    """Calls `function(seed)` on the cluster for each seed, and yields the results in the order of the seeds.

    function: its result must depend on the seed alone, because it may run twice if a worker dies. Each CPU runs it
    in a separate process, so use `octosat.Engine(threads=1)` in it.
    seeds: any values that can be pickled, such as numbers or paths. They are read only when they are needed.
    """
    return run(function, seeds, Plan(in_flight, progress, ray_options), total=length_of(seeds))


def length_of(items: Iterable[Any]) -> int | None:
    """The number of items, if they have one."""
    return len(items) if isinstance(items, Sized) else None


def run(
    function: Callable[..., Result], items: Iterable[Item], plan: Plan, *shared: Any, total: int | None = None
) -> Iterator[Result]:
    """Yields the results of `function(item, *shared)` in order. Ray replaces references in `shared` by the objects.

    total: the number of items, if it is known.
    """
    connect()

    # A closure is sent to each worker once, and not with each task.
    def task(item: Item, *taken: Any) -> Result:
        return function(item, *taken)

    remote = ray.remote(**plan.options())(task)
    return _results(lambda item: remote.remote(item, *shared), iter(items), plan, total)


def _results(
    submit: Callable[[Item], Any], items: Iterator[Item], plan: Plan, total: int | None
) -> Iterator[Any]:
    """Keeps several tasks submitted, and yields the oldest result.

    Tasks whose results are not needed any more are not canceled: ray.cancel can end this process if the task has just
    finished.
    """
    report, most = reporter(plan.progress), plan.most_in_flight()
    pending: deque[Any] = deque()
    ended: Exception | None = None
    done = 0
    while pending or ended is None:
        while ended is None and len(pending) < most:
            try:
                pending.append(submit(next(items)))
            except Exception as error:  # Raised after all earlier results, as in a loop in one process.
                ended = error
        if pending:
            result = _get(pending.popleft(), done)
            done += 1
            report(done, total)
            yield result
            del result  # Otherwise it stays in the object store during the wait for the next one.
    if ended is not None and not isinstance(ended, StopIteration):
        raise ended


def _get(reference: Any, index: int) -> Any:
    """The result of a task, or its own exception."""
    try:
        return ray.get(reference)
    except ray_exceptions.RayTaskError as error:
        cause = error.cause
        raise cause if isinstance(cause, Exception) else error from error
    except ray_exceptions.RayError as error:
        text = " ".join(str(error).split())
        raise WorkerError(f"task {index}: {type(error).__name__}: {text}", index) from error
