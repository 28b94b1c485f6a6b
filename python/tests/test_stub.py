"""The stub has the docstrings of the compiled module, which editors show. With OCTOSAT_WRITE_STUB they are written."""

import ast
import inspect
import os
from pathlib import Path

import octosat

STUB = Path(octosat.__file__).with_name("_octosat.pyi")


def documented(text: str) -> str:
    """The stub with the docstring of each class, function, method and property; none if the module has none."""
    lines = text.splitlines()
    for node, owner in reversed(list(definitions(ast.parse(text)))):
        target = getattr(owner, node.name, None)
        doc = inspect.getdoc(target) if target is not None and not node.name.startswith("__") else None
        if isinstance(node, ast.ClassDef):
            at, head = node.lineno, []
            end = node.body[0].end_lineno if ast.get_docstring(node) is not None else at
        else:
            at, end = node.returns.end_lineno - 1, node.end_lineno
            head = [lines[at].removesuffix(" ...")] if doc else [lines[at].removesuffix(" ...") + " ..."]
        indent = " " * (node.col_offset + 4)
        body = [f'{indent}"""{doc}"""'.replace("\n", f"\n{indent}").replace(f"\n{indent}\n", "\n\n")] if doc else []
        lines[at:end] = [*head, *body]
    return "\n".join(lines) + "\n"


def definitions(module: ast.Module):
    """The classes and functions of a stub and their owners, in their order."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node, octosat._octosat
            owner = getattr(octosat._octosat, node.name)
            yield from ((one, owner) for one in node.body if isinstance(one, ast.FunctionDef))
        elif isinstance(node, ast.FunctionDef):
            yield node, octosat._octosat


def test_the_stub_has_the_docstrings_of_the_module():
    text = STUB.read_text(encoding="utf-8")
    if os.environ.get("OCTOSAT_WRITE_STUB"):
        Path(os.environ["OCTOSAT_WRITE_STUB"]).write_text(documented(text), encoding="utf-8")
    else:
        assert documented(text) == text, "write it: OCTOSAT_WRITE_STUB=package/octosat/_octosat.pyi pytest tests/test_stub.py"
