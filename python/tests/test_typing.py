"""The sample that mypy checks also runs, and the stubs name what the compiled part has."""

import ast
import inspect
from pathlib import Path

import typing_sample

import octosat
from octosat import _octosat


def test_the_sample_runs():
    assert typing_sample.use_everything() > 4


def stubs():
    return ast.parse(Path(octosat.__file__).with_name("_octosat.pyi").read_text())


def parameters(function):
    """The names of parameters, by a stub."""
    given = function.args
    return [argument.arg for argument in given.posonlyargs + given.args + given.kwonlyargs]


def test_stubs_have_the_parameters_of_the_compiled_part():
    checked = 0
    for node in stubs().body:
        if isinstance(node, ast.FunctionDef):
            own = list(inspect.signature(getattr(_octosat, node.name)).parameters)
            # An overload may leave out what its answer does not have.
            assert [name for name in own if name in parameters(node)] == parameters(node), node.name
            checked += 1
        if isinstance(node, ast.ClassDef):
            cls = getattr(_octosat, node.name)
            for method in (part for part in node.body if isinstance(part, ast.FunctionDef)):
                real = inspect.getattr_static(cls, method.name)
                if method.name in ("__new__", "__len__") or any(
                    getattr(mark, "id", "") in ("property", "staticmethod") for mark in method.decorator_list
                ):
                    continue
                assert list(inspect.signature(real).parameters) == parameters(method), method.name
                checked += 1
    assert checked > 20


def test_stubs_name_everything_public():
    named = {node.name for node in stubs().body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    public = {name for name in dir(_octosat) if not name.startswith("__") and name != "NEW_POINT"}
    assert public == named
    for node in stubs().body:
        if isinstance(node, ast.ClassDef):
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            own = {name for name in vars(getattr(_octosat, node.name)) if not name.startswith("__")}
            assert own == {name for name in methods if not name.startswith("__")}, node.name


def test_stubs_name_the_backends_of_this_build():
    [engine] = [node for node in stubs().body if getattr(node, "name", "") == "Engine"]
    arguments = next(part for part in engine.body if getattr(part, "name", "") == "__new__").args.args
    parts = ast.walk(arguments[1].annotation)
    backends = [part.value for part in parts if isinstance(getattr(part, "value", None), str)]
    assert set(octosat.available_backends()) <= set(backends)
    for name in backends:
        try:
            assert octosat.Engine(name).backend == name
        except octosat.EngineError as error:
            assert f"this machine does not have the backend {name}" in str(error)


def first_paragraph(thing):
    """The first paragraph of a docstring of the compiled part, on one line."""
    return " ".join(inspect.getdoc(thing).partition("\n\n")[0].split())


def test_stubs_say_what_the_compiled_part_says():
    """Editors show the docstrings of stubs. Those of Boxes are longer than the first paragraph."""
    checked, tree = set(), stubs().body
    nodes = [(_octosat, node) for node in tree if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    classes = [node for _, node in nodes if isinstance(node, ast.ClassDef) and node.name != "Boxes"]
    nodes += [(getattr(_octosat, cls.name), part) for cls in classes for part in cls.body]
    for owner, node in nodes:
        name = f"{owner.__name__}.{node.name}" if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else ""
        # Of overloads, the first one has the docstring.
        if name in checked or not name or node.name.startswith("_") or node.name == "Boxes":
            continue
        checked.add(name)
        said = ast.get_docstring(node)
        assert said is not None, f"the stub of {name} has no docstring"
        assert " ".join(said.split()) == first_paragraph(getattr(owner, node.name)), name
    assert len(checked) > 80


def test_everything_public_has_a_docstring():
    for name in octosat.__all__:
        thing = getattr(octosat, name)
        if callable(thing):
            assert thing.__doc__ and len(thing.__doc__) > 20, name
    for name in ("set_poses", "set_poses_of", "aabbs"):
        assert "shape" in getattr(octosat.Boxes, name).__doc__
