"""A roadmap of many configurations of an arm at a shelf, with certified joint motions, on all CPUs of a Ray cluster.

Usage: python examples/roadmap.py [--configurations N] [--shares N] [--here]. Each share of the configurations is a task:
it makes its configurations, keeps those that are free, and certifies joint motions from each to its nearest neighbors,
in one call.
--here: in this process, without Ray.
"""

import argparse
import functools
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

import octosat
from octosat import JointMotionState, robots
from plan import FLOOR, bottle_on, shelf

BOTTLES = [bottle_on(0, 0.7, 0.12), bottle_on(1, 0.72, 0.1), bottle_on(1, 0.74, -0.25)]
NEIGHBORS = 4
WINDOW = 256
"""Neighbors are looked for among so many configurations that are next in the order of the shoulder."""


@dataclass(frozen=True)
class Part:
    """A share of a roadmap."""

    nodes: np.ndarray
    """Free configurations, (n, joints), float32."""
    motions: np.ndarray
    """Free joint motions, (m, 2): nodes of this share, and nodes of this share or, from n on, of the next one."""
    asked: int
    """The number of joint motions that were looked at."""


def configurations(chain: octosat.Chain, share: int, shares: int, count: int) -> np.ndarray:
    """Random configurations of a share, with an open hand. A share is a range of values of the first joint."""
    generator = np.random.default_rng([7, share])
    parts = generator.uniform(0, 1, (count, len(chain.joint_names)))
    parts[:, 0] = (share + parts[:, 0]) / shares
    parts[:, -1] = 1
    low, high = chain.limits.T
    return (low + parts * (high - low)).astype(np.float32)


def neighbors(nodes: np.ndarray, own: int) -> np.ndarray:
    """Pairs (m, 2) of nodes that are near each other, each once. The first of a pair is among the first `own` nodes."""
    order = np.argsort(nodes[:, 1], kind="stable")
    found = []
    for first in range(0, len(order), WINDOW):
        window = order[max(first - NEIGHBORS, 0) : first + WINDOW]
        squares = (nodes[window] ** 2).sum(axis=1)
        distances = squares[:, None] + squares - 2 * nodes[window] @ nodes[window].T
        nearest = np.argpartition(distances, min(NEIGHBORS, len(window) - 1), axis=1)[:, : NEIGHBORS + 1]
        pairs = np.stack([np.broadcast_to(window[:, None], nearest.shape), window[nearest]], axis=-1).reshape(-1, 2)
        found.append(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1))
    pairs = np.concatenate(found)
    pairs = np.unique(pairs[pairs[:, 0] < own] @ [len(nodes), 1])
    return np.stack(np.divmod(pairs, len(nodes)), axis=1)


def part_of(
    chain: octosat.Chain, share: int, world: octosat.World, *, engine: octosat.Engine, shares: int, count: int
) -> Part:
    """The part of a share. It makes the configurations of the next share, too, and so needs nothing of other tasks."""

    def free(number: int) -> np.ndarray:
        made = configurations(chain, number, shares, count if number < shares else 0)
        return made[~chain.any_overlap(made, world, engine=engine)]

    own = free(share)
    nodes = np.concatenate([own, free(share + 1)])
    pairs = neighbors(nodes, len(own))
    found = chain.joint_motions(nodes[pairs[:, 0]], nodes[pairs[:, 1]], world, engine=engine)
    return Part(own, pairs[found["state"] == JointMotionState.FREE].astype(np.uint32), len(pairs))


def joined(parts: Iterable[Part]) -> Part:
    """The roadmap of all shares."""
    listed = list(parts)
    firsts = np.cumsum([0, *(len(part.nodes) for part in listed)])
    motions = [part.motions + first for part, first in zip(listed, firsts)]
    return Part(
        np.concatenate([part.nodes for part in listed]), np.concatenate(motions), sum(part.asked for part in listed)
    )


def components(roadmap: Part) -> np.ndarray:
    """For each node the least node that it is connected with."""
    least = np.arange(len(roadmap.nodes))
    a, b = roadmap.motions.T
    while True:
        before = least.copy()
        lower = np.minimum(least[a], least[b])
        np.minimum.at(least, least[a], lower)
        np.minimum.at(least, least[b], lower)
        least = least[least]
        if (least == before).all():
            return least


def main() -> None:
    """Makes the roadmap and prints its numbers."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--configurations", type=int, default=10_000_000)
    options.add_argument("--shares", type=int, help="tasks; by default one per 20,000 configurations")
    options.add_argument("--here", action="store_true", help="in this process, without Ray")
    given = options.parse_args()
    shares = given.shares or max(1, given.configurations // 20_000)
    query = functools.partial(part_of, shares=shares, count=given.configurations // shares)

    chain, world = octosat.Chain.from_urdf(robots.ARM), octosat.World(*shelf(BOTTLES))
    chain.allow_from_srdf(robots.ARM_SRDF)
    chain.allow("base", obstacles=[FLOOR])
    began = time.perf_counter()
    parts: Iterable[Any]
    if given.here:
        parts = (query(chain, share, world, engine=octosat.Engine()) for share in range(shares))
    else:
        from octosat import distributed

        parts = distributed.map_configurations(query, chain, range(shares), world, progress=True)
    roadmap = joined(parts)
    seconds = time.perf_counter() - began

    sizes = np.bincount(components(roadmap))
    print(
        f"{given.configurations} configurations in {shares} shares: {len(roadmap.nodes)} are free, "
        f"{len(roadmap.motions)} of {roadmap.asked} joint motions are certainly free, "
        f"the largest connected part has {sizes.max() / len(roadmap.nodes):.1%} of the nodes; {seconds:.1f} s"
    )


if __name__ == "__main__":
    main()
