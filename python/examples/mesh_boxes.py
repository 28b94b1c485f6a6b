"""Boxes for the meshes of a robot, and a look at which links touch mostly.

The hulls of Chain.from_urdf(urdf, meshes=FOLDER) need neither trimesh nor SciPy, and leave most arms far more free
configurations; boxes take less time.

Usage: python examples/mesh_boxes.py ROBOT.urdf [FOLDER] [--srdf ROBOT.srdf]. FOLDER stands for package:// in the names
of meshes; by default it is the folder of the URDF. Needs trimesh and scipy.
"""

import argparse
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import trimesh

import octosat

GROWN = 1e-4
"""Meters that boxes are larger than their meshes on each side: more than rounding to float32."""
ALWAYS = 0.95
"""Links that touch in this part of random configurations are taken for links that may touch."""


def pose(origin: ElementTree.Element | None) -> np.ndarray:
    """The matrix of an <origin>."""
    read = {} if origin is None else origin.attrib
    matrix = trimesh.transformations.euler_matrix(*map(float, read.get("rpy", "0 0 0").split()))
    matrix[:3, 3] = list(map(float, read.get("xyz", "0 0 0").split()))
    return matrix


def box(collision: ElementTree.Element, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """The matrix and the half extents of the box around one <collision>, in the frame of the link."""
    [shape] = collision.find("geometry")
    placed, size = np.eye(4), shape.attrib
    if shape.tag == "mesh":
        mesh = trimesh.load(folder / size["filename"].removeprefix("package://"), force="mesh")
        mesh.apply_scale(list(map(float, size.get("scale", "1 1 1").split())))
        around = mesh.bounding_box_oriented.primitive
        placed, extents = around.transform, np.array(around.extents)
    elif shape.tag == "box":
        extents = np.array(list(map(float, size["size"].split())))
    else:
        diameter = 2 * float(size["radius"])
        ends = {"cylinder": 0, "capsule": diameter, "sphere": diameter}[shape.tag]
        extents = np.array([diameter, diameter, float(size.get("length", 0)) + ends])
    return pose(collision.find("origin")) @ placed, extents / 2 + GROWN


def mesh_boxes(urdf: Path, folder: Path) -> dict[str, octosat.Boxes]:
    """Boxes for each link that has a mesh, for Chain.from_urdf()."""
    found = {}
    for link in ElementTree.parse(urdf).getroot().iter("link"):
        collisions = link.findall("collision")
        if any(collision.find("geometry/mesh") is not None for collision in collisions):
            matrices, half_extents = zip(*(box(collision, folder) for collision in collisions))
            found[link.get("name")] = octosat.Boxes.from_matrices(matrices, half_extents)
    return found


def touching_links(chain: octosat.Chain, count: int = 2000) -> dict[tuple[str, str], float]:
    """In which part of random configurations links touch, for links that do in more than half, most often first."""
    low, high = chain.limits.clip(-np.pi, np.pi).T
    joints = np.random.default_rng(1).uniform(low, high, (count, len(low)))
    names, pairs = chain.solids, chain.pairs.astype(np.int64)
    each = len(names) * np.arange(count)[:, None, None] + pairs
    touch = octosat.overlaps(chain.poses(joints), each.reshape(-1, 2)).reshape(count, -1)
    found: dict[tuple[str, str], np.ndarray] = {}
    for (a, b), column in zip(pairs, touch.T):
        links = names[a], names[b]
        found[links] = found.get(links, False) | column
    parts = {links: float(column.mean()) for links, column in found.items() if column.mean() > 0.5}
    return dict(sorted(parts.items(), key=lambda item: -item[1]))


def main() -> None:
    """Reads a robot and prints what it has."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("urdf", type=Path)
    options.add_argument("folder", type=Path, nargs="?")
    options.add_argument("--srdf", type=Path)
    given = options.parse_args()

    boxes = mesh_boxes(given.urdf, given.folder or given.urdf.parent)
    chain = octosat.Chain.from_urdf(given.urdf, boxes)
    if given.srdf:
        chain.allow_from_srdf(given.srdf)
    print(chain, "boxes for", ", ".join(boxes))
    for (link, other), part in touching_links(chain).items():
        print(f"{link} and {other} touch in {part:.0%} of random configurations" + " and may do so" * (part > ALWAYS))
        if part > ALWAYS:
            chain.allow(link, other)
    low, high = chain.limits.clip(-np.pi, np.pi).T
    hits = chain.any_overlap(np.random.default_rng(2).uniform(low, high, (10_000, len(low))))
    print(f"{np.mean(~hits):.0%} of random configurations are free of hits between links")


if __name__ == "__main__":
    main()
