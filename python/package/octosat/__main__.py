"""Shows that the package works: python -m octosat [PICTURE.svg] writes a picture, and prints contacts and times."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import octosat
from octosat import pictures

_FLOOR = ([0, 0, -0.05], 0, [2, 2, 0.05])
"""A box: its center, degrees about z, and half extents, meters."""
_TABLE = ([0.62, 0, 0.15], 0, [0.22, 0.5, 0.15])
_PARCELS = [
    ([0.64, 0.20, 0.359], 12, [0.07, 0.09, 0.06]),
    ([0.64, 0.20, 0.4535], -9, [0.06, 0.08, 0.035]),
    ([0.65, 0.21, 0.5234], 25, [0.045, 0.045, 0.035]),
    ([0.66, -0.02, 0.3898], -6, [0.06, 0.05, 0.09]),
    ([0.68, -0.26, 0.34495], 30, [0.09, 0.07, 0.045]),
    ([0.68, -0.26, 0.4247], 8, [0.05, 0.06, 0.035]),
]
_JOINTS = [-0.03, 0.35, 0.9, 0, 1.62, 0, 0.035]
"""The arm above the parcels."""
_SIDE, _ROUNDS = 20, 7
"""Of the measurement: boxes along each side of a cube, and how often it is repeated."""


@dataclass(frozen=True)
class _Scene:
    """An arm above a table with parcels."""

    boxes: octosat.Boxes
    links: list[str | None]
    contacts: octosat.Manifolds
    """Of the obstacles."""
    nearest: tuple[int, int]
    """The boxes of the arm and of the obstacles that are nearest to each other."""


def _scene() -> _Scene:
    """Places the arm, and asks for the contacts of the parcels and for the least clearance of the arm."""
    centers, degrees, half_extents = zip(_FLOOR, _TABLE, *_PARCELS, strict=True)
    half = np.radians(degrees) / 2
    rotations = np.stack([0 * half, 0 * half, np.sin(half), np.cos(half)], axis=1)
    obstacles = octosat.Boxes(centers, rotations, half_extents)
    arm = octosat.Chain.from_urdf(octosat.robots.ARM)
    arm.allow("base", obstacles=[0])
    least = arm.least_clearances(_JOINTS, octosat.World(obstacles), links=False)
    first = len(arm.solids)
    boxes = octosat.concatenate([arm.poses(_JOINTS), obstacles])
    pairs = np.stack(np.triu_indices(len(obstacles), 1), axis=1) + first
    contacts = octosat.manifolds(boxes, pairs)
    links = [*arm.solids, *[None] * len(obstacles)]
    return _Scene(boxes, links, contacts, (int(least["solid"]), first + int(least["obstacle"])))


def _nanoseconds_per_pair(query: Callable[..., object]) -> float:
    """The least time of a query on one thread, for boxes that barely overlap the next ones of a grid."""
    grid = np.stack(np.meshgrid(*[np.arange(_SIDE)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    boxes = octosat.Boxes(grid, [0, 0, 0, 1], [0.501, 0.501, 0.501])
    index = np.arange(len(grid), dtype=np.uint32).reshape([_SIDE] * 3)
    steps = [(index[:-1], index[1:]), (index[:, :-1], index[:, 1:]), (index[..., :-1], index[..., 1:])]
    pairs = np.concatenate([np.stack([a.ravel(), b.ravel()], axis=1) for a, b in steps])
    engine, best = octosat.Engine(threads=1), float("inf")
    for _ in range(_ROUNDS):
        start = time.perf_counter_ns()
        query(boxes, pairs, engine=engine)
        best = min(best, (time.perf_counter_ns() - start) / len(pairs))
    return best


def main() -> None:
    """Writes the picture, and prints contacts, a distance, and the times of two queries."""
    picture = Path(sys.argv[1] if len(sys.argv) > 1 else "octosat.svg")
    print(f"octosat {octosat.__version__}, {octosat.Engine()}, backends here: {', '.join(octosat.available_backends())}")

    scene = _scene()
    view = pictures.View(up="z", azimuth=-50, elevation=24)
    boxes, contacts, nearest = scene.boxes, scene.contacts, [scene.nearest]
    try:
        pictures.write_svg(picture, boxes, contacts, links=scene.links, distances=nearest, view=view, title="octosat")
    except OSError as error:
        sys.exit(f"octosat: {error}")
    points = contacts.points
    print(f"{boxes.size} boxes, {len(points)} contacts, the deepest {1000 * points['depth'].max():.1f} mm")
    distance = octosat.distances(boxes, nearest)["distance"][0]
    print(f"the {scene.links[scene.nearest[0]]} is {1000 * distance:.1f} mm from the nearest obstacle")

    times = {query.__name__: _nanoseconds_per_pair(query) for query in (octosat.overlaps, octosat.manifolds)}
    print("one thread, ns per pair:", ", ".join(f"{name} {least:.1f}" for name, least in times.items()))
    print(f"picture in {picture.resolve()}")


if __name__ == "__main__":
    main()
