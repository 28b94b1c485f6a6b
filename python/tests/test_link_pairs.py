"""Which links touch how often, against any_overlap() and least_clearances() of chains of two links with solids."""

import pickle

import numpy as np
import pytest
from test_chains import JOINTS, LINKS, SOLIDS, tree

import octosat
from octosat import Chain, Joint, World


def samples(count=500):
    return np.random.default_rng(2).uniform(-2, 2.5, (count, len(JOINTS)))


def of_two(one, other):
    """The chain with solids of two links alone."""
    chain = Chain()
    for name, parent, kind, axis, translation, rotation, mimic in LINKS:
        chain.add_link(name, parent, Joint(name, kind, axis, translation, rotation, None, mimic))
    for link, center, rotation, half_extents in SOLIDS:
        if link in (one, other):
            chain.attach(link, ([center], rotation, [half_extents]))
    return chain


def test_rows_are_those_of_chains_of_two_links():
    chain, joints = tree(), samples()
    rows = chain.link_pairs(joints)
    assert rows.dtype == octosat.LINK_PAIR and len(rows) == len(chain.pairs)
    assert (rows["samples"] == len(joints)).all() and 0 < (rows["hits"] > 0).sum() < len(rows)
    for row in rows:
        one, other = np.array(chain.link_names)[row["links"]]
        alone = of_two(one, other)
        assert row["hits"] == alone.any_overlap(joints).sum()
        assert row["clearance"] == alone.least_clearances(joints)["clearance"].min()


def test_leading_axes_count_as_configurations():
    chain, joints = tree(), samples(60)
    rows = chain.link_pairs(joints)
    assert (chain.link_pairs(joints.reshape(3, 20, -1)) == rows).all()
    alone = chain.link_pairs(joints[0], engine=octosat.Engine(threads=1))
    assert (alone["samples"] == 1).all() and (alone["clearance"] >= rows["clearance"]).all()
    none = chain.link_pairs(joints[:0])
    assert len(none) == len(rows) and np.isinf(none["clearance"]).all()


def test_links_that_always_touch_are_allowed_and_forbidden_again():
    chain, joints = tree(), samples()
    chain.attach("right", ([[0, 0, 0]], [0, 0, 0, 1], [[9, 9, 9]]))
    rows = chain.link_pairs(joints)
    always = [[chain.link_names[link] for link in row["links"]] for row in rows[rows["hits"] == rows["samples"]]]
    assert ["left", "right"] in always
    before = chain.pairs
    for one, other in always:
        chain.allow(one, other)
    assert len(chain.link_pairs(joints)) == len(rows) - len(always)
    assert len(pickle.loads(pickle.dumps(chain)).pairs) == len(chain.pairs) < len(before)
    for one, other in always:
        chain.forbid(other, one)
    assert (chain.pairs == before).all() and (chain.link_pairs(joints) == rows).all()
    assert (pickle.loads(pickle.dumps(chain)).pairs == before).all()


def test_obstacles_that_are_forbidden_again_need_not_be_in_the_world():
    chain = Chain()
    chain.add_link("arm", "base", Joint("turn", "revolute", [0, 0, 1]))
    chain.attach("arm", ([[0, 0, 0]], [0, 0, 0, 1], [[0.1, 0.1, 0.1]]))
    world = World(([[0, 0, 0]], [0, 0, 0, 1], [[0.1, 0.1, 0.1]]))
    chain.allow("arm", obstacles=[0, 7])
    chain.allow("base", obstacles=[5])
    with pytest.raises(octosat.QueryError, match="link `arm` may touch obstacle 7"):
        chain.any_overlap([0.0], world)
    chain.forbid("arm", obstacles=[7])
    with pytest.raises(octosat.QueryError, match="link `base` may touch obstacle 5"):
        chain.any_overlap([0.0], world)
    chain.forbid("base", obstacles=[5, 6])
    assert not chain.any_overlap([0.0], world)
    chain.forbid("arm", obstacles=[0])
    assert chain.any_overlap([0.0], world)


def test_rejections():
    with pytest.raises(octosat.QueryError, match="no solids"):
        Chain().link_pairs(np.zeros(0))
    with pytest.raises(TypeError, match=r"forbid\(\) needs another link, or obstacles"):
        tree().forbid("left")
    with pytest.raises(octosat.ChainError, match="there is no link `thumb`"):
        tree().forbid("left", "thumb")
    with pytest.raises(octosat.ChainError, match="link `left` is both links"):
        tree().forbid("left", "left")
