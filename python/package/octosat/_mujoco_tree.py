"""The bodies and joints of a MuJoCo model as links of a chain."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ._mujoco_solids import Ball
from ._octosat import Chain, Joint
from ._poses import Pose, Vector, turn_about
from .errors import ChainError

_WORLD = "world"


@dataclass(frozen=True)
class _Frame:
    """A link as the frame of what is on it."""

    link: str
    root: Vector
    """Where the first joint on the way from the world to the link is."""
    distance: float
    """How far the origin of the link may be from there at most, meters: infinite if a slide has no limits."""


@dataclass(frozen=True)
class _Body:
    """A body, as seen from a link that it does not move on."""

    frame: _Frame
    pose: Pose


class Tree:
    """A chain without solids: a link for each body that a joint moves, and one for each joint.

    No two bodies are neighbors across a joint, whose links have no pairs: the link of the joint is between them.
    """

    def __init__(self, model: Any, kinds: Any, data: Any) -> None:
        """kinds: the enumeration mujoco.mjtJoint. data: an MjData, or None."""
        self.model = model
        self.chain = Chain(_WORLD)
        self.qpos_indices: list[int] = []
        self.links: dict[int, str] = {}
        """The link of each body that moves."""
        self._kinds = kinds
        self._data = data
        # Bodies have their names, whatever other links are called.
        self._link_names = {_WORLD} | {str(model.body(body).name) for body in range(model.nbody)}
        self._joint_names: set[str] = set()
        self._bodies = [_Body(_Frame(_WORLD, np.zeros(3), 0.0), Pose(np.zeros(3)))]
        for body in range(1, model.nbody):
            self._bodies.append(self._placed(body))

    def is_moved(self, geom: int) -> bool:
        """Whether a joint of the chain moves a geom."""
        return self._body_of(geom).frame.link != _WORLD

    def pose(self, geom: int) -> Pose:
        """The pose of the body of a geom, as seen from its link."""
        return self._body_of(geom).pose

    def add_part(self, body: int) -> str:
        """Adds another link for geoms of a body."""
        name = _unused(self.links[body], self._link_names)
        self.chain.add_link(name, self.links[body], Joint(name, "fixed"))
        return name

    def reach(self, geoms: Any) -> Ball:
        """A ball that contains these geoms in all configurations within the limits."""
        if not len(geoms):
            return Ball(np.zeros(3), 1.0)
        frames = [self._body_of(geom).frame for geom in geoms]
        center = np.mean([frame.root for frame in frames], axis=0)
        own = np.linalg.norm(self.model.geom_pos[geoms], axis=1) + self.model.geom_rbound[geoms]
        radii = [np.linalg.norm(frame.root - center) + frame.distance for frame in frames]
        return Ball(center, float(np.max(radii + own)))

    def _body_of(self, geom: int) -> _Body:
        return self._bodies[int(self.model.geom_bodyid[geom])]

    def _placed(self, body: int) -> _Body:
        """Adds the links of the joints of a body, and of the body itself if it moves."""
        model = self.model
        parent = self._bodies[model.body_parentid[body]]
        name = str(model.body(body).name) or f"body{body}"
        own = Pose.of_w_first(model.body_pos[body], model.body_quat[body])
        mocap = int(model.body_mocapid[body])
        if mocap >= 0 and self._data is not None:
            own = Pose.of_w_first(self._data.mocap_pos[mocap], self._data.mocap_quat[mocap])
        placed = _Body(parent.frame, parent.pose.then(own))
        first = int(model.body_jntadr[body])
        for joint in range(first, first + int(model.body_jntnum[body])):
            if self._kind(joint) in (self._kinds.mjJNT_HINGE, self._kinds.mjJNT_SLIDE):
                placed = self._moved(name, joint, placed)
            else:
                placed = self._standing(name, joint, placed)
        if placed.frame.link == _WORLD:
            return placed
        has_name = bool(model.body(body).name)
        self.links[body] = name if has_name else _unused(name, self._link_names)
        fixed = Joint(self.links[body], "fixed", None, placed.pose.position, placed.pose.rotation)
        return _Body(self._add(self.links[body], placed.frame, fixed, placed.pose), Pose(np.zeros(3)))

    def _moved(self, name: str, joint: int, body: _Body) -> _Body:
        """A body whose hinge or slide is a joint of the chain."""
        model, value = self.model, int(self.model.jnt_qposadr[joint])
        axis, anchor = np.array(model.jnt_axis[joint]), np.array(model.jnt_pos[joint])
        limits = model.jnt_range[joint] if model.jnt_limited[joint] else None
        # The body is as described at qpos0, and a link is as described at the value zero.
        zero = float(model.qpos0[value])
        at, travel = body.pose.moved(anchor), 0.0
        kind: Literal["revolute", "prismatic"] = "revolute"
        if self._kind(joint) == self._kinds.mjJNT_HINGE:
            at = at.turned(turn_about(axis, -zero))
        else:
            at, kind = at.moved(-zero * axis), "prismatic"
            travel = np.inf if limits is None else float(np.abs(limits).max())
        joint_name = _unused(self._joint_name(joint), self._joint_names)
        of_chain = Joint(joint_name, kind, axis, at.position, at.rotation, limits)
        link = _unused(f"{name}/{joint_name}", self._link_names)
        self.qpos_indices.append(value)
        return _Body(self._add(link, body.frame, of_chain, at, travel), Pose(-anchor))

    def _add(self, link: str, parent: _Frame, joint: Joint, at: Pose, travel: float = 0.0) -> _Frame:
        """Adds a link. at: where the joint is. travel: how far it slides at most."""
        self.chain.add_link(link, parent.link, joint)
        if parent.link == _WORLD:
            return _Frame(link, at.position, travel)
        return _Frame(link, parent.root, parent.distance + float(np.linalg.norm(at.position)) + travel)

    def _kind(self, joint: int) -> Any:
        return self._kinds(int(self.model.jnt_type[joint]))

    def _joint_name(self, joint: int) -> str:
        return str(self.model.joint(joint).name) or f"joint{joint}"

    def _standing(self, name: str, joint: int, body: _Body) -> _Body:
        """A body whose free or ball joint stays as it is."""
        kind = "free" if self._kind(joint) == self._kinds.mjJNT_FREE else "ball"
        if self._data is None:
            text = (
                f"body `{name}` has a {kind} joint, which a chain does not have: with data=DATA, an MjData, it stands still "
                "as it is there. A base that moves is three slides and three hinges"
            )
            raise ChainError(text, link=name, joint=self._joint_name(joint))
        values = self._data.qpos[self.model.jnt_qposadr[joint] :]
        if kind == "free":
            return _Body(body.frame, Pose.of_w_first(values[:3], values[3:7]))
        turn = Pose.of_w_first(np.zeros(3), values[:4]).rotation
        anchor = self.model.jnt_pos[joint]
        return _Body(body.frame, body.pose.moved(anchor).turned(turn).moved(-anchor))


def _unused(name: str, used: set[str]) -> str:
    """The name, or one with a number if it is used. It is used from now on."""
    unused, count = name, 1
    while unused in used:
        count += 1
        unused = f"{name}/{count}"
    used.add(unused)
    return unused
