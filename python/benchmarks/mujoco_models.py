"""Compares chains of MuJoCo models with MuJoCo: random models, or those of files. Needs mujoco.

Usage: python benchmarks/mujoco_models.py [FILE.xml ...] [--models N] [--configurations N] [--seed N]

Random models have what Chain.from_mujoco() reads: trees with several joints per body and welded bodies, all convex shapes,
masks, excludes and contact pairs, free bodies, ball joints and mocap bodies. For each configuration, both must find a hit, or
neither. Hits that one alone finds are compared with MuJoCo's distances: octosat rounds poses to float32, and hulls of meshes
and ellipsoids reach beyond them. MuJoCo finds some deep hits of capsules and boxes apart, which then look like wide gaps.
Slides without limits, in files, get limits of 1 m. Times are those of kinematics and collisions, from joint values.
"""

import argparse
import copy
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

import octosat

TOUCH = 5e-6
"""Meters: poses of octosat are float32, so pairs that overlap by less may be found apart."""
GAP = 1e-5
"""Meters: how far apart solids may be that octosat reports as touching, with the rounding of poses."""
NEAR = 0.01
"""Meters: how near pairs are of which MuJoCo is asked for the distance."""
HULLS = 0.0005
"""Meters: how far hulls may reach beyond meshes."""
HULL_PART = 0.012
"""How much farther, as a part of the size of a geom: what 256 points leave of a ball, and the points around ellipsoids."""
PLANES = 1e-4
"""Meters: the boxes below planes are some meters large, and bounds of solids that are no boxes grow with it."""
ONE = octosat.Engine(threads=1)

SHAPES = ("box", "sphere", "capsule", "cylinder", "ellipsoid", "mesh")
MASKS = ((1, 1),) * 6 + ((2, 1), (1, 2), (2, 4), (4, 2), (1, 0), (0, 0))
"""Pairs of contype and conaffinity, most of which are those that models have by default."""


class RandomModel:
    """Writes a model as XML."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.geoms: list[tuple[str, int]] = []
        """The name and the body of each geom."""
        self.bodies: list[list[str]] = []
        """The elements of each body, which are written when the tree is done."""
        self.parents: list[int] = []

    def numbers(self, values) -> str:
        return " ".join(f"{value:.6g}" for value in np.ravel(values))

    def direction(self) -> np.ndarray:
        found = self.rng.normal(size=3)
        return found / np.linalg.norm(found)

    def pose(self, spread: float) -> str:
        position, rotation = self.rng.uniform(-spread, spread, 3), self.rng.normal(size=4)
        return f'pos="{self.numbers(position)}" quat="{self.numbers(rotation)}"'

    def geom(self, body: int, spread: float) -> str:
        name = f"g{len(self.geoms)}"
        self.geoms.append((name, body))
        shape = self.rng.choice(SHAPES)
        # The first body has solids in any case.
        contype, conaffinity = MASKS[self.rng.integers(len(MASKS)) if body else 0]
        size = f'size="{self.numbers(self.rng.uniform(0.03, 0.12, 3))}"'
        if shape == "mesh":
            size = f'mesh="mesh{self.rng.integers(3)}"'
        masks = f'contype="{contype}" conaffinity="{conaffinity}"'
        return f'<geom name="{name}" type="{shape}" {size} {masks} {self.pose(spread)}/>'

    def joint(self, number: int) -> str:
        kind = self.rng.choice(["hinge", "hinge", "slide"])
        low, high = (-2.5, 2.5) if kind == "hinge" else (-0.3, 0.3)
        reference = self.rng.choice([0.0, self.rng.uniform(low, high)])
        anchor = self.rng.choice([0.0, 0.1]) * self.rng.normal(size=3)
        return (
            f'<joint name="j{number}" type="{kind}" axis="{self.numbers(self.direction())}" pos="{self.numbers(anchor)}" '
            f'ref="{reference:.6g}" range="{low} {high}"/>'
        )

    def add_body(self) -> None:
        rng, body = self.rng, len(self.bodies)
        parent = -1 if body == 0 or rng.random() < 0.1 else int(rng.integers(body))
        elements = []
        # The first body moves in any case.
        kind = rng.random() if body else 1.0
        if parent < 0 and kind < 0.2:
            elements.append(f'<freejoint name="free{body}"/>')
        elif kind < 0.25:
            elements.append(f'<joint name="ball{body}" type="ball" pos="{self.numbers(0.1 * rng.normal(size=3))}"/>')
        elif kind > 0.45:
            elements += [self.joint(10 * body + k) for k in range(rng.integers(1, 4))]
        mocap = ' mocap="true"' if parent < 0 and not elements else ""
        elements.append('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>')
        elements += [self.geom(body, 0.1) for _ in range(rng.integers(0 if body else 1, 4))]
        self.bodies.append([f'<body name="b{body}"{mocap} {self.pose(0.35)}>', *elements])
        self.parents.append(parent)

    def written(self, body: int) -> str:
        children = [self.written(child) for child, parent in enumerate(self.parents) if parent == body]
        return "".join(self.bodies[body] + children) + "</body>"

    def contacts(self) -> str:
        """Excludes and contact pairs."""
        rng, lines = self.rng, []
        names = ["world"] + [f"b{body}" for body in range(len(self.bodies))]
        for _ in range(rng.integers(0, 4)):
            one, other = rng.choice(names, 2, replace=False)
            lines.append(f'<exclude body1="{one}" body2="{other}"/>')
        for _ in range(rng.integers(0, 3)):
            one, other = rng.choice(len(self.geoms), 2, replace=False)
            lines.append(f'<pair geom1="{self.geoms[one][0]}" geom2="{self.geoms[other][0]}"/>')
        return "".join(dict.fromkeys(lines))

    def spec(self) -> mujoco.MjSpec:
        """The description. One that no chain can have, because of a contact pair of fixed geoms, has no contact pairs."""
        rng = self.rng
        around = [self.geom(-1, 0.9) for _ in range(rng.integers(1, 5))]
        for _ in range(rng.integers(3, 9)):
            self.add_body()
        if rng.random() < 0.5:
            normal = self.numbers([*0.2 * rng.normal(size=2), 1.0])
            around.append(f'<geom name="floor" type="plane" size="1 1 1" pos="0 0 -0.8" zaxis="{normal}"/>')
        meshes = [rng.normal(size=(rng.integers(8, 400), 3)) * rng.uniform(0.02, 0.05, 3) for _ in range(3)]
        assets = "".join(f'<mesh name="mesh{k}" vertex="{self.numbers(of)}"/>' for k, of in enumerate(meshes))
        flag = '<option><flag filterparent="disable"/></option>' if rng.random() < 0.2 else ""
        roots = "".join(self.written(body) for body, parent in enumerate(self.parents) if parent < 0)
        text = (
            f'<mujoco><compiler angle="radian" autolimits="true"/>{flag}<size memory="20M"/><asset>{assets}</asset>'
            f"<worldbody>{''.join(around)}{roots}</worldbody>"
        )
        spec = mujoco.MjSpec.from_string(f"{text}<contact>{self.contacts()}</contact></mujoco>")
        model = spec.compile()
        groups = model.body_weldid[model.geom_bodyid]
        if (groups[model.pair_geom1] == groups[model.pair_geom2]).any():
            return mujoco.MjSpec.from_string(f"{text}</mujoco>")
        return spec


@dataclass
class Found:
    """What both found about one model."""

    configurations: int = 0
    hits: int = 0
    """Of both."""
    missed: int = 0
    """Hits of MuJoCo alone."""
    deepest: float = 0.0
    """The deepest of these, meters."""
    added: int = 0
    """Hits of octosat alone."""
    widest: float = 0.0
    """The widest gap of these, meters, less what hulls may reach too far."""
    mujoco_seconds: float = 0.0
    octosat_seconds: float = 0.0

    def add(self, other: "Found") -> None:
        for name, value in vars(other).items():
            both = (getattr(self, name), value)
            setattr(self, name, max(both) if name in ("deepest", "widest") else sum(both))

    def is_explained(self) -> bool:
        """Whether rounding and hulls explain all differences."""
        return self.deepest <= TOUCH and self.widest <= GAP

    def text(self) -> str:
        each = 1e9 / max(self.configurations, 1)
        return (
            f"{self.configurations:9} {self.hits:9} {self.missed:6} {self.deepest:9.1e} {self.added:6} {self.widest:9.1e} "
            f"{each * self.mujoco_seconds:9.0f} {each * self.octosat_seconds:9.0f}"
        )


class Compared:
    """A model next to its chain."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        self.model, self.data = model, data
        self.scene = octosat.Chain.from_mujoco(model, data, tolerance=HULLS)
        # The same model, which also reports pairs that nearly touch.
        self.near_model = copy.copy(model)
        self.near_model.geom_margin[:] = NEAR
        self.near_model.pair_margin[:] = NEAR
        self.near = copy.copy(data)
        self.frames = self.moving_frames()
        is_plane = model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE
        is_hull = np.isin(model.geom_type, [mujoco.mjtGeom.mjGEOM_MESH, mujoco.mjtGeom.mjGEOM_ELLIPSOID])
        self.excess = is_hull * (HULLS + HULL_PART * model.geom_rbound) + is_plane * PLANES

    def moving_frames(self) -> np.ndarray:
        """For each geom the last body on the way to it that a joint of the chain moves; 0 if there is none."""
        model, bodies = self.model, [0]
        for body in range(1, model.nbody):
            joints = model.jnt_type[model.body_jntadr[body] :][: model.body_jntnum[body]]
            moves = np.isin(joints, [mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE]).any()
            bodies.append(body if moves else bodies[model.body_parentid[body]])
        return np.array(bodies)[model.geom_bodyid]

    def contacts(self, model: mujoco.MjModel, data: mujoco.MjData, joints: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The distance and the geoms of each contact of a pair that joints of the chain move."""
        data.qpos[self.scene.qpos_indices] = joints
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        geoms = data.contact.geom.reshape(-1, 2)
        moves = self.frames[geoms[:, 0]] != self.frames[geoms[:, 1]]
        return data.contact.dist[moves], geoms[moves]

    def run(self, rng: np.random.Generator, count: int) -> Found:
        """Compares random configurations within the limits."""
        limits = np.clip(self.scene.chain.limits, -np.pi, np.pi)
        joints = rng.uniform(*limits.T, (count, len(limits))).astype(np.float32).astype(float)
        start = time.process_time()
        ours = self.scene.chain.any_overlap(joints, self.scene.world, engine=ONE)
        middle = time.process_time()
        depths = np.array([-self.contacts(self.model, self.data, of)[0].min(initial=1.0) for of in joints])
        found = Found(count, mujoco_seconds=time.process_time() - middle, octosat_seconds=middle - start)
        theirs = depths >= 0
        found.hits = int((ours & theirs).sum())
        found.missed = int((theirs & ~ours).sum())
        found.deepest = float(depths[theirs & ~ours].max(initial=0.0))
        gaps = [self.gap(of) for of in joints[ours & ~theirs]]
        found.added, found.widest = len(gaps), max(gaps, default=0.0)
        return found

    def gap(self, joints: np.ndarray) -> float:
        """The least distance of pairs that MuJoCo tests, less what hulls may reach too far."""
        distances, geoms = self.contacts(self.near_model, self.near, joints)
        return float((distances - self.excess[geoms].sum(axis=1)).min(initial=NEAR))


def random_scenes(seed: int, count: int) -> Iterator[tuple[str, mujoco.MjModel, mujoco.MjData]]:
    for number in range(count):
        made = RandomModel(seed + number)
        model = made.spec().compile()
        data = mujoco.MjData(model)
        # What stands still does so somewhere else than in the description.
        data.qpos[:] += 0.2 * made.rng.normal(size=model.nq)
        data.mocap_pos[:] += 0.2 * made.rng.normal(size=data.mocap_pos.shape)
        yield f"seed {seed + number}", model, data


def files(paths: Sequence[Path]) -> Iterator[tuple[str, mujoco.MjModel, mujoco.MjData]]:
    for path in paths:
        model = mujoco.MjModel.from_xml_path(str(path))
        # Slides of objects that go anywhere.
        endless = (model.jnt_type == mujoco.mjtJoint.mjJNT_SLIDE) & (model.jnt_limited == 0)
        model.jnt_range[endless] = [-1.0, 1.0]
        model.jnt_limited[endless] = 1
        yield path.stem, model, mujoco.MjData(model)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--models", type=int, default=120)
    parser.add_argument("--configurations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    scenes = files(given.files) if given.files else random_scenes(given.seed, given.models)
    total, wrong = Found(), 0
    print(f"{'model':24} {'all':>9} {'hits':>9} {'missed':>6} {'deepest':>9} {'added':>6} {'widest':>9}    MuJoCo, octosat: ns")
    for name, model, data in scenes:
        found = Compared(model, data).run(np.random.default_rng(given.seed), given.configurations)
        total.add(found)
        if given.files or not found.is_explained():
            print(f"{name:24} {found.text()}")
        wrong += not found.is_explained()
    print(f"{'all models':24} {total.text()}")
    print(f"models with differences that rounding and hulls do not explain: {wrong}")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
