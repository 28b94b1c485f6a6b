"""Chains and worlds of MuJoCo models: what `Chain.from_mujoco` makes."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._mujoco_pairs import Indices, Mask, check_contact_pairs, colliding, tested
from ._mujoco_solids import Solids
from ._mujoco_tree import Tree
from ._octosat import Chain, World
from .errors import ChainError


@dataclass(frozen=True, eq=False)
class MujocoScene:
    """A MuJoCo model as a chain and its world: scene.chain.any_overlap(qpos[..., scene.qpos_indices], scene.world).

    Each body that a joint moves is a link of its name, with the frame of the body. If MuJoCo tests other pairs for some
    geoms of a body, they are on links of their own, such as "hand/2". Geoms that do not move are the obstacles.
    """

    chain: Chain
    """The bodies that hinges and slides move, and their geoms."""
    world: World
    """The geoms that none of them moves."""
    qpos_indices: Indices
    """The index in qpos of each joint value: shape (joints,)."""
    solid_geoms: Indices
    """The index of the geom of each solid of the chain."""
    obstacle_geoms: Indices
    """The index of the geom of each obstacle of the world."""


def scene_of(model: Any, data: Any, leave_out: Iterable[int | str] | None, tolerance: float) -> MujocoScene:
    """What Chain.from_mujoco() does."""
    mujoco = importlib.import_module("mujoco")
    if not isinstance(model, mujoco.MjModel):
        raise TypeError(f"model must be a mujoco.MjModel, not {type(model).__name__}: MjModel.from_xml_path() reads a file")
    if isinstance(leave_out, str):
        raise TypeError(f"leave_out must be a list of geoms: [{leave_out!r}]")
    _check_options(model, mujoco.mjtDisableBit)
    geoms = colliding(model, {_geom_index(model, geom) for geom in leave_out or ()})
    check_contact_pairs(model, geoms)
    tree = Tree(model, mujoco.mjtJoint, data)
    is_moved = np.array([tree.is_moved(geom) for geom in geoms.tolist()], bool)
    moved, standing = geoms[is_moved], geoms[~is_moved]
    reach = tree.reach(moved)

    obstacles = Solids(model, mujoco.mjtGeom, tolerance)
    for geom in standing.tolist():
        obstacles.add(geom, tree.pose(geom), reach)
    obstacle_geoms = np.array(obstacles.geoms(), np.intp)
    links = _links_of(tree, moved, tested(model, mujoco.mjtDisableBit, moved, np.append(obstacle_geoms, moved)))
    # Before there are solids, because each allowance looks for those that lose a pair.
    _allow(tree, links, len(obstacle_geoms))

    solid_geoms: list[int] = []
    for link in links:
        solids = Solids(model, mujoco.mjtGeom, tolerance)
        for geom in moved[link.rows].tolist():
            solids.add(geom, tree.pose(geom), reach)
        tree.chain.attach(link.name, **solids.arguments())
        solid_geoms += solids.geoms()
    world = World(**obstacles.arguments())
    return MujocoScene(tree.chain, world, np.array(tree.qpos_indices, np.intp), np.array(solid_geoms, np.intp), obstacle_geoms)


@dataclass(frozen=True, eq=False)
class _Link:
    """A link with solids, which are tested with the same others."""

    name: str
    rows: Indices
    """Its geoms, as rows of the matrix of tested pairs."""
    tested: Mask
    """A row of this matrix: that of each of them."""


def _links_of(tree: Tree, moved: Indices, pairs: Mask) -> list[_Link]:
    """Distributes the geoms that joints move to links: those of a body to one, except if they are tested with others."""
    links = []
    bodies = tree.model.geom_bodyid[moved]
    for body in np.unique(bodies).tolist():
        rows = np.flatnonzero(bodies == body)
        different, kinds = np.unique(pairs[rows], axis=0, return_inverse=True)
        # In the order of the first geom of each.
        for kind in dict.fromkeys(kinds.ravel().tolist()):
            is_first = kind == kinds.ravel()[0]
            name = tree.links[body] if is_first else tree.add_part(body)
            links.append(_Link(name, rows[kinds.ravel() == kind], different[kind]))
    return links


def _allow(tree: Tree, links: list[_Link], obstacles: int) -> None:
    """Allows what MuJoCo does not test. No two of the links are neighbors across a joint, so all others have pairs."""
    for number, link in enumerate(links):
        may_touch = np.flatnonzero(~link.tested[:obstacles])
        if len(may_touch):
            tree.chain.allow(link.name, obstacles=may_touch)
        for other in links[:number]:
            if not link.tested[obstacles + other.rows[0]]:
                tree.chain.allow(link.name, other.name)


def _check_options(model: Any, flags: Any) -> None:
    """Rejects models without contacts, and those of which a chain has no part."""
    for flag in (flags.mjDSBL_CONTACT, flags.mjDSBL_CONSTRAINT):
        if int(model.opt.disableflags) & int(flag):
            text = (
                f"the model disables contacts, so that nothing touches: clear the flag by "
                f"model.opt.disableflags &= ~mujoco.mjtDisableBit.{flag.name}"
            )
            raise ChainError(text)
    if model.nflex and (model.flex_contype | model.flex_conaffinity).any():
        raise ChainError("the model has flexes, which bend: a chain has rigid links. Set their contype and conaffinity to 0")


def _geom_index(model: Any, geom: int | str) -> int:
    """The index of a geom that is to be left out."""
    if isinstance(geom, str):
        return int(model.geom(geom).id)
    index = operator.index(geom)
    if not 0 <= index < model.ngeom:
        raise IndexError(f"leave_out: there is no geom {index}; the model has {model.ngeom}")
    return index
