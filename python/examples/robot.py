"""A robot among obstacles: which configurations are free, and a path that is certainly free.

Usage: python examples/robot.py [--configurations N]. An arm of six links stands among 60 obstacles. One call has one
boolean per configuration; python-fcl, coal and NumPy, if they are installed, must have the same for some of them. Then
the path from one free configuration to another is proved to be free: a clearance says how far every link may move.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

import octosat

LINKS = 6
OBSTACLES = 60
LENGTH = 0.25
HALF_EXTENTS = np.array([[0.04, 0.04, LENGTH / 2]] * LINKS, np.float32)
FEW = 3000
"""Configurations for contenders that take microseconds per pair."""


def turns(angles: np.ndarray, axis: int) -> np.ndarray:
    """Matrices (n, 4, 4) that turn by angles about axis 0, 1 or 2."""
    result = np.tile(np.eye(4), (len(angles), 1, 1))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    result[:, i, i] = result[:, j, j] = np.cos(angles)
    result[:, i, j], result[:, j, i] = -np.sin(angles), np.sin(angles)
    return result


def poses(joints: np.ndarray) -> np.ndarray:
    """The poses of all links, (n, LINKS, 4, 4), for joint angles (n, LINKS). Joints turn about z, y, x, y, x, y."""
    frame = np.tile(np.eye(4), (len(joints), 1, 1))
    result = np.empty((len(joints), LINKS, 4, 4))
    half = np.eye(4)
    half[2, 3] = LENGTH / 2
    for link, axis in enumerate((2, 1, 0, 1, 0, 1)):
        frame = frame @ turns(joints[:, link], axis) @ half
        result[:, link] = frame
        frame = frame @ half
    return result


def reaches() -> np.ndarray:
    """How far a point of the arm can be from each joint at most: meters per radian of this joint."""
    rest = LENGTH * np.arange(LINKS, 0, -1)
    return np.hypot(rest, np.hypot(*HALF_EXTENTS[0, :2]))


def certify(start: np.ndarray, end: np.ndarray, obstacles: octosat.Boxes) -> tuple[bool, int]:
    """Whether the straight path in the space of joints is certainly free, and how many configurations were looked at.

    At each configuration no point of the arm is nearer to an obstacle than the least clearance. A step of the joints
    moves no point by more than the sum of their angles times their reaches. So a step by less than the clearance is free.
    """
    path = end - start
    length = float(np.abs(path) @ reaches())
    part, looked_at = 0.0, 0
    while part < 1.0:
        links = octosat.Boxes.from_matrices(poses((start + part * path)[None]), HALF_EXTENTS)
        least = octosat.least_clearances(links, obstacles, per_configuration=LINKS)["clearance"][0]
        looked_at += 1
        # Poses are rounded to float32: a micrometer is far more than that moves a link of this arm.
        step = (float(least) - 1e-6) / length
        if step < 1e-5:
            return False, looked_at
        part += step
    return True, looked_at


def with_numpy(links: octosat.Boxes, obstacles: octosat.Boxes) -> np.ndarray:
    """The fifteen axes in float64: the largest separation of each pair, (configurations, LINKS * OBSTACLES)."""
    from pathlib import Path
    import sys

    sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
    from compare import separations

    parts = [
        np.concatenate([getattr(links, name), getattr(obstacles, name)]).astype(float)
        for name in ("centers", "rotations", "half_extents")
    ]
    count = len(links)
    pairs = np.stack(np.meshgrid(np.arange(count), count + np.arange(OBSTACLES), indexing="ij"), axis=-1).reshape(-1, 2)
    return separations(tuple(parts), pairs).reshape(count // LINKS, -1)


def with_fcl(links: octosat.Boxes, obstacles: octosat.Boxes) -> Callable[[], np.ndarray]:
    """python-fcl, one call per link against a tree of the obstacles, up to the first hit."""
    import fcl

    [of_links, of_obstacles] = [
        [
            fcl.CollisionObject(fcl.Box(*(2 * half)), fcl.Transform(np.roll(turn, 1), center))
            for center, turn, half in zip(
                boxes.centers.astype(float), boxes.rotations.astype(float), boxes.half_extents.astype(float)
            )
        ]
        for boxes in (links, obstacles)
    ]
    tree = fcl.DynamicAABBTreeCollisionManager()
    tree.registerObjects(of_obstacles)
    tree.setup()

    def touches(link: object) -> bool:
        data = fcl.CollisionData()
        tree.collide(link, data, fcl.defaultCollisionCallback)
        return data.result.is_collision

    return lambda: np.array([any(map(touches, arm)) for arm in arms(of_links)])


def with_coal(links: octosat.Boxes, obstacles: octosat.Boxes) -> Callable[[], np.ndarray]:
    """coal, one call per link against a tree of the obstacles, up to the first hit."""
    import coal

    [of_links, of_obstacles] = [
        [
            coal.CollisionObject(
                coal.Box(*(2 * half)), coal.Transform3s(coal.Quaternion(turn[3], *turn[:3]).matrix(), center)
            )
            for center, turn, half in zip(
                boxes.centers.astype(float), boxes.rotations.astype(float), boxes.half_extents.astype(float)
            )
        ]
        for boxes in (links, obstacles)
    ]
    tree = coal.DynamicAABBTreeCollisionManager()
    for obstacle in of_obstacles:
        tree.registerObject(obstacle)
    tree.setup()

    # The tree holds no references: the list of obstacles must stay alive as long as it.
    def touches(link: object, _: list = of_obstacles) -> bool:
        callback = coal.CollisionCallBackDefault()
        tree.collide(link, callback)
        return callback.data.result.isCollision()

    return lambda: np.array([any(map(touches, arm)) for arm in arms(of_links)])


def arms(links: list) -> list:
    """The links of each configuration."""
    return [links[first : first + LINKS] for first in range(0, len(links), LINKS)]


def timed(action: Callable[[], np.ndarray]) -> tuple[np.ndarray, float]:
    """A result, and the seconds that it took."""
    start = time.perf_counter()
    result = action()
    return result, time.perf_counter() - start


def main() -> None:
    """Runs everything and prints what was found."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--configurations", type=int, default=100_000)
    count = options.parse_args().configurations
    generator = np.random.default_rng(3)
    centers = generator.uniform(-1.4, 1.4, (OBSTACLES, 3))
    rotations = generator.normal(size=(OBSTACLES, 4))
    rotations /= np.linalg.norm(rotations, axis=1, keepdims=True)
    obstacles = octosat.Boxes(centers, rotations, generator.uniform(0.03, 0.1, (OBSTACLES, 3)))
    joints = generator.uniform(-np.pi, np.pi, (count, LINKS))
    links = octosat.Boxes.from_matrices(poses(joints), HALF_EXTENTS)
    one = octosat.Engine(threads=1)

    pairs = np.stack(np.meshgrid(np.arange(links.size), np.arange(OBSTACLES), indexing="ij"), axis=-1)
    pairs = pairs.reshape(-1, 2).astype(np.uint32)
    rows: list[tuple[str, int, float]] = []

    def run(name: str, configurations: int, action: Callable[[], np.ndarray]) -> np.ndarray:
        found, seconds = timed(action)
        rows.append((name, configurations, seconds))
        return found

    def of_list() -> np.ndarray:
        each = octosat.overlaps(links, pairs, against=obstacles, engine=one)
        return each.reshape(count, -1).any(axis=1)

    def of_products(engine: octosat.Engine) -> np.ndarray:
        return octosat.any_overlap(links, obstacles, per_configuration=LINKS, engine=engine)

    listed = run("overlaps of a list, one thread", count, of_list)
    hits = run("any_overlap, one thread", count, lambda: of_products(one))
    run("any_overlap, all threads", count, lambda: of_products(octosat.Engine()))
    clearances = run(
        "least_clearances, one thread",
        count,
        lambda: octosat.least_clearances(links, obstacles, per_configuration=LINKS, engine=one),
    )
    if not np.array_equal(listed, hits):
        raise SystemExit("the list and the products differ")
    if (hits & (clearances["clearance"] > 0)).any():
        raise SystemExit("a configuration that touches has a positive clearance")

    few = octosat.concatenate([links[:FEW]], axis=None)
    truth = run("NumPy, fifteen axes in float64", FEW, lambda: with_numpy(few, obstacles))
    clear = (np.abs(truth) > 1e-5).all(axis=1)
    expected = (truth <= 0).any(axis=1)
    for name, make in [("python-fcl", with_fcl), ("coal", with_coal)]:
        try:
            action = make(few, obstacles)
        except ImportError as error:
            print(f"skipped: {name}: {error}")
            continue
        found = run(name, FEW, action)
        if (found != expected)[clear].any():
            raise SystemExit(f"{name} differs from NumPy")
    if (hits[:FEW] != expected)[clear].any():
        raise SystemExit("octosat differs from NumPy")

    print(f"{count} configurations, {np.count_nonzero(hits) / count:.0%} touch an obstacle; {one.backend}\n")
    print("| | configurations | seconds | µs per configuration |\n|---|--:|--:|--:|")
    for name, configurations, seconds in rows:
        print(f"| {name} | {configurations} | {seconds:.3f} | {1e6 * seconds / configurations:.2f} |")

    free = joints[np.argsort(-clearances["clearance"])[:40]]
    paths = [(start, start + 0.2 * (end - start)) for start, end in zip(free[::2], free[1::2])]
    (results, seconds) = timed(lambda: np.array([certify(*path, obstacles) for path in paths]))
    certain = results[:, 0].astype(bool)
    print(
        f"\n{np.count_nonzero(certain)} of {len(paths)} paths are certainly free, "
        f"after {results[:, 1].mean():.0f} configurations each, {1e3 * seconds / len(paths):.1f} ms per path"
    )

    # The last link of each free configuration, pulled back along its own axis without turning: a cast.
    hands = poses(free)[:, -1]
    tool = octosat.Boxes.from_matrices(hands, HALF_EXTENTS[-1:])
    pairs = np.stack(np.meshgrid(np.arange(len(free)), np.arange(OBSTACLES), indexing="ij"), axis=-1).reshape(-1, 2)
    # The tools move, and the obstacles stand still. Motions per pair would be those of the obstacles as seen from the tools.
    motions = (-0.2 * hands[:, :3, 2], np.zeros((OBSTACLES, 3)))
    casts = octosat.casts(tool, pairs, motions, per_box=True, against=obstacles)
    stopped = (casts["state"] != 0).reshape(len(free), -1).any(axis=1)
    print(f"{np.count_nonzero(~stopped)} of {len(free)} hands can move back by 0.2 m")


if __name__ == "__main__":
    main()
