"""Plans with OMPL among obstacles, with coal or octosat as its checker, and looks for hits in the paths that come out.

Usage: python benchmarks/planners.py FOLDER [--problems N] [--robot NAME]. FOLDER is the installed package
example-robot-data, or what its wheel has: `pip download --no-deps example-robot-data` and unzip. Needs ompl, pin and coal.

A robot takes something out of a bin and puts it into a shelf: RRTConnect and simplifySolution, with the same seed for each
checker. coal gets the triangles of the meshes, or the hulls that octosat made of them, the poses from pinocchio, and its
dynamic tree. Times are CPU times of planning and simplifying on one thread, of the problems that all checkers solve.

The reference is independent of octosat: pinocchio reads the robot and computes poses, coal looks at the triangles of the
meshes, all in float64, each 2 mrad of a path. The same pairs of links count everywhere: those of bodies that no joint
connects, without pairs that touch in all samples.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import coal
import numpy as np
import pinocchio
from ompl import base, geometric, util

import octosat
from cells import ONE, TASKS, Peer, Robot, cell, hulls
from compare import machine
from meshes import median_seconds

FREE = int(octosat.JointMotionState.FREE)
UNDECIDED = int(octosat.JointMotionState.UNDECIDED)
LIMIT = 15.0
"""Seconds of wall time for a problem: ten times what the slowest checker takes for all but a few."""
STEP = 0.01
"""Radians between the samples of a motion, for the checker that looks at them in one call."""
LOOK = 0.002
"""Radians between the samples of a path that the reference looks at: at most 2 mm of a robot of 1 m."""
TOUCH = 1e-6
"""Meters. octosat rounds joint values and poses to float32, so hits that are less deep do not count."""
DEEP = 1e-3
"""Meters. Hits that are deeper are more than a graze."""
LONG = 0.3
"""Radians of the joint motions that are asked for in batches, the norm of all joints."""
ROUNDS = 15
"""Of which times of batches are medians."""
BATCHES = (1, 16, 64, 1024)
"""Configurations and joint motions per call."""


class States(base.StateValidityChecker):
    """A configuration per call."""

    def __init__(self, space: base.SpaceInformation, joints: int, free: Callable[[np.ndarray], bool]) -> None:
        super().__init__(space)
        self.joints, self.free = joints, free

    def isValid(self, state: base.State) -> bool:
        """Called by OMPL."""
        return self.free(np.array(state[0 : self.joints]))


class Motions(base.MotionValidator):
    """A motion per call."""

    def __init__(self, space: base.SpaceInformation, joints: int, free: Callable[[np.ndarray, np.ndarray], bool]) -> None:
        super().__init__(space)
        self.joints, self.free = joints, free

    def checkMotion(self, start: base.State, end: base.State) -> bool:
        """Called by OMPL."""
        return self.free(np.array(start[0 : self.joints]), np.array(end[0 : self.joints]))


@dataclass
class Checker:
    """What OMPL asks for configurations, and for motions, if not the configurations on them at its own step."""

    configuration: Callable[[np.ndarray], bool]
    motion: Callable[[np.ndarray, np.ndarray], bool] | None = None


class Proofs:
    """Motions that octosat proves to be free, with the number of those that it cannot decide."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.asked, self.undecided = robot, 0, 0

    def __call__(self, start: np.ndarray, end: np.ndarray) -> bool:
        """Whether a motion is certainly free."""
        ends = self.robot.whole(start), self.robot.whole(end)
        state = int(self.robot.chain.joint_motions(*ends, self.robot.world, engine=ONE)["state"])
        self.asked, self.undecided = self.asked + 1, self.undecided + (state == UNDECIDED)
        return state == FREE


def checkers(robot: Robot) -> tuple[dict[str, Checker], Proofs]:
    """The checkers, by the names of the table."""
    triangles, peer, proofs = Peer(robot, list(robot.meshes.geometryObjects)), Peer(robot, hulls(robot)), Proofs(robot)

    def free(joints: np.ndarray) -> bool:
        return not robot.chain.any_overlap(robot.whole(joints), robot.world, engine=ONE)

    def free_samples(start: np.ndarray, end: np.ndarray) -> bool:
        count = max(1, int(np.ceil(np.linalg.norm(end - start) / STEP)))
        samples = start + np.linspace(0, 1, count + 1)[1:, None] * (end - start)
        return not robot.chain.any_overlap(robot.whole(samples), robot.world, engine=ONE).any()

    return {
        "coal, triangles, OMPL's default step": Checker(lambda joints: not triangles.hit(joints)),
        "coal, hulls, default step": Checker(lambda joints: not peer.hit(joints)),
        "octosat, `any_overlap` per state, default step": Checker(free),
        f"octosat, `any_overlap` per motion, every {STEP} rad": Checker(free, free_samples),
        "octosat, `joint_motions` as MotionValidator": Checker(free, proofs),
    }, proofs


@dataclass
class Plan:
    """What came out: CPU time, and the configurations of the path, or None."""

    seconds: float
    path: np.ndarray | None

    def samples(self) -> np.ndarray:
        """Configurations of the path, each LOOK of its length."""
        parts = []
        for start, end in zip(self.path[:-1], self.path[1:]):
            count = int(np.ceil(np.linalg.norm(end - start) / LOOK)) + 1
            parts.append(start + np.linspace(0, 1, count)[:, None] * (end - start))
        return np.concatenate(parts)


def plan(robot: Robot, checker: Checker, ends: tuple[np.ndarray, np.ndarray], seed: int) -> Plan:
    """Plans with OMPL, and makes the path simpler."""
    util.RNG.setSeed(seed)
    joints = robot.task.joints
    space, bounds = base.RealVectorStateSpace(joints), base.RealVectorBounds(joints)
    for joint, (low, high) in enumerate(zip(robot.low, robot.high)):
        bounds.setLow(joint, low)
        bounds.setHigh(joint, high)
    space.setBounds(bounds)
    setup = geometric.SimpleSetup(space)
    information = setup.getSpaceInformation()
    kept = [States(information, joints, checker.configuration)]
    setup.setStateValidityChecker(kept[0])
    if checker.motion is not None:
        kept.append(Motions(information, joints, checker.motion))
        information.setMotionValidator(kept[1])
    states = [space.allocState() for _ in ends]
    for state, values in zip(states, ends):
        state[0:joints] = [float(value) for value in values]
    setup.setStartAndGoalStates(*states)
    setup.setPlanner(geometric.RRTConnect(information))
    setup.setup()
    began = time.process_time()
    solved = bool(setup.solve(LIMIT)) and setup.haveExactSolutionPath()
    if solved:
        setup.simplifySolution()
    seconds = time.process_time() - began
    states = setup.getSolutionPath().getStates() if solved else []
    return Plan(seconds, np.array([state[0:joints] for state in states]) if solved else None)


def solutions(robot: Robot, problems: list[tuple[np.ndarray, np.ndarray]]) -> tuple[dict[str, list[Plan]], Proofs]:
    """Plans of each checker for the problems that all solve."""
    named, proofs = checkers(robot)
    plans: dict[str, list[Plan]] = {name: [] for name in named}
    for seed, ends in enumerate(problems, start=1):
        found: dict[str, Plan] = {}
        # The quickest first: what it does not solve has no solution, or is not waited for.
        for name, checker in reversed(named.items()):
            found[name] = plan(robot, checker, ends, seed)
            if found[name].path is None:
                break
        else:
            for name, one in found.items():
                plans[name].append(one)
    return plans, proofs


def table(robot: Robot, problems: list[tuple[np.ndarray, np.ndarray]]) -> None:
    """Solves the problems with all checkers, and prints a row for each."""
    reference = Peer(robot, list(robot.meshes.geometryObjects))
    plans, proofs = solutions(robot, problems)
    head = "checker of OMPL", "CPU ms: median", "mean", "rad of path", "paths with a hit", "deeper than 1 mm", "rad in a hit"
    print("|", " | ".join(head), "|\n|---" + (len(head) - 1) * "|--:" + "|")
    for name, of in plans.items():
        depths = [np.array([reference.depth(joints) for joints in one.samples()]) for one in of]
        lengths = [np.linalg.norm(np.diff(one.path, axis=0), axis=1).sum() for one in of]
        milliseconds = 1e3 * np.array([one.seconds for one in of])
        row = [name, f"{np.median(milliseconds):.1f}", f"{milliseconds.mean():.1f}", f"{np.median(lengths):.1f}"]
        row += [sum((found > limit).any() for found in depths) for limit in (TOUCH, DEEP)]
        row += [f"{sum(length * (found > TOUCH).mean() for length, found in zip(lengths, depths)):.3f}"]
        print("|", " | ".join(map(str, row)), "|", flush=True)
    solved = f"The {len(of)} of {len(problems)} problems that all solve"
    print(f"\n{solved}; {proofs.undecided} of {proofs.asked} motions undecided.\n", flush=True)


def batches(robot: Robot) -> None:
    """Prints what configurations and joint motions cost that are asked for in one call or in many."""
    joints = robot.samples(200_000)
    starts = joints[robot.chain.least_clearances(joints, robot.world, engine=ONE)["clearance"] > 0][: BATCHES[-1]]
    ways = np.random.default_rng(5).normal(size=(len(starts), robot.task.joints))
    ends = starts.copy()
    ends[:, : robot.task.joints] += LONG * ways / np.linalg.norm(ways, axis=1, keepdims=True)
    queries = {
        "`any_overlap`, a free configuration": lambda part: robot.chain.any_overlap(starts[part], robot.world, engine=ONE),
        f"`joint_motions`, {LONG} rad": lambda part: robot.chain.joint_motions(
            starts[part], ends[part], robot.world, engine=ONE
        ),
    }
    print("| µs each |", " | ".join(f"{count} per call" for count in BATCHES), "|\n|---" + len(BATCHES) * "|--:" + "|")
    for name, query in queries.items():
        row = []
        for count in BATCHES:
            parts = [slice(k, k + count) for k in range(0, len(starts), count)]
            calls = {"all": lambda parts=parts, query=query: [query(part) for part in parts]}
            row.append(f"{1e6 * median_seconds(calls, ROUNDS)['all'] / len(starts):.2f}")
        print("|", " | ".join([name, *row]), "|")
    print(flush=True)


def main() -> None:
    """Runs everything and prints a table for each robot."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--problems", type=int, default=30)
    options.add_argument("--robot", choices=TASKS)
    asked = options.parse_args()
    found = next(asked.folder.rglob("share/example-robot-data"), None)
    if found is None:
        raise SystemExit(f"there is no share/example-robot-data below {asked.folder}")
    # OMPL warns that seeds that are set twice may not repeat; planners that are made after that do.
    util.setLogLevel(util.LogLevel.LOG_NONE)
    print(f"{machine()}; {ONE.backend}, one thread; OMPL, pinocchio {pinocchio.__version__}, coal {coal.__version__}\n")
    obstacles = cell()
    for name in [asked.robot] if asked.robot else TASKS:
        robot = Robot(TASKS[name], found.parent, obstacles)
        problems = robot.problems(asked.problems)
        always = ", ".join(map("/".join, robot.always)) or "none"
        counts = f"{len(robot.chain.solids)} solids, {len(obstacles[0])} obstacles"
        print(f"{name}: {counts}; pairs that always touch: {always}\n")
        table(robot, problems)
        batches(robot)


if __name__ == "__main__":
    main()
