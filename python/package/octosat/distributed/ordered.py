"""Runs tasks on a Ray cluster and yields their results in order, few of them at a time."""

import importlib
import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import Any, TypeVar

from .progress import Progress, reporter

# Without its types, so that type checks need no Ray.
ray: Any = importlib.import_module("ray")
ray_exceptions: Any = importlib.import_module("ray.exceptions")

Item = TypeVar("Item")
Result = TypeVar("Result")

_OPTIONS: dict[str, Any] = {"num_cpus": 1, "max_retries": 3}


class WorkerError(RuntimeError):
    """A task that Ray could not finish, such as one whose workers died more often than it may run again."""

    index: int
    """Which task, counted from 0."""

    def __init__(self, text: str, index: int) -> None:
        super().__init__(text)
        self.index = index

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.index)


@dataclass(frozen=True)
class Plan:
    """How tasks are run: the keywords that all functions take."""

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
    """Connects to a cluster as `ray.init()` does, unless the program did."""
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

    function: its result must depend on the seed alone, because it may run twice if a worker dies. It runs in a process
    of its own for each CPU: use `octosat.Engine(threads=1)` in it.
    seeds: any values that pickle, such as numbers or paths; they are taken as they are needed.
    """
    return run(function, seeds, Plan(in_flight, progress, ray_options), total=length_of(seeds))


def length_of(items: Iterable[Any]) -> int | None:
    """The number of items, if they have one."""
    return len(items) if isinstance(items, Sized) else None


def run(
    function: Callable[..., Result], items: Iterable[Item], plan: Plan, *shared: Any, total: int | None = None
) -> Iterator[Result]:
    """The results of `function(item, *shared)` in order. References to objects in `shared` become the objects.

    total: the number of items, if it is known.
    """
    connect()

    # A closure goes to each worker once, and not with each task.
    def task(item: Item, *taken: Any) -> Result:
        return function(item, *taken)

    remote = ray.remote(**plan.options())(task)
    return _results(lambda item: remote.remote(item, *shared), iter(items), plan, total)


def _results(
    submit: Callable[[Item], Any], items: Iterator[Item], plan: Plan, total: int | None
) -> Iterator[Any]:
    """Keeps tasks submitted ahead, and yields the oldest result.

    Tasks that nobody waits for any more run to their end: ray.cancel can end this process if it meets a task that is
    just done.
    """
    report, most = reporter(plan.progress), plan.most_in_flight()
    pending: deque[Any] = deque()
    ended: Exception | None = None
    done = 0
    while pending or ended is None:
        while ended is None and len(pending) < most:
            try:
                pending.append(submit(next(items)))
            except Exception as error:  # Raised after the results before it, as one process does.
                ended = error
        if pending:
            result = _get(pending.popleft(), done)
            done += 1
            report(done, total)
            yield result
            del result  # Else it would stay in the object store while the next one is awaited.
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
