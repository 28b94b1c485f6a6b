"""Reports how many tasks are finished."""

import sys
import time
from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = bool | Callable[[int, int | None], object] | None
"""True for lines on standard error, or a function of the numbers of finished tasks and of all tasks, if known."""

_SECONDS_BETWEEN_LINES = 1.0


def reporter(progress: Progress) -> Callable[[int, int | None], object]:
    """The function to call after each task."""
    if callable(progress):
        return progress
    return _Lines().report if progress else _nothing


def _nothing(done: int, total: int | None) -> None:
    """Reports nothing."""


class _Lines:
    """Writes a line on standard error, at most once a second and at the end."""

    def __init__(self) -> None:
        self.start = self.last = time.monotonic()

    def report(self, done: int, total: int | None) -> None:
        now = time.monotonic()
        if now - self.last < _SECONDS_BETWEEN_LINES and done != total:
            return
        self.last = now
        of_all = f" of {total}" if total is not None else ""
        print(f"octosat: {done}{of_all} tasks, {now - self.start:.1f} s", file=sys.stderr, flush=True)
