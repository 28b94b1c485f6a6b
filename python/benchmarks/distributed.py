"""Measures what octosat.distributed costs, and checks its results against one process, with a worker killed on the way.

Usage: python benchmarks/distributed.py [--pairs N] [--workers N] [--rounds N] [--block N] [--query NAME]. Needs Ray.

The pairs are made where they are checked, from a seed per block. All bytes of the results go, in order, into a hash,
which must be the same for one process and for the cluster. Blocks run on a local cluster of worker processes; more
workers than CPUs test the order, but are no faster.
"""

import argparse
import functools
import hashlib
import os
import platform
import signal
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import ray

import octosat
from octosat import distributed

BOXES = 20_000
QUERIES = {"overlaps": octosat.overlaps, "penetrations": octosat.penetrations, "manifolds": octosat.manifolds}


def make_boxes() -> octosat.Boxes:
    """Boxes close to each other: of pairs at random about half overlap."""
    rng = np.random.default_rng(5)
    rotations = rng.normal(size=(BOXES, 4))
    rotations /= np.linalg.norm(rotations, axis=1, keepdims=True)
    return octosat.Boxes(rng.uniform(-1.2, 1.2, (BOXES, 3)), rotations, rng.uniform(0.1, 0.9, (BOXES, 3)))


def make_block(seed: int, rows: int) -> np.ndarray:
    """Pairs at random, always the same for a seed."""
    return np.random.default_rng(seed).integers(0, BOXES, (rows, 2), dtype=np.uint32)


def blocks_of(pairs: int, size: int) -> list[Callable[[], np.ndarray]]:
    """Functions that make the pairs of each block."""
    sizes = [min(size, pairs - first) for first in range(0, pairs, size)]
    return [functools.partial(make_block, seed, rows) for seed, rows in enumerate(sizes)]


def noted(query: Callable[..., Any], folder: str, *arguments: Any, **keywords: Any) -> Any:
    """Runs a query, and notes in a file of the process when it begins and when it ends: an odd size is a busy one."""
    with open(Path(folder, str(os.getpid())), "ab", buffering=0) as file:
        file.write(b".")
        result = query(*arguments, **keywords)
        file.write(b".")
    return result


def hashed(results: Iterable[Any]) -> str:
    """A hash of all bytes of the results, in order."""
    total = hashlib.blake2b(digest_size=16)
    for result in results:
        parts = (result.manifolds, result.points) if isinstance(result, octosat.Manifolds) else (result,)
        for part in parts:
            total.update(np.ascontiguousarray(part).view(np.uint8).data)
    return total.hexdigest()


def in_one_process(
    query: Callable[..., Any], boxes: octosat.Boxes, blocks: list[Callable[[], np.ndarray]], threads: int
) -> Iterator[Any]:
    """The same without a cluster."""
    engine = octosat.Engine(threads=threads)
    return (query(boxes, block(), engine=engine) for block in blocks)


@dataclass
class Killer:
    """Kills a busy worker when a third of the blocks is done."""

    folder: str
    killed: int | None = None

    def __call__(self, done: int, total: int | None) -> None:
        if self.killed is not None or total is None or done < total // 3:
            return
        busy = [int(file.name) for file in Path(self.folder).iterdir() if file.stat().st_size % 2]
        if busy:
            self.killed = busy[0]
            os.kill(self.killed, signal.SIGKILL)


def seconds_of(action: Callable[[], Any]) -> tuple[float, Any]:
    """The seconds that a call takes, and its result."""
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result


def compare(query: Callable[..., Any], asked: argparse.Namespace) -> dict[str, list[float]]:
    """Seconds of each way, in turns. Stops if a hash differs."""
    boxes, blocks = make_boxes(), blocks_of(asked.pairs, asked.block)
    times: dict[str, list[float]] = {}
    hashes = set()

    def measure(name: str, results: Callable[[], Iterable[Any]]) -> None:
        seconds, digest = seconds_of(lambda: hashed(results()))
        times.setdefault(name, []).append(seconds)
        hashes.add(digest)
        load = os.getloadavg()[0]
        print(f"  {name}: {seconds:.2f} s, {asked.pairs / seconds / 1e6:.1f} M pairs/s, {digest}, load {load:.1f}")
        if len(hashes) > 1:
            raise SystemExit("the results differ")

    for _ in range(asked.rounds):
        measure("one process, one thread", lambda: in_one_process(query, boxes, blocks, 1))
        measure("one process, all threads", lambda: in_one_process(query, boxes, blocks, 0))
        measure("cluster", lambda: distributed.map_pairs(query, boxes, blocks))
        with tempfile.TemporaryDirectory() as folder:
            killer = Killer(folder)
            watched = functools.partial(noted, query, folder)
            name = "cluster, one worker killed"
            measure(name, lambda: distributed.map_pairs(watched, boxes, blocks, progress=killer))
            counts = {int(file.name): (file.stat().st_size + 1) // 2 for file in Path(folder).iterdir()}
            begun = sum(counts.values())
            print(f"    {len(blocks)} blocks, begun {begun} times by {len(counts)} processes; killed: {killer.killed}")
            if killer.killed is None or len(counts) < asked.workers:
                raise SystemExit("no worker was killed, or too few worked: more pairs are needed")
    return times


def costs(rounds: int) -> None:
    """Prints what a task costs: alone, and with arrays that are sent."""

    def print_cost(what: str, items: list[Any], function: Callable[[Any], Any]) -> None:
        seconds, busy = [], []
        for _ in range(rounds):
            used = time.process_time()
            seconds.append(seconds_of(lambda: [None for _ in distributed.map_seeds(function, items)])[0])
            busy.append(time.process_time() - used)
        wall, cpu = (1e3 * statistics.median(taken) / len(items) for taken in (seconds, busy))
        print(f"  {what}: {wall:.2f} ms per task, {cpu:.2f} ms of CPU time of the calling process")

    print_cost("empty tasks", list(range(1000)), lambda seed: None)
    print_cost("10^6 pairs there, 8 MB", [make_block(1, 1_000_000)] * 50, len)
    print_cost("20 MB back", list(range(50)), lambda seed: np.zeros(20_000_000, np.uint8))


def table_of_sizes(query: Callable[..., Any], rounds: int) -> None:
    """Prints what a block costs on the cluster in addition to its computation, by its size."""
    boxes = make_boxes()
    print(f"\nload {os.getloadavg()[0]:.1f}; ms per block\n")
    print("| pairs per block | one process, one thread | cluster | CPU time of the calling process |")
    print("|---:|---:|---:|---:|")
    for size in (1_000, 10_000, 100_000, 1_000_000, 4_000_000):
        blocks = blocks_of(min(400 * size, 40_000_000), size)
        ways = [
            functools.partial(in_one_process, query, boxes, blocks, 1),
            functools.partial(distributed.map_pairs, query, boxes, blocks),
        ]
        taken: list[list[float]] = [[], [], []]
        for _ in range(rounds):
            for way, seconds in zip(ways, taken, strict=False):
                used = time.process_time()
                seconds.append(seconds_of(lambda way=way: [None for _ in way()])[0])
            taken[2].append(time.process_time() - used)
        one, many, cpu = (1e3 * statistics.median(seconds) / len(blocks) for seconds in taken)
        print(f"| {size} | {one:.2f} | {many:.2f} | {cpu:.2f} |", flush=True)


def machine() -> str:
    """The name of the CPU, as the system gives it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} CPUs" if names else platform.processor()


def main() -> None:
    """Runs everything and prints the results."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pairs", type=int, default=100_000_000)
    options.add_argument("--workers", type=int, default=3)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--block", type=int, default=1 << 20)
    options.add_argument("--query", choices=QUERIES, default="penetrations")
    asked = options.parse_args()
    query = QUERIES[asked.query]
    print(f"{machine()}; {octosat.Engine().backend}; Python {platform.python_version()}, Ray {ray.__version__}")

    begin = functools.partial(ray.init, num_cpus=asked.workers, include_dashboard=False, log_to_driver=False)
    started, _ = seconds_of(begin)
    first, _ = seconds_of(lambda: list(distributed.map_seeds(lambda _: time.sleep(0.2), range(2 * asked.workers))))
    print(f"starting {asked.workers} workers: {started:.1f} s, until all have begun: {max(0, first - 0.4):.1f} s")
    costs(asked.rounds)

    print(f"\n{asked.query} of {asked.pairs} pairs in blocks of {asked.block}")
    for name, seconds in compare(query, asked).items():
        median = statistics.median(seconds)
        print(f"{name}: median {median:.2f} s, {asked.pairs / median / 1e6:.1f} M pairs/s")
    table_of_sizes(query, asked.rounds)


if __name__ == "__main__":
    main()
