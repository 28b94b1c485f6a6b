"""Robots whose links are meshes in a cell with a bin and a shelf, for octosat, and for pinocchio and coal in float64.

The robots are of the package example-robot-data. Needs pin and coal.
"""

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import coal
import numpy as np
import pinocchio as pin

import octosat
from compare import matrices

ONE = octosat.Engine(threads=1)
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
ROOM = 3e-3
"""Meters of clearance at the start and the goal."""
MOST_CONTACTS = 10_000
"""More than any two shapes here have."""
MOUNT = [0, 1]
"""The floor and the pedestal, which the first link touches."""


@dataclass
class Task:
    """A robot of the folder, and how it is asked."""

    urdf: str
    parts: int
    tool: str
    mounted: str
    """The link that stands on the pedestal."""
    joints: int
    """How many joints move, from the first one on; the others keep their values."""
    others: tuple[float, ...] = ()


TASKS = {
    "UR5": Task("ur_description/urdf/ur5_robot.urdf", 4, "tool0", "base_link", 6),
    "Panda": Task("panda_description/urdf/panda.urdf", 1, "panda_hand_tcp", "panda_link0", 7, (0.02,)),
}
BIN_LOW, BIN_HIGH = np.array([0.42, -0.28, -0.3]), np.array([0.78, 0.28, -0.02])
"""The inside of the bin, meters."""
SHELF_LOW, SHELF_HIGH = np.array([-0.58, 0.56, -0.4]), np.array([0.58, 0.92, 0.65])


def cell() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Centers, rotations and half extents: a floor, a pedestal, a bin of parcels, a shelf of goods, and two walls."""
    generator = np.random.default_rng(3)
    boxes = [((0, 0, -0.55), (2, 2, 0.05)), ((0, 0, -0.255), (0.1, 0.1, 0.25))]
    boxes += [((0.6, 0, -0.3), (0.2, 0.3, 0.01))]
    boxes += [((0.6 + side * 0.21, 0, -0.15), (0.01, 0.32, 0.16)) for side in (-1, 1)]
    boxes += [((0.6, side * 0.31, -0.15), (0.22, 0.01, 0.16)) for side in (-1, 1)]
    boxes += [((0, 0.75, height), (0.6, 0.18, 0.01)) for height in (-0.4, -0.05, 0.3, 0.65)]
    boxes += [((x, 0.75, 0.12), (0.01, 0.18, 0.55)) for x in (-0.61, -0.2, 0.2, 0.61)]
    boxes += [((0, 0.94, 0.12), (0.6, 0.01, 0.55))]
    boxes += [((0.09 * k - 0.5, 0.8, 0.35 * (k % 3) - 0.33), (0.03, 0.05, 0.05)) for k in range(12)]
    boxes += [((-0.9, 0, 0.3), (0.01, 1.2, 0.9)), ((0, -0.9, 0.3), (1, 0.01, 0.9))]
    centers, half_extents = map(np.array, zip(*boxes))
    parcels = 40
    places = np.array([0.6, 0, -0.28]) + generator.uniform([-0.16, -0.26, 0.02], [0.16, 0.26, 0.16], (parcels, 3))
    turns = generator.normal(size=(parcels, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    return (
        np.concatenate([centers, places]),
        np.concatenate([np.tile(UPRIGHT, (len(boxes), 1)), turns]),
        np.concatenate([half_extents, generator.uniform(0.015, 0.05, (parcels, 3))]),
    )


class Robot:
    """A robot: octosat's chain and world, and the model of pinocchio with its meshes."""

    def __init__(self, task: Task, share: Path, obstacles: tuple[np.ndarray, ...]) -> None:
        urdf = share / "example-robot-data/robots" / task.urdf
        self.task, self.obstacles = task, obstacles
        self.model = pin.buildModelFromUrdf(str(urdf))
        self.meshes = pin.buildGeomFromUrdf(self.model, str(urdf), pin.GeometryType.COLLISION, package_dirs=[str(share)])
        self.world = octosat.World(obstacles)
        self.chain = octosat.Chain.from_urdf(urdf, meshes=share, parts=task.parts)
        self.chain.allow(task.mounted, obstacles=MOUNT)
        self.low, self.high = self.chain.limits[: task.joints].clip(-np.pi, np.pi).T
        self.generator = np.random.default_rng(11)
        self.always = self.touching()

    def touching(self) -> list[tuple[str, str]]:
        """Lets links touch that a joint connects, and those that touch in all samples. Returns the latter."""
        links = dict.fromkeys(self.link(shape) for shape in self.meshes.geometryObjects)
        for pair in combinations(links, 2):
            if self.connected(*pair):
                self.chain.allow(*pair)
        rows = self.chain.link_pairs(self.samples(20_000))
        names = np.array(self.chain.link_names)
        always = [tuple(names[row["links"]].tolist()) for row in rows if row["hits"] == row["samples"]]
        for pair in always:
            self.chain.allow(*pair)
        return always

    def connected(self, link: str, other: str) -> bool:
        """Whether a joint connects the bodies of two links, or they are one body."""
        a, b = (self.model.frames[self.model.getFrameId(name)].parentJoint for name in (link, other))
        return a == b or self.model.parents[a] == b or self.model.parents[b] == a

    def link(self, shape: pin.GeometryObject) -> str:
        """The link that a shape belongs to."""
        return self.model.frames[shape.parentFrame].name

    def samples(self, count: int) -> np.ndarray:
        """Random configurations, of all joints of the chain."""
        return self.whole(self.generator.uniform(self.low, self.high, (count, self.task.joints)))

    def whole(self, joints: np.ndarray) -> np.ndarray:
        """Configurations with the joints that keep their values."""
        others = np.broadcast_to(self.task.others, (*joints.shape[:-1], len(self.task.others)))
        return np.concatenate([joints, others], axis=-1)

    def problems(self, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Starts with the tool in the bin, and goals with the tool in the shelf."""
        found: list[list[np.ndarray]] = [[], []]
        while min(map(len, found)) < count:
            joints = self.samples(100_000)
            places, _ = self.chain.frames(joints, self.task.tool)
            for ends, low, high in ((found[0], BIN_LOW, BIN_HIGH), (found[1], SHELF_LOW, SHELF_HIGH)):
                inside = joints[((places > low) & (places < high)).all(axis=1)]
                clearances = self.chain.least_clearances(inside, self.world, engine=ONE)["clearance"]
                ends += list(inside[clearances > ROOM][:, : self.task.joints])
        return list(zip(found[0][:count], found[1]))


class Peer:
    """pinocchio and coal, in float64: shapes of the links among the obstacles."""

    def __init__(self, robot: Robot, shapes: list[pin.GeometryObject]) -> None:
        self.robot, self.model = robot, robot.model
        self.scene = pin.GeometryModel()
        names = [robot.link(shape) for shape in shapes]
        added = [self.scene.addGeometryObject(shape) for shape in shapes]
        centers, rotations, half_extents = robot.obstacles
        for k, turn in enumerate(matrices(rotations)):
            box = pin.GeometryObject(f"obstacle {k}", 0, 0, pin.SE3(turn, centers[k]), coal.Box(2 * half_extents[k]))
            index = self.scene.addGeometryObject(box)
            for name, shape in zip(names, added):
                if name != robot.task.mounted or k not in MOUNT:
                    self.scene.addCollisionPair(pin.CollisionPair(shape, index))
        allowed = {frozenset(pair) for pair in robot.always}
        for a, b in combinations(range(len(shapes)), 2):
            pair = names[a], names[b]
            if not robot.connected(*pair) and frozenset(pair) not in allowed:
                self.scene.addCollisionPair(pin.CollisionPair(added[a], added[b]))
        self.data, self.found = self.model.createData(), pin.GeometryData(self.scene)
        for request in self.found.collisionRequests:
            request.enable_contact = False
        self.tree = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(self.model, self.scene, self.found)
        self.slots = [self.model.joints[self.model.getJointId(name)].idx_q for name in robot.chain.joint_names]
        self.values = pin.neutral(self.model)
        self.values[self.slots] = robot.whole(np.zeros(robot.task.joints))
        for slot in range(self.model.nq):
            # Joints that follow others have values of their own in pinocchio.
            if slot not in self.slots:
                self.values[slot] = robot.task.others[0]

    def hit(self, joints: np.ndarray) -> bool:
        """Whether any shapes overlap."""
        self.values[self.slots[: len(joints)]] = joints
        return pin.computeCollisions(self.model, self.data, self.tree, self.values, True)

    def depth(self, joints: np.ndarray) -> float:
        """How deep the deepest pair of triangles, or of a triangle and a box, overlaps, in meters."""
        deepest = 0.0
        if not self.hit(joints):
            return deepest
        request = coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, MOST_CONTACTS)
        for pair in self.scene.collisionPairs:
            result = coal.CollisionResult()
            a, b = (self.scene.geometryObjects[k].geometry for k in (pair.first, pair.second))
            poses = (self.found.oMg[k] for k in (pair.first, pair.second))
            first, second = (coal.Transform3s(pose.rotation, pose.translation) for pose in poses)
            coal.collide(a, first, b, second, request, result)
            # A signed distance: negative if they overlap.
            deepest = max([deepest, *(-contact.penetration_depth for contact in result.getContacts())])
        return deepest


def hulls(robot: Robot) -> list[pin.GeometryObject]:
    """The hulls of the chain as shapes of coal, and the shapes of links without meshes."""
    made, shapes = robot.chain.hulls, []
    for solid, (points, radius) in made.items():
        listed = coal.StdVec_Vec3s()
        listed.extend(points)
        hull = coal.Convex.convexHull(listed, True, "Qt")
        hull.setSweptSphereRadius(radius)
        link = robot.model.getFrameId(robot.chain.solids[solid])
        frame = robot.model.frames[link]
        shapes.append(pin.GeometryObject(f"hull {solid}", frame.parentJoint, link, frame.placement, hull))
    hulled = {robot.chain.solids[solid] for solid in made}
    return shapes + [shape for shape in robot.meshes.geometryObjects if robot.link(shape) not in hulled]
