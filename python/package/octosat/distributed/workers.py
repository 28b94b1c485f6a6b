"""Data that a worker process keeps between tasks, and errors that name their place."""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NoReturn

from .. import Engine
from ..errors import OctosatError

_kept: dict[Hashable, Any] = {}


@cache
def engine() -> Engine:
    """The engine of a worker, on one thread. Backends may differ between workers: all have the same bits."""
    return Engine(threads=1)


def kept(key: Hashable, make: Callable[[], Any]) -> Any:
    """The value for this key in this process. Only the value of the last key is kept."""
    if key not in _kept:
        _kept.clear()
        _kept[key] = make()
    return _kept[key]


def raise_at(place: str, error: OctosatError) -> NoReturn:
    """Raises an error whose text begins with its place."""
    error.args = (f"{place}: {error}",)
    raise error
