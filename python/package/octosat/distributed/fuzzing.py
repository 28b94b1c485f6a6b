"""Runs the command `octosat fuzz` on a Ray cluster, with one seed per task."""

import json
import math
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .ordered import Plan, length_of, run
from .progress import Progress


@dataclass(frozen=True)
class FuzzFailure:
    """A result that a check did not accept."""

    seed: int
    """The seed that found it."""
    what: str
    """What is wrong with the result."""
    command: str
    """The command that repeats the check, run in the folder of the recording."""
    name: str
    """The name of the recording's file."""
    recording: bytes
    """The recording, an .npz file."""

    def write(self, folder: str | os.PathLike[str]) -> Path:
        """Writes the recording into a folder, and returns its path."""
        path = Path(folder) / self.name
        path.write_bytes(self.recording)
        return path


@dataclass(frozen=True)
class FuzzReport:
    """The number of checked cases of some seeds, and the failures."""

    seeds: tuple[int, ...]
    """The seeds, in order."""
    cases: int
    """The number of checked rows: pairs of boxes, or boxes and shapes."""
    rounds: int
    """The number of lists that these rows were in."""
    worst_error: float
    """The largest error, as a fraction of the error bound."""
    failures: tuple[FuzzFailure, ...]
    """The failures, in the order of the seeds. A seed ends after ten failures."""
    skipped: frozenset[str]
    """Backends that a machine of the cluster does not have."""


def fuzz(
    seeds: Iterable[int],
    cases: int,
    arguments: Sequence[str] = (),
    *,
    command: str = "octosat",
    in_flight: int | None = None,
    progress: Progress = None,
    ray_options: Mapping[str, Any] | None = None,
) -> Iterator[FuzzReport]:
    """Runs `octosat fuzz` on the cluster for each seed, and yields a report per seed, in order.

    cases: the least number of rows per seed. The last round is always finished.
    arguments: further options of the command, such as `["--query", "spheres"]`.
    command: the program, by its path or its name, on every machine of the cluster.

    Raises OSError if the command cannot be run, and RuntimeError with its message if it ends without a report.
    """
    if cases < 1:
        raise ValueError(f"cases is {cases}, expected at least 1")
    plan = Plan(in_flight, progress, ray_options)
    threads = max(1, int(plan.options()["num_cpus"] or 1))
    options = [f"--cases={cases}", *arguments]

    def search(seed: int) -> FuzzReport:
        return _search(seed, [command, "fuzz", "--json", f"--seed={seed}", *options], threads)

    return run(search, seeds, plan, total=length_of(seeds))


def merge(reports: Iterable[FuzzReport]) -> FuzzReport:
    """Combines reports into one, in order."""
    listed = list(reports)
    return FuzzReport(
        seeds=tuple(seed for report in listed for seed in report.seeds),
        cases=sum(report.cases for report in listed),
        rounds=sum(report.rounds for report in listed),
        worst_error=max((report.worst_error for report in listed), default=0.0),
        failures=tuple(failure for report in listed for failure in report.failures),
        skipped=frozenset().union(*(report.skipped for report in listed)),
    )


def _search(seed: int, command: list[str], threads: int) -> FuzzReport:
    """Runs the command for one seed, on a worker."""
    environment = {**os.environ, "RAYON_NUM_THREADS": str(threads)}
    with tempfile.TemporaryDirectory(prefix="octosat-fuzz-") as folder:
        ended = subprocess.run(
            [*command, f"--out-dir={folder}"], env=environment, capture_output=True, text=True, check=False
        )
        try:
            found = json.loads(ended.stdout)
        except ValueError:
            text = f"seed {seed}: no report from {command[0]}, status {ended.returncode}: {ended.stderr.strip()}"
            raise RuntimeError(text) from None
        return _report(seed, found, Path(folder))


def _report(seed: int, found: dict[str, Any], folder: Path) -> FuzzReport:
    """The report of one seed, with the recordings that the command wrote."""
    # JSON has no infinity: null stands for it.
    worst = found["worst_error"]
    return FuzzReport(
        seeds=(seed,),
        cases=found["cases"],
        rounds=found["rounds"],
        worst_error=math.inf if worst is None else worst,
        failures=tuple(_failure(seed, failure, folder) for failure in found["failures"]),
        skipped=frozenset(found["skipped"]),
    )


def _failure(seed: int, failure: dict[str, str], folder: Path) -> FuzzFailure:
    """A failure. Its command does not name the temporary folder, which is deleted afterwards."""
    recording = Path(failure["replay"])
    return FuzzFailure(
        seed=seed,
        what=failure["what"],
        command=failure["command"].replace(f"{folder}{os.sep}", ""),
        name=recording.name,
        recording=recording.read_bytes(),
    )
