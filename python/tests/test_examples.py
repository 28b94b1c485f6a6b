"""The examples about robots run, on small counts."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from octosat import Chain, World, robots

EXAMPLES = Path(__file__).parents[1] / "examples"
ARM = Path(__file__).parents[2] / "crates/octosat-urdf/robots/arm.urdf"
BOOK = Path(__file__).parents[2] / "docs/src/pictures/arm.svg"


def run(folder, name, *arguments):
    """The output of an example, which writes into a folder."""
    command = [sys.executable, "-W", "error", EXAMPLES / name, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_arm_of_the_package_is_that_of_the_crate():
    if not ARM.exists():
        pytest.skip("not in a clone of the repository")
    assert robots.ARM.read_bytes() == ARM.read_bytes()
    assert robots.ARM_SRDF.read_bytes() == ARM.with_suffix(".srdf").read_bytes()


def test_links_of_the_arm_that_may_touch_cannot_touch():
    arm = Chain.from_urdf(robots.ARM)
    joints = np.random.default_rng(1).uniform(*arm.limits.T, (20_000, 7))
    listed = {tuple(arm.solids[solid] for solid in pair) for pair in arm.pairs}
    before = arm.least_clearances(joints)
    arm.allow_from_srdf(robots.ARM_SRDF)
    gone = listed - {tuple(arm.solids[solid] for solid in pair) for pair in arm.pairs}
    assert len(gone) == 22 and {("knuckle", "hand"), ("left_finger", "right_finger")} < gone
    for pair in gone:
        alone = Chain.from_urdf(robots.ARM)
        for others in listed - {pair}:
            alone.allow(*others)
        assert alone.least_clearances(joints)["clearance"].min() > 1e-3, pair
    # Nearly all least clearances were of these pairs, and said little.
    nearest = zip((arm.solids[solid] for solid in before["solid"]), (arm.solids[solid] for solid in before["other"]))
    assert sum(pair in gone for pair in nearest) > 0.95 * len(joints)
    after = arm.least_clearances(joints)
    assert np.median(before["clearance"]) < 0.02 and np.median(after["clearance"]) > 0.1
    assert (arm.any_overlap(joints) == (Chain.from_urdf(robots.ARM).any_overlap(joints))).all()


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bottle_is_moved_along_certified_joint_motions(tmp_path, seed):
    printed = run(tmp_path, "plan.py", "--seed", str(seed))
    rows = [[part.strip() for part in line.split("|")[1:-1]] for line in printed.splitlines() if line.startswith("| ")]
    assert [row[0] for row in rows] == ["step", "take", "lift", "carry", "lower", "leave"]
    for row in rows[1:]:
        assert int(row[1]) >= 7 and int(row[5]) == 1000 * int(row[1]) and row[6] == "0"
    again = run(tmp_path, "plan.py", "--seed", str(seed))
    assert [line.split("|")[2:5] for line in printed.splitlines()] == [
        line.split("|")[2:5] for line in again.splitlines()
    ]


def test_hits_of_samples_of_round_solids_are_no_failure_of_a_plan(monkeypatch, capsys):
    monkeypatch.syspath_prepend(EXAMPLES)
    import plan

    arm = Chain.from_urdf(robots.ARM)
    cell = plan.Cell(arm, World())
    cell.follow(np.array([np.zeros(7), np.full(7, 0.01)]))
    monkeypatch.setattr(plan.Cell, "hits_of_samples", lambda cell: 2)
    plan.report({"pass": cell}, 1.0, 0.5)
    assert "free all the same" in capsys.readouterr().out


def test_a_roadmap_in_one_process(tmp_path):
    printed = run(tmp_path, "roadmap.py", "--here", "--configurations", "3000", "--shares", "3")
    made, shares, nodes, motions, asked = map(int, re.findall(r"\d+(?= |:)", printed)[:5])
    assert (made, shares) == (3000, 3)
    assert 1000 < nodes < 3000 and nodes < motions <= asked <= 5 * nodes


def test_the_picture_of_the_arm_is_that_of_the_book(tmp_path):
    run(tmp_path, "picture.py", "arm.svg")
    if not BOOK.exists():
        pytest.skip("not in a clone of the repository")
    assert (tmp_path / "arm.svg").read_bytes() == BOOK.read_bytes(), "arm.svg is not what picture.py draws now"


def test_a_scene_for_the_viewer(tmp_path):
    pytest.importorskip("rerun")
    run(tmp_path, "picture.py", "arm.rrd")
    assert (tmp_path / "arm.rrd").stat().st_size > 5000


ROBOT = """<robot name="arm">
  <link name="base"><collision>
    <geometry><mesh filename="package://meshes/base.stl" scale="0.5 0.5 0.5"/></geometry>
  </collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
  <link name="arm"><collision>
    <origin xyz="0.1 0 0" rpy="0 0 1.5707963"/><geometry><mesh filename="package://meshes/base.stl"/></geometry>
  </collision><collision><geometry><sphere radius="0.2"/></geometry></collision></link>
  <joint name="slide" type="prismatic">
    <parent link="arm"/><child link="hand"/><axis xyz="0 0 1"/><limit lower="0" upper="0.1"/>
  </joint>
  <link name="hand"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
</robot>"""


def test_boxes_of_meshes(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("scipy")
    (tmp_path / "meshes").mkdir()
    trimesh.creation.box([0.2, 0.4, 0.6]).export(tmp_path / "meshes/base.stl")
    (tmp_path / "arm.urdf").write_text(ROBOT)
    printed = run(tmp_path, "mesh_boxes.py", "arm.urdf")
    assert "2 joint values, 4 solids> boxes for base, arm" in printed
    assert "base and hand touch in 100% of random configurations and may do so" in printed
    assert "100% of random configurations are free" in printed
    sys.path.insert(0, str(EXAMPLES))
    try:
        from mesh_boxes import mesh_boxes
    finally:
        sys.path.remove(str(EXAMPLES))
    boxes = mesh_boxes(tmp_path / "arm.urdf", tmp_path)
    assert sorted(boxes) == ["arm", "base"]
    np.testing.assert_allclose(np.sort(boxes["base"].half_extents), [[0.0501, 0.1001, 0.1501]], atol=1e-6)
    corners = boxes["arm"].aabbs()
    np.testing.assert_allclose(corners["min"], [[-0.1001, -0.1001, -0.3001], [-0.2001] * 3], atol=1e-5)
