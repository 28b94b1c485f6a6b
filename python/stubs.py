"""Writes the stub of the compiled part, `_octosat.pyi`: pip install . && python stubs.py

Names, defaults and docstrings are those of the installed module. Types are here, by the names of parameters and of what
returns them; `SIGNATURES` has those of a function that differ. A test compares the stub with what this makes.
"""

import inspect
import textwrap
from pathlib import Path

from octosat import _octosat

STUB = Path(__file__).with_name("package") / "octosat/_octosat.pyi"
WIDTH = 116  # Methods are indented by four more.

HEAD = '''\
# Made by python/stubs.py from the compiled module.
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from ._mujoco import MujocoScene
from .contacts import Manifolds

_BoxesLike: TypeAlias = Boxes | Sequence[npt.ArrayLike]
_Rows: TypeAlias = npt.NDArray[np.void]
_Numbers: TypeAlias = Sequence[float] | npt.NDArray[Any]
_Shapes: TypeAlias = Spheres | Capsules | HalfSpaces
_RoundSolids: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike, npt.ArrayLike]
_Hulls: TypeAlias = Iterable[npt.ArrayLike | tuple[npt.ArrayLike, float]]
_Solids: TypeAlias = Mapping[str, _BoxesLike | _RoundSolids | _Hulls | None]

'''


def by_name(names):
    """The type of each name, of the names that have a type."""
    return {name: annotation for annotation, those in names.items() for name in those.split()}


# Names of parameters. One whose default is None may be None.
PARAMETERS = by_name({
    "npt.ArrayLike": "angles axes against_rotations bounds centers directions ends eyes half_extents indices joints last masks"
    " matrices maxs mins motions new_numbers normals obstacles offsets origins pairs planes points products radii rotations"
    " rows starts targets times toward ups voxels classes scores",
    "_BoxesLike": "against against_ends boxes",
    "_Numbers": "axis limits origin rotation translation",
    "_Hulls": "hulls",
    "_RoundSolids": "capsules cylinders",
    "_Rows": "rectangles",
    "Any": "data key new",
    "CoveredFaces": "covered",
    "Engine": "engine",
    "Frusta": "frusta",
    "Joint": "joint",
    "Literal['a', 'b', 'both']": "side",
    "Literal['portable', 'avx2', 'avx512']": "backend",
    "Literal['revolute', 'prismatic', 'fixed']": "kind",
    "Literal['zero_to_one', 'minus_one_to_one']": "depth",
    "Literal[4, 8]": "limit",
    "Manifolds": "contacts",
    "Moved": "moved",
    "Rays | Segments": "lines",
    "Segments": "a b",
    "Sequence[int]": "pair solids",
    "Sequence[str]": "touching",
    "World": "world",
    "bool": "accept_rounding links per_box stored_poses surfaces",
    "float": "aspect between_links far hit_tolerance least most near radius tolerance vertical_angle",
    "float | npt.ArrayLike": "grown within",
    "int": "index parts per_configuration rounds threads",
    "list[tuple[str, tuple[Any, ...]]]": "calls",
    "str": "base link name other parent title",
    "str | PathLike[str]": "meshes srdf urdf",
    "tuple[str, float, float]": "mimic",
})

# Names of functions, methods and properties. Static methods return their class.
RETURNS = by_name({
    "Boxes": "__getitem__ concatenate poses",
    "Chain": "_chain_of_calls",
    "CoveredFaces": "covered_faces",
    "Iterator[Boxes]": "__iter__",
    "Manifolds": "began ended manifolds touching",
    "None": "_note_fork add_link allow clear detach forbid forget_box forget_pair next_frame renumber_boxes"
    " set_half_extents set_points set_poses set_poses_from_row_major set_poses_of set_voxels swap_remove",
    "_Rows": "aabbs casts closest_points distances hits impacts intersections joint_motions least_clearances least_distances"
    " link_pairs penetrations rectangles",
    "dict[int, tuple[npt.NDArray[np.float64], float]]": "hulls",
    "dict[str, int]": "_states",
    "dict[str, tuple[int, list[tuple[str, int]]]]": "_layouts",
    "int": "__len__ ndim size threads",
    "list[int]": "_time_overlaps",
    "list[str]": "allow_from_srdf available_backends joint_names link_names solids",
    "list[tuple[str, int, list[tuple[str, str, int, int]]]]": "_rows",
    "npt.NDArray[Any]": "carried_over",
    "npt.NDArray[np.bool_]": "any_overlap overlaps overlaps_exact own_points",
    "npt.NDArray[np.float32]": "angles axis_normals centers clearances corners half_extents iou rotations",
    "npt.NDArray[np.float64]": "limits",
    "npt.NDArray[np.uint32]": "last_rows near_pairs overlapping_pairs pairs predecessors suppress",
    "npt.NDArray[np.uint8]": "classify cull masks verdicts",
    "range": "attach hold",
    "str": "_svg backend name",
    "tuple[int, ...]": "shape",
    "tuple[npt.NDArray[np.float32], float]": "_outer_hull",
    "tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]": "frames",
    "tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32]]": "iou_above",
})

ORIGIN = "Literal['world', 'center_of_a']"
ROUND = "Spheres | Capsules"
BOXES = {"pairs": "npt.ArrayLike"}
RECTANGLES = BOXES | {"boxes": "Rectangles", "against": "Rectangles | None", "moved": "-"}
CONTACTS = dict.fromkeys(("limit", "origin", "surfaces", "covered", "moved"), "-") | {"return": "_Rows"}

# Types of a function that differ, for each of its overloads. One without None has no default, and "-" is left out.
SIGNATURES = {
    "Boxes.set_half_extents": [{"half_extents": "_Numbers"}],
    "Chain._of_stored": [{"text": "str", "links": "list[str]", "solids": "list[dict[str, Any]]"}],
    "Chain.from_mujoco": [{"model": "Any", "leave_out": "Iterable[int | str] | None", "return": "MujocoScene"}],
    "Chain.from_urdf": [
        {"boxes": "Mapping[str, _BoxesLike | None] | None", "solids": "Mapping[str, _Solids | None] | None"}
    ],
    "ContactCache.manifolds": [{"origin": ORIGIN}],
    "ContactCache.swap_remove": [{"last": "int"}],
    "Moved": [
        {"ends": "_BoxesLike | None", "motions": "npt.ArrayLike | tuple[npt.ArrayLike, npt.ArrayLike] | None"}
    ],
    "Rectangles.__getitem__": [{"return": "Rectangles"}],
    "Rectangles.__iter__": [{"return": "Iterator[Rectangles]"}],
    "Rectangles.set_half_extents": [{"half_extents": "_Numbers"}],
    "_svg": [
        {
            "boxes": "list[tuple[list[float], list[float], list[float]]]",
            "links": "list[str | None]",
            "pairs": "list[list[int]]",
            "contacts": "list[tuple[Any, ...]]",
            "distances": "list[tuple[Any, ...]]",
            "view": "tuple[float, float, int]",
        }
    ],
    "_time_overlaps": [{"times": "int", "engine": "Engine | None"}],
    "any_overlap": [{"within": "float"}],
    "casts": [
        {"boxes": "_BoxesLike | _Shapes", "pairs": "npt.ArrayLike | None", "grown": "None", "against": ROUND},
        {"boxes": ROUND, "pairs": "npt.ArrayLike | None", "grown": "None", "against": "None"},
        {},
    ],
    "concatenate": [
        {"boxes": "Iterable[Boxes]", "axis": "int | None"},
        {"boxes": "Iterable[Rectangles]", "axis": "int | None", "return": "Rectangles"},
    ],
    "hits": [{"boxes": "_BoxesLike | Spheres | Capsules"}],
    "impacts": [{"ends": "_BoxesLike", "grown": "npt.ArrayLike | None"}],
    "intersections": [{}, RECTANGLES],
    "iou": [
        BOXES,
        {"boxes": "_BoxesLike", "pairs": "Boxes | None", "moved": "-"},
        RECTANGLES,
        RECTANGLES | {"pairs": "Rectangles | None"},
    ],
    "iou_above": [{"against": "_BoxesLike | None"}, {"boxes": "Rectangles", "against": "Rectangles | None"}],
    "least_clearances": [{"grown": "float"}],
    "least_distances": [{"within": "float | None"}],
    "manifolds": [
        BOXES | {"origin": ORIGIN},
        CONTACTS | {"against": "HalfSpaces | Spheres | Capsules"},
        CONTACTS | {"boxes": "_Shapes", "against": f"{ROUND} | None"},
        CONTACTS | RECTANGLES,
    ],
    "overlaps": [
        {"against": "_BoxesLike | HalfSpaces | Spheres | Capsules | AxisAlignedBoxes | None"},
        {"boxes": "_Shapes", "against": f"{ROUND} | None", "moved": "-"},
        RECTANGLES,
    ],
    "overlapping_pairs": [
        {"against": "_BoxesLike | Spheres | None"},
        {"boxes": "Rectangles", "against": "Rectangles | None"},
    ],
    "penetrations": [
        RECTANGLES,
        BOXES,
        {"within": "None", "against": "HalfSpaces", "moved": "-", "return": "npt.NDArray[np.float32]"},
    ],
    "suppress": [{"boxes": "_BoxesLike | Rectangles"}],
}


def parameters(function, types):
    """The parameters of a function, with types and defaults."""
    last = None
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY is not last:
            yield "*"
        last, default = parameter.kind, parameter.default
        annotation = types.get(name)
        if name == "self":
            yield name
        elif annotation != "-":
            annotation = annotation or PARAMETERS[name] + " | None" * (default is None)
            has_default = default is not parameter.empty and (default is not None or annotation.endswith("None"))
            shown = "..." if default is ... else repr(default)
            yield f"{name}: {annotation}" + f" = {shown}" * has_default


def documented(thing):
    """A docstring as code."""
    doc = inspect.getdoc(thing)
    end = "\n" * ("\n" in doc)
    return textwrap.indent(f'"""{doc}{end}"""\n', "    ")


def declared(name, thing, owner=None, mark=None):
    """A function, or a method or property of a class, with its overloads."""
    is_new = name == "__new__"
    signatures = SIGNATURES.get(owner if is_new else f"{owner}.{name}" if owner else name, [{}])
    for number, types in enumerate(signatures):
        returned = types.get("return") or (owner if is_new or mark == "staticmethod" else RETURNS[name])
        shown = ["self"] if mark == "property" else ["cls"] * is_new
        if mark != "property":
            shown += parameters(thing, {"out": f"{returned} | None"} | types)
        line = f"def {name}({', '.join(shown)}) -> {returned}:"
        if len(line) > WIDTH:
            line = f"def {name}(\n" + "".join(f"    {one},\n" for one in shown) + f") -> {returned}:"
        has_doc = number == 0 and not name.startswith("_")
        yield f"@{mark}\n" if mark else "@overload\n" * (len(signatures) > 1)
        yield f"{line}\n{documented(thing)}" if has_doc else f"{line} ...\n"


def members(cls):
    """What a class has."""
    if cls.__text_signature__:
        yield from declared("__new__", cls, cls.__name__)
    for name in sorted(vars(cls)):
        mark = type(inspect.getattr_static(cls, name)).__name__.replace("getset_descriptor", "property")
        if not name.startswith("__") or name in RETURNS:
            mark = mark if mark in ("property", "staticmethod") else None
            yield from declared(name, getattr(cls, name), cls.__name__, mark)


def stub():
    """The text of the stub."""
    text = HEAD
    for name, thing in vars(_octosat).items():
        if inspect.isclass(thing):
            text += f"\n@final\nclass {name}:\n{documented(thing)}\n"
            text += textwrap.indent("".join(members(thing)), "    ")
        elif inspect.isroutine(thing):
            text += "".join(declared(name, thing))
        elif name == "__version__" or not name.startswith("__"):
            text += f"{name}: {type(thing).__name__}\n"
    return text


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
