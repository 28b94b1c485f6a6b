"""An arm takes a bottle from a shelf and puts it on the board above, along joint motions that are certified.

Usage: python examples/plan.py [--seed N]. A table shows each step with the number of its joint motions, what octosat
was asked for and the time that it took. Every joint motion is proven free of hits, and then sampled 1,000 times. A sample
may have a hit of a cylinder or a capsule that is near, although room is left.
"""

import argparse
import copy
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import octosat
from octosat import JointMotionState, robots

UPRIGHT = (0, 0, 0, 1)
BOARDS = (0.12, 0.5, 0.88)
"""The upper sides of the boards of the shelf, meters."""
FLOOR = 0
"""Obstacles by their indices. The boards are 1, 2 and 3."""
RADIUS, HALF_LENGTH = 0.03, 0.1
"""The bottles, meters."""
HOME = np.array([0, -0.6, 2.0, 0, 0.6, 0, 0.038])
LEVEL = np.array([0, np.sqrt(0.5), 0, np.sqrt(0.5)])
"""The rotation that takes z to x: of a level hand, and of a bottle in it."""
OPEN, CLOSED = 0.038, 0.0295
"""The finger joint; the fingers stop half a millimeter before they touch the bottle."""
FINGERS = [6]
"""The joint values that paths of the arm leave as they are, by their indices. A robot without fingers has none: []."""
SAMPLES, LONGEST, POINTS, ROUNDS = 64, 1.0, 12, 4
"""Of the planner: samples per round, the longest motion toward one; points that a round of shortening adds, rounds."""


def shelf(bottles: Any) -> tuple[Any, Any]:
    """Boxes and cylinders: a floor; a shelf of three boards, a back and two sides; parcels; bottles at centers."""
    boxes = [((0, 0, -0.05), (2, 2, 0.05))]
    boxes += [((0.8, 0, top - 0.01), (0.16, 0.6, 0.01)) for top in BOARDS]
    boxes += [((0.97, 0, 0.6), (0.01, 0.62, 0.6))]
    boxes += [((0.8, side, 0.6), (0.16, 0.01, 0.6)) for side in (-0.61, 0.61)]
    boxes += [((0.8, y, top + 0.08), (0.08, 0.1, 0.08)) for y, top in zip((-0.2, 0.35, 0), BOARDS)]
    centers, half_extents = zip(*boxes)
    return (centers, UPRIGHT, half_extents), (bottles, UPRIGHT, RADIUS, HALF_LENGTH)


def bottle_on(board: int, x: float, y: float) -> np.ndarray:
    """The center of a bottle that stands on a board."""
    return np.array([x, y, BOARDS[board] + HALF_LENGTH])


@dataclass
class Cell:
    """A chain among obstacles, with counts of what octosat was asked, and its time."""

    chain: octosat.Chain
    world: octosat.World
    calls: int = 0
    asked: int = 0
    seconds: float = 0.0
    motions: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    """The joint motions that the arm makes."""

    def free(self, starts: Any, ends: Any) -> np.ndarray:
        """Which joint motions are certainly free."""
        began = time.perf_counter()
        found = self.chain.joint_motions(starts, ends, self.world)
        self.seconds += time.perf_counter() - began
        self.calls, self.asked = self.calls + 1, self.asked + found.size
        return found["state"] == JointMotionState.FREE

    def follow(self, path: np.ndarray) -> np.ndarray:
        """Moves along a path, and returns its end."""
        if not self.free(path[:-1], path[1:]).all():
            raise SystemExit("a joint motion is not certainly free")
        self.motions += zip(path[:-1], path[1:])
        return path[-1]

    def hits_of_samples(self, count: int = 1000) -> int:
        """The number of configurations with a hit among so many of each joint motion."""
        starts, ends = (np.array(part)[:, None] for part in zip(*self.motions))
        parts = np.linspace(0, 1, count)[:, None]
        return np.count_nonzero(self.chain.any_overlap(starts + parts * (ends - starts), self.world))


class Tree:
    """Configurations, each with the one that it was reached from."""

    def __init__(self, roots: np.ndarray) -> None:
        self.nodes, self.parents = roots, np.full(len(roots), -1)

    def grow(self, cell: Cell, targets: np.ndarray, longest: float) -> np.ndarray:
        """Goes from the nearest nodes toward targets, in one call, and adds what is free. Returns for which targets."""
        nearest = np.linalg.norm(self.nodes[None] - targets[:, None], axis=2).argmin(axis=1)
        starts, ways = self.nodes[nearest], targets - self.nodes[nearest]
        ends = starts + ways * np.minimum(1, longest / np.maximum(np.linalg.norm(ways, axis=1), 1e-9))[:, None]
        free = cell.free(starts, ends)
        self.nodes = np.concatenate([self.nodes, ends[free]])
        self.parents = np.concatenate([self.parents, nearest[free]])
        return free

    def path(self, node: int) -> np.ndarray:
        """The configurations from a root to a node."""
        nodes = []
        while node >= 0:
            nodes.append(self.nodes[node])
            node = self.parents[node]
        return np.array(nodes[::-1])


def connect(
    cell: Cell, start: np.ndarray, goals: np.ndarray, constant: list[int], generator: np.random.Generator
) -> np.ndarray:
    """A path of certified joint motions from a start to one of the goals: RRT-Connect, many motions per call.

    constant: indices of joint values that stay as they are at the start; all others are planned.
    """
    trees, forward = [Tree(start[None]), Tree(goals)], True
    low, high = cell.chain.limits.T
    for _ in range(1000):
        tree, other = trees if forward else trees[::-1]
        before = len(tree.nodes)
        samples = generator.uniform(low, high, (SAMPLES, len(low)))
        samples[:, constant] = start[constant]
        tree.grow(cell, samples, LONGEST)
        met = other.grow(cell, tree.nodes[before:], np.inf)
        if met.any():
            halves = [tree.path(before + int(met.argmax())), other.path(len(other.nodes) - np.count_nonzero(met))]
            first, last = halves if forward else halves[::-1]
            return shorten(cell, np.concatenate([first, last[-2::-1]]), generator)
        forward = not forward
    raise SystemExit("no path was found")


def shorten(cell: Cell, path: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """The shortest path over random points of a path, with all motions between two of them in one call."""
    for _ in range(ROUNDS):
        places = np.sort(generator.uniform(0, len(path) - 1, POINTS))
        places = np.sort(np.concatenate([np.arange(len(path)), places]))
        points = np.stack([np.interp(places, np.arange(len(path)), column) for column in path.T], axis=1)
        first, last = np.triu_indices(len(points), 1)
        lengths = np.full((len(points),) * 2, np.inf)
        free = cell.free(points[first], points[last])
        lengths[first[free], last[free]] = np.linalg.norm(points[last] - points[first], axis=1)[free]
        way, parents = np.zeros(len(points)), np.zeros(len(points), int)
        for point in range(1, len(points)):
            ways = way[:point] + lengths[:point, point]
            parents[point], way[point] = ways.argmin(), ways.min()
        if np.isfinite(way[-1]):
            chosen = [len(points) - 1]
            while chosen[-1] > 0:
                chosen.append(parents[chosen[-1]])
            path = points[chosen[::-1]]
    return path


class Hand:
    """Inverse kinematics of a level hand that points into the shelf: Newton's method for many guesses at once."""

    def __init__(self, arm: octosat.Chain) -> None:
        self.arm, self.limits, self.seconds = arm, arm.limits, 0.0

    def errors(self, joints: np.ndarray, place: np.ndarray) -> np.ndarray:
        """How far the tip is from a place, and its rotation from the level one: (..., 7), meters and quaternions."""
        began = time.perf_counter()
        positions, rotations = self.arm.frames(joints, "tip")
        self.seconds += time.perf_counter() - began
        # q and -q are the same rotation.
        rotations *= np.sign(rotations @ LEVEL)[..., None]
        return np.concatenate([positions - place, 0.2 * (rotations - LEVEL)], axis=-1)

    def reach(self, place: np.ndarray, guesses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Joint values (n, joints) with the tip at a place, and which of them are right, near guesses (n, joints)."""
        joints, step = guesses.copy(), 1e-3
        for _ in range(30):
            errors = self.errors(joints, place)
            moved = self.errors(joints[:, None] + step * np.eye(joints.shape[1]), place)
            slopes = (moved - errors[:, None]) / step
            squares = slopes @ slopes.swapaxes(1, 2) + 1e-6 * np.eye(joints.shape[1])
            joints -= np.clip(np.linalg.solve(squares, (slopes @ errors[..., None]))[..., 0], -0.3, 0.3)
        inside = ((joints >= self.limits[:, 0]) & (joints <= self.limits[:, 1])).all(axis=1)
        return joints, inside & (np.abs(self.errors(joints, place)).max(axis=1) < 1e-4)

    def line(self, places: np.ndarray, guesses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Paths (n, places, joints) along places, and the guesses (m, joints) that they are near, by their indices."""
        paths, kept = np.zeros((len(guesses), 0, len(self.limits))), np.arange(len(guesses))
        for place in places:
            guesses, right = self.reach(place, guesses)
            paths = np.concatenate([paths, guesses[:, None]], axis=1)[right]
            guesses, kept = guesses[right], kept[right]
        return paths, kept


def ways(hand: Hand, parts: list[tuple[Cell, np.ndarray]], guesses: np.ndarray) -> list[np.ndarray]:
    """Certified paths along places, near guesses (n, joints): for each part an array (ways, places, joints)."""
    found: list[np.ndarray] = []
    for cell, places in parts:
        paths, kept = hand.line(places, guesses)
        free = cell.free(paths[:, :-1], paths[:, 1:]).all(axis=1)
        found = [*(before[kept[free]] for before in found), paths[free]]
        guesses = paths[free, -1]
    if len(guesses) == 0:
        raise SystemExit("a place cannot be reached")
    return found


def between(start: np.ndarray, end: np.ndarray, count: int = 8) -> np.ndarray:
    """Places on a line."""
    return start + np.linspace(0, 1, count)[:, None] * (end - start)


def with_finger(joints: np.ndarray, finger: float) -> np.ndarray:
    """A path that opens or closes the fingers."""
    return np.stack([joints, [*joints[:-1], finger]])


def holding(arm: octosat.Chain, boards: tuple[int, ...] = ()) -> octosat.Chain:
    """The arm with a bottle between its fingers, which may touch these boards."""
    chain = copy.copy(arm)
    fingers = ["left_finger", "right_finger"]
    chain.hold("tip", cylinders=((0, 0, 0), LEVEL, RADIUS, HALF_LENGTH), touching=fingers)
    chain.allow("tip", obstacles=np.array(boards, int))
    return chain


def main() -> None:
    """Takes the bottle, puts it down, goes home, and prints a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=1)
    generator = np.random.default_rng(options.parse_args().seed)
    began = time.perf_counter()

    arm = octosat.Chain.from_urdf(robots.ARM)
    arm.allow_from_srdf(robots.ARM_SRDF)
    arm.allow("base", obstacles=[FLOOR])
    hand = Hand(arm)
    others = [bottle_on(0, 0.76, -0.4), bottle_on(0, 0.72, 0.3), bottle_on(1, 0.74, -0.25), bottle_on(1, 0.8, 0.12)]
    there, here = bottle_on(0, 0.7, 0.12), bottle_on(1, 0.7, -0.08)
    up, back = np.array([0, 0, 0.03]), np.array([-0.16, 0, 0])
    taken = octosat.World(*shelf(others))

    take = Cell(arm, octosat.World(*shelf([*others, there])))
    lift, lower = Cell(holding(arm, boards=(1,)), taken), Cell(holding(arm, boards=(2,)), taken)
    carry = Cell(holding(arm), taken)
    leave = Cell(arm, octosat.World(*shelf([*others, here])))

    guesses = generator.uniform(*arm.limits.T, (256, len(HOME)))
    guesses[:, -1] = OPEN
    [paths] = ways(hand, [(take, between(there + back, there))], guesses)
    joints = take.follow(connect(take, HOME, paths[:, 0], FINGERS, generator))
    joints = take.follow(paths[(paths[:, 0] == joints).all(axis=1).argmax()])
    joints = take.follow(with_finger(joints, CLOSED))

    raised, out = ways(
        hand, [(lift, between(there, there + up)), (carry, between(there + up, there + up + back))], joints[None]
    )
    lift.follow(raised[0])
    joints = carry.follow(out[0])

    guesses[:, -1] = CLOSED
    into, down = ways(hand, [(carry, between(here + up + back, here + up)), (lower, between(here + up, here))], guesses)
    joints = carry.follow(connect(carry, joints, into[:, 0], FINGERS, generator))
    chosen = (into[:, 0] == joints).all(axis=1).argmax()
    carry.follow(into[chosen])
    joints = leave.follow(with_finger(lower.follow(down[chosen]), OPEN))

    [out] = ways(hand, [(leave, between(here, here + back))], joints[None])
    leave.follow(connect(leave, leave.follow(out[0]), HOME[None], FINGERS, generator))
    seconds = time.perf_counter() - began
    report({"take": take, "lift": lift, "carry": carry, "lower": lower, "leave": leave}, seconds, hand.seconds)


def report(cells: dict[str, Cell], seconds: float, of_poses: float) -> None:
    """Prints what each step took, and samples its joint motions."""
    head = "step", "joint motions", "calls", "motions certified", "ms in octosat", "samples", "hits"
    print("|", " | ".join(head), "|\n|---" + 6 * "|--:" + "|")
    hits = 0
    for name, cell in cells.items():
        hits += (found := cell.hits_of_samples())
        numbers = (
            len(cell.motions),
            cell.calls,
            cell.asked,
            f"{1e3 * cell.seconds:.1f}",
            1000 * len(cell.motions),
            found,
        )
        print("|", " | ".join(map(str, [name, *numbers])), "|")
    certified = sum(cell.seconds for cell in cells.values())
    print(
        f"\n{1e3 * seconds:.0f} ms in all: {1e3 * certified:.1f} ms for certified motions, "
        f"{1e3 * of_poses:.1f} ms for poses of the hand, the rest is NumPy and Python"
    )
    if hits:
        print("the hits of samples are of round solids that are near: the motions are free all the same")


if __name__ == "__main__":
    main()
