"""Why a box, a shape, a query, an engine or saved bytes are rejected. All are ValueErrors."""

from typing import Any


class OctosatError(ValueError):
    """An error of octosat; nothing was changed or written."""

    def __reduce__(self) -> Any:
        # With all attributes and notes, so that errors keep them on their way between processes.
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[OctosatError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> OctosatError:
    """An error as it was, whatever its constructor takes."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class BoxError(OctosatError):
    """A box that is rejected."""

    index: int
    """Which box, counted in the arrays or indices that were passed."""
    field: str
    """Which of its values: "center", "rotation", "half_extents", "index", "pose" or "axis_0" to "axis_2"."""

    def __init__(self, text: str, index: int, field: str) -> None:
        super().__init__(text)
        self.index = index
        self.field = field


class ShapeError(OctosatError):
    """A shape that is rejected."""

    index: int
    """Which shape of the arrays that were passed."""
    field: str
    """Which of its values, such as "normal" or "radius"."""

    def __init__(self, text: str, index: int, field: str) -> None:
        super().__init__(text)
        self.index = index
        self.field = field


class QueryError(OctosatError):
    """A query that is rejected."""

    pair: int | None
    """Which pair of the list, if it is about one."""

    def __init__(self, text: str, pair: int | None) -> None:
        super().__init__(text)
        self.pair = pair


class EngineError(OctosatError):
    """A backend or a rounding that this machine or build does not have."""


class RestoreError(OctosatError):
    """Bytes that are not a saved contact cache."""


class RecordingError(OctosatError):
    """A recording that is rejected."""

    array: str | None
    """Which array, unless the whole file is at fault."""
    row: int | None
    """Which row of the array, if it is about one; of positions and rotations frame · boxes + box."""

    def __init__(self, text: str, array: str | None = None, row: int | None = None) -> None:
        super().__init__(text)
        self.array = array
        self.row = row
