"""Which geoms of a MuJoCo model it tests for contacts.

MuJoCo decides per pair of geoms: by the bodies that they are on, by masks, by excludes of pairs of bodies, and by contact
pairs, which are tested whatever the rest says. Its documentation has the rules under "Collision detection", "Selection".
"""

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import ChainError

Indices = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]


def colliding(model: Any, left_out: Collection[int]) -> Indices:
    """The geoms that may touch others: their masks are not both zero, or a contact pair has them."""
    may_touch = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    may_touch[model.pair_geom1] = True
    may_touch[model.pair_geom2] = True
    may_touch[list(left_out)] = False
    return np.flatnonzero(may_touch)


def tested(model: Any, flags: Any, some: Indices, others: Indices) -> Mask:
    """Whether MuJoCo tests each of some geoms with each of others: shape (some, others). flags: mujoco.mjtDisableBit."""
    one, other = some[:, None], others[None]
    found: Mask = (model.geom_contype[one] & model.geom_conaffinity[other]) != 0
    found |= (model.geom_contype[other] & model.geom_conaffinity[one]) != 0
    found &= ~_filtered(model, flags, one, other)
    for signature in model.exclude_signature:
        bodies = int(signature) >> 16, int(signature) & 0xFFFF
        _set(found, (model.geom_bodyid[some], model.geom_bodyid[others]), bodies, False)
    for geoms in _contact_pairs(model):
        _set(found, (some, others), geoms, True)
    return found


def check_contact_pairs(model: Any, geoms: Indices) -> None:
    """Rejects contact pairs of geoms of one rigid group of bodies, which no chain tests."""
    group = model.body_weldid[model.geom_bodyid]
    for number, (one, other) in enumerate(_contact_pairs(model)):
        if group[one] == group[other] and {one, other} <= set(geoms.tolist()):
            names = " and ".join(geom_name(model, geom) for geom in (one, other))
            text = (
                f"contact pair `{model.pair(number).name or number}` is of {names}, which no joint moves as seen from each "
                "other: a chain has no such pairs. Remove the pair from the model, or leave out one of both"
            )
            raise ChainError(text, link=_body_name(model, one))


def geom_name(model: Any, geom: int) -> str:
    """How messages call a geom."""
    return f"geom `{model.geom(geom).name or geom}` of body `{_body_name(model, geom)}`"


def _body_name(model: Any, geom: int) -> str:
    body = int(model.geom_bodyid[geom])
    return str(model.body(body).name or f"body{body}")


def _filtered(model: Any, flags: Any, one: Indices, other: Indices) -> Mask:
    """Whether the bodies of geoms are one rigid group, or such a group and the one that its joints are on."""
    group = model.body_weldid
    parent = group[model.body_parentid[group]]
    body, other_body = model.geom_bodyid[one], model.geom_bodyid[other]
    same: Mask = group[body] == group[other_body]
    if int(model.opt.disableflags) & int(flags.mjDSBL_FILTERPARENT):
        return same
    # What is fixed to the world has pairs with the bodies whose joints are on it.
    neighbors = (parent[body] == group[other_body]) | (parent[other_body] == group[body])
    filtered: Mask = same | (neighbors & (group[body] != 0) & (group[other_body] != 0))
    return filtered


def _contact_pairs(model: Any) -> Iterable[tuple[int, int]]:
    return zip(model.pair_geom1.tolist(), model.pair_geom2.tolist(), strict=True)


def _set(found: Mask, labels: tuple[Indices, Indices], pair: tuple[int, int], value: bool) -> None:
    """Sets the entries whose row and column have the two labels of a pair, in any order."""
    rows, columns = labels
    for first, second in (pair, pair[::-1]):
        found[np.ix_(rows == first, columns == second)] = value
