"""Configurations in blocks over workers, with a stub in place of Ray: the call needs no cluster to be checked."""

import functools
import pickle
import sys
import types

import numpy as np
import pytest

import octosat
from octosat import robots


class Reference:
    """Something in the object store, as bytes: a task gets a copy of its own."""

    def __init__(self, value):
        self.content = pickle.dumps(value)

    def hex(self):
        return str(id(self))

    def value(self):
        return pickle.loads(self.content)


class Failed(Exception):
    """A task that raised an exception."""

    def __init__(self, cause):
        self.cause = cause


def stub():
    """The part of Ray that the package uses, in this process."""
    ray, exceptions = types.ModuleType("ray"), types.ModuleType("ray.exceptions")
    exceptions.RayTaskError, exceptions.RayError = Failed, Failed
    ray.exceptions = exceptions

    def task(function, *arguments):
        taken = [one.value() if isinstance(one, Reference) else one for one in arguments]
        try:
            return function(*taken)
        except Exception as error:
            return Failed(error)

    def get(result):
        if isinstance(result, Failed):
            raise result
        return result

    ray.is_initialized = lambda: True
    ray.cluster_resources = lambda: {"CPU": 2.0}
    ray.put, ray.get = Reference, get
    ray.remote = lambda **options: lambda function: types.SimpleNamespace(remote=functools.partial(task, function))
    return ray


@pytest.fixture
def distributed(monkeypatch):
    def forget():
        for name in [name for name in sys.modules if name.startswith("octosat.distributed")]:
            monkeypatch.delitem(sys.modules, name)

    ray = stub()
    forget()
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", ray.exceptions)
    monkeypatch.delattr(octosat, "distributed", raising=False)
    from octosat import distributed

    yield distributed
    for name in [name for name in sys.modules if name.startswith("octosat.distributed")]:
        del sys.modules[name]
    # Other tests import the package again, with Ray itself.
    vars(octosat).pop("distributed", None)


def cell():
    """The arm, a world, and configurations."""
    chain = octosat.Chain.from_urdf(robots.ARM)
    world = octosat.World(([[0.5, 0, 0.3], [0, 0.5, 0.5]], [0, 0, 0, 1], [0.1, 0.1, 0.1]))
    low, high = chain.limits.T
    joints = np.random.default_rng(4).uniform(low, high, (1000, len(low)))
    return chain, world, joints


@pytest.mark.parametrize("query", [octosat.Chain.any_overlap, octosat.Chain.least_clearances, octosat.Chain.poses])
def test_answers_are_in_order_with_the_same_bits(distributed, query):
    chain, world, joints = cell()
    if query is octosat.Chain.poses:
        found = distributed.map_configurations(
            lambda chain, joints, world, engine: chain.poses(joints).centers, chain, joints, block_size=300
        )
        assert np.concatenate(list(found)).tobytes() == chain.poses(joints).centers.tobytes()
        return
    found = list(distributed.map_configurations(query, chain, joints, world, block_size=300))
    assert [len(part) for part in found] == [300, 300, 300, 100]
    assert np.concatenate(found).tobytes() == query(chain, joints, world).tobytes()


def test_the_chain_is_that_of_the_call(distributed):
    chain, world, joints = cell()
    before = chain.any_overlap(joints, world)
    found = distributed.map_configurations(octosat.Chain.any_overlap, chain, joints, world, block_size=500)
    chain.attach("tip", ([[0, 0, 0.2]], [[0, 0, 0, 1]], [[0.1, 0.1, 0.2]]))
    assert (chain.any_overlap(joints, world) != before).any()
    np.testing.assert_array_equal(np.concatenate(list(found)), before)


def test_blocks_may_be_made_by_workers_or_be_anything_that_a_query_takes(distributed):
    chain, world, joints = cell()
    parts = [functools.partial(np.array, part) for part in (joints[:10], joints[10:30])]
    found = list(distributed.map_configurations(octosat.Chain.any_overlap, chain, parts, world))
    assert np.concatenate(found).tobytes() == chain.any_overlap(joints[:30], world).tobytes()

    def motions(chain, block, world, *, engine):
        assert engine.threads == 1
        return chain.joint_motions(joints[block], joints[block + 1], world, engine=engine)

    [one, two] = distributed.map_configurations(motions, chain, [3, 7], world)
    assert (one, two) == tuple(chain.joint_motions(joints[[3, 7]], joints[[4, 8]], world))


def test_errors_name_the_block(distributed):
    chain, world, joints = cell()
    wrong = joints.copy()
    wrong[700, 2] = np.nan
    found = distributed.map_configurations(octosat.Chain.any_overlap, chain, wrong, world, block_size=500)
    assert len(next(found)) == 500
    with pytest.raises(octosat.QueryError, match=r"block 1: .*joint `elbow`: value 2 of configuration 200 is NaN"):
        next(found)
    with pytest.raises(ValueError, match=r"joints: shape \(1000, 6\), expected \(m, 7\)"):
        distributed.map_configurations(octosat.Chain.any_overlap, chain, joints[:, :6], world)
    with pytest.raises(ValueError, match="block_size is 0"):
        distributed.map_configurations(octosat.Chain.any_overlap, chain, joints, world, block_size=0)
    with pytest.raises(TypeError, match="joints that are given block by block take no `block_size`"):
        distributed.map_configurations(octosat.Chain.any_overlap, chain, [joints], world, block_size=9)
