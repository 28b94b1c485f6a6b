"""The sample that mypy checks also runs, and the stub is made from the compiled part."""

import re

import stubs
import typing_sample

import octosat


def test_the_sample_runs():
    assert typing_sample.use_everything() > 4


def test_the_stub_is_what_the_compiled_part_makes():
    found = stubs.STUB.read_text(encoding="utf-8")
    assert found == stubs.stub(), "install this package, and run stubs.py"


def test_the_stub_names_the_backends_of_this_build():
    backends = re.findall(r"'(\w+)'", stubs.PARAMETERS["backend"])
    assert set(octosat.available_backends()) <= set(backends)
    for name in backends:
        try:
            assert octosat.Engine(name).backend == name
        except octosat.EngineError as error:
            assert f"this machine does not have the backend {name}" in str(error)


def test_everything_public_has_a_docstring():
    for name in octosat.__all__:
        thing = getattr(octosat, name)
        if callable(thing):
            assert thing.__doc__ and len(thing.__doc__) > 20, name
    for name in ("set_poses", "set_poses_of", "aabbs"):
        assert "shape" in getattr(octosat.Boxes, name).__doc__
