"""Scenes for the tests: made from seeds, and recordings if there are some."""

import os
from pathlib import Path

import numpy as np
import pytest

import octosat

EMBEDDED = Path(__file__).parents[2] / "crates/octosat-scenes/data/pile-excerpt.npz"


def scene(seed, boxes=200, pairs=600, spread=2.0):
    """Boxes (centers, rotations, half extents) in float32, with pairs of which many touch."""
    rng = np.random.default_rng(seed)
    rotations = rng.normal(size=(boxes, 4))
    rotations /= np.linalg.norm(rotations, axis=1, keepdims=True)
    parts = (rng.uniform(-spread, spread, (boxes, 3)), rotations, rng.uniform(0.05, 1.0, (boxes, 3)))
    listed = rng.integers(0, boxes, (pairs, 2))
    return tuple(np.ascontiguousarray(part, np.float32) for part in parts), listed.astype(np.uint32)


def bricks(layers=6, wide=4, sink=0.001):
    """A wall of bricks that sink into each other by a bit, and the pairs of neighbors."""
    half = np.array([0.5, 0.25, 0.2], np.float32)
    centers = [
        [2 * half[0] * (x + 0.5 * (z % 2)), 0.0, half[2] + z * (2 * half[2] - sink)]
        for z in range(layers)
        for x in range(wide)
    ]
    count = len(centers)
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    parts = (np.array(centers, np.float32), np.tile(np.float32([0, 0, 0, 1]), (count, 1)), np.tile(half, (count, 1)))
    return parts, np.array(pairs, np.uint32)


def recordings():
    """The recordings to test with: the one of the repository, and those of the folder OCTOSAT_RECORDINGS."""
    folder = os.environ.get("OCTOSAT_RECORDINGS")
    files = sorted(Path(folder).glob("*.npz")) if folder else []
    return [EMBEDDED, *files] if EMBEDDED.exists() else files


@pytest.fixture(params=recordings(), ids=lambda path: path.stem)
def recording(request):
    return octosat.Recording.read(request.param)


@pytest.fixture(params=octosat.available_backends())
def engine(request):
    return octosat.Engine(backend=request.param)
