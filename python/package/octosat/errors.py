"""Errors for invalid boxes, shapes, chains, queries, engines, contacts and recordings. All are ValueErrors."""

from typing import Any


class OctosatError(ValueError):
    """An error of octosat. The call that raises it changes and writes nothing."""

    def __reduce__(self) -> Any:
        # Pickled errors keep all attributes and notes.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[OctosatError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> OctosatError:
    """Rebuilds an error without calling its constructor."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class BoxError(OctosatError):
    """A box or a rectangle has an invalid value."""

    index: int
    """The index of the box in the arrays or indices that were passed."""
    field: str
    """The invalid value: "center", "rotation", "half_extents", "index", "pose" or "axis_0" to "axis_2"."""

    def __init__(self, text: str, index: int, field: str) -> None:
        super().__init__(text)
        self.index = index
        self.field = field


class ShapeError(OctosatError):
    """A shape has an invalid value."""

    index: int
    """The index of the shape in the arrays that were passed."""
    field: str
    """The invalid value, such as "normal" or "radius"; for a frustum "planes", "matrices" or "views"."""

    def __init__(self, text: str, index: int, field: str) -> None:
        super().__init__(text)
        self.index = index
        self.field = field


class QueryError(OctosatError):
    """A query has an invalid pair or setting."""

    pair: int | None
    """The index of the invalid pair in the list; None if no single pair is invalid."""

    def __init__(self, text: str, pair: int | None) -> None:
        super().__init__(text)
        self.pair = pair


class EngineError(OctosatError):
    """This machine or build does not have the backend."""


class PartsError(OctosatError):
    """The arrays of a Manifolds do not belong together."""

    row: int | None
    """The invalid row; None if no single row is invalid."""

    def __init__(self, text: str, row: int | None) -> None:
        super().__init__(text)
        self.row = row


class CoveredError(OctosatError):
    """A mask, a rectangle or the tolerance of covered faces is invalid."""

    place: int | None
    """The index of the box of the mask, or of the rectangle; None for a tolerance."""

    def __init__(self, text: str, place: int | None) -> None:
        super().__init__(text)
        self.place = place


class ChainError(OctosatError):
    """A link, a joint or a solid of a chain is invalid."""

    link: str | None
    """The name of the link; None for a joint."""
    joint: str | None
    """The name of the joint; None for a link."""

    def __init__(self, text: str, link: str | None = None, joint: str | None = None) -> None:
        super().__init__(text)
        self.link = link
        self.joint = joint


class UrdfError(OctosatError):
    """A robot description is invalid, or a mesh of it is: there is no such file, or neither a folder nor solids are given."""

    line: int
    """The line of the text, from 1 on."""
    element: str
    """The element: "joint", "link", or "robot" if it is in neither."""
    name: str | None
    """The name of the element, if it has one."""

    def __init__(self, text: str, line: int, element: str, name: str | None = None) -> None:
        super().__init__(text)
        self.line = line
        self.element = element
        self.name = name


class RecordingError(OctosatError):
    """A recording or its file is invalid."""

    array: str | None
    """The invalid array; None if the whole file is invalid."""
    row: int | None
    """The invalid row of the array, or None. For positions and rotations it is frame · boxes + box."""

    def __init__(self, text: str, array: str | None = None, row: int | None = None) -> None:
        super().__init__(text)
        self.array = array
        self.row = row
