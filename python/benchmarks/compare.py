"""Times octosat from Python against the engine itself, NumPy, python-fcl and coal, on the same pairs in one run.

Usage: python benchmarks/compare.py [--pairs N] [--rounds N]. python-fcl and coal are left out if they are not
installed (pip install python-fcl coal). Contenders take turns; the table has medians, and
ratios to the time per pair of the engine itself. Outcomes must be the same,
except within rounding of touching.
"""

import argparse
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import octosat

FEW = 5000
"""Pairs for contenders that take microseconds per pair."""


def scene(pairs: int) -> tuple[tuple[np.ndarray, np.ndarray, np.ndarray], np.ndarray]:
    """Boxes that are turned at random, on a jittered lattice, and pairs of neighbors: about half of them overlap."""
    rng = np.random.default_rng(7)
    side = max(3, round((pairs / 5) ** (1 / 3)))
    places = np.indices((side,) * 3).reshape(3, -1).T
    count = len(places)
    rotations = rng.normal(size=(count, 4))
    rotations /= np.linalg.norm(rotations, axis=1, keepdims=True)
    parts = (places + rng.uniform(-0.2, 0.2, (count, 3)), rotations, rng.uniform(0.3, 0.75, (count, 3)))
    a = rng.integers(0, count, 3 * pairs)
    way = rng.integers(-1, 2, (3 * pairs, 3))
    near = places[a] + way
    kept = ((near >= 0) & (near < side)).all(axis=1) & way.any(axis=1)
    b = near @ [side * side, side, 1]
    listed = np.stack([a, b], axis=1)[kept][:pairs]
    return tuple(np.ascontiguousarray(part, np.float32) for part in parts), listed.astype(np.uint32)


def matrices(q: np.ndarray) -> np.ndarray:
    """Rotation matrices of quaternions x, y, z, w."""
    x, y, z, w = q.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def separations(parts: tuple[np.ndarray, ...], pairs: np.ndarray) -> np.ndarray:
    """The fifteen axes for all pairs at once: the largest separation; edge axes are not of unit length."""
    centers, rotations, half = parts
    a, b = pairs.T
    turns = matrices(rotations)
    turn = np.einsum("nki,nkj->nij", turns[a], turns[b])
    way = np.einsum("nki,nk->ni", turns[a], centers[b] - centers[a])
    of_a, of_b, sizes = half[a], half[b], np.abs(turn)
    worst = (np.abs(way) - of_a - np.einsum("nij,nj->ni", sizes, of_b)).max(axis=1)
    along_b = np.einsum("nij,ni->nj", turn, way)
    faces_b = np.abs(along_b) - of_b - np.einsum("nij,ni->nj", sizes, of_a)
    np.maximum(worst, faces_b.max(axis=1), out=worst)
    for i in range(3):
        i1, i2 = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            j1, j2 = (j + 1) % 3, (j + 2) % 3
            gap = np.abs(way[:, i2] * turn[:, i1, j] - way[:, i1] * turn[:, i2, j])
            gap -= of_a[:, i1] * sizes[:, i2, j] + of_a[:, i2] * sizes[:, i1, j]
            gap -= of_b[:, j1] * sizes[:, i, j2] + of_b[:, j2] * sizes[:, i, j1]
            np.maximum(worst, gap, out=worst)
    return worst


def with_fcl(parts: tuple[np.ndarray, ...], pairs: np.ndarray) -> Callable[[], np.ndarray]:
    """python-fcl: one call per pair of objects that were made before."""
    import fcl

    centers, rotations, half = (part.astype(float) for part in parts)
    used = {int(index) for index in pairs.ravel()}
    objects = {
        k: fcl.CollisionObject(fcl.Box(*(2 * half[k])), fcl.Transform(np.roll(rotations[k], 1), centers[k]))
        for k in used
    }
    listed, request = pairs.tolist(), fcl.CollisionRequest()

    def run() -> np.ndarray:
        result = [fcl.collide(objects[a], objects[b], request, fcl.CollisionResult()) for a, b in listed]
        return np.array(result, bool)

    return run


def with_coal(parts: tuple[np.ndarray, ...], pairs: np.ndarray) -> Callable[[], np.ndarray]:
    """coal: one call per pair of shapes and places that were made before."""
    import coal

    centers, rotations, half = (part.astype(float) for part in parts)
    turns = matrices(rotations)
    used = {int(index) for index in pairs.ravel()}
    shapes = {k: coal.Box(*(2 * half[k])) for k in used}
    places = {k: coal.Transform3s(turns[k], centers[k]) for k in used}
    listed, request = pairs.tolist(), coal.CollisionRequest()

    def run() -> np.ndarray:
        found = []
        for a, b in listed:
            result = coal.CollisionResult()
            coal.collide(shapes[a], places[a], shapes[b], places[b], request, result)
            found.append(result.isCollision())
        return np.array(found)

    return run


def taken(action: Callable[[], object]) -> float:
    """Nanoseconds that a call takes."""
    start = time.perf_counter_ns()
    action()
    return time.perf_counter_ns() - start


def check(name: str, found: np.ndarray, truth: np.ndarray) -> None:
    """Stops if an outcome differs for a pair that is not within rounding of touching."""
    different = (found != (truth <= 0)) & (np.abs(truth) > 1e-5)
    if different.any():
        raise SystemExit(f"{name}: {np.count_nonzero(different)} outcomes differ, first of pair {np.argmax(different)}")


def machine() -> str:
    """The name of the CPU, as the system gives it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} CPUs" if names else platform.processor()


def main() -> None:
    """Runs everything and prints the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pairs", type=int, default=100_000)
    options.add_argument("--rounds", type=int, default=31)
    asked = options.parse_args()
    parts, pairs = scene(asked.pairs)
    boxes, few, eight = octosat.Boxes(*parts), pairs[:FEW], pairs[:8].copy()
    doubles = tuple(part.astype(float) for part in parts)
    one, out, wide = octosat.Engine(threads=1), np.empty(len(pairs), bool), pairs.astype(np.int64)
    cache = octosat.ContactCache()
    truth = separations(doubles, pairs)

    def thousand() -> None:
        for _ in range(1000):
            octosat.overlaps(boxes, eight)

    def cached() -> None:
        cache.next_frame()
        cache.manifolds(boxes, pairs, engine=one)
        cache.predecessors()

    def engine_alone() -> float:
        # The first of some calls in a row finds its buffers cold.
        return statistics.median(octosat._octosat._time_overlaps(boxes, pairs, 5, one)[1:])

    count = len(pairs)
    contenders: dict[str, tuple[int, Callable[[], object]]] = {
        "overlaps, Boxes, one thread": (count, lambda: octosat.overlaps(boxes, pairs, engine=one)),
        "overlaps, Boxes, one thread, out=": (count, lambda: octosat.overlaps(boxes, pairs, engine=one, out=out)),
        "overlaps, Boxes, int64 pairs, one thread": (count, lambda: octosat.overlaps(boxes, wide, engine=one)),
        "overlaps, three arrays, one thread": (count, lambda: octosat.overlaps(parts, pairs, engine=one)),
        "overlaps, Boxes, all threads": (count, lambda: octosat.overlaps(boxes, pairs)),
        "penetrations, one thread": (count, lambda: octosat.penetrations(boxes, pairs, engine=one)),
        "manifolds, one thread": (count, lambda: octosat.manifolds(boxes, pairs, engine=one)),
        "manifolds with a cache, predecessors, one thread": (count, cached),
        "overlaps, 8 pairs": (8 * 1000, thousand),
    }
    slow: dict[str, tuple[int, Callable[[], object]]] = {
        "NumPy, fifteen axes, float64": (count, lambda: separations(doubles, pairs)),
    }
    for name, make in [("python-fcl, outcome", with_fcl), ("coal, outcome", with_coal)]:
        try:
            run = make(parts, few)
        except ImportError as error:
            print(f"skipped: {name}: {error}")
            continue
        check(name, run(), truth[: len(few)])
        slow[name] = (len(few), run)
    check("octosat", octosat.overlaps(boxes, pairs), truth)

    times: dict[str, list[float]] = {"the engine itself, one thread": []}
    sizes = {"the engine itself, one thread": count}
    for turn in range(asked.rounds + 1):
        times["the engine itself, one thread"].append(engine_alone())
        for name, (rows, action) in [*contenders.items(), *(slow.items() if turn % 8 == 0 else ())]:
            sizes[name] = rows
            times.setdefault(name, []).append(taken(action))

    touching = np.count_nonzero(truth <= 0) / count
    print(f"{machine()}; {one.backend}; Python {platform.python_version()}, NumPy {np.__version__}")
    print(f"{len(boxes)} boxes, {count} pairs, {touching:.0%} overlap; medians of {asked.rounds} rounds\n")
    print(f"| {'what':45} | ns per pair | engine = 1 | µs per call |\n|{'-' * 47}|------------:|-----------:|------------:|")
    engine = statistics.median(times["the engine itself, one thread"][1:]) / count
    for name, measured in times.items():
        # The first round warms up.
        nanoseconds = statistics.median(measured[1:] or measured)
        per_pair = nanoseconds / sizes[name]
        calls = 1000 if name == "overlaps, 8 pairs" else 1
        print(f"| {name:45} | {per_pair:11.1f} | {per_pair / engine:10.2f} | {nanoseconds / 1000 / calls:11.1f} |")


if __name__ == "__main__":
    main()
