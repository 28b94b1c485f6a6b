"""The examples of the README, the book and the docstrings run."""

import doctest
import re
from pathlib import Path

import pytest
from conftest import EMBEDDED

import octosat

HERE = Path(__file__).parents[1]
DOCUMENTS = [HERE / "README.md", *(HERE.parent / "docs/src" / name for name in ("clouds.md", "drawing.md", "intersections.md", "pairs.md", "python.md", "robots.md"))]
PLANNERS = HERE.parent / "docs/src/planners.md"
SCENE = """
<mujoco>
  <worldbody>
    <geom name="wall" type="box" pos="0.6 0 0" size="0.05 1 1"/>
    <body name="arm"><joint name="turn"/><geom type="capsule" fromto="0.1 0 0 0.4 0 0" size="0.03"/></body>
    <body name="cup" pos="0 1 0"><freejoint/><geom type="cylinder" size="0.03 0.05"/></body>
  </worldbody>
</mujoco>
"""


def test_docstrings():
    for module in (octosat, octosat.robots):
        results = doctest.testmod(module)
        assert results.attempted > 0 and results.failed == 0


def run_code(document, tmp_path, monkeypatch):
    """Runs the Python blocks of a document, as in a clone of the repository, in which no block writes."""
    if not document.exists() or not EMBEDDED.exists():
        pytest.skip("not in a clone of the repository")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crates").symlink_to(EMBEDDED.parents[2])
    blocks = re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {"octosat": octosat})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_code_of_documents(document, tmp_path, monkeypatch):
    run_code(document, tmp_path, monkeypatch)


def test_code_of_planners(tmp_path, monkeypatch):
    for module in ("ompl", "mujoco"):
        pytest.importorskip(module, reason="the extra planners is not installed")
    (tmp_path / "scene.xml").write_text(SCENE)
    run_code(PLANNERS, tmp_path, monkeypatch)
