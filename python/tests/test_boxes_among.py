"""Boxes among a world, against all pairs one by one."""

import numpy as np
import pytest
from test_groups import arm

import octosat


def products(count, obstacles):
    """All pairs of boxes and obstacles."""
    return np.stack(np.meshgrid(np.arange(count), np.arange(obstacles), indexing="ij"), axis=-1).reshape(-1, 2)


def test_a_world_answers_as_all_pairs_do():
    links, (centers, rotations, half_extents) = arm(40)
    obstacles = (centers, rotations, 5 * half_extents)
    world, pairs = octosat.World(obstacles), products(240, 20)
    hits = octosat.overlaps(links, pairs, against=obstacles).reshape(240, 20)
    assert np.array_equal(world.any_overlap(links), hits.any(axis=1)) and 0 < hits.any(axis=1).sum() < 240
    of_arms = world.any_overlap(links, per_configuration=6)
    assert np.array_equal(of_arms, hits.reshape(40, 120).any(axis=1))
    clearances = octosat.clearances(octosat.Boxes(*links), pairs, against=octosat.Boxes(*obstacles)).reshape(240, 20)
    least = world.least_clearances(links)
    assert np.array_equal(least["clearance"], clearances.min(axis=1))
    assert np.array_equal(world.least_clearances(links, per_configuration=6)["clearance"],
                          clearances.reshape(40, 120).min(axis=1))
    distances = octosat.distances(links, pairs, against=obstacles)["distance"]
    near = world.near_pairs(links, 0.2)
    assert near.dtype == np.uint32 and set(map(tuple, pairs[distances <= 0.2])) <= set(map(tuple, near))
    assert np.array_equal(near, np.unique(near, axis=0)) and len(near) < len(pairs)
    assert world.any_overlap(links, 0.2)[pairs[distances <= 0.2][:, 0]].all()


def test_shapes_out_and_mistakes():
    links, obstacles = arm(40)
    world = octosat.World(obstacles)
    shaped = tuple(part.reshape(5, 8, 6, -1) for part in links)
    hits = world.any_overlap(links)
    assert np.array_equal(world.any_overlap(shaped), hits.reshape(5, 8, 6))
    assert world.least_clearances(shaped, per_configuration=6).shape == (5, 8)
    out = np.zeros(240, bool)
    assert world.any_overlap(links, engine=octosat.Engine(threads=1), out=out) is out and np.array_equal(out, hits)
    with pytest.raises(ValueError, match="not whole configurations of 7"):
        world.any_overlap(links, per_configuration=7)
    with pytest.raises(octosat.QueryError, match="within is -1"):
        world.near_pairs(links, -1)
    with pytest.raises(octosat.QueryError, match="tolerance is"):
        world.least_clearances(links, tolerance=np.inf)
