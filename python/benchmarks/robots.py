"""Times whole configurations of robots, from joint values to answers, next to python-fcl and coal with their trees.

Usage: python benchmarks/robots.py [--robots FOLDER] [--configurations N] [--rounds N]. Without a folder, the arm of the
package at shelves. With one: `panda.txt` on the scenes of `motionbenchmaker.npz`, and `xarm.txt` in its cell. python-fcl
and coal get the poses of the links, which cost nothing here. One thread; medians; outcomes must be the same, except
within rounding of touching.

`panda.txt`, `xarm.txt`: the numbers of joints, boxes, obstacles and pairs of boxes. A line per joint: the joint before (-1:
base), translation and rotation (x, y, z, w) of its frame; it turns about z. A line per box: its joint, center, rotation,
half extents. A line per obstacle, and per pair. Lower, then upper limits. `motionbenchmaker.npz`: `center`, `rotation` and
`half_extents` of obstacles, those of scene s from `scene_offsets[s]` on; `joints` (scenes, 1024, 7), and `spheres_free`:
what VAMP says.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import octosat
from compare import machine, matrices

FEW = 2000
"""Configurations for contenders that take microseconds each."""

STEP = 0.3
"""The length of a joint motion, in radians."""


@dataclass
class Task:
    """Configurations of a chain in a world, and motions that begin at free ones."""

    chain: octosat.Chain
    world: octosat.World
    obstacles: octosat.Boxes
    joints: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    has_boxes_alone: bool = True


def task(chain: octosat.Chain, obstacles: octosat.Boxes, joints: np.ndarray, motions: int) -> Task:
    """The task of these configurations, with motions in random directions."""
    rng = np.random.default_rng(9)
    world = octosat.World(obstacles)
    starts = joints[~chain.any_overlap(joints, world)][:motions]
    ways = rng.normal(size=starts.shape)
    ways *= STEP / np.linalg.norm(ways, axis=1, keepdims=True)
    return Task(chain, world, obstacles, joints, starts, (starts + ways).astype(np.float32))


def read(path: Path) -> tuple[octosat.Chain, octosat.Boxes, np.ndarray]:
    """A chain of a file, its obstacles, and the lower and upper limits of its joints. Each box is a link of its own."""
    rows = [[float(word) for word in line.split()] for line in path.read_text().splitlines()]
    counts = [int(count) for count in rows[0]]
    joints, boxes, obstacles, pairs, limits = np.split(np.array(rows[1:], object), np.cumsum(counts))
    chain = octosat.Chain("base")
    for number, (parent, *pose) in enumerate(joints):
        before = "base" if parent < 0 else f"link {int(parent)}"
        chain.add_link(
            f"link {number}", before, octosat.Joint(f"joint {number}", "revolute", [0, 0, 1], pose[:3], pose[3:])
        )
    for number, (joint, *box) in enumerate(boxes):
        before = "base" if joint < 0 else f"link {int(joint)}"
        chain.add_link(f"box {number}", before, octosat.Joint(f"fixed {number}", "fixed"))
        chain.attach(f"box {number}", ([box[:3]], [box[3:7]], [box[7:]]))
    listed = {tuple(int(number) for number in pair) for pair in pairs}
    low, high = (np.array(row) for row in limits)
    random = np.random.default_rng(5).uniform(low, high, (4096, len(low)))
    for a, b in chain.pairs:
        # Left out as well: pairs that overlap in more than a fifth of all configurations.
        poses = chain.poses(random)
        both = np.stack([np.arange(len(random)) * len(boxes) + number for number in (a, b)], axis=1)
        if (int(a), int(b)) not in listed or octosat.overlaps(poses, both.astype(np.uint32)).mean() > 0.2:
            chain.allow(f"box {a}", f"box {b}")
    fixed = np.array([list(row) for row in obstacles]).reshape(-1, 10)
    return chain, octosat.Boxes(fixed[:, :3], fixed[:, 3:7], fixed[:, 7:]), np.array([low, high])


def of_folder(folder: Path, configurations: int) -> dict[str, list[Task]]:
    """The tasks of a folder of robots."""
    chain, _, _ = read(folder / "panda.txt")
    file = np.load(folder / "motionbenchmaker.npz")
    boxes = octosat.Boxes(file["center"], file["rotation"], file["half_extents"])
    scenes = zip(file["scene_offsets"], file["scene_offsets"][1:], strict=False)
    tasks = {
        "Panda, 70 scenes": [
            task(chain, boxes[first:end], file["joints"][number][file["spheres_free"][number] == 1], 300)
            for number, (first, end) in enumerate(scenes)
        ]
    }
    chain, cell, (low, high) = read(folder / "xarm.txt")
    joints = np.random.default_rng(7).uniform(low, high, (configurations, len(low))).astype(np.float32)
    tasks["xArm6, 100 obstacles"] = [task(chain, cell[:100], joints, 10_000)]
    return tasks


def of_package(configurations: int) -> dict[str, list[Task]]:
    """The arm of the package, at shelves."""
    chain = octosat.Chain.from_urdf(octosat.robots.ARM)
    rng = np.random.default_rng(7)
    shelves = [[0.7, 0.0, height] for height in (0.1, 0.4, 0.7, 1.0)]
    things = np.column_stack([rng.uniform(0.55, 0.85, 36), rng.uniform(-0.4, 0.4, 36), rng.choice([0.2, 0.5, 0.8], 36)])
    centers = np.concatenate([shelves, things])
    half_extents = np.concatenate([np.full((4, 3), [0.2, 0.5, 0.01]), rng.uniform(0.02, 0.08, (36, 3))])
    low, high = chain.limits.T
    joints = rng.uniform(low, high, (configurations, len(low))).astype(np.float32)
    obstacles = octosat.Boxes(centers, [0.0, 0.0, 0.0, 1.0], half_extents)
    made = task(chain, obstacles, joints, 10_000)
    # The peers get the bounding boxes of its cylinders and capsules, which touch earlier.
    made.has_boxes_alone = False
    return {"the arm of the package, 40 obstacles": [made]}


def with_fcl(given: Task, poses: octosat.Boxes) -> Callable[[], np.ndarray]:
    """python-fcl: the obstacles in its tree, one call per link until the first hit."""
    import fcl

    def objects(boxes: octosat.Boxes) -> list:
        flat = boxes.centers.reshape(-1, 3), boxes.rotations.reshape(-1, 4), boxes.half_extents.reshape(-1, 3)
        return [
            fcl.CollisionObject(fcl.Box(*(2 * half)), fcl.Transform(np.roll(turn, 1), center))
            for center, turn, half in zip(*(part.astype(float) for part in flat), strict=True)
        ]

    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects(given.obstacles))
    manager.setup()
    links = objects(poses)
    count = poses.shape[-1]

    def hit(link: object) -> bool:
        data = fcl.CollisionData()
        manager.collide(link, data, fcl.defaultCollisionCallback)
        return data.result.is_collision

    return lambda: np.array([any(hit(link) for link in links[at : at + count]) for at in range(0, len(links), count)])


def with_coal(given: Task, poses: octosat.Boxes) -> Callable[[], np.ndarray]:
    """coal: the same with its tree."""
    import coal

    def objects(boxes: octosat.Boxes) -> list:
        centers, half = boxes.centers.reshape(-1, 3).astype(float), boxes.half_extents.reshape(-1, 3).astype(float)
        turns = matrices(boxes.rotations.reshape(-1, 4).astype(float))
        made = []
        for center, turn, extents in zip(centers, turns, half, strict=True):
            made.append(coal.CollisionObject(coal.Box(*(2 * extents)), coal.Transform3s(turn, center)))
            made[-1].computeAABB()
        return made

    manager = coal.DynamicAABBTreeCollisionManager()
    obstacles, links = objects(given.obstacles), objects(poses)
    for obstacle in obstacles:
        manager.registerObject(obstacle)
    manager.setup()
    count = poses.shape[-1]

    def hit(link: object) -> bool:
        callback = coal.CollisionCallBackDefault()
        manager.collide(link, callback)
        return bool(callback.data.result.isCollision())

    return lambda: np.array([any(hit(link) for link in links[at : at + count]) for at in range(0, len(links), count)])


def median(action: Callable[[], object], rounds: int) -> float:
    """Nanoseconds of the thread that a call takes."""
    times = []
    for _ in range(rounds):
        start = time.thread_time_ns()
        action()
        times.append(time.thread_time_ns() - start)
    return statistics.median(times)


def rows(name: str, tasks: list[Task], rounds: int) -> None:
    """Prints what the contenders take for some tasks."""
    one = octosat.Engine(threads=1)
    count, motions = (sum(map(len, parts)) for parts in ([t.joints for t in tasks], [t.starts for t in tasks]))

    def line(what: str, rows: int, action: Callable[[Task], object], some: list[Task] = tasks) -> None:
        nanoseconds = median(lambda: [action(t) for t in some], rounds) / rows
        print(f"| {name} | {what} | {nanoseconds:.0f} |")

    line("any_overlap, obstacles", count, lambda t: t.chain.any_overlap(t.joints, t.world, links=False, engine=one))
    line("any_overlap", count, lambda t: t.chain.any_overlap(t.joints, t.world, engine=one))
    line("least_clearances", count, lambda t: t.chain.least_clearances(t.joints, t.world, engine=one))
    line(f"joint_motions, {STEP} rad", motions, lambda t: t.chain.joint_motions(t.starts, t.ends, t.world, engine=one))
    single = tasks[0].starts[:200]
    line(
        "any_overlap, one configuration per call",
        len(single),
        lambda t: [t.chain.any_overlap(row, t.world, engine=one) for row in single],
        tasks[:1],
    )
    # Half of them in a box around the arm, and half far from it.
    points = np.random.default_rng(9).uniform(-1, 1, (100_000, 3)) * [0.8, 0.8, 1.0] + [0, 0, 0.3]
    points[::2] += [0, 0, 3]
    points = points.astype(np.float32)
    line(
        "own_points, within 0.02, per point",
        len(points),
        lambda t: t.chain.own_points(t.joints[0], points, 0.02, engine=one),
        tasks[:1],
    )
    given = max(tasks, key=lambda t: len(t.joints))
    few = given.joints[:FEW]
    poses = given.chain.poses(few)
    expected = given.chain.any_overlap(few, given.world, links=False)
    near = np.abs(given.chain.least_clearances(few, given.world, links=False)["clearance"]) < 1e-4
    for peer, make in [("python-fcl, its tree, obstacles", with_fcl), ("coal, its tree, obstacles", with_coal)]:
        try:
            run = make(given, poses)
        except ImportError as error:
            print(f"skipped: {peer}: {error}")
            continue
        found = run()
        different = ((found != expected) if given.has_boxes_alone else (expected & ~found)) & ~near
        if different.any():
            raise SystemExit(f"{peer}: {np.count_nonzero(different)} outcomes differ, first {np.argmax(different)}")
        line(peer, len(few), lambda t, run=run: run(), [given])


def main() -> None:
    """Runs everything and prints the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--robots", type=Path)
    options.add_argument("--configurations", type=int, default=100_000)
    options.add_argument("--rounds", type=int, default=7)
    asked = options.parse_args()
    tasks = of_folder(asked.robots, asked.configurations) if asked.robots else of_package(asked.configurations)
    print(f"{machine()}; {octosat.Engine(threads=1).backend}; NumPy {np.__version__}\n")
    print("| | what | ns per configuration or motion |\n|---|---|--:|")
    for name, given in tasks.items():
        rows(name, given, asked.rounds)


if __name__ == "__main__":
    main()
