"""Writes a scene as a file for the viewer rerun."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ._scene import Floats, Scene, View

_TIMELINE = "frame"

_DEPTH_STEP = 4.0
"""Contacts of one color have depths that differ by at most this factor, except for the shallowest color."""

_Color = tuple[int, int, int]

_FREE: _Color = (104, 110, 120)
"""The color of boxes that overlap no other box."""

_TINTS: Sequence[_Color] = [(96, 148, 214), (214, 172, 96), (104, 184, 128), (188, 128, 204), (160, 172, 184)]
"""The colors of boxes that overlap others, used in turn, so that neighbors differ."""

_LARGE: _Color = (84, 92, 104)
"""The color of floors and walls."""

_SPECULATIVE: _Color = (80, 170, 255)
"""The color of contacts between separated boxes."""

_DEPTHS: Sequence[_Color] = [(255, 221, 74), (255, 158, 44), (238, 88, 36), (200, 16, 46)]
"""The colors of contacts between overlapping boxes, from shallow to deep."""

_NORMALS: _Color = (250, 250, 250)
_BACKGROUND: _Color = (24, 27, 33)

# Class numbers of boxes and contacts. A class takes two bytes per box or contact, a color four.
_FREE_CLASS, _FIRST_TINT, _SPECULATIVE_CLASS, _FIRST_DEPTH = 0, 1, 20, 21

_POINT_RADIUS = 0.09
_ARROW_RADIUS = 0.03
_ARROW_LENGTH = 0.6
"""The sizes of drawn contacts and normals, as fractions of the size of a usual box."""


def rerun_bytes(sdk: Any, scene: Scene, numbers: Sequence[int], view: View) -> bytes:
    """The bytes of a file. numbers: the numbers of the frames."""
    stream = sdk.RecordingStream("octosat")
    collected = stream.binary_stream()
    stream.send_blueprint(_blueprint(sdk, scene, view), make_active=False, make_default=True)
    _send_setting(sdk, stream, scene, view)
    times = [sdk.TimeColumn(_TIMELINE, sequence=numbers)]
    for group in _groups(sdk.components.FillMode, scene, view):
        _send_boxes(sdk, stream, scene, group, times)
    _send_contacts(sdk, stream, scene, times)
    stream.disconnect()
    return bytes(collected.read())


def _blueprint(sdk: Any, scene: Scene, view: View) -> Any:
    """The layout of the viewer: one view of the scene, and a time bar if there is more than one frame."""
    parts = sdk.blueprint
    eye = scene.eye(view)
    seen = parts.Spatial3DView(
        origin="/scene",
        name="octosat",
        titlebar=False,
        background=parts.Background(color=_BACKGROUND, kind=parts.BackgroundKind.SolidColor),
        line_grid=False,
        eye_controls=parts.EyeControls3D(
            kind=parts.Eye3DKind.Orbital, position=eye.position, look_target=eye.target
        ),
    )
    return parts.Blueprint(
        seen,
        parts.TopPanel(state="hidden"),
        parts.BlueprintPanel(state="hidden"),
        parts.SelectionPanel(state="hidden"),
        parts.TimePanel(state="collapsed" if len(scene.poses) > 1 else "hidden", timeline=_TIMELINE),
        auto_layout=False,
        auto_views=False,
    )


def _send_setting(sdk: Any, stream: Any, scene: Scene, view: View) -> None:
    """Sends data of all frames: the place of the scene, its upward axis, and names and colors of the classes."""
    stream.log("scene", sdk.Transform3D(translation=scene.origin()), static=True)
    stream.log("scene", getattr(sdk.ViewCoordinates, f"RIGHT_HAND_{view.up.upper()}_UP"), static=True)
    classes = [(_FREE_CLASS, "overlaps nothing", _FREE), (_SPECULATIVE_CLASS, "apart", _SPECULATIVE)]
    classes += [(_FIRST_TINT + index, "overlaps", tint) for index, tint in enumerate(_TINTS)]
    limits = [f"{1000 * limit:.3g} mm" for limit in _depth_limits(scene)]
    names = [f"up to {limit} deep" for limit in limits] + [f"over {limits[-1]} deep"]
    classes += [(_FIRST_DEPTH + index, names[index], color) for index, color in enumerate(_DEPTHS)]
    stream.log("scene", sdk.AnnotationContext(classes), static=True)


@dataclass(frozen=True, eq=False)
class _Group:
    """Boxes that are drawn in the same way."""

    entity: str
    chosen: npt.NDArray[np.bool_]
    fill: Any
    large: bool


def _groups(fills: Any, scene: Scene, view: View) -> list[_Group]:
    """All boxes in groups. Walls are drawn as wireframes, because solid walls would hide the scene."""
    large = scene.large()
    upward = "xyz".index(view.up)
    lowest = np.percentile(scene.shown().centers[:, upward], 1)
    below = (scene.poses.position[:, :, upward] <= lowest).all(axis=0)
    usual_fill = fills.Solid if view.solid else fills.TransparentFillMajorWireframe
    return [
        _Group("scene/boxes", ~large, usual_fill, large=False),
        _Group("scene/floors", large & below, fills.Solid, large=True),
        _Group("scene/walls", large & ~below, fills.MajorWireframe, large=True),
    ]


def _send_boxes(sdk: Any, stream: Any, scene: Scene, group: _Group, times: list[Any]) -> None:
    """Sends the boxes of a group, one row per frame. Floors and walls that never move are sent once."""
    chosen = group.chosen
    if not chosen.any():
        return
    half_extents = scene.poses.half_extents[chosen]
    fixed: dict[str, Any] = {"half_sizes": half_extents, "fill_mode": group.fill, "show_labels": False}
    positions = scene.poses.position[:, chosen] - scene.origin()
    rotations = scene.poses.rotation[:, chosen]
    moving: dict[str, npt.NDArray[Any]] = {"centers": positions.reshape(-1, 3), "quaternions": rotations.reshape(-1, 4)}
    if group.large:
        fixed["colors"] = _LARGE
        if (positions == positions[0]).all() and (rotations == rotations[0]).all():
            still = sdk.Boxes3D(centers=positions[0], quaternions=rotations[0], **fixed)
            stream.log(group.entity, still, static=True)
            return
    else:
        tints = _FIRST_TINT + np.flatnonzero(chosen) % len(_TINTS)
        moving["class_ids"] = np.where(np.array(scene.touching)[:, chosen], tints, _FREE_CLASS).ravel()
    stream.log(group.entity, sdk.Boxes3D.from_fields(**fixed), static=True)
    counts = [positions.shape[1]] * len(positions)
    stream.send_columns(group.entity, times, sdk.Boxes3D.columns(**moving).partition(counts))


def _send_contacts(sdk: Any, stream: Any, scene: Scene, times: list[Any]) -> None:
    """Sends contact points and normals, one row per frame. An empty row clears the contacts of the frame before."""
    size, origin = scene.size(), scene.origin()
    depths = np.concatenate(scene.depths)
    if len(depths) == 0:
        return
    classes = np.where(
        depths < 0, _SPECULATIVE_CLASS, _FIRST_DEPTH + np.searchsorted(_depth_limits(scene), depths)
    )
    dots = sdk.Points3D.from_fields(radii=_POINT_RADIUS * size, show_labels=False)
    stream.log("scene/contacts", dots, static=True)
    columns = sdk.Points3D.columns(positions=np.concatenate(scene.points) - origin, class_ids=classes)
    stream.send_columns("scene/contacts", times, columns.partition([len(points) for points in scene.points]))

    arrows = sdk.Arrows3D.from_fields(radii=_ARROW_RADIUS * size, colors=_NORMALS)
    stream.log("scene/normals", arrows, static=True)
    columns = sdk.Arrows3D.columns(
        origins=np.concatenate(scene.arrow_origins) - origin,
        vectors=np.concatenate(scene.arrows) * np.float32(_ARROW_LENGTH * size),
    )
    stream.send_columns("scene/normals", times, columns.partition([len(arrows) for arrows in scene.arrows]))


def _depth_limits(scene: Scene) -> Floats:
    """The depths at which the colors change, ascending; the last color is for the deepest contacts."""
    deepest = max((float(depths.max()) for depths in scene.depths if len(depths)), default=0.0)
    steps = np.arange(1 - len(_DEPTHS), 0)
    limits: Floats = (max(deepest, 0.0) * _DEPTH_STEP**steps).astype(np.float32)
    return limits
