"""Times robots whose links are meshes, as boxes, hulls and hulls of parts, next to coal's convex hulls of the same meshes.

Usage: python benchmarks/meshes.py FOLDER [--configurations N] [--rounds N]. FOLDER is the installed package
example-robot-data, or what its wheel has: `pip download --no-deps example-robot-data` and unzip. Needs coal.

Free share: of random configurations, limits cut to π, without hits of links between each other. Links of bodies that a joint
connects may touch, as in pinocchio: a body is a link with those that are fixed to it. Times are CPU times from joint values,
on one thread, in one process, medians of rounds in turns. coal gets the poses of the links, which cost nothing here, and
looks at the pairs whose bounding spheres overlap, up to the first hit; a call from Python takes 1.3 µs of its time. Its hulls
are of all vertices of a mesh, so those of octosat contain them, and no hit may be missed.
"""

import argparse
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

import coal
import numpy as np

import octosat
from compare import machine, matrices

ROBOTS = {
    "UR5": "ur_description/urdf/ur5_robot.urdf",
    "Panda": "panda_description/urdf/panda.urdf",
    "xArm7": "xarm_description/urdf/xarm7.urdf",
    "Tiago, no hand": "tiago_description/robots/tiago_no_hand.urdf",
}
TOUCH = 1e-6
"""Meters. Poses of octosat are float32, so pairs that overlap by less may be found apart."""
ONE = octosat.Engine(threads=1)


@dataclass
class Robot:
    """A robot of the folder: its chains, and the hulls of coal with the solid of each."""

    urdf: Path
    share: Path
    solids: dict[str, list[np.ndarray]] = field(default_factory=dict)
    """The vertices of each solid, in the frame of its link."""

    def __post_init__(self) -> None:
        for link in ElementTree.parse(self.urdf).getroot().iter("link"):
            solids = [self.vertices(collision) for collision in link.findall("collision")]
            if solids:
                self.solids[link.attrib["name"]] = solids

    def vertices(self, collision: ElementTree.Element) -> np.ndarray:
        """The vertices of one <collision>, in the frame of its link."""
        [shape] = collision.find("geometry")
        if shape.tag == "mesh":
            path = self.share / shape.attrib["filename"].split("://")[-1]
            scale = np.array(list(map(float, shape.get("scale", "1 1 1").split())))
            points = np.array(coal.MeshLoader().load(str(path), scale).vertices())
        else:
            points = round_points(shape.tag, shape.attrib)
        origin = collision.find("origin")
        read = {} if origin is None else origin.attrib
        turn = turned(list(map(float, read.get("rpy", "0 0 0").split())))
        return points @ turn.T + list(map(float, read.get("xyz", "0 0 0").split()))

    def chain(self, kind: str) -> octosat.Chain:
        """The chain with boxes, hulls or parts."""
        if kind == "boxes":
            made = octosat.Chain.from_urdf(self.urdf, {link: boxes(solids) for link, solids in self.solids.items()})
        else:
            made = octosat.Chain.from_urdf(self.urdf, meshes=self.share, parts=4 if kind == "parts" else 1)
        for link, other in self.neighbors():
            made.allow(link, other)
        return made

    def neighbors(self) -> list[tuple[str, str]]:
        """Links of two bodies that a joint connects."""
        joints = [
            (joint.attrib["type"], joint.find("parent").attrib["link"], joint.find("child").attrib["link"])
            for joint in ElementTree.parse(self.urdf).getroot().findall("joint")
        ]
        before = {child: parent for kind, parent, child in joints if kind == "fixed"}

        def body(link: str) -> str:
            return body(before[link]) if link in before else link

        moved = {(body(parent), body(child)) for kind, parent, child in joints if kind != "fixed"}
        return [(link, other) for link in self.solids for other in self.solids if (body(link), body(other)) in moved]

    def seconds(self, kind: str) -> float:
        """How long reading takes, CPU time."""
        began = time.process_time()
        self.chain(kind)
        return time.process_time() - began


def turned(angles: list[float]) -> np.ndarray:
    """The matrix of roll, pitch and yaw."""
    turn = np.eye(3)
    for axis, angle in enumerate(angles):
        one, (a, b) = np.eye(3), [k for k in range(3) if k != axis]
        sine = np.sin(angle) * (-1 if axis == 1 else 1)
        one[[a, b], [a, b]], one[a, b], one[b, a] = np.cos(angle), -sine, sine
        turn = one @ turn
    return turn


def round_points(kind: str, size: dict[str, str]) -> np.ndarray:
    """Points of a box, a cylinder or a sphere; the hull of those of round ones is inside."""
    signs = np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T
    if kind == "box":
        return 0.5 * signs * list(map(float, size["size"].split()))
    radius, angles = float(size["radius"]), np.linspace(0, 2 * np.pi, 65)[:-1]
    rim = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    if kind == "sphere":
        heights = np.linspace(-1, 1, 33)[:, None]
        layers = [np.column_stack([np.sqrt(1 - z**2) * rim, np.full(64, radius * z)]) for z in heights]
        return np.concatenate(layers)
    half = 0.5 * float(size["length"])
    return np.concatenate([np.column_stack([rim, np.full(64, end)]) for end in (-half, half)])


def convex(points: np.ndarray) -> coal.Convex:
    """coal's convex hull; buildConvexRepresentation() makes none, but takes the triangles for one."""
    listed = coal.StdVec_Vec3s()
    listed.extend(points)
    return coal.Convex.convexHull(listed, True, "Qt")


def boxes(solids: list[np.ndarray]) -> octosat.Boxes:
    """A small oriented box around each solid: with a face along a face of the hull, the best of 90 turns about it."""
    found = [smallest_box(points) for points in solids]
    return octosat.Boxes.from_matrices(*map(np.array, zip(*found)))


def smallest_box(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The matrix and the half extents of a small oriented box."""
    hull = convex(points)
    points = np.array(hull.points())
    angles = np.linspace(0, np.pi / 2, 90, endpoint=False)
    best = (np.inf, np.eye(3))
    for normal in np.unique(np.round([*hull.normals(), *np.eye(3)], 3), axis=0):
        z = normal / np.linalg.norm(normal)
        x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
        x /= np.linalg.norm(x)
        flat = points @ np.stack([x, np.cross(z, x)], axis=1)
        turns = np.stack([np.cos(angles), np.sin(angles)]), np.stack([-np.sin(angles), np.cos(angles)])
        sizes = [np.ptp(flat @ turn, axis=0) for turn in turns]
        volumes = sizes[0] * sizes[1] * np.ptp(points @ z)
        turn = int(np.argmin(volumes))
        if volumes[turn] < best[0]:
            first = np.cos(angles[turn]) * x + np.sin(angles[turn]) * np.cross(z, x)
            best = (volumes[turn], np.stack([first, np.cross(z, first), z], axis=1))
    seen = points @ best[1]
    low, high = seen.min(axis=0), seen.max(axis=0)
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = best[1], best[1] @ (0.5 * (low + high))
    return matrix, 0.5 * (high - low) + 1e-6


class Coal:
    """coal's hulls at the poses of the links, and the pairs of solids of a chain."""

    def __init__(self, robot: Robot, chain: octosat.Chain, joints: np.ndarray) -> None:
        links, self.hulls, self.transforms, balls = {}, [], [], []
        for link in dict.fromkeys(chain.solids):
            positions, rotations = chain.frames(joints, link)
            turns = matrices(rotations.astype(float))
            links[link] = [coal.Transform3s(turn, place) for turn, place in zip(turns, positions.astype(float))]
            for points in robot.solids[link]:
                middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
                radius = np.linalg.norm(points - middle, axis=1).max()
                balls.append((turns @ middle + positions, radius))
                self.hulls.append(convex(points))
                self.transforms.append(links[link])
        assert len(self.hulls) == len(chain.solids)
        pairs = chain.pairs.astype(int)
        distances = [np.linalg.norm(balls[a][0] - balls[b][0], axis=1) - balls[a][1] - balls[b][1] for a, b in pairs]
        near = np.array(distances).T < 0
        self.pairs = [pairs[row].tolist() for row in near]
        self.request = coal.CollisionRequest()

    def hit(self, configuration: int, deeper: float = 0.0) -> bool:
        """Whether any hulls overlap, by more than a length."""
        self.request.security_margin = -deeper
        for a, b in self.pairs[configuration]:
            transforms = self.transforms[a][configuration], self.transforms[b][configuration]
            result = coal.CollisionResult()
            if coal.collide(self.hulls[a], transforms[0], self.hulls[b], transforms[1], self.request, result):
                return True
        return False

    def hits(self) -> np.ndarray:
        """Whether any hulls overlap, in each configuration."""
        return np.array([self.hit(configuration) for configuration in range(len(self.pairs))])


def median_seconds(calls: dict[str, object], rounds: int) -> dict[str, float]:
    """Medians of the CPU time of calls that take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            began = time.process_time()
            call()
            seconds[name].append(time.process_time() - began)
    return {name: statistics.median(found) for name, found in seconds.items()}


def main() -> None:
    """Runs everything and prints the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--configurations", type=int, default=512)
    options.add_argument("--rounds", type=int, default=15)
    asked = options.parse_args()
    found = next(asked.folder.rglob("share/example-robot-data"), None)
    if found is None:
        raise SystemExit(f"there is no share/example-robot-data below {asked.folder}")
    print(f"{machine()}; {ONE.backend}, one thread; {asked.configurations} configurations, {asked.rounds} rounds\n")
    kinds = ["boxes", "hulls", "parts"]
    head = ["robot", "pairs", "read, s: 1 part", "4 parts", *[f"free: {kind}" for kind in kinds], "coal"]
    head += [f"ns: {kind}" for kind in kinds] + ["coal", "missed"]
    print("|", " | ".join(head), "|\n|---" + (len(head) - 1) * "|--:" + "|")
    for name, path in ROBOTS.items():
        robot = Robot(found / "robots" / path, found.parent)
        read = {kind: robot.seconds(kind) for kind in ("hulls", "parts")}
        chains = {kind: robot.chain(kind) for kind in kinds}
        low, high = chains["hulls"].limits.clip(-np.pi, np.pi).T
        joints = np.random.default_rng(1).uniform(low, high, (asked.configurations, len(low))).astype(np.float32)
        free = {kind: ~chain.any_overlap(joints, engine=ONE) for kind, chain in chains.items()}
        peer = Coal(robot, chains["hulls"], joints)
        hits = peer.hits()
        missed = [k for k in np.flatnonzero(free["hulls"] & hits) if peer.hit(k, TOUCH)]
        calls = {kind: lambda chain=chain: chain.any_overlap(joints, engine=ONE) for kind, chain in chains.items()}
        seconds = median_seconds(calls | {"coal": peer.hits}, asked.rounds)
        row = [name, len(chains["hulls"].pairs), *(f"{read[kind]:.2f}" for kind in ("hulls", "parts"))]
        row += [f"{free[kind].mean():.3f}" for kind in kinds] + [f"{1 - hits.mean():.3f}"]
        row += [f"{1e9 * seconds[kind] / len(joints):,.0f}" for kind in [*kinds, "coal"]] + [len(missed)]
        print("|", " | ".join(map(str, row)), "|", flush=True)


if __name__ == "__main__":
    main()
